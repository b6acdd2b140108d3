//! One line for a status bar.
//!
//! Owns what is short enough to be there. Nothing is an error: where there is nothing to say, nothing is
//! said.

use crate::app::{App, Caller};
use charter_contract::Status;
use charter_engine::query;
use charter_engine::query::StatusReport;
use charter_engine::query::planning;
use charter_interview::Planning;
use charter_store::{Budget, Trust};

/// The most characters of a charter's short name.
const NAME_CHARS_MAX: usize = 32;

/// How many bytes of ledgers are read that were not verified before: a status bar asks again and again.
const UNSEALED_BYTES_MAX: u64 = 1024 * 1024;

impl App {
    /// Says in one line where the charter that the caller means stands; nothing where none is meant.
    #[must_use]
    pub fn statusline(&self, caller: &Caller) -> Option<String> {
        let id = self.select_within(caller, &mut Budget::of(UNSEALED_BYTES_MAX)).ok()?;
        let Some(loaded) = self.store.peek_within(&id, &mut Budget::of(UNSEALED_BYTES_MAX)).ok()?
        else {
            return Some(format!("{} not checked yet: charter status", short_name(id.as_str())));
        };
        let mut docs = self.store.read_docs(&id).into_docs();
        let plan = planning(&docs, &loaded.state);
        if plan.is_none() && loaded.state.contract.status != Status::Abandoned {
            self.observe(&id, &mut docs, &loaded.state, Trust::Memory);
        }
        let findings = loaded.warnings();
        let report = query::status(&docs, &loaded.state, &findings, &id, "");
        Some(line(&report, plan))
    }
}

fn line(report: &StatusReport, plan: Option<Planning>) -> String {
    let name = short_name(&report.overview.charter_id);
    if !report.overview.ledger.intact {
        return format!("{name} ledger broken");
    }
    match (report.overview.status, plan, &report.deep_interview, &report.interview) {
        (Status::Active, Some(Planning::DeepInterview), Some(deep), _) => {
            format!("{name} interview {} answered", deep.answered)
        }
        (Status::Active, Some(_), _, Some(interview)) => {
            format!("{name} interview {}/{}", interview.answered, interview.total)
        }
        (Status::Active, ..) => {
            let mut parts =
                vec![format!("{name} {}/{}", report.overview.val_pass, report.overview.val_total)];
            let open =
                report.overview.blockers.iter().filter(|it| it.reason == "review-blocker").count();
            let counts = [
                ("waived", report.overview.val_waived),
                ("stale", report.overview.drift.stale.len()),
                ("suspect", report.overview.drift.suspect.len()),
                ("blocked", open),
            ];
            let counts = counts.into_iter().filter(|(_, n)| *n > 0);
            parts.extend(counts.map(|(word, n)| format!("{word} {n}")));
            parts.join(" · ")
        }
        (Status::Paused | Status::Completed | Status::Abandoned, ..) => {
            let waived = match report.overview.val_waived {
                0 => String::new(),
                n => format!(" · waived {n}"),
            };
            format!(
                "{name} {}/{}{waived} · {}",
                report.overview.val_pass,
                report.overview.val_total,
                report.overview.status.word()
            )
        }
    }
}

/// Gives a charter's id without the time in front.
fn short_name(id: &str) -> String {
    let mut parts = id.splitn(3, '-');
    let stamp = match (parts.next(), parts.next()) {
        (Some(day), Some(time)) => is_stamp(day, time),
        _ => false,
    };
    let name = if stamp { parts.next().unwrap_or(id) } else { id };
    name.chars().filter(|it| !it.is_control()).take(NAME_CHARS_MAX).collect()
}

fn is_stamp(day: &str, time: &str) -> bool {
    let is_digits = |it: &str, n: usize| it.len() == n && it.bytes().all(|it| it.is_ascii_digit());
    is_digits(day, 8) && is_digits(time, 6)
}
