//! What the gate makes of what persons decided, and of what a target decided since: what is true for a person at
//! their desk is true in CI.

use crate::pull_request::{REGISTER, Story, TEST, kinds, only_difference};
use crate::scene::texts;

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
