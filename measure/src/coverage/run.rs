//! The two measurements: training the shipped weights, and measuring them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use charter_contract::Topic;
use charter_contract::mind::Mind;
use charter_interview::rules::OfflineMind;
use charter_interview::rules::coverage::{Cuts, Model, SHIPPED, TopicLexicon, TopicScores};

use super::corpus::{self, LabelSource, Passage};
use super::fold::{FoldOutcome, cross_validate, make_with_cuts};
use super::keyword;
use super::recipe::{Recipe, score};
use super::sample::{Sample, Space};
use super::tally::{Confusion, render_head, render_row};
use crate::Measured;
use crate::corpus::{find_corpus, workspace};
use crate::failure::MeasureFailure;
use crate::timing::time_fastest;

/// How often the timing runs.
const TIMINGS: usize = 200;

/// How many characters the timed text has.
const TIMED_CHARS: usize = 2_000;

/// Trains on the whole corpus and rewrites the weights of the shipped data file.
pub(crate) fn train(_args: &[String]) -> Measured<()> {
    let dir = find_corpus()?;
    let path = weights_path();
    let text = fs::read_to_string(&path).map_err(MeasureFailure::file(&path))?;
    let lexicon = TopicLexicon::parse(&text).map_err(|err| MeasureFailure::Odd(err.to_string()))?;
    let space = Space::read(&corpus::load(&dir)?, &lexicon);
    let rows: Vec<&Sample> = space.samples.iter().collect();
    let model = make_with_cuts(Recipe::Both, &space, &lexicon, &rows);
    let (head, _) = text.split_once("\nweights\n").unwrap_or((text.trim_end(), ""));
    let rendered = format!("{head}\nweights\n{}", render(&model));
    fs::write(&path, &rendered).map_err(MeasureFailure::file(&path))?;
    println!("{} features, {} bytes in `{}`", model.weights.len(), rendered.len(), path.display());
    Ok(())
}

/// Measures every candidate by cross-validation, the shipped data as it is, and the time it takes.
pub(crate) fn measure(_args: &[String]) -> Measured<()> {
    let dir = find_corpus()?;
    let lexicon =
        TopicLexicon::parse(SHIPPED).map_err(|err| MeasureFailure::Odd(err.to_string()))?;
    let passages = corpus::load(&dir)?;
    let space = Space::read(&passages, &lexicon);
    let labelled: Vec<&Passage> =
        passages.iter().filter(|passage| passage.source == LabelSource::Labelled).collect();
    println!("{}", render_head());
    print_groups("always yes", labelled.iter().map(|it| row(&it.lang, it.labels, [true; 5])));
    let keywords = labelled.iter().map(|it| row(&it.lang, it.labels, keyword::judge(&it.text)));
    print_groups("keywords", keywords);
    for (name, recipe) in [("rules, untrained", Recipe::Rules), ("n-grams, by repo", Recipe::Grams)]
    {
        let outcomes = cross_validate(recipe, &space, &lexicon);
        print_groups(name, outcomes.iter().map(outcome_row));
    }
    let outcomes = cross_validate(Recipe::Both, &space, &lexicon);
    print_groups("shipped, by repo", outcomes.iter().map(outcome_row));
    print_shipped(&space)?;
    println!("\nthree answers of the shipped method, by repo");
    print_confusion(&outcomes);
    print_time(&labelled);
    Ok(())
}

/// One passage's language, answers and labels.
type PassageRow = (bool, [bool; 5], [bool; 5]);

fn row(lang: &str, labels: [Option<bool>; 5], said: [bool; 5]) -> PassageRow {
    (lang == "en", said, labels.map(|label| label == Some(true)))
}

fn outcome_row(outcome: &FoldOutcome<'_>) -> PassageRow {
    let labels = outcome.sample.labels.map(|label| label == Some(true));
    (outcome.sample.is_english, said(&outcome.scores, &outcome.cuts), labels)
}

