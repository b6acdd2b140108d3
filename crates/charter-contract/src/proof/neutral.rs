//! Changes to a file that mean nothing, and texts that say nothing.
//!
//! A check that fails where only a comment was added looks at the text and not at what it does. Must not know
//! what is tried with it.

use super::added::added_lines;
use super::syntax::Syntax;

/// Gives a file with some words in one more comment at its end; none where the language is not known to have
/// them.
#[must_use]
pub fn commented(path: &str, text: &str, words: &str) -> Option<String> {
    let syntax = Syntax::of(path);
    let mark = match syntax {
        it if it.has_hash_comments() => "#",
        it if it.has_braces() => "//",
        _ => return None,
    };
    // What stands behind the end of a program is text.
    let end = text.trim_end();
    if end.ends_with("?>") || text.lines().any(|it| it == "__END__" || it == "__DATA__") {
        return None;
    }
    let gap = if syntax == Syntax::Python { "\n\n\n" } else { "\n\n" };
    (!end.is_empty()).then(|| format!("{end}{gap}{mark} {words}\n"))
}

/// Gives a document in which every line that a change adds says nothing.
#[must_use]
pub fn hollow(before: Option<&str>, after: &str) -> String {
    let added = added_lines(before, after);
    let blank = |line: &str| -> String {
        line.chars().map(|it| if it.is_alphanumeric() { 'x' } else { it }).collect()
    };
    let lines = after.split_inclusive('\n').enumerate();
    lines
        .map(|(idx, it)| if added.contains(&(idx + 1)) { blank(it) } else { it.to_owned() })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_is_added_where_the_language_has_them() {
        let check = |path: &str, text: &str, want: Option<&str>| {
            assert_eq!(commented(path, text, "nothing").as_deref(), want, "{path}");
        };
        check("a.py", "x = 1\n", Some("x = 1\n\n\n# nothing\n"));
        check("a.rs", "fn a() {}\n", Some("fn a() {}\n\n// nothing\n"));
        check("a.php", "<?php a(); ?>\n", None);
        check("a.rb", "a\n__END__\ntext\n", None);
        check("README.md", "words\n", None);
        check("empty.py", "", None);
    }

    #[test]
    fn a_hollow_text_keeps_its_shape() {
        assert_eq!(
            hollow(Some("# Old\n"), "# Old\n\nUse `--dry-run`.\n"),
            "# Old\n\nxxx `--xxx-xxx`.\n"
        );
        assert_eq!(hollow(None, "TBD\n"), "xxx\n");
    }
}
