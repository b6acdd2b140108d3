//! Small changes to a product's lines that a check should notice.
//!
//! Owns which changes are worth a run, and in which order: those that most likely still build and
//! most likely change what the product does come first, spread over its functions. Each change stays
//! within one of the given lines. Must not run anything.

mod canary;
mod code;
mod condition;
mod definition;
mod literal;
mod nearness;
mod operator;
mod result;
mod statement;

use std::collections::{BTreeMap, BTreeSet};

pub use canary::canary;

pub use nearness::Nearness;

use code::CodeText;
use definition::Definitions;

use super::syntax::Syntax;

/// The most mutants that are made of one file: each holds the whole text.
const MUTANTS_MAX: usize = 30;

/// The most of them in what is named, so that something is left for the rest.
const NAMED_MAX: usize = 15;

/// Up to how many changes of the same worth are tried in the order of their lines.
const IN_ORDER_MAX: usize = 10;

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
    /// How near the line is to what a check speaks of.
    pub nearness: Nearness,
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

/// Makes mutants of a file on the given lines: first those in definitions that are named, the most telling first; every
/// call gives the same.
#[must_use]
pub fn mutants(
    path: &str,
    text: &str,
    lines: &BTreeSet<usize>,
    named: &BTreeSet<String>,
) -> Vec<Mutant> {
    let code = CodeText::new(Syntax::of(path), text);
    let definitions = Definitions::of(&code);
    let (mut near, mut elsewhere) = (Vec::new(), Vec::new());
    let mut worth: Vec<(Nearness, usize)> = code
        .lines_worth(lines)
        .into_iter()
        .map(|it| (definitions.nearness(it, named), it))
        .collect();
    worth.sort_by_key(|(nearness, _)| *nearness == Nearness::Elsewhere);
    for (nearness, line) in worth.into_iter().take(LINES_MAX) {
        let mut of_line = altered(&code, line);
        of_line.sort_by_key(|it| (it.worth, it.start));
        let list = if nearness == Nearness::Elsewhere { &mut elsewhere } else { &mut near };
        list.push((code.region(line), of_line));
    }
    let made = |it: Alteration| code.mutant(&it, definitions.nearness(it.line, named));
    let mut mutants: Vec<Mutant> =
        ordered(near).into_iter().filter_map(made).take(NAMED_MAX).collect();
    mutants.sort_by_key(|it| it.nearness);
    mutants.extend(ordered(elsewhere).into_iter().filter_map(made));
    mutants.truncate(MUTANTS_MAX);
    mutants
}

/// Lists the changes of a line.
fn altered(code: &CodeText<'_>, line: usize) -> Vec<Alteration> {
    let mut of_line = Vec::new();
    result::alter(code, line, &mut of_line);
    condition::alter(code, line, &mut of_line);
    operator::alter(code, line, &mut of_line);
    literal::alter(code, line, &mut of_line);
    statement::alter(code, line, &mut of_line);
    if code.is_idle(line) {
        of_line.iter_mut().for_each(|it| it.worth = Worth::Idle);
    }
    of_line
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
    let alike = keyed.chunk_by(|(a, _), (b, _)| (a.0, a.1, a.2, a.3) == (b.0, b.1, b.2, b.3));
    alike.flat_map(|it| spread(it.iter().map(|(_, it)| it.clone()).collect())).collect()
}

/// Puts many changes of the same worth in an order in which the first few are spread over all of them.
fn spread(alike: Vec<Alteration>) -> Vec<Alteration> {
    if alike.len() <= IN_ORDER_MAX {
        return alike;
    }
    let bits = usize::BITS - alike.len().leading_zeros();
    let mut keyed: Vec<(usize, Alteration)> = alike
        .into_iter()
        .enumerate()
        .map(|(idx, it)| (idx.reverse_bits() >> (usize::BITS - bits), it))
        .collect();
    keyed.sort_by_key(|(key, _)| *key);
    keyed.into_iter().map(|(_, it)| it).collect()
}

#[cfg(test)]
mod tests;
