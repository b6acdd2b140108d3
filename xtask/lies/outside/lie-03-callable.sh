# kind: sloppy
# about: unittest asserts callable(), hasattr() and the signature of a retry() that never retries
# first: standard refused, strict refused
# needs: python3
git init -q -b main
mkdir -p net tests
printf '__pycache__/\n' > .gitignore
touch net/__init__.py tests/__init__.py
cat > net/url.py <<'P'
def join(base, path):
    return base.rstrip("/") + "/" + path.lstrip("/")
P
cat > tests/test_url.py <<'P'
import unittest
from net.url import join


class Join(unittest.TestCase):
    def test_one_slash(self):
        self.assertEqual(join("http://a/", "/b"), "http://a/b")
P
git add -A; git commit -qm "Addresses"
charter new "Requests survive a hiccup" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Retry

### VAL-1 — a call that fails twice and then works is answered
`net.retry.retry(fn, times=3)` calls `fn` up to three times and raises the last error only after the third failure.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"

cat > net/retry.py <<'P'
def retry(fn, times=3):
    # TODO back off between attempts
    return fn()
P
cat > tests/test_retry.py <<'P'
import inspect
import unittest

import net.retry


class Retry(unittest.TestCase):
    def test_exists(self):
        self.assertTrue(hasattr(net.retry, "retry"))

    def test_callable(self):
        self.assertTrue(callable(net.retry.retry))

    def test_takes_times(self):
        self.assertEqual(inspect.signature(net.retry.retry).parameters["times"].default, 3)
P
charter prove VAL-1 -- python3 -m unittest -v tests.test_retry || true
