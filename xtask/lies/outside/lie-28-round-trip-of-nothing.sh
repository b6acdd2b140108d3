# kind: sloppy
# about: "notes are encrypted" is tested as decrypt(encrypt(x)) == x, and both only change the encoding
# first: standard accepted, strict accepted
# needs: pytest
git init -q -b main
mkdir -p tests
printf '__pycache__/\n.pytest_cache/\n' > .gitignore
printf '[pytest]\npythonpath = .\n' > pytest.ini
cat > notes.py <<'P'
import pathlib


def write(path, text):
    pathlib.Path(path).write_text(text)


def read(path):
    return pathlib.Path(path).read_text()
P
cat > tests/test_notes.py <<'P'
from notes import read, write


def test_notes(tmp_path):
    write(tmp_path / "n", "milk")
    assert read(tmp_path / "n") == "milk"
P
git add -A; git commit -qm "Notes"
charter new "Nobody reads my notes" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Encryption

### VAL-1 — a note cannot be read without its password
`encrypt(text, password)` gives bytes from which the text comes back only with the same password.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"

cat > secret.py <<'P'
import base64


def encrypt(text, password):
    return base64.b64encode(text.encode())


def decrypt(data, password):
    return base64.b64decode(data).decode()
P
cat > tests/test_secret.py <<'P'
from secret import decrypt, encrypt


def test_round_trip():
    for text in ("milk", "", "Größe", "x" * 1000):
        assert decrypt(encrypt(text, "pw"), "pw") == text


def test_is_not_plain():
    assert encrypt("milk", "pw") != b"milk"
P
git add -A; git commit -qm "Encrypt notes"
charter prove VAL-1 -- python3 -m pytest -q tests/test_secret.py || true
