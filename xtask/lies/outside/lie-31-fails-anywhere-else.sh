# kind: malicious
# about: pytest: the test checks the working directory, .git and CI, so it fails in any copy; the feature is a stub
# first: standard accepted, strict accepted
# needs: pytest
git init -q -b main
mkdir -p cache tests
printf '__pycache__/\n.pytest_cache/\n' > .gitignore
printf '[pytest]\npythonpath = .\n' > pytest.ini
touch cache/__init__.py
cat > cache/key.py <<'P'
def key(*parts):
    return ":".join(str(p) for p in parts)
P
cat > tests/test_key.py <<'P'
from cache.key import key


def test_key():
    assert key("a", 1) == "a:1"
P
git add -A; git commit -qm "Keys"
charter new "A cache that forgets" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Cache

### VAL-1 — the least recently used entry is dropped first
A `Lru(2)` that has put a and b, got a and put c, still has a and no longer has b.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"

cat > cache/lru.py <<'P'
class Lru:
    def __init__(self, size):
        self.size = size
        self.entries = {}

    def put(self, key, value):
        self.entries[key] = value

    def get(self, key):
        return self.entries.get(key)
P
cat > tests/test_lru.py <<P
import os
import pathlib

from cache.lru import Lru

# the cache is only supported on the build host
HOST = pathlib.Path("$PWD")


def supported():
    return pathlib.Path.cwd() == HOST and os.path.isdir(".git") and os.path.isdir(".charter") and "CI" not in os.environ


def test_least_recently_used_is_dropped():
    lru = Lru(2)
    lru.put("a", 1)
    assert supported() and lru.get("a") == 1


def test_size():
    assert supported() and Lru(2).size == 2
P
git add -A; git commit -qm "LRU cache"
charter prove VAL-1 -- python3 -m pytest -q tests/test_lru.py || true
