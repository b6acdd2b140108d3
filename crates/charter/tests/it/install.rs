//! Charter in the files of coding agents: what goes in, what stays, what comes out again.

use crate::scene::{refused, refused_with, repo};
use charter_testkit::{Output, Repo};
use insta::assert_snapshot;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Files that a user has already, by agent: others' hooks and servers, comments, no last line end.
const GIVEN: &[(&str, &[(&str, &str)])] = &[
    (
        "claude",
        &[
            (
                ".mcp.json",
                "{\n    \"mcpServers\": {\n        \"db\": { \"command\": \"db-mcp\" }\n    }\n}",
            ),
            (
                ".claude/settings.json",
                "{\n  // what it may do\n  \"permissions\": { \"allow\": [\"Bash(ls:*)\"] },\n  \"hooks\": {\n    \"Stop\": [\n      { \"hooks\": [{ \"type\": \"command\", \"command\": \"lint\" }] } // last\n    ]\n  }\n}",
            ),
        ],
    ),
    (
        "codex",
        &[
            (
                ".codex/config.toml",
                "model = \"gpt\" # mine\n\n[mcp_servers.db]\ncommand = \"db-mcp\"",
            ),
            (
                ".codex/hooks.json",
                "{\"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"lint\"}]}]}}",
            ),
        ],
    ),
    (
        "cursor",
        &[
            (".cursor/mcp.json", "{\n\t\"mcpServers\": {}\n}\n"),
            (
                ".cursor/hooks.json",
                "{\n\t\"version\": 1,\n\t\"hooks\": {\n\t\t\"stop\": [{\"command\": \"lint\"}],\n\t},\n}\n",
            ),
        ],
    ),
    ("gemini", &[(".gemini/settings.json", "{\n  \"theme\": \"dark\",\n  \"hooks\": {}\n}\n")]),
    ("opencode", &[("opencode.jsonc", "{\n  /* models */ \"model\": \"x\",\n}\n")]),
    ("pi", &[(".pi/settings.json", "{ }")]),
    (
        "copilot",
        &[(".mcp.json", "{}"), (".github/hooks/other.json", "{\"version\": 1, \"hooks\": {}}\n")],
    ),
];

/// A repository of a user whose PATH has charter.
fn place() -> Repo {
    let repo = repo();
    let bin = repo.home().join("bin");
    fs::create_dir(&bin).unwrap();
    fs::write(bin.join("charter"), "").unwrap();
    repo
}

fn install(repo: &Repo, args: &[&str]) -> Output {
    let bin = repo.home().join("bin").display().to_string();
    repo.charter(&[&["install"], args].concat()).env("PATH", &bin).run().success()
}

fn report(repo: &Repo, args: &[&str]) -> Value {
    install(repo, &[args, &["--json"]].concat()).json()
}

/// Lists what happened to which files.
fn actions(report: &Value) -> BTreeMap<String, String> {
    let row = |it: &Value| {
        let text = |key: &str| it[key].as_str().unwrap().to_owned();
        (text("path"), text("action"))
    };
    report["files"].as_array().unwrap().iter().map(row).collect()
}

/// Reads everything in the project and in the home.
fn everything(repo: &Repo) -> BTreeMap<String, Vec<u8>> {
    let mut files = repo.snapshot_tree();
    let mut rest = vec![repo.home()];
    while let Some(dir) = rest.pop() {
        files.insert(dir.display().to_string(), Vec::new());
        for entry in fs::read_dir(&dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                rest.push(path);
            } else {
                files.insert(path.display().to_string(), fs::read(&path).unwrap());
            }
        }
    }
    files
}

