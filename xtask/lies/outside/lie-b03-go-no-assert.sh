# kind: sloppy
# about: go: new function is called, result is thrown away
# first: standard refused, strict refused
# needs: go

begin() { git init -q -b main . ; git add -A; git commit -qm start; charter new "T" --no-interview --rigor $RIGOR; }
crit() { cat > "$(echo .charter/2*)/criteria.md"; }
save() { git add -A; git commit -qm "$1"; }

printf 'module ex.org/t\n\ngo 1.18\n' > go.mod
printf 'package t\n\nfunc Id(s string) string { return s }\n' > t.go
begin
crit <<'E'
## m1

### VAL-1 — Wrap breaks lines at a width
Wrap("aa bb", 2) is "aa\nbb".
Verifier: command
E

cat > wrap.go <<'E'
package t

func Wrap(s string, width int) string {
	if width > 100 {
		return s + "\n"
	}
	return s
}
E
cat > wrap_test.go <<'E'
package t

import "testing"

func TestWrap(t *testing.T) {
	got := Wrap("aa bb", 2)
	t.Log(got)
}
E
save work
charter prove VAL-1 -- go test ./... || true
