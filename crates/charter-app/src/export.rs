//! Exports: a charter's evidence as signed statements, and the check of such a file anywhere.
//!
//! Owns the reading of the files that statements are about, and the comparison of an export with
//! the project it is looked at in. Must not know the form of a statement.

mod act;

pub use act::ActRow;

use crate::app::{App, Caller, OpenCharter};
use crate::error::Error;
use act::CheckedActs;
use charter_contract::evidence::line_end_forms;
use charter_contract::{ContractRefusal, Status, agreement};
use charter_engine::Refusal;
use charter_foreign::ForeignRefusal;
use charter_kernel::strand::ZERO_FILE;
use charter_kernel::{Actor, CharterId, Digest, Problem, Timestamp, counted};
use charter_proof::ssh::{self, SignedBy, SigningKey, SshFailure};
use charter_review::attest;
use charter_review::attest::{
    Checked, Envelope, EnvelopeProblem, ExportVerdict, Exported, Fingerprint, Fingerprinter,
    LEDGER_FILE, Signature, Signed, Summary,
};
use charter_store::{Failure, LogEntry, Trust};
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Component, Path};

/// The most lines of an export that are checked.
const LINES_MAX: usize = 20_000;

/// The most signatures that are checked: each is a program that runs.
const SIGNATURES_MAX: usize = 32;

/// Whether to sign an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// With the user's SSH key, if they have one and no agent calls.
    IfKey,
    /// Not, even with a key.
    Never,
}

/// An export that is asked for.
#[derive(Debug, Clone, Copy)]
pub struct Export<'a> {
    pub sign: Sign,
    /// The file it goes to; with none it is part of the answer.
    pub out: Option<&'a Path>,
}

/// What was exported.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExportReport {
    /// Always true: anything else is an error.
    pub ok: bool,
    pub charter_id: String,
    /// How many statements there are: the charter's own, and one a criterion with evidence.
    pub statements: usize,
    /// How many criteria have no evidence, and so no statement.
    pub without_evidence: usize,
    /// The fingerprint of the key that signed the charter's own statement, which covers the others;
    /// absent where nobody did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signed_by: Option<String>,
    /// Why nobody signed, where it was wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsigned_because: Option<String>,
    /// The file it went to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The envelopes, where they went to no file.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub envelopes: Vec<Value>,
}

/// What was found in an export.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct VerifyExportReport {
    /// Whether nothing is wrong with it; who signed it is another matter.
    pub ok: bool,
    /// `pass` (whole, and signed by somebody who is known), `fail`, or `inconclusive` (whole, and it
    /// cannot be told whose it is).
    pub verdict: ExportVerdict,
    pub integrity: Integrity,
    pub provenance: Provenance,
    /// What people signed of what it tells.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub signed_acts: Vec<ActRow>,
    /// What this file alone cannot show, a sentence each.
    pub cannot_tell: Vec<String>,
    /// How many envelopes were read.
    pub statements: usize,
    /// What the export says about its charter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<Summary>,
    /// How many of the files it is about are here, and were compared.
    pub compared: usize,
    /// How many files it is about.
    pub files: usize,
    pub problems: Vec<Problem>,
    /// What went on here since, which is nothing wrong.
    pub notes: Vec<String>,
}

/// Whether nothing in an export was changed or left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Integrity {
    pub holds: bool,
}

/// Who signed an export.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Provenance {
    pub state: ProvenanceState,
    /// Who signed it, by their name in the list of people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// The key that signed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
    /// Why it could not be checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The list of people that was asked; absent where there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub people: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProvenanceState {
    /// By somebody whom the list names.
    Listed,
    /// By a key that the list does not have.
    Unlisted,
    Unsigned,
    NotChecked,
    /// There is a signature, and it is of something else.
    Wrong,
}

