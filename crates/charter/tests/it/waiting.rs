//! What waits for a person, what a worker says about what it cannot show, and runs that the register names.

use crate::scene::{Scene, check_text, open, refused_with, repo, texts};
use serde_json::Value;

const AGENT: (&str, &str) = ("CHARTER_ACTOR", "agent:codex");
const ADA: (&str, &str) = ("CHARTER_ACTOR", "person:Ada");

/// A charter with a commit behind it and criteria as they are given.
fn scene_of(criteria: &str) -> Scene {
    let repo = repo();
    repo.write("src/old.sh", "legacy_rate() { echo 1; }\n");
    let _ = repo.git(&["add", "-A"]);
    let _ = repo.git(&["commit", "-qm", "base"]);
    let id = open(&repo, "Rates for the ward");
    let scene = Scene { repo, id };
    scene.repo.write(scene.file("criteria.md"), criteria);
    scene
}

#[track_caller]
fn told(scene: &Scene, actor: (&str, &str), args: &[&str], exit: i32) -> Value {
    let args = [&args[..1], &["--json"], &args[1..]].concat();
    scene.charter(&args).env(actor.0, actor.1).run().code(exit).json()
}

fn verdict_of(scene: &Scene, id: &str) -> (String, bool) {
    let report = told(scene, AGENT, &["status"], 0);
    let rows = report["criteria"].as_array().unwrap();
    let row = rows.iter().find(|it| it["id"] == id).unwrap();
    (row["verdict"].as_str().unwrap().to_owned(), row["counts"] == true)
}

/// Why a word does not count by itself, which repeats nothing of it.
const OPEN_WORD: &str = "nothing was run: it counts once a person confirms it";

const TWO: &str = "## m1\n\n### VAL-A — the look is right\nVerifier: manual\n\n### VAL-B — the printer prints\nVerifier: manual\n";

#[test]
fn an_agents_word_waits_for_a_person_who_confirms_it() {
    let scene = scene_of(TWO);
    let say = ["record", "VAL-A", "--pass", "-m", "all blue", "--because", "compared it"];
    let _ = told(&scene, AGENT, &say, 0);
    assert_eq!(verdict_of(&scene, "VAL-A"), ("attested".to_owned(), false));
    let listed = told(&scene, AGENT, &["confirm"], 0);
    assert_eq!(texts(&listed["waiting"], "id"), ["VAL-A"]);
    let claim = listed["waiting"][0]["claim"].as_str().unwrap();
    assert_eq!(claim, "agent:codex says: all blue (compared it)");
    assert_eq!(listed["waiting"][0]["reasons"], serde_json::json!([OPEN_WORD]), "{listed:#}");
    let yes = ["confirm", "--yes"];
    refused_with(&scene.repo, &yes, 1, "person-needed", &[AGENT]);
    let said = told(&scene, ADA, &["confirm", "--yes", "-m", "looked as well"], 0);
    assert_eq!(texts(&said["confirmed"], "id"), ["VAL-A"]);
    assert_eq!(verdict_of(&scene, "VAL-A"), ("attested".to_owned(), true));
    let text = scene.charter(&["confirm"]).run().success();
    assert_eq!(text.stdout, "Nothing waits for a person.\n");
    // New evidence wants a new yes.
    let _ = told(&scene, AGENT, &say, 0);
    assert_eq!(verdict_of(&scene, "VAL-A"), ("attested".to_owned(), false));
}

#[test]
fn all_shows_the_rest_and_asks_once_more() {
    let scene = scene_of(TWO);
    for id in ["VAL-A", "VAL-B"] {
        let say = ["record", id, "--pass", "-m", "all blue", "--because", "compared it"];
        let _ = told(&scene, AGENT, &say, 0);
    }
    let mut pty = scene.charter(&["confirm"]).env(ADA.0, ADA.1).on_terminal(80, 40);
    let screen = pty.wait_for("[q]uit");
    assert!(screen.contains("VAL-A") && !screen.contains("VAL-B"), "{screen}");
    pty.send("a\n");
    let screen = pty.wait_for("Confirm all 2? [y/N]");
    assert!(screen.contains("VAL-B"), "{screen}");
    // What is no yes is a no: then each is asked about again.
    pty.send("\nq\n");
    let (code, screen) = pty.end();
    assert_eq!(code, Some(0), "{screen}");
    assert!(!verdict_of(&scene, "VAL-A").1 && !verdict_of(&scene, "VAL-B").1, "{screen}");
    let mut pty = scene.charter(&["confirm"]).env(ADA.0, ADA.1).on_terminal(80, 40);
    let _ = pty.wait_for("[q]uit");
    pty.send("a\n");
    let _ = pty.wait_for("Confirm all 2? [y/N]");
    pty.send("y\n");
    let (code, screen) = pty.end();
    assert_eq!(code, Some(0), "{screen}");
    assert!(verdict_of(&scene, "VAL-A").1 && verdict_of(&scene, "VAL-B").1, "{screen}");
}

