//! `cargo xtask real-projects`: honest work in projects of others, as their registries have them.
//!
//! Owns the stage: an empty directory for every script of `xtask/real` and rigor, the real binary, and the page. The
//! scripts fetch, work and measure. Needs the network, so no test runs it. Must not know why the tool says what it says.

use crate::bench::{Align, Column, HostMachine, Table};
use crate::error::{ChoreError, Result};
use crate::{root, step};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const RIGORS: [&str; 2] = ["standard", "strict"];

/// What stands before a result in a script's output.
const MARK: &str = "RESULT VAL-";

/// What a proof should stay within: so many times the command, and so many seconds for what is no trial.
const AIM_RATIO: f64 = 4.0;
const AIM_REST_S: f64 = 0.5;

/// What a script says about one criterion.
#[derive(Debug, Clone, PartialEq)]
struct RealResult {
    criterion: String,
    bare_s: f64,
    prove_s: f64,
    verdict: String,
    counts: bool,
    why: String,
}

impl RealResult {
    /// How many times the command's own time the proof took; none for a person's word, which has no command.
    fn ratio(&self) -> Option<f64> {
        (self.bare_s > 0.0).then_some(self.prove_s / self.bare_s)
    }

    fn is_within_aim(&self) -> bool {
        self.prove_s <= AIM_RATIO * self.bare_s + AIM_REST_S
    }
}

/// A project that was played once a rigor.
struct RealProject {
    name: String,
    /// The script's own line about it.
    about: String,
    /// In the order of [`RIGORS`].
    runs: Vec<Vec<RealResult>>,
}

/// Plays every script at every rigor and writes the page; a refusal is a number on it, not a failure.
pub(crate) fn run(args: &[String]) -> Result<()> {
    let binary = match args {
        [] => build()?,
        [flag, path] if flag == "--binary" => {
            let path = Path::new(path);
            fs::canonicalize(path).map_err(ChoreError::file(path))?
        }
        _ => return Err(ChoreError::Usage("real-projects [--binary PATH]".to_owned())),
    };
    let scripts = list_scripts()?;
    let projects = scripts.iter().map(|script| play_project(script, &binary));
    let projects = projects.collect::<Result<Vec<RealProject>>>()?;
    let built = if args.is_empty() { "release build" } else { "a binary that was given" };
    let page = render(&projects, &format!("{}, {built}", HostMachine::read()));
    print!("{page}");
    let path = root::workspace().join("docs/benchmarks/real-projects.md");
    fs::write(&path, &page).map_err(ChoreError::file(&path))
}

fn build() -> Result<PathBuf> {
    step::step("build charter", &["cargo", "build", "--release", "--quiet", "-p", "charter"])?;
    Ok(root::workspace().join("target/release/charter"))
}

fn list_scripts() -> Result<Vec<PathBuf>> {
    let dir = root::workspace().join("xtask/real");
    let entries = fs::read_dir(&dir).map_err(ChoreError::file(&dir))?;
    let paths = entries.filter_map(|it| it.ok().map(|it| it.path()));
    let mut scripts: Vec<PathBuf> =
        paths.filter(|it| it.extension().is_some_and(|it| it == "sh")).collect();
    scripts.sort();
    Ok(scripts)
}

fn play_project(script: &Path, binary: &Path) -> Result<RealProject> {
    let text = fs::read_to_string(script).map_err(ChoreError::file(script))?;
    let about = text.lines().nth(1).unwrap_or_default().trim_start_matches("# ").to_owned();
    let name = script.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let runs = RIGORS.iter().map(|rigor| {
        eprintln!("xtask: {name} at {rigor}");
        play(script, rigor, binary)
    });
    let runs = runs.collect::<Result<Vec<_>>>()?;
    Ok(RealProject { name, about, runs })
}

/// Plays a script in a directory of its own.
#[expect(clippy::disallowed_methods, reason = "the scripts need the programs of whoever runs this")]
fn play(script: &Path, rigor: &str, binary: &Path) -> Result<Vec<RealResult>> {
    let temp = std::env::temp_dir();
    let dir = tempfile::tempdir().map_err(ChoreError::file(&temp))?;
    let path = std::env::var_os("PATH").unwrap_or_default();
    let own = binary.parent().map(Path::to_path_buf);
    let paths = own.into_iter().chain(std::env::split_paths(&path));
    let path = std::env::join_paths(paths).unwrap_or_default();
    let mut command = Command::new("bash");
    command.arg(script).current_dir(dir.path()).env("PATH", path).env("RIGOR", rigor);
    let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let output =
        output.map_err(|source| ChoreError::Start { program: "bash".to_owned(), source })?;
    if !output.status.success() {
        return Err(ChoreError::Measure(format!("`{}` did not end well", script.display())));
    }
    Ok(parse(&String::from_utf8_lossy(&output.stdout)))
}

/// Reads `RESULT VAL-X <seconds bare> <seconds of prove> <verdict> <counts> <why>` among other lines.
fn parse(output: &str) -> Vec<RealResult> {
    output.lines().filter_map(|line| parse_line(line.strip_prefix(MARK)?)).collect()
}

