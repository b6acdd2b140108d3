//! What calls for questions, and what only looks like it.

use super::world::World;
use charter_interview::preflight::{
    Lexicon, List, Phrase, Priority, Text, Trigger, detect, shipped_phrases,
};

fn found(text: &str) -> Vec<Trigger> {
    detect(&Text::new(text), &Lexicon::default(), None)
}

#[track_caller]
fn check(text: &str, expected: &[(&str, &str)]) {
    let triggers = found(text);
    let told: Vec<(&str, &str)> = triggers
        .iter()
        .map(|it| (it.kind.unwrap().word(), it.keyword.as_deref().unwrap()))
        .collect();
    assert_eq!(told, expected, "{text}");
}

#[test]
fn risk_then_missing_then_ambiguity() {
    let text = "somehow drop the users table, delete the backups, you know, the usual";
    check(
        "drop the users table and delete the backups, the usual",
        &[("risk", "drop"), ("risk", "delete"), ("missing", "the usual")],
    );
    assert_eq!(found(text)[0].priority, Some(Priority::Critical));
    check(
        "clean up old orders somehow, like before",
        &[("missing", "like before"), ("ambiguity", "somehow")],
    );
    assert_eq!(found("add a button somehow")[0].priority, Some(Priority::High));
}

#[test]
fn whoever_hedges_is_not_vague() {
    for text in [
        "maybe add a button",
        "just rename it",
        "I think the header is too high",
        "perhaps sort by date",
    ] {
        check(text, &[]);
    }
}

#[test]
fn a_word_within_a_word_is_none() {
    check("adjust the fetch helper", &[]);
    check("sketch a just-in-time compiler that is production-ready", &[]);
}

#[test]
fn two_missing_things_are_both_named() {
    check("do it like before, etc.", &[("missing", "like before"), ("missing", "etc")]);
}

#[test]
fn the_longest_phrase_counts_once() {
    check("make everything better", &[("ambiguity", "make everything better")]);
}

#[test]
fn code_paths_addresses_and_quotations_do_not_fire() {
    check("rename `delete_user` to `drop_user`", &[]);
    check("``maybe `delete` ``. Then ~delete", &[("risk", "delete")]);
    check("look at src/delete/release.rs and https://example.com/production", &[]);
    check("call deleteUser() and db.remove(x) with --delete, DELETE_ALL", &[]);
    check("before\n```sql\nDELETE FROM users\n```\nafter", &[]);
    check("~~~\ndeploy\n", &[]);
    check("> you said: maybe delete\n\nshow it", &[]);
    check("a button “Delete”, one \"Remove\", one 'Deploy' and «release»", &[]);
    check("don't know, delete what isn't mine", &[("risk", "delete")]);
    check("\"delete all users\"", &[("risk", "delete")]);
}

#[test]
fn brainstorming_always_asks() {
    let mut world = World::default();
    for text in ["Show the ward's name", "missing comma: src/a.rs:3 error: expected `,`"] {
        let assessment = world.check("x-brainstorm", text, 0);
        assert!(!assessment.gate.is_open(), "{text}");
        assert!(assessment.triggers[0].description.as_ref().unwrap().contains("always"));
    }
}

#[test]
fn upper_case_is_the_same() {
    check("DELETE the old accounts", &[("risk", "delete")]);
}

#[test]
fn what_only_looks_like_a_risk_does_not_fire() {
    for text in [
        "citizens cannot delete complaints; use mechanics, not just visuals",
        "an app where you put what is in the fridge into a database",
        "which birds are rare: residency, migration, range",
        "a page with roles and permissions",
        "remove friction, write the release notes, make it production ready",
        "never deploy by hand",
    ] {
        check(text, &[]);
    }
    check("drop the old tables of the database", &[("risk", "drop")]);
    check("run the migration tonight", &[("risk", "run the migration")]);
}

#[test]
fn other_languages_have_words_too() {
    check(
        "Bau irgendwie einen Knopf, wie immer",
        &[("missing", "wie immer"), ("ambiguity", "irgendwie")],
    );
    check("borrar las filas viejas", &[("risk", "borrar")]);
    check("버튼을 대충 고쳐줘", &[("ambiguity", "대충")]);
    check("删除旧数据，老样子", &[("risk", "删除"), ("missing", "老样子")]);
}

#[test]
fn a_trigger_says_where_it_stands() {
    let triggers = found("add a page\nand somehow a form");
    assert_eq!(triggers[0].place, Some((2, 5)));
}

#[test]
fn a_phrase_that_asks_to_skip_hides_the_words_in_it() {
    check("just do it", &[]);
    check("fix it", &[("missing", "fix it")]);
}

#[test]
fn users_add_words_of_their_own_in_any_script() {
    let own = [(List::Risk, "Abnahme"), (List::Ambiguity, "대충"), (List::Missing, "wie immer")];
    let own = own.into_iter().filter_map(|(list, text)| Phrase::new(list, text)).collect();
    let text = "Vor der abnahme wie  immer, 대충해줘";
    let triggers = detect(&Text::new(text), &Lexicon::new(own), None);
    let words: Vec<&str> = triggers.iter().filter_map(|it| it.keyword.as_deref()).collect();
    assert_eq!(words, ["Abnahme", "wie immer", "대충"]);
}

#[test]
fn any_text_can_be_looked_at() {
    for text in ["", "`", "```", "\"", "'", "\u{0}", "“", "a\u{300}", "''''\n\n''", "\\"] {
        assert_eq!(found(text), Vec::new());
    }
    assert!(shipped_phrases().len() > 100);
}

#[test]
fn what_cannot_be_taken_back_fires_in_its_usual_words() {
    for (text, word) in [
        ("drop the users table", "drop"),
        ("truncate the orders table", "truncate"),
        ("git push --force to main", "push force"),
        ("git reset --hard, then go on", "reset hard"),
        ("rm -rf the old stuff", "rm rf"),
        ("Datenbank zurücksetzen", "zurücksetzen"),
    ] {
        check(text, &[("risk", word)]);
    }
    check("drag and drop table rows, then drop a link into the table of contents", &[]);
    check("add a --force option that does not ask", &[]);
}

#[test]
fn wishes_without_a_measure_are_vague() {
    for (text, word) in [
        ("make it better", "make it better"),
        ("improve performance", "improve performance"),
        ("refactor everything", "refactor everything"),
        ("do something about it", "do something about it"),
    ] {
        check(text, &[("ambiguity", word)]);
    }
}

#[test]
fn mending_code_and_asking_about_a_word_are_no_risk() {
    for text in [
        "Remove the unused import in a.py",
        "explain how delete works",
        "explain how we delete a user",
    ] {
        check(text, &[]);
        assert!(World::default().check("request", text, 0).gate.is_open(), "{text}");
    }
    check("remove the unused accounts", &[("risk", "remove")]);
}
