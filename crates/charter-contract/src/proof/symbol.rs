//! Errors that name something: what compilers, linkers and interpreters say of a name they miss.
//!
//! Owns their sentences. Must not know where an output comes from.

use std::collections::BTreeSet;

use super::added::AddedNames;
use super::counts::strip_ansi;

/// What stands in a line that says that a name is missing or does not fit, in small letters.
const SENTENCES: [&str; 64] = [
    // Rust
    "cannot find ",
    "unresolved import",
    "unresolved module",
    "failed to resolve",
    "no method named",
    "no function or associated item named",
    "no associated item named",
    "no variant or associated item named",
    "no variant named",
    "no field ",
    "has no field named",
    "is not a member of trait",
    "file not found for module",
    "use of undeclared",
    "use of unresolved",
    // Python
    "importerror:",
    "modulenotfounderror:",
    "nameerror:",
    "no module named",
    "has no attribute",
    "unexpected keyword argument",
    // JavaScript and TypeScript
    "is not a function",
    "is not a constructor",
    "is not defined",
    "does not provide an export",
    "err_module_not_found",
    "has no exported member",
    "does not exist on type",
    "no matching export",
    "failed to load url",
    // Go
    "undefined:",
    "has no field or method",
    "not declared by package",
    "unknown field",
    "no required module provides package",
    "is not in std",
    // Java, Kotlin, Scala
    "symbol:",
    "unresolved reference",
    "does not exist",
    "not found: value",
    "not found: type",
    // C and C++
    "undeclared",
    "undefined reference",
    "undefined symbol",
    "implicit declaration of function",
    "has no member",
    "was not declared in this scope",
    "does not name a type",
    "is not a member of",
    "no such file or directory",
    "no rule to make target",
    "cannot open",
    // Ruby
    "uninitialized constant",
    "undefined method",
    "undefined local variable",
    "cannot load such file",
    // PHP
    "call to undefined",
    "undefined constant",
    "undefined function",
    // C#
    "error cs",
    // Perl, shell, Haskell
    "can't locate",
    "undefined subroutine",
    "command not found",
    "not in scope",
];

/// A sentence whose name stands on a line of its own below it.
const NAMED_BELOW: &str = "Cannot find source file";

/// Sentences that end with what is missing.
const NOT_FOUND: &str = "not found";

/// The most bytes of a line that are looked at.
const LINE_BYTES_MAX: usize = 4000;

/// Marks that a name stands between.
const QUOTES: [char; 7] = ['\'', '"', '`', '‘', '’', '“', '”'];

/// Finds the first of some names that an error in an output speaks of, as a whole word.
#[must_use]
pub fn names_symbol(output: &str, names: &AddedNames) -> Option<String> {
    if names.anywhere.is_empty() && names.quoted.is_empty() {
        return None;
    }
    let output = strip_ansi(output);
    let lines: Vec<&str> = output.lines().filter(|it| it.len() <= LINE_BYTES_MAX).collect();
    let named = |line: &str| {
        let words = line.split(|it: char| !(it.is_alphanumeric() || it == '_'));
        let mut words = words.filter(|it| !it.is_empty());
        let found = words.find(|it| names.anywhere.contains(*it)).map(str::to_owned);
        found.or_else(|| quoted(line, &names.quoted))
    };
    let about = lines.iter().enumerate().filter(|(_, it)| is_about_name(it));
    about.into_iter().find_map(|(idx, line)| {
        // CMake names what it misses some lines below.
        let n_lines = if line.contains(NAMED_BELOW) { 4 } else { 1 };
        lines.iter().skip(idx).take(n_lines).find_map(|it| named(it))
    })
}

/// Finds a name that stands in quotation marks: alone, as part of a module's name, or as the file at the end of a path.
fn quoted(line: &str, names: &BTreeSet<String>) -> Option<String> {
    let within = line.split(QUOTES).skip(1).step_by(2);
    within.flat_map(parts_of).find(|it| names.contains(*it)).map(str::to_owned)
}

fn parts_of(said: &str) -> Vec<&str> {
    match said.rsplit_once('/') {
        Some((_, file)) => vec![file.split_once('.').map_or(file, |(stem, _)| stem)],
        None => said.split(['.', ':']).collect(),
    }
}

fn is_about_name(line: &str) -> bool {
    let line = line.to_lowercase();
    let is_missing = line.trim_end_matches(['.', '"', '\'']).ends_with(NOT_FOUND);
    is_missing || SENTENCES.iter().any(|it| line.contains(it))
}

#[cfg(test)]
mod tests {
    use super::{AddedNames, names_symbol};
    use std::collections::BTreeSet;

