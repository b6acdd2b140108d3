//! `charter new`: what is created, and that bad input creates nothing.

use crate::scene::{IDEA, Scene, keys, refused, repo};
use charter_kernel::{Digest, canonical};
use charter_testkit::Repo;
use insta::assert_snapshot;
use serde_json::{Value, json};

#[test]
fn a_new_charter_says_where_it_is_and_what_to_do() {
    let output = repo().charter(&["new", IDEA]).run();
    assert_snapshot!(output, @"
    exit 0
    --- stdout

      Charter 20261116-090000-nurses-night-shifts
      .charter/20261116-090000-nurses-night-shifts/

      ✓ charter.md     the idea, and what else to agree on
      ✓ criteria.md    empty: nothing must be shown yet

      next  charter interview --charter 20261116-090000-nurses-night-shifts
            answer up to five questions, which draft what must be shown
    ");
}

#[test]
fn the_tree_of_a_new_charter_is_whole() {
    let scene = Scene::new();
    let tree = scene.repo.tree();
    // The sizes of machine-local files depend on inodes and process ids.
    let names = tree.lines().map(|line| match line.strip_prefix(".charter/.local/") {
        Some(_) => line.split(' ').next().unwrap(),
        None => line,
    });
    assert_snapshot!(names.collect::<Vec<_>>().join("\n"), @"
    .charter/.local/.gitignore
    .charter/.local/20261116-090000-nurses-night-shifts.lock
    .charter/.local/20261116-090000-nurses-night-shifts.seal
    .charter/.local/20261116-090000-nurses-night-shifts.strand
    .charter/.local/20261116-090000-nurses-night-shifts.strands
    .charter/.local/20261116-090000-nurses-night-shifts/criterion-state.json
    .charter/.local/20261116-090000-nurses-night-shifts/state.json
    .charter/.local/chosen
    .charter/.local/root.lock
    .charter/20261116-090000-nurses-night-shifts/charter.md 679
    .charter/20261116-090000-nurses-night-shifts/criteria.md 507
    .charter/20261116-090000-nurses-night-shifts/ledger/0c54878bcf147340.jsonl 519
    ");
    assert_eq!(scene.repo.read(".charter/.local/.gitignore"), "*\n");
}

#[test]
fn git_sees_what_is_shared_and_not_what_is_local() {
    let scene = Scene::new();
    let output = scene.repo.git(&["status", "--porcelain", "--untracked-files=all"]);
    assert_snapshot!(output.stdout, @"
    ?? .charter/20261116-090000-nurses-night-shifts/charter.md
    ?? .charter/20261116-090000-nurses-night-shifts/criteria.md
    ?? .charter/20261116-090000-nurses-night-shifts/ledger/0c54878bcf147340.jsonl
    ");
}

#[test]
fn the_documents_hold_the_idea_and_ask_for_the_rest() {
    let scene = Scene::new();
    assert_snapshot!(scene.repo.read(scene.file("charter.md")), @"
    # Charter: Nurses on night shifts lose 40 minutes copying vital signs…

    **Status**: Draft
    **Created**: 2026-11-16

    ## Objective

    Nurses on night shifts lose 40 minutes copying vital signs from paper

    ## Problem & Context

    <!-- What hurts, whom, and why now? -->

    ## Target Users

    <!-- Who uses it, for what, and what do they do today? -->

    ## Business Rationale

    <!-- What do they get that they cannot get otherwise? -->

    ## Scope Guardrails

    ### Will

    ### Won't

    ## Success Criteria

    <!-- What would you count or see, and what is failure? -->

    ## Mission Boundaries

    <!-- What nobody may do along the way. -->

    ## Commands

    <!-- key: value, for example `test: cargo test` -->
    ");
    assert_snapshot!(scene.repo.read(scene.derived("state.json")), @r#"
    {
      "schemaVersion": "charter-1",
      "charterId": "20261116-090000-nurses-night-shifts",
      "name": "Nurses on night shifts lose 40 minutes copying vital signs…",
      "objective": "Nurses on night shifts lose 40 minutes copying vital signs from paper",
      "status": "active",
      "rigor": "standard",
      "createdAt": "2026-11-16T09:00:00.000Z",
      "updatedAt": "2026-11-16T09:00:00.000Z",
      "ledger": {
        "events": 1,
        "head": "8efaa2ce5fb87370def79fce6970a42963d70727e010100cf8338c48d3ffaaf8"
      },
      "digest": "0b8aa235e560cead44b159a44a4d50f3009912e608f610dc956a7150c98d9c53"
    }
    "#);
}

#[test]
fn the_json_starts_with_the_keys_that_scripts_know() {
    let output = repo().charter(&["new", IDEA, "--json"]).run().success();
    let value = output.json();
    let promised = ["ok", "charterId", "path", "status", "nextActions"];
    assert_eq!(keys(&value)[..5], promised);
    assert_eq!(value["ok"], true);
    assert_eq!(value["charterId"], "20261116-090000-nurses-night-shifts");
    assert_eq!(value["path"], ".charter/20261116-090000-nurses-night-shifts");
    assert_eq!(value["status"], "active");
    let actions = value["nextActions"].as_array().unwrap();
    assert!(!actions.is_empty());
    for action in actions {
        assert_eq!(keys(action), ["tool", "action", "hint", "command"]);
    }
}

#[test]
fn a_second_charter_of_the_same_name_and_second_gets_a_number() {
    let repo = repo();
    let create = |expected: &str| {
        let run = repo.charter(&["new", "Twice", "--json"]).now("2026-11-16T09:12:04Z").run();
        assert_eq!(run.success().json()["charterId"], expected);
    };
    create("20261116-091204-twice");
    create("20261116-091204-twice-2");
    create("20261116-091204-twice-3");
}

#[test]
fn the_first_event_is_one_line_in_a_fixed_order_and_its_id_can_be_checked() {
    let scene = Scene::new();
    let text = scene.repo.read(scene.ledger());
    assert_eq!(text.matches('\n').count(), 1);
    let event: Value = serde_json::from_str(&text).unwrap();
    let place = ["v", "id", "strand", "seq", "prev", "after"];
    let envelope = ["ts", "type", "charterId", "actor", "clock"];
    let payload = ["name", "objective", "rigor"];
    assert_eq!(keys(&event), [&place[..], &envelope, &payload].concat());
    let strand = event["strand"].as_str().unwrap();
    assert_eq!(scene.ledger(), scene.file(&format!("ledger/{strand}.jsonl")));
    assert_eq!((&event["seq"], &event["after"]), (&json!(1), &json!([])));
    assert_eq!(event["ts"], "2026-11-16T09:00:00.000Z");
    assert_eq!(event["type"], "charter_created");
    assert_eq!(event["charterId"], json!(scene.id));
    assert_eq!(event["actor"], "person:Ada");
    assert_eq!((&event["v"], &event["clock"]), (&json!(2), &json!("fixed")));
    assert_eq!(event["objective"], IDEA);
    assert_eq!(event["prev"], json!("0".repeat(64)));
    let id = Digest::of(&canonical::render_without(&event, "id"));
    assert_eq!(event["id"], json!(id.to_string()));
}

#[test]
fn an_event_under_the_machines_clock_does_not_say_that_it_was_fixed() {
    let repo = repo();
    let output = repo.charter(&["new", "Real", "--json"]).real_clock().run().success();
    let id = output.json()["charterId"].as_str().unwrap().to_owned();
    let event: Value =
        serde_json::from_str(&repo.read(repo.ledger(format!(".charter/{id}")))).unwrap();
    assert!(event.get("clock").is_none(), "{event}");
    let (day, rest) = id.split_once('-').unwrap();
    let (time, slug) = rest.split_once('-').unwrap();
    assert!(day.len() == 8 && time.len() == 6 && slug == "real", "{id}");
    let ts = event["ts"].as_str().unwrap();
    let digits: String = ts.chars().filter(char::is_ascii_digit).take(14).collect();
    assert_eq!(digits, format!("{day}{time}"));
}

#[test]
fn the_commit_that_is_checked_out_is_recorded() {
    let repo = repo();
    repo.write("README.md", "# Ward\n");
    let _ = repo.git(&["add", "README.md"]);
    let _ = repo.git(&["commit", "--quiet", "--message", "start"]);
    let commit = repo.git(&["rev-parse", "HEAD"]).stdout.trim().to_owned();
    let id = crate::scene::open(&repo, "After the start");
    let event: Value =
        serde_json::from_str(&repo.read(repo.ledger(format!(".charter/{id}")))).unwrap();
    assert_eq!(event["base"], json!(commit));
}

#[test]
fn a_project_without_git_is_an_ordinary_project() {
    let repo = Repo::without_git(crate::scene::BIN);
    let id = crate::scene::open(&repo, IDEA);
    let text = repo.read(repo.ledger(format!(".charter/{id}")));
    assert!(!text.contains("\"base\""), "{text}");
}

#[test]
fn a_name_can_be_given_and_makes_the_id() {
    let repo = repo();
    let args = ["new", IDEA, "--name", "Night shift entry", "--json"];
    let value = repo.charter(&args).run().success().json();
    assert_eq!(value["charterId"], "20261116-090000-night-shift-entry");
    assert_eq!(value["name"], "Night shift entry");
    let text = repo.read(".charter/20261116-090000-night-shift-entry/charter.md");
    assert!(text.starts_with("# Charter: Night shift entry\n"), "{text}");
    assert!(text.contains(IDEA), "{text}");
}

#[test]
fn rigor_comes_from_the_option_then_the_variable_then_the_file() {
    let repo = repo();
    repo.write(".charter/config.toml", "rigor = \"light\"\n");
    let rigor = |args: &[&str], variable: &str| {
        let output = repo.charter(args).env("CHARTER_RIGOR", variable).run().success();
        let id = output.json()["charterId"].as_str().unwrap().to_owned();
        let status = repo.charter(&["status", "--json", "--charter", &id]).run().success();
        status.json()["rigor"].as_str().unwrap().to_owned()
    };
    assert_eq!(rigor(&["new", "One", "--json"], ""), "light");
    assert_eq!(rigor(&["new", "Two", "--json"], "standard"), "standard");
    assert_eq!(rigor(&["new", "Three", "--json", "--rigor", "strict"], "standard"), "strict");
}

#[test]
fn a_named_session_is_bound_in_the_same_write() {
    let repo = repo();
    let args = ["new", IDEA, "--session", "claude-1", "--json"];
    let id = repo.charter(&args).run().success().json()["charterId"].clone();
    let text = repo.read(repo.ledger(format!(".charter/{}", id.as_str().unwrap())));
    let events: Vec<Value> = text.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    assert_eq!(events.len(), 2);
    let of = |event: &Value| (event["part"].clone(), event["parts"].clone());
    assert_eq!(of(&events[0]), (json!(1), json!(2)));
    assert_eq!(of(&events[1]), (json!(2), json!(2)));
    assert_eq!(events[1]["type"], "session_bound");
    assert_eq!(events[1]["session"], "claude-1");
    assert_eq!(events[1]["prev"], events[0]["id"]);
}

#[test]
fn the_actor_is_the_option_then_the_variable_then_the_agent_that_calls() {
    let repo = repo();
    let actor = |args: &[&str], vars: &[(&str, &str)]| {
        let mut invocation = repo.charter(args).env_remove("CHARTER_ACTOR");
        for (name, value) in vars {
            invocation = invocation.env(name, value);
        }
        let id = invocation.run().success().json()["charterId"].as_str().unwrap().to_owned();
        let text = repo.read(repo.ledger(format!(".charter/{id}")));
        serde_json::from_str::<Value>(&text).unwrap()["actor"].as_str().unwrap().to_owned()
    };
    let own = ("CHARTER_ACTOR", "person:Grace");
    assert_eq!(actor(&["new", "A", "--json", "--actor", "agent:x"], &[own]), "agent:x");
    assert_eq!(actor(&["new", "B", "--json"], &[own]), "person:Grace");
    assert_eq!(actor(&["new", "C", "--json"], &[("CLAUDECODE", "1")]), "agent:claude");
    assert_eq!(actor(&["new", "D", "--json"], &[]), "unknown");
}

#[test]
fn an_agent_does_not_act_as_a_person() {
    let repo = repo();
    for name in ["CLAUDECODE", "CODEX_THREAD_ID", "CHARTER_SESSION"] {
        let asked = repo.charter(&["new", "A"]).env("CHARTER_ACTOR", "person:Grace").env(name, "1");
        let output = asked.run().code(2);
        assert!(output.stderr.contains("only a person can act as `person:Grace`"), "{output}");
        assert!(output.stderr.contains(&format!("`{name}` is set")), "{output}");
    }
    assert_eq!(repo.tree(), "");
}

#[test]
fn without_an_idea_nothing_is_created() {
    let repo = repo();
    for args in [&["new"][..], &["new", ""], &["new", " \n\t "]] {
        let output = refused(&repo, args, 2, "objective-missing");
        assert!(output.stderr.contains("needs an idea"), "{output}");
    }
    assert_eq!(repo.tree(), "");
}

#[test]
fn a_name_or_an_idea_that_cannot_be_used_creates_nothing() {
    let repo = repo();
    let long = "n".repeat(300);
    assert_snapshot!(refused(&repo, &["new", IDEA, "--name", &long], 2, "name-too-long"), @r#"
    exit 2
    --- stderr
    error: the name is 300 characters long; the most is 100
    hint: charter new "an idea"  (start a charter)
    "#);
    let _ = refused(&repo, &["new", IDEA, "--name", "two\nlines"], 2, "name-unusable");
    let _ = refused(&repo, &["new", IDEA, "--name", "—"], 2, "name-unusable");
    let huge = "idea ".repeat(14_000);
    let _ = refused(&repo, &["new", &huge], 2, "objective-too-long");
    let _ = refused(&repo, &["new", IDEA, "--session", "a\nb"], 2, "session-unusable");
    let _ = refused(&repo, &["new", IDEA, "--rigor", "extreme"], 2, "usage");
    assert_eq!(repo.tree(), "");
}
