//! The templates for CI: every step of the committed action and of the GitLab job, run by bash in a fresh clone
//! of a bare remote, as a runner would.
//!
//! Must not test what the gate judges; that is the story of a pull request.

use crate::ci_yaml::{fences, parse};
use crate::pull_request::{REGISTER, Story};
use crate::scene::BIN;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a job came to.
struct Job {
    exit: i32,
    log: String,
    /// The page of the job.
    page: String,
    outputs: BTreeMap<String, String>,
}

/// A runner with a clone of its own.
struct Runner<'a> {
    story: &'a Story,
    clone: PathBuf,
    temp: PathBuf,
    /// What expressions stand for.
    context: BTreeMap<String, String>,
    /// More variables for every step.
    vars: Vec<(String, String)>,
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn committed(path: &str) -> String {
    fs::read_to_string(workspace().join(path)).unwrap()
}

/// Where the system's programs are.
#[expect(clippy::disallowed_methods, reason = "a runner has the programs that this machine has")]
fn search_path() -> String {
    std::env::var("PATH").unwrap()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

/// Puts values for the expressions of a text; one that the test doesn't know fails it.
#[track_caller]
fn substitute(text: &str, context: &BTreeMap<String, String>) -> String {
    let mut parts = text.split("${{");
    let mut done = parts.next().unwrap().to_owned();
    for part in parts {
        let (expression, rest) = part.split_once("}}").unwrap();
        let value = context.get(expression.trim());
        assert!(value.is_some(), "`{expression}` is no expression that is known");
        done += value.unwrap();
        done += rest;
    }
    done
}

impl<'a> Runner<'a> {
    fn new(story: &'a Story, name: &str) -> Self {
        let at = |it: &str| story.repo.path(format!("../{name}{it}"));
        let (clone, temp) = (at(""), at("-temp"));
        for dir in [&clone, &temp] {
            let _ = fs::remove_dir_all(dir);
            fs::create_dir_all(dir).unwrap();
        }
        let runner = Self { story, clone, temp, context: BTreeMap::new(), vars: Vec::new() };
        runner.git(&["init", "--quiet", "--initial-branch=none", "--template="]);
        runner.git(&["remote", "add", "origin", "../remote.git"]);
        runner
    }

    /// Pushes the merge that GitHub makes of a branch and its target, and checks it out.
    fn github(story: &'a Story, base: &str, depth: Depth) -> Self {
        let git = |args: &[&str]| story.repo.git(args);
        git(&["fetch", "--quiet", "origin"]);
        git(&["checkout", "--quiet", "--detach", &format!("origin/{base}")]);
        git(&["merge", "--quiet", "--no-ff", "-m", "Merge work", "work"]);
        git(&["push", "--quiet", "--force", "origin", "HEAD:refs/pull/7/merge"]);
        git(&["checkout", "--quiet", "work"]);
        let mut runner = Self::new(story, "github");
        let merge = "+refs/pull/7/merge:refs/remotes/pull/7/merge";
        match depth {
            Depth::Full => {
                runner.git(&["fetch", "-q", "origin", "+refs/heads/*:refs/remotes/origin/*"]);
                runner.git(&["fetch", "-q", "origin", "+refs/tags/*:refs/tags/*"]);
                runner.git(&["fetch", "-q", "origin", merge]);
            }
            Depth::One => runner.git(&["fetch", "-q", "--no-tags", "--depth=1", "origin", merge]),
        }
        runner.git(&["checkout", "--quiet", "--force", "refs/remotes/pull/7/merge"]);
        for (expression, value) in [
            ("github.event_name", "pull_request"),
            ("github.base_ref", base),
            ("github.event.merge_group.base_ref", ""),
            ("inputs.against", ""),
            ("inputs.charter", BIN),
        ] {
            runner.set(expression, value);
        }
        runner
    }

    /// Checks out the source branch as GitLab's runner does, with everything that it fetches.
    fn gitlab(story: &'a Story, target: &str, refs: &[&str]) -> Self {
        story.repo.git(&["push", "--quiet", "--force", "origin", "work:refs/pipelines/9"]);
        let mut runner = Self::new(story, "gitlab");
        let ours = "+refs/pipelines/9:refs/pipelines/9";
        runner.git(&[&["fetch", "--quiet", "--no-tags", "origin", ours], refs].concat());
        runner.git(&["checkout", "--quiet", "--force", "--detach", "refs/pipelines/9"]);
        for (name, value) in [
            ("CI_PIPELINE_SOURCE", "merge_request_event"),
            ("CI_JOB_ID", "4711"),
            ("CI_PROJECT_ID", "1"),
            ("CI_MERGE_REQUEST_PROJECT_ID", "1"),
            ("CI_MERGE_REQUEST_TARGET_BRANCH_NAME", target),
            ("CHARTER", BIN),
        ] {
            runner.vars.push((name.to_owned(), value.to_owned()));
        }
        runner
    }

    fn set(&mut self, expression: &str, value: &str) {
        self.context.insert(expression.to_owned(), value.to_owned());
    }

    fn git(&self, args: &[&str]) {
        let mut command = Command::new("git");
        self.isolate(command.args(args));
        let output = command.output().unwrap();
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    }

    fn isolate(&self, command: &mut Command) {
        command
            .env_clear()
            .current_dir(&self.clone)
            .env("PATH", search_path())
            .env("HOME", self.story.repo.home())
            .env("TMPDIR", &self.temp)
            .env("LANG", "C.UTF-8")
            .env("CI", "true")
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1");
        for (name, value) in &self.vars {
            command.env(name, value);
        }
    }

    /// Runs one script in a shell of its own; gives how it ended, and what it said.
    fn bash(&self, flags: &[&str], script: &str, vars: &[(String, String)]) -> (i32, String) {
        let file = self.temp.join("script.sh");
        fs::write(&file, script).unwrap();
        let mut command = Command::new("bash");
        self.isolate(command.args(flags).arg(file));
        command.envs(vars.iter().cloned());
        let output = command.output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&said).into_owned())
    }

    /// Runs the steps of a list, each in a shell as GitHub starts it.
    #[track_caller]
    fn steps(&mut self, steps: &Value) -> Job {
        let files = ["GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "GITHUB_ENV", "GITHUB_PATH"];
        let files = files.map(|it| (it.to_owned(), self.temp.join(it).display().to_string()));
        let action = workspace().display().to_string();
        let temp = self.temp.display().to_string();
        self.vars.push(("GITHUB_ACTION_PATH".to_owned(), action));
        self.vars.push(("RUNNER_TEMP".to_owned(), temp));
        let mut outputs = BTreeMap::new();
        let (mut exit, mut log) = (0, String::new());
        for step in steps.as_array().unwrap() {
            let is_wanted = match text(step, "if") {
                "" => exit == 0,
                "always()" => true,
                "inputs.charter == ''" => exit == 0 && self.context["inputs.charter"].is_empty(),
                other => {
                    assert_eq!(other, "always()", "a condition that is not known");
                    false
                }
            };
            let name = text(step, "name");
            assert_eq!(text(step, "shell"), "bash", "{name}");
            assert!(!text(step, "run").contains("${{"), "{name} takes text into its script");
            let empty = serde_json::Map::new();
            let env = step["env"].as_object().unwrap_or(&empty);
            if !is_wanted {
                continue;
            }
            let value = |it: &Value| substitute(it.as_str().unwrap(), &self.context);
            let mut vars: Vec<_> = env.iter().map(|(key, it)| (key.clone(), value(it))).collect();
            for (key, path) in &files {
                fs::OpenOptions::new().create(true).append(true).open(path).unwrap();
                vars.push((key.clone(), path.clone()));
            }
            let flags = ["--noprofile", "--norc", "-eo", "pipefail"];
            let (code, said) = self.bash(&flags, text(step, "run"), &vars);
            log += &said;
            exit = if exit == 0 { code } else { exit };
            let set = fs::read_to_string(&files[0].1).unwrap();
            for (key, value) in set.lines().map(|it| it.split_once('=').unwrap()) {
                self.set(&format!("steps.{}.outputs.{key}", text(step, "id")), value);
                outputs.insert(key.to_owned(), value.to_owned());
            }
            fs::write(&files[0].1, "").unwrap();
            // What a step says of itself is empty where it says nothing.
            for key in ["against", "summary"] {
                self.context.entry(format!("steps.target.outputs.{key}")).or_default();
            }
        }
        for (key, path) in &files[2..] {
            let written = fs::read_to_string(path).unwrap_or_default();
            assert_eq!(written, "", "{key}");
        }
        let page = fs::read_to_string(&files[1].1).unwrap_or_default();
        Job { exit, log, page, outputs }
    }

    #[track_caller]
    fn action(&mut self) -> Job {
        let action = parse(&committed("action.yml"));
        assert_eq!(action["runs"]["using"], "composite");
        self.steps(&action["runs"]["steps"])
    }

    /// Runs the job of the GitLab template; its page is the summary that is kept as an artifact.
    #[track_caller]
    fn job(&mut self) -> Job {
        let job = parse(&committed("ci/gitlab/charter.yml"))["charter"].clone();
        let lines = |key: &str| -> String {
            let lines = job[key].as_array().unwrap().iter();
            lines.map(|it| it.as_str().unwrap().to_owned() + "\n").collect()
        };
        let (exit, log) = self.bash(&["-eo", "pipefail"], &lines("script"), &[]);
        let (code, said) = self.bash(&["-eo", "pipefail"], &lines("after_script"), &[]);
        assert_eq!(code, 0, "{said}");
        let artifacts = &job["artifacts"];
        assert_eq!(artifacts["when"], "always");
        let read = |path: &Value| fs::read_to_string(self.clone.join(path.as_str().unwrap()));
        let page = read(&artifacts["paths"][0]).unwrap_or_default();
        let junit = read(&artifacts["reports"]["junit"]).unwrap_or_default();
        let outputs = BTreeMap::from([("junit".to_owned(), junit)]);
        Job { exit, log: log + &said, page, outputs }
    }

    /// Fails if a name was run as a command: what it would have left is nowhere.
    #[track_caller]
    fn nothing_ran(&self) {
        for dir in [&self.clone, &self.temp, &workspace(), &self.story.repo.path("")] {
            assert!(!dir.join("pwned").exists(), "{}", dir.display());
        }
    }
}

