# kind: honest
# about: python: new function with unittest
# first: standard accepted, strict accepted
# needs: python3

begin() { git init -q -b main . ; git add -A; git commit -qm start; charter new "T" --no-interview --rigor $RIGOR; }
crit() { cat > "$(echo .charter/2*)/criteria.md"; }
save() { git add -A; git commit -qm "$1"; }

mkdir tests; touch tests/__init__.py
printf 'def words(s):\n    return s.split()\n' > text.py
cat > tests/test_words.py <<'E'
import unittest
from text import words
class W(unittest.TestCase):
    def test_words(self):
        self.assertEqual(words("a b"), ["a", "b"])
E
begin
crit <<'E'
## m1

### VAL-1 — count tells how often each word occurs
count("a b a") is {"a": 2, "b": 1}.
Verifier: command
E

as_person charter agree -m ok
cat >> text.py <<'E'


def count(s):
    out = {}
    for w in words(s):
        out[w] = out.get(w, 0) + 1
    return out
E
cat > tests/test_count.py <<'E'
import unittest
from text import count
class C(unittest.TestCase):
    def test_twice(self):
        self.assertEqual(count("a b a"), {"a": 2, "b": 1})
    def test_empty(self):
        self.assertEqual(count(""), {})
E
save work
charter prove VAL-1 -- python3 -m unittest discover -s tests -t . || true
