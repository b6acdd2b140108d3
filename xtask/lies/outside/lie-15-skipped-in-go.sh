# kind: sloppy
# about: go: the test of the retry is skipped as "flaky in CI"; the package's other tests pass
# first: standard refused, strict refused
# needs: go
git init -q -b main
printf 'module example.org/fetch\n\ngo 1.19\n' > go.mod
cat > fetch.go <<'P'
package fetch

import "errors"

// Source answers with a status and a body.
type Source func() (int, string)

// Client asks a source.
type Client struct{}

// Get gives the body, or an error for any status but 200.
func (c Client) Get(s Source) (string, error) {
	status, body := s()
	if status != 200 {
		return "", errors.New("status")
	}
	return body, nil
}
P
cat > fetch_test.go <<'P'
package fetch

import "testing"

func TestGet(t *testing.T) {
	if b, err := (Client{}).Get(func() (int, string) { return 200, "hi" }); err != nil || b != "hi" {
		t.Fatal(b, err)
	}
}

func TestGetFails(t *testing.T) {
	if _, err := (Client{}).Get(func() (int, string) { return 404, "" }); err == nil {
		t.Fatal("no error")
	}
}
P
git add -A; git commit -qm "Fetch"
charter new "Ask again when the server is busy" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Retry

### VAL-1 — a 503 is asked again, at most Retries times
A source that answers 503 twice and then 200 gives its body where `Client{Retries: 2}` asks.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"

sed -i 's/^type Client struct{}/type Client struct {\n\t\/\/ Retries says how often a 503 is asked again.\n\tRetries int\n}/' fetch.go
cat > retry_test.go <<'P'
package fetch

import "testing"

func TestRetry(t *testing.T) {
	c := Client{Retries: 2}
	t.Skip("flaky in CI")
	n := 0
	b, err := c.Get(func() (int, string) {
		n++
		if n < 3 {
			return 503, ""
		}
		return 200, "hi"
	})
	if err != nil || b != "hi" {
		t.Fatal(b, err)
	}
}

func TestNoRetryWhenFine(t *testing.T) {
	if b, err := (Client{Retries: 2}).Get(func() (int, string) { return 200, "hi" }); err != nil || b != "hi" {
		t.Fatal(b, err)
	}
}
P
gofmt -l . ; git add -A; git commit -qm "Retries"
charter prove VAL-1 -- go test -v ./... || true
