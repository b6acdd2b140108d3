//! The kinds of events and what each carries.
//!
//! Owns the payloads. A field is added as optional or with a default and never renamed, so that
//! every older line still reads. Must not know the envelope.

use crate::deep::{ComponentDraft, Fulfilment, Limits, Project, Setup, Threshold, Units};
use crate::evidence::Basis;
use crate::foreign::ContractForm;
use crate::import::{Form, ImportedRound};
use crate::interview::Topic;
use crate::plan::{self, Stage, StageText};
use crate::proof::Counts;
use crate::receipt::{Receipt, ReceiptKind};
use crate::{CriterionId, Digest, Rigor, SessionId, Status, Timestamp};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum EventBody {
    /// A charter was opened.
    CharterCreated {
        /// Its name, as people say it.
        name: String,
        /// The idea it started from.
        objective: String,
        /// How much proof it wants.
        rigor: Rigor,
        /// The commit it was created at.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        base: Option<String>,
    },
    /// Work rests.
    CharterPaused {
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// Work goes on.
    CharterResumed {},
    /// Every criterion was shown.
    CharterCompleted {
        /// What the worker says about it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
        /// How many criteria there were.
        criteria_count: u64,
    },
    /// The work was given up.
    CharterAbandoned {
        /// Why.
        reason: String,
    },
    /// A session works on this charter from now on.
    SessionBound {
        /// Which session.
        session: SessionId,
        /// Which of this session's bindings it is, over all charters: the highest one counts.
        turn: u64,
    },
    /// Somebody wrote down what shows a criterion.
    EvidenceRecorded {
        /// Which criterion.
        criterion_id: CriterionId,
        /// What it shows.
        outcome: EvidenceOutcome,
        /// What sort of check it was.
        source: EvidenceSource,
        /// What was seen.
        summary: String,
        /// Why that is enough.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        because: Option<String>,
        /// Where the evidence is, relative to the charter.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        path: Option<String>,
        /// The files that belong to it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        artifacts: Vec<Artifact>,
        /// What it rests on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        basis: Option<Box<Basis>>,
        /// The run that the tool made itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        run: Option<Box<Run>>,
    },
    /// A person took a criterion out.
    CriterionWaived {
        /// Which criterion.
        criterion_id: CriterionId,
        /// Why.
        reason: String,
        /// The digest of what it said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        criterion: Option<Digest>,
    },
    /// A question of the interview was answered; the words are in charter.md.
    QuestionAnswered {
        /// Its number.
        number: u64,
        /// What it was about.
        topic: String,
        /// The digest of the answer.
        answer: Digest,
    },
    /// A question of the interview was not asked.
    QuestionSkipped {
        /// Its number.
        number: u64,
        /// What it was about.
        topic: String,
        /// Why.
        reason: String,
    },
    /// A person confirmed answers that came through an agent.
    AnswersConfirmed {
        /// Which, by the names of their questions.
        answers: Vec<String>,
    },
    /// The interview came to its end.
    InterviewFinished {
        /// The topics that are still open.
        gaps: Vec<Topic>,
    },
    /// A milestone's quality gate was taken.
    CheckpointTaken {
        /// On what.
        receipt: Box<Receipt>,
    },
    /// A reviewer found something that stands against a milestone or a criterion.
    ObjectionRaised {
        /// Its name.
        id: String,
        /// What it stands against.
        target: String,
        /// What has to be done.
        text: String,
    },
    /// It does not any more.
    ObjectionSettled {
        /// Its name.
        id: String,
        /// What was done.
        how: String,
    },
    /// A deep interview began, or goes on under other settings.
    DeepInterviewBegun(Box<Setup>),
    /// A need of the deep interview was fulfilled; the words are here and nowhere else.
    DeepNeedFulfilled {
        /// Which need.
        need_id: String,
        /// The round it was about; 0 where it was about none.
        round: u32,
        /// What was given back.
        fulfilment: Box<Fulfilment>,
    },
    /// A run of planning began.
    PlanOpened {
        /// Which run of this charter, from 1.
        run: u32,
        /// What is to be planned.
        task: String,
        /// How long it may go on.
        limits: plan::Limits,
    },
    /// A text of a plan was written; the words are here, and the file follows from them.
    PlanStageWritten(Box<StageText>),
    /// A person approved a plan.
    PlanApproved {
        /// Which run.
        run: u32,
        /// The number of the final text.
        n: u32,
        /// Its digest.
        digest: Digest,
    },
    /// An interview that was made elsewhere was read, as far as it could be.
    InterviewImported(Box<Import>),
    /// A contract of another tool was taken over.
    ContractImported(Box<ContractImport>),
    /// A charter of an earlier tool was taken over as it was.
    Adopted(Box<Adoptee>),
    /// A torn end of the ledger was moved to a file.
    TailSetAside {
        /// The file, relative to the charter.
        path: String,
        /// How many bytes.
        bytes: u64,
        /// Their digest.
        digest: Digest,
    },
    /// A broken ledger was made whole.
    LedgerRepaired {
        /// Where the ledger of before is, relative to the charter.
        saved_as: String,
        /// Its digest.
        digest: Digest,
        /// How many events are gone.
        lost: u64,
        /// How many of its events follow, taken over under new hashes.
        carried: u64,
        /// The heads that derived files of before were made from, which are behind from now on.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        former_heads: Vec<Digest>,
    },
}

/// How many kinds of events this version knows.
pub const N_KINDS: usize = 25;

impl EventBody {
    /// One example of every kind, for the reference and for tests of the format.
    #[must_use]
    pub fn examples() -> Vec<Self> {
        [Self::work_examples(), Self::review_examples(), Self::plan_examples()].concat()
    }

    fn review_examples() -> Vec<Self> {
        let digest = Digest::of(b"example");
        vec![
            Self::CheckpointTaken {
                receipt: Box::new(Receipt {
                    schema_version: 1,
                    receipt_id: "1f0c9a27".to_owned(),
                    milestone_id: "m1".to_owned(),
                    kind: ReceiptKind::Milestone,
                    gate: digest,
                    source: digest,
                    head: digest,
                    criteria: BTreeMap::new(),
                }),
            },
            Self::ObjectionRaised {
                id: "B1".to_owned(),
                target: "m1".to_owned(),
                text: "a reading without a unit is taken".to_owned(),
            },
            Self::ObjectionSettled { id: "B1".to_owned(), how: "refused with E12".to_owned() },
        ]
    }

    fn plan_examples() -> Vec<Self> {
        let digest = Digest::of(b"example");
        let task = "entry at the bed".to_owned();
        vec![
            Self::PlanOpened { run: 1, task, limits: plan::Limits::default() },
            Self::PlanStageWritten(Box::new(StageText {
                run: 1,
                stage: Stage::Architect,
                n: 1,
                text: "The queue is the right place.\n\nVerdict: CLEAR\n".to_owned(),
                verdict: Some(plan::LaneVerdict::Clear),
                about: Some(digest),
                deferred: Vec::new(),
            })),
            Self::PlanApproved { run: 1, n: 2, digest },
        ]
    }

    fn work_examples() -> Vec<Self> {
        let criterion_id = CriterionId("VAL-ENTRY-001".to_owned());
        let digest = Digest::of(b"example");
        vec![
            Self::CharterCreated {
                name: "Night shift entry".to_owned(),
                objective: "Nurses lose 40 minutes copying vital signs".to_owned(),
                rigor: Rigor::Standard,
                base: Some("3f2c1a7".to_owned()),
            },
            Self::CharterPaused { reason: Some("waiting for the ward".to_owned()) },
            Self::CharterResumed {},
            Self::CharterCompleted { note: Some("shipped".to_owned()), criteria_count: 6 },
            Self::CharterAbandoned { reason: "bought instead".to_owned() },
            Self::SessionBound { session: SessionId::example(), turn: 1 },
            Self::EvidenceRecorded {
                criterion_id: criterion_id.clone(),
                outcome: EvidenceOutcome::Pass,
                source: EvidenceSource::Manual,
                summary: "entered ten readings offline".to_owned(),
                because: Some("watched it on the ward".to_owned()),
                path: Some("work/_charter/evidence/2026-11-16T09-12-04-000Z".to_owned()),
                artifacts: Vec::new(),
                basis: Some(Box::new(Basis {
                    commit: Some("3f2c1a7".to_owned()),
                    criterion: Some(digest),
                    ..Basis::default()
                })),
                run: None,
            },
            Self::CriterionWaived {
                criterion_id,
                reason: "out of the first version".to_owned(),
                criterion: Some(digest),
            },
            Self::QuestionAnswered { number: 2, topic: "Target Users".to_owned(), answer: digest },
            Self::QuestionSkipped {
                number: 3,
                topic: "Scope".to_owned(),
                reason: "said before".to_owned(),
            },
            Self::AnswersConfirmed { answers: vec!["Q1".to_owned(), "Q2".to_owned()] },
            Self::InterviewFinished { gaps: vec![Topic::Success] },
            Self::DeepInterviewBegun(Box::new(deep_example())),
            fulfilled_example(),
            Self::InterviewImported(Box::new(import_example(digest))),
            Self::ContractImported(Box::new(contract_example(digest))),
            Self::Adopted(Box::new(Adoptee {
                name: "rate-limit".to_owned(),
                objective: "Limit the rate of requests".to_owned(),
                status: Status::Active,
                previous_status: None,
                created_at: None,
                ended_at: None,
                reason: None,
                criteria: BTreeMap::new(),
                ledger_bytes: 118,
                ledger: digest,
                state: Some(digest),
                criterion_state: None,
            })),
            Self::TailSetAside { path: "saved/tail-1f0c.bin".to_owned(), bytes: 118, digest },
            Self::LedgerRepaired {
                saved_as: "saved/events-1f0c.jsonl".to_owned(),
                digest,
                lost: 1,
                carried: 4,
                former_heads: vec![digest],
            },
        ]
    }
}

fn fulfilled_example() -> EventBody {
    EventBody::DeepNeedFulfilled {
        need_id: "r3-ask".to_owned(),
        round: 3,
        fulfilment: Box::new(Fulfilment::Delegated {}),
    }
}

fn import_example(digest: Digest) -> Import {
    Import {
        source: "deep-interview-ward.md".to_owned(),
        saved_as: "imported.md".to_owned(),
        bytes: 118,
        digest,
        form: Form::Spec,
        ambiguity: Some(Units::new(1400)),
        threshold: Some(Units::new(2000)),
        components: vec![ComponentDraft {
            name: "Entry".to_owned(),
            description: "readings at the bed".to_owned(),
            evidence: Vec::new(),
            deferred: None,
        }],
        facts: vec!["It works offline".to_owned()],
        rounds: vec![ImportedRound {
            number: 1,
            question: "Who enters them?".to_owned(),
            answer: "Night nurses.".to_owned(),
            ambiguity: Some(Units::new(4000)),
        }],
        notes: vec!["it declares 2 rounds; 1 were recognised".to_owned()],
    }
}

fn contract_example(digest: Digest) -> ContractImport {
    ContractImport {
        source: "add-rate-limit".to_owned(),
        saved_as: "imported".to_owned(),
        files: vec![ImportedFile { path: "proposal.md".to_owned(), bytes: 118, digest }],
        form: ContractForm::OpenSpec,
        criteria: 3,
        notes: vec!["tasks.md says how, not what: it is kept and not read".to_owned()],
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
    }
}

/// An interview that was made elsewhere, with the original that is kept beside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Import {
    /// The file's name where it came from.
    pub source: String,
    /// Where the original is, relative to the charter.
    pub saved_as: String,
    /// How long it is.
    pub bytes: u64,
    /// The digest of its content.
    pub digest: Digest,
    /// What sort of file it was.
    pub form: Form,
    /// The ambiguity it ended with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ambiguity: Option<Units>,
    /// The threshold it had.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threshold: Option<Units>,
    /// The parts that it has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub components: Vec<ComponentDraft>,
    /// What it established.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<String>,
    /// The rounds that were recognised.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<ImportedRound>,
    /// What was not understood.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// A contract of another tool, with the originals that are kept beside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ContractImport {
    /// The folder's or file's name where it came from.
    pub source: String,
    /// The directory of the originals, relative to the charter.
    pub saved_as: String,
    /// The originals.
    pub files: Vec<ImportedFile>,
    /// Which tool wrote it.
    pub form: ContractForm,
    /// How many criteria were proposed.
    pub criteria: u64,
    /// What was not understood.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// An original that is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportedFile {
    /// Where it was in its folder.
    pub path: String,
    /// How long it is.
    pub bytes: u64,
    /// The digest of its content.
    pub digest: Digest,
}

