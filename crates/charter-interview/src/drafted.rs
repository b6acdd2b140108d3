//! The review of drafted criteria, one by one, whoever drafted them.
//!
//! Owns which criteria wait for a look, and what becomes of each: accepted, reworded, merged, dropped. All of it is
//! read from criteria.md and from what was agreed on, so that leaving loses nothing. Must not know which interview
//! drafted, or how a list looks.

use crate::InterviewRefusal;
use charter_contract::agreement::text_of;
use charter_contract::document::{CriteriaDoc, Criterion};

use charter_contract::mind::Mind;
use charter_contract::{AgreedCriterion, ContractEvent, ContractState, Docs, Status, Topic};
use charter_kernel::markdown::{Heading, Source, Span, Splice, splice, words};
use charter_kernel::{Decision, Digest, FileEdit};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What stands where something is still to be said.
const OPEN: &str = "_TBD_";

/// A drafted criterion that nobody has agreed on yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DraftedRow {
    pub id: String,
    pub text: String,
    /// The answers that it comes from.
    pub from: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// A command of the project that may show it; it is written only where somebody takes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggested: Option<String>,
    /// What is still missing, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gap: Option<String>,
}

/// Which criteria are right as they stand.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum AcceptedRows {
    #[default]
    None,
    All,
    These(BTreeSet<String>),
}

/// What somebody makes of drafted criteria, in the order in which it is done: reworded, given a measure or a
/// command, merged, dropped, accepted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DraftedReply {
    pub edit: BTreeMap<String, String>,
    pub measure: BTreeMap<String, String>,
    pub command: BTreeMap<String, String>,
    /// What goes together: into the first, the second is gone.
    pub merge: Vec<(String, String)>,
    pub drop: BTreeSet<String>,
    pub accept: AcceptedRows,
}

/// Lists the drafted criteria that wait for a look. What rests on nothing that was said is somebody's own.
#[must_use]
pub fn drafted(docs: &Docs, contract: &ContractState) -> Vec<DraftedRow> {
    if contract.status != Status::Active {
        return Vec::new();
    }
    let waits = |it: &&Criterion| !it.from.is_empty() && !contract.agreed.contains_key(&it.id);
    let row = |it: &Criterion| DraftedRow {
        id: it.id.to_string(),
        text: it.title.clone(),
        from: it.from.clone(),
        command: it.written_command(),
        suggested: None,
        gap: gap(&docs.criteria, it),
    };
    docs.criteria.criteria().iter().filter(waits).map(row).collect()
}

/// Gives the name under which a list is reviewed; it changes with every word of it.
#[must_use]
pub fn drafted_id(rows: &[DraftedRow]) -> String {
    let shown = rows.iter().map(|it| format!("{} {} {:?}\n", it.id, it.text, it.gap));
    format!("c-{}", Digest::of(shown.collect::<String>().as_bytes()).short())
}

fn gap(doc: &CriteriaDoc, criterion: &Criterion) -> Option<String> {
    let line = doc.source().slice(criterion.body).lines().find(|it| it.contains(OPEN))?;
    let words = line.split_once(OPEN).map_or("", |it| it.1).trim();
    let bare = words.trim_start_matches('(').trim_end_matches(')').trim();
    Some(words::parse(if bare.is_empty() { line } else { bare }))
}

