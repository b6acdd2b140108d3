//! A key that is not shown.
//!
//! Owns the secret and the one place that hands it out. It has no `Display`, and its `Debug` is silent.

use std::fmt;

/// What is shown in place of a key.
const HIDDEN: &str = "[key]";

/// A shorter text would be taken out of words that only look like it.
const HIDDEN_CHARS_MIN: usize = 4;

/// A key of the user's for a service.
#[derive(Clone, PartialEq, Eq)]
pub struct ApiKey(String);

impl ApiKey {
    /// Takes a key from the environment; none where nothing is there. A line end around it is not part of it.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let text = text.trim();
        (!text.is_empty()).then(|| Self(text.to_owned()))
    }

    /// Gives the secret, for a header and nothing else.
    pub(crate) fn secret(&self) -> &str {
        &self.0
    }

    /// Takes the key out of a text.
    pub(crate) fn hidden_in(&self, text: &str) -> String {
        if self.0.len() < HIDDEN_CHARS_MIN {
            return text.to_owned();
        }
        text.replace(&self.0, HIDDEN)
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HIDDEN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_shows_itself_nowhere() {
        let key = ApiKey::new(" sk-secret\n").unwrap();
        assert_eq!(format!("{key:?}"), "[key]");
        assert_eq!(key.hidden_in("Incorrect key: sk-secret."), "Incorrect key: [key].");
        assert_eq!(ApiKey::new("  "), None);
    }
}
