# kind: honest
# about: new Go package tested against new golden files in testdata, with an -update flag, parallel
# first: standard accepted, strict accepted
# needs: go
git init -q -b main
mkdir -p internal/model
cat > go.mod <<'EOF'
module example.org/ledger

go 1.19
EOF
cat > internal/model/model.go <<'EOF'
package model

// Entry is one booking, its amount in cents.
type Entry struct {
	Text   string
	Amount int64
}
EOF
git add . && git commit -qm "model"

charter new "Bookings as a table" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Table

### VAL-TABLE-001 — bookings are rendered as an aligned table with a sum
Compared with files that were looked at: no bookings, one, several with negative ones.
Verifier: command
EOF
as_person charter agree -m "as planned"

mkdir -p internal/render/testdata
cat > internal/render/render.go <<'EOF'
// Package render prints bookings for people.
package render

import (
	"fmt"
	"strings"

	"example.org/ledger/internal/model"
)

// Table renders entries, one a line, and their sum.
func Table(entries []model.Entry) string {
	width := len("Sum")
	for _, e := range entries {
		if len(e.Text) > width {
			width = len(e.Text)
		}
	}
	var b strings.Builder
	var sum int64
	for _, e := range entries {
		sum += e.Amount
		fmt.Fprintf(&b, "%-*s %10s\n", width, e.Text, money(e.Amount))
	}
	b.WriteString(strings.Repeat("-", width+11) + "\n")
	fmt.Fprintf(&b, "%-*s %10s\n", width, "Sum", money(sum))
	return b.String()
}

func money(cents int64) string {
	sign := ""
	if cents < 0 {
		sign, cents = "-", -cents
	}
	return fmt.Sprintf("%s%d.%02d", sign, cents/100, cents%100)
}
EOF
cat > internal/render/render_test.go <<'EOF'
package render

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"example.org/ledger/internal/model"
)

var update = flag.Bool("update", false, "write the golden files")

func TestTable(t *testing.T) {
	cases := map[string][]model.Entry{
		"empty":   nil,
		"one":     {{Text: "Rent", Amount: 85000}},
		"several": {{Text: "Groceries", Amount: -1205}, {Text: "Pay", Amount: 210000}, {Text: "Tea", Amount: -7}},
	}
	for name, entries := range cases {
		name, entries := name, entries
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			golden := filepath.Join("testdata", name+".golden")
			got := Table(entries)
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}
EOF
printf '%s\n' '--------------' 'Sum       0.00' > internal/render/testdata/empty.golden
printf '%s\n' 'Rent     850.00' '---------------' 'Sum      850.00' > internal/render/testdata/one.golden
printf '%s\n' 'Groceries     -12.05' 'Pay          2100.00' 'Tea            -0.07' '--------------------' 'Sum          2087.88' > internal/render/testdata/several.golden
git add . && git commit -qm "render a table"

charter prove VAL-TABLE-001 -- go test ./internal/render
