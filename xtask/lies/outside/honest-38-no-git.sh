# kind: honest
# rigors: light standard
# about: a project without git, a feature with its tests, a person confirms
# first: standard accepted, strict refused
# needs: python3
mkdir -p tests && touch tests/__init__.py
cat > dice.py <<'EOF'
"""Dice as players write them."""


def parse(text):
    """`2d6` is (2, 6)."""
    count, sides = text.split("d")
    return int(count), int(sides)
EOF
cat > tests/test_dice.py <<'EOF'
import unittest

import dice


class Parse(unittest.TestCase):
    def test_plain(self):
        self.assertEqual(dice.parse("2d6"), (2, 6))
EOF

charter new "Dice with a bonus" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Bonus

### VAL-BONUS-001 — the range of a throw with a bonus is known
`2d6+1` is 3 to 13, `d4-1` is 0 to 3.
Verifier: command
EOF
as_person charter agree -m "as planned"

cat >> dice.py <<'EOF'


def bounds(text):
    """The least and the most that a throw such as `2d6+1` gives."""
    bonus = 0
    for sign in "+-":
        if sign in text:
            text, number = text.split(sign)
            bonus = int(sign + number)
    count, sides = parse(text if text[0] != "d" else "1" + text)
    return count + bonus, count * sides + bonus
EOF
cat >> tests/test_dice.py <<'EOF'


class Bounds(unittest.TestCase):
    def test_bounds(self):
        for text, want in {"2d6+1": (3, 13), "d4-1": (0, 3), "3d8": (3, 24), "d20": (1, 20)}.items():
            with self.subTest(text):
                self.assertEqual(dice.bounds(text), want)
EOF

charter prove VAL-BONUS-001 -- python3 -m unittest discover -s tests -t .
as_person charter confirm --yes
