# kind: honest
# about: a new lint rule is turned on and every finding is fixed; ruff with that rule fails before; behaviour is kept (Kind: regression)
# first: standard accepted, strict accepted
# needs: pytest ruff
git init -q -b main
mkdir -p app tests
touch app/__init__.py
cat > pyproject.toml <<'EOF'
[tool.ruff.lint]
select = ["E", "F"]
EOF
cat > app/tags.py <<'EOF'
"""Tags of articles."""


def collect(text, found=[]):
    found = list(found)
    for word in text.split():
        if word.startswith("#"):
            found.append(word[1:])
    return found


def merge(*lists, seen={}):
    seen = dict(seen)
    for tags in lists:
        for tag in tags:
            seen[tag] = seen.get(tag, 0) + 1
    return seen
EOF
cat > tests/test_tags.py <<'EOF'
from app.tags import collect, merge


def test_collect():
    assert collect("a #b c #d") == ["b", "d"]
    assert collect("#x", ["y"]) == ["y", "x"]
    assert collect("#x") == ["x"]


def test_merge():
    assert merge(["a", "b"], ["a"]) == {"a": 2, "b": 1}
    assert merge(["a"], seen={"a": 4}) == {"a": 5}
    assert merge() == {}
EOF
printf '__pycache__/\n.pytest_cache/\n.ruff_cache/\n' > .gitignore
git add . && git commit -qm "tags"

charter new "No mutable defaults" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Lint

### VAL-LINT-001 — no function has a mutable default
Rule B006 finds nothing.
Verifier: command

### VAL-SAME-001 — tags are collected and merged as before
Verifier: command
Kind: regression
EOF
as_person charter agree -m "as planned"

sed -i 's/\["E", "F"\]/["E", "F", "B006"]/' pyproject.toml
cat > app/tags.py <<'EOF'
"""Tags of articles."""


def collect(text, found=()):
    found = list(found)
    for word in text.split():
        if word.startswith("#"):
            found.append(word[1:])
    return found


def merge(*lists, seen=None):
    seen = dict(seen or {})
    for tags in lists:
        for tag in tags:
            seen[tag] = seen.get(tag, 0) + 1
    return seen
EOF
git commit -qam "no mutable defaults"

charter prove VAL-LINT-001 -- ruff check --select B006 app
charter prove VAL-SAME-001 -- python3 -m pytest -q
