//! The paths and macros that Rust code names, with imports written out in full.
//!
//! `use std::{fs, process as p}` and `p::Command::new()` become `std::fs`, `std::process` and
//! `std::process::Command::new`. Scopes are ignored: an import counts for its whole file.

use super::layer::is_ident;
use super::rust::Rust;
use std::collections::BTreeMap;

/// A path or macro named at a place in a file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Mention {
    /// Where it is.
    pub(crate) offset: usize,
    /// What is named.
    pub(crate) named: Named,
}

/// What a mention names.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Named {
    /// A path with its first segment resolved through the file's imports.
    Path(String),
    /// A macro's name, without its path.
    Macro(String),
}

/// A name that a `use` brings into a file.
#[derive(Debug)]
pub(crate) struct RustImport {
    /// Where the `use` is.
    pub(crate) offset: usize,
    /// What it is called in the file.
    pub(crate) local: String,
    /// What it stands for.
    pub(crate) full: String,
}

/// Lists everything a file names by path or calls as a macro.
pub(crate) fn list_mentions(rust: &Rust) -> Vec<Mention> {
    let imports = list_imports(rust);
    let locals: BTreeMap<&str, &str> =
        imports.iter().map(|import| (import.local.as_str(), import.full.as_str())).collect();
    let mut mentions: Vec<Mention> = Vec::new();
    for line in rust.code_lines() {
        for (at, piece) in pieces(line.code) {
            let named = name(piece, &locals);
            mentions.extend(named.map(|named| Mention { offset: line.offset + at, named }));
        }
    }
    mentions.extend(
        imports
            .into_iter()
            .map(|import| Mention { offset: import.offset, named: Named::Path(import.full) }),
    );
    mentions
}

/// Reads a run of identifier characters, colons and bangs.
fn name(piece: &str, locals: &BTreeMap<&str, &str>) -> Option<Named> {
    let path = piece.trim_start_matches(['!', ':']);
    if let Some(path) = path.strip_suffix('!') {
        let last = path.rsplit("::").next().unwrap_or(path);
        return (!last.is_empty()).then(|| Named::Macro(last.to_owned()));
    }
    let (first, rest) = path.trim_end_matches(':').split_once("::")?;
    let first = locals.get(first).unwrap_or(&first);
    Some(Named::Path(format!("{first}::{rest}")))
}

fn pieces(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |char| is_ident(char) || char == ':' || char == '!';
    let mut offset = 0;
    line.split_inclusive(move |char| !is_part(char)).filter_map(move |piece| {
        let start = offset;
        offset += piece.len();
        let piece = piece.trim_end_matches(|char| !is_part(char));
        (!piece.is_empty()).then_some((start, piece))
    })
}

/// Lists what the `use` items of a file bring in.
pub(crate) fn list_imports(rust: &Rust) -> Vec<RustImport> {
    let code = &rust.layers.code;
    let mut imports = Vec::new();
    for (offset, _) in rust.words().filter(|(_, word)| *word == "use") {
        let rest = code.get(offset + "use".len()..).unwrap_or_default();
        let tree = rest.split(';').next().unwrap_or_default();
        // `use<'a>` in a type captures lifetimes and imports nothing.
        if !tree.trim_start().starts_with('<') {
            expand(offset, "", tree, &mut imports);
        }
    }
    imports
}

/// Writes out an import tree below a prefix.
fn expand(offset: usize, prefix: &str, tree: &str, imports: &mut Vec<RustImport>) {
    let tree = tree.trim();
    if let Some((head, body)) = tree.split_once('{') {
        let body = body.rsplit_once('}').map_or(body, |(body, _)| body);
        let prefix = join(prefix, head.trim().trim_end_matches("::"));
        for branch in split_branches(body) {
            expand(offset, &prefix, branch, imports);
        }
    } else if !tree.is_empty() {
        let (path, alias) = tree.split_once(" as ").unwrap_or((tree, ""));
        let full = join(prefix, path.trim());
        let last = full.rsplit("::").next().unwrap_or_default();
        let local = if alias.is_empty() { last } else { alias.trim() }.to_owned();
        imports.push(RustImport { offset, local, full });
    }
}

fn join(prefix: &str, path: &str) -> String {
    match (prefix, path.trim_start_matches("::")) {
        ("", path) => path.to_owned(),
        (prefix, "" | "self") => prefix.to_owned(),
        (prefix, path) => format!("{prefix}::{path}"),
    }
}

/// Splits at the commas that are not inside inner braces.
fn split_branches(body: &str) -> Vec<&str> {
    let mut depth = 0_usize;
    body.split(|char| {
        match char {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        char == ',' && depth == 0
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &[&str]) {
        let rust = Rust::parse("src/a.rs", text);
        let mentions = list_mentions(&rust).into_iter().map(|mention| match mention.named {
            Named::Path(path) => format!("{} {path}", rust.line_at(mention.offset)),
            Named::Macro(name) => format!("{} {name}!", rust.line_at(mention.offset)),
        });
        assert_eq!(mentions.collect::<Vec<_>>(), expect);
    }

    #[test]
    fn grouped_imports_are_written_out() {
        check(
            "use std::{\n    fs::{self, File},\n    io,\n};",
            &["1 std::fs", "1 std::fs::File", "1 std::io"],
        );
    }

    #[test]
    fn a_path_is_resolved_through_an_import() {
        check(
            "use std::process as p;\nfn a() { p::Command::new(); }",
            &["1 std::process", "2 std::process::Command::new", "1 std::process"],
        );
    }

    #[test]
    fn a_macro_is_not_a_path() {
        check("fn a() { std::println!(); !b::c(); env!(); }", &["1 println!", "1 b::c", "1 env!"]);
    }
}
