//! Statements that could be shown, read out of an answer.
//!
//! Owns nothing but their form for whoever asks a mind; drafting says what they are. Must not know how a register
//! looks.

use charter_contract::Topic;
use charter_contract::drafting::{self, CriterionDraft, CriterionMark, ScopePart};
use charter_contract::mind::Proposal;

/// Reads the statements of an answer; of a scope every sentence and item word for word, or nothing where it says
/// more than what is in and what is out.
pub(crate) fn propose(topic: Topic, text: &str) -> Vec<Proposal> {
    if topic == Topic::Scope {
        let parts = drafting::part_scope(text).unwrap_or_default();
        return parts.into_iter().map(part).collect();
    }
    let statement = drafting::DraftStatement {
        text: text.to_owned(),
        topic: Some(topic),
        ..Default::default()
    };
    drafting::draft(&[statement]).criteria.into_iter().map(proposal).collect()
}

fn part(part: ScopePart) -> Proposal {
    let subject = String::new();
    Proposal { subject, statement: part.text, vague: None, excluded: part.is_out }
}

fn proposal(draft: CriterionDraft) -> Proposal {
    let vague = match draft.mark {
        Some(CriterionMark::Measure { word }) => word,
        Some(CriterionMark::Reword(_)) | None => None,
    };
    let subject = draft.subject.unwrap_or_default();
    Proposal { subject, statement: draft.statement, vague, excluded: false }
}
