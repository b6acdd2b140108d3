//! What holds for an interview of any document, with any mind.

use charter_contract::Topic;
use charter_contract::document::{CharterDoc, SectionKey};
use charter_contract::mind::{Cover, Judgement, Mind, Proposal};
use charter_interview::brief::{Mode, Response, finish, step};
use charter_kernel::markdown::Source;
use charter_testkit::check_update;
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
        check_update(text.as_bytes(), &text);
    }

    #[test]
    fn an_update_never_asks_for_everything(text in document()) {
        let response = step(Some(text.as_bytes()), Mode::Update, &OddMind::default());
        if let Response::NextQuestion { next_question, metadata, .. } = response {
            prop_assert!(!next_question.starts_with("Tell me everything"));
            // The gaps are topics in their order.
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
    // Nothing, half of it, twice, or words that nobody said.
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
    // The sections are there and the pad is, too.
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
