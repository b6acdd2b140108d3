//! The passages that coverage is learnt from and measured on.
//!
//! Owns where they come from: the labelled set, places in the corpus that were read and labelled
//! for training, and the sections of product documents, whose headings are weak labels.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::heading::{Announced, announced};
use crate::Measured;
use crate::corpus::load_rows;
use crate::failure::MeasureFailure;

/// How sure a label is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LabelSource {
    /// From the labelled set, on which is measured.
    Labelled,
    /// From `passages.tsv`: read once, for training only.
    Read,
    /// From a heading.
    Heading,
}

/// A passage and what is known of it.
#[derive(Debug, Clone)]
pub(crate) struct Passage {
    pub(crate) text: String,
    pub(crate) repo: String,
    pub(crate) lang: String,
    pub(crate) source: LabelSource,
    /// Whether each topic is covered; none where it is not known.
    pub(crate) labels: [Option<bool>; 5],
}

/// Places in the corpus and the labels of the text there: file, first and last line, one of `01?` per topic.
const PLACES: &str = include_str!("passages.tsv");

/// How many characters of a place were read when it was labelled.
const PLACE_CHARS_MAX: usize = 520;

/// The folders whose headings are weak labels.
const FOLDERS: [&str; 4] = ["charters", "deep-interview-specs", "ideas", "prds"];

/// How long a section is that is learnt from, in characters, and how many one file gives.
const SECTION_CHARS: std::ops::RangeInclusive<usize> = 40..=1_500;
const SECTIONS_MAX: usize = 40;

/// Loads every passage, in an order that depends on the corpus only.
pub(crate) fn load(dir: &Path) -> Measured<Vec<Passage>> {
    let manifest = load_manifest(dir)?;
    let mut passages = load_labelled(dir, &manifest)?;
    passages.extend(load_places(dir, &manifest)?);
    let known: Vec<String> = passages.iter().map(|passage| squeeze(&passage.text)).collect();
    let sections = load_sections(dir, &manifest)?.into_iter();
    passages.extend(sections.filter(|it| !known.contains(&squeeze(&it.text))));
    Ok(passages)
}

/// The repository and the language of each file.
type Manifest = BTreeMap<String, (String, String)>;

fn load_manifest(dir: &Path) -> Measured<Manifest> {
    let mut manifest = Manifest::new();
    for row in load_rows(&dir.join("manifest.jsonl"))? {
        let file = text_of(&row, "file");
        manifest.insert(file, (text_of(&row, "repo"), text_of(&row, "lang")));
    }
    Ok(manifest)
}

fn text_of(row: &Value, key: &str) -> String {
    row.get(key).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn load_labelled(dir: &Path, manifest: &Manifest) -> Measured<Vec<Passage>> {
    let mut passages = Vec::new();
    for row in load_rows(&dir.join("labels/coverage.jsonl"))? {
        let origin = row.get("source").cloned().unwrap_or_default();
        let repo = Some(text_of(&origin, "repo")).filter(|repo| !repo.is_empty());
        let labels = row.get("labels").cloned().unwrap_or_default();
        let label = |topic: &str| labels.get(topic).and_then(Value::as_bool);
        passages.push(Passage {
            text: text_of(&row, "text"),
            repo: repo.unwrap_or_else(|| repo_of(manifest, &text_of(&origin, "file"))),
            lang: text_of(&row, "lang"),
            source: LabelSource::Labelled,
            labels: ["problem", "users", "value_prop", "scope", "success"].map(label),
        });
    }
    Ok(passages)
}

/// Gives a file's repository, or its owner as far as the file's name tells.
fn repo_of(manifest: &Manifest, file: &str) -> String {
    let named = manifest.get(file).map(|(repo, _)| repo.clone());
    let stem = file.rsplit('/').next().unwrap_or(file);
    named
        .filter(|repo| !repo.is_empty())
        .unwrap_or_else(|| stem.split('-').nth(1).unwrap_or(stem).to_owned())
}

fn load_places(dir: &Path, manifest: &Manifest) -> Measured<Vec<Passage>> {
    let mut passages = Vec::new();
    for line in PLACES.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [file, first, last, marks] = fields.as_slice() else { continue };
        let (Ok(first), Ok(last)) = (first.parse::<usize>(), last.parse::<usize>()) else {
            continue;
        };
        let path = dir.join(file);
        let text = fs::read_to_string(&path).map_err(MeasureFailure::file(&path))?;
        let lines =
            text.split('\n').skip(first.saturating_sub(1)).take((last + 1).saturating_sub(first));
        let text: String =
            lines.collect::<Vec<_>>().join("\n").trim().chars().take(PLACE_CHARS_MAX).collect();
        let mut labels = [None; 5];
        for (label, mark) in labels.iter_mut().zip(marks.chars()) {
            *label = (mark != '?').then_some(mark == '1');
        }
        let lang = manifest.get(*file).map(|(_, lang)| lang.clone()).unwrap_or_default();
        passages.push(Passage {
            text,
            repo: repo_of(manifest, file),
            lang,
            source: LabelSource::Read,
            labels,
        });
    }
    Ok(passages)
}

fn load_sections(dir: &Path, manifest: &Manifest) -> Measured<Vec<Passage>> {
    let mut passages = Vec::new();
    for folder in FOLDERS {
        let folder_path = dir.join(folder);
        let entries = fs::read_dir(&folder_path).map_err(MeasureFailure::file(&folder_path))?;
        let mut names: Vec<String> = entries
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        for name in names {
            let file = format!("{folder}/{name}");
            let bytes =
                fs::read(dir.join(&file)).map_err(MeasureFailure::file(&dir.join(&file)))?;
            let lang = manifest.get(&file).map(|(_, lang)| lang.clone()).unwrap_or_default();
            let repo = repo_of(manifest, &file);
            let sections = list_sections(&String::from_utf8_lossy(&bytes));
            let passage = |(text, labels)| {
                let (repo, lang) = (repo.clone(), lang.clone());
                Passage { text, repo, lang, source: LabelSource::Heading, labels }
            };
            passages.extend(sections.into_iter().take(SECTIONS_MAX).map(passage));
        }
    }
    Ok(passages)
}

/// Lists the bodies below headings that announce something, with their weak labels.
fn list_sections(text: &str) -> Vec<(String, [Option<bool>; 5])> {
    let mut sections = Vec::new();
    let mut title = String::new();
    let mut body = String::new();
    for line in text.lines().chain(["# end"]) {
        let bare = line.trim_start_matches('#');
        if bare.len() == line.len() {
            body.push_str(line);
            body.push('\n');
            continue;
        }
        let is_sized = SECTION_CHARS.contains(&body.trim().chars().count());
        if let Some(labels) = weak_labels(&title).filter(|_| is_sized) {
            sections.push((body.trim().to_owned(), labels));
        }
        bare.clone_into(&mut title);
        body.clear();
    }
    sections
}

fn weak_labels(title: &str) -> Option<[Option<bool>; 5]> {
    let mut labels = [Some(false); 5];
    match announced(title) {
        Announced::Topic(topic) => {
            *labels.get_mut(topic)? = Some(true);
            Some(labels)
        }
        Announced::Nothing => Some(labels),
        Announced::Unknown => None,
    }
}

fn squeeze(text: &str) -> String {
    text.chars().filter(|char| char.is_alphanumeric()).take(60).collect()
}
