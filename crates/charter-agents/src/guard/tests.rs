//! What tool calls would write, and what of it may be.

use super::shell::script_writes;
use super::*;
use serde_json::{Value, json};
use std::path::Path;

const PROJECT: &str = "/home/ada/ward";

fn ground() -> Ground<'static> {
    Ground { project: Path::new(PROJECT), root: Path::new("/home/ada/ward/.charter") }
}

/// Judges a call in the project, as if no path were a link.
fn check(name: &str, input: &Value, product: Product) -> Vec<Offence> {
    let writes = match read_tool(name, input) {
        ToolUse::Writes(writes) => writes,
        other @ (ToolUse::Unnamed | ToolUse::Disguised | ToolUse::Asks | ToolUse::Other) => {
            panic!("{other:?}")
        }
    };
    let absolute = |write: Write| {
        let path = match write.path.as_str() {
            it if it.starts_with('/') => it.to_owned(),
            it => format!("{PROJECT}/{}", it.trim_start_matches("./").trim_end_matches("/.")),
        };
        Write { path, ..write }
    };
    writes.into_iter().map(absolute).filter_map(|it| ground().judge(&it, product)).collect()
}

fn is_blocked(command: &str) -> bool {
    !check("Bash", &json!({ "command": command }), Product::Resting).is_empty()
}

#[test]
fn product_files_rest_while_interviewing_and_other_places_do_not() {
    let interview = Product::Resting;
    let product = check("Write", &json!({ "file_path": "/home/ada/ward/src/a.rs" }), interview);
    assert_eq!(product, [Offence::Product("/home/ada/ward/src/a.rs".into())]);
    for path in ["/tmp/notes.md", "/home/ada/.claude/plans/x.md", "/home/ada/wardrobe/a.rs"] {
        assert_eq!(check("Write", &json!({ "file_path": path }), interview), []);
    }
    for authored in ["charter.md", "criteria.md", "library/radio.md", "REPORT.md"] {
        let path = format!("{PROJECT}/.charter/20261116-x/{authored}");
        assert_eq!(check("Edit", &json!({ "file_path": path }), interview), [], "{authored}");
    }
}

#[test]
fn what_charter_owns_is_nobody_elses_at_any_time() {
    for file in [
        ".charter/20261116-x/events.jsonl",
        ".charter/20261116-x/EVENTS.jsonl",
        ".charter/20261116-x/state.json",
        ".charter/20261116-x/criterion-state.json",
        ".charter/20261116-x/interview.json",
        ".charter/20261116-x/saved/events-1f0c.jsonl",
        ".charter/20261116-x/work/_charter/evidence/2026/evidence.json",
        ".charter/20261116-x/plan/stage-01-plan.md",
        ".charter/20261116-x/imported/pact.json",
        ".charter/.local/20261116-x.seal",
    ] {
        let input = json!({ "file_path": file });
        let owned = [Offence::Owned(format!("{PROJECT}/{file}").into())];
        for planning in [Product::Open, Product::Resting] {
            assert_eq!(check("MultiEdit", &input, planning), owned, "{file}");
        }
    }
    let outside = json!({ "file_path": "docs/20261116-x/events.jsonl" });
    assert_eq!(
        check("Write", &outside, Product::Open),
        [],
        "another file of that name is not charter's"
    );
}

#[test]
fn a_shell_does_not_get_at_it_either() {
    for command in [
        "echo '{}' >> .charter/20261116-x/events.jsonl",
        "rm -rf .charter",
        "rm -rf .charter/20261116-x",
        "rm -r .charter/20261116-x/work/_charter",
        "cd .charter/20261116-x && sed -i s/fail/pass/ criterion-state.json",
        "mv .charter/20261116-x /tmp/away",
        "rm -rf .",
    ] {
        let found = check("bash", &json!({ "command": command }), Product::Open);
        assert!(matches!(found.as_slice(), [Offence::Owned(_), ..]), "{command}: {found:?}");
    }
    for command in [
        "cat .charter/20261116-x/events.jsonl",
        "cp .charter/20261116-x/events.jsonl /tmp/copy",
        "rm -rf target",
        "echo more >> .charter/20261116-x/criteria.md",
        "charter record VAL-1 --pass -m x --because y",
        "git add .charter && git commit -m x",
    ] {
        assert_eq!(check("bash", &json!({ "command": command }), Product::Open), [], "{command}");
    }
}

