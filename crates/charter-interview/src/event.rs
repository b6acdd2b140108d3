//! What happens in interviews, as the ledger keeps it.
//!
//! Owns the payloads. A field is added as optional or with a default and never renamed, so that every older
//! line still reads. Must not know the envelope.

use crate::deep::{
    ComponentDraft, Fulfilment, Import, ImportForm, ImportedRound, InterviewWay, Limits, MindCost,
    NeedKind, Project, Setup, Threshold, Units,
};
use crate::preflight::PreflightRecord;
use charter_contract::Topic;
use charter_kernel::Digest;
use charter_kernel::counted;
use serde::{Deserialize, Serialize};

/// What happened in an interview.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum InterviewEvent {
    /// A question of the interview was answered.
    QuestionAnswered {
        number: u64,
        topic: String,
        /// The digest of what was said.
        answer: Digest,
        /// The question, as it was asked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        question: Option<String>,
        /// The answer, as it was given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        said: Option<String>,
        /// The answers of earlier interviews that it takes the place of, by their names.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        replaces: Vec<String>,
    },
    /// A question of the interview was not asked, or got no answer.
    QuestionSkipped {
        number: u64,
        topic: String,
        reason: String,
        /// The question, as it was or would have been asked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        question: Option<String>,
    },
    /// The charter was opened with what preflight learnt.
    PreflightHandedOver(Box<PreflightRecord>),
    /// A person confirmed answers that came through an agent.
    AnswersConfirmed {
        /// Which, by the names of their questions.
        answers: Vec<String>,
    },
    /// The interview came to its end.
    InterviewFinished { gaps: Vec<Topic> },
    /// A deep interview began, or goes on under other settings.
    DeepInterviewBegun(Box<Setup>),
    /// A need of the deep interview was fulfilled; the words are here and nowhere else.
    DeepNeedFulfilled {
        need_id: String,
        /// The round it was about; 0 where it was about none.
        round: u32,
        fulfilment: Box<Fulfilment>,
        /// What it took to ask a model for it; none where none was asked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cost: Option<Box<MindCost>>,
    },
    /// An interview that was made elsewhere was read, as far as it could be.
    InterviewImported(Box<Import>),
}

impl InterviewEvent {
    /// Says what happened, in a line for people.
    #[must_use]
    pub fn summary(&self) -> String {
        match self {
            Self::QuestionAnswered { number, topic, .. } => {
                format!("answered question {number}, {topic}")
            }
            Self::QuestionSkipped { number, topic, reason, .. } => {
                format!("skipped question {number}, {topic}: {reason}")
            }
            Self::PreflightHandedOver(record) => record.summary(),
            Self::AnswersConfirmed { answers } => {
                format!("confirmed relayed answers: {}", answers.join(", "))
            }
            Self::InterviewFinished { gaps } if gaps.is_empty() => {
                "finished the interview".to_owned()
            }
            Self::InterviewFinished { gaps } => {
                let gaps: Vec<&str> = gaps.iter().map(|it| it.word()).collect();
                format!("finished the interview, still open: {}", gaps.join(", "))
            }
            Self::DeepInterviewBegun(setup) if setup.way == InterviewWay::Checklist => {
                "a deep interview without a model, as a checklist".to_owned()
            }
            Self::DeepInterviewBegun(setup) => {
                let threshold = &setup.threshold;
                let (percent, source) = (threshold.units.to_percent(), &threshold.source);
                format!("began a deep interview, threshold {percent} ({source})")
            }
            Self::DeepNeedFulfilled { need_id, fulfilment, .. } => {
                format!("{} ({need_id})", fulfilment.summary())
            }
            Self::InterviewImported(import) => {
                format!(
                    "imported {}, {}",
                    import.source,
                    counted(import.rounds.len(), "round", "rounds")
                )
            }
        }
    }

    /// Tells whether it is the user's word, which an agent can only pass on.
    #[must_use]
    pub fn is_an_answer(&self) -> bool {
        match self {
            Self::QuestionAnswered { .. } | Self::QuestionSkipped { .. } => true,
            Self::DeepNeedFulfilled { fulfilment, .. } => fulfilment.is_the_users(),
            Self::PreflightHandedOver(_)
            | Self::AnswersConfirmed { .. }
            | Self::InterviewFinished { .. }
            | Self::DeepInterviewBegun(_)
            | Self::InterviewImported(_) => false,
        }
    }

    /// One example of every kind, for the reference and for tests of the format.
    #[must_use]
    pub fn examples() -> Vec<Self> {
        let digest = Digest::of(b"example");
        vec![
            Self::QuestionAnswered {
                number: 2,
                topic: "Target Users".to_owned(),
                answer: Digest::of(b"Night nurses."),
                question: Some("Who are the primary users?".to_owned()),
                said: Some("Night nurses.".to_owned()),
                replaces: vec!["Q2".to_owned()],
            },
            Self::QuestionSkipped {
                number: 3,
                topic: "Scope".to_owned(),
                reason: "said before".to_owned(),
                question: Some("What is part of the first version?".to_owned()),
            },
            Self::PreflightHandedOver(Box::new(PreflightRecord::example())),
            Self::AnswersConfirmed { answers: vec!["Q1".to_owned(), "Q2".to_owned()] },
            Self::InterviewFinished { gaps: vec![Topic::Success] },
            Self::DeepInterviewBegun(Box::new(deep_example())),
            fulfilled_example(),
            thought_example(),
            Self::InterviewImported(Box::new(import_example(digest))),
        ]
    }
}

fn fulfilled_example() -> InterviewEvent {
    InterviewEvent::DeepNeedFulfilled {
        need_id: "r3-ask".to_owned(),
        round: 3,
        fulfilment: Box::new(Fulfilment::Delegated {}),
        cost: None,
    }
}

fn thought_example() -> InterviewEvent {
    InterviewEvent::DeepNeedFulfilled {
        need_id: "restate-1".to_owned(),
        round: 0,
        fulfilment: Box::new(Fulfilment::Failed {
            of: NeedKind::Restate,
            reason: "no answer after 120 s".to_owned(),
        }),
        cost: Some(Box::new(MindCost {
            mind: "openai".to_owned(),
            model: Some("tiny-1".to_owned()),
            ms: 120_000,
            input_tokens: Some(3200),
            output_tokens: Some(410),
            tries: 2,
        })),
    }
}

fn import_example(digest: Digest) -> Import {
    Import {
        source: "deep-interview-ward.md".to_owned(),
        saved_as: "imported.md".to_owned(),
        bytes: 118,
        digest,
        form: ImportForm::Spec,
        ambiguity: Some(Units::new(1400)),
        threshold: Some(Units::new(2000)),
        components: vec![ComponentDraft {
            name: "Entry".to_owned(),
            description: "readings at the bed".to_owned(),
            ..ComponentDraft::default()
        }],
        facts: vec!["It works offline".to_owned()],
        rounds: vec![ImportedRound {
            number: 1,
            question: "Who enters them?".to_owned(),
            answer: "Night nurses.".to_owned(),
            ambiguity: Some(Units::new(4000)),
        }],
        notes: vec!["it declares 2 rounds; recognised: 1".to_owned()],
    }
}

fn deep_example() -> Setup {
    Setup {
        idea: "Nurses lose 40 minutes copying vital signs".to_owned(),
        project: Project::Greenfield,
        codebase: None,
        threshold: Threshold { units: Units::new(500), source: "default".to_owned() },
        limits: Limits::default(),
        batch: 1,
        language: None,
        way: InterviewWay::Protocol,
    }
}
