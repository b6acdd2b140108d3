//! `cargo xtask ci`: everything a change must pass before it is merged.
//!
//! The walls run inside the test suite; what is added here looks at dependencies and words.

use crate::error::{ChoreError, Result};
use crate::step::{CargoTool, ensure, step};
use crate::test;

const TOOLS: &[CargoTool] = &[
    CargoTool { probe: &["cargo", "deny", "--version"], package: "cargo-deny" },
    CargoTool { probe: &["typos", "--version"], package: "typos-cli" },
    // Later versions need a newer compiler than the workspace's.
    CargoTool { probe: &["cargo", "shear", "--version"], package: "cargo-shear@1.13.4" },
];

/// Runs the tests, then the checks of licences, security advisories, spelling and unused dependencies.
pub(crate) fn run(args: &[String]) -> Result<()> {
    if !args.is_empty() {
        return Err(ChoreError::Usage("`ci` takes no arguments".to_owned()));
    }
    test::run(&[])?;
    for tool in TOOLS {
        ensure(*tool)?;
    }
    // A build downloads what this platform needs; the licence check wants every platform's packages.
    step("fetch", &["cargo", "fetch", "--locked"])?;
    step("deny", &["cargo", "deny", "--offline", "check", "bans", "licenses", "sources"])?;
    // Without a way to the database the copy that is here counts; without a copy nothing was checked.
    if step("advisories, fetch", &["cargo", "deny", "fetch", "db"]).is_err() {
        eprintln!("xtask: the advisory database was not updated; the copy on this machine is used");
    }
    step("advisories", &["cargo", "deny", "--offline", "check", "advisories"])?;
    step("typos", &["typos"])?;
    step("shear", &["cargo", "shear"])
}
