//! What is tried with a run that passed, and what comes of it: honest work, and work that only looks done.

use crate::arena::picture;
use crate::scene::{BIN, Scene, repo, texts};
use charter_testkit::{Invocation, Repo};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

const AGENT: (&str, &str) = ("CHARTER_ACTOR", "agent:codex");

/// Runs every test in Python.
const SUITE: [&str; 6] = ["python3", "-m", "unittest", "discover", "-s", "tests"];

const RATES: &str = "\
def rate(n):
    if n > 10:
        return n * 2
    return n + 1
";

const RATE_TESTS: &str = "
    def test_low(self):
        self.assertEqual(rates.rate(1), 2)

    def test_high(self):
        self.assertEqual(rates.rate(20), 40)
";

/// Writes a file with tests in Python.
pub(crate) fn tests_of(body: &str) -> String {
    format!(
        "import sys, unittest\nsys.path.insert(0, '.')\nimport rates\n\n\n\
         class Rates(unittest.TestCase):{body}"
    )
}

/// Commits files and opens a charter with one criterion; `more` is what its entry says beside its command.
pub(crate) fn scene_of(rigor: &str, files: &[(&str, &str)], more: &str) -> Scene {
    let repo = repo();
    files.iter().for_each(|(path, text)| repo.write(path, text));
    let _ = repo.git(&["add", "-A"]);
    let _ = repo.git(&["commit", "-qm", "base"]);
    begin(repo, rigor, more)
}

fn begin(repo: Repo, rigor: &str, more: &str) -> Scene {
    if rigor == "strict" {
        repo.list_signer("Ada");
    }
    let args = ["new", "Rates", "--rigor", rigor, "--json"];
    let id = repo.charter(&args).run().success().json()["charterId"].as_str().unwrap().to_owned();
    let scene = Scene { repo, id };
    let entry = |id: &str| format!("### {id} — the rate is right\nVerifier: command\n{more}\n");
    let text = format!("## m1\n\n{}\n{}", entry("VAL-A"), entry("VAL-B"));
    scene.repo.write(scene.file("criteria.md"), text);
    scene
}

/// A charter on a project in Python that has a rate, and tests of it.
fn rated(rigor: &str, more: &str) -> Scene {
    let tests = tests_of(RATE_TESTS);
    scene_of(rigor, &[("rates.py", RATES), ("tests/test_rates.py", &tests)], more)
}

/// A charter on a script that says 1.
fn scripted(rigor: &str, more: &str) -> Scene {
    scene_of(rigor, &[("rates.sh", "echo 1\n")], more)
}

fn proving<'a>(scene: &'a Scene, command: &[&str]) -> Invocation<'a> {
    scene.charter(&[&["prove", "VAL-A", "--json", "--"], command].concat())
}

#[track_caller]
pub(crate) fn prove(scene: &Scene, command: &[&str], exit: i32) -> Value {
    proving(scene, command).run().code(exit).json()
}

pub(crate) fn verdict(value: &Value) -> &str {
    value["entries"][0]["verdict"].as_str().unwrap()
}

pub(crate) fn reasons(value: &Value) -> Vec<&str> {
    value["entries"][0]["reasons"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it.as_str().unwrap())
        .collect()
}

/// Lists the trials of a kind.
pub(crate) fn trials<'a>(value: &'a Value, kind: &str) -> Vec<&'a Value> {
    let all = value["run"]["trials"].as_array().unwrap();
    all.iter().filter(|it| it["kind"] == kind).collect()
}

#[test]
fn a_feature_is_proven_by_tests_that_fail_without_it_and_notice_a_change() {
    let scene = scene_of("strict", &[("rates.py", "def rate(n):\n    return n + 1\n")], "");
    scene.repo.write("rates.py", RATES);
    scene.repo.write("tests/test_rates.py", tests_of(RATE_TESTS));
    let by_file = ["python3", "-m", "unittest", "tests/test_rates.py"];
    for command in [&SUITE[..], &by_file] {
        let value = prove(&scene, command, 0);
        let words = ["2 of 2 tests passed", "fails without the change", "notices 1 of 1 mutation"];
        assert_eq!((verdict(&value), reasons(&value)), ("proven", words.to_vec()), "{value:#}");
        let swap = trials(&value, "swap")[0];
        assert_eq!((&swap["noticed"], &swap["tests"]["failed"]), (&json!(true), &json!(1)));
        let mutant = trials(&value, "mutant")[0];
        assert!(mutant["at"].as_str().unwrap().starts_with("rates.py:"), "{mutant}");
        assert_eq!(value["run"].get("noBase"), None, "{value:#}");
    }
    let text = scene.charter(&[&["prove", "VAL-A", "--"], &SUITE[..]].concat()).run().success();
    let text = text.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = "✓ VAL-A proven 2 of 2 tests passed · fails without the change · notices 1 of 1";
    assert!(text.contains(line), "{text}");
}

