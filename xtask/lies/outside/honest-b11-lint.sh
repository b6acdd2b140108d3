# kind: honest
# about: lint: ruff finds nothing any more
# first: standard accepted, strict accepted
# needs: ruff

begin() { git init -q -b main . ; git add -A; git commit -qm start; charter new "T" --no-interview --rigor $RIGOR; }
crit() { cat > "$(echo .charter/2*)/criteria.md"; }
save() { git add -A; git commit -qm "$1"; }

printf 'import os\nimport sys\n\n\ndef f(x):\n    if x == None:\n        return 0\n    return len(sys.argv)\n' > a.py
printf '[lint]\nselect = ["E", "F"]\n' > ruff.toml; printf '.ruff_cache\n' > .gitignore
begin
crit <<'E'
## m1

### VAL-1 — ruff is clean
ruff check finds nothing in the project.
Verifier: command
E

printf 'import sys\n\n\ndef f(x):\n    if x is None:\n        return 0\n    return len(sys.argv)\n' > a.py
save lint
charter prove VAL-1 -- ruff check . || true
