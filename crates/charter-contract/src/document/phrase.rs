//! Commands that choose tests by their titles and name no file.
//!
//! Owns the guess: such a command is brittle, and most runners call it a success when no title
//! matches. It is advice on an annotation, never a verdict. Must not know how commands are run.

/// Flags whose value is a title, for every runner of JavaScript.
const TITLE_FLAGS: [&str; 4] = ["-g", "--grep", "--test-name-pattern", "--testNamePattern"];

/// Flags whose value is a path that selects nothing.
const PATH_FLAGS: [&str; 8] =
    ["--config", "-c", "--preload", "--require", "-r", "--reporter", "--setupFiles", "--setup"];

/// The flags of `cargo test` that take a value and select nothing by title.
const CARGO_VALUE_FLAGS: [&str; 10] = [
    "-p",
    "--package",
    "--features",
    "-F",
    "--target",
    "--manifest-path",
    "--profile",
    "-j",
    "--jobs",
    "--target-dir",
];

/// Tells why a command is coupled to the titles of tests; none where it is not.
pub(super) fn coupling(command: &str) -> Option<String> {
    segments(command).iter().find_map(|segment| {
        let tokens: Vec<&str> = segment.iter().map(String::as_str).collect();
        let is_setting = |it: &&&str| is_assignment(it);
        let skipped = tokens.iter().take_while(is_setting).count();
        let runner = tokens.get(skipped..).unwrap_or_default();
        let title = title_of(runner)?;
        Some(format!("it chooses tests by the title `{title}` and names no file of them"))
    })
}

/// Tells whether a word of a command line sets a variable.
pub(crate) fn is_assignment(token: &str) -> bool {
    let Some((name, _)) = token.split_once('=') else { return false };
    let plain = |it: char| it.is_ascii_alphanumeric() || it == '_';
    !name.is_empty() && name.chars().all(plain) && !name.starts_with(|it: char| it.is_ascii_digit())
}

/// Splits a command at what joins commands, each part into words; quotes hold words together.
fn segments(command: &str) -> Vec<Vec<String>> {
    let mut segments = vec![Vec::new()];
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut rest = command.chars().peekable();
    while let Some(it) = rest.next() {
        match (it, quote) {
            (it, Some(open)) if it == open => quote = None,
            (it, Some(_)) => word.get_or_insert_default().push(it),
            ('"' | '\'', None) => {
                quote = Some(it);
                word.get_or_insert_default();
            }
            ('&' | '|' | ';' | '\n', None) => {
                if let Some(last) = segments.last_mut() {
                    last.extend(word.take());
                }
                if rest.peek() == Some(&it) {
                    rest.next();
                }
                segments.push(Vec::new());
            }
            (it, None) if it.is_whitespace() => {
                if let Some(last) = segments.last_mut() {
                    last.extend(word.take());
                }
            }
            (it, None) => word.get_or_insert_default().push(it),
        }
    }
    if let Some(last) = segments.last_mut() {
        last.extend(word);
    }
    segments
}

/// Gives the title that a runner is told, where no file stands beside it.
fn title_of(tokens: &[&str]) -> Option<String> {
    match tokens {
        ["npx", rest @ ..] => title_of(rest),
        ["mocha", rest @ ..] => script_title(rest, false),
        ["vitest" | "jest", rest @ ..]
        | ["bun" | "npm" | "pnpm" | "yarn", "test", rest @ ..]
        | ["bun" | "npm" | "pnpm" | "yarn", "run", "test", rest @ ..]
        | ["deno" | "playwright", "test", rest @ ..] => script_title(rest, true),
        ["node", rest @ ..] if rest.contains(&"--test") => script_title(rest, true),
        ["cargo", "test" | "t", rest @ ..] => cargo_title(rest),
        ["cargo", "nextest", "run" | "r", rest @ ..] => cargo_title(rest),
        ["pytest", rest @ ..]
        | ["python" | "python3", "-m", "pytest", rest @ ..]
        | ["uv" | "poetry", "run", "pytest", rest @ ..] => pytest_title(rest),
        ["go", "test", rest @ ..] => go_title(rest),
        _ => None,
    }
}

fn script_title(tokens: &[&str], has_short: bool) -> Option<String> {
    let mut title = None;
    let mut rest = tokens.iter().peekable();
    while let Some(token) = rest.next() {
        let (name, value) = split_flag(token);
        let is_title = TITLE_FLAGS.contains(&name) || (has_short && name == "-t");
        if is_title || PATH_FLAGS.contains(&name) {
            let next = rest.next_if(|it| value.is_none() && !it.starts_with('-'));
            if is_title {
                title = value.or(next.copied()).map(str::to_owned).or(Some(String::new()));
            }
        } else if !token.starts_with('-') && is_file(token) {
            return None;
        }
    }
    title
}

fn split_flag(token: &str) -> (&str, Option<&str>) {
    match token.split_once('=') {
        Some((name, value)) if token.starts_with('-') => (name, Some(value)),
        _ => (token, None),
    }
}

