//! What the check speaks of: the words of its tests, and the code that has these names.
//!
//! Owns which texts are asked. A check that must only keep working is about code that nobody need have touched.
//! Must not run anything.

use super::scene::{ChangedFile, Scene, stem};
use crate::app::App;
use charter_contract::proof::{FileRole, files_asked, role_of};
use charter_proof::Files;
use std::collections::BTreeSet;

/// The most bytes of the tests that are looked into, and of one of them.
const TEXT_BYTES_MAX: usize = 4 * 1024 * 1024;

/// The most files with tests that are looked into where the command names none.
const TESTS_MAX: usize = 200;

/// What is asked for the code that a check is about.
pub(super) struct SpokenAsk<'a> {
    pub(super) argv: &'a [String],
    /// Where it runs, relative to the project.
    pub(super) below: &'a str,
    pub(super) is_regression: bool,
    /// The files that are watched.
    pub(super) watched: &'a [String],
}

/// What is known of the code that a check is about.
#[derive(Debug, Default)]
pub(super) struct SpokenCode {
    /// The words of the check.
    pub(super) words: BTreeSet<String>,
    pub(super) text: String,
    /// The files that the command itself names.
    pub(super) asked: Vec<String>,
    /// What the criterion watches.
    pub(super) watched: Vec<ChangedFile>,
    /// The code that the check names, touched or not: only for what must keep working.
    pub(super) named: Vec<ChangedFile>,
}

impl SpokenCode {
    /// Tells whether the check says the name of a file.
    pub(super) fn says(&self, path: &str) -> bool {
        if self.asked.iter().any(|it| it == path) {
            return true;
        }
        let stem = stem(path);
        let is_word = |it: char| it.is_alphanumeric() || it == '_';
        match stem.chars().all(is_word) {
            true => self.words.contains(stem),
            false => !stem.is_empty() && self.text.contains(stem),
        }
    }
}

impl App {
    /// Finds out what a check speaks of.
    pub(super) fn spoken_code(&self, ask: &SpokenAsk<'_>, scene: &Scene) -> SpokenCode {
        let watched = self.watched_product(ask.watched);
        let is_old = ask.is_regression && watched.is_empty();
        let listed =
            || self.list_project(Files::TrackedAndNew, &[String::new()]).unwrap_or_default();
        let listed = if is_old { listed() } else { Vec::new() };
        let mut asked = files_asked(ask.argv, ask.below);
        let is_suite = !asked.iter().any(|it| listed.contains(it));
        // A program that is no test is what it is about itself.
        let suite = is_suite.then_some(listed.as_slice());
        let text = self.spoken_text(ask, scene, suite);
        let words = text.split(|it: char| !(it.is_alphanumeric() || it == '_'));
        let words = words.filter(|it| !it.is_empty()).map(str::to_owned).collect();
        asked.retain(|it| listed.contains(it));
        let mut spoken = SpokenCode { words, text, asked, watched, named: Vec::new() };
        let named: Vec<String> = listed.into_iter().filter(|it| spoken.says(it)).collect();
        spoken.named = self.watched_product(&named);
        spoken
    }

    /// Gives the text of the tests that the command names, else of those that changed and of a suite.
    fn spoken_text(&self, ask: &SpokenAsk<'_>, scene: &Scene, suite: Option<&[String]>) -> String {
        let tests = self.config.tests();
        let is_test = |it: &String| role_of(it, &tests) == FileRole::Test;
        let mut paths: Vec<String> = files_asked(ask.argv, ask.below);
        let is_asking =
            |it: &ChangedFile, path: &String| it.path == *path && it.role == FileRole::Test;
        paths.retain(|it| is_test(it) || scene.files.iter().any(|file| is_asking(file, it)));
        let mut texts: Vec<String> = paths.iter().filter_map(|it| self.asked_text(it)).collect();
        if let Some(suite) = suite.filter(|_| texts.is_empty()) {
            let changed = scene.speaking(ask.argv);
            texts.extend(changed.into_iter().filter_map(ChangedFile::text).map(str::to_owned));
            // What must keep working is asked by tests that nobody touched.
            let all = suite.iter().filter(|it| is_test(it)).take(TESTS_MAX);
            texts.extend(all.filter_map(|it| self.asked_text(it)));
        }
        let mut text = String::new();
        for it in texts {
            if text.len() + it.len() > TEXT_BYTES_MAX {
                break;
            }
            text.push_str(&it);
            text.push('\n');
        }
        text
    }

    fn asked_text(&self, path: &str) -> Option<String> {
        let bytes = self.store.read_file(&self.place.project.join(path)).ok()?;
        let text = String::from_utf8(bytes).ok()?;
        (text.len() <= TEXT_BYTES_MAX).then_some(text)
    }
}
