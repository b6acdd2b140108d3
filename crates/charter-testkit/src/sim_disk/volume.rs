//! The tree of files and directories: what running code sees and what survives a power cut.
//!
//! Owns nodes, names and their durability. Must not know the calls of the disk, faults or locks.

use super::file::{FileContent, PendingChange};
use super::names::{InodeId, NameEdit, NameLog, NameOp, OpSort};
use super::rng::Rng;
use charter_store::FileKind;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

const ROOT: InodeId = 1;

/// All files and directories of one disk.
#[derive(Debug, Clone)]
pub(super) struct Volume {
    nodes: BTreeMap<InodeId, Inode>,
    pending_names: NameLog,
    last_inode: InodeId,
    last_version: u64,
}

/// A file or a directory; its version changes with its bytes or names.
#[derive(Debug, Clone)]
pub(super) struct Inode {
    pub(super) version: u64,
    pub(super) body: InodeBody,
}

#[derive(Debug, Clone)]
pub(super) enum InodeBody {
    File(FileContent),
    Dir(DirNames),
}

/// The names in one directory.
#[derive(Debug, Clone, Default)]
pub(super) struct DirNames {
    pub(super) live: BTreeMap<OsString, InodeId>,
    durable: BTreeMap<OsString, InodeId>,
}

/// Where a path leads: its directory, its last name, and what is there.
pub(super) struct VolumePlace {
    pub(super) dir: InodeId,
    pub(super) name: OsString,
    pub(super) target: Option<InodeId>,
}

impl VolumePlace {
    /// Describes what happens to the name when something else, or nothing, takes the place.
    pub(super) fn edit(self, target: Option<InodeId>) -> NameEdit {
        NameEdit { dir: self.dir, name: self.name, was: self.target, target }
    }
}

impl Volume {
    /// Makes a volume with nothing but its root directory.
    pub(super) fn new() -> Self {
        let root = Inode { version: 1, body: InodeBody::Dir(DirNames::default()) };
        let nodes = BTreeMap::from([(ROOT, root)]);
        Self { nodes, pending_names: NameLog::default(), last_inode: ROOT, last_version: 1 }
    }

    /// Finds what is at a path.
    pub(super) fn resolve(&self, path: &Path) -> io::Result<InodeId> {
        self.walk(&names_of(path)?)
    }

    /// Finds the directory that holds a path, which exists, and what is there, if anything.
    pub(super) fn place(&self, path: &Path) -> io::Result<VolumePlace> {
        let names = names_of(path)?;
        let Some((name, above)) = names.split_last() else {
            return Err(ErrorKind::IsADirectory.into());
        };
        let dir = self.walk(above)?;
        let target = self.names_in(dir)?.live.get(*name).copied();
        Ok(VolumePlace { dir, name: (*name).to_owned(), target })
    }

    /// Lists the directories on the way to a path.
    pub(super) fn dirs_above(&self, path: &Path) -> io::Result<BTreeSet<InodeId>> {
        path.ancestors().skip(1).map(|dir| self.resolve(dir)).collect()
    }

    /// Shows a node that a name leads to.
    pub(super) fn node(&self, id: InodeId) -> &Inode {
        &self.nodes[&id]
    }

    pub(super) fn kind(&self, id: InodeId) -> FileKind {
        match self.node(id).body {
            InodeBody::File(_) => FileKind::File,
            InodeBody::Dir(_) => FileKind::Dir,
        }
    }

    pub(super) fn content(&self, id: InodeId) -> io::Result<&FileContent> {
        match &self.node(id).body {
            InodeBody::File(content) => Ok(content),
            InodeBody::Dir(_) => Err(ErrorKind::IsADirectory.into()),
        }
    }

    pub(super) fn content_mut(&mut self, id: InodeId) -> io::Result<&mut FileContent> {
        match &mut self.node_mut(id).body {
            InodeBody::File(content) => Ok(content),
            InodeBody::Dir(_) => Err(ErrorKind::IsADirectory.into()),
        }
    }

    pub(super) fn names_in(&self, id: InodeId) -> io::Result<&DirNames> {
        match &self.node(id).body {
            InodeBody::Dir(names) => Ok(names),
            InodeBody::File(_) => Err(ErrorKind::NotADirectory.into()),
        }
    }

    /// Puts something new at a free place.
    pub(super) fn create(&mut self, place: VolumePlace, body: InodeBody) -> InodeId {
        self.last_inode += 1;
        let id = self.last_inode;
        let version = self.fresh_version();
        self.nodes.insert(id, Inode { version, body });
        self.edit_names(NameOp::new(OpSort::Creates, vec![place.edit(Some(id))]));
        id
    }

