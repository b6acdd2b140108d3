//! What is in the ledger has happened: no fault of the disk after that is an error.
//!
//! Each operation runs once for each of its calls of the disk, with a fault at that call. Where its
//! events are in the ledger it must have worked, and what is behind must come up to date.

use crate::project::{app, disk, nobody};
use charter_app::{App, Caller, DeepOptions, Error, PlanAsk};
use charter_engine::Command;
use charter_interview::brief::{Aim, Submission};
use charter_kernel::{Actor, CriterionId};
use charter_plan::Start;
use charter_store::Disk;
use charter_testkit::{DiskFault, SimDisk};
use serde_json::json;
use std::path::{Path, PathBuf};

const PLAN: &[u8] =
    b"# Plan\n\n## Steps\n\n1. Keep readings\n2. Send them\n\n## Acceptance Criteria\n\n\
    - a reading is there after a reload (step 1)\n- 100 readings are sent in 60 s (step 2)\n";

/// An operation that writes an event.
struct Operation {
    name: &'static str,
    prepare: fn(&SimDisk, &App),
    run: fn(&App) -> Result<(), Error>,
}

const OPERATIONS: [Operation; 14] = [
    Operation { name: "pause", prepare: open, run: |app| change(app, &pause()) },
    Operation { name: "abandon", prepare: open, run: |app| change(app, &abandon()) },
    Operation { name: "resume", prepare: paused, run: |app| change(app, &Command::Resume {}) },
    Operation { name: "complete", prepare: shown, run: |app| change(app, &complete()) },
    Operation { name: "bind", prepare: open, run: |app| app.bind(&person(), "apples").map(drop) },
    Operation { name: "record", prepare: registered, run: record },
    Operation { name: "waive", prepare: registered, run: |app| change(app, &waive()) },
    Operation { name: "block", prepare: registered, run: block },
    Operation { name: "plan open", prepare: open, run: plan_open },
    Operation { name: "plan write", prepare: planned, run: |app| plan(app, "planner", Some(PLAN)) },
    Operation { name: "plan approve", prepare: agreed, run: plan_approve },
    Operation { name: "answer", prepare: open, run: answer },
    Operation { name: "deep begin", prepare: open, run: deep_begin },
    Operation { name: "deep answer", prepare: asked, run: deep_answer },
];

fn person() -> Caller {
    let session = Some("s1".to_owned());
    Caller { actor: Actor::parse("person:Ada"), session, charter: Some("apples".to_owned()) }
}

fn pause() -> Command {
    Command::Pause { reason: None }
}

fn abandon() -> Command {
    Command::Abandon { reason: "no money".to_owned() }
}

fn complete() -> Command {
    Command::Complete { note: None }
}

fn waive() -> Command {
    Command::Waive {
        criterion_id: CriterionId("VAL-A".to_owned()),
        reason: "out of scope".to_owned(),
    }
}

fn change(app: &App, command: &Command) -> Result<(), Error> {
    app.change(&person(), command).map(drop)
}

fn open(_: &SimDisk, app: &App) {
    crate::project::new(app, &nobody(), "apples for everybody");
}

fn paused(disk: &SimDisk, app: &App) {
    open(disk, app);
    change(app, &pause()).unwrap();
}

fn registered(disk: &SimDisk, app: &App) {
    open(disk, app);
    let register = b"# Criteria\n\n### VAL-A \xe2\x80\x94 a\nVerifier: manual\n";
    disk.corrupt(file(disk, "criteria.md"), |bytes| *bytes = register.to_vec());
}

fn shown(disk: &SimDisk, app: &App) {
    registered(disk, app);
    record(app).unwrap();
    change(app, &complete()).unwrap();
    disk.corrupt(file(disk, "REPORT.md"), |bytes| {
        let text = String::from_utf8(bytes.clone()).unwrap();
        let lines = text.lines().map(|it| {
            if it.starts_with("## ") { [it, "\nSaid.\n"].concat() } else { it.to_owned() }
        });
        *bytes = lines.map(|it| it + "\n").collect::<String>().into_bytes();
    });
}

fn planned(disk: &SimDisk, app: &App) {
    open(disk, app);
    plan_open(app).unwrap();
}

fn agreed(disk: &SimDisk, app: &App) {
    planned(disk, app);
    plan(app, "planner", Some(PLAN)).unwrap();
    plan(app, "architect", Some(b"Fine.\n\nVerdict: CLEAR\n")).unwrap();
    plan(app, "critic", Some(b"Fine.\n\nVerdict: OKAY\n")).unwrap();
    plan(app, "final", None).unwrap();
}

fn asked(disk: &SimDisk, app: &App) {
    open(disk, app);
    deep_begin(app).unwrap();
}

fn record(app: &App) -> Result<(), Error> {
    let entry = r#"{"criterionId":"VAL-A","outcome":"pass","summary":"seen","because":"watched"}"#;
    app.record(&person(), App::parse_entries(entry)?).map(drop)
}

fn block(app: &App) -> Result<(), Error> {
    app.object(&person(), "VAL-A", "it is slow").map(drop)
}

