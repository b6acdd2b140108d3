//! The ways past a contract that were found from outside, each at every rigor: what was agreed stays what it was.
//!
//! What a branch does to its target is told in `pull_request`; who may do what, in `may`.

use crate::scene::{BIN, texts};
use charter_testkit::Repo;
use serde_json::Value;
use std::process::Command;

const RIGORS: [&str; 3] = ["light", "standard", "strict"];

const AGENT: (&str, &str) = ("CHARTER_ACTOR", "agent:codex");

const CRITERIA: &str = "# Criteria\n\n## m1\n\n### VAL-EASY — the easy one\nVerifier: manual\n\n\
    ### VAL-HARD — the hard one, within 100 ms\nIt is measured on the ward's own tablet.\nVerifier: manual\n";

/// A charter that a person agreed on, and whose easy criterion is shown.
struct Agreed {
    repo: Repo,
    id: String,
}

impl Agreed {
    fn begin(rigor: &str) -> Self {
        let repo = Repo::new(BIN);
        repo.list_signer("Ada");
        let new = ["new", "--rigor", rigor, "--no-interview", "--json", "--", "hard and easy"];
        let new = repo.charter(&new).run().success().json();
        let agreed = Self { repo, id: new["charterId"].as_str().unwrap().to_owned() };
        agreed.write(CRITERIA);
        let _ = agreed.repo.charter(&["agree"]).run().success();
        let word = ["record", "VAL-EASY", "--pass", "-m", "seen", "--because", "they said so"];
        let _ = agreed.repo.charter(&word).run().success();
        agreed.repo.git(&["add", "-A"]);
        agreed.repo.git(&["commit", "-qm", "agreed"]);
        agreed
    }

    fn write(&self, text: &str) {
        self.repo.write(format!(".charter/{}/criteria.md", self.id), text);
    }

    /// Asks as an agent; gives the codes of what stands against it.
    #[track_caller]
    fn asks(&self, args: &[&str], exit: i32) -> Vec<String> {
        let args = [args, &["--json"]].concat();
        let report = self.repo.charter(&args).env(AGENT.0, AGENT.1).run().code(exit).json();
        texts(&report["problems"], "code").into_iter().map(str::to_owned).collect()
    }

    /// Fails unless both `check` and `complete` name a code, and an agent cannot agree to it.
    #[track_caller]
    fn is_held(&self, code: &str, about: &str) {
        for args in [&["check"][..], &["complete", "-m", "all of it"]] {
            let codes = self.asks(args, 1);
            assert!(codes.iter().any(|it| it == code), "{about}, {args:?}: {codes:?}");
        }
        self.is_seen_by_review(&["review"], code, about);
    }

    /// Fails unless a review fails, and for this.
    #[track_caller]
    fn is_seen_by_review(&self, args: &[&str], code: &str, about: &str) {
        let args = [args, &["--json"]].concat();
        let report = self.repo.charter(&args).env(AGENT.0, AGENT.1).run().code(1).json();
        let codes = texts(&report["findings"], "code");
        assert_eq!(report["verdict"], "fail", "{about}: {report:#}");
        assert!(codes.contains(&code), "{about}, {args:?}: {codes:?}");
    }
}

#[test]
fn a_criterion_that_is_deleted_before_it_has_a_record_is_not_forgotten() {
    for rigor in RIGORS {
        let agreed = Agreed::begin(rigor);
        agreed.write(CRITERIA.split("### VAL-HARD").next().unwrap());
        agreed.is_held("register-changed", rigor);
        agreed.repo.git(&["commit", "-qam", "easier"]);
        agreed.repo.git(&["branch", "easier"]);
        agreed.repo.git(&["reset", "-q", "--hard", "HEAD^"]);
        agreed.is_seen_by_review(&["review", "--branch", "easier"], "register-changed", rigor);
    }
}

