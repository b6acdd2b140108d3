//! What the work changed, sorted into tests and product.
//!
//! Owns which version of which file stands in a trial: the tests are the question, the product is the
//! answer, and each trial takes one of them from the base. Must not run anything.

use super::untried::NotTried;
use crate::app::App;
use charter_contract::UntriedReason;
use charter_contract::proof::{
    AddedNames, Carried, FileRole, added_lines, added_symbols, carried, holds_test, hollow,
    is_unnamed_test, may_be_unnamed_test, role_of, test_lines, with_tests_of, without_added,
};
use charter_proof::Change;
use std::collections::BTreeSet;

/// The most files that are looked into; more than that is no piece of work that a trial can undo.
const FILES_MAX: usize = 20_000;

/// The words in a manifest that have to do with which tests run.
const SELECTING: [&str; 12] = [
    "test", "pytest", "addopts", "jest", "vitest", "mocha", "ignore", "exclude", "skip", "filter",
    "script", "retr",
];

/// A file that is not what it was on the base.
#[derive(Debug, Clone)]
pub(super) struct ChangedFile {
    pub(super) path: String,
    pub(super) role: FileRole,
    pub(super) base: Option<Vec<u8>>,
    pub(super) now: Option<Vec<u8>>,
}

/// The shortest name of a file that a command is searched for.
const STEM_CHARS_MIN: usize = 3;

/// Gives the name of a file without its directories and its ending.
pub(super) fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.split_once('.').map_or(name, |(stem, _)| stem)
}

impl ChangedFile {
    pub(super) fn text_before(&self) -> Option<&str> {
        self.base.as_deref().and_then(|it| std::str::from_utf8(it).ok())
    }

    pub(super) fn text(&self) -> Option<&str> {
        self.now.as_deref().and_then(|it| std::str::from_utf8(it).ok())
    }

    /// Gives the lines of the product that the work added.
    pub(super) fn work_lines(&self) -> BTreeSet<usize> {
        let Some(text) = self.text() else { return BTreeSet::new() };
        let tests = test_lines(&self.path, text);
        let added = added_lines(self.text_before(), text);
        added.difference(&tests).copied().collect()
    }

    fn as_before(&self) -> Change {
        Change { path: self.path.clone(), content: self.base.clone() }
    }

    /// Gives the product of the base with the present tests, where one file holds both.
    fn without_work(&self) -> Change {
        let joined = self.text_before().zip(self.text());
        let joined = joined.and_then(|(base, now)| with_tests_of(&self.path, base, now));
        match joined {
            Some(text) => Change { path: self.path.clone(), content: Some(text.into_bytes()) },
            None => self.as_before(),
        }
    }

    /// Gives the present product with the tests of the base, where one file holds both.
    fn with_old_tests(&self) -> Option<Change> {
        let (base, now) = self.text_before().zip(self.text())?;
        let text = with_tests_of(&self.path, now, base)?;
        let is_other = text.as_bytes() != now.as_bytes();
        let content = Some(text.into_bytes());
        is_other.then(|| Change { path: self.path.clone(), content })
    }

    fn is_test(&self) -> bool {
        matches!(self.role, FileRole::Test | FileRole::TestConfig)
    }
}

/// How much of the manifests is taken from the base.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Manifests {
    /// They are the base's.
    Base,
    /// They are the present ones: those of the base do not fit.
    Present,
}

/// Everything that the work changed.
#[derive(Debug, Default)]
pub(super) struct Scene {
    pub(super) files: Vec<ChangedFile>,
    pub(super) names: AddedNames,
    /// The new files beside the check of which nothing tells whether they belong to it or are the work.
    pub(super) either: Vec<String>,
}

impl Scene {
    /// Sorts what changed; `below` is where the command runs.
    fn of(mut files: Vec<ChangedFile>, argv: &[String], below: &str) -> Self {
        let is_new = |it: &&ChangedFile| it.base.is_none() && it.now.is_some();
        let new: Vec<String> = files.iter().filter(is_new).map(|it| it.path.clone()).collect();
        let is_unnamed = |it: &ChangedFile| {
            it.base.is_none()
                && it.now.is_some()
                && may_be_unnamed_test(&it.path)
                && it.text().is_some_and(|text| is_unnamed_test(&it.path, text))
        };
        let paths = |is_meant: &dyn Fn(&ChangedFile) -> bool| -> Vec<String> {
            files.iter().filter(|it| is_meant(it)).map(|it| it.path.clone()).collect()
        };
        let tests = paths(&|it| it.is_test() || is_unnamed(it));
        let Carried { asked, unsure, either } = carried(argv, below, &new, &tests);
        let either = paths(&|it| either.contains(&it.path) && !tests.contains(&it.path));
        let named = paths(&|it| {
            [&asked, &unsure, &either].iter().any(|list| list.contains(&it.path)) || is_unnamed(it)
        });
        for file in &mut files {
            if file.role != FileRole::Ignored && named.contains(&file.path) {
                file.role = FileRole::Test;
            }
        }
        let is_work = |it: &&ChangedFile| !it.is_test() && it.role != FileRole::Ignored;
        let work: Vec<(Option<&str>, &str, &str)> = files
            .iter()
            .filter(is_work)
            .filter_map(|it| Some((it.text_before(), it.text()?, it.path.as_str())))
            .collect();
        let mut names = added_symbols(&work);
        let is_own = |it: &&ChangedFile| it.role == FileRole::Manifest && it.base.is_none();
        let manifests = files.iter().filter(is_own);
        names.anywhere.extend(manifests.filter_map(ChangedFile::text).flat_map(package_names));
        Self { files, names, either }
    }

