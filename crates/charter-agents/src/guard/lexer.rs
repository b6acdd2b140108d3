//! A shell script as simple commands.
//!
//! Owns quotes, operators, redirects and here-documents, as far as they decide what is written where.
//! It never fails: what it does not understand is a word. Must not know what a command does.

/// The most characters of a script that are looked at.
const SCRIPT_CHARS_MAX: usize = 64 * 1024;

/// The most commands of a script that are looked at.
const COMMANDS_MAX: usize = 2000;

/// How deep substitutions in substitutions are looked at.
const SUBSTITUTIONS_DEEP_MAX: usize = 8;

/// A word of a command.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ShellWord {
    /// What it says without its quotes.
    pub(super) text: String,
    /// Whether something in it is only known when it runs.
    pub(super) is_open: bool,
}

/// One command: its words, where its output goes, what it reads.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Simple {
    pub(super) words: Vec<ShellWord>,
    /// The files that redirects write.
    pub(super) outputs: Vec<ShellWord>,
    /// The texts that it is given to read.
    pub(super) inputs: Vec<String>,
}

impl Simple {
    fn is_empty(&self) -> bool {
        self.words.is_empty() && self.outputs.is_empty() && self.inputs.is_empty()
    }
}

/// Splits a script into its commands, with those inside of substitutions behind them.
pub(super) fn commands(script: &str) -> Vec<Simple> {
    let mut all = Vec::new();
    let mut rest = vec![(script.to_owned(), SUBSTITUTIONS_DEEP_MAX)];
    while let Some((script, depth)) = rest.pop() {
        let mut lexer = Lexer {
            chars: script.chars().take(SCRIPT_CHARS_MAX).collect(),
            at: 0,
            commands: Vec::new(),
            simple: Simple::default(),
            awaited: Vec::new(),
            inner: Vec::new(),
        };
        lexer.run();
        all.extend(lexer.commands);
        if depth > 0 {
            rest.extend(lexer.inner.into_iter().map(|it| (it, depth - 1)));
        }
    }
    all.truncate(COMMANDS_MAX);
    all
}

/// A here-document whose text is still to come.
struct Awaited {
    end: String,
    command: usize,
}

struct Lexer {
    chars: Vec<char>,
    at: usize,
    commands: Vec<Simple>,
    simple: Simple,
    awaited: Vec<Awaited>,
    inner: Vec<String>,
}

impl Lexer {
    fn run(&mut self) {
        while let Some(it) = self.peek(0) {
            match it {
                '\n' => self.end_line(),
                ' ' | '\t' | '\r' => self.at += 1,
                '#' => self.skip_comment(),
                '&' if self.peek(1) == Some('>') => {
                    self.at += 1;
                    self.redirect();
                }
                ';' | '|' | '(' | ')' | '&' => {
                    self.at += 1;
                    self.end_command();
                }
                '<' | '>' if self.peek(1) == Some('(') => {
                    self.at += 2;
                    let inner = self.balanced();
                    self.inner.push(inner);
                }
                '<' | '>' => self.redirect(),
                _ => self.push_word(),
            }
        }
        self.end_command();
    }

    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    fn end_command(&mut self) {
        let simple = std::mem::take(&mut self.simple);
        if !simple.is_empty() {
            self.commands.push(simple);
        }
    }

    fn end_line(&mut self) {
        self.at += 1;
        self.end_command();
        for awaited in std::mem::take(&mut self.awaited) {
            let text = self.document(&awaited.end);
            if let Some(command) = self.commands.get_mut(awaited.command) {
                command.inputs.push(text);
            }
        }
    }

    /// Takes the lines of a here-document up to its last one.
    fn document(&mut self, end: &str) -> String {
        let mut text = String::new();
        while self.at < self.chars.len() {
            let rest = self.chars.get(self.at..).unwrap_or_default();
            let line: String = rest.iter().take_while(|it| **it != '\n').collect();
            self.at += line.chars().count() + 1;
            if line.trim_start_matches('\t') == end {
                break;
            }
            text.push_str(&line);
            text.push('\n');
        }
        text
    }

    fn skip_comment(&mut self) {
        while self.peek(0).is_some_and(|it| it != '\n') {
            self.at += 1;
        }
    }

