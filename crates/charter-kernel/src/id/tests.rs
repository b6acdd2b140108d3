//! What ids accept and what slugs look like.

use super::*;
use insta::assert_snapshot;

#[test]
fn a_slug_keeps_whole_words_up_to_its_limit() {
    let check = |text: &str| Slug::of(text).to_string();
    assert_snapshot!(check("Nurses on Night Shifts!"), @"nurses-on-night-shifts");
    assert_snapshot!(check("  "), @"charter");
    assert_snapshot!(check("…—!!"), @"charter");
    assert_snapshot!(check("Ärzte & Pfleger"), @"ärzte-pfleger");
    assert_snapshot!(check("결제 오류를 줄인다"), @"결제-오류를-줄인다");
    assert_snapshot!(check("../../etc/passwd"), @"etc-passwd");
    assert_eq!(check(&"x".repeat(300)).len(), 32);
    assert_snapshot!(check("one two three four five six seven eight nine"), @"one-two-three-four-five-six");
}

#[test]
fn an_id_is_one_visible_path_component() {
    for bad in ["", ".hidden", "a/b", "a\\b", "a:b", "a\nb"] {
        assert!(CharterId::parse(bad).is_err(), "{bad:?}");
    }
    assert!(CharterId::parse(&"x".repeat(201)).is_err());
    assert!(CharterId::parse("20261116-091204-nurses").is_ok());
}

#[test]
fn every_slug_makes_a_valid_id() {
    let ts = Timestamp::parse("2026-11-16T09:12:04Z").unwrap();
    for text in ["", "x", "ÀÉ İ", "a b c", &"漢".repeat(90), "con", "-"] {
        for attempt in [0, 2, 99] {
            let id = CharterId::new(ts, &Slug::of(text), attempt);
            assert_eq!(CharterId::parse(id.as_str()), Ok(id.clone()));
        }
    }
}
