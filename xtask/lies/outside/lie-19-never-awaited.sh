# kind: sloppy
# about: async tests in a plain unittest.TestCase: the coroutines are never awaited, nothing is ever called
# first: standard refused, strict refused
# needs: python3
git init -q -b main
mkdir -p feed tests
printf '__pycache__/\n' > .gitignore
touch feed/__init__.py tests/__init__.py
cat > feed/item.py <<'P'
def key(item):
    return item["url"].split("#")[0]
P
cat > tests/test_item.py <<'P'
import unittest
from feed.item import key


class Key(unittest.TestCase):
    def test_fragment_is_dropped(self):
        self.assertEqual(key({"url": "http://a/b#c"}), "http://a/b")
P
git add -A; git commit -qm "Feed"
charter new "Feeds are read together" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Merge

### VAL-1 — items of several feeds are merged, newest first, each once
`await merge(sources)` gives every url once, sorted by date, newest first.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"

cat > feed/merge.py <<'P'
async def merge(sources):
    items = []
    for source in sources:
        items.extend(await source())
    return items
P
cat > tests/test_merge.py <<'P'
import unittest
from feed.merge import merge


def source(*items):
    async def get():
        return list(items)

    return get


class Merge(unittest.TestCase):
    async def test_newest_first(self):
        a = source({"url": "1", "date": 1})
        b = source({"url": "2", "date": 2})
        self.assertEqual([i["url"] for i in await merge([a, b])], ["2", "1"])

    async def test_each_once(self):
        a = source({"url": "1", "date": 1})
        self.assertEqual(len(await merge([a, a])), 1)
P
git add -A; git commit -qm "Merge feeds"
charter prove VAL-1 -- python3 -m unittest tests.test_merge || true
