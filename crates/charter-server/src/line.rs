//! Messages as lines: one JSON object each.
//!
//! Owns what becomes of a line that is no message: it is answered, under its id where that can be
//! found, and the next line is read. Nothing that a client writes ends the server, and no line is
//! kept that is longer than a message may be. Must not know tools.

use crate::message::{MESSAGE_BYTES_MAX, MessageFault, MessageScan};
use rmcp::RoleServer;
use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, ClientRequest, ErrorCode, GetMeta, ProtocolVersion,
    RequestId, ServerJsonRpcMessage,
};
use rmcp::transport::Transport;
use serde_json::Value;
use std::collections::HashSet;
use std::future::Future;
use std::io;
use std::sync::{Arc, Mutex as Short, PoisonError};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::Mutex;
use tokio::task::JoinHandle;

/// The most requests that one client has open: an agent has a few, and each holds its message.
const OPEN_MAX: usize = 128;

/// A mark at the start of a text that some programs write; it means nothing.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The requests that were read and not answered yet.
type OpenRequests = Arc<Short<HashSet<RequestId>>>;

/// Lines from a client and to it.
pub(crate) struct LineTransport<R, W> {
    reader: BufReader<R>,
    writer: Arc<Mutex<Option<W>>>,
    line: PartialLine,
    open: OpenRequests,
    /// Whether the conversation began: with a greeting, or with a request that brings its own.
    has_begun: bool,
    /// The answer to a bad line that is being written; reading waits for it, so that a client
    /// that only writes makes no queue.
    answering: Option<JoinHandle<io::Result<()>>>,
    has_ended: bool,
}

/// A line as far as it was read. It is kept here, and not in the future that reads it, because that
/// one is dropped whenever an answer is ready first.
#[derive(Default)]
struct PartialLine {
    bytes: Vec<u8>,
    scan: MessageScan,
    is_too_long: bool,
}

impl PartialLine {
    /// Takes bytes of the line, without its end.
    fn push(&mut self, bytes: &[u8]) {
        self.scan.push(bytes);
        self.is_too_long |= self.bytes.len() + bytes.len() > MESSAGE_BYTES_MAX;
        if self.is_too_long {
            self.bytes = Vec::new();
        } else {
            self.bytes.extend_from_slice(bytes);
        }
    }

    /// Reads the line as a message; nothing where it is to be passed over.
    fn parse(&self) -> Result<Option<ClientJsonRpcMessage>, MessageFault> {
        let bytes = self.bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&self.bytes);
        if !self.is_too_long && bytes.trim_ascii().is_empty() {
            return Ok(None);
        }
        if let Some(fault) = self.scan.find_fault() {
            return Err(fault);
        }
        if let Err(err) = std::str::from_utf8(bytes) {
            let message = format!("not UTF-8: invalid byte at offset {}", err.valid_up_to());
            return Err(self.unreadable(message));
        }
        let value: Value = serde_json::from_slice(bytes)
            .map_err(|err| self.unreadable(format!("invalid JSON: {err}")))?;
        if value.is_array() {
            let message = "batches are not supported: write one message per line".to_owned();
            return Err(self.scan.fault(message));
        }
        let is_notification = value.get("method").is_some() && value.get("id").is_none();
        match serde_json::from_slice(bytes) {
            Ok(message) => Ok(Some(message)),
            // Nobody waits for an answer to a notification; one that is not known is another tool's.
            Err(_) if is_notification => Ok(None),
            Err(_) => Err(self.scan.fault("not a message of JSON-RPC 2.0".to_owned())),
        }
    }

    fn unreadable(&self, message: String) -> MessageFault {
        MessageFault { code: ErrorCode::PARSE_ERROR, ..self.scan.fault(message) }
    }
}

