//! A source text as the makers of mutants see it: its lines, statements and functions.
//!
//! Owns which lines are worth a mutant and where a function begins. Must not make mutants.

use std::collections::BTreeSet;

use super::nearness::Nearness;
use super::{Alteration, Mutant};
use crate::proof::lexeme::{Lexeme, LexemeKind, closing, lex};
use crate::proof::syntax::Syntax;

/// First words of lines that import, declare or describe: nothing in them is behaviour.
const DECLARATIONS: [&str; 34] = [
    "import",
    "use",
    "package",
    "using",
    "namespace",
    "require",
    "require_relative",
    "require_once",
    "include",
    "include_once",
    "extern",
    "mod",
    "module",
    "struct",
    "enum",
    "union",
    "trait",
    "impl",
    "interface",
    "type",
    "typedef",
    "class",
    "record",
    "template",
    "declare",
    "#",
    "@",
    "where",
    "from",
    "goto",
    "global",
    "nonlocal",
    "source",
    "protocol",
];

/// What may stand before such a word.
const MODIFIERS: [&str; 18] = [
    "pub",
    "public",
    "private",
    "protected",
    "internal",
    "static",
    "final",
    "abstract",
    "export",
    "default",
    "sealed",
    "open",
    "data",
    "partial",
    "override",
    "readonly",
    "unsafe",
    "inline",
];

/// Words that make a line a function's head.
const FUNCTIONS: [&str; 6] = ["fn", "def", "func", "fun", "function", "sub"];

/// Words that are alone on a line and do nothing themselves.
const BARE: [&str; 13] = [
    "end", "else", "fi", "done", "esac", "then", "do", "try", "begin", "ensure", "finally", "pass",
    "default",
];

/// What begins a comment in languages that are not known.
const COMMENTS: [&str; 8] = ["#", "//", "--", ";", "%", "/*", "*", "<!--"];

/// Names of what writes for those who look for a fault.
const LOGS: [&str; 18] = [
    "log",
    "logger",
    "logging",
    "console",
    "tracing",
    "debug",
    "trace",
    "warn",
    "warning",
    "info",
    "dbg",
    "eprintln",
    "eprint",
    "debug_assert",
    "debug_assert_eq",
    "Log",
    "LOGGER",
    "slog",
];

/// Words behind which a parenthesis is no list of parameters.
const CONTROLS: [&str; 14] = [
    "if",
    "for",
    "while",
    "switch",
    "catch",
    "synchronized",
    "using",
    "lock",
    "foreach",
    "return",
    "match",
    "else",
    "when",
    "new",
];

/// A function: where its body is, and what it gives back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CodeFunction {
    /// The braces of its body, as places among the lexemes.
    pub open: usize,
    pub close: usize,
    /// Its result as it is written, without white space; empty for none.
    pub result: String,
    pub is_const: bool,
}

/// A source text taken apart.
pub(super) struct CodeText<'a> {
    pub syntax: Syntax,
    pub text: &'a str,
    /// All but comments.
    pub lexemes: Vec<Lexeme>,
    /// For each bracket that opens, the one that closes it.
    pub closing: Vec<usize>,
    pub functions: Vec<CodeFunction>,
    /// For each lexeme, the function that it is in.
    owners: Vec<Option<usize>>,
    /// For each line, where its lexemes begin and end.
    spans: Vec<(usize, usize)>,
    /// For each line, where its bytes begin and end, without the line's end.
    bytes: Vec<(usize, usize)>,
    /// The region that each line is in.
    regions: Vec<usize>,
    /// Lexemes that are part of an attribute.
    marks: Vec<bool>,
    /// Lexemes within round or square brackets.
    enclosed: Vec<bool>,
}

impl<'a> CodeText<'a> {
    pub(super) fn new(syntax: Syntax, text: &'a str) -> Self {
        let lexemes: Vec<Lexeme> =
            lex(syntax, text).into_iter().filter(|it| it.kind != LexemeKind::Comment).collect();
        let closing = closing(text, &lexemes);
        let bytes = line_bytes(text);
        let spans = line_spans(&lexemes, bytes.len());
        let mut code = Self {
            syntax,
            text,
            marks: Vec::new(),
            enclosed: Vec::new(),
            functions: Vec::new(),
            owners: Vec::new(),
            regions: Vec::new(),
            lexemes,
            closing,
            spans,
            bytes,
        };
        code.marks = code.find_marks();
        code.enclosed = code.find_enclosed();
        code.functions = code.find_functions();
        code.owners = code.find_owners();
        code.regions = code.find_regions();
        code
    }

