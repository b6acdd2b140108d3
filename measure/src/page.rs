//! The pages of `docs/benchmarks` that hold a table and what people said about it.

use std::fs;

use crate::Measured;
use crate::corpus::workspace;
use crate::failure::MeasureFailure;

/// Puts a table between the marks of a page; what is said around it stays.
pub(crate) fn write_table(name: &str, table: &str) -> Measured<()> {
    let path = workspace().join("docs/benchmarks").join(name);
    let page = fs::read_to_string(&path).map_err(MeasureFailure::file(&path))?;
    let (head, rest) = page.split_once("```text\n").unwrap_or((page.as_str(), "```\n"));
    let (_, tail) = rest.split_once("```").unwrap_or(("", rest));
    let page = format!("{head}```text\n{table}```{tail}");
    fs::write(&path, page).map_err(MeasureFailure::file(&path))
}
