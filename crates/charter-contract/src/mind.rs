//! Who judges what a text says.
//!
//! Owns the trait that every mind implements and the three answers it can give. Must not know how
//! a mind comes to an answer.

use crate::Topic;
use std::fmt::Debug;

/// Whether a text says something about a topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cover {
    Missing,
    /// It may: worth a question that quotes what was understood.
    Unclear,
    Covered,
}

/// What a mind says about one topic of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    pub topic: Topic,
    pub cover: Cover,
    /// How sure the mind is that it is, in ten-thousandths.
    pub confidence: u32,
    /// The sentence that decided, as it stands in the text; none where nothing speaks for it.
    pub quote: Option<String>,
    /// Why, in a few words: the features of the quote that weighed most.
    pub reason: String,
}

/// A statement that could be shown, as a mind reads it out of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// A word for what it is about, for the id.
    pub subject: String,
    /// The statement, in the user's own words.
    pub statement: String,
    /// The word that cannot be measured, where there is nothing to count beside it.
    pub vague: Option<String>,
    /// Whether it says what is not part of the work.
    pub excluded: bool,
}

/// Judges what a text says. A mind proposes; the engine decides.
pub trait Mind: Debug {
    /// Gives the name under which its judgements are recorded.
    fn name(&self) -> &str;

    /// Judges a text against every topic, in their order.
    fn judge(&self, text: &str) -> Vec<Judgement>;

    /// Reads the statements that could be shown out of what was said about a topic.
    fn propose(&self, topic: Topic, text: &str) -> Vec<Proposal>;

    /// Gives a short name for what a text is about.
    fn name_for(&self, text: &str) -> Option<String>;
}

/// Takes a mind's judgements of a text, one a topic and in order, and no more than it can show.
///
/// What is out of shape counts as missing: a mind may raise doubt, never take it away. A judgement
/// is out of shape without a word of the text that it rests on.
#[must_use]
pub fn judge(mind: &dyn Mind, text: &str) -> Vec<Judgement> {
    let judgements = mind.judge(text);
    let is_sound = |it: &Judgement| {
        let quotes = |quote: &String| !quote.is_empty() && text.contains(quote.as_str());
        it.cover == Cover::Missing || it.quote.as_ref().is_some_and(quotes)
    };
    let missing = |topic: Topic| Judgement {
        topic,
        cover: Cover::Missing,
        confidence: 0,
        quote: None,
        reason: "the mind gave no usable answer".to_owned(),
    };
    let of_topic = |topic: Topic| {
        let found = judgements.iter().find(|it| it.topic == topic).filter(|it| is_sound(it));
        found.cloned().unwrap_or_else(|| missing(topic))
    };
    Topic::ALL.into_iter().map(of_topic).collect()
}
