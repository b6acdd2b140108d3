//! `cargo xtask lie-test`: tries to pass without work, and to be refused for honest work.
//!
//! Owns the stage: a throw-away repository for every case and rigor, and the real binary. The cases are
//! data; more can be given with `--cases DIR`. Those in `outside` were written by people who had not seen the
//! mechanism, and keep what it said to each before anything was mended. Must not know why the tool says what it
//! says.

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
    /// Who wrote it.
    author: CaseAuthor,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum CaseAuthor {
    Us,
    /// Somebody who had not seen the mechanism.
    Outsider {
        /// What kind of case it is: sloppy, malicious or honest.
        kind: String,
        /// What was said to it before anything was mended.
        first: String,
    },
}

/// Where a case is played.
struct CasePlaces {
    repo: PathBuf,
    /// Nothing of whoever runs this.
    home: PathBuf,
}

/// What every case can call.
const PRELUDE: &str = "git() { command git -c user.name=Ada -c user.email=ada@example.org \"$@\"; }\n\
    as_person() { CHARTER_ACTOR=person:Ada \"$@\"; }\n";

/// What our own cases can call beside it.
const WORK: &str = include_str!("../lies/work.sh");

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
    cases.extend(read_outside(&dir.join("outside"))?);
    Ok(cases)
}

/// Reads the cases of outsiders: one script each, with a head.
fn read_outside(dir: &Path) -> Result<Vec<LieCase>> {
    let Ok(entries) = fs::read_dir(dir) else { return Ok(Vec::new()) };
    let mut files: Vec<PathBuf> = entries.filter_map(|it| it.ok().map(|it| it.path())).collect();
    files.retain(|it| it.extension().is_some_and(|it| it == "sh"));
    files.sort();
    let read = |file: PathBuf| {
        let text = fs::read_to_string(&file).map_err(ChoreError::file(&file))?;
        Ok(parse_outside(&text))
    };
    files.into_iter().map(read).collect()
}

fn parse_outside(text: &str) -> LieCase {
    let head = |key: &str| {
        let mark = format!("# {key}: ");
        text.lines().find_map(|it| it.strip_prefix(&mark)).unwrap_or_default().trim().to_owned()
    };
    let kind = head("kind");
    let is_lie = kind != "honest";
    let rigors = Some(head("rigors")).filter(|it| !it.is_empty());
    let rigors = rigors.unwrap_or_else(|| "standard strict".to_owned());
    LieCase {
        is_lie,
        name: head("about").replace('|', "/"),
        rigors: rigors.split_whitespace().map(str::to_owned).collect(),
        needs: None,
        script: text.to_owned(),
        author: CaseAuthor::Outsider { kind, first: head("first") },
    }
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
                author: CaseAuthor::Us,
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
    let places = CasePlaces { repo: dir.path().join("repo"), home: dir.path().join("home") };
    for place in [&places.repo, &places.home] {
        fs::create_dir(place).map_err(ChoreError::file(place))?;
    }
    let bin = binary.parent().unwrap_or(Path::new("."));
    let setup = format!(
        "set -e\ngit init -q\ngit config user.name Ada\ngit config user.email ada@example.org\n\
         mkdir src\necho a > src/a.txt\n\
         cat > run.sh <<'RUN'\nword=ok; test \"$2\" = 0 || word=FAILED\n\
         echo \"test result: $word. $1 passed; $2 failed; $3 ignored; 0 measured; 0 filtered out\"\n\
         test \"$2\" = 0\nRUN\n\
         git add src run.sh\ngit commit -qm one\ncharter new Ward --no-interview --rigor {rigor} > /dev/null\n\
         printf '## m1\\n\\n### VAL-1 — one\\nVerifier: command\\n\\n### VAL-2 — two\\nVerifier: command\\n' > .charter/2*/criteria.md\n\
         mkdir tests; echo '. ./src/two.sh; test \"$(two 3)\" = 5 && sh run.sh 1 0 0 || sh run.sh 0 1 0' > tests/two_test.sh\n\
         echo 'two() {{ echo $(($1 + 2)); }}' > src/two.sh\ncharter prove VAL-2 -- sh tests/two_test.sh > /dev/null\n"
    );
    match &case.author {
        CaseAuthor::Us => {
            shell(&setup, &places, bin)?;
            let script = &case.script;
            shell(&format!("RIGOR={rigor}\n{PRELUDE}{WORK}{script}"), &places, bin)?;
        }
        CaseAuthor::Outsider { .. } => {
            let script = &case.script;
            shell(&format!("RIGOR={rigor}\n{PRELUDE}{script}"), &places, bin)?;
        }
    }
    shell("charter check > /dev/null", &places, bin)
}

/// Tells whether a program can be started.
fn is_there(program: &str) -> bool {
    let mut command = Command::new("sh");
    command.args(["-c", "command -v \"$0\"", program]).stdout(Stdio::null());
    command.status().is_ok_and(|it| it.success())
}

