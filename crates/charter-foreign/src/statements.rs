//! The statements that `charter export --in-toto` writes, out of their envelopes: one a line.
//!
//! Owns how they become a register again. They hold no descriptions and no milestones, and that is said. Must not know
//! envelopes or signatures, nor how a register looks.

use super::contract::{Clause, Contract, ForeignFile, Group, GroupHeading, OwnClause};
use charter_kernel::shell_word;
use serde_json::Value;
use std::collections::BTreeMap;

/// What the statement about a charter says it is.
const CHARTER_TYPE: &str = "urn:charterhouse:charter:v1";

/// Where our own words about evidence are in the others.
const EVIDENCE: &str = "/predicate/charterhouse_evidence";

pub(super) fn is_export(text: &str) -> bool {
    statements(text).next().is_some_and(|it| word(&it, "predicateType") == CHARTER_TYPE)
}

fn statements(text: &str) -> impl Iterator<Item = Value> {
    text.lines().map_while(|it| serde_json::from_str(it).ok())
}

pub(super) fn read(contract: &mut Contract, files: &[ForeignFile<'_>]) {
    let Some(file) = files.iter().find(|it| is_export(it.text)) else { return };
    let mut statements = statements(file.text);
    let Some(first) = statements.next() else { return };
    let evidence: BTreeMap<String, Value> = statements
        .filter_map(|it| it.pointer(EVIDENCE).cloned())
        .map(|it| (word(&it, "criterionId"), it))
        .collect();
    let predicate = first.get("predicate").cloned().unwrap_or_default();
    let name = word(&predicate, "name");
    if !name.is_empty() {
        contract.title = name;
    }
    contract.idea = word(&predicate, "objective");
    let mut group = Group { heading: GroupHeading::Without, ..Group::new("", "SPEC") };
    let rows = predicate.get("criteria").and_then(Value::as_array).cloned().unwrap_or_default();
    for row in &rows {
        let id = word(row, "id");
        let Some(bare) = id.strip_prefix("VAL-") else {
            contract.note(format!("`{id}` is no id of a criterion: left out"));
            continue;
        };
        let fields = evidence.get(&id).map(fields).unwrap_or_default();
        let own = Some(OwnClause { said: String::new(), fields });
        let (id, title) = (Some(bare.to_owned()), word(row, "title"));
        group.clauses.push(Clause { id, title, body: Vec::new(), own });
    }
    contract.groups.push(group);
    contract.note(
        "an in-toto export holds no descriptions, milestones or `Verifier:` lines: write them, or import the page \
         that `charter export --markdown` writes",
    );
    contract.note("verdicts and evidence are not taken over: each criterion is to be shown here");
    contract.note("who signed it was not checked: `charter verify FILE` says");
}

/// Gives the command that was run, and what it watched.
fn fields(evidence: &Value) -> Vec<String> {
    let mut fields = Vec::new();
    let argv = evidence.pointer("/run/argv").and_then(Value::as_array);
    let argv: Vec<String> =
        argv.into_iter().flatten().filter_map(Value::as_str).map(shell_word).collect();
    // A field is one line, and a command of a folder would run somewhere else here.
    let is_here = evidence.pointer("/run/dir").and_then(Value::as_str).is_none_or(str::is_empty);
    let command = argv.join(" ");
    if is_here && !command.is_empty() && !command.contains(['\n', '\r']) {
        fields.push("Verifier: command".to_owned());
        fields.push(format!("Command: {command}"));
    }
    let watched = evidence.pointer("/basis/watched").and_then(Value::as_object);
    let watched: Vec<&str> = watched
        .into_iter()
        .flat_map(|it| it.keys())
        .map(String::as_str)
        .filter(|it| !it.starts_with('@') && !it.contains(['\n', '\r', ',']))
        .collect();
    if !watched.is_empty() {
        fields.push(format!("Watches: {}", watched.join(", ")));
    }
    fields
}

fn word(value: &Value, key: &str) -> String {
    value.get(key).and_then(Value::as_str).unwrap_or_default().trim().to_owned()
}
