//! The statements of an export: one about the charter, one for each criterion with evidence.
//!
//! Owns their shape, which is API, and what a verdict is called in the words of in-toto. Must not
//! know how files are read, nor who signs.

use super::act::{ACTS_KEY, SignedActs};
use super::sha256::Sha256;
use charter_contract::ContractState;
use charter_contract::CriterionRecord;
use charter_contract::Overview;
use charter_contract::document::CriteriaDoc;
use charter_contract::{CriterionRow, Verdict};
use charter_kernel::canonical;
use charter_kernel::event::Head;
use charter_kernel::{CriterionId, Digest, Hasher, Timestamp};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The form of every statement.
pub(super) const STATEMENT_TYPE: &str = "https://in-toto.io/Statement/v1";

/// What a statement about a criterion says.
pub(super) const TEST_RESULT_TYPE: &str = "https://in-toto.io/attestation/test-result/v0.1";

/// What the statement about a charter says.
pub(super) const CHARTER_TYPE: &str = "urn:charterhouse:charter:v1";

/// Where our own words about evidence are in a test result.
pub(super) const EVIDENCE_KEY: &str = "charterhouse_evidence";

pub const LEDGER_FILE: &str = "ledger";

const DOCUMENTS: [&str; 3] = ["charter.md", "criteria.md", "REPORT.md"];

/// Both digests of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fingerprint {
    /// The one that other tools know.
    pub sha256: Sha256,
    /// The one that the ledger knows.
    pub blake3: Digest,
}

impl Fingerprint {
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self { sha256: Sha256::of(bytes), blake3: Digest::of(bytes) }
    }
}

/// A fingerprint that is made piece by piece.
#[derive(Debug, Clone, Default)]
pub struct Fingerprinter {
    sha256: sha2::Sha256,
    blake3: Hasher,
}

impl Fingerprinter {
    pub fn update(&mut self, bytes: &[u8]) {
        sha2::Digest::update(&mut self.sha256, bytes);
        self.blake3.update(bytes);
    }

    /// Gives the digests of what was taken in.
    #[must_use]
    pub fn finish(self) -> Fingerprint {
        Fingerprint { sha256: Sha256::finish(self.sha256), blake3: self.blake3.digest() }
    }
}

/// A charter as it is exported.
#[derive(Debug, Clone, Copy)]
pub struct Exported<'a> {
    pub status: &'a Overview,
    pub state: &'a ContractState,
    pub head: Head,
    /// The files that are there, by their path below the charter.
    pub files: &'a BTreeMap<String, Fingerprint>,
    /// What people signed.
    pub acts: &'a [SignedActs],
    pub now: Timestamp,
    pub version: &'a str,
}

/// Lists the files whose digests an export wants, by their path below the charter; the ledger,
/// of which only the verified lines count, is not among them.
#[must_use]
pub fn wanted_files(register: &CriteriaDoc, state: &ContractState) -> BTreeSet<String> {
    let mut files: BTreeSet<String> = DOCUMENTS.iter().map(|it| (*it).to_owned()).collect();
    for criterion in register.criteria() {
        let Some(record) = state.criteria.get(&criterion.id) else { continue };
        files.extend(record.artifacts.iter().map(|it| it.path.clone()));
        files.extend(row_path(record));
    }
    files
}

/// Says what a verdict is as the result of a test: passed only where charter ran it and it could
/// have failed; warned where the charter's rigor takes less than that.
fn result_of(verdict: Verdict, counts: bool) -> &'static str {
    match (verdict, counts) {
        (Verdict::Proven | Verdict::Held, true) => "PASSED",
        (_, true) => "WARNED",
        (_, false) => "FAILED",
    }
}

/// Makes the statements: the charter's first, which names every other by its digest.
#[must_use]
pub fn statements(exported: &Exported<'_>) -> Vec<Vec<u8>> {
    let mut criteria = Vec::new();
    let mut payloads = Vec::new();
    for row in &exported.status.criteria {
        let record = exported.state.criteria.get(&CriterionId(row.id.clone()));
        let payload = record.map(|it| canonical::render(&about_criterion(exported, row, it)));
        let mut entry = json!({
            "id": row.id,
            "title": row.title,
            "verdict": row.verdict,
            "counts": row.counts,
            "reasons": row.reasons,
        });
        if let (Some(payload), Some(entry)) = (&payload, entry.as_object_mut()) {
            let digest = json!({ "sha256": Sha256::of(payload).as_str() });
            entry.insert("statement".to_owned(), digest);
        }
        criteria.push(entry);
        payloads.extend(payload);
    }
    let first = canonical::render(&about_charter(exported, &criteria));
    std::iter::once(first).chain(payloads).collect()
}

fn statement(subject: &[Value], predicate_type: &str, predicate: &Value) -> Value {
    json!({
        "_type": STATEMENT_TYPE,
        "subject": subject,
        "predicateType": predicate_type,
        "predicate": predicate,
    })
}