#[test]
fn a_criterion_that_says_something_else_waits_for_a_person() {
    let weaker = [
        CRITERIA.replace("within 100 ms", "at all"),
        CRITERIA.replace("It is measured on the ward's own tablet.\n", ""),
        CRITERIA.replace("tablet.\n", "tablet.\n\n```\nUnless it is slow.\n```\n"),
        CRITERIA.to_owned() + "\n#### Exception\n\nNot on Mondays.\n",
        CRITERIA.replace("tablet.\nVerifier: manual", "tablet.\nVerifier: command"),
        CRITERIA.replace("tablet.\n", "tablet.\nAbsent: slow in src/one.py\n"),
    ];
    for rigor in RIGORS {
        let agreed = Agreed::begin(rigor);
        for text in &weaker {
            assert_ne!(text, CRITERIA);
            agreed.write(text);
            agreed.is_held("register-changed", &format!("{rigor}:\n{text}"));
            let exit = i32::from(rigor != "light");
            if exit == 1 {
                assert_eq!(agreed.asks(&["agree", "-m", "easier"], exit), ["person-needed"]);
            }
        }
        agreed.write(CRITERIA);
        let codes = agreed.asks(&["check"], 1);
        assert!(!codes.contains(&"register-changed".to_owned()), "{rigor}: {codes:?}");
    }
}

#[test]
fn a_criterion_that_is_hidden_or_shadowed_is_refused() {
    let hard = CRITERIA.find("### VAL-HARD").unwrap();
    let (head, tail) = CRITERIA.split_at(hard);
    let easy = "\n### VAL-HARD — the hard one\nVerifier: manual\n";
    let ways = [
        (format!("{head}<!--\n{tail}-->\n"), "register-changed"),
        (format!("{head}<!--\n{tail}"), "unclosed-comment"),
        (format!("{head}```\n{tail}"), "unclosed-fence"),
        (format!("{head}{easy}\n{tail}"), "duplicate-criterion"),
        (format!("{CRITERIA}{easy}"), "duplicate-criterion"),
        (CRITERIA.replace("tablet.\nVerifier", "tablet.\nVerifer"), "misspelt-field"),
    ];
    for rigor in RIGORS {
        let agreed = Agreed::begin(rigor);
        for (text, code) in &ways {
            agreed.write(text);
            agreed.is_held(code, &format!("{rigor}:\n{text}"));
        }
    }
}

#[test]
fn an_older_copy_of_the_directory_takes_nothing_back() {
    for rigor in RIGORS {
        let agreed = Agreed::begin(rigor);
        let copy = |from: &str, to: &str| {
            let (from, to) = (agreed.repo.path(from), agreed.repo.path(to));
            let _ = std::fs::remove_dir_all(&to);
            assert!(Command::new("cp").arg("-r").args([from, to]).status().unwrap().success());
        };
        copy(&format!(".charter/{}", agreed.id), "../older");
        let fail = ["record", "VAL-EASY", "--fail", "-m", "it breaks"];
        let _ = agreed.repo.charter(&fail).run().success();
        copy("../older", &format!(".charter/{}", agreed.id));
        let codes = agreed.asks(&["check"], 1);
        assert!(codes.iter().any(|it| it.starts_with("ledger-")), "{rigor}: {codes:?}");
        let repair = agreed.repo.charter(&["doctor", "--repair"]).env(AGENT.0, AGENT.1).run();
        assert_ne!(repair.code, Some(0), "{rigor}: {repair}");
    }
}

