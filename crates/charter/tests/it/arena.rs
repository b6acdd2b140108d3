//! Trials on another state of a project: what a command sees there, and that nothing of it gets out.

use charter_kernel::Digest;
use charter_proof::{Arena, ArenaFailure, ArenaKind, ArenaStage, Change, Echo, Job, Ran, Taping};
use std::fmt::Write;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use tempfile::TempDir;

/// A repository with one commit, and a directory for temporary files.
struct Place {
    top: TempDir,
    project: PathBuf,
    temp: PathBuf,
}

impl Place {
    fn new() -> Self {
        let top = TempDir::new().unwrap();
        let root = top.path().canonicalize().unwrap();
        let (project, temp) = (root.join("project"), root.join("temp"));
        fs::create_dir_all(project.join("src/deep")).unwrap();
        fs::create_dir_all(&temp).unwrap();
        fs::write(project.join("src/a.txt"), "old\n").unwrap();
        fs::write(project.join("src/deep/b.txt"), "b\n").unwrap();
        fs::write(project.join("gone.txt"), "gone\n").unwrap();
        fs::write(project.join(".gitignore"), "ignored\n").unwrap();
        fs::write(project.join("ignored"), "secret\n").unwrap();
        git(&project, &["init", "-q", "-b", "main"]);
        git(&project, &["add", "."]);
        git(&project, &["commit", "-qm", "first"]);
        Self { top, project, temp }
    }

    /// Prepares trials in every way: on an overlay, in a copy, and in a copy without a keeper.
    fn arenas(&self) -> [Arena; 3] {
        let program = Some(Path::new(env!("CARGO_BIN_EXE_charter")));
        [
            Arena::new(&self.project, &self.temp, program),
            Arena::copying(&self.project, &self.temp, program),
            Arena::copying(&self.project, &self.temp, None),
        ]
    }

    fn left(&self) -> Vec<String> {
        let names = self.temp.read_dir().unwrap();
        names.map(|it| it.unwrap().file_name().into_string().unwrap()).collect()
    }
}

