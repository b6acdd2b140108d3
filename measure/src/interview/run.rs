//! The measurement: interviews, noise, pairs, headings and criteria, without a judge.
//!
//! Owns the order of the page. Must not know how anything is found.

use super::corpus::{load_interviews, load_pairs};
use super::{asking, criterion, heading, noise, pair};
use crate::Measured;
use crate::corpus::find_corpus;
use crate::failure::MeasureFailure;
use crate::page::write_table;

/// Measures, prints, and writes the table into `docs/benchmarks/interview.md`.
///
/// With `--list` it prints every case that is read otherwise than labelled.
pub(crate) fn measure(args: &[String]) -> Measured<()> {
    match args {
        [] => {}
        [flag] if flag == "--list" => return list(),
        [flag, ..] if flag == "--mind" => return Err(mind_missing()),
        [other, ..] => {
            return Err(MeasureFailure::Usage(format!(
                "`{other}` is no argument of `interview-eval`\nhint: cargo xtask interview-eval --list"
            )));
        }
    }
    let dir = find_corpus()?;
    let interviews = load_interviews(&dir)?;
    let table = [
        asking::render(&interviews),
        noise::render(),
        pair::render(&load_pairs(&dir)?, &interviews),
        heading::render(&dir)?,
        criterion::render(&interviews),
    ]
    .join("\n");
    print!("{table}");
    write_table("interview.md", &table)
}

/// Replaying interviews with a model needs what only the binary has: settings, keys and the network.
fn mind_missing() -> MeasureFailure {
    MeasureFailure::Usage(
        "`--mind` is not there yet: only the interview without a model is measured".to_owned(),
    )
}

fn list() -> Measured<()> {
    let dir = find_corpus()?;
    let interviews = load_interviews(&dir)?;
    for tally in noise::tallies() {
        for answer in &tally.taken {
            println!("taken      {}: {answer}", tally.name);
        }
        println!("finished   {}: {}", tally.name, tally.n_finished);
    }
    for (question, answer) in noise::refused() {
        println!("refused    {question} → {answer}");
    }
    for (interview, round) in asking::refused(&interviews) {
        println!(
            "refused    {} R{}: {} → {}",
            interview.spec, round.number, round.question, round.answer
        );
    }
    for (name, pairs) in load_pairs(&dir)? {
        for pair in pairs {
            let is_raised = pair::is_raised(&pair);
            if is_raised != (pair.label == "contradict") {
                let sign = if is_raised { "false" } else { "missed" };
                println!("{sign:<10} {name} {}: {} ↔ {}", pair.lang, pair.statement, pair.answer);
            }
        }
    }
    for interview in &interviews {
        for clash in pair::alarms(interview) {
            println!(
                "raised     {} {}: {} ↔ {}",
                interview.spec, interview.lang, clash.first.text, clash.second.text
            );
        }
    }
    for tally in [heading::of_corpus(&dir)?, heading::of_own()] {
        tally.missed.iter().for_each(|it| println!("missed     {it}"));
        tally.wrong.iter().for_each(|it| println!("wrong      {it}"));
    }
    Ok(())
}
