//! What does not fit together.

use super::super::conflict::{Relation, Statement};
use super::super::lexicon::SenseLexicon;

#[derive(Debug, Clone, Copy, PartialEq)]
enum Said {
    Fits,
    Contradicts,
    Expands,
}

fn check(fact: &str, question: &str, answer: &str, expected: Said) {
    let statement = Statement { text: fact, evidence: "" };
    let said = match SenseLexicon::new().relate(statement, question, answer) {
        Relation::Fits => Said::Fits,
        Relation::Contradicts(_) => Said::Contradicts,
        Relation::Expands(_) => Said::Expands,
    };
    assert_eq!(said, expected, "{fact} / {answer}");
}

#[test]
fn another_number_for_the_same_thing_contradicts() {
    check("A search answers within 200 ms", "", "A search may take 2 seconds.", Said::Contradicts);
    check(
        "We keep records for 30 days",
        "How long are records kept?",
        "90 days",
        Said::Contradicts,
    );
    check("검색은 200ms 이내에 응답한다", "", "검색은 2초까지 걸려도 된다", Said::Contradicts);
    check(
        "Die Suche dauert höchstens 2 Sekunden",
        "",
        "Die Suche darf 10 Sekunden dauern",
        Said::Contradicts,
    );
    check(
        "La búsqueda tarda como máximo 2 segundos",
        "",
        "La búsqueda puede tardar 10 segundos",
        Said::Contradicts,
    );
}

#[test]
fn the_same_number_or_one_within_the_bound_fits() {
    check("A search answers within 2 seconds", "", "A search takes 2000 ms at most.", Said::Fits);
    check("A search answers within 200 ms", "", "A search takes 150 ms.", Said::Fits);
    check("A search answers within 200 ms", "", "An export takes 3 files.", Said::Fits);
}

#[test]
fn what_was_wanted_and_is_left_out_contradicts() {
    check(
        "The report is exported as PDF",
        "",
        "We don't need the PDF export after all.",
        Said::Contradicts,
    );
    check("登录使用微信", "", "不需要微信登录了", Said::Contradicts);
    check("ログインはメールで行う", "", "メールでのログインは不要です", Said::Contradicts);
}

#[test]
fn something_else_fits() {
    check("The report is exported as PDF", "", "Colours follow the brand.", Said::Fits);
    check("No login is needed", "", "No accounts and no login.", Said::Fits);
    check("The data stays on the device", "", "It stays on the device, encrypted.", Said::Fits);
}

#[test]
fn something_new_beside_it_expands() {
    check("The tool is a web page", "", "Additionally a Telegram bot for drivers.", Said::Expands);
    check("도구는 웹 페이지다", "", "추가로 텔레그램 봇 알림 지원", Said::Expands);
}

#[test]
fn what_only_shares_a_word_fits() {
    let pairs = [
        ("At most 1 SMS per gardener and day", "On a day with forecast 8 C none."),
        ("On a day with forecast 8 C none", "At most 1 SMS per gardener and day."),
        (
            "A renter opens the page and sees whether the machine is free",
            "Before: a sensor on the plug measures the power. After: the page shows free.",
        ),
        (
            "Before: a sensor on the plug measures the power",
            "A renter opens the page and sees it within 5 seconds.",
        ),
        (
            "Nothing in the washing machine may be changed",
            "The page covers one machine in one house.",
        ),
        (
            "The page covers one machine in one house",
            "Nothing in the washing machine may be changed.",
        ),
        ("The page loads within 2 seconds", "The sensor measures every 30 seconds, not the page."),
        ("The list holds at most 20 rows", "The list covers 3 pages."),
        (
            "Data is kept at most 7 days",
            "It must run on one Raspberry Pi, store no names and cost at most 50 euros.",
        ),
        ("At least 3 days of data are kept", "Data is kept at most 7 days."),
    ];
    for (fact, answer) in pairs {
        check(fact, "", answer, Said::Fits);
    }
}

/// That both hold, in each language.
const BOTH: [&str; 8] = [
    "Both hold, they are about different things",
    "both",
    "Both hold.",
    "Beides gilt, es geht um verschiedene Dinge",
    "Ambas valen, son cosas distintas",
    "둘 다 맞아요, 서로 다른 것입니다",
    "两者都成立，说的是不同的事",
    "どちらも正しいです。別のことです",
];

#[test]
fn that_both_hold_contradicts_nothing() {
    let lexicon = SenseLexicon::new();
    for answer in BOTH {
        assert!(lexicon.holds_both(answer), "{answer}");
        for fact in ["Nothing but these two things may hold", "The things differ by 5 days"] {
            let statement = Statement { text: fact, evidence: "" };
            let said = lexicon.relate(statement, "", answer);
            assert!(!matches!(said, Relation::Contradicts(_)), "{fact} / {answer}");
        }
    }
    for answer in ["Both are wrong", "Both gardeners get an SMS", "양쪽", "different"] {
        assert!(!lexicon.holds_both(answer), "{answer}");
    }
}

fn said(row: &serde_json::Value) -> &'static str {
    let text = |key: &str| row.get(key).and_then(serde_json::Value::as_str).unwrap_or_default();
    let statement = Statement { text: text("fact"), evidence: "" };
    match SenseLexicon::new().relate(statement, text("later_question"), text("later_answer")) {
        Relation::Fits => "consistent",
        Relation::Contradicts(_) => "contradict",
        Relation::Expands(_) => "expand",
    }
}

/// The pairs were written before the rules; the figures are what the rules make of them.
#[test]
fn pairs_of_many_fields_are_read_mostly_right_and_never_accused_wrongly() {
    let rows = include_str!("pairs.jsonl").lines();
    let rows: Vec<serde_json::Value> = rows.map(|it| serde_json::from_str(it).unwrap()).collect();
    let n_of = |label: &str, judged: &str| {
        rows.iter().filter(|it| it["label"] == label && said(it) == judged).count()
    };
    let accused = n_of("expand", "contradict") + n_of("consistent", "contradict");
    assert_eq!((n_of("contradict", "contradict"), accused), (19, 0), "of 20");
    let added = n_of("contradict", "expand") + n_of("consistent", "expand");
    assert_eq!((n_of("expand", "expand"), added), (7, 0), "of 7");
}
