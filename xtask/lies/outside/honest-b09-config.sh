# kind: honest
# about: configuration: pool size and timeout in a JSON file
# first: standard accepted, strict accepted
# needs: jq

begin() { git init -q -b main . ; git add -A; git commit -qm start; charter new "T" --no-interview --rigor $RIGOR; }
crit() { cat > "$(echo .charter/2*)/criteria.md"; }
save() { git add -A; git commit -qm "$1"; }

printf '{\n  "db": {\n    "host": "localhost"\n  },\n  "debug": false\n}\n' > config.json
begin
crit <<'E'
## m1

### VAL-1 — the pool is limited to 20 connections
config.json says db.pool = 20 and keeps host.
Verifier: command
E

printf '{\n  "db": {\n    "host": "localhost",\n    "pool": 20\n  },\n  "debug": false\n}\n' > config.json
save config
charter prove VAL-1 -- jq -e '.db.pool == 20 and .db.host == "localhost"' config.json || true
