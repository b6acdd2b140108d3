//! The end of an interview: sections filled, the pad gone, the status true.
//!
//! Owns how what was said becomes the document. One text in, one text out, so that a caller writes
//! it whole; finishing what is finished changes nothing. Must not invent a word.

use super::fill::{has_placeholder, is_placeholder};
use super::pad::{Mode, Pad};
use super::question::BRAIN_DUMP;
use super::response::Response;
use super::section::{gaps, rows, written};
use super::step::step_knowing;
use crate::noise::is_evasive;
use charter_contract::Topic;
use charter_contract::mind::Mind;
use charter_contract::mind::Proposal;

use charter_contract::document::{CharterDoc, SectionKey};
use charter_kernel::markdown::{Outline, Source, Span, Splice, splice, words};
use std::collections::BTreeSet;

/// What stands before the status of a document.
const STATUS_MARK: &str = "**Status**:";

/// The status of a document that an interview has finished without a gap.
const COMPLETE: &str = "Complete";

/// The status of one in which something is open.
const DRAFT: &str = "Draft";

/// A charter after its interview.
#[derive(Debug)]
pub struct Finished {
    pub source: Source,
    /// The topics that nothing was said about.
    pub gaps: Vec<Topic>,
    /// What was said about each topic.
    pub said: Vec<(Topic, String)>,
}

/// How a text comes into a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Placing {
    /// Behind what somebody wrote there.
    Beside,
    /// In its place.
    Instead,
}

/// Finishes the interview of a document; none where it is not at its end, or where the document
/// hides the place that a section belongs in.
#[must_use]
pub fn finish(source: &Source, mind: &dyn Mind, answered: &BTreeSet<Topic>) -> Option<Finished> {
    let source = Source::new(source.bytes().to_vec());
    let has_pad = Pad::find(&source, &Outline::parse(&source)).is_some();
    let mode = if has_pad { Mode::Resume } else { Mode::Update };
    let Response::Success { charter_content, metadata, .. } =
        step_knowing(Some(source.bytes()), mode, mind, answered)
    else {
        return None;
    };
    let said = charter_content.into_iter().map(|(topic, text)| (topic, text, Placing::Beside));
    write_down(source, said.collect(), metadata.gaps_remaining, mind)
}

/// Finishes the interview of a document whose sections were looked at: what the user says about one that
/// is written stands in the place of what was there.
#[must_use]
pub(crate) fn finish_sections(source: &Source, mind: &dyn Mind) -> Option<Finished> {
    let (doc, _) = CharterDoc::parse(Source::new(source.bytes().to_vec()));
    let pad = Pad::find(doc.source(), doc.outline()).map(|(pad, _)| pad.entries);
    let rows = rows(&doc, &pad.unwrap_or_default(), mind);
    let place = |topic: Topic| match written(&doc, topic) {
        Some(_) => Placing::Instead,
        None => Placing::Beside,
    };
    let said = rows.iter().filter(|it| it.number().is_some());
    let said = said.filter_map(|it| Some((it.topic, it.text.clone()?, place(it.topic))));
    write_down(Source::new(source.bytes().to_vec()), said.collect(), gaps(&rows), mind)
}

fn write_down(
    mut source: Source,
    mut said: Vec<(Topic, String, Placing)>,
    gaps: Vec<Topic>,
    mind: &dyn Mind,
) -> Option<Finished> {
    said.retain(|(_, text, _)| !text.trim().is_empty());
    let first_words = brain_dump(&source);
    // The pad goes first: a section that is added at the end must not stand behind it.
    source = remove_pads(&source)?;
    for (topic, text, placing) in &said {
        let (doc, _) = CharterDoc::parse(source);
        let key = topic.section();
        let lists = (*topic == Topic::Scope).then(|| scope_lists(&doc, text, mind)).flatten();
        let text = lists.unwrap_or_else(|| words::render(text));
        let edit = match placing {
            _ if holds(&doc, key, &text) => None,
            Placing::Instead if !has_inner(&doc, key) => {
                Some(doc.set_section(key, &instead_of_what_is_there(&doc, key, &text))?)
            }
            Placing::Instead | Placing::Beside => {
                Some(doc.set_section(key, &beside_what_is_there(&doc, key, &text))?)
            }
        };
        source = splice(doc.source(), edit.as_slice())?;
    }
    source = name(&set_objective(source, first_words.as_deref())?, mind)?;
    let (doc, _) = CharterDoc::parse(Source::new(source.bytes().to_vec()));
    let objective = doc.visible_text(SectionKey::Objective);
    let is_whole = gaps.is_empty() && !objective.is_some_and(|it| is_placeholder(&it));
    source = set_status(&source, if is_whole { COMPLETE } else { DRAFT })?;
    let said = said.into_iter().map(|(topic, text, _)| (topic, text)).collect();
    Some(Finished { source, gaps, said })
}