#[test]
fn a_feature_is_proven_by_a_script_that_counts_nothing() {
    let scene = scripted("strict", "");
    let product = "if [ \"$1\" -gt 10 ]; then\n  echo 40\nelse\n  echo 2\nfi\n";
    scene.repo.write("rates.sh", product);
    scene
        .repo
        .write("tests/t.sh", "test \"$(sh rates.sh 20)\" = 40 && test \"$(sh rates.sh 1)\" = 2");
    let value = prove(&scene, &["sh", "tests/t.sh"], 0);
    assert_eq!(verdict(&value), "proven", "{value:#}");
    assert_eq!(reasons(&value)[0], "fails without the change");
}

/// The same rates, written otherwise.
const REFACTORED: &str = "\
def rate(n):
    more = n if n > 10 else 1
    return n + more
";

#[test]
fn a_refactoring_is_held_and_counts_once_a_person_agreed_that_it_must_only_keep_working() {
    let row = |scene: &Scene| {
        let status = scene.charter(&["status", "--json"]).run().success().json();
        let row = &status["criteria"][0];
        (row["verdict"].as_str().unwrap().to_owned(), row["counts"].as_bool().unwrap())
    };
    let held = |counts: bool| ("held".to_owned(), counts);
    for (rigor, more, counts) in [("light", "", true), ("standard", "", false)] {
        let scene = rated(rigor, more);
        scene.repo.write("rates.py", REFACTORED);
        let value = prove(&scene, &SUITE, i32::from(!counts));
        assert_eq!(row(&scene), held(counts), "{rigor}: {value:#}");
        let hint = reasons(&value).last().copied().unwrap().to_owned();
        assert!(hint.contains("it says nothing about the work"), "{hint}");
        assert!(hint.contains("`Kind: regression`"), "{hint}");
    }
    for rigor in ["standard", "strict"] {
        let scene = rated(rigor, "Kind: regression");
        scene.repo.write("rates.py", REFACTORED);
        let _ = scene.charter(&["agree"]).env(AGENT.0, AGENT.1).run().success();
        let value = proving(&scene, &SUITE).env(AGENT.0, AGENT.1).run().code(1).json();
        let words =
            ["2 of 2 tests passed", "passes without the change as well", "notices 1 of 1 mutation"];
        assert_eq!(reasons(&value), words, "{value:#}");
        assert_eq!(row(&scene), held(false), "{rigor}: an agent cannot agree on it");
        let _ = scene.charter(&["agree", "-m", "it only moves"]).run().success();
        assert_eq!(row(&scene), held(true), "{rigor}: a person did");
    }
}

/// Sees that tests of a new function are void, whatever they pass by.
#[track_caller]
fn check_blind(bodies: &[(&str, &str)]) {
    let fee = format!("{RATES}\n\ndef fee(n):\n    return n * 3\n");
    for (case, body) in bodies {
        let scene = scene_of("standard", &[("rates.py", RATES)], "");
        scene.repo.write("rates.py", &fee);
        scene
            .repo
            .write("tests/test_fee.py", tests_of(&format!("\n    def test_fee(self):\n{body}")));
        let value = prove(&scene, &SUITE, 1);
        assert_eq!(verdict(&value), "void", "a test {case}: {value:#}");
        let named = reasons(&value).concat();
        assert!(named.contains("notices 0 of ") && named.contains("rates.py:"), "{case}: {named}");
    }
}

