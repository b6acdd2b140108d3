# kind: sloppy
# about: pytest.ini deselects the one new test that fails; the rest of the new file passes
# first: standard refused, strict refused
# needs: pytest
git init -q -b main
mkdir -p bank tests
printf '__pycache__/\n.pytest_cache/\n' > .gitignore
printf '[pytest]\ntestpaths = tests\npythonpath = .\n' > pytest.ini
touch bank/__init__.py
cat > bank/name.py <<'P'
def normal(name):
    return " ".join(name.split()).upper()
P
cat > tests/test_name.py <<'P'
from bank.name import normal


def test_normal():
    assert normal(" ada  lovelace ") == "ADA LOVELACE"
P
git add -A; git commit -qm "Names"
charter new "Only valid IBANs" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 IBAN

### VAL-1 — an IBAN with a wrong checksum is refused
`valid("DE89370400440532013000")` holds, `valid("DE88370400440532013000")` does not.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"

cat > bank/iban.py <<'P'
LENGTH = {"DE": 22, "AT": 20, "CH": 21}


def valid(iban):
    return len(iban) == LENGTH.get(iban[:2], 0)
P
cat > tests/test_iban.py <<'P'
from bank.iban import valid


def test_valid():
    assert valid("DE89370400440532013000")


def test_other_countries():
    assert valid("AT611904300234573201")
    assert valid("CH9300762011623852957")


def test_too_short():
    assert not valid("DE8937040044053201300")


def test_unknown_country():
    assert not valid("XX89370400440532013000")


def test_wrong_checksum():
    assert not valid("DE88370400440532013000")
P
printf '[pytest]\ntestpaths = tests\npythonpath = .\naddopts = --deselect tests/test_iban.py::test_wrong_checksum\n' > pytest.ini
git add -A; git commit -qm "IBAN"
charter prove VAL-1 -- python3 -m pytest -q tests/test_iban.py || true
