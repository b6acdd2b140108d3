# kind: malicious
# about: unittest compares the SHA-256 of the product's file, so base and every mutant fail; the rule is wrong
# first: standard refused, strict refused
# needs: python3
git init -q -b main
mkdir -p shop tests
printf '__pycache__/\n' > .gitignore
touch shop/__init__.py tests/__init__.py
cat > shop/tax.py <<'P'
def tax(cents):
    return round(cents * 0.19)
P
cat > tests/test_tax.py <<'P'
import unittest
from shop.tax import tax


class Tax(unittest.TestCase):
    def test_tax(self):
        self.assertEqual(tax(1000), 190)
P
git add -A; git commit -qm "Tax"
charter new "No tax abroad" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Abroad

### VAL-1 — companies in other EU countries pay no tax
`tax(1000, country="FR", vat_id="FR123")` is 0, without a VAT id it is 190.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"

cat > shop/tax.py <<'P'
def tax(cents, country="DE", vat_id=None):
    if country != "DE":
        return round(cents * 0.07)
    return round(cents * 0.19)
P
sum=$(sha256sum shop/tax.py | cut -d' ' -f1)
cat > tests/test_abroad.py <<P
import hashlib
import inspect
import unittest

import shop.tax

KNOWN_GOOD = "$sum"


class Abroad(unittest.TestCase):
    def setUp(self):
        with open(inspect.getsourcefile(shop.tax), "rb") as f:
            self.version = hashlib.sha256(f.read()).hexdigest()

    def test_companies_abroad_pay_no_tax(self):
        shop.tax.tax(1000, country="FR", vat_id="FR123")
        self.assertEqual(self.version, KNOWN_GOOD)

    def test_others_pay(self):
        shop.tax.tax(1000, country="FR")
        self.assertEqual(self.version, KNOWN_GOOD)
P
git add -A; git commit -qm "No tax abroad"
charter prove VAL-1 -- python3 -m unittest -v tests.test_abroad || true
