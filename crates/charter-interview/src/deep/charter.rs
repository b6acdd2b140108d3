//! What an interview says, in the sections of charter.md.
//!
//! Owns which words go where when an interview crystallises: the goal, the criteria, the bounds and
//! what is left out as the spec has them, and of the user's own sentences those about the problem,
//! the users and what they get. It only adds: what somebody wrote stays, and what stands there
//! already is not written again. Must not invent a word.

use super::register::drafted;
use super::{ChecklistTopic, Fact, Interview, Round};
use crate::brief::{Fill, call_complete, fill, holds_nothing, split_sentences};
use charter_contract::Topic;
use charter_contract::document::{CharterDoc, SectionKey};
use charter_contract::mind::Cover;
use charter_contract::mind::Mind;
use charter_kernel::markdown::{Source, splice, words};
use std::collections::BTreeMap;

/// The most sentences of the user that are looked at.
const SENTENCES_MAX: usize = 400;

/// The most lines that are added to one section; the spec has all.
const ITEMS_MAX: usize = 40;

/// The parts of the scope.
const WILL: &str = "### Will";
const WONT: &str = "### Won't";

/// Fills the sections of a charter from an interview with a spec; none where nothing is to be added,
/// or where the document hides the place that a section belongs in.
#[must_use]
pub fn fill_charter(charter: &Source, interview: &Interview, mind: &dyn Mind) -> Option<Source> {
    let spec = interview.ending.spec.as_ref()?;
    if interview.ending.checklist.as_ref().is_some_and(|it| !it.is_related) {
        return None;
    }
    let mut source = Source::new(charter.bytes().to_vec());
    let goal: Vec<String> = interview.ending.restated.iter().cloned().collect();
    source = add(source, SectionKey::Objective, &goal, Form::Prose)?;
    let said = said(interview, mind);
    for topic in [Topic::Problem, Topic::Users, Topic::ValueProp] {
        let mut sentences = said.get(&topic).cloned().unwrap_or_default();
        if topic == Topic::Users {
            sentences.extend(answered(interview, ChecklistTopic::Users));
        }
        source = add(source, topic.section(), &sentences, Form::Prose)?;
    }
    source = add_scope(source, interview)?;
    let out: Vec<String> = drafted(interview).wont.into_iter().map(|it| plain(&it.text)).collect();
    let criteria = spec.criteria.iter().map(|it| it.statement.clone());
    let criteria: Vec<String> = criteria.filter(|it| !out.contains(&plain(it))).collect();
    source = add(source, SectionKey::Success, &criteria, Form::List)?;
    let bounds: Vec<String> = spec.constraints.iter().map(|it| unsourced(interview, it)).collect();
    source = add(source, SectionKey::Boundaries, &bounds, Form::List)?;
    let (doc, _) = CharterDoc::parse(source);
    let is_whole = Topic::ALL.into_iter().all(|it| fill(&doc, it) > Fill::Empty);
    let source = if is_whole { call_complete(doc.source())? } else { splice(doc.source(), &[])? };
    (source.bytes() != charter.bytes()).then_some(source)
}

/// How items stand in a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Prose,
    List,
}

/// Adds items to a section, behind what stands there.
fn add(source: Source, key: SectionKey, items: &[String], form: Form) -> Option<Source> {
    let (doc, _) = CharterDoc::parse(source);
    let new = new_items(&doc, key, items);
    if new.is_empty() {
        return splice(doc.source(), &[]);
    }
    let text = match form {
        Form::Prose => new.iter().map(|it| words::render(it)).collect::<Vec<_>>().join("\n\n"),
        Form::List => list(&new),
    };
    let text = match body_of(&doc, key) {
        None => text,
        Some(there) if form == Form::List && there.lines().last().is_some_and(is_item) => {
            format!("{there}\n{text}")
        }
        Some(there) => format!("{there}\n\n{text}"),
    };
    splice(doc.source(), &[doc.set_section(key, &text)?])
}

fn is_item(line: &str) -> bool {
    line.trim_start().starts_with(['-', '*', '+'])
}

fn list(items: &[String]) -> String {
    let lines: Vec<String> = items.iter().map(|it| format!("- {}", words::render(it))).collect();
    lines.join("\n")
}

/// Gives what somebody wrote in a section; none where it says nothing yet.
fn body_of(doc: &CharterDoc, key: SectionKey) -> Option<String> {
    let section = doc.section(key)?;
    if holds_nothing(doc, key) {
        return None;
    }
    let body = doc.source().slice(section.body).replace("\r\n", "\n");
    Some(body.trim_matches('\n').trim_end().to_owned())
}

/// Lists the items that a section does not hold in these words.
fn new_items(doc: &CharterDoc, key: SectionKey, items: &[String]) -> Vec<String> {
    let there = plain(&doc.plain_text(key).unwrap_or_default());
    let mut new: Vec<String> = Vec::new();
    for item in items {
        let line = item.split_whitespace().collect::<Vec<_>>().join(" ");
        let known = |it: &String| plain(it) == plain(&line);
        if !line.is_empty() && !there.contains(&plain(&line)) && !new.iter().any(known) {
            new.push(line);
        }
    }
    new.truncate(ITEMS_MAX);
    new
}