#[test]
fn a_person_in_disguise_does_nothing() {
    for rigor in RIGORS {
        let agreed = Agreed::begin(rigor);
        let waive = ["waive", "VAL-HARD", "--reason", "too hard", "--json"];
        for (name, value) in [
            ("CLAUDECODE", "1"),
            ("CLAUDE_CODE_SESSION_ID", "s1"),
            ("CODEX_THREAD_ID", "t1"),
            ("GEMINI_CLI", "1"),
            ("AI_AGENT", "some"),
            ("AMP_CURRENT_THREAD_ID", "T-1"),
            ("AUGMENT_AGENT", "1"),
            ("CLINE_ACTIVE", "true"),
            ("CODEX_CI", "1"),
            ("CRUSH", "1"),
            ("GOOSE_TERMINAL", "1"),
            ("QWEN_CODE", "1"),
            ("AGENT", "goose"),
            ("CODEX_SANDBOX_NETWORK_DISABLED", "1"),
            ("OPENCODE_CLIENT", "cli"),
            ("REPLIT_AGENT", "1"),
            ("CHARTER_SESSION", "s1"),
        ] {
            let output = agreed.repo.charter(&waive).env(name, value).run().code(2).json();
            assert_eq!(output["code"], "actor-disguised", "{rigor}, {name}");
            let pty = agreed.repo.charter(&waive).env(name, value).env_remove("CHARTER_ACTOR");
            let (code, screen) = pty.on_terminal(80, 24).end();
            assert!(
                code != Some(0) && screen.contains("person-needed"),
                "{rigor}, {name}: {screen}"
            );
        }
        let status: Value = agreed.repo.charter(&["status", "--json"]).run().success().json();
        assert_eq!(status["criteria"][1]["verdict"], "missing", "{rigor}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn who_clears_the_environment_in_an_agents_shell_is_still_the_agent() {
    let agreed = Agreed::begin("standard");
    let clean = "env -i PATH=\"$PATH\" HOME=\"$HOME\" CHARTER_ACTOR=person:Ada";
    let waive = "\"$0\" waive VAL-HARD --reason \"too hard\" --json";
    let script =
        format!("{clean} {waive}; {clean} sh -c '{clean} \"$1\" agree --json; :' x \"$0\"; :");
    let mut command = std::process::Command::new("sh");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_charter")]).current_dir(agreed.repo.path(""));
    let output = command.env("CLAUDECODE", "1").env("HOME", agreed.repo.path("")).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said.matches("actor-disguised").count(), 4, "{said}");
    assert!(said.contains("`CLAUDECODE` is set in a process above this one"), "{said}");
    let status: Value = agreed.repo.charter(&["status", "--json"]).run().success().json();
    assert_eq!(status["criteria"][1]["verdict"], "missing");
}

#[test]
fn a_watch_that_is_taken_out_later_takes_nothing_from_what_was_looked_at() {
    for rigor in RIGORS {
        let agreed = Agreed::begin(rigor);
        let watched = CRITERIA
            .replace("easy one\nVerifier: manual", "easy one\nVerifier: manual\nWatches: page.md");
        agreed.repo.write("page.md", "all of it\n");
        agreed.write(&watched);
        let word = ["record", "VAL-EASY", "--pass", "-m", "seen", "--because", "they said so"];
        let _ = agreed.repo.charter(&word).run().success();
        let verdict = || {
            let status: Value = agreed.repo.charter(&["status", "--json"]).run().success().json();
            status["criteria"][0]["verdict"].as_str().unwrap().to_owned()
        };
        assert_eq!(verdict(), "attested", "{rigor}");
        agreed.write(CRITERIA);
        assert_eq!(verdict(), "attested", "{rigor}: nothing that was seen has changed");
        agreed.repo.write("page.md", "see elsewhere\n");
        assert_eq!(verdict(), "stale", "{rigor}");
    }
}

#[test]
fn nobody_is_a_person_in_a_session_that_an_agent_bound() {
    for rigor in RIGORS {
        let agreed = Agreed::begin(rigor);
        let bind = ["use", "hard", "--session", "s1"];
        let _ = agreed.repo.charter(&bind).env(AGENT.0, AGENT.1).run().success();
        let waive = ["waive", "VAL-HARD", "--reason", "too hard", "--session", "s1", "--json"];
        let output = agreed.repo.charter(&waive).run().code(2).json();
        assert_eq!(output["code"], "actor-disguised", "{rigor}");
        let look = ["status", "--session", "s1", "--json"];
        let _ = agreed.repo.charter(&look).run().success();
    }
}

#[test]
fn a_name_that_is_listed_signs_with_its_own_key() {
    let agreed = Agreed::begin("strict");
    let people = agreed.repo.read(".charter/people");
    let waive = ["waive", "VAL-HARD", "--reason", "too hard", "--json"];
    let as_bob = |people: String| {
        agreed.repo.write(".charter/people", people);
        agreed.repo.charter(&waive).env("CHARTER_ACTOR", "person:Bob").run()
    };
    let other = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFh";
    let refused = as_bob(format!("{people}Bob namespaces=\"charter\" {other}\n")).code(1).json();
    assert_eq!(refused["code"], "key-of-another", "{refused:#}");
    // Who is not listed by that name is known by the key.
    let _ = as_bob(people).success();
}

#[test]
fn a_text_that_changes_after_completion_was_not_shown() {
    for rigor in ["light", "standard"] {
        let agreed = Agreed::begin(rigor);
        let charter = |args: &[&str]| agreed.repo.charter(args);
        let word = ["record", "VAL-HARD", "--pass", "-m", "seen", "--because", "measured"];
        let _ = charter(&word).run().success();
        let _ = charter(&["complete", "-m", "done"]).run().success();
        agreed.repo.git(&["add", "-A"]);
        agreed.repo.git(&["commit", "-qm", "completed"]);
        agreed.repo.write("src/later.py", "print('more')\n");
        assert_eq!(agreed.asks(&["check"], 0), [""; 0], "{rigor}: the product goes on");
        let ways = [
            (CRITERIA.replace("within 100 ms", "at all"), "suspect", 2),
            (CRITERIA.split("### VAL-HARD").next().unwrap().to_owned(), "register-changed", 2),
            (format!("{CRITERIA}\n### VAL-NEW — a third\nVerifier: manual\n"), "missing", 3),
        ];
        for (text, word, n_total) in &ways {
            agreed.write(text);
            let codes = agreed.asks(&["check"], 1);
            assert!(codes.contains(&"register-changed".to_owned()), "{rigor}: {codes:?}\n{text}");
            assert!(codes.iter().any(|it| it == word), "{rigor}: {codes:?}\n{text}");
            agreed.is_seen_by_review(&["review"], "register-changed", rigor);
            for form in ["--in-toto", "--markdown", "--gherkin"] {
                let export = charter(&["export", form, "--json"]).run().code(1).json();
                assert_eq!(export["code"], "register-changed", "{rigor}, {form}: {export:#}");
            }
            let named = ["status", "--charter", &agreed.id, "--json"];
            let status: Value = charter(&named).run().success().json();
            assert_eq!(status["valTotal"], *n_total, "{rigor}: {status:#}");
            assert_eq!(texts(&status["blockers"], "reason"), ["register-changed"], "{rigor}");
            let restore = status["nextActions"][0]["command"].as_str().unwrap();
            assert!(restore.starts_with("git checkout "), "{restore}");
            let mut shell = Command::new("sh");
            let _ = shell.args(["-c", restore]).current_dir(agreed.repo.path("")).status().unwrap();
            assert_eq!(agreed.asks(&["check"], 0), [""; 0], "{rigor}: {restore}");
        }
    }
}

#[test]
fn a_checkout_with_other_line_ends_holds_the_same_evidence() {
    let agreed = Agreed::begin("light");
    agreed.repo.write("note.txt", "one\ntwo\n");
    let word = ["record", "VAL-HARD", "--pass", "-m", "seen", "--because", "measured"];
    let word = [&word[..], &["--artifact", "note.txt"]].concat();
    let _ = agreed.repo.charter(&word).run().success();
    agreed.repo.git(&["add", "-A"]);
    agreed.repo.git(&["commit", "-qm", "shown"]);
    agreed.repo.git(&["clone", "-q", "-c", "core.autocrlf=true", ".", "wt-crlf"]);
    let status: Value = agreed.repo.charter(&["status", "--json"]).run().success().json();
    let dir = status["criteria"][1]["lastEvidencePath"].as_str().unwrap();
    let kept = format!("wt-crlf/.charter/{}/{dir}/note.txt", agreed.id);
    assert_eq!(agreed.repo.read(&kept), "one\r\ntwo\r\n");
    for args in [&["check"][..], &["review"], &["verify"]] {
        let output = agreed.repo.charter(args).dir("wt-crlf").run();
        assert!(!output.stdout.contains("note.txt"), "{args:?}: {output}");
        assert_eq!(output.code, Some(i32::from(args == ["review"])), "thin: {args:?}: {output}");
    }
    agreed.repo.write(&kept, "one\r\nthree\r\n");
    for args in [["check"], ["verify"]] {
        let output = agreed.repo.charter(&args).dir("wt-crlf").run().code(1);
        let words = output.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("changed since it was recorded"), "{args:?}: {output}");
    }
}

