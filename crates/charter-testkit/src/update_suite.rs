//! What holds when a finished document is interviewed again: only what was asked about changes.
//!
//! Owns the answers that are given and what is compared. Must not know where documents come from.

use charter_contract::ContractState;
use charter_contract::Docs;
use charter_contract::document::{CharterDoc, SectionKey};
use charter_contract::mind::{Judgement, Mind, Proposal};
use charter_contract::{Topic, topic_of};
use charter_interview::InterviewRefusal;
use charter_interview::InterviewState;
use charter_interview::brief::{Aim, Open, ReviewStage, SectionReply, Submission};
use charter_interview::decision::brief::{fulfil, need, resume};
use charter_kernel::markdown::Source;
use charter_kernel::{Actor, Context, Timestamp, Witness};
use std::collections::BTreeSet;

/// What an update came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Update {
    /// It was answered to its end.
    Whole,
    /// The document hides where answers would go, and nothing was tried.
    Hidden,
}

/// Answers whatever an update of a document asks, and checks that the rest of it stays.
#[track_caller]
pub fn check_update(bytes: &[u8], name: &str) -> Update {
    let Some((after, asked)) = update(bytes) else { return Update::Hidden };
    // A second section of the same name is not the section.
    check_untouched(bytes, &after, &asked, name);
    Update::Whole
}

/// A mind that has nothing to say.
#[derive(Debug)]
struct SilentMind;

impl Mind for SilentMind {
    fn name(&self) -> &str {
        "silent"
    }

    fn judge(&self, _text: &str) -> Vec<Judgement> {
        Vec::new()
    }

    fn propose(&self, _topic: Topic, _text: &str) -> Vec<Proposal> {
        Vec::new()
    }

    fn name_for(&self, _text: &str) -> Option<String> {
        None
    }
}

fn context() -> Context {
    let now = Timestamp::parse("2026-11-16T09:00:00Z").unwrap();
    Context { now, witness: Witness::Fixed, actor: Actor::Unknown }
}

/// Answers whatever is asked in UPDATE mode; gives the document at the end and what was asked about.
fn update(bytes: &[u8]) -> Option<(Vec<u8>, BTreeSet<SectionKey>)> {
    let (mind, ctx) = (SilentMind, context());
    let (contract, state) = (ContractState::default(), InterviewState::default());
    let docs = |bytes: &[u8]| Docs::parse(bytes.to_vec(), Vec::new(), None);
    let mut bytes = bytes.to_vec();
    let begun = match resume(&docs(&bytes), &state, true, &ctx, &mind) {
        Err(InterviewRefusal::PadHidden) => return None,
        begun => begun.unwrap(),
    };
    let mut asked = BTreeSet::new();
    if let Some(edit) = begun.edits.first() {
        bytes.clone_from(&edit.bytes);
    }
    for number in 0..8 {
        let docs = docs(&bytes);
        let submission = match need(&docs, &ctx, &mind) {
            Open::Ask(question) => {
                asked.extend(topic_of(&question.topic).map(Topic::section));
                // A document without any section begins with everything, which is the objective.
                asked.extend(question.is_dump().then_some(SectionKey::Objective));
                Submission::Answer(format!("Wards need answer {number} of this interview"))
            }
            // The first look changes what is there, every other one accepts it.
            Open::Review(shown) if shown.stage == ReviewStage::Update && number == 0 => {
                asked.insert(SectionKey::Scope);
                let edits = [(Topic::Scope, "Only what the wards need by March".to_owned())].into();
                Submission::Sections(SectionReply { edits, accept: false })
            }
            Open::Review(_) => {
                Submission::Sections(SectionReply { accept: true, ..SectionReply::default() })
            }
            Open::Done(_) => break,
            Open::Stuck(_) => return None,
        };
        let fulfilled =
            match fulfil(&docs, &contract, &state, Aim::Whichever, &submission, &ctx, &mind) {
                Err(InterviewRefusal::PadHidden) => return None,
                fulfilled => fulfilled.unwrap(),
            };
        let last = fulfilled.end.as_ref().unwrap_or(&fulfilled.answer);
        if let Some(edit) = last.edits.iter().find(|it| it.path == "charter.md") {
            bytes.clone_from(&edit.bytes);
        }
        if matches!(fulfilled.open, Open::Done(_)) {
            break;
        }
    }
    Some((bytes, asked))
}

/// Checks that every byte outside the sections that were asked about is there, in order. Only the
/// word of the status may be another one.
fn check_untouched(before: &[u8], after: &[u8], asked: &BTreeSet<SectionKey>, name: &str) {
    let plain = |bytes: &[u8]| {
        let (doc, _) = CharterDoc::parse(Source::new(bytes.to_vec()));
        let text = String::from_utf8_lossy(doc.source().bytes()).into_owned();
        text.replace("**Status**: Complete", "**Status**: Draft")
    };
    let (doc, _) = CharterDoc::parse(Source::new(before.to_vec()));
    let mut spans: Vec<_> = asked.iter().filter_map(|it| doc.section(*it)).collect();
    spans.sort_by_key(|it| it.body);
    // A section may stand inside another.
    let outer = spans.clone();
    spans.retain(|it| !outer.iter().any(|other| *other != *it && other.body.contains(it.body)));
    let mut rest = plain(after);
    let mut at = 0;
    for section in &spans {
        let piece = plain(&before[at..section.body.start]);
        let piece = piece.trim_end_matches('\n');
        let found = if at == 0 { rest.starts_with(piece).then_some(0) } else { rest.find(piece) };
        let Some(found) = found else { panic!("{name}: changed before `{:?}`", section.key) };
        rest = rest[found + piece.len()..].to_owned();
        at = section.body.end;
    }
    let piece = plain(&before[at..]);
    let is_there = if at == 0 { rest.starts_with(&piece) } else { rest.contains(&piece) };
    assert!(is_there, "{name}: changed behind the last section\n{piece:?}\n{rest:?}");
}
