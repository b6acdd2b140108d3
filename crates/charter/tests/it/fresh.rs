//! Fresh means content, not time; suspect means another text.

use crate::scene::{BIN, Scene, open, repo};
use charter_testkit::Repo;
use std::fs;

const REGISTER: &str = "## m1\n\n### VAL-SRC — the source\nWatches: src/**\n\n### VAL-ONE — one file\n\
    Watches: src/one.rs, `docs/*.md`\n\n### VAL-ALL — everything tracked\nRequireFreshEvidence: yes\n\n\
    ### VAL-NONE — rests on nothing\n";

const IDS: [&str; 4] = ["VAL-SRC", "VAL-ONE", "VAL-ALL", "VAL-NONE"];

fn scene(repo: Repo) -> Scene {
    for (path, text) in
        [("src/one.rs", "1"), ("src/two.rs", "2"), ("docs/a.md", "a"), ("x.toml", "x")]
    {
        repo.write(path, text);
    }
    let id = open(&repo, "Nurses");
    let scene = Scene { repo, id };
    scene.repo.write(scene.file("criteria.md"), REGISTER);
    scene
}

fn with_git() -> Scene {
    let scene = scene(repo());
    let _ = scene.repo.git(&["add", "src", "docs", "x.toml"]);
    let _ = scene.repo.git(&["commit", "-qm", "one"]);
    record_all(&scene);
    scene
}

fn record_all(scene: &Scene) {
    for id in IDS {
        let args = ["record", id, "--pass", "-m", "saw it", "--because", "watched"];
        let _ = scene.charter(&args).run().success();
    }
}

/// Lists the criteria with a verdict.
fn with_verdict(scene: &Scene, verdict: &str) -> Vec<String> {
    let status = scene.charter(&["status", "--json"]).run().success().json();
    let rows = status["criteria"].as_array().unwrap().iter();
    let rows = rows.filter(|it| it["verdict"] == verdict);
    rows.map(|it| it["id"].as_str().unwrap().to_owned()).collect()
}

#[track_caller]
fn check_stale(scene: &Scene, expected: &[&str]) {
    assert_eq!(with_verdict(scene, "stale"), expected);
    assert_eq!(with_verdict(scene, "attested").len(), 4 - expected.len());
}

#[test]
fn touching_and_checking_out_stales_nothing() {
    let scene = with_git();
    check_stale(&scene, &[]);
    for path in ["src/one.rs", "src/two.rs", "x.toml"] {
        let text = scene.repo.read(path);
        fs::remove_file(scene.repo.path(path)).unwrap();
        scene.repo.write(path, text);
    }
    check_stale(&scene, &[]);
    let _ = scene.repo.git(&["checkout", "-q", "-b", "other"]);
    let _ = scene.repo.git(&["checkout", "-q", "-"]);
    check_stale(&scene, &[]);
}

#[test]
fn one_byte_stales_exactly_what_watches_it_and_undoing_it_makes_it_fresh() {
    let scene = with_git();
    scene.repo.write("src/two.rs", "3");
    check_stale(&scene, &["VAL-SRC", "VAL-ALL"]);
    scene.repo.write("src/two.rs", "2");
    check_stale(&scene, &[]);
    scene.repo.write("docs/a.md", "b");
    check_stale(&scene, &["VAL-ONE"]);
    scene.repo.write("docs/a.md", "a");
    scene.repo.write("x.toml", "y");
    check_stale(&scene, &["VAL-ALL"]);
    scene.repo.write("x.toml", "x");
    fs::remove_file(scene.repo.path("src/one.rs")).unwrap();
    check_stale(&scene, &["VAL-SRC", "VAL-ONE", "VAL-ALL"]);
    scene.repo.write("src/one.rs", "1");
    scene.repo.write("src/new.rs", "new and not followed by git");
    check_stale(&scene, &["VAL-SRC"]);
    let _ = scene.repo.git(&["add", "src/new.rs"]);
    check_stale(&scene, &["VAL-SRC", "VAL-ALL"]);
    record_all(&scene);
    check_stale(&scene, &[]);
}

#[test]
fn what_git_ignores_and_the_charters_themselves_are_not_watched() {
    let scene = with_git();
    scene.repo.write(".gitignore", "src/made/\n");
    scene.repo.write("src/made/out.rs", "made");
    scene.repo.write(".charter/notes.rs", "notes");
    check_stale(&scene, &[]);
}

#[test]
fn it_works_without_git() {
    let scene = scene(Repo::without_git(BIN));
    record_all(&scene);
    check_stale(&scene, &[]);
    scene.repo.write("src/two.rs", "3");
    check_stale(&scene, &["VAL-SRC", "VAL-ALL"]);
    scene.repo.write("src/two.rs", "2");
    check_stale(&scene, &[]);
}

