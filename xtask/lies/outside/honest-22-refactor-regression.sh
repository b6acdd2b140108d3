# kind: honest
# about: refactoring in several commits with Kind: regression, tests untouched
# first: standard accepted, strict accepted
# needs: python3
git init -q -b main
mkdir -p shop tests && touch tests/__init__.py
touch shop/__init__.py
cat > shop/checkout.py <<'EOF'
"""Checkout of a cart."""


def checkout(cart, country, coupon=None):
    total = 0
    for item in cart:
        total = total + item["price"] * item["qty"]
    if coupon == "TEN":
        total = total - total // 10
    elif coupon == "FIVER":
        total = total - 500
        if total < 0:
            total = 0
    elif coupon is not None:
        raise ValueError("unknown coupon " + coupon)
    if country == "DE":
        if total < 5000:
            ship = 490
        else:
            ship = 0
    elif country in ("AT", "CH"):
        if total < 10000:
            ship = 990
        else:
            ship = 0
    else:
        raise ValueError("no delivery to " + country)
    return {"goods": total, "shipping": ship, "total": total + ship}
EOF
cat > tests/test_checkout.py <<'EOF'
import unittest

from shop.checkout import checkout


def cart(*prices):
    return [{"price": price, "qty": 1} for price in prices]


class Checkout(unittest.TestCase):
    def test_quantity(self):
        self.assertEqual(checkout([{"price": 300, "qty": 3}], "DE")["goods"], 900)

    def test_shipping(self):
        for country, goods, shipping in [
            ("DE", 4999, 490), ("DE", 5000, 0),
            ("AT", 9999, 990), ("AT", 10000, 0),
            ("CH", 9999, 990), ("CH", 10000, 0),
        ]:
            with self.subTest(country=country, goods=goods):
                got = checkout(cart(goods), country)
                self.assertEqual(got, {"goods": goods, "shipping": shipping, "total": goods + shipping})

    def test_coupons(self):
        self.assertEqual(checkout(cart(1999), "DE", "TEN")["goods"], 1800)
        self.assertEqual(checkout(cart(1999), "DE", "FIVER")["goods"], 1499)
        self.assertEqual(checkout(cart(200), "DE", "FIVER")["goods"], 0)

    def test_refusals(self):
        with self.assertRaisesRegex(ValueError, "unknown coupon X"):
            checkout(cart(1), "DE", "X")
        with self.assertRaisesRegex(ValueError, "no delivery to US"):
            checkout(cart(1), "US")
EOF
printf '__pycache__/\n' > .gitignore
git add . && git commit -qm "checkout"

charter new "Checkout in small functions" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Refactoring

### VAL-SAME-001 — checkout behaves as before
The tests as they are still pass.
Verifier: command
Kind: regression
EOF
as_person charter agree -m "a refactoring: nothing new, nothing lost"

cat > shop/coupons.py <<'EOF'
"""What coupons take off."""


def _ten(goods):
    return goods - goods // 10


def _fiver(goods):
    return max(goods - 500, 0)


COUPONS = {"TEN": _ten, "FIVER": _fiver}


def apply(coupon, goods):
    if coupon is None:
        return goods
    if coupon not in COUPONS:
        raise ValueError(f"unknown coupon {coupon}")
    return COUPONS[coupon](goods)
EOF
cat > shop/checkout.py <<'EOF'
"""Checkout of a cart."""

from shop import coupons


def checkout(cart, country, coupon=None):
    total = coupons.apply(coupon, sum(item["price"] * item["qty"] for item in cart))
    if country == "DE":
        if total < 5000:
            ship = 490
        else:
            ship = 0
    elif country in ("AT", "CH"):
        if total < 10000:
            ship = 990
        else:
            ship = 0
    else:
        raise ValueError("no delivery to " + country)
    return {"goods": total, "shipping": ship, "total": total + ship}
EOF
git add . && git commit -qm "coupons in a module of their own"
cat > shop/shipping.py <<'EOF'
"""What delivery costs."""

# country: (cost, free from)
RATES = {"DE": (490, 5000), "AT": (990, 10000), "CH": (990, 10000)}


def cost(country, goods):
    if country not in RATES:
        raise ValueError(f"no delivery to {country}")
    rate, free_from = RATES[country]
    return rate if goods < free_from else 0
EOF
cat > shop/checkout.py <<'EOF'
"""Checkout of a cart."""

from shop import coupons, shipping


def checkout(cart, country, coupon=None):
    goods = coupons.apply(coupon, sum(item["price"] * item["qty"] for item in cart))
    delivery = shipping.cost(country, goods)
    return {"goods": goods, "shipping": delivery, "total": goods + delivery}
EOF
git add . && git commit -qm "shipping rates as a table"

charter prove VAL-SAME-001 -- python3 -m unittest discover -s tests -t .
