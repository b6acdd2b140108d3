//! Replies as text, before anybody knows what they mean.
//!
//! Owns what is read from a file or a pipe and what is no text at all. Must not know questions.

use super::Desk;
use crate::answer::Trouble;
use crate::stdin;
use charter_kernel::NextAction;
use std::path::Path;

/// What is read.
#[derive(Debug, Clone, Copy)]
enum WantedReplies {
    Reply,
    /// A list of them.
    Answers,
}

/// Reads one reply from a file, or from stdin where it is `-` or none.
pub(crate) fn read_one(path: Option<&Path>, desk: &Desk<'_>) -> Result<String, Trouble> {
    let text = read(path, WantedReplies::Reply, desk)?;
    if text.trim().is_empty() {
        let command = "charter interview submit --answer \"your words\"";
        let next = NextAction::new("interview", "answer it", command);
        let message = format!("{} holds no reply", name(path));
        return Err(Trouble::bad_input("reply", "answer-missing", message, next));
    }
    checked(text, WantedReplies::Reply)
}

/// Reads the replies that came with a command: from a file, from stdin, or none.
pub(crate) fn read_all(answers: Option<&Path>, desk: &Desk<'_>) -> Result<Option<String>, Trouble> {
    let text = match answers {
        Some(path) => Some(read(Some(path), WantedReplies::Answers, desk)?),
        None if desk.environment.has_keyboard => None,
        None => stdin::read_if_any(),
    };
    text.map(|it| checked(it, WantedReplies::Answers)).transpose()
}

fn read(path: Option<&Path>, wanted: WantedReplies, desk: &Desk<'_>) -> Result<String, Trouble> {
    let path = path.filter(|it| it.as_os_str() != "-");
    let bytes = match path {
        Some(path) => desk.app.read_named(path)?,
        None => stdin::read_bytes()
            .map_err(|err| unreadable(wanted, format!("stdin cannot be read: {err}")))?,
    };
    let name = name(path);
    String::from_utf8(bytes).map_err(|err| {
        let place = err.utf8_error().valid_up_to() + 1;
        unreadable(wanted, format!("{name} is no UTF-8 text: byte {place} belongs to no letter"))
    })
}

fn name(path: Option<&Path>) -> String {
    match path.filter(|it| it.as_os_str() != "-") {
        Some(path) => format!("`{}`", path.display()),
        None => "stdin".to_owned(),
    }
}

/// Refuses what no answer holds, and what looks like JSON and is none, with the place.
fn checked(text: String, wanted: WantedReplies) -> Result<String, Trouble> {
    if let Some(idx) = text.lines().position(|it| it.contains('\0')) {
        return Err(unreadable(wanted, format!("line {} holds a NUL byte", idx + 1)));
    }
    if !text.trim_start().starts_with(['[', '{']) {
        return Ok(text);
    }
    match serde_json::from_str::<serde::de::IgnoredAny>(&text) {
        Ok(_) => Ok(text),
        Err(err) => Err(unreadable(wanted, format!("this looks like JSON and is none: {err}"))),
    }
}

fn unreadable(wanted: WantedReplies, reason: String) -> Trouble {
    let next = NextAction::new("interview", "see what is open", "charter interview next");
    let (path, code) = match wanted {
        WantedReplies::Reply => ("reply", "reply-unusable"),
        WantedReplies::Answers => ("answers", "replies-unusable"),
    };
    Trouble::bad_input(path, code, reason, next)
}
