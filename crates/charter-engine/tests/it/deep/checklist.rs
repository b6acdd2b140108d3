//! A deep interview without a model: questions, what answers them, and the spec.

use super::table::{Talk, context, flat, setup};
use crate::whole;
use charter_engine::Refusal;
use charter_interview::deep::{ChecklistTopic, InterviewWay, NeedFor, NeedKind, Setup};
use charter_interview::rules::checklist;
use charter_kernel::Refuse;
use serde_json::{Value, json};

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

const RECIPE: &str = "Mix two cups of flour with a cup of milk and an egg, add a spoon of sugar, let the batter \
                      rest, then bake the pancakes in butter until they are golden.";

fn begun(idea: &str) -> Talk {
    let way = InterviewWay::Checklist;
    let mut talk = Talk::begun(&Setup { idea: idea.to_owned(), way, ..setup(500) });
    go_on(&mut talk, false);
    talk
}

/// Appends what follows by itself.
fn go_on(talk: &mut Talk, has_mind: bool) {
    let decision = whole::onward(&talk.state, &talk.criteria, has_mind, &context());
    talk.append(decision);
}

fn try_give(talk: &mut Talk, content: &Value) -> Result<(), Refusal> {
    let need_id = talk.need().need_id;
    talk.submit(&need_id, content)?;
    go_on(talk, false);
    Ok(())
}

fn give(talk: &mut Talk, content: &Value) {
    try_give(talk, content).unwrap_or_else(|it| panic!("{content}: {it}: {:?}", it.problems()));
}

fn say(talk: &mut Talk, words: &str) {
    give(talk, &json!({ "answer": words }));
}

/// Says why an answer is refused; nothing is written for it.
fn refused(talk: &mut Talk, words: &str) -> String {
    let before = talk.events.len();
    let refusal = try_give(talk, &json!({ "answer": words })).unwrap_err();
    assert_eq!((refusal.code(), talk.events.len()), ("no-answer", before), "{words}");
    refusal.to_string()
}

