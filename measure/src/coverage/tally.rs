//! Counting right and wrong answers, and printing them.

use std::fmt::Write as _;

use charter_contract::Topic;

/// Yes-or-no answers of one topic, counted.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct CoverageTally {
    right_yes: usize,
    wrong_yes: usize,
    missed: usize,
}

impl CoverageTally {
    /// Counts one answer.
    pub(crate) fn count(&mut self, said: bool, is_yes: bool) {
        match (said, is_yes) {
            (true, true) => self.right_yes += 1,
            (true, false) => self.wrong_yes += 1,
            (false, true) => self.missed += 1,
            (false, false) => {}
        }
    }

    fn precision(self) -> f64 {
        ratio(self.right_yes, self.right_yes + self.wrong_yes)
    }

    fn recall(self) -> f64 {
        ratio(self.right_yes, self.right_yes + self.missed)
    }

    fn f1(self) -> f64 {
        ratio(2 * self.right_yes, 2 * self.right_yes + self.wrong_yes + self.missed)
    }
}

/// Divides; nothing of nothing is nothing.
pub(crate) fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// One line per method and group: P/R/F1 per topic and the mean F1.
pub(crate) fn render_row(method: &str, group: &str, answers: &[([bool; 5], [bool; 5])]) -> String {
    let mut tallies = [CoverageTally::default(); 5];
    for (said, labels) in answers {
        for ((tally, said), is_yes) in tallies.iter_mut().zip(said).zip(labels) {
            tally.count(*said, *is_yes);
        }
    }
    let mut row = format!("{method:<22} {group:<7} {:>4} ", answers.len());
    for tally in tallies {
        let _ = write!(row, " {:.2}/{:.2}/{:.2}", tally.precision(), tally.recall(), tally.f1());
    }
    let macro_f1 = tallies.iter().map(|tally| tally.f1()).sum::<f64>() / 5.0;
    let _ = write!(row, "  {macro_f1:.3}");
    row
}

/// The head of the table.
pub(crate) fn render_head() -> String {
    let mut head = format!("{:<22} {:<7} {:>4} ", "method (P/R/F1)", "texts", "n");
    for topic in Topic::ALL {
        let _ = write!(head, " {:<14}", topic.word());
    }
    head.push_str("  macro-F1");
    head
}

/// Three answers of one topic against the labels: counts of yes and no for each.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Confusion {
    /// Covered, unclear, missing; each where the label is yes and where it is no.
    pub(crate) counts: [(usize, usize); 3],
}

impl Confusion {
    /// Counts one answer: 0 covered, 1 unclear, 2 missing.
    pub(crate) fn count(&mut self, answer: usize, is_yes: bool) {
        if let Some((yes, no)) = self.counts.get_mut(answer) {
            *(if is_yes { yes } else { no }) += 1;
        }
    }

    /// Renders the counts, how often covered is right and how often missing is wrong.
    pub(crate) fn render(self, name: &str) -> String {
        let [covered, unclear, missing] = self.counts;
        format!(
            "{name:<11} covered {:>3} right {:>3} wrong ({:.2})  unclear {:>3} yes {:>3} no  missing {:>3} right {:>3} wrong ({:.2})",
            covered.0,
            covered.1,
            ratio(covered.0, covered.0 + covered.1),
            unclear.0,
            unclear.1,
            missing.1,
            missing.0,
            ratio(missing.0, missing.0 + missing.1),
        )
    }
}
