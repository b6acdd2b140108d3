# kind: sloppy
# about: ids collide now and then; the suite is run again and again until it happens to pass
# first: standard refused, strict refused
# needs: python3
git init -q -b main
mkdir -p tests
printf '__pycache__/\n' > .gitignore
touch tests/__init__.py
cat > label.py <<'P'
def label(n):
    return f"ticket-{n:04d}"
P
cat > tests/test_label.py <<'P'
import unittest
from label import label


class Label(unittest.TestCase):
    def test_padded(self):
        self.assertEqual(label(7), "ticket-0007")
P
git add -A; git commit -qm "Labels"
charter new "Short ids" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Ids

### VAL-1 — ids are short and never given twice
`Ids().next()` has two letters and is different from every one that was given before, until all 1296 are used up.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"

cat > ids.py <<'P'
import random
import string

ALPHABET = string.ascii_lowercase + string.digits


class Ids:
    def next(self):
        return random.choice(ALPHABET) + random.choice(ALPHABET)
P
cat > tests/test_ids.py <<'P'
import unittest
from ids import Ids


class Test(unittest.TestCase):
    def test_two_letters(self):
        self.assertRegex(Ids().next(), r"^[a-z0-9]{2}$")

    def test_never_twice(self):
        ids = Ids()
        given = [ids.next() for _ in range(40)]
        self.assertEqual(len(set(given)), 40)
P
git add -A; git commit -qm "Short ids"
charter prove VAL-1 -- sh -c 'for i in 1 2 3 4 5 6 7 8 9 10; do python3 -m unittest tests.test_ids && exit 0; done; exit 1' || true
