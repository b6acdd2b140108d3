# kind: honest
# about: php: bug fix, plain test script with exit code
# first: standard accepted, strict accepted
# needs: php

begin() { git init -q -b main . ; git add -A; git commit -qm start; charter new "T" --no-interview --rigor $RIGOR; }
crit() { cat > "$(echo .charter/2*)/criteria.md"; }
save() { git add -A; git commit -qm "$1"; }

mkdir src tests
cat > src/mask.php <<'E'
<?php
function mask(string $card): string {
    return str_repeat('*', 12) . substr($card, -4);
}
E
begin
crit <<'E'
## m1

### VAL-1 — short numbers are masked to their own length
mask("123456") is "**3456".
Verifier: command
E

cat > src/mask.php <<'E'
<?php
function mask(string $card): string {
    $hidden = max(0, strlen($card) - 4);
    return str_repeat('*', $hidden) . substr($card, -4);
}
E
cat > tests/mask_test.php <<'E'
<?php
require __DIR__ . '/../src/mask.php';
$cases = ['123456' => '**3456', '1234567890123456' => '************3456', '12' => '12'];
$bad = 0;
foreach ($cases as $in => $want) {
    $got = mask((string) $in);
    if ($got !== $want) { echo "FAIL $in: $got\n"; $bad++; }
}
echo count($cases) - $bad, " good\n";
exit($bad ? 1 : 0);
E
save work
charter prove VAL-1 -- php tests/mask_test.php || true
