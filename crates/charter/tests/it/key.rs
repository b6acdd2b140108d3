//! `charter key`: which SSH key signs, and who is in the project's list of people.

use crate::scene::{refused, repo};
use charter_testkit::Repo;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::{fs, path::Path};

const PEOPLE: &str = ".charter/people";

/// Makes an SSH key in the user's home and gives the file of its private half.
#[track_caller]
pub(crate) fn make_key(repo: &Repo, name: &str) -> String {
    let path = repo.home().join(name);
    let mut command = Command::new("ssh-keygen");
    command.args(["-q", "-t", "ed25519", "-N", "", "-C", name, "-f"]).arg(&path);
    assert!(command.status().unwrap().success());
    path.display().to_string()
}

/// Gives the line that lists a key under a name.
#[track_caller]
pub(crate) fn people_line(name: &str, options: &str, key: &str) -> String {
    format!("{name} {options} {}\n", public(key))
}

/// Gives the public half of a key, without its comment.
#[track_caller]
fn public(key: &str) -> String {
    let text = fs::read_to_string(format!("{key}.pub")).unwrap();
    text.split_whitespace().take(2).collect::<Vec<_>>().join(" ")
}

/// Writes the user's git configuration, and names the file.
fn git_config(repo: &Repo, text: &str) -> String {
    let path = repo.home().join("gitconfig");
    fs::write(&path, text).unwrap();
    path.display().to_string()
}

/// An ssh-agent that ends with the test.
struct Agent(Child);

