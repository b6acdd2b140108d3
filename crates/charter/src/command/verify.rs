//! `charter verify`: everything that was ever recorded, from the first byte.

use super::{Desk, evidence, export};
use crate::answer::{Answer, Trouble};
use crate::exit;
use crate::screen::Ink;
use std::fmt::Write;
use std::path::PathBuf;

/// Verify the ledger and every artifact that was ever recorded
///
/// Every event is hashed from the first byte and every artifact is read; nothing that this machine
/// remembers is believed, and nothing is run. Exits with 1 where anything is not as it was recorded.
/// With `--export` it is a file from `charter export` that is checked, anywhere and offline: that
/// nothing in it was changed or left out, and that a key you trust signed it.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  charter verify --json")]
pub(crate) struct Args {
    /// Check this export instead; inside its project also against what is there
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    export: Option<PathBuf>,

    /// The public key that must have signed it: a PEM file or 64 hex digits [default: your own]
    #[arg(long, value_name = "KEY", requires = "export")]
    key: Option<String>,
}

pub(crate) fn run(args: &Args, desk: &Desk<'_>) -> Result<Answer, Trouble> {
    if let Some(path) = &args.export {
        return export::verify(path, args.key.as_deref(), desk);
    }
    let report = desk.app.verify(&desk.caller)?;
    let screen = &desk.screen;
    let mut text = format!("\n{}", screen.wrap("  ", &report.check.name, 2));
    let _ = writeln!(
        text,
        "  {} events hashed, {} artifacts read, {} bytes",
        report.events, report.artifacts, report.bytes
    );
    text.push_str(&evidence::problems(&report.problems, desk));
    let (word, ink) = if report.ok { ("pass", Ink::Good) } else { ("fail", Ink::Bad) };
    let _ = writeln!(text, "  {}", screen.ink(ink, word));
    let mut answer = Answer::new(&report, text);
    if !report.ok {
        answer.exit = exit::REFUSED;
    }
    Ok(answer)
}
