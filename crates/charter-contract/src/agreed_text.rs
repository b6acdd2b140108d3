//! The text that is agreed about a criterion, and when two of them mean the same.
//!
//! Owns how the fields of a criterion stand in it. Must not know who agreed, or on what.

use crate::Rigor;
use crate::document::{Criterion, Verifier};
use crate::text::same_text;

/// What is agreed beside the text of a criterion that must only keep working.
const REGRESSION: &str = "\nKind: regression";

const ABSENT: &str = "Absent: ";

const VERIFIER: &str = "Verifier: ";

const COMMAND: &str = "Command: ";

/// Gives what is agreed about a criterion: everything that it says, that it must only keep working, what must be
/// gone and where, and whether somebody looks or something runs. A command is not agreed on: it may be mended.
#[must_use]
pub fn text_of(criterion: &Criterion) -> String {
    let kind = if criterion.is_regression { REGRESSION } else { "" };
    let gone = criterion.absent.as_ref().map(|it| format!("\n{ABSENT}{}", it.line()));
    let verifier = if criterion.by_hand { Verifier::Manual } else { criterion.verifier };
    let looked = format!("\n{VERIFIER}{}", verifier.word());
    let (title, said, also) =
        (criterion.title.trim(), criterion.said.trim(), criterion.also.trim());
    let text = format!("{title}\n{said}\n{also}");
    format!("{}{kind}{}{looked}", text.trim(), gone.unwrap_or_default())
}

/// Gives what is agreed about a criterion at a rigor: at strict the command that checks it is signed as well.
#[must_use]
pub fn text_at(criterion: &Criterion, rigor: Rigor) -> String {
    let text = text_of(criterion);
    match rigor {
        Rigor::Light | Rigor::Standard => text,
        Rigor::Strict => {
            let command = criterion.command.as_deref().unwrap_or_default().trim();
            format!("{text}\n{COMMAND}{command}")
        }
    }
}

/// Tells whether two agreed texts mean the same: the words as they read, and the fields as they are. Texts
/// without a verifier or a command, as they were agreed before or at another rigor, say nothing about it.
#[must_use]
pub fn is_same_agreement(one: &str, other: &str) -> bool {
    let ((one, mine), (other, theirs)) = (parts(one), parts(other));
    let is_by_hand = |it: &str| it == Verifier::Manual.word();
    let same_verifier = match (mine.verifier, theirs.verifier) {
        (Some(mine), Some(theirs)) => is_by_hand(mine) == is_by_hand(theirs),
        (None, _) | (_, None) => true,
    };
    let same_command = match (mine.command, theirs.command) {
        (Some(mine), Some(theirs)) => mine == theirs,
        (None, _) | (_, None) => true,
    };
    let same_fields = (mine.kind, mine.absent) == (theirs.kind, theirs.absent);
    same_verifier && same_command && same_fields && same_text(&one, &other)
}

/// What an agreed text says in fields.
#[derive(Debug, Default)]
struct AgreedFields<'a> {
    kind: bool,
    absent: Option<&'a str>,
    verifier: Option<&'a str>,
    command: Option<&'a str>,
}

/// Splits an agreed text into its words and the fields behind them.
fn parts(text: &str) -> (String, AgreedFields<'_>) {
    let mut fields = AgreedFields::default();
    let mut words = Vec::new();
    let mut lines: Vec<&str> = text.lines().collect();
    // It stands last, behind the verifier; a line of the description that looks like it is one of the description.
    if let [.., verifier, last] = lines.as_slice()
        && verifier.starts_with(VERIFIER)
        && let Some(command) = last.strip_prefix(COMMAND.trim_end())
    {
        fields.command = Some(command.trim());
        let _ = lines.pop();
    }
    for line in lines {
        if line == REGRESSION.trim() {
            fields.kind = true;
        } else if let Some(absent) = line.strip_prefix(ABSENT) {
            fields.absent = Some(absent);
        } else if let Some(verifier) = line.strip_prefix(VERIFIER) {
            fields.verifier = Some(verifier);
        } else {
            words.push(line);
        }
    }
    (words.join("\n"), fields)
}

/// Tells whether a line of an agreed text says that there is no command.
pub(crate) fn is_no_command(line: &str) -> bool {
    line.trim() == COMMAND.trim()
}
