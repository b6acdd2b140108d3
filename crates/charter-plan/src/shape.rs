//! The steps and acceptance criteria that a plan names.
//!
//! Owns how they are read out of Markdown: list items or headings under `Steps`, list items under
//! `Acceptance Criteria`, and boxes to tick below a step. A criterion belongs to the step that it
//! stands under or names: `(step 2)` at its end, `Step 2:` at its beginning. Must not know what
//! becomes of them.

use charter_contract::drafting::plain;
use charter_kernel::Digest;
use charter_kernel::markdown::{Heading, Outline, Source};
use std::collections::BTreeMap;

/// The most steps and the most criteria that are read.
const ITEMS_MAX: usize = 200;

/// What a section of steps is called, in lower case.
const STEP_NAMES: &[&str] = &[
    "steps",
    "implementation steps",
    "implementation plan",
    "work plan",
    "sequencing",
    "sequence",
    "milestones",
    "phases",
    "schritte",
    "pasos",
    "étapes",
    "단계",
    "구현 단계",
    "步骤",
    "步驟",
    "手順",
];

/// What a section of acceptance criteria is called, in lower case.
const CRITERIA_NAMES: &[&str] = &[
    "acceptance criteria",
    "success criteria",
    "criteria",
    "abnahmekriterien",
    "criterios de aceptación",
    "critères d'acceptation",
    "인수 기준",
    "수용 기준",
    "验收标准",
    "驗收標準",
    "受け入れ基準",
    "受入基準",
];

/// Words that count a step and say nothing about it.
const COUNTING: &[&str] = &["step", "phase", "milestone", "task", "schritt", "paso", "étape"];

/// What a plan names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Shape {
    pub steps: Vec<String>,
    pub criteria: Vec<PlanCriterion>,
}

/// An acceptance criterion of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanCriterion {
    pub statement: String,
    /// The step that it belongs to, from 0.
    pub step_idx: Option<usize>,
    /// The answers and facts that it rests on.
    pub from: Vec<String>,
}

/// Where a reader is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PlanPlace {
    Elsewhere,
    Steps,
    Criteria,
}

/// A list item: how far it is set in, and what it says.
struct Item<'a> {
    indent: usize,
    is_box: bool,
    text: &'a str,
}

/// Reads a plan line by line.
struct ShapeReading {
    shape: Shape,
    place: PlanPlace,
    /// The rank of the heading of the steps.
    steps_level: u8,
    /// The rank of the heading of the criteria.
    criteria_level: u8,
    /// Whether the steps are headings, so that list items below them are details.
    by_heading: bool,
    /// The step that criteria are below.
    within: Option<usize>,
    /// Whether the last line was of an item, which the next may go on with.
    goes_on: Option<PlanPlace>,
}

impl Shape {
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let source = Source::new(text.as_bytes().to_vec());
        let outline = Outline::parse(&source);
        let headings: BTreeMap<usize, &Heading> =
            outline.headings.iter().map(|it| (it.span.start, it)).collect();
        let mut reading = ShapeReading {
            shape: Self::default(),
            place: PlanPlace::Elsewhere,
            steps_level: 0,
            criteria_level: 0,
            by_heading: false,
            within: None,
            goes_on: None,
        };
        for line in outline.lines(&source, source.span()) {
            match headings.get(&line.start) {
                Some(heading) => reading.enter(heading),
                None => reading.read(source.slice(line)),
            }
        }
        let mut shape = reading.shape;
        for criterion in &mut shape.criteria {
            settle(criterion, shape.steps.len());
        }
        shape.criteria.retain(|it| it.statement.chars().any(char::is_alphanumeric));
        shape
    }

    /// Gives the digest of what it says, however it is set; none where it names no criterion.
    #[must_use]
    pub fn digest(&self) -> Option<Digest> {
        if self.criteria.is_empty() {
            return None;
        }
        let steps = self.steps.iter().map(|it| plain(it));
        let mut criteria: Vec<String> =
            self.criteria.iter().map(|it| plain(&it.statement)).collect();
        criteria.sort();
        let lines: Vec<String> = steps.chain(["--".to_owned()]).chain(criteria).collect();
        Some(Digest::of(lines.join("\n").as_bytes()))
    }

    /// Says what is missing before it can be a final text, in words.
    #[must_use]
    pub fn gaps(&self) -> Vec<String> {
        let mut gaps = Vec::new();
        if self.criteria.is_empty() {
            gaps.push(
                "it names no acceptance criterion: a list under `## Acceptance Criteria`"
                    .to_owned(),
            );
        }
        if self.steps.is_empty() {
            gaps.push("it names no step: a list under `## Steps`".to_owned());
        }
        let is_loose = self.criteria.iter().all(|it| it.step_idx.is_none());
        if self.steps.len() > 1 && is_loose && !self.criteria.is_empty() {
            gaps.push(
                "no criterion names its step, as `(step 1)` does: all are one milestone".to_owned(),
            );
        }
        gaps
    }
}

