//! What a replayed command gets to see of the user's machine.
//!
//! Owns the lists: homes and places of sockets are hidden; what tools need to run is let in from there,
//! to be read; what opens doors is in neither. Only what the user has set decides, never what comes
//! with a command. Must not know how anything is hidden.

use super::system;
use super::variable::CACHES;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

const HOMES: [&str; 3] = ["/home", "/root", "/var/home"];

/// Where programs put their sockets.
const SOCKETS: [&str; 2] = ["/run", "/var/run"];

/// Where everybody puts what is temporary; a command gets its own.
const TEMPORARY: [&str; 3] = ["/tmp", "/var/tmp", "/dev/shm"];

/// Without these nothing runs: a home that holds one of them cannot be hidden.
const SYSTEM: [&str; 8] = ["/usr", "/bin", "/lib", "/lib64", "/etc", "/dev", "/proc", "/opt"];

/// What below a home is let in, where there is such a thing. None of it holds keys or passwords.
const TOOLS: [&str; 80] = [
    ".rustup",
    ".cargo/bin",
    ".cargo/registry",
    ".cargo/git",
    ".cargo/env",
    "go/bin",
    "go/pkg/mod",
    "sdk",
    ".goenv",
    ".pyenv",
    ".local/bin",
    ".local/lib",
    ".local/share/uv/python",
    ".local/share/uv/tools",
    ".local/share/pipx",
    ".local/pipx",
    ".local/share/pypoetry/venv",
    ".local/share/virtualenvs",
    ".local/share/hatch/env",
    ".local/share/mise",
    ".local/share/fnm",
    ".local/share/pnpm",
    ".local/share/rtx",
    ".local/state/nix/profiles",
    ".cache/pypoetry/virtualenvs",
    ".cache/uv/archive-v0",
    ".cache/deno",
    ".cache/ms-playwright",
    ".cache/puppeteer",
    ".cache/Cypress",
    ".virtualenvs",
    ".poetry",
    ".rye/py",
    ".rye/self",
    ".rye/shims",
    ".rye/tools",
    ".rye/uv",
    "miniconda3",
    "anaconda3",
    "miniforge3",
    "mambaforge",
    ".rbenv",
    ".rvm",
    ".gem/ruby",
    ".gem/gems",
    ".gem/specifications",
    ".gem/extensions",
    ".gem/bin",
    ".nvm",
    ".fnm",
    ".nodenv",
    ".volta",
    ".bun/bin",
    ".bun/install",
    ".deno/bin",
    ".npm-global/bin",
    ".npm-global/lib",
    ".asdf",
    ".proto",
    ".sdkman/candidates",
    ".jdks",
    ".jenv",
    ".m2/repository",
    ".dotnet/dotnet",
    ".dotnet/host",
    ".dotnet/library-packs",
    ".dotnet/metadata",
    ".dotnet/packs",
    ".dotnet/sdk",
    ".dotnet/sdk-manifests",
    ".dotnet/shared",
    ".dotnet/templates",
    ".dotnet/tools",
    ".nuget/packages",
    ".elan",
    ".ghcup",
    ".opam",
    ".juliaup",
    ".nix-profile",
    ".linuxbrew",
];

/// What below a home is never let in, whatever variable leads there.
const PRIVATE: [&str; 35] = [
    ".ssh",
    ".aws",
    ".azure",
    ".config",
    ".docker",
    ".gnupg",
    ".kube",
    ".mozilla",
    ".thunderbird",
    ".password-store",
    ".pki",
    ".netrc",
    ".git-credentials",
    ".gitconfig",
    ".npmrc",
    ".pypirc",
    ".pgpass",
    ".my.cnf",
    ".bash_history",
    ".zsh_history",
    ".python_history",
    ".node_repl_history",
    ".local/share/keyrings",
    ".local/share/fish",
    ".psql_history",
    ".mysql_history",
    ".vault-token",
    ".terraform.d",
    ".subversion",
    ".rye/credentials",
    ".m2/settings.xml",
    ".gradle/gradle.properties",
    ".gem/credentials",
    ".cargo/credentials",
    ".cargo/credentials.toml",
];

/// What below a home holds both tools and keys: let in only by its parts.
const MIXED: [&str; 14] = [
    ".local",
    ".local/share",
    ".local/state",
    ".cache",
    ".cargo",
    ".gem",
    ".m2",
    ".gradle",
    ".npm",
    ".nuget",
    ".sdkman",
    ".dotnet",
    ".rye",
    ".npm-global",
];