#[test]
fn a_test_of_a_mock_or_of_a_copy_shows_nothing() {
    let by_hand = "        from unittest import mock
        with mock.patch.object(rates, 'fee', return_value=6):
            self.assertEqual(rates.fee(2), 6)
";
    let copied = "        def fee(n):
            return n * 3
        self.assertEqual(fee(2), 6)
";
    check_blind(&[("of a mock", by_hand), ("of a copy", copied)]);
}

#[test]
fn a_test_of_a_name_or_of_a_text_or_of_nothing_shows_nothing() {
    check_blind(&[
        ("that a name exists", "        self.assertTrue(callable(rates.fee))\n"),
        ("of the text", "        self.assertIn('n * 3', open('rates.py').read())\n"),
        ("of nothing", "        self.assertTrue(True)\n"),
    ]);
}

#[test]
fn a_look_at_the_text_of_the_source_or_for_a_file_shows_nothing() {
    let scene = scene_of("standard", &[("rates.py", "def rate(n):\n    return n + 1\n")], "");
    scene.repo.write("rates.py", RATES);
    scene.repo.write("fees.py", RATES.replace("rate", "fee"));
    for command in [
        &["grep", "-q", "return n \\* 2", "rates.py"][..],
        &["sh", "-c", "grep -q 'n > 10' rates.py"],
        &["test", "-f", "fees.py"],
        &["test", "-s", "fees.py"],
    ] {
        let value = prove(&scene, command, 1);
        assert_eq!(verdict(&value), "void", "{command:?}: {value:#}");
        assert_eq!(reasons(&value)[0], "fails without the change", "red alone is cheap");
    }
}

/// Sees that tests of before are missed: a pass that only a person can let count.
#[track_caller]
fn check_expectation(scene: &Scene, command: &[&str], test: &str) {
    let value = prove(scene, command, 1);
    assert_eq!(verdict(&value), "passed", "{value:#}");
    let words = format!("tests of before fail now: `{test}");
    assert!(reasons(&value)[1].starts_with(&words), "{value:#}");
    let status = scene.charter(&["status", "--json"]).run().success().json();
    assert_eq!(status["criteria"][0]["reasonCode"], "expectation-changed", "{status:#}");
    let old = trials(&value, "old-tests")[0];
    assert_eq!(old["noticed"], true, "{old}");
    assert!(old["failed"][0].as_str().unwrap().starts_with(test), "{old}");
}

/// Sees that a reason lets it count, and whose.
#[track_caller]
fn check_persons_reason(scene: &Scene, command: &[&str]) {
    let args =
        [&["prove", "VAL-A", "--because", "the rate doubled", "--json", "--"], command].concat();
    let agent = scene.charter(&args).env(AGENT.0, AGENT.1).run().code(1).json();
    assert_eq!(verdict(&agent), "passed", "an agent's reason is none: {agent:#}");
    let value = scene.charter(&args).run().success().json();
    assert_eq!((verdict(&value), &value["ok"]), ("passed", &json!(true)), "{value:#}");
}

/// Breaks what a test of before promised, which is edited so that nobody sees.
#[track_caller]
fn check_edited(command: &[&str], from: &str, to: &str) {
    let scene = rated("standard", "");
    scene.repo.write("rates.py", RATES.replace("n * 2", "n * 3").replace("n + 1", "1 + n"));
    let edited = RATE_TESTS.replace(from, to);
    assert_ne!(edited, RATE_TESTS);
    scene.repo.write("tests/test_rates.py", tests_of(&edited));
    check_expectation(&scene, command, "test_high (");
}

const HIGH: &str = "        self.assertEqual(rates.rate(20), 40)\n";

#[test]
fn a_test_of_before_that_expects_something_else_waits_for_a_person() {
    check_edited(&SUITE, "40", "60");
    let gone = format!("    def test_high(self):\n{HIGH}");
    check_edited(&SUITE, &gone, "");
}

#[test]
fn a_test_of_before_that_cannot_fail_any_more_waits_for_a_person() {
    let by_name = ["python3", "-m", "unittest", "tests.test_rates"];
    let swallowed =
        format!("        try:\n    {HIGH}        except AssertionError:\n            pass\n");
    check_edited(&by_name, HIGH, &swallowed);
    let by_part = [&SUITE[..], &["-k", "low"]].concat();
    check_edited(&by_part, HIGH, &format!("        return\n{HIGH}"));
}

