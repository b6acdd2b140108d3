//! What people say and what is drafted from it, as a table in ten languages.

use super::*;
use crate::Topic;

const TABLE: &str = include_str!("tests/statements.txt");

/// Shows what came of statements, a line each.
fn shown(said: &str, topic: Option<Topic>) -> Vec<String> {
    let statement = DraftStatement { text: said.to_owned(), topic, ..DraftStatement::default() };
    let drafted = draft(&[statement]);
    let sign = |it: &CriterionDraft| match it.mark {
        None => '+',
        Some(CriterionMark::Measure { .. }) => '?',
        Some(CriterionMark::Reword(_)) => '!',
    };
    let criteria = drafted.criteria.iter().map(|it| format!("{} {}", sign(it), it.statement));
    let wont = drafted.wont.iter().map(|it| format!("- {}", it.text));
    let dropped = drafted.dropped.iter().map(|it| format!("x {}", it.why.word()));
    let mut lines: Vec<String> = criteria.chain(wont).chain(dropped).collect();
    lines.sort();
    lines
}

#[test]
fn statements_in_ten_languages_are_drafted_as_a_reader_would() {
    let mut wrong = Vec::new();
    let mut n = 0;
    for case in TABLE.split("\n\n").skip(1) {
        let (said, expected) = case.split_once('\n').unwrap();
        let said = said.strip_prefix("> ").unwrap();
        let (topic, said) = match said.split_once("] ") {
            Some(("[scope", rest)) => (Some(Topic::Scope), rest),
            Some(("[success", rest)) => (Some(Topic::Success), rest),
            _ => (None, said),
        };
        let mut expected: Vec<String> = expected.trim().lines().map(str::to_owned).collect();
        expected.sort();
        let found = shown(&said.replace("\\n", "\n"), topic);
        n += 1;
        if found != expected {
            wrong.push(format!("> {said}\n  expected {expected:?}\n  found    {found:?}"));
        }
    }
    assert!(n > 100, "only {n} cases");
    assert!(wrong.is_empty(), "{} of {n} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

fn one(said: &str) -> CriterionDraft {
    let statement = DraftStatement { text: said.to_owned(), ..DraftStatement::default() };
    draft(&[statement]).criteria.swap_remove(0)
}

#[test]
fn an_id_comes_from_what_a_criterion_is_about() {
    let check = |said: &str, expected: &str| {
        assert_eq!(one(said).subject.as_deref().unwrap_or("-"), expected, "{said}");
    };
    check("Users can export the list", "EXPORT");
    check("The app exports CSV", "EXPORT");
    check("When offline, entries are kept", "OFFLINE");
    check("The page loads in 2 s", "PAGE");
    check("A wrong password returns 401", "PASSWORD");
    check("Nutzer können Mahnungen verschicken", "MAHNUNGEN");
    check("Die Übersicht zeigt 50 Zeilen", "UEBERSICHT");
    check("El usuario puede descargar la factura", "DOWNLOAD");
    check("Пользователи могут экспортировать список", "EXPORT");
    check("Список обновляется за 2 с", "SPISOK");
    check("用户可以导出CSV", "EXPORT");
    check("사용자는 목록을 CSV로 내보낼 수 있다", "EXPORT");
    check("利用者はCSVを出力できる", "EXPORT");
    check("Nobody loses an entry when the network is down", "ENTRY");
    check("Slower than 500 ms", "-");
    check("It is easy", "-");
}

#[test]
fn what_must_only_keep_working_is_drafted_as_that() {
    let kept = [
        "Old readings still open",
        "Die Suche funktioniert weiterhin",
        "La búsqueda sigue funcionando",
        "La recherche fonctionne toujours comme avant",
        "A busca funciona como antes",
        "La ricerca funziona come prima",
        "Поиск работает по-прежнему",
        "搜索仍然可用",
        "検索は引き続き使える",
        "검색은 여전히 동작한다",
    ];
    for said in kept {
        assert!(one(said).lines().contains(&"Kind: regression".to_owned()), "{said}");
    }
    for said in
        ["A reading can be entered offline", "Die Suche findet Namen", "검색은 이름을 찾는다"]
    {
        assert!(!one(said).keeps, "{said}");
    }
}

#[test]
fn the_same_statement_from_two_answers_is_one_criterion() {
    let said = |text: &str, from: &str| DraftStatement {
        text: text.to_owned(),
        from: vec![from.to_owned()],
        ..DraftStatement::default()
    };
    let drafted =
        draft(&[said("The list loads in 2 s.", "Q2"), said("the list loads in 2 s", "Q4")]);
    assert_eq!(drafted.criteria.len(), 1);
    assert_eq!(drafted.criteria[0].from, ["Q2", "Q4"]);
    assert_eq!(drafted.dropped[0].why, DropReason::Repeated);
}

#[test]
fn other_words_for_a_failure_take_its_mark_away() {
    let failing = one("Search takes longer than 2 s");
    assert!(
        matches!(&failing.mark, Some(CriterionMark::Reword(it)) if it.failure == "Search takes longer than 2 s")
    );
    assert!(failing.lines().iter().any(|it| it.starts_with("Reword: _TBD_ (")), "{failing:?}");
    let told = failing.clone().reworded("Search answers within 2 s");
    assert_eq!((told.mark.as_ref(), told.subject.as_ref()), (None, failing.subject.as_ref()));
    assert!(matches!(failing.reworded("Search is fast").mark, Some(CriterionMark::Measure { .. })));
}

/// What a reader would look for: a figure, a word in quotes, a verb, or a word such as `never`.
#[test]
fn every_drafted_criterion_has_something_to_observe_or_is_marked() {
    let subjects = ["The page", "Die Suche", "La lista", "Поиск", "画面", "목록은", "界面", "It"];
    let praise = [
        "is fast",
        "ist einfach",
        "es sencilla",
        "удобен",
        "は簡単",
        "편리하다",
        "很好用",
        "is nice and modern",
    ];
    let counts = [
        "shows 3 rows",
        "reagiert in 2 s",
        "muestra 5 filas",
        "за 2 с",
        "は3秒",
        "3초",
        "3秒",
        "exports `a.csv`",
    ];
    let noise = ["", "really ", "hopefully ", "wirklich "];
    let mut n = 0;
    for subject in subjects {
        for lead in noise {
            for (told, is_marked) in
                praise.iter().map(|it| (it, true)).chain(counts.iter().map(|it| (it, false)))
            {
                let said = format!("{lead}{subject} {told}");
                for drafted in
                    draft(&[DraftStatement { text: said.clone(), ..DraftStatement::default() }])
                        .criteria
                {
                    let lines = drafted.lines().join("\n");
                    assert_eq!(lines.contains("_TBD_"), is_marked, "{said}: {lines}");
                    n += 1;
                }
            }
        }
    }
    assert!(n > 300, "{n}");
}

#[test]
fn what_is_left_out_goes_to_the_scope() {
    let wont = [WontLine { text: "billing".to_owned(), from: Vec::new() }];
    let check = |before: &str, after: &str| {
        let source = charter_kernel::markdown::Source::new(before.as_bytes().to_vec());
        let edited = add_wont(&source, &wont).unwrap();
        assert_eq!(edited.text(), after);
        assert!(add_wont(&edited, &wont).is_none(), "twice changes nothing");
    };
    check(
        "# C\n\n## Scope\n\n### Will\n\n### Won't\n\n## Success Criteria\n\nx\n",
        "# C\n\n## Scope\n\n### Will\n\n### Won't\n\n- billing\n\n## Success Criteria\n\nx\n",
    );
    check(
        "# C\n\n## Scope\n\n### Won't\n\n- mails\n\n### Open\n\n- x\n",
        "# C\n\n## Scope\n\n### Won't\n\n- mails\n- billing\n\n### Open\n\n- x\n",
    );
    check(
        "# C\n\n## Scope\n\nEntry only.\n",
        "# C\n\n## Scope\n\nEntry only.\n\n### Won't\n\n- billing\n",
    );
    check("# C\n", "# C\n\n## Scope Guardrails\n\n### Won't\n\n- billing\n");
}

#[test]
fn a_scope_is_parted_word_for_word_or_left_whole() {
    let parts = |text: &str| {
        let parts = part_scope(text)?;
        let shown = |it: &ScopePart| format!("{} {}", if it.is_out { '-' } else { '+' }, it.text);
        Some(parts.iter().map(shown).collect::<Vec<_>>())
    };
    let said = "- vital signs\n- no billing\nNot in v1:\n- reports";
    assert_eq!(parts(said).unwrap(), ["+ vital signs", "- no billing", "- reports"]);
    assert_eq!(parts("제외: 청구는 하지 않는다.").unwrap(), ["- 제외: 청구는 하지 않는다."]);
    let said = "Version one has vital signs only; billing is not part of it.";
    let shown = ["+ Version one has vital signs only;", "- billing is not part of it."];
    assert_eq!(parts(said).unwrap(), shown);
    assert_eq!(parts("Vital signs. What about billing?"), None);
}

#[test]
fn nine_of_ten_headings_of_exclusion_are_known_in_ten_languages() {
    const HEADINGS: &str = include_str!("tests/headings.txt");
    let of =
        |name| crate::wordlist::lines(HEADINGS).filter(move |it| it.name == name).map(|it| it.text);
    let bare = |it: &'static str| it.trim_start_matches(['#', ' ']);
    let missed: Vec<&str> = of("out").filter(|it| !is_exclusion_heading(bare(it))).collect();
    let n = of("out").count();
    assert!(n > 100 && missed.len() * 10 <= n, "{} of {n} are missed: {missed:#?}", missed.len());
    let wrong: Vec<&str> = of("in").filter(|it| is_exclusion_heading(bare(it))).collect();
    assert_eq!(wrong, Vec::<&str>::new());
}

#[test]
fn a_title_may_begin_with_dashes_of_its_own() {
    let title = |heading: &str| {
        let text = format!("### VAL-A{heading}\n").into_bytes();
        let (doc, _) =
            crate::document::CriteriaDoc::parse(charter_kernel::markdown::Source::new(text));
        doc.criteria().first().map(|it| it.title.clone()).unwrap_or_default()
    };
    assert_eq!(title(" — --dry-run prints"), "--dry-run prints");
    for heading in
        [" -- it holds", ": it holds", " – it holds", " it holds", " --- it holds", ". — it holds"]
    {
        assert_eq!(title(heading), "it holds", "{heading}");
    }
}

#[test]
fn one_sentence_is_told_without_drafting() {
    let check = |text: &str, expected| assert_eq!(telling(text), expected, "{text}");
    check("Payments are out of scope.", SentenceTelling::LeftOut);
    check("Die Abrechnung ist nicht geplant.", SentenceTelling::LeftOut);
    check("The nurses waste an hour every night.", SentenceTelling::Pain);
    check("担当者は毎回の転記に困っています。", SentenceTelling::Pain);
    check("The list is sorted by ward.", SentenceTelling::Neither);
    check("Is the list sorted?", SentenceTelling::Neither);
}