/// How much a checkout brings.
#[derive(Clone, Copy)]
enum Depth {
    Full,
    One,
}

impl Job {
    #[track_caller]
    fn passes(&self) {
        assert_eq!(self.exit, 0, "{}", self.log);
        assert!(self.page.starts_with("### charter: PASS\n"), "{}", self.page);
        assert!(self.page.contains("| ✅ | VAL-DOUBLE-001 a number is doubled | proven | ci |"));
    }

    #[track_caller]
    fn refuses_the_register(&self) {
        assert_eq!(self.exit, 1, "{}", self.log);
        let words = "- **register-reduced** VAL-DOUBLE-001 says “there is a number”";
        assert!(self.page.starts_with("### charter: FAIL\n"), "{}", self.page);
        assert!(self.page.contains(words), "{}", self.page);
    }

    #[track_caller]
    fn is_refused(&self, words: &str) {
        assert_eq!(self.exit, 1, "{}", self.log);
        assert!(self.log.contains(words), "{}", self.log);
        assert_eq!(self.page, "");
    }
}

const ALL: [&str; 1] = ["+refs/heads/*:refs/remotes/origin/*"];

fn honest() -> Story {
    let story = Story::begin("standard");
    story.work();
    story
}

fn weakened() -> Story {
    let story = honest();
    story.write("criteria.md", REGISTER.replace("a number is doubled", "there is a number"));
    story.commit("an easier register");
    story
}