impl ShapeReading {
    fn enter(&mut self, heading: &Heading) {
        self.goes_on = None;
        let (level, title) = (heading.level, section_name(&heading.title));
        let is_in_steps = self.steps_level > 0 && level > self.steps_level;
        if names(CRITERIA_NAMES, &title) {
            self.within = self.shape.steps.len().checked_sub(1).filter(|_| is_in_steps);
            (self.place, self.criteria_level) = (PlanPlace::Criteria, level);
        } else if names(STEP_NAMES, &title) && self.place != PlanPlace::Steps {
            (self.place, self.steps_level, self.by_heading) = (PlanPlace::Steps, level, false);
        } else if self.place == PlanPlace::Criteria && level > self.criteria_level {
            self.within = counted(&heading.title).map(|(number, _)| number - 1);
        } else if is_in_steps {
            self.place = PlanPlace::Steps;
            if level == self.steps_level + 1 {
                self.by_heading = true;
                self.add_step(&heading.title);
            }
        } else {
            (self.place, self.steps_level) = (PlanPlace::Elsewhere, 0);
        }
    }

    fn read(&mut self, line: &str) {
        let Some(item) = item(line) else {
            self.go_on(line);
            return;
        };
        self.goes_on = None;
        match self.place {
            PlanPlace::Elsewhere => {}
            PlanPlace::Steps
                if item.is_box
                    && !self.shape.steps.is_empty()
                    && (item.indent > 1 || self.by_heading) =>
            {
                self.within = self.shape.steps.len().checked_sub(1);
                self.add_criterion(item.text);
            }
            PlanPlace::Steps if item.indent <= 1 && !self.by_heading => {
                self.add_step(item.text);
                self.goes_on = Some(PlanPlace::Steps);
            }
            PlanPlace::Criteria if item.indent <= 1 => self.add_criterion(item.text),
            PlanPlace::Steps | PlanPlace::Criteria => {}
        }
    }

    /// Takes a line that goes on with the item before it.
    fn go_on(&mut self, line: &str) {
        let is_more = line.starts_with([' ', '\t']) && !line.trim().is_empty();
        let goes_on = self.goes_on.filter(|_| is_more);
        let last = match goes_on {
            Some(PlanPlace::Steps) => self.shape.steps.last_mut(),
            Some(PlanPlace::Criteria) => self.shape.criteria.last_mut().map(|it| &mut it.statement),
            Some(PlanPlace::Elsewhere) | None => None,
        };
        match last {
            Some(last) => {
                last.push(' ');
                last.push_str(line.trim());
            }
            None => self.goes_on = None,
        }
    }

    fn add_step(&mut self, text: &str) {
        if self.shape.steps.len() < ITEMS_MAX {
            let title = split_counted(text).map_or(text, |(_, title)| title);
            self.shape.steps.push(without_bold(title));
        }
    }

    fn add_criterion(&mut self, text: &str) {
        if self.shape.criteria.len() < ITEMS_MAX {
            let (statement, step_idx) = (without_bold(text), self.within);
            self.shape.criteria.push(PlanCriterion { statement, step_idx, from: Vec::new() });
            self.goes_on = Some(PlanPlace::Criteria);
        }
    }
}

