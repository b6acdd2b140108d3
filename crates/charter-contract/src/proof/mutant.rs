//! Small changes to a product's lines that a check should notice.
//!
//! Owns which changes are worth a run, and in which order: those that most likely still build and
//! most likely change what the product does come first, spread over its functions. Each change stays
//! within one of the given lines. Must not run anything.

mod canary;
mod code;
mod condition;
mod literal;
mod operator;
mod result;
mod statement;

use std::collections::{BTreeMap, BTreeSet};

pub use canary::canary;

use code::CodeText;

use super::syntax::Syntax;

/// The most mutants that are made of one file: each holds the whole text.
const MUTANTS_MAX: usize = 30;

/// The most lines of a file that are tried.
const LINES_MAX: usize = 2000;

/// A file with one line changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mutant {
    /// The line that was changed; the first is 1.
    pub line: usize,
    /// The line as it was, without the white space around it.
    pub before: String,
    /// The line as it is in the mutant.
    pub after: String,
    /// The whole file with the change.
    pub text: String,
}

/// How much a change is worth a run, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Worth {
    /// Another answer, or a condition turned around.
    Answer,
    Condition,
    /// One call in place of its opposite.
    Opposite,
    Arithmetic,
    /// No answer at all, in languages in which that is one.
    Nothing,
    Number,
    Text,
    Removal,
    /// May not build, or may not end.
    Risky,
    /// Likely to change nothing that anybody looks at.
    Idle,
}

/// One change within a line: what stands at some bytes is replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Alteration {
    line: usize,
    start: usize,
    end: usize,
    put: String,
    worth: Worth,
}

/// Makes mutants of a file on the given lines, the most telling first; every call gives the same.
#[must_use]
pub fn mutants(path: &str, text: &str, lines: &BTreeSet<usize>) -> Vec<Mutant> {
    let code = CodeText::new(Syntax::of(path), text);
    let mut found = Vec::new();
    for line in code.lines_worth(lines).into_iter().take(LINES_MAX) {
        let mut of_line = Vec::new();
        result::alter(&code, line, &mut of_line);
        condition::alter(&code, line, &mut of_line);
        operator::alter(&code, line, &mut of_line);
        literal::alter(&code, line, &mut of_line);
        statement::alter(&code, line, &mut of_line);
        if code.is_idle(line) {
            of_line.iter_mut().for_each(|it| it.worth = Worth::Idle);
        }
        of_line.sort_by_key(|it| (it.worth, it.start));
        found.push((code.region(line), of_line));
    }
    let mutants = ordered(found).into_iter().filter_map(|it| code.mutant(&it));
    mutants.take(MUTANTS_MAX).collect()
}

/// Lists the lines of the functions that some lines are in, without these.
#[must_use]
pub fn lines_around(path: &str, text: &str, lines: &BTreeSet<usize>) -> BTreeSet<usize> {
    let code = CodeText::new(Syntax::of(path), text);
    // The head of a function is followed by what it does.
    let within = lines.iter().flat_map(|it| [*it, it + 1]);
    let regions: BTreeSet<usize> = within.map(|it| code.region(it)).collect();
    let all = 1..=text.lines().count();
    all.filter(|it| !lines.contains(it) && regions.contains(&code.region(*it))).collect()
}

/// Spreads changes over regions and lines: each region gives its best line first, and a line gives a
/// second change only when all have given one.
fn ordered(found: Vec<(usize, Vec<Alteration>)>) -> Vec<Alteration> {
    let mut rounds: BTreeMap<(bool, usize, usize), Vec<Alteration>> = BTreeMap::new();
    for (region, of_line) in found {
        for (round, alteration) in of_line.into_iter().enumerate() {
            let is_weak = alteration.worth >= Worth::Risky;
            rounds.entry((is_weak, round, region)).or_default().push(alteration);
        }
    }
    let mut keyed = Vec::new();
    for ((is_weak, round, _), mut of_region) in rounds {
        of_region.sort_by_key(|it| (it.worth, it.line));
        for (turn, alteration) in of_region.into_iter().enumerate() {
            keyed.push(((is_weak, round, turn, alteration.worth, alteration.line), alteration));
        }
    }
    keyed.sort_by_key(|(key, _)| *key);
    keyed.into_iter().map(|(_, it)| it).collect()
}

#[cfg(test)]
mod tests;
