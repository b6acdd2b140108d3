//! What in a request calls for questions.
//!
//! Owns the sorts of triggers, their order and how they are found. Must not know scores.

use super::clause::Clauses;
use super::deed::{self, WordSpot};
use super::dimension::Dimension;
use super::glyph;
use super::lexicon::{Lexicon, List};
use super::loose::loose_ends;
use super::text::Text;
use super::vocabulary::{Looseness, RISKS, vocabularies};
use serde_json::{Map, Value};

/// The most triggers that are reported of one request.
pub(super) const TRIGGERS_MAX: usize = 40;

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

    /// Gives what a loose phrase is a sign of.
    pub(super) const fn of_looseness(looseness: Looseness) -> Self {
        match looseness {
            Looseness::How | Looseness::Better => Self::Ambiguity,
            Looseness::What | Looseness::Usual | Looseness::Rest => Self::Missing,
        }
    }

    /// Gives what a phrase of the user's own is a sign of.
    fn of_list(list: List) -> Option<Self> {
        match list {
            List::Ambiguity => Some(Self::Ambiguity),
            List::Missing => Some(Self::Missing),
            List::Risk => Some(Self::Risk),
            List::Skip
            | List::Full
            | List::Doubt
            | List::Continue
            | List::Invalidate
            | List::Evasive
            | List::Library
            | List::Codebase
            | List::Technology
            | List::Failure
            | List::Product
            | List::Filler => None,
        }
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
        self.kind == other.kind && self.words() == other.words()
    }

    /// Gives the words that fired, or what was seen instead.
    #[must_use]
    pub fn words(&self) -> Option<&String> {
        self.keyword.as_ref().or(self.description.as_ref())
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
    let clauses = Clauses::new(text);
    // Phrases that ask to skip are found too, so that no word within them fires.
    let lists = [List::Ambiguity, List::Missing, List::Risk, List::Skip, List::Full];
    let found = text.find(lexicon, &lists);
    let is_within = |start: usize| {
        let mut skips = found.iter().filter(|it| matches!(it.phrase.list, List::Skip | List::Full));
        skips.any(|it| (it.start..text.end_of(it)).contains(&start))
    };
    let deeds = deed::deeds_asked_for(&clauses).into_iter().chain(glyph::deeds_asked_for(text));
    let mut spoken: Vec<(TriggerKind, WordSpot)> =
        deeds.map(|it| (TriggerKind::Risk, it)).collect();
    let loose = loose_ends(text, &clauses).into_iter();
    spoken.extend(loose.map(|(it, spot)| (TriggerKind::of_looseness(it), spot)));
    spoken.extend(found.iter().filter_map(|it| {
        let kind = TriggerKind::of_list(it.phrase.list)?;
        let is_meant = !text.is_denied(it) && !text.is_asked_about(it);
        is_meant.then(|| (kind, WordSpot { words: it.phrase.text.clone(), start: it.start }))
    }));
    spoken.retain(|(_, it)| !is_within(it.start));
    spoken.sort_by_key(|(kind, it)| (*kind, it.start));
    let mut triggers: Vec<Trigger> = Vec::new();
    for (kind, spot) in spoken {
        let is_own = own_word.is_some_and(|own| spot.words.eq_ignore_ascii_case(own));
        let trigger = trigger_of(kind, &spot, text);
        if !is_own && !triggers.iter().any(|earlier| earlier.is_same(&trigger)) {
            triggers.push(trigger);
        }
    }
    triggers.truncate(TRIGGERS_MAX);
    triggers
}

/// Lists every phrase that a trigger may name, with the sort of it.
#[must_use]
pub fn shipped_triggers() -> Vec<(TriggerKind, String)> {
    let mut all = Vec::new();
    for voc in vocabularies() {
        let risks = RISKS.iter().flat_map(|key| voc.texts(key));
        all.extend(risks.map(|it| (TriggerKind::Risk, it)));
        for it in Looseness::ALL {
            let texts = voc.texts(it.key());
            all.extend(texts.map(|text| (TriggerKind::of_looseness(it), text)));
        }
    }
    all.sort();
    all.dedup();
    all
}

fn trigger_of(kind: TriggerKind, spot: &WordSpot, text: &Text) -> Trigger {
    let words = &spot.words;
    let description = match kind {
        TriggerKind::Risk => format!("“{words}” may not be undoable"),
        TriggerKind::Missing => format!("“{words}” leans on something that was not said"),
        TriggerKind::Ambiguity => format!("“{words}” leaves open what is wanted"),
        TriggerKind::Confidence => format!("“{words}” is not clear enough"),
    };
    Trigger {
        keyword: Some(words.clone()),
        place: Some(text.place(spot.start)),
        ..Trigger::told(kind, &description, "user_request")
    }
}
