//! Markdown of somebody else inside a page of ours.
//!
//! Owns that it ends where it is meant to: no fence, comment or tag in it swallows what follows. Prose
//! without any of these stays as it is; anything else is quoted, and its tags are words. Must not know
//! whose text it is.

use crate::visible::{visible, visible_lines};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};
use std::fmt::Write;

const REFERENCE_CHARS_MAX: usize = 40;

/// How often tags are looked for again: words that were tags may open a fence around others.
const ROUNDS_MAX: usize = 4;

/// Writes Markdown so that nothing behind it belongs to it.
pub fn contained(text: &str) -> String {
    let text = without_references(&visible_lines(text.trim()));
    let reaches_on = Parser::new_ext(&text, Options::ENABLE_TABLES).any(|it| reaches_on(&it));
    // A picture is fetched from wherever it says as soon as somebody looks at the page.
    let text = text.replace("![", "!\\[");
    if !reaches_on && !text.contains("<!--") {
        return text;
    }
    // Readers that are less strict see a comment also where Markdown sees none.
    let text = without_tags(text).replace("<!--", "&lt;!--");
    let mut quoted = String::new();
    for line in text.lines() {
        let _ = writeln!(quoted, "{}", format!("> {line}").trim_end());
    }
    quoted.trim_end().to_owned()
}

/// Takes references to characters that nobody would see for the words that they are made of.
fn without_references(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('&') {
        out.push_str(before);
        out.push_str(if hides(behind) { "&amp;" } else { "&" });
        rest = behind;
    }
    out.push_str(rest);
    out
}

/// Tells whether what follows an ampersand makes it a character that nobody would see.
fn hides(behind: &str) -> bool {
    let name: String =
        behind.chars().take(REFERENCE_CHARS_MAX).take_while(|it| *it != ';').collect();
    let reference = format!("&{name};");
    let mut events = Parser::new(&reference);
    events.any(|it| matches!(it, Event::Text(text) if visible(&text) != *text))
}

fn reaches_on(event: &Event<'_>) -> bool {
    let is_fence = matches!(event, Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))));
    is_fence || is_tag(event)
}

fn is_tag(event: &Event<'_>) -> bool {
    matches!(event, Event::Html(_) | Event::InlineHtml(_))
}

/// Takes every tag and comment for the words that it is made of.
fn without_tags(mut text: String) -> String {
    for _ in 0..ROUNDS_MAX {
        let found = Parser::new_ext(&text, Options::ENABLE_TABLES).into_offset_iter();
        let tags: Vec<_> = found.filter(|(it, _)| is_tag(it)).map(|(_, range)| range).collect();
        if tags.is_empty() {
            return text;
        }
        let mut out = String::with_capacity(text.len());
        for (at, it) in text.char_indices() {
            match it {
                '<' if tags.iter().any(|range| range.contains(&at)) => out.push_str("&lt;"),
                it => out.push(it),
            }
        }
        text = out;
    }
    text.replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::contained;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(contained(text), expected);
    }

    #[test]
    fn prose_stays_as_it_is() {
        let prose = "One *two* `Vec<String>` 3 < 4\n\n- a\n- b\n\n| a | b |\n|---|---|\n| c | d |";
        check(prose, prose);
        check("日本語 👩\u{200d}💻", "日本語 👩\u{200d}💻");
    }

    #[test]
    fn nothing_hides_behind_a_name_and_no_picture_is_fetched() {
        check(
            "a &#8238;b &#x202e; &rlm; &ZeroWidthSpace; &amp; &uuml; &x",
            "a &amp;#8238;b &amp;#x202e; &amp;rlm; &amp;ZeroWidthSpace; &amp; &uuml; &x",
        );
        check("![i](http://example.org/i.png)", "!\\[i](http://example.org/i.png)");
    }

    #[test]
    fn nothing_reaches_beyond_its_end() {
        check("a\n```\nb", "> a\n> ```\n> b");
        check("a <!-- b", "> a &lt;!-- b");
        check("a\n\n<!-- b\n\nc", "> a\n>\n> &lt;!-- b\n>\n> c");
        check("a <details> b", "> a &lt;details> b");
        check(
            "<!--\n``` -->\n\n```\n<script>\n```",
            "> &lt;!--\n> ``` -->\n>\n> ```\n> &lt;script>\n> ```",
        );
        check("a\u{1b}[2J\u{202e}b", "a\u{fffd}[2J\u{fffd}b");
    }
}