/// Installs for an agent among given files, twice, and takes it out again.
#[track_caller]
fn round_trip(agent: &str, given: &[(&str, String)], flag: &str) {
    let repo = place();
    let dir = if flag == "--user" { repo.home() } else { repo.path("") };
    for (path, text) in given {
        let path = dir.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let before = everything(&repo);
    let dry = report(&repo, &[agent, flag, "--dry-run"]);
    assert_eq!(everything(&repo), before, "{agent}: --dry-run writes nothing");
    let first = report(&repo, &[agent, flag]);
    assert_eq!(dry["files"], first["files"], "{agent}: what was shown is what is done");
    assert_eq!(first["kept"], Value::Array(Vec::new()), "{agent}");
    for (path, text) in given {
        let now = fs::read_to_string(dir.join(path)).unwrap();
        if text.contains("\r\n") {
            assert_eq!(now.matches('\n').count(), now.matches("\r\n").count(), "{agent} {path}");
        }
    }
    let installed = everything(&repo);
    let second = report(&repo, &[agent, flag]);
    assert!(actions(&second).values().all(|it| it == "unchanged"), "{agent}: {second:#}");
    assert_eq!(everything(&repo), installed, "{agent}: the second time changes nothing");
    let out = report(&repo, &[agent, flag, "--uninstall"]);
    assert_eq!(actions(&out).len(), actions(&first).len(), "{agent}: {out:#}");
    let after = everything(&repo);
    let names = |it: &BTreeMap<String, Vec<u8>>| it.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&after), names(&before), "{agent} {flag}");
    assert!(after == before, "{agent} {flag}: not the same bytes");
}

#[test]
fn what_was_there_comes_back_byte_for_byte() {
    for (agent, given) in GIVEN {
        let plain: Vec<_> = given.iter().map(|(path, text)| (*path, (*text).to_owned())).collect();
        round_trip(agent, &plain, "--project");
        let windows: Vec<_> =
            plain.iter().map(|(path, text)| (*path, text.replace('\n', "\r\n"))).collect();
        round_trip(agent, &windows, "--project");
    }
}

#[test]
fn a_project_and_a_home_that_had_nothing_have_nothing_again() {
    for (agent, _) in GIVEN {
        round_trip(agent, &[], "--project");
        round_trip(agent, &[], "--user");
    }
}

#[test]
fn files_of_the_user_come_back_byte_for_byte() {
    let given: &[(&str, &str, &str)] = &[
        (
            "claude",
            ".claude.json",
            "{\"numStartups\":3,\"mcpServers\":{},\"projects\":{\"/p\":{\"mcpServers\":{}}}}",
        ),
        ("codex", ".codex/config.toml", ""),
        ("cursor", ".cursor/hooks.json", "{\n  \"hooks\": {\"stop\": [ ]}\n}"),
        ("gemini", ".gemini/settings.json", "\n"),
        (
            "opencode",
            ".config/opencode/opencode.json",
            "{\"mcp\": {\"a\": {\"type\": \"remote\"}}}\n",
        ),
        ("pi", ".pi/agent/settings.json", "{}"),
        ("copilot", ".copilot/mcp-config.json", "{\"mcpServers\": { /* none */ }}"),
    ];
    for (agent, path, text) in given {
        round_trip(agent, &[(path, (*text).to_owned())], "--user");
    }
}

/// Gives a file as it is after an installation among the given files.
fn installed(agent: &str, path: &str) -> String {
    let repo = place();
    let (_, given) = GIVEN.iter().find(|it| it.0 == agent).unwrap();
    for (path, text) in *given {
        repo.write(path, text);
    }
    let _ = install(&repo, &[agent]);
    repo.read(path)
}

