//! Directories for one command, gone when it is over.
//!
//! Owns their names and their removal. Must not know what is put there.

use crate::disk::Disk;
use crate::failure::Failure;
use crate::store::Store;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const NAMES_MAX: u32 = 1000;

/// A home and a temporary directory of their own; dropping them removes them.
#[derive(Debug)]
pub struct Scratch {
    disk: Arc<dyn Disk>,
    dir: PathBuf,
    pub home: PathBuf,
    pub temp: PathBuf,
}

impl Store {
    /// Makes directories for one command below a directory for temporary files.
    pub fn scratch(&self, parent: &Path) -> Result<Scratch, Failure> {
        let process = std::process::id();
        for number in 0..NAMES_MAX {
            let dir = parent.join(format!("charter-replay-{process}-{number}"));
            match self.disk.create_private_dir(&dir) {
                Err(err) if err.kind() == io::ErrorKind::AlreadyExists => continue,
                made => made.map_err(Failure::io("create", &dir))?,
            }
            let (home, temp) = (dir.join("home"), dir.join("tmp"));
            let scratch = Scratch { disk: Arc::clone(&self.disk), dir, home, temp };
            for dir in [&scratch.home, &scratch.temp] {
                self.disk.create_private_dir(dir).map_err(Failure::io("create", dir))?;
            }
            return Ok(scratch);
        }
        let full = io::Error::other("it is full of what earlier replays left");
        Err(Failure::io("create", parent)(full))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = self.disk.remove_dir_all(&self.dir);
    }
}
