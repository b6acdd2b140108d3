//! What is asked next.
//!
//! Owns the order of the questions, how often one is asked, and when nothing is left. Must not know how they are
//! worded.

use super::clash::clashes;
use super::question::{AskedWhen, ChecklistQuestion, about, settling};
use super::reading::{HeardAnswers, TopicStatement};
use super::settlement::{dropped, is_choice};
use super::view::{ChecklistRound, ChecklistView};
use crate::deep::{ChecklistTopic, Clash, FactDraft, UserStatement};
use crate::noise::NoiseKind;

/// How often a question is asked whose answers say nothing.
const ASKS_MAX: usize = 2;

/// How many clashes are asked about; further ones are told and left to the user.
const CLASHES_MAX: usize = 4;

/// What follows from what was said so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChecklistTurn {
    /// What is asked next; none when nothing is left to ask.
    pub question: Option<ChecklistQuestion>,
    /// What the latest answer established, word for word.
    pub facts: Vec<FactDraft>,
    /// Why the latest answer is none, where it says nothing.
    pub noise: Option<NoiseKind>,
    /// Statements that give different values for one thing, and that nobody settled.
    pub clashes: Vec<Clash>,
    /// Statements that the user chose against.
    pub dropped: Vec<UserStatement>,
    /// Whether anything that was answered has a word in common with the idea or the questions.
    pub is_related: bool,
    /// Every topic, in the order in which they are asked.
    pub covered: Vec<TopicState>,
    /// How many questions are left as far as one can tell; every answer may raise or spare some.
    pub n_left: usize,
}

impl ChecklistTurn {
    /// Tells whether nothing is left to ask and it was said how success shows, with something to count or observe.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        let is_answered = |it: &TopicState| {
            it.topic == ChecklistTopic::Success && it.is_answered && it.is_countable
        };
        self.question.is_none() && self.is_related && self.covered.iter().any(is_answered)
    }
}

/// How far a topic has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TopicState {
    pub topic: ChecklistTopic,
    pub is_asked: bool,
    /// Whether something was said about it, asked or not.
    pub is_answered: bool,
    /// Whether something in that can be counted or observed.
    pub is_countable: bool,
    /// The rounds that say something about it; 0 is the idea.
    pub rounds: Vec<u32>,
}

/// Gives what comes next.
#[must_use]
pub fn turn(view: &ChecklistView) -> ChecklistTurn {
    turn_of(view, &HeardAnswers::of(view))
}

/// Gives what comes next after what was heard.
pub(super) fn turn_of(view: &ChecklistView, heard: &HeardAnswers) -> ChecklistTurn {
    let dropped = dropped(view);
    let open = open_clashes(view, &heard.said);
    let covered: Vec<TopicState> =
        ChecklistTopic::ALL.iter().map(|it| state(view, heard, *it)).collect();
    let noise = view.rounds.last().and_then(|it| heard.noise_of(it));
    ChecklistTurn {
        n_left: n_left(view, heard, &covered, &open),
        question: next(view, heard, &covered, &open),
        facts: facts(view, &heard.said),
        noise,
        is_related: heard.is_related(view),
        clashes: open,
        dropped,
        covered,
    }
}

fn n_left(
    view: &ChecklistView,
    heard: &HeardAnswers,
    covered: &[TopicState],
    open: &[Clash],
) -> usize {
    let is_left = |it: &&TopicState| !it.is_answered && may_ask(view, heard, it.topic);
    let n_clashes = open.len().min(CLASHES_MAX.saturating_sub(n_settled(view)));
    covered.iter().filter(is_left).count() + n_clashes
}

fn n_settled(view: &ChecklistView) -> usize {
    view.rounds.iter().filter(|it| it.settles.is_some()).count()
}

