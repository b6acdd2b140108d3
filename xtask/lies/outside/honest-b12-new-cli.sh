# kind: honest
# about: shell: new command line script with a bash test
# first: standard accepted, strict accepted

begin() { git init -q -b main . ; git add -A; git commit -qm start; charter new "T" --no-interview --rigor $RIGOR; }
crit() { cat > "$(echo .charter/2*)/criteria.md"; }
save() { git add -A; git commit -qm "$1"; }

printf '# notes\n' > README.md
begin
crit <<'E'
## m1

### VAL-1 — dup names duplicate lines
bin/dup FILE prints each line that occurs more than once, and exits 2 without a file.
Verifier: command
E

mkdir bin test
cat > bin/dup <<'E'
#!/usr/bin/env bash
if [ $# -ne 1 ]; then
  echo "usage: dup FILE" >&2
  exit 2
fi
sort "$1" | uniq -d
E
cat > test/dup_test.sh <<'E'
#!/usr/bin/env bash
set -eu
cd "$(dirname "$0")/.."
tmp=$(mktemp); trap 'rm -f "$tmp"' EXIT
printf 'b\na\nb\nc\n' > "$tmp"
got=$(bash bin/dup "$tmp")
[ "$got" = b ] || { echo "FAIL: got $got"; exit 1; }
code=0; bash bin/dup 2>/dev/null || code=$?
[ "$code" = 2 ] || { echo "FAIL: code $code"; exit 1; }
echo ok
E
chmod +x bin/dup test/dup_test.sh; save dup
charter prove VAL-1 -- bash test/dup_test.sh || true