#[test]
fn a_change_of_what_was_agreed_takes_a_reason() {
    for rigor in RIGORS {
        let agreed = Agreed::begin(rigor);
        let ways = [
            CRITERIA.replace("within 100 ms", "at all"),
            CRITERIA.split("### VAL-HARD").next().unwrap().to_owned(),
        ];
        for text in &ways {
            agreed.write(text);
            for args in [&["agree"][..], &["agree", "-m", "  "], &["confirm", "--yes"]] {
                if rigor == "light" && args.contains(&"confirm") {
                    continue;
                }
                let refused = agreed.repo.charter(&[args, &["--json"]].concat()).run();
                assert_eq!(refused.code(2).json()["code"], "reason-missing", "{rigor}, {args:?}");
            }
        }
        let mut pty = agreed.repo.charter(&["agree"]).on_terminal(80, 24);
        let screen = pty.wait_for("Why?");
        assert!(screen.contains("- VAL-HARD"), "{rigor}: {screen}");
        pty.send("nobody needs it\n");
        let (code, screen) = pty.end();
        assert_eq!(code, Some(0), "{rigor}: {screen}");
        let log = agreed.repo.charter(&["log", "--json"]).run().success().stdout;
        assert!(log.contains("nobody needs it"), "{rigor}: {log}");
    }
}

