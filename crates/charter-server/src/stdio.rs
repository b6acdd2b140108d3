//! MCP over stdin and stdout.
//!
//! Owns the life of the process behind a client: it ends when the client goes, and for no other
//! reason. stdout carries messages of the protocol and nothing else.

use crate::failure::ServeFailure;
use crate::line::LineTransport;
use crate::server::{Front, Server};
use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;

/// Serves one client until it goes away.
pub fn serve_stdio(front: Front) -> Result<(), ServeFailure> {
    let server = Server::new(front)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(ServeFailure::Start)?;
    let served = runtime.block_on(async {
        let (reader, writer) = rmcp::transport::stdio_pipes();
        match server.serve(LineTransport::new(reader, writer)).await {
            Ok(service) => {
                let ended = service.waiting().await;
                ended.map(|_| ()).map_err(|err| ServeFailure::Protocol(err.to_string()))
            }
            Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
            Err(err) => Err(ServeFailure::Protocol(err.to_string())),
        }
    });
    // A thread may still wait for a key stroke on stdin; nobody waits for that.
    runtime.shutdown_background();
    served
}