fn said(scores: &TopicScores, cuts: &[Cuts; 5]) -> [bool; 5] {
    let mut said = [false; 5];
    for ((said, score), cuts) in said.iter_mut().zip(scores).zip(cuts) {
        *said = *score >= cuts.even;
    }
    said
}

fn print_groups(method: &str, rows: impl Iterator<Item = PassageRow>) {
    let rows: Vec<PassageRow> = rows.collect();
    let group = |is_in: &dyn Fn(bool) -> bool| -> Vec<_> {
        rows.iter().filter(|row| is_in(row.0)).map(|row| (row.1, row.2)).collect()
    };
    println!("{}", render_row(method, "all", &group(&|_| true)));
    println!("{}", render_row(method, "English", &group(&|is_english| is_english)));
    println!("{}", render_row(method, "other", &group(&|is_english| !is_english)));
}

fn print_shipped(space: &Space) -> Measured<()> {
    let model = Model::parse(SHIPPED).map_err(|err| MeasureFailure::Odd(err.to_string()))?;
    let labelled = space.samples.iter().filter(|sample| sample.source == LabelSource::Labelled);
    let outcome =
        |sample| FoldOutcome { sample, scores: score(&model, space, sample), cuts: model.cuts };
    let outcomes: Vec<FoldOutcome<'_>> = labelled.map(outcome).collect();
    print_groups("shipped, trained on", outcomes.iter().map(outcome_row));
    Ok(())
}

fn print_confusion(outcomes: &[FoldOutcome<'_>]) {
    let mut total = Confusion::default();
    for (idx, topic) in Topic::ALL.into_iter().enumerate() {
        let mut confusion = Confusion::default();
        for outcome in outcomes {
            let (Some(score), Some(cuts)) = (outcome.scores.get(idx), outcome.cuts.get(idx)) else {
                continue;
            };
            let answer = if *score >= cuts.high { 0 } else { 1 + usize::from(*score < cuts.low) };
            let is_yes = outcome.sample.labels.get(idx) == Some(&Some(true));
            confusion.count(answer, is_yes);
            total.count(answer, is_yes);
        }
        println!("{}", confusion.render(topic.word()));
    }
    println!("{}", total.render("all topics"));
}

fn print_time(labelled: &[&Passage]) {
    let mind = OfflineMind::new();
    for (name, is_english) in [("English", true), ("other", false)] {
        let texts = labelled.iter().filter(|it| (it.lang == "en") == is_english);
        let joined = texts.map(|it| it.text.as_str()).collect::<Vec<_>>().join("\n\n");
        let text: String = joined.chars().take(TIMED_CHARS).collect();
        let fastest = time_fastest(TIMINGS, || {
            std::hint::black_box(mind.judge(std::hint::black_box(&text)));
        });
        println!("{} µs for {} characters, {name}", fastest.as_micros(), text.chars().count());
    }
    let loading = time_fastest(20, || {
        std::hint::black_box(OfflineMind::new());
    });
    println!("{} µs to read the data once", loading.as_micros());
}

/// Renders the cuts, then the weights by name.
fn render(model: &Model) -> String {
    let mut text = String::new();
    let mut line = |name: &str, scores: &TopicScores| {
        let [a, b, c, d, e] = scores;
        let _ = writeln!(text, "{name}\t{a} {b} {c} {d} {e}");
    };
    line("start", &model.start);
    line("low", &model.cuts.map(|cuts| cuts.low));
    line("even", &model.cuts.map(|cuts| cuts.even));
    line("high", &model.cuts.map(|cuts| cuts.high));
    let sorted: BTreeMap<&String, &TopicScores> = model.weights.iter().collect();
    for (name, scores) in sorted {
        line(name, scores);
    }
    text
}

fn weights_path() -> PathBuf {
    workspace().join("crates/charter-mind/data/coverage.txt")
}
