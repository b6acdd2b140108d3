//! What a change adds to a file: its lines, and the names that were nowhere before.
//!
//! Owns the line between what was added and what only moved. Must not read files.

use std::collections::{BTreeMap, BTreeSet};

use similar::{Algorithm, DiffTag, capture_diff_slices};

use super::lexeme::{LexemeKind, lex};
use super::syntax::Syntax;

/// The most pairs of lines that are compared in the order of both; above, they are only counted.
const PAIRS_MAX: usize = 25_000_000;

/// The shortest name that an error message is searched for.
const NAME_CHARS_MIN: usize = 3;

/// Words of languages, which are no names although a new file may be the first to hold them.
const KEYWORDS: [&str; 61] = [
    "abstract",
    "and",
    "as",
    "assert",
    "async",
    "await",
    "bool",
    "break",
    "case",
    "catch",
    "class",
    "const",
    "continue",
    "def",
    "default",
    "elif",
    "else",
    "end",
    "enum",
    "export",
    "extends",
    "false",
    "final",
    "finally",
    "float",
    "for",
    "from",
    "func",
    "function",
    "import",
    "impl",
    "int",
    "interface",
    "let",
    "match",
    "mod",
    "module",
    "mut",
    "namespace",
    "new",
    "nil",
    "none",
    "not",
    "null",
    "package",
    "pass",
    "print",
    "private",
    "protected",
    "pub",
    "public",
    "return",
    "self",
    "static",
    "struct",
    "super",
    "this",
    "true",
    "type",
    "var",
    "void",
];

/// Types of some languages, which are good names in the others.
const TYPES: [&str; 5] = ["boolean", "char", "double", "long", "string"];

/// How files end whose languages have these types.
const TYPED: [&str; 14] =
    ["c", "cc", "cpp", "cs", "cxx", "dart", "h", "hh", "hpp", "java", "kt", "m", "scala", "swift"];

/// The shortest name of a file that an error message is searched for.
const FILE_CHARS_MIN: usize = 2;

/// Lists the lines of a file that a change adds; the first line is 1. Blank lines, and lines that
/// only moved or were set differently, are not among them.
#[must_use]
pub fn added_lines(before: Option<&str>, after: &str) -> BTreeSet<usize> {
    let old: Vec<String> = before.unwrap_or_default().lines().map(squeezed).collect();
    let new: Vec<String> = after.lines().map(squeezed).collect();
    let is_known: BTreeSet<&str> = old.iter().map(String::as_str).collect();
    let is_kept: BTreeSet<&str> = new.iter().map(String::as_str).collect();
    // What stands on one side only needs no comparison.
    let (mut added, mut shared_new) = (Vec::new(), Vec::new());
    for (idx, line) in new.iter().enumerate().filter(|(_, it)| !it.is_empty()) {
        if is_known.contains(line.as_str()) {
            shared_new.push((idx, line.as_str()));
        } else {
            added.push(idx);
        }
    }
    let shared_old: Vec<&str> = old
        .iter()
        .map(String::as_str)
        .filter(|it| !it.is_empty() && is_kept.contains(it))
        .collect();
    added.extend(inserted(&shared_old, &shared_new));
    added.into_iter().map(|it| it + 1).collect()
}

/// Lists which of the lines of both sides are new, without those that were taken away elsewhere.
fn inserted(old: &[&str], new: &[(usize, &str)]) -> Vec<usize> {
    let texts: Vec<&str> = new.iter().map(|(_, it)| *it).collect();
    let mut gone: BTreeMap<&str, usize> = BTreeMap::new();
    let mut found = Vec::new();
    if old.len().saturating_mul(new.len()) > PAIRS_MAX {
        for line in old {
            *gone.entry(line).or_default() += 1;
        }
        found.extend(new);
    } else {
        for op in capture_diff_slices(Algorithm::Myers, old, &texts) {
            let (tag, from, to) = op.as_tag_tuple();
            if tag == DiffTag::Equal {
                continue;
            }
            for line in old.get(from).unwrap_or_default() {
                *gone.entry(line).or_default() += 1;
            }
            found.extend(new.get(to).unwrap_or_default());
        }
    }
    let is_new = |(idx, line): (usize, &str)| match gone.get_mut(line) {
        Some(n) if *n > 0 => {
            *n -= 1;
            None
        }
        _ => Some(idx),
    };
    found.into_iter().filter_map(is_new).collect()
}

fn squeezed(line: &str) -> String {
    let line = line.trim_start_matches('\u{feff}');
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Gives a file as it is without the lines that a change added to it.
#[must_use]
pub fn without_added(before: Option<&str>, after: &str) -> String {
    let Some(before) = before else { return String::new() };
    let added = added_lines(Some(before), after);
    let lines = after.split_inclusive('\n').enumerate();
    lines.filter(|(idx, _)| !added.contains(&(idx + 1))).map(|(_, it)| it).collect()
}

/// The names that a change brings in, as an error may say them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AddedNames {
    /// Those that are known wherever they stand as a whole word.
    pub anywhere: BTreeSet<String>,
    /// Those that are too short for that, and known in quotation marks alone.
    pub quoted: BTreeSet<String>,
}

