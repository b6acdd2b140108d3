//! The full table of states and moves.

use super::*;
use insta::assert_snapshot;
use std::fmt::Write;

#[test]
fn every_move_from_every_state() {
    let mut table = format!("{:<10}", "from");
    for step in Move::ALL {
        write!(table, "{:<12}", step.word()).unwrap();
    }
    for status in Status::ALL {
        write!(table, "\n{:<10}", status.word()).unwrap();
        for step in Move::ALL {
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
    from      pause       resume      complete    abandon     record
    active    paused      no-op       completed   abandoned   no-op
    paused    no-op       active      refused     abandoned   refused
    completed refused     refused     refused     refused     refused
    abandoned refused     refused     refused     refused     refused
    ");
}
