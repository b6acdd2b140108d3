//! The write path: a refusal changes nothing, asking twice changes nothing twice.

use crate::project::{ROOT, app, disk, new, nobody, session};
use charter_app::{Caller, Error, LogPart, NewCharter};
use charter_contract::{ContractRefusal, Status};
use charter_engine::{Command, Refusal};
use charter_kernel::{Actor, Refuse};
use charter_testkit::DiskFault;

#[test]
fn a_refusal_leaves_every_file_as_it_was() {
    let disk = disk();
    let app = app(&disk);
    let bad = NewCharter { idea: " ".to_owned(), name: Some("x".repeat(300)), rigor: None };
    let Err(Error::Refused(refusal)) = app.new_charter(&nobody(), bad) else { unreachable!() };
    let codes: Vec<String> = refusal.problems().into_iter().map(|it| it.code).collect();
    assert_eq!(codes, ["objective-missing", "name-too-long"]);
    assert!(disk.tree().is_empty(), "nothing was created");

    new(&app, &nobody(), "apples");
    let before = disk.tree();
    let complete = app.change(&nobody(), &Command::Complete { note: None });
    assert!(matches!(
        complete,
        Err(Error::Refused(Refusal::Contract(ContractRefusal::NotShown { .. })))
    ));
    let person = Caller { actor: Actor::Person("ada".to_owned()), ..nobody() };
    let abandon = app.change(&person, &Command::Abandon { reason: " ".to_owned() });
    assert!(matches!(
        abandon,
        Err(Error::Refused(Refusal::Contract(ContractRefusal::ReasonMissing(_))))
    ));
    let charters = |tree: std::collections::BTreeMap<std::path::PathBuf, Vec<u8>>| {
        let local = format!("{ROOT}/.local");
        tree.into_iter().filter(|(path, _)| !path.starts_with(&local)).collect::<Vec<_>>()
    };
    assert_eq!(charters(disk.tree()), charters(before));
}

#[test]
fn the_same_change_twice_is_one_event() {
    let disk = disk();
    let app = app(&disk);
    new(&app, &nobody(), "apples");
    let pause = Command::Pause { reason: None };
    let first = app.change(&nobody(), &pause).unwrap();
    let second = app.change(&nobody(), &pause).unwrap();
    assert_eq!((first.changed, second.changed, second.status), (true, false, Status::Paused));
    assert_eq!(app.log(&nobody(), LogPart::Whole).unwrap().rows.count(), 2);
}

#[test]
fn going_on_binds_the_session_that_calls() {
    let disk = disk();
    let app = app(&disk);
    new(&app, &nobody(), "apples");
    new(&app, &nobody(), "pears");
    app.bind(&nobody(), "apples").unwrap();
    app.change(&nobody(), &Command::Pause { reason: None }).unwrap();
    let caller = charter_app::Caller { charter: Some("apples".to_owned()), ..session("s") };
    app.change(&caller, &Command::Resume {}).unwrap();
    assert_eq!(app.status(&session("s")).unwrap().overview.name, "apples");
}

#[test]
fn a_full_disk_creates_nothing_and_says_where() {
    let disk = disk();
    let app = app(&disk);
    disk.fault_at(1, DiskFault::Full);
    let new = NewCharter { idea: "apples".to_owned(), name: None, rigor: None };
    let error = app.new_charter(&nobody(), new).unwrap_err();
    assert_eq!(error.code(), "io");
    assert!(error.problems().iter().all(|it| it.path.starts_with(ROOT)), "{error:?}");
    disk.clear_faults();
    assert!(app.list(&nobody()).unwrap().charters.is_empty());
}
