//! What a contract of another tool is, and how its tool is told.
//!
//! Owns the value that all readers fill. Must not know the shape of any of them.

use super::{gherkin, kiro, openspec, speckit};
use serde::{Deserialize, Serialize};

const NOTES_MAX: usize = 50;

/// The most criteria that are taken over; a longer list is for a person to cut.
const CRITERIA_MAX: usize = 300;

/// Which tool wrote a contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ContractForm {
    /// A change folder of OpenSpec: a proposal, and what changes in which capability.
    #[serde(rename = "openspec")]
    OpenSpec,
    /// A feature folder of spec-kit: user stories, requirements and measures.
    #[serde(rename = "speckit")]
    SpecKit,
    /// Requirements of Kiro, each with acceptance criteria.
    Kiro,
    /// Features and scenarios.
    Gherkin,
}

impl ContractForm {
    /// Gives the tool's name for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::OpenSpec => "OpenSpec",
            Self::SpecKit => "spec-kit",
            Self::Kiro => "Kiro",
            Self::Gherkin => "Gherkin",
        }
    }
}

/// A file of a contract.
#[derive(Debug, Clone, Copy)]
pub struct ForeignFile<'a> {
    /// Where it is, relative to the folder, with `/` between the parts.
    pub path: &'a str,
    pub text: &'a str,
}

/// A contract, as far as it could be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contract {
    pub form: ContractForm,
    pub title: String,
    pub idea: String,
    /// What hurts, where it says so by itself.
    pub problem: String,
    /// What will change, line by line.
    pub will: Vec<String>,
    /// What will not.
    pub wont: Vec<String>,
    /// What must be shown.
    pub groups: Vec<Group>,
    /// What was not understood, or left out.
    pub notes: Vec<String>,
}

/// Requirements that belong together: a capability, a story, a feature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    pub title: String,
    /// A word for ids where a clause brings none.
    pub subject: String,
    /// What must be shown.
    pub clauses: Vec<Clause>,
}

/// Something that must be shown.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Clause {
    /// The id that it had with us, or could have; what is behind `VAL-`.
    pub id: Option<String>,
    /// What it says, in one line.
    pub title: String,
    /// The rest of it, line by line: conditions, steps, tables.
    pub body: Vec<String>,
}

impl Contract {
    pub(super) fn new(form: ContractForm, title: &str) -> Self {
        Self {
            form,
            title: title.to_owned(),
            idea: String::new(),
            problem: String::new(),
            will: Vec::new(),
            wont: Vec::new(),
            groups: Vec::new(),
            notes: Vec::new(),
        }
    }

    pub(super) fn note(&mut self, words: impl Into<String>) {
        if self.notes.len() < NOTES_MAX {
            self.notes.push(words.into());
        }
    }

    /// Leaves out what is too much.
    fn cut(&mut self) {
        let n_left_out = self.count().saturating_sub(CRITERIA_MAX);
        if n_left_out > 0 {
            self.note(format!(
                "{n_left_out} criteria behind the first {CRITERIA_MAX} are left out"
            ));
        }
        let mut room = CRITERIA_MAX;
        for group in &mut self.groups {
            group.clauses.truncate(room);
            room -= group.clauses.len();
        }
    }

    /// Counts what must be shown.
    #[must_use]
    pub fn count(&self) -> usize {
        self.groups.iter().map(|it| it.clauses.len()).sum()
    }
}

impl Group {
    pub(super) fn new(title: &str, subject: &str) -> Self {
        Self { title: title.to_owned(), subject: subject.to_owned(), clauses: Vec::new() }
    }
}

/// Tells which tool wrote a folder, or a file, by the names and the marks that its files have.
#[must_use]
pub fn recognise(files: &[ForeignFile<'_>]) -> Option<ContractForm> {
    let find = |name: &str| files.iter().find(|it| it.path == name);
    if files.iter().any(|it| it.path.ends_with(".feature")) {
        return Some(ContractForm::Gherkin);
    }
    if files.iter().any(|it| it.path.starts_with("specs/") && openspec::is_delta(it.text)) {
        return Some(ContractForm::OpenSpec);
    }
    if find("proposal.md").is_some_and(|it| openspec::is_proposal(it.text)) {
        return Some(ContractForm::OpenSpec);
    }
    if find("spec.md").is_some_and(|it| speckit::is_spec(it.text)) {
        return Some(ContractForm::SpecKit);
    }
    let is_kiro = |it: &ForeignFile<'_>| kiro::is_requirements(it.text);
    if find("requirements.md").is_some_and(is_kiro) {
        return Some(ContractForm::Kiro);
    }
    // One file that was named may be called anything.
    let [one] = files else { return None };
    if one.path.contains('/') {
        return None;
    }
    match one.text {
        text if openspec::is_delta(text) => Some(ContractForm::OpenSpec),
        text if speckit::is_spec(text) => Some(ContractForm::SpecKit),
        text if kiro::is_requirements(text) => Some(ContractForm::Kiro),
        _ => None,
    }
}

/// Reads a contract; `name` is what its folder or file is called.
#[must_use]
pub fn read(form: ContractForm, name: &str, files: &[ForeignFile<'_>]) -> Contract {
    let mut contract = Contract::new(form, &humanise(name));
    match form {
        ContractForm::OpenSpec => openspec::read(&mut contract, files),
        ContractForm::SpecKit => speckit::read(&mut contract, files),
        ContractForm::Kiro => kiro::read(&mut contract, files),
        ContractForm::Gherkin => gherkin::read(&mut contract, files),
    }
    contract.cut();
    contract.groups.retain(|it| !it.clauses.is_empty());
    if contract.idea.trim().is_empty() {
        contract.note("it does not say what it is for; its title stands for it");
        contract.idea = contract.title.clone();
    }
    if contract.groups.is_empty() {
        contract.note("nothing that could be shown was recognised");
    }
    contract
}

/// Makes words of `001-add-rate-limit`.
fn humanise(name: &str) -> String {
    let name = name.trim_end_matches('/').rsplit('/').next().unwrap_or(name);
    let stem = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()).map_or(name, |it| it.0);
    let bare = stem.trim_start_matches(|it: char| it.is_ascii_digit() || it == '-' || it == '_');
    let bare = if bare.is_empty() { stem } else { bare };
    bare.replace(['-', '_'], " ")
}

#[cfg(test)]
mod tests;
