//! The one place that sends something.
//!
//! Owns the connection and its bounds: no redirect is followed, so that a key goes nowhere else; time
//! and length are limited; what takes too long can be left. Must not know what is sent.

use crate::bound::{ANSWER_BYTES_MAX, Going};
use crate::failure::{MindFailure, in_a_line};
use crate::wire::{WireRequest, WireResponse};
use std::io::Read;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;
use ureq::{Agent, Error};

/// How often it is asked whether somebody still waits.
const GLANCE: Duration = Duration::from_millis(50);

/// How long the beginning of an answer may be.
const HEADER_BYTES_MAX: usize = 64 * 1024;

/// Sends a request and gives what comes back, within a time.
pub(crate) fn send(
    request: &WireRequest,
    limit: Duration,
    watch: &dyn Fn() -> Going,
) -> Result<WireResponse, MindFailure> {
    let (sender, receiver) = mpsc::channel();
    let request = request.clone();
    // The thread of a request that is left ends with its time limit, or with the process.
    thread::spawn(move || sender.send(exchange(&request, limit)));
    loop {
        match receiver.recv_timeout(GLANCE) {
            Ok(done) => return done,
            Err(RecvTimeoutError::Timeout) => {
                if watch() == Going::Stop {
                    return Err(MindFailure::Cancelled);
                }
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(MindFailure::Cut { said: "the connection broke".to_owned() });
            }
        }
    }
}

fn exchange(request: &WireRequest, limit: Duration) -> Result<WireResponse, MindFailure> {
    let failed = |err: Error| failure(err, &request.url, limit);
    let mut config = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .max_response_header_size(HEADER_BYTES_MAX)
        .timeout_global(Some(limit))
        .user_agent("charter");
    if is_loopback(&request.url) {
        config = config.proxy(None);
    }
    let agent: Agent = config.build().into();
    let mut call = agent.post(&request.url);
    for (name, value) in &request.headers {
        call = call.header(*name, value);
    }
    let mut response = call.send(request.body.to_string()).map_err(failed)?;
    let header = response.headers().get("retry-after");
    let retry_after = header.and_then(|it| it.to_str().ok()).map(str::to_owned);
    let status = response.status().as_u16();
    let too_large = || MindFailure::TooLarge { what: "answer", bytes_max: ANSWER_BYTES_MAX };
    let bytes_max = u64::try_from(ANSWER_BYTES_MAX).unwrap_or(u64::MAX);
    if response.body().content_length().is_some_and(|it| it > bytes_max) {
        return Err(too_large());
    }
    let mut body = Vec::new();
    let read = response.body_mut().as_reader().take(bytes_max + 1).read_to_end(&mut body);
    read.map_err(|err| failed(Error::from(err)))?;
    if body.len() > ANSWER_BYTES_MAX {
        return Err(too_large());
    }
    Ok(WireResponse { status, retry_after, body })
}

fn failure(err: Error, url: &str, limit: Duration) -> MindFailure {
    let place = || shown_url(url);
    match err {
        Error::Timeout(_) => MindFailure::TimedOut { after: limit },
        Error::HostNotFound => MindFailure::NotThere(format!("can't find the server {}", place())),
        Error::ConnectionFailed => MindFailure::NotThere(format!("no server at {}", place())),
        Error::Io(err) => match err.kind() {
            std::io::ErrorKind::ConnectionRefused
            | std::io::ErrorKind::AddrNotAvailable
            | std::io::ErrorKind::HostUnreachable
            | std::io::ErrorKind::NetworkUnreachable => {
                MindFailure::NotThere(format!("no server at {}", place()))
            }
            std::io::ErrorKind::TimedOut => MindFailure::TimedOut { after: limit },
            _ => MindFailure::Cut { said: in_a_line(&err.to_string()) },
        },
        Error::BadUri(_) | Error::Http(_) => {
            MindFailure::NotThere(format!("`{}` is not an address that can be asked", place()))
        }
        Error::Rustls(err) => MindFailure::NotThere(format!(
            "no safe connection to {}: {}",
            place(),
            in_a_line(&err.to_string())
        )),
        other => MindFailure::Cut { said: in_a_line(&other.to_string()) },
    }
}

/// Tells whether a server on this machine answers at an address; no other is asked.
#[must_use]
pub fn is_answering(url: &str, limit: Duration) -> bool {
    if !is_loopback(url) {
        return false;
    }
    let config = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .timeout_global(Some(limit))
        .proxy(None);
    let agent: Agent = config.build().into();
    agent.get(url).call().is_ok()
}

/// Tells whether an address is on this machine.
#[must_use]
pub fn is_loopback(url: &str) -> bool {
    let host = host(url);
    let is_number = || host.parse::<std::net::Ipv4Addr>().is_ok_and(|it| it.is_loopback());
    host == "localhost" || host == "[::1]" || is_number()
}

/// Tells whether what is sent to an address can be read on the way.
#[must_use]
pub fn is_plain(url: &str) -> bool {
    url.starts_with("http://") && !is_loopback(url)
}

/// Gives an address as it is shown: a name and a password in it are left out, and so is its path.
#[must_use]
pub fn shown_url(url: &str) -> String {
    let scheme = url.split_once("://").map_or("", |(scheme, _)| scheme);
    format!("{scheme}://{}", authority(url))
}

fn authority(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    authority.rsplit_once('@').map_or(authority, |(_, host)| host)
}

fn host(url: &str) -> &str {
    let authority = authority(url);
    match authority.find(']') {
        Some(end) => authority.get(..=end).unwrap_or(authority),
        None => authority.split(':').next().unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_secrets_and_its_host_is_known() {
        for (url, shown, loopback, plain) in [
            ("http://127.0.0.1:11434/api", "http://127.0.0.1:11434", true, false),
            ("http://[::1]:80", "http://[::1]:80", true, false),
            ("http://localhost", "http://localhost", true, false),
            ("https://a:b@box.example/v1?k=c", "https://box.example", false, false),
            ("http://127.0.0.1@evil.example/", "http://evil.example", false, true),
            ("http://gpu.lan:8000/v1", "http://gpu.lan:8000", false, true),
        ] {
            assert_eq!(
                (shown_url(url).as_str(), is_loopback(url), is_plain(url)),
                (shown, loopback, plain)
            );
        }
        assert!(!is_loopback("http://127.example"), "a name is no number");
    }
}
