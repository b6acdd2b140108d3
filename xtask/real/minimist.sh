#!/usr/bin/env bash
# JavaScript. minimist 1.2.8 from npm: tape and its own eslint rules, installed with npm.
. "$(dirname "$0")/stage.bash"

npm_registry minimist 1.2.8
printf 'node_modules/\npackage-lock.json\n' > .gitignore
npm install --silent --no-audit --no-fund --ignore-scripts --no-save tape@5 eslint@8.8.0 @ljharb/eslint-config@21.0.1 > "$logs/npm" 2>&1
commit_base
open_charter "Binary and octal numbers" <<'MD'
## m1

### VAL-FEATURE — `--mask 0b1010` and `--mode 0o755` are read as numbers
Verifier: command

### VAL-REGRESSION — every argument that was understood before is understood the same way
Verifier: command
Kind: regression

### VAL-BUDGET — 50 000 argument lists are read within 5 s
Verifier: command
Kind: regression

### VAL-DOCS — the README says which spellings of numbers are read
Verifier: command

### VAL-REFACTOR — long options are taken apart in one function and behave as before
Verifier: command
Kind: regression

### VAL-LINT — eslint has no errors
Verifier: command
Kind: regression

### VAL-MANUAL — nobody who reads the change log is surprised
Verifier: manual
MD

python3 - <<'PY'
import pathlib
path = pathlib.Path("index.js")
text = path.read_text()
text = text.replace("""	if ((/^0x[0-9a-f]+$/i).test(x)) { return true; }
""", """	if ((/^0x[0-9a-f]+$/i).test(x)) { return true; }
	if ((/^0b[01]+$/i).test(x)) { return true; }
	if ((/^0o[0-7]+$/i).test(x)) { return true; }
""", 1)
text = text.replace("""			// Using [\\s\\S] instead of . because js doesn't support the
			// 'dotall' regex modifier. See:
			// http://stackoverflow.com/a/1068308/13216
			var m = arg.match(/^--([^=]+)=([\\s\\S]*)$/);
			key = m[1];
			var value = m[2];
""", """			var parts = splitOption(arg);
			key = parts.key;
			var value = parts.value;
""", 1)
text = text.replace("""module.exports = function""", """function splitOption(arg) {
	var at = arg.indexOf('=');
	return { key: arg.slice(2, at), value: arg.slice(at + 1) };
}

module.exports = function""", 1)
path.write_text(text)
path = pathlib.Path("README.md")
text = path.read_text()
mark = "Any arguments after `'--'` will not be parsed"
path.write_text(text.replace(mark, """Numbers are written in decimal (`12`, `1.5`, `1e7`), hexadecimal (`0xff`), binary
(`0b1010`) or octal (`0o755`).

""" + mark, 1))
PY
cat > test/radix.js <<'JS'
'use strict';

var parse = require('../');
var test = require('tape');

test('binary and octal numbers', function (t) {
	var argv = parse(['--mask', '0b1010', '--mode=0o755', '0B11']);
	t.deepEqual(argv, { mask: 10, mode: 493, _: [3] });
	t.end();
});

test('what only looks like a radix stays a string', function (t) {
	var argv = parse(['--mask', '0b12', '--mode', '0o8']);
	t.deepEqual(argv, { mask: '0b12', mode: '0o8', _: [] });
	t.end();
});
JS
mkdir -p bench
cat > bench/parse.js <<'JS'
'use strict';

var parse = require('../');

var start = process.hrtime.bigint();
for (var i = 0; i < 50000; i++) {
	var argv = parse(['--name=value', '-abc', '--count', String(i), 'rest']);
	if (argv.count !== i || argv.name !== 'value') {
		throw new Error('read wrong: ' + JSON.stringify(argv));
	}
}
var took = Number(process.hrtime.bigint() - start) / 1e9;
process.stdout.write('50000 lists in ' + took.toFixed(2) + ' s\n');
process.exitCode = took > 5 ? 1 : 0;
JS

shows VAL-FEATURE npx tape test/radix.js
shows VAL-REGRESSION npx tape 'test/*.js'
shows VAL-BUDGET node bench/parse.js
shows VAL-DOCS grep -q "octal (\`0o755\`)" README.md
shows VAL-REFACTOR npx tape test/long.js test/kv_short.js test/parse.js
shows VAL-LINT npx eslint --quiet index.js
signs VAL-MANUAL "read the change of isNumber" "only what begins with 0b or 0o is new"