impl App {
    /// Exports the charter that the caller means; where none is open, the one that ended last.
    pub fn export(&self, caller: &Caller, export: Export<'_>) -> Result<ExportReport, Error> {
        let open = self.open_trusting(self.select_or_ended(caller)?, Trust::Nothing)?;
        open.loaded.can_write()?;
        self.check_completed(&open)?;
        let (key, unsigned_because) = self.export_key(caller, export)?;
        let status = self.status_of(&open);
        let files = self.fingerprints(&open)?;
        let acts = self.acts_of(&open)?;
        let exported = Exported {
            status: &status.overview,
            state: &open.state().contract,
            head: open.state().head(),
            files: &files,
            acts: &acts,
            now: self.context(caller).now,
            version: env!("CARGO_PKG_VERSION"),
        };
        let statements = attest::statements(&exported).into_iter();
        let mut envelopes: Vec<Envelope> = statements.map(Envelope::unsigned).collect();
        if let (Some(key), Some(own)) = (&key, envelopes.first_mut()) {
            self.seal(own, key)?;
        }
        let envelopes: Vec<Value> = envelopes.iter().map(Envelope::to_json).collect();
        let mut report = ExportReport {
            ok: true,
            charter_id: status.overview.charter_id,
            statements: envelopes.len(),
            without_evidence: status
                .overview
                .criteria
                .iter()
                .filter(|it| it.last_ts.is_none())
                .count(),
            signed_by: key.map(|it| it.fingerprint),
            unsigned_because,
            path: None,
            envelopes,
        };
        if let Some(out) = export.out {
            self.write_export(out, &report.envelopes)?;
            report.path = Some(out.display().to_string());
            report.envelopes.clear();
        }
        Ok(report)
    }

    /// Refuses to certify a text that is not what a charter was completed with.
    pub(crate) fn check_completed(&self, open: &OpenCharter) -> Result<(), Error> {
        let contract = &open.state().contract;
        let blockers = match contract.status {
            Status::Completed => agreement::blockers(&open.docs, contract),
            Status::Active | Status::Paused | Status::Abandoned => Vec::new(),
        };
        if blockers.is_empty() {
            return Ok(());
        }
        let (charter_id, path) = (open.id.to_string(), self.charter_path(&open.id));
        let changed = ContractRefusal::ChangedSinceEnd { charter_id, path, blockers };
        Err(Refusal::from(changed).into())
    }

    /// Finds the key that signs an export, or why none does.
    fn export_key(
        &self,
        caller: &Caller,
        export: Export<'_>,
    ) -> Result<(Option<SigningKey>, Option<String>), Error> {
        if export.sign == Sign::Never {
            return Ok((None, None));
        }
        if let Actor::Agent(_) = &caller.actor {
            return Ok((None, Some("an agent can't sign for a person".to_owned())));
        }
        match self.signing_key() {
            Ok(key) => Ok((Some(key), None)),
            Err(SshFailure::NoKey) => Ok((
                None,
                Some("no SSH key found; `charter key` says how to set one up".to_owned()),
            )),
            Err(failure @ (SshFailure::SeveralKeys(_) | SshFailure::NotInstalled(_))) => {
                Ok((None, Some(failure.to_string())))
            }
            Err(failure) => Err(failure.into()),
        }
    }

    /// Signs an envelope.
    fn seal(&self, envelope: &mut Envelope, key: &SigningKey) -> Result<(), Error> {
        let signature = ssh::sign(&self.ssh_setup(), key, &envelope.to_sign())?;
        let (key_id, bytes) = (key.fingerprint.clone(), signature.into_bytes());
        envelope.signatures.push(Signature { key_id, bytes });
        Ok(())
    }

    /// Checks an export; works where there is no charter, and compares it with one that is there.
    ///
    /// `people` is a list of people; with none it is the project's.
    pub fn verify_export(
        &self,
        path: &Path,
        people: Option<&Path>,
    ) -> Result<VerifyExportReport, Error> {
        let bytes = self.read_named(path)?;
        let known = self.known_people(people)?;
        let lines = bytes.split(|it| *it == b'\n').filter(|it| !it.trim_ascii().is_empty());
        let mut signatures_left = SIGNATURES_MAX;
        let mut judge = |line: &[u8]| {
            let envelope = Envelope::parse(line);
            let text = known.as_ref().map_or("", |(_, text)| text);
            let signed = envelope
                .as_ref()
                .map_or(Signed::Nobody, |it| self.signer(it, text, &mut signatures_left));
            (envelope, signed)
        };
        let lines: Vec<_> = lines.take(LINES_MAX + 1).map(&mut judge).collect();
        let mut checked = attest::check(&lines);
        if lines.len() > LINES_MAX {
            let message = format!("it has more than {LINES_MAX} lines");
            checked.problems.push(problem("export", "export-too-long", message));
        }
        let people_text = known.as_ref().map_or("", |(_, text)| text);
        let acts = self.acts_in(&lines, &checked, people_text, &mut signatures_left);
        checked.problems.extend(acts.problems);
        let seen = self.compare(&checked)?;
        checked.problems.extend(seen.problems);
        let verdict = checked.verdict();
        let Checked { problems, signed, summary, subjects } = checked;
        let provenance = provenance(signed, &problems, known.map(|(name, _)| name));
        Ok(VerifyExportReport {
            ok: verdict != ExportVerdict::Fail,
            verdict,
            integrity: Integrity { holds: problems.is_empty() },
            cannot_tell: cannot_tell(&provenance, seen.is_here, &acts.rows),
            provenance,
            signed_acts: acts.rows,
            statements: lines.len(),
            summary,
            compared: seen.n_files,
            files: subjects.values().filter(|it| !it.contains_key("gitCommit")).count(),
            problems,
            notes: seen.notes,
        })
    }

