//! The texts that the mind writes from, per language.
//!
//! Owns the closed list of keys, how a file of texts is read and how slots are filled. Must not know
//! when a text is used.

use crate::Tongue;
use crate::deep::{Dimension, Persona};
use crate::frame::fill;
use crate::wordlist::lines;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// What a text is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TextKey {
    /// The names of the four dimensions, in their order.
    Name,
    /// Two things in a row that ends.
    JoinLast,
    /// Two things in a row that goes on.
    Join,
    /// One thing and others.
    More,
    /// What a component is called that has no name.
    Whole,
    /// The first question about a dimension.
    Ask(Dimension),
    /// What the thing is.
    AskOntology,
    /// Which of two statements holds.
    AskDispute,
    /// Whether something new belongs to the work.
    AskExpansion,
    /// What stands against closing.
    AskClosure,
    /// A further question about a dimension, with a quote.
    Follow(Dimension),
    /// A question about a hedge.
    FollowHedge,
    /// A question about a word without a measure.
    FollowVague,
    /// A smaller question, after an evasive answer.
    FollowEvasion,
    /// A question about what was chosen and names nothing yet.
    FollowOption,
    /// Answers that can be offered about a dimension; the first is the easiest to take back.
    Option(Dimension),
    /// Why a question is asked now.
    Why(Why),
    /// What is not clear about a dimension.
    Gap(Dimension),
    /// What is not clear, by its sign.
    GapOf(UnclearSign),
    /// What a word shows.
    Seen(Sight),
    /// Why a trigger was set aside.
    Rationale(Doubt),
    /// What a question about a dimension wants to know.
    Explain(Dimension),
    /// What a question about a dispute wants to know.
    ExplainDispute,
    /// What a question about the thing itself wants to know.
    ExplainOntology,
    /// The blind spot that a persona sees.
    Panel(Persona),
    /// The same where nothing moves.
    PanelCore,
    /// What supports it.
    PanelRationale,
    /// Two reasons for an answer in place of the user's.
    AutoRationale,
    /// Two reasons for taking the later side of a dispute.
    AutoSide,
    /// What is uncertain about it.
    AutoUncertainty,
    /// What speaks against an assumption.
    SpecChallenge,
    /// What was decided about it.
    SpecResolution,
    /// A criterion where only an answer is there.
    SpecCriterion,
    /// Something that is left out.
    Excluded,
}

/// Why a question is asked now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// Nothing is known.
    Unknown,
    /// It is the least clear.
    Weakest,
    /// A fact is disputed.
    Dispute,
    /// The last answer raised doubt.
    Trigger,
    /// Something stands against closing.
    Closure,
    /// Nothing moves.
    Ontology,
    /// The goal in one sentence did not fit.
    Restate,
}

/// A sign that something is not clear.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum UnclearSign {
    Hedge,
    /// A word without a measure.
    Vague,
    Evasion,
    /// Two statements that do not fit.
    Conflict,
    /// No question yet.
    Unasked,
}

/// What a word shows, as it is explained.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sight {
    Measure,
    Bound,
    /// Something left out.
    Exclusion,
    Name,
    /// A step or condition.
    Step,
    /// Something observable.
    Observation,
    /// Something that is there.
    Setting,
    Hedge,
    /// A word without a measure.
    Vague,
    /// So many words.
    Length,
    /// Nothing.
    None,
    Assumed,
}

/// Why an answer raises doubt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Doubt {
    /// It does not fit a fact.
    Conflict,
    /// It does not fit itself.
    Inside,
    /// It evades.
    Evasion,
    /// It adds something.
    Expansion,
}

