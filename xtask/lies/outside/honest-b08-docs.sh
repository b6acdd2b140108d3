# kind: honest
# about: documentation: README names the new environment variable
# first: standard accepted, strict accepted

begin() { git init -q -b main . ; git add -A; git commit -qm start; charter new "T" --no-interview --rigor $RIGOR; }
crit() { cat > "$(echo .charter/2*)/criteria.md"; }
save() { git add -A; git commit -qm "$1"; }

printf '# tool\n\nRuns things.\n' > README.md; printf '#!/bin/sh\necho "${TOOL_COLOR:-auto}"\n' > tool.sh; chmod +x tool.sh
begin
crit <<'E'
## m1

### VAL-1 — README says what TOOL_COLOR does
The variable TOOL_COLOR and its values auto, always, never stand in README.md.
Verifier: command
E

cat >> README.md <<'E'

## Environment

`TOOL_COLOR` is `auto`, `always` or `never`; the default is `auto`.
E
save docs
charter prove VAL-1 -- grep -q 'TOOL_COLOR.*auto.*always.*never' README.md || true
