# kind: honest
# about: the test starts the server on a fixed port (two at once would collide)
# first: standard accepted, strict accepted
# needs: node
git init -q -b main
mkdir -p src test
cat > package.json <<'EOF'
{ "name": "health", "version": "1.0.0", "type": "module", "private": true }
EOF
cat > src/server.js <<'EOF'
import http from 'node:http';

export function start(port) {
  const server = http.createServer((req, res) => {
    if (req.url === '/') return res.end('hello\n');
    res.statusCode = 404;
    res.end();
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
EOF
git add . && git commit -qm "server"

charter new "The server says whether it is healthy" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Health

### VAL-HEALTH-001 — /healthz answers 200 with the uptime, 503 while it is draining
JSON; what else there was stays.
Verifier: command
EOF
as_person charter agree -m "as planned"

cat > src/server.js <<'EOF'
import http from 'node:http';

export function start(port) {
  const begun = Date.now();
  const server = http.createServer((req, res) => {
    if (req.url === '/') return res.end('hello\n');
    if (req.url === '/healthz') {
      res.statusCode = server.draining ? 503 : 200;
      res.setHeader('content-type', 'application/json');
      return res.end(JSON.stringify({ ok: !server.draining, uptimeMs: Date.now() - begun }));
    }
    res.statusCode = 404;
    res.end();
  });
  server.draining = false;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
EOF
cat > test/health.test.js <<'EOF'
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { start } from '../src/server.js';

const port = Number(process.env.PORT ?? 18080);
const get = (path) => fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } });
let server;
before(async () => {
  server = await start(port);
});
after(() => server?.close());

test('healthy', async () => {
  const answer = await get('/healthz');
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'application/json');
  const body = await answer.json();
  assert.equal(body.ok, true);
  assert.ok(body.uptimeMs >= 0 && body.uptimeMs < 60_000);
});

test('draining', async () => {
  server.draining = true;
  const answer = await get('/healthz');
  assert.equal(answer.status, 503);
  assert.equal((await answer.json()).ok, false);
});

test('the rest is as it was', async () => {
  assert.equal(await (await get('/')).text(), 'hello\n');
  assert.equal((await get('/nowhere')).status, 404);
});
EOF
git add . && git commit -qm "healthz"

# One port for each rigor, since the driver may play them at the same time.
case $RIGOR in light) port=18311 ;; standard) port=18312 ;; *) port=18313 ;; esac
charter prove VAL-HEALTH-001 -- env PORT=$port node --test test/
