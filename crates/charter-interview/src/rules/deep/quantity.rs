//! Numbers with what they count.
//!
//! Owns how a measure is read out of a text and when two measures are about the same thing. Whole
//! numbers only: a decimal is kept in thousandths. Must not know who said it.

use super::lexicon::SenseLexicon;
use super::term::Term;

/// A number with its unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Quantity {
    /// The number, in thousandths; times are in thousandths of a millisecond.
    pub(super) value: u64,
    /// What is counted; none where the unit is not known.
    pub(super) unit: Option<&'static str>,
    /// The word behind a number without a unit.
    pub(super) noun: Option<Term>,
    /// The words, as they stand in the text.
    pub(super) words: String,
}

/// The most digits of a number that is read.
const DIGITS_MAX: usize = 12;

/// How far apart two units of time are at most that measure the same.
const TIME_RANKS_MAX: usize = 3;

/// Lists the numbers of a text with their units.
pub(super) fn list(lexicon: &SenseLexicon, text: &str) -> Vec<Quantity> {
    let lower = text.to_lowercase();
    let mut found = Vec::new();
    let mut rest = lower.as_str();
    let mut before = ' ';
    while let Some(char) = rest.chars().next() {
        let is_start = !before.is_alphanumeric() || super::text::is_glyph(before);
        if is_start && char.is_ascii_digit() {
            let (quantity, after) = read(lexicon, rest);
            found.extend(quantity);
            before = '0';
            rest = after;
            continue;
        }
        // Numbers in words are known where words are parted by blanks.
        if is_start && char.is_alphabetic() && !super::text::is_glyph(char) {
            found.extend(read_word(lexicon, rest));
        }
        before = char;
        rest = rest.get(char.len_utf8()..).unwrap_or_default();
    }
    found
}

/// Reads a number in digits; gives what follows the digits too.
fn read<'t>(lexicon: &SenseLexicon, text: &'t str) -> (Option<Quantity>, &'t str) {
    let is_part = |it: char| it.is_ascii_digit() || matches!(it, '.' | ',');
    let end = text.find(|it: char| !is_part(it)).unwrap_or(text.len());
    let digits = text.get(..end).unwrap_or_default().trim_end_matches(['.', ',']);
    let after = text.get(digits.len()..).unwrap_or_default();
    let unit_text = after.trim_start();
    let unit = lexicon.find_unit(unit_text);
    let is_joined = after.starts_with(|it: char| it.is_alphabetic() && !super::text::is_glyph(it));
    let quantity = thousandths(digits).filter(|_| unit.is_some() || !is_joined).map(|value| {
        let word: String =
            unit_text.chars().take_while(|it| it.is_alphanumeric() || *it == '%').collect();
        let shown = if unit.is_some() { format!("{digits} {word}") } else { digits.to_owned() };
        let noun = if unit.is_none() { lexicon.find_noun(unit_text) } else { None };
        Quantity { value: scaled(value, unit), unit, noun, words: shown }
    });
    (quantity, after)
}

/// Reads a number in words that a unit follows.
fn read_word(lexicon: &SenseLexicon, text: &str) -> Option<Quantity> {
    let end = text.find(|it: char| !it.is_alphanumeric()).unwrap_or(text.len());
    let word = text.get(..end)?;
    let number = lexicon.find_number(word)?;
    let behind = text.get(end..)?.trim_start();
    let unit = lexicon.find_unit(behind);
    // One of something is seldom a count.
    let noun = lexicon.find_noun(behind).filter(|_| unit.is_none() && number > 1);
    let value = scaled(number * 1000, unit);
    let is_told = unit.is_some() || noun.is_some();
    is_told.then(|| Quantity { value, unit, noun, words: word.to_owned() })
}

fn thousandths(digits: &str) -> Option<u64> {
    if digits.len() > DIGITS_MAX {
        return None;
    }
    let parts: Vec<&str> = digits.split(['.', ',']).collect();
    let is_grouped = parts.len() > 1 && parts.iter().skip(1).all(|it| it.len() == 3);
    match parts.as_slice() {
        [whole] => whole.parse::<u64>().ok()?.checked_mul(1000),
        [whole, fraction] if !is_grouped => {
            let fraction: String = format!("{fraction:0<3}").chars().take(3).collect();
            whole.parse::<u64>().ok()?.checked_mul(1000)?.checked_add(fraction.parse().ok()?)
        }
        _ if is_grouped => parts.concat().parse::<u64>().ok()?.checked_mul(1000),
        _ => None,
    }
}

/// Brings times to milliseconds, so that one second is a thousand of them.
fn scaled(value: u64, unit: Option<&str>) -> u64 {
    let factor = match unit {
        Some("s") => 1_000,
        Some("min") => 60_000,
        Some("h") => 3_600_000,
        Some("day") => 86_400_000,
        Some("week") => 604_800_000,
        Some("month") => 2_629_800_000,
        Some("year") => 31_557_600_000,
        _ => 1,
    };
    value.saturating_mul(factor)
}

impl Quantity {
    /// Tells whether two numbers count the same sort of thing; things that are counted only where
    /// they have the same name.
    pub(super) fn is_alike(&self, other: &Self) -> bool {
        if let (Some(left), Some(right)) = (self.time_rank(), other.time_rank()) {
            return left.abs_diff(right) <= TIME_RANKS_MAX;
        }
        let is_counted = matches!(self.unit, Some("item" | "person" | "byte"));
        let is_same = !is_counted || self.unit_word() == other.unit_word();
        let is_named = self.unit.is_some() || self.noun.is_some();
        is_named && (self.unit, self.noun) == (other.unit, other.noun) && is_same
    }

    /// Gives the word of the unit; of one in a script without blanks, its first letter.
    fn unit_word(&self) -> &str {
        let word = self.words.split_once(' ').map_or("", |(_, word)| word);
        let first = word.chars().next().filter(|it| super::text::is_glyph(*it));
        match first {
            Some(first) => word.get(..first.len_utf8()).unwrap_or(word),
            None => word.strip_suffix('s').filter(|it| it.len() > 1).unwrap_or(word),
        }
    }

    /// Tells how long a unit of time is among others: minutes and months measure different things.
    fn time_rank(&self) -> Option<usize> {
        const UNITS: [&str; 8] = ["ms", "s", "min", "h", "day", "week", "month", "year"];
        UNITS.iter().position(|it| self.unit == Some(*it))
    }
}
