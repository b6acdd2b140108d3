//! Interviews that were made elsewhere, into charters.
//!
//! Owns how files are found and what is kept of each: the original, byte for byte, beside what was
//! read out of it. Must not read them itself: the core does.

use crate::app::{App, Caller};
use crate::error::{Error, unread};
use crate::new::NewCharter;
use charter_contract::drafting::add_wont;
use charter_engine::event::EventBody;
use charter_foreign::{ContractForm, ForeignEvent, ForeignRefusal, ImportedFile};
use charter_interview::deep::{ImportForm, ImportedRound, Units};
use charter_interview::import::{Imported, draft, drafted, read};
use charter_interview::{Import, InterviewEvent};
use charter_kernel::Decision;
use charter_kernel::event::Payload;
use charter_kernel::markdown::Source;
use charter_kernel::{Digest, FileEdit, NextAction};
use charter_store::FileKind;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The most files of a directory that are read.
const FILES_MAX: usize = 1000;

const BYTES_MAX: u64 = 8 * 1024 * 1024;

const NAME_CHARS_MAX: usize = 80;

/// What was imported.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ImportReport {
    /// Whether every file became a charter.
    pub ok: bool,
    pub imported: Vec<ImportRow>,
    pub unread: Vec<UnreadRow>,
    pub next_actions: Vec<NextAction>,
}

/// A file that became a charter.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ImportRow {
    pub file: String,
    pub charter_id: String,
    pub path: String,
    /// What sort of file it was, or which tool wrote it.
    pub form: ImportedForm,
    pub rounds: usize,
    /// How many of them have an answer.
    pub answered: usize,
    pub components: usize,
    pub facts: usize,
    pub criteria: usize,
    /// The ambiguity it ended with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ambiguity: Option<Units>,
    pub notes: Vec<String>,
}

/// What was imported: an interview, or a contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportedForm {
    Interview(ImportForm),
    /// A contract of another tool.
    Contract(ContractForm),
}

impl Serialize for ImportedForm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Interview(form) => form.serialize(serializer),
            Self::Contract(form) => form.serialize(serializer),
        }
    }
}

/// A file that could not be imported.
#[derive(Debug, Clone, Serialize)]
pub struct UnreadRow {
    pub file: String,
    pub message: String,
}

impl App {
    /// Reads a file, or every file of a directory, each into a charter of its own. A file that is
    /// named and cannot be imported is refused; of a directory the others are imported.
    pub fn import(&self, caller: &Caller, path: &Path) -> Result<ImportReport, Error> {
        let path = self.typed(path);
        let mut report = ImportReport {
            ok: true,
            imported: Vec::new(),
            unread: Vec::new(),
            next_actions: Vec::new(),
        };
        let mut known = self.imports()?;
        let contracts = self.find_contracts(&path)?;
        let (files, is_dir) =
            if contracts.is_empty() { self.import_files(&path)? } else { (Vec::new(), false) };
        let is_one = contracts.len() == 1 || (contracts.is_empty() && !is_dir);
        let mut take = |path: &Path, imported: Result<ImportRow, Error>| {
            match imported {
                Ok(row) => report.imported.push(row),
                Err(err) if is_one => return Err(err),
                Err(err) => {
                    let (file, message) = (self.shown_path(path), err.to_string());
                    report.unread.push(UnreadRow { file, message });
                }
            }
            Ok(())
        };
        for found in contracts {
            take(&found.path, self.import_contract(caller, &found, &mut known))?;
        }
        for file in files {
            take(&file, self.import_file(caller, &file, &mut known))?;
        }
        if report.imported.is_empty() && report.unread.is_empty() {
            return Err(self.unusable(&path, "there is nothing in it that could be imported: no .md, .json, .jsonl or .feature file"));
        }
        report.ok = report.unread.is_empty();
        report.next_actions = match report.imported.as_slice() {
            [] => vec![NextAction::new("list", "see what there is", "charter list")],
            [one] if matches!(one.form, ImportedForm::Contract(_)) => {
                let hint = "see what is to be shown, and how far it is";
                vec![NextAction::about("status", &one.charter_id, hint, "")]
            }
            [one] => {
                let hint = "goes on from what was imported, until it is clear";
                vec![NextAction::about("interview --deep", &one.charter_id, hint, "")]
            }
            _ => vec![NextAction::new("list", "see every one", "charter list")],
        };
        Ok(report)
    }

    /// Lists the files that a path means, and whether it is a directory.
    fn import_files(&self, path: &Path) -> Result<(Vec<PathBuf>, bool), Error> {
        let read = unread(path);
        let gone = || self.unusable(path, "it is not there");
        let stat = self.store.look_at(path).map_err(&read)?.ok_or_else(gone)?;
        if stat.kind != FileKind::Dir {
            return Ok((vec![path.to_owned()], false));
        }
        let names = self.store.list_names(path).map_err(read)?;
        let is_ours = |it: &&String| [".md", ".json", ".jsonl"].iter().any(|end| it.ends_with(end));
        let files = names.iter().filter(is_ours).take(FILES_MAX).map(|it| path.join(it));
        Ok((files.collect(), true))
    }

