//! Words about the parts and the goal of a deep interview, as somebody without a terminal gives them.

use crate::scene::repo;
use charter_testkit::{Invocation, Repo};
use serde_json::{Value, json};

const IDEA: &str =
    "Members claim a dish, everybody gets a reminder, and the host prints a shopping list";

/// Begins an interview for which a host has proposed three parts.
fn begun(idea: &str) -> Repo {
    let repo = repo();
    let _ = hosted(repo.charter(&["new", "--deep", "--json", idea])).run().success();
    let parts = json!({ "components": [
        { "name": "Dishes", "description": "members claim a dish" },
        { "name": "Reminders" },
        { "name": "Shopping list", "description": "the host prints it" },
    ] });
    let submit = hosted(repo.charter(&["interview", "submit", "-"]));
    let _ = submit.stdin(&parts.to_string()).run().success();
    repo
}

fn hosted(call: Invocation<'_>) -> Invocation<'_> {
    call.env("CHARTER_MIND", "host")
}

fn say(repo: &Repo, words: &str) -> Value {
    let args = ["interview", "submit", "--answer", words, "--json"];
    hosted(repo.charter(&args)).run().success().json()
}

fn parts(repo: &Repo) -> Vec<(String, String)> {
    let list = repo.charter(&["list", "--json"]).run().success().json();
    let id = list["charters"][0]["charterId"].as_str().unwrap();
    let state = repo.read(format!(".charter/.local/{id}/interview.json"));
    let state: Value = serde_json::from_str(&state).unwrap();
    let text = |it: &Value, key: &str| it[key].as_str().unwrap_or_default().to_owned();
    let all = state["topology"]["components"].as_array().unwrap();
    all.iter().map(|it| (text(it, "name"), text(it, "description"))).collect()
}

fn names(repo: &Repo) -> Vec<String> {
    parts(repo).into_iter().map(|(name, _)| name).collect()
}

#[test]
fn the_list_is_changed_by_words_and_shown_until_it_is_confirmed() {
    let repo = begun(IDEA);
    let first = names(&repo);
    assert_eq!(first.len(), 3, "{first:?}");
    let need = say(&repo, "remove 3");
    assert_eq!(need["kind"], "parts", "{need:#}");
    assert_eq!(names(&repo), first[..2]);
    let _ = say(&repo, "merge 1 and 2");
    assert_eq!(names(&repo), [format!("{} and {}", first[0], first[1])]);
    assert!(!parts(&repo)[0].1.trim_start().starts_with(';'), "{:?}", parts(&repo));
    let _ = say(&repo, "rename 1 to Claims");
    let words = "add a reminder part that mails everybody two days before, and a shopping list";
    let _ = say(&repo, words);
    assert_eq!(names(&repo), ["Claims", "reminder part", "shopping list"]);
    assert!(parts(&repo).iter().all(|it| !it.1.contains("add ")), "{:?}", parts(&repo));
    let need = say(&repo, "looks right");
    assert_eq!((&need["kind"], &need["for"]), (&json!("turn"), &json!("mind")), "{need:#}");
}

#[test]
fn what_names_no_change_is_refused_with_an_example_of_each() {
    let repo = begun(IDEA);
    let first = names(&repo);
    for words in ["no", "I don't know", "what is a part?", "blargh", "remove 9"] {
        let args = ["interview", "submit", "--answer", words, "--json"];
        let refused = hosted(repo.charter(&args)).run().code(2);
        let text = format!("{}{}", refused.stdout, refused.stderr);
        for example in ["parts-unclear", "add a shopping list", "remove 2", "merge 1 and 2"] {
            assert!(text.contains(example), "{words}: {text}");
        }
        assert_eq!(names(&repo), first, "{words}");
    }
}
