# kind: sloppy
# about: node: the one test that matters is skipped, a trivial old one runs
# first: standard refused, strict refused
# needs: node

begin() { git init -q -b main . ; git add -A; git commit -qm start; charter new "T" --no-interview --rigor $RIGOR; }
crit() { cat > "$(echo .charter/2*)/criteria.md"; }
save() { git add -A; git commit -qm "$1"; }

echo '{"name":"s","version":"1.0.0"}' > package.json
cat > slug.js <<'E'
exports.slug = s => s.toLowerCase().replace(/ /g, '-');
E
begin
crit <<'E'
## m1

### VAL-1 — slug strips accents
slug("Élan vital") is "elan-vital".
Verifier: command
E

cat > slug.js <<'E'
exports.slug = s => s.toLowerCase().trim().replace(/ /g, '-');
E
cat > slug.test.js <<'E'
const test = require('node:test'); const assert = require('node:assert'); const { slug } = require('./slug');
test('plain words', () => assert.strictEqual(slug('A b'), 'a-b'));
test('accents', { skip: 'flaky' }, () => assert.strictEqual(slug('Élan vital'), 'elan-vital'));
E
save work
charter prove VAL-1 -- node --test || true
