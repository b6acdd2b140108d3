//! The deep interview, from the command line.
//!
//! Owns its options and the way from a reply to an answer. Must not know how anything looks.

use super::Desk;
use crate::answer::{CommandAnswer, Trouble};
use crate::deep::{first_line, render_bill, render_end, render_need, render_progress, render_stop};
use crate::exit;
use crate::screen::count;
use crate::talk::{self, Lead, TalkEnd};
use charter_app::{Caller, DeepOptions, DeepStand};
use charter_interview::deep::{BATCH_MAX, Profile, ROUNDS_MAX};
use clap::builder::RangedU64ValueParser;
use std::fmt::Write;

/// The options of a deep interview.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct DeepArgs {
    /// Ask until it is clear what is meant, measure it, and write a spec
    #[arg(long)]
    pub(crate) deep: bool,

    /// The most ambiguity to end with; 0.05, which is 5 %, where neither this nor a profile is set
    #[arg(long, value_name = "SHARE", requires = "deep", help_heading = "With --deep")]
    threshold: Option<String>,

    /// How thorough, where no threshold is set: quick ends at 60 %, standard at 50 %, deep at 35 %
    #[arg(long, value_parser = ["quick", "standard", "deep"], requires = "deep", help_heading = "With --deep")]
    profile: Option<String>,

    /// How many questions may be asked together, up to 6; a terminal lists them and takes the answers
    /// one after the other, and they are scored when all are there
    #[arg(long, value_name = "N", requires = "deep", help_heading = "With --deep",
          value_parser = RangedU64ValueParser::<u32>::new().range(1..=u64::from(BATCH_MAX)))]
    batch: Option<u32>,

    /// After how many rounds it ends, up to 100
    #[arg(long, value_name = "N", requires = "deep", help_heading = "With --deep",
          value_parser = RangedU64ValueParser::<u32>::new().range(1..=u64::from(ROUNDS_MAX)))]
    max_rounds: Option<u32>,
}

impl DeepArgs {
    /// Gives what was typed as the application takes it.
    pub(crate) fn options(&self) -> DeepOptions {
        let named = |word: &String| Profile::ALL.into_iter().find(|it| it.word() == word);
        DeepOptions {
            threshold: self.threshold.clone(),
            profile: self.profile.as_ref().and_then(named),
            batch: self.batch,
            max_rounds: self.max_rounds,
        }
    }
}

/// Shows where an interview stands after replies, and says which of them are left.
pub(crate) fn replied(
    stand: &DeepStand,
    n_left: usize,
    n: usize,
    desk: &Desk<'_>,
) -> CommandAnswer {
    let mut notes = desk.setting_notes();
    if n_left > 0 {
        let _ = writeln!(
            notes,
            "note: {n_left} of {} not used: no open question takes such a reply",
            count(n, "reply was", "replies were")
        );
    }
    show(stand, desk).with_notes(notes)
}

/// Goes on with an interview that stands somewhere: in a conversation, or with the open need.
pub(crate) fn go_on(
    stand: DeepStand,
    lead: Lead,
    caller: &Caller,
    desk: &Desk<'_>,
) -> Result<CommandAnswer, Trouble> {
    if !desk.can_talk || stand.is_left() {
        return Ok(show(&stand, desk).with_notes(desk.setting_notes()));
    }
    let (ending, stand) = talk::hold_deep(desk, caller, stand, lead)?;
    let text = match ending {
        TalkEnd::Stopped => render_stop(&stand, desk),
        TalkEnd::Finished if stand.is_done() => render_end(&stand, desk),
        TalkEnd::Finished => render_need(&stand, desk),
    };
    let drafted = desk.app.drafted_next(caller)?.filter(|_| stand.is_left());
    if let Some(report) = drafted.filter(|_| ending == TalkEnd::Finished) {
        talk::hold_drafted(desk, caller, report)?;
    }
    let exit = exit::of(ending == TalkEnd::Finished);
    Ok(CommandAnswer::new(&stand.to_json(), text).with_exit(exit))
}

/// Shows where an interview stands, after the report where an answer was scored.
pub(crate) fn show(stand: &DeepStand, desk: &Desk<'_>) -> CommandAnswer {
    let mut text = if stand.is_left() { String::new() } else { first_line(stand) };
    if !stand.is_done() {
        text.push_str(&render_progress(stand, &desk.screen));
    }
    if stand.is_left() {
        text.push_str(&render_end(stand, desk));
    } else {
        text.push_str(&render_need(stand, desk));
    }
    CommandAnswer::new(&stand.to_json(), text)
}

/// Shows what the ambiguity is made of.
pub(crate) fn bill(desk: &Desk<'_>) -> Result<CommandAnswer, Trouble> {
    let report = desk.app.deep_bill(&desk.caller)?;
    let text = render_bill(&report, desk);
    Ok(CommandAnswer::new(&report, text))
}
