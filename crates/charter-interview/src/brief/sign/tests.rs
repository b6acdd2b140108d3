//! Sentences of ten languages, and what each is about.

use super::passage::about;
use crate::Tongue;
use charter_contract::Topic;

/// The fewest sentences of a language.
const SENTENCES_MIN: usize = 16;

fn said(text: &str, tongue: Tongue, topic: Topic) -> String {
    let idx = Topic::ALL.iter().position(|it| *it == topic).unwrap();
    let pieces = about(text, tongue);
    pieces[idx].iter().map(super::super::extract::Piece::text).collect::<Vec<_>>().join(" ")
}

/// Checks a table: `topics | sentence`, where `!topic` is one that the sentence must not be shown for.
fn check(tongue: Tongue, table: &str) {
    let mut wrong = Vec::new();
    for line in table.lines() {
        let (topics, sentence) = line.split_once(" | ").unwrap();
        for word in topics.split(' ') {
            let is_wanted = !word.starts_with('!');
            let is_named = |it: &Topic| it.word() == word.trim_start_matches('!');
            let topic = Topic::ALL.into_iter().find(is_named).unwrap();
            if said(sentence, tongue, topic).is_empty() == is_wanted {
                wrong.push(format!("{word}: {sentence}"));
            }
        }
    }
    assert!(table.lines().count() >= SENTENCES_MIN, "{tongue:?}");
    assert!(wrong.is_empty(), "{tongue:?}\n{}", wrong.join("\n"));
}

#[test]
fn english_sentences() {
    check(Tongue::English, include_str!("tests/en.txt"));
}

#[test]
fn german_sentences() {
    check(Tongue::German, include_str!("tests/de.txt"));
}

#[test]
fn spanish_sentences() {
    check(Tongue::Spanish, include_str!("tests/es.txt"));
}

#[test]
fn french_sentences() {
    check(Tongue::French, include_str!("tests/fr.txt"));
}

#[test]
fn portuguese_sentences() {
    check(Tongue::Portuguese, include_str!("tests/pt.txt"));
}

#[test]
fn italian_sentences() {
    check(Tongue::Italian, include_str!("tests/it.txt"));
}

#[test]
fn russian_sentences() {
    check(Tongue::Russian, include_str!("tests/ru.txt"));
}

#[test]
fn chinese_sentences() {
    check(Tongue::Chinese, include_str!("tests/zh.txt"));
}

#[test]
fn japanese_sentences() {
    check(Tongue::Japanese, include_str!("tests/ja.txt"));
}

#[test]
fn korean_sentences() {
    check(Tongue::Korean, include_str!("tests/ko.txt"));
}

#[test]
fn what_stands_below_a_label_is_about_it() {
    let text =
        "Out of scope:\n- invoices\n- a warehouse for nurses\n\nNurses lose 3 sheets a week.";
    assert_eq!(said(text, Tongue::English, Topic::Scope), "- invoices - a warehouse for nurses");
    assert_eq!(said(text, Tongue::English, Topic::Problem), "Nurses lose 3 sheets a week.");
    assert_eq!(said(text, Tongue::English, Topic::Users), "Nurses lose 3 sheets a week.");
    let text = "## For whom\nWardens, about sixty.\n## Left for later\n- payments\n";
    assert_eq!(said(text, Tongue::English, Topic::Users), "Wardens, about sixty.");
    assert_eq!(said(text, Tongue::English, Topic::Scope), "- payments");
}

#[test]
fn weak_signs_count_where_much_else_is_said() {
    let outcome = "The warden knows by noon who will come.";
    let rest =
        "Guests book by phone and half of the slips get lost. First version: one hut, cash only.";
    assert_eq!(said(outcome, Tongue::English, Topic::ValueProp), "");
    let all = format!("{rest} {outcome}");
    assert_eq!(said(&all, Tongue::English, Topic::ValueProp), outcome);
}

#[test]
fn a_bare_number_at_the_end_is_no_success() {
    let rest = "Coaches lose the list by phone every week. First version: one team, no results.";
    let number = format!("{rest} My son trains 3 days a week.");
    assert_eq!(said(&number, Tongue::English, Topic::Success), "");
    let demand = format!("{rest} The list must arrive by Thursday, 9 weeks out of ten.");
    let found = said(&demand, Tongue::English, Topic::Success);
    assert_eq!(found, "The list must arrive by Thursday, 9 weeks out of ten.");
}
