//! Bytes of another tool into what could be read.
//!
//! Owns how a file's form is told and what is cut. Must not know either form.

use super::imported::Imported;
use super::{spec, state};
use crate::deep::COMPONENTS_MAX;
use charter_kernel::counted;

const ROUNDS_MAX: usize = 200;

/// Reads a file of another tool; `name` is what it is called there. Gives nothing where nothing was
/// understood.
#[must_use]
pub fn read(name: &str, bytes: &[u8]) -> Option<Imported> {
    if bytes.contains(&0) {
        return None;
    }
    let text = String::from_utf8_lossy(bytes);
    let is_text = std::str::from_utf8(bytes).is_ok();
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let begins_json = text.trim_start().starts_with(['{', '[']);
    let is_json = name.ends_with(".json") || name.ends_with(".jsonl") || begins_json;
    let mut imported = if is_json { state::read(&text) } else { spec::read(&text) };
    if !is_text {
        imported.note("it is not UTF-8; some letters could not be read");
    }
    if !imported.is_understood() {
        return None;
    }
    if let Some(n) = imported.rounds.len().checked_sub(ROUNDS_MAX).filter(|it| *it > 0) {
        imported.note(format!(
            "{} behind the first {ROUNDS_MAX} not taken over",
            counted(n, "round", "rounds")
        ));
        imported.rounds.truncate(ROUNDS_MAX);
    }
    imported.components.retain(|it| !it.name.trim().is_empty());
    if let Some(n) = imported.components.len().checked_sub(COMPONENTS_MAX).filter(|it| *it > 0) {
        imported.note(format!(
            "{} behind the first {COMPONENTS_MAX} not taken over",
            counted(n, "part", "parts")
        ));
        imported.components.truncate(COMPONENTS_MAX);
    }
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    if imported.title.trim().is_empty() {
        imported.note("it has no title, so the file's name is used");
        stem.clone_into(&mut imported.title);
    }
    if imported.idea.trim().is_empty() {
        imported.note("it does not say what it is about, so its title is used as the objective");
        imported.idea = imported.title.clone();
    }
    if imported.rounds.is_empty() {
        imported.note("no round was recognised");
    }
    Some(imported)
}

#[cfg(test)]
mod tests;
