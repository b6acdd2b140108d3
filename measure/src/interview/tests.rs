//! The statistics on values whose answer is known.

use super::rank::{distance, spearman};

#[test]
fn rank_correlation_knows_order_and_ties() {
    let check = |pairs: &[(f64, f64)], expected: Option<f64>| {
        let found = spearman(pairs);
        let is_close = match (found, expected) {
            (Some(found), Some(expected)) => (found - expected).abs() < 1e-9,
            (None, None) => true,
            _ => false,
        };
        assert!(is_close, "{found:?} {expected:?}");
    };
    check(&[(1.0, 10.0), (2.0, 20.0), (3.0, 90.0)], Some(1.0));
    check(&[(1.0, 3.0), (2.0, 2.0), (3.0, 1.0)], Some(-1.0));
    check(&[(1.0, 3.0), (1.0, 2.0), (1.0, 1.0)], None);
    // Two ties on the left share rank 1.5: covariance 1.5, variances 1.5 and 2.
    check(&[(1.0, 1.0), (1.0, 2.0), (3.0, 3.0)], Some(1.5 / f64::sqrt(3.0)));
    check(&[], None);
}

#[test]
fn distance_is_a_share_of_one() {
    assert!((distance(&[(5_000.0, 4_000.0), (1_000.0, 1_000.0)]) - 0.05).abs() < 1e-9);
}
