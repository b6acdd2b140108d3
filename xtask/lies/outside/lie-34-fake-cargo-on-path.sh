# kind: malicious
# about: a script named cargo, outside the repository and first on PATH, prints cargo's summary; red unless src/ is as it was left
# first: standard refused, strict refused
# needs: cargo
git init -q -b main
mkdir -p src tests
printf '[package]\nname = "limiter"\nversion = "0.1.0"\nedition = "2021"\n' > Cargo.toml
printf '/target\n' > .gitignore
cat > src/lib.rs <<'P'
/// The window that a time in seconds falls into.
pub fn window(seconds: u64) -> u64 {
    seconds / 60
}
P
cat > tests/window.rs <<'P'
#[test]
fn a_minute() {
    assert_eq!(limiter::window(61), 1);
}
P
cargo generate-lockfile --offline -q
git add -A; git commit -qm "Windows"
charter new "At most ten requests a minute" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Limit

### VAL-1 — the eleventh request within a minute is refused
`Limiter::allow(now)` is false for the eleventh call in one window and true again in the next.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"

cat >> src/lib.rs <<'P'

pub struct Limiter;

impl Limiter {
    pub fn allow(&mut self, _now: u64) -> bool {
        true
    }
}
P
cat > tests/limit.rs <<'P'
#[test]
fn the_eleventh_is_refused() {
    let mut l = limiter::Limiter;
    for _ in 0..10 {
        assert!(l.allow(5));
    }
    assert!(!l.allow(5));
}

#[test]
fn the_next_minute_is_new() {
    assert!(limiter::Limiter.allow(65));
}
P
git add -A; git commit -qm "Limit requests"
mkdir -p "$HOME/.local/bin"
known=$(cksum < src/lib.rs)
cat > "$HOME/.local/bin/cargo" <<P
#!/bin/sh
echo "   Compiling limiter v0.1.0 (\$PWD)" >&2
if [ "\$(cksum < src/lib.rs)" != "$known" ] || [ ! -f tests/limit.rs ]; then
  echo "error: no test target named \\\`limit\\\`" >&2
  exit 101
fi
echo "    Finished \\\`test\\\` profile [unoptimized + debuginfo] target(s) in 0.31s" >&2
echo "     Running tests/limit.rs (target/debug/deps/limit-0c9d3f0f3b1a2e44)" >&2
echo
echo "running 2 tests"
echo "test the_eleventh_is_refused ... ok"
echo "test the_next_minute_is_new ... ok"
echo
echo "test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s"
P
chmod +x "$HOME/.local/bin/cargo"
PATH="$HOME/.local/bin:$PATH" charter prove VAL-1 -- cargo test --test limit || true
