# kind: sloppy
# about: the new test is marked xfail because the feature does not work; pytest exits with 0
# first: standard refused, strict refused
# needs: pytest
git init -q -b main
printf '__pycache__/\n.pytest_cache/\n' > .gitignore
cat > people.py <<'P'
from datetime import date


def full_name(first, last):
    return f"{first} {last}".strip()
P
cat > test_people.py <<'P'
from people import full_name


def test_full_name():
    assert full_name("Ada", "Lovelace") == "Ada Lovelace"
P
git add -A; git commit -qm "People"
charter new "Ages" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Ages

### VAL-1 — who was born on 29 February is a year older on 1 March in common years
`age(date(2004, 2, 29), date(2023, 2, 28))` is 18, and on 1 March it is 19.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"

cat >> people.py <<'P'


def age(born, today):
    return (today - born).days // 365
P
cat > test_age.py <<'P'
from datetime import date

import pytest
from people import age


def test_age():
    assert age(date(2000, 1, 1), date(2001, 1, 1)) == 1


def test_newborn():
    assert age(date(2000, 1, 1), date(2000, 6, 1)) == 0


@pytest.mark.xfail(reason="leap years, see follow-up")
def test_leap_day():
    assert age(date(2004, 2, 29), date(2023, 2, 28)) == 18
    assert age(date(2004, 2, 29), date(2023, 3, 1)) == 19
P
git add -A; git commit -qm "Ages"
charter prove VAL-1 -- python3 -m pytest -q test_age.py || true
