#!/usr/bin/env bash
# Rust. humantime 2.4.0 from crates.io: cargo with dependencies for its tests.
. "$(dirname "$0")/stage.bash"

crates_io humantime 2.4.0
printf '/target\n' > .gitignore
cargo fetch --quiet --locked > "$logs/fetch" 2>&1
commit_base
open_charter "Fortnights and quarters" <<'MD'
## m1

### VAL-FEATURE — `2 fortnights` and `1 quarter` are durations
Verifier: command

### VAL-REGRESSION — what was read and written before is read and written as before
Verifier: command
Kind: regression

### VAL-BUDGET — 200 000 durations are read within 10 s
Verifier: command
Kind: regression

### VAL-DOCS — the documentation of `parse_duration` lists both units with an example
Verifier: command

### VAL-REFACTOR — seconds of a unit stand in one place and durations are as before
Verifier: command
Kind: regression

### VAL-LINT — clippy finds nothing
Verifier: command
Kind: regression

### VAL-MANUAL — the error message for an unknown unit still names the usual ones
Verifier: manual
MD

python3 - <<'PY'
import pathlib
path = pathlib.Path("src/duration.rs")
text = path.read_text()
def change(old, new):
    global text
    assert old in text, old
    text = text.replace(old, new, 1)
change('''            Unit::Minute => (n.mul(60)?, 0),
            Unit::Hour => (n.mul(3600)?, 0),
            Unit::Day => (n.mul(86400)?, 0),
            Unit::Week => (n.mul(86400 * 7)?, 0),
            Unit::Month => (n.mul(2_630_016)?, 0), // 30.44d
            Unit::Year => (n.mul(31_557_600)?, 0), // 365.25d
''', '''            _ => (n.mul(unit.seconds())?, 0),
''')
change('''                Unit::Hour => (n.mul(3600)?.div(d)?, 0),
                Unit::Day => (n.mul(86400)?.div(d)?, 0),
                Unit::Week => (n.mul(86400 * 7)?.div(d)?, 0),
                Unit::Month => (n.mul(2_630_016)?.div(d)?, 0), // 30.44d
                Unit::Year => (n.mul(31_557_600)?.div(d)?, 0), // 365.25d
''', '''                _ => (n.mul(unit.seconds())?.div(d)?, 0),
''')
change('''    Week,
    Month,
''', '''    Week,
    Fortnight,
    Month,
    Quarter,
''')
change('''impl FromStr for Unit {
''', '''impl Unit {
    /// How many seconds it has; none for what is shorter than one.
    fn seconds(&self) -> u64 {
        match self {
            Self::Nanosecond | Self::Microsecond | Self::Millisecond => 0,
            Self::Second => 1,
            Self::Minute => 60,
            Self::Hour => 3600,
            Self::Day => 86400,
            Self::Week => 86400 * 7,
            Self::Fortnight => 86400 * 14,
            Self::Month => 2_630_016,    // 30.44d
            Self::Quarter => 7_890_048,  // three months
            Self::Year => 31_557_600,    // 365.25d
        }
    }
}

impl FromStr for Unit {
''')
change('''            "months" | "month" | "M" => Ok(Self::Month),
''', '''            "fortnights" | "fortnight" => Ok(Self::Fortnight),
            "months" | "month" | "M" => Ok(Self::Month),
            "quarters" | "quarter" => Ok(Self::Quarter),
''')
change('''/// * `months`, `month`, `M` -- defined as 30.44 days
''', '''/// * `fortnights`, `fortnight` -- two weeks
/// * `months`, `month`, `M` -- defined as 30.44 days
/// * `quarters`, `quarter` -- three months
''')
change('''/// assert_eq!(parse_duration("4.2s"), Ok(Duration::new(4, 200_000_000)));
''', '''/// assert_eq!(parse_duration("4.2s"), Ok(Duration::new(4, 200_000_000)));
/// assert_eq!(parse_duration("1 fortnight"), parse_duration("14 days"));
/// assert_eq!(parse_duration("1 quarter"), parse_duration("3 months"));
''')
path.write_text(text)
PY
mkdir -p tests examples
cat > tests/fortnight.rs <<'RS'
use humantime::parse_duration;
use std::time::Duration;

#[test]
fn a_fortnight_has_fourteen_days() {
    assert_eq!(parse_duration("2 fortnights"), Ok(Duration::from_secs(28 * 86400)));
    assert_eq!(parse_duration("0.5fortnight"), parse_duration("1week"));
}

#[test]
fn a_quarter_has_three_months() {
    assert_eq!(parse_duration("1quarter 1month"), parse_duration("4months"));
}
RS
cat > examples/budget.rs <<'RS'
//! Reads 200 000 durations; fails if that takes longer than ten seconds.
use humantime::parse_duration;
use std::time::{Duration, Instant};

fn main() {
    let start = Instant::now();
    for number in 0..200_000_u64 {
        let read = parse_duration(&format!("{number}h 2min 3s")).unwrap();
        assert_eq!(read.as_secs(), number * 3600 + 123);
    }
    println!("200000 durations in {:?}", start.elapsed());
    assert!(start.elapsed() < Duration::from_secs(10), "too slow");
}
RS
# The published manifest turns discovery off, so that targets are named.
cat >> Cargo.toml <<'TOML'

[[test]]
name = "fortnight"
path = "tests/fortnight.rs"

[[example]]
name = "budget"
path = "examples/budget.rs"
TOML
git add -A && git commit -qm "fortnights and quarters"

shows VAL-FEATURE cargo test --offline --test fortnight
shows VAL-REGRESSION cargo test --offline
shows VAL-BUDGET cargo run --offline --quiet --example budget
shows VAL-DOCS cargo test --offline --doc parse_duration
shows VAL-REFACTOR cargo test --offline --lib duration
shows VAL-LINT cargo clippy --offline --quiet --lib -- -D warnings
signs VAL-MANUAL "read the message for 3 foo" "it names seconds to years as before"
