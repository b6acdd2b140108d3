//! Adding to somebody else's JSON, and taking it out again.
//!
//! Owns the splices: what is not charter's keeps every byte, its order, its comments. Must not know
//! agents: it is told what goes where.

use super::fault::Fault;
use super::json::{Body, Child, CommentEnding, Node, last_comment, parse};
use super::ours::{has_remarks, owner};
use super::part::{JsonEntry, Slot};
use super::render::{Style, inline, inline_member, line_indent, own_indent};
use super::stamp::Owner;
use serde_json::{Map, Value};
use std::ops::Range;

#[cfg(test)]
mod tests;

/// The most things that are taken out of one file.
const REMOVALS_MAX: usize = 1_000;

/// A text with what was to be added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merged {
    pub text: String,
    /// What somebody edited and keeps its bytes, by its place.
    pub kept: Vec<String>,
}

/// A text without what was added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removed {
    pub text: String,
    /// What somebody edited and keeps its bytes, by its place.
    pub kept: Vec<String>,
    /// Whether nothing is left but what an empty file of the sort holds.
    pub is_empty: bool,
}

/// Adds entries to a text; what is there already in an earlier form is brought up to date.
pub fn add(text: &str, entries: &[JsonEntry]) -> Result<Merged, Fault> {
    let mut text = drop_stale(text, entries)?;
    let mut kept = Vec::new();
    for entry in entries {
        let root = parse_root(&text)?;
        let style = Style::of(&text, &root);
        let reached = reach(&text, &root, entry)?;
        let edited = match &reached {
            Reached::Missing(node, rest) => {
                let (key, value) = nest(rest, entry);
                Some(insert(&text, node, style, (&Slot::Member(key), &value)))
            }
            Reached::Container(node, path) => match fill(&text, node, style, entry, entries) {
                Ok(edited) => edited,
                Err(place) => {
                    kept.push(format!("{path}{place}"));
                    None
                }
            },
        };
        text = edited.unwrap_or(text);
    }
    Ok(Merged { text, kept })
}

/// Takes out what entries added, with the containers that it leaves empty.
pub fn remove(text: &str, seed: &str, entries: &[JsonEntry]) -> Result<Removed, Fault> {
    let (text, kept) = take_out(text, entries, |_, _| true)?;
    let root = parse_root(&text)?;
    let blank = parse(seed).map(|it| it.to_value()).unwrap_or_default();
    let is_bare = root.children().is_empty() || root.to_value() == blank;
    let is_empty = is_bare && !has_remarks(&text, &root) && kept.is_empty();
    Ok(Removed { text, kept, is_empty })
}

fn parse_root(text: &str) -> Result<Node, Fault> {
    let root = parse(text)?;
    match root.body {
        Body::Object(_) => Ok(root),
        Body::Array(_) | Body::Scalar(_) => {
            let message = format!("the file is {}; an object is expected", root.kind());
            Err(Fault::at(text, root.span.start, "json-unexpected", message))
        }
    }
}

/// Where an entry belongs.
enum Reached<'a> {
    /// In this container, which has this path.
    Container(&'a Node, String),
    /// In one that is missing below this object, with its names from there.
    Missing(&'a Node, &'a [String]),
}

fn reach<'a>(text: &str, root: &'a Node, entry: &'a JsonEntry) -> Result<Reached<'a>, Fault> {
    let mut node = root;
    for (idx, key) in entry.at.iter().enumerate() {
        let Some(child) = node.find(key) else {
            return Ok(Reached::Missing(node, entry.at.get(idx..).unwrap_or_default()));
        };
        node = &child.value;
        let is_last = idx + 1 == entry.at.len();
        let wanted = match (is_last, &entry.slot) {
            (true, Slot::Item) => "an array",
            (true, Slot::Member(_)) | (false, _) => "an object",
        };
        if node.kind() != wanted {
            let message = format!("`{key}` is {}; {wanted} is expected", node.kind());
            return Err(Fault::at(text, node.span.start, "json-unexpected", message));
        }
    }
    Ok(Reached::Container(node, entry.at.join(".")))
}

/// Gives the outermost missing member, with the entry at its innermost place.
fn nest(rest: &[String], entry: &JsonEntry) -> (String, Value) {
    let one = |key: &str, value: Value| Value::Object(Map::from_iter([(key.to_owned(), value)]));
    let mut value = match &entry.slot {
        Slot::Item => Value::Array(vec![entry.value.clone()]),
        Slot::Member(key) => one(key, entry.value.clone()),
    };
    for key in rest.iter().skip(1).rev() {
        value = one(key, value);
    }
    (rest.first().cloned().unwrap_or_default(), value)
}

