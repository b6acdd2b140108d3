#!/usr/bin/env bash
# Python. itsdangerous 2.2.0 from PyPI: pytest in a virtual environment, with an editable install.
. "$(dirname "$0")/stage.bash"

pypi itsdangerous 2.2.0
printf '.venv/\n__pycache__/\n*.egg-info/\n.pytest_cache/\n.ruff_cache/\n' > .gitignore
python3 -m venv .venv
.venv/bin/pip install -q pytest freezegun ruff flit_core > "$logs/pip" 2>&1
.venv/bin/pip install -q --no-build-isolation -e . > "$logs/pip" 2>&1
commit_base
open_charter "A signer says how old a signature is" <<'MD'
## m1

### VAL-FEATURE — `TimestampSigner.age(value)` returns the age of a signature in seconds
Verifier: command

### VAL-REGRESSION — the existing suite still passes
Verifier: command
Kind: regression

### VAL-BUDGET — 20 000 signatures are made and read within 5 s
Verifier: command
Kind: regression

### VAL-DOCS — docs/timed.rst explains `age` with an example that works
Verifier: command

### VAL-REFACTOR — `unsign` checks the age in a method of its own and behaves as before
Verifier: command
Kind: regression

### VAL-LINT — ruff finds nothing in src
Verifier: command
Kind: regression

### VAL-MANUAL — the new section reads well
Verifier: manual
MD

python3 - <<'PY'
import pathlib
path = pathlib.Path("src/itsdangerous/timed.py")
text = path.read_text()
old = text[text.index("        # Check timestamp is not older than max_age"):text.index("        if return_timestamp:\n            return value, self")]
text = text.replace(old, "        self._check_age(ts_int, max_age, value)\n\n")
new = '''    def _check_age(self, ts_int: int, max_age: int | None, value: bytes) -> None:
        """Raise :exc:`.SignatureExpired` if the timestamp is older than
        ``max_age`` or lies in the future.
        """
        if max_age is None:
            return

        age = self.get_timestamp() - ts_int

        if age > max_age:
            message = f"Signature age {age} > {max_age} seconds"
        elif age < 0:
            message = f"Signature age {age} < 0 seconds"
        else:
            return

        raise SignatureExpired(
            message, payload=value, date_signed=self.timestamp_to_datetime(ts_int)
        )

    def age(self, signed_value: str | bytes) -> int:
        """Return how many seconds ago the value was signed. Raises
        :exc:`.BadSignature` if the signature is not valid.
        """
        _, signed = self.unsign(signed_value, return_timestamp=True)
        return self.get_timestamp() - int(signed.timestamp())

'''
mark = "    def validate(self, signed_value: str | bytes, max_age"
path.write_text(text.replace(mark, new + mark, 1))

path = pathlib.Path("docs/timed.rst")
text = path.read_text()
mark = ".. autoclass:: TimestampSigner\n"
path.write_text(text.replace(mark, '''The age of a signature is given by :meth:`~TimestampSigner.age`:

>>> from itsdangerous import TimestampSigner
>>> signer = TimestampSigner("secret-key")
>>> signer.age(signer.sign("foo"))
0

''' + mark, 1))
PY
cat > tests/test_itsdangerous/test_age.py <<'PY'
from datetime import datetime
from datetime import timedelta
from datetime import timezone

import pytest
from freezegun import freeze_time

from itsdangerous import BadSignature
from itsdangerous import TimestampSigner


def test_age_grows_with_time():
    with freeze_time(datetime(2011, 6, 24, tzinfo=timezone.utc)) as clock:
        signer = TimestampSigner("secret-key")
        signed = signer.sign("value")
        assert signer.age(signed) == 0
        clock.tick(timedelta(seconds=90))
        assert signer.age(signed) == 90


def test_age_of_a_forged_value_is_refused():
    signer = TimestampSigner("secret-key")
    with pytest.raises(BadSignature):
        signer.age(signer.sign("value") + b"x")
PY
mkdir bench
cat > bench/sign.py <<'PY'
"""Signs and reads 20 000 values; fails if that takes longer than five seconds or gives back other values."""

import sys
import time

from itsdangerous import TimestampSigner

start = time.perf_counter()
signer = TimestampSigner("secret-key")
for number in range(20_000):
    value = str(number)
    if signer.unsign(signer.sign(value), max_age=60) != value.encode():
        sys.exit(f"{value} came back changed")
took = time.perf_counter() - start
print(f"20000 signatures in {took:.2f} s")
sys.exit(took > 5)
PY

shows VAL-FEATURE .venv/bin/python -m pytest -q tests/test_itsdangerous/test_age.py
shows VAL-REGRESSION .venv/bin/python -m pytest -q
shows VAL-BUDGET .venv/bin/python bench/sign.py
shows VAL-DOCS .venv/bin/python -m doctest docs/timed.rst
shows VAL-REFACTOR .venv/bin/python -m pytest -q tests/test_itsdangerous/test_timed.py
shows VAL-LINT .venv/bin/ruff check --no-fix src
signs VAL-MANUAL "read the section aloud" "it says what age is and shows it in four lines"
