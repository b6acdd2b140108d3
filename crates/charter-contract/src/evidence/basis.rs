//! What evidence rests on: the text of the criterion, the files it watches, the answers behind it.
//!
//! Owns the digests, which must not change when text is only set differently. Must not judge.

use super::watch::{DEFAULT_WATCH, watch_key, watches_of};
use crate::document::Criterion;
use crate::event::Basis;
use crate::observed::Observed;
use crate::proof::Weakening;
use crate::text::plain;
use crate::{ContractState, Docs, topic_of};
use charter_kernel::{Digest, Glob};

/// Gives the digest of everything that a criterion says beside its fields, without white space and
/// markup.
#[must_use]
pub fn digest_of(criterion: &Criterion) -> Digest {
    let said = plain(&criterion.said) + &plain(&criterion.also);
    Digest::of(format!("{}\n{said}", plain(&criterion.title)).as_bytes())
}

impl Basis {
    /// Gives what a criterion rests on now.
    #[must_use]
    pub fn of(
        criterion: &Criterion,
        has_run: bool,
        docs: &Docs,
        state: &ContractState,
        observed: &Observed,
    ) -> Self {
        let watch = |it: String| {
            let key = watch_key(&it, &observed.new_files);
            observed.watched.get(&key).map(|digest| (it, *digest))
        };
        let answer = |it: &String| state.answers.get(it).map(|answer| (it.clone(), answer.digest));
        let watches = watches_of(criterion, has_run);
        // A run may run any test; a word rests on what it watches.
        let is_meant = |it: &&Weakening| has_run || watches.iter().any(|at| means(at, &it.path));
        let weakened = observed.weakened.iter().filter(is_meant).cloned().collect();
        let is_all = watches.iter().any(|it| it == DEFAULT_WATCH);
        let new_files = if is_all { observed.new_files.clone() } else { Vec::new() };
        Self {
            commit: observed.commit.clone(),
            dirty: observed.dirty,
            criterion: Some(digest_of(criterion)),
            watched: watches.into_iter().filter_map(watch).collect(),
            answers: criterion.from.iter().filter_map(answer).collect(),
            said_in_charter: is_said(criterion, docs, state),
            new_files,
            weakened,
        }
    }
}

/// Tells whether a watch means a file.
fn means(watch: &str, path: &str) -> bool {
    watch == DEFAULT_WATCH || Glob::new(watch).matches(path)
}

/// Tells whether charter.md says what the title of a criterion says, in the section of the answer
/// that it came from.
pub fn is_said(criterion: &Criterion, docs: &Docs, state: &ContractState) -> bool {
    let title = plain(&criterion.title);
    let says = |from: &String| {
        let topic = state.answers.get(from).and_then(|it| topic_of(&it.topic));
        let text = topic.and_then(|it| docs.charter.plain_text(it.section()));
        text.is_some_and(|it| plain(&it).contains(&title))
    };
    !title.is_empty() && criterion.from.iter().any(says)
}
