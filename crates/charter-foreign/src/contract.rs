//! What a contract of another tool is.
//!
//! Owns the value that all readers fill. Must not know the shape of any of them.

use charter_kernel::counted;
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
    /// Goals of ultragoal, in goals.json or in a brief.
    Ultragoal,
    /// A page, or a file of statements, that charter exported.
    Charter,
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
            Self::Ultragoal => "ultragoal",
            Self::Charter => "charter's own export",
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

impl ForeignFile<'_> {
    /// Finds the file of a name; one alone may be called anything.
    pub(super) fn find<'s>(files: &'s [Self], name: &str) -> Option<&'s Self> {
        let named = files.iter().find(|it| it.path == name);
        named.or(files.first().filter(|_| files.len() == 1))
    }
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
    pub heading: GroupHeading,
    /// What must be shown.
    pub clauses: Vec<Clause>,
}

/// What stands above the criteria of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GroupHeading {
    /// A milestone of ours, with the next number.
    Numbered,
    /// The milestone that the title names, as it was.
    Own,
    /// Nothing: they are in no milestone.
    Without,
}

/// What a criterion of ours said, which comes back as it was.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OwnClause {
    /// Its description, as its author wrote it.
    pub said: String,
    /// Its fields, a line each.
    pub fields: Vec<String>,
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
    /// What it said where it was a criterion of ours.
    pub own: Option<OwnClause>,
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
    pub(super) fn cut(&mut self) {
        let n_left_out = self.count().saturating_sub(CRITERIA_MAX);
        if n_left_out > 0 {
            self.note(format!(
                "{} behind the first {CRITERIA_MAX} left out",
                counted(n_left_out, "criterion", "criteria")
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
        let (title, subject) = (title.to_owned(), subject.to_owned());
        Self { title, subject, heading: GroupHeading::Numbered, clauses: Vec::new() }
    }
}
