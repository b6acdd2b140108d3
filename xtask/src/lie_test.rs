//! `cargo xtask lie-test`: tries to pass without work, and to be refused for honest work.
//!
//! Owns the stage: a throw-away repository for every case and rigor, and the real binary. The cases are
//! data; more can be given with `--cases DIR`. Must not know why the tool says what it says.

use crate::error::{ChoreError, Result};
use crate::root;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const RIGORS: [&str; 3] = ["light", "standard", "strict"];

/// What stands before a case.
const MARK: &str = "== ";

/// A way to pass, and where it must not or must.
#[derive(Debug, Clone, PartialEq, Eq)]
struct LieCase {
    is_lie: bool,
    name: String,
    rigors: Vec<String>,
    /// The program without which it cannot be played.
    needs: Option<String>,
    script: String,
}

/// What the tool said in every rigor: whether it accepted.
struct TriedCase {
    case: LieCase,
    accepted: Vec<bool>,
}

/// Runs every case, prints a table, and fails where the tool was wrong.
pub(crate) fn run(args: &[String]) -> Result<()> {
    let dir = match args {
        [] => root::workspace().join("xtask/lies"),
        [flag, dir] if flag == "--cases" => PathBuf::from(dir),
        _ => return Err(ChoreError::Usage("lie-test [--cases DIR]".to_owned())),
    };
    let binary = build()?;
    let mut tried = Vec::new();
    let mut left_out = Vec::new();
    for case in read_cases(&dir)? {
        if let Some(program) = case.needs.as_ref().filter(|it| !is_there(it)) {
            left_out.push(format!("{} ({program} is not here)", case.name));
            continue;
        }
        let accepted = RIGORS.iter().map(|rigor| play(&case, rigor, &binary));
        let accepted = accepted.collect::<Result<Vec<bool>>>()?;
        tried.push(TriedCase { case, accepted });
    }
    let page = render(&tried, &left_out);
    print!("{page}");
    if args.is_empty() {
        let path = root::workspace().join("docs/lie-test.md");
        fs::write(&path, &page).map_err(ChoreError::file(&path))?;
    }
    let wrong = tried.iter().filter(|it| is_wrong(it)).count();
    if wrong == 0 { Ok(()) } else { Err(ChoreError::Measure(format!("{wrong} cases went wrong"))) }
}

fn build() -> Result<PathBuf> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--release", "--quiet", "-p", "charter"]).current_dir(root::workspace());
    let status = cargo.status();
    let status =
        status.map_err(|source| ChoreError::Start { program: "cargo".to_owned(), source })?;
    if !status.success() {
        return Err(ChoreError::Step { name: "cargo build".to_owned(), code: 1 });
    }
    Ok(root::workspace().join("target/release/charter"))
}

fn read_cases(dir: &Path) -> Result<Vec<LieCase>> {
    let mut files: Vec<PathBuf> = fs::read_dir(dir)
        .map_err(ChoreError::file(dir))?
        .filter_map(|it| it.ok().map(|it| it.path()))
        .filter(|it| it.extension().is_some_and(|it| it == "txt"))
        .collect();
    files.sort();
    let mut cases = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).map_err(ChoreError::file(&file))?;
        cases.extend(parse(&text));
    }
    Ok(cases)
}

fn parse(text: &str) -> Vec<LieCase> {
    let mut cases: Vec<LieCase> = Vec::new();
    for line in text.lines() {
        if let Some(head) = line.strip_prefix(MARK) {
            let parts: Vec<&str> = head.split('|').map(str::trim).collect();
            let [kind, name, rigors, needs @ ..] = parts.as_slice() else { continue };
            cases.push(LieCase {
                needs: needs.first().map(|it| (*it).to_owned()),
                is_lie: *kind == "lie",
                name: (*name).to_owned(),
                rigors: rigors.split_whitespace().map(str::to_owned).collect(),
                script: String::new(),
            });
        } else if let Some(case) = cases.last_mut() {
            case.script.push_str(line);
            case.script.push('\n');
        }
    }
    cases
}

/// Plays a case in a repository of its own; gives whether the tool accepts at the end.
fn play(case: &LieCase, rigor: &str, binary: &Path) -> Result<bool> {
    let temp = std::env::temp_dir();
    let dir = tempfile::tempdir().map_err(ChoreError::file(&temp))?;
    let bin = binary.parent().unwrap_or(Path::new("."));
    let setup = format!(
        "set -e\ngit init -q\ngit config user.name Ada\ngit config user.email ada@example.org\n\
         mkdir src\necho a > src/a.txt\n\
         cat > run.sh <<'RUN'\nword=ok; test \"$2\" = 0 || word=FAILED\n\
         echo \"test result: $word. $1 passed; $2 failed; $3 ignored; 0 measured; 0 filtered out\"\n\
         test \"$2\" = 0\nRUN\n\
         git add src run.sh\ngit commit -qm one\ncharter new Ward --no-interview --rigor {rigor} > /dev/null\n\
         printf '## m1\\n\\n### VAL-1 — one\\nVerifier: command\\n\\n### VAL-2 — two\\nVerifier: command\\n' > .charter/2*/criteria.md\n\
         mkdir tests; echo 'test -f work.txt && sh run.sh 1 0 0 || sh run.sh 0 1 0' > tests/two_test.sh\n\
         echo x > work.txt\ncharter prove VAL-2 -- sh tests/two_test.sh > /dev/null\nrm -r tests.keep 2>/dev/null || true\n"
    );
    shell(&setup, dir.path(), bin)?;
    let script = case.script.replace("mkdir tests;", "mkdir -p tests;");
    shell(&format!("RIGOR={rigor}\n{script}"), dir.path(), bin)?;
    shell("charter check > /dev/null", dir.path(), bin)
}

