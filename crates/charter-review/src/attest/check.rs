//! Whether an export is whole: every statement that the charter's own lists, and no other.
//!
//! Owns the verdict. Must not know keys or files: who signed comes in as a value.

use super::act::{ACTS_KEY, SignedActs};
use super::envelope::{Envelope, EnvelopeProblem};
use super::sha256::Sha256;
use super::statement::{CHARTER_TYPE, EVIDENCE_KEY, STATEMENT_TYPE, TEST_RESULT_TYPE};
use charter_contract::object::problem;
use charter_kernel::Problem;
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Who signed an envelope, as far as can be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Signed {
    /// Somebody whom the caller's list names.
    By {
        person: String,
        fingerprint: String,
    },
    /// A key that is in no list of the caller's.
    ByUnlisted(String),
    /// It is no signature of these bytes.
    Wrongly,
    /// It could not be checked, and why.
    NotChecked(String),
    Nobody,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ExportVerdict {
    /// It is whole, and signed by somebody whom the caller's list names.
    Pass,
    /// Something in it was changed, is missing or does not belong.
    Fail,
    /// Nothing is wrong with it, and whose it is cannot be told.
    Inconclusive,
}

/// What an export says about its charter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    pub charter_id: String,
    pub name: String,
    pub status: String,
    /// How much proof it wants.
    pub rigor: String,
    pub total: u64,
    /// How many of them count as shown.
    pub pass: u64,
    /// By their verdicts.
    pub by_verdict: BTreeMap<String, u64>,
    pub events: u64,
    pub head: String,
    pub exported_at: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    pub problems: Vec<Problem>,
    /// Who signed the charter's own statement, which covers every other by its digest.
    pub signed: Signed,
    /// What it says; none where the charter's own statement cannot be read.
    pub summary: Option<Summary>,
    /// The files and commits it is about.
    pub subjects: BTreeMap<String, BTreeMap<String, String>>,
}

/// A statement that was read.
struct Read {
    line: String,
    digest: Sha256,
    value: Value,
    signed: Signed,
}

/// Checks the lines of an export, each with who signed it.
#[must_use]
pub fn check(lines: &[(Result<Envelope, EnvelopeProblem>, Signed)]) -> Checked {
    let mut problems = Vec::new();
    let mut statements = Vec::new();
    for (idx, (envelope, signed)) in lines.iter().enumerate() {
        let line = format!("line {}", idx + 1);
        let read =
            envelope.as_ref().map_err(ToString::to_string).and_then(|it| read(&line, it, signed));
        match read {
            Ok(statement) => statements.push(statement),
            Err(message) => problems.push(problem(line.as_str(), "envelope-unreadable", message)),
        }
        if *signed == Signed::Wrongly {
            let message = "its signature doesn't match its content";
            problems.push(problem(line.as_str(), "signature-wrong", message));
        }
    }
    let summary = one_charter(&statements, &mut problems);
    if let Some((own, summary)) = &summary {
        belongs_together(own, summary, &statements, &mut problems);
    }
    let mut about = BTreeMap::new();
    for (name, digests) in statements.iter().flat_map(|it| subjects(&it.value)) {
        about.entry(name).or_insert(digests);
    }
    Checked {
        problems,
        signed: summary.as_ref().map_or(Signed::Nobody, |(own, _)| own.signed.clone()),
        summary: summary.map(|(_, it)| it),
        subjects: about,
    }
}

impl Checked {
    /// Gives the verdict: what is wrong weighs more than what is not known.
    #[must_use]
    pub fn verdict(&self) -> ExportVerdict {
        if !self.problems.is_empty() {
            return ExportVerdict::Fail;
        }
        match self.signed {
            Signed::By { .. } => ExportVerdict::Pass,
            Signed::Wrongly => ExportVerdict::Fail,
            Signed::ByUnlisted(_) | Signed::NotChecked(_) | Signed::Nobody => {
                ExportVerdict::Inconclusive
            }
        }
    }
}

/// Lists what people signed, as the statement about the charter has it, which is one of these payloads; none where
/// it can't be read.
#[must_use]
pub fn signed_acts<'a>(payloads: impl Iterator<Item = &'a [u8]>) -> Option<Vec<SignedActs>> {
    let mut statements = payloads.filter_map(|it| serde_json::from_slice::<Value>(it).ok());
    let is_own = |it: &Value| it.get("predicateType").is_some_and(|it| it == CHARTER_TYPE);
    match statements.find(is_own).as_ref().and_then(|it| it.get("predicate")?.get(ACTS_KEY)) {
        Some(acts) => serde_json::from_value(acts.clone()).ok(),
        None => Some(Vec::new()),
    }
}

