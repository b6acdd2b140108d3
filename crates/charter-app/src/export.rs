//! Exports: a charter's evidence as signed statements, and the check of such a file anywhere.
//!
//! Owns the reading of the files that statements are about, and the comparison of an export with
//! the project it is looked at in. Must not know the form of a statement.

use crate::app::{App, Caller, OpenCharter};
use crate::error::Error;
use charter_foreign::ForeignRefusal;
use charter_kernel::strand::ZERO_FILE;
use charter_kernel::{CharterId, Digest, Problem};
use charter_proof::{PublicKey, SecretKey};
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

/// Whether to sign an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// With the user's key, if they have one.
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
    /// The key that signed them; absent where nobody did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signed_by: Option<String>,
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
    /// Whether it is whole and signed by the key that was named.
    pub ok: bool,
    /// `pass`, `fail` or `inconclusive`.
    pub verdict: ExportVerdict,
    /// How many envelopes were read.
    pub statements: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key_id: Option<String>,
    /// What the export says about its charter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<Summary>,
    /// How many of the files it is about are here, and were compared.
    pub compared: usize,
    /// How many files it is about.
    pub files: usize,
    /// What is wrong with it, or why it is not known who stands for it.
    pub problems: Vec<Problem>,
    /// What went on here since, which is nothing wrong.
    pub notes: Vec<String>,
}

impl App {
    /// Exports the charter that the caller means; where none is open, the one that ended last.
    pub fn export(&self, caller: &Caller, export: Export<'_>) -> Result<ExportReport, Error> {
        let open = self.open_trusting(self.select_or_ended(caller)?, Trust::Nothing)?;
        open.loaded.can_write()?;
        let key = match export.sign {
            Sign::IfKey => self.find_key()?,
            Sign::Never => None,
        };
        let status = self.status_of(&open);
        let files = self.fingerprints(&open)?;
        let exported = Exported {
            status: &status.overview,
            state: &open.state().contract,
            head: open.state().head(),
            files: &files,
            now: self.context(caller).now,
            version: env!("CARGO_PKG_VERSION"),
        };
        let envelopes: Vec<Value> = attest::statements(&exported)
            .into_iter()
            .map(|it| seal(it, key.as_ref()).to_json())
            .collect();
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
            signed_by: key.map(|it| it.public().id().to_string()),
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

    /// Checks an export; works where there is no charter, and compares it with one that is there.
    pub fn verify_export(
        &self,
        path: &Path,
        key: Option<&str>,
    ) -> Result<VerifyExportReport, Error> {
        let key = match key {
            Some(named) => Some(self.read_public_key(named)?),
            None => self.find_key()?.map(|it| it.public()),
        };
        let bytes = self.read_named(path)?;
        let lines = bytes.split(|it| *it == b'\n').filter(|it| !it.trim_ascii().is_empty());
        let lines: Vec<_> = lines.take(LINES_MAX + 1).map(|it| judge(it, key.as_ref())).collect();
        let mut checked = attest::check(&lines);
        if lines.len() > LINES_MAX {
            let message = format!("it has more than {LINES_MAX} lines");
            checked.problems.push(problem("export", "export-too-long", message));
        }
        let seen = self.compare(&checked)?;
        checked.problems.extend(seen.problems);
        let verdict = checked.verdict();
        let Checked { mut problems, doubts, summary, subjects } = checked;
        problems.extend(doubts);
        Ok(VerifyExportReport {
            ok: verdict == ExportVerdict::Pass,
            verdict,
            statements: lines.len(),
            key_id: key.map(|it| it.id().to_string()),
            summary,
            compared: seen.n_files,
            files: subjects.values().filter(|it| !it.contains_key("gitCommit")).count(),
            problems,
            notes: seen.notes,
        })
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
        let path = self.cwd.join(out);
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
        self.compare_ledger(&id, summary, &checked.subjects, &mut seen)?;
        for (name, digests) in &checked.subjects {
            let below = name.strip_prefix(id.as_str()).and_then(|it| it.strip_prefix('/'));
            let Some(below) = below.filter(|it| *it != LEDGER_FILE) else { continue };
            let Some(bytes) = self.read_below(&id, below)? else { continue };
            seen.n_files += 1;
            let is_same = !differs(digests, &Fingerprint::of(&bytes));
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
            seen.notes.push(format!("the ledger here has {since} more events since"));
        }
        Ok(())
    }
}

/// What a comparison found.
#[derive(Debug, Default)]
struct Comparison {
    n_files: usize,
    problems: Vec<Problem>,
    notes: Vec<String>,
}

/// What statements are about: names and their digests.
type Subjects = BTreeMap<String, BTreeMap<String, String>>;

fn problem(path: &str, code: &str, message: String) -> Problem {
    Problem { path: path.to_owned(), code: code.to_owned(), message }
}

fn seal(payload: Vec<u8>, key: Option<&SecretKey>) -> Envelope {
    let mut envelope = Envelope::unsigned(payload);
    if let Some(key) = key {
        let bytes = key.sign(&envelope.to_sign());
        envelope.signatures.push(Signature { key_id: key.public().id().to_string(), bytes });
    }
    envelope
}

/// Reads a line, and says who signed it.
fn judge(line: &[u8], key: Option<&PublicKey>) -> (Result<Envelope, EnvelopeProblem>, Signed) {
    let envelope = Envelope::parse(line);
    let signed = envelope.as_ref().map_or(Signed::Nobody, |it| signer(it, key));
    (envelope, signed)
}

fn signer(envelope: &Envelope, key: Option<&PublicKey>) -> Signed {
    if envelope.signatures.is_empty() {
        return Signed::Nobody;
    }
    let others =
        || Signed::ByOthers(envelope.signatures.iter().map(|it| it.key_id.clone()).collect());
    let Some(key) = key else { return others() };
    let bytes = envelope.to_sign();
    let id = key.id();
    if envelope.signatures.iter().any(|it| key.verifies(&bytes, &it.bytes)) {
        return Signed::By(id);
    }
    let is_claimed = envelope.signatures.iter().any(|it| it.key_id == id.0);
    if is_claimed { Signed::Wrongly } else { others() }
}

/// Tells whether any digest of a file is another, or none is there that could be compared.
fn differs(digests: &BTreeMap<String, String>, file: &Fingerprint) -> bool {
    let sha256 = digests.get("sha256").map(|it| it == file.sha256.as_str());
    let blake3 = digests.get("blake3").map(|it| *it == file.blake3.to_string());
    let found: Vec<bool> = [sha256, blake3].into_iter().flatten().collect();
    found.is_empty() || found.contains(&false)
}
