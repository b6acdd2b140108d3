//! What holds for every interview, whatever a mind sees in it and whoever answers.

use super::*;
use crate::brief::Submission;
use crate::decision::brief::{fulfil, need};
use crate::{InterviewState, brief::Aim};
use charter_contract::mind::{Cover, Judgement, Proposal};
use charter_contract::{ContractState, Docs};
use charter_kernel::{Actor, Context, Witness};
use proptest::prelude::*;

/// A mind that sees a topic in a text where the text says so: `+scope` for sure, `?scope` perhaps.
#[derive(Debug)]
struct MarkMind;

impl Mind for MarkMind {
    fn name(&self) -> &str {
        "mark"
    }

    fn judge(&self, text: &str) -> Vec<Judgement> {
        let judgement = |topic: Topic| {
            let is_there = |sign: &str| text.contains(&format!("{sign}{}", topic.word()));
            let cover = match (is_there("+"), is_there("?")) {
                (true, _) => Cover::Covered,
                (false, true) => Cover::Unclear,
                (false, false) => Cover::Missing,
            };
            let quote = (cover > Cover::Missing).then(|| text.trim().to_owned());
            Judgement { topic, cover, confidence: 9000, quote, reason: String::new() }
        };
        Topic::ALL.into_iter().map(judgement).collect()
    }

    fn propose(&self, _topic: Topic, _text: &str) -> Vec<Proposal> {
        Vec::new()
    }

    fn name_for(&self, _text: &str) -> Option<String> {
        None
    }
}

/// What somebody does next.
#[derive(Debug, Clone)]
enum Move {
    Say(String),
    Skip,
    Accept,
    Edit(Topic, String),
}

fn topic() -> impl Strategy<Value = Topic> {
    proptest::sample::select(Topic::ALL.to_vec())
}

fn words() -> impl Strategy<Value = String> {
    let mark = proptest::sample::select(vec!["+", "?"]);
    let marks = proptest::collection::vec((mark, topic()), 0..4);
    let noun = proptest::sample::select(vec![
        "Night nurses copy numbers from paper onto the screen",
        "Offline entry on four tablets by March",
        "Ward managers read a list every morning at seven",
        "Billing stays with the other hospital department",
    ]);
    (noun, marks).prop_map(|(noun, marks)| {
        let marks = marks.iter().map(|(mark, topic)| format!(" {mark}{}", topic.word()));
        format!("{noun}{}", marks.collect::<String>())
    })
}

fn moves() -> impl Strategy<Value = Vec<Move>> {
    let one = prop_oneof![
        4 => words().prop_map(Move::Say),
        1 => Just(Move::Skip),
        4 => Just(Move::Accept),
        1 => (topic(), words()).prop_map(|(topic, text)| Move::Edit(topic, text)),
        1 => topic().prop_map(|topic| Move::Edit(topic, String::new())),
        1 => Just(Move::Say("I don't know".to_owned())),
    ];
    proptest::collection::vec(one, 12..40)
}

/// What an interview did on its way.
#[derive(Debug, Default)]
struct Walk {
    /// The topics that were asked, a question each.
    asked: Vec<Topic>,
    /// Whether the user accepted sections among which success was filled, or filled it there.
    has_seen_success: bool,
    is_done: bool,
    text: String,
}

fn walk(idea: &str, moves: &[Move]) -> Walk {
    let now = Timestamp::parse("2026-11-16T09:00:00Z").unwrap();
    let ctx = Context { now, witness: Witness::Fixed, actor: Actor::Unknown };
    let (contract, state) = (ContractState::default(), InterviewState::default());
    let mut bytes = format!("# Charter: X\n\n## Objective\n\n{idea}\n").into_bytes();
    let mut walk = Walk::default();
    for (idx, it) in moves.iter().enumerate() {
        let docs = Docs::parse(bytes.clone(), Vec::new(), None);
        let open = need(&docs, &ctx, &MarkMind);
        let submission = match (&open, it) {
            (Open::Ask(question), Move::Say(text)) => {
                let topic = topic_of(&question.topic).filter(|_| !question.is_dump());
                let is_new = topic.is_some_and(|it| walk.asked.last() != Some(&it));
                walk.asked.extend(topic.filter(|_| is_new));
                let is_noise = text.starts_with("I don't");
                let text = if is_noise { text.clone() } else { format!("{text} number {idx}") };
                Submission::Answer(text)
            }
            (Open::Ask(question), Move::Skip) => {
                let topic = topic_of(&question.topic).filter(|_| !question.is_dump());
                let is_new = topic.is_some_and(|it| walk.asked.last() != Some(&it));
                walk.asked.extend(topic.filter(|_| is_new));
                Submission::Skip("nobody knows".to_owned())
            }
            (Open::Review(shown), Move::Accept) => {
                let success = shown.rows.iter().find(|it| it.topic == Topic::Success);
                walk.has_seen_success |= success.is_some_and(|it| !it.is_empty());
                Submission::Sections(SectionReply { accept: true, ..SectionReply::default() })
            }
            (Open::Review(_), Move::Edit(topic, text)) => {
                let edits = [(*topic, text.clone())].into();
                Submission::Sections(SectionReply { edits, accept: false })
            }
            (Open::Done(_) | Open::Stuck(_), _) => break,
            _ => continue,
        };
        let taken =
            fulfil(&docs, &contract, &state, Aim::Whichever, &submission, &ctx, &MarkMind).unwrap();
        let last = taken.end.as_ref().unwrap_or(&taken.answer);
        if let Some(edit) = last.edits.iter().find(|it| it.path == "charter.md") {
            bytes.clone_from(&edit.bytes);
        }
        if matches!(taken.open, Open::Done(_)) {
            walk.is_done = true;
            break;
        }
    }
    walk.text = String::from_utf8(bytes).unwrap();
    walk
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn success_is_asked_or_accepted_noise_is_left_out_and_nobody_is_asked_more_than_five_times(
        idea in words(), moves in moves()
    ) {
        let walk = walk(&idea, &moves);
        let is_asked = walk.asked.contains(&Topic::Success);
        prop_assert!(!walk.is_done || is_asked || walk.has_seen_success, "{walk:?}");
        // What was taken out on the screen is asked once more.
        let is_taking_out = |it: &&Move| matches!(it, Move::Edit(_, text) if text.is_empty());
        let n_taken_out = moves.iter().filter(is_taking_out).count();
        prop_assert!(walk.asked.len() <= 5 + n_taken_out, "{walk:?}");
        prop_assert!(!walk.text.contains("I don't know"), "{}", walk.text);
    }
}

#[test]
fn an_interview_that_is_answered_comes_to_its_end() {
    let say = || Move::Say("Night nurses copy numbers from paper".to_owned());
    let moves: Vec<Move> = (0..9).flat_map(|_| [say(), Move::Accept]).collect();
    for idea in ["Night nurses +problem ?users", "Something new", "a +success +scope"] {
        let walk = walk(idea, &moves);
        assert!(walk.is_done, "{walk:?}");
        assert!(walk.text.contains("## Success Criteria"), "{}", walk.text);
    }
}