/// Adds to main what others did, and takes what they no longer need.
fn move_main_on(story: &Story) {
    let git = |args: &[&str]| story.repo.git(args);
    git(&["checkout", "--quiet", "main"]);
    story.repo.write("src/other.py", "def other():\n    return 1\n");
    story.commit("other work");
    git(&["push", "--quiet", "origin", "main"]);
    git(&["checkout", "--quiet", "work"]);
}

#[test]
fn an_honest_branch_passes_on_github() {
    for rigor in ["light", "standard", "strict"] {
        let story = Story::begin(rigor);
        story.work();
        let mut runner = Runner::github(&story, "main", Depth::Full);
        let job = runner.action();
        job.passes();
        let summary = fs::read_to_string(&job.outputs["summary"]).unwrap();
        assert_eq!(summary, job.page);
        assert_eq!(job.outputs["against"], "origin/main");
        assert!(job.log.contains("::notice title=charter PASS::"), "{}", job.log);
    }
}

#[test]
fn a_branch_behind_its_target_is_judged_as_it_would_be_merged() {
    let story = honest();
    move_main_on(&story);
    Runner::github(&story, "main", Depth::Full).action().passes();
    Runner::gitlab(&story, "main", &ALL).job().passes();
    let story = weakened();
    move_main_on(&story);
    Runner::github(&story, "main", Depth::Full).action().refuses_the_register();
    Runner::gitlab(&story, "main", &ALL).job().refuses_the_register();
}

