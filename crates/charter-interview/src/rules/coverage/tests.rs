//! What the shipped mind says about sentences of ours, and what it says about anything at all.

use super::mind::OfflineMind;
use super::model::{Model, SHIPPED};
use super::{TextReading, TopicLexicon, split};
use charter_contract::Topic;
use charter_contract::mind::{Cover, Judgement, Mind};

/// Odd inputs that must not make a mind stumble.
const ODD: &[&str] = &[
    "\0",
    "\u{feff}# \r\n\r",
    "```\nnever closed",
    "~~~",
    "~~struck",
    "~~a~~~~b~~",
    "[x](y",
    "| | |\n|---|\n| é |",
    "1.1.1.1.",
    "e.g. . . .",
    "……。。。！？",
    "- \n- \n*",
    "***",
    "'''’’’",
    "👩‍👩‍👧‍👦 100%",
    "İstanbul'da ǅ ﬁ ß",
    "<!-- never closed",
    "a\u{300}\u{301}\u{302}",
    "১২৩ ४५६",
    "#######",
    "99999999999999999999%",
];

fn judge(text: &str) -> Vec<Judgement> {
    OfflineMind::new().judge(text)
}

/// Checks that a text is judged to be about some topics, and is not covered in any other.
#[track_caller]
fn check(text: &str, about: &[Topic]) {
    for judgement in judge(text) {
        let is_about = about.contains(&judgement.topic);
        let fits = match judgement.cover {
            Cover::Covered => is_about,
            Cover::Unclear => true,
            Cover::Missing => !is_about,
        };
        assert!(fits, "{judgement:?}");
    }
}

/// Checks that a text is covered in a topic, with the sentence that decides.
#[track_caller]
fn check_quote(text: &str, topic: Topic, quote: &str) {
    let judgements = judge(text);
    let judgement = judgements.iter().find(|it| it.topic == topic).unwrap();
    assert_eq!(judgement.cover, Cover::Covered, "{judgement:?}");
    assert_eq!(judgement.quote.as_deref(), Some(quote));
}

#[test]
fn a_pain_and_its_bearers_are_seen_in_english() {
    check(
        "Our nurses waste an hour every shift because handover notes are scattered over three \
         tools and often get lost.",
        &[Topic::Problem, Topic::Users],
    );
    check("The importer is slow and crashes on large files.", &[Topic::Problem]);
}

#[test]
fn a_named_group_is_seen() {
    check("For choir conductors and their singers.", &[Topic::Users]);
    check("- Beekeepers\n- Hobby gardeners\n- Farmers", &[Topic::Users]);
}

#[test]
fn a_benefit_is_seen() {
    check(
        "Volunteers plan a whole season in minutes and share it with one click, so that \
         everyone knows when they are on duty.",
        &[Topic::Users, Topic::ValueProp],
    );
    check("Unlike other tools it works faster and needs no account.", &[Topic::ValueProp]);
}

#[test]
fn a_boundary_and_a_list_of_work_are_seen() {
    check("The first version only reads files; syncing will not be part of it.", &[Topic::Scope]);
    check("- Add a login page\n- Export to CSV\n- Send reminders by e-mail", &[Topic::Scope]);
    check("Out of scope for v1: payments, mobile apps, translations.", &[Topic::Scope]);
}

#[test]
fn a_target_is_seen() {
    check("Success means that 80% of imports finish within 5 seconds.", &[Topic::Success]);
    check("Acceptance criteria: at least 95% accuracy, p95 latency < 200 ms.", &[Topic::Success]);
}

#[test]
fn other_languages_are_seen() {
    check("목표는 3개월 안에 재방문율 40% 이상을 달성하는 것이다.", &[Topic::Success]);
    check(
        "학생들은 과제 일정이 여러 곳에 흩어져 있어 자주 놓친다.",
        &[Topic::Problem, Topic::Users],
    );
    check("店主每天手动对账，既麻烦又容易出错。", &[Topic::Problem]);
    check("第一版只做查询，不做支付，也不支持多语言。", &[Topic::Scope]);
    check("Die erste Version kann nur lesen; Schreiben kommt später.", &[Topic::Scope]);
    check(
        "Los profesores pierden mucho tiempo porque los datos están dispersos.",
        &[Topic::Problem, Topic::Users],
    );
    check("薬剤師は在庫確認に手間がかかり、ミスも多い。", &[Topic::Problem, Topic::Users]);
}

#[test]
fn words_of_a_topic_without_content_cover_nothing() {
    check("Clarify the scope and intent of the dashboard work.", &[]);
    check("Its consequences should be measurable.", &[]);
    check("The ticket is created successfully and appears on the page.", &[]);
    check("I want a calendar app.", &[]);
    check("See the other document for the requirements.", &[]);
    check("Users can open the app.", &[]);
}

