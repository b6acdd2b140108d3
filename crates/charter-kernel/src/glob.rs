//! Which paths a pattern means.
//!
//! Owns the grammar: `*` and `?` within one name, `**` across names, `[a-z]` and `[!a-z]`, `{a,b}`
//! alternatives; a pattern that ends in `/` means everything below it. Paths use `/`. Must not know
//! files.

/// The most alternatives that one pattern is unfolded into.
const ALTERNATIVES_MAX: usize = 1024;

/// A pattern over paths.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glob {
    alternatives: Vec<Vec<GlobPart>>,
}

/// One name of a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
enum GlobPart {
    /// Any number of names.
    Any,
    /// A name of this form.
    Name(Vec<char>),
}

impl Glob {
    /// Reads a pattern; anything is one.
    #[must_use]
    pub fn new(pattern: &str) -> Self {
        let pattern = pattern.strip_prefix("./").unwrap_or(pattern);
        let mut alternatives = vec![pattern.to_owned()];
        // Braces are unfolded from the left; what is too much stays as it is written.
        while let Some(idx) = alternatives.iter().position(|it| split_braces(it).is_some()) {
            let whole = alternatives.get(idx).cloned().unwrap_or_default();
            let Some((before, choices, after)) = split_braces(&whole) else { break };
            if alternatives.len() + choices.len() > ALTERNATIVES_MAX {
                break;
            }
            let unfolded = choices.iter().map(|it| format!("{before}{it}{after}"));
            alternatives.splice(idx..=idx, unfolded.collect::<Vec<_>>());
        }
        Self { alternatives: alternatives.iter().map(|it| parts(it)).collect() }
    }

    #[must_use]
    pub fn matches(&self, path: &str) -> bool {
        let names: Vec<&str> = path.split('/').collect();
        self.alternatives.iter().any(|it| matches_names(it, &names))
    }

    /// Gives the longest directory that every path of the pattern is below; empty for none.
    #[must_use]
    pub fn dir_of(pattern: &str) -> String {
        let pattern = pattern.strip_prefix("./").unwrap_or(pattern);
        let plain = |name: &&str| !name.contains(['*', '?', '[', '{']);
        let names: Vec<&str> = pattern.split('/').collect();
        let n_plain = names.iter().take_while(|it| plain(it)).count();
        // The last name may be a file's.
        let n_dirs = if n_plain == names.len() { n_plain.saturating_sub(1) } else { n_plain };
        names.iter().take(n_dirs).copied().collect::<Vec<_>>().join("/")
    }
}

fn split_braces(pattern: &str) -> Option<(&str, Vec<&str>, &str)> {
    let open = pattern.find('{')?;
    let mut depth = 0_usize;
    let mut cuts = vec![open];
    for (idx, it) in pattern.char_indices().skip_while(|(idx, _)| *idx < open) {
        match it {
            '{' => depth += 1,
            '}' => {
                depth -= 1;
                if depth == 0 {
                    cuts.push(idx);
                    break;
                }
            }
            ',' if depth == 1 => cuts.push(idx),
            _ => {}
        }
    }
    if depth > 0 || cuts.len() < 2 {
        return None;
    }
    let choice = |pair: &[usize]| match pair {
        [from, to] => pattern.get(from + 1..*to),
        _ => None,
    };
    let choices = cuts.windows(2).filter_map(choice).collect();
    let end = cuts.last()? + 1;
    Some((pattern.get(..open)?, choices, pattern.get(end..)?))
}

fn parts(pattern: &str) -> Vec<GlobPart> {
    let mut parts: Vec<GlobPart> = Vec::new();
    let below = pattern.ends_with('/');
    for name in pattern.split('/').filter(|it| !it.is_empty()) {
        parts.push(if name == "**" {
            GlobPart::Any
        } else {
            GlobPart::Name(name.chars().collect())
        });
    }
    if below {
        parts.push(GlobPart::Any);
    }
    parts.dedup_by(|left, right| *left == GlobPart::Any && *right == GlobPart::Any);
    parts
}

/// Matches names one by one; a `**` that was too short is tried again one name longer, and only the
/// last one needs to be. A pattern that is used up means everything below what it names.
fn matches_names(parts: &[GlobPart], names: &[&str]) -> bool {
    let (mut at, mut seen) = (0, 0);
    let mut any: Option<(usize, usize)> = None;
    while seen < names.len() {
        let holds = match parts.get(at) {
            Some(GlobPart::Any) => {
                any = Some((at, seen));
                at += 1;
                continue;
            }
            Some(GlobPart::Name(form)) => names
                .get(seen)
                .is_some_and(|name| matches_name(form, &name.chars().collect::<Vec<_>>())),
            None => return at > 0,
        };
        match (holds, any) {
            (true, _) => {
                at += 1;
                seen += 1;
            }
            (false, Some((from, taken))) => {
                any = Some((from, taken + 1));
                at = from + 1;
                seen = taken + 1;
            }
            (false, None) => return false,
        }
    }
    parts.get(at..).unwrap_or_default().iter().all(|it| *it == GlobPart::Any) && at > 0
}

