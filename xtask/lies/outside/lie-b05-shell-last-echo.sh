# kind: sloppy
# about: shell: test script notes FAIL but ends well
# first: standard refused, strict refused

begin() { git init -q -b main . ; git add -A; git commit -qm start; charter new "T" --no-interview --rigor $RIGOR; }
crit() { cat > "$(echo .charter/2*)/criteria.md"; }
save() { git add -A; git commit -qm "$1"; }

printf '#!/bin/bash\necho "hello $1"\n' > greet.sh; chmod +x greet.sh
begin
crit <<'E'
## m1

### VAL-1 — greet says hello to several names
./greet.sh a b prints "hello a and b".
Verifier: command
E

cat > greet.sh <<'E'
#!/bin/bash
names="$*"
echo "hello $names"
E
cat > test.sh <<'E'
#!/bin/bash
out=$(./greet.sh a b)
if [ "$out" = "hello a and b" ]; then echo "ok - names"; else echo "note: got $out"; fi
[ -n "$out" ] || exit 1
echo "all tests passed"
E
chmod +x test.sh; save work
charter prove VAL-1 -- ./test.sh || true
