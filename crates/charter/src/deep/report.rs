//! What an answer made of the interview, on a screen.
//!
//! Owns the table, the chart and the lines below. Fits 40 columns and needs no colour. Must not
//! compute: every figure comes with the report.

use crate::screen::{Ink, Screen, column};
use charter_interview::deep::{DimensionRow, Direction, Report, Units};
use std::fmt::Write;

/// From this width on the table has all its columns.
const WIDE: usize = 64;

/// The columns of a dimension's name, and of a label.
const NAME: usize = 17;
const LABEL: usize = 11;

/// The most lines of one gap in the table.
const GAP_LINES_MAX: usize = 3;

const LINES_MAX: usize = 6;

const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

pub(crate) fn render(report: &Report, threshold: Units, screen: &Screen) -> String {
    let screen = &screen.narrow();
    let mut text = format!("\n{}", chart(report, threshold, screen));
    if let Some((floor, cause)) = &report.floor {
        let words = format!("{} at least: {cause}", floor.to_percent());
        text.push_str(&line("floor", &words, screen));
    }
    text.push('\n');
    text.push_str(&table(&report.rows, screen));
    text.push('\n');
    let (active, deferred) = (report.n_active, report.n_deferred);
    let parts = if active == 1 { "part" } else { "parts" };
    let words = format!("asked about {}; {active} {parts}, {deferred} deferred", report.targeted);
    text.push_str(&line("topology", &words, screen));
    text.push_str(&line("ontology", &ontology(report), screen));
    text.push_str(&line("milestone", &milestone(report), screen));
    for words in &report.adjustments {
        text.push_str(&line("adjusted", words, screen));
    }
    if let Some(notice) = &report.notice {
        text.push_str(&line("note", notice, screen));
    }
    let next = match &report.next {
        Some((_, why)) => format!("{} {}", report.closing, sentence(why)),
        None => report.closing.clone(),
    };
    text.push_str(&line("next", &next, screen));
    text.push_str(&ambiguity(report, screen));
    text
}

fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first: String = letters.next().map(|it| it.to_uppercase().collect()).unwrap_or_default();
    format!("{first}{}.", letters.as_str().trim_end_matches('.'))
}

fn ambiguity(report: &Report, screen: &Screen) -> String {
    let (before, now) = (report.before.to_percent(), report.ambiguity.to_percent());
    let (sign, ink) = match report.direction {
        Direction::Up => ("↑", Ink::Warn),
        Direction::Down => ("↓", Ink::Good),
        Direction::Flat => ("=", Ink::Dim),
    };
    let cause = report.cause.as_ref().map(|it| format!(": {it}")).unwrap_or_default();
    let words = format!("{before} → {now}  {sign} {}{cause}", report.direction.word());
    screen.ink(ink, &line("ambiguity", &words, screen))
}

/// Draws the ambiguity of the rounds so far, the latest where not all fit.
fn chart(report: &Report, threshold: Units, screen: &Screen) -> String {
    let words = |first: u32, last: u32| {
        let rounds = if first == last {
            format!("round {last}")
        } else {
            format!("rounds {first} to {last}")
        };
        format!("{rounds}, enough at {}", threshold.to_percent())
    };
    let last = report.trend.last().map_or(0, |(round, _)| *round);
    let room = screen.width.saturating_sub(LABEL + 2 + 2 + words(100, last).len()).max(8);
    let shown = report.trend.get(report.trend.len().saturating_sub(room)..).unwrap_or_default();
    let first = shown.first().map_or(0, |(round, _)| *round);
    let bars: String = shown.iter().map(|(_, units)| bar(*units)).collect();
    line("chart", &format!("{bars}  {}", words(first, last)), screen)
}

fn bar(units: Units) -> char {
    let idx = (units.as_u32() * 7 + 5000) / Units::ONE.as_u32();
    BARS.get(idx as usize).copied().unwrap_or('█')
}

fn table(rows: &[DimensionRow], screen: &Screen) -> String {
    let is_wide = screen.width >= WIDE;
    let head = if is_wide {
        format!("  {} score  weight  weighted  gap", column("clarity", NAME))
    } else {
        format!("  {} score", column("clarity", NAME))
    };
    let mut text = screen.ink(Ink::Dim, &head) + "\n";
    for row in rows {
        let ink = if row.gap == "Clear" { Ink::Good } else { Ink::Warn };
        let name = column(row.dimension.title(), NAME);
        let score = format!("{:>6}", row.score.to_percent());
        if is_wide {
            let weighted = row.weighted.to_percent();
            let start = format!("  {name}{score}  {:>5}%  {weighted:>8}  ", row.weight);
            let gap = screen.wrap(&" ".repeat(start.len()), &row.gap, GAP_LINES_MAX);
            text.push_str(&start);
            text.push_str(&screen.ink(ink, gap.trim_start()));
        } else {
            let _ = writeln!(text, "  {name}{score}");
            text.push_str(&screen.ink(ink, &screen.wrap("    ", &row.gap, GAP_LINES_MAX)));
        }
    }
    text
}

