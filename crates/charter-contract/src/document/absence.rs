//! What must be gone for a criterion to hold: `Absent: old_api in src/**`.
//!
//! Owns how the line is read and the command that looks for it. Must not run it.

use charter_kernel::shell_word;

/// A text that must not be there any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Absence {
    /// The text, as it is.
    pub text: String,
    /// Where it is looked for; everywhere where nothing is said.
    pub globs: Vec<String>,
}

impl Absence {
    pub(super) fn parse(value: &str) -> Option<Self> {
        let is_place = |it: &str| it.contains(['/', '*', '.']);
        let (text, globs) = match value.rsplit_once(" in ") {
            Some((text, places)) if list_words(places).iter().all(|it| is_place(it)) => {
                (text, list_words(places))
            }
            Some(_) | None => (value, Vec::new()),
        };
        let text = text.trim().trim_matches('`').to_owned();
        (!text.is_empty()).then_some(Self { text, globs })
    }

    /// Gives it as a line says it.
    #[must_use]
    pub fn line(&self) -> String {
        let places = if self.globs.is_empty() { "" } else { " in " };
        format!("{}{places}{}", self.text, self.globs.join(" "))
    }

    /// Gives the command that fails while it is there.
    #[must_use]
    pub fn command(&self) -> String {
        let globs = self.globs.iter().map(|it| shell_word(&format!(":(glob){it}")));
        // Charters speak of what is to be gone.
        let places: Vec<String> = globs.chain([shell_word(":(exclude,top).charter")]).collect();
        let text = shell_word(&self.text);
        format!("! git grep -nF --untracked -e {text} -- {}", places.join(" "))
    }
}

/// Splits at blanks and commas, but not inside the braces of a glob.
pub(super) fn list_words(value: &str) -> Vec<String> {
    let mut depth = 0_usize;
    let words = value.split(|it: char| {
        match it {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && (it == ',' || it.is_whitespace())
    });
    let words = words.map(|it| it.trim_matches('`'));
    words.filter(|it| !it.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_with_and_without_places() {
        let check = |value: &str, text: &str, globs: &[&str]| {
            let found = Absence::parse(value).unwrap();
            assert_eq!(
                (found.text.as_str(), found.globs),
                (text, globs.iter().map(|it| (*it).to_owned()).collect())
            );
        };
        check("`old_api(` in src/**, lib/*.py", "old_api(", &["src/**", "lib/*.py"]);
        check("sign in with a password", "sign in with a password", &[]);
        check("TODO", "TODO", &[]);
        assert_eq!(Absence::parse(" ``"), None);
    }
}