/// Decides a reply: the register as it is then, and the agreement on what was accepted of it.
pub fn review(
    docs: &Docs,
    contract: &ContractState,
    reply: &DraftedReply,
    mind: &dyn Mind,
) -> Result<Decision<ContractEvent>, InterviewRefusal> {
    let rows = drafted(docs, contract);
    check_known(&rows, reply)?;
    let mut text = Source::new(docs.criteria.source().bytes().to_vec());
    let hidden =
        || InterviewRefusal::DraftedUnclear("criteria.md hides where it belongs".to_owned());
    for (id, words) in &reply.edit {
        text = reword(&text, id, words, mind).ok_or_else(hidden)?;
    }
    for (id, words) in &reply.measure {
        let line = format!("Measure: {}", words::render_title(words));
        text = set_line(&text, id, |it| it.contains(OPEN), &line).ok_or_else(hidden)?;
    }
    for (id, command) in &reply.command {
        let line = format!("Command: {}", command.trim().replace('\n', " "));
        text = set_line(&text, id, |it| it.starts_with("Command:"), &line).ok_or_else(hidden)?;
    }
    for (first, second) in &reply.merge {
        text = merge(&text, first, second).ok_or_else(hidden)?;
    }
    for id in &reply.drop {
        text = cut(&text, id).ok_or_else(hidden)?;
    }
    let (doc, _) = CriteriaDoc::parse(Source::new(text.bytes().to_vec()));
    let is_accepted = |it: &&Criterion| match &reply.accept {
        AcceptedRows::None => false,
        AcceptedRows::All => rows.iter().any(|row| row.id == it.id.as_str()),
        AcceptedRows::These(ids) => ids.contains(it.id.as_str()),
    };
    let agreed = |it: &Criterion| AgreedCriterion { id: it.id.clone(), text: text_of(it) };
    let criteria: Vec<AgreedCriterion> =
        doc.criteria().iter().filter(is_accepted).map(agreed).collect();
    let is_any = !criteria.is_empty();
    let event = ContractEvent::RegisterAgreed { criteria, removed: Vec::new(), reason: None };
    let is_changed = text.bytes() != docs.criteria.source().bytes();
    let edit = FileEdit { path: "criteria.md".to_owned(), bytes: text.bytes().to_vec() };
    Ok(Decision {
        events: is_any.then_some(event).into_iter().collect(),
        edits: is_changed.then_some(edit).into_iter().collect(),
    })
}

fn check_known(rows: &[DraftedRow], reply: &DraftedReply) -> Result<(), InterviewRefusal> {
    let unclear = |words: String| Err(InterviewRefusal::DraftedUnclear(words));
    if *reply == DraftedReply::default() {
        return unclear("say what to accept, edit, merge or drop".to_owned());
    }
    let accepted = match &reply.accept {
        AcceptedRows::These(ids) => ids.iter().collect(),
        AcceptedRows::None | AcceptedRows::All => Vec::new(),
    };
    let keyed = [&reply.edit, &reply.measure, &reply.command].into_iter().flat_map(BTreeMap::keys);
    let pairs = reply.merge.iter().flat_map(|(first, second)| [first, second]);
    let mut named = keyed.chain(pairs).chain(&reply.drop).chain(accepted);
    if let Some(id) = named.find(|id| !rows.iter().any(|row| row.id == **id)) {
        return unclear(format!("`{id}` is no drafted criterion that waits for a look"));
    }
    if reply.merge.iter().any(|(first, second)| first == second) {
        return unclear("a criterion cannot be merged with itself".to_owned());
    }
    let texts = reply.edit.values().chain(reply.measure.values()).chain(reply.command.values());
    if texts.into_iter().any(|it| !it.chars().any(char::is_alphanumeric)) {
        return unclear("a new text needs words; `drop` takes a criterion out".to_owned());
    }
    Ok(())
}

/// Finds the heading of a criterion and what stands below it.
fn place<'a>(
    doc: &'a CriteriaDoc,
    outline: &'a [Heading],
    id: &str,
) -> Option<(&'a Heading, Span)> {
    let criterion = doc.find(id)?;
    let heading = outline.iter().find(|it| it.lead == criterion.body)?;
    Some((heading, criterion.body))
}

fn with<T>(text: &Source, work: impl FnOnce(&CriteriaDoc, &[Heading]) -> Option<T>) -> Option<T> {
    let (doc, _) = CriteriaDoc::parse(Source::new(text.bytes().to_vec()));
    let outline = charter_kernel::markdown::Outline::parse(text);
    work(&doc, &outline.headings)
}

