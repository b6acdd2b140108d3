//! Contradictions against what a person says.
//!
//! Owns the counts. Must not know how they are found.

use super::answering::{tell, view_of};
use super::corpus::{Pair, RecordedInterview};
use charter_interview::deep::Clash;
use charter_interview::rules::checklist::turn;
use std::fmt::Write as _;

/// Renders what is found and what is false in every set.
pub(crate) fn render(sets: &[(&str, Vec<Pair>)], interviews: &[RecordedInterview]) -> String {
    let mut text = String::from("pairs          n   raised   right   false   of contradictions\n");
    for (name, pairs) in sets {
        let raised: Vec<&Pair> = pairs.iter().filter(|it| is_raised(it)).collect();
        let n_right = raised.iter().filter(|it| it.label == "contradict").count();
        let n_wanted = pairs.iter().filter(|it| it.label == "contradict").count();
        let (n, n_raised, n_false) = (pairs.len(), raised.len(), raised.len() - n_right);
        let _ = writeln!(
            text,
            "{name:<12} {n:>3} {n_raised:>8} {n_right:>7} {n_false:>7} {n_wanted:>10}"
        );
    }
    let n_rounds: usize = interviews.iter().map(|it| it.rounds.len()).sum();
    let n_found: usize = interviews.iter().map(|it| alarms(it).len()).sum();
    let _ =
        writeln!(text, "raised in the recorded interviews        {n_found}, in {n_rounds} rounds");
    text
}

/// Tells whether a pair is called a contradiction, by the statement or by the words it rests on.
pub(crate) fn is_raised(pair: &Pair) -> bool {
    let statements = [&pair.statement, &pair.evidence];
    statements.into_iter().filter(|it| !it.is_empty()).any(|statement| {
        let mut view = view_of("", statement);
        tell(&mut view, "", statement);
        tell(&mut view, &pair.question, &pair.answer);
        !turn(&view).clashes.is_empty()
    })
}

/// Lists the contradictions that are found in a recorded interview.
pub(crate) fn alarms(interview: &RecordedInterview) -> Vec<Clash> {
    let mut view = view_of("", "");
    for round in &interview.rounds {
        tell(&mut view, &round.question, &round.answer);
    }
    turn(&view).clashes
}
