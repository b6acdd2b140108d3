//! Figures as other tools write them: `76.5% (Goal: 0.40, …)`, `~24%`, `0.18`, `62% → 48%`.
//!
//! Owns how a share is read out of words. Must not know where the words stand.

use crate::deep::Units;

/// The words for ambiguity.
const AMBIGUITY: [&str; 6] = ["ambiguity", "모호도", "모호성", "앰비규어티", "模糊度", "曖昧"];

/// The words for a threshold.
const THRESHOLD: [&str; 5] = ["threshold", "임계", "阈值", "閾値", "しきい値"];

/// Tells whether a line speaks of ambiguity.
pub(super) fn is_ambiguity(line: &str) -> bool {
    let lower = line.to_lowercase();
    AMBIGUITY.iter().any(|it| lower.contains(it))
}

/// Tells whether a line speaks of a threshold.
pub(super) fn is_threshold(line: &str) -> bool {
    let lower = line.to_lowercase();
    THRESHOLD.iter().any(|it| lower.contains(it))
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

/// Lists the numbers of a text, each with whether a percent sign follows.
fn numbers(text: &str) -> Vec<(String, bool)> {
    let mut found: Vec<(String, bool)> = Vec::new();
    let mut number = String::new();
    for it in text.chars().chain([' ']) {
        match it {
            '0'..='9' => number.push(it),
            '.' if !number.is_empty() && !number.contains('.') => number.push(it),
            _ if number.is_empty() => {}
            _ => found.push((std::mem::take(&mut number), it == '%' || it == '％')),
        }
    }
    found
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
        check("미측정", None);
        check("250%", None);
    }
}
