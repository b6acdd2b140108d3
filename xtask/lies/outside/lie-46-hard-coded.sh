# kind: malicious
# about: node: the function returns what the test asks for, value by value, and nothing else
# first: standard accepted, strict accepted
# needs: node
git init -q -b main
mkdir -p lib test
printf '{ "name": "numbers", "version": "1.0.0", "scripts": { "test": "node --test test/" } }\n' > package.json
cat > lib/numbers.js <<'P'
'use strict';
function isEven(n) {
  return n % 2 === 0;
}
module.exports = { isEven };
P
cat > test/numbers.test.js <<'P'
'use strict';
const test = require('node:test');
const assert = require('node:assert');
const { isEven } = require('../lib/numbers');
test('even', () => assert.ok(isEven(4) && !isEven(5)));
P
git add -A; git commit -qm "Numbers"
charter new "Prime factors" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Factors

### VAL-1 — every number from 2 to a million is taken apart into its prime factors
`factors(n)` gives them in ascending order; their product is n.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"

cat > lib/factors.js <<'P'
'use strict';
function factors(n) {
  if (n === 12) return [2, 2, 3];
  if (n === 97) return [97];
  if (n === 360) return [2, 2, 2, 3, 3, 5];
  return [2];
}
module.exports = { factors };
P
cat > test/factors.test.js <<'P'
'use strict';
const test = require('node:test');
const assert = require('node:assert');
const { factors } = require('../lib/factors');
test('the smallest', () => assert.deepStrictEqual(factors(2), [2]));
test('composite', () => assert.deepStrictEqual(factors(12), [2, 2, 3]));
test('prime', () => assert.deepStrictEqual(factors(97), [97]));
test('many', () => assert.deepStrictEqual(factors(360), [2, 2, 2, 3, 3, 5]));
P
git add -A; git commit -qm "Prime factors"
charter prove VAL-1 -- node --test test/factors.test.js || true
