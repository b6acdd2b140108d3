//! `cargo xtask mcp-clients`: the server driven by clients that others wrote.
//!
//! Owns the list of clients and the page with what came of them. A client that is not here is named as
//! skipped, with how to get it; one that is here and fails, fails the chore. The stories are the
//! scripts in `xtask/mcp`.

use crate::error::{ChoreError, Result};
use crate::root;
use crate::step::step;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A client, how it is found, and what its script is told.
struct McpClient {
    name: &'static str,
    transport: &'static str,
    /// The variable that names the program, and what it is called on the path.
    program: (&'static str, &'static str),
    /// The arguments that show whether it is there.
    probe: &'static [&'static str],
    /// How to get it.
    hint: &'static str,
    script: &'static str,
    args: &'static [&'static str],
}

const PYTHON: McpClient = McpClient {
    name: "Python `mcp` 2.3.0",
    transport: "stdio",
    program: ("CHARTER_PYTHON", "python3"),
    probe: &["-c", "import mcp_types, mcp; mcp.Client"],
    hint: "pip install mcp==2.3.0, in an environment that CHARTER_PYTHON names",
    script: "python.py",
    args: &[],
};

const CLIENTS: &[McpClient] = &[
    McpClient { args: &["auto", "stdio", "none"], ..PYTHON },
    McpClient { args: &["auto", "stdio", "shown"], ..PYTHON },
    McpClient { args: &["auto", "stdio", "declined"], ..PYTHON },
    McpClient { args: &["legacy", "stdio", "none"], ..PYTHON },
    McpClient { args: &["legacy", "stdio", "shown"], ..PYTHON },
    McpClient { args: &["legacy", "stdio", "declined"], ..PYTHON },
    McpClient { transport: "HTTP", args: &["auto", "http", "shown"], ..PYTHON },
    McpClient { transport: "HTTP", args: &["legacy", "http", "shown"], ..PYTHON },
    McpClient {
        name: "inspector CLI 0.15.0",
        transport: "stdio",
        program: ("CHARTER_INSPECTOR", "mcp-inspector"),
        probe: &["--help"],
        hint: "npm install @modelcontextprotocol/inspector@0.15.0; CHARTER_INSPECTOR names it",
        script: "inspector.sh",
        args: &[],
    },
    McpClient {
        name: "curl",
        transport: "HTTP, token",
        program: ("CHARTER_CURL", "curl"),
        probe: &["--version"],
        hint: "install curl",
        script: "curl.sh",
        args: &[],
    },
];

/// Runs every client that is here, prints a table and writes `docs/mcp-clients.md`.
pub(crate) fn run(args: &[String]) -> Result<()> {
    if !args.is_empty() {
        return Err(ChoreError::Usage("`mcp-clients` takes no arguments".to_owned()));
    }
    step("build", &["cargo", "build", "--quiet", "-p", "charter"])?;
    let binary = find_binary();
    let mut rows = Vec::new();
    let mut n_failed = 0;
    for client in CLIENTS {
        let (came, n_wrong) = match find(client) {
            None => (format!("skipped: {}", client.hint), 0),
            Some(program) => match play(client, &program, &binary)? {
                Ok(said) => (said, 0),
                Err(why) => (format!("FAILED: {why}"), 1),
            },
        };
        n_failed += n_wrong;
        let how = client.args.first().copied().unwrap_or("–");
        let forms = client.args.get(2).copied().unwrap_or("none");
        let row = format!("| {} | {} | {how} | {forms} | {came} |", client.name, client.transport);
        eprintln!("{row}");
        rows.push(row);
    }
    let page = render(&rows);
    print!("{page}");
    if n_failed > 0 {
        return Err(ChoreError::Measure(format!("{n_failed} of {} clients failed", CLIENTS.len())));
    }
    // A page is written only by whoever has all of them.
    if rows.iter().any(|it| it.contains("skipped: ")) {
        eprintln!("xtask: clients are missing, so docs/mcp-clients.md stays as it is");
        return Ok(());
    }
    let path = root::workspace().join("docs/mcp-clients.md");
    fs::write(&path, &page).map_err(ChoreError::file(&path))
}

#[expect(clippy::disallowed_methods, reason = "whoever runs it says where clients are")]
fn find(client: &McpClient) -> Option<String> {
    let (variable, name) = client.program;
    let program = std::env::var(variable).unwrap_or_else(|_| name.to_owned());
    let mut probe = Command::new(&program);
    probe.args(client.probe).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    probe.status().is_ok_and(|it| it.success()).then_some(program)
}

#[expect(clippy::disallowed_methods, reason = "cargo's target folder can be moved by a variable")]
fn find_binary() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    root::workspace().join(target).join("debug").join("charter")
}

/// Plays a client's script: what it says at the end, or why it failed.
fn play(
    client: &McpClient,
    program: &str,
    binary: &Path,
) -> Result<std::result::Result<String, String>> {
    let script = root::workspace().join("xtask/mcp").join(client.script);
    let is_python = client.script.ends_with(".py");
    let mut command = Command::new(if is_python { program } else { "bash" });
    command.arg(&script).arg(binary).args(client.args).stdin(Stdio::null());
    if !is_python {
        command.arg(program);
    }
    let output = command.output();
    let output =
        output.map_err(|source| ChoreError::Start { program: client.script.to_owned(), source })?;
    let text = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes).into_owned();
        text.trim().lines().last().unwrap_or_default().to_owned()
    };
    if !output.status.success() {
        return Ok(Err(text(&output.stderr)));
    }
    let said: serde_json::Value = serde_json::from_str(&text(&output.stdout)).unwrap_or_default();
    let word = |key: &str| {
        said.get(key).map_or("–".to_owned(), |it| match it {
            serde_json::Value::String(it) => it.clone(),
            other => other.to_string(),
        })
    };
    let cells = ["negotiated", "tools", "forms", "calls", "end"].map(word);
    Ok(Ok(cells.join(" | ")))
}

fn render(rows: &[String]) -> String {
    let mut page = String::from(
        "# MCP clients\n\nWritten by `cargo xtask mcp-clients`. Each client lists the tools, opens a \
         charter, is interviewed, is refused completion, records, proves (on the command line) and \
         completes; every answer is checked for next actions, every error for a code and problems.\n\n\
         | client | transport | mode | user's forms | negotiated | tools | forms shown | calls | end |\n\
         |---|---|---|---|---|---|---|---|---|\n",
    );
    for row in rows {
        let _ = writeln!(page, "{row}");
    }
    page
}
