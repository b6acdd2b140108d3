//! The measurement: replay every interview, fit the three weights by cross-validation, compare, write down.
//!
//! Owns what is compared with what. Must not know how the mind scores.

use super::corpus::{self, Pair, Recorded, RecordedInterview};
use super::pair;
use super::rank::{distance, mean_of, spearman};
use super::replay::{RoundStep, replay, score_need};
use crate::Measured;
use crate::corpus::find_corpus;
use crate::coverage::fold_of;
use crate::page::write_table;
use crate::timing::time_fastest;
use charter_interview::deep::{Clarity, Dimension, Fact, Project, Units};
use charter_interview::rules::DeepMind;
use charter_interview::rules::deep::{ClarityWeights, SHIPPED};
use std::fmt::Write as _;

/// How many folds the repositories are dealt into.
const FOLDS: u64 = 10;

/// How many recorded values an interview needs for a correlation of its own.
const VALUES_MIN: usize = 3;

/// Pairs of our own: written before the rules; after them, and then learned from; after that, which
/// no rule was changed for.
const BEFORE: &str = "pairs.jsonl";
const LATER: &str = "pairs-later.jsonl";
const LAST: &str = "pairs-last.jsonl";

/// How often the timing runs.
const TIMINGS: usize = 200;

/// What a method says about each round of each interview: before and after.
type MethodSteps = Vec<Vec<RoundStep>>;

/// Measures and writes the table into `docs/benchmarks/interview.md`.
///
/// With `--list` it prints which pairs are read otherwise than by a person, and every alarm.
pub(crate) fn measure(args: &[String]) -> Measured<()> {
    if args.iter().any(|it| it == "--list") {
        return list();
    }
    let dir = find_corpus()?;
    let interviews = corpus::load_interviews(&dir)?;
    let pairs = corpus::load_pairs(&dir)?;
    let mut table = String::new();
    table.push_str(&render_rounds(&interviews));
    table.push_str(&render_pairs(&pairs)?);
    table.push_str(&render_alarms(&interviews));
    table.push_str(&render_time(&interviews));
    print!("{table}");
    write_table("interview.md", &table)
}

fn list() -> Measured<()> {
    let dir = find_corpus()?;
    let mind = DeepMind::new();
    for file in ["", BEFORE, LATER, LAST] {
        let pairs =
            if file.is_empty() { corpus::load_pairs(&dir) } else { corpus::load_own_pairs(file) }?;
        for (idx, pair) in pairs.iter().enumerate() {
            let said = pair::judge(mind.lexicon(), pair);
            let mark = if said == pair.label { "   " } else { "!! " };
            println!("{mark}{idx} {} {said}: {} / {}", pair.label, pair.statement, pair.answer);
        }
    }
    for interview in corpus::load_interviews(&dir)? {
        for step in replay(&mind, &interview) {
            for (statement, words) in &step.conflicts {
                println!("alarm {}: {statement}\n      / {words}", interview.lang);
            }
        }
    }
    Ok(())
}

fn render_rounds(interviews: &[RecordedInterview]) -> String {
    let n_rounds: usize = interviews.iter().map(|it| it.rounds.len()).sum();
    let grid: Vec<(ClarityWeights, MethodSteps)> = grid(interviews);
    let mut text = format!("{} interviews, {n_rounds} rounds\n\n", interviews.len());
    let _ = writeln!(
        text,
        "{:<26} {:>15} {:>18} {:>15} {:>14} {:>14}",
        "method", "overall", "per interview", "size of change", "direction", "distance"
    );
    let mut row = |name: &str, said: &MethodSteps, group: &dyn Fn(&RecordedInterview) -> bool| {
        text.push_str(&render_row(name, interviews, said, group));
    };
    let all = |_: &RecordedInterview| true;
    let previous = previous(interviews);
    row("the previous value", &previous, &all);
    row("one step down", &one_down(interviews), &all);
    let shipped = said_by(interviews, SHIPPED);
    let (held, chosen) = cross_validate(interviews, &grid);
    row("mind, cross-validated", &held, &all);
    row("  English", &held, &|it| it.lang == "en");
    row("  other languages", &held, &|it| it.lang != "en");
    row("mind, as shipped", &shipped, &all);
    row("previous × mind, cv", &carried(interviews, &held), &all);
    let fitted = best(interviews, &grid, &|_| true).map(|it| it.0);
    let _ = writeln!(text, "\nweights fitted on everything: {fitted:?}; shipped: {SHIPPED:?}");
    let _ = writeln!(text, "chosen in the folds: {}", chosen.join(" "));
    text
}

