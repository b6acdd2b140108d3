//! Settings: the layers, and what is wrong in them.

use crate::scene::{Scene, codes, refused, refused_with, repo, texts};
use insta::assert_snapshot;
use serde_json::Value;
use std::fs;

/// Gives the value and the source of a setting as `doctor` shows them.
#[track_caller]
fn setting(report: &Value, key: &str) -> (String, String) {
    let rows = report["config"].as_array().unwrap();
    let row = rows.iter().find(|row| row["key"] == key).unwrap();
    (row["value"].as_str().unwrap().to_owned(), row["source"].as_str().unwrap().to_owned())
}

#[test]
fn a_later_layer_wins_and_says_where_it_came_from() {
    let scene = Scene::new();
    let report = || scene.charter(&["doctor", "--json"]).run().success().json();
    let expect = |value: &str, source: &str| (value.to_owned(), source.to_owned());
    assert_eq!(setting(&report(), "rigor"), expect("standard", "built in"));
    let user = scene.repo.home().join(".config/charter/config.toml");
    fs::create_dir_all(user.parent().unwrap()).unwrap();
    fs::write(&user, "# mine\nrigor = \"light\"\n").unwrap();
    assert_eq!(setting(&report(), "rigor"), expect("light", &format!("{}:2", user.display())));
    scene.repo.write(".charter/config.toml", "lock-wait-ms = 50\nrigor = \"strict\"\n");
    let project = scene.repo.path(".charter/config.toml");
    assert_eq!(setting(&report(), "rigor"), expect("strict", &format!("{}:2", project.display())));
    let output = scene.charter(&["doctor", "--json"]).env("CHARTER_RIGOR", "standard").run();
    assert_eq!(setting(&output.json(), "rigor"), expect("standard", "CHARTER_RIGOR"));
    let output = scene.charter(&["doctor", "--json", "--color", "never"]).run().success();
    assert_eq!(setting(&output.json(), "color"), expect("never", "command line"));
}

#[test]
fn the_root_can_be_somewhere_else() {
    let repo = repo();
    let args = ["new", "Elsewhere", "--root", "docs/charters", "--json"];
    let value = repo.charter(&args).run().success().json();
    assert_eq!(value["path"], "docs/charters/20261116-090000-elsewhere");
    let list = |args: &[&str], variable: &str| {
        let output = repo.charter(args).env("CHARTER_ROOT", variable).run().success();
        texts(&output.json()["charters"], "charterId").len()
    };
    assert_eq!(list(&["list", "--json"], "docs/charters"), 1);
    assert_eq!(list(&["list", "--json"], ""), 0);
    assert_eq!(list(&["list", "--json", "--root", "docs/../docs/charters"], "nowhere"), 1);
    fs::create_dir(repo.path(".charter")).unwrap();
    repo.write(".charter/config.toml", "root = \"docs/charters\"\n");
    assert_eq!(list(&["list", "--json"], ""), 1);
}

#[test]
fn a_file_that_is_not_toml_is_named_with_its_line() {
    let scene = Scene::new();
    scene.repo.write(".charter/config.toml", "# fine\nrigor = = 2\n");
    let output = refused(&scene.repo, &["status"], 2, "config-not-toml");
    assert!(output.to_string().contains("`$REPO/.charter/config.toml` line 2"), "{output}");
    let _ = refused(&scene.repo, &["pause"], 2, "config-not-toml");
}

#[test]
fn a_value_that_its_setting_does_not_take_is_named_with_what_it_takes() {
    let scene = Scene::new();
    scene.repo.write(".charter/config.toml", "rigor = \"extreme\"\n");
    let output = refused(&scene.repo, &["status"], 2, "config-bad-value");
    let first = output.to_string();
    let first = first.lines().find(|line| line.starts_with("error:")).unwrap();
    assert_snapshot!(first, @"error: `rigor` is `extreme` ($REPO/.charter/config.toml:1); it takes light, standard or strict");
    fs::remove_file(scene.repo.path(".charter/config.toml")).unwrap();
    for wait in ["soon", "-1", "600001"] {
        let vars = [("CHARTER_LOCK_WAIT_MS", wait)];
        let _ = refused_with(&scene.repo, &["pause"], 2, "config-bad-value", &vars);
    }
}

#[test]
fn a_known_setting_of_the_wrong_type_is_a_bad_value() {
    let scene = Scene::new();
    for text in ["lock-wait-ms = [1]\n", "rigor = { level = 3 }\n", "[color]\nwhen = 1\n"] {
        scene.repo.write(".charter/config.toml", text);
        let _ = refused(&scene.repo, &["status"], 2, "config-bad-value");
    }
}

#[test]
fn an_unknown_setting_is_a_warning() {
    let scene = Scene::new();
    scene.repo.write(".charter/config.toml", "\nspeed = 3\n");
    let output = scene.charter(&["doctor"]).run().success();
    // Where the line breaks depends on how long the path of the repository is.
    let words = output.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("config.toml:2: nobody knows the setting `speed` [unknown-setting]"));
    let value = scene.charter(&["doctor", "--json"]).run().success().json();
    assert_eq!(codes(&value["findings"]), [("unknown-setting".to_owned(), Some(2))]);
    let status = scene.charter(&["status"]).run().success();
    assert!(status.stderr.contains("[unknown-setting]"), "{status}");
}

#[test]
fn a_configuration_that_cannot_be_read_is_a_failure_of_the_system() {
    let scene = Scene::new();
    fs::create_dir(scene.repo.path(".charter/config.toml")).unwrap();
    let _ = refused(&scene.repo, &["status"], 4, "io");
}

#[test]
fn a_path_is_never_cut_however_long_it_is() {
    let repo = repo();
    let root = format!("{}/charters", "a-rather-long-name/".repeat(5));
    let args = ["new", "Elsewhere", "--root", &root];
    let _ = repo.charter(&args).run().success();
    repo.write(format!("{root}/config.toml"), "speed = 3\n");
    let output = repo.charter(&["doctor", "--root", &root]).run().success();
    let path = repo.path(format!("{root}/config.toml").replace("//", "/"));
    assert!(output.stdout.contains(&path.display().to_string()), "{output}");
}