fn ontology(report: &Report) -> String {
    let things = if report.n_entities == 1 { "thing" } else { "things" };
    let (new, renamed, stable) = report.entities;
    let stability = match report.stability {
        Some(share) => format!("stability {}", share.to_percent()),
        None => "stability not known yet".to_owned(),
    };
    format!(
        "{} {things}, {stability}: {new} new, {renamed} renamed, {stable} stayed",
        report.n_entities
    )
}

fn milestone(report: &Report) -> String {
    let (before, now) = (report.milestone_before.word(), report.milestone.word());
    if before == now { now.to_owned() } else { format!("{before} → {now}") }
}

/// Renders a label and words behind it, all lines below each other.
fn line(label: &str, words: &str, screen: &Screen) -> String {
    let indent = " ".repeat(LABEL + 2);
    let wrapped = screen.wrap(&indent, words, LINES_MAX);
    let rest = wrapped.strip_prefix(indent.as_str()).unwrap_or(&wrapped);
    format!("  {}{rest}", column(label, LABEL))
}

#[cfg(test)]
mod tests {
    use super::*;
    use charter_interview::deep::{Cause, Dimension, Milestone, Target};
    use unicode_width::UnicodeWidthStr;

    fn sample() -> Report {
        let row = |dimension, score, weight, gap: &str| DimensionRow {
            dimension,
            score: Units::new(score),
            weight,
            weighted: Units::new(score * weight / 100),
            gap: gap.to_owned(),
        };
        Report {
            round: 3,
            rows: vec![
                row(Dimension::Goal, 9200, 40, "Clear"),
                row(Dimension::Constraints, 2000, 30, "Export: nobody said how long it may take"),
                row(Dimension::Criteria, 5500, 30, "Entry: what would be counted"),
            ],
            before: Units::new(6200),
            ambiguity: Units::new(4070),
            direction: Direction::Down,
            cause: None,
            floor: Some((Units::new(1000), "one disputed fact".to_owned())),
            adjustments: Vec::new(),
            targeted: "Export".to_owned(),
            n_active: 2,
            n_deferred: 1,
            n_entities: 4,
            stability: Some(Units::new(7500)),
            entities: (1, 0, 3),
            milestone_before: Milestone::Initial,
            milestone: Milestone::Progress,
            next: Some((
                Target {
                    component: "export".to_owned(),
                    dimension: Dimension::Constraints,
                    cause: Cause::Weakest {},
                    ontology: false,
                },
                "its constraints are the least clear, at 20%".to_owned(),
            )),
            trend: vec![(1, Units::new(8000)), (2, Units::new(6200)), (3, Units::new(4070))],
            notice: None,
            closing: "The next question is about the constraints of Export.".to_owned(),
        }
    }

    fn check(width: usize) -> String {
        let text = render(&sample(), Units::new(500), &Screen { width, color: false });
        assert!(text.lines().all(|it| it.width() < width), "{text}");
        text
    }

    #[test]
    fn a_wide_screen_shows_the_whole_table() {
        insta::assert_snapshot!(check(80), @"
          chart      ▇▅▄ rounds 1 to 3, enough at 5%
          floor      10% at least: one disputed fact

          clarity           score  weight  weighted  gap
          Goal                92%     40%     36.8%  Clear
          Constraints         20%     30%        6%  Export: nobody said how long it
                                                     may take
          Success Criteria    55%     30%     16.5%  Entry: what would be counted

          topology   asked about Export; 2 parts, 1 deferred
          ontology   4 things, stability 75%: 1 new, 0 renamed, 3 stayed
          milestone  initial → progress
          next       The next question is about the constraints of Export. Its
                     constraints are the least clear, at 20%.
          ambiguity  62% → 40.7% ↓ down
        ");
    }

    #[test]
    fn a_narrow_one_shows_scores_and_gaps() {
        insta::assert_snapshot!(check(40), @"
          chart      ▇▅▄ rounds 1 to 3, enough
                     at 5%
          floor      10% at least: one disputed
                     fact

          clarity           score
          Goal                92%
            Clear
          Constraints         20%
            Export: nobody said how long it may
            take
          Success Criteria    55%
            Entry: what would be counted

          topology   asked about Export; 2
                     parts, 1 deferred
          ontology   4 things, stability 75%: 1
                     new, 0 renamed, 3 stayed
          milestone  initial → progress
          next       The next question is about
                     the constraints of Export.
                     Its constraints are the
                     least clear, at 20%.
          ambiguity  62% → 40.7% ↓ down
        ");
    }
}
