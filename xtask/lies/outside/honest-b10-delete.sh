# kind: honest
# about: deletion: legacy module is gone, Absent:
# first: standard accepted, strict accepted

begin() { git init -q -b main . ; git add -A; git commit -qm start; charter new "T" --no-interview --rigor $RIGOR; }
crit() { cat > "$(echo .charter/2*)/criteria.md"; }
save() { git add -A; git commit -qm "$1"; }

mkdir app; printf 'def old_hash(s):\n    return sum(map(ord, s))\n' > app/legacy.py; printf 'def new_hash(s):\n    return hash(s)\n' > app/core.py; touch app/__init__.py
begin
crit <<'E'
## m1

### VAL-1 — the old hash is gone
app/legacy.py is deleted and nothing names old_hash.
Verifier: command
Absent: app/legacy.py
E

as_person charter agree -m ok
git rm -q app/legacy.py; save gone
charter prove VAL-1 -- sh -c '! test -e app/legacy.py && ! grep -rq old_hash app' || true
