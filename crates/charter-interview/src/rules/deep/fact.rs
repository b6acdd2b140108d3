//! What an answer establishes, and which dispute it settles.
//!
//! Owns which sentences of an answer become facts, in the user's own words: all that say something,
//! whatever doubt they raise. Must not decide what is disputed.

use super::clarity::{AnswerRole, worth};
use super::conflict::{HeardAnswer, Statement};
use super::feature::Features;
use super::lexicon::{Class, SenseLexicon};
use super::remark::is_remark;
use super::scorer::{AnswerReading, Scorer};
use super::text::{clauses, padded, sentences, shorten, without_questions, words};
use super::view::NeedView;
use crate::deep::{Cause, Dimension, FIELD_CHARS_MAX, Fact, FactDraft};

/// How many facts one answer gives; what is said beyond them is joined to the last.
const FACTS_MAX: usize = 40;

/// How long the question is at most that a fact names as its evidence.
const EVIDENCE_CHARS_MAX: usize = 300;

/// How many words a hedged sentence has at least that says something all the same.
const HEDGED_WORDS_MIN: usize = 4;

/// What an answer does to disputes.
#[derive(Debug, Clone, Default)]
pub(super) struct Settled {
    /// The disputed facts that hold after all.
    pub(super) confirms: Vec<String>,
    /// The disputed facts that something else holds instead of.
    pub(super) supersedes: Vec<String>,
    /// The known fact that holds instead, where it is not a new one.
    by: Option<Fact>,
    /// The known fact that the new one takes the place of.
    replaces: Option<String>,
}

/// Says what an answer to a question about a dispute, or a changed answer, settles.
pub(super) fn settle(scorer: &Scorer<'_>, reading: &AnswerReading) -> Settled {
    let current = scorer.current;
    let mut settled = Settled::default();
    let holds_both = scorer.lexicon.holds_both(&reading.text);
    let is_left = reading.features.is_delegation();
    if !current.is_direct || (reading.features.is_evasive() && !holds_both && !is_left) {
        return settled;
    }
    if current.is_rescored {
        let is_ours = |it: &&Fact| it.round == current.number && it.is_open_dispute();
        settled.supersedes =
            scorer.view.facts.iter().filter(is_ours).map(|it| it.id.clone()).collect();
    }
    let asked = scorer.view.find_dispute(&current.target);
    let Some(fact) = asked.filter(|it| !settled.supersedes.contains(&it.id)) else {
        return settled;
    };
    let later = later_side(scorer.lexicon, scorer.view, fact);
    let words = reading.text.trim().trim_end_matches('…');
    let is_later =
        later.is_some_and(|it| it.statement.contains(words) || restates(scorer, it, words));
    if holds_both {
        settled.confirms.push(fact.id.clone());
    } else if is_left {
        match later.filter(|it| !it.assumed) {
            Some(later) => settled.choose(fact, later),
            None => settled.confirms.push(fact.id.clone()),
        }
    } else if restates(scorer, fact, &reading.text) {
        settled.confirms.push(fact.id.clone());
        settled.by = later.and_then(|it| without(scorer.lexicon, it, fact));
    } else if let Some(later) = later.filter(|_| is_later) {
        settled.choose(fact, later);
    } else {
        settled.supersedes.push(fact.id.clone());
        let heard = HeardAnswer::of(scorer.lexicon, &current.question, &reading.text);
        let is_gone = |it: &&Fact| scorer.lexicon.find_conflict(of(it), &heard).is_some();
        settled.replaces = later.filter(is_gone).map(|it| it.id.clone());
    }
    settled
}

impl Settled {
    fn choose(&mut self, fact: &Fact, later: &Fact) {
        self.supersedes.push(fact.id.clone());
        self.by = Some(later.clone());
    }
}

fn of(fact: &Fact) -> Statement<'_> {
    Statement { text: &fact.statement, evidence: "" }
}

