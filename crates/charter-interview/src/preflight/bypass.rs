//! When work may begin without an interview, and what that takes for granted.
//!
//! Owns the conditions of each reason, what is never left out, and the words of the warning. Must
//! not change an interview.

use super::dimension::Dimension;
use super::lexicon::{Lexicon, List};
use super::profile::{Asks, WorkflowProfile};
use super::state::{BypassEntry, BypassReason, Phase, Preflight};
use super::text::Text;
use super::topic::{RequestTopic, entities_of, files_of};
use super::trigger::{Trigger, TriggerKind};
use charter_kernel::{Actor, Timestamp};

/// The branches that others build on.
const PROTECTED: [&str; 3] = ["main", "master", "develop"];

/// The score from which nothing is taken for granted about a dimension.
const CLEAR: u8 = 80;

/// The most entries of a log.
pub(super) const ENTRIES_MAX: usize = 100;

/// What the caller knows about the repository.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Surroundings {
    pub branch: Option<String>,
    /// The tags that exist, where the workflow is about one.
    pub tags: Vec<String>,
}

/// A request, looked at for a way around the interview.
#[derive(Debug)]
pub(super) struct Case<'a> {
    pub request: &'a str,
    /// The same, taken apart.
    pub text: &'a Text,
    pub topic: &'a RequestTopic,
    pub profile: &'a WorkflowProfile,
    /// What calls for questions.
    pub triggers: &'a [Trigger],
    pub lexicon: &'a Lexicon,
    pub surroundings: &'a Surroundings,
}

impl Case<'_> {
    /// Tells whether an interview is forced: nothing skips it.
    #[must_use]
    pub(super) fn is_forced(&self) -> bool {
        let is_commit = self.profile.mode == "commit";
        let branch = self.surroundings.branch.as_deref();
        is_commit && branch.is_some_and(|it| PROTECTED.contains(&it))
    }

    /// Tells whether something irreversible or public is at stake.
    #[must_use]
    pub(super) fn is_high_risk(&self) -> bool {
        let is_risky = self.profile.asks == Asks::Risky && !self.names_new_version();
        is_risky || self.triggers.iter().any(|it| it.is(TriggerKind::Risk))
    }

    /// Tells whether the user asks for every question.
    #[must_use]
    pub(super) fn wants_all(&self) -> bool {
        self.text.has(self.lexicon, List::Full)
    }

    fn has_doubt(&self) -> bool {
        self.text.has(self.lexicon, List::Doubt)
    }

    /// Tells whether the user asks for no questions, and means it.
    #[must_use]
    pub(super) fn wants_skip(&self) -> bool {
        self.text.has(self.lexicon, List::Skip) && !self.has_doubt() && !self.wants_all()
    }

    /// Finds the reason to leave the interview out, where there is one. What is irreversible is
    /// never left out by a phrase.
    #[must_use]
    pub(super) fn find_bypass(&self, live: Option<&Preflight>) -> Option<BypassReason> {
        if self.is_forced() || self.has_doubt() {
            return None;
        }
        if let Some(live) = live.filter(|it| it.gate_now().is_open() && it.is_of(self.profile)) {
            if self.is_continuation(live) {
                return Some(BypassReason::Continuation);
            }
            // Who asks to skip again is counted again.
            let skips_again = live.phase == Phase::Skipped && self.wants_skip();
            if self.is_interviewed(live) && !skips_again {
                return Some(BypassReason::Interviewed);
            }
        }
        if self.is_high_risk() {
            return None;
        }
        let is_new_version = self.profile.asks == Asks::Risky && self.names_new_version();
        (self.wants_skip() || is_new_version).then_some(BypassReason::Explicit)
    }

    /// The same was asked, about the same files, and nothing takes it back.
    fn is_interviewed(&self, live: &Preflight) -> bool {
        let same = live.topic_hash.as_deref() == Some(self.topic.hash.as_str());
        let mut risks = self.triggers.iter().filter(|it| it.is(TriggerKind::Risk));
        let is_known = |it: &Trigger| live.triggers.iter().any(|earlier| earlier.is_same(it));
        if !risks.all(is_known) {
            return false;
        }
        let known = files_known(live);
        same && !self.is_invalidated() && self.topic.files.iter().all(|it| known.contains(it))
    }

    /// Tells whether the request takes back what was agreed.
    #[must_use]
    pub(super) fn is_invalidated(&self) -> bool {
        self.text.has(self.lexicon, List::Invalidate)
    }

    /// Work goes on that was agreed on in full, and nothing is added.
    fn is_continuation(&self, live: &Preflight) -> bool {
        let is_full = live.composite_now() == super::confidence::Composite::FULL;
        self.text.has(self.lexicon, List::Continue)
            && is_full
            && !self.is_invalidated()
            && entities_of(self.text, self.lexicon).is_empty()
            && self.topic.files.is_empty()
    }

    /// Tells whether a version is named that no tag has yet.
    fn names_new_version(&self) -> bool {
        let version = version_of(self.request);
        let is_tag =
            |it: &str| self.surroundings.tags.iter().any(|tag| tag.trim_start_matches('v') == it);
        version.is_some_and(|it| !is_tag(&it))
    }
}

/// Finds a version such as `2.1.0` or `v2.1.0`.
#[must_use]
pub fn version_of(request: &str) -> Option<String> {
    let tokens = request.split_whitespace();
    let tokens = tokens.map(|it| it.trim_matches(|it: char| !it.is_ascii_alphanumeric()));
    let is_number = |it: &str| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit());
    let versions = tokens.map(|it| it.trim_start_matches('v')).filter(|it| {
        let parts: Vec<&str> = it.split('.').collect();
        (2..=4).contains(&parts.len()) && parts.iter().all(|it| is_number(it))
    });
    versions.map(str::to_owned).next()
}

