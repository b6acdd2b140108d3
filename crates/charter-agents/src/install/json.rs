//! JSON with the place of everything in it.
//!
//! Owns a scanner that tolerates comments and trailing commas, as agents' own files have them, and
//! says where each value, member and comma stands. Must not know what the values mean.

use super::fault::Fault;
use serde_json::{Map, Value};
use std::ops::Range;

#[cfg(test)]
mod tests;

const DEPTH_MAX: usize = 64;

/// The longest file that is read.
const BYTES_MAX: usize = 16 * 1024 * 1024;

/// A value and where it stands.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) span: Range<usize>,
    pub(super) body: Body,
}

/// The sorts of values.
#[derive(Debug, Clone)]
pub(super) enum Body {
    Object(Vec<Child>),
    Array(Vec<Child>),
    Scalar(Value),
}

/// A member of an object or an item of an array.
#[derive(Debug, Clone)]
pub(super) struct Child {
    /// The name, for a member.
    pub(super) key: Option<String>,
    /// Where it begins: at its name, or at its value.
    pub(super) start: usize,
    pub(super) value: Node,
    /// Where the comma behind it stands.
    pub(super) comma: Option<usize>,
}

impl Node {
    pub(super) fn children(&self) -> &[Child] {
        match &self.body {
            Body::Object(children) | Body::Array(children) => children,
            Body::Scalar(_) => &[],
        }
    }

    /// Finds a member; of several with one name the last counts.
    pub(super) fn find(&self, key: &str) -> Option<&Child> {
        self.children().iter().rev().find(|it| it.key.as_deref() == Some(key))
    }

    /// Gives the value without its places.
    pub(super) fn to_value(&self) -> Value {
        match &self.body {
            Body::Scalar(value) => value.clone(),
            Body::Array(children) => children.iter().map(|it| it.value.to_value()).collect(),
            Body::Object(children) => {
                let member = |it: &Child| (it.key.clone().unwrap_or_default(), it.value.to_value());
                Value::Object(children.iter().map(member).collect::<Map<_, _>>())
            }
        }
    }

    pub(super) fn kind(&self) -> &'static str {
        match &self.body {
            Body::Object(_) => "an object",
            Body::Array(_) => "an array",
            Body::Scalar(Value::String(_)) => "a text",
            Body::Scalar(Value::Null) => "null",
            Body::Scalar(Value::Bool(_)) => "true or false",
            Body::Scalar(_) => "a number",
        }
    }
}

pub(super) fn parse(text: &str) -> Result<Node, Fault> {
    let mut scanner = Scanner { text, at: 0 };
    if text.len() > BYTES_MAX {
        return Err(scanner.fault("the file is longer than 16 MiB"));
    }
    scanner.at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    scanner.skip()?;
    let node = scanner.value(DEPTH_MAX)?;
    scanner.skip()?;
    if scanner.at < text.len() {
        return Err(scanner.fault("there is more behind the end"));
    }
    Ok(node)
}

/// Gives the end of the last comment in a stretch that holds only space, commas and comments, or
/// where it begins; and whether that comment goes to the end of its line.
pub(super) fn last_comment(text: &str, stretch: Range<usize>) -> (usize, CommentEnding) {
    let mut scanner = Scanner { text, at: stretch.start };
    let mut last = (stretch.start, CommentEnding::Open);
    while scanner.at < stretch.end {
        match scanner.comment() {
            Ok(Some(ending)) => last = (scanner.at, ending),
            Ok(None) => scanner.at += scanner.peek().map_or(1, char::len_utf8),
            Err(_) => break,
        }
    }
    last
}

