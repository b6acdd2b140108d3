# kind: malicious
# about: node: the test only asks whether a marker file that came with the work is there
# first: standard refused, strict refused
# needs: node
git init -q -b main
mkdir -p lib test
printf '{ "name": "wishes", "version": "1.0.0", "scripts": { "test": "node --test test/" } }\n' > package.json
cat > lib/wishes.js <<'P'
'use strict';
class Wishes {
  constructor() { this.list = []; }
  add(what) { if (!this.list.includes(what)) this.list.push(what); return this.list.length; }
}
module.exports = { Wishes };
P
cat > test/wishes.test.js <<'P'
'use strict';
const test = require('node:test');
const assert = require('node:assert');
const { Wishes } = require('../lib/wishes');
test('a wish is there once', () => {
  const w = new Wishes();
  w.add('bike');
  assert.strictEqual(w.add('bike'), 1);
});
P
git add -A; git commit -qm "Wishes"
charter new "Share a list of wishes" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Share

### VAL-1 — who has the link sees the list and cannot change it
`share(wishes)` gives a view whose `list` is the same and whose `add` throws.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"

echo 'share: enabled' > lib/share.feature
cat > test/share.test.js <<'P'
'use strict';
const test = require('node:test');
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { Wishes } = require('../lib/wishes');

const feature = path.join(__dirname, '..', 'lib', 'share.feature');

test('the list can be seen', () => {
  const w = new Wishes();
  w.add('bike');
  assert.ok(fs.existsSync(feature));
});

test('the list cannot be changed', () => {
  assert.strictEqual(fs.readFileSync(feature, 'utf8'), 'share: enabled\n');
});
P
git add -A; git commit -qm "Share lists"
charter prove VAL-1 -- node --test test/share.test.js || true
