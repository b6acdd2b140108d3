//! Why an import or an export says no.
//!
//! Owns its closed list of obstacles with their codes, which are API, and what can be done instead. Must
//! not know other features' lists.

use charter_kernel::{NextAction, Obstacle, Problem, Refuse, help};

/// Why an import or an export says no.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ForeignRefusal {
    /// A file that is no interview, or that cannot be read.
    #[error("`{file}` was not imported: {problem}")]
    ImportUnusable { file: String, problem: &'static str },
    /// The same bytes were imported before.
    #[error("`{file}` was imported before, as `{charter_id}`")]
    AlreadyImported { file: String, charter_id: String },
    /// An export would replace a file that is none.
    #[error("`{0}` is there already and is no export")]
    OutTaken(String),
}

impl Refuse for ForeignRefusal {
    fn obstacle(&self) -> Obstacle<'_> {
        match self {
            Self::ImportUnusable { file, .. } => {
                Obstacle::bad_input("import-unusable", file.as_str())
            }
            Self::AlreadyImported { file, .. } => {
                Obstacle::conflict("already-imported", file.as_str())
            }
            Self::OutTaken(path) => Obstacle::bad_input("out-taken", path.as_str()),
        }
    }

    fn collected(&self) -> Option<Vec<Problem>> {
        None
    }

    fn next_actions(&self) -> Vec<NextAction> {
        match self {
            Self::ImportUnusable { .. } => vec![help("import")],
            Self::AlreadyImported { charter_id, .. } => {
                vec![NextAction::about("status", charter_id, "see where it stands", "")]
            }
            Self::OutTaken(_) => {
                vec![NextAction::new("help", "name another file", "charter export --help")]
            }
        }
    }
}
