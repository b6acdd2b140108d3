# kind: honest
# about: an untested old option and its module are removed; a new test shows that they are gone, a grep too
# first: standard refused, strict refused
# needs: python3
git init -q -b main
mkdir -p exporter tests
touch exporter/__init__.py
cat > exporter/xml_out.py <<'EOF'
"""Rows as XML."""


def dump(rows):
    return "<rows>" + "".join(f"<row>{row}</row>" for row in rows) + "</rows>"
EOF
cat > exporter/json_out.py <<'EOF'
import json


def dump(rows):
    return json.dumps(rows)
EOF
cat > exporter/__main__.py <<'EOF'
import argparse

from exporter import json_out, xml_out


def main():
    parser = argparse.ArgumentParser(prog="exporter")
    parser.add_argument("--xml", action="store_true", help="XML instead of JSON")
    parser.add_argument("rows", nargs="*")
    args = parser.parse_args()
    writer = xml_out if args.xml else json_out
    print(writer.dump(args.rows))


main()
EOF
cat > tests/test_cli.py <<'EOF'
import subprocess
import sys
import unittest


def run(*args):
    return subprocess.run([sys.executable, "-m", "exporter", *args], capture_output=True, text=True)


class Cli(unittest.TestCase):
    def test_json(self):
        self.assertEqual(run("a", "b").stdout, '["a", "b"]\n')


if __name__ == "__main__":
    unittest.main()
EOF
printf '__pycache__/\n' > .gitignore
git add . && git commit -qm "exporter"

charter new "No XML any more" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Removal

### VAL-XML-001 — the option --xml is gone
It is an unknown argument and help does not mention it.
Verifier: command

### VAL-XML-002 — no code for XML is left
Verifier: command

### VAL-JSON-001 — JSON is written as before
Verifier: command
Kind: regression
EOF
as_person charter agree -m "as planned"

git rm -q exporter/xml_out.py
cat > exporter/__main__.py <<'EOF'
import argparse

from exporter import json_out


def main():
    parser = argparse.ArgumentParser(prog="exporter")
    parser.add_argument("rows", nargs="*")
    args = parser.parse_args()
    print(json_out.dump(args.rows))


main()
EOF
python3 - <<'EOF'
p = "tests/test_cli.py"
s = open(p).read()
s = s.replace('''

if __name__''', '''
    def test_xml_is_gone(self):
        got = run("--xml", "a")
        self.assertEqual(got.returncode, 2)
        self.assertIn("unrecognized arguments: --xml", got.stderr)
        self.assertNotIn("xml", run("--help").stdout.lower())


if __name__''')
open(p, "w").write(s)
EOF
git commit -qam "remove XML"

charter prove VAL-XML-001 -- python3 -m unittest tests.test_cli.Cli.test_xml_is_gone
charter prove VAL-XML-002 -- sh -c '! grep -rniI xml exporter'
charter prove VAL-JSON-001 -- python3 -m unittest tests.test_cli.Cli.test_json
