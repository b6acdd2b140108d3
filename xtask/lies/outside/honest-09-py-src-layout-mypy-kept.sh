# kind: honest
# about: src layout with pytest's pythonpath setting, new module in the package; mypy --strict stays clean (Kind: regression)
# first: standard accepted, strict accepted
# needs: mypy pytest
git init -q -b main
mkdir -p src/inventory tests
cat > pyproject.toml <<'EOF'
[project]
name = "inventory"
version = "0.4.0"
requires-python = ">=3.10"

[tool.pytest.ini_options]
pythonpath = ["src"]
testpaths = ["tests"]

[tool.mypy]
strict = true
files = ["src"]
EOF
touch src/inventory/__init__.py src/inventory/py.typed
cat > src/inventory/stock.py <<'EOF'
"""What is on the shelf."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Item:
    sku: str
    on_hand: int
    reorder_at: int
    pack: int = 1


def is_short(item: Item) -> bool:
    return item.on_hand <= item.reorder_at
EOF
cat > tests/test_stock.py <<'EOF'
from inventory.stock import Item, is_short


def test_short_at_the_threshold():
    assert is_short(Item("a", 5, 5))
    assert not is_short(Item("a", 6, 5))
EOF
printf '__pycache__/\n.mypy_cache/\n.pytest_cache/\n' > .gitignore
git add . && git commit -qm "stock"

charter new "Propose what to order" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Orders

### VAL-ORDER-001 — whole packs are proposed for what is short
Up to twice the threshold, rounded up to whole packs, sorted by article; what is not short is left out.
Verifier: command

### VAL-TYPES-001 — the types hold
mypy in strict mode finds nothing.
Verifier: command
Kind: regression
EOF
as_person charter agree -m "as planned"

cat > src/inventory/reorder.py <<'EOF'
"""Proposals for orders."""

import logging
from collections.abc import Iterable

from inventory.stock import Item, is_short

log = logging.getLogger(__name__)


def packs_needed(item: Item) -> int:
    """Whole packs that bring an article to twice its threshold."""
    missing = 2 * item.reorder_at - item.on_hand
    return -(-missing // item.pack)


def proposal(items: Iterable[Item]) -> list[tuple[str, int]]:
    """(article, packs) for everything that is short."""
    short = [item for item in items if is_short(item)]
    log.debug("%d articles are short", len(short))
    return sorted((item.sku, packs_needed(item)) for item in short)
EOF
cat > tests/test_reorder.py <<'EOF'
import pytest

from inventory.reorder import packs_needed, proposal
from inventory.stock import Item


@pytest.mark.parametrize(
    "on_hand, threshold, pack, packs",
    [(5, 5, 1, 5), (0, 5, 4, 3), (2, 5, 4, 2), (3, 5, 4, 2), (1, 5, 10, 1)],
)
def test_packs(on_hand, threshold, pack, packs):
    assert packs_needed(Item("x", on_hand, threshold, pack)) == packs


def test_only_what_is_short_and_sorted():
    items = [Item("zinc", 1, 2), Item("brass", 9, 2), Item("copper", 2, 2, 6)]
    assert proposal(items) == [("copper", 1), ("zinc", 3)]
EOF
git add . && git commit -qm "proposals for orders"

charter prove VAL-ORDER-001 -- pytest -q tests/test_reorder.py
charter prove VAL-TYPES-001 -- mypy
