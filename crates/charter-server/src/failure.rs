//! Why a server does not run.
//!
//! Owns what can go wrong before the first request and at the end. What goes wrong in a request is
//! an answer to it.

use std::io;
use std::net::SocketAddr;

/// Why a server does not run.
#[derive(Debug, thiserror::Error)]
pub enum ServeFailure {
    /// The system gives no runtime or no stream.
    #[error("cannot start the server")]
    Start(#[source] io::Error),
    #[error("cannot listen on `{address}`")]
    Listen { address: SocketAddr, source: io::Error },
    /// No key could be made.
    #[error(transparent)]
    Key(#[from] charter_app::Error),
    /// The address can be reached from elsewhere, and nothing keeps others out.
    #[error("`{0}` can be reached from other machines, which needs a token")]
    TokenMissing(SocketAddr),
    /// The other end does not speak the protocol.
    #[error("the conversation ended before it began: {0}")]
    Protocol(String),
}

impl ServeFailure {
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Start(_) => "server-start",
            Self::Listen { .. } => "address-unusable",
            Self::Key(_) => "key-unusable",
            Self::TokenMissing(_) => "token-missing",
            Self::Protocol(_) => "protocol",
        }
    }
}
