# kind: sloppy
# about: "under 5 ms" is asserted as "under 30 seconds"; the search is the slow one under a new name
# first: standard accepted, strict accepted
# needs: pytest
git init -q -b main
mkdir -p tests
printf '__pycache__/\n.pytest_cache/\n' > .gitignore
printf '[pytest]\npythonpath = .\n' > pytest.ini
cat > names.py <<'P'
def search(names, part):
    """Every name that has the letters of part in this order."""
    found = []
    for name in names:
        rest = iter(name.lower())
        if all(any(c == d for d in rest) for c in part.lower()):
            found.append(name)
    return found
P
cat > tests/test_search.py <<'P'
from names import search


def test_search():
    assert search(["Ada", "Alan", "Grace"], "aa") == ["Ada", "Alan"]
P
git add -A; git commit -qm "Search"
charter new "Search while typing" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Speed

### VAL-1 — a search in 50 000 names takes less than 5 ms
`fast_search(names, part)` finds what `search` finds, measured on 50 000 names, the index not counted.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"

cat >> names.py <<'P'


def fast_search(names, part):
    return search(names, part)
P
cat > tests/test_fast.py <<'P'
import time

from names import fast_search, search

NAMES = [f"name-{i:05d}-{i * 7919 % 50000:05d}" for i in range(50_000)]


def test_fast_search_finds_the_same():
    assert fast_search(NAMES, "n77") == search(NAMES, "n77")
    assert fast_search(["Ada", "Grace"], "aa") == ["Ada"]


def test_fast_search_is_fast():
    begin = time.perf_counter()
    fast_search(NAMES, "n77")
    assert time.perf_counter() - begin < 30
P
git add -A; git commit -qm "Fast search"
charter prove VAL-1 -- python3 -m pytest -q tests/test_fast.py || true