#[expect(clippy::disallowed_methods, reason = "the scripts need the programs of whoever runs this")]
fn shell(script: &str, places: &CasePlaces, bin: &Path) -> Result<bool> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut paths = vec![bin.to_path_buf()];
    paths.extend(std::env::split_paths(&path));
    let path = std::env::join_paths(paths).unwrap_or_default();
    let mut command = Command::new("bash");
    command.args(["-c", script]).current_dir(&places.repo).env("PATH", path);
    command.env("CHARTER_ACTOR", "agent:liar").env("HOME", &places.home);
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
         own, once a rigor; at the end `charter check` says yes or no. The cases are in `xtask/lies`. Those of \
         others were written by people who had seen the README and the promise, not the mechanism; *at first* is \
         what was said to them before anything was mended, *now* is a figure on cases that it was tuned on.\n\n",
    );
    text.push_str("| | light | standard | strict | at first: standard | strict |\n|---|---|---|---|---|---|\n");
    for (title, is_meant) in GROUPS {
        let cases: Vec<&TriedCase> = tried.iter().filter(|it| is_meant(&it.case)).collect();
        let Some(one) = cases.first() else { continue };
        let is_lie = one.case.is_lie;
        let now = (0..RIGORS.len()).map(|idx| wrong_at(&cases, idx, is_lie));
        let first = ["standard", "strict"].map(|rigor| wrong_at_first(&cases, rigor, is_lie));
        let cells: Vec<String> = now.chain(first).collect();
        let _ = writeln!(text, "| {title} | {} |", cells.join(" | "));
    }
    for (title, is_meant) in GROUPS {
        let cases: Vec<&TriedCase> = tried.iter().filter(|it| is_meant(&it.case)).collect();
        if cases.is_empty() {
            continue;
        }
        let _ = write!(
            text,
            "\n## {title}\n\n| case | light | standard | strict | at first |\n|---|---|---|---|---|\n"
        );
        for it in cases {
            let cell = |accepted: &bool| if *accepted { "accepted" } else { "refused" };
            let cells: Vec<&str> = it.accepted.iter().map(cell).collect();
            let mark = if is_wrong(it) { " **wrong**" } else { "" };
            let first = match &it.case.author {
                CaseAuthor::Us => "",
                CaseAuthor::Outsider { first, .. } => first,
            };
            let _ = writeln!(text, "| {}{mark} | {} | {first} |", it.case.name, cells.join(" | "));
        }
    }
    if !left_out.is_empty() {
        let _ = writeln!(text, "\nNot played: {}.", left_out.join(", "));
    }
    text.push_str(CLOSING);
    text
}

type IsMeant = fn(&LieCase) -> bool;

/// The parts of the page.
const GROUPS: [(&str, IsMeant); 5] = [
    ("lies of our own, accepted", |it| it.is_lie && it.author == CaseAuthor::Us),
    ("sloppy lies of others, accepted", |it| is_of(it, "sloppy")),
    ("malicious lies of others, accepted", |it| is_of(it, "malicious")),
    ("honest work of our own, refused", |it| !it.is_lie && it.author == CaseAuthor::Us),
    ("honest work of others, refused", |it| is_of(it, "honest")),
];

fn is_of(case: &LieCase, wanted: &str) -> bool {
    matches!(&case.author, CaseAuthor::Outsider { kind, .. } if kind == wanted)
}

/// What the figures do not say.
const CLOSING: &str = "\n## What is not caught\n\nA test that asks too little (one noticed change is enough), a test that \
    asks something else than the criterion says, an answer hard-coded for the tested values, a file that git ignores, and a \
    ledger that is forged whole with everything that could remember it.\n";

/// Counts the cases that went wrong at a rigor, of those that speak about it.
fn wrong_at(cases: &[&TriedCase], idx: usize, is_lie: bool) -> String {
    let rigor = RIGORS.get(idx).copied().unwrap_or_default();
    let meant = |it: &&&TriedCase| is_lie || it.case.rigors.iter().any(|it| it == rigor);
    let all: Vec<_> = cases.iter().filter(meant).collect();
    let wrong = all.iter().filter(|it| it.accepted.get(idx) == Some(&is_lie)).count();
    format!("{wrong} of {}", all.len())
}

/// Counts the same by what was said at first.
fn wrong_at_first(cases: &[&TriedCase], rigor: &str, is_lie: bool) -> String {
    let word = if is_lie { "accepted" } else { "refused" };
    let firsts: Vec<&str> = cases
        .iter()
        .filter(|it| is_lie || it.case.rigors.iter().any(|it| it == rigor))
        .filter_map(|it| match &it.case.author {
            CaseAuthor::Us => None,
            CaseAuthor::Outsider { first, .. } => Some(first.as_str()),
        })
        .collect();
    if firsts.is_empty() {
        return String::new();
    }
    let wrong = firsts.iter().filter(|it| it.contains(&format!("{rigor} {word}"))).count();
    format!("{wrong} of {}", firsts.len())
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
        let text =
            "# kind: sloppy\n# about: a | b\n# first: standard accepted, strict refused\ntrue\n";
        let outside = parse_outside(text);
        assert!(outside.is_lie && outside.name == "a / b" && is_of(&outside, "sloppy"));
        let tried = TriedCase { case: outside, accepted: vec![true, true, false] };
        assert_eq!(wrong_at_first(&[&tried], "standard", true), "1 of 1");
        assert_eq!(wrong_at(&[&tried], 2, true), "0 of 1");
    }
}
