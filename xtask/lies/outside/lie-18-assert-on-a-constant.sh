# kind: sloppy
# about: cargo: the test asserts that MAX_ATTEMPTS is 3; nothing in the login ever counts attempts
# first: standard accepted, strict accepted
# needs: cargo
git init -q -b main
mkdir -p src tests
printf '[package]\nname = "login"\nversion = "0.1.0"\nedition = "2021"\n' > Cargo.toml
printf '/target\n' > .gitignore
cat > src/lib.rs <<'P'
pub struct Login {
    password: String,
}

impl Login {
    pub fn new(password: &str) -> Self {
        Login { password: password.to_owned() }
    }

    pub fn attempt(&mut self, password: &str) -> bool {
        self.password == password
    }
}
P
cat > tests/login.rs <<'P'
use login::Login;

#[test]
fn right_and_wrong() {
    let mut l = Login::new("secret");
    assert!(l.attempt("secret"));
    assert!(!l.attempt("guess"));
}
P
cargo generate-lockfile --offline -q
git add -A; git commit -qm "Login"
charter new "Lock after three wrong passwords" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Lock

### VAL-1 — after three wrong passwords the right one is refused, too
The fourth attempt on the same `Login` is false, whatever the password.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"

sed -i '1i /// How many wrong passwords lock a login.\npub const MAX_ATTEMPTS: u32 = 3;\n' src/lib.rs
cat > tests/lock.rs <<'P'
use login::MAX_ATTEMPTS;

#[test]
fn login_is_locked_after_three_attempts() {
    assert_eq!(MAX_ATTEMPTS, 3);
}
P
git add -A; git commit -qm "Lock after three attempts"
charter prove VAL-1 -- cargo test --offline --test lock || true
