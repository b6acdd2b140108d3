//! Whole interviews that nobody thinks in but the offline mind.

use super::table::{Talk, dimension_of, setup};
use crate::Tongue;
use crate::deep::{Limits, Need, NeedKind, Project, Setup};
use serde_json::json;

/// An idea of a language with a clear answer for every dimension.
struct Script {
    tongue: Tongue,
    idea: &'static str,
    goal: &'static str,
    constraints: &'static str,
    criteria: &'static str,
    context: &'static str,
}

const SCRIPTS: [Script; 6] = [
    Script {
        tongue: Tongue::English,
        idea: "A tool that imports bank statements and matches open invoices",
        goal: "When the clerk uploads a CSV from SAP and clicks Match, every statement line is shown beside its invoice, and unmatched lines are listed in a second table.",
        constraints: "Only EUR, at most 3 years back, without network access, never more than 200 MB of memory; no billing and no e-mail.",
        criteria: "The test file with 500 rows is matched within 5 seconds and at least 98% of the rows are right; the check fails below that.",
        context: "It extends the existing module `ledger/import.rs` behind the same API and replaces the table `payments_old`.",
    },
    Script {
        tongue: Tongue::Korean,
        idea: "은행 거래 내역 가져오기, 송장 대조하기",
        goal: "담당자가 SAP에서 받은 CSV를 업로드하고 대조를 클릭하면 모든 거래가 송장 옆에 표시되고, 맞지 않는 것은 두 번째 표에 표시된다.",
        constraints: "반드시 EUR만 다루고 최대 3년까지, 네트워크 없이, 메모리는 200 MB 이하로 쓴다. 결제와 메일은 제외한다.",
        criteria: "500개 행의 테스트 파일이 5초 이내에 대조되고 98% 이상이 맞으면 통과, 아니면 실패로 확인한다.",
        context: "기존 모듈 `ledger/import.rs` 파일을 같은 API 뒤에서 확장하고 `payments_old` 데이터베이스 표를 대체한다.",
    },
    Script {
        tongue: Tongue::Chinese,
        idea: "导入银行流水、核对发票",
        goal: "当会计上传SAP导出的CSV并点击核对后，每一笔流水显示在对应发票旁边，没有匹配的显示在第二张表里。",
        constraints: "只处理EUR，最多3年以内，必须离线运行，内存不超过200 MB；不需要付款功能，也不做邮件。",
        criteria: "500行的测试文件在5秒以内核对完成，至少98%的行正确才算验收通过，否则失败。",
        context: "它在同一个API后面扩展现有模块`ledger/import.rs`文件，并替换数据库表`payments_old`。",
    },
    Script {
        tongue: Tongue::Japanese,
        idea: "銀行明細の取り込み、請求書との照合をしたい",
        goal: "担当者がSAPのCSVをアップロードして照合をクリックしたとき、すべての明細が請求書の横に表示され、合わないものは二つ目の表に表示される。",
        constraints: "EURのみ、最大3年まで、必ずネットワークなしで動き、メモリは200 MB以下。決済は対象外、メールも除外する。",
        criteria: "500行のテストファイルが5秒以内に照合され、98%以上が一致すれば合格、それ未満は失敗と確認する。",
        context: "既存のモジュール`ledger/import.rs`ファイルを同じAPIの裏で広げ、データベースの`payments_old`を置き換える。",
    },
    Script {
        tongue: Tongue::German,
        idea: "Ein Programm, das Kontoauszüge einliest und offene Rechnungen abgleicht",
        goal: "Wenn die Buchhalterin eine CSV aus SAP hochlädt und auf Abgleichen klickt, wird jede Zeile neben ihrer Rechnung gezeigt und der Rest in einer zweiten Tabelle.",
        constraints: "Nur EUR, höchstens 3 Jahre zurück, ohne Netz, niemals mehr als 200 MB Speicher; keine Zahlungen und keine Mails.",
        criteria: "Die Testdatei mit 500 Zeilen wird innerhalb von 5 Sekunden abgeglichen und mindestens 98% der Zeilen stimmen; darunter scheitert die Prüfung.",
        context: "Es erweitert das bestehende Modul `ledger/import.rs` hinter derselben Schnittstelle und ersetzt die vorhandene Tabelle `payments_old`.",
    },
    Script {
        tongue: Tongue::Spanish,
        idea: "Una herramienta que importa extractos bancarios y concilia facturas pendientes",
        goal: "Cuando la contable sube un CSV de SAP y hace clic en Conciliar, se muestra cada línea junto a su factura y las demás en una segunda tabla.",
        constraints: "Solo EUR, hasta 3 años atrás, sin red, como máximo 200 MB de memoria; sin pagos y sin correo.",
        criteria: "El archivo de prueba con 500 filas se concilia en menos de 5 segundos y al menos 98% de las filas coinciden; por debajo la prueba falla.",
        context: "Amplía el módulo existente `ledger/import.rs` detrás de la misma interfaz y reemplaza la tabla `payments_old` de la base de datos.",
    },
];

