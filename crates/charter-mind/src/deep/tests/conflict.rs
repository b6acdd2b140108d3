//! What does not fit together.

use super::super::conflict::{Relation, Statement};
use super::super::lexicon::Lexicon;

#[derive(Debug, Clone, Copy, PartialEq)]
enum Said {
    Fits,
    Contradicts,
    Expands,
}

fn check(fact: &str, question: &str, answer: &str, expected: Said) {
    let statement = Statement { text: fact, evidence: "" };
    let said = match Lexicon::new().relate(statement, question, answer) {
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
