//! Every language has every text.

use super::super::bank::{Bank, TextKey};
use super::super::lexicon::{Class, SenseLexicon};
use crate::Tongue;
use std::collections::BTreeSet;

fn slots(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|it| it.split_once('}')).map(|(name, _)| name).collect()
}

/// Gives the fewest texts that a key needs.
fn n_min(key: TextKey) -> usize {
    match key {
        TextKey::Name => 4,
        TextKey::Ask(_)
        | TextKey::Follow(_)
        | TextKey::Option(_)
        | TextKey::AskOntology
        | TextKey::AskDispute => 3,
        TextKey::AskExpansion
        | TextKey::AskClosure
        | TextKey::FollowHedge
        | TextKey::FollowVague
        | TextKey::FollowEvasion
        | TextKey::AutoRationale
        | TextKey::AutoSide => 2,
        _ => 1,
    }
}

#[test]
fn every_language_has_every_text_in_enough_phrasings() {
    for tongue in Bank::TONGUES {
        let bank = Bank::of(tongue);
        let known: BTreeSet<&str> = TextKey::list().into_iter().map(TextKey::word).collect();
        for key in TextKey::list() {
            let texts = bank.list(key);
            assert!(texts.len() >= n_min(key), "{tongue:?} {}", key.word());
            let distinct: BTreeSet<&String> = texts.iter().collect();
            assert_eq!(distinct.len(), texts.len(), "{tongue:?} {}", key.word());
        }
        for word in bank.words() {
            assert!(known.contains(word), "{tongue:?} has `{word}`, which nobody uses");
        }
    }
}

#[test]
fn every_language_fills_the_same_slots() {
    let english = Bank::of(Tongue::English);
    for tongue in Bank::TONGUES {
        let bank = Bank::of(tongue);
        for key in TextKey::list() {
            let all = |bank: &Bank| -> Vec<BTreeSet<String>> {
                let of = |it: &String| slots(it).into_iter().map(str::to_owned).collect();
                bank.list(key).iter().map(of).collect()
            };
            assert_eq!(all(&bank), all(&english), "{tongue:?} {}", key.word());
        }
    }
}

#[test]
fn every_language_but_english_is_written_in_itself() {
    for tongue in Bank::TONGUES {
        let bank = Bank::of(tongue);
        let questions: Vec<&String> = TextKey::list()
            .into_iter()
            .filter(|it| matches!(it, TextKey::Ask(_) | TextKey::Follow(_)))
            .flat_map(|it| bank.list(it))
            .collect();
        for question in questions {
            let bare =
                question.replace(['{', '}'], "").replace("component", "").replace("quote", "");
            assert_eq!(Tongue::of_text(&bare), tongue, "{bare}");
        }
    }
}

#[test]
fn an_explanation_means_something_shows_an_example_and_says_what_follows() {
    let example = |tongue: Tongue| match tongue {
        Tongue::English => "For example",
        Tongue::Korean => "예:",
        Tongue::Chinese => "例如",
        Tongue::Japanese => "例：",
        Tongue::German => "Zum Beispiel",
        Tongue::Spanish => "Por ejemplo",
        Tongue::French | Tongue::Portuguese | Tongue::Italian | Tongue::Russian => "",
    };
    for tongue in Bank::TONGUES {
        let bank = Bank::of(tongue);
        let is_explanation = |it: &TextKey| it.word().starts_with("explain.");
        let keys: Vec<TextKey> = TextKey::list().into_iter().filter(is_explanation).collect();
        assert_eq!(keys.len(), 6);
        for text in keys.into_iter().flat_map(|it| bank.list(it)) {
            let (_, after) = text.split_once(example(tongue)).unwrap();
            assert!(
                after.split(['.', '。']).filter(|it| it.chars().count() > 3).count() >= 2,
                "{text}"
            );
        }
    }
}

#[test]
fn every_class_has_words() {
    let lexicon = SenseLexicon::new();
    let samples = [
        (Class::Hedge, "maybe"),
        (Class::Evasion, "no idea"),
        (Class::Delegation, "you decide"),
        (Class::Affirmation, "yes"),
        (Class::Interrogative, "which"),
        (Class::Alternative, "or"),
        (Class::Negation, "never"),
        (Class::Exclusion, "without"),
        (Class::Bound, "at most"),
        (Class::Upper, "at most"),
        (Class::Lower, "at least"),
        (Class::Step, "clicks"),
        (Class::Observation, "verified"),
        (Class::Setting, "existing"),
        (Class::Reason, "because"),
        (Class::Revocation, "no longer"),
        (Class::Addition, "additionally"),
        (Class::Exclusive, "only"),
        (Class::Earlier, "earlier"),
        (Class::Both, "they are about different things"),
        (Class::Calendar, "october"),
        (Class::Removing, "remove"),
        (Class::Vague, "scalable"),
        (Class::Lead, "build"),
        (Class::Stop, "the"),
        (Class::Absent, "out of scope"),
        (Class::Keep, "as before"),
        (Class::Contrast, "but"),
        (Class::Ellipsis, "not"),
        (Class::Only, "only"),
        (Class::Turned, "replaced by"),
        (Class::Widening, "everything"),
        (Class::Beside, "besides"),
        (Class::More, "else"),
        (Class::Whole, "system"),
        (Class::Clause, "which"),
        (Class::Phrase, "during"),
        (Class::Modifier, "변환하는 도구"),
        (Class::Wish, "구현하고 싶다"),
        (Class::Article, "the"),
    ];
    let n_classes = Class::Article as usize + 1;
    assert_eq!(
        samples.map(|(class, _)| class as usize).to_vec(),
        (0..n_classes).collect::<Vec<_>>()
    );
    for (class, words) in samples {
        assert!(lexicon.has(class, &format!(" {words} ")), "{class:?}");
    }
}

#[test]
fn a_language_is_told_by_its_script_or_its_small_words() {
    let check =
        |text: &str, expected: Tongue| assert_eq!(Tongue::of_text(text), expected, "{text}");
    check("a bot that answers the phone", Tongue::English);
    check("전화를 받는 봇", Tongue::Korean);
    check("一个接电话的机器人", Tongue::Chinese);
    check("電話に出るボットを作りたい", Tongue::Japanese);
    check("ein Programm, das ans Telefon geht", Tongue::German);
    check("un programa que contesta el teléfono", Tongue::Spanish);
    check("CSV", Tongue::English);
    check("", Tongue::English);
    assert_eq!(Tongue::of_code("de-AT"), Some(Tongue::German));
    assert_eq!(Tongue::of_code("ru"), Some(Tongue::Russian));
    assert_eq!(Tongue::of_code("el"), None);
}
