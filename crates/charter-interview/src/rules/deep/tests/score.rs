//! Scores follow what can be seen in an answer.

use super::table::{Talk, setup};
use crate::deep::{
    Cause, Clarity, Confidence, Dimension, Fact, Fulfilment, Mark, MindNeed, Need, PanelFinding,
    Persona, Project, TriggerKind, TriggerStatus, ambiguity, overall,
};
use crate::rules::DeepMind;
use serde_json::json;
use std::collections::BTreeMap;

const IDEA: &str = "match bank statements against open invoices";

/// One answer to the first question in each language: clear, and the same in a vague way.
const PAIRS: [(&str, &str, &str); 6] = [
    (
        "match bank statements against open invoices",
        "The clerk uploads a CSV from SAP, clicks Match, and within 5 seconds sees every invoice with its payment; unmatched ones are listed below.",
        "Maybe it should be easy and fast.",
    ),
    (
        "은행 거래 내역을 미수 송장과 대조하기",
        "담당자가 SAP에서 받은 CSV를 업로드하고 대조를 누르면 5초 이내에 송장마다 입금이 표시되고, 맞지 않는 것은 아래에 나온다.",
        "아마 쉽고 빠르면 좋겠어요.",
    ),
    (
        "把银行流水与未付发票核对",
        "会计上传SAP导出的CSV，点击核对，5秒以内每张发票旁边显示付款，没有匹配的列在下面。",
        "也许简单快速就好。",
    ),
    (
        "銀行明細を未払いの請求書と照合したい",
        "担当者がSAPのCSVをアップロードし、照合をクリックすると、5秒以内に請求書ごとの入金が表示され、合わないものは下に並ぶ。",
        "たぶん簡単で速いほうがいいと思います。",
    ),
    (
        "Kontoauszüge mit den offenen Rechnungen abgleichen und anzeigen",
        "Die Buchhalterin lädt eine CSV aus SAP hoch, klickt auf Abgleichen und sieht innerhalb von 5 Sekunden jede Rechnung mit ihrer Zahlung; der Rest steht darunter.",
        "Vielleicht einfach und schnell.",
    ),
    (
        "conciliar los extractos del banco con las facturas pendientes",
        "La contable sube un CSV de SAP, pulsa Conciliar y en menos de 5 segundos ve cada factura con su pago; las que no coinciden aparecen debajo.",
        "Quizás algo fácil y rápido.",
    ),
];

/// Gives the need to score the first answer to an idea.
fn first_need(idea: &str) -> MindNeed {
    let mut talk = Talk::asked(&setup(idea));
    talk.answer("OK");
    talk.mind_need("r1-score-1")
}

/// Puts another answer in the place of the one that a need is about.
fn say(need: &mut MindNeed, answer: &str) {
    let round = need.brief.round.as_mut().unwrap();
    answer.clone_into(&mut round.answer.as_mut().unwrap().text);
}

/// Gives the clarity of every component as the mind scores it.
fn scores(mind: &DeepMind, need: &MindNeed) -> BTreeMap<String, Clarity> {
    let Fulfilment::Scored(sheet) = mind.fulfil(need).unwrap() else { panic!("{need:?}") };
    let clarity = |marks: BTreeMap<Dimension, Mark>| -> Clarity {
        marks.into_iter().map(|(dimension, mark)| (dimension, mark.score)).collect()
    };
    sheet.components.into_iter().map(|(id, marks)| (id, clarity(marks))).collect()
}

/// Gives the ambiguity after an answer.
fn after(mind: &DeepMind, need: &MindNeed, answer: &str) -> u32 {
    let mut need = need.clone();
    say(&mut need, answer);
    let clarities: Vec<Clarity> = scores(mind, &need).into_values().collect();
    let all = overall(Project::Greenfield, &clarities.iter().collect::<Vec<_>>());
    ambiguity(Project::Greenfield, &all).as_u32()
}