#[test]
fn what_the_target_removed_itself_is_no_difference() {
    let story = Story::begin("standard");
    let git = |args: &[&str]| story.repo.git(args);
    // A charter of others, on main before the branch begins, and gone from main afterwards.
    git(&["checkout", "--quiet", "main"]);
    let new = ["new", "--json", "--", "something else"];
    let new = story.repo.charter(&new).run().success().json();
    let other = format!(".charter/{}", new["charterId"].as_str().unwrap());
    let end = ["abandon", "--charter", "something-else", "--reason", "not needed"];
    let _ = story.repo.charter(&end).run().success();
    story.commit("another charter");
    git(&["checkout", "--quiet", "-B", "work"]);
    story.work();
    git(&["checkout", "--quiet", "main"]);
    git(&["rm", "-rq", &other]);
    story.commit("tidied up");
    git(&["push", "--quiet", "origin", "main"]);
    git(&["checkout", "--quiet", "work"]);
    Runner::github(&story, "main", Depth::Full).action().passes();
    Runner::gitlab(&story, "main", &ALL).job().passes();
    // A branch that merges its target and drops the target's events is another matter.
    let lost = Story::begin("standard");
    let git = |args: &[&str]| lost.repo.git(args);
    lost.work();
    git(&["checkout", "--quiet", "main"]);
    let _ = lost.repo.charter(&["new", "--", "something else"]).run().success();
    lost.commit("another charter");
    git(&["push", "--quiet", "origin", "main"]);
    git(&["checkout", "--quiet", "work"]);
    git(&["merge", "--quiet", "-s", "ours", "-m", "Merge main", "main"]);
    let job = Runner::github(&lost, "main", Depth::Full).action();
    assert_eq!(job.exit, 1, "{}", job.log);
    assert!(job.page.contains("- **ledger-rewritten** "), "{}", job.page);
}

#[test]
fn a_branch_that_weakens_the_register_is_refused_on_both() {
    let story = weakened();
    Runner::github(&story, "main", Depth::Full).action().refuses_the_register();
    let job = Runner::gitlab(&story, "main", &ALL).job();
    job.refuses_the_register();
    assert!(job.outputs["junit"].contains("<failure type=\"register-reduced\""));
    assert!(job.log.contains("### charter: FAIL"), "{}", job.log);
}

#[test]
fn a_tag_with_the_name_of_the_target_is_not_the_target() {
    let story = weakened();
    story.repo.git(&["tag", "origin/main", "work"]);
    story.repo.git(&["push", "--quiet", "origin", "refs/tags/origin/main"]);
    Runner::github(&story, "main", Depth::Full).action().refuses_the_register();
    let tags = [ALL[0], "+refs/tags/*:refs/tags/*"];
    Runner::gitlab(&story, "main", &tags).job().refuses_the_register();
}

