//! Any bytes as a ledger: no panic, and a repair is whole.
#![no_main]

use charter_engine::State;
use charter_engine::event::EventBody;
use charter_kernel::chain::{Ending, Reader};
use charter_kernel::event::Head;
use charter_kernel::repair::{Note, repair};
use charter_kernel::{Actor, CharterId, Timestamp, Witness};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut state = State::default();
    let mut reader = Reader::new(bytes, Head::START);
    for event in reader.by_ref() {
        state.apply(&event);
    }
    assert!(reader.end() <= bytes.len());
    let Ok(charter_id) = CharterId::parse("20261116-090000-suite") else { return };
    let note = Note {
        charter_id,
        ts: Timestamp::from_millis(0),
        witness: Witness::Fixed,
        actor: Actor::Unknown,
        saved_as: "saved/x".to_owned(),
        former_heads: Vec::new(),
    };
    let repaired = repair::<EventBody>(bytes, &note);
    let mut reader = Reader::<EventBody>::new(&repaired.text, Head::START);
    reader.by_ref().for_each(drop);
    assert_eq!(reader.ending(), Ending::Whole);
});
