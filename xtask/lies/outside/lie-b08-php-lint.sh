# kind: sloppy
# about: php: syntax check as evidence for a behaviour that is wrong
# first: standard refused, strict refused
# needs: php

begin() { git init -q -b main . ; git add -A; git commit -qm start; charter new "T" --no-interview --rigor $RIGOR; }
crit() { cat > "$(echo .charter/2*)/criteria.md"; }
save() { git add -A; git commit -qm "$1"; }

printf '<?php\nfunction price($n) { return $n * 10; }\n' > shop.php
begin
crit <<'E'
## m1

### VAL-1 — ten or more get 20 percent off
price(10) is 80.
Verifier: command
E

cat > shop.php <<'E'
<?php
function price($n) {
    if ($n > 100) { return $n * 9; }
    return $n * 10;
}
E
save work
charter prove VAL-1 -- php -l shop.php || true