/// Matches one name; a star that was too short is tried again one character longer.
fn matches_name(form: &[char], name: &[char]) -> bool {
    let (mut at, mut seen) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while seen < name.len() {
        let step = match form.get(at) {
            Some('*') => {
                star = Some((at, seen));
                at += 1;
                continue;
            }
            Some('?') => Some(1),
            Some('[') => match_class(form.get(at..).unwrap_or_default(), name.get(seen)),
            Some(it) => (Some(it) == name.get(seen)).then_some(1),
            None => None,
        };
        match (step, star) {
            (Some(length), _) => {
                at += length;
                seen += 1;
            }
            (None, Some((from, taken))) => {
                star = Some((from, taken + 1));
                at = from + 1;
                seen = taken + 1;
            }
            (None, None) => return false,
        }
    }
    form.get(at..).unwrap_or_default().iter().all(|it| *it == '*')
}

/// Matches `[a-z]` at the start of a form; gives how long the class is where it holds.
fn match_class(form: &[char], it: Option<&char>) -> Option<usize> {
    let it = *it?;
    let close = form.iter().skip(2).position(|it| *it == ']').map(|idx| idx + 2);
    // A bracket that is never closed means itself.
    let Some(close) = close else { return (it == '[').then_some(1) };
    let inside = form.get(1..close)?;
    let (negated, inside) = match inside.split_first() {
        Some(('!' | '^', rest)) => (true, rest),
        _ => (false, inside),
    };
    let mut found = false;
    let mut rest = inside;
    while let Some((first, behind)) = rest.split_first() {
        match behind {
            ['-', last, more @ ..] => {
                found |= (*first..=*last).contains(&it);
                rest = more;
            }
            _ => {
                found |= *first == it;
                rest = behind;
            }
        }
    }
    (found != negated).then_some(close + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, yes: &[&str], no: &[&str]) {
        let glob = Glob::new(pattern);
        for path in yes {
            assert!(glob.matches(path), "`{pattern}` means `{path}`");
        }
        for path in no {
            assert!(!glob.matches(path), "`{pattern}` does not mean `{path}`");
        }
    }

    #[test]
    fn patterns_mean_what_people_expect() {
        check("src/*.rs", &["src/a.rs"], &["src/b/a.rs", "src/a.rsx", "a.rs"]);
        check("src", &["src", "src/a.rs", "src/b/c"], &["srcs/a", "x/src"]);
        check("**/tests/*.rs", &["tests/a.rs", "x/tests/a.rs", "tests/tests/a.rs"], &["a.rs"]);
        check("**/a/**/b", &["a/b", "x/a/y/z/b", "a/a/b/b"], &["a", "b", "x/b"]);
        check("src/**", &["src/a", "src/b/c"], &["srcs/a", "lib/src/a"]);
        check("src/", &["src/a", "src/b/c"], &["src2/a"]);
        check("**/*.rs", &["a.rs", "x/y/a.rs"], &["a.txt"]);
        check("src/**/mod.rs", &["src/mod.rs", "src/a/b/mod.rs"], &["mod.rs"]);
        check("./Cargo.toml", &["Cargo.toml"], &["x/Cargo.toml"]);
        check("a?c", &["abc", "a밤c"], &["ac", "abbc"]);
        check("[a-c]x[!0-9]", &["axy", "cxz"], &["dxy", "ax1"]);
        check("{src,tests}/*.{rs,toml}", &["src/a.rs", "tests/b.toml"], &["lib/a.rs", "src/a.md"]);
        check("a{b,c{d,e}}", &["ab", "acd", "ace"], &["ac"]);
        check("*a*b*", &["ab", "xaxxbx", "aab"], &["bxa", "a"]);
        check("[", &["["], &["x"]);
        check("a{b", &["a{b"], &["ab"]);
        check("", &[], &["a"]);
    }

    #[test]
    fn a_directory_is_above_everything_that_is_meant() {
        for (pattern, dir) in [
            ("src/entry/**", "src/entry"),
            ("src/*.rs", "src"),
            ("**/*.rs", ""),
            ("src/a.rs", "src"),
            ("a.rs", ""),
            ("{a,b}/c", ""),
            ("src/", "src"),
        ] {
            assert_eq!(Glob::dir_of(pattern), dir, "{pattern}");
        }
    }

    #[test]
    fn a_pattern_against_which_guessing_is_slow_is_still_fast() {
        let pattern = "*a".repeat(60);
        assert!(!Glob::new(&pattern).matches(&"a".repeat(59)));
        let deep = "**/a/".repeat(12) + "b";
        assert!(!Glob::new(&deep).matches(&"a/".repeat(60)));
        let many: Vec<String> = (0..2000).map(|it| format!("f{it}")).collect();
        let glob = Glob::new(&format!("{{{}}}.rs", many.join(",")));
        assert!(!glob.matches("g.rs") && !glob.alternatives.is_empty());
    }
}
