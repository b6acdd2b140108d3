//! `charter block`: what a reviewer found.

use super::Desk;
use crate::answer::{CommandAnswer, Trouble};
use crate::screen::clean;
use charter_app::ObjectionReport;

/// Record what stands against a criterion or a milestone, or settle it
///
/// A reviewer's objection stands against completion until it is settled. The same words again are the
/// same objection. More than three that are open against one thing are refused: a review that finds
/// more is stuck, and a person should look. With --needs it says that a criterion cannot be shown here; nobody
/// is asked to go on about it, and a person decides in `charter confirm`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  charter block VAL-ENTRY-002 -m \"a reading without a unit is taken\"\n  charter block --resolve B1 -m \"refused now, with a test\"\n  charter block VAL-ENTRY-004 --needs device -m \"no tablet of the ward here\""
)]
pub(crate) struct BlockArgs {
    /// The criterion or the milestone
    #[arg(value_name = "TARGET", required_unless_present = "resolve", conflicts_with = "resolve")]
    target: Option<String>,

    /// Settle this one instead
    #[arg(long, value_name = "ID")]
    resolve: Option<String>,

    /// Say what the criterion needs that is not here, such as `device`, `licence` or `person`
    #[arg(long, value_name = "WHAT", conflicts_with = "resolve")]
    needs: Option<String>,

    /// What has to be done, or what was done
    #[arg(short, long, value_name = "TEXT", allow_hyphen_values = true)]
    message: String,
}

pub(crate) fn run(args: &BlockArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    if let Some(needs) = &args.needs {
        return need(args, needs, desk);
    }
    let report = match (&args.resolve, &args.target) {
        (Some(id), _) => desk.app.settle(&desk.caller, id, &args.message)?,
        (None, target) => {
            let target = target.as_deref().unwrap_or_default();
            desk.app.object(&desk.caller, target, &args.message)?
        }
    };
    let text = format!(
        "{}\n{}",
        said(&report, args.resolve.is_some()),
        desk.next_line_for(report.status, &report.next_actions)
    );
    Ok(CommandAnswer::new(&report, text))
}

/// Writes down what a criterion needs; a person decides about it in `charter confirm`.
fn need(args: &BlockArgs, needs: &str, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let target = args.target.as_deref().unwrap_or_default();
    let (id, report) = desk.app.need(&desk.caller, target, needs, &args.message)?;
    let word = if report.changed { "waits" } else { "waited before" };
    let next = desk.next_line_for(report.status, &report.next_actions);
    let text = format!("{id} {word} for a person: it needs {}\n{next}", clean(needs));
    Ok(CommandAnswer::new(&report, text))
}

fn said(report: &ObjectionReport, is_settled: bool) -> String {
    let ObjectionReport { blocker_id, target, open, changed, .. } = report;
    let open = match open {
        0 => "nothing else is open".to_owned(),
        1 => "1 is open".to_owned(),
        n => format!("{n} are open"),
    };
    match (is_settled, changed) {
        (true, true) => format!("{blocker_id} is settled; {open}"),
        (true, false) => format!("{blocker_id} was settled before; {open}"),
        (false, true) => format!("{blocker_id} stands against {target}; {open}"),
        (false, false) => format!("{blocker_id} stood against {target} before; {open}"),
    }
}