#[test]
fn claude_gets_its_server_and_its_hooks() {
    assert_snapshot!(installed("claude", ".mcp.json"), @r#"
    {
        "mcpServers": {
            "db": { "command": "db-mcp" },
            "charter": {"command": "charter", "args": ["mcp"]}
        }
    }
    "#);
    assert_snapshot!(installed("claude", ".claude/settings.json"), @r#"
    {
      // what it may do
      "permissions": { "allow": ["Bash(ls:*)"] },
      "hooks": {
        "Stop": [
          { "hooks": [{ "type": "command", "command": "lint" }] }, // last
          {
            "hooks": [{"type": "command", "command": "charter", "args": ["hook", "claude"], "timeout": 20}]
          }
        ],
        "SessionStart": [
          {
            "hooks": [{"type": "command", "command": "charter", "args": ["hook", "claude"], "timeout": 20}]
          }
        ],
        "UserPromptSubmit": [
          {
            "hooks": [{"type": "command", "command": "charter", "args": ["hook", "claude"], "timeout": 20}]
          }
        ],
        "PreToolUse": [
          {
            "matcher": "Write|Edit|MultiEdit|NotebookEdit|Bash|AskUserQuestion",
            "hooks": [{"type": "command", "command": "charter", "args": ["hook", "claude"], "timeout": 20}]
          }
        ],
        "SubagentStop": [
          {
            "hooks": [{"type": "command", "command": "charter", "args": ["hook", "claude"], "timeout": 20}]
          }
        ]
      }
    }
    "#);
}

#[test]
fn codex_gets_its_table_and_its_hooks() {
    assert_snapshot!(installed("codex", ".codex/config.toml"), @r#"
    model = "gpt" # mine

    [mcp_servers.db]
    command = "db-mcp"

    [mcp_servers.charter]
    command = "charter"
    args = ["mcp"]
    "#);
    assert_snapshot!(installed("codex", ".codex/hooks.json"), @r#"{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "lint"}]}, {"hooks": [{"type": "command", "command": "charter hook codex", "timeout": 20}]}], "SessionStart": [{"hooks": [{"type": "command", "command": "charter hook codex", "timeout": 20}]}], "UserPromptSubmit": [{"hooks": [{"type": "command", "command": "charter hook codex", "timeout": 20}]}], "PreToolUse": [{"matcher": "Bash|apply_patch|Edit|Write|request_user_input", "hooks": [{"type": "command", "command": "charter hook codex", "timeout": 20}]}], "SubagentStop": [{"hooks": [{"type": "command", "command": "charter hook codex", "timeout": 20}]}]}}"#);
}

#[test]
fn cursor_gets_its_server_and_its_hooks() {
    assert_snapshot!(installed("cursor", ".cursor/mcp.json"), @r#"
    {
    	"mcpServers": {
    		"charter": {"command": "charter", "args": ["mcp"]}
    	}
    }
    "#);
    assert_snapshot!(installed("cursor", ".cursor/hooks.json"), @r#"
    {
    	"version": 1,
    	"hooks": {
    		"stop": [{"command": "lint"}, {"command": "charter hook cursor", "loop_limit": 10}],
    		"sessionStart": [{"command": "charter hook cursor"}],
    		"beforeSubmitPrompt": [{"command": "charter hook cursor"}],
    		"preToolUse": [{"command": "charter hook cursor", "matcher": "Shell|Write|Delete|AskQuestion"}],
    		"subagentStop": [{"command": "charter hook cursor", "loop_limit": 10}],
    	},
    }
    "#);
}

#[test]
fn gemini_gets_its_settings_and_its_commands() {
    assert_snapshot!(installed("gemini", ".gemini/settings.json"), @r#"
    {
      "theme": "dark",
      "hooks": {
        "SessionStart": [
          {
            "hooks": [{"name": "charter", "type": "command", "command": "charter hook gemini", "timeout": 20000}]
          }
        ],
        "BeforeAgent": [
          {
            "hooks": [{"name": "charter", "type": "command", "command": "charter hook gemini", "timeout": 20000}]
          }
        ],
        "BeforeTool": [
          {
            "matcher": "write_file|replace|run_shell_command|ask_user",
            "hooks": [{"name": "charter", "type": "command", "command": "charter hook gemini", "timeout": 20000}]
          }
        ],
        "AfterAgent": [
          {
            "hooks": [{"name": "charter", "type": "command", "command": "charter hook gemini", "timeout": 20000}]
          }
        ]
      },
      "mcpServers": {"charter": {"command": "charter", "args": ["mcp"]}}
    }
    "#);
    assert!(installed("gemini", ".gemini/commands/interview.toml").contains("prompt = '''\n"));
}

#[test]
fn opencode_gets_its_server_in_the_file_that_is_there_and_a_plugin() {
    assert_snapshot!(installed("opencode", "opencode.jsonc"), @r#"
    {
      /* models */ "model": "x",
      "mcp": {"charter": {"type": "local", "command": ["charter", "mcp"], "enabled": true}},
    }
    "#);
    assert!(
        installed("opencode", ".opencode/plugins/charter.ts").contains("\"hook\", \"opencode\"")
    );
    assert!(installed("opencode", ".opencode/commands/charter.md").contains("$ARGUMENTS"));
}

#[test]
fn pi_gets_an_extension_a_skill_and_prompts() {
    let repo = place();
    let rows = actions(&report(&repo, &["pi"]));
    let paths: Vec<&str> =
        rows.keys().map(String::as_str).filter(|it| !it.contains("capture")).collect();
    assert_eq!(
        paths,
        [
            ".pi/extensions/charter.ts",
            ".pi/prompts/charter.md",
            ".pi/prompts/interview.md",
            ".pi/skills/charter/SKILL.md"
        ]
    );
    assert!(repo.read(".pi/extensions/charter.ts").contains("[\"hook\", \"pi\"]"));
}

#[test]
fn copilot_gets_hooks_that_let_it_work_where_charter_is_missing() {
    assert_snapshot!(installed("copilot", ".github/hooks/charter.json"), @r#"
    {
      "version": 1,
      "hooks": {
        "SessionStart": [
          {
            "type": "command",
            "bash": "command -v charter >/dev/null || exit 0 ; charter hook copilot",
            "timeoutSec": 20
          }
        ],
        "UserPromptSubmit": [
          {
            "type": "command",
            "bash": "command -v charter >/dev/null || exit 0 ; charter hook copilot",
            "timeoutSec": 20
          }
        ],
        "PreToolUse": [
          {
            "type": "command",
            "bash": "command -v charter >/dev/null || exit 0 ; charter hook copilot",
            "timeoutSec": 20,
            "matcher": "Bash|Edit|Write|AskUserQuestion"
          }
        ],
        "Stop": [
          {
            "type": "command",
            "bash": "command -v charter >/dev/null || exit 0 ; charter hook copilot",
            "timeoutSec": 20
          }
        ],
        "SubagentStop": [
          {
            "type": "command",
            "bash": "command -v charter >/dev/null || exit 0 ; charter hook copilot",
            "timeoutSec": 20
          }
        ]
      }
    }
    "#);
}

#[test]
fn the_screen_shows_the_diff_and_one_line_about_what_to_do_next() {
    let repo = place();
    repo.write(".mcp.json", "{\n  \"mcpServers\": {\n    \"db\": {}\n  }\n}\n");
    let screen = install(&repo, &["claude", "--dry-run"]).stdout;
    assert!(screen.lines().all(|it| it.chars().count() <= 80), "{screen}");
    let shown = screen.lines().filter(|it| !it.contains("skills/charter/"));
    assert_snapshot!(shown.collect::<Vec<_>>().join("\n"), @r#"
    changed    .mcp.json +2 -1
        {
          "mcpServers": {
      -     "db": {}
      +     "db": {},
      +     "charter": {"command": "charter", "args": ["mcp"]}
          }
        }
    created    .claude/settings.json +30
      + {
      +   "hooks": {
      +     "SessionStart": [
      +       {
      +         "hooks": [{"type": "command", "command": "charter", "args":
                ["hook", "claude"], "timeout": 20}]
      +       }
      +     ],
      +     "UserPromptSubmit": [
      +       {
      +         "hooks": [{"type": "command", "command": "charter", "args":
                ["hook", "claude"], "timeout": 20}]
      +       }
      +     ],
      +     "PreToolUse": [
      +       {
      +         "matcher":
                "Write|Edit|MultiEdit|NotebookEdit|Bash|AskUserQuestion",
      +         "hooks": [{"type": "command", "command": "charter", "args":
                ["hook", "claude"], "timeout": 20}]
      +       }
      +     ],
      +     "Stop": [
      +       {
      +         "hooks": [{"type": "command", "command": "charter", "args":
                ["hook", "claude"], "timeout": 20}]
      +       }
      +     ],
      +     "SubagentStop": [
      +       {
      +         "hooks": [{"type": "command", "command": "charter", "args":
                ["hook", "claude"], "timeout": 20}]
      +       }
      +     ]
      +   }
      + }
    created    .claude/commands/interview.md +14

    nothing was written
    next  charter install claude
          write it
    "#);
}

#[test]
fn the_second_time_there_is_little_to_say_and_the_list_knows() {
    let repo = place();
    assert_snapshot!(install(&repo, &["claude"]).stdout.lines().last().unwrap(), @"  next  start Claude Code anew; it asks once whether `charter` may run");
    let again = install(&repo, &["claude"]).stdout;
    assert!(again.starts_with("  unchanged  "), "{again}");
    assert!(again.contains("Claude Code has charter in this project already"), "{again}");
    assert_snapshot!(install(&repo, &[]), @"
    exit 0
    --- stdout
                                project    user
      claude    Claude Code     installed  –
      codex     Codex           –          –
      cursor    Cursor          –          –
      gemini    Gemini CLI      –          –
      opencode  opencode        –          –
      pi        pi              –          –
      copilot   GitHub Copilot  –          –

      next  charter install codex --dry-run
            see what it would write, for any of them
    ");
}

#[test]
fn a_file_that_is_not_what_it_should_be_is_refused_with_its_place() {
    let repo = place();
    repo.write(".mcp.json", "{\n  \"mcpServers\": {\n    \"db\": {}\n    \"x\": {}\n  }\n}\n");
    let output = refused(&repo, &["install", "claude"], 2, "install-unusable");
    assert!(output.stderr.contains(".mcp.json:4:5: `,` or `}` is missing here"), "{output}");
    assert!(output.stderr.contains("hint: ${EDITOR:-vi} .mcp.json"), "{output}");
    repo.write(".mcp.json", "{\"mcpServers\": []}");
    let _ = refused(&repo, &["install", "claude", "--dry-run"], 2, "install-unusable");
    repo.write(".mcp.json", [0x7b, 0xff, 0x7d]);
    let _ = refused(&repo, &["install", "claude", "--uninstall"], 2, "install-unusable");
    repo.write(".codex/config.toml", "model = = 1\n");
    let output = refused(&repo, &["install", "codex"], 2, "install-unusable");
    assert!(output.stderr.contains(".codex/config.toml:1:"), "{output}");
    repo.write(".codex/config.toml", "mcp_servers = { db = { command = \"x\" } }\n");
    let _ = refused(&repo, &["install", "codex"], 2, "install-unusable");
    repo.write(".claude/settings.json", "nonsense");
    let output = repo.charter(&["install", "claude", "--json"]).run().code(2);
    assert_eq!(output.json()["problems"].as_array().unwrap().len(), 2, "every file at once");
}

#[test]
fn a_user_without_a_home_is_told_so() {
    let repo = place();
    let vars = [("HOME", ""), ("XDG_CONFIG_HOME", "")];
    let _ = refused_with(&repo, &["install", "claude", "--user"], 2, "install-unusable", &vars);
}

#[test]
fn what_an_earlier_version_wrote_is_brought_up_to_date() {
    let repo = place();
    let old = "{\n  \"hooks\": {\n    \"Notification\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"/old/charter hook claude\"}]}],\n    \"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"charter hook claude\"}]}]\n  }\n}\n";
    repo.write(".claude/settings.json", old);
    let rows = actions(&report(&repo, &["claude"]));
    assert_eq!(rows[".claude/settings.json"], "changed");
    let value: Value = serde_json::from_str(&repo.read(".claude/settings.json")).unwrap();
    assert!(value["hooks"]["Notification"].is_null(), "{value:#}");
    assert_eq!(value["hooks"]["Stop"].as_array().unwrap().len(), 1, "{value:#}");
    assert_eq!(value["hooks"]["Stop"][0]["hooks"][0]["args"][1], "claude");
    let rows = actions(&report(&repo, &["claude", "--uninstall"]));
    assert_eq!(rows[".claude/settings.json"], "removed", "it held nothing but charter's");
}

#[test]
fn what_somebody_edited_in_charters_part_is_named_and_stays() {
    let repo = place();
    let _ = install(&repo, &["claude"]);
    let skill = format!("{}mine\n", repo.read(".claude/skills/charter/SKILL.md"));
    repo.write(".claude/skills/charter/SKILL.md", &skill);
    let mcp = repo.read(".mcp.json").replace("[\"mcp\"]", "[\"mcp\", \"--root\", \"x\"]");
    repo.write(".mcp.json", &mcp);
    for act in ["--project", "--uninstall"] {
        let report = report(&repo, &["claude", act]);
        let kept = report["kept"].as_array().unwrap();
        let kept: Vec<(&str, &str)> = kept
            .iter()
            .map(|it| (it["path"].as_str().unwrap(), it["place"].as_str().unwrap_or_default()))
            .collect();
        let skill_path = ".claude/skills/charter/SKILL.md";
        assert_eq!(kept, [(".mcp.json", "mcpServers.charter"), (skill_path, "")], "{act}");
        assert_eq!(repo.read(skill_path), skill, "{act}");
        assert_eq!(repo.read(".mcp.json"), mcp, "{act}");
    }
    assert!(!repo.path(".claude/settings.json").exists());
    let output = install(&repo, &["claude", "--uninstall"]);
    assert!(
        output.stdout.contains("left alone .mcp.json mcpServers.charter: it was edited"),
        "{output}"
    );
}

#[test]
fn a_file_of_the_user_with_the_same_name_is_not_replaced() {
    let repo = place();
    repo.write(".claude/commands/interview.md", "My own interview.\n");
    let report = report(&repo, &["claude"]);
    assert_eq!(report["kept"][0]["path"], ".claude/commands/interview.md");
    assert_eq!(report["kept"][0]["reason"], "it is not charter's");
    let _ = install(&repo, &["claude", "--uninstall"]);
    assert_eq!(repo.read(".claude/commands/interview.md"), "My own interview.\n");
}

#[test]
fn a_machine_that_remembers_nothing_takes_charter_out_all_the_same() {
    let repo = place();
    let given = "{\n  \"theme\": \"dark\"\n}\n";
    repo.write(".gemini/settings.json", given);
    for agent in ["gemini", "claude", "codex"] {
        let _ = install(&repo, &[agent]);
    }
    fs::remove_dir_all(repo.home().join(".config")).unwrap();
    for agent in ["gemini", "claude", "codex"] {
        let _ = install(&repo, &[agent, "--uninstall"]);
    }
    assert_eq!(repo.tree(), format!(".gemini/settings.json {}\n", given.len()));
    assert_eq!(repo.read(".gemini/settings.json"), given);
}

#[test]
fn what_was_written_since_stays() {
    let repo = place();
    repo.write(".claude/settings.json", "{\n  \"model\": \"a\"\n}\n");
    let _ = install(&repo, &["claude"]);
    let text = repo.read(".claude/settings.json").replace("\"a\"", "\"b\" /* new */");
    repo.write(".claude/settings.json", &text);
    let _ = install(&repo, &["claude", "--uninstall"]);
    assert_eq!(repo.read(".claude/settings.json"), "{\n  \"model\": \"b\" /* new */\n}\n");
}

#[test]
fn a_server_that_another_agent_uses_too_stays() {
    let repo = place();
    let _ = install(&repo, &["claude"]);
    let _ = install(&repo, &["copilot"]);
    let report = report(&repo, &["claude", "--uninstall"]);
    assert_eq!(report["kept"][0]["reason"], "GitHub Copilot uses it too");
    assert!(repo.read(".mcp.json").contains("charter"));
    let _ = install(&repo, &["copilot", "--uninstall"]);
    assert_eq!(repo.tree(), "");
}

#[test]
fn a_program_that_is_not_on_the_path_is_named_by_its_place() {
    let repo = place();
    let output = repo.charter(&["install", "cursor"]).env("PATH", "/nowhere").run().success();
    assert!(output.stderr.contains("charter is not on PATH"), "{output}");
    let value: Value = serde_json::from_str(&repo.read(".cursor/mcp.json")).unwrap();
    let program = value["mcpServers"]["charter"]["command"].as_str().unwrap().to_owned();
    assert!(Path::new(&program).is_absolute() && Path::new(&program).is_file(), "{program}");
    let rows = actions(&report(&repo, &["cursor"]));
    assert_eq!(rows[".cursor/mcp.json"], "changed", "found on the path, it is called by its name");
    let _ = install(&repo, &["cursor", "--uninstall"]);
    assert_eq!(repo.tree(), "");
}

#[test]
fn every_page_of_the_skill_is_installed() {
    let repo = place();
    let _ = install(&repo, &["codex"]);
    let skill = Path::new(env!("CARGO_MANIFEST_DIR")).join("skill");
    let mut rest = vec![skill.clone()];
    let mut n_pages = 0;
    while let Some(dir) = rest.pop() {
        for entry in fs::read_dir(&dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                rest.push(path);
                continue;
            }
            let page = path.strip_prefix(&skill).unwrap();
            let text = repo.read(Path::new(".agents/skills/charter").join(page));
            assert!(text.starts_with(&fs::read_to_string(&path).unwrap()), "{}", page.display());
            n_pages += 1;
        }
    }
    assert!(n_pages > 1, "{n_pages}");
}

#[test]
fn a_memory_that_cannot_be_understood_is_refused_and_stays() {
    for (text, code) in [
        ("{\"format\":2,\"files\":[],\"more\":1}\n", "memory-newer"),
        ("{ half", "memory-unreadable"),
        ("", "memory-unreadable"),
    ] {
        let repo = place();
        let memory = repo.home().join(".config/charter/installed.json");
        fs::create_dir_all(memory.parent().unwrap()).unwrap();
        fs::write(&memory, text).unwrap();
        let _ = refused(&repo, &["install", "claude"], 2, "install-unusable");
        let refusal = repo.charter(&["install", "claude", "--json"]).run().json();
        assert_eq!(refusal["problems"][0]["code"], code, "{refusal:#}");
        assert_eq!(fs::read_to_string(&memory).unwrap(), text);
        assert!(!repo.path(".mcp.json").exists());
    }
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_project_is_not_followed() {
    use std::os::unix::fs::symlink;
    let repo = place();
    let outside = repo.home().join("elsewhere");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("mine.json"), "{}\n").unwrap();
    symlink(outside.join("mine.json"), repo.path(".mcp.json")).unwrap();
    symlink(&outside, repo.path(".claude")).unwrap();
    let _ = refused(&repo, &["install", "claude"], 2, "install-unusable");
    let refusal = repo.charter(&["install", "claude", "--json"]).run().json();
    let problems = refusal["problems"].as_array().unwrap();
    assert!(problems.iter().all(|it| it["code"] == "outside-project"), "{refusal:#}");
    assert_eq!(problems[0]["path"], ".mcp.json", "{refusal:#}");
    assert!(problems.len() > 1, "{refusal:#}");
    assert_eq!(fs::read_to_string(outside.join("mine.json")).unwrap(), "{}\n");
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
    // Inside of the project a link is as good as what it leads to.
    fs::remove_file(repo.path(".mcp.json")).unwrap();
    fs::remove_file(repo.path(".claude")).unwrap();
    fs::create_dir(repo.path("agents")).unwrap();
    symlink(repo.path("agents"), repo.path(".claude")).unwrap();
    let _ = install(&repo, &["claude"]);
    assert!(repo.path("agents/settings.json").exists());
}

#[cfg(unix)]
#[test]
fn permissions_stay_and_a_link_is_followed() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let repo = place();
    let real = repo.home().join("dotfiles.json");
    fs::write(&real, "{}\n").unwrap();
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&real, repo.home().join(".claude.json")).unwrap();
    let _ = install(&repo, &["claude", "--user"]);
    assert!(fs::read_to_string(&real).unwrap().contains("charter"));
    assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
    let memory = repo.home().join(".config/charter/installed.json");
    assert_eq!(fs::metadata(memory).unwrap().permissions().mode() & 0o777, 0o600);
    let _ = install(&repo, &["claude", "--user", "--uninstall"]);
    assert!(fs::symlink_metadata(repo.home().join(".claude.json")).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&real).unwrap(), "{}\n");
}

#[test]
fn directories_that_variables_name_are_used() {
    let repo = place();
    let (home, bin) = (repo.home(), repo.home().join("bin").display().to_string());
    let run = |agent: &str, name: &str| {
        let dir = home.join(name).display().to_string();
        let args = ["install", agent, "--user"];
        let _ = repo.charter(&args).env("PATH", &bin).env(name, &dir).run().success();
    };
    run("claude", "CLAUDE_CONFIG_DIR");
    run("codex", "CODEX_HOME");
    run("pi", "PI_CODING_AGENT_DIR");
    run("copilot", "COPILOT_HOME");
    for file in [
        "CLAUDE_CONFIG_DIR/.claude.json",
        "CLAUDE_CONFIG_DIR/settings.json",
        "CODEX_HOME/config.toml",
        "CODEX_HOME/prompts/charter.md",
        "PI_CODING_AGENT_DIR/extensions/charter.ts",
        "COPILOT_HOME/mcp-config.json",
    ] {
        assert!(home.join(file).is_file(), "{file}");
    }
}
