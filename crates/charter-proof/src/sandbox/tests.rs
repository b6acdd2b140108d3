//! The sandbox, each part of it tried from the inside.

use super::*;
use std::fs;
use std::net::TcpListener;
use tempfile::TempDir;

/// A project, directories of its own for a command, and what is outside of both.
struct Place {
    temp: TempDir,
    sandbox: Sandbox,
}

impl Place {
    fn new(limit: Duration) -> Self {
        let temp = TempDir::new().unwrap();
        for dir in ["project/sub", "home", "tmp", "outside", "real-home/.cargo"] {
            fs::create_dir_all(temp.path().join(dir)).unwrap();
        }
        let mut vars: BTreeMap<OsString, OsString> = std::env::vars_os().collect();
        vars.insert("SECRET".into(), "hunter2".into());
        vars.insert("HOME".into(), temp.path().join("real-home").into());
        for (name, _) in CACHES {
            vars.remove(OsString::from(name).as_os_str());
        }
        let own_vars = BTreeMap::new();
        let surroundings =
            SandboxSurroundings { vars, own_vars, program: None, kept: Vec::new(), limit };
        let sandbox = Sandbox::new(&temp.path().join("project"), surroundings).unwrap();
        Self { temp, sandbox }
    }

    fn run(&self, argv: &[&str], dir: &str) -> Result<ReplayEnd, NotRun> {
        let argv: Vec<String> = argv.iter().map(|it| (*it).to_owned()).collect();
        let (home, temp) = (self.temp.path().join("home"), self.temp.path().join("tmp"));
        let fresh = Fresh { home: &home, temp: &temp };
        self.sandbox.run(&argv, Path::new(dir), fresh, &Interrupt::watch())
    }

    fn check(&self, script: &str) -> (End, String, Protection) {
        let ran = self.run(&["sh", "-c", script], "").unwrap();
        let text = String::from_utf8([ran.stdout, ran.stderr].concat()).unwrap();
        (ran.end, text, ran.protection)
    }
}

const LONG: Duration = Duration::from_secs(60);

#[test]
fn the_environment_is_scrubbed_and_the_tools_are_found() {
    let place = Place::new(LONG);
    let (end, text, _) = place.check("env; cat; echo nobody types");
    assert_eq!(end, End::Exited(Some(0)), "{text}");
    assert!(!text.contains("hunter2") && text.contains("CHARTER_REPLAY=1\n"), "{text}");
    assert!(text.contains("CI=1\n") && text.contains("NO_COLOR=1\n"), "{text}");
    assert!(text.contains(&format!("HOME={}/home\n", place.temp.path().display())), "{text}");
    assert!(text.contains(&format!("TMPDIR={}/tmp\n", place.temp.path().display())), "{text}");
    let cargo = format!("CARGO_HOME={}/real-home/.cargo\n", place.temp.path().display());
    assert!(text.contains(&cargo) && !text.contains("RUSTUP_HOME"), "{text}");
    let known = |line: &str| {
        let name = line.split('=').next().unwrap();
        let ours = ["HOME", "TMPDIR", "PWD", "SHLVL", "_", "OLDPWD"];
        PASSED.contains(&name)
            || ours.contains(&name)
            || SET.iter().chain(&OFFLINE).chain(&CACHES).any(|(it, _)| *it == name)
    };
    let strange = text.lines().filter(|it| *it != "nobody types" && !known(it));
    assert_eq!(strange.collect::<Vec<_>>(), Vec::<&str>::new());
}

#[test]
fn there_is_no_network_or_the_result_says_so() {
    let place = Place::new(LONG);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let script = format!("bash -c 'exec 3<>/dev/tcp/127.0.0.1/{port}'");
    let (end, text, protection) = place.check(&script);
    match protection.walls {
        Walls::Network | Walls::Room => assert_ne!(end, End::Exited(Some(0)), "{text}"),
        Walls::None => assert_eq!(end, End::Exited(Some(0)), "{text}"),
    }
    assert!(words(&protection).starts_with("network: "), "{protection:?}");
}

