//! The steps of an interview before work.
//!
//! Owns that each is one change under the lock, written and read again before it is answered. Must
//! not decide what a step does.

use super::file::{PreflightWrite, Waits};
use super::report::{LookupRow, PreflightReport};
use crate::app::{App, Caller};
use crate::error::{Error, problem};
use charter_interview::InterviewRefusal;
use charter_interview::preflight::{
    GivenAnswer, Impact, LookedUp, Phase, Preflight, Validation, answer, find_note,
    parse_reformulation, reformulate, skip, suggest, topic_of, validate, with_research,
};
use charter_kernel::Timestamp;
use charter_store::Failure;
use std::io;

/// What the user says beside a validation.
#[derive(Debug, Clone, Default)]
pub struct Remark {
    /// What is to be corrected, or missing.
    pub text: Option<String>,
    /// What that does to the scores.
    pub impact: Option<Impact>,
}

/// What a look into the notes gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FoundNote {
    /// A note that still holds.
    Note(String),
    /// Nothing: it has to be looked up.
    Nothing,
}

impl App {
    /// Takes an answer to the open question, or another one to an earlier question.
    pub fn preflight_answer(&self, given: &GivenAnswer) -> Result<PreflightReport, Error> {
        let words = self.config.preflight_words();
        let lookups = suggest(&given.text, &[], &words);
        let mut report =
            self.change_preflight(|state, now| answer(state, given.clone(), &words, now))?;
        if report.state.phase == Phase::Researching {
            report.research = lookups.into_iter().map(LookupRow::from).collect();
        }
        Ok(report)
    }

    pub fn preflight_note(&self, key: &str) -> Result<FoundNote, Error> {
        let now = self.clock.read().0;
        let live = self.load_preflight(now)?.live.ok_or(InterviewRefusal::PreflightMissing)?;
        let note = find_note(&live, key, now).and_then(|it| it.findings.clone());
        Ok(note.map_or(FoundNote::Nothing, FoundNote::Note))
    }

    /// Writes down what was found out about the latest answer.
    pub fn preflight_research(&self, found: &LookedUp) -> Result<PreflightReport, Error> {
        if found.key.trim().is_empty() {
            return Err(unusable("key", "a note needs a key to be found under"));
        }
        self.change_preflight(|state, now| Ok(with_research(state, found.clone(), now)))
    }

    /// Forgets every note, because what they rest on changed.
    pub fn preflight_forget(&self) -> Result<PreflightReport, Error> {
        self.change_preflight(|mut state, now| {
            state.notes.clear();
            Ok(state.settled(now))
        })
    }

    /// Puts what was understood before the user: the forms that are given, or a draft.
    pub fn preflight_reformulate(&self, forms: Option<&str>) -> Result<PreflightReport, Error> {
        let parse = |text| {
            parse_reformulation(text)
                .map_err(|problems| InterviewRefusal::PreflightUnusable { problems })
        };
        let forms = forms.map(parse).transpose()?;
        self.change_preflight(|state, now| reformulate(state, forms.clone(), now))
    }

    /// Takes the user's word on what was understood, and who brought it.
    pub fn preflight_validate(
        &self,
        caller: &Caller,
        word: Validation,
        remark: &Remark,
    ) -> Result<PreflightReport, Error> {
        self.change_preflight(|state, now| {
            let (text, impact) = (remark.text.as_deref(), remark.impact.as_ref());
            validate(state, word, text, impact, &caller.actor, now)
        })
    }

    /// Leaves the rest of the questions out. What is irreversible is named word by word, by a person.
    pub fn preflight_bypass(
        &self,
        caller: &Caller,
        words: &str,
        confirmed: &[String],
    ) -> Result<PreflightReport, Error> {
        self.change_preflight(|state, now| skip(state, words, confirmed, &caller.actor, now))
    }

    /// Writes down which charter was opened with what was learnt, so that none is opened twice.
    pub fn preflight_handed_over(&self, charter: &str) -> Result<(), Error> {
        self.change_preflight(|mut state, now| {
            state.charter = Some(charter.to_owned());
            Ok(state.settled(now))
        })
        .map(drop)
    }

    /// Clears the interview because its work is done; how it ended stays in the history. Where the
    /// work failed it is kept for a look.
    pub fn preflight_clear(&self, outcome: WorkOutcome) -> Result<PreflightReport, Error> {
        let now = self.clock.read().0;
        let _held = self.hold_preflight(Waits::Fully)?;
        let mut shelf = self.load_preflight(now)?;
        let state = shelf.live.clone().ok_or(InterviewRefusal::PreflightMissing)?;
        let lexicon = self.config.preflight_words();
        if outcome == WorkOutcome::Done {
            let request = state.request.as_deref().unwrap_or_default();
            let topic = topic_of(request, &state.workflow, &state.mode, &lexicon);
            shelf.history.record(&state, &topic.entities, now);
            self.keep_preflight(&mut shelf, &PreflightWrite::Gone, now)?;
        }
        Ok(PreflightReport::of(state, self.shown_path(&self.state_path()), &shelf.findings))
    }

    /// Changes the interview under the lock: read, change, write, read again.
    fn change_preflight(
        &self,
        change: impl Fn(Preflight, Timestamp) -> Result<Preflight, InterviewRefusal>,
    ) -> Result<PreflightReport, Error> {
        let now = self.clock.read().0;
        let _held = self.hold_preflight(Waits::Fully)?;
        let mut shelf = self.load_preflight(now)?;
        let live = shelf.live.clone().filter(|it| !it.is_expired(now));
        let before = live.ok_or(InterviewRefusal::PreflightMissing)?;
        let after = change(before.clone(), now)?;
        if after != before {
            if after.bypasses.len() > before.bypasses.len() {
                shelf.history.count_skip(&after.workflow);
            }
            self.keep_preflight(&mut shelf, &PreflightWrite::State(&after), now)?;
            let again = self.load_preflight(now)?;
            if again.live.as_ref() != Some(&after) {
                let path = self.state_path();
                let source = io::Error::other("what was written is not what is there");
                return Err(Failure::Io { action: "write", path, source }.into());
            }
        }
        Ok(PreflightReport::of(after, self.shown_path(&self.state_path()), &shelf.findings))
    }
}

/// How the work ended that an interview was for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorkOutcome {
    Done,
    Failed,
}

pub(super) fn unusable(path: &str, message: &str) -> Error {
    let problems = vec![problem(path, "preflight-unusable", message)];
    InterviewRefusal::PreflightUnusable { problems }.into()
}