/// Puts an entry into its container: nothing where it is there, or the place of what was edited.
fn fill(
    text: &str,
    node: &Node,
    style: Style<'_>,
    entry: &JsonEntry,
    entries: &[JsonEntry],
) -> Result<Option<String>, String> {
    let fits = |child: &Child| match &entry.slot {
        Slot::Member(key) => child.key.as_deref() == Some(key),
        Slot::Item => child.key.is_none(),
    };
    let mut children = node.children().iter().enumerate().filter(|(_, it)| fits(it));
    let found = children.find(|(_, it)| owner(text, it, entries) != Owner::Other);
    match found {
        None => Ok(Some(insert(text, node, style, (&entry.slot, &entry.value)))),
        Some((_, child)) if child.value.to_value() == entry.value => Ok(None),
        Some((idx, child)) if owner(text, child, entries) == Owner::Edited => {
            Err(place_of(child, idx))
        }
        Some((_, child)) => {
            let indent = line_indent(text, child.start);
            let value = match is_inline(text, node) {
                true => inline(&entry.value),
                false => style.render(&entry.value, indent),
            };
            Ok(Some(replaced(text, &child.value.span, &value)))
        }
    }
}

fn place_of(child: &Child, idx: usize) -> String {
    child.key.as_ref().map_or_else(|| format!("[{idx}]"), |key| format!(".{key}"))
}

/// What goes into a container: where in it, and what.
type Addition<'a> = (&'a Slot, &'a Value);

fn render(added: Addition<'_>, style: Style<'_>, indent: &str) -> String {
    match added {
        (Slot::Member(key), value) => style.member(key, value, indent),
        (Slot::Item, value) => style.render(value, indent),
    }
}

fn render_inline(added: Addition<'_>) -> String {
    match added {
        (Slot::Member(key), value) => inline_member(key, value),
        (Slot::Item, value) => inline(value),
    }
}

/// Inserts behind the last child, or into an empty container.
fn insert(text: &str, node: &Node, style: Style<'_>, added: Addition<'_>) -> String {
    let close = node.span.end - 1;
    let Some(last) = node.children().last() else {
        return insert_first(text, node, style, added);
    };
    let (from, comma_at) = match last.comma {
        Some(comma) => (comma + 1, None),
        None => (last.value.span.end, Some(last.value.span.end)),
    };
    let (at, ending) = last_comment(text, from..close);
    let own = own_indent(text, last.start);
    let body = match (is_inline(text, node), ending) {
        (true, CommentEnding::Open) => format!(" {}", render_inline(added)),
        (true, CommentEnding::Line) => format!("{}{}", style.newline, render_inline(added)),
        (false, _) => {
            let line = format!("{}{}", line_indent(text, node.span.start), style.unit);
            let indent = own.unwrap_or(&line);
            format!("{}{indent}{}", style.newline, render(added, style, indent))
        }
    };
    match comma_at {
        None => replaced(text, &(at..at), &format!("{body},")),
        Some(comma) => replaced(&replaced(text, &(at..at), &body), &(comma..comma), ","),
    }
}

fn insert_first(text: &str, node: &Node, style: Style<'_>, added: Addition<'_>) -> String {
    let close = node.span.end - 1;
    let (at, _) = last_comment(text, node.span.start + 1..close);
    let outer = line_indent(text, node.span.start);
    let indent = format!("{outer}{}", style.unit);
    let newline = style.newline;
    let body = format!("{newline}{indent}{}", render(added, style, &indent));
    if text.get(at..close).is_some_and(|it| it.contains('\n')) {
        return replaced(text, &(at..at), &body);
    }
    replaced(text, &(at..close), &format!("{body}{newline}{outer}"))
}

fn is_inline(text: &str, node: &Node) -> bool {
    let first = node.children().first().map_or(node.span.end, |it| it.start);
    text.get(node.span.start..first).is_some_and(|it| !it.contains('\n'))
}

fn replaced(text: &str, span: &Range<usize>, with: &str) -> String {
    let before = text.get(..span.start).unwrap_or_default();
    let after = text.get(span.end..).unwrap_or_default();
    format!("{before}{with}{after}")
}

/// Takes out what an earlier version added and this one does not.
fn drop_stale(text: &str, entries: &[JsonEntry]) -> Result<String, Fault> {
    let is_stale = |path: &[String], child: &Child| {
        child.key.is_none() && !entries.iter().any(|it| it.slot == Slot::Item && it.at == path)
    };
    Ok(take_out(text, entries, is_stale)?.0)
}

