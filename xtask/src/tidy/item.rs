//! The named items of a Rust file: what is declared, under which name, and whether it is a test.

use super::rust::Rust;

/// The keywords that a name follows.
const KEYWORDS: &[&str] =
    &["fn", "struct", "enum", "trait", "mod", "type", "const", "static", "union"];

/// A declared item.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct RustItem<'a> {
    /// Where its keyword is in the file.
    pub(crate) offset: usize,
    /// Where its name is.
    pub(crate) line: usize,
    /// What kind of item it is, such as `fn`.
    pub(crate) keyword: &'a str,
    /// What it is called.
    pub(crate) name: &'a str,
    /// Whether it carries a test attribute.
    pub(crate) is_test: bool,
}

/// Lists the items of a file in order.
pub(crate) fn list_items(rust: &Rust) -> Vec<RustItem<'_>> {
    let words: Vec<(usize, &str)> = rust.words().collect();
    let pairs = words.iter().zip(words.iter().skip(1));
    let named = pairs.filter(|((at, keyword), (name_at, name))| {
        let gap = rust.layers.code.get(at + keyword.len()..*name_at).unwrap_or_default();
        KEYWORDS.contains(keyword) && !KEYWORDS.contains(name) && gap.trim().is_empty()
    });
    named
        .map(|((at, keyword), (name_at, name))| RustItem {
            offset: *at,
            keyword,
            line: rust.line_at(*name_at),
            name,
            is_test: has_test_attribute(&rust.layers.code, *at),
        })
        .collect()
}

/// Looks at what stands between the previous item and this one's keyword.
fn has_test_attribute(code: &str, keyword_at: usize) -> bool {
    let before = code.get(..keyword_at).unwrap_or_default();
    let attributes = before.rsplit([';', '{', '}']).next().unwrap_or_default();
    ["#[test]", "::test]", "::test("].iter().any(|mark| attributes.contains(mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &[(usize, &str, bool)]) {
        let rust = Rust::parse("src/a.rs", text);
        let items = list_items(&rust);
        let items: Vec<_> = items.iter().map(|item| (item.line, item.name, item.is_test)).collect();
        assert_eq!(items, expect);
    }

    #[test]
    fn items_are_found_by_their_keyword() {
        check(
            "pub const fn a() {}\nstruct B;\nconst C: fn(u8) = d;\n// fn e\ntype F = u8;",
            &[(1, "a", false), (2, "B", false), (3, "C", false), (5, "F", false)],
        );
    }

    #[test]
    fn a_test_is_known_by_its_attribute_alone() {
        check(
            "fn test_a() {}\n#[test]\n// why\nfn b() {}\nfn c() {}\n#[tokio::test]\nasync fn d() {}",
            &[(1, "test_a", false), (4, "b", true), (5, "c", false), (7, "d", true)],
        );
    }
}