impl<R: AsyncRead + Unpin + Send, W: AsyncWrite + Unpin + Send + 'static> LineTransport<R, W> {
    pub(crate) fn new(reader: R, writer: W) -> Self {
        Self {
            reader: BufReader::new(reader),
            writer: Arc::new(Mutex::new(Some(writer))),
            line: PartialLine::default(),
            open: OpenRequests::default(),
            has_begun: false,
            answering: None,
            has_ended: false,
        }
    }

    /// Reads up to the end of a line, or of everything.
    async fn read_line(&mut self) -> io::Result<PartialLine> {
        while !self.has_ended {
            let available = self.reader.fill_buf().await?;
            if available.is_empty() {
                self.has_ended = true;
                break;
            }
            let end = available.iter().position(|it| *it == b'\n');
            let (bytes, n_read) = match end {
                Some(end) => (available.get(..end).unwrap_or_default(), end + 1),
                None => (available, available.len()),
            };
            self.line.push(bytes);
            self.reader.consume(n_read);
            if end.is_some() {
                break;
            }
        }
        Ok(std::mem::take(&mut self.line))
    }

    /// Tells whether a message is passed on; one that comes out of turn is passed over.
    fn admit(&mut self, message: &ClientJsonRpcMessage) -> Result<bool, String> {
        match message {
            ClientJsonRpcMessage::Request(request) => {
                self.has_begun |= begins(&request.request);
                let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
                if open.contains(&request.id) {
                    return Err("a request with this id is still being answered".to_owned());
                }
                if open.len() >= OPEN_MAX {
                    return Err(format!("{OPEN_MAX} requests are being answered: wait for some"));
                }
                open.insert(request.id.clone());
                Ok(true)
            }
            ClientJsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(it) = &notification.notification
                    && let Some(id) = &it.params.request_id
                {
                    self.open.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
                }
                Ok(self.has_begun)
            }
            ClientJsonRpcMessage::Response(_) | ClientJsonRpcMessage::Error(_) => {
                Ok(self.has_begun)
            }
        }
    }

    /// Begins to answer a line that is no message.
    fn answer(&mut self, fault: &MessageFault) {
        let bytes = fault.answer().to_string().into_bytes();
        self.answering = Some(tokio::spawn(write_line(self.writer.clone(), bytes)));
    }
}

/// Tells whether a request begins a conversation.
fn begins(request: &ClientRequest) -> bool {
    let is_greeting = matches!(request, ClientRequest::InitializeRequest(_));
    let meta = request.get_meta();
    let is_whole = || meta.missing_required_keys(&ProtocolVersion::V_2026_07_28).is_empty();
    is_greeting || (!matches!(request, ClientRequest::DiscoverRequest(_)) && is_whole())
}

async fn write_line<W: AsyncWrite + Unpin>(
    writer: Arc<Mutex<Option<W>>>,
    mut bytes: Vec<u8>,
) -> io::Result<()> {
    bytes.push(b'\n');
    let mut writer = writer.lock().await;
    let writer = writer.as_mut().ok_or(io::ErrorKind::NotConnected)?;
    writer.write_all(&bytes).await?;
    writer.flush().await
}

impl<R, W> Transport<RoleServer> for LineTransport<R, W>
where
    R: AsyncRead + Unpin + Send,
    W: AsyncWrite + Unpin + Send + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let answered = match &message {
            ServerJsonRpcMessage::Response(it) => Some(&it.id),
            ServerJsonRpcMessage::Error(it) => it.id.as_ref(),
            ServerJsonRpcMessage::Request(_) | ServerJsonRpcMessage::Notification(_) => None,
        };
        if let Some(id) = answered {
            self.open.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
        }
        let (writer, bytes) = (self.writer.clone(), serde_json::to_vec(&message));
        async move { write_line(writer, bytes?).await }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            if let Some(answering) = &mut self.answering {
                let written = answering.await;
                self.answering = None;
                if !matches!(written, Ok(Ok(()))) {
                    return None;
                }
            }
            let line = self.read_line().await.ok()?;
            let read = line.parse().and_then(|message| match message {
                Some(message) => {
                    let admitted = self.admit(&message).map_err(|it| line.scan.fault(it))?;
                    Ok(admitted.then_some(message))
                }
                None => Ok(None),
            });
            match read {
                Ok(Some(message)) => return Some(message),
                Ok(None) if self.has_ended => return None,
                Ok(None) => {}
                Err(fault) => self.answer(&fault),
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        drop(self.writer.lock().await.take());
        Ok(())
    }
}
