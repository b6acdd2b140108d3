//! The shape of a Markdown document: front matter, headings, and what hides text from a reader.
//!
//! Owns the one pass over the Markdown parser. Must not know what a heading means. Only headings
//! at the top level count: one inside a quote, a list, a fence or a comment is content.

use super::{Source, Span};
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};
use std::ops::Range;

/// A heading at the top level of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    /// The text without Markdown's marks and comments, trimmed; tags stay, as in `Vec<String>`.
    pub title: String,
    /// The heading's own lines with their line end.
    pub span: Span,
    /// Everything up to the next heading of this or a higher rank.
    pub body: Span,
    /// Everything up to the next heading of any rank.
    pub lead: Span,
}

/// Where the parts of a document are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outline {
    /// The YAML block at the very start, with its fences.
    pub front_matter: Option<Span>,
    /// The top-level headings, in order.
    pub headings: Vec<Heading>,
    /// Fenced code blocks, in order; text that is merely indented is text that somebody wrote.
    pub code: Vec<Span>,
    /// HTML comments, in order.
    pub comments: Vec<Span>,
    /// Where a fence opens that nothing closes.
    pub unclosed_fence: Option<usize>,
    /// Where a comment opens that nothing closes.
    pub unclosed_comment: Option<usize>,
}

impl Outline {
    /// Reads the shape of any document.
    #[must_use]
    pub fn parse(source: &Source) -> Self {
        let text = source.text();
        let mark = if text.starts_with('\u{feff}') { 3 } else { 0 };
        let front_matter = find_front_matter(text, mark);
        let offset = front_matter.map_or(mark, |span| span.end);
        let mut scan = Scan::new(text, offset);
        for (event, range) in Parser::new(text.get(offset..).unwrap_or_default()).into_offset_iter()
        {
            scan.take(&event, &range);
        }
        let mut outline = scan.outline;
        outline.front_matter = front_matter;
        measure_bodies(&mut outline.headings, text.len());
        outline
    }

    /// Lists the visible lines of a span, each with its span without the line end.
    ///
    /// Code is not visible, nor is a line of which comments leave nothing.
    #[must_use]
    pub fn lines(&self, source: &Source, within: Span) -> Vec<Span> {
        let mut lines = Vec::new();
        let mut start = within.start;
        for line in split_lines(source.slice(within)) {
            let span = Span::new(start, start + line.trim_end_matches(['\n', '\r']).len());
            start += line.len();
            if !self.hides(source, span) {
                lines.push(span);
            }
        }
        lines
    }

    fn hides(&self, source: &Source, line: Span) -> bool {
        let before = self.code.partition_point(|span| span.start <= line.start);
        let code = before.checked_sub(1).and_then(|idx| self.code.get(idx));
        if code.is_some_and(|it| it.contains(line)) {
            return true;
        }
        let first = self.comments.partition_point(|span| span.end <= line.start);
        let touching = self.comments.iter().skip(first).take_while(|it| it.start < line.end);
        let mut at = line.start;
        let mut is_touched = false;
        for comment in touching {
            is_touched = true;
            if !source.slice(Span::new(at, comment.start)).trim().is_empty() {
                return false;
            }
            at = comment.end.max(at);
        }
        is_touched && source.slice(Span::new(at, line.end)).trim().is_empty()
    }
}

/// Splits a text into lines with their ends; a lone carriage return ends one too.
fn split_lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = match rest.find(['\n', '\r']) {
            Some(idx) if rest.get(idx..).is_some_and(|it| it.starts_with("\r\n")) => idx + 2,
            Some(idx) => idx + 1,
            None if rest.is_empty() => return None,
            None => rest.len(),
        };
        let (line, behind) = rest.split_at(end);
        rest = behind;
        Some(line)
    })
}

/// The state of one pass.
struct Scan<'a> {
    text: &'a str,
    offset: usize,
    depth: usize,
    title: Option<String>,
    outline: Outline,
}

impl<'a> Scan<'a> {
    fn new(text: &'a str, offset: usize) -> Self {
        let outline = Outline {
            front_matter: None,
            headings: Vec::new(),
            code: Vec::new(),
            comments: Vec::new(),
            unclosed_fence: None,
            unclosed_comment: None,
        };
        Self { text, offset, depth: 0, title: None, outline }
    }

