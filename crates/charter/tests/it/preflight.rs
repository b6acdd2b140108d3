//! `charter preflight`: what a user, an agent and a hook see, and the files that are left.

use crate::scene::{refused, repo};
use charter_testkit::{Repo, schema_violations};
use insta::assert_snapshot;
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::PermissionsExt;

const STATE: &str = ".claude/interview-state.json";
const HISTORY: &str = ".claude/interview-history.json";
const UNCLEAR: &str = "add login somehow";
const RISKY: &str = "delete all the production users";
const ON: [&str; 2] = ["--workflow", "x-implement"];

/// The schemas that a state file must fit: the one that others publish, and the one that we do.
const SCHEMAS: [&str; 2] = [
    include_str!("../../../charter-engine/tests/it/preflight/draft-07.schema.json"),
    include_str!("../../../../docs/reference/interview-state.schema.json"),
];

fn run(repo: &Repo, args: &[&str], code: i32) -> Value {
    let args = [&["preflight"], args, &["--json"]].concat();
    repo.charter(&args).run().code(code).json()
}

fn check(repo: &Repo, args: &[&str], code: i32) -> Value {
    run(repo, &[&["check"], args].concat(), code)
}

/// Reads the state file, which must fit both schemas.
#[track_caller]
fn state(repo: &Repo) -> Value {
    let value: Value = serde_json::from_str(&repo.read(STATE)).unwrap();
    for schema in SCHEMAS {
        let violations = schema_violations(&serde_json::from_str(schema).unwrap(), &value);
        assert_eq!(violations, Vec::<String>::new(), "{value:#}");
    }
    value
}

