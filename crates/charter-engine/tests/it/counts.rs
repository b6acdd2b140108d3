//! What runners really print, as it was recorded from them, and what is read out of it.

use charter_contract::proof::count_tests;
use std::fmt::Write;
use std::path::Path;

#[test]
fn the_counts_of_real_runners_are_read() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/runners");
    let mut dirs: Vec<_> = std::fs::read_dir(&root).unwrap().map(|it| it.unwrap().path()).collect();
    dirs.sort();
    let mut shown = String::new();
    for dir in dirs {
        let mut files: Vec<_> =
            std::fs::read_dir(&dir).unwrap().map(|it| it.unwrap().path()).collect();
        files.sort();
        for file in files {
            let text = String::from_utf8_lossy(&std::fs::read(&file).unwrap()).into_owned();
            let mut parts = text.splitn(3, '\n');
            let (_, exit, output) =
                (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap());
            let counts = match count_tests(output) {
                Some(it) => format!("{}: {}", it.runner, it.words()),
                None => "unknown".to_owned(),
            };
            let name = file.strip_prefix(&root).unwrap().display().to_string();
            writeln!(shown, "{name:<32} {exit:<8} {counts}").unwrap();
        }
    }
    insta::assert_snapshot!(shown);
}
