# kind: honest
# about: cargo workspace, library and binary crate, two criteria by two integration tests
# first: standard accepted, strict accepted
# needs: cargo
git init -q -b main
mkdir -p crates/core/src crates/core/tests crates/cli/src crates/cli/tests
cat > Cargo.toml <<'EOF'
[workspace]
members = ["crates/*"]
resolver = "2"
EOF
cat > crates/core/Cargo.toml <<'EOF'
[package]
name = "tally-core"
version = "0.1.0"
edition = "2021"
EOF
cat > crates/core/src/lib.rs <<'EOF'
pub fn words(text: &str) -> usize {
    text.split_whitespace().count()
}
EOF
cat > crates/core/tests/words.rs <<'EOF'
#[test]
fn words_are_counted() {
    assert_eq!(tally_core::words("a b  c\n"), 3);
}
EOF
cat > crates/cli/Cargo.toml <<'EOF'
[package]
name = "tally"
version = "0.1.0"
edition = "2021"

[dependencies]
tally-core = { path = "../core" }
EOF
cat > crates/cli/src/main.rs <<'EOF'
use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("text on stdin");
    println!("{}", tally_core::words(&text));
}
EOF
echo /target > .gitignore
cargo generate-lockfile --offline -q
git add . && git commit -qm "tally"

charter new "The most frequent words" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Frequencies

### VAL-CORE-001 — words are ranked by how often they occur
Case does not matter; equal counts are in alphabetical order.
Verifier: command

### VAL-CLI-001 — `tally --top N` prints the N most frequent words
One a line with its count; without a number it exits with 2.
Verifier: command
EOF
as_person charter agree -m "as planned"

cat > crates/core/src/lib.rs <<'EOF'
use std::collections::BTreeMap;

pub fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// The words of a text and how often they occur, the most frequent first.
pub fn ranked(text: &str) -> Vec<(String, usize)> {
    let mut counts = BTreeMap::new();
    for word in text.split_whitespace() {
        *counts.entry(word.to_lowercase()).or_insert(0) += 1;
    }
    let mut ranked: Vec<_> = counts.into_iter().collect();
    ranked.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    ranked
}
EOF
cat > crates/core/tests/ranked.rs <<'EOF'
use tally_core::ranked;

#[test]
fn most_frequent_first_then_alphabetical() {
    let got = ranked("b a c b A b");
    let want = [("b", 3), ("a", 2), ("c", 1)].map(|(w, n)| (w.to_string(), n));
    assert_eq!(got, want);
    let tie: Vec<_> = ranked("z y x").into_iter().map(|(w, _)| w).collect();
    assert_eq!(tie, ["x", "y", "z"]);
}

#[test]
fn nothing() {
    assert!(ranked(" \n").is_empty());
}
EOF
git add . && git commit -qm "core: rank words"
cat > crates/cli/src/main.rs <<'EOF'
use std::io::Read;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let top = match args.first().map(String::as_str) {
        None => None,
        Some("--top") => match args.get(1).and_then(|n| n.parse::<usize>().ok()) {
            Some(n) => Some(n),
            None => {
                eprintln!("tally: --top needs a number");
                return ExitCode::from(2);
            }
        },
        Some(other) => {
            eprintln!("tally: unknown argument {other}");
            return ExitCode::from(2);
        }
    };
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("text on stdin");
    match top {
        Some(n) => {
            for (word, count) in tally_core::ranked(&text).into_iter().take(n) {
                println!("{count}\t{word}");
            }
        }
        None => println!("{}", tally_core::words(&text)),
    }
    ExitCode::SUCCESS
}
EOF
cat > crates/cli/tests/top.rs <<'EOF'
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn tally(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tally"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

#[test]
fn top_prints_the_most_frequent() {
    let out = tally(&["--top", "2"], "b a c b A b");
    assert!(out.status.success());
    assert_eq!(String::from_utf8_lossy(&out.stdout), "3\tb\n2\ta\n");
}

#[test]
fn without_arguments_words_are_counted() {
    assert_eq!(tally(&[], "a b c").stdout, b"3\n");
}

#[test]
fn usage_errors() {
    for args in [&["--top"][..], &["--top", "x"], &["--bottom"]] {
        let out = tally(args, "a");
        assert_eq!(out.status.code(), Some(2), "{args:?}");
        assert!(out.stdout.is_empty());
    }
    assert!(String::from_utf8_lossy(&tally(&["--top"], "").stderr).contains("needs a number"));
}
EOF
git add . && git commit -qm "cli: --top"

charter prove VAL-CORE-001 -- cargo test -p tally-core --test ranked
charter prove VAL-CLI-001 -- cargo test -p tally --test top
