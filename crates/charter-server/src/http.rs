//! MCP over streamable HTTP.
//!
//! Owns the socket, and how much of everything a client gets: time for the head and for the body of
//! a request, room for both, connections and sessions. Who is let in is the door's to say. Must not
//! know tools.

use crate::connection::{ConnectionPhase, ConnectionPlace, Connections};
use crate::door::{Door, Refused, json_response};
use crate::failure::ServeFailure;
use crate::message::{MESSAGE_BYTES_MAX, MessageScan};
use crate::paced::Paced;
use crate::server::{Front, Server};
use crate::session::Sessions;
use crate::token::Token;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{Method, Request, Response, StatusCode};
use http_body_util::BodyExt;
use hyper::body::{Body as _, Incoming};
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

/// Where the protocol is spoken.
const PATH: &str = "/mcp";

/// The header that names a session.
const SESSION: &str = "mcp-session-id";

/// How long the head of a request may take, and how long a connection may be idle: a head is one
/// packet, and a client that comes back later connects again.
const HEAD_TIME: Duration = Duration::from_secs(5);

/// The most bytes of a head; a token and a session are a hundred each.
const HEAD_BYTES_MAX: usize = 16 * 1024;

/// The most headers of a request; browsers and proxies send some thirty.
const HEADERS_MAX: usize = 64;

/// How long the body of a request may take: the largest one needs 4 Mbit/s.
const BODY_TIME: Duration = Duration::from_secs(8);

/// How long to wait before another try to accept, where the system has no room.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// How long answers may take that are under way when the server is told to end.
const END_TIME: Duration = Duration::from_secs(5);

/// How a server listens.
#[derive(Debug, Clone)]
pub struct Http {
    pub listen: SocketAddr,
    /// What lets a client in; needed where others can reach the address.
    pub token: Option<Token>,
    /// The names under which the server may be called, beside this machine's own for itself.
    pub hosts: Vec<String>,
}

/// Serves clients until the process is told to end; `listening` hears where.
pub fn serve_http(
    front: Front,
    http: Http,
    listening: &mut dyn FnMut(&str),
) -> Result<(), ServeFailure> {
    if !http.listen.ip().is_loopback() && http.token.is_none() {
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
        run(listener, server, http).await;
        Ok(())
    })
}

async fn run(listener: TcpListener, server: Server, http: Http) {
    let door = Door::new(http.listen.ip(), http.hosts, http.token);
    // The door has looked at both already; what is behind it looks again.
    let origins =
        door.hosts.iter().flat_map(|it| ["http", "https"].map(|s| format!("{s}://{it}:*")));
    let config = StreamableHttpServerConfig::default()
        .with_allowed_hosts(door.hosts.clone())
        .with_allowed_origins(origins)
        .with_max_request_body_bytes(MESSAGE_BYTES_MAX)
        .enforce_origin_validation();
    let ending = config.cancellation_token.clone();
    let sessions = Sessions::new();
    let manager = sessions.manager.clone();
    let service = StreamableHttpService::new(move || Ok(server.clone()), manager, config);
    let router = TowerToHyperService::new(Router::new().route_service(PATH, service));
    let house = Arc::new(House { door, sessions, router });
    let connections = Arc::new(Connections::default());
    let (end, ended) = watch::channel(());
    let mut tasks = JoinSet::new();
    let mut told = pin!(end_of_process());
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            Some(_) = tasks.join_next() => continue,
            () = &mut told => break,
        };
        match accepted {
            Ok((stream, _)) => {
                // An answer is a few small writes: without this each waits for the client's word.
                let _ = stream.set_nodelay(true);
                let place = Arc::new(connections.admit());
                tasks.spawn(serve_connection(stream, place, house.clone(), ended.clone()));
            }
            // There may be no room for another file: whoever waits longest gives theirs.
            Err(_) => {
                connections.give_way();
                sleep(ACCEPT_PAUSE).await;
            }
        }
    }
    ending.cancel();
    drop((listener, end));
    let _ = timeout(END_TIME, async { while tasks.join_next().await.is_some() {} }).await;
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

