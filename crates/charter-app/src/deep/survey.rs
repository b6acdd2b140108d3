//! What is there already, told in a few lines.
//!
//! Owns which files count as source and what is cited. Must not read them: names are enough to ask
//! a better question, and what they hold is for a mind with eyes.

use std::collections::BTreeMap;

const SOURCE_ENDS: [&str; 34] = [
    "rs", "py", "js", "ts", "jsx", "tsx", "go", "java", "kt", "swift", "c", "h", "cc", "cpp",
    "hpp", "cs", "rb", "php", "scala", "ex", "exs", "erl", "hs", "ml", "lua", "dart", "vue",
    "svelte", "sql", "sh", "zig", "r", "jl", "clj",
];

/// What names the parts of a project.
const MANIFESTS: [&str; 12] = [
    "Cargo.toml",
    "package.json",
    "pyproject.toml",
    "setup.py",
    "go.mod",
    "pom.xml",
    "build.gradle",
    "Gemfile",
    "composer.json",
    "mix.exs",
    "CMakeLists.txt",
    "Makefile",
];

const DIRS_MAX: usize = 12;

const CITED_MAX: usize = 20;

/// The fewest letters of a word of the idea that a path is looked through for.
const WORD_MIN: usize = 4;

/// Tells what a project holds and which of its files the idea may be about; none without source.
pub(super) fn tell(files: &[String], idea: &str) -> Option<String> {
    let sources: Vec<&String> = files.iter().filter(|it| is_source(it)).collect();
    if sources.is_empty() {
        return None;
    }
    let mut dirs: BTreeMap<&str, usize> = BTreeMap::new();
    for path in &sources {
        let dir = path.rsplit_once('/').map_or(".", |(dir, _)| dir);
        *dirs.entry(dir).or_default() += 1;
    }
    let mut dirs: Vec<(&str, usize)> = dirs.into_iter().collect();
    dirs.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    let dirs: Vec<String> =
        dirs.iter().take(DIRS_MAX).map(|(dir, n)| format!("{dir} ({n})")).collect();
    let is_manifest = |path: &&String| MANIFESTS.contains(&name_of(path));
    let manifests: Vec<&str> =
        files.iter().filter(is_manifest).take(CITED_MAX).map(String::as_str).collect();
    let cited = cited(&sources, idea);
    let mut lines = vec![format!("{} source files in {}", sources.len(), dirs.join(", "))];
    lines.extend((!manifests.is_empty()).then(|| format!("manifests: {}", manifests.join(", "))));
    lines.extend((!cited.is_empty()).then(|| format!("named in the idea: {}", cited.join(", "))));
    Some(lines.join("\n"))
}

fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn is_source(path: &str) -> bool {
    let end = name_of(path).rsplit_once('.').map(|(_, end)| end);
    end.is_some_and(|it| SOURCE_ENDS.contains(&it))
}

/// Lists the files whose path holds a word of the idea.
fn cited<'a>(sources: &[&'a String], idea: &str) -> Vec<&'a str> {
    let lower = idea.to_lowercase();
    let words = lower.split(|it: char| !it.is_alphanumeric());
    let words: Vec<&str> = words.filter(|it| it.chars().count() >= WORD_MIN).collect();
    let is_named = |path: &&&String| {
        let path = path.to_lowercase();
        let parts: Vec<&str> = path.split(|it: char| !it.is_alphanumeric()).collect();
        words.iter().any(|word| parts.contains(word))
    };
    sources.iter().filter(is_named).take(CITED_MAX).map(|it| it.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(files: &[&str], idea: &str) -> Option<String> {
        let files: Vec<String> = files.iter().map(|it| (*it).to_owned()).collect();
        tell(&files, idea)
    }

    #[test]
    fn a_project_without_source_is_nothing_to_build_on() {
        assert_eq!(check(&["README.md", "notes/idea.txt"], "anything"), None);
    }

    #[test]
    fn files_that_the_idea_names_are_cited() {
        let files = ["Cargo.toml", "src/limit.rs", "src/main.rs", "docs/limit.md"];
        assert_eq!(
            check(&files, "Add a rate limit per user").as_deref(),
            Some(
                "2 source files in src (2)\nmanifests: Cargo.toml\nnamed in the idea: src/limit.rs"
            )
        );
    }
}
