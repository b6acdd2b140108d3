//! Tests that stand in the files of the product: `#[cfg(test)]` and its like in other languages.
//!
//! Owns where such tests begin and end, and how the product of one version is put together with the
//! tests of another. Must not touch a file.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::lexeme::{Lexeme, LexemeKind, closing, lex};
use super::syntax::Syntax;

/// Tests within a file, by their bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
struct TestRegion {
    start: usize,
    end: usize,
    lines: (usize, usize),
    /// The blocks around it and how its first line reads, by which it is found in another version.
    around: Vec<String>,
    head: String,
}

/// Lists the lines of a product file that are tests; the first line is 1.
#[must_use]
pub fn test_lines(path: &str, text: &str) -> BTreeSet<usize> {
    regions(path, text).iter().flat_map(|it| it.lines.0..=it.lines.1).collect()
}

/// Puts the product of one version of a file together with the tests of another; none where the tests
/// of the other have no place in it.
#[must_use]
pub fn with_tests_of(path: &str, product_from: &str, tests_from: &str) -> Option<String> {
    let (old, new) = (regions(path, product_from), regions(path, tests_from));
    let is_whole = |it: &[TestRegion], text: &str| {
        it.first().is_some_and(|it| it.start == 0 && it.end == text.len())
    };
    if is_whole(&new, tests_from) || is_whole(&old, product_from) {
        return Some(tests_from.to_owned());
    }
    let taken = |it: &TestRegion| tests_from.get(it.start..it.end).unwrap_or_default();
    let mut left: BTreeMap<(&[String], &str), VecDeque<usize>> = BTreeMap::new();
    for (idx, region) in new.iter().enumerate() {
        left.entry((&region.around, &region.head)).or_default().push_back(idx);
    }
    let mut put = String::with_capacity(product_from.len() + tests_from.len());
    let mut at = 0;
    for region in &old {
        put.push_str(product_from.get(at..region.start)?);
        at = region.end;
        let twin = left.get_mut(&(region.around.as_slice(), region.head.as_str()));
        let twin = twin.and_then(VecDeque::pop_front).and_then(|it| new.get(it));
        put.push_str(twin.map(taken).unwrap_or_default());
    }
    put.push_str(product_from.get(at..)?);
    let rest: BTreeSet<usize> = left.into_values().flatten().collect();
    for region in rest.into_iter().filter_map(|it| new.get(it)) {
        if !region.around.is_empty() {
            return None;
        }
        if !put.is_empty() && !put.ends_with('\n') {
            put.push('\n');
        }
        put.push_str(taken(region));
    }
    Some(put)
}

fn regions(path: &str, text: &str) -> Vec<TestRegion> {
    let syntax = Syntax::of(path);
    match syntax {
        Syntax::Rust | Syntax::Zig | Syntax::D | Syntax::JavaScript | Syntax::TypeScript => {
            MixedWalk::new(syntax, text).regions()
        }
        Syntax::Python
        | Syntax::Go
        | Syntax::Java
        | Syntax::Kotlin
        | Syntax::C
        | Syntax::Cpp
        | Syntax::CSharp
        | Syntax::Ruby
        | Syntax::Php
        | Syntax::Shell
        | Syntax::Json
        | Syntax::Markup
        | Syntax::Other => Vec::new(),
    }
}

/// A walk over the items of a file.
struct MixedWalk<'a> {
    syntax: Syntax,
    text: &'a str,
    /// What is read, with the comments that document something.
    lexemes: Vec<Lexeme>,
    /// For each bracket that opens, the one that closes it.
    closing: Vec<usize>,
}

impl<'a> MixedWalk<'a> {
    fn new(syntax: Syntax, text: &'a str) -> Self {
        let is_kept = |it: &Lexeme| {
            it.kind != LexemeKind::Comment || (syntax == Syntax::Rust && is_doc(it.of(text)))
        };
        let lexemes: Vec<Lexeme> = lex(syntax, text).into_iter().filter(is_kept).collect();
        let closing = closing(text, &lexemes);
        Self { syntax, text, lexemes, closing }
    }