fn about_criterion(exported: &Exported<'_>, row: &CriterionRow, record: &CriterionRecord) -> Value {
    let result = result_of(row.verdict, row.counts);
    let named = |word: &str| if word == result { vec![row.id.as_str()] } else { Vec::new() };
    let predicate = json!({
        "result": result,
        "configuration": register(exported).into_iter().collect::<Vec<_>>(),
        "passedTests": named("PASSED"),
        "warnedTests": named("WARNED"),
        "failedTests": named("FAILED"),
        EVIDENCE_KEY: evidence(exported, row, record),
    });
    statement(&subjects(exported, record), TEST_RESULT_TYPE, &predicate)
}

/// Lists what the evidence is about: the commit it was made on, its own files and its artifacts.
fn subjects(exported: &Exported<'_>, record: &CriterionRecord) -> Vec<Value> {
    // With other files than the commit has, it is not about that commit.
    let clean = record.basis.as_ref().filter(|it| it.dirty == Some(false));
    let commit = clean.and_then(|it| it.commit.as_deref());
    let commit = commit.map(|it| json!({ "name": "commit", "digest": { "gitCommit": it } }));
    let mut subjects: Vec<Value> = commit.into_iter().collect();
    subjects.extend(row_path(record).and_then(|it| resource(exported, &it)));
    for artifact in &record.artifacts {
        let name = name_in(exported, &artifact.path);
        // A file that is not what was recorded has only the digest that was.
        let same = exported.files.get(&artifact.path).filter(|it| it.blake3 == artifact.blake3);
        subjects.push(match same {
            Some(same) => descriptor(&name, same),
            None => json!({ "name": name, "digest": { "blake3": artifact.blake3 } }),
        });
    }
    if subjects.is_empty() {
        subjects.extend(register(exported));
    }
    subjects
}

fn evidence(exported: &Exported<'_>, row: &CriterionRow, record: &CriterionRecord) -> Value {
    let mut evidence = Map::new();
    let mut put = |key: &str, value: Value| {
        if !value.is_null() {
            evidence.insert(key.to_owned(), value);
        }
    };
    put("charterId", json!(exported.status.charter_id));
    put("criterionId", json!(row.id));
    put("title", json!(row.title));
    put("verdict", json!(row.verdict));
    put("counts", json!(row.counts));
    put("reasons", json!(row.reasons));
    put("outcome", json!(record.outcome));
    put("source", json!(record.source));
    put("summary", json!(record.last_summary));
    put("because", json!(record.because));
    put("actor", json!(record.recorded_by));
    put("ts", json!(record.last_ts));
    put("path", json!(record.last_evidence_path));
    put("run", json!(record.run));
    put("basis", json!(record.basis));
    put("ledger", ledger(exported));
    Value::Object(evidence)
}

fn about_charter(exported: &Exported<'_>, criteria: &[Value]) -> Value {
    let status = exported.status;
    let mut by_verdict: BTreeMap<&str, usize> = BTreeMap::new();
    for row in &status.criteria {
        *by_verdict.entry(row.verdict.word()).or_insert(0) += 1;
    }
    let files = DOCUMENTS.iter().chain([&LEDGER_FILE]);
    let subject: Vec<Value> = files.filter_map(|it| resource(exported, it)).collect();
    let mut predicate = json!({
        "charterId": status.charter_id,
        "name": status.name,
        "objective": status.objective,
        "status": status.status,
        "rigor": status.rigor,
        "counts": { "total": status.val_total, "pass": status.val_pass, "byVerdict": by_verdict },
        "ledger": ledger(exported),
        "criteria": criteria,
        "blockers": status.blockers,
        "exportedAt": exported.now,
        "tool": { "name": "charter", "version": exported.version },
    });
    if let Some(predicate) = predicate.as_object_mut().filter(|_| !exported.acts.is_empty()) {
        predicate.insert(ACTS_KEY.to_owned(), json!(exported.acts));
    }
    statement(&subject, CHARTER_TYPE, &predicate)
}

fn ledger(exported: &Exported<'_>) -> Value {
    json!({ "events": exported.head.seq, "head": exported.head.hash })
}

/// Gives the document that says what had to be shown.
fn register(exported: &Exported<'_>) -> Option<Value> {
    ["criteria.md", "charter.md"].into_iter().find_map(|it| resource(exported, it))
}

fn row_path(record: &CriterionRecord) -> Option<String> {
    record.last_evidence_path.as_ref().map(|it| format!("{it}/evidence.json"))
}

fn resource(exported: &Exported<'_>, path: &str) -> Option<Value> {
    exported.files.get(path).map(|it| descriptor(&name_in(exported, path), it))
}

fn descriptor(name: &str, file: &Fingerprint) -> Value {
    json!({ "name": name, "digest": { "sha256": file.sha256.as_str(), "blake3": file.blake3 } })
}

/// Names a file of the charter, relative to the root that holds it.
fn name_in(exported: &Exported<'_>, path: &str) -> String {
    format!("{}/{path}", exported.status.charter_id)
}