/// A charter of an earlier tool, as its files told it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Adoptee {
    /// Its name.
    pub name: String,
    /// What it is for.
    pub objective: String,
    /// Where it was.
    pub status: Status,
    /// Where it was before that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous_status: Option<Status>,
    /// When it was created.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created_at: Option<Timestamp>,
    /// When it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<Timestamp>,
    /// Why it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The latest record of every criterion.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub criteria: BTreeMap<CriterionId, AdoptedRecord>,
    /// How long its ledger was, whose lines stand before this one.
    pub ledger_bytes: u64,
    /// The digest of those lines.
    pub ledger: Digest,
    /// The digest of its `state.json`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<Digest>,
    /// The digest of its `criterion-state.json`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub criterion_state: Option<Digest>,
}

/// The latest word of an earlier tool on a criterion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AdoptedRecord {
    /// What it shows.
    pub outcome: EvidenceOutcome,
    /// What sort of check it was.
    pub source: EvidenceSource,
    /// What was seen.
    pub summary: String,
    /// Why that is enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// Where the evidence is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// When it was written down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ts: Option<Timestamp>,
    /// Who wrote it down, in the words of that tool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded_by: Option<String>,
    /// The digest of what the criterion said when it was taken over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub criterion: Option<Digest>,
}