    fn at(&self, idx: usize) -> &'a str {
        match self.lexemes.get(idx) {
            Some(it) if it.kind == LexemeKind::Text || it.kind == LexemeKind::Opaque => "\"\"",
            Some(it) => it.of(self.text),
            None => "",
        }
    }

    fn regions(&self) -> Vec<TestRegion> {
        let mut found = Vec::new();
        // The head of each block that is open.
        let mut around: Vec<(usize, usize)> = Vec::new();
        let mut idx = 0;
        let mut statement = 0;
        while idx < self.lexemes.len() {
            if let Some(end) = self.test_at(idx) {
                if let Some(region) = self.region(idx, end, &around) {
                    found.push(region);
                }
                idx = end + 1;
                statement = idx;
                continue;
            }
            // An item's attributes and documentation are passed together, so that they are looked at once.
            let body = self.behind_marks(idx);
            if body > idx {
                idx = body;
                continue;
            }
            match self.at(idx) {
                "{" => {
                    around.push((statement, idx));
                    statement = idx + 1;
                }
                "}" => {
                    around.pop();
                    statement = idx + 1;
                }
                ";" => statement = idx + 1,
                _ => {}
            }
            idx += 1;
        }
        found
    }

    fn region(&self, first: usize, last: usize, around: &[(usize, usize)]) -> Option<TestRegion> {
        let (from, to) = (self.lexemes.get(first)?, self.lexemes.get(last)?);
        if self.at(first) == "#" && self.at(first + 1) == "!" {
            let n_lines = self.text.lines().count().max(1);
            let (around, head) = (Vec::new(), String::new());
            let (start, end) = (0, self.text.len());
            return Some(TestRegion { start, end, lines: (1, n_lines), around, head });
        }
        // Whole lines where nothing else stands in them.
        let before = self.text.get(..from.start)?;
        let indent = before.len() - before.trim_end_matches([' ', '\t']).len();
        let is_alone = before.trim_end_matches([' ', '\t']).ends_with(['\n', '\u{feff}'])
            || before.len() == indent;
        let after = self.text.get(to.end..)?;
        let tail = after.split_inclusive('\n').next().unwrap_or_default();
        let ends_line = tail.trim().is_empty();
        let start = if is_alone { from.start - indent } else { from.start };
        let end = if is_alone && ends_line { to.end + tail.len() } else { to.end };
        let body = self.behind_marks(first);
        let head = self.head(body);
        let outer = around.iter().rev().take(AROUND_MAX);
        let around = outer.map(|(from, to)| self.words(*from, *to)).collect();
        Some(TestRegion { start, end, lines: (from.line, to.end_line), around, head })
    }

    fn words(&self, from: usize, to: usize) -> String {
        let words = (from..to).take(HEAD_MAX).map(|it| self.lexemes.get(it));
        let words = words.flatten().map(|it| it.of(self.text));
        words.collect::<Vec<_>>().join(" ")
    }

    /// Reads an item up to its block or end.
    fn head(&self, from: usize) -> String {
        let to = (from..from + HEAD_MAX).find(|it| matches!(self.at(*it), "{" | ";" | ""));
        self.words(from, to.unwrap_or(from + HEAD_MAX))
    }

    /// Goes behind the attributes and the documentation of a Rust item.
    fn behind_marks(&self, from: usize) -> usize {
        let mut idx = from;
        if self.syntax != Syntax::Rust {
            return idx;
        }
        loop {
            let is_comment = self.lexemes.get(idx).is_some_and(|it| it.kind == LexemeKind::Comment);
            if is_comment {
                idx += 1;
            } else if self.at(idx) == "#" && self.at(idx + 1) == "[" {
                idx = self.close(idx + 1) + 1;
            } else {
                break;
            }
        }
        idx
    }

    /// Gives the last lexeme of tests that begin here.
    #[expect(clippy::wildcard_enum_match_arm, reason = "few languages write it in their own way")]
    fn test_at(&self, idx: usize) -> Option<usize> {
        match self.syntax {
            Syntax::Rust => self.rust_test_at(idx),
            Syntax::Zig => {
                let named = self.lexemes.get(idx + 1)?;
                let is_named = named.kind == LexemeKind::Text || named.kind == LexemeKind::Word;
                let open = if self.at(idx + 1) == "{" { idx + 1 } else { idx + 2 };
                let is_test = self.at(idx) == "test" && (is_named || open == idx + 1);
                (is_test && self.at(open) == "{").then(|| self.close(open))
            }
            Syntax::D => {
                let is_test = self.at(idx) == "unittest" && self.at(idx + 1) == "{";
                is_test.then(|| self.close(idx + 1))
            }
            _ => {
                let mark = ["if", "(", "import", ".", "meta", ".", "vitest", ")", "{"];
                let is_test = mark.iter().enumerate().all(|(n, it)| self.at(idx + n) == *it);
                is_test.then(|| self.close(idx + mark.len() - 1))
            }
        }
    }

    fn rust_test_at(&self, idx: usize) -> Option<usize> {
        if self.at(idx) == "#" && self.at(idx + 1) == "!" && self.at(idx + 2) == "[" {
            return self.is_test_mark(idx + 2).then(|| self.lexemes.len().saturating_sub(1));
        }
        let body = self.behind_marks(idx);
        let mut marks = (idx..body).filter(|it| self.at(*it) == "#" && self.at(it + 1) == "[");
        if !marks.any(|it| self.is_test_mark(it + 1)) {
            return None;
        }
        // An item ends with its block, a declaration with its semicolon; one of a list with a comma.
        let mut at = body;
        loop {
            match self.at(at) {
                "" => return self.lexemes.len().checked_sub(1),
                ";" | "," => return Some(at),
                "}" | ")" | "]" => return at.checked_sub(1),
                "{" => {
                    let end = self.close(at);
                    let goes_on = self.at(body) == "use" || self.at(body) == "let";
                    return Some(if goes_on && self.at(end + 1) == ";" { end + 1 } else { end });
                }
                "(" | "[" => at = self.close(at) + 1,
                "=" => return Some(self.end_of_value(at)),
                _ => at += 1,
            }
        }
    }

    /// Goes to the semicolon of a constant, over the blocks of its value.
    fn end_of_value(&self, from: usize) -> usize {
        let mut at = from;
        while at < self.lexemes.len() {
            match self.at(at) {
                ";" | "," => return at,
                "{" | "(" | "[" => at = self.close(at) + 1,
                "}" | ")" | "]" => return at - 1,
                _ => at += 1,
            }
        }
        self.lexemes.len().saturating_sub(1)
    }

    /// Tells whether an attribute, from its bracket on, says that an item is there for tests alone.
    fn is_test_mark(&self, open: usize) -> bool {
        let close = self.close(open);
        let name = self.at(open + 1);
        if name == "cfg" && self.at(open + 2) == "(" {
            let is_direct = self.at(open + 3) == "test";
            let is_all = self.at(open + 3) == "all" && self.at(open + 4) == "(";
            return (is_direct && self.at(open + 4) == ")")
                || (is_all && self.lists_test(open + 4));
        }
        // `#[test]`, `#[tokio::test(…)]`, `#[bench]`.
        let names = (open + 1..close).take(HEAD_MAX).take_while(|it| self.at(*it) != "(");
        let last = names.last().map_or("", |it| self.at(it));
        matches!(
            last,
            "test" | "rstest" | "bench" | "quickcheck" | "test_case" | "wasm_bindgen_test"
        )
    }

    /// Tells whether `test` is one of the conditions in a list, by itself.
    fn lists_test(&self, open: usize) -> bool {
        let close = self.close(open);
        let mut at = open + 1;
        while at < close {
            match self.at(at) {
                "test" if matches!(self.at(at + 1), "," | ")") => return true,
                "(" | "[" | "{" => at = self.close(at) + 1,
                _ => at += 1,
            }
        }
        false
    }

    /// Gives the bracket that closes one; the end where none does.
    fn close(&self, open: usize) -> usize {
        let last = self.lexemes.len().saturating_sub(1);
        self.closing.get(open).copied().unwrap_or(last).max(open)
    }
}

