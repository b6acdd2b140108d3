//! `charter serve`: speaks MCP over HTTP.

use super::mcp::{front, silence};
use crate::answer::{CommandAnswer, Trouble};
use crate::args::Args as Global;
use crate::env::Environment;
use crate::rim;
use charter_app::App;
use charter_kernel::NextAction;
use charter_server::{Http, Token, serve_http};
use std::net::SocketAddr;
use std::path::PathBuf;

/// Serve the project's charters over HTTP
///
/// With --mcp it speaks MCP (streamable HTTP) at /mcp, until ctrl-c. It listens on this machine alone
/// unless --listen names another address, which then needs a token: clients send it as
/// `Authorization: Bearer TOKEN`. Requests under a name that is not this server's, and from pages
/// of elsewhere, are refused. There is no encryption: put a proxy in front of it.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  charter serve --mcp --listen 127.0.0.1:8700")]
pub(crate) struct ServeArgs {
    /// Speak MCP
    #[arg(long, required = true)]
    mcp: bool,

    /// Where to listen; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8700")]
    listen: SocketAddr,

    /// A file that holds the token [env: CHARTER_TOKEN]
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    token_file: Option<PathBuf>,

    /// A name under which clients may call it, beside localhost and the address
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,
}

pub(crate) fn run(
    command: &ServeArgs,
    args: &Global,
    environment: &Environment,
) -> Result<CommandAnswer, Trouble> {
    let front = front(args, environment)?;
    let text = match &command.token_file {
        Some(path) => Some(App::open(front.setup.clone())?.read_text(path)?),
        None => environment.text("CHARTER_TOKEN").map(str::to_owned),
    };
    let token = match text {
        Some(text) => Some(Token::parse(&text).ok_or_else(unusable)?),
        None => None,
    };
    let http = Http { listen: command.listen, token, hosts: command.allow_host.clone() };
    let mut tell = |address: &str| {
        // Nobody may be there to read it; that is no reason not to serve.
        let _ = rim::say(&format!("listening on {address}\n"));
    };
    serve_http(front, http, &mut tell).map_err(|failure| {
        let command = "charter serve --mcp --listen 127.0.0.1:0";
        let next =
            NextAction::new("serve", "listen on this machine alone, on a free port", command);
        Trouble::from_server(&failure, next)
    })?;
    Ok(silence())
}

fn unusable() -> Trouble {
    let message = "a token has at least 16 characters and no blanks".to_owned();
    let command = "head -c 24 /dev/urandom | base64 > token";
    let next = NextAction::new("make", "make one", command);
    Trouble::bad_input("token", "token-unusable", message, next)
}