#[test]
fn what_a_criterion_needs_is_written_down_and_a_person_may_waive_it() {
    let scene = scene_of(TWO);
    let need = ["block", "VAL-B", "--needs", "printer", "-m", "none is connected here"];
    let _ = told(&scene, AGENT, &need, 0);
    let report = told(&scene, AGENT, &["status"], 0);
    let blockers = report["blockers"].as_array().unwrap();
    let blocker = blockers.iter().find(|it| it["criterionId"] == "VAL-B").unwrap();
    assert_eq!(blocker["reason"], "needs-person");
    let words = blocker["description"].as_str().unwrap();
    assert!(words.ends_with("needs printer: none is connected here"), "{words}");
    assert_eq!(told(&scene, AGENT, &need, 0)["changed"], false);
    let said = told(&scene, ADA, &["confirm", "VAL-B", "--yes"], 0);
    assert_eq!(said["confirmed"][0]["kind"], "needs");
    assert_eq!(verdict_of(&scene, "VAL-B"), ("waived".to_owned(), true));
    assert_eq!(told(&scene, AGENT, &["status"], 0)["valPass"], 0, "waived is not shown");
}

#[test]
fn an_answer_that_an_agent_gave_is_listed_in_words() {
    let scene = scene_of(TWO);
    let said = "Nurses lose forty minutes a night copying numbers, and errors slip in.";
    let submit = ["interview", "submit", "--answer", said];
    let _ = scene.charter(&submit).env(AGENT.0, AGENT.1).run().success();
    let listed = told(&scene, AGENT, &["confirm"], 0);
    let rows = listed["waiting"].as_array().unwrap();
    let row = rows.iter().find(|it| it["kind"] == "answer").unwrap();
    assert!(row["title"].as_str().unwrap().starts_with("Tell me everything"), "{row:#}");
    assert_eq!(row["claim"], format!("agent:codex answered for the user: “{said}”"));
    let text = scene.charter(&["confirm"]).env("COLUMNS", "40").run().success().stdout;
    assert!(text.lines().all(|it| it.chars().count() <= 40), "{text}");
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(said) && words.contains("relayed answer"), "{text}");
}

#[test]
fn a_verdict_that_is_disputed_stands_and_is_listed() {
    let scene = scene_of(TWO);
    let _ = told(&scene, AGENT, &["prove", "VAL-A", "--", "true"], 1);
    let _ = told(&scene, AGENT, &["dispute", "VAL-A", "-m", "true is what is true"], 0);
    assert_eq!(verdict_of(&scene, "VAL-A").0, "void");
    let log = told(&scene, AGENT, &["log", "--disputes"], 0);
    let events = log["events"].as_array().unwrap();
    assert_eq!(events.len(), 1, "{log:#}");
    assert_eq!(events[0]["type"], "verdict_disputed");
    assert_eq!(
        (&events[0]["verdict"], &events[0]["reason"]),
        (&"void".into(), &"true is what is true".into())
    );
    let text = scene.charter(&["log", "--disputes"]).run().success();
    assert!(text.stdout.contains("disputed that VAL-A is void"), "{text}");
}