impl TextKey {
    /// The keys that stand for themselves, with their names in the files.
    const PLAIN: &[(Self, &str)] = &[
        (Self::Name, "name"),
        (Self::JoinLast, "join.last"),
        (Self::Join, "join"),
        (Self::More, "join.more"),
        (Self::Whole, "whole"),
        (Self::AskOntology, "ask.ontology"),
        (Self::AskDispute, "ask.dispute"),
        (Self::AskExpansion, "ask.expansion"),
        (Self::AskClosure, "ask.closure"),
        (Self::FollowHedge, "follow.hedge"),
        (Self::FollowVague, "follow.vague"),
        (Self::FollowEvasion, "follow.evasion"),
        (Self::FollowOption, "follow.option"),
        (Self::ExplainDispute, "explain.dispute"),
        (Self::ExplainOntology, "explain.ontology"),
        (Self::PanelCore, "panel.core"),
        (Self::PanelRationale, "panel.rationale"),
        (Self::AutoRationale, "auto.rationale"),
        (Self::AutoSide, "auto.side"),
        (Self::AutoUncertainty, "auto.uncertainty"),
        (Self::SpecChallenge, "spec.challenge"),
        (Self::SpecResolution, "spec.resolution"),
        (Self::SpecCriterion, "spec.criterion"),
        (Self::Excluded, "excluded"),
    ];

    /// Lists every key with its name in the files.
    fn named() -> &'static [(Self, String)] {
        static NAMED: LazyLock<Vec<(TextKey, String)>> = LazyLock::new(TextKey::name_all);
        &NAMED
    }

    fn name_all() -> Vec<(Self, String)> {
        let dimensions = Dimension::ALL.map(|it| (it, it.word()));
        let personas = Persona::ALL.map(|it| (it, it.word()));
        [
            of("", Self::PLAIN, |it| it),
            of("ask.", &dimensions, Self::Ask),
            of("follow.", &dimensions, Self::Follow),
            of("option.", &dimensions, Self::Option),
            of("gap.", &dimensions, Self::Gap),
            of("explain.", &dimensions, Self::Explain),
            of("panel.", &personas, Self::Panel),
            of("why.", Why::WORDS, Self::Why),
            of("gap.", UnclearSign::WORDS, Self::GapOf),
            of("seen.", Sight::WORDS, Self::Seen),
            of("rationale.", Doubt::WORDS, Self::Rationale),
        ]
        .concat()
    }

    #[must_use]
    pub fn list() -> Vec<Self> {
        Self::named().iter().map(|(it, _)| *it).collect()
    }

    /// Gives its name in the files.
    #[must_use]
    pub fn word(self) -> &'static str {
        Self::named().iter().find(|(it, _)| *it == self).map_or("", |(_, word)| word)
    }
}

/// Gives keys of one sort with their names.
fn of<T: Copy>(head: &str, rows: &[(T, &str)], key: fn(T) -> TextKey) -> Vec<(TextKey, String)> {
    rows.iter().map(|(it, word)| (key(*it), format!("{head}{word}"))).collect()
}

impl Why {
    const WORDS: &[(Self, &str)] = &[
        (Self::Unknown, "unknown"),
        (Self::Weakest, "weakest"),
        (Self::Dispute, "dispute"),
        (Self::Trigger, "trigger"),
        (Self::Closure, "closure"),
        (Self::Ontology, "ontology"),
        (Self::Restate, "restate"),
    ];
}

impl UnclearSign {
    const WORDS: &[(Self, &str)] = &[
        (Self::Hedge, "hedge"),
        (Self::Vague, "vague"),
        (Self::Evasion, "evasion"),
        (Self::Conflict, "conflict"),
        (Self::Unasked, "unasked"),
    ];
}

impl Sight {
    const WORDS: &[(Self, &str)] = &[
        (Self::Measure, "measure"),
        (Self::Bound, "bound"),
        (Self::Exclusion, "exclusion"),
        (Self::Name, "name"),
        (Self::Step, "step"),
        (Self::Observation, "observation"),
        (Self::Setting, "setting"),
        (Self::Hedge, "hedge"),
        (Self::Vague, "vague"),
        (Self::Length, "length"),
        (Self::None, "none"),
        (Self::Assumed, "assumed"),
    ];
}

