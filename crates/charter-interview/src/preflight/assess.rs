//! May this request start without questions?
//!
//! Owns the one decision: from a request and what is known to a gate, an interview to keep and what
//! becomes of the file. Must not read or write.

use super::bypass::{Case, Left, Surroundings, entry, log};
use super::confidence::routed;
use super::dimension::{Dimension, Scores};
use super::history::History;
use super::impact::scores_of_request;
use super::lexicon::Lexicon;
use super::profile::{Asks, WorkflowProfile};
use super::state::{BypassEntry, BypassReason, Gate, Phase, Preflight};
use super::text::Text;
use super::topic::{RequestTopic, entities_of, topic_of};
use super::trigger::{Trigger, TriggerKind, detect};
use charter_kernel::{Actor, Timestamp};

/// How a text came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Saying {
    /// As a request: one about something else begins a new interview.
    Request,
    /// As the next thing that a user typed: while an interview runs it may be an answer.
    Prompt,
}

/// What a router found out before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Routing {
    /// How sure it is, 0 to 100.
    pub confidence: u8,
    /// What it spoke about.
    pub dimensions: Vec<Dimension>,
}

/// A request, with everything that the decision rests on.
#[derive(Debug, Clone)]
pub struct Inquiry<'a> {
    pub request: &'a str,
    pub saying: Saying,
    pub profile: &'a WorkflowProfile,
    pub lexicon: &'a Lexicon,
    pub actor: &'a Actor,
    /// The session that asks, if it has a name.
    pub session: Option<&'a str>,
    /// What a router found out before.
    pub routing: Option<&'a Routing>,
    /// What the caller saw that no word stands for.
    pub seen: &'a [Trigger],
    pub surroundings: &'a Surroundings,
    pub now: Timestamp,
}

/// What becomes of the state file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// It stays as it is.
    Nothing,
    /// It is written.
    Write,
    /// What is there holds answers to something else: it is put aside, then written.
    WriteAside,
}

/// The decision about a request.
#[derive(Debug, Clone)]
pub struct Assessment {
    pub state: Preflight,
    pub gate: Gate,
    /// Whether an interview is behind the answer at all.
    pub has_interview: bool,
    /// What called for questions in this text.
    pub triggers: Vec<Trigger>,
    /// How it got around the interview, if it did.
    pub bypass: Option<BypassEntry>,
    /// Why the wish to skip was not followed.
    pub refused: Option<String>,
    /// Whether the interview is short because it was skipped so often.
    pub is_adapted: bool,
    pub keep: Keep,
    /// The history, where it changed.
    pub history: Option<History>,
}

impl Assessment {
    /// Lets a request pass, and keeps nothing.
    fn passing(state: Preflight) -> Self {
        Self {
            state,
            gate: Gate::Open,
            has_interview: false,
            triggers: Vec::new(),
            bypass: None,
            refused: None,
            is_adapted: false,
            keep: Keep::Nothing,
            history: None,
        }
    }
}

/// Decides about a request.
#[must_use]
pub fn assess(inquiry: &Inquiry<'_>, live: Option<&Preflight>, history: &History) -> Assessment {
    let live = live.filter(|it| !it.is_expired(inquiry.now));
    let running = live.filter(|it| inquiry.saying == Saying::Prompt && !it.gate_now().is_open());
    let adopted = running.map(profile_of);
    let profile = adopted.as_ref().unwrap_or(inquiry.profile);
    let text = Text::new(inquiry.request);
    let topic = topic_of(inquiry.request, &profile.workflow, &profile.mode, inquiry.lexicon);
    let mut triggers = detect(&text, inquiry.lexicon, own_word(profile));
    triggers.extend(inquiry.seen.iter().cloned());
    triggers.sort_by_key(|it| it.kind);
    let case = Case {
        request: inquiry.request,
        text: &text,
        topic: &topic,
        profile,
        triggers: &triggers,
        lexicon: inquiry.lexicon,
        surroundings: inquiry.surroundings,
    };
    let desk = RequestDesk { inquiry, case: &case, live, history };
    match case.find_bypass(live) {
        Some(reason) => desk.bypassed(reason),
        None if running.is_none() && desk.is_uncalled_for() => desk.waved_through(),
        None => desk.interviewed(running),
    }
}

/// The word that a workflow is called by says nothing new in it, where it has its own rule.
fn own_word(profile: &WorkflowProfile) -> Option<&str> {
    (profile.asks == Asks::Risky && profile.mode == "release").then_some(profile.mode.as_str())
}

