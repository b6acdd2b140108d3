//! The simulated disk against the real one: the same calls give the same answers.

use crate::sim_disk::{DiskFault, Rng, SimDisk};
use charter_store::{Disk, FileKind, LockFailure, RealDisk};
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

const NAMES: [&str; 3] = ["a", "b", "c"];

fn draw_path(rng: &mut Rng, root: &Path) -> PathBuf {
    let depth = 1 + rng.below(3);
    (0..depth).fold(root.to_owned(), |acc, _| acc.join(NAMES[rng.below(NAMES.len())]))
}

fn answer<T: Debug>(result: io::Result<T>) -> String {
    match result {
        Ok(value) => format!("{value:?}"),
        Err(err) => format!("{:?}", err.kind()),
    }
}

fn cause(failure: LockFailure) -> io::Error {
    match failure {
        LockFailure::Held(holder) => panic!("held by {holder}"),
        LockFailure::Io(err) => err,
    }
}

/// Makes one random call below `root` and renders its answer.
fn step(disk: &dyn Disk, root: &Path, rng: &mut Rng) -> String {
    let path = draw_path(rng, root);
    let other = draw_path(rng, root);
    let bytes = vec![b'x'; rng.below(20)];
    let offset = rng.next_u64() % 20;
    match rng.below(12) {
        0 => answer(disk.read(&path)),
        1 => answer(disk.read_from(&path, offset)),
        2 => {
            let stat = disk.stat(&path);
            let len = |kind, len| if kind == FileKind::Dir { 0 } else { len };
            answer(stat.map(|found| found.map(|it| (it.kind, len(it.kind, it.len)))))
        }
        3 => answer(disk.list(&path)),
        4 | 5 => answer(disk.create_dir(&path)),
        6 => answer(disk.write(&path, &bytes)),
        7 => answer(disk.append(&path, &bytes)),
        8 => answer(disk.truncate(&path, offset)),
        9 => answer(disk.rename(&path, &other)),
        10 => answer(disk.remove_file(&path)),
        _ => match rng.below(3) {
            0 => answer(disk.remove_dir_all(&path)),
            1 => answer(disk.mark(&path)),
            _ => answer(disk.lock(&path, "holder", Duration::ZERO).map(drop).map_err(cause)),
        },
    }
}

/// Makes everything on a disk certain.
fn sync_below(disk: &SimDisk, path: &Path) {
    match disk.list(path) {
        Ok(entries) => {
            disk.sync_dir(path).unwrap();
            for entry in entries {
                sync_below(disk, &path.join(entry.name));
            }
        }
        Err(err) if err.kind() == ErrorKind::NotADirectory => disk.sync(path).unwrap(),
        Err(err) => panic!("{err}"),
    }
}

#[test]
fn random_calls_get_the_answers_of_the_real_disk() {
    for seed in 0..40 {
        let temp = tempfile::tempdir().unwrap();
        let sim = SimDisk::new(seed);
        let (mut left, mut right) = (Rng::new(seed), Rng::new(seed));
        for n_step in 0..150 {
            let simulated = step(&sim, Path::new("/"), &mut left);
            let real = step(&RealDisk, temp.path(), &mut right);
            assert_eq!(simulated, real, "seed {seed}, step {n_step}: {:#?}", sim.trace());
        }
    }
}

/// Makes some random calls, with a sync of a directory here and there.
fn stir(disk: &SimDisk, rng: &mut Rng, n_steps: usize) {
    for _ in 0..n_steps {
        step(disk, Path::new("/"), rng);
        if rng.below(4) == 0 {
            let _ = disk.sync_dir(Path::new("/"));
            let _ = disk.sync_dir(&draw_path(rng, Path::new("/")));
        }
    }
}

/// Numbers the files of a disk by identity, each once.
fn identities(disk: &SimDisk) -> BTreeSet<u64> {
    let files = disk.tree();
    let id = |path: &PathBuf| disk.stat(path).unwrap().unwrap().stamp.0[0];
    let ids: BTreeSet<u64> = files.keys().map(id).collect();
    assert_eq!(ids.len(), files.len(), "a file has two names: {:#?}", disk.trace());
    ids
}

#[test]
fn random_trees_survive_once_everything_is_synced() {
    for seed in 0..100 {
        let disk = SimDisk::new(seed);
        let mut rng = Rng::new(seed);
        for _ in 0..4 {
            stir(&disk, &mut rng, 40);
            sync_below(&disk, Path::new("/"));
            assert_eq!(disk.reboot(seed).tree(), disk.tree(), "{:#?}", disk.trace());
        }
    }
}

#[test]
fn a_power_cut_keeps_every_synced_file_that_only_moved() {
    for seed in 0..300 {
        let disk = SimDisk::new(seed);
        let mut rng = Rng::new(seed);
        stir(&disk, &mut rng, 60);
        sync_below(&disk, Path::new("/"));
        let synced = identities(&disk);
        stir(&disk, &mut rng, 40);
        let kept: BTreeSet<u64> = synced.intersection(&identities(&disk)).copied().collect();
        let booted = disk.reboot(seed);
        assert!(kept.is_subset(&identities(&booted)), "seed {seed}: {:#?}", booted.trace());
        assert_eq!(booted.reboot(seed + 1).tree(), booted.tree(), "what was kept is certain");
    }
}

#[test]
fn forgotten_renames_of_anything_leave_a_tree() {
    for seed in 0..100 {
        let disk = SimDisk::new(seed);
        let mut rng = Rng::new(seed);
        for _ in 0..10 {
            disk.fault_at(1, DiskFault::LostRename);
            stir(&disk, &mut rng, 20);
        }
        let booted = disk.reboot(seed);
        assert_eq!(booted.reboot(seed + 1).tree(), booted.tree(), "seed {seed}");
    }
}
