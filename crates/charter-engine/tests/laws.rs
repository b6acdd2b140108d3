//! What holds for any input: documents, events, ledgers, repairs.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use charter_contract::document::{
    CharterDoc, CriteriaDoc, MALFORMED_COMMAND, ReportDoc, SectionKey,
};
use charter_contract::proof::normalise;
use charter_contract::scaffold;
use charter_contract::{ContractEvent, Docs, Rigor};
use charter_engine::event::{CharterDraft, CharterEvent, EventBody};
use charter_engine::projection::{Derived, Standing};
use charter_engine::{Command, State, decide};
use charter_kernel::chain::{Ending, Reader};
use charter_kernel::event::link;
use charter_kernel::markdown::{Outline, Source, Splice, splice};
use charter_kernel::repair::Salvage;
use charter_kernel::strand::{StrandEnd, StrandId};
use charter_kernel::{
    Actor, CharterId, Context, CriterionId, Digest, SessionId, Timestamp, Witness, canonical,
};
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::Value;
use std::collections::BTreeSet;

// ---------------------------------------------------------------- documents

/// Bytes that are likely to mean something to a Markdown parser, and some that are not text.
fn markdown() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        Just("# Charter: x\n".as_bytes().to_vec()),
        Just("## Objective\n".as_bytes().to_vec()),
        Just("## Scratch Pad\r\n".as_bytes().to_vec()),
        Just("### VAL-A-1 — x\n".as_bytes().to_vec()),
        Just("#### VAL-Ä_2: y\n".as_bytes().to_vec()),
        Just("Verifier: command\n".as_bytes().to_vec()),
        Just("```\n".as_bytes().to_vec()),
        Just("~~~md\n".as_bytes().to_vec()),
        Just("<!-- ".as_bytes().to_vec()),
        Just("-->\n".as_bytes().to_vec()),
        Just("---\n".as_bytes().to_vec()),
        Just("> - 1. ".as_bytes().to_vec()),
        Just("Title\n=====\n".as_bytes().to_vec()),
        Just(vec![0xef, 0xbb, 0xbf]),
        Just(b"\r".to_vec()),
        "\\PC{0,12}".prop_map(String::into_bytes),
        vec(any::<u8>(), 0..8),
    ];
    vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn parsing_is_total_and_loses_nothing(bytes in markdown()) {
        let (charter, _) = CharterDoc::parse(Source::new(bytes.clone()));
        prop_assert_eq!(charter.source().bytes(), bytes.as_slice());
        let (criteria, _) = CriteriaDoc::parse(Source::new(bytes.clone()));
        prop_assert_eq!(criteria.source().bytes(), bytes.as_slice());
        let (report, _) = ReportDoc::parse(Source::new(bytes.clone()));
        prop_assert_eq!(report.source().bytes(), bytes.as_slice());
        let _ = (charter.name(), charter.commands(), report.empty_parts());
    }

    #[test]
    fn spans_lie_within_the_document_and_in_order(bytes in markdown()) {
        let source = Source::new(bytes);
        prop_assert_eq!(source.text().len(), source.bytes().len());
        let outline = Outline::parse(&source);
        let mut at = outline.front_matter.map_or(0, |it| it.end);
        for heading in &outline.headings {
            prop_assert!(heading.span.start >= at);
            prop_assert!(source.span().contains(heading.body));
            prop_assert!(heading.body.contains(heading.lead));
            prop_assert!(source.text().is_char_boundary(heading.span.start));
            prop_assert!(source.text().is_char_boundary(heading.body.end));
            at = heading.span.end;
        }
        for span in outline.code.iter().chain(&outline.comments) {
            prop_assert!(source.span().contains(*span));
        }
    }

    #[test]
    fn an_edit_changes_nothing_outside_its_section(
        bytes in markdown(),
        key in prop::sample::select(SectionKey::ALL.to_vec()),
        text in "[a-z ]{1,20}",
    ) {
        let (doc, _) = CharterDoc::parse(Source::new(bytes.clone()));
        let Some(Splice { span, text: new }) = doc.set_section(key, &text) else {
            // Only a document that hides its end has no place for a section.
            let hidden = doc.section(key).is_none();
            prop_assert!(hidden, "a section that is there can be set");
            return Ok(());
        };
        let edited = splice(doc.source(), &[Splice { span, text: new.clone() }]).unwrap();
        let (again, _) = CharterDoc::parse(Source::new(edited.bytes().to_vec()));
        prop_assert!(again.visible_text(key).unwrap_or_default().contains(text.trim()) || text.trim().is_empty());
        let expected = [&bytes[..span.start], new.as_bytes(), &bytes[span.end..]].concat();
        prop_assert_eq!(edited.bytes(), expected.as_slice());
    }

    #[test]
    fn a_section_that_is_set_reads_back(text in "[a-z]{1,8}( [a-z]{1,8}){0,6}") {
        let text = text.trim();
        let scaffold = scaffold::charter("x", "an idea", now());
        for key in SectionKey::ALL {
            let (doc, _) = CharterDoc::parse(Source::new(scaffold.clone().into_bytes()));
            let edited = splice(doc.source(), &[doc.set_section(key, text).unwrap()]).unwrap();
            let (doc, findings) = CharterDoc::parse(edited);
            prop_assert_eq!(doc.visible_text(key).unwrap(), text);
            // Words are no command.
            let odd = findings.iter().any(|it| it.kind != MALFORMED_COMMAND);
            prop_assert!(!odd);
        }
    }

    #[test]
    fn no_idea_can_change_the_shape_of_a_scaffold(idea in "(\\PC|\n|\r|#|`|<|!|-|=|~|>| ){0,60}") {
        let shape = |idea: &str| {
            let text = scaffold::charter("x", idea, now());
            let (doc, findings) = CharterDoc::parse(Source::new(text.into_bytes()));
            let outline = doc.outline();
            let titles: Vec<String> = outline.headings.iter().map(|it| it.title.clone()).collect();
            (titles, outline.comments.len(), findings)
        };
        prop_assert_eq!(shape(&idea), shape("plain"));
    }

    #[test]
    fn canonical_json_reads_back_as_the_same_value(value in json()) {
        let again: Value = serde_json::from_slice(&canonical::render(&value)).unwrap();
        prop_assert_eq!(canonical::render(&again), canonical::render(&value));
        prop_assert_eq!(again, value);
    }
}

fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-1_000_000_i64..1_000_000).prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            vec((".{0,4}", inner), 0..4).prop_map(|it| Value::Object(it.into_iter().collect())),
        ]
    })
}

// ------------------------------------------------------------------- ledger

fn now() -> Timestamp {
    Timestamp::parse("2026-11-16T09:00:00Z").unwrap()
}

fn charter_id() -> CharterId {
    CharterId::parse("20261116-090000-law").unwrap()
}

fn ctx() -> Context {
    Context { now: now(), witness: Witness::Clock, actor: Actor::parse("person:Ada") }
}

fn body() -> impl Strategy<Value = EventBody> {
    let examples = prop::sample::select(EventBody::examples());
    let bound = (0..4_u8, 1..9_u64).prop_map(|(session, turn)| {
        EventBody::Contract(ContractEvent::SessionBound {
            session: SessionId::parse(&format!("s{session}")).unwrap(),
            turn,
        })
    });
    let waived = (0..4_u8, ".{0,30}").prop_map(|(id, reason)| {
        EventBody::Contract(ContractEvent::CriterionWaived {
            criterion_id: CriterionId(format!("VAL-{id}")),
            reason,
            criterion: None,
        })
    });
    prop_oneof![examples, bound, waived]
}

/// Writes of one to three events each.
fn writes() -> impl Strategy<Value = Vec<Vec<EventBody>>> {
    vec(vec(body(), 1..4), 1..8)
}

fn start() -> StrandEnd {
    StrandEnd::start(StrandId::from_random(b"law"))
}

