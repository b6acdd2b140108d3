# kind: honest
# about: node --check over all scripts as a kept rule (Kind: regression) beside a feature with its test
# first: standard accepted, strict accepted
# needs: node
git init -q -b main
mkdir -p src scripts test
cat > src/levels.js <<'EOF'
'use strict';

const LEVELS = ['debug', 'info', 'warn', 'error'];

exports.enabled = (level, threshold) => LEVELS.indexOf(level) >= LEVELS.indexOf(threshold);
EOF
cat > test/levels.test.js <<'EOF'
'use strict';
const test = require('node:test');
const assert = require('node:assert/strict');
const { enabled } = require('../src/levels');

test('levels are ordered', () => {
  assert.equal(enabled('warn', 'info'), true);
  assert.equal(enabled('debug', 'info'), false);
});
EOF
cat > scripts/lint.sh <<'EOF'
#!/bin/sh
# Every script parses.
cd "$(dirname "$0")/.." || exit 1
for file in src/*.js test/*.js; do
  node --check "$file" || exit 1
done
EOF
git add . && git commit -qm "levels"

charter new "Log lines are formatted" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Format

### VAL-FORMAT-001 — a log line has its level, its text and its fields
The level padded to five, fields as key=value, values with blanks in quotes.
Verifier: command

### VAL-LINT-001 — every script parses
Verifier: command
Kind: regression
EOF
as_person charter agree -m "as planned"

cat > src/format.js <<'EOF'
'use strict';

function value(v) {
  const text = String(v);
  return /[\s"]/.test(text) ? JSON.stringify(text) : text;
}

exports.format = (level, text, fields = {}) =>
  [level.toUpperCase().padEnd(5), text, ...Object.entries(fields).map(([k, v]) => `${k}=${value(v)}`)].join(' ');
EOF
cat > test/format.test.js <<'EOF'
'use strict';
const test = require('node:test');
const assert = require('node:assert/strict');
const { format } = require('../src/format');

test('level and text', () => {
  assert.equal(format('info', 'started'), 'INFO  started');
});

test('fields', () => {
  assert.equal(
    format('error', 'lost', { user: 'ada', tries: 3, why: 'no route', said: 'a"b' }),
    'ERROR lost user=ada tries=3 why="no route" said="a\\"b"',
  );
});
EOF
git add . && git commit -qm "format"

charter prove VAL-FORMAT-001 -- node --test test/format.test.js
charter prove VAL-LINT-001 -- sh scripts/lint.sh
