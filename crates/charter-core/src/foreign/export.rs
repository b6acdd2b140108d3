//! A register in the words of other tools: feature files, or one page of Markdown.
//!
//! Owns both texts. What is exported as Gherkin can be imported again with its ids. Must not
//! judge: verdicts come in with the status.

use super::feature::opens;
use crate::document::CriteriaDoc;
use crate::query::{CriterionRow, StatusReport};
use std::fmt::Write;

/// The first line of an exported feature.
pub const GHERKIN_MARK: &str = "# Exported by charter.";

/// The first line of an exported page.
pub const MARKDOWN_MARK: &str = "<!-- Exported by charter. -->";

/// The line above the rows of an outline.
const EXAMPLES: &str = "Examples:";

/// The words that a step starts with.
const STEPS: [&str; 7] = ["Given", "When", "Then", "And", "But", "*", "|"];

/// Writes a register as a feature: a rule for each milestone, a scenario for each criterion.
#[must_use]
pub fn to_gherkin(status: &StatusReport, register: &CriteriaDoc) -> String {
    let mut text = format!("{GHERKIN_MARK}\nFeature: {}\n", one_line(&status.name));
    for line in status.objective.lines().map(str::trim).filter(|it| !it.is_empty()) {
        let _ = writeln!(text, "  {}", safe(line));
    }
    let mut milestone = None;
    for row in &status.criteria {
        if milestone != Some(&row.milestone_id) {
            milestone = Some(&row.milestone_id);
            let id = row.milestone_id.as_deref();
            let found = status.milestones.iter().find(|it| Some(it.milestone_id.as_str()) == id);
            let title = found.map_or("Criteria without a milestone", |it| it.title.as_str());
            let bare = id.and_then(|it| title.strip_prefix(it)).filter(|it| !it.trim().is_empty());
            let _ = writeln!(text, "\n  Rule: {}", one_line(bare.unwrap_or(title)));
        }
        write_scenario(&mut text, row, register);
    }
    text
}

fn write_scenario(text: &mut String, row: &CriterionRow, register: &CriteriaDoc) {
    let _ = writeln!(text, "\n    # {}\n    @{}", row.verdict.word(), row.id);
    let said = register.find(&row.id).map_or("", |it| it.said.as_str());
    let lines: Vec<&str> = said.lines().map(bare).filter(|it| !it.is_empty()).collect();
    // What has examples is an outline, or its rows would belong to the last step.
    let is_outline = lines.contains(&EXAMPLES);
    let keyword = if is_outline { "Scenario Outline" } else { "Scenario" };
    let _ = writeln!(text, "    {keyword}: {}", one_line(&row.title));
    let mut has_step = false;
    for line in lines {
        match as_step(line) {
            _ if line == EXAMPLES && has_step => {
                let _ = writeln!(text, "      {EXAMPLES}");
            }
            Some(step) => {
                has_step = true;
                let _ = writeln!(text, "      {step}");
            }
            // A description must stand before the first step.
            None if !has_step => {
                let _ = writeln!(text, "      {}", safe(line));
            }
            None => {
                let _ = writeln!(text, "      # {line}");
            }
        }
    }
    if !has_step {
        let _ = writeln!(text, "      Then {}", one_line(&row.title));
    }
}

/// Takes the marks of a list and emphasis off.
fn bare(line: &str) -> &str {
    line.trim().trim_start_matches(['-', '+', ' ']).trim()
}

/// Gives a line as a step, whatever case its first word has.
fn as_step(line: &str) -> Option<String> {
    let line = line.replace("**", "");
    let (first, rest) = line.split_once(' ')?;
    let word = STEPS.iter().find(|it| it.eq_ignore_ascii_case(first))?;
    Some(format!("{word} {}", rest.trim()))
}

/// Sets off a line of prose that a reader of Gherkin would take for something else.
fn safe(line: &str) -> String {
    let is_marked = line.starts_with(['@', '#', '|', '*', '"', '`']);
    let is_step = as_step(line).is_some();
    if is_marked || is_step || opens(line).is_some() {
        format!("– {line}")
    } else {
        line.to_owned()
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Writes a charter as one page for people: what it is for, and what stands.
#[must_use]
pub fn to_markdown(status: &StatusReport, register: &CriteriaDoc) -> String {
    let mut text = format!("{MARKDOWN_MARK}\n# {}\n\n", one_line(&status.name));
    let _ = writeln!(text, "{}\n", status.objective.trim());
    let _ = writeln!(
        text,
        "{} of {} criteria stand · {} · {}\n",
        status.val_pass,
        status.val_total,
        status.status.word(),
        status.rigor.word()
    );
    text.push_str("| criterion | | verdict | last evidence |\n|---|---|---|---|\n");
    for row in &status.criteria {
        let last = row.last_ts.map(|it| it.to_string()).unwrap_or_default();
        let title = one_line(&row.title).replace('|', "\\|");
        let _ = writeln!(text, "| `{}` | {title} | {} | {last} |", row.id, row.verdict.word());
    }
    for row in &status.criteria {
        let _ = writeln!(text, "\n## {} — {}\n", row.id, one_line(&row.title));
        let said = register.find(&row.id).map_or("", |it| it.said.trim());
        if !said.is_empty() {
            let _ = writeln!(text, "{said}\n");
        }
        let _ = writeln!(text, "Verdict: {}", row.verdict.word());
        for reason in &row.reasons {
            let _ = writeln!(text, "- {reason}");
        }
    }
    text
}
