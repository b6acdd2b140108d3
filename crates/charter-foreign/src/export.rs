//! A register in the words of other tools: feature files, or one page of Markdown.
//!
//! Owns both texts. Both can be imported again, with ids; the page with its fields. Must not
//! judge: verdicts come in with the status.

use super::feature::opens;
use charter_contract::CriterionRow;
use charter_contract::Overview;
use charter_contract::document::CriteriaDoc;
use charter_kernel::markdown::{Outline, contained, words};
use charter_kernel::visible::{is_hidden, visible, visible_lines};
use std::fmt::Write;

/// The first line of an exported feature.
pub const GHERKIN_MARK: &str = "# Exported by charter.";

/// The first line of an exported page.
pub const MARKDOWN_MARK: &str = "<!-- Exported by charter. -->";

/// The line above the rows of an outline.
const EXAMPLES: &str = "Examples:";

/// The words that a step starts with.
const STEPS: [&str; 6] = ["Given", "When", "Then", "And", "But", "*"];

/// Writes a register as a feature: a rule for each milestone, a scenario for each criterion.
#[must_use]
pub fn to_gherkin(status: &Overview, register: &CriteriaDoc) -> String {
    let mut text = format!("{GHERKIN_MARK}\nFeature: {}\n", one_line(&status.name));
    for line in visible_lines(&status.objective).lines().map(str::trim).filter(|it| !it.is_empty())
    {
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
    let said = visible_lines(said);
    let lines: Vec<&str> = said.lines().map(bare).filter(|it| !it.is_empty()).collect();
    // What has examples is an outline, or its rows would belong to the last step.
    let is_outline = lines.contains(&EXAMPLES);
    let keyword = if is_outline { "Scenario Outline" } else { "Scenario" };
    let _ = writeln!(text, "    {keyword}: {}", one_line(&row.title));
    let mut scenario = Scenario::default();
    for line in lines {
        let _ = writeln!(text, "      {}", scenario.line(line));
    }
    if !scenario.has_step {
        let _ = writeln!(text, "      Then {}", one_line(&row.title));
    }
}

/// What a scenario holds so far, from which it follows what a line may be.
#[derive(Debug, Default)]
struct Scenario {
    has_step: bool,
    /// Whether examples began, behind which there are only rows.
    has_examples: bool,
    /// How many cells the rows above have.
    n_cells: Option<usize>,
}

impl Scenario {
    /// Gives a line as a step, a row or a part of the description; as a comment where it is none.
    fn line(&mut self, line: &str) -> String {
        let n_cells = n_cells(line);
        let above = std::mem::replace(&mut self.n_cells, n_cells);
        if line == EXAMPLES && self.has_step {
            (self.has_examples, self.n_cells) = (true, None);
            return EXAMPLES.to_owned();
        }
        if line.starts_with('|') {
            let fits = n_cells.is_some() && above.is_none_or(|it| Some(it) == n_cells);
            if self.has_step && fits {
                return line.to_owned();
            }
            self.n_cells = above;
        } else if let Some(step) = as_step(line).filter(|_| !self.has_examples) {
            self.has_step = true;
            return step;
        }
        // A description must stand before the first step.
        if self.has_step { format!("# {line}") } else { safe(line) }
    }
}

/// Counts the cells of a row; a bar behind a backslash belongs to its cell.
fn n_cells(line: &str) -> Option<usize> {
    let inner = line.strip_prefix('|')?.trim_end();
    let bare = inner.replace("\\\\", "").replace("\\|", "");
    bare.ends_with('|').then(|| bare.matches('|').count())
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
    visible(&text.split_whitespace().collect::<Vec<_>>().join(" ")).into_owned()
}

/// Writes a charter as one page for people: what it is for, and what is shown. Read back, it is the same register.
#[must_use]
pub fn to_markdown(status: &Overview, register: &CriteriaDoc) -> String {
    let mut text = format!("{MARKDOWN_MARK}\n# {}\n\n", words::render_title(&status.name));
    let _ = writeln!(text, "{}\n", contained(&status.objective));
    let _ = writeln!(
        text,
        "{} · {} · {}\n",
        status.shown_words(),
        status.status.word(),
        status.rigor.word()
    );
    text.push_str("| criterion | | verdict | last evidence |\n|---|---|---|---|\n");
    for row in &status.criteria {
        let last = row.last_ts.map(|it| it.to_string()).unwrap_or_default();
        let title = words::render_title(&row.title);
        let _ = writeln!(text, "| `{}` | {title} | {} | {last} |", row.id, row.verdict.word());
    }
    let outline = Outline::parse(register.source());
    let mut milestone = None;
    for row in &status.criteria {
        let id = row.milestone_id.as_deref();
        if let Some(id) = id.filter(|_| milestone != id) {
            let found = status.milestones.iter().find(|it| it.milestone_id == id);
            let title = found.map_or(id, |it| it.title.as_str());
            let _ = writeln!(text, "\n## {}", words::render_title(title));
        }
        milestone = id;
        let marks = if id.is_some() { "###" } else { "##" };
        write_section(&mut text, marks, row, register, &outline);
    }
    text
}

fn write_section(
    text: &mut String,
    marks: &str,
    row: &CriterionRow,
    register: &CriteriaDoc,
    outline: &Outline,
) {
    let _ = writeln!(text, "\n{marks} {} — {}\n", row.id, words::render_title(&row.title));
    if let Some(criterion) = register.find(&row.id) {
        let said = criterion.said.trim();
        if !said.is_empty() {
            let _ = writeln!(text, "{}\n", contained(said));
        }
        let lines = outline.lines(register.source(), criterion.body).into_iter();
        let lines =
            lines.map(|it| register.source().slice(it)).take_while(|it| !it.starts_with('#'));
        let fields: String = lines.filter_map(field).collect();
        if !fields.is_empty() {
            let _ = writeln!(text, "{fields}");
        }
    }
    let _ = writeln!(text, "Verdict: {}", row.verdict.word());
    for reason in &row.reasons {
        let _ = writeln!(text, "- {}", words::render_title(reason));
    }
}

/// Writes a field of a criterion as an item of a list; none for what is no field, or rests on answers that stay here.
fn field(line: &str) -> Option<String> {
    let (key, value) = charter_contract::document::split_field(line)?;
    let name = match key.as_str() {
        "from" => return None,
        "freshsince" => "FreshSince",
        "requirefreshevidence" | "freshevidencerequired" => "RequireFreshEvidence",
        "requirereviewsubagent" | "reviewsubagentrequired" => "RequireReviewSubagent",
        word => &capital(word),
    };
    Some(format!("- {name}: {}\n", exact(&value)))
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|it| it.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

/// Writes a text so that every character of it is read back, and none is a mark or hidden.
fn exact(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = None;
    let mut characters = text.chars().peekable();
    while let Some(it) = characters.next() {
        if is_hidden(before, it, characters.peek().copied()) {
            let _ = write!(out, "&#{};", u32::from(it));
        } else {
            if "\\`*_<>[]#~|&!".contains(it) {
                out.push('\\');
            }
            out.push(it);
        }
        before = Some(it);
    }
    out
}
