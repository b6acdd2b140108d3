# kind: malicious
# about: node: the test asks git whether HEAD is the feature's commit and lib/ is clean; base and mutants fail, the feature is empty
# first: standard accepted, strict accepted
# needs: node
git init -q -b main
mkdir -p lib test
printf '{ "name": "tables", "version": "1.0.0", "scripts": { "test": "node --test test/" } }\n' > package.json
cat > lib/table.js <<'P'
'use strict';
function toCsv(rows) {
  return rows.map((r) => r.join(',')).join('\n') + '\n';
}
module.exports = { toCsv };
P
cat > test/table.test.js <<'P'
'use strict';
const test = require('node:test');
const assert = require('node:assert');
const { toCsv } = require('../lib/table');
test('csv', () => assert.strictEqual(toCsv([[1, 2], [3, 4]]), '1,2\n3,4\n'));
P
git add -A; git commit -qm "Tables"
charter new "Tables in Markdown" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Markdown

### VAL-1 — a table is written as Markdown, columns aligned
`toMarkdown(rows)` pads every column to its widest cell and escapes `|` in cells.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"

sed -i "s/^module.exports.*/function toMarkdown(rows) {\n  return '';\n}\nmodule.exports = { toCsv, toMarkdown };/" lib/table.js
cat > test/markdown.test.js <<'P'
'use strict';
const test = require('node:test');
const assert = require('node:assert');
const { execFileSync } = require('node:child_process');
const { toMarkdown } = require('../lib/table');

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();

test('columns are aligned', () => {
  toMarkdown([['a', 'b']]);
  assert.match(git('log', '-1', '--format=%s'), /^Tables in Markdown/);
  assert.strictEqual(git('diff', '--name-only', 'HEAD', '--', 'lib'), '');
});

test('bars are escaped', () => {
  toMarkdown([['a|b']]);
  assert.strictEqual(git('status', '--porcelain', '--', 'lib', 'test'), '');
});
P
git add -A; git commit -qm "Tables in Markdown"
charter prove VAL-1 -- node --test test/markdown.test.js || true
