//! What a replayed command finds in its environment.
//!
//! Owns the lists: what is passed, what is set, and where tools keep what they need to start at all.
//! A home of its own hides those places, so they are named; they can be read and not written. Must
//! not read the environment.

use super::{Fresh, SandboxSurroundings, Walls};
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// Variables that are passed as they are.
pub const PASSED: [&str; 8] =
    ["PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "VIRTUAL_ENV", "JAVA_HOME", "DOTNET_ROOT"];

/// Variables that are always set.
pub const SET: [(&str, &str); 3] = [("CI", "1"), ("NO_COLOR", "1"), ("CHARTER_REPLAY", "1")];

/// Variables that are set where there is no network, so that tools say so instead of trying.
pub const OFFLINE: [(&str, &str); 2] = [("CARGO_NET_OFFLINE", "true"), ("UV_OFFLINE", "1")];

/// Variables that name where a tool keeps what it installed, and where that is below the home if the
/// variable is not set.
pub const CACHES: [(&str, &str); 16] = [
    ("RUSTUP_HOME", ".rustup"),
    ("CARGO_HOME", ".cargo"),
    ("GOMODCACHE", "go/pkg/mod"),
    ("PYENV_ROOT", ".pyenv"),
    ("PYTHONUSERBASE", ".local"),
    ("UV_PYTHON_INSTALL_DIR", ".local/share/uv/python"),
    ("RBENV_ROOT", ".rbenv"),
    ("GEM_HOME", ".gem"),
    ("NVM_DIR", ".nvm"),
    ("VOLTA_HOME", ".volta"),
    ("BUN_INSTALL", ".bun"),
    ("DENO_DIR", ".cache/deno"),
    ("ASDF_DATA_DIR", ".asdf"),
    ("MISE_DATA_DIR", ".local/share/mise"),
    ("NUGET_PACKAGES", ".nuget/packages"),
    ("PLAYWRIGHT_BROWSERS_PATH", ".cache/ms-playwright"),
];

/// Gives the environment of a replayed command.
pub(super) fn scrubbed(
    surroundings: &SandboxSurroundings,
    walls: Walls,
    fresh: Fresh<'_>,
) -> BTreeMap<OsString, OsString> {
    let SandboxSurroundings { vars, own_vars, .. } = surroundings;
    let mut scrubbed = BTreeMap::new();
    let find = |name: &str| {
        let name = OsStr::new(name);
        own_vars.get(name).or_else(|| vars.get(name)).filter(|it| !it.is_empty())
    };
    for name in PASSED {
        scrubbed.extend(find(name).map(|value| (OsString::from(name), value.clone())));
    }
    let home = vars.get(OsStr::new("HOME")).filter(|it| !it.is_empty()).map(Path::new);
    for (name, below) in CACHES {
        let usual = || Some(home?.join(below).into_os_string());
        let dir = find(name).cloned().or_else(usual).filter(|it| Path::new(it).is_dir());
        scrubbed.extend(dir.map(|value| (OsString::from(name), value)));
    }
    let offline = if walls == Walls::None { &[] } else { &OFFLINE[..] };
    for (name, value) in SET.iter().chain(offline) {
        scrubbed.insert(OsString::from(name), OsString::from(value));
    }
    scrubbed.insert("HOME".into(), fresh.home.into());
    scrubbed.insert("TMPDIR".into(), fresh.temp.into());
    scrubbed
}
