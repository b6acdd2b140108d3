//! The loop's rule with a given clock, and every boundary.

use super::*;
use charter_kernel::Digest;

const MINUTE: i64 = 60 * 1000;

fn at(millis: i64) -> Timestamp {
    Timestamp::from_millis(1_800_000_000_000 + millis)
}

fn stand() -> LoopStand {
    LoopStand { status: Status::Active, asks_user: false, n_blockers: 3, head: Digest::of(b"1") }
}

/// Stops at each of some times with nothing done between, and says what happened.
fn stops(times: &[i64]) -> (Vec<&'static str>, Nudges) {
    let mut nudges = Nudges::default();
    let mut words = Vec::new();
    for time in times {
        words.push(match decide(Host::Stops, stand(), &nudges, at(*time)) {
            LoopStep::Nudge(Kind::Ordinary, next) => {
                nudges = next;
                "go on"
            }
            LoopStep::Nudge(Kind::Recovery, next) => {
                nudges = next;
                "recover"
            }
            LoopStep::Pause(next) => {
                nudges = next;
                "pause"
            }
            LoopStep::LetGo(_) => "let go",
        });
    }
    (words, nudges)
}

fn check(times: &[i64], expect: &[&str]) {
    assert_eq!(stops(times).0, expect);
}

#[test]
fn only_an_active_charter_is_gone_on_with() {
    let decided =
        |status| decide(Host::Stops, LoopStand { status, ..stand() }, &Nudges::default(), at(0));
    assert!(matches!(decided(Status::Active), LoopStep::Nudge(Kind::Ordinary, _)));
    assert_eq!(decided(Status::Paused), LoopStep::LetGo(LetGo::Paused));
    assert_eq!(decided(Status::Completed), LoopStep::LetGo(LetGo::Ended));
    assert_eq!(decided(Status::Abandoned), LoopStep::LetGo(LetGo::Ended));
}

#[test]
fn a_stop_with_something_open_is_answered_and_one_without_is_not() {
    let open = |n_blockers| {
        decide(Host::Stops, LoopStand { n_blockers, ..stand() }, &Nudges::default(), at(0))
    };
    assert!(matches!(open(1), LoopStep::Nudge(Kind::Ordinary, _)));
    assert_eq!(open(0), LoopStep::LetGo(LetGo::NothingOpen));
    let asks = LoopStand { asks_user: true, ..stand() };
    let decided = decide(Host::Stops, asks, &Nudges::default(), at(0));
    assert_eq!(
        decided,
        LoopStep::LetGo(LetGo::AsksUser),
        "whoever waits for an answer must be able to"
    );
}

#[test]
fn an_agent_that_waits_for_its_children_is_left_alone_and_asked_when_they_are_done() {
    let nudges = Nudges::default();
    assert_eq!(decide(Host::Waits, stand(), &nudges, at(0)), LoopStep::LetGo(LetGo::Waits));
    assert_eq!(
        decide(Host::Interrupted, stand(), &nudges, at(0)),
        LoopStep::LetGo(LetGo::Interrupted)
    );
    assert!(matches!(
        decide(Host::Stops, stand(), &nudges, at(1)),
        LoopStep::Nudge(Kind::Ordinary, _)
    ));
}

#[test]
fn every_later_stop_is_looked_at_anew() {
    check(&[0, MINUTE, 2 * MINUTE], &["go on", "go on", "go on"]);
}

#[test]
fn a_second_stop_is_let_go_unless_something_was_recorded() {
    let LoopStep::Nudge(_, nudges) = decide(Host::Stops, stand(), &Nudges::default(), at(0)) else {
        panic!("the first stop is answered");
    };
    let again = decide(Host::StopsAgain, stand(), &nudges, at(1));
    assert_eq!(again, LoopStep::LetGo(LetGo::NothingRecorded));
    let moved = LoopStand { head: Digest::of(b"2"), ..stand() };
    assert!(matches!(
        decide(Host::StopsAgain, moved, &nudges, at(1)),
        LoopStep::Nudge(Kind::Ordinary, _)
    ));
    let unknown = decide(Host::StopsAgain, moved, &Nudges::default(), at(1));
    assert_eq!(unknown, LoopStep::LetGo(LetGo::NothingRecorded), "no nudge is remembered");
}

#[test]
fn the_fifth_within_fifteen_minutes_is_a_recovery_prompt_and_another_within_five_pauses() {
    check(
        &[0, MINUTE, 2 * MINUTE, 3 * MINUTE, 4 * MINUTE, 5 * MINUTE],
        &["go on", "go on", "go on", "go on", "recover", "pause"],
    );
}

#[test]
fn the_window_has_its_end_in_it() {
    let last = WINDOW_MILLIS;
    let expect = |word| ["go on", "go on", "go on", "go on", word];
    check(&[0, 1, 2, 3, last], &expect("recover"));
    check(&[0, 1, 2, 3, last + 1], &expect("go on"));
    check(&[0, 1, 2, 3, last - 1], &expect("recover"));
}

#[test]
fn a_warning_has_its_end_in_it_and_the_next_is_a_warning_again() {
    let four = [0, 1, 2, 3, 4];
    let behind = |time: i64| [&four[..], &[4 + time]].concat();
    let expect = |word| ["go on", "go on", "go on", "go on", "recover", word];
    check(&behind(WARNED_MILLIS - 1), &expect("pause"));
    check(&behind(WARNED_MILLIS), &expect("pause"));
    // Five earlier ones still count, so it is another warning and no ordinary nudge.
    check(&behind(WARNED_MILLIS + 1), &expect("recover"));
    check(&behind(WINDOW_MILLIS + 1), &expect("go on"));
}

