//! The full table of states and moves.

use super::*;
use insta::assert_snapshot;
use std::fmt::Write;

const MOVES: [Move; 4] = [Move::Pause, Move::Resume, Move::Complete, Move::Abandon];

#[test]
fn every_move_from_every_state() {
    let mut table = format!("{:<10}", "from");
    for step in MOVES {
        write!(table, "{:<12}", step.word()).unwrap();
    }
    for status in Status::ALL {
        write!(table, "\n{:<10}", status.word()).unwrap();
        for step in MOVES {
            let cell = match step.outcome(status) {
                Outcome::To(next) => next.word(),
                Outcome::Nothing => "no-op",
                Outcome::Refused => "refused",
            };
            write!(table, "{cell:<12}").unwrap();
        }
    }
    let table = table.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    assert_snapshot!(table, @r"
    from      pause       resume      complete    abandon
    active    paused      no-op       completed   abandoned
    paused    no-op       active      refused     abandoned
    completed refused     refused     refused     refused
    abandoned refused     refused     refused     refused
    ");
}