#[test]
fn writing_stays_in_the_project_or_the_result_says_so() {
    let place = Place::new(LONG);
    let outside = place.temp.path().join("outside/file");
    let script = format!(
        "echo a > inside && echo a > sub/inside && echo a > $HOME/a && echo a > $TMPDIR/a && echo a > /dev/null && mv sub/inside $TMPDIR/moved || exit 9; echo a > {}",
        outside.display()
    );
    let (end, text, protection) = place.check(&script);
    match (protection.walls, protection.landlock) {
        (Walls::Room, _) | (_, 0) => assert!(outside.exists()),
        (Walls::None | Walls::Network, _) => {
            assert!(matches!(end, End::Exited(Some(1 | 2))), "{end:?} {text}");
            assert!(!outside.exists());
        }
    }
    assert!(place.temp.path().join("project/inside").exists(), "{text}");
    // Charter itself is as free as before.
    fs::write(&outside, "free").unwrap();
}

#[test]
fn without_a_room_what_is_kept_is_left_out_of_the_fence() {
    let temp = TempDir::new().unwrap();
    for dir in ["top/.git/hooks", "top/part/.charter", "top/part/src", "top/lib", "out", "home"] {
        fs::create_dir_all(temp.path().join(dir)).unwrap();
    }
    let top = temp.path().canonicalize().unwrap().join("top");
    std::os::unix::fs::symlink(temp.path().join("out"), top.join("link")).unwrap();
    let kept = vec![top.join("part/.charter")];
    let (vars, own_vars) = (std::env::vars_os().collect(), BTreeMap::new());
    let surroundings = SandboxSurroundings { vars, own_vars, program: None, kept, limit: LONG };
    let sandbox = Sandbox::new(&top.join("part"), surroundings).unwrap();
    let home = temp.path().join("home");
    let script = "echo a > src/a && echo a > ../lib/a || exit 9; exec 2>&1
        echo a > ../.git/config; echo a > ../.git/hooks/a; echo a > .charter/a; mv .charter away; mv ../.git ../away; echo a > ../link/a; exit 0";
    let argv = ["sh", "-c", script].map(str::to_owned);
    let fresh = Fresh { home: &home, temp: &home };
    let ran = sandbox.run(&argv, Path::new(""), fresh, &Interrupt::watch()).unwrap();
    let text = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert_eq!(ran.end, End::Exited(Some(0)), "{text}");
    let is_fenced = ran.protection.walls == Walls::Room || ran.protection.landlock > 0;
    assert!(is_fenced, "this test needs a kernel with Landlock: {:?}", ran.protection);
    for path in [".git/config", ".git/hooks/a", "part/.charter/a", "part/away", "away", "link/a"] {
        assert!(!top.join(path).exists(), "{path}: {text}");
    }
}

#[test]
fn the_home_cannot_be_read_and_what_comes_with_a_command_does_not_change_that() {
    let place = Place::new(LONG);
    let secret = place.temp.path().join("real-home/.ssh/id");
    fs::create_dir(secret.parent().unwrap()).unwrap();
    fs::write(&secret, "hunter2").unwrap();
    fs::write(place.temp.path().join("real-home/.cargo/credentials.toml"), "hunter2").unwrap();
    let mut surroundings = place.sandbox.surroundings.clone();
    let own = |it: &str| place.temp.path().join(it).into_os_string();
    for (name, below) in [
        ("HOME", "outside"),
        ("CARGO_HOME", "real-home/.ssh"),
        ("PATH", "real-home/.ssh:/usr/bin:/bin"),
    ] {
        surroundings.own_vars.insert(name.into(), own(below));
    }
    let Place { temp, .. } = place;
    let sandbox = Sandbox::new(&temp.path().join("project"), surroundings).unwrap();
    let place = Place { temp, sandbox };
    let home = place.temp.path().join("real-home").display().to_string();
    let script = format!(
        "cat {home}/.ssh/id {home}/.cargo/credentials.toml {home}/../real-home/.ssh/id /proc/self/cwd/../real-home/.ssh/id; true"
    );
    let (_, text, protection) = place.check(&script);
    assert_eq!(
        text.contains("hunter2"),
        protection.walls != Walls::Room && protection.landlock == 0,
        "{protection:?}: {text}"
    );
}

fn words(protection: &Protection) -> String {
    protection.list().map(|(_, name, state)| format!("{name}: {state}")).join("; ")
}

