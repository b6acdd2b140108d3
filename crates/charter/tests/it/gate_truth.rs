//! What the gate makes of what persons decided, and of what a target decided since: what is true for a person at
//! their desk is true in CI.

use crate::pull_request::{REGISTER, Story, TEST, kinds, only_difference};
use crate::scene::{BIN, texts};
use charter_kernel::{Digest, canonical};
use charter_testkit::Repo;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;

#[test]
fn what_a_person_waived_stays_waived_though_it_ran_before() {
    for rigor in ["light", "standard", "strict"] {
        for passes in [false, true] {
            let story = Story::begin(rigor);
            if passes {
                story.work();
            } else {
                story.repo.write("src/calc.py", "def double(n):\n    return n * 3\n");
                story.repo.write("tests/test_double.py", TEST);
                let check = ["prove", "VAL-DOUBLE-001", "--", "python3", "-m", "unittest"];
                story.agent(&[&check[..], &["tests.test_double"]].concat(), 1);
                let word = ["record", "VAL-WARD-001", "--pass", "-m", "seen", "--because", "so"];
                let _ = story.repo.charter(&word).run().success();
            }
            let waive = ["waive", "VAL-DOUBLE-001", "--reason", "a later release"];
            let _ = story.repo.charter(&waive).run().success();
            if rigor == "strict" {
                story.take_gate("person:Ada");
            }
            story.commit("waived");
            let here = story.repo.charter(&["check", "--json"]).run().success().json();
            let report = story.gate(0);
            let (here, there) = (&here["criteria"], &report["charters"][0]["criteria"]);
            for rows in [here, there] {
                assert_eq!(texts(rows, "verdict"), ["waived", "attested"], "{rigor}: {rows:#}");
            }
            assert_eq!(report["reran"], 0, "{rigor}: {report:#}");
        }
    }
}

/// Agrees on another register on main, while the branch has the work done by the old one.
fn agree_on_main(story: &Story, register: &str) {
    story.repo.git(&["checkout", "-q", "main"]);
    story.write("criteria.md", register);
    let _ = story.repo.charter(&["agree", "-m", "clearer"]).run().success();
    story.commit("agreed anew");
    story.repo.git(&["push", "-q", "origin", "main"]);
    story.repo.git(&["checkout", "-q", "work"]);
}

#[test]
fn a_branch_that_has_not_seen_what_the_target_agreed_since_is_behind() {
    let ward = REGISTER.find("\n### VAL-WARD").unwrap();
    let cases = [
        (
            REGISTER.replace("a number is doubled", "every number is doubled"),
            "changed VAL-DOUBLE-001 since: “a number is doubled” is now “every number is doubled”",
        ),
        (
            REGISTER.replace("Verifier: manual\n", "Verifier: manual\nKind: regression\n"),
            "changed VAL-WARD-001 since: nothing there is now “Kind: regression”",
        ),
        (
            REGISTER.replace("likes it\n", "likes it\nMost nurses, asked in a corridor.\n"),
            "changed VAL-WARD-001 since: nothing there is now “Most nurses, asked in a corridor.”",
        ),
        (REGISTER[..ward].to_owned(), "removed VAL-WARD-001 since (“the ward likes it”)"),
        (
            format!("{REGISTER}\n### VAL-MORE-001 — more\nVerifier: manual\n"),
            "added VAL-MORE-001 since (“more”)",
        ),
    ];
    let rigors = ["light", "standard", "strict"];
    for (idx, (register, words)) in cases.iter().enumerate() {
        // What is compared is the same at each rigor; who may agree is not.
        let rigors = if idx == 0 { &rigors[..] } else { &rigors[1..2] };
        for rigor in rigors {
            let story = Story::begin(rigor);
            story.work();
            agree_on_main(&story, register);
            let words = format!("origin/main has {words}: merge origin/main");
            assert_eq!(only_difference(&story.gate(1), "behind"), words, "{rigor}");
            story.repo.git(&["merge", "-q", "-m", "merge", "main"]);
            assert_eq!(kinds(&story.gate_report()), [""; 0], "{rigor}: {words}");
        }
    }
}

#[test]
fn a_criterion_that_both_sides_changed_is_settled_before_the_merge() {
    let story = Story::begin("standard");
    story.write("criteria.md", REGISTER.replace("a number is doubled", "a number is twice itself"));
    let _ = story.repo.charter(&["agree", "-m", "clearer"]).run().success();
    story.work();
    agree_on_main(&story, &REGISTER.replace("a number is doubled", "every number is doubled"));
    let words = "origin/main has changed VAL-DOUBLE-001 since, too: it says “every number is doubled”, \
        and here “a number is twice itself”: merge origin/main";
    assert_eq!(only_difference(&story.gate(1), "behind"), words);
}

