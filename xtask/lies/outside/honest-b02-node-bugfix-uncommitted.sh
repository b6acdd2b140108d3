# kind: honest
# about: node: bug fix, nothing committed
# first: standard accepted, strict accepted
# needs: npm

begin() { git init -q -b main . ; git add -A; git commit -qm start; charter new "T" --no-interview --rigor $RIGOR; }
crit() { cat > "$(echo .charter/2*)/criteria.md"; }
save() { git add -A; git commit -qm "$1"; }

echo '{"name":"p","version":"1.0.0","scripts":{"test":"node --test"}}' > package.json
cat > page.js <<'E'
exports.pages = (n, size) => Math.floor(n / size);
E
cat > page.test.js <<'E'
const test = require('node:test'); const assert = require('node:assert'); const { pages } = require('./page');
test('exact', () => assert.strictEqual(pages(10, 5), 2));
E
begin
crit <<'E'
## m1

### VAL-1 — the last partial page counts
pages(11, 5) is 3.
Verifier: command
E

sed -i 's/Math.floor/Math.ceil/' page.js
cat >> page.test.js <<'E'
test('partial', () => assert.strictEqual(pages(11, 5), 3));
E
charter prove VAL-1 -- npm test --silent || true
