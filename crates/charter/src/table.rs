//! Rows in columns, as wide as the window.
//!
//! Owns how a row that does not fit goes on below. Must not know what the cells say.

use crate::screen::{Ink, Screen, clean, column};
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

/// The most lines that one cell takes where there is no room beside it.
const CELL_LINES_MAX: usize = 4;

/// One row: a mark, and cells of which the first two stay together.
#[derive(Debug)]
pub(crate) struct Row {
    /// The mark and its colour.
    pub(crate) mark: (&'static str, Ink),
    pub(crate) cells: Vec<String>,
}

/// Renders rows in columns where all of them fit, and otherwise each with its later cells below.
pub(crate) fn render(rows: &[Row], screen: &Screen) -> String {
    let n_columns = rows.iter().map(|it| it.cells.len()).max().unwrap_or(0);
    let width_of = |idx: usize| {
        let cells = rows.iter().filter_map(|it| it.cells.get(idx));
        cells.map(|it| clean(it).width()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..n_columns).map(width_of).collect();
    let gaps = 2 * widths.iter().filter(|it| **it > 0).count().saturating_sub(1);
    let fits = 4 + widths.iter().sum::<usize>() + gaps <= screen.width;
    let n_beside = if fits { n_columns } else { 2 };
    let mut text = String::new();
    for row in rows {
        let (mark, ink) = row.mark;
        let mut line = format!("  {} ", screen.ink(ink, mark));
        for (cell, width) in row.cells.iter().zip(&widths).take(n_beside) {
            if *width > 0 {
                let _ = write!(line, "{}  ", column(&clean(cell), *width));
            }
        }
        let _ = writeln!(text, "{}", line.trim_end());
        for cell in row.cells.iter().skip(n_beside).filter(|it| !it.is_empty()) {
            text.push_str(&screen.wrap("      ", cell, CELL_LINES_MAX));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<Row> {
        let row = |cells: [&str; 5]| Row {
            mark: ("✓", Ink::Good),
            cells: cells.map(str::to_owned).to_vec(),
        };
        vec![
            row(["VAL-A", "stale → proven", "4 of 4 tests passed", "1.8 s", "cargo test rate"]),
            row(["VAL-LONG", "stale → failed", "", "", "sh t.sh"]),
        ]
    }

    #[test]
    fn a_wide_window_has_columns_and_a_narrow_one_lines() {
        let text = render(&rows(), &Screen { width: 80, color: false });
        let expected = "  \
            ✓ VAL-A     stale → proven  4 of 4 tests passed  1.8 s  cargo test rate\n  \
            ✓ VAL-LONG  stale → failed                              sh t.sh\n";
        assert_eq!(text, expected);
        let text = render(&rows(), &Screen { width: 40, color: false });
        let expected = "  ✓ VAL-A     stale → proven\n      4 of 4 tests passed\n      1.8 s\n      \
            cargo test rate\n  ✓ VAL-LONG  stale → failed\n      sh t.sh\n";
        assert_eq!(text, expected);
        assert!(text.lines().all(|it| it.width() <= 40));
    }
}