/// Tells whether a text says in which line: `src/a.rs:12`, `line 12`.
pub(super) fn names_line(request: &str) -> bool {
    let is_number = |it: &str| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit());
    let words: Vec<&str> = request
        .split_whitespace()
        .map(|it| it.trim_matches(|it: char| "`\"'(),;.".contains(it)))
        .collect();
    let in_words = words.windows(2).any(|it| match it {
        [word, number] => {
            word.eq_ignore_ascii_case("line") && is_number(number.trim_end_matches(':'))
        }
        _ => false,
    });
    let in_path = words.iter().any(|it| {
        let it = it.trim_end_matches(':');
        it.split(':').skip(1).any(is_number) && it.contains('.')
    });
    in_words || in_path
}

fn files_known(live: &Preflight) -> std::collections::BTreeSet<String> {
    let answers = live.questions.iter().filter_map(|it| it.answer.as_deref());
    live.request.as_deref().into_iter().chain(answers).flat_map(files_of).collect()
}

/// Why an interview is left out, and by whom.
#[derive(Debug)]
pub(super) struct Left<'a> {
    pub reason: BypassReason,
    pub actor: &'a Actor,
    /// The reason in words, where somebody gave one.
    pub given: Option<&'a str>,
}

/// Writes an entry of the log. A wish of the user comes with a warning and with what is taken for
/// granted; the others with a line of information.
#[must_use]
pub(super) fn entry(
    left: &Left<'_>,
    request: &str,
    state: &Preflight,
    now: Timestamp,
) -> BypassEntry {
    let is_warning = left.reason == BypassReason::Explicit;
    BypassEntry {
        timestamp: Some(now),
        reason: Some(left.reason),
        request: Some(request.to_owned()),
        actor: Some(left.actor.clone()),
        given: left.given.filter(|it| !it.is_empty()).map(str::to_owned),
        confidence: Some(i64::from(state.composite_now().floor())),
        warning_shown: is_warning,
        warning_text: Some(words_of(left, state, now)),
        assumptions: if is_warning { assumptions(state) } else { Vec::new() },
    }
}

fn words_of(left: &Left<'_>, state: &Preflight, now: Timestamp) -> String {
    match left.reason {
        BypassReason::Explicit => explicit_words(left, state),
        BypassReason::Trivial => {
            "nothing is asked: one line, one way to mend it, and it can be taken back".to_owned()
        }
        BypassReason::Interviewed => {
            let age_ms = state.updated_at.map_or(0, |it| now.as_millis() - it.as_millis());
            format!("nothing is asked: {} {} ago", earlier_words(state), age(age_ms))
        }
        BypassReason::Continuation if state.is_validated() => {
            "nothing is asked: work goes on as agreed".to_owned()
        }
        BypassReason::Continuation => {
            "nothing is asked: work goes on as the answers have it".to_owned()
        }
    }
}

/// Says who began without questions, how many were answered, how clear it was, and why.
fn explicit_words(left: &Left<'_>, state: &Preflight) -> String {
    let asked = match state.n_answers() {
        0 => "no questions were asked".to_owned(),
        1 => "no questions were asked after one answer".to_owned(),
        n => format!("no questions were asked after {n} answers"),
    };
    let by = match left.actor {
        Actor::Unknown => String::new(),
        Actor::Person(name) => format!(" by the wish of {name}"),
        Actor::Agent(name) => format!(" by the wish of the agent {name}"),
    };
    let why = left.given.filter(|it| !it.is_empty());
    let why = why.map(|it| format!(", because: {it}")).unwrap_or_default();
    let begins = match state.is_brief() {
        true => "work begins as it is".to_owned(),
        false => format!("work begins at confidence {} of 100", state.composite_now()),
    };
    format!("{asked}: {begins}{by}{why}")
}

/// Says what there was about the same request: an agreement only where somebody said yes.
fn earlier_words(state: &Preflight) -> String {
    let validated_by = state.reformulation.as_ref().and_then(|it| it.validated_by.as_ref());
    match (state.is_validated(), validated_by) {
        (true, Some(Actor::Agent(name))) => {
            format!("the agent {name} passed on that the user agreed to the same")
        }
        (true, _) => "the same was agreed".to_owned(),
        (false, _) if state.phase == Phase::Skipped => {
            "the same was begun without questions".to_owned()
        }
        (false, _) => {
            "every question about the same was answered, and nobody was asked for a yes,".to_owned()
        }
    }
}

fn age(age_ms: i64) -> String {
    match age_ms.max(0) / 60_000 {
        minutes @ 0..60 => format!("{minutes} min"),
        minutes => format!("{} h", minutes / 60),
    }
}

/// Lists what is taken for granted when nobody is asked.
#[must_use]
pub fn assumptions(state: &Preflight) -> Vec<String> {
    let words = state.triggers.iter().filter_map(|it| it.keyword.as_ref());
    let words = words.map(|it| format!("“{it}” is read in the simplest way"));
    let open = Dimension::ALL
        .into_iter()
        .filter(|_| !state.is_brief())
        .filter(|it| state.weights.of(*it) > 0 && state.scores.of(*it) < CLEAR);
    let open = open.map(|it| format!("{it} ({}) is as the code has it now", it.about()));
    words.chain(open).collect()
}

/// Adds an entry to the log of an interview, the oldest going first.
pub(super) fn log(state: &mut Preflight, entry: BypassEntry) {
    state.bypasses.push(entry);
    let n_over = state.bypasses.len().saturating_sub(ENTRIES_MAX);
    state.bypasses.drain(..n_over);
}
