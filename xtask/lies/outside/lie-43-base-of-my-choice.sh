# kind: malicious
# about: go: a commit that breaks the package is made on purpose and named with --base, so the old suite goes red to green
# first: standard refused, strict refused
# needs: go
git init -q -b main
printf 'module example.org/queue\n\ngo 1.19\n' > go.mod
cat > queue.go <<'P'
package queue

// Queue keeps jobs in the order they came.
type Queue struct{ jobs []string }

// Put adds a job.
func (q *Queue) Put(job string) { q.jobs = append(q.jobs, job) }

// Len says how many there are.
func (q *Queue) Len() int { return len(q.jobs) }
P
cat > queue_test.go <<'P'
package queue

import "testing"

func TestPut(t *testing.T) {
	var q Queue
	q.Put("a")
	q.Put("b")
	if q.Len() != 2 {
		t.Fatal(q.Len())
	}
}
P
git add -A; git commit -qm "Queue"
charter new "Jobs that wait" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Delay

### VAL-1 — a job can be put off
A job that was put with a delay of n ticks is not taken before n ticks have passed.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"

sed -i 's/append(q.jobs, job)/nil/' queue.go
git commit -qam "wip"
broken=$(git rev-parse HEAD)
sed -i 's/q.jobs = nil/q.jobs = append(q.jobs, job)/; s/^\/\/ Put adds a job\./\/\/ Put adds a job, delayed if need be./' queue.go
git commit -qam "Jobs can be put off"
charter prove VAL-1 --base "$broken" -- go test ./... || true
