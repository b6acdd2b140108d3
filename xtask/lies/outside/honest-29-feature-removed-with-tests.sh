# kind: honest
# rigors: light standard
# about: a feature is removed together with its old tests, a new test shows that it is gone, a person confirms
# first: standard accepted, strict refused
# needs: npm
git init -q -b main
mkdir -p src test
cat > package.json <<'EOF'
{ "name": "users", "version": "3.0.0", "type": "module", "private": true, "scripts": { "test": "node --test test/" } }
EOF
cat > src/users.js <<'EOF'
import { createHash } from 'node:crypto';

export const create = (name) => ({ name, active: true });

/** Old passwords, from before the single sign-on. */
export const hashPassword = (text) => createHash('md5').update(text).digest('hex');

export const checkPassword = (text, hash) => hashPassword(text) === hash;
EOF
cat > test/users.test.js <<'EOF'
import test from 'node:test';
import assert from 'node:assert/strict';
import * as users from '../src/users.js';

test('a new user is active', () => {
  assert.deepEqual(users.create('ada'), { name: 'ada', active: true });
});

test('passwords are checked', () => {
  const hash = users.hashPassword('secret');
  assert.equal(users.checkPassword('secret', hash), true);
  assert.equal(users.checkPassword('Secret', hash), false);
});
EOF
git add . && git commit -qm "users"

charter new "No passwords of our own" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Removal

### VAL-PASSWORD-001 — there are no functions for passwords
And nothing hashes with MD5.
Verifier: command
EOF
as_person charter agree -m "single sign-on is everywhere now"

cat > src/users.js <<'EOF'
export const create = (name) => ({ name, active: true });
EOF
cat > test/users.test.js <<'EOF'
import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as users from '../src/users.js';

test('a new user is active', () => {
  assert.deepEqual(users.create('ada'), { name: 'ada', active: true });
});

test('there is nothing about passwords', () => {
  assert.deepEqual(Object.keys(users), ['create']);
  assert.doesNotMatch(readFileSync(new URL('../src/users.js', import.meta.url), 'utf8'), /md5|password/i);
});
EOF
git commit -qam "remove passwords"

charter prove VAL-PASSWORD-001 -- npm test
as_person charter confirm --yes
