//! A project in memory and who calls on it.

use charter_app::{App, AppSetup, Caller, Clock, NewCharter, NewReport};
use charter_kernel::{Actor, Timestamp};
use charter_store::Disk;
use charter_testkit::SimDisk;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(crate) const ROOT: &str = "/project/.charter";

pub(crate) fn disk() -> SimDisk {
    let disk = SimDisk::new(1);
    (&disk as &dyn Disk).create_dir(Path::new("/project")).unwrap();
    disk
}

pub(crate) fn app(disk: &SimDisk) -> App {
    app_on(Arc::new(disk.clone()))
}

pub(crate) fn app_on(disk: Arc<dyn Disk>) -> App {
    app_in(disk, Path::new("/project"))
}

pub(crate) fn app_in(disk: Arc<dyn Disk>, project: &Path) -> App {
    let now = Timestamp::parse("2026-11-16T09:00:00Z").unwrap();
    App::open(AppSetup {
        disk,
        cwd: project.to_owned(),
        root: None,
        user_config: None,
        env: Vec::new(),
        flags: Vec::new(),
        holder: "test".to_owned(),
        clock: Clock::Fixed(now),
        temp: std::env::temp_dir(),
        vars: Default::default(),
        program: None,
        key: None,
    })
    .unwrap()
}

/// Names the first strand of a charter.
pub(crate) fn ledger(disk: &SimDisk, id: &str) -> PathBuf {
    let dir = PathBuf::from(format!("{ROOT}/{id}/ledger"));
    disk.tree().into_keys().find(|it| it.starts_with(&dir)).unwrap()
}

pub(crate) fn nobody() -> Caller {
    Caller { actor: Actor::Unknown, session: None, charter: None }
}

pub(crate) fn session(name: &str) -> Caller {
    Caller { session: Some(name.to_owned()), ..nobody() }
}

pub(crate) fn named(fragment: &str) -> Caller {
    Caller { charter: Some(fragment.to_owned()), ..nobody() }
}

pub(crate) fn new(app: &App, caller: &Caller, idea: &str) -> NewReport {
    let new = NewCharter { idea: idea.to_owned(), name: None, rigor: None };
    app.new_charter(caller, new).unwrap()
}