#[test]
fn another_text_is_suspect_and_another_setting_of_it_is_not() {
    let scene = with_git();
    let text =
        REGISTER.replace("one file", "**one**\tfile").replace("### VAL-NONE", "\n\n### VAL-NONE");
    scene.repo.write(scene.file("criteria.md"), &text);
    check_stale(&scene, &[]);
    let added = format!("{text}\n### VAL-NEW — added\nMore words.\n");
    scene.repo.write(scene.file("criteria.md"), &added);
    assert_eq!(with_verdict(&scene, "attested").len(), 4, "adding a criterion touches no other");
    assert_eq!(with_verdict(&scene, "missing"), ["VAL-NEW"]);
    scene
        .repo
        .write(scene.file("criteria.md"), text.replace("rests on nothing", "rests on something"));
    assert_eq!(with_verdict(&scene, "suspect"), ["VAL-NONE"]);
    let watched = text.replace("Watches: src/**", "Watches: src/*.rs");
    scene.repo.write(scene.file("criteria.md"), watched);
    assert_eq!(with_verdict(&scene, "stale"), ["VAL-SRC"], "it was not watched before");
}

#[test]
fn an_answer_that_changed_makes_what_rests_on_it_suspect() {
    let repo = repo();
    let id = open(&repo, "Ward");
    let scene = Scene { repo, id };
    for _ in 0..9 {
        let next = scene.charter(&["interview", "next", "--json"]).run().success().json();
        let answer = match next["context"]["topic"].as_str() {
            Some("Scope") => "- vital signs at the bed\n- weight at the bed",
            Some("Success Criteria") => "Copying takes under 5 minutes. No reading is lost.",
            Some("Value Proposition") => "They get an hour a night back for their patients.",
            Some(_) => "Nurses on four wards lose forty minutes a night copying numbers by hand.",
            None if next["kind"] == "review" => "accept",
            None => break,
        };
        let _ = scene.charter(&["interview", "submit", "--answer", answer]).run().success();
    }
    let status = scene.charter(&["status", "--json"]).run().success().json();
    let ids: Vec<String> = status["criteria"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["id"].as_str().unwrap().to_owned())
        .collect();
    assert!(ids.len() >= 2, "{status:#}");
    for id in &ids {
        let args = ["record", id, "--pass", "-m", "saw it", "--because", "watched"];
        let _ = scene.charter(&args).run().success();
    }
    assert_eq!(with_verdict(&scene, "attested"), ids.clone());
    let text = scene.repo.read(scene.file("charter.md"));
    let Some(first) = ids.iter().find(|it| text.contains("5 minutes") && it.contains("COPYING"))
    else {
        panic!("{ids:?}\n{text}")
    };
    scene.repo.write(scene.file("charter.md"), text.replace("under 5 minutes", "under 9 minutes"));
    assert_eq!(with_verdict(&scene, "suspect"), [first.as_str()]);
    scene.repo.write(scene.file("charter.md"), text);
    assert_eq!(with_verdict(&scene, "suspect"), Vec::<String>::new());
}

#[test]
fn a_watch_that_means_nothing_is_not_green() {
    let scene = with_git();
    let check = |watch: &str, expected: &str| {
        let text = format!("## m1\n\n### VAL-W — w\nWatches: {watch}\n");
        scene.repo.write(scene.file("criteria.md"), text);
        let args = ["record", "VAL-W", "--pass", "-m", "s", "--because", "b", "--json"];
        let value = scene.charter(&args).run().success().json();
        assert_eq!(value["entries"][0]["verdict"], expected, "{watch}: {value:#}");
    };
    check("scr/**", "void");
    check("../elsewhere/**", "void");
    check("src", "attested");
    scene.repo.write("src/two.rs", "3");
    assert_eq!(with_verdict(&scene, "stale"), ["VAL-W"]);
    check("src, ../elsewhere/**", "void");
}

#[test]
fn every_sentence_of_a_criterion_counts_and_a_waiver_is_for_what_it_said() {
    let scene = with_git();
    let text = "## m1\n\n### VAL-A — a\nIt is quick.\n\n- under 5 ms\nVerifier: manual\n\n### VAL-B — pennies may be lost\n";
    scene.repo.write(scene.file("criteria.md"), text);
    let args = ["record", "VAL-A", "--pass", "-m", "s", "--because", "b"];
    let _ = scene.charter(&args).run().success();
    let _ = scene.charter(&["waive", "VAL-B", "--reason", "later"]).run().success();
    assert_eq!(with_verdict(&scene, "suspect"), Vec::<String>::new());
    let changed =
        text.replace("under 5 ms", "under 5000 ms").replace("pennies may", "millions may");
    scene.repo.write(scene.file("criteria.md"), changed);
    assert_eq!(with_verdict(&scene, "suspect"), ["VAL-A", "VAL-B"]);
}

