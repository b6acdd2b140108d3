//! Answers that answer nothing.
//!
//! Owns when an answer says only that there is none yet, or asks back. Must not know what was asked.

use super::list::{entries, has, phrases};

/// The most words of a question back; a longer text says something beside.
const BACK_WORDS_MAX: usize = 25;

/// The most words of an answer that answers nothing.
const WORDS_MAX: usize = 10;

/// Tells whether an answer asks about the question.
#[must_use]
pub fn asks_back(answer: &str) -> bool {
    let text = plain(answer);
    let words = words_of(&text);
    words.len() <= BACK_WORDS_MAX
        && (begins_with_one_of(answer, "asks-back")
            || phrases("asks-back-inside").any(|it| text.contains(it)))
}

/// Tells whether a text begins with words of a list.
pub(super) fn begins_with_one_of(text: &str, name: &str) -> bool {
    let text = plain(text);
    let said = format!("{}_", words_of(&text).join("_"));
    let begins = |it: &str| said.strip_prefix(it).is_some_and(|rest| rest.starts_with('_'));
    entries(name).any(begins)
}

fn plain(answer: &str) -> String {
    answer.to_lowercase().replace('’', "'")
}

fn words_of(text: &str) -> Vec<&str> {
    let is_part = |it: char| it.is_alphanumeric() || it == '\'';
    text.split(|it| !is_part(it)).filter(|it| !it.is_empty()).collect()
}

/// Tells whether a text says only that there is nothing to say yet.
pub(crate) fn is_evasive(text: &str) -> bool {
    says_only(text, &["brief"])
}

/// Tells whether an answer does, or is small talk.
pub(super) fn is_talk(answer: &str) -> bool {
    says_only(answer, &["brief", "chat"])
}

fn says_only(answer: &str, names: &[&'static str]) -> bool {
    let text = plain(answer);
    let mut words = words_of(&text);
    let is_filler = |word: &str| has("filler", word);
    let is_listed = |words: &[&str]| {
        let said = words.join("_");
        names.iter().any(|name| has(name, &said))
    };
    if words.len() > WORDS_MAX {
        return false;
    }
    while !words.is_empty() {
        if is_listed(&words) {
            return true;
        }
        if words.last().is_some_and(|it| is_filler(it)) {
            words.pop();
        } else if words.first().is_some_and(|it| is_filler(it)) {
            words.remove(0);
        } else {
            // Somebody may say it twice: "No idea. I don't know."
            let halves = 1..words.len();
            return halves.into_iter().any(|at| {
                let (before, behind) = words.split_at(at);
                is_listed(before) && is_listed(behind)
            });
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(answer: &str, expected: bool) {
        assert_eq!(is_evasive(answer), expected, "{answer}");
    }

    #[test]
    fn who_does_not_know_answers_nothing_in_six_languages() {
        for answer in [
            "I don't know",
            "I don’t know yet, sorry.",
            "  Hmm, no idea!  ",
            "No idea. I don't know.",
            "Ich weiß es nicht, leider",
            "keine Ahnung",
            "No lo sé todavía",
            "잘 모르겠습니다.",
            "不知道。",
            "まだ分かりません",
            "TBD",
        ] {
            check(answer, true);
        }
    }

    #[test]
    fn an_answer_with_something_in_it_is_one() {
        for answer in [
            "",
            "no",
            "Nurses don't know which bed is free",
            "I don't know the number, but under five minutes",
            "Not sure, perhaps 40 minutes",
            "skip the billing part",
            "nicht mehr als fünf Minuten",
        ] {
            check(answer, false);
        }
    }

    #[test]
    fn a_question_about_the_question_asks_back() {
        for answer in [
            "why do you ask me this again?",
            "What do you mean by “weekly”?",
            "Was meinst du mit Teil?",
            "这是什么意思？",
        ] {
            assert!(asks_back(answer), "{answer}");
        }
        for answer in ["Nurses ask why do you ask?", "What the nurse means counts.", "why not"] {
            assert!(!asks_back(answer), "{answer}");
        }
    }
}