/// Adds an event to the ledger as whoever knows its form can: in a strand of its own, behind all others, with a
/// chain that holds.
fn forge(story: &Story, event: &Value) {
    let dir = story.file("ledger");
    let files = fs::read_dir(story.repo.path(&dir)).unwrap();
    let names = files.map(|it| it.unwrap().file_name().into_string().unwrap());
    let text: String = names.map(|it| story.repo.read(format!("{dir}/{it}"))).collect();
    let events: Vec<Value> = text.lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    let id = |it: &Value| it.as_str().unwrap().to_owned();
    let mut heads: BTreeSet<String> = events.iter().map(|it| id(&it["id"])).collect();
    for event in &events {
        heads.remove(&id(&event["prev"]));
        for seen in event["after"].as_array().unwrap() {
            heads.remove(&id(seen));
        }
    }
    let strand = "00112233445566ff";
    let mut forged = json!({ "v": 2, "strand": strand, "seq": 1, "prev": "0".repeat(64), "after": heads,
        "ts": "2030-11-19T06:00:00.000Z", "charterId": story.id });
    forged.as_object_mut().unwrap().extend(event.as_object().unwrap().clone());
    let digest = Digest::of(&canonical::render(&forged)).to_string();
    forged["id"] = json!(digest);
    let line = String::from_utf8(canonical::render(&forged)).unwrap() + "\n";
    story.repo.write(format!("{dir}/{strand}.jsonl"), line);
}

/// A charter that only the branch has, with an event that an agent forged, and a register.
fn forged(rigor: &str, event: &Value, register: &str) -> Story {
    let repo = Repo::new(BIN);
    repo.git(&["commit", "-q", "--allow-empty", "-m", "before"]);
    repo.git(&["branch", "before"]);
    let story = Story::begin_in(repo, rigor);
    story.work();
    story.write("criteria.md", register);
    forge(&story, event);
    story.commit("forged");
    story.repo.git(&["push", "-q", "origin", "before"]);
    story
}

#[test]
fn what_an_agent_wrote_into_the_ledger_that_only_a_person_may_counts_for_nothing() {
    let reworded = REGISTER.replace("a number is doubled", "there is a number");
    let shorter = &REGISTER[..REGISTER.find("\n### VAL-WARD").unwrap()];
    let agreed = |criteria: Value, removed: Value| {
        json!({ "type": "register_agreed", "actor": "agent:claude", "criteria": criteria,
            "removed": removed, "reason": "easier" })
    };
    let text = "there is a number\nVerifier: command";
    let reword = agreed(json!([{ "id": "VAL-DOUBLE-001", "text": text }]), json!([]));
    let remove = agreed(json!([]), json!(["VAL-WARD-001"]));
    for rigor in ["standard", "strict"] {
        for (event, register) in [(&reword, reworded.as_str()), (&remove, shorter)] {
            let story = forged(rigor, event, register);
            let here = story.repo.charter(&["check", "--json"]).run().code(1).json();
            let there = story.gate_against("origin/before", 1);
            for problems in [&here["problems"], &there["charters"][0]["problems"]] {
                assert!(
                    texts(problems, "code").contains(&"register-changed"),
                    "{rigor}: {problems:#}"
                );
            }
        }
    }
    // Anyone agrees at light, and anyone adds.
    let story = forged("light", &reword, &reworded);
    let here = story.repo.charter(&["check", "--json"]).run().json();
    assert!(!texts(&here["problems"], "code").contains(&"register-changed"), "{here:#}");
    let text = "more\nVerifier: manual";
    let add = agreed(json!([{ "id": "VAL-MORE-001", "text": text }]), json!([]));
    let more = format!("{REGISTER}\n### VAL-MORE-001 — more\nVerifier: manual\n");
    let story = forged("standard", &add, &more);
    let here = story.repo.charter(&["check", "--json"]).run().code(1).json();
    assert_eq!(texts(&here["problems"], "code"), ["missing"], "{here:#}");
}

#[test]
fn a_waiver_or_a_lower_rigor_that_an_agent_wrote_into_the_ledger_counts_for_nothing() {
    for rigor in ["light", "standard", "strict"] {
        let waived = json!({ "type": "criterion_waived", "actor": "agent:claude",
            "criterionId": "VAL-WARD-001", "reason": "no" });
        let story = forged(rigor, &waived, REGISTER);
        let here = story.repo.charter(&["check", "--json"]).run().json();
        assert_eq!(texts(&here["criteria"], "verdict"), ["proven", "attested"], "{here:#}");
        if rigor == "light" {
            continue;
        }
        let lowered = json!({ "type": "rigor_changed", "actor": "agent:claude", "from": rigor,
            "to": "light", "reason": "no" });
        let story = forged(rigor, &lowered, REGISTER);
        let here = story.repo.charter(&["check", "--json"]).run().json();
        assert_eq!(here["rigor"], rigor, "{here:#}");
    }
}

