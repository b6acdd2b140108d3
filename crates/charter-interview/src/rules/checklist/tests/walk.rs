//! Whole interviews.

use super::super::*;
use super::case::{asked, topics};
use crate::deep::ChecklistTopic;

const ANSWERS: [&str; 8] = [
    "You scan the book at the desk, then pick the due date, confirm, and a mail goes out.",
    "Librarians and members of our town library; today they write index cards.",
    "Lending and returning, and a list of what is overdue.",
    "Lending takes under 20 seconds, and the list of overdue books matches the shelf every Friday.",
    "No reservations, no fines.",
    "It has to run on the old Windows machine at the desk, without internet.",
    "A spreadsheet with 4000 books that has to be taken over.",
    "If the scanner breaks, the number can be typed in.",
];

#[test]
fn a_bare_idea_is_asked_about_everything_once() {
    let view = asked("an app for lending books", &ANSWERS);
    assert_eq!(topics(&view), ChecklistTopic::ALL);
    let end = turn(&view);
    assert_eq!(end.question, None);
    assert!(end.is_finished(), "{:?}", end.covered);
    let spec = spec(&view);
    assert_eq!(spec.open, []);
    assert_eq!(
        spec.draft.criteria.iter().map(|it| it.statement.as_str()).collect::<Vec<_>>(),
        [ANSWERS[3]]
    );
    assert_eq!(spec.draft.non_goals, ["No reservations, no fines. (R5)"]);
    assert!(spec.draft.goal.starts_with("an app for lending books"));
}

#[test]
fn what_was_said_is_not_asked() {
    let idea = "Librarians of our town library lend books by index cards. In the first version they \
                scan a book, then choose a member and confirm. Fines are out of scope. It has to run offline \
                on an existing Windows machine. If the scanner fails, the number is typed in.";
    let view = asked(idea, &ANSWERS[3..]);
    assert_eq!(topics(&view), [ChecklistTopic::Success]);
}

#[test]
fn success_is_asked_unless_there_is_something_to_count() {
    for (idea, is_asked) in [
        ("Lending should be a success for the library", true),
        ("Success means that people like it", true),
        ("Success: lending a book takes under 20 seconds", false),
        ("Erfolgreich ist es, wenn eine Ausleihe weniger als 20 Sekunden dauert", false),
        ("成功标准：借书不超过 20 秒", false),
        ("Lending books takes 40 minutes today", true),
    ] {
        let view = asked(idea, &ANSWERS);
        let answered = turn(&asked(idea, &[])).covered;
        let success = answered.iter().find(|it| it.topic == ChecklistTopic::Success);
        assert_eq!(success.map(|it| !it.is_answered), Some(is_asked), "{idea}");
        assert_eq!(topics(&view).contains(&ChecklistTopic::Success), is_asked, "{idea}");
    }
}

#[test]
fn noise_leaves_a_topic_open_and_is_asked_once_more() {
    let view = asked("an app for lending books", &["asdf asdf", "asdf jkl qwer"]);
    assert_eq!(topics(&view), [ChecklistTopic::Steps, ChecklistTopic::Steps]);
    let next = turn(&view).question.and_then(|it| it.topic);
    assert_eq!(next, Some(ChecklistTopic::Users));
    assert!(turn(&view).facts.is_empty());
}

#[test]
fn who_does_not_know_is_asked_again_about_success_alone() {
    let view = asked("an app for lending books", &["I don't know"; 20]);
    assert_eq!(view.rounds.len(), 9, "{:?}", topics(&view));
    let end = turn(&view);
    assert!(end.question.is_none() && !end.is_finished());
    assert_eq!(spec(&view).draft.criteria, []);
}

#[test]
fn that_there_is_nothing_answers_what_allows_it() {
    let mut answers = ANSWERS;
    (answers[4], answers[5], answers[6]) = ("nothing", "none", "no");
    let view = asked("an app for lending books", &answers);
    assert_eq!(topics(&view), ChecklistTopic::ALL);
    let spec = spec(&view);
    assert!(spec.draft.non_goals.is_empty(), "{:?}", spec.draft.non_goals);
    assert_eq!(spec.open, []);
}

#[test]
fn success_without_anything_to_count_is_asked_once_more() {
    let mut answers = ANSWERS;
    answers[3] = "The librarians like it and lending feels easy.";
    let again = "Lending takes under 20 seconds.";
    let all: Vec<&str> =
        answers[..4].iter().chain([&again]).chain(&answers[4..]).copied().collect();
    let view = asked("an app for lending books", &all);
    let n_asked = topics(&view).iter().filter(|it| **it == ChecklistTopic::Success).count();
    assert_eq!(n_asked, 2);
    assert!(turn(&view).is_finished(), "{:?}", turn(&view).covered);
}
