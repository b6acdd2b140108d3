//! What holds for an interview of any document, with any mind.

use charter_core::document::{CharterDoc, SectionKey, Source};
use charter_core::interview::{
    Aim, Cover, Judgement, Mind, Mode, Open, Proposal, Response, Submission, Topic, finish, fulfil,
    need, resume, step, topic_of,
};
use charter_core::{Actor, CharterId, Context, Docs, Refusal, State, Timestamp, Witness};
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// A mind that answers with whatever it is given, whatever it is asked.
#[derive(Debug, Default)]
struct OddMind(Vec<Judgement>);

impl Mind for OddMind {
    fn name(&self) -> &str {
        "odd"
    }

    fn judge(&self, _text: &str) -> Vec<Judgement> {
        self.0.clone()
    }

    fn propose(&self, _topic: Topic, _text: &str) -> Vec<Proposal> {
        Vec::new()
    }

    fn name_for(&self, _text: &str) -> Option<String> {
        None
    }
}

fn judgement(topic: Topic, cover: Cover, quote: Option<&str>) -> Judgement {
    let quote = quote.map(str::to_owned);
    Judgement { topic, cover, confidence: 10_000, quote, reason: String::new() }
}

fn context() -> Context {
    let now = Timestamp::parse("2026-11-16T09:00:00Z").unwrap();
    Context { now, witness: Witness::Fixed, actor: Actor::Unknown }
}

/// Answers whatever is asked in UPDATE mode; gives the document at the end and what was asked about.
fn update(bytes: &[u8]) -> Option<(Vec<u8>, BTreeSet<SectionKey>)> {
    let (mind, ctx) = (OddMind::default(), context());
    let state = State { charter_id: id().to_string(), n_events: 1, ..State::default() };
    let docs = |bytes: &[u8]| Docs::parse(bytes.to_vec(), Vec::new(), None);
    let mut bytes = bytes.to_vec();
    let begun = match resume(&docs(&bytes), &state, true, &ctx, &mind) {
        Err(Refusal::PadHidden) => return None,
        begun => begun.unwrap(),
    };
    let mut asked = BTreeSet::new();
    if let Some(edit) = begun.edits.first() {
        bytes.clone_from(&edit.bytes);
    }
    for _ in 0..6 {
        let docs = docs(&bytes);
        let question = match need(&docs, &state, &ctx, &mind) {
            Open::Ask(question) => question,
            Open::Done(_) => break,
            Open::Stuck(_) => return None,
        };
        let words = format!("the answer to question {} of this interview", question.number);
        asked.extend(topic_of(&question.topic).map(Topic::section));
        match question.topic.as_str() {
            "Where It Belongs" => asked.insert(SectionKey::Problem),
            // A document without any section begins with everything, which is the objective.
            "Brain Dump" => asked.insert(SectionKey::Objective),
            _ => false,
        };
        let answer = Submission::Answer(words);
        let fulfilled = match fulfil(&docs, &state, Aim::Whichever, &answer, &ctx, &mind) {
            Err(Refusal::PadHidden) => return None,
            fulfilled => fulfilled.unwrap(),
        };
        let last = fulfilled.end.as_ref().unwrap_or(&fulfilled.answer);
        let edit = last.edits.iter().find(|it| it.path == "charter.md");
        bytes.clone_from(&edit.unwrap().bytes);
        if matches!(fulfilled.open, Open::Done(_)) {
            break;
        }
    }
    Some((bytes, asked))
}

fn id() -> CharterId {
    CharterId::parse("20261116-090000-case").unwrap()
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

#[test]
fn an_update_of_any_document_of_the_corpus_changes_only_what_it_fills() {
    let (mut n_updated, mut n_hidden) = (0, 0);
    for path in charter_testkit::corpus_files() {
        let name = path.display().to_string();
        if !name.contains("/charters/") && !name.contains("/prds/") {
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        let Some((after, asked)) = update(&bytes) else {
            n_hidden += 1;
            continue;
        };
        check_untouched(&bytes, &after, &asked, &name);
        n_updated += 1;
    }
    let is_there = charter_testkit::corpus().is_some();
    let counts = format!("{n_updated} documents were updated, {n_hidden} hide their end");
    assert!(!is_there || (n_updated > 100 && n_hidden * 20 < n_updated), "{counts}");
}

/// Lines of which documents are made.
fn document() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        Just("# Charter: x"),
        Just("**Status**: Complete"),
        Just("## Problem & Context"),
        Just("## Target Users"),
        Just("### Users"),
        Just("## Business Rationale"),
        Just("## Scope"),
        Just("## Success Criteria"),
        Just("## Notes"),
        Just("It hurts here. It hurts there."),
        Just("One sentence."),
        Just("_TBD_"),
        Just("- item"),
        Just("```"),
        Just("<!-- a -->"),
        Just(""),
    ];
    let end = prop_oneof![Just("\n"), Just("\r\n")];
    (vec(line, 0..20), end, any::<bool>()).prop_map(|(lines, end, ends)| {
        let text = lines.join(end);
        if ends && !text.is_empty() { format!("{text}{end}") } else { text }
    })
}

