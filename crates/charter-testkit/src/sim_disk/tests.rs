//! What a power cut and each fault leave behind.

use super::{DiskFault, SimDisk};
use charter_store::{Disk, LockFailure};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

const SEEDS: std::ops::Range<u64> = 0..200;

fn path(text: &str) -> &Path {
    Path::new(text)
}

/// Makes a disk with the given durable directories and files.
fn disk_with(dirs: &[&str], files: &[(&str, &str)]) -> SimDisk {
    let disk = SimDisk::new(7);
    for dir in dirs {
        disk.create_dir(path(dir)).unwrap();
    }
    for (file, text) in files {
        disk.write(path(file), text.as_bytes()).unwrap();
    }
    sync_all(&disk, dirs);
    disk
}

fn sync_all(disk: &SimDisk, dirs: &[&str]) {
    for file in disk.tree().keys() {
        disk.sync(file).unwrap();
    }
    for dir in dirs.iter().chain(&["/"]) {
        disk.sync_dir(path(dir)).unwrap();
    }
}

/// Collects what a file can hold after a power cut, `None` standing for no such file.
fn outcomes(disk: &SimDisk, file: &str) -> BTreeSet<Option<String>> {
    SEEDS.map(|seed| text_of(&disk.reboot(seed), file)).collect()
}

fn text_of(disk: &SimDisk, file: &str) -> Option<String> {
    let bytes = disk.tree().remove(path(file))?;
    Some(String::from_utf8(bytes).unwrap())
}

fn some(texts: &[&str]) -> BTreeSet<Option<String>> {
    texts.iter().map(|text| Some((*text).to_owned())).collect()
}

fn kind_of<T>(result: io::Result<T>) -> Option<ErrorKind> {
    result.err().map(|err| err.kind())
}

#[test]
fn an_unsynced_append_survives_as_any_prefix() {
    let disk = disk_with(&["/r"], &[("/r/log", "one\n")]);
    disk.append(path("/r/log"), b"two\n").unwrap();
    let expected = some(&["one\n", "one\nt", "one\ntw", "one\ntwo", "one\ntwo\n"]);
    assert_eq!(outcomes(&disk, "/r/log"), expected);
}

#[test]
fn unsynced_appends_survive_in_order() {
    let disk = disk_with(&["/r"], &[("/r/log", "")]);
    disk.append(path("/r/log"), b"a").unwrap();
    disk.append(path("/r/log"), b"b").unwrap();
    disk.append(path("/r/log"), b"c").unwrap();
    assert_eq!(outcomes(&disk, "/r/log"), some(&["", "a", "ab", "abc"]));
}

#[test]
fn a_rename_before_the_bytes_are_synced_can_show_an_empty_file() {
    let disk = disk_with(&["/r"], &[("/r/doc", "old")]);
    disk.write(path("/r/tmp"), b"new").unwrap();
    disk.rename(path("/r/tmp"), path("/r/doc")).unwrap();
    disk.sync_dir(path("/r")).unwrap();
    assert_eq!(outcomes(&disk, "/r/doc"), some(&["", "n", "ne", "new"]));
}

#[test]
fn a_rename_after_the_bytes_are_synced_shows_the_old_or_the_new_file() {
    let disk = disk_with(&["/r"], &[("/r/doc", "old")]);
    disk.write(path("/r/tmp"), b"new").unwrap();
    disk.sync(path("/r/tmp")).unwrap();
    disk.rename(path("/r/tmp"), path("/r/doc")).unwrap();
    assert_eq!(outcomes(&disk, "/r/doc"), some(&["old", "new"]));
    disk.sync_dir(path("/r")).unwrap();
    assert_eq!(outcomes(&disk, "/r/doc"), some(&["new"]));
}

#[test]
fn a_synced_file_without_a_synced_name_can_be_gone() {
    let disk = disk_with(&["/r"], &[]);
    disk.write(path("/r/doc"), b"new").unwrap();
    disk.sync(path("/r/doc")).unwrap();
    let expected = BTreeSet::from([None, Some("new".to_owned())]);
    assert_eq!(outcomes(&disk, "/r/doc"), expected);
}

#[test]
fn a_synced_name_in_an_unsynced_directory_can_be_gone() {
    let disk = SimDisk::new(1);
    disk.create_dir(path("/r")).unwrap();
    disk.write(path("/r/doc"), b"new").unwrap();
    disk.sync(path("/r/doc")).unwrap();
    disk.sync_dir(path("/r")).unwrap();
    let expected = BTreeSet::from([None, Some("new".to_owned())]);
    assert_eq!(outcomes(&disk, "/r/doc"), expected);
}