#[test]
fn a_golden_file_that_was_rewritten_is_an_expectation_that_changed() {
    let golden = "
    def test_all(self):
        with open('tests/golden/out.txt') as file:
            self.assertEqual(str(rates.rate(20)), file.read().strip())
";
    let files = [
        ("rates.py", RATES),
        ("tests/test_all.py", &tests_of(golden)),
        ("tests/golden/out.txt", "40\n"),
    ];
    let scene = scene_of("standard", &files, "");
    scene.repo.write("rates.py", RATES.replace("n * 2", "n * 3"));
    scene.repo.write("tests/golden/out.txt", "60\n");
    check_expectation(&scene, &SUITE, "test_all (");
    check_persons_reason(&scene, &SUITE);
    let _ = scene.charter(&["waive", "VAL-B", "--reason", "later"]).run().success();
    let _ = scene.charter(&["complete", "-m", "in use"]).run().success();
    let text = scene.repo.read(scene.file("CERTIFICATE.md"));
    let (shown, not_shown) = text.split_once("\n## Not shown\n").unwrap();
    assert!(shown.contains("- Tried: fails without the change"), "{text}");
    let gap = "that what the tests promised before still holds is not shown: tests of before fail now: \\`test\\_all";
    assert!(not_shown.contains(gap) && !not_shown.contains("could have failed"), "{text}");
}

#[test]
fn a_test_that_the_configuration_leaves_out_is_tried_all_the_same() {
    let runner = "\
import configparser, sys, unittest
sys.path.insert(0, '.')
settings = configparser.ConfigParser()
settings.read('tox.ini')
left_out = settings.get('tests', 'leave-out', fallback='').split()
def flat(suite):
    for it in suite:
        if isinstance(it, unittest.TestSuite):
            yield from flat(it)
        elif it.id().split('.')[-1] not in left_out:
            yield it
found = flat(unittest.defaultTestLoader.discover('tests'))
sys.exit(not unittest.TextTestRunner().run(unittest.TestSuite(found)).wasSuccessful())
";
    let files = [
        ("rates.py", RATES),
        ("tests/test_rates.py", &tests_of(RATE_TESTS)),
        ("run.py", runner),
        ("tox.ini", "[tests]\nleave-out =\n"),
    ];
    let scene = scene_of("standard", &files, "");
    let fee = "def rate(n):\n    return n + 1\n\n\ndef fee(n):\n    return n * 3\n";
    let test = "\n    def test_fee(self):\n        self.assertEqual(rates.fee(2), 6)\n";
    scene.repo.write("rates.py", fee);
    scene.repo.write("tests/test_fee.py", tests_of(test));
    scene.repo.write("tox.ini", "[tests]\nleave-out = test_high\n");
    check_expectation(&scene, &["python3", "run.py"], "test_high (test_rates.Rates");
}

#[test]
fn tests_of_before_may_be_added_to_and_written_otherwise() {
    let fee = format!("{RATES}\n\ndef fee(n):\n    return n * 3\n");
    let added = format!(
        "{RATE_TESTS}\n    def test_fee(self):\n        self.assertEqual(rates.fee(2), 6)\n"
    );
    let scene = rated("strict", "");
    scene.repo.write("rates.py", &fee);
    scene.repo.write("tests/test_rates.py", tests_of(&added.replace("test_low", "test_small")));
    let value = prove(&scene, &SUITE, 0);
    assert_eq!(verdict(&value), "proven", "{value:#}");
    assert_eq!(trials(&value, "old-tests")[0]["noticed"], false, "{value:#}");
}

#[test]
fn a_project_without_a_commit_can_be_proven() {
    let scene = begin(repo(), "strict", "");
    scene.repo.write("rates.py", RATES);
    scene.repo.write("tests/test_rates.py", tests_of(RATE_TESTS));
    assert_eq!(verdict(&prove(&scene, &SUITE, 0)), "proven");
    let _ = scene.repo.git(&["add", "-A"]);
    let _ = scene.repo.git(&["commit", "-qm", "first"]);
    let value = prove(&scene, &SUITE, 0);
    assert_eq!(verdict(&value), "proven", "also once it is committed: {value:#}");
    assert_eq!(value["run"].get("baseCommit"), None, "it began before: {value:#}");
}

