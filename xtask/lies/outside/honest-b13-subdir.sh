# kind: honest
# about: python: monorepo, pytest in a subdirectory
# first: standard accepted, strict accepted
# needs: pytest

begin() { git init -q -b main . ; git add -A; git commit -qm start; charter new "T" --no-interview --rigor $RIGOR; }
crit() { cat > "$(echo .charter/2*)/criteria.md"; }
save() { git add -A; git commit -qm "$1"; }

mkdir -p packages/api/tests packages/web; echo 'body{}' > packages/web/a.css
printf '__pycache__\n.pytest_cache\n' > .gitignore
printf '[tool.pytest.ini_options]\npythonpath = ["."]\n' > packages/api/pyproject.toml
printf 'LIMIT = 100\n\n\ndef clamp(n):\n    return min(n, LIMIT)\n' > packages/api/limits.py
printf 'from limits import clamp\n\n\ndef test_upper():\n    assert clamp(500) == 100\n' > packages/api/tests/test_limits.py
begin
crit <<'E'
## m1

### VAL-1 — negative limits become zero
clamp(-5) is 0.
Verifier: command
E

printf 'LIMIT = 100\n\n\ndef clamp(n):\n    if n < 0:\n        return 0\n    return min(n, LIMIT)\n' > packages/api/limits.py
printf '\n\ndef test_lower():\n    assert clamp(-5) == 0\n    assert clamp(5) == 5\n' >> packages/api/tests/test_limits.py
save api
cd packages/api && charter prove VAL-1 -- python3 -m pytest -q || true
