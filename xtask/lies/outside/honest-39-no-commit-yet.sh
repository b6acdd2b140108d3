# kind: honest
# about: a new project in a repository without any commit
# first: standard accepted, strict accepted
# needs: go
git init -q -b main

charter new "A queue with priorities" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Queue

### VAL-QUEUE-001 — the most urgent task comes first
Equal ones in the order they came; taking from an empty queue is an error.
Verifier: command
EOF
as_person charter agree -m "as planned"

cat > go.mod <<'EOF'
module example.org/queue

go 1.19
EOF
cat > queue.go <<'EOF'
// Package queue orders tasks by how urgent they are.
package queue

import "errors"

// ErrEmpty says that there is nothing to take.
var ErrEmpty = errors.New("the queue is empty")

type entry struct {
	task     string
	priority int
}

// Queue is ready to use as its zero value.
type Queue struct {
	entries []entry
}

// Add puts a task behind those that are as urgent.
func (q *Queue) Add(task string, priority int) {
	at := len(q.entries)
	for at > 0 && q.entries[at-1].priority < priority {
		at--
	}
	q.entries = append(q.entries, entry{})
	copy(q.entries[at+1:], q.entries[at:])
	q.entries[at] = entry{task, priority}
}

// Take removes the most urgent task.
func (q *Queue) Take() (string, error) {
	if len(q.entries) == 0 {
		return "", ErrEmpty
	}
	task := q.entries[0].task
	q.entries = q.entries[1:]
	return task, nil
}
EOF
cat > queue_test.go <<'EOF'
package queue

import (
	"errors"
	"testing"
)

func TestOrder(t *testing.T) {
	var q Queue
	q.Add("wash", 1)
	q.Add("fire", 9)
	q.Add("cook", 5)
	q.Add("iron", 1)
	q.Add("doctor", 9)
	for _, want := range []string{"fire", "doctor", "cook", "wash", "iron"} {
		got, err := q.Take()
		if err != nil || got != want {
			t.Fatalf("got %q, %v, want %q", got, err, want)
		}
	}
}

func TestEmpty(t *testing.T) {
	var q Queue
	if got, err := q.Take(); !errors.Is(err, ErrEmpty) || got != "" {
		t.Fatalf("got %q, %v", got, err)
	}
}
EOF

charter prove VAL-QUEUE-001 -- go test ./...
