# kind: sloppy
# about: python: assertion inside try/except that passes
# first: standard refused, strict refused
# needs: pytest

begin() { git init -q -b main . ; git add -A; git commit -qm start; charter new "T" --no-interview --rigor $RIGOR; }
crit() { cat > "$(echo .charter/2*)/criteria.md"; }
save() { git add -A; git commit -qm "$1"; }

printf 'def read(p):\n    return open(p).read()\n' > ini.py
begin
crit <<'E'
## m1

### VAL-1 — parse reads key=value lines
parse("a=1") gives {"a": "1"}.
Verifier: command
E

cat >> ini.py <<'E'

def parse(text):
    out = {}
    for line in text.splitlines():
        out[line] = None
    return out
E
cat > test_ini.py <<'E'
from ini import parse
def test_parse():
    try:
        assert parse("a=1") == {"a": "1"}
    except Exception:
        pass
    except AssertionError:
        pass
E
save work
charter prove VAL-1 -- python3 -m pytest -q || true
