# kind: honest
# about: monorepo, run in a subdirectory, conftest with sys.path, tests that write a database into an ignored directory
# first: standard accepted, strict accepted
# needs: make pytest
git init -q -b main
mkdir -p services/api/app services/api/tests services/web libs
cat > services/api/conftest.py <<'EOF'
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
EOF
touch services/api/app/__init__.py
cat > services/api/app/store.py <<'EOF'
"""Notes in SQLite."""

import sqlite3


class Store:
    def __init__(self, path):
        self.db = sqlite3.connect(path)
        self.db.execute("create table if not exists notes (id integer primary key, text text not null)")

    def add(self, text):
        with self.db:
            return self.db.execute("insert into notes (text) values (?)", (text,)).lastrowid

    def all(self):
        return [row[0] for row in self.db.execute("select text from notes order by id")]
EOF
cat > services/api/tests/test_store.py <<'EOF'
import pathlib

import pytest

from app.store import Store

VAR = pathlib.Path(__file__).parents[1] / "var"


@pytest.fixture
def store():
    path = VAR / "test.sqlite"
    path.unlink(missing_ok=True)
    return Store(path)


def test_add(store):
    store.add("tea")
    assert store.all() == ["tea"]
EOF
cat > services/api/Makefile <<'EOF'
setup:
	mkdir -p var
EOF
printf 'console.log("web");\n' > services/web/index.js
printf '__pycache__/\n.pytest_cache/\nvar/\n' > .gitignore
git add . && git commit -qm "api and web"
make -s -C services/api setup

charter new "Notes can be searched" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Search

### VAL-SEARCH-001 — notes are found by a part of their text
Case does not matter, `%` and `_` are ordinary characters, the newest comes first.
Verifier: command
Watches: services/api/**
EOF
as_person charter agree -m "as planned"

cat >> services/api/app/store.py <<'EOF'

    def search(self, part):
        """Notes that contain `part`, the newest first."""
        escaped = part.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        rows = self.db.execute(
            "select text from notes where text like ? escape '\\' order by id desc",
            (f"%{escaped}%",),
        )
        return [row[0] for row in rows]
EOF
cat >> services/api/tests/test_store.py <<'EOF'


def test_search_newest_first_whatever_the_case(store):
    for text in ("Tea at four", "coffee", "more tea"):
        store.add(text)
    assert store.search("TEA") == ["more tea", "Tea at four"]
    assert store.search("milk") == []


def test_search_takes_wildcards_literally(store):
    for text in ("100 %", "100 x", "a_b", "axb", "c\\d"):
        store.add(text)
    assert store.search("0 %") == ["100 %"]
    assert store.search("a_b") == ["a_b"]
    assert store.search("c\\d") == ["c\\d"]
EOF

cd services/api && charter prove VAL-SEARCH-001 -- python3 -m pytest -q
