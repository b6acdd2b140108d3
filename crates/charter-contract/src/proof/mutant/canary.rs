//! Files that are broken for whoever reads them.
//!
//! Owns what no parser of a language takes. What only looks whether the file is there does not see
//! it. Must not know what is looked at.

use crate::proof::syntax::Syntax;

/// What is no sentence of most languages.
const NONSENSE: &str = "}} ) charter canary ((( {{ \"unclosed";

/// Ends of files of other languages that are read by a parser.
const PARSED: [&str; 44] = [
    "swift", "scala", "dart", "hs", "ex", "exs", "erl", "clj", "cljs", "lua", "pl", "pm", "r",
    "jl", "sql", "css", "scss", "sass", "less", "proto", "graphql", "gql", "tf", "hcl", "nix",
    "ml", "mli", "fs", "fsx", "vb", "groovy", "gradle", "cmake", "toml", "ini", "cfg", "yaml",
    "yml", "ps1", "coffee", "sol", "elm", "cu", "asm",
];

/// Breaks a file so that every compiler, linter, formatter and parser of its language complains;
/// none where nothing is known that reads it.
#[must_use]
pub fn canary(path: &str, text: &str) -> Option<String> {
    let file = path.rsplit('/').next().unwrap_or_default().to_lowercase();
    let end = file.rsplit_once('.').map_or("", |(_, end)| end);
    match Syntax::of(path) {
        Syntax::Php => Some(behind(text, "<?php", NONSENSE)),
        // What stands behind `__END__` is not read.
        Syntax::Ruby => Some(in_front(text, ") end } charter canary (((")),
        Syntax::Shell => Some(in_front(text, "if then ) done (((")),
        Syntax::Json => Some(appended(text, "}]{ charter canary")),
        Syntax::Markup => Some(appended(text, "</charter-canary><unclosed <<")),
        Syntax::Python => Some(appended(text, ") charter canary (((")),
        Syntax::Rust
        | Syntax::JavaScript
        | Syntax::TypeScript
        | Syntax::Go
        | Syntax::Java
        | Syntax::Kotlin
        | Syntax::C
        | Syntax::Cpp
        | Syntax::CSharp
        | Syntax::Zig
        | Syntax::D => Some(appended(text, NONSENSE)),
        Syntax::Other => match end {
            "md" | "markdown" | "mdx" | "rst" | "adoc" => Some(appended(text, DOCUMENT)),
            "yaml" | "yml" => Some(appended(text, "\t]: [ { charter canary")),
            "pl" | "pm" | "ex" | "exs" => Some(in_front(text, NONSENSE)),
            _ if PARSED.contains(&end) || is_parsed(&file) => Some(appended(text, NONSENSE)),
            _ => None,
        },
    }
}

/// What linters of documents and checkers of links complain about.
const DOCUMENT: &str =
    "#charter canary   \n\n\n\n[canary](./charter-canary-is-not-here.md)\n\t* x\n```canary";

fn is_parsed(file: &str) -> bool {
    ["dockerfile", "makefile", "gnumakefile", "justfile", "rakefile", "gemfile"].contains(&file)
}

fn appended(text: &str, what: &str) -> String {
    let gap = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    format!("{text}{gap}{what}\n")
}

/// Puts a line behind the first one where that says how the file is run, else before all.
fn in_front(text: &str, what: &str) -> String {
    let head = text.split_inclusive('\n').next().filter(|it| it.starts_with("#!"));
    let at = head.map_or(0, str::len);
    let (head, tail) = text.split_at_checked(at).unwrap_or((text, ""));
    let gap = if head.is_empty() || head.ends_with('\n') { "" } else { "\n" };
    format!("{head}{gap}{what}\n{tail}")
}

fn behind(text: &str, mark: &str, what: &str) -> String {
    match text.split_once(mark) {
        Some((head, tail)) => format!("{head}{mark} {what}\n{tail}"),
        None => format!("<?php {what}\n{text}"),
    }
}
