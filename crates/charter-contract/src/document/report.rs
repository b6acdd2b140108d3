//! REPORT.md: what came of it, in the worker's words.
//!
//! Owns which parts a report must fill. Must not know when a report is needed.

use charter_kernel::finding::Finding;
use charter_kernel::markdown::{Outline, Source, Span, Splice, contained, splice};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportPart {
    Title,
    Objective,
    Outcome,
    /// What else is worth knowing.
    Notes,
}

impl ReportPart {
    pub const ALL: [Self; 4] = [Self::Title, Self::Objective, Self::Outcome, Self::Notes];

    #[must_use]
    pub fn heading(self) -> &'static str {
        match self {
            Self::Title => "Title",
            Self::Objective => "Objective",
            Self::Outcome => "Outcome",
            Self::Notes => "Notes",
        }
    }
}

/// A parsed REPORT.md.
#[derive(Debug)]
pub struct ReportDoc {
    source: Source,
    outline: Outline,
}

impl ReportDoc {
    /// Reads any bytes.
    #[must_use]
    pub fn parse(source: Source) -> (Self, Vec<Finding>) {
        let outline = Outline::parse(&source);
        let findings = Finding::of_shape("REPORT.md", &source, &outline);
        (Self { source, outline }, findings)
    }

    #[must_use]
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Lists the parts that are missing or say nothing.
    #[must_use]
    pub fn empty_parts(&self) -> Vec<ReportPart> {
        ReportPart::ALL.into_iter().filter(|part| !self.says_something(*part)).collect()
    }

    /// Gives the report with words in its empty outcome; none where it says something, or has no such part.
    #[must_use]
    pub fn with_outcome(&self, words: &str) -> Option<Vec<u8>> {
        if self.says_something(ReportPart::Outcome) {
            return None;
        }
        let named = |title: &str| title.eq_ignore_ascii_case(ReportPart::Outcome.heading());
        let mut sections = self.outline.headings.iter().filter(|it| it.level == 2);
        let body = sections.find(|it| named(&it.title))?.body;
        let newline = self.source.newline();
        let text = format!("{newline}{}{newline}", contained(words));
        let at = Splice { span: Span::new(body.start, body.start), text };
        Some(splice(&self.source, &[at])?.bytes().to_vec())
    }

    fn says_something(&self, part: ReportPart) -> bool {
        if part == ReportPart::Title {
            return self.outline.headings.iter().any(|it| it.level == 1 && !it.title.is_empty());
        }
        let named = |title: &str| title.eq_ignore_ascii_case(part.heading());
        let mut sections = self.outline.headings.iter().filter(|it| it.level == 2);
        sections.any(|it| named(&it.title) && self.has_text(it.body))
    }

    /// Code counts as something said: a transcript is a legitimate outcome.
    fn has_text(&self, span: Span) -> bool {
        let first = self.outline.code.partition_point(|code| code.start < span.start);
        let has_code = self.outline.code.get(first).is_some_and(|code| span.contains(*code));
        let lines = self.outline.lines(&self.source, span);
        has_code || lines.into_iter().any(|line| !self.source.slice(line).trim().is_empty())
    }
}
