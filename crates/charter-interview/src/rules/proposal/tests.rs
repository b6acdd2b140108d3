//! Statements read out of answers as people type them.

use super::*;

/// Shows proposals a line each.
fn check(topic: Topic, text: &str) -> String {
    let show = |it: Proposal| {
        let vague = it.vague.map(|word| format!(" ?{word}")).unwrap_or_default();
        let sign = if it.excluded { '-' } else { '|' };
        format!("{} {sign} {}{vague}", it.subject, it.statement)
    };
    propose(topic, text).into_iter().map(show).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_sentence_or_an_item_is_a_statement() {
    insta::assert_snapshot!(
        check(Topic::Success, "Copying takes under 5 minutes. Version 1.5 ships by March; errors halve!\n- nurses enter at the bed"),
        @r"
    copying | Copying takes under 5 minutes.
    version | Version 1.5 ships by March;
    errors | errors halve!
    nurses | nurses enter at the bed
    "
    );
}

#[test]
fn what_scope_excludes_is_told_apart() {
    insta::assert_snapshot!(
        check(Topic::Scope, "### Will\n- vital signs\n- offline entry\n### Won't\n- billing\nNo medication. Later: export\nOut of scope:\n- reports"),
        @r"
    vital | vital signs
    offline | offline entry
    billing - billing
    medication - No medication.
    later - Later: export
    reports - reports
    "
    );
}

#[test]
fn praise_without_a_number_is_marked() {
    insta::assert_snapshot!(
        check(Topic::Success, "Entering is easy. The page is fast: 200 ms. 화면이 빠르다."),
        @r"
    entering | Entering is easy. ?easy
    page | The page is fast: 200 ms.
     | 화면이 빠르다. ?빠르다
    "
    );
}

#[test]
fn nothing_said_gives_nothing() {
    assert_eq!(check(Topic::Success, " \n--\n..."), "");
}
