//! What is said around a model that is asked: while it thinks, when it fails, before one is chosen.
//!
//! Owns these words in every language. Must not know who is asked or how.

use crate::frame::Frame;
use crate::tongue::Tongue;

/// The words around a model, in one language.
#[derive(Debug, Clone)]
pub struct AskingWords {
    frame: Frame,
}

impl AskingWords {
    /// Gives the words of a language.
    #[must_use]
    pub fn of(tongue: Tongue) -> Self {
        Self { frame: Frame::read(shipped(tongue)) }
    }

    /// Says who is asked, and for how long.
    #[must_use]
    pub fn asking(&self, mind: &str, seconds: u64) -> String {
        self.frame.say("asking", &[("mind", mind), ("seconds", &seconds.to_string())])
    }

    /// Says that it gave nothing, why, and how the interview goes on.
    #[must_use]
    pub fn failed(&self, mind: &str, why: &str) -> String {
        self.frame.say("failed", &[("mind", mind), ("why", why.trim_end_matches('.'))])
    }

    /// Offers what was found, and asks for one.
    #[must_use]
    pub fn offer(&self, found: &[&str]) -> String {
        self.frame.say("offer", &[("found", &self.listed(found))])
    }

    /// Names the choice of none of them.
    #[must_use]
    pub fn none(&self) -> String {
        self.frame.say("none", &[])
    }

    /// Asks for the name of a model.
    #[must_use]
    pub fn model(&self, mind: &str) -> String {
        self.frame.say("model", &[("mind", mind)])
    }

    /// Says what a choice looks like.
    #[must_use]
    pub fn which(&self) -> String {
        self.frame.say("which", &[])
    }

    fn listed(&self, names: &[&str]) -> String {
        let Some((last, rest)) = names.split_last() else { return String::new() };
        let join = |key: &str, a: &str, b: &str| self.frame.say(key, &[("a", a), ("b", b)]);
        let begun = rest.iter().map(|it| (*it).to_owned()).reduce(|a, b| join("series", &a, &b));
        begun.map_or_else(|| (*last).to_owned(), |it| join("pair", &it, last))
    }
}

fn shipped(tongue: Tongue) -> &'static str {
    match tongue {
        Tongue::English => include_str!("../data/mind/en.txt"),
        Tongue::German => include_str!("../data/mind/de.txt"),
        Tongue::Spanish => include_str!("../data/mind/es.txt"),
        Tongue::French => include_str!("../data/mind/fr.txt"),
        Tongue::Portuguese => include_str!("../data/mind/pt.txt"),
        Tongue::Italian => include_str!("../data/mind/it.txt"),
        Tongue::Russian => include_str!("../data/mind/ru.txt"),
        Tongue::Chinese => include_str!("../data/mind/zh.txt"),
        Tongue::Japanese => include_str!("../data/mind/ja.txt"),
        Tongue::Korean => include_str!("../data/mind/ko.txt"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::check_languages;

    #[test]
    fn every_language_says_everything() {
        check_languages(shipped);
    }

    #[test]
    fn what_was_found_is_listed() {
        let words = AskingWords::of(Tongue::English);
        let check = |found: &[&str], expected: &str| {
            assert!(words.offer(found).starts_with(expected), "{}", words.offer(found));
        };
        check(&["claude"], "Found claude. Use one");
        check(&["claude", "OPENAI_API_KEY"], "Found claude and OPENAI_API_KEY. Use");
        check(&["claude", "codex", "pi"], "Found claude, codex and pi. Use");
    }
}
