//! Contradictions and expansions against what a person says.
//!
//! Owns the counts. Must not know how the mind finds them.

use charter_interview::rules::deep::{Relation, SenseLexicon, Statement};

use super::corpus::Pair;
use crate::coverage::CoverageTally;

/// Renders precision, recall and F1 for both labels, of one method.
pub(crate) fn row(method: &str, pairs: &[&Pair], says: &dyn Fn(&Pair) -> &'static str) -> String {
    let mut columns = String::new();
    for label in ["contradict", "expand"] {
        let mut tally = CoverageTally::default();
        for pair in pairs {
            tally.count(says(pair) == label, pair.label == label);
        }
        let (right, said, wanted) = tally.counts();
        let [p, r, f] = tally.figures();
        columns.push_str(&format_cell(p, r, f, right, said, wanted));
    }
    format!("{method:<26} {:>4} {columns}", pairs.len())
}

fn format_cell(p: f64, r: f64, f: f64, right: usize, said: usize, wanted: usize) -> String {
    let of = format!("{right} of {said} said, of {wanted}");
    format!("  {p:.2}/{r:.2}/{f:.2} {of:<20}")
}

/// Says how the mind reads a pair.
pub(crate) fn judge(lexicon: &SenseLexicon, pair: &Pair) -> &'static str {
    let statement = Statement { text: &pair.statement, evidence: &pair.evidence };
    match lexicon.relate(statement, &pair.question, &pair.answer) {
        Relation::Contradicts(_) => "contradict",
        Relation::Expands(_) => "expand",
        Relation::Fits => "consistent",
    }
}
