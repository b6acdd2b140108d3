//! Interviews that are answered with noise.
//!
//! Owns the counts: which kinds end in a finished spec, and what of them is taken for an answer. Must not know how
//! noise is recognised.

use super::answering::{drive, view_of};
use super::noise_kind::{KINDS, TERSE};
use charter_interview::noise::noise;
use charter_interview::rules::checklist::{ChecklistQuestion, noise_in, spec, turn};
use std::fmt::Write as _;

pub(crate) const IDEA: &str = "A tool for the night shift that records vital signs at the bed";

/// Ideas under which noise is tried, in languages whose questions differ.
const IDEAS: [&str; 3] = [
    IDEA,
    "Ein Werkzeug für die Nachtschicht, das Vitalwerte am Bett erfasst",
    "夜班护士在床边记录生命体征的工具",
];

/// Noise that no rule was changed for.
const HELD_BACK: &str = include_str!("held_back.txt");

/// What became of a kind.
#[derive(Debug, Default)]
pub(crate) struct NoiseTally {
    pub(crate) name: &'static str,
    /// How many interviews ended in a finished spec.
    pub(crate) n_finished: usize,
    /// The answers that were taken.
    pub(crate) taken: Vec<String>,
    pub(crate) n_answers: usize,
    /// The criteria that came out.
    pub(crate) n_criteria: usize,
}

/// Renders what becomes of noise, and of honest short answers.
pub(crate) fn render() -> String {
    let tallies = tallies();
    let n_kinds = tallies.len();
    let n_finished = tallies.iter().filter(|it| it.n_finished > 0).count();
    let n_criteria = tallies.iter().filter(|it| it.n_criteria > 0).count();
    let n_taken: usize = tallies.iter().map(|it| it.taken.len()).sum();
    let n_answers: usize = tallies.iter().map(|it| it.n_answers).sum();
    let mut text = String::new();
    let _ = writeln!(
        text,
        "kinds of noise that end in a finished spec   {n_finished} of {n_kinds}\n\
         kinds that come out as a criterion           {n_criteria} of {n_kinds}\n\
         answers taken that are noise                 {n_taken} of {n_answers}\n\
         honest short answers refused                 {} of {}",
        refused().len(),
        TERSE.len(),
    );
    let (n_taken, n_criteria, n_finished, n) = held_back();
    let _ = writeln!(
        text,
        "noise that was held back, {n} interviews      {n_taken} first answers taken, {n_criteria} with a criterion \
         from it, {n_finished} finished"
    );
    for tally in tallies.iter().filter(|it| !it.taken.is_empty()) {
        let _ = writeln!(
            text,
            "  taken of “{}”: {} of {}",
            tally.name,
            tally.taken.len(),
            tally.n_answers
        );
    }
    text
}

/// Counts what becomes of noise that no rule was changed for, each text in its turn the first answer and the
/// next ones behind it: taken as a first answer, as a criterion, to the end, of all.
fn held_back() -> (usize, usize, usize, usize) {
    let texts: Vec<&str> = HELD_BACK.lines().skip(1).collect();
    let (mut n_taken, mut n_criteria, mut n_finished) = (0, 0, 0);
    for start in 0..texts.len() {
        let mut given = texts.iter().cycle().skip(start);
        let mut view = view_of(IDEA, IDEA);
        drive(&mut view, |_| given.next().map(|it| (*it).to_owned()));
        let first = view.rounds.first();
        n_taken += usize::from(first.is_some_and(|it| {
            let answer = it.answer.as_deref().unwrap_or_default();
            noise_in(&view_of(IDEA, IDEA), &it.question, it.topic, answer).is_none()
        }));
        n_criteria += usize::from(!spec(&view).draft.criteria.is_empty());
        n_finished += usize::from(turn(&view).is_finished());
    }
    (n_taken, n_criteria, n_finished, texts.len())
}

/// Lists the honest answers that are taken for noise.
pub(crate) fn refused() -> Vec<(&'static str, &'static str)> {
    TERSE.into_iter().filter(|(question, answer)| noise(question, &[], answer).is_some()).collect()
}

/// Answers whole interviews with each kind.
pub(crate) fn tallies() -> Vec<NoiseTally> {
    tallies_under(&IDEAS)
}

/// Does so under some ideas alone.
pub(crate) fn tallies_under(ideas: &[&str]) -> Vec<NoiseTally> {
    KINDS.iter().map(|(name, texts)| tally(ideas, name, texts)).collect()
}

fn tally(ideas: &[&str], name: &'static str, texts: &'static [&'static str]) -> NoiseTally {
    let mut tally = NoiseTally { name, ..NoiseTally::default() };
    for idea in ideas {
        for start in 0..texts.len() {
            let mut given = texts.iter().cycle().skip(start);
            let mut view = view_of(idea, idea);
            drive(&mut view, |question| {
                Some(filled(given.next().copied().unwrap_or_default(), question, idea))
            });
            tally.n_finished += usize::from(turn(&view).is_finished());
            tally.n_criteria += spec(&view).draft.criteria.len();
            for (idx, round) in view.rounds.iter().enumerate() {
                let mut before = view.clone();
                before.rounds.truncate(idx);
                let answer = round.answer.clone().unwrap_or_default();
                let is_taken = noise_in(&before, &round.question, round.topic, &answer).is_none();
                tally.n_answers += 1;
                tally.taken.extend(is_taken.then_some(answer));
            }
        }
    }
    tally
}

fn filled(text: &str, question: &ChecklistQuestion, idea: &str) -> String {
    let example = question.example.as_deref().unwrap_or_default();
    text.replace("{question}", &question.text).replace("{example}", example).replace("{idea}", idea)
}
