//! Watches: which files evidence rests on, and the digest of their content.
//!
//! Owns which files are source, and which new ones are somebody's work. Must not look: whoever drives
//! the engine does.

use crate::CriterionRecord;
use crate::document::Criterion;
use charter_kernel::{Digest, Glob, Hasher};

/// The watch of a criterion that names none: every tracked source file.
pub const DEFAULT_WATCH: &str = "@tracked";

/// Lists what a criterion watches, where its evidence can go stale at all: a run always can, what
/// somebody said only where the criterion asks for it.
#[must_use]
pub fn watches_of(criterion: &Criterion, has_run: bool) -> Vec<String> {
    match (criterion.watches.as_slice(), criterion.require_fresh_evidence || has_run) {
        ([], true) => vec![DEFAULT_WATCH.to_owned()],
        (watches, _) => watches.to_vec(),
    }
}

/// Lists what a criterion watches or watched when it was recorded.
#[must_use]
pub fn watches_of_record(criterion: &Criterion, record: &CriterionRecord) -> Vec<String> {
    let mut watches = watches_of(criterion, record.run.is_some());
    let then = record.basis.iter().flat_map(|it| it.watched.keys());
    let gone = then.filter(|it| *it != DEFAULT_WATCH && !watches.contains(it));
    let gone: Vec<String> = gone.cloned().collect();
    watches.extend(gone);
    watches
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

/// Tells whether a file is source: what is no document. A text is a document by its name;
/// `requirements.txt` and the like are source.
#[must_use]
pub fn is_source(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let ending = name.rsplit_once('.').map(|(_, it)| it);
    let has_ending = |it: &str| ending.is_some_and(|ending| ending.eq_ignore_ascii_case(it));
    let stem = if has_ending("txt") { name.get(..name.len() - 4).unwrap_or(name) } else { name };
    let names = ["readme", "license", "licence", "changelog", "authors", "notes", "todo"];
    let is_named = names.iter().any(|it| stem.eq_ignore_ascii_case(it));
    let is_markup = ["md", "markdown", "rst", "adoc"].into_iter().any(has_ending);
    !is_markup && !is_named && !path.starts_with("docs/")
}
