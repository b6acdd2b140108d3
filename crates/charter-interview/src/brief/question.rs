//! What is asked, in words.
//!
//! Owns the questions. A question about something that was half understood quotes it, so that a
//! yes is enough. Must not know when it is asked.

use super::phrase::{BriefPhrase, say};
use crate::tongue::Tongue;
use charter_contract::Topic;
use charter_kernel::markdown::words;

/// The most characters of a quote in a question.
const QUOTE_CHARS_MAX: usize = 160;

/// The topic of the first question, as a pad names it.
pub const BRAIN_DUMP: &str = "Brain Dump";

/// The topic of the question about a finished charter, as a pad names it.
pub(super) const WHAT_CHANGED: &str = "What Changed";

/// The topic of the question where a change belongs, as a pad names it.
pub(super) const PLACE: &str = "Where It Belongs";

/// The topic of an entry that only says that the sections were looked at.
pub(super) const REVIEWED: &str = "Review";

pub(super) fn brain_dump() -> String {
    say(Tongue::English, BriefPhrase::Dump)
}

/// Gives the question that asks what has changed about a finished charter.
pub(super) fn what_changed() -> &'static str {
    "What has changed since this charter was written? Name it in your own words; only the sections \
     concerned are touched."
}

/// Gives the question that asks which section a change belongs in.
pub(super) fn place(guess: Topic) -> String {
    format!(
        "Which section does that belong in: problem, users, value, scope or success? I would put it \
         under {}; if that is right, answer yes.",
        title(guess)
    )
}

/// Gives the question about a topic; `quote` is what was understood about it so far.
pub(super) fn about(topic: Topic, quote: Option<&str>) -> String {
    let question = say(Tongue::English, BriefPhrase::Ask(topic));
    match quote {
        None => question,
        Some(quote) => format!("{question}\n{} If that says it, answer yes.", offer(quote)),
    }
}

fn offer(quote: &str) -> String {
    format!("I understood: “{}”", words::shorten(quote, QUOTE_CHARS_MAX))
}

/// Tells whether a question quotes anything.
pub(super) fn offers_any(asked: &str) -> bool {
    asked.contains("I understood: “")
}

/// Tells whether a question quotes these words.
pub(super) fn offers(asked: &str, quote: &str) -> bool {
    asked.contains(&offer(quote))
}

/// Says why a topic is not asked about: another answer covers it.
pub(super) fn in_the_answer_to(topic: Topic, number: u64) -> String {
    format!("{} is in the answer to question {number}.", title(topic))
}

/// Gives the words for a topic in a pad.
#[must_use]
pub fn title(topic: Topic) -> &'static str {
    match topic {
        Topic::Problem => "Problem & Context",
        Topic::Users => "Target Users",
        Topic::ValueProp => "Value Proposition",
        Topic::Scope => "Scope",
        Topic::Success => "Success Criteria",
    }
}

/// Names a question, as `From:` does: `Q4`, and `Q4/2` in the second interview.
#[must_use]
pub fn question_name(interview: u64, number: u64) -> String {
    if interview <= 1 { format!("Q{number}") } else { format!("Q{number}/{interview}") }
}