    /// Gives what stands at a place; strings and characters as two quotes.
    pub(super) fn at(&self, idx: usize) -> &'a str {
        match self.lexemes.get(idx) {
            Some(it) if it.kind == LexemeKind::Text || it.kind == LexemeKind::Opaque => "\"\"",
            Some(it) => it.of(self.text),
            None => "",
        }
    }

    pub(super) fn kind(&self, idx: usize) -> Option<LexemeKind> {
        self.lexemes.get(idx).map(|it| it.kind)
    }

    pub(super) fn before(&self, idx: usize) -> &'a str {
        idx.checked_sub(1).map_or("", |it| self.at(it))
    }

    /// Gives the lexemes of a line, as places.
    pub(super) fn line(&self, line: usize) -> std::ops::Range<usize> {
        let (from, to) = self.spans.get(line).copied().unwrap_or_default();
        from..to
    }

    pub(super) fn slice(&self, from: usize, to: usize) -> &'a str {
        let start = self.lexemes.get(from).map_or(0, |it| it.start);
        let end = self.lexemes.get(to).map_or(0, |it| it.end);
        self.text.get(start..end).unwrap_or_default()
    }

    /// Tells whether a place is part of an attribute.
    pub(super) fn is_mark(&self, idx: usize) -> bool {
        self.marks.get(idx).copied().unwrap_or_default()
    }

    /// Tells whether something that stands here ends a value, so that a sign behind it is between two.
    pub(super) fn is_value(&self, idx: usize) -> bool {
        let no_values =
            ["return", "if", "while", "match", "in", "and", "or", "not", "else", "case"];
        match self.kind(idx) {
            Some(LexemeKind::Word) => !no_values.contains(&self.at(idx)),
            Some(LexemeKind::Number | LexemeKind::Text | LexemeKind::Opaque) => true,
            Some(LexemeKind::Sign) => matches!(self.at(idx), ")" | "]" | "}"),
            Some(LexemeKind::Comment) | None => false,
        }
    }

    /// Tells whether white space stands on both sides.
    pub(super) fn is_spaced(&self, idx: usize) -> bool {
        let Some(it) = self.lexemes.get(idx) else { return false };
        let before = self.text.get(..it.start).and_then(|it| it.chars().next_back());
        let after = self.text.get(it.end..).and_then(|it| it.chars().next());
        before.is_some_and(char::is_whitespace) && after.is_some_and(char::is_whitespace)
    }

    pub(super) fn function(&self, idx: usize) -> Option<&CodeFunction> {
        self.functions.get((*self.owners.get(idx)?)?)
    }

    pub(super) fn region(&self, line: usize) -> usize {
        self.regions.get(line).copied().unwrap_or_default()
    }

    /// Finds the last lexeme of an expression that begins here and ends in its line.
    pub(super) fn expression_end(&self, from: usize) -> Option<usize> {
        let first = self.lexemes.get(from)?;
        let mut depth = 0_usize;
        let mut idx = from;
        let end_of_line = self.line(first.line).end;
        while idx < end_of_line {
            if self.lexemes.get(idx)?.end_line != first.line {
                return None;
            }
            match self.at(idx) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" if depth == 0 => {
                    return idx.checked_sub(1).filter(|it| *it >= from);
                }
                ")" | "]" | "}" => depth -= 1,
                ";" if depth == 0 => return idx.checked_sub(1).filter(|it| *it >= from),
                _ => {}
            }
            idx += 1;
        }
        if depth > 0 || self.needs_semicolon() {
            return None;
        }
        let ends_open = self.kind(idx - 1) == Some(LexemeKind::Sign) && !self.is_value(idx - 1);
        let goes_on = self.kind(idx) == Some(LexemeKind::Sign)
            && !matches!(self.at(idx), "}" | ")" | "]" | "@" | "#" | "{" | "!" | "-" | "*");
        (!ends_open && !goes_on).then_some(idx - 1)
    }

    /// Gives how many brackets are open behind a run of lexemes; none where one closes that the run did
    /// not open.
    pub(super) fn depth_within(&self, from: usize, to: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for idx in from..=to {
            match self.at(idx) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.checked_sub(1)?,
                _ => {}
            }
        }
        Some(depth)
    }

    /// Tells whether a place is within round or square brackets, where lines are no statements.
    pub(super) fn is_enclosed(&self, idx: usize) -> bool {
        self.enclosed.get(idx).copied().unwrap_or_default()
    }

    fn find_enclosed(&self) -> Vec<bool> {
        let mut open: Vec<bool> = Vec::new();
        let mut enclosed = Vec::with_capacity(self.lexemes.len());
        for idx in 0..self.lexemes.len() {
            enclosed.push(open.last().copied().unwrap_or_default());
            match self.at(idx) {
                "(" | "[" => open.push(true),
                // In Python and its like braces hold no statements.
                "{" => open.push(
                    !self.syntax.has_braces()
                        && self.syntax != Syntax::Shell
                        && self.syntax != Syntax::Ruby,
                ),
                ")" | "]" | "}" => {
                    open.pop();
                }
                _ => {}
            }
        }
        enclosed
    }

    fn needs_semicolon(&self) -> bool {
        matches!(
            self.syntax,
            Syntax::Rust
                | Syntax::Java
                | Syntax::C
                | Syntax::Cpp
                | Syntax::CSharp
                | Syntax::Php
                | Syntax::Zig
                | Syntax::D
        )
    }

    /// Tells whether a line only writes for those who look for a fault.
    pub(super) fn is_idle(&self, line: usize) -> bool {
        let mut words = self.line(line).take(6).map(|it| self.at(it));
        let is_shell = self.syntax == Syntax::Shell;
        !is_shell && words.any(|it| LOGS.contains(&it))
    }

    /// Lists the given lines that say something.
    pub(super) fn lines_worth(&self, lines: &BTreeSet<usize>) -> Vec<usize> {
        lines.iter().copied().filter(|it| self.is_worth(*it)).collect()
    }

    /// Tells whether `@` stands before the names of variables.
    fn has_sigils(&self) -> bool {
        matches!(self.syntax, Syntax::Ruby | Syntax::Other)
    }

    fn is_worth(&self, line: usize) -> bool {
        let span = self.line(line);
        let Some(first) = self.lexemes.get(span.start).filter(|_| !span.is_empty()) else {
            return false;
        };
        let is_bare = span
            .clone()
            .all(|it| self.kind(it) == Some(LexemeKind::Sign) || BARE.contains(&self.at(it)));
        let whole = self.text.get(first.start..).unwrap_or_default();
        let is_comment =
            self.syntax == Syntax::Other && COMMENTS.iter().any(|it| whole.starts_with(it));
        let is_marked = span.clone().all(|it| self.is_mark(it));
        let is_doc = self.syntax == Syntax::Python
            && span.len() == 1
            && matches!(first.kind, LexemeKind::Text | LexemeKind::Opaque);
        let start = span.clone().find(|it| !MODIFIERS.contains(&self.at(*it)));
        let word = start.map_or("", |it| self.at(it));
        // What Ruby and Perl call a variable by is no mark of a declaration.
        let word = if word == "@" && self.has_sigils() { "" } else { word };
        let is_declaration = DECLARATIONS.contains(&word) && !self.is_used_as_name(start);
        let is_loaded = self.syntax == Syntax::JavaScript
            && span.clone().any(|it| self.at(it) == "require" && self.at(it + 1) == "(");
        !(is_bare
            || is_comment
            || is_marked
            || is_doc
            || is_declaration
            || is_loaded
            || self.is_head(line))
    }

    /// Tells whether a word that declares is a name here: `type = 3`, `from(x)`.
    fn is_used_as_name(&self, idx: Option<usize>) -> bool {
        let next = idx.map_or("", |it| self.at(it + 1));
        let is_word = idx.is_some_and(|it| self.kind(it) == Some(LexemeKind::Word));
        is_word
            && matches!(next, "=" | "." | "(" | "[" | "+=" | "->" | ")" | ",")
            && idx.is_some_and(|it| {
                !self.at(it).starts_with("require") && !self.at(it).starts_with("include")
            })
    }

    /// Tells whether a line is the head of a function in a language whose types stand there.
    fn is_head(&self, line: usize) -> bool {
        let span = self.line(line);
        let has_word = span.clone().take(6).any(|it| FUNCTIONS.contains(&self.at(it)));
        let is_one_line = span.clone().any(|it| self.at(it) == "{") && self.at(span.end - 1) == "}";
        has_word
            && self.syntax != Syntax::Shell
            && !is_one_line
            && !self.is_script()
            && self.body_in_line(line).is_none()
    }

    /// Gives where the body of a function begins whose head is in the same line, in languages without braces around
    /// it: `def one(): return 1`.
    #[expect(clippy::wildcard_enum_match_arm, reason = "few languages write it in their own way")]
    pub(super) fn body_in_line(&self, line: usize) -> Option<usize> {
        let span = self.line(line);
        let word = span.clone().take(6).find(|it| FUNCTIONS.contains(&self.at(*it)))?;
        let marks: &[&str] = match self.syntax {
            Syntax::Python => &[":"],
            Syntax::Ruby => &["=", ";"],
            Syntax::Kotlin => &["="],
            _ => return None,
        };
        // A default of a parameter is within its list.
        let is_behind = |it: &usize| marks.contains(&self.at(*it)) && !self.is_enclosed(*it);
        let mark = (word + 1..span.end).find(is_behind)?;
        (mark + 1 < span.end).then_some(mark + 1)
    }

    fn is_script(&self) -> bool {
        matches!(self.syntax, Syntax::JavaScript | Syntax::TypeScript | Syntax::Php)
    }

    /// Marks the lexemes of attributes, in which nothing is behaviour.
    #[expect(clippy::wildcard_enum_match_arm, reason = "few languages write it in their own way")]
    fn find_marks(&self) -> Vec<bool> {
        let mut marks = vec![false; self.lexemes.len()];
        let mut idx = 0;
        while idx < self.lexemes.len() {
            let is_open = match self.syntax {
                Syntax::Rust | Syntax::Php => self.at(idx) == "#" && self.at(idx + 1) == "[",
                _ => false,
            };
            let end = if is_open {
                self.closing.get(idx + 1).copied().unwrap_or(idx)
            } else if self.syntax == Syntax::Rust && self.at(idx) == "#" && self.at(idx + 1) == "!"
            {
                self.closing.get(idx + 2).copied().unwrap_or(idx)
            } else {
                idx += 1;
                continue;
            };
            for mark in marks.iter_mut().take(end + 1).skip(idx) {
                *mark = true;
            }
            idx = end.max(idx) + 1;
        }
        marks
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "few languages write it in their own way")]
    fn find_functions(&self) -> Vec<CodeFunction> {
        let found = (0..self.lexemes.len()).filter_map(|idx| match self.syntax {
            Syntax::Rust | Syntax::Go | Syntax::Kotlin => self.named_function(idx),
            Syntax::Java | Syntax::C | Syntax::Cpp | Syntax::CSharp => self.typed_function(idx),
            _ => None,
        });
        found.collect()
    }

    /// Reads `fn name(…) -> T {` and its like.
    fn named_function(&self, idx: usize) -> Option<CodeFunction> {
        if !matches!(self.at(idx), "fn" | "func" | "fun") {
            return None;
        }
        let mut at = idx + 1;
        if self.syntax == Syntax::Go && self.at(at) == "(" && self.kind(idx + 1).is_some() {
            let close = self.closing.get(at).copied()?;
            // A receiver stands before the name; without a name it is a function value.
            if self.kind(close + 1) == Some(LexemeKind::Word) && self.at(close + 2) == "(" {
                at = close + 1;
            }
        }
        let open = (at..at + HEAD_MAX).find(|it| self.at(*it) == "(")?;
        let close = self.closing.get(open).copied()?;
        let body =
            (close + 1..close + HEAD_MAX).find(|it| matches!(self.at(*it), "{" | ";" | ""))?;
        if self.at(body) != "{" {
            return None;
        }
        let from = if self.syntax == Syntax::Go { close + 1 } else { close + 2 };
        let to = (from..body).find(|it| self.at(*it) == "where").unwrap_or(body);
        let result = if from < to { self.slice(from, to - 1) } else { "" };
        let heads = idx.saturating_sub(3)..idx;
        Some(CodeFunction {
            open: body,
            close: self.closing.get(body).copied()?,
            result: result.split_whitespace().collect::<Vec<_>>().join(" "),
            is_const: heads.into_iter().any(|it| self.at(it) == "const"),
        })
    }

    /// Reads `T name(…) {` and its like, from the brace on.
    fn typed_function(&self, body: usize) -> Option<CodeFunction> {
        if self.at(body) != "{" {
            return None;
        }
        let back = (body.saturating_sub(HEAD_MAX)..body).rev();
        let close =
            back.take_while(|it| !matches!(self.at(*it), ";" | "{" | "}" | "=" | "->" | "=>"));
        let close = close.into_iter().find(|it| self.at(*it) == ")")?;
        let open = (close.saturating_sub(PARAMETERS_MAX)..close)
            .rev()
            .find(|it| self.closing.get(*it) == Some(&close) && self.at(*it) == "(")?;
        let name = open.checked_sub(1)?;
        if self.kind(name) != Some(LexemeKind::Word) || CONTROLS.contains(&self.at(name)) {
            return None;
        }
        let kept = [
            "static",
            "final",
            "public",
            "private",
            "protected",
            "inline",
            "abstract",
            "synchronized",
            "virtual",
            "override",
            "async",
            "internal",
            "extern",
            "const",
            "unsafe",
            "constexpr",
            "sealed",
            "native",
            "explicit",
            "friend",
        ];
        // A head may stand on the line before, but what stands further up is another.
        let line = self.lexemes.get(name.checked_sub(1)?)?.line;
        let is_type = |it: &usize| {
            self.lexemes.get(*it).is_some_and(|it| it.line == line)
                && !matches!(self.at(*it), ";" | "{" | "}" | ")" | "(" | "#" | "@" | "" | "=" | ":")
                && !kept.contains(&self.at(*it))
        };
        let from = (name.saturating_sub(HEAD_MAX)..name).rev().take_while(is_type).last()?;
        if self.at(from) == "new" || self.at(from) == "else" || self.at(from) == "return" {
            return None;
        }
        let words: Vec<&str> = (from..name).map(|it| self.at(it)).collect();
        Some(CodeFunction {
            open: body,
            close: self.closing.get(body).copied()?,
            result: words.join(" "),
            is_const: false,
        })
    }

    fn find_owners(&self) -> Vec<Option<usize>> {
        let mut owners = vec![None; self.lexemes.len()];
        let mut inside: Vec<usize> = Vec::new();
        let mut next = 0;
        let mut order: Vec<usize> = (0..self.functions.len()).collect();
        order.sort_by_key(|it| self.functions.get(*it).map(|it| it.open));
        for (idx, owner) in owners.iter_mut().enumerate() {
            while let Some(function) = order.get(next).and_then(|it| self.functions.get(*it)) {
                if function.open > idx {
                    break;
                }
                inside.extend(order.get(next));
                next += 1;
            }
            while inside
                .last()
                .and_then(|it| self.functions.get(*it))
                .is_some_and(|it| it.close < idx)
            {
                inside.pop();
            }
            *owner = inside.last().copied();
        }
        owners
    }

    /// Numbers the regions of a file: a function, or what stands between two.
    fn find_regions(&self) -> Vec<usize> {
        let opens: BTreeSet<usize> = self
            .functions
            .iter()
            .filter_map(|it| self.lexemes.get(it.open).map(|it| it.line))
            .collect();
        let mut region = 0;
        let mut regions = Vec::with_capacity(self.spans.len());
        for line in 0..self.spans.len() {
            let span = self.line(line);
            let has_word = span.take(8).any(|it| FUNCTIONS.contains(&self.at(it)));
            if has_word || opens.contains(&line) {
                region = line;
            }
            regions.push(region);
        }
        regions
    }

    /// Makes the text that a change gives; none where it leaves its line or changes nothing.
    pub(super) fn mutant(&self, alteration: &Alteration, nearness: Nearness) -> Option<Mutant> {
        let (start, end) = self.bytes.get(alteration.line).copied()?;
        let is_within = start <= alteration.start
            && alteration.start <= alteration.end
            && alteration.end <= end
            && !alteration.put.contains(['\n', '\r']);
        if !is_within {
            return None;
        }
        let head = self.text.get(..alteration.start)?;
        let tail = self.text.get(alteration.end..)?;
        let before = self.text.get(start..end)?;
        let after = [
            self.text.get(start..alteration.start)?,
            &alteration.put,
            self.text.get(alteration.end..end)?,
        ]
        .concat();
        (before != after).then(|| Mutant {
            line: alteration.line,
            before: before.trim().to_owned(),
            after: after.trim().to_owned(),
            text: [head, &alteration.put, tail].concat(),
            nearness,
        })
    }
}

/// The most lexemes of a function's head that are read in one direction.
const HEAD_MAX: usize = 60;

/// The most lexemes of a list of parameters.
const PARAMETERS_MAX: usize = 400;

/// Finds where each line begins and ends; the first entry stands for no line.
fn line_bytes(text: &str) -> Vec<(usize, usize)> {
    let mut bytes = vec![(0, 0)];
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let bare = line.trim_end_matches(['\n', '\r']);
        bytes.push((at, at + bare.len()));
        at += line.len();
    }
    bytes
}

fn line_spans(lexemes: &[Lexeme], n_lines: usize) -> Vec<(usize, usize)> {
    let mut spans = vec![(0, 0); n_lines];
    for (idx, lexeme) in lexemes.iter().enumerate() {
        if let Some(span) = spans.get_mut(lexeme.line) {
            if span.1 == 0 {
                span.0 = idx;
            }
            span.1 = idx + 1;
        }
    }
    spans
}
