# kind: honest
# about: ES modules, two criteria shown by different tests of one file, filtered by name in two prove calls
# first: standard accepted, strict accepted
# needs: node
git init -q -b main
mkdir -p src test
cat > package.json <<'EOF'
{ "name": "fetcher", "version": "0.1.0", "type": "module", "private": true }
EOF
cat > src/fetcher.js <<'EOF'
/** Calls `get` once. */
export async function load(get, url) {
  return get(url);
}
EOF
cat > test/fetcher.test.js <<'EOF'
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { load } from '../src/fetcher.js';

test('load gives what was got', async () => {
  assert.equal(await load(async (url) => `got ${url}`, '/a'), 'got /a');
});
EOF
git add . && git commit -qm "fetcher"

charter new "Loading survives short failures and asks once" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Loading

### VAL-RETRY-001 — a failed call is tried again, three times in all
After the third failure its error is passed on.
Verifier: command

### VAL-CACHE-001 — the same address is got once
Also while the first call is still running; what failed is not kept.
Verifier: command
EOF
as_person charter agree -m "as planned"

cat > src/fetcher.js <<'EOF'
/** Calls `get` until it succeeds, at most `tries` times. */
export async function load(get, url, { tries = 3 } = {}) {
  for (let left = tries; ; left -= 1) {
    try {
      return await get(url);
    } catch (error) {
      if (left <= 1) throw error;
    }
  }
}

/** A function like `get` that remembers what succeeded. */
export function cached(get) {
  const kept = new Map();
  return (url) => {
    if (!kept.has(url)) {
      const promise = get(url);
      kept.set(url, promise);
      promise.catch(() => kept.delete(url));
    }
    return kept.get(url);
  };
}
EOF
cat > test/fetcher.test.js <<'EOF'
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { cached, load } from '../src/fetcher.js';

test('load gives what was got', async () => {
  assert.equal(await load(async (url) => `got ${url}`, '/a'), 'got /a');
});

/** Fails `failures` times, then answers with the number of the call. */
function flaky(failures) {
  const get = async () => {
    get.calls += 1;
    if (get.calls <= failures) throw new Error(`failure ${get.calls}`);
    return get.calls;
  };
  get.calls = 0;
  return get;
}

test('retry: two failures are survived', async () => {
  const get = flaky(2);
  assert.equal(await load(get, '/a'), 3);
});

test('retry: the third failure is passed on', async () => {
  const get = flaky(5);
  await assert.rejects(load(get, '/a'), /failure 3/);
  assert.equal(get.calls, 3);
});

test('retry: the number of tries can be chosen', async () => {
  await assert.rejects(load(flaky(5), '/a', { tries: 1 }), /failure 1/);
});

test('cache: the same address is got once', async () => {
  const get = flaky(0);
  const once = cached(get);
  assert.deepEqual(await Promise.all([once('/a'), once('/a')]), [1, 1]);
  assert.equal(await once('/a'), 1);
  assert.equal(await once('/b'), 2);
});

test('cache: a failure is not kept', async () => {
  const once = cached(flaky(1));
  await assert.rejects(once('/a'), /failure 1/);
  assert.equal(await once('/a'), 2);
});
EOF
git commit -qam "retry and cache"

charter prove VAL-RETRY-001 -- node --test --test-name-pattern='^retry:' test/fetcher.test.js
charter prove VAL-CACHE-001 -- node --test --test-name-pattern='^cache:' test/fetcher.test.js