    fn take(&mut self, event: &Event<'_>, range: &Range<usize>) {
        let span = Span::new(range.start + self.offset, range.end + self.offset);
        match event {
            Event::Start(tag) => {
                self.open(tag, span);
                self.depth += 1;
            }
            Event::End(end) => {
                self.depth = self.depth.saturating_sub(1);
                self.close(*end, span);
            }
            Event::Text(text) | Event::Code(text) => self.add_to_title(text),
            Event::SoftBreak | Event::HardBreak => self.add_to_title(" "),
            Event::InlineHtml(html) => {
                self.note_comments(span);
                // `Vec<String>` in a heading is what its author wrote; only a comment is meant to be unseen.
                if !html.starts_with("<!--") {
                    self.add_to_title(html);
                }
            }
            Event::Html(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::FootnoteReference(_)
            | Event::Rule
            | Event::TaskListMarker(_) => {}
        }
    }

    fn open(&mut self, tag: &Tag<'_>, span: Span) {
        if matches!(tag, Tag::Heading { .. }) && self.depth == 0 {
            self.title = Some(String::new());
        } else if let Tag::CodeBlock(CodeBlockKind::Fenced(_)) = tag {
            self.outline.code.push(span);
            if !fence_is_closed(self.text, span) {
                self.outline.unclosed_fence.get_or_insert(span.start);
            }
        } else if matches!(tag, Tag::HtmlBlock) {
            self.note_comments(span);
        }
    }

    fn close(&mut self, end: TagEnd, span: Span) {
        let TagEnd::Heading(level) = end else { return };
        let Some(title) = self.title.take() else { return };
        let span = Span::new(span.start, line_end(self.text, span));
        self.outline.headings.push(Heading {
            level: level as u8,
            title: title.trim().to_owned(),
            span,
            body: Span::new(span.end, span.end),
            lead: Span::new(span.end, span.end),
        });
    }

    fn add_to_title(&mut self, text: &str) {
        if let Some(title) = &mut self.title {
            title.push_str(text);
        }
    }

    fn note_comments(&mut self, html: Span) {
        let text = self.text.get(html.start..html.end).unwrap_or_default();
        let mut at = 0;
        while let Some(found) = text.get(at..).and_then(|rest| rest.find("<!--")) {
            let start = at + found;
            let inside = text.get(start + 4..).unwrap_or_default();
            let closing = match inside {
                _ if inside.starts_with('>') => Some(1),
                _ if inside.starts_with("->") => Some(2),
                _ => inside.find("-->").map(|idx| idx + 3),
            };
            at = closing.map_or(text.len(), |len| start + 4 + len);
            self.outline.comments.push(Span::new(html.start + start, html.start + at));
            if closing.is_none() {
                self.outline.unclosed_comment.get_or_insert(html.start + start);
            }
        }
    }
}

/// A fence is closed by a last line of at least three of its own characters and nothing else.
fn fence_is_closed(text: &str, span: Span) -> bool {
    let block = text.get(span.start..span.end).unwrap_or_default();
    let Some(mark) = block.trim_start().chars().next() else { return true };
    let mut lines = block.lines();
    lines.next();
    lines.next_back().is_some_and(|line| {
        let line = line.trim_start_matches([' ', '\t', '>']).trim_end();
        line.len() >= 3 && line.chars().all(|it| it == mark)
    })
}

/// Gives the end of the line that a block's last character stands on, with its line end.
fn line_end(text: &str, span: Span) -> usize {
    let block = text.get(span.start..span.end).unwrap_or_default();
    let last = span.start + block.trim_end().len();
    let rest = text.get(last..).unwrap_or_default();
    last + split_lines(rest).next().map_or(0, str::len)
}

fn find_front_matter(text: &str, start: usize) -> Option<Span> {
    let rest = text.get(start..)?;
    let first = rest.split_inclusive('\n').next()?;
    if first.trim_end() != "---" || !first.ends_with('\n') {
        return None;
    }
    let mut at = start + first.len();
    for line in text.get(at..)?.split_inclusive('\n') {
        at += line.len();
        if matches!(line.trim_end(), "---" | "...") {
            return Some(Span::new(start, at));
        }
    }
    None
}

/// Gives every heading its body and lead: one pass from the end, with the open ranks on a stack.
fn measure_bodies(headings: &mut [Heading], end: usize) {
    let mut next = end;
    let mut starts = [end; 7];
    for heading in headings.iter_mut().rev() {
        let rank = usize::from(heading.level).min(6);
        let ends = starts.iter().take(rank + 1).min().copied().unwrap_or(end);
        heading.body = Span::new(heading.span.end, ends);
        heading.lead = Span::new(heading.span.end, next);
        next = heading.span.start;
        if let Some(start) = starts.get_mut(rank) {
            *start = heading.span.start;
        }
    }
}
