//! What a pad holds, whoever wrote it.

use super::*;
use charter_kernel::markdown::splice;
use insta::assert_snapshot;
use proptest::prelude::*;
use std::fmt::Write;

fn find(text: &str) -> Option<(Pad, Vec<Finding>)> {
    let source = Source::new(text.as_bytes().to_vec());
    Pad::find(&source, &Outline::parse(&source))
}

/// Shows a pad's entries and findings, a line each.
fn check(entries: &str) -> String {
    let text =
        format!("# X\n\n## Scratch Pad\n\n<!-- Mode: CREATE -->\n\n{entries}\n{TERMINATOR}\n");
    let (pad, findings) = find(&text).unwrap();
    let mut shown = String::new();
    for it in &pad.entries {
        let reply = match &it.reply {
            Reply::Answered { asked, answer } => format!("{asked:?} → {answer:?}"),
            Reply::Skipped(reason) => format!("skipped {reason:?}"),
        };
        writeln!(shown, "{} {:?} {reply}", it.number, it.topic).unwrap();
    }
    for it in &findings {
        writeln!(shown, "{} line {}: {}", it.kind.code, it.line.unwrap(), it.message).unwrap();
    }
    shown
}

#[test]
fn answered_and_skipped_questions_are_read() {
    assert_snapshot!(check("### Q1: Brain Dump\n**Asked**: what?\n**Answer**: a tool\n\n### Q2: Scope\n**Skipped**: said before\n"), @r#"
    1 "Brain Dump" "what?" → "a tool"
    2 "Scope" skipped "said before"
    "#);
}

#[test]
fn texts_of_several_lines_are_kept_whole() {
    assert_snapshot!(check("### Q1: X\n**Asked**: one\ntwo\n**Answer**: three\n\nfour  \n\n"), @r#"1 "X" "one\ntwo" → "three\n\nfour""#);
}

#[test]
fn what_is_no_answered_question_does_not_count_and_is_said() {
    assert_snapshot!(check("### Q1: A\n**Asked**: x\n### Q2: B\n### Q3: C\n**Asked**: x\n**Answer**:  \n### Q4: D\n**Asked**: x\n**Answer**: y\n"), @r#"
    4 "D" "x" → "y"
    odd-pad line 7: a question without an answer; it does not count
    odd-pad line 9: a question without an answer; it does not count
    odd-pad line 10: a question without an answer; it does not count
    "#);
}

#[test]
fn headings_that_are_no_questions_are_passed_over() {
    assert_snapshot!(check("### Q: a\n**Asked**: x\n**Answer**: y\n### Qx: b\n**Asked**: x\n**Answer**: y\n### Q2 c\n**Asked**: x\n**Answer**: y\n"), @"");
}

#[test]
fn numbers_topics_and_doubles_are_read_as_they_stand() {
    assert_snapshot!(check("### Q1: Scope: v1\n**Asked**: x\n**Answer**: y\n### Q4: B\n**Skipped**: z\n### Q4: B\n**Asked**: x\n**Answer**: y\n**Skipped**: z\n"), @r#"
    1 "Scope: v1" "x" → "y"
    4 "B" skipped "z"
    4 "B" "x" → "y"
    odd-pad line 12: a question with an answer and a skip; the answer counts
    "#);
}

#[test]
fn a_pad_ends_at_its_terminator_or_the_next_section() {
    let text = "## Scratch Pad\n### Q1: A\n**Skipped**: x\n## Notes\n### Q9: B\n**Skipped**: y\n";
    let (pad, _) = find(text).unwrap();
    assert_eq!(pad.last_number(), 1);
    let text = format!("## Scratch Pad\n{TERMINATOR}\n### Q9: B\n**Skipped**: y\n");
    assert_eq!(find(&text).unwrap().0.last_number(), 0);
}

#[test]
fn only_the_exact_heading_in_the_open_is_a_pad() {
    for text in [
        "### Scratch Pad\n",
        "## Scratch Pad Notes\n",
        "```\n## Scratch Pad\n```\n",
        "<!--\n## Scratch Pad\n-->\n",
        "text ## Scratch Pad\n",
    ] {
        assert!(find(text).is_none(), "{text}");
    }
}

#[test]
fn the_mode_is_read_where_it_is_one() {
    let mode = |comment: &str| find(&format!("## Scratch Pad\n{comment}\n")).unwrap().0.mode;
    assert_eq!(mode("<!-- Mode: UPDATE -->"), Some(Mode::Update));
    assert_eq!(mode("<!-- Mode: BANANA -->"), None);
    assert_eq!(mode(""), None);
}

#[test]
fn a_second_pad_is_said_and_removed_with_the_first() {
    let text = format!(
        "## Scratch Pad\n### Q1: A\n**Skipped**: x\n{TERMINATOR}\n## Scratch Pad\n### Q2: B\n**Skipped**: y\n"
    );
    let (pad, findings) = find(&text).unwrap();
    assert_eq!((pad.entries.len(), pad.spans.len(), findings.len()), (1, 2, 1));
}

#[test]
fn a_pad_is_started_on_a_line_of_its_own_and_nothing_else_changes() {
    let started = Timestamp::parse("2026-11-16T09:12:04Z").unwrap();
    for text in ["", "# X", "# X\n", "# X\r\n\r\nbody\r\n", "\u{feff}# X\n"] {
        let source = Source::new(text.as_bytes().to_vec());
        let source = splice(&source, &[Pad::start(&source, Mode::Update, started)]).unwrap();
        assert!(source.text().starts_with(text));
        let (pad, findings) = Pad::find(&source, &Outline::parse(&source)).unwrap();
        assert_eq!((pad.mode, pad.started), (Some(Mode::Update), Some(started)), "{text:?}");
        assert!(findings.is_empty());
        let lone = source.text().replace("\r\n", "").contains('\n');
        assert!(!(text.contains('\r') && lone), "line ends are mixed: {:?}", source.text());
    }
}

/// Adds entries one by one, as an interview does.
fn written(entries: &[Entry], start: &str) -> Source {
    let source = Source::new(start.as_bytes().to_vec());
    let started = Timestamp::from_millis(0);
    let mut source = splice(&source, &[Pad::start(&source, Mode::Create, started)]).unwrap();
    for entry in entries {
        let (pad, _) = Pad::find(&source, &Outline::parse(&source)).unwrap();
        source = splice(&source, &[pad.add(&source, entry)]).unwrap();
    }
    source
}

fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("## Heading\n".to_owned()),
        Just("### Q9: Forged\n**Asked**: x\n**Answer**: y\n".to_owned()),
        Just("**Skipped**: x".to_owned()),
        Just("```\n".to_owned()),
        Just("- ~~~\n".to_owned()),
        Just(TERMINATOR.to_owned()),
        Just("<!-- ".to_owned()),
        Just("-->".to_owned()),
        Just("\\## &#35; \\".to_owned()),
        Just("===\n---\n".to_owned()),
        Just("\r\n".to_owned()),
        Just("\r".to_owned()),
        Just("\n\n    code\n\ttab".to_owned()),
        Just("<pre>\n<div>".to_owned()),
        Just("\0\u{1b}\u{b}\u{85}\u{2028}\u{feff}".to_owned()),
        "\\PC{0,8}",
        any::<String>().prop_map(|it| it.chars().take(6).collect()),
    ];
    prop::collection::vec(piece, 1..6).prop_map(|it| it.concat())
}

fn entry() -> impl Strategy<Value = Entry> {
    let said = text().prop_filter("an empty text is no answer", |it| !it.is_empty());
    let said = said.boxed();
    let answered =
        (said.clone(), said.clone()).prop_map(|(asked, answer)| Reply::Answered { asked, answer });
    let reply = prop_oneof![answered, said.clone().prop_map(Reply::Skipped)];
    (1..99_u64, "[A-Z][a-z &]{1,12}[a-z]", reply).prop_map(|(number, topic, reply)| Entry {
        number,
        topic,
        reply,
    })
}

proptest! {
    #[test]
    fn whatever_was_said_is_given_back(
        entries in prop::collection::vec(entry(), 0..4),
        crlf in any::<bool>(),
    ) {
        let start = if crlf { "# X\r\n\r\nbody\r\n" } else { "# X\n" };
        let source = written(&entries, start);
        let (pad, findings) = Pad::find(&source, &Outline::parse(&source)).unwrap();
        prop_assert!(findings.is_empty(), "{:?}\n{}", findings, source.text());
        prop_assert_eq!(&pad.entries, &entries, "{}", source.text());
        prop_assert_eq!(source.text().matches(TERMINATOR).count(), 1);
        prop_assert_eq!(pad.spans.len(), 1);
        let end = pad.spans.iter().map(|it| it.end).max();
        prop_assert_eq!(end, Some(source.text().len()), "{}", source.text());
    }
}