/// The most words of an item's first line that it is known by.
const HEAD_MAX: usize = 40;

/// The most blocks around an item that it is known by.
const AROUND_MAX: usize = 16;

fn is_doc(comment: &str) -> bool {
    let is_line = comment.starts_with("///") && !comment.starts_with("////");
    is_line || (comment.starts_with("/**") && !comment.starts_with("/***") && comment != "/**/")
}

#[cfg(test)]
mod tests {
    use super::{test_lines, with_tests_of};

    #[track_caller]
    fn check(path: &str, text: &str, lines: &[usize]) {
        let found: Vec<usize> = test_lines(path, text).into_iter().collect();
        assert_eq!(found, lines, "{text}");
        assert_eq!(with_tests_of(path, text, text).as_deref(), Some(text));
    }

    #[test]
    fn modules_of_tests_in_rust_are_found_with_what_belongs_to_them() {
        check(
            "a.rs",
            "fn a() {}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn b() {}\n}\n",
            &[3, 4, 5, 6, 7],
        );
        check("a.rs", "#[cfg(test)]\nmod tests;\nfn a() {}\n", &[1, 2]);
        check(
            "a.rs",
            "/// Tests.\n#[cfg(all(test, unix))]\n#[expect(dead_code)]\nmod t { }\nfn a() {}",
            &[1, 2, 3, 4],
        );
        check("a.rs", "mod b {\n  #[cfg(test)] mod t { fn x() {} }\n  fn y() {}\n}\n", &[2]);
        check(
            "a.rs",
            "#[cfg(test)]\nuse std::{a, b};\nfn a() {}\n#[test]\nfn t() {}\n",
            &[1, 2, 4, 5],
        );
        check("a.rs", "#[cfg(test)]\nconst A: [u8; 2] = [{ 1 }, 2];\nfn a() {}\n", &[1, 2]);
        check("a.rs", "#![cfg(test)]\nfn a() {}\n", &[1, 2]);
        check("a.rs", "#[tokio::test(flavor = \"x\")]\nasync fn a() {}\nfn b() {}\n", &[1, 2]);
    }