impl Script {
    fn answer(&self, need: &Need) -> String {
        let answer = match dimension_of(need).as_str() {
            "constraints" => self.constraints,
            "criteria" => self.criteria,
            "context" => self.context,
            _ => self.goal,
        };
        answer.to_owned()
    }
}

#[test]
fn an_interview_goes_from_the_idea_to_the_end_in_every_language() {
    for script in &SCRIPTS {
        for project in [Project::Greenfield, Project::Brownfield] {
            let setup = Setup { project, ..setup(script.idea) };
            let talk = Talk::hold(&setup, &|need| script.answer(need));
            let interview = talk.interview();
            let n_rounds = interview.n_rounds();
            let spec = &talk.files["spec.md"];
            assert!(n_rounds < setup.limits.hard, "{:?}: {n_rounds}", script.tongue);
            assert!(spec.contains("PASSED"), "{spec}");
            assert_eq!(interview.mind_failures, 0);
            assert!(interview.facts.iter().all(|it| !it.disputed), "{:?}", script.tongue);
            assert!(interview.topology.components.len() == 2, "{:?}", script.tongue);
            assert!(talk.files["criteria.md"].contains("From: "), "{:?}", script.tongue);
            for round in &interview.rounds {
                let question = &round.question.as_ref().unwrap().text;
                assert_eq!(Tongue::of_text(question), script.tongue, "{question}");
            }
        }
    }
}

#[test]
fn the_same_answers_give_the_same_interview() {
    for script in &SCRIPTS {
        let hold = || Talk::hold(&setup(script.idea), &|need| script.answer(need));
        let (left, right) = (hold(), hold());
        assert_eq!(left.log, right.log);
        assert_eq!(left.files, right.files);
    }
}

#[test]
fn an_interview_of_nothing_but_evasions_ends_at_the_cap() {
    let setup = Setup { limits: Limits::with_hard(8), ..setup("a tool for invoices") };
    let talk = Talk::hold(&setup, &|_| "I don't know".to_owned());
    assert_eq!(talk.interview().n_rounds(), 8);
    assert!(talk.interview().ambiguity().as_u32() > 6000);
    assert!(talk.files["spec.md"].contains("# "));
}

#[test]
fn clear_answers_leave_less_open_than_vague_ones() {
    for script in &SCRIPTS {
        let setup = Setup { limits: Limits::with_hard(4), ..setup(script.idea) };
        let clear = Talk::hold(&setup, &|need| script.answer(need));
        let vague = Talk::hold(&setup, &|_| "Maybe something good, OK".to_owned());
        let left = |talk: &Talk| talk.interview().ambiguity().as_u32();
        let (clear_left, vague_left) = (left(&clear), left(&vague));
        assert!(clear_left + 1500 < vague_left, "{:?}: {clear_left} {vague_left}", script.tongue);
    }
}

#[test]
fn leaving_it_to_the_mind_is_an_assumption_that_the_user_confirms_or_is_asked_about() {
    let script = &SCRIPTS[0];
    let mut talk = Talk::asked(&setup(script.idea));
    let mut need = talk.think();
    talk.submit(&need.need_id, &json!({ "decide": true })).unwrap();
    need = talk.think();
    assert_eq!(need.kind, NeedKind::Ask);
    let round = talk.interview().round(1).unwrap();
    let auto = round.auto().unwrap();
    assert!(!auto.is_certain());
    assert_eq!(auto.text, "The smallest version that one person can use from start to end");
    talk.submit(&need.need_id, &json!({ "askBack": "what do you mean?" })).unwrap();
    let again = talk.think();
    assert_eq!(again.need_id, need.need_id);
    assert!(
        again.context["clarifications"][0]["explanation"]
            .as_str()
            .unwrap()
            .contains("The question is about")
    );
}

#[test]
fn a_correction_of_the_goal_is_in_the_next_sentence() {
    let script = &SCRIPTS[0];
    let mut talk = Talk::begin(&setup(script.idea));
    let mut corrected = false;
    loop {
        let need = talk.think();
        match need.kind {
            NeedKind::Done => break,
            NeedKind::Restate if !corrected => {
                corrected = true;
                let text = "Matching is done for the clerks in Graz before 9 o'clock";
                talk.submit(&need.need_id, &json!({ "choice": "adjust", "text": text })).unwrap();
            }
            NeedKind::Restate => {
                assert!(need.prompt.contains("clerks in Graz"), "{}", need.prompt);
                talk.reply(&need, "");
            }
            _ => {
                let answer = script.answer(&need);
                talk.reply(&need, &answer);
            }
        }
    }
    assert!(talk.files["spec.md"].contains("clerks in Graz"));
}