fn git(dir: &Path, args: &[&str]) -> String {
    let mut command = Command::new("git");
    command.args(["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]);
    // What git tidies behind a commit would change the directory after it was looked at.
    command.args(["-c", "maintenance.auto=false", "-c", "gc.auto=0"]);
    let output = command.arg("-C").arg(dir).args(args).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

/// What git tidies behind a commit would go on where nobody ends it, in a copy without a keeper.
const COMMIT: &str = "git -c maintenance.auto=false -c user.name=Ada \
    -c user.email=ada@example.org commit -qam second";

fn put(path: &str, content: &str) -> Change {
    Change { path: path.to_owned(), content: Some(content.as_bytes().to_vec()) }
}

fn without(path: &str) -> Change {
    Change { path: path.to_owned(), content: None }
}

fn job<'a>(argv: &'a [String], dir: &'a Path, limit_ms: Option<u64>) -> Job<'a> {
    Job { argv, dir, echo: Echo::Silent, taping: Taping::Off, limit_ms }
}

fn sh(script: &str) -> [String; 3] {
    ["sh", "-c", script].map(str::to_owned)
}

/// Runs a script at a directory of the project.
fn ran(stage: &ArenaStage, dir: &Path, script: &str) -> (Option<i32>, String) {
    let Ran { exit_code, output, .. } = stage.run(&job(&sh(script), dir, None), &|| 0).unwrap();
    (exit_code, String::from_utf8_lossy(&output).into_owned())
}

/// Describes every byte, mode and time below a directory.
pub(crate) fn picture(dir: &Path) -> Vec<String> {
    let mut rows = Vec::new();
    let mut rest = vec![dir.to_owned()];
    while let Some(path) = rest.pop() {
        let stat = path.symlink_metadata().unwrap();
        let times = (stat.mtime(), stat.mtime_nsec(), stat.ctime(), stat.ctime_nsec());
        let mut row = format!("{path:?} {:o} {} {times:?}", stat.mode(), stat.ino());
        if stat.is_dir() {
            rest.extend(path.read_dir().unwrap().map(|it| it.unwrap().path()));
        } else if stat.is_symlink() {
            write!(row, " {:?}", path.read_link().unwrap()).unwrap();
        } else if stat.is_file() {
            write!(row, " {:?}", Digest::of(&fs::read(&path).unwrap())).unwrap();
        }
        rows.push(row);
    }
    rows.sort();
    rows
}

/// Compares what was there before with what is there now.
fn check_untouched(dirs: &[&Path], before: &[String]) {
    let after = pictures(dirs);
    let gone: Vec<_> = before.iter().filter(|it| !after.contains(it)).collect();
    let new: Vec<_> = after.iter().filter(|it| !before.contains(it)).collect();
    assert!(gone.is_empty() && new.is_empty(), "{gone:#?} became {new:#?}");
}

fn pictures(dirs: &[&Path]) -> Vec<String> {
    dirs.iter().flat_map(|it| picture(it)).collect()
}

#[test]
fn this_machine_can_layer_and_the_kind_says_so() {
    let place = Place::new();
    let [overlay, copy, alone] = place.arenas();
    assert_eq!(overlay.kind(), ArenaKind::Overlay, "overlays are to be had on a machine for tests");
    assert_eq!([copy.kind(), alone.kind()], [ArenaKind::Copy; 2]);
    let bare = Arena::new(&place.project, &place.temp, None);
    assert_eq!(bare.kind(), ArenaKind::Copy, "nobody is there to mount it");
    assert_eq!(overlay.stage(&[]).unwrap().kind(), ArenaKind::Overlay);
    assert_eq!(place.left(), Vec::<String>::new());
}

#[test]
fn a_trial_sees_the_changes_and_what_it_writes_gets_nowhere() {
    let place = Place::new();
    let before = picture(&place.project);
    let changes = [put("src/a.txt", "new\n"), without("gone.txt"), put("more/of/it.txt", "it\n")];
    for arena in place.arenas() {
        let stage = arena.stage(&changes).unwrap();
        let seen = "cat src/a.txt src/deep/b.txt more/of/it.txt ignored; ls gone.txt";
        let (code, text) = ran(&stage, &place.project, seen);
        assert_eq!(code, Some(2), "{text}");
        assert!(text.starts_with("new\nb\nit\nsecret\n"), "{text}");
        let (code, text) = ran(&stage, &place.project.join("src"), "pwd; cat a.txt");
        assert_eq!(code, Some(0));
        assert!(text.ends_with("/src\nnew\n"), "{text}");
        let is_there = text.starts_with(place.project.to_str().unwrap());
        assert_eq!(is_there, stage.kind() == ArenaKind::Overlay, "{text}");
        let worse = format!(
            "git status --short && {COMMIT} && git tag t && git stash list; git log --format=%s; chmod 700 src; rm -r src ignored; echo x > y"
        );
        let (code, text) = ran(&stage, &place.project, &worse);
        assert_eq!(code, Some(0), "{text}");
        assert!(text.contains(" M src/a.txt\n") && text.contains("second\nfirst\n"), "{text}");
        let (code, _) = ran(&stage, &place.project, "test -e y && ! test -e src");
        assert_eq!(code, Some(0), "what one command left the next one finds");
        drop(stage);
        check_untouched(&[&place.project], &before);
    }
    assert_eq!(place.left(), Vec::<String>::new());
}

#[test]
fn a_changed_file_is_newer_and_keeps_its_mode() {
    let place = Place::new();
    let file = place.project.join("src/a.txt");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o750)).unwrap();
    let before = file.metadata().unwrap().mtime();
    for arena in place.arenas() {
        let stage = arena.stage(&[put("src/a.txt", "new\n"), put("run", "#!/bin/sh\n")]).unwrap();
        let (_, text) = ran(&stage, &place.project, "stat -c '%Y %a' src/a.txt; ./run; echo $?");
        let (time, rest) = text.split_once(' ').unwrap();
        assert!(time.parse::<i64>().unwrap() >= before + 2, "{text} after {before}");
        assert_eq!(rest, "750\n0\n");
        let (_, text) = ran(&stage, &place.project, "stat -c '%Y' src/deep/b.txt");
        let same = place.project.join("src/deep/b.txt").metadata().unwrap().mtime();
        assert_eq!(text, format!("{same}\n"), "the others keep their times");
    }
}

#[test]
fn two_trials_at_once_do_not_see_each_other() {
    let place = Place::new();
    for arena in place.arenas() {
        std::thread::scope(|scope| {
            for own in ["1", "2", "3"] {
                let (arena, project) = (&arena, &place.project);
                scope.spawn(move || {
                    let stage = arena.stage(&[put("src/a.txt", own)]).unwrap();
                    let script = format!("echo {own} >> log; sleep 0.2; cat src/a.txt log");
                    let (code, text) = ran(&stage, project, &script);
                    assert_eq!((code, text), (Some(0), format!("{own}{own}\n")));
                });
            }
        });
    }
    assert!(!place.project.join("log").exists());
}

#[test]
fn exit_codes_and_signals_are_those_of_the_command() {
    let place = Place::new();
    for arena in place.arenas() {
        let stage = arena.stage(&[]).unwrap();
        assert_eq!(ran(&stage, &place.project, "exit 7").0, Some(7));
        assert_eq!(ran(&stage, &place.project, "kill -9 $$").0, None);
        assert_eq!(ran(&stage, &place.project, "kill -15 $$").0, None);
        let missing = ["no-such-program".to_owned()];
        let err = stage.run(&job(&missing, &place.project, None), &|| 0).unwrap_err();
        assert_eq!(err.kind(), std::io::ErrorKind::NotFound);
        assert!(stage.run(&job(&[], &place.project, None), &|| 0).is_err());
        let (code, text) = ran(&stage, &place.project, "echo $PYTHONDONTWRITEBYTECODE; id -u");
        let user = place.project.metadata().unwrap().uid();
        assert_eq!((code, text), (Some(0), format!("1\n{user}\n")));
    }
}

fn is_gone(pid: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{}/stat", pid.trim()));
    stat.is_err() || stat.is_ok_and(|it| it.contains(") Z "))
}

/// Looks again until it is so, or far too long has passed.
fn comes_true(is_so: impl Fn() -> bool) -> bool {
    (0..2000).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(5));
        is_so()
    })
}

