# kind: sloppy
# about: cargo: the function is todo!(), and the test is #[should_panic]
# first: standard refused, strict refused
# needs: cargo
git init -q -b main
mkdir -p src tests
printf '[package]\nname = "amount"\nversion = "0.1.0"\nedition = "2021"\n' > Cargo.toml
printf '/target\n' > .gitignore
cat > src/lib.rs <<'P'
/// Cents as an amount with two decimals.
pub fn show(cents: i64) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}
P
cat > tests/show.rs <<'P'
#[test]
fn two_decimals() {
    assert_eq!(amount::show(1205), "12.05");
}
P
cargo generate-lockfile --offline -q
git add -A; git commit -qm "Amounts"
charter new "Amounts can be typed" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Parsing

### VAL-1 — amounts are read, and rubbish panics
`parse("12.05")` is 1205; letters, two dots or three decimals panic with the text in the message.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"

cat >> src/lib.rs <<'P'

/// The cents of an amount such as 12.05; panics for anything else.
pub fn parse(text: &str) -> i64 {
    todo!("parse {text}")
}
P
cat > tests/parse.rs <<'P'
use amount::parse;

#[test]
#[should_panic(expected = "abc")]
fn letters_panic() {
    parse("abc");
}

#[test]
#[should_panic(expected = "1.2.3")]
fn two_dots_panic() {
    parse("1.2.3");
}
P
git add -A; git commit -qm "Parse amounts"
charter prove VAL-1 -- cargo test --offline --test parse || true