fn ledger(writes: &[Vec<EventBody>]) -> (Vec<CharterEvent>, Vec<u8>) {
    let mut end = start();
    let (mut all, mut bytes) = (Vec::new(), Vec::new());
    for bodies in writes {
        let drafts: Vec<CharterDraft> = ctx().drafts(&charter_id(), bodies.clone());
        let (events, lines) = link(&end, &[], &drafts);
        end = events.last().unwrap().as_end();
        all.extend(events);
        bytes.extend_from_slice(lines.as_bytes());
    }
    (all, bytes)
}

fn read(bytes: &[u8]) -> (Vec<CharterEvent>, Ending) {
    let mut reader = Reader::new(bytes, start());
    let events = reader.by_ref().collect();
    (events, reader.ending())
}

fn salvage(bytes: &[u8]) -> Salvage {
    let known = (0, &std::collections::BTreeSet::new());
    Salvage::of::<EventBody>(&start().strand, bytes, &charter_id(), known)
}

fn fold(events: &[CharterEvent]) -> State {
    let mut state = State::default();
    events.iter().for_each(|event| state.apply(event));
    state
}

proptest! {
    #[test]
    fn what_is_sealed_reads_back(writes in writes()) {
        let (events, bytes) = ledger(&writes);
        let (read, ending) = read(&bytes);
        prop_assert_eq!(read, events);
        prop_assert_eq!(ending, Ending::Whole);
    }

    #[test]
    fn a_cut_ledger_is_a_prefix_of_whole_writes(writes in writes(), cut in any::<prop::sample::Index>()) {
        let (events, bytes) = ledger(&writes);
        let cut = cut.index(bytes.len() + 1);
        let (read, ending) = read(&bytes[..cut]);
        prop_assert!(events.starts_with(&read));
        prop_assert!(read.last().is_none_or(|it| it.part.is_none_or(|part| part.number == part.of)));
        prop_assert!(matches!(ending, Ending::Whole | Ending::Torn(_)));
    }

    #[test]
    fn a_flipped_bit_is_seen_or_changes_nothing(
        writes in writes(),
        place in any::<prop::sample::Index>(),
        bit in 0..8_u32,
    ) {
        let (events, mut bytes) = ledger(&writes);
        let place = place.index(bytes.len());
        bytes[place] ^= 1 << bit;
        let (read, ending) = read(&bytes);
        if ending == Ending::Whole {
            prop_assert_eq!(&read, &events);
        }
        prop_assert!(events.starts_with(&read));
    }

    #[test]
    fn a_removed_doubled_or_moved_line_breaks_the_chain(
        writes in writes(),
        from in any::<prop::sample::Index>(),
        to in any::<prop::sample::Index>(),
        what in 0..3_u8,
    ) {
        let (events, bytes) = ledger(&writes);
        let mut lines: Vec<&[u8]> = bytes.split_inclusive(|it| *it == b'\n').collect();
        let (from, to) = (from.index(lines.len()), to.index(lines.len()));
        match what {
            0 => { lines.remove(from); }
            1 => lines.insert(to, lines[from]),
            _ => lines.swap(from, to),
        }
        let damaged = lines.concat();
        let (read, ending) = read(&damaged);
        prop_assert!(events.starts_with(&read));
        if damaged != bytes && read.len() < events.len() {
            // A cut at the very end of a write leaves a whole ledger: only a derived file tells.
            let cut = bytes.starts_with(&damaged);
            prop_assert!(ending != Ending::Whole || cut);
        }
    }

    #[test]
    fn a_checkpoint_and_the_rest_are_the_whole(writes in writes(), split in any::<prop::sample::Index>()) {
        let (events, _) = ledger(&writes);
        let split = split.index(events.len() + 1);
        let stored = serde_json::to_string(&fold(&events[..split])).unwrap();
        let mut state: State = serde_json::from_str(&stored).unwrap();
        events[split..].iter().for_each(|event| state.apply(event));
        prop_assert_eq!(state, fold(&events));
    }

    #[test]
    fn a_derived_file_is_current_until_the_ledger_or_a_hand_moves(
        writes in writes(),
        place in any::<prop::sample::Index>(),
    ) {
        let (events, _) = ledger(&writes);
        let state = fold(&events);
        for derived in Derived::ALL {
            let text = derived.render(&state);
            prop_assert_eq!(derived.standing(text.as_bytes(), &state), Standing::Current);
            let other = |n_events| {
                let mut other = state.clone();
                (other.n_events, other.ends) = (n_events, vec![Digest::of(b"x")]);
                other
            };
            for other in [other(state.n_events + 1), other(state.n_events - 1)] {
                prop_assert_eq!(derived.standing(text.as_bytes(), &other), Standing::Behind);
            }
            let mut edited = text.clone().into_bytes();
            let place = place.index(edited.len());
            edited[place] = if edited[place] == b'7' { b'8' } else { b'7' };
            let same = serde_json::from_slice::<Value>(&edited).ok()
                == serde_json::from_str::<Value>(&text).ok();
            let standing = derived.standing(&edited, &state);
            prop_assert_eq!(standing == Standing::Edited, !same);
        }
    }

    #[test]
    fn a_repair_is_whole_and_keeps_every_event_that_proves_itself(
        writes in writes(),
        damage in vec((any::<prop::sample::Index>(), 0..4_u8), 1..4),
    ) {
        let (events, bytes) = ledger(&writes);
        let mut lines: Vec<Vec<u8>> = bytes.split_inclusive(|it| *it == b'\n').map(<[u8]>::to_vec).collect();
        for (idx, what) in damage {
            if lines.is_empty() { break; }
            let idx = idx.index(lines.len());
            match what {
                0 => { lines.remove(idx); }
                1 => { let line = lines[idx].clone(); lines.push(line); }
                2 => { lines[idx] = b"not an event\n".to_vec(); }
                _ => { let middle = lines[idx].len() / 2; lines[idx][middle] ^= 1; }
            }
        }
        let damaged = lines.concat();
        let sound: Vec<Digest> = damaged
            .split(|it| *it == b'\n')
            .filter_map(|line| charter_kernel::event::parse_line::<EventBody>(line).ok())
            .map(|it| it.id)
            .collect();
        let salvage = salvage(&damaged);
        let (kept, ending) = read(&damaged[..salvage.n_bytes]);
        prop_assert_eq!(ending, Ending::Whole);
        prop_assert!(events.starts_with(&kept));
        prop_assert_eq!(kept.len() as u64, salvage.kept);
        let mut end = StrandEnd::start(StrandId::from_random(b"repair"));
        let carried = salvage.carry(&mut end);
        let mut reader = Reader::<EventBody>::new(carried.as_bytes(), StrandEnd::start(end.strand));
        let carried: Vec<CharterEvent> = reader.by_ref().collect();
        prop_assert_eq!(reader.ending(), Ending::Whole);
        prop_assert_eq!(carried.len() as u64, salvage.n_carried());
        let mut saved = kept.iter().map(|it| it.id).chain(carried.iter().filter_map(|it| it.carried_from));
        prop_assert!(sound.iter().all(|it| saved.clone().any(|saved| saved == *it)), "one that proves itself is gone");
        prop_assert!(saved.all(|it| sound.contains(&it)));
    }

    #[test]
    fn every_decision_applies_and_repeating_it_changes_nothing(
        steps in vec(0..5_u8, 0..12),
    ) {
        let docs = Docs::parse(Vec::new(), b"### VAL-A-1 x\n".to_vec(), None);
        let mut state = State::default();
        let create = Command::Create {
            id: charter_id(),
            name: "law".to_owned(),
            objective: "x".to_owned(),
            rigor: Rigor::Light,
            base: None,
        };
        let mut commands = vec![create];
        commands.extend(steps.into_iter().map(|step| match step {
            0 => Command::Pause { reason: None },
            1 => Command::Resume {},
            2 => Command::Complete { note: None },
            3 => Command::Abandon { reason: "r".to_owned() },
            _ => Command::Bind { session: SessionId::parse("s").unwrap(), last_turn: 0 },
        }));
        for command in commands {
            let before = state.clone();
            let Ok(decision) = decide(&docs, &state, &command, &ctx()) else {
                prop_assert_eq!(&state, &before);
                continue;
            };
            let drafts = ctx().drafts(&charter_id(), decision.events);
            let (events, _) = link(&start(), &state.ends.clone(), &drafts);
            events.iter().for_each(|event| state.apply(event));
            if matches!(command, Command::Pause { .. } | Command::Resume {}) {
                let again = decide(&docs, &state, &command, &ctx()).unwrap();
                prop_assert!(again.events.is_empty());
            }
        }
    }
}

