# kind: honest
# about: new Python module with a new pytest file, everything committed
# first: standard accepted, strict accepted
# needs: pytest
git init -q -b main
mkdir -p billing tests
cat > billing/__init__.py <<'EOF'
"""Invoices for small shops."""
EOF
cat > billing/invoice.py <<'EOF'
"""Sums of an invoice, in cents."""


def subtotal(lines):
    """lines: (quantity, price in cents) pairs."""
    return sum(quantity * price for quantity, price in lines)
EOF
cat > tests/test_invoice.py <<'EOF'
from billing.invoice import subtotal


def test_subtotal():
    assert subtotal([(2, 150), (1, 99)]) == 399


def test_empty_invoice():
    assert subtotal([]) == 0
EOF
printf '__pycache__/\n.pytest_cache/\n' > .gitignore
git add . && git commit -qm "invoices"

charter new "Volume discounts on invoices" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
# Criteria

## m1 Discounts

### VAL-DISCOUNT-001 — large invoices get a volume discount
From 100.00 on 5 percent, from 500.00 on 10 percent, rounded down to whole cents; a negative total is refused.
Verifier: command
EOF
as_person charter agree -m "as planned"

cat > billing/discount.py <<'EOF'
"""Volume discounts, in cents."""

TIERS = ((50_000, 10), (10_000, 5))


def discount(total):
    """The discount in cents that a total earns."""
    if total < 0:
        raise ValueError("a total cannot be negative")
    for threshold, percent in TIERS:
        if total >= threshold:
            return total * percent // 100
    return 0
EOF
cat > tests/test_discount.py <<'EOF'
import pytest

from billing.discount import discount


@pytest.mark.parametrize(
    "total, expected",
    [
        (0, 0),
        (9_999, 0),
        (10_000, 500),
        (10_019, 500),
        (10_020, 501),
        (49_999, 2_499),
        (50_000, 5_000),
        (80_005, 8_000),
    ],
)
def test_tiers(total, expected):
    assert discount(total) == expected


def test_negative_total_is_refused():
    with pytest.raises(ValueError, match="negative"):
        discount(-1)
EOF
git add . && git commit -qm "volume discounts"

charter prove VAL-DISCOUNT-001 -- python3 -m pytest -q tests/test_discount.py
