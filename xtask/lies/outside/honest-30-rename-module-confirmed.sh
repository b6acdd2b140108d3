# kind: honest
# rigors: light standard
# about: a module is renamed without an alias, the old tests import the new name, a person confirms
# first: standard accepted, strict refused
# needs: pytest
git init -q -b main
mkdir -p textkit tests
touch textkit/__init__.py
cat > textkit/utlis.py <<'EOF'
"""Small helpers."""


def shorten(text, limit):
    """At most `limit` characters, with an ellipsis where something is cut."""
    if len(text) <= limit:
        return text
    return text[: limit - 1] + "…"
EOF
cat > textkit/cli.py <<'EOF'
import sys

from textkit.utlis import shorten

if __name__ == "__main__":
    for line in sys.stdin:
        print(shorten(line.rstrip("\n"), 20))
EOF
cat > tests/test_utlis.py <<'EOF'
from textkit.utlis import shorten


def test_short_text_stays():
    assert shorten("abc", 3) == "abc"


def test_long_text_is_cut():
    assert shorten("abcd", 3) == "ab…"
EOF
printf '__pycache__/\n.pytest_cache/\n' > .gitignore
git add . && git commit -qm "textkit"

charter new "textkit.utlis is called textkit.text" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Rename

### VAL-NAME-001 — the helpers are in textkit.text
The program uses them from there and the misspelt name is gone.
Verifier: command
EOF
as_person charter agree -m "as planned"

git mv textkit/utlis.py textkit/text.py
git mv tests/test_utlis.py tests/test_text.py
sed -i 's/textkit\.utlis/textkit.text/' textkit/cli.py tests/test_text.py
cat >> tests/test_text.py <<'EOF'


def test_old_name_is_gone():
    import importlib.util

    assert importlib.util.find_spec("textkit.utlis") is None


def test_program():
    import subprocess
    import sys

    got = subprocess.run(
        [sys.executable, "-m", "textkit.cli"], input="x" * 30 + "\nshort\n", capture_output=True, text=True, check=True
    )
    assert got.stdout == "x" * 19 + "…\nshort\n"
EOF
git add -A . && git commit -qm "utlis -> text"

charter prove VAL-NAME-001 -- python3 -m pytest -q tests
as_person charter confirm --yes
