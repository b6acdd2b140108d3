//! How many questions the brief interview asks behind first words, and what it fills in from them.
//!
//! Owns what is counted: the sections that first words leave empty against those that a careful reader would ask
//! about, and sections that are filled although the reader sees nothing about them. `--dumps FILE` reads labelled
//! texts of somebody else, one JSON object a line; where they say which sentences carry a section, what is shown
//! beside those is counted too. Must not know how anything is understood.

use crate::Measured;
use crate::corpus::find_corpus;
use crate::coverage::{LabelSource, load};
use crate::failure::MeasureFailure;
use charter_contract::Topic;
use charter_interview::brief::{split_sentences, understood};
use charter_interview::rules::OfflineMind;
use serde_json::Value;
use std::fs;

/// First words and what a careful reader sees in them; nothing where readers would disagree.
struct LabelledDump {
    name: String,
    text: String,
    labels: [Option<bool>; 5],
    /// The sentences that say something about each section, where the reader marked them.
    carries: Option<[Vec<String>; 5]>,
}

#[derive(Debug, Default)]
struct BriefTally {
    dumps: usize,
    asked: usize,
    reader_asks: usize,
    /// Dumps with a section that was filled although nothing is said about it.
    wrong: usize,
    /// Sections that the reader sees and the rules do not.
    missed: [usize; 5],
    seen: [usize; 5],
    filled_wrongly: [usize; 5],
    /// Sentences in sections that the reader sees too, and those of them that the reader does not see there.
    shown: usize,
    shown_beside: usize,
}

pub(crate) fn measure(args: &[String]) -> Measured<()> {
    let is_listed = args.iter().any(|it| it == "--list");
    let file = args.iter().position(|it| it == "--dumps").and_then(|idx| args.get(idx + 1));
    let dumps = match file {
        Some(path) => read(path)?,
        None => labelled()?,
    };
    let mut tally = BriefTally::default();
    for dump in &dumps {
        count(&mut tally, dump, is_listed);
    }
    print(&tally);
    Ok(())
}

fn labelled() -> Measured<Vec<LabelledDump>> {
    let passages = load(&find_corpus()?)?.into_iter();
    let own = passages.filter(|it| it.source == LabelSource::Labelled);
    Ok(own
        .map(|it| LabelledDump { name: it.repo, text: it.text, labels: it.labels, carries: None })
        .collect())
}

fn read(path: &str) -> Measured<Vec<LabelledDump>> {
    let text = fs::read_to_string(path).map_err(MeasureFailure::file(path.as_ref()))?;
    let odd = |line: &str| MeasureFailure::Odd(format!("no labelled text: {line}"));
    let dump = |line: &str| {
        let value: Value = serde_json::from_str(line).map_err(|_| odd(line))?;
        let label = |topic: Topic| match at(&value, &format!("/labels/{}", topic.word())) {
            Value::Number(it) => Some(it.as_u64() == Some(1)),
            Value::Bool(it) => Some(*it),
            _ => None,
        };
        let carried = |topic: Topic| {
            let sentences = at(&value, &format!("/carries/{}", topic.word())).as_array();
            let sentences = sentences.into_iter().flatten();
            sentences.filter_map(|it| it.as_str().map(str::to_owned)).collect()
        };
        Ok(LabelledDump {
            name: at(&value, "/id").as_str().unwrap_or_default().to_owned(),
            text: at(&value, "/text").as_str().ok_or_else(|| odd(line))?.to_owned(),
            labels: Topic::ALL.map(label),
            carries: at(&value, "/carries").is_object().then(|| Topic::ALL.map(carried)),
        })
    };
    text.lines().filter(|it| !it.trim().is_empty()).map(dump).collect()
}

fn at<'v>(value: &'v Value, pointer: &str) -> &'v Value {
    value.pointer(pointer).unwrap_or(&Value::Null)
}

fn count(tally: &mut BriefTally, dump: &LabelledDump, is_listed: bool) {
    let said = understood(&dump.text, OfflineMind::shipped());
    tally.dumps += 1;
    let mut is_wrong = false;
    for (idx, (topic, label)) in Topic::ALL.into_iter().zip(dump.labels).enumerate() {
        let is_said = said.contains_key(&topic);
        // Where readers would disagree, either is right: it is asked by both or by neither.
        let reader = label.unwrap_or(is_said);
        tally.asked += usize::from(!is_said);
        tally.reader_asks += usize::from(!reader);
        let mut add = |counts: fn(&mut BriefTally) -> &mut [usize; 5]| {
            if let Some(it) = counts(tally).get_mut(idx) {
                *it += 1;
            }
        };
        if reader {
            add(|it| &mut it.seen);
        }
        match (is_said, reader) {
            (true, false) => {
                add(|it| &mut it.filled_wrongly);
                is_wrong = true;
            }
            (false, true) => add(|it| &mut it.missed),
            (true, true) => {
                let text = said.get(&topic).map_or("", String::as_str);
                let carried = dump.carries.as_ref().and_then(|it| it.get(idx));
                carried.into_iter().for_each(|it| {
                    compare(tally, text, it, is_listed.then_some((topic, dump.name.as_str())));
                });
            }
            (false, false) => {}
        }
        if is_listed && is_said != reader {
            let what = if is_said { "wrong" } else { "missed" };
            let quote = said.get(&topic).map_or(dump.text.as_str(), String::as_str);
            let quote: String = quote.split_whitespace().collect::<Vec<_>>().join(" ");
            println!("{what:6} {:10} {}: {quote}", topic.word(), dump.name);
        }
    }
    tally.wrong += usize::from(is_wrong);
}

/// Counts the sentences of a section, and those that the reader does not see there.
fn compare(tally: &mut BriefTally, text: &str, carried: &[String], listed: Option<(Topic, &str)>) {
    for sentence in text.lines().flat_map(split_sentences) {
        tally.shown += 1;
        if carried.iter().any(|it| it.contains(sentence) || sentence.contains(it.as_str())) {
            continue;
        }
        tally.shown_beside += 1;
        if let Some((topic, name)) = listed {
            println!("beside {:10} {name}: {sentence}", topic.word());
        }
    }
}

fn print(tally: &BriefTally) {
    let n = tally.dumps.max(1);
    let per_dump = |it: usize| format!("{}.{:02}", it / n, it * 100 / n % 100);
    println!("{} first words", tally.dumps);
    println!(
        "questions behind them: {} each, a careful reader {} each",
        per_dump(tally.asked),
        per_dump(tally.reader_asks)
    );
    println!("first words with a section filled wrongly: {} of {}", tally.wrong, tally.dumps);
    if tally.shown > 0 {
        println!("sentences shown that carry nothing: {} of {}", tally.shown_beside, tally.shown);
    }
    for (idx, topic) in Topic::ALL.into_iter().enumerate() {
        let of = |it: &[usize; 5]| it.get(idx).copied().unwrap_or_default();
        println!(
            "{:10}  missed {:3} of {:3}  filled wrongly {:3} of {:3}",
            topic.word(),
            of(&tally.missed),
            of(&tally.seen),
            of(&tally.filled_wrongly),
            tally.dumps - of(&tally.seen)
        );
    }
}