#[test]
fn what_a_command_leaves_running_ends_with_it() {
    let place = Place::new();
    let [overlay, copy, _] = place.arenas();
    for arena in [overlay, copy] {
        let stage = arena.stage(&[]).unwrap();
        // One is in the group of the command, one left it and its parent.
        let script = "sleep 300 & echo $!; (setsid sh -c 'echo $$; exec sleep 300' &); sleep 0.2";
        let (code, text) = ran(&stage, &place.project, script);
        assert_eq!((code, text.lines().count()), (Some(0), 2), "{text}");
        assert!(text.lines().all(is_gone), "{text}");
        let ticks = AtomicU64::new(0);
        let script = "(setsid sh -c 'echo $$; exec sleep 300' &); echo $$; exec sleep 300";
        let elapsed = || ticks.fetch_add(20, Ordering::Relaxed);
        let ran = stage.run(&job(&sh(script), &place.project, Some(1000)), &elapsed).unwrap();
        let text = String::from_utf8(ran.output).unwrap();
        assert_eq!((ran.exit_code, text.lines().count()), (None, 2), "{text}");
        assert!(text.lines().all(is_gone), "{text}");
    }
}

#[test]
fn a_command_ends_when_charter_is_killed() {
    let place = Place::new();
    let scratch = place.temp.join("scratch");
    fs::create_dir(&scratch).unwrap();
    let inner = "sh -c '(setsid sleep 300 & echo $! > \"$1/pids\"); echo $$ >> \"$1/pids\"; exec sleep 300' -";
    let charter = env!("CARGO_BIN_EXE_charter");
    let script = format!(
        "{charter} layer none run --parent $$ --scratch $1 --project / --dir / -- {inner} $1; true"
    );
    let mut parent = Command::new("sh").args(["-c", &script, "-"]).arg(&scratch).spawn().unwrap();
    let pids = || fs::read_to_string(scratch.join("pids")).unwrap_or_default();
    assert!(comes_true(|| pids().lines().count() == 2));
    let pids = pids();
    assert!(!pids.lines().any(is_gone));
    parent.kill().unwrap();
    parent.wait().unwrap();
    assert!(comes_true(|| pids.lines().all(is_gone)), "{pids}");
}