#[test]
fn an_event_that_has_secrets_is_refused() {
    let story = honest();
    for event in ["pull_request_target", "workflow_run", "issue_comment"] {
        let mut runner = Runner::github(&story, "main", Depth::Full);
        runner.set("github.event_name", event);
        let job = runner.action();
        job.is_refused(&format!("::error title=charter::A job on {event} has secrets"));
        assert_eq!(job.outputs.len(), 0);
    }
}

#[test]
fn a_shallow_clone_is_deepened_or_refused() {
    let story = honest();
    move_main_on(&story);
    Runner::github(&story, "main", Depth::One).action().passes();
    let mut runner = Runner::github(&story, "main", Depth::One);
    runner.set("inputs.against", "origin/main");
    runner.action().passes();
    let mut runner = Runner::github(&story, "main", Depth::One);
    runner.git(&["remote", "set-url", "origin", "../nowhere.git"]);
    runner.action().is_refused("Give actions/checkout the line `fetch-depth: 0`");
    // Whole, but without the target.
    let mut runner = Runner::github(&story, "main", Depth::Full);
    runner.git(&["update-ref", "-d", "refs/remotes/origin/main"]);
    runner.action().passes();
    for refs in [&[][..], &["--depth=20"], &["--depth=1", ALL[0]]] {
        let job = Runner::gitlab(&story, "main", refs).job();
        job.is_refused("The job needs GIT_DEPTH: \"0\"");
    }
}

#[test]
fn a_target_is_named_by_whoever_has_one() {
    let story = honest();
    let mut runner = Runner::github(&story, "main", Depth::Full);
    runner.set("github.base_ref", "");
    runner.action().is_refused("This event has no target branch");
    let mut queued = Runner::github(&story, "main", Depth::Full);
    queued.set("github.base_ref", "");
    queued.set("github.event.merge_group.base_ref", "refs/heads/main");
    queued.action().passes();
    let mut nowhere = Runner::github(&story, "main", Depth::Full);
    nowhere.set("inputs.against", "origin/nowhere");
    nowhere.action().is_refused("Cannot fetch the target branch");
    let mut odd = Runner::github(&story, "main", Depth::Full);
    odd.set("inputs.against", "--upload-pack=touch");
    odd.action().is_refused("The target branch isn't here");
}

#[test]
fn a_name_with_marks_of_a_shell_runs_nothing() {
    let story = honest();
    let name = "a$(touch${IFS}pwned)`touch${IFS}pwned`;touch${IFS}pwned;\"'&touch${IFS}pwned|%0A";
    story.repo.git(&["push", "--quiet", "origin", &format!("main:refs/heads/{name}")]);
    let mut runner = Runner::github(&story, name, Depth::Full);
    runner.action().passes();
    runner.nothing_ran();
    let mut runner = Runner::github(&story, name, Depth::One);
    runner.action().passes();
    runner.nothing_ran();
    let mut runner = Runner::gitlab(&story, name, &ALL);
    runner.job().passes();
    runner.nothing_ran();
}

#[test]
fn a_fork_s_own_pipeline_is_refused() {
    let story = honest();
    let mut runner = Runner::gitlab(&story, "main", &ALL);
    runner.vars.push(("CI_PROJECT_ID".to_owned(), "2".to_owned()));
    runner.job().is_refused("This pipeline runs in a fork");
}

#[test]
fn a_page_that_the_branch_holds_is_not_taken_for_the_summary() {
    let story = honest();
    for name in ["charter-summary.md", "charter-junit.xml"] {
        story.repo.write(name, "### charter: PASS\n");
    }
    story.commit("a page");
    let job = Runner::gitlab(&story, "nowhere", &ALL).job();
    assert_eq!((job.exit, job.page.as_str(), job.outputs["junit"].as_str()), (1, "", ""));
}

