//! What commits hold of some files otherwise than they are checked out.
//!
//! Owns which commits are asked: those that the one which is checked out follows, and where its branch was
//! before. A file that is as the commit has it takes no look at its content. Must not judge what differs.

use super::call::Repository;
use super::failure::GitFailure;
use crate::plain::{read_plain, read_text};
use std::collections::{BTreeMap, BTreeSet};

/// The most versions that are looked at; an honest history has hardly any.
const VERSIONS_MAX: usize = 20_000;

/// The most bytes of all of them.
const VERSIONS_BYTES_MAX: u64 = 64 * 1024 * 1024;

/// How much of the record of a branch's moves is read.
const MOVES_BYTES_MAX: usize = 4 * 1024 * 1024;

/// The most earlier places of a branch that are asked about, the latest first.
const MOVES_MAX: usize = 2_000;

const HEAD_BYTES_MAX: usize = 8 * 1024;

/// How many commits of other branches are looked at.
const ELSEWHERE_MAX: &str = "--max-count=1000";

/// In which commits a version is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum VersionOf {
    /// One that the commit which is checked out follows, or that one.
    History,
    /// Only one that the branch was at before it was moved back or rewritten.
    Former,
}

/// A file as a commit holds it, otherwise than it is checked out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileVersion {
    /// Relative to the directory that was opened.
    pub path: String,
    pub of: VersionOf,
    pub bytes: Vec<u8>,
}

/// What commits hold of some files otherwise than they are checked out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileVersions {
    pub versions: Vec<FileVersion>,
    /// Whether there were more than are looked at.
    pub is_cut: bool,
}

/// A file as a commit holds it that only other branches follow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionElsewhere {
    /// The branch, remote branch or tag, in full.
    pub reference: String,
    /// Relative to the directory that was opened.
    pub path: String,
    pub bytes: Vec<u8>,
}

/// The versions of files by their paths: the names of their contents.
type Blobs = BTreeSet<(String, String)>;

impl Repository {
    /// Lists what commits behind another one hold of the files at and below some paths, where it is not what
    /// is checked out.
    pub fn other_versions(
        &self,
        since: Option<&str>,
        paths: &[String],
    ) -> Result<FileVersions, GitFailure> {
        let not = since.map_or_else(String::new, |it| format!("^{it}\n"));
        let history = self.blobs_of(&format!("HEAD\n{not}"), paths)?;
        let moves = self.former_commits();
        let former = match moves.is_empty() {
            true => Blobs::new(),
            false => self.blobs_of(&format!("{}^HEAD\n{not}", moves.concat()), paths)?,
        };
        let same = self.unchanged(paths)?;
        let differs = |it: &&(String, String)| same.get(&it.0) != Some(&it.1);
        let mut wanted: BTreeMap<(String, String), VersionOf> = BTreeMap::new();
        wanted.extend(former.iter().filter(differs).map(|it| (it.clone(), VersionOf::Former)));
        wanted.extend(history.iter().filter(differs).map(|it| (it.clone(), VersionOf::History)));
        let version = |of, path, bytes| FileVersion { path, of, bytes };
        let (versions, is_cut) = self.read_blobs(wanted, version)?;
        Ok(FileVersions { versions, is_cut })
    }

    /// Lists what the commits hold of the files at and below some paths that only other branches follow, the
    /// latest first; none of them is older than the one behind which they are.
    pub fn versions_elsewhere(
        &self,
        since: Option<&str>,
        paths: &[String],
    ) -> Result<Vec<VersionElsewhere>, GitFailure> {
        let mut args = vec!["log", "--format=%x01%S", "--raw", "-z", "--no-abbrev", "--no-renames"];
        args.extend(["--relative", "--no-ext-diff", "--no-textconv", "--diff-filter=AM"]);
        args.extend(["--ignore-missing", "--all", ELSEWHERE_MAX]);
        let time = |it: &str| self.ask(&["show", "-s", "--format=%ct", "--end-of-options", it]);
        let oldest = since.and_then(|it| time(it).ok()).map(|it| format!("--max-age={it}"));
        args.extend(oldest.as_deref());
        args.extend(["--stdin", "--"]);
        let paths: Vec<String> = paths.iter().map(|it| format!(":(literal){it}")).collect();
        args.extend(paths.iter().map(String::as_str));
        let not = since.map_or_else(String::new, |it| format!("^{it}\n"));
        let output = self.run_with(&args, format!("^HEAD\n{not}").into_bytes())?;
        let output = String::from_utf8_lossy(&output);
        let mut tokens = output.split('\0').map(|it| it.trim_start_matches('\n'));
        let (mut reference, mut wanted) = ("", BTreeMap::new());
        while let Some(row) = tokens.next() {
            if let Some(name) = row.strip_prefix('\u{1}') {
                reference = name.trim();
            } else if row.starts_with(':') {
                let Some(path) = tokens.next() else { break };
                let blob = row.split(' ').nth(3).unwrap_or_default();
                wanted.entry((path.to_owned(), blob.to_owned())).or_insert(reference.to_owned());
            }
        }
        self.read_blobs(wanted, |reference, path, bytes| VersionElsewhere {
            reference,
            path,
            bytes,
        })
        .map(|(found, _)| found)
    }