/// Puts another statement in the place of one; what was open about the old one goes, unless the new one has
/// nothing to count either.
fn reword(text: &Source, id: &str, statement: &str, mind: &dyn Mind) -> Option<Source> {
    let is_vague = mind.propose(Topic::Success, statement).iter().any(|it| it.vague.is_some());
    let edits = with(text, |doc, outline| {
        let (heading, body) = place(doc, outline, id)?;
        let mut edits = vec![title_edit(text, heading, id, statement)];
        edits.extend(
            (!is_vague).then(|| line_edit(text, body, |it| it.contains(OPEN), None)).flatten(),
        );
        Some(edits)
    })?;
    splice(text, &edits)
}

fn title_edit(text: &Source, heading: &Heading, id: &str, statement: &str) -> Splice {
    let line = text.slice(heading.span);
    let end = line.trim_end_matches(['\n', '\r']).len();
    let marks = "#".repeat(usize::from(heading.level));
    let words = words::render_title(statement.trim().trim_end_matches('.'));
    let span = Span::new(heading.span.start, heading.span.start + end);
    Splice { span, text: format!("{marks} {id} — {words}") }
}

/// Puts a line in the place of one, or takes it out; none where there is no such line.
fn line_edit(
    text: &Source,
    body: Span,
    is_it: impl Fn(&str) -> bool,
    line: Option<&str>,
) -> Option<Splice> {
    let mut at = body.start;
    for whole in text.slice(body).split_inclusive('\n') {
        let bare = whole.trim_end_matches(['\n', '\r']);
        if is_it(bare) {
            let len = if line.is_some() { bare.len() } else { whole.len() };
            let text = line.unwrap_or_default().to_owned();
            return Some(Splice { span: Span::new(at, at + len), text });
        }
        at += whole.len();
    }
    None
}

/// Sets a line of a criterion: in the place of one, else right below its heading.
fn set_line(text: &Source, id: &str, is_it: impl Fn(&str) -> bool, line: &str) -> Option<Source> {
    let edit = with(text, |doc, outline| {
        let (_, body) = place(doc, outline, id)?;
        let new = || Splice {
            span: Span::new(body.start, body.start),
            text: format!("{line}{}", text.newline()),
        };
        Some(line_edit(text, body, is_it, Some(line)).unwrap_or_else(new))
    })?;
    splice(text, &[edit])
}

/// Makes one of two: both statements, both origins; what one has to count, the other has too.
fn merge(text: &Source, first: &str, second: &str) -> Option<Source> {
    let (edits, from) = with(text, |doc, outline| {
        let (one, other) = (doc.find(first)?, doc.find(second)?);
        let (heading, body) = place(doc, outline, first)?;
        let statement = format!("{}; {}", one.title.trim_end_matches('.'), other.title);
        let mut edits = vec![title_edit(text, heading, first, &statement)];
        let is_measured = gap(doc, one).is_none() || gap(doc, other).is_none();
        let open = is_measured.then(|| line_edit(text, body, |it| it.contains(OPEN), None));
        edits.extend(open.flatten());
        let from: BTreeSet<&str> = one.from.iter().chain(&other.from).map(String::as_str).collect();
        Some((edits, from.into_iter().collect::<Vec<_>>().join(", ")))
    })?;
    let merged = splice(text, &edits)?;
    let merged = set_line(&merged, first, |it| it.starts_with("From:"), &format!("From: {from}"))?;
    cut(&merged, second)
}

/// Takes a criterion out.
fn cut(text: &Source, id: &str) -> Option<Source> {
    let span = with(text, |doc, outline| {
        let (heading, body) = place(doc, outline, id)?;
        Some(Span::new(heading.span.start, body.end))
    })?;
    splice(text, &[Splice { span, text: String::new() }])
}