#[test]
fn a_binary_is_built_from_the_action_and_not_from_the_branch() {
    let story = honest();
    let mut runner = Runner::github(&story, "main", Depth::Full);
    runner.set("inputs.charter", "");
    // It builds nothing, and says where it was asked to.
    let bin = runner.temp.join("bin");
    fs::create_dir(&bin).unwrap();
    let cargo = format!(
        "#!/bin/bash\n[ \"$*\" = \"install --path crates/charter --locked --root $RUNNER_TEMP/charter\" ] || exit 9\n\
         [ -f crates/charter/Cargo.toml ] || exit 8\nmkdir -p \"$RUNNER_TEMP/charter/bin\"\n\
         pwd > \"$RUNNER_TEMP/built-in\"\nln -s {BIN} \"$RUNNER_TEMP/charter/bin/charter\"\n"
    );
    write_program(&bin.join("cargo"), &cargo);
    let path = format!("{}:{}", bin.display(), search_path());
    runner.vars.push(("PATH".to_owned(), path));
    runner.action().passes();
    let dir = fs::read_to_string(runner.temp.join("built-in")).unwrap();
    assert_eq!(Path::new(dir.trim()), workspace());
}

fn write_program(path: &Path, text: &str) {
    use std::os::unix::fs::PermissionsExt;
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// What stands for `gh`: it keeps what it was asked, and answers as the API does.
const GH: &str = r#"#!/bin/bash
printf '%s\n' "$*" >> "$RUNNER_TEMP/asked"
case "$*" in
  "api -X GET repos/o/r/pulls -f state=open -f head="*) cat "$RUNNER_TEMP/pull" ;;
  "run download 99 --name charter-summary --dir "*) mkdir -p "$RUNNER_TEMP/summary" && cp "$RUNNER_TEMP/artifact" "$RUNNER_TEMP/summary/charter-summary.md" ;;
  "api --paginate repos/o/r/issues/7/comments --jq "*) cat "$RUNNER_TEMP/ids" ;;
  "api --silent -X "*) body="${!#}" && cp "${body#body=@}" "$RUNNER_TEMP/sent" ;;
  *) exit 9 ;;
esac
"#;

/// Runs the workflow that writes a comment; gives how it went, what was asked of `gh`, and what was sent.
fn comment(
    story: &Story,
    head: &str,
    pull: &str,
    ids: &str,
    summary: &str,
) -> (Job, String, String) {
    let page = committed("docs/ci.md");
    let workflow = fences(&page).into_iter().find(|it| it.contains("workflow_run:")).unwrap();
    let workflow = parse(workflow);
    let steps = &workflow["jobs"]["comment"]["steps"];
    let rights = serde_json::json!({ "actions": "read", "pull-requests": "write" });
    assert_eq!(workflow["permissions"], rights);
    assert!(!workflow.to_string().contains("checkout"), "it would hold the branch");
    let mut runner = Runner::new(story, "comment");
    for (expression, value) in [
        ("github.token", "t0ken"),
        ("github.repository", "o/r"),
        ("github.event.workflow_run.head_repository.owner.login", "eve"),
        ("github.event.workflow_run.head_branch", head),
        ("github.event.workflow_run.head_sha", "abc"),
        ("github.event.workflow_run.conclusion", "failure"),
        ("github.event.workflow_run.id", "99"),
        ("github.event.workflow_run.html_url", "run-page"),
    ] {
        runner.set(expression, value);
    }
    for (name, text) in [("pull", pull), ("ids", ids), ("artifact", summary)] {
        fs::write(runner.temp.join(name), text).unwrap();
    }
    let bin = runner.temp.join("bin");
    fs::create_dir(&bin).unwrap();
    write_program(&bin.join("gh"), GH);
    let path = format!("{}:{}", bin.display(), search_path());
    runner.vars.push(("PATH".to_owned(), path));
    let job = runner.steps(steps);
    runner.nothing_ran();
    let read = |name: &str| fs::read_to_string(runner.temp.join(name)).unwrap_or_default();
    (job, read("asked"), read("sent"))
}

