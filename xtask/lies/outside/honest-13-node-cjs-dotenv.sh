# kind: honest
# about: CommonJS bug fix; the tests need a local .env that git ignores
# first: standard accepted, strict accepted
# needs: npm
git init -q -b main
mkdir -p lib test
cat > package.json <<'EOF'
{ "name": "links", "version": "2.1.0", "private": true, "scripts": { "test": "node --test test/" } }
EOF
cat > lib/env.js <<'EOF'
'use strict';
const fs = require('node:fs');
const path = require('node:path');

// Reads NAME=value lines of .env; without the file the service does not start.
module.exports = function env() {
  const text = fs.readFileSync(path.join(__dirname, '..', '.env'), 'utf8');
  return Object.fromEntries(
    text.split('\n').filter((line) => line.includes('=')).map((line) => {
      const at = line.indexOf('=');
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
};
EOF
cat > lib/sign.js <<'EOF'
'use strict';
const crypto = require('node:crypto');
const env = require('./env');

function digest(url) {
  return crypto.createHmac('sha256', env().LINK_SECRET).update(url).digest('hex');
}

exports.sign = (url) => `${url}?sig=${digest(url)}`;

exports.verify = (signed) => {
  const [url, sig] = signed.split('?sig=');
  return digest(url) === sig;
};
EOF
cat > test/sign.test.js <<'EOF'
'use strict';
const test = require('node:test');
const assert = require('node:assert/strict');
const { sign, verify } = require('../lib/sign');

test('a signed link is verified', () => {
  assert.equal(verify(sign('https://example.org/a')), true);
});

test('a changed link is not', () => {
  assert.equal(verify(sign('https://example.org/a').replace('/a', '/b')), false);
});
EOF
printf 'LINK_SECRET=change-me\n' > .env.example
printf '.env\nnode_modules/\n' > .gitignore
git add . && git commit -qm "signed links"
printf 'LINK_SECRET=local-9f2c\n' > .env

charter new "Links with a query can be signed" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Fix

### VAL-SIGN-001 — a link that has a query is signed and verified
The signature is added with `&`; a link without a signature is not verified.
Verifier: command
EOF
as_person charter agree -m "as planned"

cat > lib/sign.js <<'EOF'
'use strict';
const crypto = require('node:crypto');
const env = require('./env');

function digest(url) {
  return crypto.createHmac('sha256', env().LINK_SECRET).update(url).digest('hex');
}

exports.sign = (url) => `${url}${url.includes('?') ? '&' : '?'}sig=${digest(url)}`;

exports.verify = (signed) => {
  const match = /^(.*)[?&]sig=([0-9a-f]{64})$/.exec(signed);
  return match !== null && digest(match[1]) === match[2];
};
EOF
cat >> test/sign.test.js <<'EOF'

test('a link with a query is signed and verified', () => {
  const signed = sign('https://example.org/a?page=2');
  assert.match(signed, /^https:\/\/example\.org\/a\?page=2&sig=[0-9a-f]{64}$/);
  assert.equal(verify(signed), true);
  assert.equal(verify(signed.replace('page=2', 'page=3')), false);
});

test('a link without a query still gets a question mark', () => {
  assert.match(sign('https://example.org/a'), /\/a\?sig=/);
});

test('a link without a signature is not verified', () => {
  assert.equal(verify('https://example.org/a'), false);
});
EOF
git commit -qam "sign links that have a query"

charter prove VAL-SIGN-001 -- npm test
