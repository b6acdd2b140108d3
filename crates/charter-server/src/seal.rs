//! What a question remembers while it is with the client.
//!
//! Owns the seal: whatever comes back through other hands is believed only if this process sealed
//! it, for this actor, not long ago. Must not know what is asked.

use charter_kernel::Actor;
use rmcp::model::{RequestStateCodec, SealOptions};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How long an answer may take.
const SEAL_LASTS: Duration = Duration::from_secs(24 * 60 * 60);

/// A question that is with the client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Pending {
    pub(crate) charter_id: String,
    /// The need that the question is.
    pub(crate) need_id: String,
    /// How many questions this call has asked, with this one.
    pub(crate) n_asked: u32,
}

/// Seals and opens what is pending.
#[derive(Debug)]
pub(crate) struct PendingSeal {
    codec: RequestStateCodec,
}

impl PendingSeal {
    /// Makes a seal of a key that nobody else has.
    pub(crate) fn new(key: [u8; 32]) -> Self {
        Self { codec: RequestStateCodec::new_unchecked(key) }
    }

    /// Seals; nothing comes of what cannot be sealed, and then the question goes to the agent.
    pub(crate) fn close(&self, pending: &Pending, actor: &Actor) -> Option<String> {
        let bound = bound_to(actor);
        let options = SealOptions::new().associated_data(bound.as_bytes()).ttl(SEAL_LASTS);
        self.codec.seal_json_with(pending, &options).ok()
    }

    /// Opens what was sealed for the same actor.
    pub(crate) fn open(&self, sealed: &str, actor: &Actor) -> Option<Pending> {
        self.codec.open_json_with(sealed, bound_to(actor).as_bytes()).ok()
    }
}

fn bound_to(actor: &Actor) -> String {
    format!("tools/call interview {actor}")
}

#[cfg(test)]
mod tests {
    use super::{Pending, PendingSeal};
    use charter_kernel::Actor;

    #[test]
    fn a_seal_opens_only_what_it_closed_for_the_same_actor() {
        let (seal, other) = (PendingSeal::new([1; 32]), PendingSeal::new([2; 32]));
        let (ada, bob) = (Actor::parse("agent:ada"), Actor::parse("agent:bob"));
        let pending = Pending { charter_id: "c".to_owned(), need_id: "q1".to_owned(), n_asked: 1 };
        let sealed = seal.close(&pending, &ada).expect("sealed");
        assert_eq!(seal.open(&sealed, &ada), Some(pending));
        assert_eq!(seal.open(&sealed, &bob), None);
        assert_eq!(other.open(&sealed, &ada), None);
        assert_eq!(seal.open(&format!("{sealed}x"), &ada), None);
        assert_eq!(seal.open("", &ada), None);
    }
}