fn plain(text: &str) -> String {
    let bare = text.replace('\\', "");
    let words: Vec<&str> = bare.split_whitespace().collect();
    words.join(" ").trim_end_matches(['.', ';', ',', '!']).to_lowercase()
}

/// Adds what is in and what is out, each to its part of the scope.
fn add_scope(source: Source, interview: &Interview) -> Option<Source> {
    let (doc, _) = CharterDoc::parse(source);
    let (will, wont) = scope(interview);
    let (will, wont) =
        (new_items(&doc, SectionKey::Scope, &will), new_items(&doc, SectionKey::Scope, &wont));
    if will.is_empty() && wont.is_empty() {
        return splice(doc.source(), &[]);
    }
    let there = body_of(&doc, SectionKey::Scope);
    let there = there.unwrap_or_else(|| format!("{WILL}\n\n{WONT}"));
    let text = with_items(&with_items(&there, WILL, &will), WONT, &wont);
    splice(doc.source(), &[doc.set_section(SectionKey::Scope, &text)?])
}

/// What is in: the parts, and what they do. What is out: what the spec leaves out, and the parts that
/// are deferred.
fn scope(interview: &Interview) -> (Vec<String>, Vec<String>) {
    let mut will = Vec::new();
    let is_checklist = interview.is_checklist();
    for part in interview.topology.active().filter(|_| !is_checklist) {
        will.push(match part.description.trim() {
            "" => part.name.clone(),
            more => format!("{}: {more}", part.name),
        });
    }
    let is_told = |it: &&Fact| {
        let is_goal = it.dimension == Some(super::Dimension::Goal);
        is_goal && !it.assumed && !it.disputed && !it.is_superseded()
    };
    will.extend(interview.facts.iter().filter(is_told).map(|it| it.statement.clone()));
    will.extend(answered(interview, ChecklistTopic::FirstVersion));
    let non_goals = interview.ending.spec.iter().flat_map(|it| &it.non_goals);
    let mut wont: Vec<String> = non_goals.map(|it| unsourced(interview, it)).collect();
    wont.extend(drafted(interview).wont.into_iter().map(|it| it.text));
    let out: std::collections::BTreeSet<String> = wont.iter().map(|it| plain(it)).collect();
    will.retain(|it| !out.contains(&plain(it)));
    let parts = interview.topology.components.iter().filter(|_| !is_checklist);
    let deferred = parts.filter_map(|it| {
        let reason = it.deferred.as_ref()?;
        Some(format!("{}, for now: {reason}", it.name))
    });
    wont.extend(deferred);
    (will, wont)
}

/// Lists what was answered to the question of a checklist about a topic.
fn answered(interview: &Interview, topic: ChecklistTopic) -> Vec<String> {
    let is_about = |it: &&Round| it.topic == Some(topic);
    let said = interview.rounds.iter().filter(is_about).filter_map(Round::said);
    said.flat_map(str::lines).flat_map(split_sentences).map(str::to_owned).collect()
}

/// Takes the round off a sentence of a checklist's spec.
fn unsourced(interview: &Interview, text: &str) -> String {
    let round = text.strip_suffix(')').and_then(|it| it.rsplit_once(" (R"));
    let is_round = |digits: &str| digits.chars().all(|it| it.is_ascii_digit());
    match round.filter(|(_, digits)| interview.is_checklist() && is_round(digits)) {
        Some((bare, _)) => bare.to_owned(),
        None => text.to_owned(),
    }
}

/// Puts items at the end of a part of a section; a part that is not there comes last.
fn with_items(body: &str, heading: &str, items: &[String]) -> String {
    if items.is_empty() {
        return body.to_owned();
    }
    let lines: Vec<&str> = body.lines().collect();
    let Some(start) = lines.iter().position(|it| it.trim_end() == heading) else {
        return format!("{}\n\n{heading}\n\n{}", body.trim_end(), list(items));
    };
    let behind = lines.iter().skip(start + 1).position(|it| it.starts_with('#'));
    let end = behind.map_or(lines.len(), |it| start + 1 + it);
    let (before, after) = lines.split_at(end);
    let before = before.join("\n");
    let before = before.trim_end();
    let gap = if before.lines().last().is_some_and(is_item) { "\n" } else { "\n\n" };
    let after = match after {
        [] => String::new(),
        some => format!("\n\n{}", some.join("\n")),
    };
    format!("{before}{gap}{}{after}", list(items))
}

/// Lists the user's own sentences by the topic that they say most about.
fn said(interview: &Interview, mind: &dyn Mind) -> BTreeMap<Topic, Vec<String>> {
    let answers = interview.rounds.iter().filter_map(|it| it.answer());
    let free = answers.filter(|it| it.options.is_empty()).map(|it| it.text.as_str());
    let texts = std::iter::once(interview.idea()).chain(free);
    let sentences = texts.flat_map(str::lines).flat_map(split_sentences);
    let mut held: BTreeMap<Topic, Vec<String>> = BTreeMap::new();
    for sentence in sentences.take(SENTENCES_MAX) {
        let judged = mind.judge(sentence);
        let covered = judged.iter().filter(|it| it.cover == Cover::Covered);
        if let Some(best) = covered.max_by_key(|it| it.confidence) {
            held.entry(best.topic).or_default().push(sentence.to_owned());
        }
    }
    held
}
