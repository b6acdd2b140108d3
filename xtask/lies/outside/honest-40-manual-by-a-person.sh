# kind: honest
# about: how a page looks is judged by a person (Verifier: manual), what it contains by a run
# first: standard refused, strict refused
# needs: python3
git init -q -b main
cat > build.py <<'EOF'
"""Builds the page."""
import sys

ENTRIES = [("Oats", "1.20"), ("Milk", "0.95")]


def page():
    rows = "".join(f"<li>{name}: {price}</li>" for name, price in ENTRIES)
    return f"<!doctype html><title>Prices</title><ul>{rows}</ul>\n"


if __name__ == "__main__":
    sys.stdout.write(page())
EOF
git add . && git commit -qm "page"

charter new "Prices as a table that can be read at a distance" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Page

### VAL-TABLE-001 — prices are in a table with a caption
Verifier: command

### VAL-LOOK-001 — the prices can be read from three metres
On the screen in the shop.
Verifier: manual
EOF
as_person charter agree -m "as planned"

cat > build.py <<'EOF'
"""Builds the page."""
import html
import sys

ENTRIES = [("Oats", "1.20"), ("Milk", "0.95")]
STYLE = "<style>table { font-size: 6vh } td + td { text-align: right }</style>"


def page(entries=ENTRIES):
    rows = "".join(f"<tr><td>{html.escape(name)}</td><td>{price}</td></tr>" for name, price in entries)
    return f"<!doctype html><title>Prices</title>{STYLE}<table><caption>Prices</caption>{rows}</table>\n"


if __name__ == "__main__":
    sys.stdout.write(page())
EOF
cat > test_build.py <<'EOF'
import unittest
from html.parser import HTMLParser

import build


class Cells(HTMLParser):
    def __init__(self):
        super().__init__()
        self.path, self.cells, self.caption, self.rows = [], [], None, 0

    def handle_starttag(self, tag, attrs):
        self.path.append(tag)
        self.rows += tag == "tr"

    def handle_endtag(self, tag):
        while self.path and self.path.pop() != tag:
            pass

    def handle_data(self, data):
        if self.path[-2:] == ["tr", "td"]:
            self.cells.append(data)
        if self.path[-2:] == ["table", "caption"]:
            self.caption = data


def parse(text):
    parser = Cells()
    parser.feed(text)
    return parser


class Page(unittest.TestCase):
    def test_table(self):
        page = parse(build.page())
        self.assertEqual(page.cells, ["Oats", "1.20", "Milk", "0.95"])
        self.assertEqual(page.rows, 2)
        self.assertEqual(page.caption, "Prices")

    def test_names_are_escaped(self):
        self.assertIn("<td>Fish &amp; Chips</td>", build.page([("Fish & Chips", "5")]))

    def test_large_letters(self):
        self.assertIn("font-size: 6vh", build.page())
EOF
printf '__pycache__/\n' > .gitignore
git add . && git commit -qm "table"

charter prove VAL-TABLE-001 -- python3 -m unittest -v test_build
as_person charter record VAL-LOOK-001 --pass -m "read both prices from the door, about four metres" --because "stood in the shop and looked at the screen"