#[test]
fn every_kind_of_event_survives_its_line() {
    let bodies = EventBody::examples();
    let (events, bytes) = ledger(&[bodies]);
    assert_eq!(read(&bytes).0, events);
}

#[test]
fn zeros_behind_the_last_event_are_a_torn_write() {
    let (events, mut bytes) =
        ledger(&[vec![EventBody::Contract(ContractEvent::CharterResumed {})]]);
    let end = bytes.len();
    bytes.extend_from_slice(&[0; 40]);
    bytes.extend_from_slice(b"tail\n");
    let (read, ending) = read(&bytes);
    assert_eq!((read, ending), (events, Ending::Torn(end..bytes.len())));
}

#[test]
fn zeros_before_anything_else_are_a_change_and_no_torn_write() {
    let write = || vec![EventBody::Contract(ContractEvent::CharterResumed {})];
    let (_, bytes) = ledger(&[write(), write(), write()]);
    let mut lines: Vec<Vec<u8>> =
        bytes.split_inclusive(|it| *it == b'\n').map(<[u8]>::to_vec).collect();
    let middle = lines[1].len() / 2;
    lines[1][middle] = 0;
    let (read, ending) = read(&lines.concat());
    assert_eq!(read.len(), 1);
    assert!(matches!(ending, Ending::Broken(_)), "{ending:?}");
}