/// What every connection leads to.
struct House {
    door: Door,
    sessions: Sessions,
    router: TowerToHyperService<Router>,
}

/// Serves a connection until it ends or has to give way.
async fn serve_connection(
    stream: TcpStream,
    place: Arc<ConnectionPlace>,
    house: Arc<House>,
    mut ended: watch::Receiver<()>,
) {
    let at = place.clone();
    let service = service_fn(move |request| {
        let (house, place) = (house.clone(), at.clone());
        async move { Ok::<_, Infallible>(house.answer(request, place).await) }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME);
    builder.max_headers(HEADERS_MAX).max_header_size(HEAD_BYTES_MAX);
    let io = TokioIo::new(Paced::new(stream));
    let mut connection = pin!(builder.serve_connection(io, service));
    tokio::select! {
        _ = connection.as_mut() => return,
        () = place.ended() => return,
        _ = ended.changed() => connection.as_mut().graceful_shutdown(),
    }
    // What a client did wrong on its connection is answered there, or nobody is left to hear it.
    let _ = connection.await;
}

impl House {
    async fn answer(
        &self,
        request: Request<Incoming>,
        place: Arc<ConnectionPlace>,
    ) -> Response<Body> {
        let (head, body) = request.into_parts();
        if let Some(refused) = self.door.find_problem(&head) {
            return refused.answer();
        }
        let body = match head.method {
            Method::POST => read_body(body, &place).await,
            // Nothing else has a body that means anything.
            _ => Ok(Bytes::new()),
        };
        let body = match body {
            Ok(body) => body,
            Err(refused) => return refused.answer(),
        };
        if let Some(fault) = MessageScan::of(&body).find_fault() {
            return json_response(StatusCode::BAD_REQUEST, &fault.answer());
        }
        place.enter(match head.method {
            Method::GET => ConnectionPhase::Streaming,
            _ => ConnectionPhase::Answering,
        });
        let given = head.headers.get(SESSION).and_then(|it| it.to_str().ok());
        match given {
            Some(id) => self.sessions.touch(id),
            None => self.sessions.make_room().await,
        }
        let has_session = given.is_some();
        let request = Request::from_parts(head, Body::from(body));
        let Ok(response) = self.router.call(request).await;
        let begun = response.headers().get(SESSION).and_then(|it| it.to_str().ok());
        if let Some(id) = begun.filter(|_| !has_session) {
            self.sessions.begin(id);
        }
        let answering = Answering(place);
        response.map(|body| {
            Body::new(body.map_frame(move |frame| {
                let _ = &answering;
                frame
            }))
        })
    }
}

/// Reads the body of a request, in time and as far as it may be long.
async fn read_body(mut body: Incoming, place: &ConnectionPlace) -> Result<Bytes, Refused> {
    let limit = MESSAGE_BYTES_MAX / (1024 * 1024);
    let too_large = || {
        let message = format!("the body is larger than {limit} MiB");
        Refused::new(StatusCode::PAYLOAD_TOO_LARGE, "body-too-large", message)
    };
    if body.size_hint().lower() > MESSAGE_BYTES_MAX as u64 {
        return Err(too_large());
    }
    let read = async {
        let mut bytes = Vec::new();
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|err| {
                let message = format!("the body cannot be read: {err}");
                Refused::new(StatusCode::BAD_REQUEST, "body-unreadable", message)
            })?;
            let Ok(piece) = frame.into_data() else { continue };
            if bytes.len() + piece.len() > MESSAGE_BYTES_MAX {
                return Err(too_large());
            }
            place.hold(piece.len());
            bytes.extend_from_slice(&piece);
        }
        Ok(Bytes::from(bytes))
    };
    timeout(BODY_TIME, read).await.unwrap_or_else(|_| {
        let message = format!("the body took longer than {} seconds", BODY_TIME.as_secs());
        Err(Refused::new(StatusCode::REQUEST_TIMEOUT, "body-too-slow", message))
    })
}

/// An answer on its way; when it is through, its connection waits again.
struct Answering(Arc<ConnectionPlace>);

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.enter(ConnectionPhase::Waiting);
    }
}
