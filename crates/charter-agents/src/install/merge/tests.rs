//! What goes into a file, what stays in it, and that it comes out again.

use super::{Merged, add, parse, remove};
use crate::install::{Agent, JsonEntry, Kit, PartContent, Scope, Undo, parts};
use insta::assert_snapshot;
use proptest::prelude::*;
use serde_json::{Value, json};

fn entries_of(agent: Agent, file: &str, program: &str) -> (&'static str, Vec<JsonEntry>) {
    let kit = Kit { program, skill: &[] };
    let part = parts(agent, Scope::Project, kit).into_iter().find(|it| it.path.ends_with(file));
    match part.map(|it| it.content) {
        Some(PartContent::Json { seed, entries }) => (seed, entries),
        other => panic!("{file}: {other:?}"),
    }
}

fn servers() -> Vec<JsonEntry> {
    entries_of(Agent::Cursor, "mcp.json", "charter").1
}

/// Adds the server of charter, and shows the text and what was kept.
fn check(text: &str) -> String {
    match add(text, &servers()) {
        Ok(Merged { text, kept }) if kept.is_empty() => text,
        Ok(Merged { text, kept }) => format!("{text}kept: {}", kept.join(", ")),
        Err(fault) => {
            format!("{}:{}: {} [{}]", fault.line, fault.column, fault.message, fault.code)
        }
    }
}

