//! What a replayed command cannot do, each time with something that shows whether it did; and what
//! honest commands still can.

use crate::replay::{check_guarded, prove, replay, scene};
use crate::scene::{Scene, write_check};
use serde_json::Value;
use std::fs;
use std::io::Read;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Proves a script, then gives what it does in a replay and what kept it from doing more.
fn replayed(scene: &Scene, script: &str) -> Value {
    write_check(
        &scene.repo,
        "tests/t.sh",
        1,
        &format!("test -z \"$CHARTER_REPLAY\" || {{\n{script}\n}}"),
    );
    prove(scene, "VAL-A", &["sh", "tests/t.sh"]);
    let value = replay(scene, &[], 0);
    value["replay"]["rows"][0]["protection"].clone()
}

/// Replays with an `unshare` that does nothing, as where namespaces are not allowed.
#[expect(clippy::disallowed_methods, reason = "the tools of this machine stay, behind a stub")]
fn replayed_without_namespaces(scene: &Scene, script: &str) -> Value {
    write_check(
        &scene.repo,
        "tests/t.sh",
        1,
        &format!("test -z \"$CHARTER_REPLAY\" || {{\n{script}\n}}"),
    );
    prove(scene, "VAL-A", &["sh", "tests/t.sh"]);
    let bin = scene.repo.home().join("stub/bin");
    fs::create_dir_all(&bin).unwrap();
    fs::write(bin.join("unshare"), "#!/bin/sh\nexit 1\n").unwrap();
    fs::set_permissions(bin.join("unshare"), fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let run = scene.charter(&["verify", "--replay", "--json"]).env("PATH", &path).run();
    let value = run.success().json();
    value["replay"]["rows"][0]["protection"].clone()
}

/// A directory that is neither temporary nor a home of the tests, gone when it is dropped.
struct Elsewhere(PathBuf);

impl Elsewhere {
    fn new(name: &str) -> Self {
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let dir = dir.join(format!("{name}-{}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        Self(dir)
    }
}

impl Drop for Elsewhere {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const SECRETS: [&str; 12] = [
    ".ssh/id_ed25519",
    ".aws/credentials",
    ".config/gh/hosts.yml",
    ".netrc",
    ".git-credentials",
    ".cargo/credentials.toml",
    ".cargo/credentials",
    ".bash_history",
    ".gnupg/private-keys-v1.d/key",
    ".docker/config.json",
    ".local/share/keyrings/login.keyring",
    "notes/private.txt",
];

/// Puts secrets and tools into the home of a scene.
fn fill_home(scene: &Scene) {
    let home = scene.repo.home();
    let tools = [".cargo/registry/index", ".rustup/toolchains/a", ".nvm/versions/a"];
    for file in SECRETS.iter().chain(&tools) {
        let path = home.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let word = if tools.contains(file) { "useful" } else { "hunter2" };
        fs::write(path, word).unwrap();
    }
    fs::create_dir_all(home.join(".cargo/bin")).unwrap();
    fs::write(home.join(".cargo/bin/tool"), "#!/bin/sh\necho the tool runs\n").unwrap();
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(home.join(".cargo/bin/tool"), mode).unwrap();
}

/// Reads all of a home that it can, by name and by walking.
fn read_home(scene: &Scene) -> String {
    let home = scene.repo.home().display().to_string();
    let names: Vec<String> = SECRETS.iter().map(|it| format!("{home}/{it}")).collect();
    format!(
        "cat {} > src/made 2>&1; grep -rs . {home} >> src/made 2>&1
        cat {home}/.rustup/toolchains/a {home}/.nvm/versions/a {home}/.cargo/registry/index >> src/tools 2>&1
        {home}/.cargo/bin/tool >> src/tools 2>&1; echo x 2>&1 > {home}/.cargo/bin/tool; rm -f {home}/.cargo/bin/tool",
        names.join(" ")
    )
}

#[track_caller]
fn check_home(scene: &Scene, guard: &Value) {
    let (seen, tools) = (scene.repo.read("src/made"), scene.repo.read("src/tools"));
    assert!(!seen.contains("hunter2"), "{guard}: {seen}");
    assert!(tools.contains("usefulusefuluseful"), "tools are let in: {tools}");
    assert!(tools.contains("the tool runs"), "{tools}");
    let tool = fs::read_to_string(scene.repo.home().join(".cargo/bin/tool")).unwrap();
    assert!(tool.contains("the tool runs"), "it was changed: {tool}");
}

/// What is written while a replay runs is no change of what is watched.
fn quiet(scene: &Scene) {
    let text = scene.repo.read(scene.file("criteria.md")).replace("src/**", "src/a.txt");
    scene.repo.write(scene.file("criteria.md"), text);
}

#[test]
fn the_home_is_hidden_and_the_tools_in_it_are_not() {
    let scene = scene();
    quiet(&scene);
    fill_home(&scene);
    let guard = replayed(&scene, &read_home(&scene));
    check_guarded(&guard, "home");
    check_home(&scene, &guard);
}

#[test]
fn without_namespaces_the_home_cannot_be_read_and_the_rest_is_said() {
    let scene = scene();
    quiet(&scene);
    fill_home(&scene);
    let guard = replayed_without_namespaces(&scene, &read_home(&scene));
    assert_eq!(guard["network"], "open, not protected");
    assert_eq!(guard["sockets"], "reachable, not protected");
    assert_eq!(guard["temporary"], "shared, not protected");
    assert_eq!(guard["processes"], "at most 2,048, all stopped at the end");
    assert!(guard["memory"].as_str().unwrap().starts_with("at most "), "{guard}");
    assert_eq!(guard["home"], "file contents blocked, file names visible", "is Landlock here?");
    assert_eq!(guard["files"], "writing blocked, permissions and timestamps not protected");
    check_home(&scene, &guard);
}

#[test]
fn each_protection_is_named() {
    let scene = scene();
    let guard = replayed(&scene, "true");
    let keys: Vec<&String> = guard.as_object().unwrap().keys().collect();
    let expected =
        ["network", "home", "files", "sockets", "temporary", "processes", "memory", "disk", "time"];
    assert_eq!(keys, expected);
    assert_eq!(
        (&guard["disk"], &guard["time"]),
        (&"at most 20 GB".into(), &"at most 600 s".into())
    );
    let text = scene.charter(&["verify", "--replay"]).run().success().stdout;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let states = guard.as_object().unwrap().values();
    for state in states {
        assert!(text.contains(state.as_str().unwrap()), "{state} is not said: {text}");
    }
    for name in ["sandbox network: ", "home directory: ", "/tmp and /dev/shm: "] {
        assert!(text.contains(name), "{text}");
    }
}

#[test]
fn no_socket_is_reached() {
    let scene = scene();
    let other = Elsewhere::new("sockets");
    let places =
        [scene.repo.home().join("agent.sock"), scene.repo.path("live.sock"), other.0.join("s")];
    let listeners: Vec<UnixListener> =
        places.iter().map(|it| UnixListener::bind(it).unwrap()).collect();
    let names: Vec<String> = places.iter().map(|it| it.display().to_string()).collect();
    let python = "import socket,sys\nfor path in sys.argv[1:]:\n  s=socket.socket(socket.AF_UNIX)\n  try:\n    s.connect(path)\n    s.sendall(b'canary')\n    print('reached', path)\n  except OSError as e: print('alone')\n";
    scene.repo.write("tests/connect.py", python);
    let script = format!("python3 tests/connect.py {} > made", names.join(" "));
    let guard = replayed(&scene, &script);
    let said = scene.repo.read("made");
    check_guarded(&guard, "sockets");
    assert_eq!(said, "alone\n".repeat(3), "{guard}");
    for listener in listeners {
        listener.set_nonblocking(true).unwrap();
        assert!(listener.accept().is_err(), "{guard}");
    }
}

#[test]
fn modes_times_and_attributes_of_other_files_stay() {
    let scene = scene();
    let other = Elsewhere::new("modes");
    let file = other.0.join("file");
    fs::write(&file, "a").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    let before = fs::metadata(&file).unwrap();
    let path = file.display();
    let script = format!(
        "exec 2>&1; chmod 777 {path}; touch -d 2001-01-01 {path}; chown 1:1 {path}; ln {path} made.d/link; python3 -c \"import os; os.setxattr('{path}', 'user.canary', b'x')\"; echo b >> {path}; rm -f {path}; mv {path} {path}.gone; true"
    );
    let guard = replayed(&scene, &script);
    check_guarded(&guard, "files");
    let after = fs::metadata(&file).unwrap();
    let facts = |it: &fs::Metadata| (it.mode(), it.mtime(), it.ctime_nsec(), it.uid(), it.nlink());
    assert_eq!(facts(&after), facts(&before), "{guard}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "a");
}

#[test]
fn temporary_files_and_shared_memory_are_its_own() {
    let scene = scene();
    let name = format!("charter-canary-{}", std::process::id());
    let shared = PathBuf::from("/dev/shm").join(format!("{name}-before"));
    fs::write(&shared, "hunter2").unwrap();
    let script = format!(
        "echo a > /dev/shm/{name} && cat /dev/shm/{name} > made; echo a > /tmp/{name} && cat /tmp/{name} >> made; echo a > $TMPDIR/a && cat $TMPDIR/a >> made; cat {} >> made; ls /dev/shm >> made; true",
        shared.display()
    );
    let guard = replayed(&scene, &script);
    fs::remove_file(&shared).unwrap();
    let canaries = ["/dev/shm", "/tmp"].map(|it| Path::new(it).join(&name));
    let left: Vec<&PathBuf> = canaries.iter().filter(|it| fs::remove_file(it).is_ok()).collect();
    check_guarded(&guard, "temporary");
    assert_eq!(scene.repo.read("made"), format!("a\na\na\n{name}\n"));
    assert!(left.is_empty(), "{left:?} are left: {guard}");
}

/// Waits until no process has these arguments.
#[track_caller]
fn check_gone(arguments: &str) {
    let pattern = format!("^{arguments}$");
    let mut left = String::new();
    for _ in 0..200 {
        let found = Command::new("pgrep").args(["-f", &pattern]).output().unwrap();
        left = String::from_utf8_lossy(&found.stdout).into_owned();
        if left.is_empty() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert_eq!(left, "", "it lives");
}

/// Becomes a daemon: two forks, a session of its own, nothing open.
const DAEMON: &str = "import os,sys\nif os.fork(): os._exit(0)\nos.setsid()\nif os.fork(): os._exit(0)\nos.closerange(0, 64)\nos.execvp('sleep', ['sleep', sys.argv[1]])\n";

#[test]
fn a_daemon_does_not_live_on() {
    let scene = scene();
    scene.repo.write("tests/daemon.py", DAEMON);
    let _ = replayed(&scene, "python3 tests/daemon.py 61.125");
    check_gone("sleep 61.125");
    let _ = replayed_without_namespaces(&scene, "python3 tests/daemon.py 61.25");
    check_gone("sleep 61.25");
}

#[test]
fn killing_charter_ends_what_it_runs() {
    let scene = scene();
    let script = "test -z \"$CHARTER_REPLAY\" || { echo a > made; sleep 62.5; }";
    write_check(&scene.repo, "tests/t.sh", 1, script);
    prove(&scene, "VAL-A", &["sh", "tests/t.sh"]);
    let mut running = scene.charter(&["verify", "--replay"]).spawn();
    while !scene.repo.path("made").exists() {
        std::thread::yield_now();
    }
    running.child().kill().unwrap();
    let _ = running.wait();
    check_gone("sleep 62.5");
}

#[test]
fn the_terminal_is_out_of_reach() {
    let scene = scene();
    let script = "test -z \"$CHARTER_REPLAY\" || { (echo typed > /dev/tty) 2> /dev/null && echo has > made || echo none > made; }";
    write_check(&scene.repo, "tests/t.sh", 1, script);
    prove(&scene, "VAL-A", &["sh", "tests/t.sh"]);
    // With a terminal that controls it, as a shell has.
    let spawn = "import pty,sys; pty.spawn(sys.argv[1:])";
    let run = Command::new("python3")
        .args(["-c", spawn, crate::scene::BIN, "verify", "--replay"])
        .current_dir(scene.repo.path(""))
        .env("HOME", scene.repo.home())
        .env("CHARTER_ACTOR", "person:Ada")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let screen = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(screen.contains("1 the same"), "{screen}");
    assert_eq!(scene.repo.read("made"), "none\n", "{screen}");
    assert!(!screen.contains("typed"), "{screen}");
}

/// Runs a command under a keeper with small limits, as charter does with large ones.
fn kept(scene: &Scene, limits: [u64; 3], command: &[&str]) -> (Option<i32>, String) {
    let (mut own, other) = UnixStream::pair().unwrap();
    let project = scene.repo.path("").display().to_string();
    let limits = limits.map(|it| it.to_string());
    let [memory, processes, disk] = &limits;
    let mut args = vec!["loopback", "--walls", "none", "--dir", &project, "--writable", &project];
    args.extend(["--memory", memory, "--processes", processes, "--disk", disk, "--"]);
    args.extend(command);
    let mut child = Command::new(crate::scene::BIN)
        .args(args)
        .stdin(Stdio::from(std::os::fd::OwnedFd::from(other)))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let status = child.wait().unwrap();
    let mut said = String::new();
    own.read_to_string(&mut said).unwrap();
    (status.code(), said)
}

const MB: u64 = 1 << 20;

/// No limit that a test could reach.
const PLENTY: u64 = 1 << 50;

#[test]
fn what_takes_too_much_memory_is_stopped() {
    let scene = scene();
    let hog = "import os,time\nfor i in range(4): os.fork() or time.sleep(0)\nx=b'x'*(40<<20)\ntime.sleep(63)\n";
    scene.repo.write("tests/hog.py", hog);
    let ended = kept(&scene, [200 * MB, PLENTY, PLENTY], &["python3", "tests/hog.py"]);
    assert_eq!(ended, (Some(137), "ready\nover memory\n".to_owned()));
    check_gone("python3 tests/hog.py");
    let ended = kept(&scene, [PLENTY, PLENTY, PLENTY], &["python3", "-c", "x=b'x'*(40<<20)"]);
    assert_eq!(ended, (Some(0), "ready\n".to_owned()));
}

#[test]
fn what_starts_too_many_processes_is_stopped() {
    let scene = scene();
    // It doubles nine times, so that it is small where nothing holds it.
    let bomb = "import os,time\nfor _ in range(9): os.fork()\ntime.sleep(64)\n";
    scene.repo.write("tests/bomb.py", bomb);
    let ended = kept(&scene, [PLENTY, 40, PLENTY], &["python3", "tests/bomb.py"]);
    assert_eq!(ended, (Some(137), "ready\nover processes\n".to_owned()));
    check_gone("python3 tests/bomb.py");
}

#[test]
fn a_replay_that_was_stopped_says_what_it_took() {
    let scene = scene();
    scene
        .repo
        .write("tests/bomb.py", "import os,time\nfor _ in range(12): os.fork()\ntime.sleep(65)\n");
    write_check(
        &scene.repo,
        "tests/t.sh",
        1,
        "test -z \"$CHARTER_REPLAY\" || python3 tests/bomb.py",
    );
    prove(&scene, "VAL-A", &["sh", "tests/t.sh"]);
    let value = replay(&scene, &[], 1);
    let row = &value["replay"]["rows"][0];
    let expected = serde_json::json!(["it started more than 2,048 processes and was stopped"]);
    assert_eq!((&row["result"], &row["reasons"]), (&"differs".into(), &expected), "{value:#}");
    check_gone("python3 tests/bomb.py");
}

#[test]
fn what_fills_the_disk_is_stopped() {
    let scene = scene();
    let filler = "i=0; while :; do head -c 4000000 /dev/zero > fill.$i; i=$((i+1)); done";
    scene.repo.write("fill.sh", filler);
    let ended = kept(&scene, [PLENTY, PLENTY, 64 * MB], &["sh", "fill.sh"]);
    assert_eq!(ended, (Some(137), "ready\nover disk\n".to_owned()));
    let one = "head -c 9000000 /dev/zero > one; exit 7";
    let _ = kept(&scene, [PLENTY, PLENTY, 8 * MB], &["sh", "-c", one]);
    assert!(fs::metadata(scene.repo.path("one")).unwrap().len() <= 8 * MB);
}

#[test]
fn a_file_that_no_disk_holds_is_refused_in_a_replay() {
    let scene = scene();
    let guard = replayed(&scene, "truncate -s 30G made 2>/dev/null; true");
    assert_eq!(fs::metadata(scene.repo.path("made")).map_or(0, |it| it.len()), 0, "{guard}");
}

#[test]
fn honest_tests_do_what_they_do() {
    let scene = scene();
    let python = "import multiprocessing as m, multiprocessing.shared_memory as s, os, pty, socket, subprocess, tempfile, threading\n\
        a=s.SharedMemory(create=True,size=1<<20); a.buf[0]=1; a.close(); a.unlink()\n\
        lock=m.Lock(); lock.acquire(); lock.release()\n\
        with m.Pool(4) as pool: assert sum(pool.map(abs, range(-100, 0)))==5050\n\
        fd, other = pty.openpty(); os.write(other, b'x'); assert os.read(fd, 1)==b'x'\n\
        with tempfile.NamedTemporaryFile() as f: f.write(b'x'*(1<<20)); os.chmod(f.name, 0o600); os.utime(f.name)\n\
        d=tempfile.mkdtemp(); u=socket.socket(socket.AF_UNIX); u.bind(d+'/s'); u.listen(); socket.socket(socket.AF_UNIX).connect(d+'/s')\n\
        t=socket.create_server(('127.0.0.1',0)); socket.create_connection(t.getsockname())\n\
        assert subprocess.run(['bash','-c','cat <(echo a); echo b > /dev/stderr'],capture_output=True).stdout==b'a\\n'\n\
        n=[threading.Thread(target=lambda: None) for _ in range(50)]; [it.start() for it in n]; [it.join() for it in n]\n\
        open('new','w').write('x'); os.chmod('new', 0o755); os.utime('new'); os.makedirs('target/debug', exist_ok=True)\n\
        os.rename('new','target/debug/new'); os.symlink('/etc/passwd','target/link'); os.unlink('target/link')\n\
        assert os.path.expanduser('~')==os.environ['HOME']; open(os.path.expanduser('~/.cache-x'),'w').write('x')\n\
        assert len(os.listdir(os.environ['TMPDIR'])) >= 1 and os.getcwd()==os.environ.get('PWD', os.getcwd())\n\
        open('/dev/null','w').write('x'); assert len(open('/dev/urandom','rb').read(8))==8\n\
        assert open('/proc/self/status').read() and os.path.exists('/etc/passwd')\n";
    scene.repo.write("tests/honest.py", python);
    let script = "python3 tests/honest.py > made 2>&1 || exit 9; git log --oneline >> made && git status >> made || exit 8";
    let guard = replayed(&scene, script);
    assert!(scene.repo.read("made").contains("base"), "{guard}: {}", scene.repo.read("made"));
}

#[test]
fn a_worktree_that_lies_elsewhere_has_its_history() {
    let scene = scene();
    write_check(&scene.repo, "tests/t.sh", 1, "git log --oneline || exit 3");
    prove(&scene, "VAL-A", &["sh", "tests/t.sh"]);
    let _ = scene.repo.git(&["add", "--force", "."]);
    let _ = scene.repo.git(&["commit", "-qm", "all"]);
    let side = scene.repo.home().join("side");
    let _ = scene.repo.git(&["worktree", "add", "-q", &side.display().to_string()]);
    let args = ["verify", "--replay", "--yes", "--json"];
    let value = scene.charter(&args).dir(&side.display().to_string()).run().success().json();
    assert_eq!(value["replay"]["same"], 1, "{value:#}");
}
