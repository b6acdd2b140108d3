//! Rank correlation and errors.
//!
//! Owns the statistics. Must not know what is compared.

/// Gives the ranks of values from 1; equal values share the mean of theirs.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    let value = |idx: &usize| values.get(*idx).copied().unwrap_or_default();
    order.sort_by(|left, right| value(left).total_cmp(&value(right)));
    let mut ranks = vec![0.0; values.len()];
    let mut start = 0;
    while let Some(first) = order.get(start) {
        let equals = order.iter().skip(start).take_while(|it| value(it) == value(first));
        let n_equals = equals.count();
        let rank = start as f64 + (n_equals as f64 + 1.0) / 2.0;
        for idx in order.iter().skip(start).take(n_equals) {
            if let Some(slot) = ranks.get_mut(*idx) {
                *slot = rank;
            }
        }
        start += n_equals;
    }
    ranks
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / f64::max(values.len() as f64, 1.0)
}

/// Gives Spearman's rank correlation; none where one side does not vary.
pub(crate) fn spearman(pairs: &[(f64, f64)]) -> Option<f64> {
    let (left, right): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let (left, right) = (ranks(&left), ranks(&right));
    let (mean_left, mean_right) = (mean(&left), mean(&right));
    let off = left.iter().zip(&right).map(|(l, r)| (l - mean_left, r - mean_right));
    let (mut both, mut of_left, mut of_right) = (0.0, 0.0, 0.0);
    for (l, r) in off {
        both += l * r;
        of_left += l * l;
        of_right += r * r;
    }
    let scale = f64::sqrt(of_left * of_right);
    (scale > 0.0).then(|| both / scale)
}

/// Gives the mean of what is there.
pub(crate) fn mean_of(values: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    let values: Vec<f64> = values.flatten().collect();
    (!values.is_empty()).then(|| mean(&values))
}

/// Gives the mean distance, as a share of one.
pub(crate) fn distance(pairs: &[(f64, f64)]) -> f64 {
    let off: Vec<f64> = pairs.iter().map(|(l, r)| (l - r).abs() / 10_000.0).collect();
    mean(&off)
}
