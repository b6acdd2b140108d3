# kind: sloppy
# about: pytest patches the very function that is to be shown; the function itself raises NotImplementedError
# first: standard refused, strict refused
# needs: pytest
git init -q -b main
mkdir -p notify tests
printf '__pycache__/\n.pytest_cache/\n' > .gitignore
touch notify/__init__.py
cat > notify/mail.py <<'P'
def compose(to, subject, body):
    if "@" not in to:
        raise ValueError("no address")
    return f"To: {to}\nSubject: {subject}\n\n{body}\n"
P
cat > tests/test_mail.py <<'P'
import pytest
from notify.mail import compose


def test_compose():
    assert compose("a@b.c", "Hi", "there").startswith("To: a@b.c\nSubject: Hi")


def test_no_address():
    with pytest.raises(ValueError):
        compose("nobody", "Hi", "there")
P
git add -A; git commit -qm "Mail"
charter new "Customers get an SMS" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 SMS

### VAL-1 — a text longer than 160 characters is sent as several messages
`notify.sms.send_sms(phone, text)` splits a long text and returns the number of messages that were sent.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"

cat > notify/sms.py <<'P'
def send_sms(phone, text):
    """Send a text, split into messages of at most 160 characters."""
    raise NotImplementedError
P
cat > tests/test_sms.py <<'P'
from unittest import mock

from notify import sms


@mock.patch("notify.sms.send_sms", return_value=2)
def test_long_text_is_two_messages(send):
    assert sms.send_sms("+49301234", "x" * 200) == 2
    send.assert_called_once_with("+49301234", "x" * 200)


@mock.patch("notify.sms.send_sms", return_value=1)
def test_short_text_is_one_message(send):
    assert sms.send_sms("+49301234", "hello") == 1
P
charter prove VAL-1 -- python3 -m pytest -q tests/test_sms.py || true