fn next(
    view: &ChecklistView,
    heard: &HeardAnswers,
    covered: &[TopicState],
    open: &[Clash],
) -> Option<ChecklistQuestion> {
    if let Some(clash) = open.first().filter(|_| n_settled(view) < CLASHES_MAX) {
        return Some(settling(view.tongue, clash));
    }
    let waiting = covered.iter().filter(|it| !it.is_answered);
    let topic = waiting.map(|it| it.topic).find(|it| may_ask(view, heard, *it))?;
    let last = view.rounds.last().filter(|it| it.topic == Some(topic) && it.answer.is_some());
    let asking = if last.is_some() { AskedWhen::Again } else { AskedWhen::First };
    Some(about(view.tongue, topic, asking))
}

/// Tells whether a topic may be asked once more: not after the user passed over it or said that there is no
/// answer, but for success, and never more than a few times.
fn may_ask(view: &ChecklistView, heard: &HeardAnswers, topic: ChecklistTopic) -> bool {
    let mut rounds = view.rounds.iter().filter(|it| it.topic == Some(topic));
    let n_asks = rounds.clone().count();
    let gave_up =
        |it: &ChecklistRound| it.answer.is_none() || heard.noise_of(it) == Some(NoiseKind::Evasion);
    n_asks < ASKS_MAX && (topic == ChecklistTopic::Success || !rounds.any(gave_up))
}

fn state(view: &ChecklistView, heard: &HeardAnswers, topic: ChecklistTopic) -> TopicState {
    let asked = || view.rounds.iter().filter(|it| it.topic == Some(topic));
    let about: Vec<&TopicStatement> = heard.said.iter().filter(|it| it.is_about(topic)).collect();
    let is_countable = about.iter().any(|it| it.is_countable());
    let replied = asked().filter(|it| it.answer.is_some() && heard.noise_of(it).is_none());
    let mut rounds: Vec<u32> = about.iter().map(|it| it.said.round).collect();
    rounds.extend(replied.clone().map(|it| it.number));
    rounds.sort_unstable();
    rounds.dedup();
    let is_told = match topic {
        ChecklistTopic::Success => is_countable,
        ChecklistTopic::Steps
        | ChecklistTopic::Users
        | ChecklistTopic::FirstVersion
        | ChecklistTopic::LeftOut
        | ChecklistTopic::Limits
        | ChecklistTopic::Existing
        | ChecklistTopic::Trouble => !about.is_empty(),
    };
    // How success shows is asked once more where nothing can be counted in what was said.
    let n_enough = if topic == ChecklistTopic::Success { ASKS_MAX } else { 1 };
    let is_answered = is_told || replied.count() >= n_enough;
    TopicState { topic, is_asked: asked().count() > 0, is_answered, is_countable, rounds }
}

/// Lists what the latest answer established.
fn facts(view: &ChecklistView, said: &[TopicStatement]) -> Vec<FactDraft> {
    let Some(round) = view.rounds.last() else { return Vec::new() };
    let own = said.iter().filter(|it| it.said.round == round.number);
    let draft = |it: &TopicStatement| FactDraft {
        id: None,
        statement: it.said.text.clone(),
        component: None,
        dimension: it.home.or(it.topics.first().copied()).map(ChecklistTopic::dimension),
        evidence: None,
        supersedes: Vec::new(),
    };
    own.map(draft).collect()
}

/// Lists the clashes that no round was about, without those of statements that the user chose against.
fn open_clashes(view: &ChecklistView, said: &[TopicStatement]) -> Vec<Clash> {
    let dropped = dropped(view);
    let asked = |it: &Clash| view.rounds.iter().any(|round| round.settles.as_ref() == Some(it));
    let is_gone = |it: &Clash| dropped.contains(&it.first) || dropped.contains(&it.second);
    let is_own = |it: &Clash| settles_in_words(view, it);
    let mut open = clashes(said);
    open.retain(|it| !asked(it) && !is_gone(it) && !is_own(it));
    open
}

/// Tells whether one side of a clash is what the user said in their own words to another clash.
fn settles_in_words(view: &ChecklistView, clash: &Clash) -> bool {
    let settled = view.rounds.iter().filter(|it| it.settles.is_some());
    let mut own =
        settled.filter(|it| it.answer.as_deref().is_some_and(|said| !is_choice(it, said)));
    own.any(|it| it.number == clash.first.round || it.number == clash.second.round)
}
