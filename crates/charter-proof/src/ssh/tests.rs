//! Signatures with real keys, in files and in an agent.

use super::*;
use charter_kernel::Timestamp;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// A home with nothing in it yet, and what programs see of it.
struct Home {
    dir: TempDir,
    setup: SshSetup,
}

/// An ssh-agent that ends with the test.
struct Agent(Child);

impl Drop for Agent {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

impl Home {
    #[expect(clippy::disallowed_methods, reason = "it says where ssh-keygen is")]
    fn new() -> Self {
        let dir = TempDir::new().unwrap();
        let temp_dir = dir.path().join("tmp");
        std::fs::create_dir(&temp_dir).unwrap();
        let mut vars: BTreeMap<OsString, OsString> = BTreeMap::new();
        vars.insert("PATH".into(), std::env::var_os("PATH").unwrap());
        vars.insert("HOME".into(), dir.path().into());
        Self { setup: SshSetup { vars, temp_dir }, dir }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Makes a key without a passphrase and gives the file of its private half.
    fn make_key(&self, name: &str, kind: &str) -> PathBuf {
        let path = self.path(name);
        let args = ["-q", "-N", "", "-C", name, "-t", kind, "-f"];
        let status = Command::new("ssh-keygen").args(args).arg(&path).status();
        assert!(status.unwrap().success());
        path
    }

    fn key(&self, name: &str) -> SigningKey {
        find_key(&self.setup, Some(&self.make_key(name, "ed25519")), None).unwrap()
    }

    /// Starts an agent that everything here knows from now on.
    fn start_agent(&mut self) -> Agent {
        let socket = self.path("agent");
        let mut command = Command::new("ssh-agent");
        command.arg("-D").arg("-a").arg(&socket).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // It says where it listens once it does.
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.contains("SSH_AUTH_SOCK"), "{line}");
        self.setup.vars.insert("SSH_AUTH_SOCK".into(), socket.into());
        Agent(child)
    }

    fn load(&self, key: &Path) {
        let mut command = Command::new("ssh-add");
        command.arg("-q").arg(key).envs(&self.setup.vars);
        assert!(command.status().unwrap().success());
    }

    fn verify(&self, people: &str, signature: &str, bytes: &[u8]) -> SignedBy {
        verify(&self.setup, people, None, signature, bytes)
    }

