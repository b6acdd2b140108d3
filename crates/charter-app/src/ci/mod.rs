//! The gate in CI: every check of a branch runs again here, and what the branch says is compared with what
//! its target agreed.

mod difference;
mod gate;
mod places;
mod register;
mod rehearsal;
mod row;
mod signed_code;
mod target;

pub use gate::{AbandonedRow, CiAsk, CiReport, CiVerdict};
pub use row::{DifferenceKind, DifferenceRow};
pub use target::AgainstRow;