#[test]
fn a_line_in_which_a_byte_could_change_unseen_is_no_event() {
    let (events, bytes) = ledger(&[vec![EventBody::Contract(ContractEvent::CharterPaused {
        reason: Some("real".to_owned()),
    })]]);
    let line = String::from_utf8(bytes).unwrap();
    let doubled = line.replace("\"reason\":", "\"reason\":\"forged\",\"reason\":");
    assert_eq!(read(line.as_bytes()).0, events);
    assert!(matches!(read(doubled.as_bytes()).1, Ending::Broken(_)));
    let large = line.replace("\"seq\":1", "\"seq\":9007199254740993");
    assert!(matches!(read(large.as_bytes()).1, Ending::Broken(_)));
}

/// Gives an event's line another key and the hash that then belongs to it.
fn forge(line: &str, key: &str, value: Value) -> String {
    let mut object: serde_json::Map<String, Value> = serde_json::from_str(line).unwrap();
    object.insert(key.to_owned(), value);
    let id = Digest::of(&canonical::render_without(&object.clone().into(), "id"));
    object.insert("id".to_owned(), id.to_string().into());
    format!("{}\n", Value::from(object))
}

#[test]
fn parts_of_a_write_that_do_not_fit_break_the_chain() {
    let (_, bytes) = ledger(&[vec![EventBody::Contract(ContractEvent::CharterResumed {})]]);
    let line = String::from_utf8(bytes).unwrap();
    for (part, parts) in [(1, 0), (2, 2), (0, 1)] {
        let forged = forge(&forge(&line, "part", part.into()), "parts", parts.into());
        assert!(matches!(read(forged.as_bytes()).1, Ending::Broken(_)), "{part} of {parts}");
    }
}

#[test]
fn a_repair_of_a_write_without_its_end_is_whole() {
    let (_, bytes) = ledger(&[
        vec![EventBody::Contract(ContractEvent::CharterResumed {})],
        vec![EventBody::Contract(ContractEvent::CharterResumed {})],
    ]);
    let text = String::from_utf8(bytes).unwrap();
    let (first, second) = text.split_once('\n').unwrap();
    let first = forge(&forge(first, "part", 1.into()), "parts", 2.into());
    let prev: Value = serde_json::from_str(&first).unwrap();
    let damaged = format!("{first}{}", forge(second, "prev", prev["id"].clone()));
    let salvage = salvage(damaged.as_bytes());
    assert_eq!((salvage.kept, salvage.n_carried(), salvage.n_bytes), (0, 2, 0));
}

