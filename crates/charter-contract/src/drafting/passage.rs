//! A text as the passages that it is made of: headings, introductions, sentences and list items.
//!
//! Owns how Markdown as people type it is parted, and what a passage stands under. Must not know what a
//! sentence says.

use super::lexicon::DraftLexicon;
use super::place::{PassagePlace, Phases, heading_place, label_place};
use crate::text::{cut, opens_blank};

/// A prose line of at least so many characters may go on in the next one.
const WRAPPED_CHARS_MIN: usize = 60;

/// The rank of a line in bold letters that stands for a heading.
const BOLD_LEVEL: usize = 7;

/// The longest label before a colon.
const LABEL_CHARS_MAX: usize = 48;
const LABEL_WORDS_MAX: usize = 6;

/// What a passage is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PassageKind {
    Heading,
    /// A line that says that a list follows.
    Introduction,
    Sentence,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DraftPassage {
    pub(super) kind: PassageKind,
    pub(super) text: String,
    /// The label before it that says what it stands under.
    pub(super) label: Option<String>,
    /// What it stands under.
    pub(super) place: Option<PassagePlace>,
}

/// Parts a text into its passages.
pub(super) fn passages(lexicon: &DraftLexicon, text: &str) -> Vec<DraftPassage> {
    let lines = joined(text);
    let titles: Vec<String> = lines.iter().filter_map(|it| Some(heading(it.trim())?.1)).collect();
    let phases = Phases::of(lexicon, titles.iter().map(String::as_str));
    let mut reading = PassageReading::new(lexicon, phases);
    for line in lines {
        reading.read(&line);
    }
    reading.passages
}

/// Where a reader is.
struct PassageReading<'l> {
    lexicon: &'l DraftLexicon,
    phases: Phases,
    passages: Vec<DraftPassage>,
    /// The headings above, with their ranks.
    headings: Vec<(usize, Option<PassagePlace>)>,
    /// What the list that an introduction opened stands under.
    list: Option<Option<PassagePlace>>,
    is_behind_blank: bool,
    is_fenced: bool,
    is_comment: bool,
}

impl<'l> PassageReading<'l> {
    fn new(lexicon: &'l DraftLexicon, phases: Phases) -> Self {
        Self {
            lexicon,
            phases,
            passages: Vec::new(),
            headings: Vec::new(),
            list: None,
            is_behind_blank: false,
            is_fenced: false,
            is_comment: false,
        }
    }

    fn read(&mut self, line: &str) {
        let trimmed = line.trim();
        if trimmed.starts_with("```") || trimmed.starts_with("~~~") {
            self.is_fenced = !self.is_fenced;
            return;
        }
        let was_comment = self.is_comment;
        if trimmed.starts_with("<!--") || was_comment {
            self.is_comment = !trimmed.contains("-->");
        }
        let is_layout = self.is_fenced
            || was_comment
            || trimmed.starts_with("<!--")
            || trimmed.starts_with('|')
            || (trimmed.starts_with("~~") && trimmed.ends_with("~~"));
        if is_layout {
            return;
        }
        if !trimmed.chars().any(char::is_alphanumeric) {
            self.is_behind_blank |= trimmed.is_empty();
            return;
        }
        if let Some((level, title)) = heading(trimmed) {
            self.enter(level, &title);
        } else {
            self.take(trimmed);
        }
        self.is_behind_blank = false;
    }

    fn enter(&mut self, level: usize, title: &str) {
        self.list = None;
        self.headings.retain(|it| it.0 < level);
        let above = self.headings.last().and_then(|it| it.1);
        let own = heading_place(self.lexicon, title, level, self.phases);
        self.headings.push((level, own.or(above)));
        self.push(PassageKind::Heading, title, own.or(above));
    }

    fn place(&self) -> Option<PassagePlace> {
        self.list.unwrap_or_else(|| self.headings.last().and_then(|it| it.1))
    }

    fn take(&mut self, line: &str) {
        let item = item(line);
        if item.is_none() && self.is_behind_blank {
            self.list = None;
        }
        let text = without_bold(item.unwrap_or(line));
        let label = label(&text);
        if let Some((name, "")) = label {
            let place = label_place(self.lexicon, name);
            // A label inside the list of another one that says nothing of its own goes on with it.
            let above = if item.is_some() { self.place() } else { self.above() };
            self.list = Some(place.or(above));
            self.push(PassageKind::Introduction, name, place.or(above));
            return;
        }
        if let Some((name, rest)) = label
            && let Some(place) = label_place(self.lexicon, name).filter(|it| it.is_apart())
        {
            let first = self.passages.len();
            self.sentences(rest, Some(place));
            if let Some(it) = self.passages.get_mut(first) {
                it.label = Some(name.to_owned());
            }
            return;
        }
        if item.is_none() && self.list.is_some_and(|it| it.is_some_and(PassagePlace::is_apart)) {
            let is_first =
                self.passages.last().is_some_and(|it| it.kind == PassageKind::Introduction);
            if !is_first && self.is_prose(&text) {
                self.list = None;
            }
        }
        self.sentences(&text, self.place());
    }

    fn above(&self) -> Option<PassagePlace> {
        self.headings.last().and_then(|it| it.1)
    }

    /// Tells whether a line is more than a name in a list without signs.
    fn is_prose(&self, text: &str) -> bool {
        text.ends_with(['.', '。', '!', '！']) && text.split_whitespace().count() > 3
    }

    fn sentences(&mut self, text: &str, place: Option<PassagePlace>) {
        for sentence in split_statements(text) {
            self.push(PassageKind::Sentence, sentence, place);
        }
    }

