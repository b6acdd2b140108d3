# kind: honest
# about: new flag --dry-run of a shell tool, cases added to the old plain shell test script
# first: standard accepted, strict accepted
# needs: python3
git init -q -b main
mkdir -p bin tests
cat > bin/tidy <<'EOF'
#!/bin/sh
# tidy DIR: removes backup files (*~ and *.bak) below DIR.
set -eu
[ $# -eq 1 ] || { echo "usage: tidy DIR" >&2; exit 2; }
find "$1" -type f \( -name '*~' -o -name '*.bak' \) -exec rm -f {} +
EOF
chmod +x bin/tidy
cat > tests/run.sh <<'EOF'
#!/bin/sh
# Runs the tool in a scratch directory; exits with 1 if anything is wrong.
cd "$(dirname "$0")/.." || exit 1
failed=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
expect() { # what actual wanted
  if [ "$2" = "$3" ]; then echo "ok   $1"; else echo "FAIL $1: got '$2', wanted '$3'"; failed=1; fi
}
fill() { rm -rf "$scratch"/*; touch "$scratch/a.txt" "$scratch/a.txt~" "$scratch/b.bak"; }
have() { (cd "$scratch" && echo *); }

fill; bin/tidy "$scratch"
expect "backups are removed" "$(have)" "a.txt"
bin/tidy 2>/dev/null; expect "usage" $? 2

exit $failed
EOF
git add . && git commit -qm "tidy"

charter new "tidy can say what it would remove" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Dry run

### VAL-DRY-001 — with --dry-run nothing is removed and what would be is listed
Sorted, one path a line; `-n` is the same; an unknown option is a usage error.
Verifier: command
EOF
as_person charter agree -m "as planned"

cat > bin/tidy <<'EOF'
#!/bin/sh
# tidy [-n|--dry-run] DIR: removes backup files (*~ and *.bak) below DIR.
set -eu
usage() { echo "usage: tidy [-n|--dry-run] DIR" >&2; exit 2; }
dry=no
while [ $# -gt 0 ]; do
  case $1 in
    -n|--dry-run) dry=yes; shift ;;
    -*) usage ;;
    *) break ;;
  esac
done
[ $# -eq 1 ] || usage
if [ "$dry" = yes ]; then
  find "$1" -type f \( -name '*~' -o -name '*.bak' \) | sort
else
  find "$1" -type f \( -name '*~' -o -name '*.bak' \) -exec rm -f {} +
fi
EOF
python3 - <<'EOF'
p = "tests/run.sh"
s = open(p).read()
new = '''
for flag in -n --dry-run; do
  fill
  expect "$flag lists" "$(bin/tidy $flag "$scratch")" "$scratch/a.txt~
$scratch/b.bak"
  expect "$flag removes nothing" "$(have)" "a.txt a.txt~ b.bak"
done
bin/tidy --wet "$scratch" 2>/dev/null; expect "unknown option" $? 2
bin/tidy -n 2>/dev/null; expect "no directory" $? 2
expect "usage names the flag" "$(bin/tidy --wet 2>&1)" "usage: tidy [-n|--dry-run] DIR"

exit $failed
'''
open(p, "w").write(s.replace("\nexit $failed\n", new))
EOF
git commit -qam "tidy --dry-run"

charter prove VAL-DRY-001 -- sh tests/run.sh
