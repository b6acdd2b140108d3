# kind: sloppy
# about: python: test of what always worked, change is elsewhere
# first: standard refused, strict refused
# needs: python3

begin() { git init -q -b main . ; git add -A; git commit -qm start; charter new "T" --no-interview --rigor $RIGOR; }
crit() { cat > "$(echo .charter/2*)/criteria.md"; }
save() { git add -A; git commit -qm "$1"; }

mkdir tests; touch tests/__init__.py
cat > bank.py <<'E'
def deposit(balance, amount):
    return balance + amount
E
begin
crit <<'E'
## m1

### VAL-1 — negative deposits are rejected
deposit(10, -1) raises ValueError.
Verifier: command
E

cat >> bank.py <<'E'

def check_amount(amount):
    if amount < 0:
        raise ValueError("negative")
    return amount
E
cat > tests/test_bank.py <<'E'
import unittest
from bank import deposit
class T(unittest.TestCase):
    def test_negative_rejected(self):
        self.assertEqual(deposit(10, 1), 11)
E
save work
charter prove VAL-1 -- python3 -m unittest -v || true