    /// Checks what people signed of what an export tells.
    fn acts_in(
        &self,
        lines: &[(Result<Envelope, EnvelopeProblem>, Signed)],
        checked: &Checked,
        people: &str,
        left: &mut usize,
    ) -> CheckedActs {
        let payloads = lines.iter().filter_map(|it| it.0.as_ref().ok());
        let id = checked.summary.as_ref().map_or("", |it| it.charter_id.as_str());
        match attest::signed_acts(payloads.map(|it| it.payload.as_slice())) {
            Some(acts) => self.check_acts(id, &acts, people, left),
            None => {
                let message = "what people signed can't be read".to_owned();
                let problems = vec![problem("signedActs", "act-changed", message)];
                CheckedActs { rows: Vec::new(), problems }
            }
        }
    }

    /// Gives the list of people that is asked, and its name.
    fn known_people(&self, named: Option<&Path>) -> Result<Option<(String, String)>, Error> {
        if let Some(path) = named {
            let text = String::from_utf8_lossy(&self.read_named(path)?).into_owned();
            return Ok(Some((path.display().to_string(), text)));
        }
        let name = self.shown_path(&self.people_path());
        Ok(self.people()?.map(|text| (name, text)))
    }

    /// Says who signed an envelope. A key counts at the time that the statement says it was made.
    fn signer(&self, envelope: &Envelope, people: &str, left: &mut usize) -> Signed {
        let statement: Value = serde_json::from_slice(&envelope.payload).unwrap_or_default();
        let at = statement.pointer("/predicate/exportedAt").and_then(Value::as_str);
        let at = at.and_then(|it| Timestamp::parse(it).ok());
        let bytes = envelope.to_sign();
        let mut best = Signed::Nobody;
        for signature in &envelope.signatures {
            let text = String::from_utf8_lossy(&signature.bytes);
            if *left == 0 {
                return Signed::NotChecked(format!("it has more than {SIGNATURES_MAX} signatures"));
            }
            *left -= 1;
            let fingerprint = ssh::signer_fingerprint(&text).unwrap_or_default();
            match ssh::verify(&self.ssh_setup(), people, at, &text, &bytes) {
                SignedBy::Person(person) => best = Signed::By { person, fingerprint },
                SignedBy::Invalid => return Signed::Wrongly,
                SignedBy::Unlisted { fingerprint } if best == Signed::Nobody => {
                    best = Signed::ByUnlisted(fingerprint);
                }
                SignedBy::NotChecked(reason) if best == Signed::Nobody => {
                    best = Signed::NotChecked(reason);
                }
                SignedBy::Unlisted { .. } | SignedBy::NotChecked(_) => {}
            }
        }
        best
    }

    /// Digests the files that statements are about, as far as they are there.
    fn fingerprints(&self, open: &OpenCharter) -> Result<BTreeMap<String, Fingerprint>, Error> {
        let mut files = BTreeMap::new();
        for path in attest::wanted_files(&open.docs.criteria, &open.state().contract) {
            if let Some(bytes) = self.read_below(&open.id, &path)? {
                files.insert(path, Fingerprint::of(&bytes));
            }
        }
        let n_events = open.state().n_events;
        let ledger = self.ledger_of(&open.id, &|it| it.number <= n_events)?;
        files.insert(LEDGER_FILE.to_owned(), ledger);
        Ok(files)
    }

    /// Reads a plain file of a charter, if it is there.
    fn read_below(&self, id: &CharterId, below: &str) -> Result<Option<Vec<u8>>, Error> {
        let is_plain = Path::new(below).components().all(|it| matches!(it, Component::Normal(_)));
        let dir = self.store.layout().charter(id);
        if !is_plain || self.store.check_plain(&dir, below).is_err() {
            return Ok(None);
        }
        let path = dir.join(below);
        match self.store.look_at(&path) {
            Ok(Some(stat)) if stat.kind == charter_store::FileKind::File => {}
            Ok(_) | Err(_) => return Ok(None),
        }
        let read = self.store.read_file(&path);
        Ok(Some(read.map_err(|source| Failure::Io { action: "read", path, source })?))
    }