#[test]
fn what_is_synced_survives_every_seed() {
    let disk = disk_with(&["/r", "/r/a"], &[("/r/a/doc", "text"), ("/r/log", "one\n")]);
    for seed in SEEDS {
        assert_eq!(disk.reboot(seed).tree(), disk.tree(), "seed {seed}");
    }
}

#[test]
fn a_directory_moves_with_all_that_is_in_it_or_not_at_all() {
    let dirs = ["/a", "/b", "/a/d", "/a/d/e"];
    let disk = disk_with(&dirs, &[("/a/d/x", "x"), ("/a/d/e/y", "y")]);
    let before = disk.tree();
    disk.rename(path("/a/d"), path("/b/d")).unwrap();
    let after = disk.tree();
    assert_eq!(after.keys().collect::<Vec<_>>(), [path("/b/d/e/y"), path("/b/d/x")]);
    disk.sync_dir(path("/b")).unwrap();
    let trees: BTreeSet<_> = SEEDS.map(|seed| disk.reboot(seed).tree()).collect();
    assert_eq!(trees, BTreeSet::from([before, after.clone()]), "one parent is not synced");
    disk.sync_dir(path("/a")).unwrap();
    let trees: BTreeSet<_> = SEEDS.map(|seed| disk.reboot(seed).tree()).collect();
    assert_eq!(trees, BTreeSet::from([after]));
}

#[test]
fn an_unsynced_removal_can_come_back_in_part() {
    let disk = disk_with(&["/a", "/a/d"], &[("/a/d/x", "x"), ("/a/d/y", "y")]);
    disk.remove_dir_all(path("/a/d")).unwrap();
    assert_eq!(disk.stat(path("/a/d")).unwrap(), None);
    let counts: BTreeSet<_> = SEEDS.map(|seed| disk.reboot(seed).tree().len()).collect();
    assert_eq!(counts, BTreeSet::from([0, 1, 2]));
    disk.sync_dir(path("/a")).unwrap();
    assert_eq!(outcomes(&disk, "/a/d/x"), BTreeSet::from([None]));
}

#[test]
fn a_crash_at_any_call_of_a_careful_save_leaves_the_old_or_the_new_file() {
    let save = |disk: &SimDisk| -> io::Result<()> {
        disk.write(path("/r/tmp"), b"the new text")?;
        disk.sync(path("/r/tmp"))?;
        disk.rename(path("/r/tmp"), path("/r/doc"))?;
        disk.sync_dir(path("/r"))
    };
    let mut seen = BTreeSet::new();
    for call_no in 1..=5 {
        for seed in SEEDS {
            let disk = disk_with(&["/r"], &[("/r/doc", "old")]).reboot(seed);
            disk.fault_at(call_no, DiskFault::Crash);
            let saved = save(&disk);
            assert_eq!(saved.is_err(), disk.is_off());
            let text = text_of(&disk.reboot(seed), "/r/doc");
            assert!(saved.is_err() || text.as_deref() == Some("the new text"), "{seed}");
            seen.insert(text);
        }
    }
    assert_eq!(seen, some(&["old", "the new text"]));
}

#[test]
fn a_crash_cuts_the_call_short_and_fails_every_later_one() {
    let lens: BTreeSet<usize> = SEEDS
        .map(|seed| {
            let disk = SimDisk::new(seed);
            disk.write(path("/log"), b"").unwrap();
            disk.fault_at(1, DiskFault::Crash);
            let err = disk.append(path("/log"), b"abc").unwrap_err();
            assert_eq!(err.to_string(), "the simulated machine is off");
            assert!(disk.is_off());
            assert_eq!(kind_of(disk.read(path("/log"))), Some(ErrorKind::NotConnected));
            assert_eq!(disk.n_calls(), 2);
            disk.tree()[path("/log")].len()
        })
        .collect();
    assert_eq!(lens, BTreeSet::from([0, 1, 2, 3]));
}

#[test]
fn running_out_of_space_leaves_a_part_and_the_next_call_succeeds() {
    let lens: BTreeSet<usize> = SEEDS
        .map(|seed| {
            let disk = SimDisk::new(seed);
            disk.write(path("/log"), b"x").unwrap();
            disk.fault_at(1, DiskFault::NoSpace);
            disk.read(path("/log")).unwrap();
            assert_eq!(kind_of(disk.append(path("/log"), b"abc")), Some(ErrorKind::StorageFull));
            let len = disk.tree()[path("/log")].len();
            disk.append(path("/log"), b"abc").unwrap();
            len
        })
        .collect();
    assert_eq!(lens, BTreeSet::from([1, 2, 3]));
}