/// Takes out every child of charter's that is meant, and names what was edited.
fn take_out(
    text: &str,
    entries: &[JsonEntry],
    is_meant: impl Fn(&[String], &Child) -> bool,
) -> Result<(String, Vec<String>), Fault> {
    let mut text = text.to_owned();
    for _ in 0..REMOVALS_MAX {
        let root = parse_root(&text)?;
        let homes = homes(&root, entries);
        let ours = homes.iter().find_map(|(path, node)| {
            let mut children = node.children().iter().enumerate();
            let is_it = |it: &Child| owner(&text, it, entries) == Owner::Ours && is_meant(path, it);
            children.find(|(_, it)| is_it(it)).map(|(idx, _)| (path.clone(), idx))
        });
        let Some((path, idx)) = ours else {
            let kept = homes.iter().flat_map(|(path, node)| edited(&text, path, node, entries));
            let kept = kept.collect();
            return Ok((text, kept));
        };
        text = cut_and_prune(&text, &root, &path, idx);
    }
    Ok((text, Vec::new()))
}

fn edited(text: &str, path: &[String], node: &Node, entries: &[JsonEntry]) -> Vec<String> {
    let children = node.children().iter().enumerate();
    let edited = children.filter(|(_, it)| owner(text, it, entries) == Owner::Edited);
    edited.map(|(idx, it)| format!("{}{}", path.join("."), place_of(it, idx))).collect()
}

/// Lists the containers in which something of charter's may be: those that entries name, and for
/// items the arrays beside them.
fn homes<'a>(root: &'a Node, entries: &[JsonEntry]) -> Vec<(Vec<String>, &'a Node)> {
    let mut homes: Vec<(Vec<String>, &Node)> = Vec::new();
    let mut push = |path: Vec<String>, node: &'a Node| {
        if !homes.iter().any(|it| it.0 == path) {
            homes.push((path, node));
        }
    };
    for entry in entries {
        let (path, is_item) = match (&entry.slot, entry.at.split_last()) {
            (Slot::Item, Some((_, path))) => (path, true),
            (Slot::Item, None) | (Slot::Member(_), _) => (entry.at.as_slice(), false),
        };
        let found = path.iter().try_fold(root, |it, key| it.find(key).map(|it| &it.value));
        let Some(node) = found else { continue };
        if !is_item {
            push(path.to_vec(), node);
            continue;
        }
        for child in node.children() {
            // Of several with one name only the last counts.
            let key = child.key.clone().unwrap_or_default();
            let counts = node.find(&key).is_some_and(|it| it.start == child.start);
            if counts {
                push([path, &[key]].concat(), &child.value);
            }
        }
    }
    homes
}

/// Cuts a child out, and then its containers as long as nothing is left in them.
fn cut_and_prune(text: &str, root: &Node, path: &[String], idx: usize) -> String {
    let mut chain = vec![root];
    for key in path {
        match chain.last().and_then(|it| it.find(key)) {
            Some(child) => chain.push(&child.value),
            None => return text.to_owned(),
        }
    }
    let mut idx = idx;
    while let Some(node) = chain.pop() {
        let is_only = node.children().len() == 1;
        let inside = node.span.start + 1..node.span.end - 1;
        let start = inside.start;
        let is_bare = is_only && {
            let child = node.children().first();
            let around = child.map_or(inside.clone(), |it| start..it.start);
            let behind = child.map_or(inside.clone(), |it| it.value.span.end..inside.end);
            last_comment(text, around.clone()).0 == around.start
                && last_comment(text, behind.clone()).0 == behind.start
        };
        let Some(parent) = chain.last().filter(|_| is_bare) else {
            return cut(text, node, idx);
        };
        let is_node = |it: &Child| it.value.span == node.span;
        idx = parent.children().iter().position(is_node).unwrap_or(0);
    }
    text.to_owned()
}

/// Cuts a child out with the white space before it and one comma.
fn cut(text: &str, node: &Node, idx: usize) -> String {
    let children = node.children();
    let Some(child) = children.get(idx) else { return text.to_owned() };
    let previous = idx.checked_sub(1).and_then(|it| children.get(it));
    let comma_before = previous.and_then(|it| it.comma);
    let from = comma_before.map_or(node.span.start + 1, |it| it + 1);
    let (lead, ending) = last_comment(text, from..child.start);
    let end = child.comma.map_or(child.value.span.end, |it| it + 1);
    let follows = text.get(end..).unwrap_or_default();
    // What follows must not end up in the comment.
    let is_swallowed = ending == CommentEnding::Line && !follows.starts_with(['\n', '\r']);
    let start = if is_swallowed { child.start } else { lead };
    let text = replaced(text, &(start..end), "");
    match (child.comma, comma_before) {
        (None, Some(before)) => replaced(&text, &(before..before + 1), ""),
        (None, None) | (Some(_), _) => text,
    }
}
