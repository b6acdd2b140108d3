//! From what was said to what must be shown.
//!
//! Owns the step: which passages become criteria, which are left out of the work, which are dropped. Every word of
//! what is drafted comes from the user. Must not know how criteria are written down.

use super::conjunction::split;
use super::criterion::CriterionDraft;
use super::lexicon::DraftLexicon;
use super::passage::{DraftPassage, PassageKind, passages};
use super::place::{PassagePlace, Phases, heading_place};
use super::register::plain;
use super::sense::{SentenceSense, excerpt, sense};
use crate::Topic;
use std::collections::BTreeMap;

/// The longest text that one statement is read from.
const TEXT_BYTES_MAX: usize = 256 * 1024;

/// Fewer letters say nothing; one sign of a wide script says as much as two letters.
const LETTERS_MIN: usize = 3;

/// What somebody said: a sentence, a list, or a whole answer with headings.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DraftStatement {
    /// The words, as they were said.
    pub text: String,
    /// Where they come from: `Q3`, `R8`, `P1` or a file.
    pub from: Vec<String>,
    /// What they were an answer about. Of a scope, a bare `no …` is left out of the work.
    pub topic: Option<Topic>,
    /// A word for what they are about, where the caller knows better than the words.
    pub subject: Option<String>,
    /// What their criteria belong to.
    pub milestone: Option<String>,
}

/// What came of statements.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Drafted {
    pub criteria: Vec<CriterionDraft>,
    /// What is not part of the work.
    pub wont: Vec<WontLine>,
    pub dropped: Vec<DroppedLine>,
}

/// Something that is not part of the work, for `### Won't` of charter.md.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WontLine {
    pub text: String,
    pub from: Vec<String>,
}

/// Something that was said and is no criterion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DroppedLine {
    /// Its first words.
    pub text: String,
    pub why: DropReason,
}

/// Why something that was said is no criterion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DropReason {
    Heading,
    /// A line that says that a list follows.
    Introduction,
    /// It speaks to whoever asks.
    Remark,
    /// What hurts today.
    Pain,
    Question,
    /// It stands under a heading that tells about people, risks and the like.
    Aside,
    /// Another one says the same.
    Repeated,
}

impl DropReason {
    /// Gives the word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Heading => "heading",
            Self::Introduction => "introduction",
            Self::Remark => "remark",
            Self::Pain => "pain",
            Self::Question => "question",
            Self::Aside => "aside",
            Self::Repeated => "repeated",
        }
    }
}

/// Drafts criteria from statements, in their order.
#[must_use]
pub fn draft(statements: &[DraftStatement]) -> Drafted {
    let lexicon = DraftLexicon::shipped();
    let mut drafting = Drafting { lexicon, drafted: Drafted::default(), known: BTreeMap::new() };
    for statement in statements {
        let end = statement.text.floor_char_boundary(TEXT_BYTES_MAX);
        let text = statement.text.get(..end).unwrap_or_default();
        for passage in passages(lexicon, text) {
            drafting.take(&passage, statement);
        }
    }
    drafting.drafted
}

/// A sentence or an item of a scope, word for word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScopePart {
    pub text: String,
    /// Whether it says what is left out.
    pub is_out: bool,
}

/// Parts an answer about the scope into what is in and what is out; none where it says more than that.
#[must_use]
pub fn part_scope(text: &str) -> Option<Vec<ScopePart>> {
    let lexicon = DraftLexicon::shipped();
    let mut parts = Vec::new();
    for it in passages(lexicon, text).into_iter().filter(|it| it.kind == PassageKind::Sentence) {
        let is_out = match (sense(lexicon, &it.text, true), it.place) {
            (
                SentenceSense::Excluded(_),
                None | Some(PassagePlace::Wanted | PassagePlace::Excluded),
            )
            | (SentenceSense::Statement(_), Some(PassagePlace::Excluded)) => true,
            (SentenceSense::Statement(_), None | Some(PassagePlace::Wanted)) => false,
            _ => return None,
        };
        let text =
            it.label.map_or_else(|| it.text.clone(), |label| format!("{label}: {}", it.text));
        parts.push(ScopePart { text, is_out });
    }
    Some(parts)
}

/// Tells whether a heading takes what stands under it out of scope.
#[must_use]
pub fn is_exclusion_heading(title: &str) -> bool {
    heading_place(DraftLexicon::shipped(), title, 2, Phases::Releases)
        == Some(PassagePlace::Excluded)
}

