//! What is asked in recorded interviews.
//!
//! Owns the proxies that need no judge: what is asked although the record says that it was answered, what is asked
//! twice, what an option does not answer. Must not know how questions come about.

use super::answering::{drive, tell, view_of};
use super::corpus::{Recorded, RecordedInterview};
use charter_interview::deep::ChecklistTopic;
use charter_interview::rules::checklist::{ChecklistQuestion, noise_in, turn};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// What is counted.
#[derive(Debug, Default)]
struct AskingTally {
    n_interviews: usize,
    n_questions: usize,
    n_repeated: usize,
    n_again_after_noise: usize,
    n_options: usize,
    n_options_foreign: usize,
    n_without_success: usize,
}

/// Renders what is asked.
pub(crate) fn render(interviews: &[RecordedInterview]) -> String {
    let mut tally = AskingTally::default();
    for interview in interviews {
        drive_one(interview, &mut tally);
    }
    let mut text = String::new();
    let AskingTally { n_interviews, n_questions, .. } = tally;
    let mean = n_questions as f64 / f64::max(n_interviews as f64, 1.0);
    let _ = writeln!(
        text,
        "{n_interviews} recorded interviews, driven: {n_questions} questions, {mean:.1} each\n\
         asked twice                              {} of {n_questions}\n\
         asked again because the answer was noise {} of {n_questions}\n\
         options that are no answer               {} of {}\n\
         ended with nothing said about success    {} of {n_interviews}",
        tally.n_repeated,
        tally.n_again_after_noise,
        tally.n_options_foreign,
        tally.n_options,
        tally.n_without_success,
    );
    text.push_str(&render_told(interviews));
    text.push_str(&render_refused(interviews));
    text
}

/// Drives one interview: a question is answered by the recorded answer about its topic, else by the next one that
/// was not given yet.
fn drive_one(interview: &RecordedInterview, tally: &mut AskingTally) {
    let mut left: Vec<&Recorded> = interview.rounds.iter().collect();
    let first = left.first().map_or("", |it| it.answer.as_str());
    let asked_in = interview.rounds.first().map_or("", |it| it.question.as_str());
    let mut view = view_of(first, asked_in);
    if !left.is_empty() {
        left.remove(0);
    }
    let asked = drive(&mut view, |question| {
        if question.settles.is_some() {
            return question.options.first().cloned();
        }
        let fits = |it: &&Recorded| question.topic.is_some_and(|topic| it.topics.contains(&topic));
        let at = left.iter().position(fits).or(if left.is_empty() { None } else { Some(0) })?;
        Some(left.remove(at).answer.clone())
    });
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for (idx, question) in asked.iter().enumerate() {
        let is_new = seen.insert(&question.text);
        let before = idx.checked_sub(1).and_then(|it| asked.get(it));
        let is_noise = before.is_some_and(|it| it.text == question.text);
        tally.n_again_after_noise += usize::from(!is_new && is_noise);
        tally.n_repeated += usize::from(!is_new && !is_noise);
        tally.n_options += question.options.len();
        tally.n_options_foreign += n_foreign(question);
    }
    let success = turn(&view).covered.into_iter().find(|it| it.topic == ChecklistTopic::Success);
    tally.n_without_success +=
        usize::from(success.is_none_or(|it| !it.is_asked && !it.is_answered));
    tally.n_interviews += 1;
    tally.n_questions += asked.len();
}

/// Counts the options that are neither “both hold” nor one of the two statements.
fn n_foreign(question: &ChecklistQuestion) -> usize {
    let Some(clash) = &question.settles else { return question.options.len() };
    let is_side = |option: &String| {
        let start = option.trim_end_matches('…');
        clash.first.text.split_whitespace().collect::<Vec<_>>().join(" ").starts_with(start)
            || clash.second.text.split_whitespace().collect::<Vec<_>>().join(" ").starts_with(start)
    };
    question.options.iter().skip(1).filter(|it| !is_side(it)).count()
}

/// Renders what would be asked although the record says that it was answered, where the record's rounds are told as
/// somebody else's questions, so that nothing but their words shows what they are about.
fn render_told(interviews: &[RecordedInterview]) -> String {
    let mut counts: BTreeMap<ChecklistTopic, (usize, usize)> = BTreeMap::new();
    for interview in interviews {
        let mut view = view_of("", "");
        for round in &interview.rounds {
            tell(&mut view, &round.question, &round.answer);
        }
        let told: BTreeSet<ChecklistTopic> =
            interview.rounds.iter().flat_map(|it| it.topics.iter().copied()).collect();
        for state in turn(&view).covered.iter().filter(|it| told.contains(&it.topic)) {
            let (n, of) = counts.entry(state.topic).or_default();
            *n += usize::from(!state.is_answered);
            *of += 1;
        }
    }
    let (n, of) = counts.values().fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
    let mut text = format!("asked although the record answered it    {n} of {of}");
    for (topic, (n, of)) in &counts {
        let _ = write!(text, " · {} {n} of {of}", topic.code());
    }
    text.push('\n');
    text
}

/// Renders how many recorded answers are taken for noise.
fn render_refused(interviews: &[RecordedInterview]) -> String {
    let refused = refused(interviews);
    let n_rounds: usize = interviews.iter().map(|it| it.rounds.len()).sum();
    format!("recorded answers taken for noise         {} of {n_rounds}\n", refused.len())
}

/// Lists the recorded answers that are taken for noise to their own question.
pub(crate) fn refused(interviews: &[RecordedInterview]) -> Vec<(&RecordedInterview, &Recorded)> {
    let mut refused = Vec::new();
    for interview in interviews {
        let mut view = view_of("", "");
        for round in &interview.rounds {
            if noise_in(&view, &round.question, None, &round.answer).is_some() {
                refused.push((interview, round));
            }
            tell(&mut view, &round.question, &round.answer);
        }
    }
    refused
}
