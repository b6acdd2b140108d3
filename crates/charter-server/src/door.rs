//! Who is let in.
//!
//! Owns what is asked of the head of a request: a `Host` that is this server's, so that no page of
//! elsewhere reaches this machine under a name of its own; an `Origin` of ours, where a browser
//! sends one; and the token, where there is one. Whatever decides about that is said once: two
//! readers that each take another of two values would let in what neither allows. Must not know
//! sockets or tools.

use crate::token::Token;
use axum::body::Body;
use axum::http::request::Parts;
use axum::http::{HeaderName, Response, StatusCode, header};
use charter_app::ErrorReport;
use charter_kernel::{NextAction, render_commands};
use serde_json::{Value, json};
use std::net::IpAddr;

/// The names of this machine for itself.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// The headers that say who asks; each may be there once, with one value.
const SAID_ONCE: [HeaderName; 5] = [
    header::HOST,
    header::ORIGIN,
    header::AUTHORIZATION,
    HeaderName::from_static("mcp-session-id"),
    HeaderName::from_static("mcp-protocol-version"),
];

/// Who is let in.
#[derive(Debug)]
pub(crate) struct Door {
    /// The names under which the server may be called.
    pub(crate) hosts: Vec<String>,
    token: Option<Token>,
}

/// Why a request is not let in.
#[derive(Debug)]
pub(crate) struct Refused {
    status: StatusCode,
    code: &'static str,
    message: String,
}

impl Refused {
    pub(crate) fn new(status: StatusCode, code: &'static str, message: String) -> Self {
        Self { status, code, message }
    }

    /// Gives the answer; the connection ends with it, since what follows may be the rest of a
    /// request that nobody reads.
    pub(crate) fn answer(self) -> Response<Body> {
        let Self { status, code, message } = self;
        let hint = "see how the server is reached";
        let action = NextAction::new("help", hint, "charter serve --help");
        let mut json = json!(ErrorReport::of_one("request", code, message, action));
        render_commands(&mut json, None, None);
        let mut response = json_response(status, &json);
        let headers = response.headers_mut();
        headers.insert(header::CONNECTION, header::HeaderValue::from_static("close"));
        if status == StatusCode::UNAUTHORIZED {
            let bearer = header::HeaderValue::from_static("Bearer");
            headers.insert(header::WWW_AUTHENTICATE, bearer);
        }
        response
    }
}

impl Door {
    /// Lets in who names the machine itself, where it listens, or one of the other hosts.
    pub(crate) fn new(address: IpAddr, hosts: Vec<String>, token: Option<Token>) -> Self {
        let own = LOOPBACK.map(str::to_owned).into_iter();
        let address = (!address.is_unspecified()).then(|| match address {
            IpAddr::V4(it) => it.to_string(),
            IpAddr::V6(it) => format!("[{it}]"),
        });
        let hosts = own.chain(address).chain(hosts).map(|it| it.to_lowercase());
        Self { hosts: hosts.collect(), token }
    }

    /// Says why a request is not let in.
    pub(crate) fn find_problem(&self, head: &Parts) -> Option<Refused> {
        let refused = |status, code, message| Some(Refused::new(status, code, message));
        if let Some(name) = SAID_ONCE.into_iter().find(|it| is_doubled(head, it)) {
            let message = format!("`{name}` is there more than once, or has more than one value");
            return refused(StatusCode::BAD_REQUEST, "header-doubled", message);
        }
        let text = |name: HeaderName| head.headers.get(name).map(|it| it.to_str().unwrap_or("?"));
        let host = text(header::HOST).unwrap_or_default();
        let target = head.uri.authority().map(axum::http::uri::Authority::as_str);
        if let Some(target) = target.filter(|it| !it.eq_ignore_ascii_case(host)) {
            let message = format!("the target says `{target}` and `host` says `{host}`");
            return refused(StatusCode::BAD_REQUEST, "host-mismatch", message);
        }
        if !self.knows(host) {
            let message = format!("`{host}` is no name of this server");
            return refused(StatusCode::FORBIDDEN, "host-refused", message);
        }
        let origin = text(header::ORIGIN);
        if let Some(origin) = origin.filter(|it| !self.knows_origin(it)) {
            let message = format!("pages of `{origin}` are not let in");
            return refused(StatusCode::FORBIDDEN, "origin-refused", message);
        }
        let given = text(header::AUTHORIZATION);
        if self.token.as_ref().is_some_and(|it| !it.opens(given)) {
            let message = "the token is missing or wrong".to_owned();
            return refused(StatusCode::UNAUTHORIZED, "token-refused", message);
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

/// Gives a value as an answer.
pub(crate) fn json_response(status: StatusCode, body: &Value) -> Response<Body> {
    let mut response = Response::new(Body::from(body.to_string()));
    *response.status_mut() = status;
    let json = header::HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, json);
    response
}

/// Tells whether a header is there twice, or is two that somebody joined.
fn is_doubled(head: &Parts, name: &HeaderName) -> bool {
    let mut values = head.headers.get_all(name).iter();
    let (first, second) = (values.next(), values.next());
    second.is_some() || first.is_some_and(|it| it.as_bytes().contains(&b','))
}

#[cfg(test)]
mod tests {
    use super::Door;
    use crate::token::Token;
    use axum::http::Request;
    use std::net::SocketAddr;

    #[track_caller]
    fn check(door: &Door, headers: &[(&str, &str)], code: Option<&str>) {
        check_at(door, "/mcp", headers, code);
    }

    #[track_caller]
    fn check_at(door: &Door, target: &str, headers: &[(&str, &str)], code: Option<&str>) {
        let request = Request::builder().uri(target);
        let request = headers.iter().fold(request, |it, (name, value)| it.header(*name, *value));
        let (head, ()) = request.body(()).expect("a request").into_parts();
        assert_eq!(door.find_problem(&head).map(|it| it.code), code, "{target} {headers:?}");
    }

    fn door(listen: &str, token: Option<&str>) -> Door {
        let listen: SocketAddr = listen.parse().expect("an address");
        Door::new(listen.ip(), vec!["Team.example".to_owned()], token.and_then(Token::parse))
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

    #[test]
    fn what_decides_who_asks_is_said_once() {
        let door = door("127.0.0.1:8700", None);
        let host = ("host", "localhost");
        for name in ["host", "origin", "authorization", "mcp-session-id"] {
            check(&door, &[host, (name, "a"), (name, "a")], Some("header-doubled"));
            check(&door, &[host, (name, "a"), (name, "b")], Some("header-doubled"));
        }
        check(&door, &[("host", "localhost,evil.example")], Some("header-doubled"));
        let joined = [host, ("origin", "http://localhost, http://evil.example")];
        check(&door, &joined, Some("header-doubled"));
        check(&door, &[host, ("accept", "a"), ("accept", "b")], None);
        check_at(&door, "http://evil.example/mcp", &[host], Some("host-mismatch"));
        check_at(&door, "http://localhost/mcp", &[], Some("host-mismatch"));
        check_at(&door, "http://localhost/mcp", &[host], None);
    }
}
