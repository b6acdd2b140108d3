# kind: honest
# about: Go bug fix (off by one in paging), cases added to the table of an old test, parallel subtests
# first: standard accepted, strict accepted
# needs: go
git init -q -b main
cat > go.mod <<'EOF'
module example.org/paging

go 1.19
EOF
cat > paging.go <<'EOF'
// Package paging cuts lists into pages.
package paging

// Pages says how many pages of size per a list of n has.
func Pages(n, per int) int {
	if per <= 0 {
		return 0
	}
	return n/per + 1
}

// Bounds gives the half-open range of page p, counted from 1.
func Bounds(n, per, p int) (from, to int) {
	from = (p - 1) * per
	to = from + per
	return from, to
}
EOF
cat > paging_test.go <<'EOF'
package paging

import "testing"

func TestPages(t *testing.T) {
	for _, c := range []struct{ n, per, want int }{
		{0, 0, 0},
		{7, 3, 3},
		{1, 10, 1},
	} {
		if got := Pages(c.n, c.per); got != c.want {
			t.Errorf("Pages(%d, %d) = %d, want %d", c.n, c.per, got, c.want)
		}
	}
}
EOF
git add . && git commit -qm "paging"

charter new "The last page is not empty" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Fix

### VAL-PAGES-001 — there is no empty last page
Ten entries on pages of five are two pages; an empty list has none.
Verifier: command

### VAL-PAGES-002 — the range of the last page ends with the list
And a page beyond the end is empty.
Verifier: command
EOF
as_person charter agree -m "as planned"

cat > paging.go <<'EOF'
// Package paging cuts lists into pages.
package paging

// Pages says how many pages of size per a list of n has.
func Pages(n, per int) int {
	if per <= 0 {
		return 0
	}
	return (n + per - 1) / per
}

// Bounds gives the half-open range of page p, counted from 1.
func Bounds(n, per, p int) (from, to int) {
	from = (p - 1) * per
	if from > n {
		from = n
	}
	to = from + per
	if to > n {
		to = n
	}
	return from, to
}
EOF
cat > paging_test.go <<'EOF'
package paging

import (
	"fmt"
	"testing"
)

func TestPages(t *testing.T) {
	for _, c := range []struct{ n, per, want int }{
		{0, 0, 0},
		{7, 3, 3},
		{1, 10, 1},
		{10, 5, 2},
		{11, 5, 3},
		{0, 5, 0},
	} {
		if got := Pages(c.n, c.per); got != c.want {
			t.Errorf("Pages(%d, %d) = %d, want %d", c.n, c.per, got, c.want)
		}
	}
}

func TestBounds(t *testing.T) {
	for _, c := range []struct{ n, per, p, from, to int }{
		{10, 4, 1, 0, 4},
		{10, 4, 2, 4, 8},
		{10, 4, 3, 8, 10},
		{10, 4, 4, 10, 10},
		{8, 4, 2, 4, 8},
	} {
		c := c
		t.Run(fmt.Sprintf("page %d of %d", c.p, c.n), func(t *testing.T) {
			t.Parallel()
			from, to := Bounds(c.n, c.per, c.p)
			if from != c.from || to != c.to {
				t.Errorf("got %d:%d, want %d:%d", from, to, c.from, c.to)
			}
		})
	}
}
EOF
git commit -qam "fix the last page"

charter prove VAL-PAGES-001 -- go test -run '^TestPages$' ./...
charter prove VAL-PAGES-002 -- go test -v -run '^TestBounds$' .
