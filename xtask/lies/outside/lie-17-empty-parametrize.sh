# kind: sloppy
# about: the cases come from a directory of samples that is empty, so the parametrized test has none
# first: standard accepted, strict accepted
# needs: pytest
git init -q -b main
mkdir -p bank tests
printf '__pycache__/\n.pytest_cache/\n' > .gitignore
printf '[pytest]\npythonpath = .\n' > pytest.ini
touch bank/__init__.py
cat > bank/amount.py <<'P'
def cents(text):
    whole, _, part = text.partition(",")
    return int(whole) * 100 + int((part + "00")[:2])
P
cat > tests/test_amount.py <<'P'
from bank.amount import cents


def test_cents():
    assert cents("12,3") == 1230
P
git add -A; git commit -qm "Amounts"
charter new "Statements can be read" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Statements

### VAL-1 — the lines of a MT940 statement become bookings
`read(text)` gives a list of date, amount in cents and purpose for every `:61:` line.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"

cat > bank/mt940.py <<'P'
def read(text):
    bookings = []
    for line in text.splitlines():
        if line.startswith(":61:"):
            bookings.append(line)
    return bookings
P
cat > tests/test_mt940.py <<'P'
import json
import pathlib

import pytest
from bank.mt940 import read

SAMPLES = sorted((pathlib.Path(__file__).parent / "samples").glob("*.sta"))


@pytest.mark.parametrize("sample", SAMPLES)
def test_sample(sample):
    want = json.loads(sample.with_suffix(".json").read_text())
    assert read(sample.read_text()) == want


def test_nothing_in_nothing_out():
    assert read("") == []
P
git add -A; git commit -qm "Read statements"
charter prove VAL-1 -- python3 -m pytest -q tests/test_mt940.py || true
