//! Headings of exclusion: those of the product documents, and a list in ten languages.
//!
//! Owns the labels: `exclusions.tsv` names lines of the corpus, without their words. Must not know how a heading is
//! read.

use charter_interview::deep::ChecklistTopic;
use charter_interview::rules::checklist::below_heading;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::Measured;
use crate::corpus::list_files;
use crate::failure::MeasureFailure;

/// The lines of product documents that leave out what stands below them, by the number of the file; `maybe` where
/// readers can differ.
const LABELS: &str = include_str!("exclusions.tsv");

/// Headings of our own, `+` where what stands below is left out.
const OWN: &str = include_str!("headings.txt");

/// What became of a set of headings.
#[derive(Debug, Default)]
pub(crate) struct HeadingTally {
    pub(crate) n_wanted: usize,
    pub(crate) missed: Vec<String>,
    pub(crate) n_others: usize,
    pub(crate) wrong: Vec<String>,
}

/// Renders what is recognised.
pub(crate) fn render(dir: &Path) -> Measured<String> {
    let mut text = String::from("headings of exclusion         recognised        taken for one\n");
    for (name, tally) in [("product documents", of_corpus(dir)?), ("own, ten languages", of_own())]
    {
        let HeadingTally { n_wanted, missed, n_others, wrong } = tally;
        let found = format!("{} of {n_wanted}", n_wanted - missed.len());
        let _ = writeln!(text, "{name:<29} {found:<17} {} of {n_others} others", wrong.len());
    }
    Ok(text)
}

fn leaves_out(line: &str) -> Option<bool> {
    below_heading(line).map(|it| it == Some(ChecklistTopic::LeftOut))
}

/// Reads the headings of the product documents.
pub(crate) fn of_corpus(dir: &Path) -> Measured<HeadingTally> {
    let labels: BTreeMap<(&str, usize), &str> = LABELS
        .lines()
        .filter_map(|line| {
            let mut fields = line.split('\t');
            let (file, at, label) = (fields.next()?, fields.next()?, fields.next()?);
            Some(((file, at.parse().ok()?), label))
        })
        .collect();
    let mut tally = HeadingTally::default();
    for path in list_files(&dir.join("prds"))? {
        let name = path.file_name().and_then(|it| it.to_str()).unwrap_or_default().to_owned();
        let number = name.split('-').next().unwrap_or_default();
        let bytes = fs::read(&path).map_err(MeasureFailure::file(&path))?;
        let mut is_code = false;
        for (idx, line) in String::from_utf8_lossy(&bytes).lines().enumerate() {
            is_code ^= line.trim_start().starts_with("```");
            let label = labels.get(&(number, idx + 1)).copied();
            let found = leaves_out(line.trim()).filter(|_| !is_code);
            tally.count(label, found, || format!("{name}:{}: {line}", idx + 1));
        }
    }
    Ok(tally)
}

/// Reads our own headings.
pub(crate) fn of_own() -> HeadingTally {
    let mut tally = HeadingTally::default();
    for line in OWN.lines() {
        let (sign, title) = line.split_at_checked(2).unwrap_or_default();
        let label = (sign == "+ ").then_some("yes");
        if matches!(sign, "+ " | "- ") {
            tally.count(label, leaves_out(&format!("## {title}")), || title.to_owned());
        }
    }
    tally
}

impl HeadingTally {
    fn count(&mut self, label: Option<&str>, found: Option<bool>, place: impl Fn() -> String) {
        match label {
            Some("yes") => {
                self.n_wanted += 1;
                if found != Some(true) {
                    self.missed.push(place());
                }
            }
            Some(_) => {}
            None => {
                self.n_others += usize::from(found.is_some());
                if found == Some(true) {
                    self.wrong.push(place());
                }
            }
        }
    }
}