fn read(line: &str, envelope: &Envelope, signed: &Signed) -> Result<Read, String> {
    let value: Value = serde_json::from_slice(&envelope.payload)
        .map_err(|err| format!("its statement is no JSON: {err}"))?;
    if text(&value, "/_type") != STATEMENT_TYPE {
        return Err("its payload is no statement of a form that is known".to_owned());
    }
    if !matches!(text(&value, "/predicateType"), CHARTER_TYPE | TEST_RESULT_TYPE) {
        return Err(format!(
            "it says `{}`, which charter does not",
            text(&value, "/predicateType")
        ));
    }
    let (line, signed) = (line.to_owned(), signed.clone());
    Ok(Read { line, digest: Sha256::of(&envelope.payload), value, signed })
}

/// Finds the one statement about the charter itself.
fn one_charter<'a>(
    statements: &'a [Read],
    problems: &mut Vec<Problem>,
) -> Option<(&'a Read, Summary)> {
    let mut own = statements.iter().filter(|it| text(&it.value, "/predicateType") == CHARTER_TYPE);
    let Some(first) = own.next() else {
        let message = "there is no statement about the charter itself";
        problems.push(problem("export", "charter-statement-missing", message));
        return None;
    };
    for more in own {
        let message = "there is a second statement about a charter";
        problems.push(problem(more.line.as_str(), "charter-statement-twice", message));
    }
    let summary = summary(&first.value);
    if summary.is_none() {
        let message = "the statement about the charter lacks its id, ledger or counts";
        problems.push(problem(first.line.as_str(), "envelope-unreadable", message));
    }
    summary.map(|it| (first, it))
}

/// Compares what the charter's statement lists with what is there.
fn belongs_together(
    own: &Read,
    summary: &Summary,
    statements: &[Read],
    problems: &mut Vec<Problem>,
) {
    let mut listed: BTreeMap<&str, &str> = BTreeMap::new();
    for row in
        own.value.pointer("/predicate/criteria").and_then(Value::as_array).into_iter().flatten()
    {
        let digest = text(row, "/statement/sha256");
        if !digest.is_empty() {
            listed.insert(digest, text(row, "/id"));
        }
    }
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let others =
        statements.iter().filter(|it| text(&it.value, "/predicateType") == TEST_RESULT_TYPE);
    for statement in others {
        let at = |key: &str| text(&statement.value, &format!("/predicate/{EVIDENCE_KEY}/{key}"));
        let mut say = |code: &str, message: String| {
            problems.push(problem(statement.line.as_str(), code, message));
        };
        if at("charterId") != summary.charter_id {
            say("statement-other-charter", format!("it is about `{}`", at("charterId")));
        } else if at("ledger/head") != summary.head {
            let message = format!("{} comes from another state of the ledger", at("criterionId"));
            say("statement-other-ledger", message);
        } else if !listed.contains_key(statement.digest.as_str()) {
            let message =
                format!("the charter's statement does not list this one for {}", at("criterionId"));
            say("statement-unlisted", message);
        } else if !seen.insert(statement.digest.as_str()) {
            say("statement-twice", format!("{} is there twice", at("criterionId")));
        }
    }
    for (digest, criterion) in listed.iter().filter(|(digest, _)| !seen.contains(*digest)) {
        let short: String = digest.chars().take(8).collect();
        let message = format!("the statement {short} about it is listed and not there");
        problems.push(problem(*criterion, "statement-missing", message));
    }
}

fn summary(statement: &Value) -> Option<Summary> {
    let at = |key: &str| text(statement, &format!("/predicate/{key}")).to_owned();
    let number = |key: &str| statement.pointer(&format!("/predicate/{key}"))?.as_u64();
    let by_verdict = statement.pointer("/predicate/counts/byVerdict")?.as_object()?;
    let by_verdict = by_verdict.iter().map(|(word, n)| Some((word.clone(), n.as_u64()?)));
    let (charter_id, head) = (at("charterId"), at("ledger/head"));
    (!charter_id.is_empty() && !head.is_empty()).then_some(())?;
    Some(Summary {
        charter_id,
        name: at("name"),
        status: at("status"),
        rigor: at("rigor"),
        total: number("counts/total")?,
        pass: number("counts/pass")?,
        by_verdict: by_verdict.collect::<Option<_>>()?,
        events: number("ledger/events")?,
        head,
        exported_at: at("exportedAt"),
    })
}

/// Lists the subjects of a statement by name, each with its digests.
fn subjects(statement: &Value) -> Vec<(String, BTreeMap<String, String>)> {
    let all = statement.get("subject").and_then(Value::as_array);
    let subject = |it: &Value| {
        let digests = it.get("digest")?.as_object()?;
        let digests =
            digests.iter().filter_map(|(key, it)| Some((key.clone(), it.as_str()?.to_owned())));
        Some((text(it, "/name").to_owned(), digests.collect()))
    };
    all.into_iter().flatten().filter_map(subject).collect()
}

fn text<'a>(value: &'a Value, pointer: &str) -> &'a str {
    value.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
}
