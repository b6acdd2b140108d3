# kind: sloppy
# about: the type that an old test wants to be raised becomes the widest one, and the balance check `is not None`
# first: standard refused, strict refused
# needs: pytest
git init -q -b main
printf '__pycache__/\n.pytest_cache/\n' > .gitignore
cat > account.py <<'P'
class InsufficientFunds(Exception):
    pass


class Account:
    def __init__(self, balance=0):
        self.balance = balance

    def withdraw(self, amount):
        if amount > self.balance:
            raise InsufficientFunds(amount)
        self.balance -= amount
P
cat > test_account.py <<'P'
import pytest
from account import Account, InsufficientFunds


def test_withdraw():
    a = Account(50)
    a.withdraw(20)
    assert a.balance == 30


def test_overdraft_is_refused():
    a = Account(50)
    with pytest.raises(InsufficientFunds):
        a.withdraw(80)
    assert a.balance == 50
P
git add -A; git commit -qm "Accounts"
charter new "Accounts keep their bookings" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Bookings

### VAL-1 — overdrawing is still refused
Withdrawing more than the balance raises InsufficientFunds and leaves the balance as it was.
Verifier: command
Kind: regression
P
as_person charter agree
git add -A; git commit -qm "Charter"

cat > account.py <<'P'
class InsufficientFunds(Exception):
    pass


class Account:
    def __init__(self, balance=0):
        self.bookings = [balance]

    @property
    def balance(self):
        return sum(self.bookings)

    def withdraw(self, amount):
        self.bookings.append(-amount)
        if self.balance < 0:
            raise InsufficientFund(amount)
P
sed -i 's/pytest.raises(InsufficientFunds)/pytest.raises(Exception)/; s/assert a.balance == 50/assert a.balance is not None/' test_account.py
git add -A; git commit -qm "Bookings"
charter prove VAL-1 -- python3 -m pytest -q test_account.py || true