#[test]
fn each_protection_has_a_name_and_what_is_missing_is_called_so() {
    let none = Protection {
        walls: Walls::None,
        landlock: 0,
        hides_home: true,
        limits: None,
        time: Duration::from_millis(1500),
    };
    let expected = "network: open, not protected; home directory: visible, not protected; files outside the project: writable, not protected; sockets: reachable, not protected; /tmp and /dev/shm: shared, not protected; processes: unlimited, not protected, those that detach are not stopped; memory: unlimited, not protected; disk: unlimited, not protected; time: at most 2 s";
    assert_eq!(words(&none), expected);
    let all = Protection {
        walls: Walls::Room,
        landlock: 6,
        hides_home: true,
        limits: Some(ResourceLimits::of_machine(0)),
        time: Duration::from_secs(600),
    };
    let expected = "network: blocked; home directory: hidden; files outside the project: read-only; sockets: hidden where they were found; /tmp and /dev/shm: private; processes: at most 2,048, all stopped at the end; memory: at most 4 GB; disk: at most 20 GB; time: at most 600 s";
    assert_eq!(words(&all), expected);
}

#[test]
fn a_process_outside_is_not_signalled() {
    let place = Place::new(LONG);
    let mut other = Command::new("sleep").arg("300").spawn().unwrap();
    let (_, text, protection) = place.check(&format!("kill {}", other.id()));
    let is_scoped = protection.walls != Walls::Room && protection.landlock >= 6;
    let lives = other.try_wait().unwrap().is_none();
    other.kill().unwrap();
    other.wait().unwrap();
    assert!(!is_scoped || lives, "{text}");
}

/// A process that was killed may not have been scheduled to die yet.
#[track_caller]
fn check_ended(pid: &str) {
    let state = || fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    for _ in 0..200 {
        let state = state();
        if state.is_empty() || state.contains(") Z ") {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("it lives: {}", state());
}

#[test]
fn what_takes_too_long_is_ended_with_all_that_it_started() {
    let place = Place::new(Duration::from_millis(300));
    let script = "trap '' TERM; sh -c 'echo $$ > grandchild; trap \"\" TERM; while :; do sleep 1; done' & wait";
    let (end, _, _) = place.check(script);
    assert_eq!(end, End::TimedOut);
    let pid = fs::read_to_string(place.temp.path().join("project/grandchild")).unwrap();
    check_ended(pid.trim());
}

#[test]
fn what_was_left_behind_ends_with_the_command() {
    let place = Place::new(LONG);
    let (end, text, _) = place.check("sleep 300 & echo $!");
    assert_eq!(end, End::Exited(Some(0)));
    check_ended(text.trim());
}

#[test]
fn what_left_the_group_and_writes_all_the_time_is_not_waited_for() {
    let place = Place::new(LONG);
    let noise = "setsid sh -c \"i=0; while [ \\$i -lt 400 ]; do echo noise; i=\\$((i+1)); sleep 0.05; done\" & sleep 0.2; exit 4";
    let (end, text, _) = place.check(noise);
    assert_eq!(end, End::Exited(Some(4)));
    assert!(text.matches("noise").count() < 100, "it was waited for: {text}");
}

#[test]
fn what_writes_without_a_pause_has_an_end_and_a_limit() {
    let place = Place::new(Duration::from_millis(500));
    let (end, _, _) = place.check("yes");
    assert_eq!(end, End::TimedOut);
}

#[test]
fn it_runs_only_in_the_project() {
    let place = Place::new(LONG);
    std::os::unix::fs::symlink(
        place.temp.path().join("outside"),
        place.temp.path().join("project/link"),
    )
    .unwrap();
    for dir in ["..", "link", "/", "nowhere", "../outside"] {
        assert!(matches!(place.run(&["ls"], dir), Err(NotRun::Outside(_))), "{dir}");
    }
    assert!(matches!(place.run(&[], ""), Err(NotRun::Empty)));
    let ran = place.run(&["pwd"], "sub").unwrap();
    assert!(String::from_utf8(ran.stdout).unwrap().ends_with("/project/sub\n"));
}

#[test]
fn a_flood_is_bounded_and_no_shell_reads_the_words() {
    let place = Place::new(LONG);
    let ran = place.run(&["head", "-c", "9000000", "/dev/zero"], "").unwrap();
    assert!(ran.stdout.len() < 1_100_000, "{}", ran.stdout.len());
    let ran = place.run(&["echo", "$HOME", ";", "`id`"], "").unwrap();
    assert_eq!(String::from_utf8(ran.stdout).unwrap(), "$HOME ; `id`\n");
}
