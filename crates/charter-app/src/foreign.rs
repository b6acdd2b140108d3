//! Contracts of other tools, into charters; and registers, into the words of other tools.
//!
//! Owns how the files of a contract are found and kept: every original, byte for byte. Must not
//! read them itself: the core does.

use crate::app::{App, Caller};
use crate::error::{Error, unread};
use crate::import::{ImportRow, ImportedForm, one_line, whole};
use crate::new::NewCharter;
use charter_engine::event::EventBody;
use charter_foreign::{
    Contract, ContractForm, ContractImport, ForeignEvent, ForeignFile, ForeignRefusal, ImportedFile,
};
use charter_kernel::Decision;
use charter_kernel::markdown::Source;
use charter_kernel::{Digest, FileEdit};
use charter_review::attest::Envelope;
use charter_store::{FileKind, Trust};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const FILES_MAX: usize = 200;

/// The most bytes of one of them.
const BYTES_MAX: u64 = 1024 * 1024;

/// How deep below its folder they may lie.
const DEPTH_MAX: usize = 6;

/// The most folders beside each other that are looked into.
const FOLDERS_MAX: usize = 200;

/// The directory of a charter that holds the originals.
const KEPT: &str = "imported";

/// A contract that was found.
#[derive(Debug)]
pub(crate) struct FoundContract {
    /// Its folder, or its file.
    pub(crate) path: PathBuf,
    form: ContractForm,
    files: Vec<Original>,
    /// The texts that were too many, too long or too deep.
    passed: Vec<String>,
}

/// The texts below a folder.
#[derive(Debug, Default)]
struct Walk {
    files: Vec<Original>,
    passed: Vec<String>,
}

/// A file of a contract.
#[derive(Debug)]
struct Original {
    path: String,
    bytes: Vec<u8>,
}

/// How a register is written for other tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RegisterForm {
    /// As a feature with scenarios.
    Gherkin,
    /// As one page for people.
    Markdown,
}

/// A register that was written for other tools.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RegisterReport {
    /// Always true: anything else is an error.
    pub ok: bool,
    pub charter_id: String,
    /// How many criteria it holds.
    pub criteria: usize,
    /// The file it went to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The text, where it went to no file.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
}

impl App {
    /// Finds the contracts that a path means: the folder or file itself, or the folders in it.
    pub(crate) fn find_contracts(&self, path: &Path) -> Result<Vec<FoundContract>, Error> {
        let read = unread(path);
        let Some(stat) = self.store.look_at(path).map_err(&read)? else { return Ok(Vec::new()) };
        if stat.kind != FileKind::Dir {
            return Ok(self.find_file(path)?.into_iter().collect());
        }
        if let Some(found) = self.find_folder(path)? {
            return Ok(vec![found]);
        }
        let mut found = Vec::new();
        let folders = self.store.list_dirs(path).map_err(read)?;
        for name in folders.into_iter().filter(|it| it != "archive").take(FOLDERS_MAX) {
            found.extend(self.find_folder(&path.join(name))?);
        }
        Ok(found)
    }

    fn find_file(&self, path: &Path) -> Result<Option<FoundContract>, Error> {
        let name = path.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
        if ![".md", ".feature", ".json", ".jsonl"].iter().any(|it| name.ends_with(it)) {
            return Ok(None);
        }
        let mut walk = Walk::default();
        if let Some(dir) = path.parent() {
            self.take_file(dir, &name, &mut walk)?;
        }
        Ok(recognised(path, walk))
    }

    fn find_folder(&self, path: &Path) -> Result<Option<FoundContract>, Error> {
        let mut walk = Walk::default();
        self.walk_contract(path, "", 0, &mut walk)?;
        Ok(recognised(path, walk))
    }

