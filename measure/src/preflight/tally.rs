//! Which words fire in which texts, by the rules and by a plain search.
//!
//! Owns the counting. Must not know how the rules find anything.

use std::collections::BTreeMap;

use charter_interview::preflight::{Lexicon, Text, TriggerKind, detect, shipped_triggers};

/// In how many texts a word fires.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Count {
    /// By the rules.
    pub(crate) fired: usize,
    /// By a search for the letters, wherever they stand.
    pub(crate) plain: usize,
}

/// What fires, by sort and word.
#[derive(Debug, Default)]
pub(crate) struct FireTally {
    pub(crate) rows: BTreeMap<(TriggerKind, String), Count>,
    /// In how many texts anything of a sort fires.
    pub(crate) texts: BTreeMap<TriggerKind, Count>,
    /// In how many texts anything fires at all.
    pub(crate) any: Count,
}

/// Counts over texts.
pub(crate) fn count(texts: &[String]) -> FireTally {
    let lexicon = Lexicon::default();
    let mut tally = FireTally::default();
    for text in texts {
        let fired = detect(&Text::new(text), &lexicon, None);
        let fired: Vec<(TriggerKind, String)> =
            fired.into_iter().filter_map(|it| Some((it.kind?, it.keyword?))).collect();
        let plain = plain(text);
        for it in &fired {
            tally.rows.entry(it.clone()).or_default().fired += 1;
        }
        for it in &plain {
            tally.rows.entry(it.clone()).or_default().plain += 1;
        }
        for kind in TriggerKind::ALL {
            let row = tally.texts.entry(kind).or_default();
            row.fired += usize::from(fired.iter().any(|it| it.0 == kind));
            row.plain += usize::from(plain.iter().any(|it| it.0 == kind));
        }
        tally.any.fired += usize::from(!fired.is_empty());
        tally.any.plain += usize::from(!plain.is_empty());
    }
    tally
}

/// Searches for the letters of every word.
fn plain(text: &str) -> Vec<(TriggerKind, String)> {
    let text = text.to_lowercase();
    let is_there = |it: &(TriggerKind, String)| text.contains(&it.1);
    shipped_triggers().into_iter().filter(is_there).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_counted_once_a_text() {
        let texts = ["make it better somehow, somehow", "`delete` it"].map(str::to_owned);
        let tally = count(&texts);
        let row = |kind, word: &str| tally.rows.get(&(kind, word.to_owned())).copied();
        assert_eq!(row(TriggerKind::Ambiguity, "somehow"), Some(Count { fired: 1, plain: 1 }));
        assert_eq!(row(TriggerKind::Risk, "delete"), Some(Count { fired: 0, plain: 1 }));
        assert_eq!(tally.any, Count { fired: 1, plain: 2 });
    }
}