impl Agent {
    fn start(socket: &Path) -> Self {
        let mut command = Command::new("ssh-agent");
        let mut child =
            command.arg("-D").arg("-a").arg(socket).stdout(Stdio::piped()).spawn().unwrap();
        // It says where it listens once it does.
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        Self(child)
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

#[test]
fn without_a_key_it_is_said_how_to_get_one() {
    let repo = repo();
    let refusal = repo.charter(&["key", "--json"]).run().code(2).json();
    assert_eq!(refusal["code"], "key-missing");
    let actions = refusal["nextActions"].as_array().unwrap().iter();
    let commands: Vec<_> = actions.map(|it| it["command"].as_str().unwrap()).collect();
    assert_eq!(commands[0], "ssh-keygen -t ed25519");
    assert!(commands[1].contains("git config --global gpg.format ssh"), "{commands:?}");
    assert!(commands[1].contains("user.signingKey ~/.ssh/id_ed25519.pub"), "{commands:?}");
    assert_eq!(commands[2], "charter key --add");
    let help = repo.charter(&["key", "--help"]).run().success().stdout;
    for command in ["ssh-keygen -t ed25519\n", "gpg.format ssh\n", "charter key --add\n"] {
        assert!(help.contains(command), "{help}");
    }
    let output = refused(&repo, &["key", "--key", "nowhere"], 2, "key-unusable");
    assert!(format!("{output}").contains("nowhere` as an SSH key: no such file"), "{output}");
    assert_eq!(repo.tree(), "");
}

#[test]
fn a_key_that_is_named_is_shown_with_the_line_that_lists_it() {
    let repo = repo();
    let key = make_key(&repo, "id");
    let report = repo.charter(&["key", "--key", &key, "--json"]).run().success().json();
    let line = format!("Ada namespaces=\"charter\" {}", public(&key));
    assert_eq!(report["source"], "named");
    assert_eq!(report["publicKey"], public(&key));
    assert_eq!(report["line"], line);
    assert_eq!(report["added"], false);
    assert!(report["listedAs"].is_null());
    let by_public = format!("{key}.pub");
    let again = repo.charter(&["key", "--key", &by_public, "--json"]).run().success().json();
    assert_eq!(again, report);
    let text = repo.charter(&["key", "--key", &key]).run().success().stdout;
    let fingerprint = report["fingerprint"].as_str().unwrap();
    assert!(text.starts_with(&format!("{fingerprint}  named with --key\n")), "{text}");
    assert!(text.contains(&line), "{text}");
    let shown = Command::new("ssh-keygen").args(["-lf", &key]).output().unwrap();
    assert!(String::from_utf8(shown.stdout).unwrap().contains(fingerprint));
    assert_eq!(repo.tree(), "", "nothing was written");
}

#[test]
fn a_key_is_added_once_and_what_is_there_stays() {
    let repo = repo();
    let (key, other) = (make_key(&repo, "id"), make_key(&repo, "other"));
    let output = repo.charter(&["key", "--add", "--key", &key]).run().success().stdout;
    assert!(output.contains("added to .charter/people as Ada"), "{output}");
    let before = repo.read(PEOPLE);
    let line = format!("Ada namespaces=\"charter\" {}\n", public(&key));
    assert!(before.starts_with('#') && before.ends_with(&line), "{before}");
    assert_eq!(repo.charter(&["list"]).run().success().stderr, "", "it belongs there");
    let again = repo.charter(&["key", "--add", "Eve", "--key", &key, "--json"]).run().success();
    assert_eq!((&again.json()["added"], &again.json()["listedAs"]), (&false.into(), &"Ada".into()));
    assert_eq!(repo.read(PEOPLE), before, "an entry that is there changes nothing");
    // By hand, and without an end of line.
    repo.write(PEOPLE, "grace@example.org ssh-ed25519 AAAA");
    let _ = repo.charter(&["key", "--add", "Ada Lovelace", "--key", &other]).run().success();
    let added = format!("\"Ada Lovelace\" namespaces=\"charter\" {}", public(&other));
    assert_eq!(repo.read(PEOPLE), format!("grace@example.org ssh-ed25519 AAAA\n{added}\n"));
    // One that is there for something else only is added.
    repo.write(PEOPLE, people_line("ada", "namespaces=\"git\"", &key));
    let report = repo.charter(&["key", "--add", "--key", &key, "--json"]).run().success().json();
    assert_eq!((&report["added"], repo.read(PEOPLE).lines().count()), (&true.into(), 2));
    for name in ["a,b", "*", "a\"b", "!eve", " "] {
        let _ = refused(&repo, &["key", "--add", name, "--key", &key], 2, "person-unusable");
    }
}

#[test]
fn only_a_person_lists_a_key() {
    let repo = repo();
    let key = make_key(&repo, "id");
    for actor in ["agent:claude", "unknown"] {
        let args = ["key", "--add", "--key", &key, "--json"];
        let output = repo.charter(&args).env("CHARTER_ACTOR", actor).run();
        assert!(output.json()["ok"] == false, "{actor}");
    }
    let args = ["key", "--add", "--key", &key, "--json"];
    let refusal = repo.charter(&args).env("CHARTER_ACTOR", "agent:claude").run().code(1).json();
    assert_eq!(refusal["code"], "person-needed");
    let disguised = repo.charter(&args).env("CLAUDECODE", "1").run().code(2).json();
    assert_eq!(disguised["code"], "actor-disguised");
    assert!(!repo.path(PEOPLE).exists());
}

#[cfg(unix)]
#[test]
fn a_list_that_leads_out_of_the_project_is_not_followed() {
    let repo = repo();
    let key = make_key(&repo, "id");
    let outside = repo.home().join("outside");
    fs::write(&outside, "# mine\n").unwrap();
    fs::create_dir(repo.path(".charter")).unwrap();
    std::os::unix::fs::symlink(&outside, repo.path(PEOPLE)).unwrap();
    let output = repo.charter(&["key", "--add", "--key", &key, "--json"]).run();
    assert_eq!(output.json()["ok"], false, "{output:?}");
    assert_eq!(fs::read_to_string(&outside).unwrap(), "# mine\n");
}

#[test]
fn the_user_s_git_configuration_chooses_and_a_repository_s_does_not() {
    let repo = repo();
    let (key, trap) = (make_key(&repo, "id"), make_key(&repo, "trap"));
    repo.git(&["config", "user.signingKey", &trap]);
    repo.git(&["config", "gpg.format", "ssh"]);
    let _ = refused(&repo, &["key"], 2, "key-missing");
    let found = |config: &str| {
        let config = git_config(&repo, config);
        let output = repo.charter(&["key", "--json"]).env("GIT_CONFIG_GLOBAL", &config).run();
        let report = output.json();
        (report["source"].clone(), report["publicKey"].clone(), report["code"].clone())
    };
    for value in ["~/id.pub".to_owned(), key.clone(), format!("key::{}", public(&key))] {
        let (source, public_key, _) = found(&format!("[user]\n\tsigningKey = {value}\n"));
        assert_eq!((source, public_key), ("git".into(), public(&key).into()), "{value}");
    }
    let name_of_gpg = "[user]\n\tsigningKey = 0123456789ABCDEF\n";
    assert_eq!(found(name_of_gpg).2, "key-missing");
    let broken = format!("{name_of_gpg}[gpg]\n\tformat = ssh\n");
    assert_eq!(found(&broken).2, "key-unusable");
}

#[test]
fn the_only_key_of_an_ssh_agent_signs_and_several_are_listed() {
    let repo = repo();
    let (first, second) = (make_key(&repo, "first"), make_key(&repo, "second"));
    let socket = repo.home().join("agent");
    let _agent = Agent::start(&socket);
    let socket = socket.display().to_string();
    let load = |key: &str| {
        let mut command = Command::new("ssh-add");
        let status = command.args(["-q", key]).env("SSH_AUTH_SOCK", &socket).status();
        assert!(status.unwrap().success());
    };
    let run = |args: &[&str]| repo.charter(args).env("SSH_AUTH_SOCK", &socket).run();
    load(&first);
    let report = run(&["key", "--json"]).success().json();
    assert_eq!(
        (&report["source"], &report["publicKey"]),
        (&"agent".into(), &public(&first).into())
    );
    load(&second);
    let refusal = run(&["key", "--json"]).code(2).json();
    assert_eq!(refusal["code"], "several-keys");
    let message = refusal["message"].as_str().unwrap();
    assert!(message.contains(" first, SHA256:") && message.ends_with(" second"), "{message}");
    // What is offered works when it is copied, though the agent may hold keys that are in no file.
    let offered = refusal["nextActions"][1]["command"].as_str().unwrap().to_owned();
    let args: Vec<&str> = offered.split(' ').skip(1).chain(["--json"]).collect();
    assert!(args[2].starts_with("SHA256:"), "{offered}");
    let report = run(&args).success().json();
    assert_eq!(
        (&report["source"], &report["publicKey"]),
        (&"named".into(), &public(&second).into())
    );
    let _ = run(&["key", "--add", "--key", args[2]]).success();
    let refusal = run(&["key", "--key", "SHA256:nobody", "--json"]).code(1).json();
    assert!(refusal["message"].as_str().unwrap().contains("ssh-add -l"), "{refusal:#}");
}

#[test]
fn a_key_with_a_passphrase_says_where_it_can_be_typed() {
    let scene = crate::scene::Scene::with_criteria();
    let path = scene.repo.home().join("locked");
    let mut command = Command::new("ssh-keygen");
    command.args(["-q", "-t", "ed25519", "-N", "secret", "-f"]).arg(&path);
    assert!(command.status().unwrap().success());
    let key = path.display().to_string();
    for named in [key.clone(), format!("{key}.pub")] {
        let args = ["export", "--in-toto", "--key", &named, "--json"];
        let refusal = scene.charter(&args).run().code(1).json();
        assert_eq!(refusal["code"], "key-locked", "{refusal:#}");
        let words = format!("the key `{key}` wants its passphrase, and nobody can type it here");
        assert_eq!(refusal["message"], words);
        assert_eq!(refusal["nextActions"][0]["command"], format!("ssh-add {key}"));
    }
}