/// What belongs to a program whose `bin` is on the search path.
const PREFIX_PARTS: [&str; 16] = [
    "bin",
    "sbin",
    "shims",
    "lib",
    "lib32",
    "lib64",
    "libexec",
    "share",
    "include",
    "conf",
    "jmods",
    "jre",
    "release",
    "pyvenv.cfg",
    "versions",
    "plugins",
];

/// Variables that name one program with all that belongs to it.
const PROGRAMS: [&str; 3] = ["VIRTUAL_ENV", "JAVA_HOME", "DOTNET_ROOT"];

/// Keys beside what is let in, wherever the tool keeps it.
const KEYS: [(&str, &str); 3] = [
    ("CARGO_HOME", "credentials.toml"),
    ("CARGO_HOME", "credentials"),
    ("GEM_HOME", "credentials"),
];

/// How much of a project is looked at for sockets.
const ENTRIES_MAX: usize = 100_000;

const SOCKETS_MAX: usize = 1024;

/// What of the machine a command sees.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct View {
    /// Homes, and where they usually are.
    pub(super) homes: Vec<PathBuf>,
    /// Other directories that are hidden.
    pub(super) hidden: Vec<PathBuf>,
    /// Directories that a command gets as its own, empty.
    pub(super) temporary: Vec<PathBuf>,
    /// What is let in from all of these, to be read.
    pub(super) seen: Vec<PathBuf>,
    /// Keys, and sockets that are elsewhere.
    pub(super) masked: Vec<PathBuf>,
    /// Whether the user's home is one of those that are hidden; a project may be a home.
    pub(super) hides_home: bool,
}

impl View {
    /// Looks at the machine as the user has set it up; `writable` is the project.
    pub(super) fn new(vars: &BTreeMap<OsString, OsString>, writable: &Path) -> Self {
        let own = own_homes(vars);
        let can_hide = |it: &PathBuf| {
            let holds_system = SYSTEM.iter().any(|dir| Path::new(dir).starts_with(it));
            !holds_system && !it.starts_with(writable)
        };
        let real = |names: &[&str]| -> Vec<PathBuf> {
            let found = names.iter().filter_map(|it| Path::new(it).canonicalize().ok());
            found.filter(|it| it.is_dir() && can_hide(it)).collect()
        };
        let mut homes = real(&HOMES);
        homes.extend(own.iter().filter(|it| can_hide(it)).cloned());
        homes.sort();
        homes.dedup();
        let hides_home = own.iter().all(can_hide);
        let (mut hidden, temporary) = (real(&SOCKETS), real(&TEMPORARY));
        hidden.dedup();
        let mut view = Self { homes, hidden, temporary, hides_home, ..Self::default() };
        view.seen = view.list_seen(vars, &own, writable);
        view.masked = view.list_masked(vars, &own, writable);
        view
    }

    fn hides(&self, path: &Path) -> bool {
        let all = self.homes.iter().chain(&self.hidden).chain(&self.temporary);
        all.clone().any(|it| path.starts_with(it))
    }

    /// Lists what tools need, in the order of their paths.
    fn list_seen(
        &self,
        vars: &BTreeMap<OsString, OsString>,
        own: &[PathBuf],
        writable: &Path,
    ) -> Vec<PathBuf> {
        let mut wanted: Vec<PathBuf> = vec!["/home/linuxbrew/.linuxbrew".into()];
        for home in own {
            wanted.extend(TOOLS.iter().map(|it| home.join(it)));
            wanted.extend(cargo_settings(&home.join(".cargo")));
        }
        let find = |name: &str| vars.get(OsStr::new(name)).map(PathBuf::from);
        wanted.extend(PROGRAMS.iter().filter_map(|it| find(it)));
        for (name, _) in CACHES {
            wanted.extend(find(name));
        }
        let path = vars.get(OsStr::new("PATH")).cloned().unwrap_or_default();
        wanted.extend(
            path.as_bytes()
                .split(|it| *it == b':')
                .map(|it| Path::new(OsStr::from_bytes(it)))
                // What is beside the programs in a home itself is the user's own.
                .flat_map(|it| {
                    let is_own = own.iter().any(|home| it.parent() == Some(home));
                    if is_own { vec![it.to_owned()] } else { with_prefix(it) }
                }),
        );
        wanted.extend(super::gitdir::list(writable));
        let mut seen = BTreeSet::new();
        for path in wanted {
            let Ok(real) = path.canonicalize() else { continue };
            if self.may_see(&path, own) && self.may_see(&real, own) {
                seen.extend([path, real]);
            }
        }
        let is_needed = |it: &PathBuf| self.hides(it) && !it.starts_with(writable);
        seen.into_iter().filter(is_needed).collect()
    }

