//! Weights, the composite, its bands, and what answers add.

use super::world::{at, hundredths, interview, profile};
use charter_interview::preflight::{
    Asks, Band, Composite, Dimension, GivenAnswer, Lexicon, Preflight, Profiles, Scores, Weights,
    answer, apply_impact, choose_target, n_shipped_rows, parse_impact, parse_own, shipped_profiles,
};

#[track_caller]
fn weigh(name: &str, scores: [u8; 5], expected: &str) {
    let composite = Composite::of(&Scores::new(scores), &profile(name).weights);
    assert_eq!(composite.to_string(), expected, "{name}");
}

#[test]
fn every_profile_sums_to_100() {
    let profiles = shipped_profiles();
    assert_eq!(profiles.len(), n_shipped_rows(), "a row of the table cannot be read");
    assert!(profiles.len() >= 57);
    for it in profiles {
        let sum: u32 = Dimension::ALL.into_iter().map(|at| u32::from(it.weights.of(at))).sum();
        assert_eq!(sum, 100, "{} {}", it.workflow, it.mode);
    }
}

#[test]
fn a_release_is_weighed_by_its_profile() {
    weigh("x-git release", [80, 90, 85, 75, 60], "73.25");
}

#[test]
fn a_deployment_is_weighed_by_its_profile() {
    weigh("x-deploy deploy", [90, 80, 85, 75, 60], "73.5");
}

#[test]
fn an_implementation_is_weighed_exactly_and_shown_in_whole_points() {
    weigh("x-implement", [95, 90, 85, 90, 80], "88.75");
    weigh("x-implement", [85, 70, 60, 90, 50], "71.75");
    assert_eq!(hundredths("88.75").floor(), 88);
    assert_eq!(hundredths("71.75").floor(), 71);
}

#[test]
fn the_same_scores_weigh_differently() {
    let scores = [80, 60, 70, 90, 40];
    for (name, expected) in [
        ("x-implement implement", "70.5"),
        ("x-implement fix", "69.5"),
        ("x-git release", "61.5"),
        ("x-brainstorm", "72.5"),
        ("x-review security", "62.5"),
        ("x-deploy status", "71"),
    ] {
        weigh(name, scores, expected);
    }
}

#[test]
fn what_weighs_nothing_is_neither_needed_nor_asked() {
    weigh("x-deploy status", [100, 100, 100, 100, 0], "100");
    let weights = profile("x-deploy status").weights;
    assert_eq!(choose_target(&Scores::new([100, 100, 100, 100, 0]), &weights), None);
    assert_eq!(choose_target(&Scores::new([1, 9, 9, 9, 0]), &weights), Some(Dimension::Problem));
    assert!(interview("x-deploy status", [100, 100, 100, 100, 0]).gate.is_open());
}

#[test]
fn an_unknown_mode_is_the_workflow_and_an_unknown_workflow_is_even() {
    let profiles = Profiles::default();
    let odd = profiles.find("x-implement", Some("polish"));
    assert_eq!(odd.weights, profile("x-implement").weights);
    assert_eq!(odd.mode, "polish");
    assert_eq!(profiles.find("x-ops", None).weights, Weights::EQUAL);
    assert_eq!(profiles.find("x-ops", None).asks, Asks::Called);
}

#[test]
fn full_scores_are_exactly_100() {
    for it in shipped_profiles() {
        let composite = Composite::of(&Scores::new([100; 5]), &it.weights);
        assert_eq!(composite, Composite::FULL);
        assert_eq!(composite.to_json().to_string(), "100");
    }
}

#[test]
fn a_workflow_and_its_mode_are_named_either_way() {
    let profiles = Profiles::default();
    assert_eq!(profiles.find("x-implement", None), profiles.find("x-implement implement", None));
    assert_eq!(profiles.find("x-plan", Some("design")), profiles.find("x-plan design", None));
}

#[test]
fn users_add_workflows_of_their_own_that_sum_to_100() {
    let own = parse_own("x-ops = 10 20 20 10 40; x-ops rollback = 15 20 20 5 40").unwrap();
    let profiles = Profiles::new(own);
    assert_eq!(profiles.find("x-ops", None).weights.of(Dimension::Problem), 10);
    assert_eq!(profiles.find("x-ops", Some("rollback")).weights.of(Dimension::Problem), 15);
    assert_eq!(parse_own("x-ops = 10 20 20 10 41"), None);
    assert_eq!(parse_own("x-ops 10 20 20 10 40"), None);
}

#[test]
fn bands_are_half_open() {
    for (composite, band) in [
        ("49.99", Band::Insufficient),
        ("50", Band::Partial),
        ("79.99", Band::Partial),
        ("80", Band::High),
        ("94.99", Band::High),
        ("95", Band::Near),
        ("99.99", Band::Near),
        ("100", Band::Complete),
    ] {
        assert_eq!(hundredths(composite).band(), band, "{composite}");
    }
}

#[test]
fn from_80_on_what_was_understood_is_shown() {
    assert!(interview("x-plan", [80; 5]).may_reformulate());
    assert!(!interview("x-plan", [80, 80, 80, 80, 79]).may_reformulate());
}

fn moved(scores: [u8; 5], impact: &str) -> Scores {
    apply_impact(Scores::new(scores), &parse_impact(impact).unwrap())
}

#[test]
fn one_answer_adds_at_most_30() {
    assert_eq!(moved([0, 0, 50, 0, 0], "technical=+45"), Scores::new([0, 0, 80, 0, 0]));
}

#[test]
fn a_score_ends_at_100() {
    assert_eq!(moved([0, 0, 90, 0, 0], "technical=+30"), Scores::new([0, 0, 100, 0, 0]));
}

#[test]
fn an_answer_counts_for_several_dimensions_each_capped() {
    let both = moved([0; 5], "technical=+25,context=+15");
    assert_eq!(both, Scores::new([0, 15, 25, 0, 0]));
    assert_eq!(moved([0; 5], "technical=+99,context=+99"), Scores::new([0, 30, 30, 0, 0]));
}

fn worth(state: Preflight, impact: &str) -> Preflight {
    let impact = parse_impact(impact);
    let given = GivenAnswer { text: "so".to_owned(), impact, ..GivenAnswer::default() };
    answer(state, given, &Lexicon::default(), at(1)).unwrap()
}

#[test]
fn two_answers_add_60() {
    let state = worth(worth(interview("x-plan", [0; 5]), "scope=+30"), "scope=+30");
    assert_eq!(state.scores.of(Dimension::Scope), 60);
}

#[test]
fn a_correction_lowers_by_any_amount() {
    let state = worth(interview("x-plan", [0, 0, 0, 70, 0]), "scope=-20");
    assert_eq!(state.scores.of(Dimension::Scope), 50);
    assert_eq!(moved([0, 0, 0, 70, 0], "scope=-60"), Scores::new([0, 0, 0, 10, 0]));
}