#[test]
fn a_clear_answer_leaves_less_open_than_a_vague_one() {
    for (idea, clear, vague) in PAIRS {
        let (mind, need) = (DeepMind::new(), first_need(idea));
        let (clear_left, vague_left) = (after(&mind, &need, clear), after(&mind, &need, vague));
        assert!(clear_left + 1000 < vague_left, "{idea}: {clear_left} {vague_left}");
    }
}

#[test]
fn a_hedge_never_lowers_the_ambiguity() {
    let hedges = [
        "maybe",
        "perhaps",
        "I think",
        "kind of",
        "not sure",
        "아마",
        "也许",
        "たぶん",
        "vielleicht",
        "quizás",
    ];
    let mind = DeepMind::new();
    for (idea, clear, vague) in PAIRS {
        let need = first_need(idea);
        for answer in [clear, vague, "Postgres", "yes", "CSV, only on Linux"] {
            let plain = after(&mind, &need, answer);
            for hedge in hedges {
                for hedged in [
                    format!("{answer}, {hedge}"),
                    format!("{hedge} {answer}"),
                    format!("{hedge}, {answer}"),
                ] {
                    assert!(after(&mind, &need, &hedged) >= plain, "{hedged}: {plain}");
                }
            }
        }
    }
}

#[test]
fn a_measured_bound_never_raises_the_ambiguity() {
    let bounds = [
        "at most 200 ms",
        "within 3 days",
        "최대 200ms",
        "不超过200毫秒",
        "最大200ミリ秒",
        "höchstens 2 Sekunden",
        "como máximo 2 segundos",
    ];
    let mind = DeepMind::new();
    for (idea, clear, vague) in PAIRS {
        let need = first_need(idea);
        for answer in [clear, vague, "Postgres", "CSV, only on Linux", "I don't know"] {
            let plain = after(&mind, &need, answer);
            for bound in bounds {
                let bounded = after(&mind, &need, &format!("{answer}, {bound}"));
                assert!(bounded <= plain, "{answer}, {bound}: {bounded} {plain}");
            }
        }
    }
}

#[test]
fn a_score_says_which_words_it_rests_on() {
    let mut talk = Talk::asked(&setup(IDEA));
    talk.answer("The clerk clicks Match and sees it within 5 seconds, maybe.");
    let (_, sheet) = talk.log.iter().find(|(id, _)| id == "r1-score-1").unwrap();
    let marks = sheet["components"].as_object().unwrap().values().next().unwrap();
    insta::assert_snapshot!(marks["goal"]["justification"].as_str().unwrap(), @"“5 seconds” (a measure), “within” (a bound), “Match” (a name), “clicks” (a step or a condition), “match” (something that can be observed), 5 telling words, “maybe” (a hedge)");
    insta::assert_snapshot!(marks["criteria"]["justification"].as_str().unwrap(), @"“5 seconds” (a measure), “within” (a bound), “Match” (a name), “clicks” (a step or a condition), “match” (something that can be observed)");
    insta::assert_snapshot!(marks["goal"]["gap"].as_str().unwrap(), @"“maybe” leaves it open.");
}

#[test]
fn an_evasive_answer_is_a_trigger_and_asks_smaller() {
    let mut talk = Talk::asked(&setup(IDEA));
    talk.answer("The clerk uploads a CSV and sees every invoice with its payment.");
    let before = talk.interview().reported().as_u32();
    let left = talk.answer("no idea");
    assert!(left > before, "{before} {left}");
    let round = talk.interview().last_scored().unwrap();
    let trigger = &round.scoring.as_ref().unwrap().triggers[0];
    assert_eq!((trigger.kind, trigger.status), (TriggerKind::Evasion, TriggerStatus::Active));
    let need = talk.think();
    assert!(matches!(talk.interview().rounds.last().unwrap().target.cause, Cause::Trigger { .. }));
    assert_eq!(need.options.len(), 3, "{}", need.prompt);
}

