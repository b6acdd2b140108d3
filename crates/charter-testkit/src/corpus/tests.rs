//! The corpus as it is found here, if it is.

use super::{corpus, corpus_files};

#[test]
fn corpus_files_are_sorted_and_inside_the_corpus() {
    let files = corpus_files();
    assert!(files.is_sorted());
    let Some(dir) = corpus() else { return };
    assert!(!files.is_empty());
    assert!(files.iter().all(|file| file.starts_with(&dir) && file.is_file()));
}
