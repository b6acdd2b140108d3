//! The exit codes, which are API.
//!
//! Owns the one table from the sort of an error to a code. Must not know errors in detail.

use charter_app::ErrorKind;

/// Done.
pub(crate) const DONE: u8 = 0;
/// Refused by a gate, or a negative verdict.
pub(crate) const REFUSED: u8 = 1;
/// Usage or bad input.
pub(crate) const BAD_INPUT: u8 = 2;
/// Conflict or stuck.
pub(crate) const CONFLICT: u8 = 3;
/// The system: I/O, corrupt state.
pub(crate) const SYSTEM: u8 = 4;
/// Stopped by the user, as shells say it.
pub(crate) const INTERRUPTED: u8 = 130;

/// Gives the exit code of a verdict.
pub(crate) fn of(ok: bool) -> u8 {
    if ok { DONE } else { REFUSED }
}

/// Gives the exit code of a sort of error.
pub(crate) fn code(kind: ErrorKind) -> u8 {
    match kind {
        ErrorKind::Refused => REFUSED,
        ErrorKind::BadInput => BAD_INPUT,
        ErrorKind::Conflict => CONFLICT,
        ErrorKind::System => SYSTEM,
        ErrorKind::Interrupted => INTERRUPTED,
    }
}