#[test]
fn a_base_that_is_red_for_another_reason_is_said_and_not_taken_for_red() {
    let broken = format!("import a_tool_that_is_not_here\n{RATES}");
    let files = [("rates.py", broken.as_str()), ("tests/test_rates.py", &tests_of(RATE_TESTS))];
    let scene = scene_of("standard", &files, "");
    scene.repo.write("rates.py", RATES.replace("n + 1", "1 + n"));
    let value = prove(&scene, &SUITE, 1);
    assert_eq!(verdict(&value), "passed", "{value:#}");
    assert_eq!(value["run"]["noBase"]["reason"], "base-unusable", "{value:#}");
    let words = reasons(&value).join("; ");
    assert!(words.contains("not tried without the work: red for another reason"), "{words}");
    assert!(words.contains("No module named 'a_tool_that_is_not_here'"), "{words}");
    assert_eq!(trials(&value, "swap")[0]["invalid"], true, "{value:#}");
    // A script that cannot even be begun there.
    let scene = scene_of("standard", &[("run", "#!/a/tool/that/is/not/here\n")], "");
    fs::set_permissions(
        scene.repo.path("run"),
        std::os::unix::fs::PermissionsExt::from_mode(0o755),
    )
    .unwrap();
    scene.repo.write("run", "#!/bin/sh\ntest 1 = 1\n");
    let value = prove(&scene, &["./run"], 1);
    assert_eq!(verdict(&value), "passed", "{value:#}");
    assert_eq!(value["run"]["noBase"]["reason"], "base-unusable", "{value:#}");
}

#[test]
fn documents_are_shown_by_taking_the_added_lines_out() {
    let files = [("README.md", "# Rates\n")];
    let scene = scene_of("strict", &files, "");
    let criteria = scene.repo.read(scene.file("criteria.md"));
    let about = criteria.replace("the rate is right", "the README says how a rate is entered");
    scene.repo.write(scene.file("criteria.md"), about);
    scene.repo.write("README.md", "# Rates\n\nEnter a rate with `rates add`.\n");
    let value = prove(&scene, &["grep", "-q", "rates add", "README.md"], 0);
    assert_eq!(verdict(&value), "proven", "{value:#}");
    assert_eq!(trials(&value, "revert")[0]["at"], "README.md", "{value:#}");
    for command in [&["test", "-s", "README.md"][..], &["grep", "-q", "Rates", "README.md"]] {
        let value = prove(&scene, command, 1);
        assert_eq!(verdict(&value), "void", "{command:?}: {value:#}");
    }
}

#[test]
fn a_linter_is_held_where_it_notices_a_broken_file() {
    let scene = scripted("strict", "Kind: regression");
    let _ = scene.charter(&["agree", "-m", "scripts stay well-formed"]).run().success();
    scene.repo.write("rates.sh", "echo 2\n");
    let value = prove(&scene, &["sh", "-n", "rates.sh"], 0);
    assert_eq!(verdict(&value), "held", "{value:#}");
    let canary = trials(&value, "canary")[0];
    assert_eq!((&canary["at"], &canary["noticed"]), (&json!("rates.sh"), &json!(true)));
    scene.repo.write("other.sh", "echo 3\n");
    let value = prove(&scene, &["ls", "rates.sh"], 1);
    assert_eq!(verdict(&value), "void", "it looks at no line: {value:#}");
    assert_eq!(trials(&value, "canary")[0]["noticed"], false, "{value:#}");
}

#[test]
fn a_run_that_changes_what_git_tracks_is_void() {
    let scene = scripted("standard", "");
    scene.repo.write("rates.sh", "echo 2\n");
    let script = "echo '# seen' >> rates.sh; test \"$(sh rates.sh)\" = 2\n";
    scene.repo.write("tests/t.sh", script);
    let value = prove(&scene, &["sh", "tests/t.sh"], 1);
    assert_eq!(verdict(&value), "void", "{value:#}");
    let words = "the command changed what it checks: files that git tracks";
    assert!(reasons(&value)[0].starts_with(words), "{value:#}");
    assert_eq!(value["run"].get("trials"), None, "nothing was tried: {value:#}");
}