#[test]
fn the_comment_is_one_bounded_and_harmless() {
    let story = honest();
    let head = "a$(touch${IFS}pwned);touch${IFS}pwned";
    let (job, asked, sent) = comment(&story, head, "7\n", "", "### charter: PASS\n");
    assert_eq!(job.exit, 0, "{}", job.log);
    assert!(asked.contains(&format!("-f head=eve:{head} --jq")), "{asked}");
    assert!(asked.contains("select(.head.sha == env.HEAD_SHA)"), "{asked}");
    assert!(asked.contains("-X POST repos/o/r/issues/7/comments -F body=@"), "{asked}");
    assert!(sent.starts_with("<!-- charter -->\n**charter: failure** in [this run](run-page)."));
    assert!(sent.ends_with("\n\n### charter: PASS\n"), "{sent}");
    let (_, asked, _) = comment(&story, head, "7\n", "41\n42\n", "### charter: PASS\n");
    assert!(asked.contains("-X PATCH repos/o/r/issues/comments/41 -F body=@"), "{asked}");
    let forged = "@all &#64;all <img src=x> ![x](https://e.vil) [y]: www.e.vil $(touch pwned)\n";
    let (_, _, sent) = comment(&story, head, "7\n", "", &forged.repeat(5000));
    let (_, below) = sent.split_once("\n\n").unwrap();
    let is_mark = |it: char| "@<[".contains(it);
    assert!(!below.contains(is_mark) && !below.contains("://") && !below.contains("www."));
    assert!(below.contains("(at)all &amp;#64;all &lt;img src=x>"), "{below}");
    assert!(sent.len() < 65_000, "{}", sent.len());
    assert!(sent.ends_with("\n\nThe rest is on the page of the run.\n"));
    let (job, asked, sent) = comment(&story, head, "", "", "### charter: PASS\n");
    assert_eq!((job.exit, asked.lines().count(), sent.as_str()), (0, 1, ""), "{asked}");
    assert!(job.log.contains("No open pull request is at this commit any more"));
}

/// The block of the page that says something.
#[track_caller]
fn shown<'a>(page: &'a str, words: &str) -> &'a str {
    fences(page).into_iter().find(|it| it.contains(words)).unwrap()
}

#[test]
fn the_lines_to_copy_name_what_is_there() {
    let page = committed("docs/ci.md");
    let action = parse(&committed("action.yml"));
    let has = |kind: &str, name: &str| action[kind].as_object().unwrap().contains_key(name);
    let github = shown(&page, "on: pull_request\n");
    assert!(github.lines().count() <= 10, "{github}");
    let github = parse(github);
    assert_eq!(github["permissions"], serde_json::json!({ "contents": "read" }));
    let steps = github["jobs"]["charter"]["steps"].as_array().unwrap();
    assert_eq!(steps[0]["with"]["fetch-depth"], "0");
    assert_eq!(steps[0]["with"]["persist-credentials"], "false");
    for step in steps.iter().filter(|it| text(it, "uses").starts_with("OWNER/")) {
        let with = step["with"].as_object().into_iter().flatten();
        assert!(with.map(|it| it.0).all(|it| has("inputs", it)));
    }
    // The page has a row for each input, and shows no output that isn't there.
    for name in action["inputs"].as_object().unwrap().keys() {
        assert!(page.contains(&format!("\n| `{name}` | ")), "{name}");
    }
    for part in page.split("steps.gate.outputs.").skip(1) {
        assert!(has("outputs", part.split([' ', '}']).next().unwrap()));
    }
    let gitlab = parse(shown(&page, "include:\n"));
    let include = &gitlab["include"][0];
    let template = parse(&committed(text(include, "file")));
    let jobs = gitlab.as_object().unwrap().keys().filter(|it| *it != "include");
    assert!(jobs.into_iter().all(|it| template[it].is_object()));
    assert!(
        page.contains("the variable `CHARTER`")
            && template["charter"]["variables"]["CHARTER"].is_string()
    );
}

#[test]
fn the_page_explains_every_difference() {
    let page = committed("docs/ci.md");
    let source = committed("crates/charter-app/src/ci/row.rs");
    let words = source.split("Self::").filter_map(|it| it.split_once(" => \"")?.1.split_once('"'));
    let words: Vec<&str> = words.map(|it| it.0).collect();
    assert_eq!(words.len(), 10, "{words:?}");
    for word in words {
        assert!(page.contains(&format!("\n| `{word}` | ")), "{word}");
    }
}