/// A run that the tool made itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Run {
    /// The program and its arguments.
    pub argv: Vec<String>,
    /// Where it ran, relative to the project; missing where that is the project itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dir: Option<String>,
    /// Its exit code; none where a signal ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
    /// How long it took.
    pub duration_ms: u64,
    /// What the runner counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tests: Option<Counts>,
    /// The same on the base commit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<BaseRun>,
    /// Why it was not tried there, where it should have been.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_base: Option<Untried>,
    /// The files that were to be kept with it and could not be.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unkept: Vec<Unkept>,
    /// The files that are kept with it although it did not write them, relative to the project.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unwritten: Vec<String>,
}

/// A file that was to be kept with a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Unkept {
    /// The file, as it was named.
    pub path: String,
    /// Why it is not kept.
    pub why: String,
}

/// Why a command was not tried on the base commit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Untried {
    /// What stood in the way.
    pub reason: UntriedReason,
    /// The same in words.
    pub message: String,
}

/// What stood in the way of a try on the base commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UntriedReason {
    /// The project has no repository, so no base was to be had.
    NoGit,
    /// The charter began before a commit was known.
    NoCommit,
    /// The repository is one that git is not let near, or git is not installed.
    GitUnusable,
    /// Git failed, or did not end.
    GitFailed,
    /// The clone does not reach back to the commit.
    ShallowClone,
    /// The commit is not there.
    CommitMissing,
    /// A copy would lack what a filter makes.
    Filter,
    /// A copy would lack a submodule.
    Submodule,
    /// No copy can be written.
    TemporaryDirectory,
    /// What is installed leads back to the present work.
    InstalledLinks,
    /// The copy was removed while the command ran in it.
    CopyGone,
    /// Something that a later version knows.
    #[serde(other)]
    Other,
}

