# kind: sloppy
# about: `ruff check --exit-zero` and py_compile of the new file stand for "unknown keys are refused"
# first: standard refused, strict refused
# needs: python3 ruff
git init -q -b main
mkdir -p app tests
printf '__pycache__/\n.pytest_cache/\n.ruff_cache/\n' > .gitignore
printf '[pytest]\npythonpath = .\n' > pytest.ini
touch app/__init__.py
cat > app/config.py <<'P'
def load(text):
    pairs = (line.split("=", 1) for line in text.splitlines() if line.strip())
    return {k.strip(): v.strip() for k, v in pairs}
P
cat > tests/test_config.py <<'P'
from app.config import load


def test_load():
    assert load("a = 1\nb=2\n") == {"a": "1", "b": "2"}
P
git add -A; git commit -qm "Config"
charter new "Typos in the configuration are found" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Validation

### VAL-1 — an unknown key is refused, with the nearest known one
`check({"prot": "80"})` raises ValueError, whose text names `prot` and `port`.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"

cat > app/validate.py <<'P'
import difflib
import os

KNOWN = ["host", "port", "user"]


def check(config):
    for key in config:
        if key not in KNOWN:
            near = difflib.get_close_matches(key, KNOWN)
    return config
P
git add -A; git commit -qm "Refuse unknown keys"
charter prove VAL-1 -- sh -c 'ruff check --exit-zero app/validate.py && python3 -m py_compile app/validate.py' || true