    /// Tells whether something may be let in: it is no home and no private part of one.
    fn may_see(&self, path: &Path, own: &[PathBuf]) -> bool {
        let is_plain = path.is_absolute() && !path.components().any(|it| it.as_os_str() == "..");
        let all = self.homes.iter().chain(&self.hidden).chain(&self.temporary);
        let holds_hidden = all.chain(own).any(|it| it.starts_with(path));
        // Beside the user's home are those of others.
        let is_a_home =
            ["/home", "/var/home"].iter().any(|it| path.parent() == Some(Path::new(it)));
        let is_private = own.iter().filter_map(|it| path.strip_prefix(it).ok()).any(|below| {
            PRIVATE.iter().any(|it| below.starts_with(it))
                || MIXED.iter().any(|it| below == Path::new(it))
        });
        is_plain && !holds_hidden && !is_a_home && !is_private
    }

    /// Lists keys and sockets that are not hidden with what is around them.
    fn list_masked(
        &self,
        vars: &BTreeMap<OsString, OsString>,
        own: &[PathBuf],
        writable: &Path,
    ) -> Vec<PathBuf> {
        let below =
            |(name, file): &(&str, &str)| Some(Path::new(vars.get(OsStr::new(name))?).join(file));
        let mut masked: BTreeSet<PathBuf> = KEYS.iter().filter_map(below).collect();
        if !self.hides_home {
            masked.extend(own.iter().flat_map(|home| PRIVATE.map(|it| home.join(it))));
        }
        let sockets = system::read_text("/proc/net/unix").unwrap_or_default();
        masked.extend(system::list_sockets(&sockets).into_iter().take(SOCKETS_MAX));
        // One that was made by a name without a directory is not listed with the place where it is.
        masked.extend(sockets_below(writable).into_iter().take(SOCKETS_MAX));
        let is_seen = |it: &PathBuf| {
            it.starts_with(writable) || self.seen.iter().any(|seen| it.starts_with(seen))
        };
        let exists = |it: &PathBuf| it.is_absolute() && it.symlink_metadata().is_ok();
        masked.into_iter().filter(|it| exists(it) && (!self.hides(it) || is_seen(it))).collect()
    }
}

/// Lists the sockets in a project, as far as a look goes.
fn sockets_below(dir: &Path) -> Vec<PathBuf> {
    use std::os::unix::fs::FileTypeExt;
    let mut found = Vec::new();
    let mut rest = vec![dir.to_owned()];
    let mut n_entries = 0;
    while let Some(dir) = rest.pop() {
        for entry in dir.read_dir().into_iter().flatten().flatten() {
            n_entries += 1;
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && n_entries < ENTRIES_MAX => rest.push(entry.path()),
                Ok(kind) if kind.is_socket() => found.push(entry.path()),
                Ok(_) | Err(_) => {}
            }
        }
    }
    found
}

/// Lists the user's homes: what the variable says, and what the system says.
fn own_homes(vars: &BTreeMap<OsString, OsString>) -> Vec<PathBuf> {
    let said = vars.get(OsStr::new("HOME")).map(PathBuf::from);
    let user = rustix::process::geteuid().as_raw();
    let passwd = system::read_text("/etc/passwd").unwrap_or_default();
    let homes = said.into_iter().chain(system::find_home(&passwd, user));
    let mut own: Vec<PathBuf> = homes.filter_map(|it| it.canonicalize().ok()).collect();
    own.dedup();
    own
}

/// Lists a directory of the search path, and what belongs to the programs in it.
fn with_prefix(dir: &Path) -> Vec<PathBuf> {
    let is_bin = ["bin", "sbin", "shims"].iter().any(|it| dir.ends_with(it));
    let prefix = dir.parent().filter(|_| is_bin);
    let parts = prefix.into_iter().flat_map(|it| PREFIX_PARTS.map(|part| it.join(part)));
    parts.chain([dir.to_owned()]).collect()
}

/// Lists the settings of cargo, without which it neither finds its registry nor links; a file with a
/// key in it is none of them.
fn cargo_settings(dir: &Path) -> Vec<PathBuf> {
    let files = ["config.toml", "config"].map(|it| dir.join(it)).into_iter();
    let has_key = |it: &PathBuf| {
        let text = system::read_text(it).unwrap_or_default().to_lowercase();
        ["token", "password", "secret", "@"].iter().any(|word| text.contains(word))
    };
    files.filter(|it| !has_key(it)).collect()
}

#[cfg(test)]
mod tests;
