//! Components from ideas of all shapes.

use super::table::{Talk, setup};

fn check(idea: &str, expected: &[&str]) {
    let mut talk = Talk::begin(&setup(idea));
    talk.think();
    let names: Vec<String> =
        talk.interview().topology.components.iter().map(|it| it.name.clone()).collect();
    assert_eq!(names, expected, "{idea}");
}

#[test]
fn a_row_of_things_gives_one_component_each() {
    check(
        "ingest CSV, normalise, review UI, export",
        &["ingest CSV", "normalise", "review UI", "export"],
    );
    check(
        "I want a tool that ingests CSV files, normalises them, shows a review UI and exports a report",
        &["ingests CSV files", "normalises them", "review UI", "exports a report"],
    );
    check(
        "Build a bot that answers the phone and a dashboard for the owner",
        &["bot", "dashboard for the owner"],
    );
}

#[test]
fn a_list_gives_one_component_each_item() {
    check(
        "A shop:\n- Catalogue: all products\n- Basket\n- Payment by card",
        &["Catalogue", "Basket", "Payment by card"],
    );
    check("1. login\n2. search\n3. export", &["login", "search", "export"]);
}

#[test]
fn more_than_six_are_put_together() {
    check(
        "log in, search, filter, sort, export, print, share",
        &["log in", "search", "filter", "sort", "export", "print and share"],
    );
}

#[test]
fn praise_and_exclusions_are_no_components() {
    check("a fast and simple todo app", &["todo app"]);
    check(
        "import bank statements, match invoices, no billing",
        &["import bank statements", "match invoices"],
    );
}

#[test]
fn names_are_short_and_name_a_thing() {
    check("a bot that warns me when the river rises", &["bot"]);
    check(
        "a bot that warns me when the river rises, a page for neighbours",
        &["bot", "page for neighbours"],
    );
    check(
        "an app for shift plans, the reminders that go out before a shift, a page where the owner sees gaps",
        &["shift plans", "reminders", "page"],
    );
    check(
        "Fix the upload dialog in the admin area, refine the very long list of open orders per region, add tests",
        &["upload dialog", "long list", "tests"],
    );
    check("강에 물이 불어나면 알려 주는 작은 웹 서비스를 만들고 싶다", &["작은 웹 서비스"]);
    check("'공유 주방 예약 시스템'을 구현하고 싶다", &["공유 주방 예약 시스템"]);
    check("川の水位を知らせるアプリを作りたい", &["川の水位を知らせるアプリ"]);
    let many = "- upload of bank files\n- matching of open invoices\n- letters\n- roles\n- search\n- an archive for ten years\n- a log of every change\n- statistics";
    check(
        many,
        &[
            "upload of bank files",
            "matching of open invoices",
            "letters",
            "roles",
            "search",
            "statistics and more",
        ],
    );
}

#[test]
fn other_languages_have_rows_too() {
    check(
        "CSV 가져오기, 정규화, 검토 화면, 내보내기",
        &["CSV 가져오기", "정규화", "검토 화면", "내보내기"],
    );
    check("导入CSV、标准化、审核界面和导出", &["导入CSV", "标准化", "审核界面", "导出"]);
    check(
        "CSVの取り込み、正規化、確認画面、書き出し",
        &["CSVの取り込み", "正規化", "確認画面", "書き出し"],
    );
    check(
        "CSV einlesen, normalisieren, prüfen und exportieren",
        &["CSV einlesen", "normalisieren", "prüfen", "exportieren"],
    );
    check(
        "importar CSV, normalizar, revisar y exportar",
        &["importar CSV", "normalizar", "revisar", "exportar"],
    );
}

#[test]
fn there_is_always_one() {
    check("x", &["x"]);
    check("???", &["Untitled"]);
    check("Nurses copy vital signs by hand", &["Nurses copy vital signs"]);
}

#[test]
fn a_correction_in_words_is_taken_up() {
    let corrected = |text: &str| -> Vec<String> {
        let mut talk = Talk::begin(&setup("import bank statements, match invoices, print letters"));
        let need = talk.think();
        talk.submit(&need.need_id, &serde_json::json!({ "text": text })).unwrap();
        talk.think();
        talk.interview().topology.components.iter().map(|it| it.name.clone()).collect()
    };
    assert_eq!(corrected("remove the letters"), ["import bank statements", "match invoices"]);
    assert_eq!(corrected("import, match, archive"), ["import", "match", "archive"]);
    assert_eq!(
        corrected("add reminders"),
        ["import bank statements", "match invoices", "print letters", "reminders"]
    );
    for words in ["no", "ok", "I don't know", "hmm, really?", "blargh"] {
        let names = ["import bank statements", "match invoices", "print letters"];
        assert_eq!(corrected(words), names, "{words}");
    }
}

#[test]
fn an_idea_that_is_too_long_is_summarised() {
    let idea =
        format!("Match invoices. {}\n\nPrint letters too.", "And so on and on. ".repeat(600));
    let mut talk = Talk::begin(&setup(&idea));
    talk.think();
    assert_eq!(talk.interview().idea(), "Match invoices\nPrint letters too");
}
