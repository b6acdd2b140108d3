//! Statements that could be shown, read out of an answer.
//!
//! Owns nothing but their form for whoever asks a mind; drafting says what they are. Must not know how a register
//! looks.

use charter_contract::Topic;
use charter_contract::drafting::{self, CriterionDraft, CriterionMark};
use charter_contract::mind::Proposal;

/// Reads the statements of an answer, and those that say what is left out.
pub(crate) fn propose(topic: Topic, text: &str) -> Vec<Proposal> {
    let statement = drafting::DraftStatement {
        text: text.to_owned(),
        topic: Some(topic),
        ..Default::default()
    };
    let drafted = drafting::draft(&[statement]);
    let wont = drafted.wont.into_iter().map(|it| Proposal {
        subject: String::new(),
        statement: it.text,
        vague: None,
        excluded: true,
    });
    drafted.criteria.into_iter().map(proposal).chain(wont).collect()
}

fn proposal(draft: CriterionDraft) -> Proposal {
    let vague = match draft.mark {
        Some(CriterionMark::Measure { word }) => word,
        Some(CriterionMark::Reword(_)) | None => None,
    };
    let subject = draft.subject.unwrap_or_default();
    Proposal { subject, statement: draft.statement, vague, excluded: false }
}
