//! The lines that a session begins with.

use super::*;

#[test]
fn a_session_is_invited_by_name_only_where_commands_do_not_know_it() {
    let session = SessionId::parse("a b").unwrap();
    let named = invitation(&["20261116-ward"], Some(&session)).unwrap();
    assert!(named.ends_with("`charter use ID --session 'a b'`."), "{named}");
    let known = invitation(&["20261116-ward"], None).unwrap();
    assert!(known.ends_with("`charter use ID`."), "{known}");
    assert_eq!(invitation(&[], None), None, "nothing to say");
    assert!(invitation(&[], Some(&session)).unwrap().contains("charter new --session 'a b'"));
}

#[test]
fn many_open_charters_are_counted() {
    let text = invitation(&["a", "b", "c", "d", "e", "f", "g"], None).unwrap();
    assert!(text.contains("a, b, c, d, e and 2 more."), "{text}");
}

#[test]
fn a_vague_request_is_answered_with_what_is_open_and_no_stop() {
    let glance = |message: &str, has_risk| PreflightGlance {
        message: message.to_owned(),
        question: Some("Who logs in?\nNow!".to_owned()),
        has_risk,
    };
    let text = vague_lines(&glance("“somehow” leaves open how it should work.", false));
    assert_eq!(text.lines().count(), 3, "{text}");
    assert!(text.starts_with("charter: “somehow” leaves open how"), "{text}");
    assert!(text.contains("Ask the user first: Who logs in? Now!"), "{text}");
    assert!(text.contains("If the user wants to start anyway, start."), "{text}");
    let text = vague_lines(&glance("“delete” may not be undoable.", true));
    assert!(text.ends_with("before the user has said yes to exactly that."), "{text}");
}