    /// Lists what was imported before: the digests, each with its charter.
    fn imports(&self) -> Result<BTreeMap<String, String>, Error> {
        let mut known = BTreeMap::new();
        for id in self.store.list()?.ids {
            let has = |name| {
                matches!(self.store.look_at(&self.store.layout().file(&id, name)), Ok(Some(_)))
            };
            if !has("imported.md") && !has("imported.json") && !has("imported") {
                continue;
            }
            // A ledger that cannot be read is no reason not to import.
            for entry in self.store.log(&id).into_iter().flatten().map_while(Result::ok) {
                let digest = match entry.event.payload {
                    Payload::Known(EventBody::Interview(InterviewEvent::InterviewImported(
                        import,
                    ))) => import.digest,
                    Payload::Known(EventBody::Foreign(ForeignEvent::ContractImported(import))) => {
                        whole(&import.files)
                    }
                    _ => continue,
                };
                known.insert(digest.to_string(), id.to_string());
            }
        }
        Ok(known)
    }

    pub(crate) fn unusable(&self, path: &Path, problem: &'static str) -> Error {
        ForeignRefusal::ImportUnusable { file: self.shown_path(path), problem }.into()
    }

    fn import_file(
        &self,
        caller: &Caller,
        path: &Path,
        known: &mut BTreeMap<String, String>,
    ) -> Result<ImportRow, Error> {
        let failed = unread(path);
        let len = self.store.look_at(path).map_err(&failed)?.map_or(0, |it| it.len);
        if len > BYTES_MAX {
            return Err(self.unusable(path, "it is longer than 8 MiB"));
        }
        let bytes = self.store.read_named(path).map_err(failed)?;
        let digest = Digest::of(&bytes).to_string();
        if let Some(charter_id) = known.get(&digest).cloned() {
            let file = self.shown_path(path);
            return Err(ForeignRefusal::AlreadyImported { file, charter_id }.into());
        }
        let source = path.file_name().map(|it| it.to_string_lossy().into_owned());
        let source = source.unwrap_or_default();
        let nothing = "nothing in it was understood: no title, idea, round, criterion or figure";
        let imported = read(&source, &bytes).ok_or_else(|| self.unusable(path, nothing))?;
        let name = one_line(&imported.title);
        let new = NewCharter { idea: imported.idea.clone(), name: Some(name), rigor: None };
        let report =
            self.create(caller, new, |decision| add(decision, &source, &imported, &bytes))?;
        known.insert(digest, report.charter_id.clone());
        let is_answered = |it: &&ImportedRound| !it.answer.trim().is_empty();
        Ok(ImportRow {
            file: self.shown_path(path),
            charter_id: report.charter_id,
            path: report.path,
            form: ImportedForm::Interview(imported.form),
            rounds: imported.rounds.len(),
            answered: imported.rounds.iter().filter(is_answered).count(),
            components: imported.components.len(),
            facts: imported.facts.len(),
            criteria: imported.criteria.len(),
            ambiguity: imported.ambiguity,
            notes: imported.notes,
        })
    }
}

/// Adds the original, the proposed criteria and the event to what a new charter is made of.
fn add(decision: &mut Decision<EventBody>, source: &str, imported: &Imported, bytes: &[u8]) {
    let extension = match imported.form {
        ImportForm::Spec => "md",
        ImportForm::State => "json",
    };
    let saved_as = format!("imported.{extension}");
    for edit in decision.edits.iter_mut().filter(|it| it.path == "criteria.md") {
        let register = Source::new(edit.bytes.clone());
        if let Some(register) = draft(&register, imported) {
            edit.bytes = register.bytes().to_vec();
        }
    }
    let wont = drafted(imported).wont;
    for edit in decision.edits.iter_mut().filter(|it| it.path == "charter.md") {
        if let Some(charter) = add_wont(&Source::new(edit.bytes.clone()), &wont) {
            edit.bytes = charter.bytes().to_vec();
        }
    }
    decision.edits.push(FileEdit { path: saved_as.clone(), bytes: bytes.to_vec() });
    decision.events.push(EventBody::Interview(InterviewEvent::InterviewImported(Box::new(
        Import {
            source: source.to_owned(),
            saved_as,
            bytes: bytes.len() as u64,
            digest: Digest::of(bytes),
            form: imported.form,
            ambiguity: imported.ambiguity,
            threshold: imported.threshold,
            components: imported.components.clone(),
            facts: imported.facts.clone(),
            rounds: imported.rounds.clone(),
            notes: imported.notes.clone(),
        },
    ))));
}

/// Gives the digest of a whole contract.
pub(crate) fn whole(files: &[ImportedFile]) -> Digest {
    let lines: String = files.iter().map(|it| format!("{} {}\n", it.digest, it.path)).collect();
    Digest::of(lines.as_bytes())
}

pub(crate) fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line: String = words.join(" ").chars().filter(|it| !it.is_control()).collect();
    line.chars().take(NAME_CHARS_MAX).collect()
}