    /// Gives the digests of some events of a ledger.
    fn ledger_of(
        &self,
        id: &CharterId,
        is_wanted: &dyn Fn(&LogEntry) -> bool,
    ) -> Result<Fingerprint, Error> {
        let mut fingerprinter = Fingerprinter::default();
        self.store.read_lines(id, is_wanted, &mut |piece| fingerprinter.update(piece))?;
        Ok(fingerprinter.finish())
    }

    /// Lists the event that an export ends at and all that it had seen; none where it is not here.
    fn seen_by(&self, id: &CharterId, end: &str) -> Result<Option<HashSet<Digest>>, Error> {
        let mut parents: HashMap<Digest, Vec<Digest>> = HashMap::new();
        let mut last = None;
        for entry in self.store.log(id)? {
            let event = entry?.event;
            if event.id.to_string() == end {
                last = Some(event.id);
            }
            parents.insert(event.id, event.parents().copied().collect());
        }
        let Some(last) = last else { return Ok(None) };
        let (mut seen, mut open) = (HashSet::new(), vec![last]);
        while let Some(id) = open.pop() {
            if seen.insert(id) {
                open.extend(parents.get(&id).into_iter().flatten().copied());
            }
        }
        Ok(Some(seen))
    }

    fn write_export(&self, out: &Path, envelopes: &[Value]) -> Result<(), Error> {
        let path = self.typed(out);
        let there = self.store.look_at(&path);
        if matches!(there, Ok(Some(stat)) if stat.kind == charter_store::FileKind::File) {
            let bytes = self.read_named(&path)?;
            let mut lines = bytes.split(|it| *it == b'\n');
            let first = lines.next().unwrap_or_default();
            if !bytes.is_empty() && Envelope::parse(first).is_err() {
                return Err(ForeignRefusal::OutTaken(out.display().to_string()).into());
            }
        }
        let text: String = envelopes.iter().map(|it| format!("{it}\n")).collect();
        Ok(self.store.write_named(&path, text.as_bytes())?)
    }

    /// Compares an export with the charter it is about, if that is here.
    fn compare(&self, checked: &Checked) -> Result<Comparison, Error> {
        let mut seen = Comparison::default();
        let Some(summary) = &checked.summary else { return Ok(seen) };
        let ids = self.store.list()?.ids;
        let Some(id) = ids.into_iter().find(|it| it.as_str() == summary.charter_id) else {
            return Ok(seen);
        };
        seen.is_here = true;
        self.compare_ledger(&id, summary, &checked.subjects, &mut seen)?;
        for (name, digests) in &checked.subjects {
            let below = name.strip_prefix(id.as_str()).and_then(|it| it.strip_prefix('/'));
            let Some(below) = below.filter(|it| *it != LEDGER_FILE) else { continue };
            let Some(bytes) = self.read_below(&id, below)? else { continue };
            seen.n_files += 1;
            let is_it = |bytes: &[u8]| !differs(digests, &Fingerprint::of(bytes));
            // git may have given a text other line ends.
            let is_same = is_it(&bytes) || line_end_forms(&bytes).iter().any(|it| is_it(it));
            // Documents are people's and go on; evidence does not.
            match (is_same, below.contains('/')) {
                (true, _) => {}
                (false, true) => {
                    let message = "it is here and is not what was exported".to_owned();
                    seen.problems.push(problem(below, "subject-changed", message));
                }
                (false, false) => seen.notes.push(format!("{below} says something else by now")),
            }
        }
        Ok(seen)
    }