/// One line: a method's figures on a group, each with how much stands behind it.
fn render_row(
    name: &str,
    interviews: &[RecordedInterview],
    said: &MethodSteps,
    group: &dyn Fn(&RecordedInterview) -> bool,
) -> String {
    let mut overall = Vec::new();
    let mut per_interview = Vec::new();
    let mut changes = Vec::new();
    let (mut n_agreed, mut n_directed) = (0, 0);
    for (interview, steps) in interviews.iter().zip(said).filter(|(it, _)| group(it)) {
        let rounds: Vec<(&Recorded, &RoundStep)> = interview.rounds.iter().zip(steps).collect();
        let valued = rounds.iter().filter_map(|(it, step)| Some((step.after, it.after?)));
        let valued: Vec<(f64, f64)> = valued.filter(|(said, _)| said.is_finite()).collect();
        if valued.len() >= VALUES_MIN {
            per_interview.push(spearman(&valued));
        }
        overall.extend(valued);
        for (recorded, step) in rounds {
            let (Some(before), Some(after)) = (recorded.before, recorded.after) else { continue };
            if !step.before.is_finite() || !step.after.is_finite() {
                continue;
            }
            changes.push((step.after - step.before, after - before));
            n_directed += 1;
            n_agreed += usize::from(sign(step.after - step.before) == sign(after - before));
        }
    }
    let figure = |it: Option<f64>| it.map_or("   –".to_owned(), |it| format!("{it:+.2}"));
    let n_own = per_interview.iter().flatten().count();
    format!(
        "{name:<26} {:>7} (n={:>3}) {:>8} ({n_own:>2} of {:>2}) {:>7} (n={:>3}) {:>6} of {n_directed:>4} {:>14.3}\n",
        figure(spearman(&overall)),
        overall.len(),
        figure(mean_of(per_interview.iter().copied())),
        per_interview.len(),
        figure(spearman(&changes)),
        changes.len(),
        n_agreed,
        distance(&overall),
    )
}

fn sign(change: f64) -> i32 {
    i32::from(change > 0.5) - i32::from(change < -0.5)
}

fn said_by(interviews: &[RecordedInterview], weights: ClarityWeights) -> MethodSteps {
    let mind = DeepMind::with_weights(weights);
    interviews.iter().map(|it| replay(&mind, it)).collect()
}

/// Replays everything with every choice of the three weights.
fn grid(interviews: &[RecordedInterview]) -> Vec<(ClarityWeights, MethodSteps)> {
    let mut grid = Vec::new();
    for start in [50, 150, 250, 350] {
        for gain in [600, 800, 1000] {
            for spill in [250, 500, 750, 1000] {
                let weights = ClarityWeights { start, gain, spill };
                grid.push((weights, said_by(interviews, weights)));
            }
        }
    }
    grid
}

/// Finds the weights that come closest to the record of some interviews.
fn best<'g>(
    interviews: &[RecordedInterview],
    grid: &'g [(ClarityWeights, MethodSteps)],
    learns: &dyn Fn(&RecordedInterview) -> bool,
) -> Option<&'g (ClarityWeights, MethodSteps)> {
    let off = |said: &MethodSteps| {
        let mut pairs = Vec::new();
        for (interview, steps) in interviews.iter().zip(said).filter(|(it, _)| learns(it)) {
            let rounds = interview.rounds.iter().zip(steps);
            pairs.extend(rounds.filter_map(|(it, step)| Some((step.after, it.after?))));
        }
        distance(&pairs)
    };
    grid.iter().min_by(|left, right| off(&left.1).total_cmp(&off(&right.1)))
}

/// Scores every interview with weights that were fitted to other repositories.
fn cross_validate(
    interviews: &[RecordedInterview],
    grid: &[(ClarityWeights, MethodSteps)],
) -> (MethodSteps, Vec<String>) {
    let mut held: MethodSteps = Vec::new();
    let fold = |it: &RecordedInterview| fold_of(&it.repo, 1, FOLDS);
    let fitted: Vec<_> =
        (0..FOLDS).map(|idx| best(interviews, grid, &|it| fold(it) != idx)).collect();
    for (at, interview) in interviews.iter().enumerate() {
        let idx = usize::try_from(fold(interview)).unwrap_or(0);
        let said = fitted.get(idx).copied().flatten().and_then(|it| it.1.get(at));
        held.push(said.cloned().unwrap_or_default());
    }
    let name =
        |it: &(ClarityWeights, MethodSteps)| format!("{}/{}/{}", it.0.start, it.0.gain, it.0.spill);
    (held, fitted.into_iter().flatten().map(name).collect())
}

/// The baseline that always says the recorded value before.
fn previous(interviews: &[RecordedInterview]) -> MethodSteps {
    let step = |it: &Recorded| {
        let before = it.before.unwrap_or(f64::NAN);
        RoundStep { before, after: before, conflicts: Vec::new() }
    };
    interviews.iter().map(|it| it.rounds.iter().map(step).collect()).collect()
}

