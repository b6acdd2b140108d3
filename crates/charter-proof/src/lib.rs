//! The machine: child processes, what test runners write, and what pictures show.
//!
//! Owns every process that charter starts, git, ssh-keygen and the user's editor, the reading of reports,
//! the decoding of pictures, and keys. Must not know the ledger or what a document says.

mod arena;
mod deadline;
mod echo;
mod editor;
mod finding;
mod git;
mod image;
mod interrupt;
mod kept;
mod key;
mod output;
mod plain;
mod program;
mod report;
mod run;
mod sandbox;
mod scratch;
pub mod ssh;
mod terminal;

pub use arena::{
    Arena, ArenaFailure, ArenaKind, ArenaStage, Change, LayerTask, LayerWay, Layering, left_trials,
    run_layered, sweep_trials,
};
pub use echo::Echo;
pub use editor::edit;
pub use finding::{FINDINGS, GIT_UNUSABLE};
pub use git::{
    BaseTree, FileVersion, FileVersions, Files, GitFailure, HeadMark, Oddity, Repository,
    VersionElsewhere, VersionOf, git_dirs, head_mark, is_repository, modules_among, staged_ends,
    user_email, user_name,
};
pub use image::look_at_picture;
pub use interrupt::Interrupt;
pub use key::{NoRandomness, random_key};
pub use program::{
    ProgramFailure, ProgramOutput, ProgramRun, ProgramWord, find_program, run_program,
};
pub use report::{ReportCase, ReportFormat, ReportProblem, TestOutcome, TestReport, read_report};
pub use run::{Job, Ran, Tape, Taping, run};
pub use sandbox::{
    Bounds, CACHES, End, Fresh, Keeping, Limit, NotRun, OFFLINE, PASSED, Protection, ReplayEnd,
    ResourceLimits, SET, Sandbox, SandboxSurroundings, Walls, run_kept,
};