#[test]
fn what_a_kill_left_behind_goes_with_the_next_trial() {
    let place = Place::new();
    let left = place.temp.join("charter-trial-1-0");
    fs::create_dir_all(left.join("work-0/work")).unwrap();
    fs::create_dir_all(left.join("upper-0/closed")).unwrap();
    fs::write(left.join("upper-0/closed/file"), "").unwrap();
    fs::write(left.join("lock"), "").unwrap();
    for dir in ["work-0/work", "upper-0/closed"] {
        fs::set_permissions(left.join(dir), fs::Permissions::from_mode(0o0)).unwrap();
    }
    let [overlay, ..] = place.arenas();
    let stage = overlay.stage(&[]).unwrap();
    assert!(!left.exists());
    assert_eq!(place.left().len(), 1, "its own stays");
    // Somebody else who sweeps does not take it away.
    let [other, ..] = place.arenas();
    let _ = other.stage(&[]).unwrap();
    assert_eq!(ran(&stage, &place.project, "cat src/a.txt").1, "old\n");
}

#[test]
fn whatever_is_in_the_way_of_a_file_gives_way() {
    let place = Place::new();
    let outside = place.top.path().join("outside");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("kept"), "kept\n").unwrap();
    symlink(&outside, place.project.join("leads-out")).unwrap();
    symlink(outside.join("kept"), place.project.join("file-out")).unwrap();
    symlink("../outside", place.project.join("relative-out")).unwrap();
    symlink("src/a.txt", place.project.join("in")).unwrap();
    symlink(place.project.join("src/a.txt"), place.project.join("absolute-in")).unwrap();
    let before = pictures(&[&place.project, &outside]);
    let changes = [
        put("gone.txt/now/a/dir", "1\n"),
        put("src", "2\n"),
        put("leads-out/kept", "3\n"),
        put("file-out", "4\n"),
        without("no/such/file"),
        without("relative-out/kept"),
    ];
    for arena in place.arenas() {
        let stage = arena.stage(&changes).unwrap();
        let script =
            "cat gone.txt/now/a/dir src leads-out/kept file-out relative-out/kept; echo x > y";
        assert_eq!(ran(&stage, &place.project, script), (Some(0), "1\n2\n3\n4\nkept\n".to_owned()));
        drop(stage);
        let stage = arena.stage(&[without("src/deep"), put("src/a.txt", "new\n")]).unwrap();
        let script = "cat in absolute-in; echo worse > absolute-in; ls src; cat relative-out/kept";
        let expected = "new\nnew\na.txt\nkept\n".to_owned();
        assert_eq!(ran(&stage, &place.project, script), (Some(0), expected));
    }
    check_untouched(&[&place.project, &outside], &before);
}

#[test]
fn changes_outside_of_the_project_are_refused() {
    let place = Place::new();
    let [overlay, ..] = place.arenas();
    for path in ["../x", "/etc/x", "", "a/../../x", "a\0b"] {
        let outside = ArenaFailure::Outside(path.to_owned());
        assert_eq!(overlay.stage(&[put(path, "x")]).unwrap_err(), outside);
    }
    assert_eq!(place.left(), Vec::<String>::new());
}