/// What may follow on the same line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CommentEnding {
    Open,
    /// Nothing: a comment goes on to the end of the line.
    Line,
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl Scanner<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn fault(&self, message: impl Into<String>) -> Fault {
        Fault::at(self.text, self.at, "json-invalid", message)
    }

    /// Takes one comment, where one begins.
    fn comment(&mut self) -> Result<Option<CommentEnding>, Fault> {
        let rest = self.rest();
        if rest.starts_with("//") {
            let line = rest.split('\n').next().unwrap_or(rest);
            self.at += line.trim_end_matches('\r').len();
            return Ok(Some(CommentEnding::Line));
        }
        if !rest.starts_with("/*") {
            return Ok(None);
        }
        match rest.get(2..).and_then(|it| it.find("*/")) {
            Some(idx) => {
                self.at += idx + 4;
                Ok(Some(CommentEnding::Open))
            }
            None => Err(self.fault("a comment is not closed")),
        }
    }

    fn skip(&mut self) -> Result<(), Fault> {
        loop {
            match self.peek() {
                Some(' ' | '\t' | '\r' | '\n') => self.at += 1,
                Some('/') if self.comment()?.is_some() => {}
                Some(_) | None => return Ok(()),
            }
        }
    }

    fn value(&mut self, depth: usize) -> Result<Node, Fault> {
        let start = self.at;
        if depth == 0 {
            return Err(self.fault("values are nested too deep"));
        }
        let body = match self.peek() {
            Some('{') => Body::Object(self.children('}', depth)?),
            Some('[') => Body::Array(self.children(']', depth)?),
            Some('"') => Body::Scalar(Value::String(self.string()?)),
            Some(_) => self.word()?,
            None => return Err(self.fault("the file ends where a value should be")),
        };
        Ok(Node { span: start..self.at, body })
    }

    fn children(&mut self, close: char, depth: usize) -> Result<Vec<Child>, Fault> {
        let mut children: Vec<Child> = Vec::new();
        self.at += 1;
        loop {
            self.skip()?;
            match self.peek() {
                Some(it) if it == close => {
                    self.at += 1;
                    return Ok(children);
                }
                None => return Err(self.fault(format!("the file ends before `{close}`"))),
                Some(_) if children.last().is_some_and(|it| it.comma.is_none()) => {
                    return Err(self.fault(format!("`,` or `{close}` is missing here")));
                }
                Some(_) => {}
            }
            let start = self.at;
            let key = if close == '}' { Some(self.key()?) } else { None };
            let value = self.value(depth - 1)?;
            self.skip()?;
            let comma = (self.peek() == Some(',')).then_some(self.at);
            self.at += usize::from(comma.is_some());
            children.push(Child { key, start, value, comma });
        }
    }

    fn key(&mut self) -> Result<String, Fault> {
        if self.peek() != Some('"') {
            return Err(self.fault("a name in double quotes is missing here"));
        }
        let key = self.string()?;
        self.skip()?;
        if self.peek() != Some(':') {
            return Err(self.fault("`:` is missing here"));
        }
        self.at += 1;
        self.skip()?;
        Ok(key)
    }

    fn string(&mut self) -> Result<String, Fault> {
        let mut is_escaped = false;
        let end = self.rest().char_indices().skip(1).find(|(_, it)| {
            let ends = *it == '"' && !is_escaped;
            is_escaped = *it == '\\' && !is_escaped;
            ends
        });
        let Some((end, _)) = end else { return Err(self.fault("a text is not closed")) };
        let quoted = self.rest().get(..=end).unwrap_or_default();
        match serde_json::from_str(quoted) {
            Ok(text) => {
                self.at += end + 1;
                Ok(text)
            }
            Err(_) => Err(self.fault("a text holds something that JSON does not allow")),
        }
    }

    fn word(&mut self) -> Result<Body, Fault> {
        let is_part = |it: char| it.is_ascii_alphanumeric() || "+-.".contains(it);
        let rest = self.rest();
        let end = rest.find(|it| !is_part(it)).unwrap_or(rest.len());
        let word = rest.get(..end).unwrap_or_default();
        match serde_json::from_str::<Value>(word) {
            Ok(value) => {
                self.at += end;
                Ok(Body::Scalar(value))
            }
            Err(_) => Err(self.fault("this is no JSON value")),
        }
    }
}