    /// Reads the texts below a folder that could belong to a contract.
    fn walk_contract(
        &self,
        root: &Path,
        below: &str,
        depth: usize,
        walk: &mut Walk,
    ) -> Result<(), Error> {
        let dir = root.join(below);
        let read = unread(&dir);
        for name in self.store.list_names(&dir).map_err(&read)? {
            let is_goals = below.is_empty() && name == charter_foreign::GOALS;
            let is_text = is_goals || [".md", ".feature"].iter().any(|it| name.ends_with(it));
            if is_text && walk.files.len() < FILES_MAX {
                self.take_file(root, &join(below, &name), walk)?;
            } else if is_text {
                walk.passed.push(join(below, &name));
            }
        }
        for name in self.store.list_dirs(&dir).map_err(read)? {
            if name.starts_with('.') || name == "node_modules" || name == "archive" {
                continue;
            }
            if depth == DEPTH_MAX {
                walk.passed.push(format!("{}/", join(below, &name)));
            } else {
                self.walk_contract(root, &join(below, &name), depth + 1, walk)?;
            }
        }
        Ok(())
    }

    fn take_file(&self, root: &Path, name: &str, walk: &mut Walk) -> Result<(), Error> {
        let path = root.join(name);
        let read = unread(&path);
        let stat = self.store.look_at(&path).map_err(&read)?;
        // A link has another length than what it leads to, and a pipe has none.
        if stat.is_some_and(|it| it.kind == FileKind::File && it.len <= BYTES_MAX) {
            let bytes = self.store.read_file(&path).map_err(read)?;
            walk.files.push(Original { path: name.to_owned(), bytes });
        } else {
            walk.passed.push(name.to_owned());
        }
        Ok(())
    }

    pub(crate) fn import_contract(
        &self,
        caller: &Caller,
        found: &FoundContract,
        known: &mut BTreeMap<String, String>,
    ) -> Result<ImportRow, Error> {
        let kept: Vec<ImportedFile> = found.files.iter().map(Original::to_kept).collect();
        let digest = whole(&kept).to_string();
        let file = self.shown_path(&found.path);
        if let Some(charter_id) = known.get(&digest).cloned() {
            return Err(ForeignRefusal::AlreadyImported { file, charter_id }.into());
        }
        let source = found.path.file_name().map(|it| it.to_string_lossy().into_owned());
        let source = source.unwrap_or_default();
        let mut contract =
            with_views(&found.files, |files| charter_foreign::read(found.form, &source, files));
        if let Some(first) = found.passed.first() {
            let n = found.passed.len();
            contract.notes.push(format!(
                "{n} {} passed over: too many, too long, too deep or no plain files ({first} …)",
                if n == 1 { "file was" } else { "files were" }
            ));
        }
        if contract.count() == 0 {
            return Err(self.unusable(
                &found.path,
                "nothing in it could be shown: no scenario, requirement or criterion",
            ));
        }
        let (idea, name) = (contract.idea.clone(), Some(one_line(&contract.title)));
        let new = NewCharter { idea, name, rigor: None };
        let report = self.create(caller, new, |decision| {
            add(decision, &source, &contract, kept, &found.files);
        })?;
        known.insert(digest, report.charter_id.clone());
        Ok(ImportRow {
            file,
            charter_id: report.charter_id,
            path: report.path,
            form: ImportedForm::Contract(found.form),
            rounds: 0,
            answered: 0,
            components: 0,
            facts: 0,
            criteria: contract.count(),
            ambiguity: None,
            notes: contract.notes,
        })
    }

    /// Writes the register of the charter that the caller means; where none is open, of the one
    /// that ended last.
    pub fn export_register(
        &self,
        caller: &Caller,
        form: RegisterForm,
        out: Option<&Path>,
    ) -> Result<RegisterReport, Error> {
        let open = self.open_trusting(self.select_or_ended(caller)?, Trust::Nothing)?;
        self.check_completed(&open)?;
        let status = self.status_of(&open);
        let register = &open.docs.criteria;
        let text = match form {
            RegisterForm::Gherkin => charter_foreign::to_gherkin(&status.overview, register),
            RegisterForm::Markdown => charter_foreign::to_markdown(&status.overview, register),
        };
        let mut report = RegisterReport {
            ok: true,
            charter_id: status.overview.charter_id,
            criteria: status.overview.criteria.len(),
            path: None,
            text,
        };
        if let Some(out) = out {
            self.write_register(out, form, &report.text)?;
            report.path = Some(out.display().to_string());
            report.text.clear();
        }
        Ok(report)
    }

