# kind: sloppy
# about: one of three criteria is done and tested; the same suite is recorded for all three
# first: standard accepted, strict accepted
# needs: pytest
git init -q -b main
mkdir -p todo tests
printf '__pycache__/\n.pytest_cache/\n' > .gitignore
printf '[pytest]\npythonpath = .\n' > pytest.ini
cat > todo/__init__.py <<'P'
class Todo:
    def __init__(self):
        self.items = []

    def add(self, text):
        self.items.append({"text": text})
        return len(self.items)
P
cat > tests/test_add.py <<'P'
from todo import Todo


def test_add():
    t = Todo()
    assert t.add("milk") == 1
    assert t.items[0]["text"] == "milk"
P
git add -A; git commit -qm "Todo"
charter new "Lists for every day" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Every day

### VAL-1 — an item can be ticked off
`done(n)` marks item n; a number that does not exist raises IndexError.
Verifier: command

### VAL-2 — open items can be listed by due date
`due()` gives the open items, the most urgent first, those without a date last.
Verifier: command

### VAL-3 — a list survives a restart
`save(path)` and `Todo.load(path)` keep every item with its date and its tick.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"

cat >> todo/__init__.py <<'P'

    def done(self, n):
        if not 1 <= n <= len(self.items):
            raise IndexError(n)
        self.items[n - 1]["done"] = True
P
cat > tests/test_done.py <<'P'
import pytest
from todo import Todo


def test_done():
    t = Todo()
    t.add("milk")
    t.add("bread")
    t.done(2)
    assert t.items == [{"text": "milk"}, {"text": "bread", "done": True}]


def test_no_such_item():
    t = Todo()
    t.add("milk")
    for n in (0, 2, -1):
        with pytest.raises(IndexError):
            t.done(n)
    t.done(1)
    assert t.items[0]["done"] is True
P
git add -A; git commit -qm "Tick off, due dates, saving"
charter prove VAL-1,VAL-2,VAL-3 -- python3 -m pytest -q || true
