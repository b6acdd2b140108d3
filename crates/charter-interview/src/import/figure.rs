//! Figures as other tools write them: `76.5% (Goal: 0.40, …)`, `~24%`, `0.18`, `62% → 48%`.
//!
//! Owns how a share is read out of words. Must not know where the words stand.

use crate::deep::Units;

/// The words for ambiguity.
const AMBIGUITY: [&str; 6] = ["ambiguity", "모호도", "모호성", "앰비규어티", "模糊度", "曖昧"];

/// The words for a threshold.
const THRESHOLD: [&str; 5] = ["threshold", "임계", "阈值", "閾値", "しきい値"];

/// What may stand around a threshold.
const BRACKETS: [char; 5] = ['(', '（', ' ', ':', '|'];

/// Tells whether a line speaks of ambiguity.
pub(super) fn is_ambiguity(line: &str) -> bool {
    let lower = line.to_lowercase();
    AMBIGUITY.iter().any(|it| lower.contains(it))
}

/// The figures of a line that speaks of ambiguity, of a threshold, or of both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Figures {
    pub(super) ambiguity: Option<Units>,
    pub(super) threshold: Option<Units>,
}

/// Reads what a line says about ambiguity and the threshold: each figure belongs to the word before
/// it.
pub(super) fn figures(line: &str) -> Figures {
    let lower = line.to_lowercase();
    let ends = |words: &[&str]| {
        let place = |it: &&str| lower.find(*it).map(|start| (start, start + it.len()));
        words.iter().filter_map(place).min()
    };
    let (ambiguity, threshold) = (ends(&AMBIGUITY), ends(&THRESHOLD));
    let behind = |word: Option<(usize, usize)>, other: Option<(usize, usize)>| {
        let (_, end) = word?;
        let until = other.map(|it| it.0).filter(|it| *it >= end).unwrap_or(lower.len());
        lower.get(end..until)
    };
    let told = behind(threshold, ambiguity);
    let ahead = || {
        let (start, _) = ambiguity?;
        let is_first = threshold.is_none_or(|it| it.0 > start);
        lower.get(..start).filter(|it| is_first && it.contains(['%', '％']))
    };
    let of_ambiguity = behind(ambiguity, threshold).and_then(share);
    Figures {
        ambiguity: of_ambiguity.or_else(|| share(ahead()?)),
        threshold: told.and_then(|it| share(it).or_else(|| share(it.trim_start_matches(BRACKETS)))),
    }
}

/// Reads the share that a text gives, behind the word where it names one: the last percentage of a
/// movement, or a decimal up to one. What stands in brackets is how it was made up.
pub(super) fn share(text: &str) -> Option<Units> {
    let bare = text.split(['(', '（']).next().unwrap_or(text);
    let numbers = numbers(bare);
    let percent = numbers.iter().rev().find(|(_, is_percent)| *is_percent);
    if let Some((number, _)) = percent {
        return of_percent(number);
    }
    let decimal =
        numbers.iter().rev().find(|(number, _)| number.contains('.') || number.len() == 1);
    match decimal {
        Some((number, _)) => Units::parse(&shortened(number)),
        None => numbers.last().and_then(|(number, _)| of_percent(number)),
    }
}

/// Lists the numbers of a text, each with whether a percent sign follows, perhaps behind a blank. A
/// comma between digits is a decimal one.
fn numbers(text: &str) -> Vec<(String, bool)> {
    let mut found: Vec<(String, bool)> = Vec::new();
    let mut number = String::new();
    let mut rest = text.chars();
    loop {
        let before = rest.as_str();
        let it = rest.next();
        let is_digit_next = rest.as_str().starts_with(|it: char| it.is_ascii_digit());
        let may_part = !number.is_empty() && !number.contains('.');
        match it {
            Some('0'..='9') => number.extend(it),
            Some('.') if may_part => number.push('.'),
            Some(',') if may_part && is_digit_next => number.push('.'),
            _ if number.is_empty() => {}
            _ => {
                let is_percent = before.trim_start().starts_with(['%', '％']);
                found.push((std::mem::take(&mut number), is_percent));
            }
        }
        if it.is_none() {
            return found;
        }
    }
}

fn of_percent(number: &str) -> Option<Units> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let whole: u32 = whole.parse().ok().filter(|it| *it <= 100)?;
    let fraction: String = fraction.chars().chain("00".chars()).take(2).collect();
    Some(Units::new(whole * 100 + fraction.parse::<u32>().ok()?))
}

/// Cuts a decimal to the four digits that count.
fn shortened(number: &str) -> String {
    match number.trim_end_matches('.').split_once('.') {
        Some((whole, fraction)) => {
            format!("{whole}.{}", fraction.chars().take(4).collect::<String>())
        }
        None => number.trim_end_matches('.').to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<u32>) {
        assert_eq!(share(text).map(Units::as_u32), expected, "{text}");
    }

    #[test]
    fn shares_are_read_in_every_spelling() {
        check("**Ambiguity:** 76.5% (Goal: 0.40, Constraints: 0.2)", Some(7650));
        check("~24%", Some(2400));
        check("約20%", Some(2000));
        check("0.18", Some(1800));
        check("0.157", Some(1570));
        check("**18 (0.18)**", Some(1800));
        check("62% → 48%", Some(4800));
        check("36% → **23%** ✅", Some(2300));
        check("1", Some(10_000));
        check("0.161234", Some(1612));
        check("12,5%", Some(1250));
        check("8 %", Some(800));
        check("8\u{a0}% of it", Some(800));
        check("0,18", Some(1800));
        check("미측정", None);
        check("250%", None);
    }

    #[test]
    fn ambiguity_and_threshold_on_one_line_are_told_apart() {
        for (line, ambiguity, threshold) in [
            ("Final Ambiguity: 16% (threshold: 20%)", Some(1600), Some(2000)),
            ("Final Ambiguity: 18% (threshold 20%, met)", Some(1800), Some(2000)),
            ("Final Ambiguity Score: 12,5% (Threshold: 0.2)", Some(1250), Some(2000)),
            ("Threshold: 20% | Ambiguity: 8 %", Some(800), Some(2000)),
            ("Ambiguity threshold: 20%", None, Some(2000)),
            ("1. Ambiguity threshold: (20%)", None, Some(2000)),
            ("Result: 16% ambiguity (threshold 20%)", Some(1600), Some(2000)),
            ("모호도: 14% (임계값: 20%)", Some(1400), Some(2000)),
            ("Ambiguity: 14%", Some(1400), None),
            ("Ambiguity: not measured (goal: 0.4)", None, None),
        ] {
            let read = figures(line);
            let told = (read.ambiguity.map(Units::as_u32), read.threshold.map(Units::as_u32));
            assert_eq!(told, (ambiguity, threshold), "{line}");
        }
    }
}