    /// Lists the files below a path that a commit behind another one removed or changed, up to the one that is
    /// checked out, each with those commits, the first of them first.
    pub fn taken_away(
        &self,
        since: &str,
        below: &str,
    ) -> Result<BTreeMap<String, Vec<String>>, GitFailure> {
        let (range, path) = (format!("{since}..HEAD"), format!(":(literal){below}"));
        let mut args = vec!["log", "--format=%x01%h %H %P", "--raw", "-z", "-m", "--no-renames"];
        args.extend(["--full-history", "--relative", "--reverse", "--no-ext-diff"]);
        args.extend([
            "--no-textconv",
            "--diff-filter=DMT",
            "--end-of-options",
            &range,
            "--",
            &path,
        ]);
        let output = self.run(&args)?;
        let mut tokens = output.split('\0').map(|it| it.trim_start_matches('\n'));
        let (mut commit, mut taken) = ("", BTreeMap::<String, Vec<String>>::new());
        let mut merges: BTreeMap<&str, Option<BTreeSet<String>>> = BTreeMap::new();
        while let Some(row) = tokens.next() {
            if let Some(name) = row.strip_prefix('\u{1}') {
                commit = name.trim();
            } else if row.starts_with(':') {
                let Some(path) = tokens.next() else { break };
                let mut names = commit.split(' ');
                let short = names.next().unwrap_or_default();
                if !merges.contains_key(commit) {
                    merges.insert(commit, self.chosen_by_merge(&names.collect::<Vec<_>>(), below)?);
                }
                let chosen = merges.get(commit).and_then(Option::as_ref);
                if chosen.is_none_or(|it| it.contains(path)) {
                    taken.entry(path.to_owned()).or_default().push(short.to_owned());
                }
            }
        }
        Ok(taken)
    }

    /// Lists the files that a merge has otherwise than one of its sides left them, although no other side changed
    /// them so: what a side changed, a commit of that side answers for. None for a commit that is no merge.
    fn chosen_by_merge(
        &self,
        names: &[&str],
        below: &str,
    ) -> Result<Option<BTreeSet<String>>, GitFailure> {
        let [commit, sides @ ..] = names else { return Ok(None) };
        if sides.len() < 2 {
            return Ok(None);
        }
        let mut chosen: Option<BTreeSet<String>> = None;
        for side in sides {
            let mut unlike = self.unlike(side, commit, below)?;
            for other in sides.iter().filter(|it| *it != side) {
                let dropped = self.unlike(commit, other, below)?;
                unlike.extend(match self.last_shared(side, other) {
                    Ok(began) => &self.unlike(&began, other, below)? & &dropped,
                    // They share nothing: all that is there was added.
                    Err(_) => dropped,
                });
            }
            chosen = Some(chosen.map_or(unlike.clone(), |before| &before & &unlike));
        }
        Ok(chosen)
    }

    /// Lists the files below a path that two commits have differently.
    fn unlike(&self, left: &str, right: &str, below: &str) -> Result<BTreeSet<String>, GitFailure> {
        let path = format!(":(literal){below}");
        let mut args = vec!["diff-tree", "-r", "--name-only", "-z", "--no-renames", "--relative"];
        args.extend(["--no-ext-diff", "--no-textconv", "--end-of-options", left, right, "--"]);
        args.push(&path);
        let output = self.run(&args)?;
        Ok(output.split('\0').filter(|it| !it.is_empty()).map(str::to_owned).collect())
    }

    /// Gives the commit before the oldest one that adds a file to the history which is checked out; none where no
    /// commit adds it, or nothing is before.
    pub fn before_added(&self, path: &str) -> Result<Option<String>, GitFailure> {
        let path = format!(":(literal){path}");
        let args = ["log", "--format=%P", "--diff-filter=A", "-m", "--first-parent", "HEAD", "--"];
        let listed = self.run(&[&args[..], &[path.as_str()]].concat())?;
        let oldest = listed.lines().map(str::trim).rfind(|it| !it.is_empty());
        Ok(oldest.and_then(|it| it.split(' ').next()).map(str::to_owned))
    }

