//! Logistic regression with a prior: finds the weights that explain labels best while staying near
//! where they began.
//!
//! Owns the arithmetic. Must not know what a row or a column means.

/// How often every weight is visited.
const PASSES: usize = 14;

/// How far one visit may move a weight.
const STEP_MAX: f64 = 1.0;

/// A column of the table: which rows have the feature, and how strongly.
pub(crate) type FeatureColumn = Vec<(usize, f64)>;

/// What is known of a row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FitTarget {
    /// Whether the label is yes.
    pub(crate) is_yes: bool,
    /// How much the row counts.
    pub(crate) weight: f64,
}

/// A weight: where it began and how firmly it is held there.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WeightAnchor {
    pub(crate) mean: f64,
    pub(crate) hold: f64,
}

/// Fits the weights of all columns, one after the other, several times.
pub(crate) fn fit(
    columns: &[FeatureColumn],
    targets: &[FitTarget],
    anchors: &[WeightAnchor],
) -> Vec<f64> {
    let mut weights: Vec<f64> = anchors.iter().map(|anchor| anchor.mean).collect();
    let mut sums = vec![0.0; targets.len()];
    for (column, weight) in columns.iter().zip(&weights) {
        shift(&mut sums, column, *weight);
    }
    for _ in 0..PASSES {
        for ((column, anchor), weight) in columns.iter().zip(anchors).zip(&mut weights) {
            let step = newton_step(column, targets, &sums, *anchor, *weight);
            *weight += step;
            shift(&mut sums, column, step);
        }
    }
    weights
}

/// Adds a column, `by` times, to the sums of the rows.
fn shift(sums: &mut [f64], column: &FeatureColumn, by: f64) {
    for (row, value) in column {
        if let Some(sum) = sums.get_mut(*row) {
            *sum += by * value;
        }
    }
}

fn newton_step(
    column: &FeatureColumn,
    targets: &[FitTarget],
    sums: &[f64],
    anchor: WeightAnchor,
    weight: f64,
) -> f64 {
    let mut slope = anchor.hold * (weight - anchor.mean);
    let mut curve = anchor.hold;
    for (row, value) in column {
        let (Some(target), Some(sum)) = (targets.get(*row), sums.get(*row)) else { continue };
        if target.weight > 0.0 {
            let guess = 1.0 / (1.0 + (-sum).exp());
            let error = guess - f64::from(u8::from(target.is_yes));
            slope += target.weight * error * value;
            curve += target.weight * guess * (1.0 - guess) * value * value;
        }
    }
    (-slope / curve.max(1e-9)).clamp(-STEP_MAX, STEP_MAX)
}
