//! What the scanner reads, and what it says about what it cannot read.

use super::{CommentEnding, last_comment, parse};
use insta::assert_snapshot;

/// Renders where things stand, or what is wrong.
fn check(text: &str) -> String {
    match parse(text) {
        Ok(node) => node.to_value().to_string(),
        Err(fault) => format!("{}:{}: {}", fault.line, fault.column, fault.message),
    }
}

#[test]
fn comments_and_trailing_commas_are_tolerated() {
    let text = "\u{feff}// head\n{ /* a */ \"a\": [1, -2.5e3, true, null,], // b\n \"b\\n\": \"ü\\u0041\", }\n// end";
    assert_snapshot!(check(text), @r#"{"a":[1,-2500.0,true,null],"b\n":"üA"}"#);
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let texts = [
        "",
        "{\n  \"a\": 1\n  \"b\": 2\n}",
        "{\"a\": }",
        "{a: 1}",
        "{\"a\" 1}",
        "[1, 2",
        "{} {}",
        "{\"a\": \"x\n\"}",
        "{\"a\": \"x",
        "/* x",
        "tru",
    ];
    let said: Vec<String> = texts.iter().map(|it| check(it)).collect();
    assert_snapshot!(said.join("\n"), @"
    1:1: the file ends where a value should be
    3:3: `,` or `}` is missing here
    1:7: this is no JSON value
    1:2: a name in double quotes is missing here
    1:6: `:` is missing here
    1:6: the file ends before `]`
    1:4: there is more behind the end
    1:7: a text holds something that JSON does not allow
    1:7: a text is not closed
    1:1: a comment is not closed
    1:1: this is no JSON value
    ");
    assert!(check(&"[".repeat(100)).contains("too deep"));
}

#[test]
fn a_comment_that_fills_its_line_is_known() {
    assert_eq!(last_comment(" // a\r\n ", 0..8), (5, CommentEnding::Line));
    assert_eq!(last_comment(" /* a */ ", 0..9), (8, CommentEnding::Open));
    assert_eq!(last_comment(" \n ", 0..3), (0, CommentEnding::Open));
}