    /// Takes a redirect: where it writes is kept, what it reads is not.
    fn redirect(&mut self) {
        let start = self.at;
        while self.peek(0).is_some_and(|it| matches!(it, '<' | '>' | '|' | '&')) {
            self.at += 1;
        }
        let sign: String = self.chars.get(start..self.at).unwrap_or_default().iter().collect();
        if sign.starts_with("<<") && self.peek(0) == Some('-') {
            self.at += 1;
        }
        while self.peek(0).is_some_and(|it| matches!(it, ' ' | '\t')) {
            self.at += 1;
        }
        let word = self.word();
        match sign.as_str() {
            "<<" => self.awaited.push(Awaited { end: word.text, command: self.commands.len() }),
            "<<<" => self.simple.inputs.push(word.text),
            _ if !sign.contains('>') => {}
            // `2>&1` and `>&-` name no file.
            _ if sign.ends_with('&') && is_descriptor(&word.text) => {}
            _ => self.simple.outputs.push(word),
        }
    }

    fn push_word(&mut self) {
        let start = self.at;
        let word = self.word();
        let is_number = !word.text.is_empty() && word.text.bytes().all(|it| it.is_ascii_digit());
        // The number of a redirect stands right before it.
        if is_number && self.peek(0).is_some_and(|it| matches!(it, '<' | '>')) {
            return;
        }
        if self.at == start {
            self.at += 1;
            return;
        }
        match word.text.as_str() {
            // Words of the shell itself, behind which a command begins.
            "{" | "}" | "!" | "then" | "do" | "else" | "if" | "while" | "until" | "elif"
                if self.simple.words.is_empty() => {}
            _ => self.simple.words.push(word),
        }
    }

    fn word(&mut self) -> ShellWord {
        let mut word = ShellWord::default();
        while let Some(it) = self.peek(0) {
            match it {
                ' ' | '\t' | '\r' | '\n' | ';' | '|' | '&' | '<' | '>' | '(' | ')' => break,
                '\'' => self.single_quoted(&mut word),
                '"' => self.double_quoted(&mut word),
                '\\' => {
                    // A line that goes on has neither the backslash nor the break.
                    word.text.extend(self.peek(1).filter(|it| *it != '\n'));
                    self.at += 2;
                }
                '$' | '`' => self.expansion(&mut word),
                _ => {
                    word.text.push(it);
                    self.at += 1;
                }
            }
        }
        word
    }

    fn single_quoted(&mut self, word: &mut ShellWord) {
        self.at += 1;
        while let Some(it) = self.peek(0) {
            self.at += 1;
            if it == '\'' {
                break;
            }
            word.text.push(it);
        }
    }

    fn double_quoted(&mut self, word: &mut ShellWord) {
        self.at += 1;
        while let Some(it) = self.peek(0) {
            match it {
                '"' => {
                    self.at += 1;
                    break;
                }
                '\\' if self.peek(1).is_some_and(|it| "\"\\$`\n".contains(it)) => {
                    word.text.extend(self.peek(1).filter(|it| *it != '\n'));
                    self.at += 2;
                }
                '$' | '`' => self.expansion(word),
                _ => {
                    word.text.push(it);
                    self.at += 1;
                }
            }
        }
    }

    /// Takes what is only known when it runs; the commands in it are kept.
    fn expansion(&mut self, word: &mut ShellWord) {
        word.is_open = true;
        match (self.peek(0), self.peek(1)) {
            (Some('$'), Some('(')) => {
                word.text.push('$');
                self.at += 2;
                let inner = self.balanced();
                self.inner.push(inner);
            }
            (Some('`'), _) => {
                word.text.push('$');
                self.at += 1;
                let mut inner = String::new();
                while let Some(it) = self.peek(0) {
                    self.at += 1;
                    if it == '`' {
                        break;
                    }
                    inner.push(it);
                }
                self.inner.push(inner);
            }
            _ => {
                word.text.push('$');
                self.at += 1;
            }
        }
    }

    /// Takes everything up to the parenthesis that closes the one before.
    fn balanced(&mut self) -> String {
        let mut depth = 1usize;
        let mut inner = String::new();
        while let Some(it) = self.peek(0) {
            self.at += 1;
            match it {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
            inner.push(it);
        }
        inner
    }
}

fn is_descriptor(text: &str) -> bool {
    text == "-"
        || (!text.is_empty() && text.trim_end_matches('-').bytes().all(|it| it.is_ascii_digit()))
}