fn parse_line(rest: &str) -> Option<RealResult> {
    let mut words = rest.splitn(6, ' ');
    Some(RealResult {
        criterion: words.next()?.to_lowercase(),
        bare_s: words.next()?.parse().ok()?,
        prove_s: words.next()?.parse().ok()?,
        verdict: words.next()?.to_owned(),
        counts: words.next()?.parse().ok()?,
        why: words.next().unwrap_or_default().trim().to_owned(),
    })
}

fn render(projects: &[RealProject], stage: &str) -> String {
    let blocks = [
        "# Honest work in real projects".to_owned(),
        "Each project is fetched from its registry and committed with a `.gitignore`; one whose package has no tests gets \
         a suite first. Then comes a small piece of work with seven criteria, each shown with the project's own tools: \
         once at `standard`, once at `strict`. The scripts are in `xtask/real`. They need the network, so the tests do \
         not run them. No time is asserted."
            .to_owned(),
        render_totals(projects).trim_end().to_owned(),
        "`ratio` is `charter prove` against the bare command, which ran right before it with the same warm caches. A \
         person's word has no command and no ratio. The last column counts the proofs that took at most four times their \
         command and half a second."
            .to_owned(),
        format!("## Refused\n\n{}", render_refused(projects)),
        format!("## Every criterion\n\nSeconds are of `standard`.\n\n{}", render_rows(projects).trim_end()),
        format!("## The projects\n\n{}", render_projects(projects)),
        format!("Measured on {stage}, by `cargo xtask real-projects`."),
    ];
    blocks.join("\n\n") + "\n"
}

fn column(title: &'static str, align: Align) -> Column {
    Column { title, align }
}

fn render_totals(projects: &[RealProject]) -> String {
    let mut table = Table::new(vec![
        column("rigor", Align::Left),
        column("refused", Align::Right),
        column("median command, s", Align::Right),
        column("median prove, s", Align::Right),
        column("median ratio", Align::Right),
        column("within 4 × and 0.5 s", Align::Right),
    ]);
    for (idx, rigor) in RIGORS.iter().enumerate() {
        let results: Vec<&RealResult> =
            projects.iter().filter_map(|it| it.runs.get(idx)).flatten().collect();
        let refused = results.iter().filter(|it| !it.counts).count();
        let runs: Vec<&&RealResult> = results.iter().filter(|it| it.ratio().is_some()).collect();
        let within = runs.iter().filter(|it| it.is_within_aim()).count();
        let median = |of: fn(&RealResult) -> f64| median(runs.iter().map(|it| of(it)).collect());
        table.push(&[
            rigor,
            &format!("{refused} of {}", results.len()),
            &format!("{:.2}", median(|it| it.bare_s)),
            &format!("{:.2}", median(|it| it.prove_s)),
            &format!("{:.1} ×", median(|it| it.ratio().unwrap_or_default())),
            &format!("{within} of {}", runs.len()),
        ]);
    }
    table.render()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

fn render_refused(projects: &[RealProject]) -> String {
    let mut lines = Vec::new();
    for project in projects {
        for (rigor, results) in RIGORS.iter().zip(&project.runs) {
            for it in results.iter().filter(|it| !it.counts) {
                let RealResult { criterion, verdict, why, .. } = it;
                lines.push(format!(
                    "- {} · {criterion} · {rigor}: `{verdict}`, {why}",
                    project.name
                ));
            }
        }
    }
    if lines.is_empty() { "Nothing.".to_owned() } else { lines.join("\n") }
}

fn render_rows(projects: &[RealProject]) -> String {
    let mut table = Table::new(vec![
        column("project", Align::Left),
        column("criterion", Align::Left),
        column("standard", Align::Left),
        column("strict", Align::Left),
        column("command, s", Align::Right),
        column("prove, s", Align::Right),
        column("ratio", Align::Right),
    ]);
    for project in projects {
        let [standard, strict] = project.runs.as_slice() else { continue };
        for it in standard {
            let strict = strict.iter().find(|other| other.criterion == it.criterion);
            table.push(&[
                &project.name,
                &it.criterion,
                &render_verdict(it),
                &strict.map_or("not played".to_owned(), render_verdict),
                &it.ratio().map_or(String::new(), |_| format!("{:.2}", it.bare_s)),
                &format!("{:.2}", it.prove_s),
                &it.ratio().map_or(String::new(), |it| format!("{it:.1} ×")),
            ]);
        }
    }
    table.render()
}

fn render_verdict(result: &RealResult) -> String {
    if result.counts { result.verdict.clone() } else { format!("**refused**: {}", result.verdict) }
}

fn render_projects(projects: &[RealProject]) -> String {
    let lines = projects.iter().map(|it| format!("- {}: {}", it.name, it.about));
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_among_other_lines() {
        let output = "npm notice\nRESULT VAL-DOCS 0.200 1.500 held false passes without the change; so what\n\
                      RESULT VAL-MANUAL 0 0.050 attested true \nRESULT VAL-LINT none\n";
        let results = parse(output);
        assert_eq!(results.len(), 2);
        assert_eq!((results[0].criterion.as_str(), results[0].verdict.as_str()), ("docs", "held"));
        assert_eq!(results[0].why, "passes without the change; so what");
        assert!(!results[0].counts && results[1].counts && results[1].why.is_empty());
        assert!((results[0].ratio().unwrap() - 7.5).abs() < 1e-9);
        assert!(!results[0].is_within_aim() && results[1].is_within_aim());
        assert_eq!(results[1].ratio(), None);
    }
}
