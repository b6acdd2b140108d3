//! Which small changes to the code are tried.
//!
//! Owns their order: the files that the criterion watches and those that the failure without the work
//! names come first, and each file in its turn. Must not run anything.

use super::scene::{ChangedFile, Scene};
use super::spoken::SpokenCode;
use crate::app::App;
use charter_contract::document::Absence;
use charter_contract::proof::{
    FileRole, Mutant, Nearness, canary, commented, lines_around, mutants, role_of, test_lines,
};
use charter_proof::Change;
use std::collections::BTreeSet;

/// The most small changes that are tried.
pub(super) const MUTANTS_MAX: usize = 10;

/// The most of them in what the check speaks of, before others have their turn.
const NEAR_MAX: usize = 6;

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

/// Lists the small changes, best first: those in what the check speaks of, with some elsewhere behind them.
pub(super) fn mutations(
    files: &[(&ChangedFile, BTreeSet<usize>)],
    words: &BTreeSet<String>,
) -> Vec<Mutation> {
    let mut rows = [Vec::new(), Vec::new(), Vec::new()];
    for (file, lines) in files.iter().take(FILES_MAX) {
        let found = mutations_of(file, lines, words);
        let [named, within, elsewhere] = &mut rows;
        for (row, nearness) in
            [(named, Nearness::Named), (within, Nearness::Within), (elsewhere, Nearness::Elsewhere)]
        {
            let of_row: Vec<Mutation> =
                found.iter().filter(|it| it.0 == nearness).map(|it| it.1.clone()).collect();
            row.push(of_row.into_iter());
        }
    }
    let [named, within, elsewhere] = rows.map(in_turn);
    let mut near: Vec<Mutation> = named.into_iter().chain(within).collect();
    // A name may be that of something else.
    let rest = near.split_off(near.len().min(NEAR_MAX));
    near.into_iter().chain(elsewhere).chain(rest).take(MUTANTS_MAX).collect()
}

/// Lists the small changes to one file.
fn mutations_of(
    file: &ChangedFile,
    lines: &BTreeSet<usize>,
    words: &BTreeSet<String>,
) -> Vec<(Nearness, Mutation)> {
    let Some(text) = file.text().filter(|it| it.len() <= BYTES_MAX) else { return Vec::new() };
    let mut found = mutants(&file.path, text, lines, words);
    if found.len() < MUTANTS_MAX {
        // A line that was added may be any line of what it changes.
        let tests = test_lines(&file.path, text);
        let around = lines_around(&file.path, text, lines);
        let around: BTreeSet<usize> = around.difference(&tests).copied().collect();
        found.extend(mutants(&file.path, text, &around, words));
    }
    let (near, elsewhere): (Vec<_>, Vec<_>) =
        found.iter().partition(|it| it.nearness != Nearness::Elsewhere);
    let best = near.into_iter().take(MUTANTS_MAX).chain(elsewhere.into_iter().take(MUTANTS_MAX));
    best.map(|it| (it.nearness, mutation(file, text, it))).collect()
}

/// Takes one of each row in turn.
fn in_turn(mut rows: Vec<std::vec::IntoIter<Mutation>>) -> Vec<Mutation> {
    let mut all = Vec::new();
    while all.len() < MUTANTS_MAX {
        let round: Vec<Mutation> = rows.iter_mut().filter_map(Iterator::next).collect();
        if round.is_empty() {
            break;
        }
        all.extend(round);
    }
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

/// A file of the product, and the lines of it that matter.
type Changeable<'a> = (&'a ChangedFile, BTreeSet<usize>);

/// Lists the files of the product that can be changed, each with the lines that matter. Of something new that is what
/// the work added, where the criterion watches it; of what must keep working it is what the criterion watches, else
/// what the check names.
pub(super) fn changeable<'a>(
    scene: &'a Scene,
    spoken: &'a SpokenCode,
    said: &str,
    is_regression: bool,
) -> Vec<Changeable<'a>> {
    let with_lines =
        |it: &'a ChangedFile| Some((it, it.work_lines())).filter(|it| !it.1.is_empty());
    let added: Vec<Changeable<'_>> = scene.product().filter_map(with_lines).collect();
    let watched = || spoken.watched.iter().filter_map(whole).collect::<Vec<_>>();
    let is_watched = |path: &str| spoken.watched.iter().any(|it| it.path == path);
    let mut files = if is_regression {
        let mut files: Vec<_> = spoken.named.iter().filter_map(whole).collect();
        let is_new = |it: &Changeable<'_>| !spoken.named.iter().any(|at| at.path == it.0.path);
        files.extend(added.into_iter().filter(is_new));
        limited(watched(), files)
    } else if added.is_empty() {
        watched()
    } else {
        let (inside, outside) = added.into_iter().partition(|(it, _)| is_watched(&it.path));
        limited(inside, outside)
    };
    let is_changed = |path: &str| scene.files.iter().any(|it| it.path == path);
    let is_said = |path: &str| said.contains(path.rsplit('/').next().unwrap_or(path));
    files.sort_by_key(|(it, lines)| {
        let rank = (!is_watched(&it.path), !is_said(&it.path), !spoken.says(&it.path));
        (rank, !is_changed(&it.path), std::cmp::Reverse(lines.len()))
    });
    files
}

/// Gives what is watched where something in it can be changed, else all of it.
fn limited<'a>(
    mut inside: Vec<Changeable<'a>>,
    outside: Vec<Changeable<'a>>,
) -> Vec<Changeable<'a>> {
    let no_words = BTreeSet::new();
    let is_fit = |(file, lines): &Changeable<'_>| {
        file.text().is_some_and(|it| !mutants(&file.path, it, lines, &no_words).is_empty())
    };
    if !inside.iter().any(is_fit) {
        inside.extend(outside);
    }
    inside
}

/// Gives a file with all lines of it that are no tests.
fn whole(file: &ChangedFile) -> Option<Changeable<'_>> {
    let text = file.text()?;
    let tests = test_lines(&file.path, text);
    let lines: BTreeSet<usize> = (1..=text.lines().count()).collect();
    Some((file, lines.difference(&tests).copied().collect()))
}

impl App {
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
