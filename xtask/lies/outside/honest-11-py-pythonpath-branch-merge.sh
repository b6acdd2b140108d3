# kind: honest
# about: bug fix with PYTHONPATH in the command, on a branch in several commits while main moves on and is merged in
# first: standard accepted, strict accepted
# needs: python3
git init -q -b main
mkdir -p lib/csvlite tests
touch lib/csvlite/__init__.py
cat > lib/csvlite/writer.py <<'EOF'
"""Rows as CSV."""


def row(values):
    return ",".join(str(value) for value in values)
EOF
cat > tests/test_writer.py <<'EOF'
import unittest

from csvlite.writer import row


class Row(unittest.TestCase):
    def test_plain(self):
        self.assertEqual(row(["a", 1]), "a,1")
EOF
echo '# csvlite' > README.md
printf '__pycache__/\n' > .gitignore
git add . && git commit -qm "csvlite"

git checkout -q -b fix/quoting
charter new "Values with commas and quotes survive" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Quoting

### VAL-QUOTE-001 — commas, quotes and line breaks are quoted
As RFC 4180 says; None is an empty field; plain values stay plain.
Verifier: command
EOF
as_person charter agree -m "as planned"
git add . && git commit -qm "charter"

cat >> tests/test_writer.py <<'EOF'

    def test_comma(self):
        self.assertEqual(row(["a,b", "c"]), '"a,b",c')

    def test_quote(self):
        self.assertEqual(row(['say "hi"']), '"say ""hi"""')

    def test_line_breaks(self):
        self.assertEqual(row(["a\nb", "c\rd"]), '"a\nb","c\rd"')

    def test_none(self):
        self.assertEqual(row([None, 0, ""]), ",0,")
EOF
git commit -qam "tests that fail: quoting"
cat > lib/csvlite/writer.py <<'EOF'
"""Rows as CSV."""

SPECIAL = frozenset(',"\r\n')


def field(value):
    text = "" if value is None else str(value)
    if SPECIAL.isdisjoint(text):
        return text
    return '"' + text.replace('"', '""') + '"'


def row(values):
    return ",".join(field(value) for value in values)
EOF
git commit -qam "quote what needs it"

git checkout -q main
echo 'Writes CSV.' >> README.md
printf '"""Version of the package."""\n\nVERSION = "0.2"\n' > lib/csvlite/version.py
git add . && git commit -qm "version"
git checkout -q fix/quoting
git merge -q -m "main into fix/quoting" main

charter prove VAL-QUOTE-001 -- env PYTHONPATH=lib python3 -m unittest discover -s tests -v
git add . && git commit -qm "evidence"
