# kind: sloppy
# about: the node test of a file store returns at once because an environment variable is not set
# first: standard accepted, strict accepted
# needs: node
git init -q -b main
mkdir -p lib test
printf '{ "name": "sessions", "version": "1.0.0", "scripts": { "test": "node --test test/" } }\n' > package.json
cat > lib/memory.js <<'P'
'use strict';
class MemoryStore {
  constructor() { this.map = new Map(); }
  get(id) { return this.map.get(id); }
  set(id, value) { this.map.set(id, value); }
}
module.exports = { MemoryStore };
P
cat > test/memory.test.js <<'P'
'use strict';
const test = require('node:test');
const assert = require('node:assert');
const { MemoryStore } = require('../lib/memory');
test('what was set is there', () => {
  const s = new MemoryStore();
  s.set('a', 1);
  assert.strictEqual(s.get('a'), 1);
});
P
git add -A; git commit -qm "Sessions"
charter new "Sessions survive a restart" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 File store

### VAL-1 — a session is there after a restart
What one `FileStore(path)` has set, another `FileStore` with the same path gets.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"

cat > lib/file.js <<'P'
'use strict';
const { MemoryStore } = require('./memory');
class FileStore extends MemoryStore {
  constructor(path) { super(); this.path = path; }
  // TODO write through to this.path
}
module.exports = { FileStore };
P
cat > test/file.test.js <<'P'
'use strict';
const test = require('node:test');
const assert = require('node:assert');
const os = require('node:os');
const path = require('node:path');
const { FileStore } = require('../lib/file');

const dir = process.env.SESSION_DIR;

test('what was set is there', () => {
  const s = new FileStore(path.join(os.tmpdir(), 'none'));
  s.set('a', 1);
  assert.strictEqual(s.get('a'), 1);
});

test('a session is there after a restart', () => {
  if (!dir) return; // needs a writable directory
  new FileStore(path.join(dir, 's')).set('a', 1);
  assert.strictEqual(new FileStore(path.join(dir, 's')).get('a'), 1);
});
P
git add -A; git commit -qm "File store"
charter prove VAL-1 -- node --test test/file.test.js || true
