//! What is piped into the process.
//!
//! Owns the waiting: a pipe that says nothing must not look like a hang. Must not know what the
//! text means.

use serde::Deserialize;
use serde_json::Value;
use std::io::{self, BufReader, Read};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

pub(crate) const BYTES_MAX: usize = 1024 * 1024;

/// How long a pipe may say nothing at all before nobody is taken to be there.
const FIRST_WAIT: Duration = Duration::from_millis(300);

/// How long it may pause before what came is taken to be all.
const NEXT_WAIT: Duration = Duration::from_secs(2);

/// The most bytes of a payload: a tool call may hold a whole file.
const PAYLOAD_BYTES_MAX: u64 = 16 * 1024 * 1024;

/// Reads one JSON value and not a byte more, so that a pipe that stays open is not waited for.
pub(crate) fn read_json() -> serde_json::Result<Value> {
    let bounded = io::stdin().lock().take(PAYLOAD_BYTES_MAX);
    Value::deserialize(&mut serde_json::Deserializer::from_reader(BufReader::new(bounded)))
}

/// Reads everything, however long it takes; the caller was told to.
pub(crate) fn read_all() -> io::Result<String> {
    Ok(String::from_utf8_lossy(&read_bytes()?).into_owned())
}

/// The same, for whoever must know that it is text.
pub(crate) fn read_bytes() -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    io::stdin().take(BYTES_MAX as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads what is there, and nothing where nobody says anything.
pub(crate) fn read_if_any() -> Option<String> {
    let (sender, receiver) = mpsc::channel::<Vec<u8>>();
    // A read of a pipe that stays open never returns; the thread then ends with the process.
    thread::spawn(move || {
        let mut chunk = vec![0; 8192];
        while let Ok(n) = io::stdin().read(&mut chunk) {
            let read = chunk.get(..n).unwrap_or_default().to_vec();
            if n == 0 || sender.send(read).is_err() {
                break;
            }
        }
    });
    let mut bytes = Vec::new();
    let mut wait = FIRST_WAIT;
    while bytes.len() < BYTES_MAX {
        match receiver.recv_timeout(wait) {
            Ok(read) => bytes.extend(read),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
        }
        wait = NEXT_WAIT;
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    (!text.trim().is_empty()).then_some(text)
}