#[test]
fn a_link_that_leads_elsewhere_is_a_change() {
    let scene = scene(repo());
    std::os::unix::fs::symlink("one.rs", scene.repo.path("src/link.rs")).unwrap();
    record_all(&scene);
    assert_eq!(with_verdict(&scene, "stale"), Vec::<String>::new());
    fs::remove_file(scene.repo.path("src/link.rs")).unwrap();
    std::os::unix::fs::symlink("two.rs", scene.repo.path("src/link.rs")).unwrap();
    assert_eq!(with_verdict(&scene, "stale"), ["VAL-SRC", "VAL-ALL"]);
}

#[test]
fn it_is_the_same_project_however_its_root_is_named() {
    let repo = repo();
    repo.write("pkg/src/one.rs", "1");
    repo.write("pkg/.charter/config.toml", "");
    let value = repo.charter(&["new", "Nurses", "--json"]).dir("pkg").run().success().json();
    let path = value["path"].as_str().unwrap().to_owned();
    let text = "## m1\n\n### VAL-A — a\nWatches: src/**\nRequireFreshEvidence: yes\n";
    repo.write(format!("pkg/{path}/criteria.md"), text);
    let _ = repo.git(&["add", "."]);
    let _ = repo.git(&["commit", "-qm", "one"]);
    let args = ["record", "VAL-A", "--pass", "-m", "s", "--because", "b"];
    let _ = repo.charter(&args).dir("pkg").run().success();
    std::os::unix::fs::symlink(repo.path("pkg"), repo.path("away")).unwrap();
    let linked = repo.path("away/.charter").display().to_string();
    for (dir, root) in [("pkg", ".charter"), ("", "pkg/.charter"), ("pkg", linked.as_str())] {
        let value =
            repo.charter(&["status", "--json", "--root", root]).dir(dir).run().success().json();
        assert_eq!(value["criteria"][0]["verdict"], "attested", "{dir} {root}: {value:#}");
    }
}

/// A charter on files of several lines, one of which git keeps with two bytes at the end of each.
fn with_lines() -> Scene {
    let scene = scene(repo());
    scene.repo.write("src/one.rs", "1\n2\n");
    scene.repo.write("src/two.py", "a = 1\nb = 2\n");
    scene.repo.write("src/run.bat", "echo 1\r\necho 2\r\n");
    scene.repo.write("src/icon.bin", b"\0\n\0".as_slice());
    let _ = scene.repo.git(&["add", "src", "docs", "x.toml"]);
    let _ = scene.repo.git(&["commit", "-qm", "one"]);
    scene
}

/// Has git write files again, with the line ends of a setting.
fn check_out(scene: &Scene, setting: &str, files: &[&str]) {
    let _ = scene.repo.git(&["config", "core.autocrlf", setting]);
    files.iter().for_each(|it| fs::remove_file(scene.repo.path(it)).unwrap());
    let _ = scene.repo.git(&[&["checkout", "-q", "--"], files].concat());
    if files.len() > 1 {
        let seen = scene.repo.git(&["status", "--porcelain", "-uno"]);
        assert_eq!(seen.stdout, "", "git sees no change");
    }
}

#[test]
fn line_ends_that_git_makes_in_another_checkout_are_no_change() {
    let files = ["src/one.rs", "src/two.py", "src/run.bat", "src/icon.bin", "x.toml"];
    for (here, there) in [("false", "true"), ("true", "false")] {
        let scene = with_lines();
        check_out(&scene, here, &files);
        record_all(&scene);
        check_stale(&scene, &[]);
        for some in [&files[..1], &files[..]] {
            check_out(&scene, here, &files);
            check_out(&scene, there, some);
            assert_eq!(scene.repo.read("src/one.rs").contains('\r'), there == "true");
            check_stale(&scene, &[]);
        }
        let text = scene.repo.read("src/two.py");
        scene.repo.write("src/two.py", format!("{text}c = 3\n"));
        check_stale(&scene, &["VAL-SRC", "VAL-ALL"]);
        scene.repo.write("src/two.py", text);
        check_stale(&scene, &[]);
        scene.repo.write("src/icon.bin", b"\0\r\n\0".as_slice());
        check_stale(&scene, &["VAL-SRC", "VAL-ALL"]);
    }
}