#[test]
fn a_run_that_passes_only_now_and_then_has_failed() {
    let scene = scripted("standard", "");
    scene.repo.write("rates.sh", "echo 2\n");
    // It passes once; what it leaves behind is outside of the project.
    let script = "test \"$(sh rates.sh)\" = 2 || exit 1; test ! -e \"$HOME/ran\" || exit 3; : > \"$HOME/ran\"";
    scene.repo.write("tests/t.sh", script);
    let value = prove(&scene, &["sh", "tests/t.sh"], 1);
    assert_eq!(verdict(&value), "failed", "{value:#}");
    let words = "it passed, then failed on the same files: exit code 3";
    assert_eq!(reasons(&value), [words], "{value:#}");
}

/// Passes at once in the project; in a trial it says so outside of it, and then takes for ever.
const SLOW_IN_TRIALS: &str = "\
if [ -n \"$PYTHONDONTWRITEBYTECODE\" ]; then
  echo $$ >> \"$HOME/trials\"
  exec sleep 300
fi
test \"$(sh rates.sh)\" = 2
";

/// A script that is done, with a test that is never done trying it.
fn slow() -> Scene {
    let scene = scripted("standard", "");
    scene.repo.write("rates.sh", "echo 2\n");
    scene.repo.write("tests/t.sh", SLOW_IN_TRIALS);
    scene
}

/// Waits until trials run, and gives their processes.
fn running_trials(scene: &Scene, n: usize) -> Vec<String> {
    let file = scene.repo.home().join("trials");
    let read = || fs::read_to_string(&file).unwrap_or_default();
    assert!(comes_true(|| read().lines().count() >= n), "no trial ran");
    read().lines().map(str::to_owned).collect()
}

/// Looks again until it is so, or far too long has passed.
fn comes_true(is_so: impl Fn() -> bool) -> bool {
    (0..2000).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(5));
        is_so()
    })
}

#[test]
fn stopping_the_trials_keeps_the_run_as_passed() {
    let scene = slow();
    let pty = scene.charter(&["prove", "VAL-A", "--", "sh", "tests/t.sh"]).on_terminal(100, 24);
    let _ = running_trials(&scene, 1);
    pty.signal("INT");
    let (code, screen) = pty.end();
    assert_eq!(code, Some(1), "{screen}");
    assert!(screen.contains("VAL-A  passed") && screen.contains("stopped by Ctrl-C"), "{screen}");
    let status = scene.charter(&["status", "--json"]).run().success().json();
    let row = &status["criteria"][0];
    assert_eq!((&row["verdict"], &row["counts"]), (&json!("passed"), &json!(false)), "{row}");
    assert_eq!(row["reasonCode"], "interrupted", "{row}");
    let dir = row["lastEvidencePath"].as_str().unwrap();
    let kept = scene.repo.read(scene.file(&format!("{dir}/evidence.json")));
    let kept: Value = serde_json::from_str(&kept).unwrap();
    assert_eq!(kept["run"]["noBase"]["reason"], "interrupted", "{kept:#}");
}

/// A directory for temporary files that belongs to one test.
fn temp_of(scene: &Scene) -> PathBuf {
    let temp = scene.repo.home().join("temp");
    fs::create_dir_all(&temp).unwrap();
    temp
}

fn left_in(temp: &Path) -> Vec<String> {
    let names = temp.read_dir().unwrap().map(|it| it.unwrap().file_name().into_string().unwrap());
    names.filter(|it| it.starts_with("charter-trial-")).collect()
}

/// Describes every byte, mode and time of the project and of its repository, without the charters.
fn seen(repo: &Repo) -> Vec<String> {
    let charters = format!("{:?}", repo.path(".charter"));
    let charters = charters.trim_end_matches('"').to_owned();
    let mut rows = picture(&repo.path(""));
    rows.retain(|it| !it.starts_with(&charters));
    rows.push(repo.git(&["--no-optional-locks", "status", "--porcelain", "--ignored"]).stdout);
    rows.push(repo.git(&["for-each-ref"]).stdout);
    rows
}

#[track_caller]
fn check_same(repo: &Repo, before: &[String]) {
    let after = seen(repo);
    let gone: Vec<_> = before.iter().filter(|it| !after.contains(it)).collect();
    let new: Vec<_> = after.iter().filter(|it| !before.contains(it)).collect();
    assert!(gone.is_empty() && new.is_empty(), "{gone:#?} became {new:#?}");
}