    #[test]
    fn what_only_looks_like_tests_is_product() {
        for text in [
            "#[cfg(not(test))]\nfn a() {}\n",
            "#[cfg(any(test, unix))]\nfn a() {}\n",
            "#[cfg(all(not(test), unix))]\nfn a() {}\n",
            "// #[cfg(test)]\nfn a() {}\n",
            "/* /* */ #[cfg(test)] mod t {} */ fn a() {}\n",
            "const A: &str = \"#[cfg(test)] mod t {}\";\n",
            "const A: &str = r#\"\" #[cfg(test)] mod t {} \"#;\n",
            "#[cfg(feature = \"test\")]\nfn a() {}\n",
            "#[derive(Debug)]\nstruct Test;\n",
        ] {
            check("a.rs", text, &[]);
        }
    }

    #[test]
    fn braces_in_texts_and_characters_do_not_end_a_module() {
        check(
            "a.rs",
            "#[cfg(test)]\nmod t {\n  const A: char = '}';\n  const B: &'static str = \"}\";\n  // }\n  \
             const C: &str = r#\"}\"}\"#; const D: u8 = b'\\''; /* } */\n}\nfn a<'a>() {}\n",
            &[1, 2, 3, 4, 5, 6, 7],
        );
    }

    #[test]
    fn other_languages_keep_tests_in_product_files_too() {
        check("a.zig", "fn a() void {}\ntest \"a\" {\n    a();\n}\n", &[2, 3, 4]);
        check("a.d", "int a;\nunittest {\n  assert(a);\n}\n", &[2, 3, 4]);
        check("a.ts", "export const a = 1\nif (import.meta.vitest) {\n  it('a')\n}\n", &[2, 3, 4]);
        check("a.py", "def test_a():\n    pass\n", &[]);
    }

    const OLD: &str = "fn a() -> u8 {\n    1\n}\n\n#[cfg(test)]\nmod tests {\n    // old\n}\n";
    const NEW: &str = "fn a() -> u8 {\n    2\n}\n\n#[cfg(test)]\nmod tests {\n    // new\n}\n";

    #[test]
    fn the_tests_of_one_version_stand_in_the_product_of_another() {
        assert_eq!(with_tests_of("a.rs", OLD, NEW).unwrap(), OLD.replace("// old", "// new"));
        assert_eq!(with_tests_of("a.rs", NEW, OLD).unwrap(), NEW.replace("// new", "// old"));
        let bare = "fn a() -> u8 {\n    1\n}";
        assert_eq!(
            with_tests_of("a.rs", bare, NEW).unwrap(),
            format!("{bare}\n#[cfg(test)]\nmod tests {{\n    // new\n}}\n")
        );
        assert_eq!(with_tests_of("a.rs", NEW, bare).unwrap(), "fn a() -> u8 {\n    2\n}\n\n");
    }

    #[test]
    fn tests_whose_place_is_gone_are_not_put_elsewhere() {
        let inner = "mod b {\n    #[cfg(test)]\n    mod tests {}\n}\n";
        assert_eq!(with_tests_of("a.rs", "fn a() {}\n", inner), None);
        let other = "mod b {\n    fn c() {}\n    #[cfg(test)]\n    mod tests { fn d() {} }\n}\n";
        assert_eq!(
            with_tests_of("a.rs", inner, other).unwrap(),
            "mod b {\n    #[cfg(test)]\n    mod tests { fn d() {} }\n}\n"
        );
    }

    #[test]
    fn hostile_nesting_takes_one_pass() {
        for piece in ["#[", "#[cfg(all(", "{", "mod a { #[test] ", "/*", "r#\"", "'", "\"", "<<A\n"]
        {
            let text = piece.repeat(100_000 / piece.len());
            for path in ["a.rs", "a.zig", "a.ts"] {
                assert_eq!(with_tests_of(path, &text, &text).as_deref(), Some(text.as_str()));
            }
        }
    }
}