    fn push(&mut self, kind: PassageKind, text: &str, place: Option<PassagePlace>) {
        self.passages.push(DraftPassage { kind, text: text.trim().to_owned(), label: None, place });
    }
}

/// Lists the lines of a text; one that is wrapped is one line.
fn joined(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let goes_on = lines.last().is_some_and(|last| goes_on(last, line));
        match lines.last_mut().filter(|_| goes_on) {
            Some(last) => {
                last.push(' ');
                last.push_str(line.trim());
            }
            None => lines.push(line.to_owned()),
        }
    }
    lines
}

/// Tells whether a line goes on with the one before it: set in below an item, or wrapped prose.
fn goes_on(last: &str, line: &str) -> bool {
    let text = line.trim();
    let begins = text.chars().next();
    let is_plain =
        heading(text).is_none() && item(text).is_none() && !text.starts_with(['|', '`', '<', '~']);
    if !is_plain
        || last.trim().is_empty()
        || text.is_empty()
        || last.trim_end().ends_with([':', '：'])
    {
        return false;
    }
    let is_set_in = line.starts_with([' ', '\t']) && item(last.trim()).is_some();
    let is_wrapped = last.chars().count() >= WRAPPED_CHARS_MIN
        && !last.trim_end().ends_with(['.', '!', '?', ';', '。', '！', '？'])
        && begins.is_some_and(char::is_lowercase)
        && heading(last.trim()).is_none();
    is_set_in || is_wrapped
}

/// Gives the rank and the words of a heading: behind `#`, or all of a line in bold letters.
fn heading(line: &str) -> Option<(usize, String)> {
    let bare = line.trim_start_matches('\\');
    let level = bare.chars().take_while(|it| *it == '#').count();
    let title = bare.get(level..).unwrap_or_default();
    if (1..=6).contains(&level) && !title.starts_with(|it: char| it.is_ascii_digit()) {
        let title = without_bold(title.trim().trim_end_matches(['#', ':', '：']));
        return Some((level, title));
    }
    let inner = line
        .strip_prefix("**")?
        .strip_suffix("**")
        .or_else(|| line.strip_prefix("**")?.trim_end_matches([':', '：']).strip_suffix("**"))?;
    let is_title = !inner.contains("**") && !inner.ends_with(['.', '!']);
    is_title.then(|| (BOLD_LEVEL, inner.trim_end_matches([':', '：']).to_owned()))
}

/// Gives what a list item says: behind a sign, a number, or a box to tick.
fn item(line: &str) -> Option<&str> {
    let bullet =
        ["- ", "* ", "+ ", "• ", "– ", "· ", "> "].into_iter().find_map(|it| line.strip_prefix(it));
    let text = bullet.or_else(|| {
        let rest = line.trim_start_matches(|it: char| it.is_ascii_digit());
        let is_counted = rest.len() < line.len() && line.len() - rest.len() <= 3;
        rest.strip_prefix(['.', ')', '、'])
            .filter(|it| is_counted && !it.starts_with(|it: char| it.is_ascii_digit()))
    })?;
    let text = text.trim();
    Some(
        ["[ ]", "[x]", "[X]"]
            .into_iter()
            .find_map(|it| text.strip_prefix(it))
            .unwrap_or(text)
            .trim(),
    )
}

fn without_bold(text: &str) -> String {
    text.replace("**", "").replace("__", "").trim().to_owned()
}

/// Splits a label from what stands behind its colon; nothing is behind it where it opens a list.
pub(super) fn label(line: &str) -> Option<(&str, &str)> {
    let at = line.find([':', '：'])?;
    let (name, behind) = line.split_at(at);
    let sign = behind.chars().next()?;
    let rest = behind.get(sign.len_utf8()..)?;
    let is_label = name.chars().any(char::is_alphanumeric)
        && (sign == '：' || rest.is_empty() || rest.starts_with(char::is_whitespace));
    let is_short = name.chars().count() <= LABEL_CHARS_MAX
        && name.split_whitespace().count() <= LABEL_WORDS_MAX;
    let rest = rest.trim();
    (is_label && (is_short || rest.is_empty())).then(|| (name.trim(), rest))
}

/// Splits prose into its sentences and what a semicolon parts; a full stop behind a short form ends nothing.
fn split_statements(text: &str) -> Vec<&str> {
    let ends = |before: &str, it: char, behind: &str| match it {
        '.' => opens_blank(behind) && !is_short_form(before, behind),
        '!' | '?' => opens_blank(behind),
        ';' => opens_blank(behind) && !is_within_brackets(before),
        '。' | '！' | '？' | '；' => true,
        _ => false,
    };
    let pieces = cut(text, ends).into_iter().map(|it| it.whole.trim());
    pieces.filter(|it| it.chars().any(char::is_alphanumeric)).collect()
}

/// Tells whether a bracket is open at the end of a text.
fn is_within_brackets(before: &str) -> bool {
    let count = |signs: [char; 2]| before.matches(signs).count();
    count(['(', '[']) > count([')', ']'])
}

/// Tells whether what stands before a full stop is a short form; some are only where the sentence goes on.
fn is_short_form(before: &str, behind: &str) -> bool {
    const ALWAYS: [&str; 14] = [
        "e.g", "i.e", "eg", "ie", "z.b", "z", "bzw", "ca", "vs", "nr", "approx", "p.ej", "d.h",
        "т.е",
    ];
    const WITHIN: [&str; 7] = ["b", "max", "min", "etc", "incl", "p", "h"];
    let word = before.rsplit([' ', '(']).next().unwrap_or_default().to_lowercase();
    let is_small = behind.trim_start().chars().next().is_some_and(char::is_lowercase);
    ALWAYS.contains(&word.as_str()) || is_small && WITHIN.contains(&word.as_str())
}