#[test]
fn everyday_work_goes_on_while_nobody_is_interviewed() {
    for command in [
        "find . -name '*.pyc' -delete",
        "find . -type f -name '*.orig' -delete",
        "find -name '*.pyc' -delete",
        "find . \\( -name '*.pyc' -o -name '*.pyo' \\) -delete",
        "find . -name __pycache__ -exec rm -rf {} +",
        "find . -name node_modules -prune -exec rm -rf '{}' \\;",
        "find . -name '*.pyc' | xargs rm -f",
        "find . -name '*.pyc' -print0 | xargs -0 rm -f",
        "find target -delete",
        "find src -type f -exec sed -i s/a/b/ {} +",
        "git ls-files -o | xargs rm -f",
        "git ls-files -o --exclude-standard | xargs -r rm",
        "grep -rl TODO . | xargs sed -i s/TODO/DONE/",
        "ls *.tmp | xargs rm",
        "mv -t build a.o b.o",
        "mv -t . src/a src/b",
        "mv --target-directory=. src/a",
        "cp -t build a.o b.o",
        "rm -rf target node_modules",
        "rm -f *.log",
        "git clean -fd",
        "mv src/a src/b",
    ] {
        assert_eq!(check("bash", &json!({ "command": command }), Product::Open), [], "{command}");
    }
}

#[test]
fn what_sweeps_charters_files_up_is_stopped() {
    for command in [
        "find . -delete",
        "find -delete",
        "find . -type f -delete",
        "find . -name '*.json' -delete",
        "find . -name '*' -delete",
        "find . -name 'event[s].jsonl' -delete",
        "find . -not -name '*.rs' -delete",
        "find . ! -name '*.rs' -delete",
        "find . -name '*.pyc' -o -delete",
        "find . -iname 'EVENTS.*' -exec rm {} +",
        "find . -name '2026*' -exec rm -rf {} +",
        "find . -exec rm -rf {} +",
        "find . | xargs rm -rf",
        "find .charter -name '*.log' -delete",
        "find src .charter/20261116-x/work -name '*.log' -exec rm {} +",
        "ls .charter | xargs rm -rf .charter",
        "echo .charter | xargs rm -rf",
        "ls -d .charter | xargs rm -rf",
        "echo . | xargs rm -rf",
        "mv -t /tmp .charter",
        "rm -rf .",
        "rm -r .charter/20261116-x/plan",
    ] {
        let found = check("bash", &json!({ "command": command }), Product::Open);
        assert!(matches!(found.as_slice(), [.., Offence::Owned(_)]), "{command}: {found:?}");
    }
}

#[test]
fn a_shell_is_stopped_only_where_it_is_seen_to_write() {
    for command in [
        "echo hi > src/a",
        "echo hi >src/a",
        "echo hi >> src/a",
        "echo hi >| src/a",
        "make &> log.txt",
        "make 2> log.txt",
        "sed -i s/a/b/ src/a",
        "sed -i.bak -e s/a/b/ src/a",
        "sed --in-place s/a/b/ src/a",
        "perl -pi -e 's/a/b/' src/a",
        "echo x | tee f",
        "tee -a f < x",
        "python -c \"open('x','w')\"",
        "python3 -c \"open('x', mode='a').write('1')\"",
        "python3.12 -c 'from pathlib import Path; Path(\"src/a\").write_text(\"x\")'",
        "node -e \"require('fs').writeFileSync('a.js', '')\"",
        "perl -e 'open(F, \">x\")'",
        "cat <<EOF > src/a\nhello\nEOF",
        "cat > src/a <<'EOF'\nhello\nEOF\nls",
        "python3 - <<'EOF'\nopen('x','w').write('1')\nEOF",
        "bash <<EOF\ntouch a\nEOF",
        "sh -c 'touch a'",
        "bash -lc \"sh -c 'touch a'\"",
        "exec > log.txt",
        "touch a",
        "mkdir -p src/new",
        "cp /tmp/a src/a",
        "mv src/a src/b",
        "rm src/a",
        "dd if=/dev/zero of=src/a count=1",
        "truncate -s 0 src/a",
        "install -m 644 /tmp/a src/a",
        "FOO=1 sudo -E touch a",
        "timeout 5 touch a",
        "ls && touch a",
        "ls; (cd src && touch a)",
        "cd /tmp && touch b; cd /home/ada/ward && touch a",
        "echo $(touch a)",
        "echo \"$(touch a)\"",
        "echo `touch a`",
        "find src -name '*.rs' -delete",
        "find src -name '*.rs' -exec rm {} \\;",
        "ls src | xargs rm -f",
        "git apply fix.patch",
        "patch -p1 < fix.patch",
        "if true; then touch a; fi",
        "echo hi > \"$PWD/src/a\"",
        "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: src/a\n*** End Patch\nEOF",
    ] {
        assert!(is_blocked(command), "{command}");
    }
}

#[test]
fn what_only_looks_or_builds_goes_on() {
    for command in [
        "ls",
        "git status",
        "cargo test",
        "cargo test > /dev/null",
        "cargo test 2>&1",
        "cargo test >/dev/null 2>&1",
        "cargo test 2>&1 | tail -5",
        "exec 3>&-",
        "grep -rn 'a > b' src",
        "echo \"a > b\"",
        "echo 'rm -rf src'",
        "# touch a",
        "echo hi > /tmp/a",
        "cd /tmp && touch a",
        "echo hi > \"$TMPDIR/a\"",
        "python -c \"print(open('x').read())\"",
        "python -c \"print(open('x', 'rb').read(), 'a')\"",
        "python -c \"open('/tmp/x','w')\"",
        "sed -n 1,5p src/a",
        "sed -e s/a/b/ src/a",
        "charter interview submit - <<'EOF'\n{\"answer\": \"they rm -rf src; > x\"}\nEOF",
        "git log --oneline | head -3",
        "find src -name '*.rs'",
        "diff <(ls src) <(ls tests)",
        "git checkout -b topic",
        "",
        "'",
        "echo \"",
        "cat <<",
        "a $( b",
    ] {
        assert!(!is_blocked(command), "{command}");
    }
}

