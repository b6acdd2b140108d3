//! A Rust file as the rules see it: its layers, its lines, and which of them are test code.

use super::layer::{self, RustLayers, is_ident};
use std::ops::Range;

/// A Rust file split into layers.
#[derive(Debug)]
pub(crate) struct Rust {
    /// Code, comments and literals, each as long as the file.
    pub(crate) layers: RustLayers,
    line_starts: Vec<usize>,
    tests: Vec<Range<usize>>,
}

impl Rust {
    /// Reads a file; its path tells whether all of it is test code.
    pub(crate) fn parse(path: &str, text: &str) -> Self {
        let layers = layer::split(text);
        let line_starts = text.match_indices('\n').map(|(offset, _)| offset + 1).collect();
        let whole = is_test_path(path) || layers.code.contains("#![cfg(test)]");
        let tests = if whole {
            std::iter::once(0..text.len()).collect()
        } else {
            list_test_items(&layers.code)
        };
        Self { layers, line_starts, tests }
    }

    /// Returns the line, counted from 1, that an offset is on.
    pub(crate) fn line_at(&self, offset: usize) -> usize {
        self.line_starts.partition_point(|start| *start <= offset) + 1
    }

    /// Tells whether an offset is in test code.
    pub(crate) fn is_test(&self, offset: usize) -> bool {
        self.tests.iter().any(|test| test.contains(&offset))
    }

    /// Returns the spans of test code.
    pub(crate) fn tests(&self) -> &[Range<usize>] {
        &self.tests
    }

    /// Iterates over the code's lines with their number and offset.
    pub(crate) fn code_lines(&self) -> impl Iterator<Item = CodeLine<'_>> {
        let mut offset = 0;
        (1..).zip(self.layers.code.split('\n')).map(move |(line, code)| {
            let start = offset;
            offset += code.len() + 1;
            CodeLine { line, offset: start, code }
        })
    }

    /// Iterates over the identifiers and keywords of the code with their offsets.
    pub(crate) fn words(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.code_lines();
        lines.flat_map(|line| words(line.code).map(move |(at, word)| (line.offset + at, word)))
    }
}

/// A line of code without comments and literals.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CodeLine<'a> {
    /// Its number, from 1.
    pub(crate) line: usize,
    /// Where it starts in the file.
    pub(crate) offset: usize,
    /// The code.
    pub(crate) code: &'a str,
}

/// Returns where the item that begins at `start` ends: after its body or its semicolon.
pub(crate) fn item_end(code: &str, start: usize) -> usize {
    let mut depth = 0_usize;
    for (offset, char) in code.get(start..).unwrap_or_default().char_indices() {
        let end = start + offset + 1;
        match char {
            '(' | '[' | '{' => depth += 1,
            '}' if depth <= 1 => return end,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ';' if depth == 0 => return end,
            _ => {}
        }
    }
    code.len()
}

fn is_test_path(path: &str) -> bool {
    path.split('/').any(|part| part == "tests" || part == "tests.rs")
}

fn list_test_items(code: &str) -> Vec<Range<usize>> {
    let attributes = code.match_indices("#[cfg(").filter(|(offset, _)| is_test_cfg(code, *offset));
    attributes.map(|(start, _)| start..item_end(code, start)).collect()
}

/// Tells whether the `cfg` attribute at an offset holds in tests only.
fn is_test_cfg(code: &str, offset: usize) -> bool {
    let rest = code.get(offset..).unwrap_or_default();
    let attribute = rest.split(']').next().unwrap_or_default();
    words(attribute).any(|(_, word)| word == "test") && !attribute.contains("not(test")
}

fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut offset = 0;
    text.split_inclusive(|char| !is_ident(char)).filter_map(move |piece| {
        let start = offset;
        offset += piece.len();
        let word = piece.trim_end_matches(|char| !is_ident(char));
        (!word.is_empty()).then_some((start, word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, text: &str, expect: &[usize]) {
        let rust = Rust::parse(path, text);
        let lines = rust.code_lines().filter(|line| rust.is_test(line.offset));
        assert_eq!(lines.map(|line| line.line).collect::<Vec<_>>(), expect);
    }

    #[test]
    fn a_test_module_is_test_code_and_what_follows_is_not() {
        let text = "fn a() {}\n#[cfg(test)]\nmod t {\n    fn b() { \"}\"; }\n}\nfn c() {}\n";
        check("src/a.rs", text, &[2, 3, 4, 5]);
    }

    #[test]
    fn a_declared_test_module_ends_at_its_semicolon() {
        check("src/a.rs", "#[cfg(test)]\nmod tests;\nfn a(b: [u8; 3]) {}", &[1, 2]);
    }

    #[test]
    fn code_left_out_of_tests_is_not_test_code() {
        check("src/a.rs", "#[cfg(not(test))]\nfn a() {}", &[]);
    }

    #[test]
    fn a_test_file_is_all_test_code() {
        check("src/a/tests.rs", "fn a() {}\nfn b() {}", &[1, 2]);
    }

    #[test]
    fn lines_count_from_one() {
        let rust = Rust::parse("a.rs", "a\nb\n");
        let lines: Vec<_> =
            rust.words().map(|(offset, word)| (rust.line_at(offset), word)).collect();
        assert_eq!(lines, [(1, "a"), (2, "b")]);
    }
}
