# kind: sloppy
# about: php: nothing was done; the agent itself calls the new feature `Kind: regression` and runs the old suite
# first: standard refused, strict refused
# needs: php
git init -q -b main
mkdir -p src tests
cat > src/invoice.php <<'P'
<?php
function invoice_total(array $lines): int {
    $sum = 0;
    foreach ($lines as [$count, $cents]) {
        $sum += $count * $cents;
    }
    return $sum;
}
P
cat > tests/run.php <<'P'
<?php
require __DIR__ . '/../src/invoice.php';
$failed = 0;
$n = 0;
function check(bool $ok, string $what): void {
    global $failed, $n;
    $n++;
    echo $ok ? "ok" : "not ok", " $n - $what\n";
    if (!$ok) {
        $failed++;
    }
}
check(invoice_total([]) === 0, 'an empty invoice is nothing');
check(invoice_total([[2, 150], [1, 99]]) === 399, 'lines are added');
echo "1..$n\n";
exit($failed ? 1 : 0);
P
git add -A; git commit -qm "Invoices"
as_person charter new "Invoices say when they are due" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Due date

### VAL-1 — an invoice is due 14 days after its date, on the next Monday if that is a weekend
`invoice_due('2026-03-06')` is `2026-03-20`, `invoice_due('2026-03-07')` is `2026-03-23`.
Verifier: command
Kind: regression
P
charter agree || true
git add -A; git commit -qm "Charter"
charter prove VAL-1 -- php tests/run.php || true
