//! The table of charter's server in an agent's TOML.

use charter_agents::install::Undo;
use charter_store::{add_server_table, remove_server_table};

/// Adds the table and gives the text.
fn added(text: &str) -> String {
    let merged = add_server_table(text, "charter").unwrap();
    assert!(merged.kept.is_empty());
    assert_eq!(add_server_table(&merged.text, "charter").unwrap().text, merged.text, "twice");
    merged.text
}

#[test]
fn what_is_added_comes_out_again() {
    for text in [
        "",
        "a = 1\n",
        "a = 1\r\n[b]\r\nc = 2 # x\r\n",
        "[mcp_servers.db]\ncommand = \"x\"\n\n",
        "[mcp_servers]\n",
    ] {
        let merged = added(text);
        let removed = remove_server_table(&merged).unwrap();
        assert_eq!(removed.text, text);
        assert_eq!(removed.is_empty, text.is_empty());
    }
    let merged = added("a = 1");
    assert_eq!(merged, "a = 1\n\n[mcp_servers.charter]\ncommand = \"charter\"\nargs = [\"mcp\"]\n");
    assert_eq!(Undo::of("a = 1", &merged).apply(&merged).as_deref(), Some("a = 1"));
}

#[test]
fn a_table_that_others_follow_is_brought_up_to_date_and_taken_out_where_it_stands() {
    let old = "a = 1\n\n[mcp_servers.charter]\ncommand = \"/old/charter\"\nargs = [\"mcp\"]\n\n[x]\ny = 1\n";
    let text = added(old);
    assert_eq!(text, old.replace("/old/charter", "charter"));
    assert_eq!(remove_server_table(&text).unwrap().text, "a = 1\n\n[x]\ny = 1\n");
}

#[test]
fn a_table_that_somebody_edited_is_kept_and_named() {
    for text in [
        "[mcp_servers.charter]\ncommand = \"charter\"\nargs = [\"mcp\"]\nenabled = false\n",
        "[mcp_servers.charter]\n# why\ncommand = \"charter\"\nargs = [\"mcp\"]\n",
        "[mcp_servers]\ncharter = { command = \"charter\", args = [\"mcp\"] }\n",
        "[mcp_servers.charter]\ncommand = \"other\"\nargs = [\"mcp\"]\n",
    ] {
        let merged = add_server_table(text, "charter").unwrap();
        assert_eq!(
            (merged.text.as_str(), merged.kept.as_slice()),
            (text, &["mcp_servers.charter".to_owned()][..])
        );
        let removed = remove_server_table(text).unwrap();
        assert_eq!((removed.text.as_str(), removed.kept.len()), (text, 1));
    }
}

#[test]
fn a_file_that_takes_no_table_is_refused_with_the_place() {
    let fault = add_server_table("a = 1\nb = = 2\n", "charter").unwrap_err();
    assert_eq!((fault.line, fault.code), (2, "toml-invalid"));
    let fault = add_server_table("mcp_servers = { db = {} }\n", "charter").unwrap_err();
    assert_eq!((fault.line, fault.code), (1, "toml-unexpected"));
}