#[test]
fn a_pause_is_no_nudge_and_quiet_time_never_pauses() {
    let (words, nudges) = stops(&[0, 1, 2, 3, 4, 5]);
    assert_eq!(words.last(), Some(&"pause"));
    assert_eq!(nudges.sent.len(), 5, "the pause is not counted");
    check(
        &[0, 1, 2, 3, 4, 4 + 60 * MINUTE, 4 + 120 * MINUTE],
        &["go on", "go on", "go on", "go on", "recover", "go on", "go on"],
    );
}

#[test]
fn what_is_written_beside_the_ledger_or_leaves_as_much_open_resets_nothing() {
    let mut nudges = Nudges::default();
    let mut words = Vec::new();
    for n in 0..6u8 {
        let stand = LoopStand { head: Digest::of(&[n]), ..stand() };
        match decide(Host::StopsAgain, stand, &nudges, at(i64::from(n))) {
            LoopStep::Nudge(kind, next) => {
                words.push(kind);
                nudges = next;
            }
            LoopStep::Pause(_) => assert_eq!(n, 5),
            LoopStep::LetGo(_) => {
                // The first stop of a turn.
                let LoopStep::Nudge(kind, next) = decide(Host::Stops, stand, &nudges, at(0)) else {
                    panic!("{n}");
                };
                words.push(kind);
                nudges = next;
            }
        }
    }
    assert_eq!(words.len(), 5);
    assert_eq!(words.last(), Some(&Kind::Recovery));
}

#[test]
fn after_a_resume_the_account_begins_anew() {
    let (_, nudges) = stops(&[0, 1, 2, 3, 4, 5]);
    assert!(matches!(
        decide(Host::Stops, stand(), &nudges, at(6)),
        LoopStep::Nudge(Kind::Ordinary, _)
    ));
}

#[test]
fn an_agent_that_does_nothing_is_let_go_after_a_bounded_number_of_nudges() {
    // A host that never says that it was nudged, and a clock that stands still.
    let (words, _) = stops(&[0; 6]);
    assert_eq!(words, ["go on", "go on", "go on", "go on", "recover", "pause"]);
    // A host that says so.
    let mut nudges = Nudges::default();
    let mut n_nudges = 0;
    for n in 0..10 {
        let host = if n == 0 { Host::Stops } else { Host::StopsAgain };
        if let LoopStep::Nudge(_, next) = decide(host, stand(), &nudges, at(n)) {
            nudges = next;
            n_nudges += 1;
        }
    }
    assert_eq!(n_nudges, 1);
}

#[test]
fn an_agent_that_works_is_never_let_go_before_the_end() {
    let mut nudges = Nudges::default();
    let n_all = 40;
    for done in 0..n_all {
        let head = Digest::of(&[done]);
        let stand = LoopStand { n_blockers: usize::from(n_all - done), head, ..stand() };
        let host = if done == 0 { Host::Stops } else { Host::StopsAgain };
        let LoopStep::Nudge(kind, next) = decide(host, stand, &nudges, at(i64::from(done))) else {
            panic!("let go with {} open", n_all - done);
        };
        assert_eq!(kind, Kind::Ordinary);
        nudges = next;
    }
    let last = LoopStand { n_blockers: 0, ..stand() };
    assert_eq!(
        decide(Host::StopsAgain, last, &nudges, at(99)),
        LoopStep::LetGo(LetGo::NothingOpen)
    );
}

#[test]
fn one_that_takes_back_what_it_did_is_bounded_all_the_same() {
    let mut nudges = Nudges::default();
    let mut n_nudges = 0;
    for n in 0..100u8 {
        let n_blockers = if n % 2 == 0 { 3 } else { 2 };
        let stand = LoopStand { n_blockers, head: Digest::of(&[n]), ..stand() };
        match decide(Host::Stops, stand, &nudges, at(i64::from(n))) {
            LoopStep::Nudge(_, next) => {
                nudges = next;
                n_nudges += 1;
            }
            LoopStep::Pause(_) => break,
            LoopStep::LetGo(reason) => panic!("{reason:?}"),
        }
    }
    assert_eq!(n_nudges, 6, "one more than without the step that was taken back");
}

#[test]
fn what_is_remembered_reads_back_and_another_version_is_forgotten() {
    let (_, nudges) = stops(&[0, 1, 2, 3, 4]);
    let text = serde_json::to_string(&nudges).unwrap();
    assert_eq!(serde_json::from_str::<Nudges>(&text).unwrap(), nudges);
    let later = Nudges { format: FORMAT + 1, ..nudges };
    assert!(matches!(
        decide(Host::Stops, stand(), &later, at(5)),
        LoopStep::Nudge(Kind::Ordinary, _)
    ));
}

#[test]
fn a_clock_that_went_back_does_not_make_the_loop_endless() {
    check(
        &[9 * MINUTE, 8 * MINUTE, 7 * MINUTE, 6 * MINUTE, 0, 0],
        &["go on", "go on", "go on", "go on", "recover", "pause"],
    );
}
