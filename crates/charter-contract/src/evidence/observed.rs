//! What has to be seen of the files before evidence can be judged, and what was seen.
//!
//! Owns the need and its fulfilment. Must not look: whoever drives the engine does.

use super::basis::{DEFAULT_WATCH, watches_of};
use crate::document::Criterion;
use crate::proof::Weakening;
use crate::{ContractState, Docs};
use charter_kernel::{Digest, Glob, Hasher};
use std::collections::{BTreeMap, BTreeSet};

/// What the engine wants to be looked at.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wanted {
    pub watches: BTreeSet<String>,
    /// The artifacts that must still be there, relative to the charter's directory.
    pub artifacts: BTreeSet<String>,
    /// The files that git did not follow yet when a run rested on all source, one list a run.
    pub news: BTreeSet<Vec<String>>,
    /// Whether new files have to be listed: a run will rest on them.
    pub wants_news: bool,
}

/// What was seen.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Observed {
    /// The commit that is checked out.
    pub commit: Option<String>,
    /// Whether the repository differs from it: by changed files or by new ones.
    pub dirty: Option<bool>,
    /// The digest of the files of each watch; none where they could not be read.
    pub watched: BTreeMap<String, Digest>,
    /// The digest of each artifact that is there.
    pub artifacts: BTreeMap<String, Digest>,
    /// The source files that git does not follow yet, where a run will rest on them.
    pub new_files: Vec<String>,
    /// The tests that show less than on the base.
    pub weakened: Vec<Weakening>,
    /// Whether the file is there that a quality gate is filled in.
    pub has_gate_file: bool,
}

impl Observed {
    /// Gives what would be seen if nothing had changed since it was recorded: what still stands against
    /// completion then does so whatever the files say.
    #[must_use]
    pub fn as_recorded(state: &ContractState) -> Self {
        let mut observed = Self::default();
        for record in state.criteria.values() {
            let artifacts = record.artifacts.iter().map(|it| (it.path.clone(), it.blake3));
            observed.artifacts.extend(artifacts);
            let Some(basis) = &record.basis else { continue };
            let watched = basis.watched.iter();
            observed.watched.extend(
                watched.map(|(watch, digest)| (watch_key(watch, &basis.new_files), *digest)),
            );
        }
        observed
    }
}

impl Wanted {
    /// Tells whether nothing has to be looked at.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.watches.is_empty() && self.artifacts.is_empty() && self.news.is_empty()
    }

    /// Tells whether every tracked file matters.
    #[must_use]
    pub fn wants_tracked(&self) -> bool {
        self.watches.contains(DEFAULT_WATCH) || !self.news.is_empty()
    }

    /// Lists the directories below which the files of all watches are.
    #[must_use]
    pub fn dirs(&self) -> BTreeSet<String> {
        let named = self.watches.iter().filter(|it| *it != DEFAULT_WATCH);
        named.map(|it| Glob::dir_of(it)).collect()
    }
}

/// Says what has to be looked at to judge the criteria of a charter, and what evidence for those
/// named beside them will rest on, which comes from a run or not.
#[must_use]
pub fn wanted(docs: &Docs, state: &ContractState, also: &[(&Criterion, bool)]) -> Wanted {
    let mut wanted = Wanted::default();
    for criterion in docs.criteria.criteria() {
        let Some(record) = state.criteria.get(&criterion.id) else { continue };
        for watch in watches_of(criterion, record.run.is_some()) {
            let news = record.basis.as_ref().map(|it| &it.new_files);
            match news.filter(|it| watch == DEFAULT_WATCH && !it.is_empty()) {
                Some(news) => _ = wanted.news.insert(news.clone()),
                None => _ = wanted.watches.insert(watch),
            }
        }
        let paths = record.artifacts.iter().map(|it| &it.path);
        wanted.artifacts.extend(paths.filter(|it| stays_inside(it)).cloned());
    }
    wanted.watches.extend(also.iter().flat_map(|(it, has_run)| watches_of(it, *has_run)));
    wanted.wants_news = wanted.watches.contains(DEFAULT_WATCH) && !also.is_empty();
    wanted
}

