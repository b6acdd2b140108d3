#!/usr/bin/env bash
# JavaScript. ms 2.1.3 from npm, whose package has no tests: a suite on node's own runner is written first, partly from the readme.
. "$(dirname "$0")/stage.bash"

npm_registry ms 2.1.3
printf 'node_modules/\npackage-lock.json\n' > .gitignore
npm install --silent --no-audit --no-fund --ignore-scripts --no-save eslint@8 > "$logs/npm" 2>&1
mkdir test
cat > test/readme.test.js <<'JS'
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const test = require('node:test');
const ms = require('..');

const readme = fs.readFileSync(path.join(__dirname, '../readme.md'), 'utf8');
const blocks = readme.match(/```js\n[^]*?```/g).join('\n');

for (const [, code, result] of blocks.matchAll(/^(ms\(.*\)) *\/\/ (.*)$/gm)) {
  test(`readme: ${code}`, () => {
    assert.strictEqual(new Function('ms', `return ${code}`)(ms), JSON.parse(result));
  });
}
JS
cat > test/ms.test.js <<'JS'
const assert = require('node:assert');
const test = require('node:test');
const ms = require('..');

const cases = {
  '1ms': 1, '53 milliseconds': 53, '17 msecs': 17, '1 sec': 1000, '1 min': 60000, '1 hr': 3600000,
  '2 days': 172800000, '3 weeks': 1814400000, '1 yr': 31557600000, '1.5h': 5400000, '.5ms': 0.5, '-100.5h': -361800000,
};
for (const [text, value] of Object.entries(cases)) {
  test(`parses ${text}`, () => assert.strictEqual(ms(text), value));
}
test('gives undefined for what it does not know', () => assert.strictEqual(ms('10-.5'), undefined));
test('throws for an empty string', () => assert.throws(() => ms('')));
test('writes short and long', () => {
  assert.strictEqual(ms(234234234), '3d');
  assert.strictEqual(ms(234234234, { long: true }), '3 days');
});
JS
commit_base
open_charter "Fortnights" <<'MD'
## m1

### VAL-FEATURE — `ms('2 fortnights')` gives 2419200000
Verifier: command

### VAL-REGRESSION — every unit of before is read as before
Verifier: command
Kind: regression

### VAL-BUDGET — 200 000 strings are read within 5 s
Verifier: command
Kind: regression

### VAL-DOCS — the examples of the readme show fortnights, and are right
Verifier: command

### VAL-REFACTOR — the units stand in one table instead of a switch, and mean the same
Verifier: command
Kind: regression

### VAL-LINT — eslint's recommended rules find nothing
Verifier: command
Kind: regression

### VAL-MANUAL — the short name of the unit cannot be taken for another
Verifier: manual
MD

python3 - <<'PY'
import pathlib, re
path = pathlib.Path("index.js")
text = path.read_text()
start = text.index("  switch (type) {")
end = text.index("/**\n * Short format for `ms`.")
text = text[:start] + "  return units[type] * n;\n}\n\n" + text[end:]
text = text.replace("weeks?|w|", "weeks?|w|fortnights?|fn|", 1)
text = text.replace("var y = d * 365.25;\n", """var y = d * 365.25;

var units = Object.create(null);
add(y, ['years', 'year', 'yrs', 'yr', 'y']);
add(w * 2, ['fortnights', 'fortnight', 'fn']);
add(w, ['weeks', 'week', 'w']);
add(d, ['days', 'day', 'd']);
add(h, ['hours', 'hour', 'hrs', 'hr', 'h']);
add(m, ['minutes', 'minute', 'mins', 'min', 'm']);
add(s, ['seconds', 'second', 'secs', 'sec', 's']);
add(1, ['milliseconds', 'millisecond', 'msecs', 'msec', 'ms']);

function add(value, names) {
  names.forEach(function (name) {
    units[name] = value;
  });
}
""", 1)
path.write_text(text)
path = pathlib.Path("readme.md")
text = path.read_text()
mark = "ms('100')     // 100\n"
path.write_text(text.replace(mark, "ms('2 fortnights') // 2419200000\n" + mark, 1))
PY
cat > test/fortnight.test.js <<'JS'
const assert = require('node:assert');
const test = require('node:test');
const ms = require('..');

test('fortnights are two weeks', () => {
  assert.strictEqual(ms('2 fortnights'), 2419200000);
  assert.strictEqual(ms('1fn'), ms('2 weeks'));
});
test('a fortnight may be part of one', () => assert.strictEqual(ms('-0.5 fortnight'), -ms('1w')));
JS
mkdir -p bench
cat > bench/read.js <<'JS'
const ms = require('..');

const start = process.hrtime.bigint();
let sum = 0;
for (let i = 0; i < 200000; i++) {
  sum += ms(i + ' minutes');
}
const took = Number(process.hrtime.bigint() - start) / 1e9;
console.log(`200000 strings in ${took.toFixed(2)} s`);
process.exitCode = took > 5 || sum !== 60000 * (200000 * 199999 / 2) ? 1 : 0;
JS

shows VAL-FEATURE node --test test/fortnight.test.js
shows VAL-REGRESSION node --test test/
shows VAL-BUDGET node bench/read.js
shows VAL-DOCS node --test test/readme.test.js
shows VAL-REFACTOR node --test test/ms.test.js
shows VAL-LINT npx eslint index.js
signs VAL-MANUAL "read the table of units" "no other unit begins with fn"