/// Lists the names that a change brings in: those that stand in its added lines and nowhere in what
/// was there before, and those of new files and of what they are imported as. Each file is given with
/// what stood in it, what stands in it now, and its path.
#[must_use]
pub fn added_symbols(changed: &[(Option<&str>, &str, &str)]) -> AddedNames {
    let mut known: BTreeSet<&str> = BTreeSet::new();
    let mut found: BTreeSet<&str> = BTreeSet::new();
    let mut files: BTreeSet<&str> = BTreeSet::new();
    for (before, after, path) in changed {
        let is_typed = path.rsplit_once('.').is_some_and(|(_, ending)| TYPED.contains(&ending));
        known.extend(before.iter().flat_map(|it| names(path, it)).map(|(_, name)| name));
        let added = added_lines(*before, after);
        let new = names(path, after).into_iter().filter(|(line, _)| added.contains(line));
        let is_type = |it: &&str| is_typed && TYPES.contains(it);
        found.extend(new.map(|(_, name)| name).filter(|it| !is_type(it)));
        if before.is_none() {
            files.extend(file_name(path));
        }
    }
    let is_long = |it: &str| {
        let n_chars = it.chars().count();
        n_chars >= NAME_CHARS_MIN || (n_chars >= FILE_CHARS_MIN && files.contains(it))
    };
    let is_name = |it: &&str| {
        !it.starts_with(|it: char| it.is_ascii_digit())
            && !KEYWORDS.contains(&it.to_lowercase().as_str())
    };
    found.extend(&files);
    let new = found.difference(&known).copied().filter(is_name);
    let (anywhere, quoted): (BTreeSet<&str>, BTreeSet<&str>) = new.partition(|it| is_long(it));
    let owned = |it: BTreeSet<&str>| it.into_iter().map(str::to_owned).collect();
    AddedNames { anywhere: owned(anywhere), quoted: owned(quoted) }
}

/// Lists the names in a text with their lines; comments and strings hold none.
fn names<'a>(path: &str, text: &'a str) -> Vec<(usize, &'a str)> {
    let lexemes = lex(Syntax::of(path), text);
    let words = lexemes.iter().filter(|it| it.kind == LexemeKind::Word);
    words.map(|it| (it.line, it.of(text).trim_matches('$'))).collect()
}

/// Gives what a new file is imported as: its name, or that of its directory where it stands for it.
fn file_name(path: &str) -> Option<&str> {
    let mut parts = path.rsplit('/');
    let file = parts.next()?;
    let stem = file.split('.').next().unwrap_or(file);
    let stands_for_dir = ["mod", "__init__", "__main__", "index", "lib", "main"].contains(&stem);
    if stands_for_dir { parts.next().filter(|it| *it != "src") } else { Some(stem) }
}

#[cfg(test)]
mod tests {
    use super::{AddedNames, added_lines, added_symbols, without_added};

    #[track_caller]
    fn check(before: Option<&str>, after: &str, lines: &[usize]) {
        assert_eq!(added_lines(before, after).into_iter().collect::<Vec<_>>(), lines);
    }

    #[test]
    fn what_is_new_is_added() {
        check(None, "a\n\nb\n", &[1, 3]);
        check(Some("a\nb\n"), "a\nx\nb\n", &[2]);
        check(Some("a\nb"), "a\nc", &[2]);
        check(Some("a {\n}\n"), "a {\n}\nb {\n}\n", &[3, 4]);
        check(Some("a\r\nb\r\n"), "a\r\nx\r\nb\r\n", &[2]);
        check(Some(""), "", &[]);
    }

    #[test]
    fn what_moved_or_was_set_differently_is_not() {
        check(Some("a\nb\nc\n"), "c\na\nb\n", &[]);
        check(Some("a(b, c)\n"), "    a(b,   c)\n", &[]);
        check(Some("a\n"), "\u{feff}a\r\n\r\n", &[]);
        check(Some("a\nb\n"), "b\na\na\n", &[2]);
        check(Some("a\nb\n"), "b\n", &[]);
    }

    #[test]
    fn a_document_without_what_was_added_is_the_rest_of_it() {
        assert_eq!(without_added(Some("# A\n\nold\n"), "# A\n\nnew\nold\n"), "# A\n\nold\n");
        assert_eq!(without_added(None, "new\n"), "");
        assert_eq!(without_added(Some("a\r\nb"), "a\r\nx\r\nb"), "a\r\nb");
        assert_eq!(without_added(Some("b\na\n"), "a\nb\n"), "a\nb\n");
    }

    #[test]
    fn names_that_were_nowhere_before_are_the_changes_own() {
        let old = "def rate(a):\n    return a\n";
        let new = "def rate(a):\n    return a\n\ndef converted(rate): # also_not\n    return 'nor_this'\n";
        let other = "import os\ndef helper_of(x): pass\n";
        let found =
            added_symbols(&[(Some(old), new, "a.py"), (None, other, "pkg/rates/__init__.py")]);
        assert_eq!(
            found.anywhere.into_iter().collect::<Vec<_>>(),
            ["converted", "helper_of", "rates"]
        );
        let moved = added_symbols(&[
            (Some("fn moved() {}\n"), "", "a.rs"),
            (None, "fn moved() {}\n", "b_new.rs"),
        ]);
        assert_eq!(moved.anywhere.into_iter().collect::<Vec<_>>(), ["b_new"]);
        assert_eq!(added_symbols(&[]), AddedNames::default());
        let short = added_symbols(&[(None, "def g(x): pass\n", "pkg/f.py"), (None, "", "일.py")]);
        assert_eq!(short.anywhere.len(), 0);
        assert_eq!(short.quoted.into_iter().collect::<Vec<_>>(), ["f", "g", "x", "일"]);
    }

    #[test]
    fn long_texts_are_compared_in_time() {
        let old: String = (0..60_000).map(|it| format!("line {}\n", it % 7)).collect();
        let new: String = (0..60_001).map(|it| format!("line {}\n", it % 5)).collect();
        assert!(added_lines(Some(&old), &new).len() < 60_000);
        let new: String = (0..60_000).map(|it| format!("other {it}\n")).collect();
        assert_eq!(added_lines(Some(&old), &new).len(), 60_000);
    }
}
