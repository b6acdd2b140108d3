//! Who signs, and who is known: the user's SSH key and the project's list of people.
//!
//! Owns `.charter/people`, a file in OpenSSH's allowed-signers format. Only a person adds to it. Must not
//! know what is signed.

use crate::app::{App, Caller, PeopleSource};
use crate::error::{Error, unread};
use charter_contract::{CharterAct, ContractRefusal};
use charter_kernel::Actor;
use charter_proof::ssh::{self, KeySource, SigningKey, SshFailure, SshSetup};
use charter_review::ReviewRefusal;
use serde::Serialize;
use std::borrow::Cow;
use std::io;
use std::path::PathBuf;

/// The list of people of a project.
const PEOPLE_FILE: &str = "people";

/// What stands at the top of a list that charter begins.
const PEOPLE_HEAD: &str = "# Who may act as a person in this project: NAME options KEY (ssh-keygen(1), ALLOWED SIGNERS)\n";

/// What stands for a name where nobody said one.
const NAME_UNKNOWN: &str = "NAME";

/// What is asked about the key.
#[derive(Debug, Clone, Copy)]
pub struct KeyAsk<'a> {
    /// The name it is listed under; with none it is the person's, or git's.
    pub name: Option<&'a str>,
    pub task: KeyTask,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyTask {
    /// Say which key signs.
    Show,
    /// List it for the project.
    Add,
}

/// The key that signs, and whether the project knows it.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct KeyReport {
    /// Always true: anything else is an error.
    pub ok: bool,
    /// The public half: `ssh-ed25519 AAAA…`.
    pub public_key: String,
    /// What people know it by: `SHA256:…`.
    pub fingerprint: String,
    /// Why it is this one: `named`, `git` or `agent`.
    pub source: &'static str,
    /// The line that lists it.
    pub line: String,
    /// The list of people, as the caller would type it.
    pub people: String,
    /// The name that it is listed under; absent where it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listed_as: Option<String>,
    /// Whether it was added just now.
    pub added: bool,
}

impl App {
    /// Says which key signs, or lists it for the project.
    pub fn key(&self, caller: &Caller, ask: KeyAsk<'_>) -> Result<KeyReport, Error> {
        if ask.task == KeyTask::Add {
            let command = || "charter key --add".to_owned();
            CharterAct::ListPeople.check(&caller.actor, self.config.rigor(), command)?;
        }
        let key = self.signing_key()?;
        let people = self.people()?.unwrap_or_default();
        let name = self.name_of(caller, ask.name);
        let line = people_line(&name, &key)?;
        let listed_as = find_listed(&people, &key.public);
        let added = ask.task == KeyTask::Add && listed_as.is_none();
        if added {
            self.add_person(&people, &line)?;
        }
        Ok(KeyReport {
            ok: true,
            source: match key.source {
                KeySource::Named => "named",
                KeySource::Git => "git",
                KeySource::Agent => "agent",
            },
            public_key: key.public,
            fingerprint: key.fingerprint,
            line,
            people: self.shown_path(&self.people_path()),
            listed_as: if added { Some(name) } else { listed_as },
            added,
        })
    }

    /// Finds the key that signs: the one that is named, else the user's own.
    pub(crate) fn signing_key(&self) -> Result<SigningKey, SshFailure> {
        let is_fingerprint =
            |it: &PathBuf| it.to_str().is_some_and(|it| it.starts_with(ssh::FINGERPRINT));
        let place = |it: &PathBuf| if is_fingerprint(it) { it.clone() } else { self.cwd.join(it) };
        let named = self.key.as_ref().map(place);
        let of_git = || ssh::user_signing_key(&self.place.project);
        let of_git = if named.is_none() { of_git() } else { None };
        ssh::find_key(&self.ssh_setup(), named.as_deref(), of_git.as_deref())
    }

    /// Does so, and wants the key to be listed for whoever signs.
    pub(crate) fn listed_key(&self, actor: &Actor) -> Result<SigningKey, Error> {
        let key = self.signing_key()?;
        let people = self.people()?.unwrap_or_default();
        let listed = find_listed(&people, &key.public);
        if find_listed(&people_for(actor, &people), &key.public).is_some() {
            return Ok(key);
        }
        if let Some(name) = listed {
            let (key, actor) = (key.fingerprint, actor.to_string());
            return Err(ContractRefusal::KeyOfAnother { key, name, actor }.into());
        }
        let people = self.shown_path(&self.people_path());
        Err(Error::KeyNotListed { key: key.fingerprint, people })
    }

    /// Gives what ssh-keygen is run with.
    pub(crate) fn ssh_setup(&self) -> SshSetup {
        SshSetup { vars: self.vars.clone(), temp_dir: self.temp.clone() }
    }

