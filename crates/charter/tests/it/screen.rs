//! How output looks: width and colour follow the terminal, and nothing needs colour.

use crate::scene::{IDEA, Scene, open, repo};
use charter_testkit::{Invocation, Output};

/// Every command that lays something out.
const LAID_OUT: [&[&str]; 7] =
    [&[], &["status"], &["list"], &["show", "VAL-ENTRY-001"], &["log"], &["doctor"], &["gc"]];

/// Counts columns where every character takes one, which holds for the texts here.
fn columns(line: &str) -> usize {
    line.chars().count()
}

/// Fails when prose is wider than the screen; ids, paths and commands are as long as they are.
#[track_caller]
fn check_fits(output: &Output, width: usize, id: &str) {
    let is_fixed = |line: &str| {
        line.contains(id) || ["next  ", "start  ", "learn  "].iter().any(|it| line.contains(it))
    };
    let wide: Vec<&str> =
        output.stdout.lines().filter(|it| columns(it) > width && !is_fixed(it)).collect();
    assert!(wide.is_empty(), "wider than {width}:\n{}", wide.join("\n"));
}

#[test]
fn at_80_columns_everything_fits() {
    let scene = Scene::with_criteria();
    for args in LAID_OUT {
        check_fits(&scene.charter(args).run().success(), 80, &scene.id);
    }
    check_fits(&repo().charter(&[]).run().success(), 80, "-");
    check_fits(&repo().charter(&["new", IDEA]).run().success(), 80, "-");
}

#[test]
fn at_40_columns_prose_is_wrapped_or_cut() {
    let scene = Scene::with_criteria();
    let narrow = |invocation: Invocation<'_>| invocation.env("COLUMNS", "40").run().success();
    for args in LAID_OUT.into_iter().filter(|it| *it != ["log"]) {
        check_fits(&narrow(scene.charter(args)), 40, &scene.id);
    }
    check_fits(&narrow(repo().charter(&[])), 40, "-");
    let bare = Scene::new();
    check_fits(&narrow(bare.charter(&["status"])), 40, &bare.id);
}

#[test]
fn any_width_is_survived() {
    let scene = Scene::with_criteria();
    open(&scene.repo, "夜勤の看護師は紙から写す");
    for width in ["0", "1", "20", "41", "80", "120", "9999", "-3", "wide", ""] {
        for args in LAID_OUT {
            let named = [args, &["--charter", "nurses"]].concat();
            let _ = scene.charter(&named).env("COLUMNS", width).run().success();
        }
        let _ =
            scene.charter(&["status", "--charter", "夜勤"]).env("COLUMNS", width).run().success();
    }
}

#[test]
fn wide_characters_are_measured_as_the_terminal_does() {
    let repo = repo();
    let id = open(&repo, &"夜勤の看護師".repeat(12));
    let output = repo.charter(&["status"]).run().success();
    let head = output.stdout.lines().nth(1).unwrap();
    assert!(
        head.ends_with("…  active · standard") || head.ends_with("…   active · standard"),
        "{head}"
    );
    let wide = head.chars().filter(|it| ('\u{3000}'..'\u{a000}').contains(it)).count();
    assert_eq!(columns(head) + wide, 80, "{head}");
    let _ = id;
}

#[test]
fn piped_output_has_no_colour_unless_it_is_asked_for() {
    let scene = Scene::with_criteria();
    let has_color = |invocation: Invocation<'_>| {
        let output = invocation.env_remove("NO_COLOR").run().success();
        output.stdout.contains("\u{1b}[")
    };
    for args in [&["status"][..], &["list"], &["doctor"], &["log"], &[]] {
        assert!(!has_color(scene.charter(args)), "{args:?}");
        let always = [args, &["--color", "always"]].concat();
        assert!(has_color(scene.charter(&always)), "{args:?}");
        assert!(has_color(scene.charter(args).env("CHARTER_COLOR", "always")), "{args:?}");
        let never = [args, &["--color", "never"]].concat();
        assert!(!has_color(scene.charter(&never).env("CHARTER_COLOR", "always")), "{args:?}");
    }
}

#[test]
fn colour_changes_no_word() {
    let scene = Scene::with_criteria();
    for args in LAID_OUT {
        let plain = scene.charter(args).run().success().stdout;
        let colored = [args, &["--color", "always"]].concat();
        let colored = scene.charter(&colored).run().success().stdout;
        let mut words = String::new();
        for (idx, piece) in colored.split("\u{1b}[").enumerate() {
            words.push_str(if idx == 0 { piece } else { piece.split_once('m').unwrap().1 });
        }
        let plain: Vec<&str> = plain.lines().filter(|it| !it.contains("color = ")).collect();
        let words: Vec<&str> = words.lines().filter(|it| !it.contains("color = ")).collect();
        assert_eq!(words, plain, "{args:?}");
    }
}

#[test]
fn json_is_never_coloured() {
    let scene = Scene::with_criteria();
    let args = ["status", "--json", "--color", "always"];
    let output = scene.charter(&args).env_remove("NO_COLOR").run().success();
    assert!(!output.stdout.contains('\u{1b}'), "{output}");
    let _ = output.json();
}

#[test]
fn on_a_narrow_screen_no_word_of_a_history_or_a_list_is_broken() {
    let scene = Scene::new();
    for args in [&["log"][..], &["list"]] {
        let output = scene.charter(args).env("COLUMNS", "40").run().success();
        let wide = |it: &&str| it.chars().count() > 40 && it.trim() != scene.id;
        let lines: Vec<&str> = output.stdout.lines().filter(wide).collect();
        assert_eq!(lines, Vec::<&str>::new(), "{output}");
        assert!(output.stdout.contains("Nurses"), "{output}");
    }
}
