//! What this machine remembers of files: their digests, by how they looked when they were read.
//!
//! Owns a machine-local file that may be lost at any time. A file is known by its identity, its length
//! and the times of its last change to the nanosecond. What is believed rests on three things:
//!
//! - The time at which a file's content or its times were last changed (`ctime`) is set by the system
//!   alone: no archive, checkout or program can choose it, so nobody can make another file look like one
//!   that was read.
//! - Times tick in steps. A file is remembered only if it was left alone for longer than a step before
//!   it was read: a change in the very step of the last one would leave it looking the same.
//! - The memory holds for the very file that it stands in: one that was copied, unpacked or checked
//!   out is another file, and nothing in it is believed.
//!
//! Whoever can write to this user's files can still forge it, as they can forge a ledger: where the
//! last word is spoken, every file is read. Must not know which files matter.

use crate::disk::{FileKind, Stamp};
use crate::store::Store;
use charter_kernel::Digest;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The version of the memory's shape, at its beginning.
const FORMAT: &[u8; 8] = b"digests2";

/// The most bytes of the memory; beyond, it begins anew.
const BYTES_MAX: usize = 256 * 1024 * 1024;

/// How long before it is read a file must have been left alone, in nanoseconds: longer than the steps
/// in which the times of files tick.
const TICK_NANOS: u64 = 20_000_000;

/// The numbers of a fingerprint, and how many bytes they take.
const STAMP_BYTES: usize = 32;

/// How a file looked, and what was in it.
type Known = ([u64; 4], Digest);

