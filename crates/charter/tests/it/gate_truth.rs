//! What the gate makes of what persons decided, and of what a target decided since: what is true for a person at
//! their desk is true in CI.

use crate::pull_request::{Story, TEST};
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