/// A baseline that reads nothing: every round takes the same share of what is open.
fn one_down(interviews: &[RecordedInterview]) -> MethodSteps {
    let open = |n: u64| 7_000.0 * f64::powi(0.75, i32::try_from(n).unwrap_or(0));
    let step = |it: &Recorded| {
        let n = it.number.max(1);
        RoundStep { before: open(n - 1), after: open(n), conflicts: Vec::new() }
    };
    interviews.iter().map(|it| it.rounds.iter().map(step).collect()).collect()
}

/// The recorded value before, moved by the share that the mind moved its own.
fn carried(interviews: &[RecordedInterview], said: &MethodSteps) -> MethodSteps {
    let step = |(recorded, step): (&Recorded, &RoundStep)| {
        let before = recorded.before.unwrap_or(f64::NAN);
        let after = before * step.after / f64::max(step.before, 1.0);
        RoundStep { before, after, conflicts: Vec::new() }
    };
    let of = |(interview, steps): (&RecordedInterview, &Vec<RoundStep>)| {
        interview.rounds.iter().zip(steps).map(step).collect()
    };
    interviews.iter().zip(said).map(of).collect()
}

fn render_pairs(pairs: &[Pair]) -> Measured<String> {
    let mind = DeepMind::new();
    let judge = |it: &Pair| pair::judge(mind.lexicon(), it);
    let all: Vec<&Pair> = pairs.iter().collect();
    let english: Vec<&Pair> = pairs.iter().filter(|it| it.lang == "en").collect();
    let other: Vec<&Pair> = pairs.iter().filter(|it| it.lang != "en").collect();
    let mut text = format!("\n{} pairs (P/R/F1)\n", pairs.len());
    let _ = writeln!(text, "{:<26} {:>4}   {:<36}expand", "method", "n", "contradict");
    let mut line = |row: String| {
        let _ = writeln!(text, "{}", row.trim_end());
    };
    line(pair::row("nothing has changed", &all, &|_| "consistent"));
    line(pair::row("always contradict", &all, &|_| "contradict"));
    line(pair::row("always expand", &all, &|_| "expand"));
    line(pair::row("mind", &all, &judge));
    line(pair::row("  English", &english, &judge));
    line(pair::row("  other languages", &other, &judge));
    let own = [("own, before the rules", BEFORE), ("own, learned from", LATER)];
    for (name, file) in own.into_iter().chain([("own, after the rules", LAST)]) {
        let own = corpus::load_own_pairs(file)?;
        line(pair::row(name, &own.iter().collect::<Vec<_>>(), &judge));
    }
    Ok(text)
}

/// Counts how often the mind finds a contradiction in the recorded interviews, where there is no
/// label: most of them are false alarms.
fn render_alarms(interviews: &[RecordedInterview]) -> String {
    let said = said_by(interviews, SHIPPED);
    let steps: Vec<&RoundStep> = said.iter().flatten().collect();
    let n_alarms = steps.iter().filter(|it| !it.conflicts.is_empty()).count();
    format!("\n{n_alarms} of {} recorded rounds are said to contradict earlier ones\n", steps.len())
}

/// Times one scoring at the end of an interview of a hundred rounds.
fn render_time(interviews: &[RecordedInterview]) -> String {
    let rounds: Vec<&Recorded> = interviews.iter().flat_map(|it| &it.rounds).take(100).collect();
    let Some(last) = rounds.last() else { return String::new() };
    let fact = |(idx, it): (usize, &&Recorded)| Fact {
        id: format!("F{}", idx + 1),
        statement: it.answer.chars().take(300).collect(),
        round: u32::try_from(idx + 1).unwrap_or(u32::MAX),
        component: Some("whole".to_owned()),
        dimension: Some(Dimension::Goal),
        evidence: None,
        assumed: false,
        disputed: false,
        superseded_by: None,
        settled_by: None,
    };
    let facts: Vec<Fact> = rounds.iter().enumerate().map(fact).collect();
    let clarity: Clarity = Dimension::ALL.into_iter().map(|it| (it, Units::new(5_000))).collect();
    let need = score_need(Project::Brownfield, 101, last, &clarity, &facts, Some(5_000));
    let mind = DeepMind::new();
    let scoring = time_fastest(TIMINGS, || {
        let _ = std::hint::black_box(mind.fulfil(std::hint::black_box(&need)));
    });
    let loading = time_fastest(TIMINGS, || {
        std::hint::black_box(DeepMind::new());
    });
    format!(
        "\n{} µs to score a round against {} facts, {} µs to read the words once\n",
        scoring.as_micros(),
        facts.len(),
        loading.as_micros()
    )
}
