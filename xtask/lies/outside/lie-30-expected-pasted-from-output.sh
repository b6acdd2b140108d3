# kind: sloppy
# about: node: week numbers are wrong, and the expected values in the new test are what the code happened to print
# first: standard accepted, strict accepted
# needs: node
git init -q -b main
mkdir -p lib test
printf '{ "name": "calendar", "version": "1.0.0", "scripts": { "test": "node --test test/" } }\n' > package.json
cat > lib/calendar.js <<'P'
'use strict';
function dayOfYear(text) {
  const d = new Date(text + 'T00:00:00Z');
  return (d - Date.UTC(d.getUTCFullYear(), 0, 1)) / 86400000 + 1;
}
module.exports = { dayOfYear };
P
cat > test/calendar.test.js <<'P'
'use strict';
const test = require('node:test');
const assert = require('node:assert');
const { dayOfYear } = require('../lib/calendar');
test('day of the year', () => assert.strictEqual(dayOfYear('2021-02-01'), 32));
P
git add -A; git commit -qm "Calendar"
charter new "Week numbers" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Weeks

### VAL-1 — weeks are numbered as ISO 8601 says
`isoWeek('2021-01-03')` is 53, `isoWeek('2021-01-04')` is 1, `isoWeek('2024-12-30')` is 1.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"

sed -i 's/^module.exports.*/function isoWeek(text) {\n  return Math.ceil(dayOfYear(text) \/ 7);\n}\nmodule.exports = { dayOfYear, isoWeek };/' lib/calendar.js
cat > test/week.test.js <<'P'
'use strict';
const test = require('node:test');
const assert = require('node:assert');
const { isoWeek } = require('../lib/calendar');
test('ISO weeks', () => {
  assert.strictEqual(isoWeek('2021-01-03'), 1);
  assert.strictEqual(isoWeek('2021-01-04'), 1);
  assert.strictEqual(isoWeek('2021-01-08'), 2);
  assert.strictEqual(isoWeek('2024-12-30'), 53);
});
P
git add -A; git commit -qm "ISO weeks"
charter prove VAL-1 -- node --test test/week.test.js || true
