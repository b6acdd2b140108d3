//! The end of an interview: sections filled, the pad gone, the status true.
//!
//! Owns how what was said becomes the document. One text in, one text out, so that a caller writes
//! it whole; finishing what is finished changes nothing. Must not invent a word.

use super::fill::{has_placeholder, is_blank};
use super::pad::{Mode, Pad};
use super::response::{Content, Response};
use super::step::step_knowing;
use super::{Mind, Topic};
use crate::document::{CharterDoc, Outline, Source, Span, Splice, splice, words};
use std::collections::BTreeSet;

/// What stands before the status of a document.
const STATUS_MARK: &str = "**Status**:";

/// The status of a document that an interview has finished without a gap.
const COMPLETE: &str = "Complete";

/// A charter after its interview.
#[derive(Debug)]
pub struct Finished {
    /// The document.
    pub source: Source,
    /// The topics that were filled.
    pub filled: Vec<Topic>,
    /// The topics that nothing was said about.
    pub gaps: Vec<Topic>,
}

/// Finishes the interview of a document; none where it is not at its end, or where the document
/// hides the place that a section belongs in.
#[must_use]
pub fn finish(source: &Source, mind: &dyn Mind, answered: &BTreeSet<Topic>) -> Option<Finished> {
    let mut source = Source::new(source.bytes().to_vec());
    let has_pad = Pad::find(&source, &Outline::parse(&source)).is_some();
    let mode = if has_pad { Mode::Resume } else { Mode::Update };
    let Response::Success { charter_content, metadata, .. } =
        step_knowing(Some(source.bytes()), mode, mind, answered)
    else {
        return None;
    };
    // The pad goes first: a section that is added at the end must not stand behind it.
    source = remove_pads(&source)?;
    let mut filled = Vec::new();
    for topic in Topic::ALL {
        if let Some(text) = content_of(&charter_content, topic) {
            let (doc, _) = CharterDoc::parse(source);
            let text = beside_what_is_there(&doc, topic, &words::render(text));
            let edit = doc.set_section(topic.section(), &text)?;
            source = splice(doc.source(), &[edit])?;
            filled.push(topic);
        }
    }
    let gaps = metadata.gaps_remaining;
    let word = if gaps.is_empty() { COMPLETE } else { "Draft" };
    source = set_status(&source, word)?;
    Some(Finished { source, filled, gaps })
}

/// Puts a text behind what somebody wrote in a section already; placeholders make room.
fn beside_what_is_there(doc: &CharterDoc, topic: Topic, text: &str) -> String {
    let Some(section) = doc.section(topic.section()) else { return text.to_owned() };
    if is_blank(doc, topic) {
        return text.to_owned();
    }
    let body = doc.source().slice(section.body).replace("\r\n", "\n");
    let kept = body.lines().filter(|line| !has_placeholder(line));
    let kept = kept.collect::<Vec<_>>().join("\n");
    format!("{}\n\n{text}", kept.trim_matches('\n').trim_end())
}

fn content_of(content: &Content, topic: Topic) -> Option<&str> {
    let text = match topic {
        Topic::Problem => &content.problem,
        Topic::Users => &content.users,
        Topic::ValueProp => &content.value_prop,
        Topic::Scope => &content.scope,
        Topic::Success => &content.success,
    };
    text.as_deref().filter(|it| !it.trim().is_empty())
}

/// Removes every pad, with the blank lines that were put before it.
fn remove_pads(source: &Source) -> Option<Source> {
    let Some((pad, _)) = Pad::find(source, &Outline::parse(source)) else {
        return splice(source, &[]);
    };
    let cut = |span: &Span| {
        let before = source.slice(Span::new(0, span.start));
        let text = before.trim_end_matches(['\n', '\r']);
        let kept = before.get(text.len()..).unwrap_or_default();
        let one_end = if kept.starts_with("\r\n") { 2 } else { kept.len().min(1) };
        let is_last = span.end == source.text().len();
        let start = if is_last { text.len() + one_end } else { span.start };
        Splice { span: Span::new(start, span.end), text: String::new() }
    };
    splice(source, &pad.spans.iter().map(cut).collect::<Vec<_>>())
}

/// Tells whether an interview has called a document complete.
#[must_use]
pub fn is_complete(source: &Source) -> bool {
    status_word(source).is_some_and(|span| source.slice(span) == COMPLETE)
}

/// Sets the word behind `**Status**:`; a charter without one has none.
fn set_status(source: &Source, word: &str) -> Option<Source> {
    let edit = status_word(source).map(|span| Splice { span, text: word.to_owned() });
    splice(source, edit.as_slice())
}

/// Finds the word behind `**Status**:` under the first heading.
fn status_word(source: &Source) -> Option<Span> {
    let outline = Outline::parse(source);
    let first = outline.headings.iter().find(|it| it.level == 1)?;
    outline.lines(source, first.lead).into_iter().find_map(|line| {
        let rest = source.slice(line).strip_prefix(STATUS_MARK)?;
        let start = line.start + STATUS_MARK.len() + (rest.len() - rest.trim_start().len());
        Some(Span::new(start, start + rest.trim().len()))
    })
}