/// Gives the profile that a running interview was begun under.
fn profile_of(live: &Preflight) -> WorkflowProfile {
    WorkflowProfile {
        workflow: live.workflow.clone(),
        mode: live.mode.clone(),
        weights: live.weights,
        asks: Asks::Called,
    }
}

/// Everything that lies on the desk while one request is decided.
struct RequestDesk<'a> {
    inquiry: &'a Inquiry<'a>,
    case: &'a Case<'a>,
    live: Option<&'a Preflight>,
    history: &'a History,
}

impl RequestDesk<'_> {
    /// Nothing calls for questions: no word of the request, and no rule of the workflow.
    fn is_uncalled_for(&self) -> bool {
        self.case.triggers.is_empty()
            && self.case.profile.asks != Asks::Always
            && !self.case.is_high_risk()
            && !self.case.is_forced()
            && !self.case.wants_all()
            && self.running().is_none()
    }

    fn waved_through(&self) -> Assessment {
        Assessment::passing(self.begun())
    }

    fn bypassed(&self, reason: BypassReason) -> Assessment {
        let mut history = None;
        let (mut state, keep) = match reason {
            BypassReason::Interviewed | BypassReason::Continuation => self.of_live(),
            BypassReason::Trivial | BypassReason::Explicit => {
                let mut counted = self.history.clone();
                counted.count_skip(&self.case.profile.workflow);
                history = Some(counted);
                self.running().map_or_else(|| self.anew(), |it| (it.clone(), Keep::Write))
            }
        };
        merge(&mut state.triggers, self.case.triggers);
        let left = Left { reason, actor: self.inquiry.actor, given: None };
        let entry = entry(&left, self.inquiry.request, &state, self.inquiry.now);
        log(&mut state, entry.clone());
        if !state.gate_now().is_open() {
            state.phase = Phase::Skipped;
        }
        // What was agreed on keeps its time: a look at it is no new agreement.
        let agreed_at = state.updated_at;
        let mut state = state.settled(self.inquiry.now);
        if reason != BypassReason::Explicit {
            state.updated_at = agreed_at;
        }
        Assessment {
            has_interview: true,
            triggers: self.case.triggers.to_vec(),
            bypass: Some(entry),
            keep,
            history,
            ..Assessment::passing(state)
        }
    }

    fn of_live(&self) -> (Preflight, Keep) {
        (self.live.cloned().unwrap_or_else(|| self.begun()), Keep::Write)
    }

    /// Finds the running interview that a request belongs to.
    fn running(&self) -> Option<&Preflight> {
        let live = self.live.filter(|it| !it.gate_now().is_open())?;
        let is_same = live.topic_hash.as_deref() == Some(self.case.topic.hash.as_str());
        let says_nothing = entities_of(self.case.text, self.inquiry.lexicon).is_empty();
        let is_prompt = self.inquiry.saying == Saying::Prompt;
        let is_own = live.is_of(self.case.profile) && (is_same || says_nothing);
        (is_prompt || is_own).then_some(live)
    }

    fn interviewed(&self, prompted: Option<&Preflight>) -> Assessment {
        let wants_all = self.case.wants_all();
        let mut history = None;
        if wants_all && self.history.skips.contains_key(&self.case.profile.workflow) {
            let mut restored = self.history.clone();
            restored.skips.remove(&self.case.profile.workflow);
            history = Some(restored);
        }
        let before = prompted.or_else(|| self.running());
        let (mut state, mut keep) = match before {
            Some(live) => (live.clone(), Keep::Write),
            None => self.reopened().unwrap_or_else(|| self.anew()),
        };
        if wants_all {
            state.questions_max = None;
        }
        let mut triggers = self.case.triggers.to_vec();
        let is_untold = triggers.is_empty() && before.is_none_or(|it| it.triggers.is_empty());
        triggers.extend(self.rule_of_workflow(is_untold));
        merge(&mut state.triggers, &triggers);
        let settled = state.settled(self.inquiry.now);
        // Asking the same again changes nothing but the time.
        if before
            .is_some_and(|it| Preflight { updated_at: it.updated_at, ..settled.clone() } == *it)
        {
            keep = Keep::Nothing;
        }
        Assessment {
            gate: settled.gate,
            has_interview: true,
            triggers,
            refused: self.refusal(),
            is_adapted: settled.questions_max.is_some(),
            keep,
            history,
            ..Assessment::passing(settled)
        }
    }

    /// Says why a wish to skip was not followed.
    fn refusal(&self) -> Option<String> {
        if !self.case.wants_skip() {
            return None;
        }
        let words = self.case.triggers.iter().filter(|it| it.is(TriggerKind::Risk));
        let words: Vec<String> =
            words.filter_map(|it| it.keyword.as_ref()).map(|it| format!("“{it}”")).collect();
        Some(match (self.case.is_forced(), words.is_empty()) {
            (true, _) => "a commit to a protected branch is never without questions".to_owned(),
            (false, false) => format!("never skipped by a phrase: {}", words.join(", ")),
            (false, true) => {
                let mode = &self.case.profile.mode;
                format!("`{mode}` reaches everybody and is never skipped by a phrase")
            }
        })
    }

    /// Opens an agreement again that the request takes back; what was clear stays, under a ceiling.
    fn reopened(&self) -> Option<(Preflight, Keep)> {
        let is_open = |it: &&Preflight| it.gate_now().is_open() && !it.is_brief();
        let live = self.live.filter(is_open).filter(|it| it.is_of(self.case.profile))?;
        let is_same = live.topic_hash.as_deref() == Some(self.case.topic.hash.as_str());
        if !self.case.is_invalidated() && !is_same {
            return None;
        }
        Some((reopen(live.clone()), Keep::Write))
    }

    /// Begins an interview in the place of what is there.
    fn anew(&self) -> (Preflight, Keep) {
        let has_answers = self.live.is_some_and(|it| it.n_answers() > 0);
        (self.begun(), if has_answers { Keep::WriteAside } else { Keep::Write })
    }

    fn begun(&self) -> Preflight {
        let (inquiry, topic): (_, &RequestTopic) = (self.inquiry, self.case.topic);
        let mut state = Preflight::begin(self.case.profile, inquiry.now);
        let workflow = &self.case.profile.workflow;
        let known = self.history.baseline(workflow, &topic.entities, inquiry.now);
        let known = u8::try_from(known.floor()).unwrap_or(0);
        let mut scores = Scores::new([known; 5]);
        for dimension in inquiry.routing.iter().flat_map(|it| it.dimensions.iter().copied()) {
            let start = inquiry.routing.map_or(0, |it| routed(it.confidence));
            scores = scores.with(dimension, start.max(scores.of(dimension)));
        }
        let said = scores_of_request(inquiry.request);
        for dimension in Dimension::ALL {
            let score = scores.of(dimension).max(said.of(dimension));
            scores = scores.with(dimension, score);
        }
        state.scores = scores;
        state.topic = Some(topic.name.clone());
        state.topic_hash = Some(topic.hash.clone());
        state.session_id = inquiry.session.map(str::to_owned);
        state.request = Some(inquiry.request.to_owned());
        state.questions_max = self.history.is_short(workflow).then_some(1);
        state.composite = state.composite_now();
        state
    }

    /// Says why it is asked although no word of the request calls for it.
    fn rule_of_workflow(&self, is_untold: bool) -> Option<Trigger> {
        let case = self.case;
        let (workflow, mode) = (&case.profile.workflow, &case.profile.mode);
        let (kind, words) = if case.wants_all() {
            (TriggerKind::Confidence, "a full interview was asked for".to_owned())
        } else if case.profile.asks == Asks::Always {
            (TriggerKind::Confidence, format!("{workflow} always asks"))
        } else if is_untold && case.is_forced() {
            let words = "a commit to a protected branch is always asked about";
            (TriggerKind::Confidence, words.to_owned())
        } else if is_untold && case.is_high_risk() {
            (TriggerKind::Risk, format!("`{mode}` reaches everybody"))
        } else {
            return None;
        };
        Some(Trigger::told(kind, &words, "analysis"))
    }
}

/// Opens an interview again that was over: nothing that was clear is lost, and the composite cannot
/// be back at once.
#[must_use]
pub(super) fn reopen(mut state: Preflight) -> Preflight {
    state.phase = Phase::Gathering;
    state.ceiling = Some(super::confidence::Composite::GAPS);
    if let Some(it) = &mut state.reformulation {
        it.response = None;
        it.validated_at = None;
        it.validated_by = None;
    }
    state
}

/// Adds triggers that are not there yet, and keeps them in order.
fn merge(known: &mut Vec<Trigger>, more: &[Trigger]) {
    for it in more {
        if !known.iter().any(|earlier| earlier.is_same(it))
            && known.len() < super::trigger::TRIGGERS_MAX
        {
            // Where it stood is told once, and is no part of the interview.
            known.push(Trigger { place: None, ..it.clone() });
        }
    }
    known.sort_by_key(|it| it.kind);
}
