//! Titles of ideas as people type them.

use super::*;
use insta::assert_snapshot;

fn check(idea: &str) -> String {
    let title = propose_title(idea);
    format!("{} | {}", title.slug, title.name)
}

#[test]
fn an_idea_gives_a_name_and_a_slug() {
    assert_snapshot!(check("Nurses on night shifts lose 40 minutes copying vital signs from paper"),
        @"nurses-night-shifts | Nurses on night shifts lose 40 minutes copying vital signs…");
    assert_snapshot!(check("add rate limiting, you know, the usual"),
        @"add-rate-limiting | add rate limiting, you know, the usual");
    assert_snapshot!(check("# An app for the zoo. It shows animals."), @"app-zoo | An app for the zoo");
    assert_snapshot!(check("v1.2 of the API is slow"), @"v1-2-api | v1.2 of the API is slow");
    assert_snapshot!(check("야간 근무 간호사는 기록에 시간을 쓴다"), @"야간-근무-간호사는 | 야간 근무 간호사는 기록에 시간을 쓴다");
    assert_snapshot!(check("Ein Plan für die Küche"), @"plan-küche | Ein Plan für die Küche");
    assert_snapshot!(check("the of and"), @"the-of-and | the of and");
}

#[test]
fn text_without_a_word_still_gives_a_slug() {
    assert_eq!(check("🚀!!"), "charter | Untitled");
    assert_eq!(check(""), "charter | Untitled");
}

#[test]
fn one_endless_word_is_cut() {
    let title = propose_title(&"x".repeat(500));
    assert_eq!(title.name.chars().count(), TITLE_CHARS_MAX);
}