/// Makes a program that runs charter where a file of the project is mounted over itself, which no overlay
/// covers: its trials are copies.
fn copying_charter(dir: &Path) -> PathBuf {
    let path = dir.join("charter");
    let inner = "test ! -f rates.sh || mount --bind rates.sh rates.sh; exec \"$0\" \"$@\"";
    let script = format!(
        "#!/bin/sh\nexec unshare --user --map-root-user --mount sh -c '{inner}' '{BIN}' \"$@\"\n"
    );
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    path
}

/// A repository on which charter tries things in either way, with everything that it could spoil: staged,
/// changed, new, ignored and closed files, a stash and a hook.
fn full(bin: &str) -> Scene {
    let repo = Repo::new(bin);
    repo.write("rates.sh", "echo 1\n");
    repo.write("notes.txt", "one\n");
    repo.write(".gitignore", "*.log\n");
    let _ = repo.git(&["add", "-A"]);
    let _ = repo.git(&["commit", "-qm", "base"]);
    repo.write("notes.txt", "two\n");
    let _ = repo.git(&["stash", "-q"]);
    repo.write(".git/hooks/post-checkout", "#!/bin/sh\ntouch hooked\n");
    repo.write("notes.txt", "three\n");
    let _ = repo.git(&["add", "notes.txt"]);
    repo.write("run.log", "ignored\n");
    let scene = begin(repo, "standard", "");
    scene.repo.write("rates.sh", "if [ \"$1\" -gt 10 ]; then\n  echo 40\nelse\n  echo 2\nfi\n");
    scene
}

/// Does its worst to the tree that it finds itself in, and passes only where the script is right.
const WILD: &str = "\
if [ -n \"$PYTHONDONTWRITEBYTECODE\" ]; then
  pwd >> \"$HOME/places\"
  echo spoiled > notes.txt; rm -f run.log; touch new.txt; chmod 600 .gitignore
  git add -A; git -c user.name=A -c user.email=a@b commit -qm spoiled; git stash drop -q; git tag spoiled
fi
test \"$(sh rates.sh 20)\" = 40 && test \"$(sh rates.sh 1)\" = 2
";

#[test]
fn no_trial_changes_a_byte_of_the_project_or_of_its_repository() {
    let dir = tempfile::TempDir::new().unwrap();
    let copying = copying_charter(dir.path());
    for (bin, is_copy) in [(BIN, false), (copying.to_str().unwrap(), true)] {
        let scene = full(bin);
        scene.repo.write("tests/t.sh", WILD);
        let temp = temp_of(&scene);
        let before = seen(&scene.repo);
        let proving = proving(&scene, &["sh", "tests/t.sh"]).env("TMPDIR", temp.to_str().unwrap());
        let value = proving.run().success().json();
        assert_eq!(verdict(&value), "proven", "{value:#}");
        check_same(&scene.repo, &before);
        assert_eq!(left_in(&temp), Vec::<String>::new());
        let places = fs::read_to_string(scene.repo.home().join("places")).unwrap();
        let work = scene.repo.path("");
        let is_there = |it: &str| Path::new(it) == work;
        assert!(places.lines().all(|it| is_there(it) != is_copy), "{places}");
    }
}

#[test]
fn killed_in_the_middle_it_leaves_the_project_alone_and_the_rest_goes_with_the_next_proof() {
    let dir = tempfile::TempDir::new().unwrap();
    let copying = copying_charter(dir.path());
    for bin in [BIN, copying.to_str().unwrap()] {
        let scene = full(bin);
        scene
            .repo
            .write("tests/t.sh", SLOW_IN_TRIALS.replace("rates.sh)\" = 2", "rates.sh 20)\" = 40"));
        let temp = temp_of(&scene);
        let in_temp =
            |command: &[&str]| proving(&scene, command).env("TMPDIR", temp.to_str().unwrap());
        let before = seen(&scene.repo);
        let lines = scene.lines().len();
        let running = in_temp(&["sh", "tests/t.sh"]).spawn();
        let _ = running_trials(&scene, 1);
        let _ = running.kill();
        assert_ne!(left_in(&temp), Vec::<String>::new(), "the kill left it behind");
        check_same(&scene.repo, &before);
        assert_eq!(scene.lines().len(), lines, "nothing was recorded");
        let _ = scene.charter(&["verify"]).run().success();
        scene.repo.write("tests/t.sh", WILD);
        let value = in_temp(&["sh", "tests/t.sh"]).run().success().json();
        assert_eq!(verdict(&value), "proven", "{value:#}");
        assert_eq!(left_in(&temp), Vec::<String>::new(), "nothing is left of either");
    }
}

