//! Runs that the tool made itself: what they counted, and whether they could have failed.
//!
//! Owns the reading of a runner's own words and of command lines. Must not run anything.

mod added;
mod carried;
mod cast;
mod counts;
mod hearing;
mod hidden;
mod lexeme;
mod mixed;
mod mutant;
mod mutation_report;
mod neutral;
mod normalise;
mod reading;
mod replay;
mod role;
mod shell;
mod symbol;
mod syntax;
mod tool;
mod trial;
mod vacuous;
mod weakened;

pub use added::{AddedNames, added_lines, added_symbols, without_added};
pub use carried::{
    Carried, carried, files_asked, is_unnamed_test, lacked, may_be_unnamed_test, paths_read,
};
pub use cast::{CastEvent, cast_output, render_cast};
pub use counts::{Counts, strip_ansi};
pub use hearing::{
    HeardRun, flaw_before, hear_again, hear_change, hear_old_tests, hear_swap, is_all_red,
};
pub use hidden::{hidden_in_file, hides_exit, retries, scripts_run};
pub use mixed::{test_lines, with_tests_of};
pub use mutant::{Mutant, Nearness, canary, lines_around, mutants};
pub use mutation_report::reported_mutations;
pub use neutral::{commented, hollow};
pub use normalise::normalise;
pub use reading::{CaseOutcome, OutputReading, count_tests, read_output};
pub use replay::{Difference, SeenRun, compare};
pub use role::{FileRole, role_of};
pub use symbol::names_symbol;
pub use tool::{is_build, is_linter, unfiltered};
pub use trial::{
    LOOKS_AT_TEXT, Newness, Sensitivity, Trial, TrialKind, changed_expectation, newness,
    sensitivity, trial_words, unnoticed,
};
pub use vacuous::no_op;
pub use weakened::{TestFile, Weakening, holds_test, is_test_path, may_hold_tests, weakened};
