//! Where a charter stands.
//!
//! Owns nothing but the asking; the answer is the core's. The mind is asked only while an interview
//! runs.

use crate::app::{App, Caller};
use crate::error::Error;
use charter_contract::Topic;
use charter_engine::query::StatusReport;
use charter_interview::brief::Open;
use charter_interview::decision::brief::need;
use charter_interview::rules::OfflineMind;

impl App {
    /// Says where the charter that the caller means stands.
    pub fn status(&self, caller: &Caller) -> Result<StatusReport, Error> {
        let open = self.open_charter(self.select(caller)?)?;
        let mut report = self.status_of(&open);
        if let Some(interview) = &mut report.interview {
            let ctx = self.context(caller);
            interview.gaps_remaining = match need(&open.docs, &ctx, OfflineMind::shipped()) {
                Open::Ask(question) => Some(question.gaps),
                Open::Review(shown) => Some(shown.gaps()),
                Open::Done(gaps) => Some(gaps),
                Open::Stuck(_) => None,
            };
            let gaps = interview.gaps_remaining.as_ref();
            interview.answered = gaps.map_or(interview.answered, |it| Topic::ALL.len() - it.len());
        }
        Ok(report)
    }
}