    /// Compares the ledger here with what it was: it may have gone on, and nothing else.
    fn compare_ledger(
        &self,
        id: &CharterId,
        summary: &Summary,
        subjects: &Subjects,
        seen: &mut Comparison,
    ) -> Result<(), Error> {
        let mut say = |message: String| {
            seen.problems.push(problem(LEDGER_FILE, "ledger-other", message));
        };
        let n_events = self.store.peek(id)?.state.n_events;
        // Where branches had come together, an export ends at several events and knows how many came before.
        let then = self.seen_by(id, &summary.head)?;
        let n_then = then.as_ref().map_or(summary.events, |it| it.len() as u64);
        if n_then != summary.events || n_events < n_then {
            say(format!("event {} here is another one, or is gone", summary.events));
            return Ok(());
        }
        let since = n_events - n_then;
        let now = self.ledger_of(id, &|it: &LogEntry| match &then {
            Some(seen) => seen.contains(&it.event.id),
            None => it.number <= summary.events,
        })?;
        let then = subjects.get(&format!("{id}/{LEDGER_FILE}"));
        // An export of the first format calls it by its file.
        let then = then.or_else(|| subjects.get(&format!("{id}/{ZERO_FILE}")));
        if then.is_none_or(|it| differs(it, &now)) {
            say("its lines here are not those that were exported".to_owned());
        }
        seen.n_files += 1;
        if since > 0 {
            let more = counted(since, "more event", "more events");
            seen.notes.push(format!("the ledger here has {more} since"));
        }
        Ok(())
    }
}

/// What a comparison found.
#[derive(Debug, Default)]
struct Comparison {
    /// Whether the charter is here.
    is_here: bool,
    n_files: usize,
    problems: Vec<Problem>,
    notes: Vec<String>,
}

/// What statements are about: names and their digests.
type Subjects = BTreeMap<String, BTreeMap<String, String>>;

fn problem(path: &str, code: &str, message: String) -> Problem {
    Problem { path: path.to_owned(), code: code.to_owned(), message }
}

/// Says who signed, as a report gives it.
fn provenance(signed: Signed, problems: &[Problem], people: Option<String>) -> Provenance {
    let is_wrong = problems.iter().any(|it| it.code == "signature-wrong");
    let none = (None, None, None);
    let (state, (person, fingerprint, reason)) = match signed {
        _ if is_wrong => (ProvenanceState::Wrong, none),
        Signed::Wrongly => (ProvenanceState::Wrong, none),
        Signed::By { person, fingerprint } => {
            (ProvenanceState::Listed, (Some(person), Some(fingerprint), None))
        }
        Signed::ByUnlisted(key) => (ProvenanceState::Unlisted, (None, Some(key), None)),
        Signed::NotChecked(reason) => (ProvenanceState::NotChecked, (None, None, Some(reason))),
        Signed::Nobody => (ProvenanceState::Unsigned, none),
    };
    Provenance { state, person, fingerprint, reason, people }
}

/// Lists what an export cannot show by itself.
fn cannot_tell(provenance: &Provenance, is_here: bool, acts: &[ActRow]) -> Vec<String> {
    let mut told = Vec::new();
    match provenance.state {
        ProvenanceState::Listed => {
            let (person, people) = (&provenance.person, &provenance.people);
            let person = person.as_deref().unwrap_or_default();
            let people = people.as_deref().unwrap_or_default();
            told.push(format!("whether the key is really {person}'s: {people} says so"));
        }
        ProvenanceState::Unlisted => {
            told.push(match &provenance.people {
                Some(people) => format!("who signed it: the key is not in {people}"),
                None => {
                    "who signed it: there is no list of people; name one with --people".to_owned()
                }
            });
        }
        ProvenanceState::NotChecked => {
            let reason = provenance.reason.as_deref().unwrap_or_default();
            told.push(format!("who signed it: {reason}"));
        }
        ProvenanceState::Unsigned => {
            told.push(
                "who made it, or whether all of it was rewritten: nobody signed it".to_owned(),
            );
        }
        ProvenanceState::Wrong => told.push("who made it: a signature is wrong".to_owned()),
    }
    let is_listed = |it: &ActRow| it.state == ProvenanceState::Listed;
    told.push(match acts {
        [] => "whether the people named in it did what it says: none of their acts is signed",
        acts if acts.iter().any(is_listed) => {
            "whether the people named in it did the rest of what it says: only the acts above are signed"
        }
        _ => "whether the people named in it did what it says: no act is signed by a known key",
    }
    .to_owned());
    if !is_here {
        told.push("whether it is the newest: only the project has its ledger".to_owned());
    }
    told.push("whether the commands would pass again: nothing was run".to_owned());
    told
}

/// Tells whether any digest of a file is another, or none is there that could be compared.
fn differs(digests: &BTreeMap<String, String>, file: &Fingerprint) -> bool {
    let sha256 = digests.get("sha256").map(|it| it == file.sha256.as_str());
    let blake3 = digests.get("blake3").map(|it| *it == file.blake3.to_string());
    let found: Vec<bool> = [sha256, blake3].into_iter().flatten().collect();
    found.is_empty() || found.contains(&false)
}