    /// Gives the branch's commit where HEAD is a merge that a forge made of a target and a branch to try it: one that
    /// holds no file otherwise than one of the two sides left it.
    pub fn merged_branch(&self, target: &str) -> Result<Option<String>, GitFailure> {
        let parents = self.run(&["log", "-1", "--format=%P", "HEAD"])?;
        let parents: Vec<&str> = parents.split_whitespace().collect();
        let [first, second] = parents.as_slice() else { return Ok(None) };
        if !self.is_ancestor(first, target)? {
            return Ok(None);
        }
        let shared = self.last_shared(first, second)?;
        let theirs = self.names_between(second, "HEAD")?;
        let mine = self.names_between(first, "HEAD")?;
        let worked_on = self.names_between(&shared, second)?;
        let is_own = |it: &String| mine.contains(it) || worked_on.contains(it);
        Ok((!theirs.iter().any(is_own)).then(|| (*second).to_owned()))
    }

    /// Gives the oldest commit up to another one that brings a text into files below a path.
    pub fn first_with(
        &self,
        commit: &str,
        text: &str,
        below: &str,
    ) -> Result<Option<String>, GitFailure> {
        let found = format!("-S{text}");
        let args = [
            "log",
            "--format=%H",
            "--reverse",
            found.as_str(),
            "--end-of-options",
            commit,
            "--",
            below,
        ];
        Ok(self.run(&args)?.lines().next().map(str::to_owned))
    }

    /// Lists the files below the directory that was opened which differ between two commits.
    pub fn changed_between(&self, one: &str, other: &str) -> Result<BTreeSet<String>, GitFailure> {
        let args = [
            "diff",
            "--relative",
            "--name-only",
            "-z",
            "--no-renames",
            "--no-ext-diff",
            "--no-textconv",
        ];
        let output = self.run(&[&args[..], &["--end-of-options", one, other, "--"]].concat())?;
        Ok(output.split('\0').filter(|it| !it.is_empty()).map(str::to_owned).collect())
    }

    fn names_between(&self, one: &str, other: &str) -> Result<BTreeSet<String>, GitFailure> {
        let args = ["diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv"];
        let output = self.run(&[&args[..], &["--end-of-options", one, other, "--"]].concat())?;
        Ok(output.split('\0').filter(|it| !it.is_empty()).map(str::to_owned).collect())
    }

    /// Lists the files of a commit whose path ends as one of some patterns says, from the top of the repository.
    pub fn files_like(&self, commit: &str, patterns: &[&str]) -> Result<Vec<String>, GitFailure> {
        let nothing = self.ask(&["hash-object", "-t", "tree", "--stdin"])?;
        let mut args = vec!["diff-tree", "-r", "--name-only", "-z", "--no-renames"];
        args.extend(["--no-ext-diff", "--no-textconv", "--end-of-options", &nothing, commit, "--"]);
        let patterns: Vec<String> =
            patterns.iter().map(|it| format!(":(top,glob)**/{it}")).collect();
        args.extend(patterns.iter().map(String::as_str));
        let output = self.run(&args)?;
        Ok(output.split('\0').filter(|it| !it.is_empty()).map(str::to_owned).collect())
    }

    /// Lists the links and modules that a commit holds on the way to a path, in its place and below it.
    pub fn links_around(&self, commit: &str, path: &str) -> Result<Vec<String>, GitFailure> {
        let below = self.run(&["ls-tree", "-r", "-z", commit, "--", path])?;
        let ends = path.char_indices().filter(|(_, it)| *it == '/').map(|(idx, _)| idx);
        let above: Vec<&str> = ends.filter_map(|it| path.get(..it)).collect();
        let on_the_way = match above.is_empty() {
            true => String::new(),
            false => self.run(&[&["ls-tree", "-z", commit, "--"], above.as_slice()].concat())?,
        };
        let is_link = |it: &&str| it.starts_with("120000 ") || it.starts_with("160000 ");
        let rows = below.split('\0').chain(on_the_way.split('\0')).filter(is_link);
        Ok(rows.filter_map(|it| it.split_once('\t')).map(|(_, it)| it.to_owned()).collect())
    }