#[test]
fn what_a_strict_charter_lacks_says_how_it_is_signed() {
    let story = Story::begin("strict");
    story.work();
    // By a person, and without the key.
    let lowered = json!({ "type": "rigor_changed", "actor": "person:Ada", "from": "strict",
        "to": "light", "reason": "no" });
    forge(&story, &lowered);
    story.commit("lowered");
    let way = "`charter rigor strict` takes it back";
    let words = only_difference(&story.gate(1), "rigor-lowered").to_owned();
    assert!(words.contains(way) && words.contains("`charter rigor light -m WHY`"), "{words}");
    let here = story.repo.charter(&["check", "--json"]).run().code(1).json();
    let words = here["problems"][0]["message"].as_str().unwrap();
    assert!(words.contains(way) && words.contains("`charter rigor light -m WHY`"), "{words}");
    // The way that is named works.
    let _ = story.repo.charter(&["rigor", "strict"]).run().success();
    let _ = story.repo.charter(&["rigor", "light", "-m", "a prototype"]).run().success();
    story.commit("lowered, signed");
    assert_eq!(kinds(&story.gate(0)), [""; 0]);
    // A waiver, and giving up.
    let waived = json!({ "type": "criterion_waived", "actor": "person:Ada",
        "criterionId": "VAL-WARD-001", "reason": "no" });
    let story = Story::begin("strict");
    forge(&story, &waived);
    let here = story.repo.charter(&["check"]).run().code(1).stdout;
    let words = here.split_whitespace().collect::<Vec<_>>().join(" ");
    let unsigned = "the waiver is not signed by a person listed in .charter/people";
    assert!(words.contains(unsigned), "{words}");
    let story = Story::begin("strict");
    let gone = json!({ "type": "charter_abandoned", "actor": "person:Ada", "reason": "no" });
    forge(&story, &gone);
    story.commit("given up");
    let words = only_difference(&story.gate(1), "abandoned").to_owned();
    assert!(words.contains("person:Ada abandoned it without a valid signature"), "{words}");
}

#[test]
fn a_charter_that_the_target_left_open_is_told_as_that() {
    let story = Story::begin("standard");
    story.repo.write("README.md", "a word less\n");
    story.commit("something else");
    let report = story.gate(1);
    let words = report["charters"][0]["alreadyOpen"].as_str().unwrap();
    assert!(words.starts_with("open on origin/main since 20"), "{words}");
    assert!(words.ends_with("; this branch didn't start it"), "{words}");
    let text = story.in_clone(&["check", "--ci", "--against", "origin/main"], 1);
    assert!(text.contains("open on origin/main since 20"), "{text}");
}

#[test]
fn a_forge_s_revert_takes_the_ledger_along_and_can_be_mended() {
    let story = Story::begin("standard");
    story.work();
    story.agent(&["complete", "-m", "numbers are doubled"], 0);
    story.commit("completed");
    let git = |args: &[&str]| story.repo.git(args);
    git(&["checkout", "-q", "main"]);
    git(&["merge", "-q", "--no-ff", "-m", "Merge work", "work"]);
    git(&["push", "-q", "origin", "main"]);
    git(&["checkout", "-q", "-B", "work"]);
    git(&["revert", "-m", "1", "--no-edit", "HEAD"]);
    let report = story.gate(1);
    let rows = report["differences"].as_array().unwrap();
    let is_it = |it: &&Value| it["kind"] == "ledger-rewritten";
    let words: Vec<&str> =
        rows.iter().filter(is_it).map(|it| it["detail"].as_str().unwrap()).collect();
    let command = format!("git checkout origin/main -- .charter/{}", story.id);
    assert_eq!(words.len(), 1, "{report:#}");
    assert!(words[0].contains(&format!("`{command}` restores")), "{words:?}");
    git(&command.split(' ').skip(1).collect::<Vec<_>>());
    story.commit("the charter stays");
    assert_eq!(story.gate(0)["verdict"], "none");
    assert!(!story.repo.read("src/calc.py").contains('*'), "the code is reverted");
}

#[cfg(unix)]
#[test]
fn criteria_that_cannot_be_read_are_said_to_be_so() {
    let story = Story::begin("standard");
    story.write("criteria.md", "x".repeat(20 * 1024 * 1024));
    story.commit("too long");
    let report = story.gate(1);
    let problems = &report["charters"][0]["problems"];
    assert!(texts(problems, "code").contains(&"document-unreadable"), "{problems:#}");
    let criteria = story.repo.path(story.file("criteria.md"));
    fs::remove_file(&criteria).unwrap();
    std::os::unix::fs::symlink("../../README.md", &criteria).unwrap();
    let here = story.repo.charter(&["check"]).run().code(1).stdout;
    assert!(here.contains("which charter does not follow"), "{here}");
    story.commit("a link");
    let text = story.in_clone(&["check", "--ci", "--against", "origin/main"], 1);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("which charter does not follow"), "{text}");
}
