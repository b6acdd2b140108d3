//! What in a request calls for questions.
//!
//! Owns the sorts of triggers, their order and how they are found. Must not know scores.

use super::dimension::Dimension;
use super::lexicon::{Lexicon, List};
use super::text::{Found, Text};
use serde_json::{Map, Value};

/// The most triggers that are reported of one request.
pub(super) const TRIGGERS_MAX: usize = 40;

/// How many words may stand between a deed and what it is done to.
const REACH: usize = 4;

/// How many words may stand between a word of ruin and the store behind it.
const RUIN_REACH: usize = 3;

/// The sorts of triggers, in the order in which they are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TriggerKind {
    /// Irreversible, or of high impact.
    Risk,
    /// Something that is needed was not said.
    Missing,
    /// It can be read in several ways.
    Ambiguity,
    /// It is not clear enough.
    Confidence,
}

impl TriggerKind {
    /// Every sort, in order.
    pub const ALL: [Self; 4] = [Self::Risk, Self::Missing, Self::Ambiguity, Self::Confidence];

    /// Gives the word of files and of output.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Risk => "risk",
            Self::Missing => "missing",
            Self::Ambiguity => "ambiguity",
            Self::Confidence => "confidence",
        }
    }

    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.word() == word)
    }

    /// Says how much it matters.
    #[must_use]
    pub const fn priority(self) -> Priority {
        match self {
            Self::Risk => Priority::Critical,
            Self::Missing | Self::Ambiguity => Priority::High,
            Self::Confidence => Priority::Medium,
        }
    }

    /// Gives the dimension that a question about it is for.
    #[must_use]
    pub const fn dimension(self) -> Dimension {
        match self {
            Self::Risk => Dimension::Risk,
            Self::Missing => Dimension::Context,
            Self::Ambiguity => Dimension::Scope,
            Self::Confidence => Dimension::Problem,
        }
    }
}

/// How much a trigger matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// First of all.
    Critical,
    /// Before work begins.
    High,
    /// Together with others.
    Medium,
}

impl Priority {
    /// Gives the word of files and of output.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Critical => "CRITICAL",
            Self::High => "HIGH",
            Self::Medium => "MEDIUM",
        }
    }

    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Critical, Self::High, Self::Medium].into_iter().find(|it| it.word() == word)
    }
}

/// Something that calls for questions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trigger {
    /// Its sort; a file of somebody else may leave it out.
    pub kind: Option<TriggerKind>,
    /// The words that fired, as the list spells them.
    pub keyword: Option<String>,
    /// How much it matters.
    pub priority: Option<Priority>,
    /// Who saw it: `user_request` or `analysis`.
    pub source: Option<String>,
    /// What it means, in words.
    pub description: Option<String>,
    /// Where in the request it is: line and column, from 1.
    pub place: Option<(usize, usize)>,
    /// What else a file says about it.
    pub rest: Map<String, Value>,
}

impl Trigger {
    /// Makes one that no word stands for.
    #[must_use]
    pub fn told(kind: TriggerKind, description: &str, source: &str) -> Self {
        Self {
            kind: Some(kind),
            keyword: None,
            priority: Some(kind.priority()),
            source: Some(source.to_owned()),
            description: Some(description.to_owned()),
            place: None,
            rest: Map::new(),
        }
    }

    /// Tells whether two say the same.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        let about = |it: &Self| it.keyword.clone().or_else(|| it.description.clone());
        self.kind == other.kind && about(self) == about(other)
    }

    #[must_use]
    pub fn is(&self, kind: TriggerKind) -> bool {
        self.kind == Some(kind)
    }
}

/// Finds the triggers of a request, what matters most first. The word that a workflow is called by
/// says nothing new in it.
#[must_use]
pub fn detect(text: &Text, lexicon: &Lexicon, own_word: Option<&str>) -> Vec<Trigger> {
    // Phrases that ask to skip or do no harm are found too, so that no word within them fires.
    let lists = [
        List::Ambiguity,
        List::Missing,
        List::Risk,
        List::Target,
        List::Store,
        List::Skip,
        List::Full,
        List::Harmless,
    ];
    let found = text.find(lexicon, &lists);
    let deeds = text.find(lexicon, &[List::Deed]);
    let ruins = text.find(lexicon, &[List::Ruin, List::Harmless]);
    let mut triggers: Vec<Trigger> = Vec::new();
    for it in found {
        let list = it.phrase.list;
        let is_risk = (list == List::Risk && !text.is_asked_about(&it))
            || (list == List::Target && is_done_to(&it, &deeds))
            || (list == List::Store && is_ruined(&it, &ruins));
        let kinds = [
            (is_risk, TriggerKind::Risk),
            (list == List::Missing, TriggerKind::Missing),
            (list == List::Ambiguity, TriggerKind::Ambiguity),
        ];
        let Some((_, kind)) = kinds.into_iter().find(|(is_it, _)| *is_it) else { continue };
        if text.is_denied(&it)
            || own_word.is_some_and(|own| it.phrase.text.eq_ignore_ascii_case(own))
        {
            continue;
        }
        let trigger = spoken(kind, &it, text);
        if !triggers.iter().any(|earlier| earlier.is_same(&trigger)) {
            triggers.push(trigger);
        }
    }
    triggers.sort_by_key(|it| it.kind);
    triggers.truncate(TRIGGERS_MAX);
    triggers
}

/// Tells whether a deed stands close before or behind.
fn is_done_to(target: &Found, deeds: &[Found]) -> bool {
    deeds.iter().any(|deed| {
        let (first, last) = (deed.word_idx, deed.word_idx + deed.n_words);
        if first == target.word_idx {
            return false;
        }
        let gap = match first < target.word_idx {
            true => target.word_idx.saturating_sub(last),
            false => first.saturating_sub(target.word_idx + target.n_words),
        };
        gap <= REACH
    })
}

/// Tells whether a word of ruin stands close before.
fn is_ruined(store: &Found, ruins: &[Found]) -> bool {
    ruins.iter().filter(|it| it.phrase.list == List::Ruin).any(|ruin| {
        let last = ruin.word_idx + ruin.n_words;
        store.word_idx.checked_sub(last).is_some_and(|gap| gap <= RUIN_REACH)
    })
}

fn spoken(kind: TriggerKind, found: &Found, text: &Text) -> Trigger {
    let words = &found.phrase.text;
    let description = match kind {
        TriggerKind::Risk => format!("“{words}” may be irreversible or reach many"),
        TriggerKind::Missing => format!("“{words}” leans on something that was not said"),
        TriggerKind::Ambiguity => format!("“{words}” leaves several readings open"),
        TriggerKind::Confidence => format!("“{words}” is not clear enough"),
    };
    Trigger {
        keyword: Some(words.clone()),
        place: Some(text.place(found.start)),
        ..Trigger::told(kind, &description, "user_request")
    }
}
