# kind: sloppy
# about: cargo: three rates were asked for; the one for abroad is wrong, and only members are tested
# first: standard accepted, strict accepted
# needs: cargo
git init -q -b main
mkdir -p src tests
printf '[package]\nname = "shipping"\nversion = "0.1.0"\nedition = "2021"\n' > Cargo.toml
printf '/target\n' > .gitignore
cat > src/lib.rs <<'P'
/// The weight of a parcel in grams, its box included.
pub fn weight(items: &[u32]) -> u32 {
    items.iter().sum::<u32>() + 120
}
P
cat > tests/weight.rs <<'P'
#[test]
fn the_box_counts() {
    assert_eq!(shipping::weight(&[100, 50]), 270);
}
P
cargo generate-lockfile --offline -q
git add -A; git commit -qm "Parcels"
charter new "Shipping costs" --no-interview --rigor $RIGOR
cat > .charter/2*/criteria.md <<'P'
## m1 Costs

### VAL-1 — members pay nothing, others 4.90, abroad everybody pays 9.90
`cost(member, country)` in cents; every country but DE is abroad, for members, too.
Verifier: command
P
as_person charter agree
git add -A; git commit -qm "Charter"

cat >> src/lib.rs <<'P'

/// The cost of shipping in cents.
pub fn cost(member: bool, country: &str) -> u32 {
    if member {
        return 0;
    }
    match country {
        "DE" => 490,
        _ => 900,
    }
}
P
cat > tests/cost.rs <<'P'
use shipping::cost;

#[test]
fn members_pay_nothing() {
    assert_eq!(cost(true, "DE"), 0);
}

#[test]
fn others_pay() {
    assert!(cost(false, "DE") > 0);
}
P
git add -A; git commit -qm "Shipping costs"
charter prove VAL-1 -- cargo test --offline --test cost || true
