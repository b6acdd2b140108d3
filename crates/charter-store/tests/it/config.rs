//! Settings in layers, each value with its source.

use charter_store::finding::UNKNOWN_SETTING;
use charter_store::{Config, ConfigFailure, Layer, RealDisk, SETTINGS, Whose};
use std::path::PathBuf;

fn file(text: &str) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("config.toml");
    std::fs::write(&path, text).unwrap();
    (dir, path)
}

fn source(config: &Config, key: &str) -> String {
    let setting = config.settings().iter().find(|it| it.spec.key == key).unwrap();
    format!("{} from {}", setting.value.text, setting.value.layer)
}

#[test]
fn a_later_layer_wins_and_is_named() {
    let (_keep, user) = file("rigor = \"light\"\ncolor = \"never\"\n");
    let (_too, project) = file("\nrigor = \"strict\"\n");
    let mut config = Config::built_in();
    assert_eq!(source(&config, "rigor"), "standard from built in");
    config.add_file(&RealDisk, &user, Whose::User).unwrap();
    config.add_file(&RealDisk, &project, Whose::Project).unwrap();
    assert_eq!(source(&config, "rigor"), format!("strict from {}:2", project.display()));
    assert_eq!(source(&config, "color"), format!("never from {}:2", user.display()));
    config.set("rigor", "light", Layer::Env("CHARTER_RIGOR")).unwrap();
    assert_eq!(source(&config, "rigor"), "light from CHARTER_RIGOR");
    config.set("rigor", "standard", Layer::Flag).unwrap();
    assert_eq!(source(&config, "rigor"), "standard from command line");
}

#[test]
fn a_file_that_is_not_there_says_nothing() {
    let mut config = Config::built_in();
    config.add_file(&RealDisk, &PathBuf::from("/nowhere/config.toml"), Whose::User).unwrap();
    assert!(config.settings().iter().all(|it| it.value.layer == Layer::BuiltIn));
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    let (_keep, path) = file("rigor = \"light\"\ncolor = [\n");
    let failure = Config::built_in().add_file(&RealDisk, &path, Whose::User).unwrap_err();
    assert!(matches!(failure, ConfigFailure::NotToml { line: 2.., .. }), "{failure}");
    let (_keep, path) = file("\n\nrigor = \"brutal\"\n");
    let failure = Config::built_in().add_file(&RealDisk, &path, Whose::User).unwrap_err();
    let expected =
        format!("`rigor` is `brutal` ({}:3); it takes light, standard or strict", path.display());
    assert_eq!(failure.to_string(), expected);
}

#[test]
fn an_unknown_setting_is_a_finding() {
    let (_keep, path) = file("colour = \"never\"\n[speed]\nx = 1\n");
    let mut config = Config::built_in();
    config.add_file(&RealDisk, &path, Whose::User).unwrap();
    let kinds: Vec<_> = config.findings.iter().map(|it| (it.kind, it.line)).collect();
    assert_eq!(kinds, [(UNKNOWN_SETTING, Some(1)), (UNKNOWN_SETTING, Some(2))]);
}

#[test]
fn every_default_is_a_value_that_its_setting_takes() {
    let mut config = Config::built_in();
    for spec in SETTINGS {
        config.set(spec.key, spec.default, Layer::Flag).unwrap();
    }
}

#[test]
fn a_list_or_a_table_is_no_value_that_a_setting_takes() {
    for text in [
        "lock-wait-ms = [1]\n",
        "rigor = [\"light\"]\n",
        "replay-allow = [1]\n",
        "replay-allow = []\n",
        "rigor = { level = 3 }\n",
        "[color]\nwhen = 1\n",
    ] {
        let (_keep, path) = file(text);
        let failure = Config::built_in().add_file(&RealDisk, &path, Whose::User).unwrap_err();
        assert!(matches!(failure, ConfigFailure::BadValue { .. }), "{failure}");
    }
}

#[test]
fn what_may_be_replayed_is_said_by_how_it_begins() {
    let argv = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let mut config = Config::built_in();
    assert!(config.allows_replay(&argv("anything at all")));
    for text in
        ["replay-allow = [\"cargo test\", \"pytest\"]\n", "replay-allow = \"cargo test, pytest\"\n"]
    {
        let (_keep, path) = file(text);
        config.add_file(&RealDisk, &path, Whose::User).unwrap();
        for line in ["cargo test", "cargo test --all", "pytest -q"] {
            assert!(config.allows_replay(&argv(line)), "{line}");
        }
        for line in ["cargo", "cargo testing", "cargo build", "sh -c pytest", "xpytest"] {
            assert!(!config.allows_replay(&argv(line)), "{line}");
        }
    }
    assert!(config.set("replay-allow", "a,,b", Layer::Flag).is_err());
    assert_eq!(config.replay_limit().as_secs(), 600);
    assert!(config.set("replay-seconds", "0", Layer::Flag).is_err());
}
