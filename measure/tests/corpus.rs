//! Every document of the corpus: it is read, kept as it is, and left alone where nobody asked.
//!
//! Needs the corpus, which is not in the repository: `cargo test -p charter-measure --features corpus`.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use charter_contract::document::{CharterDoc, CriteriaDoc, SectionKey};
use charter_kernel::markdown::{Source, splice};
use charter_measure::{find_corpus, list_files};
use charter_testkit::{Repo, Update, check_update};
use serde_json::Value;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

fn files() -> Vec<PathBuf> {
    list_files(&find_corpus().unwrap()).unwrap()
}

/// Builds the binary and gives where it is: beside the directory of this test.
fn build() -> String {
    let status = Command::new(env!("CARGO")).args(["build", "--quiet", "-p", "charter"]).status();
    assert!(status.unwrap().success(), "the binary could not be built");
    let own = std::env::current_exe().unwrap();
    let name = format!("charter{}", std::env::consts::EXE_SUFFIX);
    own.ancestors().nth(2).unwrap().join(name).to_str().unwrap().to_owned()
}

#[test]
fn every_document_of_the_corpus_round_trips() {
    let mut n_headings = 0;
    for path in files() {
        let bytes = std::fs::read(&path).unwrap();
        let (charter, _) = CharterDoc::parse(Source::new(bytes.clone()));
        assert!(charter.source().bytes() == bytes, "{}", path.display());
        let (criteria, _) = CriteriaDoc::parse(Source::new(bytes.clone()));
        assert!(criteria.source().bytes() == bytes, "{}", path.display());
        n_headings += charter.outline().headings.len();
        for key in SectionKey::ALL {
            let Some(edit) = charter.set_section(key, "x") else { continue };
            let edited = splice(charter.source(), std::slice::from_ref(&edit)).unwrap();
            let (start, end) = (edit.span.start, edit.span.end);
            assert!(edited.bytes().starts_with(&bytes[..start]), "{}", path.display());
            assert!(edited.bytes().ends_with(&bytes[end..]), "{}", path.display());
        }
    }
    assert!(n_headings > 1000, "only {n_headings} headings were found");
}

#[test]
fn every_register_of_the_corpus_is_read() {
    let mut shown = String::new();
    for path in files() {
        let name = path.display().to_string();
        let Some((_, name)) = name.split_once("/criteria/") else { continue };
        if !name.ends_with(".md") {
            continue;
        }
        let (doc, findings) = CriteriaDoc::parse(Source::new(std::fs::read(&path).unwrap()));
        let (n, m, odd) = (doc.criteria().len(), doc.milestones().len(), findings.len());
        writeln!(shown, "{n:>4} in {m:>2}, {odd:>3} odd  {name}").unwrap();
    }
    insta::assert_snapshot!(shown);
}

#[test]
fn an_update_of_any_document_of_the_corpus_changes_only_what_it_fills() {
    let (mut n_updated, mut n_hidden) = (0, 0);
    for path in files() {
        let name = path.display().to_string();
        if !name.contains("/charters/") && !name.contains("/prds/") {
            continue;
        }
        match check_update(&fs::read(&path).unwrap(), &name) {
            Update::Whole => n_updated += 1,
            Update::Hidden => n_hidden += 1,
        }
    }
    let counts = format!("{n_updated} documents were updated, {n_hidden} hide their end");
    assert!(n_updated > 100 && n_hidden * 20 < n_updated, "{counts}");
}

#[test]
fn every_interview_of_the_corpus_is_read_and_kept() {
    let (corpus, binary) = (find_corpus().unwrap(), build());
    // Some states hold nothing but what a tool notes about itself.
    for (dir, rounds_min, empty_max) in
        [("deep-interview-specs", 70, 0), ("deep-interview-states", 20, 15)]
    {
        let repo = Repo::new(&binary);
        let path = corpus.join(dir);
        let files = fs::read_dir(&path).unwrap().count();
        let report = repo.charter(&["import", path.to_str().unwrap(), "--json"]).run().json();
        let rows = report["imported"].as_array().unwrap();
        let unread = report["unread"].as_array().unwrap();
        assert_eq!(rows.len() + unread.len(), files, "{dir}: {unread:?}");
        let is_empty = |it: &Value| {
            let message = it["message"].as_str().unwrap();
            message.contains("nothing in it was understood") || message.contains("imported before")
        };
        assert!(unread.iter().all(is_empty) && unread.len() <= empty_max, "{dir}: {unread:?}");
        for row in rows {
            let name = row["file"].as_str().unwrap().rsplit('/').next().unwrap();
            let form = if row["form"] == "spec" { "md" } else { "json" };
            let kept = repo.path(format!("{}/imported.{form}", row["path"].as_str().unwrap()));
            assert_eq!(fs::read(kept).unwrap(), fs::read(path.join(name)).unwrap(), "{name}");
        }
        let n = rows.iter().filter(|it| it["rounds"].as_u64() > Some(0)).count();
        let noted = rows.iter().filter(|it| !it["notes"].as_array().unwrap().is_empty()).count();
        eprintln!("{dir}: rounds in {n} of {files} files, remarks on {noted}");
        assert!(n >= rounds_min, "{dir}: rounds in {n} of {files}");
    }
}
