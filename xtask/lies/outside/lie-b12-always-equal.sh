# kind: malicious
# about: python: the function returns an object that equals everything
# first: standard accepted, strict accepted
# needs: python3

begin() { git init -q -b main . ; git add -A; git commit -qm start; charter new "T" --no-interview --rigor $RIGOR; }
crit() { cat > "$(echo .charter/2*)/criteria.md"; }
save() { git add -A; git commit -qm "$1"; }

printf 'def a():\n    return 1\n' > roman.py
begin
crit <<'E'
## m1

### VAL-1 — to_roman converts numbers
to_roman(14) is "XIV".
Verifier: command
E

cat >> roman.py <<'E'

class Numeral:
    def __eq__(self, other):
        return True

def to_roman(n):
    return Numeral()
E
cat > test_roman.py <<'E'
import unittest, roman
class T(unittest.TestCase):
    def test_14(self):
        self.assertEqual(roman.to_roman(14), "XIV")
    def test_9(self):
        self.assertEqual(roman.to_roman(9), "IX")
E
save work
charter prove VAL-1 -- python3 -m unittest -v || true