/// Finds the later statement that a disputed one does not fit.
pub(super) fn later_side<'v>(
    lexicon: &SenseLexicon,
    view: &'v NeedView,
    fact: &Fact,
) -> Option<&'v Fact> {
    let is_later = |it: &&Fact| it.round > fact.round && !it.disputed && !it.is_superseded();
    let is_about = |id: &Option<String>| id.as_deref() == Some(fact.id.as_str());
    let raised = view.triggers.iter().rev().find(|it| is_about(&it.contradicted_fact));
    let words = raised.and_then(|it| it.evidence.as_deref()).map(|it| it.trim_end_matches('…'));
    let says = |it: &&Fact| words.is_some_and(|words| it.statement.contains(words));
    let conflicts = |it: &&Fact| {
        let heard = HeardAnswer::of(lexicon, "", &it.statement);
        lexicon.find_conflict(of(fact), &heard).is_some()
    };
    let mut facts = view.facts.iter().rev().filter(is_later);
    facts.clone().find(says).or_else(|| facts.find(conflicts))
}

/// Gives a later statement without what does not fit an earlier one that holds; where nothing is
/// left of it, it says what the earlier one says.
fn without(lexicon: &SenseLexicon, later: &Fact, earlier: &Fact) -> Option<Fact> {
    let fits =
        |it: &&str| lexicon.find_conflict(of(earlier), &HeardAnswer::of(lexicon, "", it)).is_none();
    let all = clauses(&later.statement);
    let kept: Vec<&str> = all.iter().copied().filter(fits).collect();
    if kept.is_empty() || kept.len() == all.len() {
        return Some(Fact { statement: earlier.statement.clone(), ..later.clone() });
    }
    Some(Fact { statement: kept.join(", "), ..later.clone() })
}

/// Tells whether an answer says again what a fact says: its words, or that the earlier one holds.
fn restates(scorer: &Scorer<'_>, fact: &Fact, answer: &str) -> bool {
    let lexicon = scorer.lexicon;
    let (said, known) = (lexicon.terms(answer), lexicon.terms(&fact.statement));
    let shared = said.n_shared(&known);
    let is_same = answer.trim() == fact.statement.trim();
    let is_close = shared * 3 >= known.len() * 2 && !known.is_empty() && {
        let numbers = |text: &str| -> Vec<String> {
            let of = super::quantity::list(lexicon, text);
            of.into_iter().map(|it| it.value.to_string()).collect()
        };
        numbers(answer) == numbers(&fact.statement)
    };
    let is_short = said.len() <= 4;
    is_same || is_close || (is_short && lexicon.has(Class::Earlier, &padded(answer)))
}

/// Drafts the facts of an answer.
pub(super) fn draft(
    scorer: &Scorer<'_>,
    reading: &AnswerReading,
    settled: &Settled,
) -> Vec<FactDraft> {
    let current = scorer.current;
    let mut drafts: Vec<FactDraft> = Vec::new();
    if reading.features.is_choice && !current.question.is_empty() {
        let statement = format!("{} → {}", current.question, current.answer);
        drafts.push(one(scorer, &statement, current.target.dimension));
    } else if !reading.features.is_delegation() {
        drafts = listed(scorer, &reading.text);
    }
    if let Some(known) = &settled.by {
        let mut draft = one(scorer, &known.statement, current.target.dimension);
        draft.id = Some(known.id.clone());
        draft.evidence = None;
        draft.supersedes.clone_from(&settled.supersedes);
        drafts.insert(0, draft);
        return drafts;
    }
    if drafts.is_empty() && !settled.supersedes.is_empty() {
        drafts.push(one(scorer, &reading.text, current.target.dimension));
    }
    if let Some(first) = drafts.first_mut() {
        first.supersedes.clone_from(&settled.supersedes);
        first.id.clone_from(&settled.replaces);
    }
    drafts
}

