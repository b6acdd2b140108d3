# kind: sloppy
# about: python: grep for the function name, body not implemented
# first: standard refused, strict refused

begin() { git init -q -b main . ; git add -A; git commit -qm start; charter new "T" --no-interview --rigor $RIGOR; }
crit() { cat > "$(echo .charter/2*)/criteria.md"; }
save() { git add -A; git commit -qm "$1"; }

printf 'def now():\n    return 0\n' > clock.py
begin
crit <<'E'
## m1

### VAL-1 — parse_iso reads ISO dates
parse_iso("2024-01-02") gives (2024, 1, 2).
Verifier: command
E

cat >> clock.py <<'E'

def parse_iso(text):
    # TODO
    raise NotImplementedError
E
save work
charter prove VAL-1 -- grep -q "def parse_iso" clock.py || true
