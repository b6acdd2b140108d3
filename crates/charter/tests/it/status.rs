//! `charter status`: where a charter stands, for people and for programs.

use crate::scene::{Scene, keys, refused, repo, texts, words};
use insta::assert_snapshot;

#[test]
fn a_charter_without_criteria_says_what_is_missing() {
    let scene = Scene::new();
    assert_snapshot!(scene.charter(&["status"]).run(), @"
    exit 0
    --- stdout

      Nurses on night shifts lose 40 minutes copying vital signs…  active · standard
      .charter/20261116-090000-nurses-night-shifts/

      Nurses on night shifts lose 40 minutes copying vital signs from paper

      no criterion yet: nothing must be shown, so nothing can be completed

      open  there is no REPORT.md yet

      next  charter interview
            answer up to five questions, which draft what must be shown
    ");
}

#[test]
fn criteria_stand_under_their_milestones_with_their_verdicts() {
    let scene = Scene::with_criteria();
    assert_snapshot!(scene.charter(&["status"]).run(), @r#"
    exit 0
    --- stdout

      Nurses on night shifts lose 40 minutes copying vital signs…  active · standard
      .charter/20261116-090000-nurses-night-shifts/

      Nurses on night shifts lose 40 minutes copying vital signs from paper

      ░░░░░░░░░░░░░░░░░░░░░░░░  0 of 4 criteria shown

      m1 Entry works offline                                                  0 of 2
        ○ VAL-ENTRY-001  a reading entered offline is there after a reload   missing
        ○ VAL-ENTRY-002  two readings entered at once are both there         missing

      m2 Reading                                                              0 of 1
        ○ VAL-READ-001  ward managers see the night at a glance              missing

      without a milestone                                                     0 of 1
        ○ VAL-FLAT  outside of any milestone                                 missing

      open  there is no REPORT.md yet

      next  charter prove VAL-ENTRY-001 -- cargo test --test offline
            VAL-ENTRY-001: no evidence yet
    "#);
}

#[test]
fn the_json_has_the_promised_keys_in_their_order() {
    let scene = Scene::with_criteria();
    let value = scene.charter(&["status", "--json"]).run().success().json();
    let promised = "charterId name path status phase rigor objective valTotal valPass \
                    valWaived registerEmpty criteria milestones drift blockers parseWarnings commands ledger \
                    nextActions";
    assert_eq!(keys(&value).join(" "), promised);
    assert_eq!(
        keys(&value["criteria"][0]).join(" "),
        "id title milestoneId verdict counts requireFreshEvidence reasons"
    );
    assert_eq!(
        keys(&value["milestones"][0]).join(" "),
        "milestoneId title criterionIds valCount valPassCount valWaivedCount"
    );
    assert_eq!(keys(&value["drift"]).join(" "), "uncovered stale suspect readyNext sidecarDrift");
    assert_eq!(keys(&value["blockers"][0]).join(" "), "criterionId reason description");
    assert_eq!(keys(&value["ledger"]).join(" "), "events head intact");
    assert_eq!(value["ledger"]["intact"], true);
    assert_eq!(value["valTotal"], 4);
    assert_eq!(texts(&value["milestones"], "milestoneId"), ["m1", "m2", ""]);
    assert_eq!(texts(&value["drift"]["readyNext"], "criterionId"), ["VAL-ENTRY-001"]);
    let actions = value["nextActions"].as_array().unwrap();
    for action in actions {
        assert_eq!(keys(action)[..4], ["tool", "action", "hint", "command"]);
    }
    assert_eq!(keys(&actions[0])[4..], ["unrun"], "a register names it and it never ran");
    assert_eq!(keys(&actions[0]["unrun"]), ["text", "blank"]);
}

#[test]
fn every_next_command_can_be_typed_as_it_stands() {
    let scene = Scene::with_criteria();
    let value = scene.charter(&["status", "--json"]).run().success().json();
    let commands = texts(&value["nextActions"], "command");
    let typed = commands.iter().filter_map(|it| it.strip_prefix("charter "));
    let typed: Vec<&str> = typed.filter(|it| !it.starts_with("abandon")).collect();
    assert_eq!(typed.len(), 3, "{commands:?}");
    for command in typed {
        let args = words(command);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let output = scene.charter(&args).run();
        let is_run = args[0] == "prove" && output.code == Some(1);
        assert!(is_run || output.code == Some(0), "{command}: {output}");
    }
}

#[test]
fn the_commands_of_the_project_and_its_own_name_come_from_the_document() {
    let scene = Scene::new();
    let text = scene.repo.read(scene.file("charter.md"));
    let text = text.replace("# Charter: Nurses on night shifts", "# Charter: Night shift");
    let text = text.replace("<!-- key: value", "test: `cargo test`\n\n<!-- key: value");
    scene.repo.write(scene.file("charter.md"), text);
    let value = scene.charter(&["status", "--json"]).run().success().json();
    assert_eq!(value["name"], "Night shift lose 40 minutes copying vital signs…");
    assert_eq!(value["commands"]["test"], "cargo test");
}

#[test]
fn what_is_odd_in_the_documents_is_said_on_stderr() {
    let scene = Scene::with_criteria();
    let text = scene.repo.read(scene.file("criteria.md")).replace("command\n", "magic\n");
    scene.repo.write(scene.file("criteria.md"), text);
    let output = scene.charter(&["status"]).run().success();
    assert_snapshot!(output.stderr, @"
    warn   criteria.md:7: `magic` is no verifier; it counts as manual
           [unknown-verifier]
    ");
    let value = scene.charter(&["status", "--json"]).run().success().json();
    let warning = &value["parseWarnings"][0];
    assert_eq!(keys(warning).join(" "), "reason criterionId file line detail");
    assert_eq!((&warning["reason"], &warning["line"]), (&"unknown-verifier".into(), &7.into()));
}

#[test]
fn an_ended_charter_says_that_it_ended_and_asks_for_nothing() {
    let scene = Scene::new();
    let _ = scene.charter(&["abandon", "--reason", "bought instead"]).run().success();
    assert_snapshot!(scene.charter(&["status", "--charter", "nurses"]).run(), @"
    exit 0
    --- stdout

      Nurses on night shifts lose 40 minutes copying vital si…  abandoned · standard
      .charter/20261116-090000-nurses-night-shifts/

      abandoned: bought instead

      Nurses on night shifts lose 40 minutes copying vital signs from paper

      next  charter log --charter 20261116-090000-nurses-night-shifts
            see what happened
    ");
    let args = ["status", "--charter", "nurses", "--json"];
    let value = scene.charter(&args).run().success().json();
    assert_eq!((&value["phase"], &value["blockers"]), (&"terminal".into(), &serde_json::json!([])));
}

#[test]
fn without_a_charter_status_says_how_to_start() {
    let repo = repo();
    assert_snapshot!(refused(&repo, &["status"], 2, "NO_CHARTER_BOUND"), @r#"
    exit 2
    --- stderr
    error: no charter is bound here and none is open
    hint: charter new "an idea"  (start a charter)
    hint: charter list  (see every charter)
    "#);
    assert_eq!(repo.tree(), "");
}

#[test]
fn terminal_codes_in_documents_do_not_reach_the_terminal() {
    let scene = Scene::new();
    let text = scene.repo.read(scene.file("charter.md"));
    let text = text.replace("vital signs from paper", "\u{1b}[31mred\u{7}");
    scene.repo.write(scene.file("charter.md"), text);
    for args in [&["status"][..], &["show"], &["list"]] {
        let output = scene.charter(args).run().success();
        assert!(!output.stdout.contains(['\u{1b}', '\u{7}']), "{output}");
    }
}

#[test]
fn a_watched_status_is_drawn_again_when_something_changes() {
    let scene = Scene::with_criteria();
    let pty = scene.charter(&["status", "--watch"]).on_terminal(80, 30);
    pty.wait_for("0 of 4 criteria shown");
    let args = ["record", "VAL-FLAT", "--pass", "-m", "s", "--because", "b"];
    let _ = scene.charter(&args).run().success();
    pty.wait_for("1 of 4 criteria shown");
    // The line at the foot comes last.
    let screen = pty.wait_for("watching; ctrl-c stops");
    assert!(screen.contains("1 of 4 criteria shown"), "{screen}");
    assert_eq!(screen.matches("criteria shown").count(), 1, "{screen}");
    pty.kill();
    let output = scene.charter(&["status", "--watch"]).run().code(2);
    assert!(output.stderr.contains("needs a terminal"), "{output}");
}

#[test]
fn a_register_of_four_hundred_is_readable() {
    let scene = Scene::new();
    let leaf = |n: usize| format!("### VAL-N-{n:03} — thing number {n}\nVerifier: hook\n\n");
    let part = |m: usize| {
        format!("## m{m} Part {m}\n\n{}", (0..40).map(|n| leaf(m * 40 + n)).collect::<String>())
    };
    scene.repo.write(scene.file("criteria.md"), (0..10).map(part).collect::<String>());
    let entries: Vec<_> = (0..390)
        .map(|n| serde_json::json!({ "criterionId": format!("VAL-N-{n:03}"), "outcome": "pass", "summary": "s", "because": "b" }))
        .collect();
    scene.repo.write("entries.json", serde_json::Value::from(entries).to_string());
    let _ = scene.charter(&["record", "--batch", "entries.json"]).run().success();
    let output = scene.charter(&["status"]).run().success();
    assert!(output.stdout.contains("390 of 400 criteria shown"), "{output}");
    assert!(output.stdout.lines().count() < 60, "whole milestones are one line: {output}");
    assert!(output.stdout.contains("VAL-N-399"), "{output}");
}