#[test]
fn what_the_register_names_is_run_with_a_word_and_what_it_names_nowhere_is_refused() {
    let criteria = "## m1\n\n### VAL-A — the rate is tripled\nVerifier: command\nCommand: sh tests/rate.sh\n\n### VAL-B — two\nVerifier: command\n";
    let scene = scene_of(criteria);
    scene.repo.write("src/rate.sh", "echo $(($1 * 3))\n");
    scene.repo.write("tests/rate.sh", check_text(1, ""));
    let unknown = refused_with(&scene.repo, &["prove"], 1, "commands-unknown-here", &[AGENT]);
    assert!(unknown.stderr.contains("sh tests/rate.sh"), "{unknown}");
    let report = told(&scene, AGENT, &["prove", "--yes"], 0);
    assert_eq!((&report["commands"], &report["ran"]), (&1.into(), &1.into()));
    assert_eq!(verdict_of(&scene, "VAL-A"), ("proven".to_owned(), true));
    // It is known by now; what counts is not run again unless it is named.
    assert_eq!(told(&scene, AGENT, &["prove"], 0)["ran"], 0);
    assert_eq!(told(&scene, AGENT, &["prove", "VAL-A"], 0)["ran"], 1);
    refused_with(&scene.repo, &["prove", "VAL-B"], 2, "command-missing", &[AGENT]);
}

#[test]
fn what_must_be_gone_is_shown_without_a_command() {
    let criteria = "## m1\n\n### VAL-A — the old rate is gone\nAbsent: `legacy_rate` in src/**\n\n### VAL-B — x\nAbsent: never_there in src/**\n";
    let scene = scene_of(criteria);
    let early = told(&scene, AGENT, &["prove", "VAL-A"], 1);
    assert_eq!(early["entries"][0]["verdict"], "failed", "{early:#}");
    let _ = scene.repo.git(&["rm", "-q", "src/old.sh"]);
    let report = told(&scene, AGENT, &["prove", "VAL-A"], 0);
    assert_eq!(report["entries"][0]["verdict"], "proven", "{report:#}");
    let empty = told(&scene, AGENT, &["prove", "VAL-B"], 1);
    assert_eq!(empty["entries"][0]["counts"], false, "it was never there: {empty:#}");
}

#[test]
fn a_completed_charter_is_history_and_no_later_change_of_the_product_turns_it_red() {
    let scene = scene_of("## m1\n\n### VAL-A — the rate is tripled\nVerifier: command\n");
    scene.repo.write("src/rate.sh", "echo $(($1 * 3))\n");
    scene.repo.write("tests/rate.sh", check_text(1, ""));
    let _ = told(&scene, AGENT, &["prove", "VAL-A", "--", "sh", "tests/rate.sh"], 0);
    let _ = told(&scene, AGENT, &["complete", "-m", "tripled"], 0);
    scene.repo.write("src/rate.sh", "echo $(($1 * 4))\n");
    let report = told(&scene, AGENT, &["check"], 0);
    assert_eq!((&report["verdict"], &report["status"]), (&"pass".into(), &"completed".into()));
    assert_eq!(report["criteria"][0]["verdict"], "proven", "{report:#}");
    // What was shown is the text of then.
    let register = scene.bytes("criteria.md");
    let text = String::from_utf8(register).unwrap().replace("tripled", "fourfold");
    scene.repo.write(scene.file("criteria.md"), text);
    let report = told(&scene, AGENT, &["check"], 1);
    assert_eq!(report["criteria"][0]["verdict"], "suspect", "{report:#}");
}

#[test]
fn an_agent_is_not_asked_about_what_only_a_person_can_clear() {
    let scene = scene_of("## m1\n\n### VAL-A — the look is right\nVerifier: manual\n");
    let bind = ["use", "rates", "--session", "s1"];
    let _ = scene.charter(&bind).env(AGENT.0, AGENT.1).run().success();
    let stop = r#"{"session_id":"s1","hook_event_name":"Stop","stop_hook_active":false}"#;
    let hook = || scene.repo.charter(&["hook", "claude"]).stdin(stop).run().success().stdout;
    assert!(hook().contains("VAL-A"), "it is asked for what it can do");
    let say = ["record", "VAL-A", "--pass", "-m", "blue", "--because", "compared"];
    let _ = told(&scene, AGENT, &say, 0);
    let _ = told(&scene, AGENT, &["complete"], 1);
    scene
        .repo
        .write(scene.file("REPORT.md"), "# Report\n\n## Outcome\n\nDone.\n\n## Notes\n\nNone.\n");
    assert_eq!(hook(), "", "only a person can go on");
}
