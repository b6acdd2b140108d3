//! Which definition a line is part of, and whether somebody speaks of it.
//!
//! Owns how names are given to functions, classes and constants, and which of them a line stands in: what is set
//! further in belongs to what is set further out above it. Must not make mutants.

use super::code::CodeText;
use super::nearness::Nearness;
use crate::proof::lexeme::LexemeKind;
use std::collections::BTreeSet;

/// Words that the name of what is defined follows.
const NAMING: [&str; 26] = [
    "fn",
    "def",
    "func",
    "fun",
    "function",
    "sub",
    "class",
    "struct",
    "enum",
    "union",
    "trait",
    "impl",
    "interface",
    "module",
    "mod",
    "object",
    "record",
    "type",
    "const",
    "static",
    "let",
    "var",
    "val",
    "my",
    "our",
    "readonly",
];

/// Words that begin a statement which only looks like the head of a function.
const CONTROLS: [&str; 15] = [
    "if", "elif", "else", "elsif", "for", "while", "until", "unless", "switch", "match", "catch",
    "with", "return", "foreach", "when",
];

/// Those of them that name a function.
const FUNCTIONS: [&str; 6] = ["fn", "def", "func", "fun", "function", "sub"];

/// How deep definitions are looked for around a line.
const DEPTH_MAX: usize = 32;

/// The definitions of a text: for each line, how far it is set in and which names it gives.
pub(super) struct Definitions<'a> {
    lines: Vec<DefiningLine<'a>>,
}

struct DefiningLine<'a> {
    /// None where nothing stands in it.
    indent: Option<usize>,
    names: Vec<&'a str>,
    /// Whether what is set in below it are its own variables.
    is_function: bool,
    /// The nearest line above that is set in less.
    around: Option<usize>,
}

impl<'a> Definitions<'a> {
    pub(super) fn of(code: &CodeText<'a>) -> Self {
        let texts = std::iter::once("").chain(code.text.lines());
        let line = |(number, text): (usize, &'a str)| {
            let span = code.line(number);
            // A brace that closes belongs to what it closes.
            let opens = span.clone().next().filter(|it| !matches!(code.at(*it), "}" | ")" | "]"));
            let indent = text.chars().take_while(|it| it.is_whitespace()).count();
            let is_arrow = span.clone().any(|it| code.at(it) == "=>");
            let is_function = is_arrow
                || span
                    .clone()
                    .any(|it| FUNCTIONS.contains(&code.at(it)) || is_headed(code, number, it));
            let names = names_given(code, number);
            DefiningLine { indent: opens.map(|_| indent), names, is_function, around: None }
        };
        let mut lines: Vec<DefiningLine<'_>> = texts.enumerate().map(line).collect();
        let mut open: Vec<(usize, usize)> = Vec::new();
        for (number, line) in lines.iter_mut().enumerate() {
            let Some(indent) = line.indent else { continue };
            while open.last().is_some_and(|(further, _)| *further >= indent) {
                open.pop();
            }
            line.around = open.last().map(|(_, number)| *number);
            open.push((indent, number));
        }
        Self { lines }
    }

    /// Tells how near a line is to some names.
    pub(super) fn nearness(&self, line: usize, named: &BTreeSet<String>) -> Nearness {
        if named.is_empty() {
            return Nearness::Elsewhere;
        }
        let around = self.around(line);
        let is_named = |names: &&[&str]| names.iter().any(|it| named.contains(*it));
        match around.iter().position(is_named) {
            Some(0) => Nearness::Named,
            Some(_) => Nearness::Within,
            None => Nearness::Elsewhere,
        }
    }

    /// Lists the names of the definitions that a line stands in, the innermost first. A variable of a function is no
    /// name that anybody else knows.
    fn around(&self, line: usize) -> Vec<&[&'a str]> {
        let mut found: Vec<&[&str]> = Vec::new();
        let Some(own) = self.lines.get(line) else { return found };
        let mut inner = own;
        let mut next = own.around;
        while let Some(above) = next.and_then(|it| self.lines.get(it)) {
            if found.len() >= DEPTH_MAX {
                break;
            }
            if !above.names.is_empty() {
                found.extend(inner.known_within(above));
                inner = above;
            }
            next = above.around;
        }
        found.extend(inner.known());
        found
    }
}

impl<'a> DefiningLine<'a> {
    fn known(&self) -> Option<&[&'a str]> {
        Some(self.names.as_slice()).filter(|it| !it.is_empty())
    }

    fn known_within(&self, around: &Self) -> Option<&[&'a str]> {
        self.known().filter(|_| self.is_function || !around.is_function)
    }
}

/// Lists the names that a line gives to something.
fn names_given<'a>(code: &CodeText<'a>, line: usize) -> Vec<&'a str> {
    let span = code.line(line);
    let is_word = |it: &usize| code.kind(*it) == Some(LexemeKind::Word);
    let follows = |it: &usize| *it > span.start && NAMING.contains(&code.before(*it));
    let is_set = |it: &usize| {
        let is_first = *it == span.start || code.before(*it) == ".";
        is_first && matches!(code.at(*it + 1), "=" | ":=" | ":") && !code.is_enclosed(*it)
    };
    let mut names: Vec<&str> = Vec::new();
    for idx in span.clone().filter(is_word) {
        let is_name = follows(&idx) || is_set(&idx) || is_headed(code, line, idx);
        if is_name && !NAMING.contains(&code.at(idx)) {
            names.push(code.at(idx).trim_start_matches('$'));
        }
    }
    names
}

/// Tells whether a word is the name of a function whose head is in this line: `int rate(int n) {`.
fn is_headed(code: &CodeText<'_>, line: usize, idx: usize) -> bool {
    let span = code.line(line);
    let mut words = span.clone().filter(|it| code.kind(*it) == Some(LexemeKind::Word));
    let ends_open = matches!(code.at(span.end.saturating_sub(1)), "{" | "}");
    ends_open
        && code.kind(idx) == Some(LexemeKind::Word)
        && code.at(idx + 1) == "("
        && !code.is_enclosed(idx)
        && !matches!(code.before(idx), "." | "=" | "::" | "->" | "new")
        && !words.next().is_some_and(|it| CONTROLS.contains(&code.at(it)))
}
