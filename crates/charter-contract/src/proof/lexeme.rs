//! A source text taken apart into words, numbers, texts, signs and comments.
//!
//! Owns where a string, a comment and a character end in each language, so that nothing is read in
//! them. Total: any text is taken apart, in one pass; what never ends is taken to end with its line.
//! Must not know what the words mean.

use super::syntax::Syntax;

/// What a piece of a source text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LexemeKind {
    Word,
    Number,
    /// A plain string with its quotes.
    Text,
    /// A character, regular expression, template or here-document, in which nothing is changed.
    Opaque,
    Comment,
    Sign,
}

/// A piece of a source text, by its bytes and lines (the first is 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lexeme {
    pub kind: LexemeKind,
    pub start: usize,
    pub end: usize,
    pub line: usize,
    pub end_line: usize,
}

impl Lexeme {
    /// Gives what stands there.
    pub(super) fn of<'a>(&self, text: &'a str) -> &'a str {
        text.get(self.start..self.end).unwrap_or_default()
    }
}

/// Signs of more than one character, longest first.
const SIGNS: [&str; 42] = [
    ">>>=", "<<=", ">>=", "===", "!==", "**=", "...", "..=", "..<", "&&=", "||=", "??=", "<=>",
    "<<<", "->", "=>", "::", ":=", "<-", "?.", "??", "..", "==", "!=", "<=", ">=", "&&", "||",
    "++", "--", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "<<", "**", "=~", "?:",
];

/// Words behind which a slash begins a regular expression.
const BEFORE_REGEX: [&str; 14] = [
    "return", "typeof", "case", "in", "of", "delete", "void", "if", "elsif", "unless", "when",
    "and", "or", "not",
];

/// The most bytes of an escaped character.
const ESCAPE_MAX: usize = 12;

/// The most bytes of a regular expression.
const REGEX_MAX: usize = 2000;

/// The bytes that mark the start of a file as UTF-8.
const MARK: &str = "\u{feff}";

/// Takes a text apart; white space is left out.
pub(super) fn lex(syntax: Syntax, text: &str) -> Vec<Lexeme> {
    let mut scan = LexScan {
        syntax,
        text,
        at: if text.starts_with(MARK) { MARK.len() } else { 0 },
        line: 1,
        line_ends: text
            .bytes()
            .enumerate()
            .filter(|(_, it)| *it == b'\n')
            .map(|(at, _)| at)
            .collect(),
        lexemes: Vec::new(),
        waiting: Vec::new(),
        hopeless: Vec::new(),
    };
    if syntax == Syntax::Php {
        scan.skip_to_php();
    }
    while scan.at < text.len() {
        scan.step();
    }
    scan.lexemes
}

/// Gives for each bracket that opens the one that closes it; the last lexeme where none does.
pub(super) fn closing(text: &str, lexemes: &[Lexeme]) -> Vec<usize> {
    let mut closing = vec![lexemes.len().saturating_sub(1); lexemes.len()];
    let mut open = Vec::new();
    for (idx, lexeme) in lexemes.iter().enumerate() {
        if lexeme.kind != LexemeKind::Sign {
            continue;
        }
        match lexeme.of(text) {
            "{" | "(" | "[" => open.push(idx),
            "}" | ")" | "]" => {
                if let Some(place) = open.pop().and_then(|it: usize| closing.get_mut(it)) {
                    *place = idx;
                }
            }
            _ => {}
        }
    }
    closing
}

/// A pass over a text.
struct LexScan<'a> {
    syntax: Syntax,
    text: &'a str,
    at: usize,
    line: usize,
    line_ends: Vec<usize>,
    lexemes: Vec<Lexeme>,
    /// The last lines of here-documents that begin on the next line.
    waiting: Vec<String>,
    /// What was seen to have no end; looking for it again would cost a pass each time.
    hopeless: Vec<&'static str>,
}

