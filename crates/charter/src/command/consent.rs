//! Asking before commands run that never ran here.
//!
//! Owns the question: what they are, then one yes or no. Without a person there is no question and no
//! run. Must not decide which commands are meant.

use super::Desk;
use crate::answer::Trouble;
use crate::rim;
use crate::screen::{Ink, clean};
use charter_app::{Consent, Error};
use charter_contract::ContractRefusal;
use charter_engine::Refusal;
use std::fmt::Write as _;

/// Does something that may run commands, and asks for a word where it needs one.
pub(crate) fn with_consent<T>(
    desk: &Desk<'_>,
    given: &Consent,
    mut attempt: impl FnMut(&Consent) -> Result<T, Error>,
) -> Result<T, Trouble> {
    let refused = match attempt(given) {
        Err(Error::Refused(
            refusal @ Refusal::Contract(ContractRefusal::CommandsUnknown { .. }),
        )) => refusal,
        done => return Ok(done?),
    };
    let Refusal::Contract(ContractRefusal::CommandsUnknown { commands, .. }) = &refused else {
        return Err(Error::from(refused).into());
    };
    if desk.can_talk && ask(desk, commands) {
        // Other commands may stand there by now; nobody was asked about those.
        return Ok(attempt(&Consent::Listed(commands.clone()))?);
    }
    Err(Error::from(refused).into())
}

/// Lists the commands and waits for one line; anything but a yes is a no.
fn ask(desk: &Desk<'_>, commands: &[String]) -> bool {
    let screen = &desk.screen;
    let mut text =
        String::from("\n  These commands never ran here; somebody else may have written them:\n");
    for command in commands {
        let _ = writeln!(text, "    {}", screen.ink(Ink::Command, &clean(command)));
    }
    text.push_str("  Run them? [y/N] ");
    if rim::say(&text).is_err() {
        return false;
    }
    let mut line = String::new();
    let is_read = std::io::stdin().read_line(&mut line).is_ok();
    is_read && matches!(line.trim().to_lowercase().as_str(), "y" | "yes")
}