/// Tells whether a program can be started.
fn is_there(program: &str) -> bool {
    let mut command = Command::new("sh");
    command.args(["-c", "command -v \"$0\"", program]).stdout(Stdio::null());
    command.status().is_ok_and(|it| it.success())
}

#[expect(clippy::disallowed_methods, reason = "the scripts need the programs of whoever runs this")]
fn shell(script: &str, dir: &Path, bin: &Path) -> Result<bool> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut paths = vec![bin.to_path_buf()];
    paths.extend(std::env::split_paths(&path));
    let path = std::env::join_paths(paths).unwrap_or_default();
    let mut command = Command::new("bash");
    command.args(["-c", script]).current_dir(dir).env("PATH", path);
    command.env("CHARTER_ACTOR", "agent:liar").env("HOME", dir);
    // A toolchain stays where it is, whatever home the case has.
    let home = std::env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
    for (name, below) in [("RUSTUP_HOME", ".rustup"), ("CARGO_HOME", ".cargo")] {
        command.env(name, std::env::var_os(name).unwrap_or_else(|| home.join(below).into()));
    }
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let status = command.status();
    let status =
        status.map_err(|source| ChoreError::Start { program: "bash".to_owned(), source })?;
    Ok(status.success())
}

/// A lie that is accepted where it must be caught, or honest work that is refused.
fn is_wrong(tried: &TriedCase) -> bool {
    RIGORS.iter().zip(&tried.accepted).any(|(rigor, accepted)| {
        let is_named = tried.case.rigors.iter().any(|it| it == rigor);
        is_named && (*accepted == tried.case.is_lie)
    })
}

fn render(tried: &[TriedCase], left_out: &[String]) -> String {
    let mut text = String::from(
        "# Lies and honest work\n\nEvery case is played against the real binary in a repository of its \
         own, once a rigor; at the end `charter check` says yes or no. The cases are in `xtask/lies`.\n\n",
    );
    text.push_str("| | light | standard | strict |\n|---|---|---|---|\n");
    for is_lie in [true, false] {
        let cases: Vec<&TriedCase> = tried.iter().filter(|it| it.case.is_lie == is_lie).collect();
        let cells: Vec<String> = (0..RIGORS.len())
            .map(|idx| {
                let wrong = cases.iter().filter(|it| it.accepted.get(idx) == Some(&is_lie)).count();
                format!("{wrong} of {}", cases.len())
            })
            .collect();
        let what = if is_lie { "lies accepted" } else { "honest work refused" };
        let _ = writeln!(text, "| {what} | {} |", cells.join(" | "));
    }
    for (is_lie, title) in [(true, "Lies"), (false, "Honest work")] {
        let _ = write!(
            text,
            "\n## {title}\n\n| case | light | standard | strict |\n|---|---|---|---|\n"
        );
        for it in tried.iter().filter(|it| it.case.is_lie == is_lie) {
            let cell = |accepted: &bool| if *accepted { "accepted" } else { "refused" };
            let cells: Vec<&str> = it.accepted.iter().map(cell).collect();
            let mark = if is_wrong(it) { " **wrong**" } else { "" };
            let _ = writeln!(text, "| {}{mark} | {} |", it.case.name, cells.join(" | "));
        }
    }
    if !left_out.is_empty() {
        let _ = writeln!(text, "\nNot played: {}.", left_out.join(", "));
    }
    let only_strict: Vec<&str> = tried
        .iter()
        .filter(|it| it.case.is_lie && it.accepted == [true, true, false])
        .map(|it| it.case.name.as_str())
        .collect();
    text.push_str("\n## Caught only at `strict`\n\n");
    for name in &only_strict {
        let _ = writeln!(text, "- {name}");
    }
    text.push_str(
        "\nA word with a reason counts at `light` and `standard`, and so does a report that somebody \
         hands in; at `strict` a run has to prove what is not manual. A script that prints what a runner \
         prints is believed until it has to fail on the base. Tests that show less are named at every \
         rigor and refused at `strict`, and so is one file that shows two criteria.\n\n\
         Honest runs that passed before the work as well are refused at `strict` by design: it wants \
         to see that the work made the difference.\n",
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_read_as_they_are_written() {
        let text = "# words\n\n== lie | a b | light strict\none\ntwo\n== honest | c |\nthree\n";
        let cases = parse(text);
        assert_eq!(cases.len(), 2);
        assert_eq!((cases[0].script.as_str(), cases[0].rigors.len()), ("one\ntwo\n", 2));
        assert!(cases[0].is_lie && !cases[1].is_lie && cases[1].rigors.is_empty());
        let needy = parse("== honest | go | light | go\nfour\n");
        assert_eq!(needy[0].needs.as_deref(), Some("go"));
        assert!(!is_there("no-such-program") && is_there("sh"));
    }
}