fn plan_open(app: &App) -> Result<(), Error> {
    app.plan_open(&person(), Some("readings at the bed"), Start::GoOn).map(drop)
}

fn plan(app: &App, stage: &str, text: Option<&[u8]>) -> Result<(), Error> {
    app.plan_write(&person(), &PlanAsk { stage, n: None, text, verdict: None, about: None })
        .map(drop)
}

fn plan_approve(app: &App) -> Result<(), Error> {
    app.plan_approve(&person(), None).map(drop)
}

fn answer(app: &App) -> Result<(), Error> {
    let words = "Nurses lose forty minutes a night copying numbers by hand.".to_owned();
    app.interview_submit(&person(), Aim::Whichever, &Submission::Answer(words)).map(drop)
}

fn deep_begin(app: &App) -> Result<(), Error> {
    app.deep_begin(&person(), &DeepOptions::default()).map(drop)
}

fn deep_answer(app: &App) -> Result<(), Error> {
    app.deep_submit(&person(), Aim::Whichever, &json!({ "answer": "pears, at night" })).map(drop)
}

/// Gives the path of a file of the only charter.
fn file(disk: &SimDisk, name: &str) -> PathBuf {
    let tree = disk.tree();
    let found = tree.keys().find(|it| it.ends_with("charter.md")).unwrap();
    found.parent().unwrap().join(name)
}

fn n_events(disk: &SimDisk) -> usize {
    let dir = file(disk, "ledger");
    let tree = disk.tree();
    let strands = tree.iter().filter(|(path, _)| path.starts_with(&dir));
    let lines = strands.flat_map(|(_, bytes)| bytes.split(|it| *it == b'\n'));
    lines.filter(|it| !it.is_empty()).count()
}

#[test]
fn what_is_in_the_ledger_is_never_an_error_first_third() {
    check_third(0);
}

#[test]
fn what_is_in_the_ledger_is_never_an_error_second_third() {
    check_third(1);
}

#[test]
fn what_is_in_the_ledger_is_never_an_error_last_third() {
    check_third(2);
}

fn check_third(number: usize) {
    let (mut n_runs, mut n_late) = (0, 0);
    for Operation { name, prepare, run } in OPERATIONS.iter().skip(number).step_by(3) {
        let prepared = disk();
        (&prepared as &dyn Disk).sync_dir(Path::new("/")).unwrap();
        let first = app(&prepared);
        prepare(&prepared, &first);
        assert_eq!(first.take_behind(), [], "{name}");
        for (fault, step) in [(DiskFault::Fail, 1), (DiskFault::Full, 3)] {
            for call in (1..).step_by(step) {
                let disk = prepared.reboot(1);
                let app = app(&disk);
                let (before, n_calls) = (n_events(&disk), disk.n_calls());
                disk.fault_at(call, fault);
                let done = run(&app);
                let is_through = disk.n_calls() - n_calls < call;
                disk.clear_faults();
                let has_happened = n_events(&disk) > before;
                let at = format!("{name}: {fault:?} at call {call}: {done:?}");
                assert_eq!(has_happened, done.is_ok(), "{at}");
                let behind = app.take_behind();
                for row in &behind {
                    assert!(row.command.to_string().starts_with("charter "), "{at}: {row:?}");
                    assert!(!row.message.is_empty() && !row.hint.is_empty(), "{at}: {row:?}");
                }
                n_late += usize::from(!behind.is_empty());
                n_runs += 1;
                if is_through {
                    break;
                }
            }
        }
    }
    assert!(n_late > 0, "no fault of {n_runs} came after the write");
}

#[test]
fn the_files_of_a_plan_come_back_with_what_is_typed() {
    let digest = charter_kernel::Digest::of(PLAN).short();
    let name = &format!("plan/stage-01-planner-{digest}.md");
    let mut n_late = 0;
    for call in 1..100 {
        let disk = disk();
        let app = app(&disk);
        planned(&disk, &app);
        disk.fault_at(call, DiskFault::Full);
        let done = plan(&app, "planner", Some(PLAN));
        disk.clear_faults();
        let is_there = |disk: &SimDisk| disk.tree().contains_key(&file(disk, name));
        if done.is_err() || is_there(&disk) {
            continue;
        }
        n_late += 1;
        let rows = app.take_behind();
        assert!(
            rows.iter().any(|it| it.command.to_string().starts_with("charter plan status")),
            "{rows:?}"
        );
        app.plan_status(&person()).unwrap();
        assert!(is_there(&disk), "call {call}: {rows:?}");
    }
    assert!(n_late > 0, "no file was ever behind");
}

#[test]
fn a_report_that_cannot_be_written_completes_nothing() {
    for call in 1..200 {
        let disk = disk();
        let app = app(&disk);
        shown(&disk, &app);
        disk.fault_at(call, DiskFault::Fail);
        let done = change(&app, &complete());
        disk.clear_faults();
        let report = disk.tree()[&file(&disk, "REPORT.md")].clone();
        let is_current = String::from_utf8_lossy(&report).contains("1 of 1 criterion is shown");
        assert!(done.is_err() || is_current, "call {call}");
        if done.is_err() {
            change(&app, &complete()).unwrap();
        }
    }
}
