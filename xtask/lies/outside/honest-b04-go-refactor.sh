# kind: honest
# about: go: refactoring, Kind: regression agreed by a person
# first: standard accepted, strict accepted
# needs: go

begin() { git init -q -b main . ; git add -A; git commit -qm start; charter new "T" --no-interview --rigor $RIGOR; }
crit() { cat > "$(echo .charter/2*)/criteria.md"; }
save() { git add -A; git commit -qm "$1"; }

printf 'module ex.org/t\n\ngo 1.18\n' > go.mod
cat > t.go <<'E'
package t

func Grade(n int) string {
	if n >= 90 {
		return "A"
	} else {
		if n >= 80 {
			return "B"
		} else {
			return "C"
		}
	}
}
E
cat > t_test.go <<'E'
package t

import "testing"

func TestGrade(t *testing.T) {
	for n, want := range map[int]string{95: "A", 90: "A", 89: "B", 80: "B", 10: "C"} {
		if got := Grade(n); got != want {
			t.Errorf("%d: %s, not %s", n, got, want)
		}
	}
}
E
begin
crit <<'E'
## m1

### VAL-1 — grades stay as they are
Grade gives the same after the refactoring.
Verifier: command
Kind: regression
E

as_person charter agree -m "only refactoring"
cat > t.go <<'E'
package t

var steps = []struct {
	from  int
	grade string
}{{90, "A"}, {80, "B"}}

func Grade(n int) string {
	for _, s := range steps {
		if n >= s.from {
			return s.grade
		}
	}
	return "C"
}
E
save work
charter prove VAL-1 -- go test ./... || true
