//! Any bytes as a ledger of strands: no panic, and what is saved of a broken one is whole.
#![no_main]

use charter_engine::State;
use charter_engine::event::{CharterEvent, EventBody};
use charter_kernel::chain::{Ending, Linked, Reader};
use charter_kernel::repair::Salvage;
use charter_kernel::strand::{StrandEnd, StrandId};
use charter_kernel::weave::{ReadStrand, Weave};
use charter_kernel::{CharterId, Digest};
use libfuzzer_sys::fuzz_target;
use std::collections::BTreeSet;
use std::convert::Infallible;

struct HeldStrand(std::vec::IntoIter<CharterEvent>, Vec<Digest>);

impl ReadStrand<EventBody> for HeldStrand {
    type Failure = Infallible;

    fn next_event(&mut self) -> Result<Option<Linked<EventBody>>, Infallible> {
        Ok(self.0.next().map(|event| Linked { event, line: Vec::new() }))
    }

    fn list_ids(&self) -> Result<Vec<Digest>, Infallible> {
        Ok(self.1.clone())
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(charter_id) = CharterId::parse("20261116-090000-suite") else { return };
    let names = [StrandId::zero(), StrandId::from_random(b"a"), StrandId::from_random(b"b")];
    let mut strands = Vec::new();
    // Pieces that a form feed parts are files.
    for (name, piece) in names.iter().zip(bytes.split(|it| *it == 0x0c)) {
        let start = || StrandEnd::start(name.clone());
        let mut reader = Reader::<EventBody>::new(piece, start());
        let events: Vec<CharterEvent> = reader.by_ref().collect();
        assert!(reader.end() <= piece.len());
        let salvage = Salvage::of::<EventBody>(name, piece, &charter_id, (0, &BTreeSet::new()));
        let mut end = StrandEnd::start(StrandId::from_random(b"repair"));
        let carried = salvage.carry(&mut end);
        let mut again = Reader::<EventBody>::new(
            carried.as_bytes(),
            StrandEnd::start(StrandId::from_random(b"repair")),
        );
        again.by_ref().for_each(drop);
        assert_eq!(again.ending(), Ending::Whole);
        let ids = events.iter().flat_map(CharterEvent::names).collect();
        strands.push(HeldStrand(events.into_iter(), ids));
    }
    let mut state = State::default();
    let mut weave = Weave::new(strands);
    while let Ok(Some(linked)) = weave.next_event() {
        state.apply(&linked.event);
    }
});
