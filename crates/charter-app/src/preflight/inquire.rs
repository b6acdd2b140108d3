//! May this request start?
//!
//! Owns the one call that hooks, servers and the command line make, and the look at what is there.
//! Must not decide.

use super::file::{PreflightWrite, Waits};
use super::report::PreflightReport;
use super::step::unusable;
use crate::app::{App, Caller, session_of};
use crate::error::Error;
use crate::new::{NewCharter, NewReport};
use charter_engine::{EventBody, Refusal};
use charter_interview::preflight::{
    Assessment, Inquiry, Keep, Preflight, PreflightRecord, PreflightSpeech, Routing, Saying,
    Trigger, TriggerKind, WorkflowProfile, assess, next_question,
};
use charter_interview::{InterviewEvent, InterviewRefusal};
use charter_kernel::Timestamp;

const REQUEST_BYTES_MAX: usize = 256 * 1024;

/// A request, as a caller gives it.
#[derive(Debug, Clone)]
pub struct PreflightAsk {
    pub text: String,
    /// The workflow, perhaps with its mode; the setting where it is not given.
    pub workflow: Option<String>,
    pub mode: Option<String>,
    /// How the text came.
    pub saying: Saying,
    /// What a router found out before.
    pub routing: Option<Routing>,
    /// What the caller saw that no word stands for.
    pub seen: Vec<(TriggerKind, String)>,
}

/// What a look at a request found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PreflightGlance {
    /// What calls for a question, in a line.
    pub(crate) message: String,
    /// The question.
    pub(crate) question: Option<String>,
    /// Whether a person has to say yes.
    pub(crate) has_risk: bool,
}

impl App {
    /// Says whether a request may start, and what to ask if not.
    pub fn preflight_check(
        &self,
        caller: &Caller,
        ask: &PreflightAsk,
    ) -> Result<PreflightReport, Error> {
        if ask.text.trim().is_empty() {
            return Err(unusable(
                "request",
                "a request says what is to be done; this one is empty",
            ));
        }
        if ask.text.len() > REQUEST_BYTES_MAX {
            let (bytes, max) = (ask.text.len(), REQUEST_BYTES_MAX);
            let words = format!("it is {bytes} bytes long; the most is {max}");
            return Err(unusable("request", &words));
        }
        let session = session_of(caller)?.map(|it| it.as_str().to_owned());
        let workflow = ask.workflow.as_deref().unwrap_or(self.config.text("preflight.workflow"));
        let profile = self.config.preflight_profiles().find(workflow, ask.mode.as_deref());
        let now = self.clock.read().0;
        let mut shelf = self.load_preflight(now)?;
        let assess = |live: Option<&Preflight>, history: &_| {
            self.assess(ask, &profile, (caller, session.as_deref()), now, live, history)
        };
        let is_running = |it: &Preflight| !it.is_expired(now) && !it.gate_now().is_open();
        let was_running = shelf.live.as_ref().is_some_and(is_running);
        let mut assessment = assess(shelf.live.as_ref(), &shelf.history);
        if assessment.keep != Keep::Nothing || assessment.history.is_some() {
            // Between the look and the lock somebody else may have written: look again.
            let kept = self.hold_preflight(Waits::Briefly).and_then(|_held| {
                shelf = self.load_preflight(now)?;
                assessment = assess(shelf.live.as_ref(), &shelf.history);
                if let Some(history) = &assessment.history {
                    shelf.history = history.clone();
                }
                let change = match assessment.keep {
                    Keep::Nothing => PreflightWrite::Nothing,
                    Keep::Write => PreflightWrite::State(&assessment.state),
                    Keep::WriteAside => PreflightWrite::StateAside(&assessment.state),
                };
                self.keep_preflight(&mut shelf, &change, now)
            });
            if let Err(err) = kept {
                shelf.findings.push(self.unkept(&err).ok_or(err)?);
            }
        }
        let note = (ask.saying == Saying::Prompt).then(|| told(&assessment, was_running));
        let path = self.shown_path(&self.state_path());
        let report = PreflightReport::judged(assessment, path, &shelf.findings);
        Ok(PreflightReport { note, ..report })
    }