    fn each(&self) -> impl Iterator<Item = &ChangedFile> {
        self.files.iter().filter(|it| it.role != FileRole::Ignored)
    }

    /// The present tests on the base's product.
    pub(super) fn swap(&self, manifests: Manifests) -> Vec<Change> {
        let is_product = |it: &&ChangedFile| {
            !it.is_test() && (it.role != FileRole::Manifest || manifests == Manifests::Base)
        };
        self.each().filter(is_product).map(ChangedFile::without_work).collect()
    }

    /// The same without what may be part of the check or of the work; none where everything is told.
    pub(super) fn swap_without_either(&self) -> Option<Vec<Change>> {
        let is_meant = |it: &&ChangedFile| self.either.contains(&it.path);
        let more: Vec<Change> = self.each().filter(is_meant).map(ChangedFile::as_before).collect();
        (!more.is_empty()).then(|| self.swap(Manifests::Base).into_iter().chain(more).collect())
    }

    pub(super) fn has_manifests(&self) -> bool {
        self.each().any(|it| it.role == FileRole::Manifest)
    }

    /// The tests of the base, and what selects them, on the present product; nothing where no test of the
    /// base was touched.
    pub(super) fn old_tests(&self, manifests: Manifests) -> Vec<Change> {
        let change = |it: &ChangedFile| match it.role {
            FileRole::Test => it.base.is_some().then(|| it.as_before()),
            FileRole::TestConfig => Some(it.as_before()),
            FileRole::Manifest => {
                let is_meant = manifests == Manifests::Base && it.base.is_some();
                (is_meant && selects_tests(it)).then(|| it.as_before())
            }
            FileRole::Product => it.with_old_tests(),
            FileRole::Document | FileRole::Setting | FileRole::Ignored => None,
        };
        self.each().filter_map(change).collect()
    }

    /// Lists the files with tests of the base that were touched, as seen from where the command runs; none
    /// where something else decides which tests run.
    pub(super) fn old_test_files(&self, below: &str) -> Vec<String> {
        let is_setting = |it: &ChangedFile| match it.role {
            FileRole::TestConfig => true,
            FileRole::Manifest => it.base.is_some() && selects_tests(it),
            FileRole::Test
            | FileRole::Product
            | FileRole::Document
            | FileRole::Setting
            | FileRole::Ignored => false,
        };
        if self.each().any(is_setting) {
            return Vec::new();
        }
        let old = self.each().filter(|it| it.role == FileRole::Test && it.base.is_some());
        let from_here = |it: &ChangedFile| {
            let path = std::path::Path::new(&it.path).strip_prefix(below).ok()?;
            let path = path.to_str().map(str::to_owned)?;
            it.text_before().is_some_and(holds_test).then_some(path)
        };
        old.map(from_here).collect::<Option<Vec<String>>>().unwrap_or_default()
    }

    /// The base as it was.
    pub(super) fn base(&self) -> Vec<Change> {
        self.each().map(ChangedFile::as_before).collect()
    }

    /// The present tree without the lines that were added to settings and manifests, and to documents where
    /// those are what is to be shown.
    pub(super) fn revert(&self, with_documents: bool) -> Vec<Change> {
        let is_meant = |it: &&ChangedFile| match it.role {
            FileRole::Setting | FileRole::Manifest => true,
            FileRole::Document => with_documents,
            FileRole::Test | FileRole::TestConfig | FileRole::Product | FileRole::Ignored => false,
        };
        let change = |it: &ChangedFile| {
            let text = it.text()?;
            let without = match (it.role, it.text_before()) {
                // A new document that says nothing is there all the same.
                (FileRole::Document, None) => hollow(None, text),
                // What was taken out of a manifest is back.
                (FileRole::Manifest, Some(base)) => base.to_owned(),
                (_, base) => without_added(base, text),
            };
            let content = Some(without).filter(|it| it != text).map(String::into_bytes);
            content.map(|it_text| Change { path: it.path.clone(), content: Some(it_text) })
        };
        self.each().filter(is_meant).filter_map(change).collect()
    }