#[test]
fn a_contradiction_is_asked_about_and_the_answer_settles_it() {
    let settled = |choice: serde_json::Value| {
        let mut talk = Talk::asked(&setup(IDEA));
        talk.answer("The clerk uploads a CSV. Matching answers within 5 seconds.");
        talk.answer("Matching answers after 10 minutes.");
        let facts = &talk.interview().facts;
        let disputed: Vec<&str> =
            facts.iter().filter(|it| it.disputed).map(|it| it.statement.as_str()).collect();
        assert_eq!(disputed, ["Matching answers within 5 seconds"]);
        let mut need = talk.think();
        for _ in 0..6 {
            if need.prompt.contains("Matching answers within 5 seconds") {
                break;
            }
            talk.reply(&need, "Nothing but invoices in EUR from SAP, at most 3 years old.");
            need = talk.think();
        }
        assert_eq!(need.options.len(), 2, "{}", need.prompt);
        talk.submit(&need.need_id, &choice).unwrap();
        talk.think();
        let interview = talk.interview();
        assert!(interview.facts.iter().all(|it| !it.is_open_dispute()));
        interview.facts.iter().find(|it| it.statement.ends_with("5 seconds")).unwrap().clone()
    };
    let kept = settled(json!({ "options": [1] }));
    assert!(!kept.disputed && kept.superseded_by.is_none());
    let replaced = settled(json!({ "options": [2] }));
    assert!(replaced.is_superseded());
}

#[test]
fn an_answer_that_settles_nothing_leaves_the_dispute_open() {
    for evasion in ["no idea", "?"] {
        let mut talk = Talk::asked(&setup(IDEA));
        talk.answer("The clerk uploads a CSV. Matching answers within 5 seconds.");
        talk.answer("Matching answers after 10 minutes.");
        let mut need = talk.think();
        for _ in 0..6 {
            if need.prompt.contains("Matching answers within 5 seconds") {
                break;
            }
            talk.reply(&need, "Nothing but invoices in EUR from SAP, at most 3 years old.");
            need = talk.think();
        }
        talk.reply(&need, evasion);
        talk.think();
        assert!(talk.interview().facts.iter().any(Fact::is_open_dispute), "{evasion}");
    }
}

#[test]
fn a_changed_answer_supersedes_what_rested_on_it() {
    let mut talk = Talk::asked(&setup(IDEA));
    talk.answer("The clerk uploads a CSV from SAP.");
    talk.submit("r1-ask", &json!({ "answer": "The robot fetches an MT940 file at night." }))
        .unwrap();
    talk.think();
    let facts = &talk.interview().facts;
    assert_eq!(facts[0].superseded_by.as_deref(), Some("F2"));
    assert_eq!(facts[1].statement, "The robot fetches an MT940 file at night");
    assert_eq!(facts[1].dimension, Some(Dimension::Goal));
}

