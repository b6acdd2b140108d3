//! Texts that the user reads, in ten languages.
//!
//! Owns how a file of texts is read, how slots are filled, and that every language says everything. Must not
//! know when a text is used.

use crate::particle;
use crate::wordlist::lines;
use std::collections::BTreeMap;

/// The texts of one language: keys, and what each says.
#[derive(Debug, Clone, Default)]
pub(crate) struct Frame {
    texts: BTreeMap<&'static str, Vec<&'static str>>,
}

impl Frame {
    /// Reads a file: a key, and its texts indented below.
    #[must_use]
    pub(crate) fn read(file: &'static str) -> Self {
        let mut texts: BTreeMap<&'static str, Vec<&'static str>> = BTreeMap::new();
        for it in lines(file) {
            texts.entry(it.name).or_default().push(it.text.trim());
        }
        Self { texts }
    }

    #[must_use]
    pub(crate) fn list(&self, key: &str) -> &[&'static str] {
        self.texts.get(key).map(Vec::as_slice).unwrap_or_default()
    }

    /// Lists the keys that the file has.
    #[cfg(test)]
    #[must_use]
    pub(crate) fn keys(&self) -> Vec<&str> {
        self.texts.keys().copied().collect()
    }

    /// Gives the first text of a key, with its slots filled.
    #[must_use]
    pub(crate) fn say(&self, key: &str, slots: &[(&str, &str)]) -> String {
        fill(self.list(key).first().copied().unwrap_or_default(), slots)
    }
}

/// Fills slots from left to right; what is filled in is not looked at again.
pub(crate) fn fill(text: &str, slots: &[(&str, &str)]) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((head, tail)) = rest.split_once('{') {
        particle::push(&mut filled, head);
        let Some((name, after)) = tail.split_once('}') else {
            rest = tail;
            continue;
        };
        let value = slots.iter().find(|(slot, _)| *slot == name).map(|(_, value)| *value);
        filled.push_str(value.unwrap_or_default());
        rest = after;
    }
    particle::push(&mut filled, rest);
    filled
}

/// Checks that every language says what English says, with the same slots.
#[cfg(test)]
pub(crate) fn check_languages(shipped: fn(crate::tongue::Tongue) -> &'static str) {
    use crate::tongue::Tongue;
    fn slots(text: &str) -> std::collections::BTreeSet<&str> {
        text.split('{').skip(1).filter_map(|it| it.split_once('}')).map(|(slot, _)| slot).collect()
    }
    let english = Frame::read(shipped(Tongue::English));
    for tongue in Tongue::ALL {
        let frame = Frame::read(shipped(tongue));
        assert_eq!(frame.keys(), english.keys(), "{tongue:?}");
        for key in english.keys() {
            let (ours, theirs) = (frame.list(key), english.list(key));
            assert_eq!(ours.len(), theirs.len(), "{tongue:?} {key}");
            for (ours, theirs) in ours.iter().zip(theirs) {
                assert_eq!(slots(ours), slots(theirs), "{tongue:?} {key}: {ours}");
            }
        }
    }
}