    /// Gives the list of people that counts, if there is one.
    pub(crate) fn people(&self) -> Result<Option<String>, Error> {
        if let PeopleSource::Branch(people) = &self.people {
            return Ok(people.clone());
        }
        let path = self.people_path();
        match self.store.read_file(&path) {
            Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
            Err(err)
                if matches!(err.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) =>
            {
                Ok(None)
            }
            Err(source) => Err(unread(&path)(source).into()),
        }
    }

    pub(crate) fn people_path(&self) -> PathBuf {
        self.store.layout().root().join(PEOPLE_FILE)
    }

    fn add_person(&self, people: &str, line: &str) -> Result<(), Error> {
        let mut text = if people.is_empty() { PEOPLE_HEAD } else { people }.to_owned();
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(line);
        text.push('\n');
        Ok(self.store.replace_beside(&self.people_path(), text.as_bytes())?)
    }

    fn name_of(&self, caller: &Caller, named: Option<&str>) -> String {
        match (named, &caller.actor) {
            (Some(name), _) => name.to_owned(),
            (None, Actor::Person(name)) => name.clone(),
            (None, Actor::Agent(_) | Actor::Unknown) => {
                let email = charter_proof::user_email(&self.place.project);
                email.unwrap_or_else(|| NAME_UNKNOWN.to_owned())
            }
        }
    }
}

/// Renders the line that lists a key.
fn people_line(name: &str, key: &SigningKey) -> Result<String, Error> {
    let is_odd = |it: char| it.is_control() || matches!(it, '"' | ',' | '*' | '?' | '!' | '#');
    if name.trim().is_empty() || name.contains(is_odd) {
        return Err(ReviewRefusal::PersonUnusable(name.to_owned()).into());
    }
    let quote = if name.contains(char::is_whitespace) { "\"" } else { "" };
    Ok(format!("{quote}{name}{quote} namespaces=\"{}\" {}", ssh::NAMESPACE, key.public))
}

/// Gives the part of a list by which somebody signs: a name that is listed belongs to its keys; who has another
/// name there is known by the key alone.
pub(crate) fn people_for<'a>(actor: &Actor, people: &'a str) -> Cow<'a, str> {
    let Actor::Person(name) = actor else { return Cow::Borrowed(people) };
    let own: Vec<&str> = people.lines().filter(|it| is_line_of(it, name)).collect();
    if own.is_empty() { Cow::Borrowed(people) } else { Cow::Owned(own.join("\n") + "\n") }
}

/// Tells whether a line of a list is about a name.
fn is_line_of(line: &str, name: &str) -> bool {
    let line = line.trim();
    let quoted = line.strip_prefix('"').and_then(|it| it.split_once('"')).map(|(names, _)| names);
    let names = quoted.or_else(|| line.split_whitespace().next()).unwrap_or_default();
    !line.starts_with('#') && names.split(',').any(|it| it == name)
}

/// Finds the name that a list gives to a key for charter. Whether the line holds is not asked.
fn find_listed(people: &str, public: &str) -> Option<String> {
    let blob = public.split_whitespace().nth(1)?;
    let is_for_charter = |line: &&str| {
        let namespaces = line.split_once("namespaces=\"").and_then(|(_, it)| it.split_once('"'));
        namespaces.is_none_or(|(it, _)| it.split(',').any(|it| it == ssh::NAMESPACE))
    };
    let lines = people.lines().map(str::trim).filter(|it| !it.starts_with('#'));
    let mut listed = lines.filter(|it| it.split_whitespace().any(|word| word == blob));
    let line = listed.find(is_for_charter)?;
    let quoted = line.strip_prefix('"').and_then(|it| it.split_once('"'));
    let name = quoted.map(|(name, _)| name).or_else(|| line.split_whitespace().next())?;
    Some(name.to_owned())
}

impl From<SshFailure> for Error {
    fn from(failure: SshFailure) -> Self {
        let refusal = match failure {
            SshFailure::NoKey => ReviewRefusal::KeyMissing,
            SshFailure::SeveralKeys(keys) => ReviewRefusal::SeveralKeys(keys),
            SshFailure::Unreadable { path, reason } => ReviewRefusal::KeyUnusable { path, reason },
            SshFailure::PassphraseWanted(path) => ReviewRefusal::KeyLocked(path),
            SshFailure::NotInAgent(_)
            | SshFailure::NotInstalled(_)
            | SshFailure::SignFailed { .. }
            | SshFailure::CheckFailed { .. }
            | SshFailure::TimedOut(_)
            | SshFailure::Temporary(_) => ReviewRefusal::SigningFailed(failure.to_string()),
        };
        refusal.into()
    }
}
