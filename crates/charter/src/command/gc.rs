//! `charter gc`: what can go.

use super::Desk;
use crate::answer::{CommandAnswer, Trouble};
use crate::screen::{clean, count};
use charter_store::{Reach, Sweep};
use std::fmt::Write;

/// List what unfinished writes left behind
///
/// Nothing is removed without --prune, and nothing that a charter needs is ever listed.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  charter gc --prune")]
pub(crate) struct GcArgs {
    /// Remove what is listed
    #[arg(long)]
    prune: bool,

    /// Also list what recoveries saved, which may be the only copy of what was lost
    #[arg(long)]
    saved: bool,
}

pub(crate) fn run(args: &GcArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let sweep = if args.prune { Sweep::Prune } else { Sweep::List };
    let reach = if args.saved { Reach::Saved } else { Reach::Leftovers };
    let report = desk.app.gc(sweep, reach)?;
    let mut text = String::new();
    for item in &report.items {
        let _ = writeln!(text, "  {:>9}  {}  {}", size(item.bytes), clean(&item.path), item.about);
    }
    let things = count(report.items.len(), "thing", "things");
    let total = size(report.bytes);
    let _ = match (report.items.is_empty(), report.pruned) {
        (true, _) => writeln!(text, "nothing to remove"),
        (false, true) => writeln!(text, "removed {things}, {total}"),
        (false, false) => writeln!(text, "{things} can go, {total}"),
    };
    text.push_str(&desk.next_line(&report.next_actions));
    Ok(CommandAnswer::new(&report, text))
}

fn size(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{} KiB", bytes.div_ceil(1024)),
        _ => format!("{} MiB", bytes.div_ceil(1_048_576)),
    }
}