    /// The present tree with the files of the product that were removed.
    pub(super) fn restored(&self) -> Vec<Change> {
        let is_gone =
            |it: &&ChangedFile| it.now.is_none() && !it.is_test() && it.role != FileRole::Document;
        self.each().filter(is_gone).map(ChangedFile::as_before).collect()
    }

    /// Lists the names of files with tests that were not there before, without their ends.
    pub(super) fn new_tests(&self) -> BTreeSet<String> {
        let new = self.each().filter(|it| it.role == FileRole::Test && it.base.is_none());
        let stem = |it: &ChangedFile| {
            let file = it.path.rsplit('/').next()?;
            Some(file.split('.').next()?.to_owned())
        };
        new.filter_map(stem).collect()
    }

    /// Lists the tests that changed and that a command names, else all of them: the product that they speak of is what
    /// it is about.
    pub(super) fn speaking(&self, argv: &[String]) -> Vec<&ChangedFile> {
        let is_named = |it: &&ChangedFile| {
            let stem = stem(&it.path);
            stem.len() >= STEM_CHARS_MIN && argv.iter().any(|word| word.contains(stem))
        };
        let tests = || self.files.iter().filter(|it| it.role == FileRole::Test);
        let named: Vec<&ChangedFile> = tests().filter(is_named).collect();
        if named.is_empty() { tests().collect() } else { named }
    }

    /// Lists the files of the product that the work changed.
    pub(super) fn product(&self) -> impl Iterator<Item = &ChangedFile> {
        self.each().filter(|it| it.role == FileRole::Product && it.now.is_some())
    }
}

/// Lists the names of packages in a manifest, as they are written and as code calls them.
fn package_names(text: &str) -> Vec<String> {
    let name = |line: &str| {
        let (key, value) = line.split_once(['=', ':'])?;
        let is_name = key.trim().trim_matches('"') == "name";
        let value = value.trim().trim_end_matches(',').trim_matches('"');
        (is_name && value.len() > 2).then(|| [value.to_owned(), value.replace('-', "_")])
    };
    text.lines().filter_map(name).flatten().collect()
}

/// Tells whether what changed in a manifest may have to do with which tests run.
fn selects_tests(file: &ChangedFile) -> bool {
    let (Some(base), Some(now)) = (file.text_before(), file.text()) else { return true };
    let lines = |text: &str, of: &str| -> Vec<String> {
        let known: BTreeSet<&str> = of.lines().collect();
        text.lines().filter(|it| !known.contains(it)).map(str::to_lowercase).collect()
    };
    let changed = lines(base, now).into_iter().chain(lines(now, base));
    changed.into_iter().any(|line| SELECTING.iter().any(|it| line.contains(it)))
}

impl App {
    /// Finds out what the work changed since a commit; since nothing where there was none.
    pub(super) fn scene(
        &self,
        commit: Option<&str>,
        argv: &[String],
        below: &str,
    ) -> Result<Scene, NotTried> {
        let repository = self.repository()?;
        let (tracked, mut paths) = repository.list_both()?;
        match commit {
            Some(commit) => paths.extend(repository.changed_since(commit)?),
            None => paths.extend(tracked),
        }
        paths.sort();
        paths.dedup();
        if paths.len() > FILES_MAX {
            let words = format!("{} files changed since the base", paths.len());
            return Err(NotTried::missing(UntriedReason::BaseUnusable, words));
        }
        if let Some(commit) = commit {
            repository.check_plain_at(commit, &paths)?;
        }
        let bases = match commit {
            Some(commit) => repository.blobs_at(commit, &paths)?,
            None => paths.iter().map(|it| (it.clone(), None)).collect(),
        };
        let root = self.place.root.strip_prefix(&self.place.project).ok();
        let tests = self.config.tests();
        let file = |(path, base): (String, Option<Vec<u8>>)| {
            let is_ours = root.is_some_and(|it| std::path::Path::new(&path).starts_with(it));
            let role = if is_ours { FileRole::Ignored } else { role_of(&path, &tests) };
            let now = self.store.read_file(&self.place.project.join(&path)).ok();
            ChangedFile { path, role, base, now }
        };
        let files: Vec<ChangedFile> = bases.into_iter().map(file).collect();
        let is_other = |it: &ChangedFile| it.base != it.now;
        Ok(Scene::of(files.into_iter().filter(is_other).collect(), argv, below))
    }
}