#[test]
fn nothing_is_missing_everywhere() {
    let empty = [
        "",
        "  \n\n ",
        "# Problem\n## Users",
        "TBD",
        "_TBD_",
        "[your answer]",
        "~~only old~~",
        "---",
        "42",
    ];
    for text in empty {
        for judgement in judge(text) {
            assert_eq!(judgement.cover, Cover::Missing, "{text:?}");
            assert_eq!((judgement.quote, judgement.confidence), (None, 0), "{text:?}");
        }
    }
}

#[test]
fn code_and_struck_out_text_do_not_count() {
    check("```\nstudents lose hours, 80% success rate\n```", &[]);
    check("Open the file. ~~Students lose many hours every week.~~", &[]);
}

#[test]
fn the_deciding_sentence_is_quoted() {
    check_quote(
        "We met on Monday. Teachers struggle because marks are scattered and often get lost. \
         The room was cold.",
        Topic::Problem,
        "Teachers struggle because marks are scattered and often get lost.",
    );
    check_quote(
        "Notes:\n- Out of scope: billing is excluded from v1.\n- We like tea.",
        Topic::Scope,
        "Out of scope: billing is excluded from v1.",
    );
}

#[test]
fn sentences_end_where_a_reader_would_end_them() {
    let text =
        "It costs 3.5 EUR, e.g. for tea. 很慢。真的！\n- [ ] one\n2) two\n**Bold** goes on\nhere";
    let found: Vec<&str> = split(text).iter().map(|it| it.text).collect();
    insta::assert_snapshot!(found.join("\n--\n"), @r"
    It costs 3.5 EUR, e.g. for tea.
    --
    很慢。
    --
    真的！
    --
    [ ] one
    --
    two
    **Bold** goes on
    here
    ");
}

#[test]
fn a_reason_names_what_weighed_most() {
    let judgements = judge("Teachers struggle because marks are scattered.");
    assert!(judgements[0].reason.contains("a pain"), "{judgements:?}");
    assert!(judgements[1].reason.contains("a named group of people"), "{judgements:?}");
}

#[test]
fn any_text_gets_five_judgements_and_quotes_are_slices_of_it() {
    let mind = OfflineMind::new();
    let long = "Students lose hours. ".repeat(2_000);
    let odd: Vec<String> = ODD.iter().map(|text| (*text).to_owned()).chain([long]).collect();
    for first in &odd {
        for second in &odd {
            let text = format!("{}{second}", first.chars().take(60).collect::<String>());
            let judgements = mind.judge(&text);
            let topics: Vec<Topic> = judgements.iter().map(|it| it.topic).collect();
            assert_eq!(topics, Topic::ALL);
            for judgement in &judgements {
                assert!(judgement.confidence <= 10_000);
                assert!(judgement.quote.as_ref().is_none_or(|quote| text.contains(quote)));
            }
        }
    }
}

#[test]
fn the_same_text_is_judged_the_same() {
    let text = "Bakers waste flour every day. We only cover orders in v1, with 90% accuracy.";
    assert_eq!(judge(text), judge(text));
}

#[test]
fn the_shipped_words_and_weights_can_be_read() {
    let lexicon = TopicLexicon::parse(SHIPPED).unwrap();
    let model = Model::parse(SHIPPED).unwrap();
    assert!(lexicon.classes().len() > 20);
    assert!(model.weights.len() > 1_000);
    assert!(model.cuts.iter().all(|cuts| cuts.low <= cuts.even && cuts.even <= cuts.high));
    let words = |name: &String| name.split_once(':').map_or(0, |(_, gram)| gram.split(' ').count());
    assert!(model.weights.keys().all(|name| words(name) <= 3));
}

#[test]
fn what_speaks_for_other_topics_speaks_against_scope() {
    let text = "charter-coverage 1\nweights\nclass:a\t0 0 0 900 0\nclass:b\t2000 -800 0 0 400\n";
    let model = Model::parse(text).unwrap();
    let score = |features: &[&str]| {
        let whole = features.iter().map(|it| (*it).to_owned()).collect();
        model.score(&TextReading { sentences: Vec::new(), whole })
    };
    assert_eq!(score(&["class:a"]), [0, 0, 0, 900, 0]);
    assert_eq!(score(&["class:a", "class:b"]), [2000, -800, 0, 300, 400]);
}

#[test]
fn a_broken_line_of_the_data_is_named() {
    let line = |text: &str| OfflineMind::with_weights(text).map(|_| ()).unwrap_err().line;
    assert_eq!(line("charter-coverage 9\nweights\n"), 1);
    assert_eq!(line("charter-coverage 1\nnonsense\nweights\n"), 2);
    assert_eq!(line("charter-coverage 1\nweights\nword:a\t1 2\n"), 3);
}
