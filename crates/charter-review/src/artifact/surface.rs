//! Surfaces: what users and programs touch, by family.
//!
//! Owns which family a name belongs to and which kinds of artifacts can show it. Must not look at
//! artifacts.

use serde::Serialize;

/// The families of surfaces, in the order in which a name is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Family {
    /// Windows, keys and screens of a machine.
    Native,
    /// Pages in a browser.
    Web,
    /// Commands in a terminal.
    Cli,
    /// What other programs call.
    ApiPackage,
    AlgorithmMath,
    Unknown,
}

/// Words that mean a family wherever they stand in a name, and those that mean it only where they stand
/// alone: `ui` is also in `build`.
const NAMES: [(Family, &[&str], &[&str]); 5] = [
    (Family::Native, &["computer", "desktop"], &["native", "tui"]),
    (Family::Web, &["web", "browser", "visual"], &["gui", "ui"]),
    (Family::Cli, &["terminal", "command"], &["cli"]),
    (Family::ApiPackage, &["package", "library", "sdk"], &["api", "apis", "openapi"]),
    (Family::AlgorithmMath, &["algorithm", "math"], &[]),
];

impl Family {
    /// Finds the family of a surface by the words in its name; the first that fits.
    pub(crate) fn of(surface: &str) -> Self {
        let name = surface.to_lowercase();
        let words: Vec<&str> = name.split(|it: char| !it.is_alphanumeric()).collect();
        let fits = |(_, anywhere, whole): &&(Self, &[&str], &[&str])| {
            anywhere.iter().any(|it| name.contains(it)) || whole.iter().any(|it| words.contains(it))
        };
        NAMES.iter().find(fits).map_or(Self::Unknown, |(family, ..)| *family)
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::Web => "web",
            Self::Cli => "cli",
            Self::ApiPackage => "api-package",
            Self::AlgorithmMath => "algorithm-math",
            Self::Unknown => "unknown",
        }
    }

    /// Lists the groups of kinds that can show it: of each group one artifact is needed.
    pub(crate) fn kinds(self) -> &'static [&'static [&'static str]] {
        match self {
            Self::Native => &[&[
                "native",
                "desktop",
                "tui",
                "terminal",
                "pty",
                "transcript",
                "screenshot",
                "image",
                "automation",
            ]],
            Self::Web => &[AUTOMATION, PICTURE],
            Self::Cli => {
                &[&["cli", "log", "transcript", "terminal", "command", "test-report", "replay"]]
            }
            Self::ApiPackage => &[&["api", "package", "consumer", "black-box", "test-report"]],
            Self::AlgorithmMath => &[&[
                "property",
                "boundary",
                "edge",
                "adversarial",
                "failure",
                "math",
                "algorithm",
                "test-report",
            ]],
            Self::Unknown => &[],
        }
    }
}

pub(crate) const AUTOMATION: &[&str] = &["browser", "playwright", "pandawright", "automation"];

pub(crate) const PICTURE: &[&str] = &["screenshot", "image", "visual"];

/// Tells whether the kind of an artifact is one of these.
pub(crate) fn is_kind(kind: &str, words: &[&str]) -> bool {
    words.iter().any(|it| kind.contains(it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_surface_is_known_by_its_name() {
        for (name, family) in [
            ("computer-use", Family::Native),
            ("desktop-input", Family::Native),
            ("TUI", Family::Native),
            ("Web UI", Family::Web),
            ("gui", Family::Web),
            ("website", Family::Web),
            ("cli", Family::Cli),
            ("command-line", Family::Cli),
            ("REST API", Family::ApiPackage),
            ("sdk", Family::ApiPackage),
            ("algorithm", Family::AlgorithmMath),
            ("build", Family::Unknown),
            ("alternative", Family::Unknown),
            ("client", Family::Unknown),
        ] {
            assert_eq!(Family::of(name), family, "{name}");
        }
    }
}