/// What a sentence tells of a work besides what must hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SentenceTelling {
    /// What is not part of it.
    LeftOut,
    /// What hurts today.
    Pain,
    Neither,
}

/// Tells what one sentence tells, without drafting anything from it.
#[must_use]
pub fn telling(sentence: &str) -> SentenceTelling {
    match sense(DraftLexicon::shipped(), sentence, false) {
        SentenceSense::Excluded(_) => SentenceTelling::LeftOut,
        SentenceSense::Pain => SentenceTelling::Pain,
        SentenceSense::Statement(_) | SentenceSense::Question | SentenceSense::Remark => {
            SentenceTelling::Neither
        }
    }
}

struct Drafting {
    lexicon: &'static DraftLexicon,
    drafted: Drafted,
    /// The criteria by what they say.
    known: BTreeMap<String, usize>,
}

impl Drafting {
    fn take(&mut self, passage: &DraftPassage, statement: &DraftStatement) {
        match passage.kind {
            PassageKind::Heading => self.drop_line(&passage.text, DropReason::Heading),
            PassageKind::Introduction => {
                let is_named = passage.place.is_some_and(PassagePlace::is_apart);
                let why = if is_named { DropReason::Heading } else { DropReason::Introduction };
                self.drop_line(&passage.text, why);
            }
            PassageKind::Sentence => self.take_sentence(passage, statement),
        }
    }

    fn take_sentence(&mut self, passage: &DraftPassage, statement: &DraftStatement) {
        if weight(&passage.text) < LETTERS_MIN {
            return;
        }
        let is_out = passage.place == Some(PassagePlace::Excluded);
        let is_scope = is_out || statement.topic == Some(Topic::Scope);
        match (sense(self.lexicon, &passage.text, is_scope), passage.place) {
            (SentenceSense::Question, _) => self.drop_line(&passage.text, DropReason::Question),
            (SentenceSense::Remark, _) => self.drop_line(&passage.text, DropReason::Remark),
            (SentenceSense::Excluded(text), _)
            | (SentenceSense::Statement(text), Some(PassagePlace::Excluded)) => {
                self.leave_out(&text, statement);
            }
            (SentenceSense::Pain, Some(PassagePlace::Excluded)) => {
                self.leave_out(&passage.text, statement);
            }
            (_, Some(PassagePlace::Painful)) | (SentenceSense::Pain, _) => {
                self.drop_line(&passage.text, DropReason::Pain);
            }
            (_, Some(PassagePlace::Aside)) => self.drop_line(&passage.text, DropReason::Aside),
            (SentenceSense::Statement(text), place) => {
                let fails = place == Some(PassagePlace::Failing);
                for part in split(self.lexicon, &text) {
                    self.add(&part, statement, fails);
                }
            }
        }
    }

    fn add(&mut self, text: &str, statement: &DraftStatement, fails: bool) {
        if let Some(known) = self.known.get(&plain(text)).copied() {
            if let Some(there) = self.drafted.criteria.get_mut(known) {
                let new = statement.from.iter().filter(|it| !there.from.contains(*it));
                let new: Vec<String> = new.cloned().collect();
                there.from.extend(new);
            }
            self.drop_line(text, DropReason::Repeated);
            return;
        }
        self.known.insert(plain(text), self.drafted.criteria.len());
        let mut criterion =
            CriterionDraft::judged(self.lexicon, text, statement.from.clone(), fails);
        let given = statement.subject.as_deref().and_then(super::letters);
        criterion.subject = given.or(criterion.subject);
        criterion.milestone.clone_from(&statement.milestone);
        self.drafted.criteria.push(criterion);
    }

    fn leave_out(&mut self, text: &str, statement: &DraftStatement) {
        let text = text.trim().trim_end_matches(['.', ';', ',', '。', '；']).to_owned();
        let is_new = !self.drafted.wont.iter().any(|it| plain(&it.text) == plain(&text));
        if is_new {
            self.drafted.wont.push(WontLine { text, from: statement.from.clone() });
        }
    }

    fn drop_line(&mut self, text: &str, why: DropReason) {
        self.drafted.dropped.push(DroppedLine { text: excerpt(text), why });
    }
}

/// Counts letters and figures; one of a wide script counts twice.
fn weight(text: &str) -> usize {
    let letters = text.chars().filter(|it| it.is_alphanumeric());
    letters.map(|it| if super::lexicon::is_wide(it) { 2 } else { 1 }).sum()
}
