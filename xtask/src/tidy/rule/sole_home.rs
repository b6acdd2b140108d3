//! `sole-home`: each external power is named in one crate only, outside of tests.
//!
//! The table drives it; what it cannot see (a power reached through another crate's wrapper) is what
//! `crate-edge` is for.

use crate::tidy::path::{Named, list_mentions};
use crate::tidy::rust::Rust;
use crate::tidy::tree::{File, Tree};
use crate::tidy::violation::Violation;
use std::collections::BTreeSet;

const RULE: &str = "sole-home";

/// How many lines above a use its `#[expect]` may end.
const EXPECT_LINES_MAX: usize = 3;

/// A power and where it may be named.
struct Power {
    /// A crate (`clap`), a path (`std::fs`) or a macro (`println!`).
    token: &'static str,
    scope: PowerScope,
    escape: Escape,
    reason: &'static str,
}

enum PowerScope {
    /// Only in files whose path starts with one of these.
    OnlyIn(&'static [&'static str]),
    /// In no file whose path starts with one of these.
    NeverIn(&'static [&'static str]),
}

#[derive(PartialEq, Eq)]
enum Escape {
    None,
    /// An `#[expect(…, reason = …)]` close above makes a use deliberate.
    Expect,
    /// Paths that start with the token but are harmless.
    Except(&'static str),
}

const STORE: &[&str] = &["crates/charter-store/", "crates/charter-testkit/", "measure/", "xtask/"];
const PROOF: &[&str] = &["crates/charter-proof/", "crates/charter-testkit/", "measure/", "xtask/"];
const KEYS: &[&str] = &["crates/charter-proof/src/key.rs"];
const APP: &[&str] = &["crates/charter-app/"];
const SERVER: &[&str] = &["crates/charter-server/"];
const CHARTER: &[&str] = &["crates/charter/"];
const ENV: &[&str] = &[
    "crates/charter/src/env.rs",
    "crates/charter/src/env/",
    "crates/charter/src/main.rs",
    "crates/charter-testkit/",
    "measure/",
    "xtask/",
];
/// Where text leaves the process, and who asks what is at the other end.
const STREAMS: &[&str] = &[
    "crates/charter/src/rim.rs",
    "crates/charter/src/env.rs",
    "crates/charter-proof/src/echo.rs",
    "crates/charter-proof/src/terminal.rs",
    "crates/charter-server/src/stdio.rs",
    "crates/charter-testkit/",
    "measure/",
    "xtask/",
];
/// The crates that only compute.
const PURE: &[&str] = &[
    "crates/charter-kernel/",
    "crates/charter-contract/",
    "crates/charter-interview/",
    "crates/charter-plan/",
    "crates/charter-review/",
    "crates/charter-agents/",
    "crates/charter-foreign/",
    "crates/charter-engine/",
];

const fn sole(token: &'static str, homes: &'static [&'static str], reason: &'static str) -> Power {
    Power { token, scope: PowerScope::OnlyIn(homes), escape: Escape::None, reason }
}

const fn clock(token: &'static str) -> Power {
    let reason = "the clock is read in charter-app; pass a timestamp";
    Power { token, scope: PowerScope::OnlyIn(APP), escape: Escape::Expect, reason }
}

const fn printing(token: &'static str) -> Power {
    let reason = "charter prints through a writer; libraries do not talk";
    sole(token, &["xtask/", "measure/", "crates/charter-testkit/"], reason)
}

const fn impure(token: &'static str) -> Power {
    let reason = "what only computes is pure and synchronous";
    Power { token, scope: PowerScope::NeverIn(PURE), escape: Escape::None, reason }
}

/// Every power with a home.
const POWERS: &[Power] = &[
    sole("std::fs", STORE, "the disk is charter-store's"),
    sole("toml_edit", &["crates/charter-store/"], "configuration files are charter-store's"),
    sole("std::process::Command", PROOF, "child processes are charter-proof's"),
    sole("ureq", &["crates/charter-mind/"], "what is sent anywhere is charter-mind's to send"),
    sole("getrandom", KEYS, "randomness makes keys and nothing else"),
    sole(
        "sha2",
        &["crates/charter-review/", "crates/charter-interview/"],
        "the one SHA-256 is where signatures are",
    ),
    sole("pulldown_cmark", &["crates/charter-kernel/", "xtask/"], "Markdown is charter-kernel's"),
    sole("clap", CHARTER, "arguments are the binary's"),
    sole("clap_complete", CHARTER, "arguments are the binary's"),
    sole("clap_mangen", CHARTER, "arguments are the binary's"),
    sole("tokio", SERVER, "async is charter-server's"),
    sole("axum", SERVER, "HTTP is charter-server's"),
    sole("rmcp", SERVER, "MCP is charter-server's"),
    Power {
        token: "std::env",
        scope: PowerScope::OnlyIn(ENV),
        escape: Escape::Except("std::env::consts"),
        reason: "the environment is read once, in the binary's env.rs",
    },
    clock("SystemTime::now"),
    clock("Instant::now"),
    clock("Timestamp::now"),
    clock("Zoned::now"),
    sole("std::io::stdout", STREAMS, "text passes the rim, which shows what would hide"),
    sole("std::io::stderr", STREAMS, "text passes the rim, which shows what would hide"),
    printing("println!"),
    printing("print!"),
    printing("eprintln!"),
    printing("eprint!"),
    impure("std::thread"),
    impure("std::net"),
];

/// Checks the source of every crate against the table.
pub(super) fn check(tree: &Tree) -> Vec<Violation> {
    let sources = tree.rust_files().filter(|(file, _)| is_source(file));
    sources.flat_map(|(file, rust)| check_file(file, rust)).collect()
}

fn is_source(file: &File) -> bool {
    matches!(file.parts().as_slice(), ["crates", _, "src", ..] | ["measure" | "xtask", "src", ..])
}

fn check_file(file: &File, rust: &Rust) -> Vec<Violation> {
    let powers: Vec<&Power> = POWERS.iter().filter(|power| power.is_away(&file.path)).collect();
    let mut found = BTreeSet::new();
    for mention in list_mentions(rust) {
        if rust.is_test(mention.offset) {
            continue;
        }
        let line = rust.line_at(mention.offset);
        let named = powers.iter().filter(|power| power.is_named_by(&mention.named));
        let refused = named
            .filter(|power| power.escape != Escape::Expect || !is_expected(&file.text, line))
            .map(|power| (line, power.token, power.reason));
        found.extend(refused);
    }
    let violations = found.into_iter().map(|(line, token, reason)| {
        let message = format!("`{token}` has no place here: {reason}");
        Violation { path: file.path.clone(), line, rule: RULE, message }
    });
    violations.collect()
}

impl Power {
    fn is_away(&self, path: &str) -> bool {
        match self.scope {
            PowerScope::OnlyIn(homes) => !homes.iter().any(|home| path.starts_with(home)),
            PowerScope::NeverIn(folders) => folders.iter().any(|folder| path.starts_with(folder)),
        }
    }

    fn is_named_by(&self, named: &Named) -> bool {
        match named {
            Named::Macro(name) => self.token.strip_suffix('!') == Some(name),
            Named::Path(path) => match self.escape {
                Escape::Except(harmless) if leads(harmless, path) => false,
                Escape::None | Escape::Expect | Escape::Except(_) => self.is_in(path),
            },
        }
    }

    /// A crate or a `std` path leads the mention; a type's function may end a longer path.
    fn is_in(&self, path: &str) -> bool {
        let glob = path.strip_suffix("*").is_some_and(|stem| self.token.starts_with(stem));
        let tail = !self.token.starts_with("std::") && self.token.contains("::");
        glob || leads(self.token, path) || (tail && path.ends_with(&format!("::{}", self.token)))
    }
}

fn leads(token: &str, path: &str) -> bool {
    path.strip_prefix(token).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// Looks for the end of an `#[expect]` in the lines above.
fn is_expected(text: &str, line: usize) -> bool {
    let above = text.lines().take(line - 1).skip((line - 1).saturating_sub(EXPECT_LINES_MAX));
    above
        .map(str::trim)
        .any(|above| above.starts_with("#[expect(") || above.starts_with("reason ="))
}

#[cfg(test)]
mod tests {
    use crate::tidy::tests::check;

    #[test]
    fn a_power_away_from_home_is_caught_however_it_is_imported() {
        check(
            super::check,
            &[
                ("crates/charter-app/src/a.rs", "use std::{fs, io};\nfn a() { fs::read(); }\n"),
                ("crates/charter-plan/src/b.rs", "use std::process::*;\n"),
                ("crates/charter/src/c.rs", "fn c() { std::env::var(); println!(); }\n"),
                ("crates/charter-engine/src/d.rs", "use std::thread;\n"),
            ],
            &[
                "crates/charter-app/src/a.rs:1: [sole-home] `std::fs` has no place here: the disk is \
                 charter-store's",
                "crates/charter-app/src/a.rs:2: [sole-home] `std::fs` has no place here: the disk is \
                 charter-store's",
                "crates/charter-engine/src/d.rs:1: [sole-home] `std::thread` has no place here: \
                 what only computes is pure and synchronous",
                "crates/charter-plan/src/b.rs:1: [sole-home] `std::process::Command` has no place \
                 here: child processes are charter-proof's",
                "crates/charter/src/c.rs:1: [sole-home] `println!` has no place here: charter prints \
                 through a writer; libraries do not talk",
                "crates/charter/src/c.rs:1: [sole-home] `std::env` has no place here: the \
                 environment is read once, in the binary's env.rs",
            ],
        );
    }

    #[test]
    fn the_clock_needs_a_stated_reason() {
        let text = "use std::time::Instant;\nfn a() { Instant::now(); }\n\
                    #[expect(clippy::disallowed_methods, reason = \"x\")]\nfn b() {\n    \
                    Instant::now();\n}\n";
        check(
            super::check,
            &[("crates/charter-proof/src/a.rs", text), ("crates/charter-app/src/b.rs", text)],
            &[
                "crates/charter-proof/src/a.rs:2: [sole-home] `Instant::now` has no place here: the \
               clock is read in charter-app; pass a timestamp",
            ],
        );
    }

    #[test]
    fn a_power_at_home_passes_and_so_do_tests_and_words() {
        check(
            super::check,
            &[
                ("crates/charter-store/src/a.rs", "use std::fs;\nuse toml_edit::Item;\n"),
                ("crates/charter/src/main.rs", "use std::process::ExitCode;\nuse clap::Parser;\n"),
                ("crates/charter-app/src/b.rs", "// std::fs\nconst A: &str = \"std::fs\";\n"),
                ("crates/charter-app/src/c.rs", "#[cfg(test)]\nmod tests {\n    use std::fs;\n}\n"),
                ("crates/charter-app/src/c/tests.rs", "use std::fs;\n"),
                ("crates/charter-app/src/d.rs", "fn a() { env!(\"X\"); std::env::consts::OS; }\n"),
                ("crates/charter-app/tests/it/main.rs", "use std::fs;\n"),
            ],
            &[],
        );
    }
}
