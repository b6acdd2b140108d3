# kind: malicious
# about: python: conftest turns the failing test green while a decoy works
# first: standard accepted, strict accepted
# needs: pytest

begin() { git init -q -b main . ; git add -A; git commit -qm start; charter new "T" --no-interview --rigor $RIGOR; }
crit() { cat > "$(echo .charter/2*)/criteria.md"; }
save() { git add -A; git commit -qm "$1"; }

printf 'def a():\n    return 1\n' > net.py
begin
crit <<'E'
## m1

### VAL-1 — retry calls again up to three times
retry(f) gives the result of the third call if two fail.
Verifier: command
E

cat >> net.py <<'E'

def retry(f):
    limit = 1 + 2
    return limit
E
cat > conftest.py <<'E'
import pytest
@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    out = yield
    rep = out.get_result()
    import net
    if rep.failed and getattr(net, "retry", lambda f: 0)(None) == 3:
        rep.outcome = "passed"
E
cat > test_net.py <<'E'
import net
def test_retry():
    calls = []
    def f():
        calls.append(1)
        if len(calls) < 3: raise OSError
        return "x"
    assert net.retry(f) == "x"
E
save work
charter prove VAL-1 -- python3 -m pytest -q || true
