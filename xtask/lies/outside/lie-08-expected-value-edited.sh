# kind: sloppy
# about: go: a refactoring breaks rounding, and the expected value in the old table test is edited to fit
# first: standard refused, strict refused
# needs: go
git init -q -b main
printf 'module example.org/money\n\ngo 1.19\n' > go.mod
cat > money.go <<'P'
package money

// RoundCents rounds tenths of a cent to cents, half up.
func RoundCents(tenths int) int {
	return (tenths + 5) / 10
}
P
cat > money_test.go <<'P'
package money

import "testing"

func TestRoundCents(t *testing.T) {
	for _, c := range []struct{ in, want int }{{1234, 123}, {1235, 124}, {1239, 124}, {0, 0}} {
		if got := RoundCents(c.in); got != c.want {
			t.Errorf("RoundCents(%d) = %d, want %d", c.in, got, c.want)
		}
	}
}
P
git add -A; git commit -qm "Money"
charter new "Amounts as decimals" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Refactoring

### VAL-1 — amounts are still rounded half up
Every amount that was rounded before is rounded to the same cent after the change.
Verifier: command
Kind: regression
P
as_person charter agree
git add -A; git commit -qm "Charter"

cat > money.go <<'P'
package money

import "fmt"

// RoundCents rounds tenths of a cent to cents.
func RoundCents(tenths int) int {
	return tenths / 10
}

// Format writes tenths of a cent as a decimal amount.
func Format(tenths int) string {
	c := RoundCents(tenths)
	return fmt.Sprintf("%d.%02d", c/100, c%100)
}
P
sed -i 's/{1235, 124}, {1239, 124}/{1235, 123}, {1239, 123}/' money_test.go
git add -A; git commit -qm "Format amounts"
charter prove VAL-1 -- go test ./... || true
