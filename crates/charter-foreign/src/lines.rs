//! The lines of a Markdown text as other tools write it.
//!
//! Owns what is a heading, a list item and a bold label, and leaves comments out. Must not know
//! what any of them means.

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SpecLine {
    /// The rank of a heading; none for other lines.
    pub(super) level: Option<usize>,
    /// What it says, without the marks of a heading, and without blanks around it.
    pub(super) text: String,
}

/// Splits a text into its lines; comments are left out, and nothing in a fence is a heading.
pub(super) fn lines(text: &str) -> Vec<SpecLine> {
    let mut lines = Vec::new();
    let mut is_fenced = false;
    let mut is_comment = false;
    for raw in text.trim_start_matches('\u{feff}').lines() {
        let raw = if is_fenced { raw.to_owned() } else { without_comments(raw, &mut is_comment) };
        let line = raw.trim();
        if line.starts_with("```") || line.starts_with("~~~") {
            is_fenced = !is_fenced;
        }
        let marks = line.chars().take_while(|it| *it == '#').count();
        let is_heading = !is_fenced
            && (1..=6).contains(&marks)
            && line.get(marks..).is_some_and(|it| it.is_empty() || it.starts_with([' ', '\t']));
        let level = is_heading.then_some(marks);
        let text = line.get(level.unwrap_or(0)..).unwrap_or_default().trim();
        lines.push(SpecLine { level, text: text.trim_end_matches('#').trim().to_owned() });
    }
    lines
}

/// Takes comments out of a line; `is_comment` says whether it starts, and then ends, inside one.
fn without_comments(line: &str, is_comment: &mut bool) -> String {
    let mut kept = String::new();
    let mut rest = line;
    loop {
        if *is_comment {
            let Some((_, behind)) = rest.split_once("-->") else { return kept };
            *is_comment = false;
            rest = behind;
        }
        let Some((before, behind)) = rest.split_once("<!--") else {
            kept.push_str(rest);
            return kept;
        };
        kept.push_str(before);
        *is_comment = true;
        rest = behind;
    }
}

/// Gives what a list item says: behind `-`, `*`, `+`, `1.`, `1)`, `1.2.` or a box to tick.
pub(super) fn item(line: &str) -> Option<&str> {
    let bullet = ["- ", "* ", "+ ", "• "].iter().find_map(|it| line.strip_prefix(it));
    let text = bullet.or_else(|| numbered(line))?.trim();
    let ticked = ["[ ]", "[x]", "[X]"].iter().find_map(|it| text.strip_prefix(it));
    Some(ticked.unwrap_or(text).trim())
}

/// Takes the sign of a list off a line, and a box to tick behind it; numbers stay, which may be part of a sentence.
pub(super) fn without_bullet(line: &str) -> &str {
    let line = line.trim();
    if line.starts_with(|it: char| it.is_ascii_digit()) {
        return line;
    }
    item(line).unwrap_or(line)
}

fn numbered(line: &str) -> Option<&str> {
    let digits = line.find(|it: char| !it.is_ascii_digit() && it != '.')?;
    let number = line.get(..digits).filter(|it| it.starts_with(|it: char| it.is_ascii_digit()))?;
    let rest = line.get(digits..)?;
    match rest.strip_prefix(')') {
        Some(rest) => Some(rest),
        None if number.contains('.') => rest.strip_prefix(' '),
        None => None,
    }
}

/// Splits a label from what stands behind it: `**Label**: text`, `**Label:** text`.
pub(super) fn label(line: &str) -> Option<(&str, &str)> {
    let (label, rest) = line.strip_prefix("**")?.split_once("**")?;
    let rest = rest.trim_start();
    let is_marked = label.ends_with(':') || rest.starts_with(':');
    let label = label.trim_end_matches(':').trim();
    is_marked.then(|| (label, rest.trim_start_matches(':').trim()))
}

/// Takes emphasis off.
pub(super) fn plain(text: &str) -> String {
    text.replace("**", "").replace("__", "").trim().to_owned()
}

/// Tells whether a text is a hole of a template that nobody filled.
pub(super) fn is_hole(text: &str) -> bool {
    let text = text.trim().trim_matches(['*', '_', '`', '"', '.', ':']);
    let inside = text.strip_prefix('[').and_then(|it| it.split_once(']'));
    inside.is_some_and(|(hole, behind)| !behind.starts_with('(') && !hole.contains("NEEDS CLAR"))
        || text.contains("$ARGUMENTS")
        || text.is_empty()
}

/// Adds a line to a text, without blanks at its end.
pub(super) fn add_line(text: &mut String, line: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(line);
    text.truncate(text.trim_end().len());
}