    fn sign(&self, key: &SigningKey) -> String {
        sign(&self.setup, key, BYTES).unwrap()
    }
}

const BYTES: &[u8] = b"what was agreed\n";

fn listed(options: &str, key: &SigningKey) -> String {
    format!("# people\nada@example.org {options} {} ada's laptop\n", key.public)
}

fn ada() -> SignedBy {
    SignedBy::Person("ada@example.org".to_owned())
}

fn unlisted(key: &SigningKey) -> SignedBy {
    SignedBy::Unlisted { fingerprint: key.fingerprint.clone() }
}

#[test]
fn a_person_in_the_list_is_recognised_and_nothing_stays_behind() {
    let home = Home::new();
    let key = home.key("id");
    let signature = home.sign(&key);
    let people = listed("namespaces=\"charter\"", &key);
    assert_eq!(home.verify(&people, &signature, BYTES), ada());
    assert_eq!(home.verify(&listed("", &key), &signature, BYTES), ada());
    assert_eq!(home.verify(&people, &signature, b"what was not\n"), SignedBy::Invalid);
    assert_eq!(home.verify(&people, "no signature", BYTES), SignedBy::Invalid);
    assert_eq!(std::fs::read_dir(&home.setup.temp_dir).unwrap().count(), 0);
}

#[test]
fn a_name_with_blanks_and_a_second_name_are_names() {
    let home = Home::new();
    let key = home.key("id");
    let signature = home.sign(&key);
    let people = format!("\"Ada Lovelace\" namespaces=\"charter\" {}\n", key.public);
    let expected = SignedBy::Person("Ada Lovelace".to_owned());
    assert_eq!(home.verify(&people, &signature, BYTES), expected);
    let people = format!("!eve,ada@example.org,ada {}\n", key.public);
    assert_eq!(home.verify(&people, &signature, BYTES), ada());
}

#[test]
fn a_key_that_is_not_in_the_list_is_told_by_its_fingerprint() {
    let home = Home::new();
    let (key, other) = (home.key("id"), home.key("other"));
    let signature = home.sign(&key);
    let people = listed("namespaces=\"charter\"", &other);
    for people in [&people, "", &format!("# ada {}\n", key.public)] {
        assert_eq!(home.verify(people, &signature, BYTES), unlisted(&key), "{people}");
    }
    let shown = Command::new("ssh-keygen").arg("-lf").arg(home.path("id")).output().unwrap();
    assert!(String::from_utf8(shown.stdout).unwrap().contains(&key.fingerprint));
}

#[test]
fn a_line_counts_for_its_namespaces_only_and_a_second_line_may_say_more() {
    let home = Home::new();
    let key = home.key("id");
    let signature = home.sign(&key);
    let git_only = listed("namespaces=\"git,file\"", &key);
    assert_eq!(home.verify(&git_only, &signature, BYTES), unlisted(&key));
    let both = git_only + &format!("grace namespaces=\"charter\" {}\n", key.public);
    let grace = SignedBy::Person("grace".to_owned());
    assert_eq!(home.verify(&both, &signature, BYTES), grace);
}

#[test]
fn a_signature_for_something_else_is_none() {
    let home = Home::new();
    let key = home.key("id");
    let message = home.path("message");
    std::fs::write(&message, BYTES).unwrap();
    let args = ["-q", "-Y", "sign", "-n", "git", "-f"];
    let mut command = Command::new("ssh-keygen");
    command.args(args).arg(home.path("id")).arg(&message);
    assert!(command.status().unwrap().success());
    let signature = std::fs::read_to_string(home.path("message.sig")).unwrap();
    assert_eq!(home.verify(&listed("", &key), &signature, BYTES), SignedBy::Invalid);
}

#[test]
fn a_key_counts_in_its_time_only() {
    let home = Home::new();
    let key = home.key("id");
    let signature = home.sign(&key);
    let people = listed("valid-after=\"20260101\",valid-before=\"20261116091204\"", &key);
    let at = |text: &str| {
        let time = Timestamp::parse(text).unwrap();
        verify(&home.setup, &people, Some(time), &signature, BYTES)
    };
    assert_eq!(at("2026-11-16T09:12:03Z"), ada());
    assert_eq!(at("2026-11-16T09:12:05Z"), unlisted(&key));
    assert_eq!(at("2025-12-31T23:59:59Z"), unlisted(&key));
    let expired = listed("valid-before=\"20200101\"", &key);
    assert_eq!(home.verify(&expired, &signature, BYTES), unlisted(&key));
}

#[test]
fn an_authority_vouches_for_nobody() {
    let home = Home::new();
    let (authority, key) = (home.key("authority"), home.key("id"));
    let people = listed("cert-authority", &authority);
    let by_authority = home.sign(&authority);
    assert_eq!(home.verify(&people, &by_authority, BYTES), unlisted(&authority));
    let mut command = Command::new("ssh-keygen");
    command.arg("-q").arg("-s").arg(home.path("authority"));
    command.args(["-I", "ada", "-n", "ada@example.org"]).arg(home.path("id.pub"));
    assert!(command.status().unwrap().success());
    // It signs with the certificate, where it is named.
    let message = home.path("message");
    std::fs::write(&message, BYTES).unwrap();
    std::fs::copy(home.path("id"), home.path("id-cert")).unwrap();
    let mut command = Command::new("ssh-keygen");
    command.args(["-q", "-Y", "sign", "-n", NAMESPACE, "-f"]).arg(home.path("id-cert.pub"));
    assert!(command.arg(&message).status().unwrap().success());
    let signature = std::fs::read_to_string(home.path("message.sig")).unwrap();
    let found = home.verify(&people, &signature, BYTES);
    assert!(matches!(found, SignedBy::Invalid | SignedBy::Unlisted { .. }), "{found:?}");
    assert_eq!(home.verify(&people, &home.sign(&key), BYTES), unlisted(&key));
}

#[test]
fn either_half_of_a_key_can_be_named_in_every_way() {
    let home = Home::new();
    let path = home.make_key("id", "ed25519");
    let public = home.path("id.pub");
    let by_private = find_key(&home.setup, Some(&path), Some("/nowhere")).unwrap();
    let by_public = find_key(&home.setup, Some(&public), None).unwrap();
    assert_eq!(by_private.public, by_public.public);
    assert_eq!(by_private.source, KeySource::Named);
    for key in [&by_private, &by_public] {
        assert_eq!(home.verify(&listed("", key), &home.sign(key), BYTES), ada());
    }
    for value in ["~/id.pub", "~/id", public.to_str().unwrap()] {
        let key = find_key(&home.setup, None, Some(value)).unwrap();
        assert_eq!((key.source, &key.public), (KeySource::Git, &by_public.public), "{value}");
    }
    // The public half is in the private file too.
    std::fs::remove_file(&public).unwrap();
    assert_eq!(find_key(&home.setup, Some(&path), None).unwrap(), by_private);
    home.sign(&by_private);
}

#[test]
fn other_kinds_of_keys_sign_too() {
    let home = Home::new();
    for kind in ["ecdsa", "rsa"] {
        let path = home.make_key(kind, kind);
        let key = find_key(&home.setup, Some(&path), None).unwrap();
        assert_eq!(home.verify(&listed("", &key), &home.sign(&key), BYTES), ada(), "{kind}");
    }
}

#[test]
fn the_only_key_of_an_agent_signs_and_several_are_named() {
    let mut home = Home::new();
    assert_eq!(find_key(&home.setup, None, None), Err(SshFailure::NoKey), "without an agent");
    let _agent = home.start_agent();
    assert_eq!(find_key(&home.setup, None, None), Err(SshFailure::NoKey), "with an empty one");
    let first = home.make_key("first", "ed25519");
    home.load(&first);
    let public = std::fs::read_to_string(home.path("first.pub")).unwrap();
    // Only the agent has it now.
    std::fs::remove_file(first).unwrap();
    std::fs::remove_file(home.path("first.pub")).unwrap();
    let key = find_key(&home.setup, None, None).unwrap();
    assert_eq!(key.source, KeySource::Agent);
    assert_eq!(home.verify(&listed("", &key), &home.sign(&key), BYTES), ada());
    for value in [public.trim().to_owned(), format!("key::{}", key.public)] {
        let by_git = find_key(&home.setup, None, Some(&value)).unwrap();
        assert_eq!((by_git.source, &by_git.public), (KeySource::Git, &key.public));
        home.sign(&by_git);
    }
    home.load(&home.make_key("second", "ed25519"));
    let Err(SshFailure::SeveralKeys(keys)) = find_key(&home.setup, None, None) else { panic!() };
    assert_eq!(keys.len(), 2);
    assert_eq!(keys[0], format!("{} first", key.fingerprint));
    assert!(keys[1].ends_with(" second"), "{keys:?}");
}

#[test]
fn what_is_no_key_is_told() {
    let home = Home::new();
    let text = home.path("text");
    std::fs::write(&text, "hello\n").unwrap();
    let old = home.path("old");
    std::fs::write(&old, "-----BEGIN RSA PRIVATE KEY-----\nx\n").unwrap();
    let reason = |path: &Path| match find_key(&home.setup, Some(path), None) {
        Err(SshFailure::Unreadable { reason, .. }) => reason,
        other => panic!("{other:?}"),
    };
    assert_eq!(reason(&text), "not an SSH key");
    assert_eq!(reason(&home.path("missing")), "no such file");
    assert_eq!(reason(home.dir.path()), "not a file");
    assert!(reason(&old).contains("ssh-keygen -y"), "{}", reason(&old));
    let relative = find_key(&home.setup, None, Some("id.pub"));
    assert!(relative.unwrap_err().to_string().contains("full path"));
    let nobody_s = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA";
    assert_eq!(read_public("ssh-rsa AAAAC3NzaC1lZDI1NTE5AAAA"), None, "not what it says");
    assert_eq!(read_public(nobody_s).as_deref(), Some(nobody_s));
}

#[test]
fn a_key_that_cannot_sign_says_why() {
    let home = Home::new();
    let path = home.make_key("id", "ed25519");
    let public = home.path("id.pub");
    std::fs::remove_file(&path).unwrap();
    let key = find_key(&home.setup, Some(&public), None).unwrap();
    let Err(SshFailure::SignFailed { reason }) = sign(&home.setup, &key, BYTES) else { panic!() };
    assert!(!reason.is_empty());
}

#[test]
fn without_ssh_keygen_nothing_is_right() {
    let mut home = Home::new();
    let key = home.key("id");
    let signature = home.sign(&key);
    home.setup.vars.insert("PATH".into(), home.path("tmp").into());
    let not_installed = SshFailure::NotInstalled("ssh-keygen".to_owned());
    assert_eq!(sign(&home.setup, &key, BYTES), Err(not_installed.clone()));
    let words = not_installed.to_string();
    let found = home.verify(&listed("", &key), &signature, BYTES);
    assert_eq!(found, SignedBy::NotChecked(words));
}

#[test]
fn what_is_too_long_is_not_checked() {
    let home = Home::new();
    let long = "#".repeat(PEOPLE_BYTES_MAX + 1);
    assert!(matches!(home.verify(&long, "", BYTES), SignedBy::NotChecked(_)));
    assert!(matches!(home.verify("", &long, BYTES), SignedBy::NotChecked(_)));
}
