//! What is left out of the work, in charter.md.
//!
//! Owns where a line goes: under the heading of the scope that excludes, which is added where there is none. What
//! stands there stays. Must not know why something is left out.

use super::draft::{WontLine, is_exclusion_heading};
use super::register::plain;
use crate::document::{CharterDoc, SectionKey};
use charter_kernel::markdown::{Source, Span, Splice, splice, words};

/// The heading that lines go below where none excludes yet.
const HEADING: &str = "### Won't";

/// Gives a charter.md with lines of what is left out; none where it says all of them already, or hides the
/// place where they belong.
#[must_use]
pub fn add_wont(charter: &Source, wont: &[WontLine]) -> Option<Source> {
    let (doc, _) = CharterDoc::parse(Source::new(charter.bytes().to_vec()));
    let there = doc.visible_text(SectionKey::Scope).unwrap_or_default();
    let known: Vec<String> =
        there.lines().map(|it| plain(it.trim_start_matches(['-', '*', '+', ' ']))).collect();
    let new = wont.iter().map(|it| words::render(&it.text).replace('\n', " "));
    let new: Vec<String> = new.filter(|it| !known.contains(&plain(it))).collect();
    if new.is_empty() {
        return None;
    }
    let list: String = new.iter().map(|it| format!("- {it}\n")).collect();
    let newline = doc.source().newline();
    let edit = match place(&doc) {
        Some((span, lead, tail)) => {
            let text = format!("{lead}{list}{tail}").replace('\n', newline);
            Splice { span, text }
        }
        None => doc.set_section(SectionKey::Scope, &format!("{HEADING}\n\n{list}"))?,
    };
    splice(doc.source(), &[edit])
}

/// Finds where a line goes, with what parts it from what stands before and behind it: at the end of what stands
/// under the heading that excludes, else at the end of the scope; none where there is no scope.
fn place(doc: &CharterDoc) -> Option<(Span, String, &'static str)> {
    let scope = doc.section(SectionKey::Scope)?;
    let is_in = |span: Span| span.start >= scope.body.start && span.end <= scope.body.end;
    let headings = &doc.outline().headings;
    let own = headings.iter().find(|it| is_in(it.span) && is_exclusion_heading(&it.title));
    let body = own.map_or(scope.body, |it| it.lead);
    let said = doc.source().slice(body).trim_end();
    let tail = if body.end == doc.source().text().len() { "" } else { "\n" };
    let last = said.lines().last().unwrap_or_default().trim();
    let is_empty = is_hole(said);
    let lead = match (own.is_some(), is_empty) {
        (true, true) => "\n".to_owned(),
        (true, false) if last.starts_with(['-', '*', '+']) => "\n".to_owned(),
        (true, false) => "\n\n".to_owned(),
        (false, true) => format!("\n{HEADING}\n\n"),
        (false, false) => format!("\n\n{HEADING}\n\n"),
    };
    let start = if is_empty { body.start } else { body.start + said.len() };
    Some((Span::new(start, body.end), lead, tail))
}

/// Tells whether nothing was said yet.
fn is_hole(said: &str) -> bool {
    matches!(said.trim().trim_start_matches(['-', ' ']), "" | "_TBD_" | "TBD" | "…")
}
