//! What a sentence is: a statement of what must hold, or something that only stands beside one.
//!
//! Owns how exclusions, pains, failures, questions and remarks are told. Where it is not clear, a sentence is a
//! statement: a person drops it with one key, and what was lost nobody sees. Must not know where a
//! sentence stands.

use super::lexicon::{DraftLexicon, Wording, is_wide};
use charter_kernel::markdown::words::shorten;

/// A remark of more words says something of its own.
const REMARK_WORDS_MAX: usize = 7;
const REMARK_WIDE_MAX: usize = 12;

/// The longest part before a comma that can be a remark.
const LEAD_CHARS_MAX: usize = 32;

/// What a sentence says besides a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SentenceSense {
    /// What must hold, without a remark that leads to it.
    Statement(String),
    /// What is not part of the work, without the word that says so.
    Excluded(String),
    Question,
    Remark,
    /// What hurts today.
    Pain,
}

/// Tells what a sentence is; of a scope also a bare `no …` excludes.
pub(super) fn sense(lexicon: &DraftLexicon, sentence: &str, is_scope: bool) -> SentenceSense {
    let bare = bare(sentence);
    if sentence.trim_end().ends_with(['?', '？']) || bare.ends_with(['?', '？']) {
        return SentenceSense::Question;
    }
    let Some(said) = without_remark(lexicon, bare) else { return SentenceSense::Remark };
    let wording = Wording::of(&said);
    if excludes(lexicon, &wording, is_scope) {
        return SentenceSense::Excluded(without_no(&said));
    }
    if hurts(lexicon, &wording) {
        return SentenceSense::Pain;
    }
    SentenceSense::Statement(said)
}

/// Tells whether a statement says what would be a failure: shown, it would be the opposite of done.
pub(super) fn tells_failure(lexicon: &DraftLexicon, statement: &str) -> bool {
    let wording = Wording::of(statement);
    if lexicon.failure_frame.is_in(&wording) {
        return true;
    }
    let clause = main_clause(lexicon, statement);
    lexicon.failure.is_in(&clause) && !is_negated(lexicon, &clause)
}

/// Gives the words of the clause that states something: what stands before a subordinate one, or behind the
/// comma of one at the beginning.
fn main_clause(lexicon: &DraftLexicon, statement: &str) -> Wording {
    let wording = Wording::of(statement);
    if !lexicon.subordinator.begins(&wording) {
        return wording.before(&lexicon.subordinator);
    }
    match statement.split_once([',', '，', '、']) {
        Some((_, main)) => Wording::of(main),
        None => wording,
    }
}

fn is_negated(lexicon: &DraftLexicon, clause: &Wording) -> bool {
    lexicon.negation.is_in(clause)
}

/// Tells whether a sentence takes something out of scope. A limit (`no more than 5`) does not.
pub(super) fn excludes(lexicon: &DraftLexicon, wording: &Wording, is_scope: bool) -> bool {
    if lexicon.excluding.is_in(wording) {
        return true;
    }
    if lexicon.limit.is_in(wording) || lexicon.failure.is_in(wording) {
        return false;
    }
    if lexicon.leaving.is_in(wording) && lexicon.release.is_in(wording) {
        return true;
    }
    let last = wording.words().last().unwrap_or_default();
    let is_wide = last.chars().any(is_wide);
    is_scope
        && (lexicon.bare.begins(wording) && !is_wide
            || lexicon.bare.is(&Wording::of(last))
            || lexicon.leaving.is_in(wording) && is_wide)
}

/// Takes the `no` off what is left out: it stands under a heading that says so.
fn without_no(said: &str) -> String {
    const NO: [&str; 16] = [
        "no", "kein", "keine", "keinen", "ohne", "without", "sin", "sem", "sans", "senza", "без",
        "aucun", "aucune", "nessun", "nessuna", "nenhum",
    ];
    let Some((first, rest)) = said.split_once(' ') else { return said.to_owned() };
    let is_no = NO.contains(&first.to_lowercase().as_str());
    if is_no && rest.chars().count() > 2 { rest.trim().to_owned() } else { said.to_owned() }
}

/// Tells whether a sentence says what hurts today: a complaint, time that is lost, a burden of now.
fn hurts(lexicon: &DraftLexicon, wording: &Wording) -> bool {
    let loses_time = lexicon.loss.is_in(wording)
        && lexicon.time.is_in(wording)
        && wording.words().any(has_number_word);
    let is_burden = lexicon.now.is_in(wording) && lexicon.burden.is_in(wording);
    let complains = lexicon.pain.is_in(wording);
    (loses_time || is_burden || complains) && !is_negated(lexicon, &wording.without(&lexicon.pain))
}

/// Tells whether a word holds a number, in figures or as a small word.
fn has_number_word(word: &str) -> bool {
    word.chars().any(char::is_numeric) || DraftLexicon::shipped().number.holds(word)
}

/// Takes a remark off the beginning of a sentence; none where it is nothing else.
fn without_remark(lexicon: &DraftLexicon, said: &str) -> Option<String> {
    let wording = Wording::of(said);
    let lead = said
        .split_once([',', '，', '、', ':', '：'])
        .filter(|(lead, _)| lead.chars().count() <= LEAD_CHARS_MAX);
    if let Some((lead, rest)) = lead {
        let lead_words = Wording::of(lead);
        if lexicon.remark.is_in(&lead_words) && is_short(&lead_words) {
            return without_remark(lexicon, bare(rest));
        }
    }
    if wording.is_empty() || lexicon.remark.is_in(&wording) && is_short(&wording) {
        return None;
    }
    let first = said.split_once([' ', ',']);
    Some(match first {
        Some((first, rest))
            if lexicon.lead.is(&Wording::of(first)) && rest.trim().chars().count() > 3 =>
        {
            bare(rest).to_owned()
        }
        Some(_) | None => said.to_owned(),
    })
}

fn is_short(wording: &Wording) -> bool {
    let n_wide = wording.words().flat_map(str::chars).filter(|it| is_wide(*it)).count();
    wording.words().count() <= REMARK_WORDS_MAX && n_wide <= REMARK_WIDE_MAX
}

/// Gives a statement without the sign at its end and blanks around it.
fn bare(text: &str) -> &str {
    let text = text.trim().trim_end_matches(['.', ';', ',', '。', '；', '，', '!', '！', ' ']);
    let is_option = |it: &str| {
        let name = it.trim_start_matches('-');
        name.len() < it.len() && name.starts_with(|it: char| it.is_ascii_alphanumeric())
    };
    // An option of a command keeps its dashes: `--dry-run`.
    let rest = text.trim_start_matches([',', '，', ' ', '–', '—']);
    if is_option(rest) {
        rest
    } else {
        rest.trim_start_matches([',', '，', ' ', '-', '–', '—'])
    }
}

/// Gives a line of what was dropped, short enough to be shown.
pub(super) fn excerpt(text: &str) -> String {
    const CHARS_MAX: usize = 160;
    shorten(text, CHARS_MAX)
}