#[test]
fn a_full_disk_stays_full_until_it_is_cleared() {
    let disk = SimDisk::new(3);
    disk.fault_at(1, DiskFault::Full);
    for _ in 0..3 {
        assert_eq!(kind_of(disk.create_dir(path("/d"))), Some(ErrorKind::StorageFull));
    }
    assert_eq!(kind_of(disk.write(path("/f"), b"abc")), Some(ErrorKind::StorageFull));
    assert_eq!(disk.tree(), BTreeMap::new());
    disk.clear_faults();
    disk.write(path("/f"), b"abc").unwrap();
}

#[test]
fn a_lost_rename_shows_and_is_undone_by_a_power_cut() {
    let disk = disk_with(&["/r"], &[("/r/doc", "old"), ("/r/tmp", "new")]);
    disk.fault_at(1, DiskFault::LostRename);
    disk.rename(path("/r/tmp"), path("/r/doc")).unwrap();
    disk.sync_dir(path("/r")).unwrap();
    assert_eq!(text_of(&disk, "/r/doc").as_deref(), Some("new"));
    assert_eq!(outcomes(&disk, "/r/doc"), some(&["old"]));
    assert_eq!(outcomes(&disk, "/r/tmp"), some(&["new"]));
    disk.write(path("/r/tmp"), b"newer").unwrap();
    disk.sync(path("/r/tmp")).unwrap();
    disk.rename(path("/r/tmp"), path("/r/doc")).unwrap();
    disk.sync_dir(path("/r")).unwrap();
    assert_eq!(outcomes(&disk, "/r/doc"), some(&["newer"]));
}

#[test]
fn a_failed_call_has_no_effect_and_can_be_repeated() {
    let disk = SimDisk::new(1);
    disk.fault_at(2, DiskFault::Fail);
    disk.write(path("/f"), b"one").unwrap();
    assert_eq!(kind_of(disk.write(path("/f"), b"two")), Some(ErrorKind::Other));
    assert_eq!(text_of(&disk, "/f").as_deref(), Some("one"));
    disk.write(path("/f"), b"two").unwrap();
    assert_eq!(text_of(&disk, "/f").as_deref(), Some("two"));
}

#[test]
fn a_stamp_changes_with_the_bytes_a_mark_and_a_power_cut_that_may_have_changed_them() {
    let disk = disk_with(&["/r"], &[("/r/doc", "old")]);
    let stamp = |disk: &SimDisk| disk.stat(path("/r/doc")).unwrap().unwrap().stamp;
    let mut stamps = vec![stamp(&disk)];
    assert_eq!(stamp(&disk.reboot(1)), stamps[0]);
    disk.mark(path("/r/doc")).unwrap();
    stamps.push(stamp(&disk));
    disk.corrupt("/r/doc", |bytes| bytes[0] = b'c');
    stamps.push(stamp(&disk));
    disk.write(path("/r/doc"), b"new").unwrap();
    stamps.push(stamp(&disk));
    stamps.push(stamp(&disk.reboot(1)));
    for (stamp_idx, stamp) in stamps.iter().enumerate() {
        assert!(!stamps[..stamp_idx].contains(stamp), "{stamp_idx}: {stamps:?}");
    }
}

#[test]
fn corruption_survives_every_seed() {
    let disk = disk_with(&["/r"], &[("/r/doc", "old")]);
    disk.corrupt("/r/doc", |bytes| bytes.push(b'!'));
    assert_eq!(outcomes(&disk, "/r/doc"), some(&["old!"]));
}

#[test]
fn a_held_lock_names_its_holder_and_ends_with_its_guard_or_the_power() {
    let disk = disk_with(&["/r"], &[("/r/lock", "")]);
    let lock = |disk: &SimDisk, holder| disk.lock(path("/r/lock"), holder, Duration::from_secs(1));
    let held = lock(&disk, "pid 1").unwrap();
    match lock(&disk, "pid 2") {
        Err(LockFailure::Held(holder)) => assert_eq!(holder, "pid 1"),
        other => panic!("{other:?}"),
    }
    lock(&disk.reboot(1), "pid 3").unwrap();
    drop(held);
    lock(&disk, "pid 4").unwrap();
}

#[test]
fn the_trace_shows_calls_faults_and_reboots() {
    let disk = SimDisk::new(1);
    disk.fault_at(3, DiskFault::Crash);
    disk.write(path("/f"), b"one").unwrap();
    let _ = disk.read(&PathBuf::from("/g"));
    let _ = disk.rename(path("/f"), path("/g"));
    let expected = [
        "1 write /f 3 bytes",
        "2 read /g = NotFound",
        "3 rename /f -> /g ! crash",
        "reboot with seed 5",
    ];
    assert_eq!(disk.reboot(5).trace(), expected);
}
