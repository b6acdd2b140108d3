//! A table of measurements and the Markdown page it becomes.
//!
//! Cells are text already: rounding and units are the benchmark's to choose.

use super::machine::HostMachine;
use std::fmt::Display;

/// Which edge of a column its cells are flush with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Align {
    /// For words.
    Left,
    /// For numbers.
    Right,
}

/// A column's title and alignment.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Column {
    /// The header cell; a unit belongs here rather than in every cell.
    pub(crate) title: &'static str,
    /// How its cells are set.
    pub(crate) align: Align,
}

/// Measurements in rows and columns, with remarks below.
#[derive(Debug, Clone)]
pub(crate) struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
    notes: Vec<String>,
}

impl Table {
    /// Starts an empty table.
    pub(crate) fn new(columns: Vec<Column>) -> Self {
        Self { columns, rows: Vec::new(), notes: Vec::new() }
    }

    /// Adds a row, which must have one cell per column.
    pub(crate) fn push(&mut self, cells: &[&dyn Display]) {
        assert_eq!(cells.len(), self.columns.len(), "a row has one cell per column");
        self.rows.push(cells.iter().map(|cell| escape(&cell.to_string())).collect());
    }

    /// Adds a remark, set as its own paragraph below the table.
    pub(crate) fn note(&mut self, note: &str) {
        self.notes.push(note.trim().to_owned());
    }

    /// Renders the aligned Markdown table alone.
    pub(crate) fn render(&self) -> String {
        let widths: Vec<usize> = (0..self.columns.len()).map(|idx| self.width(idx)).collect();
        let titles = self.columns.iter().map(|column| escape(column.title)).collect::<Vec<_>>();
        let mut lines = vec![self.render_row(&titles, &widths), self.render_rule(&widths)];
        lines.extend(self.rows.iter().map(|row| self.render_row(row, &widths)));
        lines.concat()
    }

    /// Renders the page: heading, sentence, table, remarks, and how it was measured.
    pub(crate) fn render_page(&self, name: &str, about: &str, machine: &HostMachine) -> String {
        let mut blocks = vec![format!("# {name}"), about.to_owned()];
        blocks.push(self.render().trim_end().to_owned());
        blocks.extend(self.notes.iter().cloned());
        blocks
            .push(format!("Measured on {machine}, release build, by `cargo xtask bench {name}`."));
        blocks.join("\n\n") + "\n"
    }

    /// Returns the widest cell of a column; Markdown wants at least three dashes below a title.
    fn width(&self, column_idx: usize) -> usize {
        let title =
            self.columns.get(column_idx).map_or(0, |column| escape(column.title).chars().count());
        let cells = self.rows.iter().filter_map(|row| row.get(column_idx));
        cells.map(|cell| cell.chars().count()).chain([title, 3]).max().unwrap_or(3)
    }

    fn render_row(&self, cells: &[String], widths: &[usize]) -> String {
        let cells = self.columns.iter().zip(cells).zip(widths);
        let cells = cells.map(|((column, cell), width)| match column.align {
            Align::Left => format!("| {cell:<width$} "),
            Align::Right => format!("| {cell:>width$} "),
        });
        cells.collect::<String>() + "|\n"
    }

    fn render_rule(&self, widths: &[usize]) -> String {
        let cells = self.columns.iter().zip(widths).map(|(column, width)| match column.align {
            Align::Left => format!("| {} ", "-".repeat(*width)),
            Align::Right => format!("| {}: ", "-".repeat(width - 1)),
        });
        cells.collect::<String>() + "|\n"
    }
}

/// Keeps a cell in its cell: a bar would end it and a line break would end the table.
fn escape(cell: &str) -> String {
    cell.replace('|', "\\|").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Table {
        let mut table = Table::new(vec![
            Column { title: "events", align: Align::Right },
            Column { title: "what", align: Align::Left },
            Column { title: "ms", align: Align::Right },
        ]);
        table.push(&[&100, &"replay", &0.4]);
        table.push(&[&100_000, &"replay, cold", &1234.5]);
        table
    }

    #[test]
    fn numbers_are_flush_right_and_words_flush_left() {
        let expect = "\
| events | what         |     ms |
| -----: | ------------ | -----: |
|    100 | replay       |    0.4 |
| 100000 | replay, cold | 1234.5 |
";
        assert_eq!(sample().render(), expect);
    }

    #[test]
    fn a_bar_or_a_line_break_cannot_leave_its_cell() {
        let mut table = Table::new(vec![Column { title: "a|b", align: Align::Left }]);
        table.push(&[&"x |\n y"]);
        assert_eq!(table.render(), "| a\\|b   |\n| ------ |\n| x \\| y |\n");
    }

    #[test]
    fn width_counts_characters_and_never_falls_below_three() {
        let mut table = Table::new(vec![Column { title: "µ", align: Align::Right }]);
        table.push(&[&"é"]);
        assert_eq!(table.render(), "|   µ |\n| --: |\n|   é |\n");
    }

    #[test]
    fn a_page_says_what_was_measured_and_where() {
        let machine = HostMachine {
            n_cores: 2,
            platform: "linux x86_64".to_owned(),
            rustc: "rustc 1.95.0".to_owned(),
        };
        let mut table = sample();
        table.note("Cold: the file cache was dropped first.");
        let page = table.render_page("replay", "Time to fold a ledger.", &machine);
        let expect = "\
# replay

Time to fold a ledger.

| events | what         |     ms |
| -----: | ------------ | -----: |
|    100 | replay       |    0.4 |
| 100000 | replay, cold | 1234.5 |

Cold: the file cache was dropped first.

Measured on 2 cores, linux x86_64, rustc 1.95.0, release build, by `cargo xtask bench replay`.
";
        assert_eq!(page, expect);
    }
}
