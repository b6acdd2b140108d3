//! What an architect or a critic says in one word.
//!
//! Owns the words and how one is read out of a text: a line `Verdict: CLEAR`, or a heading `Verdict`
//! with the word below. Several words that differ say nothing. Must not judge whether one is right.

use super::Lane;
use charter_kernel::markdown::{Outline, Source};
use serde::{Deserialize, Serialize};

/// The word of an architect or a critic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum LaneVerdict {
    /// The architect has nothing against it.
    Clear,
    Watch,
    /// The architect is against it.
    Block,
    /// The critic has nothing against it.
    Okay,
    Iterate,
    /// The critic is against it.
    Reject,
}

/// Why no verdict could be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum VerdictProblem {
    Missing,
    /// Lines say different ones, or one line several.
    Unclear,
    /// It is clear and asks for changes.
    Contradicted,
}

impl LaneVerdict {
    /// Lists the words of a lane, the one that agrees first.
    #[must_use]
    pub fn of(lane: Lane) -> [Self; 3] {
        match lane {
            Lane::Architect => [Self::Clear, Self::Watch, Self::Block],
            Lane::Critic => [Self::Okay, Self::Iterate, Self::Reject],
        }
    }

    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Clear => "CLEAR",
            Self::Watch => "WATCH",
            Self::Block => "BLOCK",
            Self::Okay => "OKAY",
            Self::Iterate => "ITERATE",
            Self::Reject => "REJECT",
        }
    }

    #[must_use]
    pub fn agrees(self) -> bool {
        self == Self::Clear || self == Self::Okay
    }

    /// Reads a word of a lane, in whatever case.
    #[must_use]
    pub fn parse(word: &str, lane: Lane) -> Option<Self> {
        Self::of(lane).into_iter().find(|it| it.word().eq_ignore_ascii_case(word.trim()))
    }
}

/// Reads the verdict of a lane out of a text.
pub(super) fn read(text: &str, lane: Lane) -> Result<LaneVerdict, VerdictProblem> {
    let source = Source::new(text.as_bytes().to_vec());
    let outline = Outline::parse(&source);
    let lines = outline.lines(&source, source.span());
    let lines = lines.into_iter().map(|it| source.slice(it));
    // What is quoted was said by somebody else, or before.
    let lines: Vec<&str> = lines.filter(|it| !it.trim_start().starts_with('>')).collect();
    let mut found: Option<LaneVerdict> = None;
    for (idx, line) in lines.iter().enumerate() {
        let Some(said) = field(line, "verdict") else { continue };
        let below = || lines.iter().skip(idx + 1).find(|it| !it.trim().is_empty());
        // A bare heading has its word below; the word of a field stands beside it.
        let said = if said.is_empty() { below().map_or("", |it| bare(it)) } else { said };
        let verdict = one_of(said, lane).ok_or(VerdictProblem::Unclear)?;
        if found.is_some_and(|it| it != verdict) {
            return Err(VerdictProblem::Unclear);
        }
        found = Some(verdict);
    }
    let verdict = found.ok_or(VerdictProblem::Missing)?;
    let asks = lines.iter().filter_map(|it| field(it, "recommendation"));
    let wants_changes = |it: &str| it.to_ascii_uppercase().starts_with("REQUEST CHANGES");
    if verdict.agrees() && asks.into_iter().any(wants_changes) {
        return Err(VerdictProblem::Contradicted);
    }
    Ok(verdict)
}

/// Gives what stands behind the name of a field, without markup; nothing where the line is no field.
fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let line = bare(line);
    let head = line.get(..name.len())?;
    let rest = line.get(name.len()..)?;
    if !head.eq_ignore_ascii_case(name) {
        return None;
    }
    let rest = rest.trim_start_matches('*').trim_start();
    let said = rest.strip_prefix([':', '：', '—', '–', '=']);
    match said {
        Some(said) => Some(bare(said)),
        None => rest.is_empty().then_some(""),
    }
}

/// Takes the marks off both ends: bullets, headings, bold, code.
fn bare(text: &str) -> &str {
    let is_mark = |it: char| it.is_whitespace() || "#*_`>-+.".contains(it);
    text.trim_matches(is_mark)
}

/// Reads a word at the beginning, where no other word of the lane follows.
fn one_of(said: &str, lane: Lane) -> Option<LaneVerdict> {
    let mut words = said.split(|it: char| !it.is_ascii_alphabetic()).filter(|it| !it.is_empty());
    let verdict = LaneVerdict::parse(words.next()?, lane)?;
    let others = LaneVerdict::of(lane).into_iter().filter(|it| *it != verdict);
    let others: Vec<&str> = others.map(LaneVerdict::word).collect();
    // A template that nobody filled in lists them all.
    words.all(|it| !others.contains(&it)).then_some(verdict)
}
