//! Answers that answer nothing.
//!
//! Owns the words of somebody who does not know yet, or who asks back. Must not know what was asked.

/// What somebody says who does not know, as the whole of an answer, between commas.
const PHRASES: &str = "i don't know, i dont know, i do not know, don't know, dont know, dunno, idk, \
    i have no idea, i've no idea, no idea, no clue, i have no clue, not sure, i'm not sure, \
    i am not sure, unsure, hard to say, can't say, i can't say, i cannot say, no answer, no opinion, \
    i have no opinion, undecided, not decided, tbd, to be decided, to be determined, skip, pass, \
    whatever, i don't care, \
    ich weiß nicht, ich weiss nicht, ich weiß es nicht, ich weiss es nicht, weiß nicht, weiss nicht, \
    weiß ich nicht, weiss ich nicht, keine ahnung, ich habe keine ahnung, unklar, noch offen, \
    schwer zu sagen, mal sehen, egal, \
    no sé, no se, no lo sé, no lo se, ni idea, no tengo ni idea, no tengo idea, no estoy seguro, \
    no estoy segura, ya veremos, difícil decir, da igual, \
    모르겠어요, 모르겠습니다, 잘 모르겠어요, 잘 모르겠습니다, 모르겠다, 모르겠음, 몰라, 몰라요, 글쎄요, 미정, \
    不知道, 我不知道, 不清楚, 我不清楚, 不确定, 我不确定, 没想好, 还没想好, 待定, 随便, \
    わからない, 分からない, わかりません, 分かりません, 未定, 決めていない, まだ決めていない, \
    まだわからない, まだ分からない, まだわかりません, まだ分かりません, 还不知道, 还不清楚, \
    je ne sais pas, je sais pas, aucune idée, não sei, не знаю, понятия не имею";

/// Words that change nothing about it, at either end of an answer.
const FILLERS: &str = "sorry yet really honestly frankly well hmm hm um uh oh still now currently \
    exactly maybe actually leider noch derzeit ehrlich gesagt wirklich genau todavía aún realmente \
    아직 还 まだ encore ainda пока";

/// How a question begins that asks about the question.
const BACK: &str = "why do you ask, why are you asking, why ask, what do you mean, what did you mean, \
    what does that mean, what does this mean, what is that supposed, how do you mean, \
    can you explain, could you explain, please explain, i don't understand the question, \
    i do not understand the question, warum fragst du, warum fragen sie, wieso fragst du, \
    was meinst du, was meinen sie, was heißt das, was bedeutet das, wie meinst du, wie meinen sie, \
    por qué preguntas, por qué me preguntas, qué quieres decir, qué significa eso, \
    pourquoi demandes, que veux tu dire, que voulez vous dire";

/// The same in scripts without spaces, wherever it stands.
const BACK_INSIDE: [&str; 6] =
    ["什么意思", "为什么问", "무슨 뜻", "왜 물어", "どういう意味", "なぜ聞"];

/// The most words of a question back; a longer text says something beside.
const BACK_WORDS_MAX: usize = 25;

/// The most words of an answer that answers nothing.
const WORDS_MAX: usize = 10;

/// Tells whether an answer asks about the question.
#[must_use]
pub fn asks_back(answer: &str) -> bool {
    let text = answer.to_lowercase().replace('’', "'");
    let is_part = |it: char| it.is_alphanumeric() || it == '\'';
    let words: Vec<&str> = text.split(|it| !is_part(it)).filter(|it| !it.is_empty()).collect();
    let said = format!("{} ", words.join(" "));
    let begins = BACK.split(',').any(|it| said.starts_with(&format!("{} ", it.trim())));
    let holds = BACK_INSIDE.iter().any(|it| text.contains(it));
    words.len() <= BACK_WORDS_MAX && (begins || holds)
}

/// Tells whether an answer says only that there is none yet.
pub(super) fn is_evasive(answer: &str) -> bool {
    let text = answer.to_lowercase().replace('’', "'");
    let is_part = |it: char| it.is_alphanumeric() || it == '\'';
    let mut words: Vec<&str> = text.split(|it| !is_part(it)).filter(|it| !it.is_empty()).collect();
    let is_filler = |word: &str| FILLERS.split_whitespace().any(|it| it == word);
    let is_listed = |words: &[&str]| {
        let said = words.join(" ");
        PHRASES.split(',').any(|it| it.trim() == said)
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
