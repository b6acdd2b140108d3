//! Runs that the tool made itself: what they counted, and whether they could have failed.
//!
//! Owns the reading of a runner's own words and of command lines. Must not run anything.

mod carried;
mod cast;
mod counts;
mod normalise;
mod replay;
mod vacuous;
mod weakened;

pub use carried::{Carried, carried, is_unnamed_test, lacked, may_be_unnamed_test, paths_read};
pub use cast::{CastEvent, cast_output, render_cast};
pub use counts::{Counts, count_tests, strip_ansi};
pub use normalise::normalise;
pub use replay::{Difference, SeenRun, compare};
pub use vacuous::{hides_exit, no_op};
pub use weakened::{TestFile, Weakening, is_test_path, may_hold_tests, weakened};
