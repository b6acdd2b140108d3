//! A command as it would be typed.
//!
//! Owns how a program and its arguments read on one line. Must not run anything.

use charter_kernel::shell_word;

/// Gives a command as it would be typed.
#[must_use]
pub fn typed(argv: &[String]) -> String {
    argv.iter().map(|it| shell_word(it)).collect::<Vec<_>>().join(" ")
}
