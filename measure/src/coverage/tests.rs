//! What training and counting do on a few made-up samples.

use super::fit::{FitTarget, WeightAnchor, fit};
use super::heading::{Announced, announced};
use super::tally::render_row;

#[test]
fn a_weight_moves_towards_what_the_labels_say_and_is_held_by_its_anchor() {
    let columns = vec![vec![(0, 1.0), (1, 1.0)], vec![(0, 1.0), (1, 1.0), (2, 1.0), (3, 1.0)]];
    let target = |is_yes| FitTarget { is_yes, weight: 1.0 };
    let targets = [target(true), target(true), target(false), target(false)];
    let loose = WeightAnchor { mean: 0.0, hold: 0.1 };
    let firm = WeightAnchor { mean: 0.0, hold: 1000.0 };
    let free = fit(&columns, &targets, &[loose, loose]);
    let held = fit(&columns, &targets, &[firm, loose]);
    assert!(free[0] > 1.0 && free[1] < 0.0, "{free:?}");
    assert!(held[0].abs() < 0.1, "{held:?}");
}

#[test]
fn a_heading_announces_one_topic_or_nothing() {
    assert_eq!(announced("1. Problem Statement"), Announced::Topic(0));
    assert_eq!(announced("目标用户"), Announced::Topic(1));
    assert_eq!(announced("Out of scope"), Announced::Topic(3));
    assert_eq!(announced("Tech stack"), Announced::Nothing);
    assert_eq!(announced("Scope and success"), Announced::Unknown);
    assert_eq!(announced("Miscellany"), Announced::Unknown);
}

#[test]
fn a_row_counts_precision_recall_and_f1() {
    let yes = [true, false, false, false, false];
    let no = [false; 5];
    let row = render_row("m", "all", &[(yes, yes), (yes, no), (no, yes)]);
    assert!(row.contains("0.50/0.50/0.50"), "{row}");
    assert!(row.ends_with("0.100"), "{row}");
}