    /// Lists the contents that files had in commits: before and behind each change.
    fn blobs_of(&self, commits: &str, paths: &[String]) -> Result<Blobs, GitFailure> {
        // A merge counts for what is in none of its sides.
        let mut args = vec!["log", "--format=", "--raw", "-c", "-z", "--no-abbrev", "--no-renames"];
        args.extend(["--full-history", "--relative", "--no-ext-diff", "--no-textconv"]);
        args.extend(["--ignore-missing", "--stdin", "--"]);
        let paths: Vec<String> = paths.iter().map(|it| format!(":(literal){it}")).collect();
        args.extend(paths.iter().map(String::as_str));
        let output = self.run_with(&args, commits.as_bytes().to_vec())?;
        let output = String::from_utf8_lossy(&output);
        let mut tokens = output.split('\0').map(|it| it.trim_start_matches('\n'));
        let mut blobs = Blobs::new();
        while let Some(row) = tokens.next() {
            if !row.starts_with(':') {
                continue;
            }
            let Some(path) = tokens.next() else { break };
            let is_blob = |it: &&str| it.len() >= 40 && it.bytes().any(|byte| byte != b'0');
            let names = row.split(' ').filter(is_blob);
            blobs.extend(names.map(|it| (path.to_owned(), it.to_owned())));
        }
        Ok(blobs)
    }

    /// Gives the contents of the files that are as the commit has them which is checked out.
    fn unchanged(&self, paths: &[String]) -> Result<BTreeMap<String, String>, GitFailure> {
        let mut args = vec!["ls-tree", "-r", "-z", "HEAD", "--"];
        args.extend(paths.iter().map(String::as_str));
        let output = self.run(&args)?;
        let mut files = BTreeMap::new();
        for row in output.split('\0') {
            if let Some((about, path)) = row.split_once('\t')
                && let Some(name) = about.split(' ').nth(2)
            {
                files.insert(path.to_owned(), name.to_owned());
            }
        }
        for path in self.lost_since("HEAD", paths)? {
            files.remove(&path);
        }
        Ok(files)
    }

    /// Lists the commits that the branch which is checked out was at, one a line, the latest first; none
    /// without a branch or a record of its moves.
    fn former_commits(&self) -> Vec<String> {
        let head = read_text(&self.place.own.join("HEAD"), HEAD_BYTES_MAX).unwrap_or_default();
        let Some(branch) = head.strip_prefix("ref:").map(str::trim) else { return Vec::new() };
        if !branch.starts_with("refs/heads/") || branch.split('/').any(|it| it == "..") {
            return Vec::new();
        }
        let record = self.place.shared.join("logs").join(branch);
        let record = read_plain(&record, MOVES_BYTES_MAX).unwrap_or_default();
        let text = String::from_utf8_lossy(&record);
        let is_commit = |it: &&str| {
            it.len() >= 40 && it.bytes().all(|byte| byte.is_ascii_hexdigit() && byte != b'\n')
        };
        let moves = text.lines().rev().filter_map(|it| it.split(' ').nth(1));
        let moves = moves.filter(is_commit).take(MOVES_MAX);
        moves.map(|it| format!("{it}\n")).collect()
    }

    /// Reads contents, and tells whether there were more than are looked at; those that this repository does
    /// not have at hand are left out.
    fn read_blobs<K, T>(
        &self,
        wanted: BTreeMap<(String, String), K>,
        version: impl Fn(K, String, Vec<u8>) -> T,
    ) -> Result<(Vec<T>, bool), GitFailure> {
        if wanted.is_empty() {
            return Ok((Vec::new(), false));
        }
        let asked: String = wanted.keys().map(|(_, blob)| format!("{blob}\n")).collect();
        let sizes = self.run_with(&["cat-file", "--batch-check"], asked.into_bytes())?;
        let sizes = String::from_utf8_lossy(&sizes);
        let sizes = sizes.lines().map(|it| {
            let mut words = it.split(' ').skip(1);
            let is_file = words.next() == Some("blob");
            words.next().and_then(|it| it.parse::<u64>().ok()).filter(|_| is_file)
        });
        let mut n_bytes = 0_u64;
        let (mut near, mut is_cut) = (Vec::new(), false);
        for (((path, blob), key), size) in wanted.into_iter().zip(sizes) {
            let Some(size) = size else { continue };
            n_bytes = n_bytes.saturating_add(size);
            if near.len() == VERSIONS_MAX || n_bytes > VERSIONS_BYTES_MAX {
                is_cut = true;
                break;
            }
            near.push((path, blob, key));
        }
        let asked: String = near.iter().map(|(_, blob, _)| format!("{blob}\n")).collect();
        let output = self.run_with(&["cat-file", "--batch"], asked.into_bytes())?;
        let mut rest = output.as_slice();
        let read = |(path, _, key): (String, String, K)| {
            super::next_blob(&mut rest).map(|bytes| version(key, path, bytes))
        };
        Ok((near.into_iter().filter_map(read).collect(), is_cut))
    }
}
