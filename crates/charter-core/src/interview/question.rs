//! What is asked, in words.
//!
//! Owns the questions. A question about something that was half understood quotes it, so that a
//! yes is enough. Must not know when it is asked.

use super::Topic;

/// The most characters of a quote in a question.
const QUOTE_CHARS_MAX: usize = 160;

/// The topic of the first question, as a pad names it.
pub const BRAIN_DUMP: &str = "Brain Dump";

/// Gives the first question.
#[must_use]
pub fn brain_dump() -> &'static str {
    "Tell me everything about it, in any order: what are you building and why, who is it for, what \
     hurts today, what is part of it and what is not, and how will you know that it worked?"
}

/// Gives the question that asks what has changed about a finished charter.
#[must_use]
pub fn what_changed() -> &'static str {
    "What has changed since this charter was written? Name it in your own words; only the sections \
     concerned are touched."
}

/// Gives the question about a topic; `quote` is what was understood about it so far.
#[must_use]
pub fn about(topic: Topic, quote: Option<&str>) -> String {
    let question = match topic {
        Topic::Problem => "What problem does this solve? Where does it hurt, and why now?",
        Topic::Users => {
            "Who are the primary users? What are they trying to get done, and how do they do it \
             today?"
        }
        Topic::ValueProp => {
            "What do they get out of it that they cannot get otherwise, and how is it better than \
             what there is?"
        }
        Topic::Scope => "What is part of the first version, and what is explicitly not?",
        Topic::Success => {
            "How will you know that it worked? What would you count or see, and what would be a \
             failure?"
        }
    };
    match quote {
        None => question.to_owned(),
        Some(quote) => {
            format!("{question}\nI understood: “{}” If that says it, answer yes.", shorten(quote))
        }
    }
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

/// Finds the topic that an entry of a pad is about, by the words of its title.
#[must_use]
pub fn topic_of(title: &str) -> Option<Topic> {
    let title = title.to_lowercase();
    let words = |topic: Topic| -> &'static [&'static str] {
        match topic {
            Topic::Problem => &["problem", "context"],
            Topic::Users => &["user", "audience", "customer"],
            Topic::ValueProp => &["value", "benefit", "rationale"],
            Topic::Scope => &["scope"],
            Topic::Success => &["success", "metric", "criteria"],
        }
    };
    Topic::ALL.into_iter().find(|topic| words(*topic).iter().any(|word| title.contains(word)))
}

fn shorten(quote: &str) -> String {
    let line = quote.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= QUOTE_CHARS_MAX {
        return line;
    }
    let cut: String = line.chars().take(QUOTE_CHARS_MAX - 1).collect();
    format!("{}…", cut.trim_end())
}
