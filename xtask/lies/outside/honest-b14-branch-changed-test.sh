# kind: honest
# rigors: light standard
# about: node: work on a branch, an old test rightly changes, a person confirms
# first: standard accepted, strict refused
# needs: node

begin() { git init -q -b main . ; git add -A; git commit -qm start; charter new "T" --no-interview --rigor $RIGOR; }
crit() { cat > "$(echo .charter/2*)/criteria.md"; }
save() { git add -A; git commit -qm "$1"; }

printf 'exports.greet = n => `Hello ${n}`;\n' > g.js
cat > g.test.js <<'E'
const test = require('node:test'); const assert = require('node:assert'); const { greet } = require('./g');
test('greets', () => assert.strictEqual(greet('Bo'), 'Hello Bo'));
E
git init -q -b main .; git add -A; git commit -qm start; git checkout -qb polite
charter new "T" --no-interview --rigor $RIGOR
crit <<'E'
## m1

### VAL-1 — the greeting has a comma and an exclamation mark
greet("Bo") is "Hello, Bo!"; without a name "Hello!".
Verifier: command
E

as_person charter agree -m ok
printf 'exports.greet = n => n ? `Hello, ${n}!` : "Hello!";\n' > g.js; save product
cat > g.test.js <<'E'
const test = require('node:test'); const assert = require('node:assert'); const { greet } = require('./g');
test('greets', () => assert.strictEqual(greet('Bo'), 'Hello, Bo!'));
test('nobody', () => assert.strictEqual(greet(''), 'Hello!'));
E
save tests
charter prove VAL-1 -- node --test || true
as_person charter confirm --yes
