# kind: honest
# about: npm workspaces, packages linked into the ignored node_modules, feature in one package and its use in another
# first: standard accepted, strict accepted
# needs: npm
git init -q -b main
mkdir -p packages/money/src packages/shop/src packages/shop/test packages/money/test
cat > package.json <<'EOF'
{
  "name": "acme",
  "private": true,
  "workspaces": ["packages/*"],
  "scripts": { "test": "npm test --workspaces" }
}
EOF
cat > packages/money/package.json <<'EOF'
{
  "name": "@acme/money",
  "version": "1.0.0",
  "type": "module",
  "exports": "./src/index.js",
  "scripts": { "test": "node --test" }
}
EOF
cat > packages/money/src/index.js <<'EOF'
export function add(...cents) {
  return cents.reduce((sum, c) => sum + c, 0);
}
EOF
cat > packages/money/test/add.test.js <<'EOF'
import test from 'node:test';
import assert from 'node:assert/strict';
import { add } from '@acme/money';

test('adds cents', () => assert.equal(add(1, 2, 3), 6));
EOF
cat > packages/shop/package.json <<'EOF'
{
  "name": "@acme/shop",
  "version": "1.0.0",
  "type": "module",
  "exports": "./src/cart.js",
  "dependencies": { "@acme/money": "^1.0.0" },
  "scripts": { "test": "node --test" }
}
EOF
cat > packages/shop/src/cart.js <<'EOF'
import { add } from '@acme/money';

export function total(cart) {
  return add(...cart.map((line) => line.quantity * line.cents));
}
EOF
cat > packages/shop/test/cart.test.js <<'EOF'
import test from 'node:test';
import assert from 'node:assert/strict';
import { total } from '@acme/shop';

test('total of a cart', () => {
  assert.equal(total([{ quantity: 2, cents: 150 }, { quantity: 1, cents: 5 }]), 305);
});
EOF
echo node_modules/ > .gitignore
npm install --offline --no-audit --no-fund --silent
git add . && git commit -qm "money and shop"

charter new "Prices are shown in euros" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Display

### VAL-FORMAT-001 — cents are formatted as euros
Two decimals, thousands separated by dots, a minus in front.
Verifier: command

### VAL-SHOP-001 — the cart shows its total in euros
An empty cart says so.
Verifier: command
EOF
as_person charter agree -m "as planned"

cat >> packages/money/src/index.js <<'EOF'

/** Cents as euros: 123456 is `1.234,56 €`. */
export function format(cents) {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const euros = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, '.');
  return `${cents < 0 ? '-' : ''}${euros},${digits.slice(-2)} €`;
}
EOF
cat > packages/money/test/format.test.js <<'EOF'
import test from 'node:test';
import assert from 'node:assert/strict';
import { format } from '@acme/money';

for (const [cents, text] of [
  [0, '0,00 €'],
  [7, '0,07 €'],
  [-50, '-0,50 €'],
  [99900, '999,00 €'],
  [123456, '1.234,56 €'],
  [-123456789, '-1.234.567,89 €'],
]) {
  test(`${cents} is ${text}`, () => assert.equal(format(cents), text));
}
EOF
cat > packages/shop/src/cart.js <<'EOF'
import { add, format } from '@acme/money';

export function total(cart) {
  return add(...cart.map((line) => line.quantity * line.cents));
}

export function summary(cart) {
  if (cart.length === 0) return 'Your cart is empty';
  return `Total: ${format(total(cart))}`;
}
EOF
cat > packages/shop/test/summary.test.js <<'EOF'
import test from 'node:test';
import assert from 'node:assert/strict';
import { summary } from '@acme/shop';

test('total in euros', () => {
  assert.equal(summary([{ quantity: 3, cents: 50000 }]), 'Total: 1.500,00 €');
});

test('empty cart', () => {
  assert.equal(summary([]), 'Your cart is empty');
});
EOF
git add . && git commit -qm "euros"

charter prove VAL-FORMAT-001 -- npm test --workspace packages/money
charter prove VAL-SHOP-001 -- npm test --workspace @acme/shop