    /// Writes an export; only an earlier one of the same form is replaced.
    fn write_register(&self, out: &Path, form: RegisterForm, text: &str) -> Result<(), Error> {
        let path = self.typed(out);
        let read = unread(&path);
        let stat = self.store.look_at(&path).map_err(&read)?;
        if stat.is_some_and(|it| it.kind == FileKind::File && it.len > 0) {
            let before = self.store.read_file(&path).map_err(read)?;
            let mark = match form {
                RegisterForm::Gherkin => charter_foreign::GHERKIN_MARK,
                RegisterForm::Markdown => charter_foreign::MARKDOWN_MARK,
            };
            if !before.starts_with(mark.as_bytes()) {
                return Err(ForeignRefusal::OutTaken(out.display().to_string()).into());
            }
        }
        Ok(self.store.write_named(&path, text.as_bytes())?)
    }
}

impl Original {
    fn to_kept(&self) -> ImportedFile {
        let (path, digest) = (self.path.clone(), Digest::of(&self.bytes));
        ImportedFile { path, bytes: self.bytes.len() as u64, digest }
    }

    /// Gives what it says: of an export of ours, the statements in its envelopes.
    fn text(&self) -> Cow<'_, str> {
        let is_export = [".json", ".jsonl"].iter().any(|it| self.path.ends_with(it));
        let lines = self.bytes.split(|it| *it == b'\n').filter(|it| !it.trim_ascii().is_empty());
        let statements: Option<Vec<String>> = lines
            .map(|line| {
                let envelope = Envelope::parse(line).ok()?;
                Some(String::from_utf8_lossy(&envelope.payload).into_owned())
            })
            .collect();
        match statements.filter(|it| is_export && !it.is_empty()) {
            Some(statements) => Cow::Owned(statements.join("\n")),
            None => String::from_utf8_lossy(&self.bytes),
        }
    }
}

fn join(below: &str, name: &str) -> String {
    if below.is_empty() { name.to_owned() } else { format!("{below}/{name}") }
}

/// Shows files as texts.
fn with_views<T>(files: &[Original], see: impl FnOnce(&[ForeignFile<'_>]) -> T) -> T {
    let texts: Vec<_> = files.iter().map(Original::text).collect();
    let views = files.iter().zip(&texts).map(|(it, text)| ForeignFile { path: &it.path, text });
    see(&views.collect::<Vec<_>>())
}

fn recognised(path: &Path, walk: Walk) -> Option<FoundContract> {
    let Walk { mut files, mut passed } = walk;
    let form = with_views(&files, charter_foreign::recognise)?;
    // Features may lie anywhere in a tree; the rest of it is no part of the contract.
    let belongs = |path: &str| match form {
        ContractForm::Gherkin => path.ends_with(".feature"),
        // One file may be called anything; of a folder the goals and the brief are meant.
        ContractForm::Ultragoal => !path.contains('/'),
        // An export is one file, whatever it is called.
        ContractForm::Charter => true,
        ContractForm::OpenSpec | ContractForm::SpecKit | ContractForm::Kiro => {
            !path.ends_with(".json")
        }
    };
    files.retain(|it| belongs(&it.path));
    passed.retain(|it| belongs(it) || it.ends_with('/'));
    Some(FoundContract { path: path.to_owned(), form, files, passed })
}

/// Adds the originals, the proposed documents and the event to what a new charter is made of.
fn add(
    decision: &mut Decision<EventBody>,
    source: &str,
    contract: &Contract,
    kept: Vec<ImportedFile>,
    originals: &[Original],
) {
    for edit in &mut decision.edits {
        let document = Source::new(edit.bytes.clone());
        let proposed = match edit.path.as_str() {
            "criteria.md" => charter_foreign::draft(&document, contract),
            "charter.md" => charter_foreign::charter(&document, contract),
            _ => None,
        };
        if let Some(proposed) = proposed {
            edit.bytes = proposed.bytes().to_vec();
        }
    }
    decision.edits.extend(
        originals
            .iter()
            .map(|it| FileEdit { path: format!("{KEPT}/{}", it.path), bytes: it.bytes.clone() }),
    );
    decision.events.push(EventBody::Foreign(ForeignEvent::ContractImported(Box::new(
        ContractImport {
            source: source.to_owned(),
            saved_as: KEPT.to_owned(),
            files: kept,
            form: contract.form,
            criteria: contract.count() as u64,
            notes: contract.notes.clone(),
        },
    ))));
}
