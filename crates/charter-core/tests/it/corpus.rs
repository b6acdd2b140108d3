//! The registers of the corpus: how many criteria are found in each, checked by reading them.

use charter_core::document::CriteriaDoc;
use charter_kernel::markdown::Source;
use std::fmt::Write;

#[test]
fn every_register_of_the_corpus_is_read() {
    let mut shown = String::new();
    for path in charter_testkit::corpus_files() {
        let name = path.display().to_string();
        let Some((_, name)) = name.split_once("/criteria/") else { continue };
        if !name.ends_with(".md") {
            continue;
        }
        let (doc, findings) = CriteriaDoc::parse(Source::new(std::fs::read(&path).unwrap()));
        let (n, m, odd) = (doc.criteria().len(), doc.milestones().len(), findings.len());
        writeln!(shown, "{n:>4} in {m:>2}, {odd:>3} odd  {name}").unwrap();
    }
    if !shown.is_empty() {
        insta::assert_snapshot!(shown);
    }
}
