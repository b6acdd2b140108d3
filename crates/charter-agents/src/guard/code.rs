//! Programs given to an interpreter on the command line.
//!
//! Owns the marks by which a program shows that it writes files. Must not understand programs.

/// Calls that change files, in lower case.
const CALLS: &[&str] = &[
    "write_text(",
    "write_bytes(",
    "writefile",
    "appendfile",
    "createwritestream",
    "file.write",
    "file_put_contents",
    "fopen(",
    "unlink",
    "os.remove",
    "os.rename",
    "os.replace",
    "os.mkdir",
    "os.makedirs",
    "os.truncate",
    "os.symlink",
    "rmtree",
    "shutil.copy",
    "shutil.move",
    ".touch(",
    ".mkdir(",
    "mkdirsync",
    "renamesync",
    "rmsync",
    "cpsync",
    "copyfile",
    "fs.rm",
    "fs.cp",
    "fs.rename",
    "fileutils.",
    "deno.write",
    "deno.remove",
    "bun.write",
];

/// Lists the texts in a program that writes files, which may be their names; none where nothing shows
/// that it writes.
pub(super) fn written(code: &str) -> Option<Vec<String>> {
    let lower = code.to_lowercase();
    let calls = CALLS.iter().any(|it| lower.contains(it)) || opens_to_write(code);
    calls.then(|| paths(code))
}

fn paths(code: &str) -> Vec<String> {
    let texts = literals(code);
    let texts = texts.iter().map(|it| it.text.trim_start_matches(['>', '+', '<', ' ']));
    texts.filter(|it| !it.is_empty() && !is_mode(it)).map(str::to_owned).collect()
}

/// Tells whether a file is opened with a mode that writes.
fn opens_to_write(code: &str) -> bool {
    let starts = code.match_indices("open").map(|(idx, word)| idx + word.len());
    let mut calls = starts.filter_map(|idx| code.get(idx..)).filter_map(call);
    // The mode is never the first argument, unless it begins the name.
    let is_mode = |it: &Literal| {
        let is_later = matches!(it.before, Some(',' | '='));
        it.text.starts_with('>')
            || it.text.starts_with("+<")
            || (is_later && is_write_mode(&it.text))
    };
    calls.any(|it| literals(it).iter().any(is_mode))
}

/// Gives what stands between the parentheses of a call, or the rest of a line without them.
fn call(rest: &str) -> Option<&str> {
    let rest = rest.trim_start();
    let Some(inner) = rest.strip_prefix('(') else {
        return rest.lines().next();
    };
    let mut depth = 1usize;
    for (idx, it) in inner.char_indices() {
        match it {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return inner.get(..idx);
        }
    }
    Some(inner)
}

fn is_write_mode(text: &str) -> bool {
    is_mode(text) && text.contains(['w', 'a', 'x', '+']) && !text.contains(['<', '>'])
}

fn is_mode(text: &str) -> bool {
    text.len() <= 3 && text.chars().all(|it| "rwaxbtU+<>".contains(it))
}

/// A quoted text of a program, and what stands before it.
struct Literal {
    before: Option<char>,
    text: String,
}

/// Lists the quoted texts of a program.
fn literals(code: &str) -> Vec<Literal> {
    let mut found = Vec::new();
    let mut open: Option<(char, Literal)> = None;
    let mut before = None;
    let mut chars = code.chars();
    while let Some(it) = chars.next() {
        match &mut open {
            None if matches!(it, '\'' | '"' | '`') => {
                open = Some((it, Literal { before, text: String::new() }));
            }
            None => before = if it.is_whitespace() { before } else { Some(it) },
            Some((quote, _)) if *quote == it => {
                found.extend(open.take().map(|(_, literal)| literal));
                before = Some(it);
            }
            Some((_, literal)) if it == '\\' => literal.text.extend(chars.next()),
            Some((_, literal)) => literal.text.push(it),
        }
    }
    found.retain(|it| !it.text.is_empty());
    found
}
