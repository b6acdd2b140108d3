# kind: honest
# about: configuration only: a TOML setting and a CI matrix entry, shown by small commands; uncommitted
# first: standard accepted, strict accepted
# needs: python3
git init -q -b main
mkdir -p config .github/workflows
cat > config/production.toml <<'EOF'
[server]
port = 8080
workers = 4

[upload]
directory = "/srv/uploads"
EOF
cat > .github/workflows/ci.yml <<'EOF'
name: ci
on: [push]
jobs:
  test:
    runs-on: ubuntu-latest
    strategy:
      matrix:
        python: ["3.10", "3.11"]
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: ${{ matrix.python }}
      - run: python -m unittest
EOF
git add . && git commit -qm "configuration"

charter new "Uploads are limited, CI covers 3.12" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Configuration

### VAL-UPLOAD-001 — uploads are limited to 10 MB and two minutes
In production; the port stays.
Verifier: command

### VAL-CI-001 — CI tests with Python 3.12
Verifier: command
EOF
as_person charter agree -m "as planned"

cat >> config/production.toml <<'EOF'
# Larger files go through the import tool.
max_megabytes = 10
timeout_seconds = 120
EOF
sed -i 's/"3.11"\]/"3.11", "3.12"]/' .github/workflows/ci.yml

charter prove VAL-UPLOAD-001 -- python3 -c '
import tomllib
config = tomllib.load(open("config/production.toml", "rb"))
assert config["upload"]["max_megabytes"] == 10, config
assert config["upload"]["timeout_seconds"] == 120, config
assert config["server"]["port"] == 8080, config
'
charter prove VAL-CI-001 -- grep -E 'python: \[.*"3\.12".*\]' .github/workflows/ci.yml
