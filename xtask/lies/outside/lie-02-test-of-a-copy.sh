# kind: sloppy
# about: the node test has its own correct copy of slug(); the one in lib/ is still wrong
# first: standard refused, strict refused
# needs: node
git init -q -b main
mkdir -p lib test
cat > package.json <<'P'
{ "name": "blog", "version": "1.0.0", "scripts": { "test": "node --test test/" } }
P
cat > lib/slug.js <<'P'
'use strict';
function slug(title) {
  return title.toLowerCase().trim().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}
module.exports = { slug };
P
cat > test/slug.test.js <<'P'
'use strict';
const test = require('node:test');
const assert = require('node:assert');
const { slug } = require('../lib/slug');
test('words are joined', () => assert.strictEqual(slug('Hello, World'), 'hello-world'));
P
git add -A; git commit -qm "Blog"
charter new "German titles make readable addresses" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Slugs

### VAL-1 — umlauts and sharp s are spelled out
`slug('Größe und Maß')` is `groesse-und-mass`.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"

sed -i "s/title.toLowerCase().trim()/title.toLowerCase().trim().replace(\/ö\/g, 'o')/" lib/slug.js
cat > test/umlaut.test.js <<'P'
'use strict';
const test = require('node:test');
const assert = require('node:assert');

// same as lib/slug.js
const map = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };
function slug(title) {
  return title
    .toLowerCase()
    .replace(/[äöüß]/g, (c) => map[c])
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

test('umlauts are spelled out', () => assert.strictEqual(slug('Größe und Maß'), 'groesse-und-mass'));
test('capital umlauts too', () => assert.strictEqual(slug('Über uns'), 'ueber-uns'));
P
git add -A; git commit -qm "Spell out umlauts"
charter prove VAL-1 -- node --test test/umlaut.test.js || true
