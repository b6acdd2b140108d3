//! How clear an interview has become, in the user's language.
//!
//! Owns the lines after an answer where a mind scores: which dimensions are clear, which are open, and about how many
//! questions are left. No figure but that. Must not score anything.

use crate::deep::{CLEAR, Dimension, Interview};
use crate::frame::Frame;
use crate::tongue::Tongue;
use serde::Serialize;

/// How clear an interview has become.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ClarityProgress {
    pub clear: Vec<Dimension>,
    pub open: Vec<Dimension>,
    /// How many questions are left, about.
    pub questions_left: usize,
    /// All of it for the user, in their language: at most three lines.
    pub lines: Vec<String>,
}

/// Says how clear an interview has become; nothing before the first scores, and of a checklist.
#[must_use]
pub fn clarity_progress(interview: &Interview) -> Option<ClarityProgress> {
    if interview.is_checklist() || interview.n_scorings == 0 {
        return None;
    }
    let clarity = interview.clarity();
    let is_clear = |it: &Dimension| clarity.get(it).is_some_and(|score| *score >= CLEAR);
    let weighted = interview.setup.project.weights().iter().map(|(it, _)| *it);
    let (clear, open): (Vec<Dimension>, Vec<Dimension>) = weighted.partition(is_clear);
    let questions_left = n_left(interview);
    let lines = lines(interview.tongue(), &clear, &open, questions_left);
    Some(ClarityProgress { clear, open, questions_left, lines })
}

/// Counts what is not clear of any part; an interview that may end needs no more.
fn n_left(interview: &Interview) -> usize {
    if interview.is_ready() {
        return 0;
    }
    let weights = interview.setup.project.weights();
    let is_open = |part: &crate::deep::Component, dimension: Dimension| {
        part.clarity.get(&dimension).is_none_or(|it| *it < CLEAR)
    };
    let open_of = |part| weights.iter().filter(|(it, _)| is_open(part, *it)).count();
    let n_open: usize = interview.topology.active().map(open_of).sum();
    let n_rounds = interview.setup.limits.hard.saturating_sub(interview.n_rounds());
    n_open.clamp(1, usize::try_from(n_rounds).unwrap_or(usize::MAX).max(1))
}

fn lines(tongue: Tongue, clear: &[Dimension], open: &[Dimension], n_left: usize) -> Vec<String> {
    let frame = Frame::read(shipped(tongue));
    let named = |dimensions: &[Dimension]| {
        let names = dimensions.iter().map(|it| frame.say(it.word(), &[]));
        names.collect::<Vec<_>>().join(" · ")
    };
    let line = |key: &str, of: &[Dimension]| {
        (!of.is_empty()).then(|| frame.say(key, &[("topics", &named(of))]))
    };
    let left = match n_left {
        0 => None,
        1 => Some(frame.say("left-one", &[])),
        n => Some(frame.say("left", &[("n", &n.to_string())])),
    };
    [line("clear", clear), line("open", open), left].into_iter().flatten().collect()
}

fn shipped(tongue: Tongue) -> &'static str {
    match tongue {
        Tongue::English => include_str!("../data/clarity/en.txt"),
        Tongue::German => include_str!("../data/clarity/de.txt"),
        Tongue::Spanish => include_str!("../data/clarity/es.txt"),
        Tongue::French => include_str!("../data/clarity/fr.txt"),
        Tongue::Portuguese => include_str!("../data/clarity/pt.txt"),
        Tongue::Italian => include_str!("../data/clarity/it.txt"),
        Tongue::Russian => include_str!("../data/clarity/ru.txt"),
        Tongue::Chinese => include_str!("../data/clarity/zh.txt"),
        Tongue::Japanese => include_str!("../data/clarity/ja.txt"),
        Tongue::Korean => include_str!("../data/clarity/ko.txt"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_says_everything() {
        crate::frame::check_languages(shipped);
    }

    #[test]
    fn three_lines_say_what_is_clear_what_is_open_and_how_much_is_left() {
        let (clear, open) = ([Dimension::Goal, Dimension::Constraints], [Dimension::Criteria]);
        let said = lines(Tongue::English, &clear, &open, 3);
        assert_eq!(
            said,
            ["Clear: goal · limits", "Open: how success shows", "About 3 questions left"]
        );
        let said = lines(Tongue::German, &clear, &[], 0);
        assert_eq!(said, ["Klar: Ziel · Grenzen"]);
        for tongue in Tongue::ALL {
            let said = lines(tongue, &clear, &open, 1);
            assert!(said.len() == 3 && said.iter().all(|it| !it.contains(['{', '%'])), "{said:?}");
        }
    }
}
