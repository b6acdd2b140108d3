//! The dependencies a `Cargo.toml` names, read line by line.
//!
//! Knows the table headers and keys cargo accepts for dependencies, and nothing else of TOML.

/// A dependency and the kind of table that names it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Dependency {
    /// Where it is named.
    pub(crate) line: usize,
    /// The package, also when it is renamed.
    pub(crate) package: String,
    /// What it is needed for.
    pub(crate) need: DependencyNeed,
}

/// What a dependency is needed for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DependencyNeed {
    /// The crate itself, or its build script.
    Build,
    /// Its tests.
    Dev,
}

/// What the lines below a header are.
enum ManifestSection {
    Other,
    /// `[dependencies]`: one dependency per line.
    List(DependencyNeed),
    /// `[dependencies.name]`: keys of one dependency.
    One,
}

/// Lists the dependencies of a manifest in order.
pub(crate) fn list_dependencies(text: &str) -> Vec<Dependency> {
    let mut dependencies: Vec<Dependency> = Vec::new();
    let mut section = ManifestSection::Other;
    for (line, content) in (1..).zip(text.lines()) {
        let content = content.trim();
        if let Some(header) = content.strip_prefix('[') {
            let header = header.trim_start_matches('[').split(']').next().unwrap_or_default();
            let (next, package) = parse_header(header);
            dependencies.extend(package.map(|(package, need)| Dependency { line, package, need }));
            section = next;
        } else if let Some((key, value)) =
            content.split_once('=').filter(|_| !content.starts_with('#'))
        {
            match section {
                ManifestSection::Other => {}
                ManifestSection::List(need) => {
                    let package = renamed(value).unwrap_or_else(|| unquote(key));
                    dependencies.push(Dependency { line, package, need });
                }
                ManifestSection::One if key.trim() == "package" => {
                    if let Some(dependency) = dependencies.last_mut() {
                        dependency.package = unquote(value);
                    }
                }
                ManifestSection::One => {}
            }
        }
    }
    dependencies
}

/// Reads a header such as `target.'cfg(unix)'.dev-dependencies` or `dependencies.name`.
fn parse_header(header: &str) -> (ManifestSection, Option<(String, DependencyNeed)>) {
    if header.starts_with("workspace") {
        return (ManifestSection::Other, None);
    }
    let tables = [
        ("dev-dependencies", DependencyNeed::Dev),
        ("build-dependencies", DependencyNeed::Build),
        ("dependencies", DependencyNeed::Build),
    ];
    for (table, need) in tables {
        if header == table || header.ends_with(&format!(".{table}")) {
            return (ManifestSection::List(need), None);
        }
        if let Some((before, name)) = header.rsplit_once('.')
            && (before == table || before.ends_with(&format!(".{table}")))
        {
            return (ManifestSection::One, Some((unquote(name), need)));
        }
    }
    (ManifestSection::Other, None)
}

/// Finds `package = "name"` in an inline table.
fn renamed(value: &str) -> Option<String> {
    let (_, after) = value.split_once("package")?;
    let (_, quoted) = after.split_once('"')?;
    quoted.split('"').next().map(str::to_owned)
}

/// Takes the first dotted part of a key, or a quoted value, without its quotes.
fn unquote(text: &str) -> String {
    let text = text.trim();
    let text = text.split(['.', '#']).next().unwrap_or(text);
    text.trim().trim_matches(['"', '\'']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &[(usize, &str, DependencyNeed)]) {
        let dependencies = list_dependencies(text);
        let dependencies: Vec<_> = dependencies
            .iter()
            .map(|dependency| (dependency.line, dependency.package.as_str(), dependency.need))
            .collect();
        assert_eq!(dependencies, expect);
    }

    #[test]
    fn every_way_to_name_a_dependency_is_read() {
        let text = "\
[package]
name = \"x\"
[dependencies]
a.workspace = true
# b = \"1\"
c = { version = \"1\", features = [
  \"d\",
] }
e = { package = \"f\", path = \"../f\" }
[dev-dependencies]
\"g\" = \"1\"
[target.'cfg(unix)'.dependencies]
h = \"1\"
[dependencies.i]
version = \"1\"
package = \"j\"
[build-dependencies]
k = \"1\"
[lints]
workspace = true
";
        check(
            text,
            &[
                (4, "a", DependencyNeed::Build),
                (6, "c", DependencyNeed::Build),
                (9, "f", DependencyNeed::Build),
                (11, "g", DependencyNeed::Dev),
                (13, "h", DependencyNeed::Build),
                (14, "j", DependencyNeed::Build),
                (18, "k", DependencyNeed::Build),
            ],
        );
    }

    #[test]
    fn the_workspaces_own_table_declares_versions_only() {
        check("[workspace.dependencies]\na = \"1\"\n", &[]);
    }
}
