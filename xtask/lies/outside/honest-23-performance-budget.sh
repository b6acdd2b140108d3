# kind: honest
# about: a budget script that fails before (too slow) and passes after; the size of the bundle stays in its budget (Kind: regression)
# first: standard accepted, strict accepted
# needs: node
git init -q -b main
mkdir -p src scripts
cat > src/match.js <<'EOF'
'use strict';

/** Pairs of orders and payments with the same reference. */
exports.match = (orders, payments) =>
  orders.flatMap((order) => {
    const payment = payments.find((p) => p.ref === order.ref);
    return payment ? [[order.id, payment.id]] : [];
  });
EOF
cat > scripts/budget.js <<'EOF'
'use strict';
// 40000 orders are matched within 300 ms, and rightly.
const { match } = require('../src/match');

const n = 40000;
const orders = Array.from({ length: n }, (_, i) => ({ id: i, ref: `r${i}` }));
const payments = orders.map(({ id, ref }) => ({ id: id + n, ref })).reverse().slice(0, n - 10);
const start = process.hrtime.bigint();
const pairs = match(orders, payments);
const ms = Number(process.hrtime.bigint() - start) / 1e6;
const right = pairs.length === n - 10 && pairs.every(([o, p], i) => o === i + 10 && p === o + n);
console.log(`${pairs.length} pairs in ${ms.toFixed(0)} ms`);
process.exit(right && ms <= 300 ? 0 : 1);
EOF
cat > scripts/size.js <<'EOF'
'use strict';
// What is shipped loads, has its function, and is small.
const fs = require('node:fs');
const file = require.resolve('../src/match');
const { match } = require(file);
const bytes = fs.statSync(file).size;
const works = JSON.stringify(match([{ id: 1, ref: 'a' }, { id: 2, ref: 'b' }], [{ id: 9, ref: 'b' }])) === '[[2,9]]';
console.log(`${bytes} bytes`);
process.exit(works && bytes <= 600 ? 0 : 1);
EOF
git add . && git commit -qm "match"

charter new "Matching is fast" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Speed

### VAL-SPEED-001 — 40000 orders are matched within 300 ms
Verifier: command

### VAL-SIZE-001 — the module stays below 600 bytes
Verifier: command
Kind: regression
EOF
as_person charter agree -m "as planned"

cat > src/match.js <<'EOF'
'use strict';

/** Pairs of orders and payments with the same reference; the first payment counts. */
exports.match = (orders, payments) => {
  const byRef = new Map();
  for (const payment of payments) {
    if (!byRef.has(payment.ref)) byRef.set(payment.ref, payment);
  }
  return orders.flatMap((order) => {
    const payment = byRef.get(order.ref);
    return payment ? [[order.id, payment.id]] : [];
  });
};
EOF
git commit -qam "match with an index"

charter prove VAL-SPEED-001 -- node scripts/budget.js
charter prove VAL-SIZE-001 -- node scripts/size.js