/// Gives a text for the place of what stands in a section: its headings stay headings.
fn instead_of_what_is_there(doc: &CharterDoc, key: SectionKey, text: &str) -> String {
    let there = doc.visible_text(key).unwrap_or_default();
    let is_part = |line: &&str| line.starts_with("###");
    let parts: Vec<String> = there.lines().filter(is_part).map(words::render).collect();
    let heading = |line: &str| {
        let is_there = parts.iter().any(|it| it == line);
        if is_there { words::parse(line) } else { line.to_owned() }
    };
    text.lines().map(heading).collect::<Vec<_>>().join("\n")
}

/// Tells whether another section stands inside this one.
fn has_inner(doc: &CharterDoc, key: SectionKey) -> bool {
    let Some(section) = doc.section(key) else { return false };
    doc.sections().iter().any(|it| it.key != key && section.body.contains(it.heading))
}

/// Gives a scope as what is in and what is out; none where it says only one of them, where it has
/// an order of its own, or where a word would get lost.
fn scope_lists(doc: &CharterDoc, text: &str, mind: &dyn Mind) -> Option<String> {
    let there = doc.visible_text(SectionKey::Scope).unwrap_or_default();
    let is_ordered = text.lines().any(|it| it.starts_with([' ', '\t', '#', '\\']));
    if is_ordered || !is_placeholder(&there) {
        return None;
    }
    let statements = mind.propose(Topic::Scope, text);
    let count = |text: &str| text.chars().filter(|it| it.is_alphanumeric()).count();
    let kept: usize = statements.iter().map(|it| count(&it.statement)).sum();
    let list = |excluded: bool| {
        let items = statements.iter().filter(|it| it.excluded == excluded);
        let item = |it: &Proposal| {
            let statement = it.statement.trim().trim_end_matches(';');
            format!("- {}\n", words::render(statement))
        };
        items.map(item).collect::<String>()
    };
    let (will, wont) = (list(false), list(true));
    let is_whole = kept == count(text) && !will.is_empty() && !wont.is_empty();
    is_whole.then(|| format!("### Will\n\n{will}\n### Won't\n\n{wont}"))
}

/// Keeps the first words of an interview as the objective, beside what stands there: what no
/// section took up is not lost with the pad.
fn set_objective(source: Source, first_words: Option<&str>) -> Option<Source> {
    let Some(said) = first_words else { return Some(source) };
    let (doc, _) = CharterDoc::parse(source);
    let there = doc.plain_text(SectionKey::Objective).unwrap_or_default();
    if there.contains(said.trim()) {
        return splice(doc.source(), &[]);
    }
    let text = beside_what_is_there(&doc, SectionKey::Objective, &words::render(said.trim()));
    splice(doc.source(), &[doc.set_section(SectionKey::Objective, &text)?])
}

