//! What happens to a charter, as its ledger keeps it.
//!
//! Owns the payloads of the contract. A field is added as optional or with a default and never renamed, so
//! that every older line still reads. Must not know the envelope.

use crate::proof::{Counts, Trial, Weakening};
use crate::{Rigor, Status};
use charter_kernel::{CriterionId, Digest, SessionId, Timestamp, counted};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What happened to a charter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum ContractEvent {
    CharterCreated {
        name: String,
        /// The idea it started from.
        objective: String,
        /// How much proof it wants.
        rigor: Rigor,
        /// The commit it was created at.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        base: Option<String>,
    },
    CharterPaused {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    CharterResumed {},
    /// Every criterion was shown.
    CharterCompleted {
        /// What the worker says about it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
        criteria_count: u64,
        /// The digest of CERTIFICATE.md, which was written with it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        certificate: Option<Digest>,
    },
    CharterAbandoned {
        reason: String,
    },
    /// It wants another amount of proof from now on.
    RigorChanged {
        from: Rigor,
        to: Rigor,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// A person signed the events of the same write, with an SSH key.
    ActsSigned {
        /// Their ids.
        events: Vec<Digest>,
        /// The key, by its fingerprint.
        key: String,
        /// The signature over [`signed_text`], as `ssh-keygen -Y sign` writes it.
        signature: String,
    },
    /// A session works on this charter from now on.
    SessionBound {
        session: SessionId,
        /// Which of this session's bindings it is, over all charters: the highest one counts.
        turn: u64,
    },
    /// Criteria count as agreed from now on, with the texts they have; others do not any more.
    RegisterAgreed {
        criteria: Vec<AgreedCriterion>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        removed: Vec<CriterionId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// Somebody wrote down what shows a criterion.
    EvidenceRecorded {
        criterion_id: CriterionId,
        outcome: EvidenceOutcome,
        source: EvidenceSource,
        /// What was seen.
        summary: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        because: Option<String>,
        /// Where the evidence is, relative to the charter.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        path: Option<String>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        artifacts: Vec<Artifact>,
        /// What it rests on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        basis: Option<Box<Basis>>,
        /// The run that the tool made itself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        run: Option<Box<Run>>,
    },
    /// A person looked at evidence and lets it count.
    EvidenceConfirmed {
        criterion_id: CriterionId,
        /// Where the evidence is, relative to the charter.
        path: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// Somebody said that a criterion cannot be shown here, and what it would take.
    CriterionBlocked {
        criterion_id: CriterionId,
        /// What is missing, in a word: a device, a licence, a person.
        needs: String,
        reason: String,
    },
    /// Somebody said that a verdict is wrong; it stands all the same.
    VerdictDisputed {
        criterion_id: CriterionId,
        /// The verdict, and why it was given.
        verdict: String,
        reasons: Vec<String>,
        reason: String,
        /// Where the evidence is, relative to the charter.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        path: Option<String>,
    },
    /// A person took a criterion out.
    CriterionWaived {
        criterion_id: CriterionId,
        reason: String,
        /// The digest of what it said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        criterion: Option<Digest>,
    },
    /// A charter of an earlier tool was taken over as it was.
    Adopted(Box<Adoptee>),
}

impl ContractEvent {
    /// Says what happened, in a line for people.
    #[must_use]
    pub fn summary(&self) -> String {
        let because = |reason: Option<&str>| reason.map(|it| format!(": {it}")).unwrap_or_default();
        match self {
            Self::CharterCreated { name, rigor, .. } => {
                format!("created “{name}”, rigor {}", rigor.word())
            }
            Self::CharterPaused { reason } => format!("paused{}", because(reason.as_deref())),
            Self::CharterResumed {} => "resumed".to_owned(),
            Self::CharterCompleted { note, criteria_count, .. } => {
                let criteria = counted(criteria_count, "criterion", "criteria");
                format!("completed with {criteria}{}", because(note.as_deref()))
            }
            Self::CharterAbandoned { reason } => format!("abandoned: {reason}"),
            Self::RigorChanged { from, to, reason } => {
                let why = because(reason.as_deref());
                format!("rigor changed from {} to {}{why}", from.word(), to.word())
            }
            Self::ActsSigned { events, key, .. } => match events.len() {
                1 => format!("signed with {key}"),
                n => format!("signed {n} events with {key}"),
            },
            Self::SessionBound { session, .. } => format!("bound session `{session}`"),
            Self::RegisterAgreed { criteria, removed, reason } => {
                let gone = match removed.len() {
                    0 => String::new(),
                    n => format!(", {n} taken out"),
                };
                let (n, why) = (criteria.len(), because(reason.as_deref()));
                format!(
                    "agreed on {n} {}{gone}{why}",
                    if n == 1 { "criterion" } else { "criteria" }
                )
            }
            Self::EvidenceRecorded { criterion_id, outcome, summary, .. } => {
                format!("recorded {criterion_id} {}: {summary}", outcome.word())
            }
            Self::EvidenceConfirmed { criterion_id, reason, .. } => {
                format!("confirmed {criterion_id}{}", because(reason.as_deref()))
            }
            Self::CriterionBlocked { criterion_id, needs, reason } => {
                format!("{criterion_id} needs {needs}: {reason}")
            }
            Self::VerdictDisputed { criterion_id, verdict, reason, .. } => {
                format!("disputed that {criterion_id} is {verdict}: {reason}")
            }
            Self::CriterionWaived { criterion_id, reason, .. } => {
                format!("waived {criterion_id}: {reason}")
            }
            Self::Adopted(adoptee) => {
                let n = adoptee.criteria.len();
                let criteria = counted(n, "criterion", "criteria");
                format!("taken over from an earlier tool, {criteria} with evidence")
            }
        }
    }

    /// One example of every kind, for the reference and for tests of the format.
    #[must_use]
    pub fn examples() -> Vec<Self> {
        let criterion_id = CriterionId("VAL-ENTRY-001".to_owned());
        let digest = Digest::of(b"example");
        let mut examples = vec![
            Self::CharterCreated {
                name: "Night shift entry".to_owned(),
                objective: "Nurses lose 40 minutes copying vital signs".to_owned(),
                rigor: Rigor::Standard,
                base: Some("3f2c1a7".to_owned()),
            },
            Self::CharterPaused { reason: Some("waiting for the ward".to_owned()) },
            Self::CharterResumed {},
            completed_example(digest),
            Self::CharterAbandoned { reason: "bought instead".to_owned() },
            Self::RigorChanged {
                from: Rigor::Strict,
                to: Rigor::Standard,
                reason: Some("a prototype".to_owned()),
            },
            Self::ActsSigned {
                events: vec![digest],
                key: "SHA256:uNiVztksCsDhcc0u9e8BrQsjqdwBrPlYJHAmFTA2WgM".to_owned(),
                signature: "-----BEGIN SSH SIGNATURE-----".to_owned(),
            },
            Self::SessionBound { session: SessionId::example(), turn: 1 },
            Self::RegisterAgreed {
                criteria: vec![AgreedCriterion {
                    id: criterion_id.clone(),
                    text: "Readings can be entered offline".to_owned(),
                }],
                removed: vec![CriterionId("VAL-PRINT-001".to_owned())],
                reason: Some("the ward has no printer".to_owned()),
            },
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
                criterion_id: criterion_id.clone(),
                reason: "out of the first version".to_owned(),
                criterion: Some(digest),
            },
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
        ];
        examples.extend(Self::said_examples(&criterion_id));
        examples
    }

    /// Examples of what is said about evidence.
    fn said_examples(criterion_id: &CriterionId) -> Vec<Self> {
        vec![
            Self::EvidenceConfirmed {
                criterion_id: criterion_id.clone(),
                path: "work/_charter/evidence/2026-11-16T09-12-04-000Z".to_owned(),
                reason: Some("watched it on the ward".to_owned()),
            },
            Self::CriterionBlocked {
                criterion_id: criterion_id.clone(),
                needs: "device".to_owned(),
                reason: "no tablet of the ward is here".to_owned(),
            },
            Self::VerdictDisputed {
                criterion_id: criterion_id.clone(),
                verdict: "void".to_owned(),
                reasons: vec!["0 tests ran".to_owned()],
                reason: "the runner counts in its own words".to_owned(),
                path: None,
            },
        ]
    }
}

fn completed_example(digest: Digest) -> ContractEvent {
    ContractEvent::CharterCompleted {
        note: Some("shipped".to_owned()),
        criteria_count: 6,
        certificate: Some(digest),
    }
}

/// Gives the text that a person signs: the charter and the ids of what they did, which stand for everything
/// that they had seen.
#[must_use]
pub fn signed_text(charter_id: &str, events: &[Digest]) -> String {
    let ids: Vec<String> = events.iter().map(ToString::to_string).collect();
    format!("charter acts v1\n{charter_id}\n{}\n", ids.join("\n"))
}

/// A criterion as it was agreed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgreedCriterion {
    pub id: CriterionId,
    /// Its title and its description.
    pub text: String,
}

/// A charter of an earlier tool, as its files told it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Adoptee {
    pub name: String,
    pub objective: String,
    pub status: Status,
    /// Where it was before that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous_status: Option<Status>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created_at: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<Timestamp>,
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
    pub outcome: EvidenceOutcome,
    pub source: EvidenceSource,
    /// What was seen.
    pub summary: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// Where the evidence is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
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
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Run {
    pub argv: Vec<String>,
    /// Where it ran, relative to the project; missing where that is the project itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dir: Option<String>,
    /// Its exit code; none where a signal ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
    pub duration_ms: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tests: Option<Counts>,
    /// What was tried to see whether it could have failed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trials: Vec<Trial>,
    /// The commit that the trials took for the base.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base_commit: Option<String>,
    /// The same where whoever ran it named it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub named_base: Option<String>,
    /// Why it was not tried without the work, where it should have been.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_base: Option<Untried>,
    /// Why no change to the code was tried, or no more of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_changes: Option<Untried>,
    /// What in the project's own scripts hides a failure, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<String>,
    /// The tracked files that it changed, relative to the project.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub touched: Vec<String>,
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
    pub why: String,
}

/// Why something was not tried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Untried {
    /// What stood in the way.
    pub reason: UntriedReason,
    pub message: String,
}

/// What stood in the way of a trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UntriedReason {
    /// The project has no repository, so no base was to be had.
    NoGit,
    /// The charter began before a commit was known.
    NoCommit,
    /// The repository is one that git is not let near, or git is not installed.
    GitUnusable,
    GitFailed,
    /// The clone does not reach back to the commit.
    ShallowClone,
    CommitMissing,
    /// A file of the base would lack what a filter makes of it.
    Filter,
    /// A submodule changed, whose files git has elsewhere.
    Submodule,
    /// No place for a trial can be made.
    TemporaryDirectory,
    /// What is installed leads back to the present work.
    InstalledLinks,
    /// The copy was removed while the command ran in it.
    CopyGone,
    /// The base does not pass its own tests, or cannot run them.
    BaseUnusable,
    /// It failed without the work, for a reason that says nothing about it.
    RedForAnotherReason,
    /// It fails where only a comment was added.
    LooksAtText,
    /// The time for trials was used up.
    Budget,
    /// Somebody pressed Ctrl-C.
    Interrupted,
    /// Whoever ran it did not want it.
    NotWanted,
    /// Nothing was found that could be changed.
    NothingToChange,
    /// Something that a later version knows.
    #[serde(other)]
    Other,
}

/// A file that belongs to evidence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Artifact {
    /// Where it is, relative to the charter.
    pub path: String,
    pub bytes: u64,
    pub blake3: Digest,
    /// The format of the report that it is, which may show several criteria at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<String>,
    /// The file of the project that it was copied from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
}

/// What evidence rested on when it was recorded.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Basis {
    /// The commit that was checked out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// Whether tracked files differed from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dirty: Option<bool>,
    /// The digest of the criterion's title and description.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub criterion: Option<Digest>,
    /// The digest of the files that each watch meant.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub watched: BTreeMap<String, Digest>,
    /// The digests of the answers that the criterion came from.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub answers: BTreeMap<String, Digest>,
    /// Whether charter.md said the same as the criterion's title, where that came from an answer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub said_in_charter: bool,
    /// The files that git did not follow yet and that all source meant as well.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub new_files: Vec<String>,
    /// The tests that showed less than on the base.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weakened: Vec<Weakening>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EvidenceOutcome {
    Pass,
    Fail,
    Partial,
}

impl EvidenceOutcome {
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Pass, Self::Fail, Self::Partial].into_iter().find(|it| it.word() == word)
    }

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
    Manual,
    Verifier,
    Subagent,
}

impl EvidenceSource {
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