#[test]
fn a_new_file_is_laid_out_plainly() {
    assert_snapshot!(check("{}\n"), @r#"
    {
      "mcpServers": {"charter": {"command": "charter", "args": ["mcp"]}}
    }
    "#);
}

#[test]
fn what_is_there_keeps_its_indentation_and_its_comments() {
    let text = "// mine\n{\n\t\"mcpServers\": {\n\t\t// theirs\n\t\t\"other\": {\"command\": \"x\"} // last\n\t\t// really\n\t},\n\t\"z\": 1\n}";
    assert_snapshot!(check(text), @r#"
    // mine
    {
    	"mcpServers": {
    		// theirs
    		"other": {"command": "x"}, // last
    		// really
    		"charter": {"command": "charter", "args": ["mcp"]}
    	},
    	"z": 1
    }
    "#);
}

#[test]
fn a_trailing_comma_stays_one() {
    assert_snapshot!(check("{\n    \"mcpServers\": {\n        \"a\": {},\n    },\n}\n"), @r#"
    {
        "mcpServers": {
            "a": {},
            "charter": {"command": "charter", "args": ["mcp"]},
        },
    }
    "#);
}

#[test]
fn a_file_in_one_line_stays_in_one_line() {
    assert_snapshot!(check("{\"a\": 1}"), @r#"{"a": 1, "mcpServers": {"charter": {"command": "charter", "args": ["mcp"]}}}"#);
    assert_snapshot!(check("{\"mcpServers\": {\"a\": {}}} // end"), @r#"{"mcpServers": {"a": {}, "charter": {"command": "charter", "args": ["mcp"]}}} // end"#);
}

#[test]
fn line_endings_of_windows_are_kept() {
    let text = check("{\r\n  \"a\": 1\r\n}\r\n");
    assert_eq!(text.matches('\n').count(), text.matches("\r\n").count(), "{text}");
}

#[test]
fn an_earlier_form_is_brought_up_to_date_where_it_stands() {
    let text = "{\"mcpServers\": {\n  \"charter\": {\"type\": \"stdio\", \"command\": \"/old/charter\", \"args\": [\"mcp\"], \"env\": {}},\n  \"b\": {}\n}}";
    assert_snapshot!(check(text), @r#"
    {"mcpServers": {
      "charter": {"command": "charter", "args": ["mcp"]},
      "b": {}
    }}
    "#);
}

#[test]
fn what_somebody_edited_is_kept_and_named() {
    let mine = "{\"mcpServers\": {\"charter\": {\"command\": \"charter\", \"args\": [\"mcp\"], \"env\": {\"A\": \"1\"}}}}\n";
    assert_snapshot!(check(mine), @r#"
    {"mcpServers": {"charter": {"command": "charter", "args": ["mcp"], "env": {"A": "1"}}}}
    kept: mcpServers.charter
    "#);
    let removed = remove(mine, "{}\n", &servers()).unwrap();
    assert_eq!((removed.text.as_str(), removed.is_empty), (mine, false));
    assert_eq!(removed.kept, ["mcpServers.charter"]);
    let remark = "{\"mcpServers\": {\"charter\": {\"command\": \"charter\", /* why */ \"args\": [\"mcp\"]}}}";
    assert_eq!(remove(remark, "{}\n", &servers()).unwrap().text, remark);
}

#[test]
fn a_file_of_another_shape_is_refused_with_the_place() {
    assert_snapshot!(check("[]"), @"1:1: the file is an array; an object is expected [json-unexpected]");
    assert_snapshot!(check("{\n  \"mcpServers\": []\n}"), @"2:17: `mcpServers` is an array; an object is expected [json-unexpected]");
    assert_snapshot!(check("{\n  \"mcpServers\": {,}\n}"), @"2:18: a name in double quotes is missing here [json-invalid]");
}

#[test]
fn hooks_of_others_stay_and_a_call_of_an_event_that_went_goes() {
    let (seed, entries) = entries_of(Agent::Claude, "settings.json", "charter");
    let theirs = json!({"hooks": [{"type": "command", "command": "lint"}]});
    let old = json!({"hooks": [{"type": "command", "command": "charter hook claude"}]});
    let before = json!({"hooks": {"Stop": [theirs, old], "PreCompact": [old, theirs]}});
    let text = add(&format!("{before:#}\n"), &entries).unwrap().text;
    let value = parse(&text).unwrap().to_value();
    assert_eq!(value["hooks"]["PreCompact"], json!([theirs]));
    assert_eq!(value["hooks"]["Stop"][0], theirs);
    assert_eq!(value["hooks"]["Stop"][1]["hooks"][0]["args"], json!(["hook", "claude"]));
    let removed = remove(&text, seed, &entries).unwrap();
    let after = parse(&removed.text).unwrap().to_value();
    assert_eq!(after, json!({"hooks": {"Stop": [theirs], "PreCompact": [theirs]}}));
}

#[test]
fn what_was_made_for_charter_alone_is_empty_afterwards() {
    for agent in Agent::ALL {
        for part in parts(agent, Scope::User, Kit { program: "/opt/charter", skill: &[] }) {
            let PartContent::Json { seed, entries } = part.content else { continue };
            let merged = add(seed, &entries).unwrap();
            assert!(merged.kept.is_empty(), "{}", part.path);
            assert!(serde_json::from_str::<Value>(&merged.text).is_ok(), "{}", part.path);
            let removed = remove(&merged.text, seed, &entries).unwrap();
            assert!(removed.is_empty, "{}: {}", part.path, removed.text);
        }
    }
}

// ------------------------------------------------------------------- laws

/// Space and comments between the pieces of a file.
fn gap() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        5 => Just(String::new()),
        4 => Just(" ".to_owned()),
        4 => Just("\n  ".to_owned()),
        1 => Just("\r\n\t".to_owned()),
        1 => Just(" // {\"hooks\": [\n".to_owned()),
        1 => Just("/* , */".to_owned()),
        1 => Just("\n\n".to_owned()),
    ];
    proptest::collection::vec(piece, 0..3).prop_map(|it| it.concat())
}

fn container(
    open: char,
    close: char,
    child: impl Strategy<Value = String>,
) -> impl Strategy<Value = String> {
    let children = proptest::collection::vec((gap(), child, gap()), 0..4);
    (children, gap(), any::<bool>()).prop_map(move |(children, end, trailing)| {
        let children: Vec<String> = children
            .into_iter()
            .map(|(before, it, after)| format!("{before}{it}{after}"))
            .collect();
        let comma = if trailing && !children.is_empty() { "," } else { "" };
        format!("{open}{}{comma}{end}{close}", children.join(","))
    })
}

fn any_value() -> impl Strategy<Value = String> {
    let scalar = prop_oneof![
        Just("1".to_owned()),
        Just("\"ü, }\\\"\"".to_owned()),
        Just("null".to_owned()),
        Just("{\"type\": \"command\", \"command\": \"lint\"}".to_owned()),
    ];
    scalar.prop_recursive(2, 12, 3, |inner| {
        let member = ("[a-c]", inner.clone()).prop_map(|(key, it)| format!("\"{key}\": {it}"));
        prop_oneof![container('[', ']', inner), container('{', '}', member)]
    })
}

/// A file that an agent may have, with hooks and servers of others.
fn any_file() -> impl Strategy<Value = String> {
    let event = (prop_oneof![Just("Stop"), Just("PreToolUse"), Just("Other")], any_value());
    let event = event.prop_map(|(name, it)| (name, it)).prop_flat_map(|(name, it)| {
        container('[', ']', Just(it)).prop_map(move |it| format!("\"{name}\": {it}"))
    });
    let server = any_value().prop_map(|it| format!("\"other\": {it}"));
    let member = prop_oneof![
        container('{', '}', event).prop_map(|it| format!("\"hooks\": {it}")),
        container('{', '}', server).prop_map(|it| format!("\"mcpServers\":{it}")),
        ("[a-c]", any_value()).prop_map(|(key, it)| format!("\"{key}\": {it}")),
    ];
    (gap(), container('{', '}', member), gap())
        .prop_map(|(before, it, after)| before + &it + &after)
}

/// Tells whether a container that entries go into is there and empty: it is taken for charter's.
fn has_bare_home(text: &str, entries: &[JsonEntry]) -> bool {
    let root = parse(text).unwrap();
    let is_bare = |depth: usize, entry: &JsonEntry| {
        let mut path = entry.at.iter().take(depth);
        let found = path.try_fold(&root, |it, key| it.find(key).map(|it| &it.value));
        found.is_some_and(|it| it.children().is_empty())
    };
    entries.iter().any(|it| (0..=it.at.len()).any(|depth| is_bare(depth, it)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn what_is_added_comes_out_again_byte_for_byte(text in any_file()) {
        let mut entries = entries_of(Agent::Claude, "settings.json", "charter").1;
        entries.extend(servers());
        let Ok(merged) = add(&text, &entries) else { return Ok(()) };
        prop_assert!(merged.kept.is_empty());
        let again = add(&merged.text, &entries).unwrap();
        prop_assert_eq!(&again.text, &merged.text);
        let value = parse(&merged.text).unwrap().to_value();
        prop_assert_eq!(&value["mcpServers"]["charter"]["command"], &json!("charter"));
        prop_assert_eq!(Undo::of(&text, &merged.text).apply(&merged.text), Some(text.clone()));
        let removed = remove(&merged.text, "{}\n", &entries).unwrap();
        prop_assert!(removed.kept.is_empty());
        if !has_bare_home(&text, &entries) {
            prop_assert_eq!(removed.text, text);
        }
    }

    #[test]
    fn a_scanner_never_panics_and_agrees_with_strict_json(text in "\\PC{0,40}") {
        let ours = parse(&text).map(|it| it.to_value()).ok();
        if let Ok(strict) = serde_json::from_str::<Value>(&text) {
            prop_assert_eq!(ours, Some(strict));
        }
    }

    #[test]
    fn a_strict_file_is_read_as_json_reads_it(text in any_file()) {
        if let Ok(strict) = serde_json::from_str::<Value>(&text) {
            prop_assert_eq!(parse(&text).unwrap().to_value(), strict);
        }
    }

    #[test]
    fn going_back_works_for_any_two_texts(before in "\\PC{0,30}", after in "\\PC{0,30}") {
        let undo = Undo::of(&before, &after);
        prop_assert_eq!(undo.apply(&after), Some(before.clone()));
        prop_assert_eq!(undo.apply(&format!("{after}x")), None);
    }
}