/// Names a charter whose first heading only says that a name is still to come.
fn name(source: &Source, mind: &dyn Mind) -> Option<Source> {
    let (doc, _) = CharterDoc::parse(Source::new(source.bytes().to_vec()));
    let heading = doc.outline().headings.iter().find(|it| it.level == 1);
    let open = heading.and_then(|it| {
        let (before, _) = it.title.rsplit_once(':').unwrap_or((&it.title, ""));
        let name = it.title.rsplit(':').next().unwrap_or_default().trim();
        let is_open = has_placeholder(name) || name.eq_ignore_ascii_case("[to be determined]");
        is_open.then(|| (it.span, before.to_owned()))
    });
    let objective = doc.plain_text(SectionKey::Objective).filter(|it| !is_placeholder(it));
    let named = objective.and_then(|it| mind.name_for(&it));
    let (Some((span, before)), Some(named)) = (open, named) else { return splice(source, &[]) };
    let line = source.slice(span);
    let end = line.trim_end_matches(['\n', '\r']).len();
    let text = format!("# {before}: {}", words::render_title(&named));
    splice(source, &[Splice { span: Span::new(span.start, span.start + end), text }])
}

/// Gives the answer to the first question of a pad.
fn brain_dump(source: &Source) -> Option<String> {
    let (pad, _) = Pad::find(source, &Outline::parse(source))?;
    let mut dumps = pad.entries.iter().filter(|it| it.topic == BRAIN_DUMP);
    dumps.find_map(|it| it.answer().filter(|it| !is_evasive(it)).map(str::to_owned))
}

/// Tells whether a section holds a text already: a crash may have come before the pad was gone.
fn holds(doc: &CharterDoc, key: SectionKey, text: &str) -> bool {
    let there = doc.section(key).map(|it| doc.source().slice(it.body).replace("\r\n", "\n"));
    there.is_some_and(|it| it.contains(text.trim_end()))
}

/// Puts a text behind what somebody wrote in a section already; placeholders make room.
fn beside_what_is_there(doc: &CharterDoc, key: SectionKey, text: &str) -> String {
    // A section that stands inside this one is somebody else's place.
    let Some(section) = doc.section(key).filter(|_| !holds_nothing(doc, key)) else {
        return text.to_owned();
    };
    let body = doc.source().slice(section.body).replace("\r\n", "\n");
    let kept = body.lines().filter(|line| !has_placeholder(line));
    let kept = kept.collect::<Vec<_>>().join("\n");
    let kept = kept.trim_matches('\n').trim_end();
    // What is added belongs to the section, not to the last of its parts.
    let is_part = |line: &&str| line.starts_with("###");
    let before: Vec<&str> = kept.lines().take_while(|line| !is_part(line)).collect();
    let behind: Vec<&str> = kept.lines().skip(before.len()).collect();
    let (before, behind) = (before.join("\n"), behind.join("\n"));
    let blocks = [before.trim_end(), text.trim_end(), behind.as_str()];
    blocks.into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join("\n\n")
}

/// Removes every pad; what was put before one at the end goes with it, to the byte.
fn remove_pads(source: &Source) -> Option<Source> {
    let Some((pad, _)) = Pad::find(source, &Outline::parse(source)) else {
        return splice(source, &[]);
    };
    let cut = |span: &Span| {
        let is_last = span.end == source.text().len();
        let lead = if is_last { pad.lead_of(source, *span) } else { 0 };
        Splice { span: Span::new(span.start - lead, span.end), text: String::new() }
    };
    splice(source, &pad.spans.iter().map(cut).collect::<Vec<_>>())
}

/// Tells whether a section says nothing yet: no heading, or only placeholders below it.
pub(crate) fn holds_nothing(doc: &CharterDoc, key: SectionKey) -> bool {
    if doc.section(key).is_none() {
        return true;
    }
    !has_inner(doc, key) && is_placeholder(&doc.visible_text(key).unwrap_or_default())
}

/// Calls a document complete.
pub(crate) fn call_complete(source: &Source) -> Option<Source> {
    set_status(source, COMPLETE)
}

/// Tells whether an interview has called a document complete.
#[must_use]
pub fn is_complete(source: &Source) -> bool {
    status_word(source).is_some_and(|span| source.slice(span) == COMPLETE)
}

/// Gives a document that is called complete as a draft again: something in it is open.
pub(crate) fn take_back_complete(source: &Source) -> Option<Source> {
    if is_complete(source) { set_status(source, DRAFT) } else { None }
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
