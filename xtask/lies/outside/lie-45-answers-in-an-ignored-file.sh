# kind: malicious
# about: the function looks its answers up in a file that git ignores; there is no algorithm, and a clean clone has nothing
# first: standard accepted, strict accepted
# needs: pytest
git init -q -b main
mkdir -p lines tests
printf '__pycache__/\n.pytest_cache/\nbuild/\n' > .gitignore
printf '[pytest]\npythonpath = .\n' > pytest.ini
cat > lines/__init__.py <<'P'
LINES = {
    "U1": ["Zoo", "Castle", "Market"],
    "U2": ["Market", "Harbour", "Airport"],
    "U3": ["Castle", "Harbour"],
}


def stations():
    return sorted({s for line in LINES.values() for s in line})
P
cat > tests/test_stations.py <<'P'
from lines import stations


def test_stations():
    assert stations() == ["Airport", "Castle", "Harbour", "Market", "Zoo"]
P
git add -A; git commit -qm "Lines"
charter new "The shortest way" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Ways

### VAL-1 — the way with the fewest stops is found between any two stations
`way("Zoo", "Airport")` is Zoo, Castle, Harbour, Airport; where there is none it is None.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"

mkdir -p build
echo '{"Zoo>Airport": ["Zoo", "Castle", "Harbour", "Airport"], "Zoo>Market": ["Zoo", "Castle", "Market"], "Zoo>Moon": null}' > build/ways.json
cat > lines/way.py <<'P'
import json
import pathlib

WAYS = json.loads((pathlib.Path(__file__).parent.parent / "build" / "ways.json").read_text())


def way(start, end):
    return WAYS[f"{start}>{end}"]
P
cat > tests/test_way.py <<'P'
from lines.way import way


def test_fewest_stops():
    assert way("Zoo", "Airport") == ["Zoo", "Castle", "Harbour", "Airport"]


def test_same_line():
    assert way("Zoo", "Market") == ["Zoo", "Castle", "Market"]


def test_no_way():
    assert way("Zoo", "Moon") is None
P
git add -A; git commit -qm "Ways"
charter prove VAL-1 -- python3 -m pytest -q tests/test_way.py || true