    fn named(output: &str) -> Option<String> {
        let symbols = ["rate", "Rate", "rates"].map(str::to_owned);
        let quoted = BTreeSet::from(["f", "일", "fs"].map(str::to_owned));
        names_symbol(output, &AddedNames { anywhere: BTreeSet::from(symbols), quoted })
    }

    #[test]
    fn an_error_that_names_what_was_added_is_known_in_each_language() {
        for (output, expected) in [
            ("error[E0425]: cannot find function `rate` in this scope", "rate"),
            ("error[E0432]: unresolved import `shop::rates`", "rates"),
            ("error[E0433]: failed to resolve: use of undeclared type `Rate`", "Rate"),
            (
                "error[E0599]: no method named `rate` found for struct `Pay` in the current scope",
                "rate",
            ),
            ("  Cannot find source file:\n\n    rate.c", "rate"),
            ("make: *** No rule to make target 'rate.o', needed by 'test'.", "rate"),
            ("error[E0583]: file not found for module `rates`", "rates"),
            ("\u{1b}[31mE   ImportError: cannot import name 'rate' from 'shop'\u{1b}[0m", "rate"),
            ("ModuleNotFoundError: No module named 'shop.rates'", "rates"),
            ("E       AttributeError: module 'shop' has no attribute 'rate'", "rate"),
            ("NameError: name 'rate' is not defined", "rate"),
            ("TypeError: pay() got an unexpected keyword argument 'rate'", "rate"),
            ("Error: Cannot find module './rates'", "rates"),
            ("TypeError: shop.rate is not a function", "rate"),
            (
                "SyntaxError: The requested module './shop.js' does not provide an export named 'rate'",
                "rate",
            ),
            (
                "a.ts(1,10): error TS2305: Module '\"./shop\"' has no exported member 'rate'.",
                "rate",
            ),
            ("a.ts(3,3): error TS2339: Property 'rate' does not exist on type 'Shop'.", "rate"),
            ("./shop_test.go:9:7: undefined: shop.Rate", "Rate"),
            ("./a.go:4:4: p.Rate undefined (type Pay has no field or method Rate)", "Rate"),
            ("  symbol:   method rate(int)", "rate"),
            ("e: a.kt:3:5 Unresolved reference: rate", "rate"),
            ("a.c:3:5: error: 'rate' undeclared (first use in this function)", "rate"),
            ("/usr/bin/ld: a.o: undefined reference to `rate'", "rate"),
            ("a.c:1:10: fatal error: rates.h: No such file or directory", "rates"),
            ("a.cpp:2:1: error: 'Rate' was not declared in this scope", "Rate"),
            ("NameError: uninitialized constant Shop::Rate", "Rate"),
            ("undefined method `rate' for #<Shop>", "rate"),
            ("PHP Fatal error:  Uncaught Error: Call to undefined function rate()", "rate"),
            ("Error: Class \"Rate\" not found", "Rate"),
            (
                "a.cs(3,9): error CS0103: The name 'rate' does not exist in the current context",
                "rate",
            ),
            ("./run.sh: line 3: rate: command not found", "rate"),
            ("a.sh: 3: rate: not found", "rate"),
        ] {
            assert_eq!(named(output).as_deref(), Some(expected), "{output}");
        }
    }

    #[test]
    fn a_short_name_is_known_in_quotation_marks_alone() {
        for (output, expected) in [
            ("ModuleNotFoundError: No module named 'f'", Some("f")),
            ("ModuleNotFoundError: No module named '일'", Some("일")),
            ("ModuleNotFoundError: No module named 'pkg.f'", Some("f")),
            ("Error: Cannot find module './f'", Some("f")),
            ("Error: Cannot find module '/tmp/x/f.js'", Some("f")),
            ("NameError: name 'f' is not defined", Some("f")),
            ("error[E0425]: cannot find function `f` in this scope", Some("f")),
            ("ModuleNotFoundError: No module named 'other' in f", None),
            ("Error: Cannot find module '/f/other.js'", None),
            ("f: command not found", None),
        ] {
            assert_eq!(named(output).as_deref(), expected, "{output}");
        }
    }

    #[test]
    fn other_lines_and_parts_of_words_say_nothing() {
        for output in [
            "assert rate == 3",
            "test rate ... FAILED",
            "AssertionError: rate",
            "cannot find function `rated` in this scope",
            "error: could not compile `rate`",
            "NameError: name 'other' is not defined\nrate",
            "",
        ] {
            assert_eq!(named(output), None, "{output}");
        }
        assert_eq!(
            names_symbol("NameError: name 'rate' is not defined", &AddedNames::default()),
            None
        );
    }
}
