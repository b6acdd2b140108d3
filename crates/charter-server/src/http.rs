//! MCP over streamable HTTP.
//!
//! Owns the socket and who is let in: by `Host`, so that no page of elsewhere reaches this machine
//! under a name of its own; by `Origin`, where a browser sends one; and by a token, which an address
//! that others can reach must have. Must not know tools.

use crate::failure::ServeFailure;
use crate::reply::refuse;
use crate::server::{Front, Server};
use crate::token::Token;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use charter_core::{NextAction, Problem};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::json;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpListener;

/// Where the protocol is spoken.
const PATH: &str = "/mcp";

/// The names of this machine for itself.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// How a server listens.
#[derive(Debug, Clone)]
pub struct Http {
    /// The address.
    pub listen: SocketAddr,
    /// What lets a client in; needed where others can reach the address.
    pub token: Option<Token>,
    /// The names under which the server may be called, beside this machine's own for itself.
    pub hosts: Vec<String>,
}

/// Tells whether only this machine can reach an address.
#[must_use]
pub fn is_loopback(address: &SocketAddr) -> bool {
    address.ip().is_loopback()
}

/// Serves clients until the process is told to end; `listening` hears where.
pub fn serve_http(
    front: Front,
    http: Http,
    listening: &mut dyn FnMut(&str),
) -> Result<(), ServeFailure> {
    if !is_loopback(&http.listen) && http.token.is_none() {
        return Err(ServeFailure::TokenMissing(http.listen));
    }
    let server = Server::new(front)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(ServeFailure::Start)?;
    runtime.block_on(async {
        let address = http.listen;
        let refused = |source| ServeFailure::Listen { address, source };
        let listener = TcpListener::bind(address).await.map_err(refused)?;
        let bound = listener.local_addr().map_err(refused)?;
        listening(&format!("http://{bound}{PATH}"));
        run(listener, server, http).await
    })
}

async fn run(listener: TcpListener, server: Server, http: Http) -> Result<(), ServeFailure> {
    let door = Arc::new(Door::new(http));
    // The door has looked at both already; what is behind it looks again.
    let origins =
        door.hosts.iter().flat_map(|it| ["http", "https"].map(|s| format!("{s}://{it}:*")));
    let config = StreamableHttpServerConfig::default()
        .with_allowed_hosts(door.hosts.clone())
        .with_allowed_origins(origins)
        .enforce_origin_validation();
    let ending = config.cancellation_token.clone();
    let sessions = Arc::new(LocalSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(server.clone()), sessions, config);
    let router = Router::new().route_service(PATH, service).layer(from_fn_with_state(door, enter));
    let told = async move {
        end_of_process().await;
        ending.cancel();
    };
    let served = axum::serve(listener, router).with_graceful_shutdown(told).await;
    served.map_err(ServeFailure::Start)
}

/// Waits until somebody ends the process.
async fn end_of_process() {
    let interrupted = tokio::signal::ctrl_c();
    match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        Ok(mut terminated) => {
            tokio::select! { _ = interrupted => {}, _ = terminated.recv() => {} }
        }
        Err(_) => drop(interrupted.await),
    }
}

/// Who is let in.
#[derive(Debug)]
struct Door {
    hosts: Vec<String>,
    token: Option<Token>,
}

impl Door {
    fn new(http: Http) -> Self {
        let own = LOOPBACK.map(str::to_owned).into_iter();
        let address = http.listen.ip();
        let address = (!address.is_unspecified()).then(|| match address {
            std::net::IpAddr::V4(it) => it.to_string(),
            std::net::IpAddr::V6(it) => format!("[{it}]"),
        });
        let hosts = own.chain(address).chain(http.hosts).map(|it| it.to_lowercase());
        Self { hosts: hosts.collect(), token: http.token }
    }