#[test]
fn things_stay_named() {
    let mut talk = Talk::asked(&setup(IDEA));
    talk.answer("The clerk uploads a CSV from `SAP-Export` (date, amount, payer).");
    talk.answer("Only EUR, never more than 3 years back.");
    let snapshot = talk.interview().snapshots.last().unwrap();
    let export = snapshot.entities.iter().find(|it| it.name == "SAP-Export").unwrap();
    assert_eq!(export.r#type, "name");
    assert!(snapshot.removed.is_empty());
    assert!(snapshot.stability.is_some());
}

/// Gets to the question about a dispute over the time that matching takes.
fn disputed() -> (Talk, Need) {
    let mut talk = Talk::asked(&setup(IDEA));
    talk.answer("The clerk uploads a CSV. Matching answers within 5 seconds.");
    talk.answer("Matching answers after 10 minutes.");
    let mut need = talk.think();
    for _ in 0..6 {
        if need.prompt.contains("Matching answers within 5 seconds") {
            break;
        }
        talk.reply(&need, "Nothing but invoices in EUR from SAP, at most 3 years old.");
        need = talk.think();
    }
    (talk, need)
}

fn standing(talk: &Talk) -> Vec<&str> {
    let facts = talk.interview().facts.iter();
    facts.filter(|it| !it.disputed && !it.is_superseded()).map(|it| it.statement.as_str()).collect()
}

#[test]
fn a_statement_that_contradicts_is_kept_as_well() {
    let mut talk = Talk::asked(&setup(IDEA));
    talk.answer("The clerk uploads a CSV. Matching answers within 5 seconds.");
    talk.answer(
        "It must run on one Raspberry Pi, store no names. Matching answers after 10 minutes.",
    );
    let all: Vec<&str> = talk.interview().facts.iter().map(|it| it.statement.as_str()).collect();
    assert!(all.contains(&"It must run on one Raspberry Pi, store no names"), "{all:?}");
    assert!(all.contains(&"Matching answers after 10 minutes"), "{all:?}");
    assert!(talk.interview().facts.iter().any(Fact::is_open_dispute));
}

#[test]
fn that_both_hold_settles_a_dispute_and_is_no_fact() {
    for answer in ["Both hold, they are about different things", "both", "Beides gilt"] {
        let (mut talk, need) = disputed();
        talk.reply(&need, answer);
        talk.think();
        let standing = standing(&talk);
        assert!(standing.contains(&"Matching answers within 5 seconds"), "{standing:?}");
        assert!(standing.contains(&"Matching answers after 10 minutes"), "{standing:?}");
        assert!(!standing.iter().any(|it| it.to_lowercase().contains("bo")), "{standing:?}");
    }
}

#[test]
fn one_side_of_a_dispute_is_left_whoever_chooses() {
    let (slow, fast) = ("Matching answers after 10 minutes", "Matching answers within 5 seconds");
    for (answer, kept, gone) in [
        (json!({ "answer": "you decide" }), slow, fast),
        (json!({ "options": [2] }), slow, fast),
        (json!({ "options": [1] }), fast, slow),
        (
            json!({ "answer": "Matching answers after 7 minutes" }),
            "Matching answers after 7 minutes",
            slow,
        ),
    ] {
        let (mut talk, need) = disputed();
        talk.submit(&need.need_id, &answer).unwrap();
        talk.think();
        let standing = standing(&talk);
        assert!(standing.contains(&kept), "{answer}: {standing:?}");
        assert!(!standing.contains(&gone), "{answer}: {standing:?}");
        assert!(!talk.interview().facts.iter().any(Fact::is_open_dispute), "{answer}");
    }
}

#[test]
fn everything_that_an_answer_says_is_kept() {
    let mut talk = Talk::asked(&setup(IDEA));
    let said: Vec<String> = (0..45).map(|it| format!("Column c{it} holds the amount")).collect();
    talk.answer(&said.join("\n"));
    let facts = &talk.interview().facts;
    assert_eq!(facts.len(), 40);
    for sentence in &said {
        assert!(facts.iter().any(|it| it.statement.contains(sentence)), "{sentence}");
    }
}

#[test]
fn a_round_that_is_scored_again_does_not_go_on_from_its_own_scores() {
    let said = "The clerk uploads a CSV from SAP and sees every invoice.";
    let mut talk = Talk::asked(&setup(IDEA));
    talk.answer(said);
    talk.submit("r1-ask", &json!({ "answer": format!("{said} It is sent.") })).unwrap();
    talk.think();
    let (first, mut again) = (talk.mind_need("r1-score-1"), talk.mind_need("r1-score-2"));
    say(&mut again, said);
    let mind = DeepMind::new();
    let asked =
        |need: &MindNeed| scores(&mind, need).into_values().next().unwrap()[&Dimension::Goal];
    again.brief.round.as_mut().unwrap().clarity_before = Some(BTreeMap::new());
    assert_eq!(scores(&mind, &again), scores(&mind, &first));
    again.brief.round.as_mut().unwrap().clarity_before = None;
    assert!(asked(&again) <= asked(&first));
}

#[test]
fn a_chosen_option_names_nothing_and_is_asked_about() {
    let mut talk = Talk::asked(&setup(IDEA));
    talk.answer("no idea");
    let need = talk.think();
    assert_eq!(need.options.len(), 3, "{}", need.prompt);
    let chosen = "The smallest version that one person can use from start to end";
    talk.submit(&need.need_id, &json!({ "options": [1] })).unwrap();
    let mut next = talk.think();
    assert!(talk.interview().facts.is_empty(), "{:?}", talk.interview().facts);
    for _ in 0..4 {
        if next.prompt.contains("names none yet") {
            break;
        }
        talk.reply(&next, "The clerk checks 20 invoices from SAP within 5 minutes.");
        next = talk.think();
    }
    assert!(next.prompt.contains("names none yet"), "{}", next.prompt);
    assert!(!talk.interview().facts.iter().any(|it| it.statement == chosen));
}

#[test]
fn options_are_about_what_is_asked() {
    let mut talk = Talk::asked(&setup(IDEA));
    talk.answer("The clerk uploads a CSV from SAP and sees every invoice.");
    let is_draft = |it: &&(MindNeed, Fulfilment)| it.0.need_id.ends_with("-draft");
    let mut need = talk.needs.iter().rev().find(is_draft).unwrap().0.clone();
    need.brief.target.as_mut().unwrap().dimension = Dimension::Constraints;
    let finding = |persona: Persona, option: &str| PanelFinding {
        persona,
        finding: "It may be too large.".to_owned(),
        rationale: vec!["So it seems.".to_owned()],
        options: vec![option.to_owned()],
        confidence: Confidence::Low,
    };
    need.brief.findings = Some(vec![
        finding(Persona::Simplifier, "One measured number with a limit"),
        finding(Persona::Contrarian, "Only EUR"),
    ]);
    match DeepMind::new().fulfil(&need).unwrap() {
        Fulfilment::QuestionDrafted(drafted) => assert_eq!(drafted.options, ["Only EUR"]),
        other => panic!("{other:?}"),
    }
}

#[test]
fn leaving_a_dispute_to_the_mind_takes_the_later_side() {
    let (mut talk, need) = disputed();
    talk.submit(&need.need_id, &json!({ "decide": true })).unwrap();
    talk.think();
    let auto = talk.interview().rounds.iter().rev().find_map(|it| it.auto()).unwrap();
    assert_eq!(auto.text, "Matching answers after 10 minutes");
    let n_same = standing(&talk).iter().filter(|it| **it == auto.text).count();
    assert_eq!(n_same, 1);
}

#[test]
fn defaults_are_neither_repeated_nor_facts() {
    let mut talk = Talk::asked(&setup(IDEA));
    for _ in 0..3 {
        let need = talk.think();
        talk.submit(&need.need_id, &json!({ "decide": true })).unwrap();
    }
    talk.think();
    let texts: Vec<&str> = talk
        .interview()
        .rounds
        .iter()
        .filter_map(|it| it.auto())
        .map(|it| it.text.as_str())
        .collect();
    let distinct: std::collections::BTreeSet<&&str> = texts.iter().collect();
    assert_eq!((texts.len(), distinct.len()), (3, 3), "{texts:?}");
    assert!(talk.interview().facts.is_empty());
}

#[test]
fn a_month_is_no_thing() {
    let mut talk = Talk::asked(&setup(IDEA));
    talk.answer("The clerk in Graz starts in October, on a Monday.");
    let snapshot = talk.interview().snapshots.last().unwrap();
    let names: Vec<&str> = snapshot.entities.iter().map(|it| it.name.as_str()).collect();
    assert!(names.contains(&"Graz"), "{names:?}");
    assert!(!names.contains(&"October") && !names.contains(&"Monday"), "{names:?}");
}