#[test]
fn who_signs_is_told_exactly_what() {
    let agreed = Agreed::begin("strict");
    let again = agreed.repo.charter(&["agree"]).run().success();
    assert!(again.stdout.contains("has nothing new to agree on"), "{again}");
    assert!(!again.stderr.contains("VAL-"), "{again}");
    agreed.write(&format!(
        "{CRITERIA}\n### VAL-NEW — a third\nAlso at night.\nVerifier: command\nCommand: make night\n"
    ));
    let word = ["record", "VAL-NEW", "--pass", "-m", "seen", "--because", "looked"];
    let _ = agreed.repo.charter(&word).env(AGENT.0, AGENT.1).run().success();
    let listed = agreed.repo.charter(&["confirm", "--json"]).run().success().json();
    let rows = listed["waiting"].as_array().unwrap();
    let added = rows.iter().find(|it| it["id"] == "VAL-NEW" && it["kind"] == "register").unwrap();
    assert_eq!(added["claim"], "criterion added, not signed yet", "{listed:#}");
    assert_eq!(rows.iter().filter(|it| it["kind"] == "register").count(), 1, "{listed:#}");
    let signed = agreed.repo.charter(&["agree"]).run().success();
    assert!(signed.stdout.contains("agreed on 1 unsigned criterion"), "{signed}");
    for line in ["VAL-NEW", "a third", "Also at night.", "Verifier: command", "Command: make night"]
    {
        assert!(signed.stderr.contains(line), "{line}: {signed}");
    }
    assert!(!signed.stderr.contains("VAL-EASY"), "{signed}");
    let again = agreed.repo.charter(&["agree"]).run().success();
    assert!(again.stdout.contains("has nothing new to agree on"), "{again}");
}

#[test]
fn what_an_agent_may_not_do_is_said_in_plain_words() {
    let agreed = Agreed::begin("standard");
    let charter = |args: &[&str]| agreed.repo.charter(args).env(AGENT.0, AGENT.1).run();
    agreed.repo.write(".charter/config.toml", "rigor = \"standard\"\n");
    let new = charter(&["new", "--rigor", "light", "--no-interview", "--json", "--", "easier"]);
    let new = new.code(1).json();
    let words = new["problems"][0]["message"].as_str().unwrap();
    assert!(
        words.contains("opening a charter at less rigor than this project asks for"),
        "{words}"
    );
    assert!(!words.contains("lowering"), "{words}");
    let ledger = format!(".charter/{}/ledger", agreed.id);
    let strand = std::fs::read_dir(agreed.repo.path(&ledger)).unwrap().next().unwrap().unwrap();
    let text = std::fs::read_to_string(strand.path()).unwrap();
    let short: Vec<&str> = text.lines().take(2).collect();
    std::fs::write(strand.path(), short.join("\n") + "\n").unwrap();
    let repair = charter(&["doctor", "--repair", "--json"]).code(1).json();
    assert_eq!(repair["code"], "person-needed", "{repair:#}");
}
