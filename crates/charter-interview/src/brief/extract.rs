//! Which of the user's own sentences go where.
//!
//! Owns the parting of a text that says several things. Every word comes from the text: nothing is
//! invented. Must not know documents.

use super::fill::split_sentences;
use charter_contract::Topic;
use charter_contract::mind::Cover;
use charter_contract::mind::Mind;
use charter_contract::mind::judge;

use std::collections::{BTreeMap, BTreeSet};

/// The most sentences of a text that are looked at one by one.
const SENTENCES_MAX: usize = 200;

/// A sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece<'a> {
    text: &'a str,
    /// The blanks before it, where it begins a line.
    indent: Option<&'a str>,
    /// Whether a blank line stands before it.
    is_behind_blank: bool,
}

impl<'a> Piece<'a> {
    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    pub(super) fn begins_line(&self) -> bool {
        self.indent.is_some()
    }

    pub(super) fn opens_paragraph(&self) -> bool {
        self.is_behind_blank
    }
}

/// Gives the sentences of a text that are about a topic; the one that decided is among them.
pub(super) fn about(text: &str, topic: Topic, quote: &str, mind: &dyn Mind) -> String {
    let says = |piece: &Piece<'_>| {
        let judged = || judge(mind, piece.text);
        piece.text.contains(quote)
            || judged().iter().any(|it| it.topic == topic && it.cover == Cover::Covered)
    };
    let mut left = SENTENCES_MAX;
    let mut pieces = sentences(text);
    pieces.retain(|piece| {
        left = left.saturating_sub(1);
        left > 0 && says(piece)
    });
    let found = join(&pieces);
    if found.is_empty() { quote.to_owned() } else { found }
}

/// Parts a text among topics: each sentence goes to the one that it says most about, and one that
/// says nothing of its own goes where the sentence before it went.
pub(super) fn part(
    text: &str,
    topics: &BTreeSet<Topic>,
    mind: &dyn Mind,
) -> BTreeMap<Topic, String> {
    let mut held: BTreeMap<Topic, Vec<Piece<'_>>> = BTreeMap::new();
    let Some(mut last) = topics.first().copied() else { return BTreeMap::new() };
    for (idx, piece) in sentences(text).into_iter().enumerate() {
        let judged = if idx < SENTENCES_MAX { judge(mind, piece.text) } else { Vec::new() };
        let fitting = judged.iter().filter(|it| topics.contains(&it.topic));
        let fitting = fitting.filter(|it| it.cover > Cover::Missing);
        last = fitting.max_by_key(|it| (it.cover, it.confidence)).map_or(last, |it| it.topic);
        held.entry(last).or_default().push(piece);
    }
    held.into_iter().map(|(topic, pieces)| (topic, join(&pieces))).collect()
}

pub(super) fn sentences(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut is_behind_blank = false;
    for line in text.lines() {
        let (indent, said) = split_indent(line);
        for (idx, text) in split_sentences(line).into_iter().enumerate() {
            let indent = (idx == 0).then_some(indent);
            pieces.push(Piece { text, indent, is_behind_blank: is_behind_blank && idx == 0 });
        }
        is_behind_blank = said.is_empty();
    }
    pieces
}

fn split_indent(line: &str) -> (&str, &str) {
    line.split_at(line.len() - line.trim_start().len())
}

pub(super) fn join(pieces: &[Piece<'_>]) -> String {
    let mut text = String::new();
    for piece in pieces {
        match piece.indent {
            Some(indent) if !text.is_empty() => text.extend(["\n", indent]),
            None if !text.is_empty() => text.push(' '),
            _ => {}
        }
        text.push_str(piece.text);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use charter_contract::mind::{Judgement, Proposal};

    /// Finds a topic where its word stands.
    #[derive(Debug)]
    struct WordMind;

    impl Mind for WordMind {
        fn name(&self) -> &str {
            "word"
        }

        fn judge(&self, text: &str) -> Vec<Judgement> {
            let judge = |topic: Topic| {
                let quote = text.contains(topic.word()).then(|| topic.word().to_owned());
                let cover = if quote.is_some() { Cover::Covered } else { Cover::Missing };
                Judgement { topic, cover, confidence: 0, quote, reason: String::new() }
            };
            Topic::ALL.into_iter().map(judge).collect()
        }

        fn propose(&self, _topic: Topic, _text: &str) -> Vec<Proposal> {
            Vec::new()
        }

        fn name_for(&self, _text: &str) -> Option<String> {
            None
        }
    }

    #[test]
    fn a_topic_takes_every_sentence_about_it() {
        let text = "The users are many. It is late.\n  - more users\nThe scope is small.";
        assert_eq!(
            about(text, Topic::Users, "The users are many.", &WordMind),
            "The users are many.\n  - more users"
        );
        assert_eq!(about(text, Topic::Success, "nowhere", &WordMind), "nowhere");
    }

    #[test]
    fn a_text_is_parted_without_losing_a_sentence() {
        let text = "It is late. The users are many. So many!\n- the scope is small\n  - tiny";
        let topics = BTreeSet::from([Topic::Users, Topic::Scope]);
        let parts = part(text, &topics, &WordMind);
        assert_eq!(parts[&Topic::Users], "It is late. The users are many. So many!");
        assert_eq!(parts[&Topic::Scope], "- the scope is small\n  - tiny");
        assert!(part(text, &BTreeSet::new(), &WordMind).is_empty());
    }

    #[test]
    fn a_long_text_is_not_cut() {
        let text = "The scope is small. ".repeat(SENTENCES_MAX + 50);
        let parts = part(&text, &BTreeSet::from([Topic::Scope]), &WordMind);
        assert_eq!(parts[&Topic::Scope], text.trim_end());
    }
}