    /// Looks at what a user typed, and writes nothing: what calls for questions, and the first of
    /// them. Gives nothing where work may begin.
    pub(crate) fn preflight_glance(
        &self,
        caller: &Caller,
        text: &str,
    ) -> Result<Option<PreflightGlance>, Error> {
        if text.trim().is_empty() || text.len() > REQUEST_BYTES_MAX {
            return Ok(None);
        }
        let ask = PreflightAsk {
            text: text.to_owned(),
            workflow: None,
            mode: None,
            saying: Saying::Prompt,
            routing: None,
            seen: Vec::new(),
        };
        let session = session_of(caller)?.map(|it| it.as_str().to_owned());
        let workflow = self.config.text("preflight.workflow");
        let profile = self.config.preflight_profiles().find(workflow, None);
        let now = self.clock.read().0;
        let shelf = self.load_preflight(now)?;
        let live = shelf.live.as_ref();
        let who = (caller, session.as_deref());
        let assessment = self.assess(&ask, &profile, who, now, live, &shelf.history);
        // What was typed may be clear while an earlier request still waits for its answer.
        if assessment.gate.is_open() || assessment.triggers.is_empty() {
            return Ok(None);
        }
        let message = PreflightSpeech::of(&assessment.state).headline();
        Ok(message.map(|message| PreflightGlance {
            message,
            question: next_question(&assessment.state).map(|it| it.text),
            has_risk: assessment.state.has_risk(),
        }))
    }

    fn assess(
        &self,
        ask: &PreflightAsk,
        profile: &WorkflowProfile,
        (caller, session): (&Caller, Option<&str>),
        now: Timestamp,
        live: Option<&Preflight>,
        history: &charter_interview::preflight::History,
    ) -> Assessment {
        let seen = ask.seen.iter().map(|(kind, words)| Trigger::told(*kind, words, "analysis"));
        let inquiry = Inquiry {
            request: &ask.text,
            saying: ask.saying,
            profile,
            lexicon: &self.config.preflight_words(),
            actor: &caller.actor,
            session,
            routing: ask.routing.as_ref(),
            seen: &seen.collect::<Vec<_>>(),
            surroundings: &self.surroundings(profile),
            now,
        };
        assess(&inquiry, live, history)
    }

    /// Shows where preflight stands; nothing where there is none.
    pub fn preflight_status(&self) -> Result<Option<PreflightReport>, Error> {
        let now = self.clock.read().0;
        let shelf = self.load_preflight(now)?;
        let live = shelf.live.filter(|it| !it.is_expired(now));
        let path = self.shown_path(&self.state_path());
        Ok(live.map(|it| PreflightReport::of(it, path, &shelf.findings)))
    }

    /// Gives what was learnt as the idea of a charter, once the gate is open or the questions ended
    /// without one.
    pub fn preflight_idea(&self) -> Result<String, Error> {
        Ok(charter_interview::preflight::brain_dump(&self.ready_preflight()?))
    }

    /// Opens a charter with what was learnt; its ledger keeps questions and answers in words.
    pub fn new_from_preflight(&self, caller: &Caller, new: NewCharter) -> Result<NewReport, Error> {
        let record = PreflightRecord::of(&self.ready_preflight()?);
        let event = InterviewEvent::PreflightHandedOver(Box::new(record));
        self.create(caller, new, |decision| decision.events.push(EventBody::Interview(event)))
    }

    fn ready_preflight(&self) -> Result<Preflight, Error> {
        let now = self.clock.read().0;
        let live = self.load_preflight(now)?.live.filter(|it| !it.is_expired(now));
        let state = live.ok_or(Refusal::Interview(InterviewRefusal::PreflightMissing))?;
        let why = match &state.charter {
            Some(charter) => format!(
                "charter `{charter}` was opened with it already; see `charter status {charter}`, or \
                 `charter preflight clear` before something new"
            ),
            None if !state.gate_now().is_open() && !state.is_stopped() => {
                "the gate is blocked".to_owned()
            }
            None => return Ok(state),
        };
        Err(InterviewRefusal::PreflightStep { step: "hand over to a charter", why }.into())
    }
}

/// Says what became of a text that a user typed: it is looked at, and never taken as an answer.
fn told(assessment: &Assessment, was_running: bool) -> String {
    let words = match (was_running, assessment.bypass.is_some()) {
        (_, true) => "the text was taken as a wish to begin",
        (true, false) => {
            "the text was looked at for new risks and doubts, and not recorded as an answer: \
             `charter preflight answer \"…\"` records it"
        }
        (false, false) => "no interview was going on: the text was looked at as a new request",
    };
    words.to_owned()
}
