# kind: honest
# about: a dependency is dropped from package.json and the lock file, the platform's own function takes its place
# first: standard refused, strict refused
# needs: npm
git init -q -b main
mkdir -p vendor/left-pad src test
cat > vendor/left-pad/package.json <<'EOF'
{ "name": "left-pad", "version": "1.3.0", "main": "index.js" }
EOF
cat > vendor/left-pad/index.js <<'EOF'
module.exports = (text, length, fill = ' ') => {
  text = String(text);
  while (text.length < length) text = fill + text;
  return text;
};
EOF
cat > package.json <<'EOF'
{
  "name": "clock",
  "version": "1.0.0",
  "private": true,
  "scripts": {
    "test": "node --test test/"
  },
  "dependencies": {
    "left-pad": "file:vendor/left-pad"
  }
}
EOF
cat > src/clock.js <<'EOF'
'use strict';
const leftPad = require('left-pad');

exports.clock = (minutes) => `${leftPad(Math.floor(minutes / 60), 2, '0')}:${leftPad(minutes % 60, 2, '0')}`;
EOF
cat > test/clock.test.js <<'EOF'
'use strict';
const test = require('node:test');
const assert = require('node:assert/strict');
const { clock } = require('../src/clock');

test('clock', () => {
  assert.equal(clock(0), '00:00');
  assert.equal(clock(65), '01:05');
  assert.equal(clock(1439), '23:59');
});
EOF
echo node_modules/ > .gitignore
npm install --offline --no-audit --no-fund --silent
git add . && git commit -qm "clock"

charter new "clock needs no dependency" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Dependencies

### VAL-DEPS-001 — there are no runtime dependencies
Neither in package.json nor in the lock file, nor required anywhere.
Verifier: command

### VAL-CLOCK-001 — times are shown as before
Verifier: command
Kind: regression
EOF
as_person charter agree -m "as planned"

cat > src/clock.js <<'EOF'
'use strict';

const two = (n) => String(n).padStart(2, '0');

exports.clock = (minutes) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
EOF
npm uninstall --offline --no-audit --no-fund --silent left-pad
git rm -rq vendor
cat > test/dependencies.test.js <<'EOF'
'use strict';
const test = require('node:test');
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');

const read = (name) => fs.readFileSync(path.join(__dirname, '..', name), 'utf8');

test('the manifest has no dependencies', () => {
  assert.deepEqual(JSON.parse(read('package.json')).dependencies ?? {}, {});
});

test('the lock file has this package alone', () => {
  assert.deepEqual(Object.keys(JSON.parse(read('package-lock.json')).packages), ['']);
});

test('the source requires nothing', () => {
  assert.doesNotMatch(read('src/clock.js'), /require\(/);
});
EOF
git add -A . && git commit -qm "drop left-pad"

charter prove VAL-DEPS-001 -- node --test test/dependencies.test.js
charter prove VAL-CLOCK-001 -- node --test test/clock.test.js
