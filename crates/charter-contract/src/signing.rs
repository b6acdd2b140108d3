//! What persons did that has to be signed at strict, and the signatures that they gave.
//!
//! Owns which of it is open. A signature is checked elsewhere; what counts here is what was seen of it
//! ([`crate::evidence::Observed`]). Must not know keys.

use crate::act::{ActSignature, TakingAct};
use crate::agreement::{is_as_agreed, is_by_person};
use crate::{Blocker, ContractState, Docs, Rigor, Status};
use charter_kernel::ancestry::EventPlace;
use charter_kernel::event::EventStamp;
use charter_kernel::{Digest, counted};

/// The word for what only a person can do anything about.
pub const NEEDS_PERSON: &str = "needs-person";

/// The most acts that wait for the signature of the same write.
const UNSIGNED_MAX: usize = 1024;

impl ContractState {
    /// Notes an event of a person, which a signature of the same write may cover.
    pub(crate) fn note_act(&mut self, stamp: &EventStamp<'_>) {
        if self.rigor != Rigor::Strict || !stamp.actor.is_person() {
            return;
        }
        if self.unsigned.len() >= UNSIGNED_MAX {
            self.unsigned.remove(0);
        }
        self.unsigned.push((stamp.place(), stamp.id));
    }

    /// Notes that something was taken away at strict.
    pub(crate) fn note_taking(&mut self, stamp: &EventStamp<'_>, words: String) {
        let (place, by) = (stamp.place(), stamp.actor.clone());
        let (agreed_since, lowered_to) = (Vec::new(), None);
        self.takings.push(TakingAct { place, words, by, agreed_since, lowered_to });
    }

    /// Notes that the rigor was lowered from strict.
    pub(crate) fn note_lowering(&mut self, stamp: &EventStamp<'_>, to: Rigor) {
        self.note_taking(stamp, format!("lowered the rigor to {}", to.word()));
        if let Some(taking) = self.takings.last_mut() {
            taking.lowered_to = Some(to);
        }
    }

    /// Notes that the rigor is strict again: what lowered it before took nothing.
    pub(crate) fn note_raising(&mut self, stamp: &EventStamp<'_>) {
        self.takings.retain(|it| it.lowered_to.is_none() || !stamp.has_seen(it.place));
    }

    /// Notes an agreement on the register, which stands for what it had seen.
    pub(crate) fn note_agreement(&mut self, stamp: &EventStamp<'_>) {
        for taking in &mut self.takings {
            if stamp.has_seen(taking.place) {
                taking.agreed_since.push(stamp.place());
            }
        }
    }

    pub(crate) fn sign(
        &mut self,
        stamp: &EventStamp<'_>,
        events: &[Digest],
        key: &str,
        text: &str,
    ) {
        let covered = |it: &(EventPlace, Digest)| events.contains(&it.1);
        let places = self.unsigned.iter().filter(|it| covered(it)).map(|it| it.0).collect();
        self.unsigned.retain(|it| !covered(it));
        self.signatures.push(ActSignature {
            events: events.to_vec(),
            places,
            by: stamp.actor.clone(),
            ts: stamp.ts,
            key: key.to_owned(),
            signature: text.to_owned(),
        });
    }
}

/// Lists what a person still has to sign: what was taken away, and at strict the register itself.
#[must_use]
pub fn blockers(docs: &Docs, state: &ContractState) -> Vec<Blocker> {
    if state.status == Status::Completed {
        return Vec::new();
    }
    let is_signed = |place: &EventPlace| docs.observed.signed.contains_key(place);
    let is_open = |it: &&TakingAct| !is_signed(&it.place) && !it.agreed_since.iter().any(is_signed);
    let takings = state.takings.iter().filter(is_open).map(|it| {
        let way = match it.lowered_to {
            // What is signed is done at strict: it begins there once more.
            Some(to) => format!(
                "`charter rigor strict` takes it back, and a person listed in .charter/people signs it \
                 anew with `charter rigor {} -m WHY`",
                to.word()
            ),
            None => "a person listed in .charter/people runs `charter agree`".to_owned(),
        };
        let words = format!("{} {} without a valid signature: {way}", it.by, it.words);
        Blocker::new(NEEDS_PERSON, words).at("criteria.md")
    });
    let mut blockers: Vec<Blocker> = takings.collect();
    blockers.extend(unsigned_register(docs, state));
    blockers
}

/// At strict a register counts once a person has signed it as it stands.
fn unsigned_register(docs: &Docs, state: &ContractState) -> Option<Blocker> {
    let criteria = docs.criteria.criteria();
    if state.rigor != Rigor::Strict || criteria.is_empty() {
        return None;
    }
    // What was changed since is told as that.
    let agreed = criteria.iter().filter(|it| is_as_agreed(it, state));
    let open = agreed.filter(|it| !is_by_person(it, docs, state)).count();
    let all = counted(criteria.len(), "criterion", "criteria");
    let are = if open == 1 { "is" } else { "are" };
    let words = format!(
        "{open} of {all} {are} not signed by a person: a person listed in .charter/people runs `charter agree`"
    );
    (open > 0).then(|| Blocker::new(NEEDS_PERSON, words).at("criteria.md"))
}
