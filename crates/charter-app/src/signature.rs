//! Signatures of persons: made at strict, and checked wherever something rests on one.
//!
//! Owns what a signature of acts covers. Must not know what it lets count.

use crate::app::App;
use crate::error::Error;
use crate::signing::people_for;
use charter_contract::{ActSignature, ContractEvent, ContractState, signed_text};
use charter_engine::event::{CharterEvent, EventBody};
use charter_kernel::ancestry::EventPlace;
use charter_kernel::{CharterId, Digest};
use charter_proof::ssh::{self, SignedBy, SigningKey};
use std::collections::BTreeMap;

impl App {
    /// Signs events that are about to be written.
    pub(crate) fn sign_acts(
        &self,
        key: &SigningKey,
        id: &CharterId,
        events: &[CharterEvent],
    ) -> Result<EventBody, Error> {
        let events: Vec<Digest> = events.iter().map(|it| it.id).collect();
        let text = signed_text(id.as_str(), &events);
        let signature = ssh::sign(&self.ssh_setup(), key, text.as_bytes())?;
        let key = key.fingerprint.clone();
        Ok(EventBody::Contract(ContractEvent::ActsSigned { events, key, signature }))
    }

    /// Says who signed which events: only signatures that hold, by people who are listed.
    pub(crate) fn signed_acts(
        &self,
        id: &CharterId,
        state: &ContractState,
    ) -> BTreeMap<EventPlace, String> {
        if state.signatures.is_empty() {
            return BTreeMap::new();
        }
        let Ok(Some(people)) = self.people() else { return BTreeMap::new() };
        let signer = |it: &ActSignature| {
            let text = signed_text(id.as_str(), &it.events);
            match ssh::verify(
                &self.ssh_setup(),
                &people_for(&it.by, &people),
                Some(it.ts),
                &it.signature,
                text.as_bytes(),
            ) {
                SignedBy::Person(name) => Some(name),
                SignedBy::Unlisted { .. } | SignedBy::Invalid | SignedBy::NotChecked(_) => None,
            }
        };
        let mut signed = BTreeMap::new();
        for signature in &state.signatures {
            let Some(name) = signer(signature) else { continue };
            signed.extend(signature.places.iter().map(|it| (*it, name.clone())));
        }
        signed
    }
}
