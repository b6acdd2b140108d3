//! The protocols: MCP over stdio and over streamable HTTP.
//!
//! Owns the async runtime, the sockets and what goes over the wire. Must not decide anything and
//! must not touch a file: every use case is the application's, called on a thread of its own. It
//! runs no command that anybody names.

mod argument;
mod ask;
mod client;
mod connection;
mod door;
mod failure;
mod http;
mod line;
mod message;
mod paced;
mod prompt;
mod reply;
mod resource;
mod seal;
mod server;
mod session;
mod stdio;
mod token;
mod tool;

pub use failure::ServeFailure;
pub use http::{Http, serve_http};
pub use server::Front;
pub use stdio::serve_stdio;
pub use token::Token;
pub use tool::describe_tools;