impl Doubt {
    const WORDS: &[(Self, &str)] = &[
        (Self::Conflict, "conflict"),
        (Self::Inside, "inside"),
        (Self::Evasion, "evasion"),
        (Self::Expansion, "expansion"),
    ];
}

/// The texts of one language.
#[derive(Debug, Clone, Default)]
pub struct Bank {
    texts: BTreeMap<&'static str, Vec<String>>,
}

impl Bank {
    /// The languages that there are texts for; English stands in for the others.
    pub const TONGUES: [Tongue; 6] = [
        Tongue::English,
        Tongue::Korean,
        Tongue::Chinese,
        Tongue::Japanese,
        Tongue::German,
        Tongue::Spanish,
    ];

    /// Gives the file of a language, as it is shipped.
    fn shipped(tongue: Tongue) -> &'static str {
        match tongue {
            Tongue::English
            | Tongue::French
            | Tongue::Portuguese
            | Tongue::Italian
            | Tongue::Russian => include_str!("../../../data/deep/en.txt"),
            Tongue::Korean => include_str!("../../../data/deep/ko.txt"),
            Tongue::Chinese => include_str!("../../../data/deep/zh.txt"),
            Tongue::Japanese => include_str!("../../../data/deep/ja.txt"),
            Tongue::German => include_str!("../../../data/deep/de.txt"),
            Tongue::Spanish => include_str!("../../../data/deep/es.txt"),
        }
    }

    /// Reads the texts of a language: keys, and their texts indented below.
    #[must_use]
    pub fn of(tongue: Tongue) -> Self {
        let mut texts: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
        for it in lines(Self::shipped(tongue)) {
            texts.entry(it.name).or_default().push(it.text.trim().to_owned());
        }
        Self { texts }
    }

    #[must_use]
    pub fn list(&self, key: TextKey) -> &[String] {
        self.texts.get(key.word()).map(Vec::as_slice).unwrap_or_default()
    }

    /// Lists the keys that the file has.
    #[must_use]
    pub fn words(&self) -> Vec<&str> {
        self.texts.keys().copied().collect()
    }

    /// Finds the dimension that a text is offered for, where it is one of the options.
    #[must_use]
    pub fn option_of(&self, text: &str) -> Option<Dimension> {
        let is_offered =
            |it: &Dimension| self.list(TextKey::Option(*it)).iter().any(|it| it == text);
        Dimension::ALL.into_iter().find(is_offered)
    }

    /// Tells whether a text says nothing but options, which name nothing yet.
    #[must_use]
    pub fn is_option(&self, text: &str) -> bool {
        let lines = || text.lines().map(str::trim).filter(|it| !it.is_empty());
        lines().next().is_some() && lines().all(|it| self.option_of(it).is_some())
    }

    /// Gives one text of a key, by turns, with its slots filled.
    #[must_use]
    pub fn say(&self, key: TextKey, turn: usize, slots: &[(&str, &str)]) -> String {
        let texts = self.list(key);
        let idx = turn.checked_rem(texts.len()).unwrap_or(0);
        fill(texts.get(idx).map_or("", String::as_str), slots)
    }

    #[must_use]
    pub fn name(&self, dimension: Dimension) -> String {
        let idx = Dimension::ALL.iter().position(|it| *it == dimension).unwrap_or(0);
        self.say(TextKey::Name, idx, &[])
    }

    /// Puts things in a row.
    #[must_use]
    pub fn join(&self, items: &[String]) -> String {
        let Some((last, firsts)) = items.split_last() else { return String::new() };
        let mut row = String::new();
        for item in firsts {
            row = match row.as_str() {
                "" => item.clone(),
                before => self.say(TextKey::Join, 0, &[("a", before), ("b", item)]),
            };
        }
        match row.as_str() {
            "" => last.clone(),
            before => self.say(TextKey::JoinLast, 0, &[("a", before), ("b", last)]),
        }
    }
}
