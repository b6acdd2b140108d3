//! Signatures of persons: made at strict, and checked wherever something rests on one.
//!
//! Owns which list of people counts. Must not know what a signature lets count.

use crate::app::App;
use crate::error::Error;
use charter_contract::{ActSignature, ContractEvent, ContractState, signed_text};
use charter_engine::event::{CharterEvent, EventBody};
use charter_kernel::ancestry::EventPlace;
use charter_kernel::{CharterId, Digest};
use charter_proof::ssh::{self, PEOPLE_BYTES_MAX, SignedBy, SigningKey};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The file that lists who may act as a person.
const PEOPLE_FILE: &str = "people";

/// Whose list of people counts.
#[derive(Debug, Clone)]
pub(crate) enum PeopleSource {
    /// The one of the project, as it is checked out.
    Project,
    /// The one of another branch, or none.
    Branch(Option<String>),
}

impl App {
    pub(crate) fn people_path(&self) -> PathBuf {
        self.place.root.join(PEOPLE_FILE)
    }

    /// Gives the list of people that counts; none where there is none that can be read.
    pub(crate) fn people(&self) -> Option<String> {
        match &self.people {
            PeopleSource::Branch(text) => text.clone(),
            PeopleSource::Project => {
                let bytes = self.store.read_file(&self.people_path()).ok()?;
                let is_short = bytes.len() <= PEOPLE_BYTES_MAX;
                String::from_utf8(bytes).ok().filter(|_| is_short)
            }
        }
    }

    /// Finds the key that the caller signs with, which must be listed.
    pub(crate) fn listed_key(&self) -> Result<SigningKey, Error> {
        let of_git = ssh::user_signing_key(&self.place.project);
        let key = ssh::find_key(&self.ssh, self.key.as_deref(), of_git.as_deref())?;
        let blob = key.public.split(' ').nth(1).unwrap_or_default();
        let people = self.people().unwrap_or_default();
        let is_entry = |it: &str| !it.trim_start().starts_with('#') && it.contains(blob);
        if people.lines().any(is_entry) {
            return Ok(key);
        }
        let people = self.shown_path(&self.people_path());
        Err(Error::KeyNotListed { key: key.fingerprint, people })
    }

    /// Signs events that are about to be written.
    pub(crate) fn sign_acts(
        &self,
        key: &SigningKey,
        id: &CharterId,
        events: &[CharterEvent],
    ) -> Result<EventBody, Error> {
        let events: Vec<Digest> = events.iter().map(|it| it.id).collect();
        let text = signed_text(id.as_str(), &events);
        let signature = ssh::sign(&self.ssh, key, text.as_bytes())?;
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
        let Some(people) = self.people() else { return BTreeMap::new() };
        let signer = |it: &ActSignature| {
            let text = signed_text(id.as_str(), &it.events);
            match ssh::verify(&self.ssh, &people, Some(it.ts), &it.signature, text.as_bytes()) {
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