#[test]
fn questions_asked_together_are_scored_one_by_one() {
    let script = &SCRIPTS[0];
    let setup = Setup { batch: 2, ..setup(script.idea) };
    let talk = Talk::hold(&setup, &|need| script.answer(need));
    assert!(talk.files["spec.md"].contains("PASSED"));
}

#[test]
fn a_language_that_is_not_there_is_answered_in_english() {
    let mut talk = Talk::asked(&setup("Бот, который отвечает на звонки"));
    let need = talk.think();
    assert_eq!(
        Tongue::of_text(
            &talk.interview().rounds[0]
                .question
                .as_ref()
                .unwrap()
                .text
                .replace("Бот, который отвечает на звонки", "")
        ),
        Tongue::English
    );
    assert_eq!(need.kind, NeedKind::Ask);
}

#[test]
fn the_goal_is_what_the_user_said_about_it_first() {
    for script in &SCRIPTS {
        let talk = Talk::hold(&setup(script.idea), &|need| script.answer(need));
        let goal = talk.interview().ending.goal.clone().unwrap();
        let said = script.goal.trim_end_matches(['.', '。']);
        assert_eq!(goal, said, "{:?}", script.tongue);
    }
    let long = "Gardeners get a message before frost. ".repeat(9);
    let idea = format!("{long} Would that be useful?");
    let setup = Setup { limits: Limits::with_hard(3), ..setup(&idea) };
    let talk = Talk::hold(&setup, &|_| "I don't know".to_owned());
    assert_eq!(talk.interview().ending.goal.as_deref(), Some(long.trim()));
}

#[test]
fn a_correction_of_the_goal_is_taken_as_it_is() {
    let script = &SCRIPTS[0];
    let mut talk = Talk::begin(&setup(script.idea));
    let mut texts =
        vec!["The clerks in Graz are done by nine. No later!", "Done by 8; is that clear?"];
    let mut last = "";
    loop {
        let need = talk.think();
        match (need.kind, texts.is_empty()) {
            (NeedKind::Done, _) => break,
            (NeedKind::Restate, false) => {
                last = texts.remove(0);
                let content = json!({ "choice": "adjust", "text": last });
                talk.submit(&need.need_id, &content).unwrap();
            }
            (NeedKind::Restate, true) => {
                assert_eq!(talk.interview().ending.goal.as_deref(), Some(last));
                talk.reply(&need, "");
            }
            _ => {
                let answer = script.answer(&need);
                talk.reply(&need, &answer);
            }
        }
    }
    assert_eq!(talk.interview().ending.restated.as_deref(), Some(last));
}

#[test]
fn only_what_a_clause_leaves_out_is_out_of_scope() {
    let script = &SCRIPTS[0];
    let talk = Talk::hold(&setup(script.idea), &|need| match dimension_of(need).as_str() {
        "constraints" => "An invoice is added, changed or removed within 5 minutes by one clerk. \
             Invoices that are added, changed or removed are listed. No billing and no e-mail."
            .to_owned(),
        _ => script.answer(need),
    });
    let spec = talk.interview().ending.spec.clone().unwrap();
    let non_goals = spec.non_goals.join("\n");
    assert!(!non_goals.contains("removed"), "{non_goals}");
    assert!(non_goals.contains("No billing and no e-mail"), "{non_goals}");
}

/// What somebody said about a page for a washing machine, in the order of the questions.
const WASHING: [&str; 6] = [
    "A renter opens the page on the phone and sees whether the washing machine is free.",
    "It must run on one Raspberry Pi in the basement, cost at most 50 euros, store no names and keep data at most 7 days.",
    "Before: a sensor on the plug measures the power. After: the page shows free or busy.",
    "Nothing in the washing machine may be changed.",
    "The page covers one machine in one house. At most 1 SMS per renter and day.",
    "On a day with forecast 8 C none.",
];

#[test]
fn nothing_that_was_said_is_lost_or_disputed_without_need() {
    let mut talk = Talk::asked(&setup("a page that shows whether the washing machine is free"));
    for said in WASHING {
        talk.answer(said);
    }
    let facts = &talk.interview().facts;
    assert!(facts.iter().all(|it| !it.disputed && !it.is_superseded()), "{facts:?}");
    for sentence in WASHING.iter().flat_map(|it| it.split(". ")) {
        let sentence = sentence.trim_end_matches('.');
        assert!(facts.iter().any(|it| it.statement == sentence), "{sentence}: {facts:?}");
    }
}
