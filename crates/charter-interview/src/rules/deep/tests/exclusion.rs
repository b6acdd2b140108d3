//! What a sentence leaves out, and what is said to the interviewer alone.

use super::super::exclusion::part;
use super::super::lexicon::SenseLexicon;
use super::super::remark::is_remark;

fn check(statement: &str, out: Option<&str>, kept: Option<&str>) {
    let parted = part(&SenseLexicon::new(), statement);
    assert_eq!((parted.out.as_deref(), parted.kept.as_deref()), (out, kept), "{statement}");
}

#[test]
fn a_sentence_that_begins_with_no_leaves_out_that_clause_alone() {
    check(
        "No login, works in a phone browser, at most 30 members",
        Some("No login"),
        Some("works in a phone browser, at most 30 members"),
    );
    check("It works in a browser, no login", Some("no login"), Some("It works in a browser"));
    check("No billing, e-mail or SMS", Some("No billing, e-mail or SMS"), None);
    check(
        "Billing is out of scope, because others do it",
        Some("Billing is out of scope, because others do it"),
        None,
    );
    check("No more than 30 members", None, Some("No more than 30 members"));
    check(
        "Members claim a dish, the host prints a list",
        None,
        Some("Members claim a dish, the host prints a list"),
    );
}

#[test]
fn a_remark_to_the_interviewer_is_told_from_a_statement() {
    let lexicon = SenseLexicon::new();
    for words in
        ["forget nice", "SMS holds", "The e-mail sentence is wrong", "you lost the main thing"]
    {
        assert!(is_remark(&lexicon, words), "{words}");
    }
    for words in [
        "Users forget passwords and reset them by mail",
        "If the password is wrong, an error is shown",
        "The hall holds at most 30 members",
        "Members claim a dish",
    ] {
        assert!(!is_remark(&lexicon, words), "{words}");
    }
}
