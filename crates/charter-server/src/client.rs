//! Who calls, and what their client can do.
//!
//! Owns how the actor and the way to the user are read from a request of either era: a handshake at
//! the start, or the same facts beside every request. Must not know tools.

use charter_kernel::Actor;
use rmcp::model::ClientCapabilities;
use rmcp::service::{RequestContext, RoleServer};

/// Who calls.
#[derive(Debug, Clone)]
pub(crate) struct Client {
    /// The actor of whatever the call writes.
    pub(crate) actor: Actor,
    /// How the user can be reached.
    pub(crate) way: AskWay,
}

/// How the user can be reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AskWay {
    /// The server asks the client while the call waits (until 2025-11-25).
    Request,
    /// The call ends with the question, and comes again with the answer (from 2026-07-28).
    Retry,
    /// The client shows no forms: the agent asks.
    Agent,
}

impl Client {
    /// Reads a request; `told` is the actor that the server was started with.
    pub(crate) fn of(context: &RequestContext<RoleServer>, told: Option<&Actor>) -> Self {
        let name = context.client_info().map(|it| it.name).unwrap_or_default();
        // Whatever the server was told, a program is no person.
        let told = told.filter(|it| matches!(it, Actor::Agent(_)));
        let actor = told.cloned().unwrap_or_else(|| Actor::parse(&format!("agent:{name}")));
        let has_forms = context.client_capabilities().is_some_and(|it| shows_forms(&it));
        let has_handshake = context.protocol_version().is_none_or(|it| it.has_initialize());
        let way = match (has_forms, has_handshake) {
            (false, _) => AskWay::Agent,
            (true, true) => AskWay::Request,
            (true, false) => AskWay::Retry,
        };
        Self { actor, way }
    }
}

/// A client that names no mode has the first one there was.
fn shows_forms(capabilities: &ClientCapabilities) -> bool {
    let modes = capabilities.elicitation.as_ref();
    modes.is_some_and(|it| it.form.is_some() || it.url.is_none())
}
