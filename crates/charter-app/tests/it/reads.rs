//! How often a command reads what a charter is made of.
//!
//! The trace of the simulated disk is the count: what is read once is parsed once.

use crate::project::{app_in, named, new, nobody};
use charter_app::{App, Base, Caller, DeepOptions, Handed, Prove, Replied, Stand, TakeUp};
use charter_engine::Command;
use charter_interview::brief::{Aim, Submission};
use charter_proof::{Echo, Taping};
use charter_store::Disk;
use charter_testkit::{Repo, SimDisk};
use std::path::PathBuf;
use std::sync::Arc;

/// How often charter.md, criteria.md, REPORT.md and the ledger were read.
type Reads = [usize; 4];

const FILES: [&str; 4] = ["charter.md", "criteria.md", "REPORT.md", "ledger"];

const REGISTER: &str = "# Criteria\n\n### VAL-A — a\nVerifier: test\n";

/// A project in memory. Its directory is there, for what is run in it, and nothing is in it.
struct Scene {
    _place: Repo,
    disk: SimDisk,
    app: App,
    charter: PathBuf,
}

impl Scene {
    fn new() -> Self {
        let place = Repo::without_git("charter");
        let project = place.path("");
        let disk = SimDisk::new(1);
        for dir in project.ancestors().collect::<Vec<_>>().into_iter().rev().skip(1) {
            (&disk as &dyn Disk).create_dir(dir).unwrap();
        }
        let app = app_in(Arc::new(disk.clone()), &project);
        let id = new(&app, &nobody(), "apples for everybody").charter_id;
        let charter = project.join(".charter").join(id);
        Self { _place: place, disk, app, charter }
    }

    fn with_register() -> Self {
        let scene = Self::new();
        scene.put("criteria.md", REGISTER);
        scene
    }

    fn put(&self, name: &str, text: &str) {
        self.disk.corrupt(self.charter.join(name), |bytes| *bytes = text.as_bytes().to_vec());
    }

    fn caller(&self) -> Caller {
        named(self.charter.file_name().unwrap().to_str().unwrap())
    }

    /// Counts the reads of something that is done.
    #[track_caller]
    fn check(&self, reads: Reads, act: impl FnOnce(&App, &Caller)) {
        let n_before = self.disk.trace().len();
        act(&self.app, &self.caller());
        let trace = self.disk.trace().split_off(n_before);
        let n_reads = |name: &str| {
            let end = format!(" read {}", self.charter.join(name).display());
            trace.iter().filter(|it| it.contains(&end)).count()
        };
        assert_eq!(FILES.map(n_reads), reads, "{FILES:?}\n{}", trace.join("\n"));
    }
}

fn prove() -> Prove {
    Prove {
        criteria: vec!["VAL-A".to_owned()],
        argv: ["test", "-d", "."].map(str::to_owned).to_vec(),
        because: Some("seen".to_owned()),
        artifacts: Vec::new(),
        earlier: Vec::new(),
        segment: None,
        base: Base::Never,
        echo: Echo::Stderr,
        taping: Taping::Off,
        dir: None,
        progress: |_| (),
    }
}

#[test]
fn a_status_and_a_listing_read_everything_once() {
    let scene = Scene::with_register();
    scene.check([1, 1, 1, 1], |app, caller| drop(app.status(caller).unwrap()));
    scene.check([1, 1, 1, 1], |app, caller| drop(app.list(caller).unwrap()));
}

#[test]
fn answers_that_come_with_a_new_charter_read_it_once_and_each_write_again() {
    let scene = Scene::new();
    let replies = ["nurses at night", "forty minutes a night are lost", "a reading takes 5 s"];
    let replies = replies.map(|it| Submission::Answer(it.to_owned()));
    // Beside the first time, charter.md and the ledger are read behind each answer that was written, and behind
    // the look at what was understood of them.
    scene.check([5, 1, 1, 5], |app, caller| {
        drop(app.interview_all(caller, None, Some(&replies)).unwrap());
    });
}

#[test]
fn a_reply_reads_everything_once_and_what_it_wrote_again() {
    let scene = Scene::new();
    scene.check([2, 1, 1, 2], |app, caller| {
        let words = Handed::Words("nurses at night, who copy numbers by hand".to_owned());
        let stand = app.reply(caller, Aim::Whichever, &words).unwrap();
        assert!(matches!(stand, Stand::Brief(_)));
    });
}

#[test]
fn a_reply_to_the_deep_interview_reads_everything_once_and_the_ledger_behind_it_again() {
    let scene = Scene::new();
    scene.check([2, 2, 2, 2], |app, caller| {
        app.deep_begin(caller, &DeepOptions::default()).unwrap();
    });
    let steps = "A nurse opens the page, then types the pulse and taps save.";
    for words in [steps, "Nurses at night, who write on paper today."] {
        scene.check([1, 1, 1, 2], |app, caller| {
            let words = Handed::Words(words.to_owned());
            let stand = app.reply(caller, Aim::Whichever, &words).unwrap();
            assert!(matches!(stand, Stand::Deep(_)));
        });
    }
    scene.check([1, 1, 1, 1], |app, caller| drop(app.stand(caller).unwrap()));
}

#[test]
fn a_run_reads_the_documents_before_and_after_it_and_the_history_once() {
    let scene = Scene::with_register();
    scene.check([2, 2, 2, 2], |app, caller| drop(app.prove(caller, &prove()).unwrap()));
}

#[test]
fn completion_reads_everything_once_and_its_report_again() {
    let scene = Scene::with_register();
    let complete = Command::Complete { note: None };
    scene.check([1, 1, 1, 1], |app, caller| drop(app.change(caller, &complete).unwrap_err()));
    let person = charter_kernel::Actor::Person("ada".to_owned());
    scene.app.prove(&Caller { actor: person, ..scene.caller() }, &prove()).unwrap();
    // Where only the report is missing, it is written to be filled in.
    scene.check([1, 1, 2, 1], |app, caller| drop(app.change(caller, &complete).unwrap()));
    let report = scene.disk.tree().remove(&scene.charter.join("REPORT.md")).unwrap();
    let report = String::from_utf8(report).unwrap();
    let filled = report.lines().map(|it| {
        if it.starts_with("## ") { format!("{it}\n\nSaid.\n\n") } else { format!("{it}\n") }
    });
    scene.put("REPORT.md", &filled.collect::<String>());
    scene.check([1, 1, 2, 2], |app, caller| drop(app.change(caller, &complete).unwrap()));
}

#[test]
fn replies_that_come_along_are_given_to_the_charter_as_it_was_read() {
    let (scene, options) = (Scene::new(), DeepOptions::default());
    // The documents are compared once more under the lock; charter.md and the ledger are read behind each of the
    // two writes, the look at the sections and the reply.
    scene.check([4, 2, 2, 3], |app, caller| {
        let text = "nurses at night, who copy numbers by hand";
        let replied = app.reply_all(caller, TakeUp::GoOn(&options), text).unwrap();
        assert!(matches!(replied, Replied::Brief(_)));
    });
}

#[test]
fn a_criterion_that_is_named_by_a_fragment_costs_no_second_reading() {
    let scene = Scene::with_register();
    scene.check([2, 2, 2, 2], |app, caller| {
        let caller =
            Caller { actor: charter_kernel::Actor::Person("ada".to_owned()), ..caller.clone() };
        let (id, _) = app.waive(&caller, "val-a", "not now").unwrap();
        assert_eq!(id, "VAL-A");
    });
}
