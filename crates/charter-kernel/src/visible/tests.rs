//! What is shown as it is, and what is shown as a replacement.

use super::*;

/// Text that people write, as it should be on every screen.
const HONEST: &[&str] = &[
    "日本語のテスト、カタカナ",
    "한국어 시험",
    "مرحبا بالعالم",
    "שלום עולם",
    "می\u{200c}خواهم",
    "क्\u{200d}ष ක්\u{200d}ර ന്\u{200d}",
    "é e\u{301} ü ñ Ω",
    "👩\u{200d}💻 ❤\u{fe0f}\u{200d}🔥 👨\u{200d}👩\u{200d}👧 👍🏽 1\u{fe0f}\u{20e3} ✔\u{fe0e} 🇩🇪",
    "葛\u{e0100} 辻\u{fe00}",
    "ᠠ\u{180b}",
    "a\u{a0}b \u{202f}! → … – ✓ ░█ \u{f09b}",
];

#[test]
fn honest_text_stays_as_it_is() {
    for text in HONEST {
        assert_eq!(visible(text), *text);
        assert_eq!(visible_lines(text), *text);
        assert_eq!(visible_json(text), *text);
        assert_eq!(without_commands(text), *text);
    }
    assert_eq!(visible_lines("a\r\n\tb\n"), "a\n\tb\n");
}

#[test]
fn what_nobody_sees_is_shown() {
    let ranges = [
        ('\0', '\u{1f}'),
        ('\u{7f}', '\u{9f}'),
        ('\u{ad}', '\u{ad}'),
        ('\u{34f}', '\u{34f}'),
        ('\u{61c}', '\u{61c}'),
        ('\u{115f}', '\u{1160}'),
        ('\u{180b}', '\u{180f}'),
        ('\u{200b}', '\u{200f}'),
        ('\u{2028}', '\u{202e}'),
        ('\u{2060}', '\u{206f}'),
        ('\u{2800}', '\u{2800}'),
        ('\u{3164}', '\u{3164}'),
        ('\u{fe00}', '\u{fe0f}'),
        ('\u{feff}', '\u{feff}'),
        ('\u{fdd0}', '\u{fdef}'),
        ('\u{fff9}', '\u{fffb}'),
        ('\u{fffe}', '\u{ffff}'),
        ('\u{110bd}', '\u{110bd}'),
        ('\u{13430}', '\u{1343f}'),
        ('\u{e0000}', '\u{e0fff}'),
    ];
    for it in ranges.into_iter().flat_map(|(first, last)| first..=last) {
        let text = format!("a{it}b");
        assert_eq!(visible(&text), "a\u{fffd}b", "{it:?}");
        let json = serde_json::to_string(&text).unwrap();
        let shown = visible_json(&json);
        assert!(shown.is_ascii(), "{it:?}: {shown}");
        assert_eq!(serde_json::from_str::<String>(&shown).unwrap(), text, "{it:?}");
    }
    assert_eq!(visible_lines("a\rb\u{1b}[31m\nc"), "a\u{fffd}b\u{fffd}[31m\nc");
}

#[test]
fn joiners_and_selectors_are_shown_where_they_do_nothing() {
    for (text, shown) in [
        ("pass\u{200d}", "pass\u{fffd}"),
        ("\u{200c}سلام", "\u{fffd}سلام"),
        ("سلام\u{200c}", "سلام\u{fffd}"),
        ("سل\u{200c}\u{200c}ام", "سل\u{fffd}\u{fffd}ام"),
        ("日\u{200d}本", "日\u{fffd}本"),
        ("👩\u{200d}a", "👩\u{fffd}a"),
        ("a\u{fe0f}", "a\u{fffd}"),
        ("1\u{fe0f}", "1\u{fffd}"),
        ("❤\u{fe0f}\u{fe0f}", "❤\u{fe0f}\u{fffd}"),
        ("a\u{e0101}", "a\u{fffd}"),
    ] {
        assert_eq!(visible(text), shown, "{text:?}");
    }
}

#[test]
fn no_line_is_a_command_of_a_workflow() {
    for (text, inert) in [
        ("::error::x\n", "\\::error::x\n"),
        ("a\n \t\u{a0}::add-mask::x", "a\n \t\u{a0}\\::add-mask::x"),
        ("a ::b", "a ::b"),
        ("std::io", "std::io"),
        ("a ##[error]x", "a ##\\[error]x"),
        ("##vso[task.x]y", "##vso\\[task.x]y"),
        ("###[a]", "###\\[a]"),
        ("## [1.0] - b", "## [1.0] - b"),
        ("#[test] ##", "#[test] ##"),
    ] {
        assert_eq!(without_commands(text), inert, "{text:?}");
    }
    let json = serde_json::to_string("##[error]x").unwrap();
    assert_eq!(visible_json(&json), r###""##\u005berror]x""###);
    assert_eq!(serde_json::from_str::<String>(&visible_json(&json)).unwrap(), "##[error]x");
}
