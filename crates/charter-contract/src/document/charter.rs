//! charter.md: what was agreed.
//!
//! Owns the names of its sections and how they are found and replaced. Must not know how an
//! interview fills them.

use super::finding::{DUPLICATE_COMMAND, DUPLICATE_SECTION, MALFORMED_COMMAND};
use super::heading::SectionKey;
use charter_kernel::finding::{Finding, FindingKind};
use charter_kernel::markdown::{Heading, Outline, Source, Span, Splice, splice, words};
use std::collections::BTreeMap;

const FILE: &str = "charter.md";

fn rank(heading: &Heading) -> u8 {
    match heading.level {
        2 => 0,
        3 => 1,
        _ => 2,
    }
}

/// A section of a charter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    pub key: SectionKey,
    pub heading: Span,
    pub body: Span,
}

/// A parsed charter.md.
#[derive(Debug)]
pub struct CharterDoc {
    source: Source,
    outline: Outline,
    sections: Vec<Section>,
}

impl CharterDoc {
    /// Reads any bytes; what is odd comes back as findings.
    #[must_use]
    pub fn parse(source: Source) -> (Self, Vec<Finding>) {
        let outline = Outline::parse(&source);
        let mut findings = Finding::of_shape(FILE, &source, &outline);
        let named = outline.headings.iter().filter(|it| it.level <= 3);
        let named = named.filter_map(|it| Some((SectionKey::of_heading(&it.title)?, it)));
        let mut best: BTreeMap<SectionKey, &Heading> = BTreeMap::new();
        for (key, heading) in named {
            match best.get(&key) {
                Some(first) if first.level == heading.level && first.title == heading.title => {
                    let message = format!("a second `{}`; the first one counts", heading.title);
                    let finding = Finding::new(DUPLICATE_SECTION, FILE, message);
                    findings.push(finding.on_line(source.line_of(heading.span.start)));
                }
                // The level that sections of a charter are at comes before any other.
                Some(first) if rank(first) <= rank(heading) => {}
                _ => {
                    best.insert(key, heading);
                }
            }
        }
        let section = |(key, heading): (SectionKey, &Heading)| Section {
            key,
            heading: heading.span,
            body: heading.body,
        };
        let mut sections: Vec<Section> = best.into_iter().map(section).collect();
        sections.sort_by_key(|it| it.heading);
        let doc = Self { source, outline, sections };
        findings.extend(doc.read_commands().1);
        (doc, findings)
    }

    #[must_use]
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Gives the headings and hidden parts.
    #[must_use]
    pub fn outline(&self) -> &Outline {
        &self.outline
    }

    /// Lists the known sections in their order in the document.
    #[must_use]
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    #[must_use]
    pub fn section(&self, key: SectionKey) -> Option<&Section> {
        self.sections.iter().find(|section| section.key == key)
    }

    /// Gives the name in the first heading, without the word `Charter:` before it.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        let heading: &Heading = self.outline.headings.iter().find(|it| it.level == 1)?;
        let title = heading.title.as_str();
        let name = title.strip_prefix("Charter:").unwrap_or(title).trim();
        (!name.is_empty()).then_some(name)
    }

    /// Gives a section's visible text: lines without code and comments, trimmed at both ends.
    #[must_use]
    pub fn visible_text(&self, key: SectionKey) -> Option<String> {
        let section = self.section(key)?;
        let lines = self.outline.lines(&self.source, section.body);
        let text: Vec<&str> = lines.into_iter().map(|span| self.source.slice(span)).collect();
        Some(text.join("\n").trim().to_owned())
    }

    /// Gives a section's visible text as a reader of the rendered page would see it.
    #[must_use]
    pub fn plain_text(&self, key: SectionKey) -> Option<String> {
        Some(words::parse(&self.visible_text(key)?))
    }

    /// Gives the lines of `## Commands` by their lower-case keys; a later line replaces an earlier.
    #[must_use]
    pub fn commands(&self) -> BTreeMap<String, String> {
        self.read_commands().0
    }

    fn read_commands(&self) -> (BTreeMap<String, String>, Vec<Finding>) {
        let (mut commands, mut findings) = (BTreeMap::new(), Vec::new());
        let Some(section) = self.section(SectionKey::Commands) else { return (commands, findings) };
        for span in self.outline.lines(&self.source, section.body) {
            let line = self.source.slice(span).trim();
            let line = line.trim_start_matches(['-', '*', '+']).trim();
            if line.is_empty() {
                continue;
            }
            let (key, value) = line.split_once(':').unwrap_or((line, ""));
            let (key, value) = (key.trim().to_lowercase(), value.trim().trim_matches('`'));
            let mut say = |kind: FindingKind, message: String| {
                let line = self.source.line_of(span.start);
                findings.push(Finding::new(kind, FILE, message).on_line(line));
            };
            if key.is_empty() || value.is_empty() {
                say(MALFORMED_COMMAND, format!("`{line}` is not `key: value`"));
            } else if commands.insert(key.clone(), value.to_owned()).is_some() {
                say(DUPLICATE_COMMAND, format!("`{key}` stands twice; this one counts"));
            }
        }
        (commands, findings)
    }

    /// Gives the splice that puts a text under a section, adding the section where it is missing.
    ///
    /// There is none where the document hides the place, in a fence or comment that never ends.
    #[must_use]
    pub fn set_section(&self, key: SectionKey, text: &str) -> Option<Splice> {
        let edit = self.place_section(key, text);
        let edited = splice(&self.source, std::slice::from_ref(&edit))?;
        let (edited, _) = Self::parse(edited);
        let section = edited.section(key)?;
        let inside = edited.source.slice(section.body);
        let expected = text.trim_end().replace("\r\n", "\n");
        inside.replace("\r\n", "\n").contains(&expected).then_some(edit)
    }

    fn place_section(&self, key: SectionKey, text: &str) -> Splice {
        let newline = self.source.newline();
        let body = text.trim_end().replace("\r\n", "\n").replace('\n', newline);
        match self.section(key) {
            Some(section) => {
                let last = section.body.end == self.source.text().len();
                let gap = if last { "" } else { newline };
                let lead = if self.ends_line(section.heading) { "" } else { newline };
                let text = format!("{lead}{newline}{body}{newline}{gap}");
                Splice { span: section.body, text }
            }
            None => {
                let end = self.source.text().len();
                let heading = key.heading();
                let lead = self.gap_at_end(newline);
                let text = format!("{lead}## {heading}{newline}{newline}{body}{newline}");
                Splice { span: Span::new(end, end), text }
            }
        }
    }

    fn ends_line(&self, span: Span) -> bool {
        self.source.slice(span).ends_with(['\n', '\r'])
    }

    fn gap_at_end(&self, newline: &str) -> String {
        let text = self.source.text();
        if text.is_empty() || text == "\u{feff}" {
            String::new()
        } else if text.ends_with(['\n', '\r']) {
            newline.to_owned()
        } else {
            newline.repeat(2)
        }
    }
}