fn is_file(token: &str) -> bool {
    let endings = [".js", ".ts", ".jsx", ".tsx"];
    let plain = token.replace(".cjs", ".js").replace(".mjs", ".js");
    let plain = plain.replace(".cts", ".ts").replace(".mts", ".ts");
    let is_word = |mark: &str| {
        token.match_indices(mark).any(|(idx, _)| {
            let behind = token.get(idx + mark.len()..).and_then(|it| it.chars().next());
            behind.is_none_or(|it| !it.is_alphanumeric())
        })
    };
    endings.iter().any(|it| plain.ends_with(it))
        || is_word(".test")
        || is_word(".spec")
        || token.contains(['/', '*', '?', '{'])
}

/// A bare word is a title to `cargo test`; `--test NAME` names the file that holds the tests.
fn cargo_title(tokens: &[&str]) -> Option<String> {
    let mut title = None;
    let mut rest = tokens.iter();
    while let Some(token) = rest.next() {
        let (name, value) = split_flag(token);
        match name {
            "--test" | "--bin" | "--example" | "--bench" => return None,
            "-E" | "--filter-expr" | "--filterset" => {
                title = value.or(rest.next().copied()).map(str::to_owned);
            }
            "--skip" => {
                rest.next();
            }
            _ if CARGO_VALUE_FLAGS.contains(&name) => {
                if value.is_none() {
                    rest.next();
                }
            }
            _ if token.starts_with(['-', '+']) => {}
            _ => title = Some((*token).to_owned()),
        }
    }
    title
}

fn pytest_title(tokens: &[&str]) -> Option<String> {
    let mut title = None;
    let mut rest = tokens.iter();
    while let Some(token) = rest.next() {
        let (name, value) = split_flag(token);
        match name {
            "-k" => title = value.or(rest.next().copied()).map(str::to_owned),
            "-m" | "-c" | "-p" | "-o" | "--rootdir" | "-n" => {
                rest.next();
            }
            _ if token.starts_with('-') => {}
            _ => return None,
        }
    }
    title
}

/// `./...` is every package, which names none.
fn go_title(tokens: &[&str]) -> Option<String> {
    let mut title = None;
    let mut rest = tokens.iter();
    while let Some(token) = rest.next() {
        let (name, value) = split_flag(token);
        match name.trim_start_matches('-') {
            "run" if token.starts_with('-') => {
                title = value.or(rest.next().copied()).map(str::to_owned);
            }
            "tags" | "timeout" | "count" | "coverprofile" if token.starts_with('-') => {
                if value.is_none() {
                    rest.next();
                }
            }
            _ if token.starts_with('-') || matches!(*token, "./..." | "..." | "all") => {}
            _ => return None,
        }
    }
    title
}

#[cfg(test)]
mod tests {
    use super::coupling;

    #[test]
    fn titles_without_a_file_are_flagged() {
        for command in [
            "bun test -t 'logs in'",
            "bun run test -- -t foo",
            "npm test -- -t foo",
            "pnpm test -- --grep 'x'",
            "yarn test -- -t foo",
            "playwright test -g 'signs up'",
            "bun test -t 'tests/foo.test.ts works'",
            "bun test -t 'a && b'",
            "bun test -t foo && bun test tests/foo.test.ts",
            "FOO=1 bun test -t 'x'",
            "bun test -t src/foo.ts",
            "npx vitest -t 'x'",
            "mocha --grep 'auth'",
            "vitest --config vitest.config.ts -t foo",
            "bun test --preload ./test/setup.ts -t foo",
            "SETUP=tests/setup.ts bun test -t foo",
            "jest --testNamePattern=auth",
            "node --test --test-name-pattern 'x'",
            "cargo test offline",
            "cargo test -p charter-core -- offline",
            "cargo nextest run -E 'test(offline)'",
            "pytest -k offline",
            "python -m pytest -q -k 'a and b'",
            "go test -run TestOffline ./...",
            "go test ./... -run=TestOffline",
        ] {
            assert!(coupling(command).is_some(), "{command}");
        }
    }

    #[test]
    fn files_and_other_commands_are_not() {
        for command in [
            "bun test tests/foo.test.ts",
            "bun test 'tests/**/*.test.ts'",
            "bun test tests/foo.test.ts -t foo",
            "bun test -t foo tests/foo.test.ts",
            "bun test -t foo 'tests/foo.test.ts'",
            "mocha -t 10000",
            "mocha --grep 'auth' test/auth.test.js",
            "bun test",
            "bun run check-types",
            "curl -t x http://localhost",
            "bun test tests/foo.test.ts && bun run check-types",
            "cargo test",
            "cargo test --workspace --all-features",
            "cargo test --test limits offline",
            "cargo build -p offline",
            "cargo test -p charter-core",
            "pytest tests/test_limits.py -k offline",
            "pytest tests",
            "pytest -q",
            "go test ./...",
            "go test ./limits -run TestOffline",
            "",
        ] {
            assert_eq!(coupling(command), None, "{command}");
        }
    }

    #[test]
    fn the_title_is_named() {
        let words = coupling("npm test -- -t 'logs in'").unwrap();
        assert_eq!(words, "it chooses tests by the title `logs in` and names no file of them");
    }
}