#[test]
fn a_vague_request_is_told_in_a_line_and_asked_about_in_its_own_language() {
    let repo = repo();
    let output = repo.charter(&["preflight", "check", ON[0], ON[1], UNCLEAR]).run().code(1);
    assert_snapshot!(output.stdout, @r#"

      ✗ “somehow” leaves open how it should work.

      “add login somehow”: how should it work, or which result is good enough?

      next  charter preflight answer "…"
            answer it
    "#);
    let saved = state(&repo);
    assert_eq!(saved["gateStatus"], "blocked");
    assert_eq!(saved["request"], UNCLEAR);
    let german = "Bau das Login irgendwie um";
    let output = repo.charter(&["preflight", "check", german]).run().code(1);
    assert_snapshot!(output.stdout, @r#"

      ✗ „irgendwie“ lässt offen, wie es gehen soll.

      „Bau das Login irgendwie um“: Wie soll es gehen, oder welches Ergebnis reicht
      aus?

      next  charter preflight answer "…"
            beantworten
    "#);
}

#[test]
fn a_clear_request_is_not_held_up_by_a_word_of_ceremony() {
    let repo = repo();
    for workflow in ["request", "x-implement", "x-plan"] {
        let text = "rename getUser to findUser in src/users.ts";
        let output = repo.charter(&["preflight", "check", "--workflow", workflow, text]).run();
        assert_eq!(output.success().stdout, "✓ nothing to ask\n");
    }
}

#[test]
fn the_answer_for_programs_has_the_keys_in_order() {
    let repo = repo();
    let report = check(&repo, &[ON[0], ON[1], UNCLEAR], 1);
    let keys: Vec<&str> = report.as_object().unwrap().keys().map(String::as_str).collect();
    let first =
        ["ok", "gateStatus", "workflow", "mode", "status", "message", "triggers", "confidence"];
    assert_eq!(keys[..8], first);
    assert_eq!(keys[8..10], ["nextQuestion", "statePath"]);
    assert_eq!(report["triggers"][0]["keyword"], "somehow");
    assert_eq!(report["triggers"][0]["at"], json!({ "line": 1, "column": 11 }));
    assert_eq!(report["confidence"]["weights"]["technical"], json!(0.3));
    assert_eq!(report["nextQuestion"]["targetDimension"], "scope");
    assert_eq!(report["statePath"], STATE);
    assert_eq!(report["nextActions"][0]["command"], "charter preflight answer \"…\"");
}

#[test]
fn a_clear_request_passes_and_leaves_nothing() {
    let repo = repo();
    let text = "Show the ward's name in the header";
    let report = check(&repo, &[text], 0);
    assert_eq!((&report["ok"], &report["gateStatus"]), (&json!(true), &json!("open")));
    assert!(report["understanding"].as_str().unwrap().starts_with(text));
    assert!(repo.snapshot_tree().is_empty(), "no file, no lock");
    let usual = repo.charter(&["preflight", "check", "-", "--json"]);
    let report = usual.stdin("add rate limiting, you know, the usual\n").run().code(1).json();
    assert_eq!(report["triggers"][0]["keyword"], "the usual");
}

#[test]
fn one_answer_opens_what_was_vague_and_the_charter_keeps_it() {
    let repo = repo();
    check(&repo, &[ON[0], ON[1], UNCLEAR], 1);
    let _ = refused(&repo, &["preflight", "reformulate"], 1, "preflight-not-now");
    let _ = refused(&repo, &["new", "--from-preflight"], 1, "preflight-not-now");
    let report = run(&repo, &["answer", "no idea"], 0);
    assert_eq!(report["gateStatus"], "blocked");
    assert!(report["message"].as_str().unwrap().starts_with("That doesn't answer it yet."));
    let report = run(&repo, &["answer", "one tap with the hospital card, no password"], 0);
    assert_eq!((&report["ok"], &report["status"]), (&json!(true), &json!("complete")));
    assert_eq!(report["autoInvoke"], false);
    assert_eq!(report["nextActions"][0]["command"], "charter new --from-preflight");
    assert_eq!(state(&repo)["questions"][1]["about"], json!(["somehow"]));
    let again = check(&repo, &[ON[0], ON[1], UNCLEAR], 0);
    assert_eq!(again["bypass"]["reason"], "already_interviewed");
    let made = repo.charter(&["new", "--from-preflight", "--no-interview", "--json"]).run();
    let made = made.success().json();
    let charter = repo.read(format!("{}/charter.md", made["path"].as_str().unwrap()));
    assert!(charter.contains(UNCLEAR) && charter.contains("hospital card"), "{charter}");
    let id = made["charterId"].as_str().unwrap();
    assert_eq!(state(&repo)["charter"], id);
    let again = refused(&repo, &["new", "--from-preflight"], 1, "preflight-not-now");
    assert!(again.to_string().contains(id), "{again}");
    assert_eq!(run(&repo, &["clear"], 0)["kept"], false);
    assert!(!repo.path(STATE).exists());
    assert!(repo.read(HISTORY).contains("\"skill\": \"x-implement\""));
}

#[test]
fn a_deed_of_risk_takes_one_answer_and_a_person_and_the_charter_keeps_both() {
    let repo = repo();
    check(&repo, &[ON[0], ON[1], RISKY], 1);
    let report = run(&repo, &["answer", "the test tenant only, last night's backup has it"], 0);
    assert_eq!(report["gateStatus"], "blocked");
    assert!(report["message"].as_str().unwrap().contains("a person says yes"), "{report:#}");
    assert!(report.get("nextQuestion").is_none(), "{report:#}");
    assert_eq!(report["nextActions"][0]["command"], "charter preflight validate yes");
    assert_eq!(report["status"], "validating");
    assert!(report["reformulation"]["summary"].as_str().unwrap().contains("test tenant"));
    let report = run(&repo, &["validate", "yes"], 0);
    assert_eq!((&report["ok"], &report["confidence"]["composite"]), (&json!(true), &json!(100)));
    assert_eq!(state(&repo)["reformulation"]["validationResponse"], "yes_proceed");
    let made = repo.charter(&["new", "--from-preflight", "--no-interview", "--json"]).run();
    let made = made.success().json();
    let log = repo.charter(&["log", "--json"]).run().success().json();
    let events = log["events"].as_array().unwrap();
    let event = events.iter().find(|it| it["type"] == "preflight_handed_over").unwrap();
    assert_eq!(event["request"], RISKY);
    assert!(event["answers"][0]["answer"].as_str().unwrap().contains("test tenant"));
    assert!(event["answers"][0]["question"].as_str().unwrap().ends_with('?'), "{event:#}");
    assert_eq!(event["yes"]["words"], "yes");
    assert!(event["yes"]["by"].is_string() && event["yes"]["at"].is_string(), "{event:#}");
    let criteria = format!("{}/criteria.md", made["path"].as_str().unwrap());
    repo.write(criteria, "### VAL-A — the test tenant is empty\n");
    let shown = repo.charter(&["show", "VAL-A", "--json"]).run().success().json();
    let refs: Vec<&str> = crate::scene::texts(&shown["trace"]["answers"], "ref");
    assert_eq!(refs, ["preflight-1", "preflight-yes"]);
}

#[test]
fn work_that_failed_keeps_its_state() {
    let repo = repo();
    let _ = refused(&repo, &["preflight", "clear"], 3, "preflight-missing");
    check(&repo, &[ON[0], ON[1], UNCLEAR], 1);
    let before = repo.read(STATE);
    assert_eq!(run(&repo, &["clear", "--failed"], 0)["kept"], true);
    assert_eq!(repo.read(STATE), before);
}

#[test]
fn without_a_subcommand_the_state_is_shown() {
    let repo = repo();
    let output = repo.charter(&["preflight"]).run().success();
    assert_snapshot!(output.stdout, @r#"

      No preflight is going on here.

      next  charter preflight check "a request"
            look at a request
    "#);
    check(&repo, &[ON[0], ON[1], UNCLEAR], 1);
    let before = repo.snapshot_tree();
    let report = run(&repo, &[], 0);
    assert_eq!(report["gateStatus"], "blocked");
    assert_eq!(repo.snapshot_tree(), before);
}

#[test]
fn what_is_no_state_is_put_aside_and_never_overwritten() {
    for (bytes, aside) in [
        ("{ half", "corrupt-1"),
        ("", "corrupt-1"),
        ("{\"version\":\"2.0.0\",\"new\":1}", "newer-1"),
    ] {
        let repo = repo();
        repo.write(STATE, bytes);
        let shown = repo.charter(&["preflight"]).run().success();
        assert!(shown.stdout.contains("No preflight"), "{shown}");
        assert_eq!(repo.read(STATE), bytes, "a look changes nothing");
        let report = check(&repo, &[ON[0], ON[1], UNCLEAR], 1);
        assert_eq!(report["findings"][0]["code"], "preflight-foreign");
        assert_eq!(repo.read(format!("{STATE}.{aside}")), bytes);
        state(&repo);
    }
}

#[test]
fn where_nothing_can_be_written_the_answer_still_comes() {
    let repo = repo();
    repo.write(".claude", "a file where the directory should be");
    let output = repo.charter(&["preflight", "check", ON[0], ON[1], UNCLEAR]).run().code(1);
    assert!(output.stderr.contains("not written down"), "{output}");
    assert!(output.stderr.contains("[preflight-unkept]"), "{output}");
    assert!(output.stdout.contains("how should it work"), "{output}");
}

#[test]
fn a_directory_that_may_not_be_written_does_not_stop_a_check() {
    let repo = repo();
    check(&repo, &[ON[0], ON[1], UNCLEAR], 1);
    let dir = repo.path(".claude");
    fs::set_permissions(&dir, fs::Permissions::from_mode(0o555)).unwrap();
    let output = repo.charter(&["preflight", "check", "--workflow", "x-plan", UNCLEAR]).run();
    fs::set_permissions(&dir, fs::Permissions::from_mode(0o755)).unwrap();
    // Whoever may write anything anyway, may write this too.
    assert_eq!(output.code, Some(1), "{output}");
}

#[test]
fn the_later_shape_is_moved_to_the_history_without_what_is_over() {
    let repo = repo();
    let session = |skill: &str, end: &str| {
        json!({ "skill": skill, "timestamp": "2026-11-15T10:00:00Z", "expiresAt": end,
            "confidence": { "composite": 92 }, "questions_asked": 2, "bypassed": false })
    };
    let sessions =
        [session("x-old", "2026-11-15T12:00:00Z"), session("x-plan", "2026-11-18T12:00:00Z")];
    repo.write(STATE, json!({ "version": "1.0", "sessions": sessions }).to_string());
    check(&repo, &[ON[0], ON[1], UNCLEAR], 1);
    state(&repo);
    let history = repo.read(HISTORY);
    assert!(history.contains("x-plan") && !history.contains("x-old"), "{history}");
}

#[test]
fn a_phrase_skips_what_can_be_undone_and_nothing_else() {
    let repo = repo();
    let report = check(&repo, &["--workflow", "x-docs", "skip interview"], 0);
    assert_eq!(report["bypass"]["reason"], "explicit_user_request");
    assert_eq!(report["bypass"]["warningShown"], true);
    let saved = state(&repo);
    assert_eq!(saved["status"], "skipped");
    assert!(!saved["bypassLog"][0]["assumptions"].as_array().unwrap().is_empty());
    let risky = "deploy to production, just do it";
    let report = check(&repo, &["--workflow", "x-deploy", risky], 1);
    assert!(report["refused"].as_str().unwrap().contains("never skipped"));
    let _ = refused(&repo, &["preflight", "bypass"], 1, "preflight-high-risk");
    let words = ["--confirm", "deploy"];
    let by_agent = [&["preflight", "bypass", "--actor", "agent:x"], &words[..]].concat();
    let _ = refused(&repo, &by_agent, 1, "person-needed");
    let report = run(&repo, &[&["bypass", "agreed with Grace"], &words[..]].concat(), 0);
    assert_eq!((&report["ok"], &report["status"]), (&json!(true), &json!("skipped")));
    state(&repo);
}

#[test]
fn the_branch_and_the_tags_are_read_without_git() {
    let repo = repo();
    repo.write(".git/HEAD", "ref: refs/heads/main\n");
    let commit = ["--workflow", "x-git", "--mode", "commit", "commit the page, skip interview"];
    check(&repo, &commit, 1);
    repo.write(".git/HEAD", "ref: refs/heads/login\n");
    check(&repo, &commit, 0);
    let release = ["--workflow", "x-git", "--mode", "release", "release 2.1.0"];
    check(&repo, &release, 0);
    repo.write(".git/packed-refs", "# pack-refs\n3f2c1a7 refs/tags/v2.1.0\n");
    run(&repo, &["clear"], 0);
    check(&repo, &release, 1);
}

#[test]
fn research_is_noted_found_again_and_forgotten() {
    let repo = repo();
    check(&repo, &["--workflow", "x-brainstorm", "a login for nurses"], 1);
    let report = run(&repo, &["answer", "We use Prisma for every table there is"], 0);
    assert_eq!(report["status"], "researching");
    assert_eq!(report["research"][0]["type"], "context7");
    run(&repo, &["research", "prisma"], 1);
    let note = ["research", "prisma", "--type", "context7", "--findings", "migrations are files"];
    let report = run(&repo, &note, 0);
    assert_eq!(report["nextQuestion"]["found"], "migrations are files");
    assert_eq!(run(&repo, &["research", "prisma"], 0)["findings"], "migrations are files");
    state(&repo);
    run(&repo, &["research", "--forget"], 0);
    run(&repo, &["research", "prisma"], 1);
    state(&repo);
}

#[test]
fn what_makes_no_sense_is_refused_and_changes_nothing() {
    let repo = repo();
    check(&repo, &[ON[0], ON[1], UNCLEAR], 1);
    let before = repo.read(STATE);
    let _ = refused(&repo, &["preflight", "check", " "], 2, "preflight-unusable");
    let _ = refused(&repo, &["preflight", "answer", " "], 2, "preflight-unusable");
    let plain = ["preflight", "answer", "Auth0", "--asked", "\"Which?\""];
    let _ = refused(&repo, &plain, 2, "preflight-unusable");
    let _ = refused(&repo, &["preflight", "validate", "yes"], 1, "preflight-not-now");
    for args in [
        &["preflight", "answer", "x", "--impact", "banana=+1"][..],
        &["preflight", "check", "x", "--routing", "101", "--covers", "risk"],
        &["preflight", "validate", "perhaps"],
    ] {
        let _ = repo.charter(args).run().code(2);
    }
    assert_eq!(repo.read(STATE), before);
}

#[test]
fn users_bring_workflows_words_and_a_place_of_their_own() {
    let repo = repo();
    let config = "[preflight]\nstate = \"notes/gate.json\"\nrisk = [\"abnahme\"]\n\
                  [preflight.workflows]\nx-ops = [10, 20, 20, 10, 40]\n";
    repo.write(".charter/config.toml", config);
    let report = check(&repo, &["--workflow", "x-ops", "die Abnahme vorbereiten"], 1);
    assert_eq!(report["triggers"][0]["keyword"], "abnahme");
    assert_eq!(report["confidence"]["weights"]["risk"], json!(0.4));
    assert_eq!(report["statePath"], "notes/gate.json");
    assert!(repo.path("notes/gate.json").exists());
    repo.write(".charter/config.toml", "[preflight.workflows]\nx-ops = [10, 20, 20, 10, 41]\n");
    let _ = refused(&repo, &["preflight"], 2, "config-bad-value");
}

#[test]
fn a_reply_that_a_hook_sees_does_not_begin_another_interview() {
    let repo = repo();
    check(&repo, &[ON[0], ON[1], UNCLEAR], 1);
    let before = state(&repo);
    let report = check(&repo, &["--prompt", "we use Auth0"], 1);
    assert_eq!(report["workflow"], "x-implement");
    assert!(report["note"].as_str().unwrap().contains("not recorded as an answer"));
    assert_eq!(report["answers"], 0);
    assert_eq!(state(&repo)["topicHash"], before["topicHash"]);
}

#[test]
fn answers_to_something_else_are_kept_beside() {
    let repo = repo();
    check(&repo, &[ON[0], ON[1], UNCLEAR], 1);
    run(&repo, &["answer", "not sure, like before"], 0);
    check(&repo, &["--workflow", "x-plan", "plan the wards somehow"], 1);
    assert!(repo.read(format!("{STATE}.saved-1")).contains("not sure, like before"));
}

#[test]
fn six_answers_at_once_are_all_there() {
    let repo = repo();
    check(&repo, &["--workflow", "x-brainstorm", "a login for nurses"], 1);
    let texts: Vec<String> = (0..6).map(|it| format!("answer number {it}")).collect();
    let running: Vec<_> =
        texts.iter().map(|it| repo.charter(&["preflight", "answer", it]).spawn()).collect();
    for it in running {
        let _ = it.wait().success();
    }
    let questions = state(&repo)["questions"].as_array().unwrap().clone();
    assert_eq!(questions.len(), 6);
    assert!(texts.iter().all(|it| questions.iter().any(|asked| asked["answer"] == **it)));
}

#[test]
fn a_narrow_window_is_enough() {
    let repo = repo();
    let text = "add login somehow, like before, with two factors, sessions, audit log etc.";
    for columns in ["50", "80"] {
        let output = repo.charter(&["preflight", "check", ON[0], ON[1], text]);
        let output = output.env("COLUMNS", columns).run().code(1);
        let widest = output.stdout.lines().map(|it| it.chars().count()).max().unwrap();
        assert!(widest <= columns.parse().unwrap(), "{output}");
    }
}

#[test]
fn an_agent_alone_never_opens_the_gate_for_something_irreversible() {
    let repo = repo();
    let agent = |args: &[&str], code: i32| {
        let args = [&["preflight"], args, &["--actor", "agent:x", "--json"]].concat();
        repo.charter(&args).run().code(code).json()
    };
    let report = agent(&["check", ON[0], ON[1], RISKY], 1);
    let question = report["nextQuestion"]["question"].as_str().unwrap();
    assert!(question.contains("get it back") && question.contains(RISKY), "{question}");
    let impact = "problem=+30,context=+30,technical=+30,scope=+30,risk=+30";
    let text = "the test tenant only, last night's backup has it";
    let report = agent(&["answer", text, "--impact", impact], 0);
    assert_eq!(report["gateStatus"], "blocked");
    agent(&["check", ON[0], ON[1], RISKY], 1);
    let refusal = agent(&["validate", "yes"], 1);
    assert!(refusal.to_string().contains("person-needed"), "{refusal:#}");
    let yes = ["preflight", "validate", "yes", "--actor", "person:Grace", "--json"];
    assert_eq!(repo.charter(&yes).run().success().json()["gateStatus"], "open");
    let saved = state(&repo);
    assert_eq!(saved["reformulation"]["validatedBy"], "person:Grace");
    assert_eq!(saved["reformulation"]["relayed"], false);
}

#[test]
fn a_bypass_by_an_agent_says_so_and_claims_nothing() {
    let repo = repo();
    check(&repo, &[ON[0], ON[1], UNCLEAR], 1);
    let args = ["preflight", "bypass", "a", "spike", "--actor", "agent:x"];
    let output = repo.charter(&args).run().success();
    assert!(output.stdout.contains("no questions were asked"), "{output}");
    assert!(output.stdout.contains("the agent x"), "{output}");
    let saved = state(&repo);
    assert_eq!(saved["bypassLog"][0]["actor"], "agent:x");
    assert_eq!(saved["bypassLog"][0]["reasonGiven"], "a spike");
    let shown = repo.charter(&["preflight"]).run().success();
    assert!(shown.stdout.contains("no questions were asked"), "{shown}");
    assert!(!shown.stdout.contains("every dimension"), "{shown}");
}

#[test]
fn what_is_no_request_is_refused_with_a_word_about_preflight() {
    let repo = repo();
    let report = refused(&repo, &["preflight", "check", ""], 2, "preflight-unusable");
    assert!(report.to_string().contains("charter preflight check"), "{report}");
    fs::write(repo.path("request"), b"caf\xe9 delete").unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_charter"))
        .args(["preflight", "check", "-", "--json"])
        .current_dir(repo.path(""))
        .stdin(fs::File::open(repo.path("request")).unwrap())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("not UTF-8") && said.contains("charter preflight check"), "{said}");
}
