//! `charter record`: evidence, on somebody's word or from a report of tests.

use super::{Desk, evidence};
use crate::answer::{CommandAnswer, Trouble};
use crate::stdin;
use charter_app::{App, OpenCharter, RecordReport};
use charter_contract::evidence::EvidenceEntry;
use charter_contract::{EvidenceOutcome, EvidenceSource};
use charter_kernel::{CriterionId, NextAction};
use charter_proof::ReportFormat;
use std::path::PathBuf;

/// Record what shows a criterion
///
/// A pass on somebody's word needs `--because`: why what was seen is enough. Several entries come
/// from a file, and are recorded together or not at all: a JSON array of objects with criterionId,
/// outcome (pass, fail, partial), summary, because, and perhaps artifacts, featureId, source,
/// details, narrativePath, recordedBy. A report of tests or checks shows what `--map` says; it is
/// somebody's word too, since charter did not run them.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  charter record VAL-ENTRY-001 --pass -m \"ten readings survived a reload\" --because \"watched it on the ward\""
)]
#[command(group(clap::ArgGroup::new("outcome").args(["pass", "fail", "partial"])))]
#[command(group(clap::ArgGroup::new("from").args(["criterion", "batch", "junit", "tap", "cucumber", "sarif"]).required(true)))]
#[command(group(clap::ArgGroup::new("report").args(["junit", "tap", "cucumber", "sarif"])))]
pub(crate) struct RecordArgs {
    /// The criterion: its id or any unique fragment of it
    #[arg(value_name = "VAL", requires = "outcome", requires = "message", value_hint = clap::ValueHint::Other)]
    criterion: Option<String>,

    /// It holds
    #[arg(long)]
    pass: bool,

    /// It does not hold
    #[arg(long)]
    fail: bool,

    /// It holds in part
    #[arg(long)]
    partial: bool,

    /// What was seen
    #[arg(short, long, value_name = "TEXT", allow_hyphen_values = true)]
    message: Option<String>,

    /// Why that is enough
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    because: Option<String>,

    #[command(flatten)]
    kept: evidence::ArtifactArgs,

    /// What sort of check it was
    #[arg(long, value_parser = ["manual", "verifier", "subagent"], default_value = "manual")]
    source: String,

    /// Entries from a file, or `-` for stdin: a JSON array, or one row of evidence
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, conflicts_with_all = ["message", "outcome", "because", "artifact"])]
    batch: Option<PathBuf>,

    /// Entries from a JUnit report; `--map` says which tests show what
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, requires = "map", conflicts_with_all = ["message", "outcome", "because"])]
    junit: Option<PathBuf>,

    /// Entries from TAP; a test is named by the tests it is below and its own description
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, requires = "map", conflicts_with_all = ["message", "outcome", "because"])]
    tap: Option<PathBuf>,

    /// Entries from Cucumber's JSON; a scenario is named by its feature and its own name
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, requires = "map", conflicts_with_all = ["message", "outcome", "because"])]
    cucumber: Option<PathBuf>,

    /// Entries from SARIF; a check is named by its tool, its rule and the file
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, requires = "map", conflicts_with_all = ["message", "outcome", "because"])]
    sarif: Option<PathBuf>,

    /// Which tests show a criterion: VAL=part of `class name`, or a pattern with `*` for all of it
    #[arg(long, value_name = "VAL=TESTS", requires = "report")]
    map: Vec<String>,
}

pub(crate) fn run(args: &RecordArgs, desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let report = match &args.batch {
        Some(path) => {
            let entries = if path.as_os_str() == "-" {
                let text = stdin::read_all()
                    .map_err(|err| unusable(format!("the entries cannot be read: {err}")))?;
                App::parse_entries(&text)?
            } else {
                desk.app.read_entries(path)?
            };
            desk.app.record(&desk.caller, entries)?
        }
        None => record_named(args, desk)?,
    };
    let next = desk.next_line_for(charter_contract::Status::Active, &report.next_actions);
    let text = format!("{}\n{next}", evidence::rows(&report.entries, None, desk));
    Ok(CommandAnswer::new(&report, text))
}

/// Records what shows criteria that are named by their ids or fragments of them.
fn record_named(args: &RecordArgs, desk: &Desk<'_>) -> Result<RecordReport, Trouble> {
    let open = desk.app.read_charter(&desk.caller)?;
    let entries = match (&args.criterion, report_of(args)) {
        (Some(criterion), _) => vec![entry(args, open.criterion_id(criterion)?)],
        (None, Some((format, path))) => {
            let mappings = args.map.iter().map(|it| mapping(it, &open));
            let mappings = mappings.collect::<Result<Vec<_>, _>>()?;
            desk.app.read_report(format, path, &mappings)?
        }
        (None, None) => return Err(unusable("there is nothing to record".to_owned())),
    };
    Ok(desk.app.record_read(&desk.caller, open, entries)?)
}

/// Gives the report that is named, of whatever format.
fn report_of(args: &RecordArgs) -> Option<(ReportFormat, &PathBuf)> {
    let path = |format: ReportFormat| match format {
        ReportFormat::Junit => args.junit.as_ref(),
        ReportFormat::Tap => args.tap.as_ref(),
        ReportFormat::Cucumber => args.cucumber.as_ref(),
        ReportFormat::Sarif => args.sarif.as_ref(),
    };
    ReportFormat::ALL.into_iter().find_map(|it| Some((it, path(it)?)))
}

fn unusable(message: String) -> Trouble {
    let next = NextAction::new("help", "see what it takes", "charter record --help");
    Trouble::bad_input("entries", "entries-unusable", message, next)
}

fn entry(args: &RecordArgs, criterion_id: String) -> EvidenceEntry {
    EvidenceEntry {
        criterion_id: CriterionId(criterion_id),
        outcome: match (args.pass, args.partial) {
            (true, _) => EvidenceOutcome::Pass,
            (false, true) => EvidenceOutcome::Partial,
            (false, false) => EvidenceOutcome::Fail,
        },
        source: EvidenceSource::parse(&args.source).unwrap_or(EvidenceSource::Manual),
        summary: args.message.clone().unwrap_or_default(),
        because: args.because.clone().filter(|it| !it.trim().is_empty()),
        segment: args.kept.segment.clone(),
        artifacts: args.kept.artifacts(),
        details: serde_json::Map::new(),
        recorded_by: None,
        narrative: None,
        run: None,
    }
}

fn mapping(text: &str, open: &OpenCharter) -> Result<(String, String), Trouble> {
    let Some((criterion, tests)) = text.split_once('=').filter(|(_, tests)| !tests.is_empty())
    else {
        return Err(unusable(format!("`{text}` is not VAL=TESTS")));
    };
    Ok((open.criterion_id(criterion)?, tests.to_owned()))
}
