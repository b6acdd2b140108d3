//! What people say to a list of proposed parts, in six languages.

use super::{PartsEdit, read_edit as read};

fn texts(words: &[&str]) -> Vec<String> {
    words.iter().map(|it| (*it).to_owned()).collect()
}

#[test]
fn agreement_confirms_in_six_languages() {
    for words in [
        "yes",
        "ok",
        "OK.",
        "looks right",
        "Looks good, thanks!",
        "Yes, that's right",
        "ja",
        "passt so",
        "sí",
        "está bien",
        "네",
        "맞습니다.",
        "是的",
        "没问题",
        "はい",
        "大丈夫です。",
    ] {
        assert_eq!(read(words), PartsEdit::Confirm, "{words}");
    }
}

#[test]
fn denial_doubt_and_questions_name_no_part() {
    for words in [
        "no",
        "No!",
        "nein",
        "아니요",
        "不对",
        "いいえ",
        "I don't know",
        "weiß nicht",
        "no sé",
        "What is a part?",
        "remove what?",
        "no, that is wrong",
    ] {
        assert_eq!(read(words), PartsEdit::Deny, "{words}");
    }
    for words in ["hmm", "the reminder thing", "blargh", "Members first", "remove", "merge 1"] {
        assert_eq!(read(words), PartsEdit::Unclear, "{words}");
    }
}

#[test]
fn parts_are_removed_merged_and_renamed_by_number_or_name() {
    for words in [
        "remove 3",
        "Remove part 3.",
        "yes, but remove 3",
        "lösche Teil 3",
        "elimina la parte 3",
        "3번 삭제",
        "删除第3部分",
        "3を削除",
    ] {
        assert_eq!(read(words), PartsEdit::Remove(texts(&["3"])), "{words}");
    }
    assert_eq!(read("remove the shopping list"), PartsEdit::Remove(texts(&["shopping list"])));
    assert_eq!(read("drop 1, 2 and 4"), PartsEdit::Remove(texts(&["1", "2", "4"])));
    for words in [
        "merge 1 and 2",
        "merge parts 1 & 2",
        "verbinde 1 und 2",
        "une 1 y 2",
        "1과 2 합쳐줘",
        "合并1和2",
        "1と2を統合",
    ] {
        let parts = texts(&["1", "2"]);
        assert_eq!(read(words), PartsEdit::Merge { parts, name: None }, "{words}");
    }
    let (parts, name) = (texts(&["1", "2"]), Some("Claims".to_owned()));
    assert_eq!(read("merge 1 and 2 into Claims"), PartsEdit::Merge { parts, name });
    for words in ["rename 2 to Mail", "Rename part 2 to \"Mail\"", "renombra 2 como Mail"] {
        let (part, name) = ("2".to_owned(), "Mail".to_owned());
        assert_eq!(read(words), PartsEdit::Rename { part, name }, "{words}");
    }
}

#[test]
fn what_is_added_is_described_by_the_words_behind_add() {
    let words = "add a reminder part that mails everybody two days before, and a shopping list";
    let PartsEdit::Add(drafts) = read(words) else { panic!("nothing is added") };
    let names: Vec<&str> = drafts.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["reminder part", "shopping list"]);
    assert!(drafts.iter().all(|it| !it.description.contains("add ")), "{drafts:?}");
    let PartsEdit::Add(drafts) = read("add reminders") else { panic!("nothing is added") };
    assert_eq!((drafts[0].name.as_str(), drafts[0].description.as_str()), ("reminders", ""));
}
