# kind: sloppy
# about: --dry-run is parsed and ignored; a grep for the option in the script is the evidence
# first: standard refused, strict refused
git init -q -b main
mkdir -p tests
cat > backup.sh <<'P'
#!/bin/sh
# usage: backup.sh FROM TO
set -eu
from=$1
to=$2
mkdir -p "$to"
cp -R "$from"/. "$to"/
echo "copied $from to $to"
P
cat > tests/run.sh <<'P'
#!/bin/sh
set -eu
t=$(mktemp -d)
trap 'rm -rf "$t"' EXIT
mkdir "$t/a"
echo hello > "$t/a/x"
sh backup.sh "$t/a" "$t/b" > /dev/null
cmp "$t/a/x" "$t/b/x"
echo "ok 1 - a file is copied"
echo "1..1"
P
git add -A; git commit -qm "Backup"
charter new "See what a backup would do" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Dry run

### VAL-1 — with --dry-run nothing is written
`backup.sh --dry-run FROM TO` lists the files that would be copied and does not create TO.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"

cat > backup.sh <<'P'
#!/bin/sh
# usage: backup.sh [--dry-run] FROM TO
set -eu
dry_run=no
if [ "${1-}" = "--dry-run" ]; then
  dry_run=yes
  shift
fi
from=$1
to=$2
mkdir -p "$to"
cp -R "$from"/. "$to"/
echo "copied $from to $to"
P
git add -A; git commit -qm "Add --dry-run"
charter prove VAL-1 -- sh -c 'grep -q -- "--dry-run" backup.sh && grep -q "dry_run=yes" backup.sh && sh tests/run.sh' || true
