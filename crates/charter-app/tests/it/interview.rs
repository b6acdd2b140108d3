//! Answers on disks that do not keep what they are given.

use crate::project::{ROOT, app_on, disk, named, new, nobody};
use charter_app::LogPart;
use charter_interview::brief::{Aim, Submission};
use charter_store::{DirEntry, Disk, Held, LockFailure, Stat};
use charter_testkit::{DiskFault, SimDisk};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A disk on which somebody else writes charter.md right after it was put there.
#[derive(Debug)]
struct Meddled {
    disk: SimDisk,
    meddles: AtomicBool,
}

impl Meddled {
    fn sim(&self) -> &dyn Disk {
        &self.disk
    }
}

impl Disk for Meddled {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.sim().read(path)
    }

    fn read_from(&self, path: &Path, offset: u64) -> io::Result<Vec<u8>> {
        self.sim().read_from(path, offset)
    }

    fn stat(&self, path: &Path) -> io::Result<Option<Stat>> {
        self.sim().stat(path)
    }

    fn read_link(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.sim().read_link(path)
    }

    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        self.sim().real_path(path)
    }

    fn list(&self, path: &Path) -> io::Result<Vec<DirEntry>> {
        self.sim().list(path)
    }

    fn create_dir(&self, path: &Path) -> io::Result<()> {
        self.sim().create_dir(path)
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.sim().write(path, bytes)
    }

    fn create(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.sim().create(path, bytes)
    }

    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.sim().append(path, bytes)
    }

    fn truncate(&self, path: &Path, len: u64) -> io::Result<()> {
        self.sim().truncate(path, len)
    }

    fn sync(&self, path: &Path) -> io::Result<()> {
        self.sim().sync(path)
    }

    fn sync_dir(&self, path: &Path) -> io::Result<()> {
        self.sim().sync_dir(path)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.sim().rename(from, to)?;
        if to.ends_with("charter.md") && self.meddles.load(Ordering::Relaxed) {
            self.sim().write(to, b"# Charter: by somebody else\n")?;
        }
        Ok(())
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        self.sim().remove_file(path)
    }

    fn remove_dir_all(&self, path: &Path) -> io::Result<()> {
        self.sim().remove_dir_all(path)
    }

    fn mark(&self, path: &Path) -> io::Result<()> {
        self.sim().mark(path)
    }

    fn lock(
        &self,
        path: &Path,
        holder: &str,
        wait: Duration,
    ) -> Result<Box<dyn Held>, LockFailure> {
        self.sim().lock(path, holder, wait)
    }
}

#[test]
fn what_is_read_again_and_is_another_text_stops_the_interview() {
    // No event says that an answer was taken, and nothing more is asked.
    let disk = Arc::new(Meddled { disk: disk(), meddles: AtomicBool::new(false) });
    let app = app_on(Arc::clone(&disk) as Arc<dyn Disk>);
    let id = new(&app, &nobody(), "apples").charter_id;
    let answer = Submission::Answer("four words about apples".to_owned());
    disk.meddles.store(true, Ordering::Relaxed);
    let err = app.interview_submit(&named("apples"), Aim::Whichever, &answer).unwrap_err();
    assert_eq!(err.code(), "conflict", "{err}");
    assert_eq!(app.log(&named(&id), LogPart::Whole).unwrap().rows.count(), 1);
    disk.meddles.store(false, Ordering::Relaxed);
    let report = app.interview_submit(&named("apples"), Aim::Whichever, &answer).unwrap();
    assert_eq!(report.round, 1);
}

#[test]
fn an_answer_is_taken_whole_or_not_at_all_wherever_the_power_goes() {
    // A crash at every call of the disk: the same command goes on.
    let first = Submission::Answer("apples are what this is about".to_owned());
    let second = Submission::Answer("pears are the second answer here".to_owned());
    for fault in [DiskFault::Crash, DiskFault::Full, DiskFault::NoSpace, DiskFault::Fail] {
        for call in (1..60).step_by(if fault == DiskFault::Crash { 1 } else { 2 }) {
            let disk = disk();
            (&disk as &dyn Disk).sync_dir(Path::new("/")).unwrap();
            let app = app_on(Arc::new(disk.clone()));
            let id = new(&app, &nobody(), "apples").charter_id;
            app.interview_submit(&named(&id), Aim::Whichever, &first).unwrap();
            disk.fault_at(call, fault);
            let taken = app.interview_submit(&named(&id), Aim::Whichever, &second);
            disk.clear_faults();
            let disk = if fault == DiskFault::Crash { disk.reboot(call) } else { disk };
            let app = app_on(Arc::new(disk.clone()));
            let text = String::from_utf8(
                disk.tree()[Path::new(&format!("{ROOT}/{id}/charter.md"))].clone(),
            );
            let text = text.unwrap();
            assert!(text.contains("apples are what"), "{fault:?} at {call}: {text}");
            assert!(text.ends_with("<!-- End scratch pad -->\n"), "{fault:?} at {call}: {text}");
            let is_there = text.contains("pears are the second");
            assert!(is_there || taken.is_err(), "{fault:?} at {call} lost it: {text}");
            let again = app.interview_submit(&named(&id), Aim::Named("q2"), &second);
            let report = match again {
                Ok(report) => report,
                // The second question is still open, and its id has its words.
                Err(_) => app.interview_submit(&named(&id), Aim::Whichever, &second).unwrap(),
            };
            assert_eq!(report.round, 2, "{fault:?} at {call}");
        }
    }
}