    /// Says why a request is not let in.
    fn find_problem(&self, headers: &HeaderMap) -> Option<(StatusCode, &'static str, String)> {
        let text =
            |name: header::HeaderName| headers.get(name).map(|it| it.to_str().unwrap_or("?"));
        let host = text(header::HOST).unwrap_or_default();
        if !self.knows(host) {
            let message = format!("`{host}` is no name of this server");
            return Some((StatusCode::FORBIDDEN, "host-refused", message));
        }
        let origin = text(header::ORIGIN);
        if let Some(origin) = origin.filter(|it| !self.knows_origin(it)) {
            let message = format!("pages of `{origin}` are not let in");
            return Some((StatusCode::FORBIDDEN, "origin-refused", message));
        }
        let given = text(header::AUTHORIZATION);
        if self.token.as_ref().is_some_and(|it| !it.opens(given)) {
            let message = "the token is missing or wrong".to_owned();
            return Some((StatusCode::UNAUTHORIZED, "token-refused", message));
        }
        None
    }

    fn knows_origin(&self, origin: &str) -> bool {
        let rest = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        rest.is_some_and(|it| self.knows(it))
    }

    /// Tells whether a name, with or without a port, is one of ours.
    fn knows(&self, authority: &str) -> bool {
        let is_port = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
        let name = match authority.rsplit_once(':') {
            Some((name, port)) if is_port(port) => name,
            _ => authority,
        };
        self.hosts.iter().any(|it| name.eq_ignore_ascii_case(it))
    }
}

async fn enter(State(door): State<Arc<Door>>, request: Request, next: Next) -> Response {
    let Some((status, code, message)) = door.find_problem(request.headers()) else {
        return next.run(request).await;
    };
    let (path, code_of) = ("request".to_owned(), code.to_owned());
    let problem = Problem { path, code: code_of, message: message.clone() };
    let hint = "see how the server is reached";
    let action = NextAction::new("help", hint, "charter serve --help");
    let report = refuse(code, message, vec![problem], vec![action]);
    let head = [(header::CONTENT_TYPE, "application/json"), (header::WWW_AUTHENTICATE, "Bearer")];
    (status, head, json!(report).to_string()).into_response()
}

#[cfg(test)]
mod tests {
    use super::{Door, Http};
    use crate::token::Token;
    use axum::http::{HeaderMap, HeaderName, HeaderValue};

    #[track_caller]
    fn check(door: &Door, headers: &[(&'static str, &'static str)], code: Option<&str>) {
        let pair = |(name, value): &(&'static str, &'static str)| {
            (HeaderName::from_static(name), HeaderValue::from_static(value))
        };
        let map: HeaderMap = headers.iter().map(pair).collect();
        assert_eq!(door.find_problem(&map).map(|it| it.1), code, "{headers:?}");
    }

    fn door(listen: &str, token: Option<&str>) -> Door {
        let (listen, token) = (listen.parse().expect("an address"), token.and_then(Token::parse));
        Door::new(Http { listen, token, hosts: vec!["Team.example".to_owned()] })
    }

    #[test]
    fn other_names_and_pages_of_elsewhere_are_not_let_in() {
        let door = door("127.0.0.1:8700", None);
        check(&door, &[("host", "127.0.0.1:8700")], None);
        check(&door, &[("host", "localhost")], None);
        check(&door, &[("host", "[::1]:8700")], None);
        check(&door, &[("host", "team.example:443")], None);
        check(&door, &[("host", "evil.example:8700")], Some("host-refused"));
        check(&door, &[("host", "localhost.evil.example")], Some("host-refused"));
        check(&door, &[], Some("host-refused"));
        let with = |origin| [("host", "localhost:8700"), ("origin", origin)];
        check(&door, &with("http://localhost:3000"), None);
        check(&door, &with("https://team.example"), None);
        check(&door, &with("http://evil.example"), Some("origin-refused"));
        check(&door, &with("http://localhost.evil.example"), Some("origin-refused"));
        check(&door, &with("null"), Some("origin-refused"));
    }

    #[test]
    fn a_token_is_asked_for_where_there_is_one() {
        let door = door("10.1.2.3:8700", Some("0123456789abcdef"));
        let with = |word| [("host", "10.1.2.3:8700"), ("authorization", word)];
        check(&door, &with("Bearer 0123456789abcdef"), None);
        check(&door, &with("Bearer 0123456789abcdee"), Some("token-refused"));
        check(&door, &[("host", "10.1.2.3:8700")], Some("token-refused"));
    }
}
