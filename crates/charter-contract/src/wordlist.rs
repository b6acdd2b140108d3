//! Files of words: a name, and what it lists indented below.
//!
//! Owns their form. Must not know what a list is for.

/// Tells whether a list of words between blanks holds a word.
pub fn holds(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|it| it == word)
}

/// One line of a file of words.
#[derive(Debug, Clone, Copy)]
pub struct WordLine {
    /// The name above it.
    pub name: &'static str,
    /// Which of the names that is, from 1.
    pub number: u16,
    pub text: &'static str,
}

/// Lists the lines of a file behind its first, which says what it is.
pub fn lines(file: &'static str) -> impl Iterator<Item = WordLine> {
    let (mut name, mut number) = ("", 0);
    let lines = file.lines().skip(1).filter(|it| !it.starts_with('#') && !it.is_empty());
    lines.filter_map(move |line| {
        let Some(text) = line.strip_prefix("  ") else {
            (name, number) = (line.trim(), number + 1);
            return None;
        };
        Some(WordLine { name, number, text })
    })
}

/// Lists the words below a name, or below several of which it is one; `_` stands for a blank.
pub fn entries(file: &'static str, name: &str) -> impl Iterator<Item = &'static str> {
    let lines = lines(file).filter(move |it| it.name.split(' ').any(|it| it == name));
    lines.flat_map(|it| it.text.split_whitespace())
}

/// Lists the words below a name as they are said.
pub fn phrases(file: &'static str, name: &str) -> impl Iterator<Item = String> {
    entries(file, name).map(|it| it.replace('_', " "))
}
