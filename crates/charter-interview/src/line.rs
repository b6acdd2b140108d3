//! How people set a line: as a heading, or as an item of a list.
//!
//! Owns the marks that tell it. Must not know what a line says.

/// The most words of a line that ends in a colon and introduces what follows.
const INTRO_WORDS_MAX: usize = 8;

/// The marks that a list item begins with.
pub(crate) const MARKS: [&str; 9] = ["- [ ] ", "- [x] ", "- ", "* ", "+ ", "• ", "– ", "・", "· "];

/// Gives the words of a heading, of a bold line, or of a short line that introduces a list.
pub(crate) fn heading(line: &str) -> Option<&str> {
    if let Some(title) = line.trim_start_matches('\\').strip_prefix('#') {
        return Some(title.trim_matches(['#', ' ', '*']));
    }
    let bold = line.strip_prefix("**").and_then(|it| it.trim_end_matches(':').strip_suffix("**"));
    if let Some(title) = bold.filter(|it| !it.contains("**")) {
        return Some(title.trim_end_matches([':', '：']));
    }
    let intro = line.strip_suffix([':', '：'])?;
    let is_short = intro.split_whitespace().count() <= INTRO_WORDS_MAX;
    is_short.then(|| intro.trim_matches(['*', '_', '-', ' ']))
}

/// Takes the mark off a list item; a number too.
pub(crate) fn item(line: &str) -> (&str, bool) {
    if let Some(rest) = MARKS.iter().find_map(|it| line.strip_prefix(it)) {
        return (rest.trim(), false);
    }
    let numbered = line.split_once(['.', ')']).filter(|(number, rest)| {
        let is_number = !number.is_empty() && number.len() < 3;
        is_number && number.bytes().all(|it| it.is_ascii_digit()) && rest.starts_with(' ')
    });
    numbered.map_or((line, false), |(_, rest)| (rest.trim(), true))
}
