//! What is hidden and what is let in, on homes that are made up.

use super::*;
use std::fs;
use tempfile::TempDir;

struct Machine {
    temp: TempDir,
    vars: BTreeMap<OsString, OsString>,
}

impl Machine {
    fn new(files: &[&str]) -> Self {
        let temp = TempDir::new().unwrap();
        for file in files.iter().chain(&["home/work/project/src/a"]) {
            let path = temp.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let mut machine = Self { temp, vars: BTreeMap::new() };
        machine.set("HOME", "home");
        machine
    }

    fn path(&self, below: &str) -> PathBuf {
        self.temp.path().canonicalize().unwrap().join(below)
    }

    fn set(&mut self, name: &str, below: &str) {
        self.vars.insert(name.into(), self.path(below).into());
    }

    fn view(&self, project: &str) -> View {
        View::new(&self.vars, &self.path(project))
    }

    /// Lists what is let in from the made-up home.
    fn seen(&self) -> Vec<String> {
        let view = self.view("home/work/project");
        let below = |it: &PathBuf| Some(it.strip_prefix(self.path("")).ok()?.display().to_string());
        view.seen.iter().filter_map(below).collect()
    }
}

#[test]
fn tools_are_let_in_and_keys_are_not() {
    let files = [
        "home/.ssh/id",
        "home/.cargo/bin/cargo",
        "home/.cargo/credentials.toml",
        "home/.cargo/config.toml",
        "home/.rustup/settings.toml",
        "home/.local/bin/tool",
        "home/.local/share/keyrings/login",
        "home/.config/app/token",
        "home/.gem/credentials",
    ];
    let machine = Machine::new(&files);
    let expected =
        ["home/.cargo/bin", "home/.cargo/config.toml", "home/.local/bin", "home/.rustup"];
    assert_eq!(machine.seen(), expected);
    assert!(machine.view("home/work/project").hides_home);
    fs::write(machine.path("home/.cargo/config.toml"), "[registry]\ntoken = \"x\"\n").unwrap();
    assert!(!machine.seen().contains(&"home/.cargo/config.toml".to_owned()));
}

#[test]
fn no_variable_opens_a_home_or_what_is_private_in_it() {
    let files = [
        "home/.ssh/id",
        "home/.config/a/bin/b",
        "home/.aws/x",
        "home/.local/share/k",
        "home/.dotnet/corefx/k",
    ];
    for (name, to) in [
        ("VIRTUAL_ENV", "home"),
        ("VIRTUAL_ENV", ""),
        ("JAVA_HOME", "home/.ssh"),
        ("CARGO_HOME", "home/.aws"),
        ("PATH", "home"),
        ("PATH", "home/.config/a/bin"),
        ("PYTHONUSERBASE", "home/.local"),
        ("GEM_HOME", "home/.local/share"),
        ("RUSTUP_HOME", "home/work/../.ssh"),
        ("DOTNET_ROOT", "home/.dotnet"),
    ] {
        let mut machine = Machine::new(&files);
        machine.set(name, to);
        assert_eq!(machine.seen(), [""; 0], "{name}={to}");
    }
}

#[test]
fn what_a_program_on_the_path_needs_comes_with_it() {
    let files = [
        "home/node/bin/node",
        "home/node/lib/a",
        "home/node/secret",
        "home/versions/v2/bin/x",
        "home/scripts/run",
    ];
    let mut machine = Machine::new(&files);
    std::os::unix::fs::symlink("versions/v2", machine.path("home/current")).unwrap();
    let dirs = ["home/node/bin", "home/current/bin", "home/scripts", "home/nowhere/bin"];
    let dirs = dirs.map(|it| machine.path(it).display().to_string());
    machine.vars.insert("PATH".into(), dirs.join(":").into());
    let expected = [
        "home/current/bin",
        "home/node/bin",
        "home/node/lib",
        "home/scripts",
        "home/versions/v2/bin",
    ];
    assert_eq!(machine.seen(), expected);
}

#[test]
fn a_home_that_is_the_project_has_its_keys_masked() {
    let machine = Machine::new(&["home/.ssh/id", "home/.netrc", "home/.cargo/credentials.toml"]);
    let view = machine.view("home");
    assert!(!view.hides_home);
    for file in [".ssh", ".netrc", ".cargo/credentials.toml"] {
        assert!(view.masked.contains(&machine.path("home").join(file)), "{file}: {view:?}");
    }
}

#[test]
fn keys_beside_what_is_let_in_are_masked() {
    let mut machine =
        Machine::new(&["home/tools/cargo/credentials.toml", "home/tools/cargo/bin/a"]);
    machine.set("CARGO_HOME", "home/tools/cargo");
    assert_eq!(machine.seen(), ["home/tools/cargo"]);
    let masked = machine.view("home/work/project").masked;
    assert!(masked.contains(&machine.path("home/tools/cargo/credentials.toml")), "{masked:?}");
}

#[test]
fn git_is_followed_only_to_what_names_it_back() {
    let machine = Machine::new(&[
        "home/main/.git/HEAD",
        "home/main/.git/worktrees/side/HEAD",
        "home/main/.git/config",
        "home/other/.git/HEAD",
    ]);
    let file = machine.path("home/work/project/.git");
    let side = machine.path("home/main/.git/worktrees/side");
    fs::write(&file, format!("gitdir: {}\n", side.display())).unwrap();
    fs::write(side.join("commondir"), "../..\n").unwrap();
    assert_eq!(machine.seen(), [""; 0], "it does not name it back");
    fs::write(side.join("gitdir"), format!("{}\n", file.display())).unwrap();
    assert_eq!(machine.seen(), ["home/main/.git"]);
    for to in ["home/other/.git", "home/main/.git", "home/other", "home/.ssh"] {
        fs::write(&file, format!("gitdir: {}\n", machine.path(to).display())).unwrap();
        assert_eq!(machine.seen(), [""; 0], "{to}");
    }
}