#[test]
fn work_that_goes_on_is_free_to_write() {
    assert_eq!(check("Write", &json!({ "file_path": "src/a.rs" }), Product::Open), []);
    assert_eq!(check("Bash", &json!({ "command": "echo hi > src/a" }), Product::Open), []);
}

#[test]
fn tools_are_known_by_the_names_that_agents_give_them() {
    let kind = |name: &str, input: Value| match read_tool(name, &input) {
        ToolUse::Writes(writes) => {
            writes.iter().map(|it| it.path.clone()).collect::<Vec<_>>().join(" ")
        }
        ToolUse::Unnamed => "unnamed".to_owned(),
        ToolUse::Disguised => "disguised".to_owned(),
        ToolUse::Asks => "asks".to_owned(),
        ToolUse::Other => "other".to_owned(),
    };
    assert_eq!(kind("Edit", json!({ "file_path": "a" })), "a");
    assert_eq!(kind("edit", json!({ "filePath": "a" })), "a");
    assert_eq!(kind("NotebookEdit", json!({ "notebook_path": "a.ipynb" })), "a.ipynb");
    assert_eq!(kind("write_file", json!({ "path": "a" })), "a");
    assert_eq!(kind("editFiles", json!({ "files": ["a", "b"] })), "a b");
    assert_eq!(
        kind("multi_replace_string_in_file", json!({ "replacements": [{ "filePath": "a" }] })),
        "a"
    );
    assert_eq!(kind("search_replace", json!({ "target_file": "a" })), "a");
    let patch =
        "*** Begin Patch\n*** Update File: a\n*** Move to: b\n*** Delete File: c\n*** End Patch";
    assert_eq!(kind("apply_patch", json!({ "command": patch })), "a b c");
    assert_eq!(kind("patch", json!({ "diff": "--- a/x\n+++ b/x\n--- a/y\n+++ /dev/null\n" })), "x");
    assert_eq!(kind("mcp__filesystem__write_file", json!({ "path": "a" })), "a");
    assert_eq!(kind("mcp__db__insert", json!({ "rows": [1] })), "other");
    assert_eq!(kind("str_replace_editor", json!({ "command": "view", "path": "a" })), "other");
    assert_eq!(kind("str_replace_editor", json!({ "command": "create", "path": "a" })), "a");
    assert_eq!(kind("shell", json!({ "command": ["bash", "-lc", "echo hi > 'a b'"] })), "a b");
    assert_eq!(kind("run_shell_command", json!({ "command": "touch a" })), "a");
    assert_eq!(kind("Write", json!({})), "unnamed");
    assert_eq!(kind("Write", json!("nonsense")), "unnamed");
    for name in
        ["AskUserQuestion", "ask", "request_user_input", "question", "ask_user", "AskQuestion"]
    {
        assert_eq!(kind(name, json!({})), "asks", "{name}");
    }
    for name in
        ["Read", "Grep", "Task", "WebFetch", "TodoWrite", "mcp__charter__charter_record", ""]
    {
        assert_eq!(kind(name, json!({ "path": "a" })), "other", "{name}");
    }
}

#[test]
fn any_text_is_read_to_its_end() {
    for text in [
        "$($($(",
        "\"'`$(\\",
        "<<<<<",
        ">>>>",
        "&&||;;",
        "a\\",
        "\u{0}\u{7f}",
        "(((((",
        "cat <<A <<B\n",
    ] {
        let _ = script_writes(text);
    }
    let deep = "$(".repeat(5000) + &")".repeat(5000);
    let _ = script_writes(&deep);
}

#[test]
fn an_agent_does_not_pass_for_a_person() {
    let check = |script: &str| read_tool("Bash", &serde_json::json!({ "command": script }));
    for script in [
        "CHARTER_ACTOR=person:Ada charter confirm --yes",
        "charter --actor person:Ada agree -m ok",
        "charter agree --actor='person:Ada'",
        "export CHARTER_ACTOR=\"person:Ada\"; charter waive VAL-1 --reason x",
        "env -u CLAUDECODE charter confirm --yes",
    ] {
        assert_eq!(check(script), ToolUse::Disguised, "{script}");
    }
    for script in
        ["charter confirm", "charter --actor agent:claude status", "grep -rn 'person' src"]
    {
        assert!(matches!(check(script), ToolUse::Writes(it) if it.is_empty()), "{script}");
    }
}