    /// Changes names as running code sees them; the change stays uncertain.
    pub(super) fn edit_names(&mut self, op: NameOp) {
        for edit in op.edits() {
            edit.apply(&mut self.names_mut(edit.dir).live);
            self.bump(edit.dir);
        }
        self.pending_names.record(op);
    }

    /// Makes the names in a directory certain.
    pub(super) fn settle_names(&mut self, dir: InodeId) {
        for edit in self.pending_names.sync(dir) {
            edit.apply(&mut self.names_mut(edit.dir).durable);
        }
    }

    /// Changes a file's bytes as running code sees them; the change stays uncertain.
    pub(super) fn change(&mut self, id: InodeId, change: PendingChange) -> io::Result<()> {
        self.content_mut(id)?.change(change);
        self.bump(id);
        Ok(())
    }

    /// Gives a node a version that no node had before.
    pub(super) fn bump(&mut self, id: InodeId) {
        self.node_mut(id).version = self.fresh_version();
    }

    /// Lists every file with its bytes.
    pub(super) fn tree(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = BTreeMap::new();
        let mut rest = vec![(PathBuf::from("/"), ROOT)];
        while let Some((path, id)) = rest.pop() {
            match &self.node(id).body {
                InodeBody::File(content) => {
                    files.insert(path, content.live().to_vec());
                }
                InodeBody::Dir(names) => {
                    rest.extend(names.live.iter().map(|(name, child)| (path.join(name), *child)));
                }
            }
        }
        files
    }

    /// Chooses what a power cut now would leave.
    pub(super) fn after_power_cut(&self, rng: &mut Rng) -> Self {
        let mut left = self.clone();
        left.pending_names = NameLog::default();
        for edit in self.pending_names.survivors(rng) {
            edit.apply(&mut left.names_mut(edit.dir).durable);
        }
        for (id, node) in &self.nodes {
            let is_certain = match &node.body {
                InodeBody::File(content) => {
                    let survivor = FileContent::durable(content.survivor(rng));
                    left.node_mut(*id).body = InodeBody::File(survivor);
                    content.is_certain()
                }
                InodeBody::Dir(_) => {
                    let names = left.names_mut(*id);
                    names.live = names.durable.clone();
                    self.pending_names.is_certain(*id)
                }
            };
            // A stamp taken before the cut must not match what the cut may have changed.
            if !is_certain {
                left.bump(*id);
            }
        }
        left.drop_unreachable();
        left
    }

    /// Drops what no name leads to, and every second name of a directory, which only a forgotten
    /// rename can leave.
    fn drop_unreachable(&mut self) {
        let mut seen = BTreeSet::from([ROOT]);
        let mut rest = vec![ROOT];
        while let Some(id) = rest.pop() {
            let InodeBody::Dir(names) = &self.node(id).body else { continue };
            let mut names = names.clone();
            names.live.retain(|_, child| {
                let is_first = seen.insert(*child);
                rest.extend(is_first.then_some(*child));
                is_first || self.kind(*child) == FileKind::File
            });
            names.durable = names.live.clone();
            self.node_mut(id).body = InodeBody::Dir(names);
        }
        self.nodes.retain(|id, _| seen.contains(id));
    }

    fn walk(&self, names: &[&OsStr]) -> io::Result<InodeId> {
        names.iter().try_fold(ROOT, |dir, name| {
            self.names_in(dir)?.live.get(*name).copied().ok_or(ErrorKind::NotFound.into())
        })
    }

    fn node_mut(&mut self, id: InodeId) -> &mut Inode {
        self.nodes.get_mut(&id).expect("names lead to nodes")
    }

    fn names_mut(&mut self, id: InodeId) -> &mut DirNames {
        match &mut self.node_mut(id).body {
            InodeBody::Dir(names) => names,
            InodeBody::File(_) => panic!("names are edited in directories"),
        }
    }

    fn fresh_version(&mut self) -> u64 {
        self.last_version += 1;
        self.last_version
    }
}

/// Splits an absolute path into its names.
fn names_of(path: &Path) -> io::Result<Vec<&OsStr>> {
    if !path.is_absolute() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "the path is not absolute"));
    }
    let mut names = Vec::new();
    for component in path.components() {
        match component {
            Component::Normal(name) => names.push(name),
            Component::ParentDir => {
                names.pop();
            }
            Component::RootDir | Component::CurDir | Component::Prefix(_) => {}
        }
    }
    Ok(names)
}
