//! Files of other programs, which charter adds something to.
//!
//! Owns how they are read, replaced and removed without losing what somebody else wrote meanwhile.
//! Must not know what they say.

use crate::disk::FileKind;
use crate::failure::Failure;
use crate::store::Store;
use std::io;
use std::path::{Path, PathBuf};

/// What a file is called while it is written.
const TEMP_SUFFIX: &str = ".charter-tmp";

/// Who may read a file that is new.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readers {
    /// Whoever may read other new files.
    Usual,
    Owner,
}

impl Store {
    /// Reads a file, if it is there.
    pub fn read_foreign(&self, path: &Path) -> Result<Option<Vec<u8>>, Failure> {
        let target = self.target_of(path).map_err(Failure::io("read", path))?;
        match self.disk.read(&target) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(err)
                if matches!(err.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) =>
            {
                Ok(None)
            }
            Err(err) => Err(Failure::io("read", path)(err)),
        }
    }

    /// Puts whole bytes under a name, where the file still holds what was read. A link of the user's own
    /// is followed, the permissions stay. Gives the directories that had to be made, outermost first.
    pub fn replace_foreign(
        &self,
        path: &Path,
        read: Option<&[u8]>,
        bytes: &[u8],
        readers: Readers,
    ) -> Result<Vec<PathBuf>, Failure> {
        let target = self.target_of(path).map_err(Failure::io("write", path))?;
        let Some(parent) = target.parent() else {
            return Err(Failure::io("write", path)(io::ErrorKind::InvalidInput.into()));
        };
        let is_missing = |it: &&Path| matches!(self.disk.stat(it), Ok(None));
        let mut made: Vec<PathBuf> =
            parent.ancestors().take_while(is_missing).map(Path::to_owned).collect();
        made.reverse();
        self.create_dirs(parent)?;
        let mut temp = target.clone().into_os_string();
        temp.push(TEMP_SUFFIX);
        let temp = PathBuf::from(temp);
        let written = self.write_beside(&target, &temp, read, bytes, readers);
        written.map_err(|err| {
            let _ = self.disk.remove_file(&temp);
            Failure::io("write", path)(err)
        })?;
        self.disk.sync_dir(parent).map_err(Failure::io("write", path))?;
        Ok(made)
    }

    fn write_beside(
        &self,
        target: &Path,
        temp: &Path,
        read: Option<&[u8]>,
        bytes: &[u8],
        readers: Readers,
    ) -> io::Result<()> {
        match self.disk.remove_file(temp) {
            Err(err) if err.kind() != io::ErrorKind::NotFound => return Err(err),
            Ok(()) | Err(_) => {}
        }
        match (readers, read) {
            (Readers::Usual, None) => self.disk.create(temp, bytes)?,
            (Readers::Owner, None) => self.disk.create_private(temp, bytes)?,
            (_, Some(_)) => {
                self.disk.create_private(temp, bytes)?;
                self.disk.match_mode(target, temp)?;
            }
        }
        self.disk.sync(temp)?;
        self.check_unchanged(target, read)?;
        self.disk.rename(temp, target)
    }

    /// Removes a file, where it still holds what was read.
    pub fn remove_foreign(&self, path: &Path, read: &[u8]) -> Result<(), Failure> {
        let target = self.target_of(path).map_err(Failure::io("remove", path))?;
        self.check_unchanged(&target, Some(read)).map_err(Failure::io("remove", path))?;
        self.disk.remove_file(path).map_err(Failure::io("remove", path))
    }

    /// Removes a directory that holds nothing; tells whether it is gone.
    #[must_use]
    pub fn remove_bare_dir(&self, path: &Path) -> bool {
        let is_dir = matches!(self.disk.stat(path), Ok(Some(stat)) if stat.kind == FileKind::Dir);
        is_dir && self.disk.remove_dir(path).is_ok()
    }

    /// Gives where a path leads, as far as it is there; one of a project may not lead out of it.
    fn target_of(&self, path: &Path) -> io::Result<PathBuf> {
        self.disk.check_followed(path)?;
        for there in path.ancestors() {
            if let (Ok(real), Ok(rest)) = (self.disk.real_path(there), path.strip_prefix(there)) {
                return Ok(if rest.as_os_str().is_empty() { real } else { real.join(rest) });
            }
        }
        Ok(path.to_owned())
    }

    fn check_unchanged(&self, path: &Path, read: Option<&[u8]>) -> io::Result<()> {
        let now = match self.disk.read(path) {
            Ok(bytes) => Some(bytes),
            Err(err) if err.kind() == io::ErrorKind::NotFound => None,
            Err(err) => return Err(err),
        };
        if now.as_deref() == read {
            return Ok(());
        }
        Err(io::Error::other("somebody else changed it meanwhile; try again"))
    }
}
