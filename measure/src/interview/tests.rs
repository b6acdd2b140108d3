//! What needs no corpus: noise, short answers, and our own headings.

use super::{heading, noise};

#[test]
fn no_kind_of_noise_ends_in_a_finished_spec() {
    let finished: Vec<_> =
        noise::tallies_under(&[noise::IDEA]).into_iter().filter(|it| it.n_finished > 0).collect();
    assert!(finished.is_empty(), "{finished:#?}");
}

#[test]
fn honest_short_answers_are_taken() {
    assert_eq!(noise::refused(), []);
}

#[test]
fn nine_of_ten_headings_of_exclusion_are_recognised() {
    let tally = heading::of_own();
    assert!(tally.missed.len() * 10 <= tally.n_wanted, "{:?}", tally.missed);
    assert!(tally.wrong.is_empty(), "{:?}", tally.wrong);
}