#[test]
fn two_proofs_at_once_do_not_disturb_each_other() {
    let scene = full(BIN);
    let temp = temp_of(&scene);
    // Each begins once the other has, and spoils what it is tried on.
    for (own, other) in [("a", "b"), ("b", "a")] {
        let meet = format!(
            "touch \"$HOME/{own}\"; while ! test -e \"$HOME/{other}\"; do sleep 0.01; done\n"
        );
        scene.repo.write(format!("tests/{own}.sh"), format!("{meet}{WILD}"));
    }
    let before = seen(&scene.repo);
    let start = |id: &str, test: &str| {
        let args = ["prove", id, "--json", "--", "sh", test];
        scene.charter(&args).env("TMPDIR", temp.to_str().unwrap()).spawn()
    };
    let both = [start("VAL-A", "tests/a.sh"), start("VAL-B", "tests/b.sh")];
    for running in both {
        let value = running.wait().success().json();
        assert_eq!(verdict(&value), "proven", "{value:#}");
    }
    check_same(&scene.repo, &before);
    assert_eq!(left_in(&temp), Vec::<String>::new());
    let status = scene.charter(&["status", "--json"]).run().success().json();
    assert_eq!(texts(&status["criteria"], "verdict"), ["proven", "proven"], "{status:#}");
}

#[test]
fn a_line_that_compares_the_answer_of_a_new_script_is_about_that_script() {
    let scene = scripted("strict", "");
    scene.repo.write("src/triple.sh", "echo $(($1 * 3))\n");
    for line in
        ["test \"$(sh src/triple.sh 2)\" = 6", "sh src/triple.sh 5 > out && grep -qx 15 out"]
    {
        let value = prove(&scene, &["sh", "-c", line], 0);
        assert_eq!(verdict(&value), "proven", "{line}: {value:#}");
    }
}

#[test]
fn what_must_keep_working_is_tried_on_what_it_watches_whatever_else_was_added() {
    let scene = rated("standard", "Kind: regression\nWatches: rates.py");
    let _ = scene.charter(&["agree", "-m", "it must keep working"]).run().success();
    scene.repo.write("tri.py", "def triple(n):\n    return n * 3\n");
    let answer = prove(&scene, &SUITE, 0);
    assert_eq!(answer["entries"][0]["verdict"], "held", "{answer:#}");
}

#[test]
fn a_new_module_with_a_short_name_is_missed_for_the_right_reason() {
    let scene = rated("standard", "");
    scene.repo.write("db.py", "def double(n):\n    return n * 2\n");
    let test = "import sys, unittest\nsys.path.insert(0, '.')\nimport db\n\n\nclass T(unittest.TestCase):\n    \
        def test_it(self):\n        self.assertEqual(db.double(4), 8)\n";
    scene.repo.write("tests/test_db.py", test);
    let command = ["python3", "-m", "unittest", "discover", "-s", "tests", "-p", "test_db.py"];
    let answer = prove(&scene, &command, 0);
    assert_eq!(answer["entries"][0]["verdict"], "proven", "{answer:#}");
    scene.repo.git(&["add", "-A"]);
    scene.repo.git(&["commit", "-qm", "db"]);
    // A name that is a type elsewhere is a name here.
    scene.repo.write("rates.py", format!("{RATES}\n\ndef double(n):\n    return n * 2\n"));
    let test = tests_of(RATE_TESTS)
        .replace("import rates", "import rates\nfrom rates import double")
        + "\n    def test_double(self):\n        self.assertEqual(double(4), 8)\n";
    scene.repo.write("tests/test_rates.py", test);
    let answer = prove(&scene, &SUITE, 0);
    assert_eq!(answer["entries"][0]["verdict"], "proven", "{answer:#}");
}