#[test]
fn odd_names_and_closed_files_are_there_as_well() {
    let place = Place::new();
    let odd = std::ffi::OsStr::from_bytes(b"odd, \xff:\n\\name");
    let dir = place.project.join(odd).join("d".repeat(200)).join("e".repeat(200));
    fs::create_dir_all(&dir).unwrap();
    fs::write(dir.join("f".repeat(200)), "deep\n").unwrap();
    let closed = place.project.join("closed");
    fs::create_dir(&closed).unwrap();
    fs::write(closed.join("a file"), "1\n").unwrap();
    fs::set_permissions(closed.join("a file"), fs::Permissions::from_mode(0o400)).unwrap();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o500)).unwrap();
    let _pipe = Command::new("mkfifo").arg(place.project.join("pipe")).status().unwrap();
    let before = picture(&place.project);
    for arena in place.arenas() {
        let stage = arena.stage(&[put("closed/a file", "2\n"), put("closed/b", "3\n")]).unwrap();
        let script = "cat odd*/d*/e*/f* closed/*; stat -c %a closed 'closed/a file'";
        let (code, text) = ran(&stage, &place.project, script);
        assert_eq!((code, text.as_str()), (Some(0), "deep\n2\n3\n500\n400\n"));
    }
    assert_eq!(place.left(), Vec::<String>::new());
    check_untouched(&[&place.project], &before);
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o700)).unwrap();
}

#[test]
fn a_project_can_be_reached_by_a_link_and_hold_the_temporary_files() {
    let place = Place::new();
    let link = place.top.path().join("link");
    symlink(&place.project, &link).unwrap();
    let temp = place.project.join("ignored-temp");
    fs::create_dir(&temp).unwrap();
    let program = Some(Path::new(env!("CARGO_BIN_EXE_charter")));
    for arena in [Arena::new(&link, &temp, program), Arena::copying(&link, &temp, program)] {
        let stage = arena.stage(&[put("src/a.txt", "new\n")]).unwrap();
        for dir in [link.join("src"), place.project.join("src")] {
            assert_eq!(ran(&stage, &dir, "cat a.txt").1, "new\n");
        }
        assert_eq!(temp.read_dir().unwrap().count(), 0, "it would be a part of itself");
    }
    let [arena, ..] = place.arenas();
    assert_eq!(arena.kind(), ArenaKind::Overlay);
}

#[test]
fn a_linked_worktree_and_a_subdirectory_keep_their_repository() {
    let place = Place::new();
    let tree = place.top.path().canonicalize().unwrap().join("tree");
    git(&place.project, &["worktree", "add", "-q", tree.to_str().unwrap()]);
    let program = Some(Path::new(env!("CARGO_BIN_EXE_charter")));
    for (project, kind) in [
        (&tree, ArenaKind::Overlay),
        (&tree.join("src"), ArenaKind::Overlay),
        (&tree, ArenaKind::Copy),
    ] {
        let before = pictures(&[&place.project, &tree]);
        let arena = match kind {
            ArenaKind::Overlay => Arena::new(project, &place.temp, program),
            ArenaKind::Copy => Arena::copying(project, &place.temp, program),
        };
        assert_eq!(arena.kind(), kind);
        let path = if project.ends_with("src") { "a.txt" } else { "src/a.txt" };
        let stage = arena.stage(&[put(path, "new\n")]).unwrap();
        let script = format!(
            "{COMMIT} && git log --format=%s; git branch x; echo x > $(git rev-parse --show-toplevel)/y"
        );
        assert_eq!(ran(&stage, project, &script), (Some(0), "second\nfirst\n".to_owned()));
        drop(stage);
        check_untouched(&[&place.project, &tree], &before);
    }
}