proptest! {
    #[test]
    fn an_update_changes_only_what_it_fills(text in document()) {
        if let Some((after, asked)) = update(text.as_bytes()) {
            // A second section of the same name is not the section.
            check_untouched(text.as_bytes(), &after, &asked, &text);
        }
    }

    #[test]
    fn an_update_never_asks_for_everything(text in document()) {
        // GA-18.
        let response = step(Some(text.as_bytes()), Mode::Update, &OddMind::default());
        if let Response::NextQuestion { next_question, metadata, .. } = response {
            prop_assert!(!next_question.starts_with("Tell me everything"));
            // GA-16, GA-17: the gaps are topics in their order.
            let mut sorted = metadata.gaps_remaining.clone();
            sorted.sort();
            sorted.dedup();
            prop_assert_eq!(sorted, metadata.gaps_remaining);
        }
    }
}

/// A document with one answer in its pad.
fn answered(answer: &str) -> String {
    format!(
        "# Charter: X\n\n## Scratch Pad\n\n<!-- Mode: CREATE -->\n\n### Q1: Brain Dump\n\
         **Asked**: ?\n**Answer**: {answer}\n\n<!-- End scratch pad -->\n"
    )
}

#[test]
fn a_mind_out_of_shape_takes_no_question_away() {
    // RS-03, RS-04, RS-05: nothing, half of it, twice, or words that nobody said.
    let all = |cover, quote| Topic::ALL.map(|it| judgement(it, cover, quote)).to_vec();
    let odd = [
        Vec::new(),
        all(Cover::Covered, None),
        all(Cover::Covered, Some("words that nobody said")),
        all(Cover::Unclear, Some("")),
        [all(Cover::Missing, None), all(Cover::Covered, Some("nurses"))].concat(),
    ];
    let text = answered("nurses lose time");
    for judgements in odd {
        let shown = format!("{judgements:?}");
        let response = step(Some(text.as_bytes()), Mode::Resume, &OddMind(judgements));
        let Response::NextQuestion { next_question, metadata, .. } = response else {
            panic!("{shown} → {response:?}")
        };
        assert_eq!(metadata.gaps_remaining, Topic::ALL, "{shown}");
        assert!(!next_question.contains("I understood"), "{shown}: {next_question}");
    }
}

#[test]
fn finishing_again_what_a_crash_left_gives_the_same_document() {
    // RS-09: the sections are there and the pad is, too.
    let entry = |number: usize, topic: &str| {
        format!("### Q{number}: {topic}\n**Asked**: ?\n**Answer**: four words about {topic}\n\n")
    };
    let topics = ["Problem", "Users", "Value", "Scope", "Success"];
    let entries: String = topics.iter().enumerate().map(|(idx, it)| entry(idx + 1, it)).collect();
    let pad =
        format!("\n## Scratch Pad\n\n<!-- Mode: CREATE -->\n\n{entries}<!-- End scratch pad -->\n");
    let finished = |text: &str| {
        let source = Source::new(text.as_bytes().to_vec());
        let finished = finish(&source, &OddMind::default(), &BTreeSet::new()).unwrap();
        String::from_utf8(finished.source.bytes().to_vec()).unwrap()
    };
    let first = finished(&format!("# Charter: X\n**Status**: Draft\n{pad}"));
    assert!(first.contains("four words about Scope") && !first.contains("Scratch"), "{first}");
    assert_eq!(finished(&format!("{first}{pad}")), first);
    let (doc, _) = CharterDoc::parse(Source::new(first.into_bytes()));
    assert_eq!(doc.sections().iter().filter(|it| it.key == SectionKey::Scope).count(), 1);
}
