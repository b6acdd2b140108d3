//! Output without what differs from run to run.
//!
//! Owns the list: colours, line ends, the working directory, the home directory, times, UUIDs,
//! hashes, temporary paths, and blanks at the ends. Everything else is what a run said and stays. Must
//! not compare.

use super::strip_ansi;

/// The fewest hexadecimal digits that are taken for a hash.
const HASH_DIGITS_MIN: usize = 7;

/// The lengths of the parts of a UUID.
const UUID_PARTS: [usize; 5] = [8, 4, 4, 4, 12];

/// What stands for something variable.
const NAMES: [&str; 6] = ["<CWD>", "<HOME>", "<TMP>", "<TIME>", "<UUID>", "<HASH>"];

/// Directories of temporary files, and how many names below each are made up for one run.
const TEMP_DIRS: [(&str, usize); 5] = [
    ("/private/var/folders/", 4),
    ("/var/folders/", 4),
    ("/private/tmp/", 1),
    ("/var/tmp/", 1),
    ("/tmp/", 1),
];

/// Removes from an output what differs from run to run; doing so twice changes nothing.
#[must_use]
pub fn normalise(text: &str, cwd: &str, home: &str) -> String {
    let plain = strip_ansi(text);
    let mut places = [(cwd, "<CWD>"), (home, "<HOME>")]
        .map(|(path, name)| (path.strip_suffix('/').unwrap_or(path), name));
    // One may be inside the other.
    places.sort_by_key(|(path, _)| std::cmp::Reverse(path.len()));
    let mut said = String::with_capacity(plain.len());
    let mut rest = plain.as_str();
    let mut before: Option<char> = None;
    while let Some(first) = rest.chars().next() {
        // What follows a name at once belongs to it: `/tmp/x` in `<CWD>/tmp/x` is of the project.
        let is_inside = before.is_some_and(is_word) || NAMES.iter().any(|it| said.ends_with(it));
        let found = if is_inside { None } else { variable(rest, &places) };
        let (length, shown) = found.unwrap_or((first.len_utf8(), ""));
        let (taken, behind) = rest.split_at_checked(length).unwrap_or((rest, ""));
        said.push_str(if shown.is_empty() { taken } else { shown });
        before = taken.chars().next_back();
        rest = behind;
    }
    let lines: Vec<&str> = said.lines().map(str::trim_end).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

fn is_word(it: char) -> bool {
    it.is_alphanumeric() || matches!(it, '_' | '-' | '.')
}

/// Finds something variable at the start of a text: how long it is, and what stands for it.
fn variable(rest: &str, places: &[(&str, &'static str)]) -> Option<(usize, &'static str)> {
    let place = places.iter().find_map(|(path, name)| {
        let is_path = !path.is_empty() && ends_name(rest.strip_prefix(path)?);
        is_path.then_some((path.len(), *name))
    });
    place
        .or_else(|| Some((temp_path(rest)?, "<TMP>")))
        .or_else(|| Some((timestamp(rest)?, "<TIME>")))
        .or_else(|| Some((uuid(rest)?, "<UUID>")))
        .or_else(|| Some((hash(rest)?, "<HASH>")))
}

/// Tells whether a name that stood before this is at its end; a full stop may end a sentence.
fn ends_name(behind: &str) -> bool {
    let mut behind = behind.chars();
    match behind.next() {
        Some('.') => !behind.next().is_some_and(is_word),
        Some(it) => !is_word(it),
        None => true,
    }
}

fn temp_path(rest: &str) -> Option<usize> {
    let (dir, n_names) = TEMP_DIRS.iter().find(|(dir, _)| rest.starts_with(dir))?;
    let below = rest.get(dir.len()..)?;
    let mut length = 0;
    for n in 0..*n_names {
        let name = below.get(length..)?.trim_start_matches(if n > 0 { "/" } else { "" });
        let start = below.len() - name.len();
        let end = name.find(|it| !is_word(it)).unwrap_or(name.len());
        if end == 0 {
            break;
        }
        length = start + end;
    }
    // A full stop at the end is the sentence's.
    let named = below.get(..length)?.trim_end_matches('.');
    (!named.is_empty()).then_some(dir.len() + named.len())
}

/// `2026-11-16T08:02:53.123Z`, with a blank for the T, without seconds or without a zone.
fn timestamp(rest: &str) -> Option<usize> {
    let at = form(rest, "dddd-dd-dd")?;
    let at = at + rest.get(at..)?.strip_prefix(['T', 't', ' ']).map(|_| 1)?;
    let mut at = at + form(rest.get(at..)?, "dd:dd")?;
    if let Some(seconds) = form(rest.get(at..)?, ":dd") {
        at += seconds;
        if let Some(fraction) = rest.get(at..)?.strip_prefix(['.', ',']) {
            let n_digits = fraction.len() - fraction.trim_start_matches(is_digit).len();
            at += if n_digits > 0 { n_digits + 1 } else { 0 };
        }
    }
    let zone = rest.get(at..)?;
    let zones = ["Z", "z", "+dd:dd", "-dd:dd", "+dddd", "-dddd", " +dddd", " -dddd", ""];
    let lengths = zones.iter().filter_map(|it| Some(at + form(zone, it)?));
    lengths.into_iter().find(|length| rest.get(*length..).is_some_and(ends_name))
}

/// Matches a form in which `d` stands for a digit; gives its length.
fn form(rest: &str, form: &str) -> Option<usize> {
    let mut found = rest.chars();
    let holds = form.chars().all(|wanted| {
        let it = found.next();
        it.is_some_and(|it| if wanted == 'd' { is_digit(it) } else { it == wanted })
    });
    holds.then_some(form.len())
}

fn is_digit(it: char) -> bool {
    it.is_ascii_digit()
}

fn is_hex(it: char) -> bool {
    it.is_ascii_hexdigit()
}

fn uuid(rest: &str) -> Option<usize> {
    let length = UUID_PARTS.iter().sum::<usize>() + UUID_PARTS.len() - 1;
    let text = rest.get(..length)?;
    let mut parts = text.split('-');
    let holds = UUID_PARTS
        .iter()
        .all(|length| parts.next().is_some_and(|it| it.len() == *length && it.chars().all(is_hex)));
    (holds && ends_name(rest.get(length..)?)).then_some(length)
}

/// A word of hexadecimal digits. One without a letter is a number and one without a numeral a word:
/// both are something that the run said.
fn hash(rest: &str) -> Option<usize> {
    let length = rest.find(|it| !is_hex(it)).unwrap_or(rest.len());
    let text = rest.get(..length)?;
    let is_hash = length >= HASH_DIGITS_MIN
        && text.chars().any(is_digit)
        && text.chars().any(|it| it.is_ascii_alphabetic());
    let behind = rest.get(length..)?.chars().next();
    let is_whole = behind.is_none_or(|it| !it.is_alphanumeric() && it != '_');
    (is_hash && is_whole).then_some(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let found = normalise(text, "/home/ada/work", "/home/ada");
        assert_eq!(found, expected, "{text:?}");
        assert_eq!(normalise(&found, "/home/ada/work", "/home/ada"), found, "twice");
    }

    #[test]
    fn what_differs_from_run_to_run_is_named() {
        check("\u{1b}[32mok\u{1b}[0m\r\nnext  \r\n\r\n", "ok\nnext");
        check("\n\na\n\nb\n\n", "a\n\nb");
        check("in /home/ada/work/src, of /home/ada.", "in <CWD>/src, of <HOME>.");
        check("file:///home/ada/work/a.rs:3", "file://<CWD>/a.rs:3");
        check("at 2026-11-16T08:02:53.123Z done", "at <TIME> done");
        check("2026-11-16 08:02:53,5 +0200 b", "<TIME> b");
        check("2026-11-16T08:02+02:00|", "<TIME>|");
        check("id 123e4567-e89b-12d3-a456-426614174000.", "id <UUID>.");
        check("commit 9e107d9 and 9E107D9D372BB6826BD81D3542A419D6", "commit <HASH> and <HASH>");
        check("9e107d9-dirty", "<HASH>-dirty");
        check("wrote /tmp/tmp.a8Xk2/out.txt", "wrote <TMP>/out.txt");
        check("/home/ada/work/tmp/x and /tmp/a/tmp/b", "<CWD>/tmp/x and <TMP>/tmp/b");
        check("\"/var/folders/zz/zyx_0/T/a.b/c\"", "\"<TMP>/c\"");
    }

    #[test]
    fn what_the_run_said_stays() {
        for said in [
            "1048576 bytes in 12345678 rows",
            "the facade was defaced",
            "on 2026-11-16",
            "at 08:02:53",
            "/home/adamant and /home/ada-2 and x/home/ada",
            "/tmp and /tmp/",
            "abc123",
            "g9e107d9",
            "9e107d9z",
            "version 1.2.3-rc.1",
            "밤 /résumé/é",
            "12345678-1234-1234-1234-12345678901",
        ] {
            check(said, said);
        }
    }

    #[test]
    fn the_longer_of_two_places_is_named_first_and_an_empty_one_never() {
        assert_eq!(normalise("/a/b/c /a/x", "/a", "/a/b"), "<HOME>/c <CWD>/x");
        assert_eq!(normalise("/a b", "", "/"), "/a b");
    }
}