fn topic(talk: &Talk) -> Option<ChecklistTopic> {
    let need = talk.need();
    assert_eq!((need.kind, need.r#for), (NeedKind::Ask, NeedFor::User), "{need:?}");
    talk.interview().round(need.round).unwrap().topic
}

fn spec(talk: &Talk) -> &str {
    &talk.files["spec.md"]
}

fn all(idea: &str) -> Talk {
    let mut talk = begun(idea);
    ANSWERS.iter().for_each(|it| say(&mut talk, it));
    talk
}

#[test]
fn it_asks_about_every_topic_once_and_ends_with_the_users_own_sentences() {
    let mut talk = begun("an app for lending books");
    let mut asked = Vec::new();
    for answer in ANSWERS {
        assert_eq!(talk.needs().len(), 1);
        asked.push(topic(&talk).unwrap());
        let context = talk.need().context;
        assert!(context["example"].is_string() && context["whyNow"].is_string(), "{context:#}");
        assert!(context["ambiguity"].is_null() && context["threshold"].is_null(), "{context:#}");
        assert!(!talk.files.contains_key("spec.md"), "nothing before the end");
        say(&mut talk, answer);
    }
    assert_eq!(asked, ChecklistTopic::ALL);
    assert_eq!(talk.need().kind, NeedKind::Done);
    let spec = spec(&talk);
    for words in [
        "- Status: CHECKLIST",
        "a checklist, without a model; nothing is open",
        "- Questions Answered: 8 of 8",
        "- No reservations, no fines. (R5)",
        "- [ ] Lending takes under 20 seconds, and the list of overdue books matches the shelf every \
         Friday. (From: R4)",
        "without internet. (R6)",
        "A spreadsheet with 4000 books that has to be taken over. (R7)",
    ] {
        assert!(spec.contains(words), "{words}: {spec}");
    }
    for word in ["PASSED", "%", "Topology", "Ontology", "Ambiguity", "Transcript"] {
        assert!(!spec.contains(word), "{word}: {spec}");
    }
    let register = &talk.files["criteria.md"];
    assert!(register.contains("From: R4") && register.contains("under 20 seconds"), "{register}");
    assert!(!register.contains("scanner"), "what is no success is no criterion: {register}");
}

#[test]
fn what_answers_nothing_is_refused_in_the_users_language_and_the_question_stays() {
    let mut talk = begun("an app for lending books");
    let question = talk.need();
    for words in ["asdf asdf", "I don't know", "yes", &question.prompt, "What do you mean?", RECIPE]
    {
        let told = refused(&mut talk, words);
        assert!(told.ends_with("it stays open."), "{words}: {told}");
        assert_eq!(talk.need(), question);
    }
    let example = question.context["example"].as_str().unwrap();
    refused(&mut talk, example);
    let mut talk = begun("Eine App zum Verleihen von Büchern, die wir in der Bibliothek nutzen");
    let told = refused(&mut talk, "weiß nicht");
    assert_eq!(told, "Das beantwortet die Frage nicht; sie bleibt offen.");
}

#[test]
fn a_question_is_passed_over_with_a_reason_and_stays_open_in_the_spec() {
    let mut talk = begun("an app for lending books");
    for answer in ANSWERS {
        match topic(&talk) {
            Some(ChecklistTopic::Trouble) => give(&mut talk, &json!({ "skip": "later" })),
            _ => say(&mut talk, answer),
        }
    }
    assert_eq!(talk.need().kind, NeedKind::Done);
    assert!(spec(&talk).contains("## Open\n\n- when something goes wrong\n"), "{}", spec(&talk));
    assert!(spec(&talk).contains("Questions Answered: 7 of 8"));
    // Who wants to go on is asked once more.
    give(&mut talk, &json!({ "choice": "refine" }));
    assert_eq!(topic(&talk), Some(ChecklistTopic::Trouble));
    say(&mut talk, ANSWERS[7]);
    assert!(spec(&talk).contains("nothing is open"), "{}", spec(&talk));
}

#[test]
fn without_a_measure_of_success_it_ends_unfinished() {
    let mut talk = begun("an app for lending books");
    for answer in ANSWERS {
        match topic(&talk) {
            Some(ChecklistTopic::Success) => give(&mut talk, &json!({ "skip": "no idea yet" })),
            _ => say(&mut talk, answer),
        }
    }
    // Success is asked once more, and then the interview ends without it.
    give(&mut talk, &json!({ "skip": "still none" }));
    assert_eq!(talk.need().kind, NeedKind::Done);
    let end = talk.interview().ending.checklist.as_ref().unwrap();
    assert!(!end.is_finished && end.is_related, "{end:?}");
    assert!(spec(&talk).contains("not finished, open: how success shows"), "{}", spec(&talk));
    assert!(!talk.files.contains_key("criteria.md"), "nothing is drafted");
}

#[test]
fn a_recipe_is_no_spec() {
    let mut talk = begun("an app for lending books");
    let lines = [
        "For pancakes you take two cups of flour, a pinch of salt and three eggs.",
        "My grandmother stirs the batter until it has no lumps.",
        "Then it rests for half an hour.",
        "Each one is in the pan for 2 minutes per side, until golden.",
        "No raisins, no cinnamon, no yeast.",
        "The butter must be hot.",
        "A bowl, a whisk and a spoon.",
        "If it burns, add more milk.",
    ];
    for line in lines {
        if talk.need().kind == NeedKind::Done {
            break;
        }
        if try_give(&mut talk, &json!({ "answer": line })).is_err() {
            give(&mut talk, &json!({ "skip": "it was refused" }));
        }
    }
    while talk.need().kind != NeedKind::Done {
        give(&mut talk, &json!({ "skip": "nothing more" }));
    }
    let end = talk.interview().ending.checklist.as_ref().unwrap();
    assert!(!end.is_finished, "{end:?}");
    assert!(spec(&talk).contains("not finished"), "{}", spec(&talk));
    assert!(!talk.files.contains_key("criteria.md"), "{:?}", talk.files.keys());
    assert!(!spec(&talk).contains("pan for 2 minutes"), "{}", spec(&talk));
}

#[test]
fn a_contradiction_is_the_very_next_question_and_both_can_hold() {
    let mut talk = begun("The search answers within 2 seconds.");
    let said = |talk: &mut Talk| {
        say(talk, "A reader types a word, then opens a book. The search answers within 5 seconds.");
    };
    said(&mut talk);
    let need = talk.need();
    assert_eq!(topic(&talk), None, "{need:?}");
    assert!(
        need.prompt.contains("2 seconds") && need.prompt.contains("5 seconds"),
        "{}",
        need.prompt
    );
    let labels: Vec<&str> = need.options.iter().map(|it| it.label.as_str()).collect();
    assert_eq!((labels.len(), labels[0]), (3, "Both hold"));
    give(&mut talk, &json!({ "options": ["1"] }));
    assert!(topic(&talk).is_some(), "it is asked once");
    // The choice against one keeps it out of the spec.
    let mut other = begun("The search answers within 2 seconds.");
    said(&mut other);
    give(&mut other, &json!({ "options": ["3"] }));
    give(&mut other, &json!({ "exit": true }));
    give(&mut other, &json!({ "choice": "proceed" }));
    assert!(!spec(&other).contains("within 2 seconds"), "{}", spec(&other));
}

#[test]
fn another_answer_brings_up_what_follows_from_it() {
    let mut talk = begun("The search answers within 2 seconds.");
    say(&mut talk, "A reader types a word, then opens a book.");
    let open = talk.need();
    let changed = json!({ "answer": "A reader types a word, then opens a book. The search answers within 5 seconds." });
    talk.submit("r1-ask", &changed).unwrap();
    go_on(&mut talk, false);
    let now = talk.need();
    assert_eq!(
        (now.need_id, topic(&talk)),
        (open.need_id, None),
        "the open question is another one now"
    );
    // After the end another answer makes the spec anew.
    let mut talk = all("an app for lending books");
    talk.submit("r5-ask", &json!({ "answer": "No reservations and no reminders by mail." }))
        .unwrap();
    go_on(&mut talk, false);
    assert_eq!(talk.need().kind, NeedKind::Done);
    assert!(spec(&talk).contains("No reservations and no reminders by mail. (R5)"));
    assert!(!spec(&talk).contains("no fines"), "{}", spec(&talk));
}

#[test]
fn it_ends_early_after_one_warning() {
    let mut talk = begun("an app for lending books");
    say(&mut talk, ANSWERS[0]);
    give(&mut talk, &json!({ "exit": true }));
    assert_eq!(talk.need().kind, NeedKind::Closure);
    assert!(!talk.need().prompt.contains('%'), "{}", talk.need().prompt);
    give(&mut talk, &json!({ "choice": "keepAsking" }));
    assert_eq!(topic(&talk), Some(ChecklistTopic::Users));
    give(&mut talk, &json!({ "exit": true }));
    give(&mut talk, &json!({ "choice": "proceed" }));
    assert_eq!(talk.need().kind, NeedKind::Done);
    assert!(spec(&talk).contains("not finished, open:"), "{}", spec(&talk));
}

#[test]
fn what_the_idea_says_is_not_asked_and_can_be_a_criterion() {
    let idea = "Librarians of our town library lend books by index cards. In the first version they \
                scan a book, then choose a member and confirm. Fines are out of scope. It has to run offline \
                on an existing Windows machine. If the scanner fails, the number is typed in. Success: \
                lending a book takes under 20 seconds.";
    let talk = begun(idea);
    assert_eq!(talk.need().kind, NeedKind::Done, "nothing is left to ask");
    assert!(spec(&talk).contains("(From: R0)"), "{}", spec(&talk));
    let register = &talk.files["criteria.md"];
    assert!(register.contains("From: R0"), "{register}");
    assert!(talk.state.interview.replies["R0"].answer.as_deref() == Some(idea));
}

#[test]
fn where_nobody_thinks_any_more_it_goes_on_as_a_checklist() {
    let mut talk = Talk::begun(&setup(500));
    talk.topology(&["Entry", "Export"]);
    let need = talk.think();
    talk.give(json!({ "answer": "Night nurses enter the values at the bed, then tap save, then see the list." }));
    let n = talk.events.len();
    go_on(&mut talk, true);
    assert_eq!(talk.events.len(), n, "somebody thinks: nothing follows by itself");
    go_on(&mut talk, false);
    assert!(talk.interview().is_checklist());
    let asked = talk.need();
    assert_eq!(
        (asked.kind, asked.r#for, asked.round),
        (NeedKind::Ask, NeedFor::User, need.round + 1)
    );
    assert_eq!(topic(&talk), Some(ChecklistTopic::FirstVersion), "what was said is not asked");
    // What was answered before counts, and what a mind assumed does not.
    let view = checklist::ChecklistView::of(talk.interview());
    assert_eq!(view.rounds.len(), 1);
    let mut other = Talk::begun(&setup(500));
    other.topology(&["Entry"]);
    other.delegate(&flat(&["entry"], "0.6"));
    go_on(&mut other, false);
    assert_eq!(checklist::ChecklistView::of(other.interview()).rounds[0].answer, None);
}

#[test]
fn what_is_told_after_an_answer_has_at_most_three_lines_and_no_figure_but_how_many_are_left() {
    let mut talk = begun("an app for lending books");
    for answer in ANSWERS {
        say(&mut talk, answer);
        let progress = checklist::progress(talk.interview());
        assert!(progress.lines.len() <= 3, "{:?}", progress.lines);
        assert_eq!(progress.answered.len() + progress.open.len(), 8);
        assert_eq!(progress.questions_left, progress.open.len());
        assert!(progress.lines.iter().all(|it| !it.contains('%')), "{:?}", progress.lines);
    }
    assert_eq!(checklist::progress(talk.interview()).questions_left, 0);
}
