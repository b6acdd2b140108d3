//! Which small changes to the code are tried.
//!
//! Owns their order: the files that the criterion watches and those that the failure without the work
//! names come first, and each file in its turn. Must not run anything.

use super::scene::{ChangedFile, Scene, stem};
use crate::app::App;
use charter_contract::document::Absence;
use charter_contract::proof::{
    FileRole, Mutant, canary, commented, lines_around, mutants, role_of, test_lines,
};
use charter_proof::Change;
use std::collections::BTreeSet;

/// The most small changes that are tried.
pub(super) const MUTANTS_MAX: usize = 10;

/// The most bytes of a file that is changed.
const BYTES_MAX: usize = 1024 * 1024;

/// The most files that are changed.
const FILES_MAX: usize = 50;

/// One change to the code, and where it is.
#[derive(Debug, Clone)]
pub(super) struct Mutation {
    pub(super) changes: Vec<Change>,
    pub(super) at: String,
    pub(super) words: Option<String>,
    /// The same, with the line as it was kept in a comment.
    pub(super) beside: Option<Change>,
    /// The same file with a comment more.
    pub(super) commented: Option<Change>,
}

/// Lists the small changes, best first.
pub(super) fn mutations(files: &[(&ChangedFile, BTreeSet<usize>)]) -> Vec<Mutation> {
    let of_file = |(file, lines): &(&ChangedFile, BTreeSet<usize>)| -> Vec<Mutation> {
        let Some(text) = file.text().filter(|it| it.len() <= BYTES_MAX) else { return Vec::new() };
        let mut found = mutants(&file.path, text, lines);
        if found.len() < MUTANTS_MAX {
            // A line that was added may be any line of what it changes.
            let tests = test_lines(&file.path, text);
            let around = lines_around(&file.path, text, lines);
            let around: BTreeSet<usize> = around.difference(&tests).copied().collect();
            found.extend(mutants(&file.path, text, &around));
        }
        found.into_iter().take(MUTANTS_MAX).map(|it| mutation(file, text, &it)).collect()
    };
    let mut rows: Vec<std::vec::IntoIter<Mutation>> =
        files.iter().take(FILES_MAX).map(|it| of_file(it).into_iter()).collect();
    let mut all = Vec::new();
    while all.len() < MUTANTS_MAX {
        let round: Vec<Mutation> = rows.iter_mut().filter_map(Iterator::next).collect();
        if round.is_empty() {
            break;
        }
        all.extend(round);
    }
    all.truncate(MUTANTS_MAX);
    all
}

fn mutation(file: &ChangedFile, text: &str, mutant: &Mutant) -> Mutation {
    let path = || file.path.clone();
    Mutation {
        changes: vec![changed(path(), mutant.text.clone())],
        at: format!("{}:{}", file.path, mutant.line),
        words: Some(format!("{} → {}", mutant.before, mutant.after)),
        beside: commented(&file.path, &mutant.text, &mutant.before).map(|it| changed(path(), it)),
        commented: commented(&file.path, text, "nothing").map(|it| changed(path(), it)),
    }
}

fn changed(path: String, text: String) -> Change {
    Change { path, content: Some(text.into_bytes()) }
}

/// Breaks one file of the product.
pub(super) fn broken_file(files: &[(&ChangedFile, BTreeSet<usize>)]) -> Option<Mutation> {
    files.iter().find_map(|(file, _)| {
        let text = canary(&file.path, file.text()?)?;
        let changes = vec![Change { path: file.path.clone(), content: Some(text.into_bytes()) }];
        Some(Mutation {
            changes,
            at: file.path.clone(),
            words: None,
            beside: None,
            commented: None,
        })
    })
}

/// Puts back what must be gone, where the work took it from.
pub(super) fn put_back(scene: &Scene, absent: &Absence) -> Option<Mutation> {
    let had_it =
        |it: &&ChangedFile| it.text_before().is_some_and(|text| text.contains(&absent.text));
    let file = scene.files.iter().find(had_it)?;
    let text = format!("{}\n{}\n", file.text().unwrap_or_default(), absent.text);
    let changes = vec![Change { path: file.path.clone(), content: Some(text.into_bytes()) }];
    Some(Mutation { changes, at: file.path.clone(), words: None, beside: None, commented: None })
}

impl App {
    /// Lists the files of the product that can be changed, each with the lines that matter: what the work
    /// added, else what the criterion watches.
    pub(super) fn changeable<'a>(
        &self,
        scene: &'a Scene,
        watched: &'a [ChangedFile],
        (said, argv): (&str, &[String]),
        is_regression: bool,
    ) -> Vec<(&'a ChangedFile, BTreeSet<usize>)> {
        let with_lines =
            |it: &'a ChangedFile| Some((it, it.work_lines())).filter(|it| !it.1.is_empty());
        let mut files: Vec<_> = scene.product().filter_map(with_lines).collect();
        // What must only keep working is old code: what the criterion watches counts beside what was added.
        if files.is_empty() || is_regression {
            let all = |it: &'a ChangedFile| {
                let text = it.text()?;
                let tests = test_lines(&it.path, text);
                let lines: BTreeSet<usize> = (1..=text.lines().count()).collect();
                Some((it, lines.difference(&tests).copied().collect()))
            };
            let is_new = |it: &&ChangedFile| !files.iter().any(|(at, _)| at.path == it.path);
            let more: Vec<_> = watched.iter().filter(is_new).filter_map(all).collect();
            files.extend(more);
        }
        let is_watched = |path: &str| watched.iter().any(|it| it.path == path);
        let is_said = |path: &str| said.contains(path.rsplit('/').next().unwrap_or(path));
        let told = scene.told_by(argv);
        let is_told = |path: &str| told.contains(stem(path));
        files.sort_by_key(|(it, lines)| {
            let rank = (!is_watched(&it.path), !is_said(&it.path), !is_told(&it.path));
            (rank, std::cmp::Reverse(lines.len()))
        });
        files
    }

    /// Reads the files of the product that a criterion watches.
    pub(super) fn watched_product(&self, paths: &[String]) -> Vec<ChangedFile> {
        let tests = self.config.tests();
        let is_product = |it: &&String| role_of(it, &tests) == FileRole::Product;
        let read = |path: &String| {
            let now = self.store.read_file(&self.place.project.join(path)).ok()?;
            let (path, role) = (path.clone(), FileRole::Product);
            Some(ChangedFile { path, role, base: Some(now.clone()), now: Some(now) })
        };
        paths.iter().filter(is_product).filter_map(read).take(FILES_MAX).collect()
    }
}