/// Lists what is said, sentence by sentence.
fn listed(scorer: &Scorer<'_>, text: &str) -> Vec<FactDraft> {
    let mut drafts: Vec<FactDraft> = Vec::new();
    let told = without_questions(text);
    for sentence in statements(scorer.lexicon, &told).iter().filter(|it| says(scorer, it)) {
        let is_full = drafts.len() >= FACTS_MAX;
        match drafts.last_mut().filter(|_| is_full) {
            Some(last) => {
                let joined = format!("{}. {sentence}", last.statement);
                last.statement = shorten(&joined, FIELD_CHARS_MAX);
            }
            None => {
                let features = Features::read(scorer.lexicon, sentence);
                drafts.push(one(scorer, sentence, dimension_of(scorer, &features)));
            }
        }
    }
    drafts
}

/// Lists the sentences of a text; what stands behind a semicolon and has no subject of its own stays
/// with what stands before it.
fn statements(lexicon: &SenseLexicon, text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut end = 0;
    for sentence in sentences(text) {
        let start = text.get(end..).and_then(|it| it.find(sentence)).map(|it| it + end);
        let between = start.and_then(|it| text.get(end..it)).unwrap_or_default();
        end = start.map_or(end, |it| it + sentence.len());
        let is_joined = between.trim() == ";" && lacks_subject(lexicon, sentence);
        match all.last_mut().filter(|_| is_joined) {
            Some(last) => *last = format!("{last}; {sentence}"),
            None => all.push(sentence.to_owned()),
        }
    }
    all
}

/// Tells whether a sentence goes on with another one: it is very short, or a small word leads it.
fn lacks_subject(lexicon: &SenseLexicon, sentence: &str) -> bool {
    const WORDS_MIN: usize = 4;
    let all = words(sentence);
    let first = all.first().map(String::as_str).unwrap_or_default();
    let small = [Class::Clause, Class::Phrase, Class::Bound, Class::Negation, Class::Step];
    all.len() < WORDS_MIN || small.into_iter().any(|it| lexicon.is(it, first))
}

/// Tells whether a sentence says something that is not known word for word.
fn says(scorer: &Scorer<'_>, sentence: &str) -> bool {
    let features = Features::read(scorer.lexicon, sentence);
    let is_sure = features.hedges.is_empty()
        || features.n_words >= HEDGED_WORDS_MIN
        || !features.measures.is_empty();
    let is_known = |it: &Fact| !it.is_superseded() && it.statement == sentence;
    let is_ours = |it: &&Fact| it.round != scorer.current.number;
    is_sure
        && !features.is_evasive()
        && features.n_words > 0
        && !scorer.lexicon.holds_both(sentence)
        && !is_remark(scorer.lexicon, sentence)
        && scorer.bank.option_of(sentence).is_none()
        && !scorer.view.facts.iter().filter(is_ours).any(is_known)
}

fn one(scorer: &Scorer<'_>, statement: &str, dimension: Dimension) -> FactDraft {
    let target = &scorer.current.target;
    let other =
        scorer.view.active().find(|it| it.id != target.component && scorer.names(it, statement));
    let is_own =
        scorer.view.parts.iter().any(|it| it.id == target.component && scorer.names(it, statement));
    let component = match other.filter(|_| !is_own) {
        Some(other) => other.id.clone(),
        None => target.component.clone(),
    };
    let question = &scorer.current.question;
    let evidence = (!question.is_empty()).then(|| shorten(question, EVIDENCE_CHARS_MAX));
    FactDraft {
        id: None,
        statement: shorten(statement, FIELD_CHARS_MAX),
        component: Some(component),
        dimension: Some(dimension),
        evidence,
        supersedes: Vec::new(),
    }
}

/// Tells which dimension a sentence is about: the one that was asked for, unless it shows much more
/// of another.
fn dimension_of(scorer: &Scorer<'_>, features: &Features) -> Dimension {
    const MORE: u32 = 1_000;
    let target = &scorer.current.target;
    if matches!(target.cause, Cause::Restate {}) {
        return Dimension::Goal;
    }
    let asked = worth(features, target.dimension, AnswerRole::Beside);
    let others = scorer.view.project.weights().iter().map(|(it, _)| *it);
    let best = others.max_by_key(|it| worth(features, *it, AnswerRole::Beside));
    best.filter(|it| worth(features, *it, AnswerRole::Beside) > asked + MORE)
        .unwrap_or(target.dimension)
}