impl LexScan<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or_default()
    }

    fn starts(&self, with: &str) -> bool {
        self.text.as_bytes().get(self.at..).is_some_and(|it| it.starts_with(with.as_bytes()))
    }

    fn is_one_of(&self, syntaxes: &[Syntax]) -> bool {
        syntaxes.contains(&self.syntax)
    }

    /// Takes what stands at the place, or goes on by one character.
    fn step(&mut self) {
        let byte = self.byte(0);
        if byte == b'\n' {
            self.at += 1;
            self.line += 1;
            self.take_waiting();
        } else if byte.is_ascii_whitespace() || byte == 0 {
            self.at += 1;
        } else if let Some(end) = self.comment() {
            self.push(LexemeKind::Comment, end);
        } else if let Some((kind, end)) = self.quoted() {
            self.push(kind, end);
        } else if byte.is_ascii_digit() {
            self.push(LexemeKind::Number, self.number());
        } else if is_word_byte(byte) {
            let n = self.text.as_bytes().iter().skip(self.at).take_while(|it| is_word_byte(**it));
            let end = self.at + n.count();
            self.push(LexemeKind::Word, end);
        } else {
            let long = SIGNS.iter().find(|it| self.starts(it)).map_or(1, |it| it.len());
            self.push(LexemeKind::Sign, self.at + long);
        }
    }

    fn push(&mut self, kind: LexemeKind, end: usize) {
        let mut end = end.clamp(self.at + 1, self.text.len());
        while !self.text.is_char_boundary(end) {
            end += 1;
        }
        let taken = self.text.get(self.at..end).unwrap_or_default();
        let n_lines = taken.bytes().filter(|it| *it == b'\n').count();
        let (start, line) = (self.at, self.line);
        self.at = end;
        self.line += n_lines;
        self.lexemes.push(Lexeme { kind, start, end, line, end_line: self.line });
    }

    fn line_end(&self) -> usize {
        self.line_ends.get(self.line - 1).copied().unwrap_or(self.text.len())
    }

    /// Finds where something ends that `find` looks for; with the line where it never does.
    fn end_or_line(
        &mut self,
        name: &'static str,
        find: impl Fn(&[u8], usize) -> Option<usize>,
    ) -> usize {
        if !self.hopeless.contains(&name) {
            if let Some(end) = find(self.text.as_bytes(), self.at) {
                return end;
            }
            self.hopeless.push(name);
        }
        let end = self.line_end();
        let line = self.text.as_bytes().get(..end).unwrap_or_default();
        find(line, self.at).unwrap_or(end)
    }

    fn comment(&mut self) -> Option<usize> {
        let syntax = self.syntax;
        let before = self.at.checked_sub(1).and_then(|it| self.text.as_bytes().get(it).copied());
        let is_apart = before.is_none_or(|it| it.is_ascii_whitespace() || b";|&(".contains(&it));
        if self.byte(0) == b'#' && syntax.has_hash_comments() {
            let is_attribute = syntax == Syntax::Php && self.byte(1) == b'[';
            let is_comment = if syntax == Syntax::Shell { is_apart } else { !is_attribute };
            return is_comment.then(|| self.line_end());
        }
        if syntax == Syntax::Ruby && before.is_none_or(|it| it == b'\n') && self.starts("=begin") {
            return Some(
                self.end_or_line("=begin", |bytes, at| find(bytes, at, b"\n=end").map(|it| it + 5)),
            );
        }
        if self.starts("<!--") && syntax == Syntax::Markup {
            return Some(
                self.end_or_line("<!--", |bytes, at| find(bytes, at, b"-->").map(|it| it + 3)),
            );
        }
        if !syntax.has_braces() && syntax != Syntax::Json {
            return None;
        }
        if self.starts("//") {
            return Some(self.line_end());
        }
        let nests = self.is_one_of(&[Syntax::Rust, Syntax::Kotlin]);
        let is_plus = syntax == Syntax::D && self.starts("/+");
        if self.starts("/*") || is_plus {
            let sign = if is_plus { b'+' } else { b'*' };
            return Some(
                self.end_or_line("/*", |bytes, at| {
                    end_of_comment(bytes, at, sign, nests || is_plus)
                }),
            );
        }
        None
    }

    fn quoted(&mut self) -> Option<(LexemeKind, usize)> {
        match self.syntax {
            Syntax::Rust => self.quoted_rust(),
            Syntax::Python => self.quoted_python(),
            Syntax::JavaScript | Syntax::TypeScript => self.quoted_script(),
            Syntax::Ruby | Syntax::Php | Syntax::Shell => self.quoted_here(),
            Syntax::Go
            | Syntax::Java
            | Syntax::Kotlin
            | Syntax::C
            | Syntax::Cpp
            | Syntax::CSharp
            | Syntax::Zig
            | Syntax::D => self.quoted_plain(),
            Syntax::Json | Syntax::Markup | Syntax::Other => match self.byte(0) {
                b'"' => Some((LexemeKind::Text, self.one_line(b'"'))),
                _ => None,
            },
        }
    }

    /// Ends a string in its line, where a line's end without a backslash ends it too.
    fn one_line(&self, quote: u8) -> usize {
        let bytes = self.text.as_bytes();
        let mut at = self.at + 1;
        while let Some(byte) = bytes.get(at) {
            match *byte {
                b'\\' => at += 2,
                b'\n' => return at,
                byte if byte == quote => return at + 1,
                _ => at += 1,
            }
        }
        bytes.len()
    }

    /// Ends what runs to the same quote again, over lines.
    fn until(&mut self, name: &'static str, from: usize, close: &str) -> usize {
        let close = close.as_bytes();
        self.end_or_line(name, |bytes, at| find_close(bytes, at + from, close))
    }

    fn quoted_rust(&mut self) -> Option<(LexemeKind, usize)> {
        let prefix = ["br", "cr", "r", "b", "c", ""].into_iter().find(|it| {
            let next = self.byte(it.len());
            self.starts(it) && (next == b'"' || (next == b'#' && it.ends_with('r')))
        });
        if let Some(prefix) = prefix {
            if !prefix.ends_with('r') {
                let from = prefix.len() + 1;
                return Some((LexemeKind::Text, self.until("\"", from, "\"")));
            }
            let hashes = self.rest().bytes().skip(prefix.len()).take_while(|it| *it == b'#');
            let n_hashes = hashes.count();
            if self.byte(prefix.len() + n_hashes) != b'"' {
                return None;
            }
            let close = format!("\"{}", "#".repeat(n_hashes));
            let from = prefix.len() + n_hashes + 1;
            let end = self.end_or_line("r\"", |bytes, at| {
                find(bytes, at + from, close.as_bytes()).map(|it| it + close.len())
            });
            return Some((LexemeKind::Opaque, end));
        }
        let from = usize::from(self.byte(0) == b'b');
        if self.byte(from) != b'\'' {
            return None;
        }
        if self.byte(from + 1) == b'\\' {
            let line = self.text.get(self.at + from + 2..self.line_end()).unwrap_or_default();
            // The escaped sign may be the quote itself.
            let end = line.bytes().skip(1).take(ESCAPE_MAX).position(|it| it == b'\'')? + 2;
            return Some((LexemeKind::Opaque, self.at + from + 2 + end));
        }
        let char = self.text.get(self.at + from + 1..)?.chars().next()?;
        if char != '\n' && self.byte(from + 1 + char.len_utf8()) == b'\'' {
            return Some((LexemeKind::Opaque, self.at + from + 2 + char.len_utf8()));
        }
        let name = self.rest().bytes().skip(1).take_while(|it| is_word_byte(*it)).count();
        (from == 0).then_some((LexemeKind::Opaque, self.at + 1 + name))
    }

    fn quoted_python(&mut self) -> Option<(LexemeKind, usize)> {
        let letters = self.rest().bytes().take(3).take_while(u8::is_ascii_alphabetic).count();
        let prefix = self.text.get(self.at..self.at + letters)?.to_ascii_lowercase();
        let known = ["", "r", "b", "u", "f", "t", "rb", "br", "fr", "rf", "rt", "tr"];
        let quote = self.byte(letters);
        if !known.contains(&prefix.as_str()) || !b"\"'".contains(&quote) {
            return None;
        }
        let is_triple = self.byte(letters + 1) == quote && self.byte(letters + 2) == quote;
        if is_triple {
            let (name, close) = if quote == b'"' { ("\"\"\"", "\"\"\"") } else { ("'''", "'''") };
            return Some((LexemeKind::Opaque, self.until(name, letters + 3, close)));
        }
        let start = self.at;
        self.at += letters;
        let end = self.one_line(quote);
        self.at = start;
        let kind = if prefix.contains('r') { LexemeKind::Opaque } else { LexemeKind::Text };
        Some((kind, end))
    }

    fn quoted_script(&mut self) -> Option<(LexemeKind, usize)> {
        match self.byte(0) {
            quote @ (b'"' | b'\'') => Some((LexemeKind::Text, self.one_line(quote))),
            b'`' => Some((LexemeKind::Opaque, self.interpolated("`", b"${"))),
            b'/' if self.may_be_regex() => self.regex(),
            _ => None,
        }
    }

    fn quoted_plain(&mut self) -> Option<(LexemeKind, usize)> {
        let syntax = self.syntax;
        let has_triple = self.is_one_of(&[Syntax::Java, Syntax::Kotlin, Syntax::CSharp])
            && self.starts("\"\"\"");
        if has_triple {
            return Some((LexemeKind::Opaque, self.until("\"\"\"", 3, "\"\"\"")));
        }
        if syntax == Syntax::CSharp && (self.starts("@\"") || self.starts("$@\"")) {
            let from = if self.starts("@") { 2 } else { 3 };
            let end =
                self.end_or_line("@\"", |bytes, at| find(bytes, at + from, b"\"").map(|it| it + 1));
            return Some((LexemeKind::Opaque, end));
        }
        if syntax == Syntax::Cpp && self.starts("R\"") {
            let name: String = self.rest().chars().skip(2).take(17).collect();
            let (name, _) = name.split_once('(')?;
            let close = format!("){name}\"");
            let end = self.end_or_line("R\"", |bytes, at| {
                find(bytes, at, close.as_bytes()).map(|it| it + close.len())
            });
            return Some((LexemeKind::Opaque, end));
        }
        if syntax == Syntax::Zig && self.starts("\\\\") {
            return Some((LexemeKind::Opaque, self.line_end()));
        }
        match self.byte(0) {
            b'"' if syntax == Syntax::Kotlin => {
                let end = self.interpolated("\"", b"${");
                let taken = self.text.get(self.at..end).unwrap_or_default();
                let is_plain = !taken.contains('$') && !taken.contains('\n');
                Some((if is_plain { LexemeKind::Text } else { LexemeKind::Opaque }, end))
            }
            b'"' => Some((LexemeKind::Text, self.one_line(b'"'))),
            b'\'' => Some((LexemeKind::Opaque, self.one_line(b'\''))),
            b'`' if self.is_one_of(&[Syntax::Go, Syntax::D]) => Some((
                LexemeKind::Opaque,
                self.end_or_line("`", |bytes, at| find(bytes, at + 1, b"`").map(|it| it + 1)),
            )),
            _ => None,
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "few languages write it in their own way")]
    fn quoted_here(&mut self) -> Option<(LexemeKind, usize)> {
        if self.syntax == Syntax::Php && self.starts("?>") {
            let (start, line) = (self.at, self.line);
            self.skip_to_php();
            let end = self.at;
            (self.at, self.line) = (start, line);
            return Some((LexemeKind::Opaque, end));
        }
        if let Some(end) = self.here_document() {
            return Some((LexemeKind::Opaque, end));
        }
        let opener: &[u8; 2] = match self.syntax {
            Syntax::Ruby => b"#{",
            Syntax::Php => b"{$",
            _ => b"$(",
        };
        match self.byte(0) {
            b'"' => {
                let end = self.interpolated("\"", opener);
                let taken = self.text.get(self.at..end).unwrap_or_default();
                let is_plain = !taken.contains(['$', '\n', '`']) && !taken.contains("#{");
                Some((if is_plain { LexemeKind::Text } else { LexemeKind::Opaque }, end))
            }
            b'\'' if self.syntax == Syntax::Shell => {
                let end =
                    self.end_or_line("'", |bytes, at| find(bytes, at + 1, b"'").map(|it| it + 1));
                let taken = self.text.get(self.at..end).unwrap_or_default();
                let kind = if taken.contains('\n') { LexemeKind::Opaque } else { LexemeKind::Text };
                Some((kind, end))
            }
            b'\'' => Some((LexemeKind::Text, self.until("'", 1, "'"))),
            b'`' => Some((LexemeKind::Opaque, self.until("`", 1, "`"))),
            b'/' if self.syntax == Syntax::Ruby && self.may_be_regex() => self.regex(),
            b'%' if self.syntax == Syntax::Ruby => self.percent(),
            _ => None,
        }
    }

    /// Takes Ruby's `%w[…]` and its like.
    fn percent(&mut self) -> Option<(LexemeKind, usize)> {
        let is_lettered = b"wWiIqQrsx".contains(&self.byte(1));
        let open = self.byte(if is_lettered { 2 } else { 1 });
        let close = match open {
            b'(' => ")",
            b'[' => "]",
            b'{' => "}",
            b'<' if is_lettered => ">",
            b'|' if is_lettered => "|",
            b'!' if is_lettered => "!",
            _ => return None,
        };
        if !is_lettered && self.ends_value() {
            return None;
        }
        let from = if is_lettered { 3 } else { 2 };
        Some((LexemeKind::Opaque, self.until("%", from, close)))
    }

    /// Begins a here-document: its mark is taken now, its text with the next line.
    fn here_document(&mut self) -> Option<usize> {
        let open = if self.syntax == Syntax::Php { "<<<" } else { "<<" };
        if !self.starts(open) || (self.syntax != Syntax::Php && self.byte(2) == b'<') {
            return None;
        }
        let line = self.text.get(self.at + open.len()..self.line_end()).unwrap_or_default();
        let mark = line.trim_start_matches(['~', '-']);
        let mark = if self.syntax == Syntax::Ruby { mark } else { mark.trim_start() };
        let mark = mark.trim_start_matches(['\'', '"', '\\']);
        let name: String =
            mark.chars().take_while(|it| it.is_alphanumeric() || *it == '_').collect();
        let starts = name.chars().next()?;
        let is_name = if self.syntax == Syntax::Ruby {
            starts.is_ascii_uppercase()
        } else {
            starts.is_ascii_alphabetic() || starts == '_'
        };
        if !is_name {
            return None;
        }
        let skipped = line.len() - mark.len() + name.len();
        self.waiting.push(name);
        let quote = mark.as_bytes().get(skipped + mark.len() - line.len()).copied();
        let closing = usize::from(quote.is_some_and(|it| b"'\"".contains(&it)));
        Some(self.at + open.len() + skipped + closing)
    }

    /// Takes the here-documents that were begun on the line before.
    fn take_waiting(&mut self) {
        for name in std::mem::take(&mut self.waiting) {
            if self.hopeless.contains(&"<<") {
                return;
            }
            let is_php = self.syntax == Syntax::Php;
            let mut end = self.at;
            let mut is_closed = false;
            for line in self.rest().split_inclusive('\n') {
                let bare = line.trim();
                is_closed = bare == name || (is_php && bare.starts_with(&name));
                if is_closed {
                    break;
                }
                end += line.len();
            }
            if !is_closed {
                self.hopeless.push("<<");
                return;
            }
            if end > self.at {
                self.push(LexemeKind::Opaque, end);
            }
            if !is_php {
                let closing = self.line_end();
                self.push(LexemeKind::Opaque, closing);
            }
        }
    }

    /// Ends a string in which code may stand, which may hold strings again.
    fn interpolated(&mut self, quote: &'static str, opener: &[u8; 2]) -> usize {
        let first = quote.bytes().next().unwrap_or(b'"');
        let (code, end_of_code) = match opener {
            b"$(" => (b'(', b')'),
            _ => (b'{', b'}'),
        };
        let find = |bytes: &[u8], start: usize| {
            let mut open = vec![first];
            let mut at = start + 1;
            while let Some(byte) = bytes.get(at).copied() {
                let is_code = open.last() == Some(&end_of_code);
                at += 1;
                if byte == b'\\' {
                    at += 1;
                } else if open.last() == Some(&byte) {
                    open.pop();
                    if open.is_empty() {
                        return Some(at);
                    }
                } else if is_code && byte == code {
                    open.push(end_of_code);
                } else if is_code && (byte == b'"' || byte == b'\'' || byte == b'`') {
                    open.push(byte);
                } else if !is_code
                    && open.last() != Some(&b'\'')
                    && bytes.get(at - 1..=at) == Some(opener.as_slice())
                {
                    open.push(end_of_code);
                    at += 1;
                }
            }
            None
        };
        self.end_or_line(quote, find)
    }

    fn ends_value(&self) -> bool {
        let last = self.lexemes.iter().rev().find(|it| it.kind != LexemeKind::Comment);
        last.is_some_and(|it| match it.kind {
            LexemeKind::Word => !BEFORE_REGEX.contains(&it.of(self.text)),
            LexemeKind::Sign => matches!(it.of(self.text), ")" | "]" | "}"),
            LexemeKind::Number | LexemeKind::Text | LexemeKind::Opaque => true,
            LexemeKind::Comment => false,
        })
    }

    fn may_be_regex(&self) -> bool {
        let is_apart = self.text.get(..self.at).is_some_and(|it| it.ends_with(' '));
        let hugs = !self.byte(1).is_ascii_whitespace() && self.byte(1) != b'=';
        let last = self.lexemes.last().map(|it| it.kind);
        let is_argument = self.syntax == Syntax::Ruby && last == Some(LexemeKind::Word);
        !self.ends_value() || (is_argument && is_apart && hugs)
    }

    fn regex(&self) -> Option<(LexemeKind, usize)> {
        let line = self.text.get(self.at + 1..self.line_end())?;
        let (mut in_class, mut is_escaped) = (false, false);
        for (idx, byte) in line.bytes().enumerate().take(REGEX_MAX) {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = true,
                b'[' => in_class = true,
                b']' => in_class = false,
                b'/' if !in_class => {
                    let flags = line.bytes().skip(idx + 1).take_while(u8::is_ascii_alphabetic);
                    return Some((LexemeKind::Opaque, self.at + idx + 2 + flags.count()));
                }
                _ => {}
            }
        }
        None
    }

    fn number(&self) -> usize {
        let bytes = self.text.as_bytes();
        let mut at = self.at;
        while let Some(byte) = bytes.get(at).copied() {
            let next = bytes.get(at + 1).copied().unwrap_or_default();
            let is_point = byte == b'.' && next.is_ascii_digit();
            let is_sign = (byte == b'+' || byte == b'-')
                && at > self.at
                && matches!(bytes.get(at - 1), Some(b'e' | b'E'))
                && bytes.get(self.at + 1) != Some(&b'x')
                && next.is_ascii_digit();
            let is_gap = byte == b'\'' && self.syntax == Syntax::Cpp && next.is_ascii_digit();
            if !(is_word_byte(byte) || is_point || is_sign || is_gap) {
                break;
            }
            at += 1;
        }
        at
    }

    /// Goes behind the next `<?php`, outside of which a file is not code.
    fn skip_to_php(&mut self) {
        let rest = self.rest();
        let skipped = match rest.find("<?") {
            Some(idx) => {
                let tail = rest.get(idx..).unwrap_or_default();
                let mark = ["<?php", "<?=", "<?"].into_iter().find(|it| tail.starts_with(it));
                idx + mark.map_or(2, str::len)
            }
            None => rest.len(),
        };
        let n_lines = rest.bytes().take(skipped).filter(|it| *it == b'\n').count();
        self.at += skipped;
        self.line += n_lines;
    }
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// Finds a run of bytes from a place on.
fn find(bytes: &[u8], from: usize, what: &[u8]) -> Option<usize> {
    let tail = bytes.get(from..)?;
    tail.windows(what.len()).position(|it| it == what).map(|it| from + it)
}

/// Finds the end of a string that a backslash may go on with.
fn find_close(bytes: &[u8], from: usize, close: &[u8]) -> Option<usize> {
    let mut at = from;
    while let Some(byte) = bytes.get(at) {
        if *byte == b'\\' {
            at += 2;
        } else if bytes.get(at..)?.starts_with(close) {
            return Some(at + close.len());
        } else {
            at += 1;
        }
    }
    None
}

fn end_of_comment(bytes: &[u8], from: usize, sign: u8, nests: bool) -> Option<usize> {
    let (mut depth, mut at) = (0_usize, from);
    loop {
        let (first, second) = (*bytes.get(at)?, *bytes.get(at + 1)?);
        if first == b'/' && second == sign && (nests || depth == 0) {
            depth += 1;
            at += 2;
        } else if first == sign && second == b'/' {
            depth = depth.saturating_sub(1);
            at += 2;
            if depth == 0 {
                return Some(at);
            }
        } else {
            at += 1;
        }
    }
}
