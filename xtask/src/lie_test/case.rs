//! The cases, as they are written down.
//!
//! Owns their two formats: ours, many in a file, and those of outsiders, a script each. Must not play them.

use crate::error::{ChoreError, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// How strictly a case is judged, from the first to the last.
pub(super) const RIGORS: [&str; 3] = ["light", "standard", "strict"];

/// What stands before a case.
const MARK: &str = "== ";

/// A way to pass, and where it must not or must.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LieCase {
    pub(super) is_lie: bool,
    pub(super) name: String,
    pub(super) rigors: Vec<String>,
    /// The programs without which it cannot be played.
    pub(super) needs: Vec<String>,
    pub(super) script: String,
    /// Who wrote it.
    pub(super) author: CaseAuthor,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum CaseAuthor {
    Us,
    /// Somebody who had not seen the mechanism.
    Outsider {
        /// What kind of case it is: sloppy, malicious or honest.
        kind: String,
        /// What was said to it before anything was mended.
        first: String,
    },
}

/// Reads all that there are in a directory.
pub(super) fn read_cases(dir: &Path) -> Result<Vec<LieCase>> {
    let mut files: Vec<PathBuf> = fs::read_dir(dir)
        .map_err(ChoreError::file(dir))?
        .filter_map(|it| it.ok().map(|it| it.path()))
        .filter(|it| it.extension().is_some_and(|it| it == "txt"))
        .collect();
    files.sort();
    let mut cases = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).map_err(ChoreError::file(&file))?;
        cases.extend(parse(&text));
    }
    cases.extend(read_outside(&dir.join("outside"))?);
    Ok(cases)
}

/// Reads the cases of outsiders: one script each, with a head.
fn read_outside(dir: &Path) -> Result<Vec<LieCase>> {
    let Ok(entries) = fs::read_dir(dir) else { return Ok(Vec::new()) };
    let mut files: Vec<PathBuf> = entries.filter_map(|it| it.ok().map(|it| it.path())).collect();
    files.retain(|it| it.extension().is_some_and(|it| it == "sh"));
    files.sort();
    let read = |file: PathBuf| {
        let text = fs::read_to_string(&file).map_err(ChoreError::file(&file))?;
        Ok(parse_outside(&text))
    };
    files.into_iter().map(read).collect()
}

pub(super) fn parse_outside(text: &str) -> LieCase {
    let head = |key: &str| {
        let mark = format!("# {key}: ");
        text.lines().find_map(|it| it.strip_prefix(&mark)).unwrap_or_default().trim().to_owned()
    };
    let kind = head("kind");
    let is_lie = kind != "honest";
    let rigors = Some(head("rigors")).filter(|it| !it.is_empty());
    let rigors = rigors.unwrap_or_else(|| "standard strict".to_owned());
    LieCase {
        is_lie,
        name: head("about").replace('|', "/"),
        rigors: words(&rigors),
        needs: words(&head("needs")),
        script: text.to_owned(),
        author: CaseAuthor::Outsider { kind, first: head("first") },
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn parse(text: &str) -> Vec<LieCase> {
    let mut cases: Vec<LieCase> = Vec::new();
    for line in text.lines() {
        if let Some(head) = line.strip_prefix(MARK) {
            let parts: Vec<&str> = head.split('|').map(str::trim).collect();
            let [kind, name, rigors, needs @ ..] = parts.as_slice() else { continue };
            cases.push(LieCase {
                needs: words(needs.first().copied().unwrap_or_default()),
                is_lie: *kind == "lie",
                name: (*name).to_owned(),
                rigors: words(rigors),
                script: String::new(),
                author: CaseAuthor::Us,
            });
        } else if let Some(case) = cases.last_mut() {
            case.script.push_str(line);
            case.script.push('\n');
        }
    }
    cases
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_read_as_they_are_written() {
        let text = "# words\n\n== lie | a b | light strict\none\ntwo\n== honest | c |\nthree\n";
        let cases = parse(text);
        assert_eq!(cases.len(), 2);
        assert_eq!((cases[0].script.as_str(), cases[0].rigors.len()), ("one\ntwo\n", 2));
        assert!(cases[0].is_lie && !cases[1].is_lie && cases[1].rigors.is_empty());
        let needy = parse("== honest | go | light | go\nfour\n");
        assert_eq!(needy[0].needs, ["go"]);
        let text = "# kind: sloppy\n# about: a | b\n# first: standard accepted, strict refused\n# needs: go make\ntrue\n";
        let outside = parse_outside(text);
        assert!(outside.is_lie && outside.name == "a / b");
        assert_eq!(outside.needs, ["go", "make"]);
    }
}