#[test]
fn a_line_that_stands_twice_is_carried_over_once() {
    let (events, bytes) = ledger(&[
        vec![EventBody::Contract(ContractEvent::CharterResumed {})],
        vec![EventBody::Contract(ContractEvent::CharterResumed {})],
    ]);
    let lines: Vec<&[u8]> = bytes.split_inclusive(|it| *it == b'\n').collect();
    let other = forge(std::str::from_utf8(lines[1]).unwrap(), "actor", "agent:x".into());
    let damaged = [lines[0], lines[1], other.as_bytes(), lines[1]].concat();
    let salvage = salvage(&damaged);
    assert_eq!((salvage.kept, salvage.n_carried()), (2, 1));
    assert_eq!(read(&damaged[..salvage.n_bytes]).0[..2], events);
}

#[test]
fn no_time_is_written_that_cannot_be_read() {
    for millis in [i64::MIN, -62_135_596_800_001, 0, 253_370_764_800_000, i64::MAX] {
        let text = Timestamp::from_millis(millis).to_string();
        assert!(Timestamp::parse(&text).is_ok(), "{text}");
    }
    assert!(Timestamp::parse("-000001-01-01T00:00:00Z").is_err());
}

proptest! {
    #[test]
    fn a_name_and_an_idea_read_back_from_the_scaffold(
        name in "[ -~]{0,30}",
        idea in "[ -~\n]{0,60}",
    ) {
        prop_assume!(name.chars().any(char::is_alphanumeric) && !idea.trim().is_empty());
        let text = scaffold::charter(name.trim(), idea.trim(), now());
        let (doc, findings) = CharterDoc::parse(Source::new(text.into_bytes()));
        prop_assert!(findings.is_empty(), "{:?}", findings);
        let spaced = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        prop_assert_eq!(spaced(doc.name().unwrap()), spaced(&name));
        prop_assert_eq!(doc.plain_text(SectionKey::Objective).unwrap(), idea.trim());
    }
}

#[test]
fn every_kind_of_event_is_counted() {
    let kind = |it: EventBody| serde_json::to_value(it).unwrap()["type"].to_string();
    let kinds: BTreeSet<String> = EventBody::examples().into_iter().map(kind).collect();
    assert_eq!(kinds.len(), charter_engine::event::N_KINDS);
}

/// Pieces of output, of which some differ from run to run.
fn output() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("/home/ada/work".to_owned()),
        Just("/home/ada".to_owned()),
        Just("/tmp/x1".to_owned()),
        Just("/var/folders/a/b/T/c".to_owned()),
        Just("2026-11-16T08:02:53.1Z".to_owned()),
        Just("2026-11-16 08:02 +0100".to_owned()),
        Just("123e4567-e89b-12d3-a456-426614174000".to_owned()),
        Just("9e107d9".to_owned()),
        Just("\u{1b}[31m".to_owned()),
        Just("\u{1b}]0;t\u{7}".to_owned()),
        "[ /.:<>_-]{1,2}",
        "[0-9a-g]{1,9}",
        "[\r\n\t ]{1,3}",
        "\\PC{1,3}",
    ];
    vec(piece, 0..12).prop_map(|it| it.concat())
}

proptest! {
    #[test]
    fn what_differs_is_named_once_and_for_all(text in output()) {
        let once = normalise(&text, "/home/ada/work", "/home/ada");
        prop_assert_eq!(&normalise(&once, "/home/ada/work", "/home/ada"), &once, "{:?}", text);
    }

    #[test]
    fn where_it_ran_makes_no_difference(parts in vec("[a-z ]{0,6}", 1..4)) {
        let here = parts.join(" /home/ada/work/src and /home/ada ");
        let there = parts.join(" /srv/ci/job/src and /srv/ci ");
        prop_assert_eq!(
            normalise(&here, "/home/ada/work", "/home/ada"),
            normalise(&there, "/srv/ci/job", "/srv/ci")
        );
    }
}
