//! Numbers with what they count.
//!
//! Owns how a measure is read out of a text, with its unit brought to one size. Must not know what it is a
//! measure of.

use crate::cue::is_glyph;
use crate::wordlist::lines;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The words of units and numbers, among others.
pub(super) const WORDS: &str = include_str!("../../../data/checklist/clash.txt");

/// The most digits of a number that is read.
const DIGITS_MAX: usize = 12;

/// A unit: what it measures, and its size.
type MeasureUnit = (&'static str, u64);

static UNITS: LazyLock<BTreeMap<&'static str, MeasureUnit>> = LazyLock::new(|| {
    let mut units = BTreeMap::new();
    for line in lines(WORDS) {
        let mut name = line.name.split(' ');
        let (Some("unit"), Some(kind), Some(size)) = (name.next(), name.next(), name.next()) else {
            continue;
        };
        let size = size.parse().unwrap_or(1);
        units.extend(line.text.split_whitespace().map(|it| (it, (kind, size))));
    }
    units
});

static NUMBERS: LazyLock<BTreeMap<&'static str, u64>> = LazyLock::new(|| {
    let mut numbers = BTreeMap::new();
    for line in lines(WORDS) {
        let value = line.name.strip_prefix("number ").and_then(|it| it.parse().ok());
        let value = value
            .into_iter()
            .flat_map(|value: u64| line.text.split_whitespace().map(move |word| (word, value)));
        numbers.extend(value);
    }
    numbers
});

/// A number with its unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MeasuredNumber {
    /// In thousandths of the smallest unit.
    pub(super) value: u64,
    /// What it measures; the word behind it where that is no unit.
    pub(super) kind: String,
}

/// What a text measures, and the text without it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct MeasureReading {
    pub(super) measures: Vec<MeasuredNumber>,
    /// The text without numbers and their units; what is counted stays.
    pub(super) rest: String,
}

/// Reads the measures of a text in lower case.
pub(super) fn measures(text: &str) -> MeasureReading {
    let mut reading = MeasureReading::default();
    let mut rest = text;
    let mut before = ' ';
    while let Some(sign) = rest.chars().next() {
        let is_start =
            !before.is_alphanumeric() && !matches!(before, '.' | '_') || is_glyph(before);
        let number = if is_start { number(rest) } else { None };
        let found = number.and_then(|(number, behind)| {
            let found = with_unit(number, before, behind)?;
            // One of something is seldom a count.
            let is_told = sign.is_ascii_digit() || number > 1000 || found.is_unit;
            is_told.then_some((found, behind))
        });
        if let Some((UnitReading { measure, length, .. }, behind)) = found {
            reading.measures.push(measure);
            reading.rest.push(' ');
            rest = behind.get(length..).unwrap_or_default();
            before = ' ';
            continue;
        }
        let end = match sign.is_alphanumeric() && !is_glyph(sign) {
            true => rest.find(|it: char| !it.is_alphanumeric() || is_glyph(it)),
            false => Some(sign.len_utf8()),
        };
        let (word, behind) = rest.split_at(end.unwrap_or(rest.len()));
        reading.rest.push_str(word);
        before = word.chars().next_back().unwrap_or(' ');
        rest = behind;
    }
    reading
}

/// Reads the number that a text begins with, in thousandths, and gives what stands behind it.
fn number(text: &str) -> Option<(u64, &str)> {
    let is_digits = text.starts_with(|it: char| it.is_ascii_digit());
    let is_part = |it: char| match is_digits {
        true => it.is_ascii_digit() || matches!(it, '.' | ','),
        false => it.is_alphanumeric() && !is_glyph(it),
    };
    let end = text.find(|it| !is_part(it)).unwrap_or(text.len());
    let word = text.get(..end)?.trim_end_matches(['.', ',']);
    let behind = text.get(word.len()..)?;
    let number = match is_digits {
        true => thousandths(word)?,
        false => NUMBERS.get(word)?.saturating_mul(1000),
    };
    Some((number, behind))
}

/// Tells whether a word is a number or a unit.
pub(super) fn is_measure_word(word: &str) -> bool {
    NUMBERS.contains_key(word) || word.chars().any(|it| it.is_ascii_digit())
}

/// A measure, and how much of the text behind its number is its unit.
struct UnitReading {
    measure: MeasuredNumber,
    length: usize,
    is_unit: bool,
}

/// Reads the unit before or behind a number; a word that is none is what is counted.
fn with_unit(number: u64, before: char, behind: &str) -> Option<UnitReading> {
    let is_free = behind.starts_with(|it: char| !it.is_alphabetic() || is_glyph(it));
    let after = behind.trim_start_matches([' ', '-']);
    let blank = behind.len() - after.len();
    let word: String =
        after.chars().take_while(|it| it.is_alphabetic() && !is_glyph(*it)).collect();
    let run: String = after.chars().take_while(|it| is_glyph(*it) || is_price(*it)).collect();
    let mut ends = run.char_indices().map(|(at, it)| at + it.len_utf8()).rev();
    let longest = ends.find_map(|end| Some((*UNITS.get(run.get(..end)?)?, end)));
    let priced = UNITS.get(before.to_string().as_str()).filter(|_| is_price(before));
    let named = UNITS.get(word.as_str()).map(|it| (*it, blank + word.len()));
    let unit = priced.map(|it| (*it, 0)).or(named);
    let unit = unit.or_else(|| longest.map(|(unit, end)| (unit, blank + end)));
    match unit {
        Some(((kind, size), length)) => Some(UnitReading {
            measure: MeasuredNumber { value: number.saturating_mul(size), kind: kind.to_owned() },
            length,
            is_unit: true,
        }),
        None if is_free && word.chars().count() > 2 => Some(UnitReading {
            measure: MeasuredNumber { value: number, kind: stem(&word) },
            length: 0,
            is_unit: false,
        }),
        None => None,
    }
}

fn is_price(sign: char) -> bool {
    matches!(sign, '$' | '€' | '£' | '¥' | '%' | '％')
}

/// Gives the beginning of a word, so that `booking` and `bookings` are one.
pub(super) fn stem(word: &str) -> String {
    const STEM_CHARS: usize = 5;
    let stem: String = word.chars().take(STEM_CHARS).collect();
    stem.strip_suffix('s').filter(|it| it.chars().count() > 2).unwrap_or(&stem).to_owned()
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