/// What is remembered of files.
#[derive(Debug)]
pub(crate) struct Memory<'a> {
    /// What the names of the files that are looked at begin with.
    prefix: String,
    /// Those files, in order, by the rest of their names.
    files: Vec<(&'a str, Known)>,
    /// Files of other projects, by their whole names.
    others: Vec<(&'a str, Known)>,
    at: usize,
}

/// A memory that is being written; it was begun before any file was read.
#[derive(Debug)]
pub(crate) struct Begun {
    path: PathBuf,
    place: PathBuf,
    header: Vec<u8>,
    at: u64,
}

impl<'a> Memory<'a> {
    /// Reads what [`Store::read_memory`] gave, to look at files whose names begin so.
    pub(crate) fn parse(bytes: &'a [u8], prefix: &str) -> Self {
        let (mut files, mut others) = (Vec::with_capacity(bytes.len() / 100), Vec::new());
        let mut rest = bytes;
        while let Some((name, known, behind)) = next_file(rest) {
            match name.strip_prefix(prefix) {
                Some(name) => files.push((name, known)),
                None => others.push((name, known)),
            }
            rest = behind;
        }
        // What does not end where it should was not written by us.
        if !rest.is_empty() {
            files.clear();
            others.clear();
        }
        Self { prefix: prefix.to_owned(), files, others, at: 0 }
    }

    /// Gives the digest of a file that looks as it did when it was read; files are asked for in order.
    pub(crate) fn find(&mut self, name: &str, stamp: [u64; 4]) -> Option<Digest> {
        while let Some((other, (then, digest))) = self.files.get(self.at) {
            match (*other).cmp(name) {
                Ordering::Less => self.at += 1,
                Ordering::Equal => return (*then == stamp).then_some(*digest),
                Ordering::Greater => return None,
            }
        }
        None
    }
}

fn next_file(bytes: &[u8]) -> Option<(&str, Known, &[u8])> {
    let (len, rest) = bytes.split_first_chunk::<4>()?;
    let len = usize::try_from(u32::from_le_bytes(*len)).ok()?;
    let (name, rest) = rest.split_at_checked(len)?;
    let (stamp, rest) = rest.split_first_chunk::<STAMP_BYTES>()?;
    let (digest, rest) = rest.split_first_chunk::<32>()?;
    let mut numbers = stamp.chunks_exact(8).map(|it| {
        let number = it.first_chunk::<8>().copied().unwrap_or_default();
        u64::from_le_bytes(number)
    });
    let stamp = std::array::from_fn(|_| numbers.next().unwrap_or_default());
    Some((std::str::from_utf8(name).ok()?, (stamp, Digest::from_bytes(*digest)), rest))
}

fn push_file(bytes: &mut Vec<u8>, prefix: &str, name: &str, (stamp, digest): &Known) {
    let Ok(len) = u32::try_from(prefix.len() + name.len()) else { return };
    bytes.extend_from_slice(&len.to_le_bytes());
    bytes.extend_from_slice(prefix.as_bytes());
    bytes.extend_from_slice(name.as_bytes());
    stamp.iter().for_each(|it| bytes.extend_from_slice(&it.to_le_bytes()));
    bytes.extend_from_slice(digest.as_bytes());
}

impl Store {
    /// Reads the memory of files below a directory, where it is the very file that was written here; empty otherwise.
    pub(crate) fn read_memory(&self, dir: &Path) -> Vec<u8> {
        let path = self.layout.digests(dir);
        let Some(header) = self.header_of(&path, &path) else { return Vec::new() };
        let mut bytes = self.disk.read_up_to(&path, BYTES_MAX).unwrap_or_default();
        if !bytes.starts_with(&header) {
            return Vec::new();
        }
        bytes.drain(..header.len());
        bytes
    }

    /// Begins to write a memory anew, before any file is read.
    pub(crate) fn begin_memory(&self, dir: &Path) -> Option<Begun> {
        self.ensure_local().ok()?;
        let place = self.layout.digests(dir);
        let mut path = place.clone().into_os_string();
        path.push(format!(".{}.tmp", std::process::id()));
        let path = PathBuf::from(path);
        let _ = self.disk.remove_file(&path);
        self.disk.create(&path, b"").ok()?;
        let header = self.header_of(&path, &place)?;
        let Stamp([_, _, modified, changed]) = self.disk.stat(&path).ok().flatten()?.stamp;
        // Where the system keeps no time of change, the other one has to do.
        let at = if changed == 0 { modified } else { changed };
        Some(Begun { path, place, header, at })
    }

    /// Writes what was known and what was read since; nothing is synced, and nothing fails.
    pub(crate) fn keep_memory(&self, begun: Begun, memory: &Memory<'_>, news: &[(&str, Known)]) {
        let Begun { path, place, header, at } = begun;
        let is_old = |[_, _, modified, changed]: [u64; 4]| {
            modified.max(changed).saturating_add(TICK_NANOS) < at
        };
        let mut files: BTreeMap<&str, Known> = memory.files.iter().copied().collect();
        for (name, known) in news {
            if is_old(known.0) {
                files.insert(name, *known);
            } else {
                files.remove(name);
            }
        }
        let mut bytes = header;
        for (name, known) in &memory.others {
            push_file(&mut bytes, "", name, known);
        }
        for (name, known) in &files {
            push_file(&mut bytes, &memory.prefix, name, known);
        }
        // What is too long to be read again begins anew.
        let is_short = bytes.len() <= BYTES_MAX;
        let is_written = is_short && self.disk.append(&path, &bytes).is_ok();
        if !is_written || self.disk.rename(&path, &place).is_err() {
            let _ = self.disk.remove_file(&path);
        }
    }

    /// Gives how a memory begins that is this very file, at its place.
    fn header_of(&self, path: &Path, place: &Path) -> Option<Vec<u8>> {
        let stat = self.disk.stat(path).ok().flatten()?;
        if stat.kind != FileKind::File {
            return None;
        }
        let Stamp([identity, ..]) = stat.stamp;
        let dir = self.real_path(place.parent()?).display().to_string();
        let digest = Digest::of(format!("{dir}\n{identity}").as_bytes());
        Some([&FORMAT[..], digest.as_bytes()].concat())
    }
}