/// Takes off a criterion what it says about where it belongs and where it comes from.
fn settle(criterion: &mut PlanCriterion, n_steps: usize) {
    let mut text = criterion.statement.trim().to_owned();
    if let Some((number, title)) = split_counted(&text) {
        criterion.step_idx = Some(number - 1);
        text = title.to_owned();
    }
    while let Some((before, note)) = last_note(&text) {
        if let Some((number, _)) = counted(note) {
            criterion.step_idx = Some(number - 1);
        } else if let Some(names) =
            note.strip_prefix("From:").or_else(|| note.strip_prefix("from:"))
        {
            let names = names.split(',').map(str::trim).filter(|it| !it.is_empty());
            criterion.from = names.map(str::to_owned).collect();
        } else {
            break;
        }
        text = before.trim_end().to_owned();
    }
    criterion.step_idx = criterion.step_idx.filter(|it| *it < n_steps);
    criterion.statement = text;
}

/// Splits a note in brackets off the end of a text.
fn last_note(text: &str) -> Option<(&str, &str)> {
    let inner = text.trim_end().trim_end_matches(['.', ';', ',']);
    let (open, inner) = match inner.strip_suffix(')') {
        Some(inner) => ('(', inner),
        None => ('[', inner.strip_suffix(']')?),
    };
    let (before, note) = inner.rsplit_once(open)?;
    Some((before, note.trim()))
}

/// Reads a number that counts, as in `Step 2: title`, and what stands behind it.
fn counted(text: &str) -> Option<(usize, &str)> {
    let text = text.trim().trim_start_matches('*');
    let word_end = text.find(char::is_whitespace)?;
    let word = text.get(..word_end)?.to_lowercase();
    let word = word.strip_suffix('s').unwrap_or(&word);
    if !COUNTING.contains(&word) {
        return None;
    }
    let rest = text.get(word_end..)?.trim_start();
    let digits = rest.len() - rest.trim_start_matches(|it: char| it.is_ascii_digit()).len();
    let number: usize = rest.get(..digits)?.parse().ok().filter(|it| *it > 0)?;
    Some((number, rest.get(digits..)?))
}

/// Splits a number that counts off the beginning of a title; a mark must part the two.
fn split_counted(text: &str) -> Option<(usize, &str)> {
    let (number, rest) = counted(text)?;
    let title = rest.trim_start().strip_prefix([':', '.', ')', '—', '–', '-', '*'])?;
    let title = title.trim_start_matches(|it: char| it.is_whitespace() || it == '*');
    (!title.is_empty()).then_some((number, title))
}

fn item(line: &str) -> Option<Item<'_>> {
    let text = line.trim_start();
    let indent = line.len() - text.len();
    let bullet = ["- ", "* ", "+ ", "• "].into_iter().find_map(|mark| text.strip_prefix(mark));
    let text = bullet.or_else(|| {
        let rest = text.trim_start_matches(|it: char| it.is_ascii_digit());
        let is_numbered = rest.len() < text.len() && text.len() - rest.len() <= 3;
        rest.strip_prefix(['.', ')']).filter(|it| is_numbered && it.starts_with(' '))
    })?;
    let text = text.trim();
    let boxes = ["[ ] ", "[x] ", "[X] "];
    let ticked = boxes.into_iter().find_map(|it| text.strip_prefix(it));
    Some(Item { indent, is_box: ticked.is_some(), text: ticked.unwrap_or(text).trim() })
}

/// Gives the name of a section: in lower case, without its number.
fn section_name(title: &str) -> String {
    let is_mark = |it: char| it.is_ascii_digit() || it.is_whitespace() || ".:)*".contains(it);
    title.trim_matches(is_mark).to_lowercase()
}

fn names(list: &[&str], title: &str) -> bool {
    let begins = |it: &&str| {
        let rest = title.strip_prefix(*it);
        rest.is_some_and(|it| it.chars().next().is_none_or(|it| it == ' ' || it == '('))
    };
    list.contains(&title) || list.iter().filter(|it| it.contains(' ')).any(begins)
}

fn without_bold(text: &str) -> String {
    text.replace("**", "").trim().to_owned()
}

#[cfg(test)]
mod tests;
