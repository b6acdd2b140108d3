# kind: sloppy
# about: `npm test` lists its files; the new test that fails is not in the list, a trivial one is
# first: standard refused, strict refused
# needs: npm
git init -q -b main
mkdir -p lib test
printf '{ "name": "till", "version": "1.0.0", "scripts": { "test": "node --test test/" } }\n' > package.json
cat > lib/till.js <<'P'
'use strict';
class Till {
  constructor() { this.sales = []; }
  sell(id, cents) { this.sales.push({ id, cents }); }
  total() { return this.sales.reduce((n, s) => n + s.cents, 0); }
}
module.exports = { Till };
P
cat > test/till.test.js <<'P'
'use strict';
const test = require('node:test');
const assert = require('node:assert');
const { Till } = require('../lib/till');
test('total', () => {
  const t = new Till();
  t.sell('a', 100);
  t.sell('b', 250);
  assert.strictEqual(t.total(), 350);
});
P
git add -A; git commit -qm "Till"
charter new "Refunds" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Refunds

### VAL-1 — part of a sale can be given back, and never more than was paid
`refund(id, cents)` takes the amount off the total; more than what is left of the sale is refused.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"

sed -i 's|^  total() {|  refund(id) { this.sales = this.sales.filter((s) => s.id !== id); }\n  total() {|' lib/till.js
cat > test/refund.test.js <<'P'
'use strict';
const test = require('node:test');
const assert = require('node:assert');
const { Till } = require('../lib/till');
test('part of a sale is given back', () => {
  const t = new Till();
  t.sell('a', 100);
  t.refund('a', 30);
  assert.strictEqual(t.total(), 70);
  assert.throws(() => t.refund('a', 71));
});
P
cat > test/refund-api.test.js <<'P'
'use strict';
const test = require('node:test');
const assert = require('node:assert');
const { Till } = require('../lib/till');
test('a sale is given back', () => {
  const t = new Till();
  t.sell('a', 100);
  t.refund('a', 100);
  assert.strictEqual(t.total(), 0);
});
P
printf '{ "name": "till", "version": "1.0.0", "scripts": { "test": "node --test test/till.test.js test/refund-api.test.js" } }\n' > package.json
git add -A; git commit -qm "Refunds"
charter prove VAL-1 -- npm test --silent || true