/// The same command on the base commit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BaseRun {
    /// The commit.
    pub commit: String,
    /// The exit code there; none where it could not be run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
    /// What the runner counted there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tests: Option<Counts>,
    /// New files that were not there, where that may be why it failed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lacked: Vec<String>,
    /// The exit code there once those were there too that the command names or that are beside its
    /// script; none where that was not tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit_code_with_them: Option<i32>,
}

/// A file that belongs to evidence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Artifact {
    /// Where it is, relative to the charter.
    pub path: String,
    /// How long it is.
    pub bytes: u64,
    /// The digest of its content.
    pub blake3: Digest,
    /// The format of the report that it is, which may show several criteria at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<String>,
    /// The file of the project that it was copied from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
}

/// What evidence shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EvidenceOutcome {
    /// The criterion holds.
    Pass,
    /// It does not.
    Fail,
    /// It holds in part.
    Partial,
}

impl EvidenceOutcome {
    /// Reads the word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Pass, Self::Fail, Self::Partial].into_iter().find(|it| it.word() == word)
    }

    /// Gives the word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Partial => "partial",
        }
    }
}

/// What sort of check evidence comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EvidenceSource {
    /// Somebody looked.
    Manual,
    /// A verifier ran.
    Verifier,
    /// Another agent looked.
    Subagent,
}

impl EvidenceSource {
    /// Reads the word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "manual" => Some(Self::Manual),
            "verifier" => Some(Self::Verifier),
            "subagent" => Some(Self::Subagent),
            _ => None,
        }
    }
}
