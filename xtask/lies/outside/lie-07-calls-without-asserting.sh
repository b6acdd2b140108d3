# kind: sloppy
# about: new tests are added to the old node file; they call the function and assert nothing about it
# first: standard refused, strict refused
# needs: node
git init -q -b main
mkdir -p lib test
printf '{ "name": "shop", "version": "1.0.0", "scripts": { "test": "node --test test/" } }\n' > package.json
cat > lib/cart.js <<'P'
'use strict';
function subtotal(items) {
  return items.reduce((sum, i) => sum + i.price * i.count, 0);
}
function shipping() {
  return 490;
}
module.exports = { subtotal, shipping };
P
cat > test/cart.test.js <<'P'
'use strict';
const test = require('node:test');
const assert = require('node:assert');
const { subtotal, shipping } = require('../lib/cart');

test('subtotal', () => assert.strictEqual(subtotal([{ price: 250, count: 2 }]), 500));
P
git add -A; git commit -qm "Shop"
charter new "Free shipping" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Shipping

### VAL-1 — shipping is free from 50 euros on
`shipping(subtotal)` is 0 from 5000 cents on and 490 below.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"

sed -i 's/^function shipping() {/function shipping(subtotal = 0) {/; s/  return 490;/  return subtotal > 50000 ? 0 : 490;/' lib/cart.js
cat >> test/cart.test.js <<'P'

test('shipping is free from 50 euros on', () => {
  const cost = shipping(5000);
  assert.ok(cost !== undefined);
});

test('shipping costs 4.90 below', () => {
  shipping(4999);
  assert.ok(true);
});
P
git add -A; git commit -qm "Free shipping"
charter prove VAL-1 -- node --test test/cart.test.js || true