/// Tells whether a path that a ledger names leads nowhere but further down: whoever wrote the ledger
/// may be a stranger.
#[must_use]
pub fn stays_inside(path: &str) -> bool {
    !path.contains(['\0', '\\']) && path.split('/').all(|it| !matches!(it, "" | "." | ".."))
}

/// Names what was seen for a watch: all source is what git follows and the files that were new then,
/// so that following them changes nothing.
#[must_use]
pub fn watch_key(watch: &str, new_files: &[String]) -> String {
    if watch != DEFAULT_WATCH || new_files.is_empty() {
        return watch.to_owned();
    }
    format!("{DEFAULT_WATCH}+{}", Digest::of(new_files.join("\n").as_bytes()).short())
}

/// The endings of files that people write code in: what else is new may be what a run left behind.
const CODE: &str = "rs py pyi js jsx mjs cjs ts tsx mts cts go java kt kts scala groovy c h cc cpp cxx hpp \
                    hh m mm swift cs fs vb rb php pl pm lua r jl ex exs erl hs ml mli clj cljs dart \
                    zig nim sh bash zsh fish ps1 sql vue svelte proto graphql tf css scss";

/// Tells whether a file that git does not follow yet is somebody's work, and not what tools make.
#[must_use]
pub fn is_new_work(path: &str) -> bool {
    let made = ["node_modules", "target", "dist", "build", "coverage", "venv", "__pycache__"];
    !path.split('/').any(|it| made.contains(&it))
}

/// Tells whether a run rests on a file that git does not follow yet: code. Anything else may be what
/// a run left behind, so it counts neither then nor when git follows it.
#[must_use]
pub fn is_new_source(path: &str) -> bool {
    let ending = path.rsplit('/').next().and_then(|it| it.rsplit_once('.')).map(|(_, it)| it);
    is_new_work(path) && ending.is_some_and(|it| CODE.split_whitespace().any(|code| code == it))
}

/// Gives the digest of the files that a watch means; a file is its path and the digest of its
/// content. Documents are no source: a plan may be written while the work goes on. There is none
/// where the watch means no file: nothing that could change was looked at.
#[must_use]
pub fn watch_digest<'a>(
    watch: &str,
    files: impl IntoIterator<Item = (&'a String, &'a Digest)>,
) -> Option<Digest> {
    let glob = Glob::new(watch);
    let is_meant = |path: &str| {
        if watch == DEFAULT_WATCH { is_source(path) } else { glob.matches(path) }
    };
    let mut hasher = Hasher::default();
    let mut is_any = watch == DEFAULT_WATCH;
    for (path, digest) in files.into_iter().filter(|(path, _)| is_meant(path)) {
        hasher.update(format!("{path}\0{digest}\n").as_bytes());
        is_any = true;
    }
    // A project without any source yet is a state of all its source, a name that means nothing is not.
    is_any.then(|| hasher.digest())
}

/// Tells whether a file is source: what is no document.
#[must_use]
pub fn is_source(path: &str) -> bool {
    !is_document(path)
}

/// A text is a document by its name; `requirements.txt` and the like are source.
fn is_document(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let ending = name.rsplit_once('.').map(|(_, it)| it);
    let has_ending = |it: &str| ending.is_some_and(|ending| ending.eq_ignore_ascii_case(it));
    let stem = if has_ending("txt") { name.get(..name.len() - 4).unwrap_or(name) } else { name };
    let names = ["readme", "license", "licence", "changelog", "authors", "notes", "todo"];
    let is_named = names.iter().any(|it| stem.eq_ignore_ascii_case(it));
    ["md", "markdown", "rst", "adoc"].into_iter().any(has_ending)
        || is_named
        || path.starts_with("docs/")
}
