//! The bounds of a message, whatever carried it.
//!
//! Owns how large, deep and crowded a message may be, and how the id of one that is none of these
//! things is found, so that the error can name it: a scan of bytes that calls nothing again and
//! keeps next to nothing. Must not know stdio or HTTP, nor what a message means.

use rmcp::model::{ErrorCode, RequestId};
use serde_json::{Value, json};

/// The most bytes of a message: the largest honest one is a batch of evidence with long summaries,
/// well under this, and every call that waits holds its message in memory.
pub(crate) const MESSAGE_BYTES_MAX: usize = 4 * 1024 * 1024;

/// The most levels of a message: tools take five at most, and the parser recurses.
const DEPTH_MAX: usize = 64;

/// The most values of a message: each costs many times its bytes once it is parsed.
const VALUES_MAX: usize = 100_000;

/// The most bytes of an id that is looked for; clients count, or make a UUID.
const ID_BYTES_MAX: usize = 256;

/// The most bytes of a key that is kept: `result` is the longest that is looked for.
const KEY_BYTES_MAX: usize = 8;

/// What is wrong with a message, and which one it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MessageFault {
    /// The code of JSON-RPC.
    pub(crate) code: ErrorCode,
    pub(crate) message: String,
    /// The request that it was, where that can be told.
    pub(crate) id: Option<RequestId>,
}

impl MessageFault {
    pub(crate) fn answer(&self) -> Value {
        let id = self.id.clone().map_or(Value::Null, RequestId::into_json_value);
        let error = json!({ "code": self.code.0, "message": self.message });
        json!({ "jsonrpc": "2.0", "id": id, "error": error })
    }
}

/// A look at the bytes of a message, piece by piece.
#[derive(Debug, Default)]
pub(crate) struct MessageScan {
    n_bytes: usize,
    n_values: usize,
    depth: usize,
    depth_max: usize,
    text: StringState,
    /// Whether the next string of the outermost object is a key.
    at_key: bool,
    key: Vec<u8>,
    id: Vec<u8>,
    n_ids: usize,
    is_answer: bool,
    is_object: bool,
}

/// Whether a byte is part of a string.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum StringState {
    #[default]
    Outside,
    Inside,
    Escaped,
}

impl MessageScan {
    /// Looks at a whole message.
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let mut scan = Self::default();
        scan.push(bytes);
        scan
    }

    /// Looks at the next bytes.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.n_bytes = self.n_bytes.saturating_add(bytes.len());
        for byte in bytes {
            self.step(*byte);
        }
    }

    /// Says what keeps the message from being parsed.
    pub(crate) fn find_fault(&self) -> Option<MessageFault> {
        let limit = MESSAGE_BYTES_MAX / (1024 * 1024);
        if self.n_bytes > MESSAGE_BYTES_MAX {
            return Some(self.fault(format!("the message is larger than {limit} MiB")));
        }
        if self.depth_max > DEPTH_MAX {
            return Some(
                self.fault(format!("the message is nested deeper than {DEPTH_MAX} levels")),
            );
        }
        let is_crowded = self.n_values > VALUES_MAX;
        is_crowded.then(|| self.fault(format!("the message has more than {VALUES_MAX} values")))
    }

    /// Says something about the message.
    pub(crate) fn fault(&self, message: String) -> MessageFault {
        MessageFault { code: ErrorCode::INVALID_REQUEST, message, id: self.find_id() }
    }

    /// Gives the id of a request; an answer has one too, but nobody waits for an answer to it.
    pub(crate) fn find_id(&self) -> Option<RequestId> {
        let is_request = self.is_object && !self.is_answer && self.n_ids == 1;
        let raw = Some(&self.id).filter(|it| is_request && it.len() <= ID_BYTES_MAX)?;
        serde_json::from_slice(raw).ok()
    }

    fn step(&mut self, byte: u8) {
        match self.text {
            StringState::Escaped => self.text = StringState::Inside,
            StringState::Inside if byte == b'\\' => self.text = StringState::Escaped,
            StringState::Inside if byte == b'"' => self.text = StringState::Outside,
            StringState::Inside => {}
            StringState::Outside => return self.step_outside(byte),
        }
        self.keep(byte);
    }

    fn step_outside(&mut self, byte: u8) {
        match byte {
            b'"' => self.text = StringState::Inside,
            b'{' | b'[' => {
                self.depth += 1;
                self.depth_max = self.depth_max.max(self.depth);
                self.n_values += 1;
                if self.depth == 1 {
                    (self.is_object, self.at_key) = (byte == b'{', true);
                    return;
                }
            }
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            b',' => {
                self.n_values += 1;
                if self.depth == 1 {
                    self.at_key = true;
                    self.key.clear();
                    return;
                }
            }
            b':' if self.depth == 1 && self.at_key => return self.end_key(),
            _ => {}
        }
        self.keep(byte);
    }

    fn end_key(&mut self) {
        self.at_key = false;
        let key = self.key.trim_ascii();
        self.is_answer |= key == b"\"result\"" || key == b"\"error\"";
        if key == b"\"id\"" {
            self.n_ids += 1;
            self.id.clear();
        }
    }

    /// Keeps a byte of a key, or of the id.
    fn keep(&mut self, byte: u8) {
        let (kept, max) = match (self.depth, self.at_key) {
            (1, true) => (&mut self.key, KEY_BYTES_MAX),
            (1.., false) if self.key.trim_ascii() == b"\"id\"" => (&mut self.id, ID_BYTES_MAX),
            _ => return,
        };
        // One byte more than allowed says that it was longer.
        if kept.len() <= max {
            kept.push(byte);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MESSAGE_BYTES_MAX, MessageScan, VALUES_MAX};
    use serde_json::{Value, json};

    #[track_caller]
    fn check(text: &str, id: &Value) {
        let whole = MessageScan::of(text.as_bytes());
        let mut pieces = MessageScan::default();
        text.as_bytes().chunks(3).for_each(|it| pieces.push(it));
        for scan in [whole, pieces] {
            assert_eq!(scan.fault(String::new()).answer()["id"], *id, "{text}");
        }
    }

    #[test]
    fn the_id_of_a_request_is_found_wherever_it_stands() {
        check(r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#, &json!(7));
        check(r#" { "method" : "ping" , "id" : "a\"b" } "#, &json!("a\"b"));
        check(r#"{"params":{"id":1,"x":[{"id":2}]},"method":"m","id":-3}"#, &json!(-3));
        check(r#"{"params":"\"id\":1,{[","id":4,"method":"m"}"#, &json!(4));
        check(r#"{"id":5,"method":"m","params":[[[[[[[["#, &json!(5));
    }

    #[test]
    fn what_is_no_request_has_no_id() {
        check(r#"{"id":5,"result":{"method":1}}"#, &Value::Null);
        check(r#"[{"id":5,"method":"m"}]"#, &Value::Null);
        check(r#"{"id":5,"id":6,"method":"m"}"#, &Value::Null);
        check(r#"{"id":{"a":1},"method":"m"}"#, &Value::Null);
        check(r#"{"id":[5],"method":"m"}"#, &Value::Null);
        check(r#"{"id":null,"method":"m"}"#, &Value::Null);
        check(&format!(r#"{{"id":"{}","method":"m"}}"#, "x".repeat(300)), &Value::Null);
        check(r#"{"id":5,"error":{}}"#, &Value::Null);
        check(r#"{"method":"m"}"#, &Value::Null);
        check("", &Value::Null);
        check("}}}}:,\"", &Value::Null);
    }

    #[test]
    fn each_bound_is_named() {
        let said =
            |text: String| MessageScan::of(text.as_bytes()).find_fault().map(|it| it.message);
        assert_eq!(said("[".repeat(64)), None);
        let deep = said("[".repeat(65)).expect("a fault");
        assert!(deep.contains("nested deeper than 64"), "{deep}");
        let crowded = said(",".repeat(VALUES_MAX + 1)).expect("a fault");
        assert!(crowded.contains("more than 100000 values"), "{crowded}");
        let large = said("x".repeat(MESSAGE_BYTES_MAX + 1)).expect("a fault");
        assert!(large.contains("larger than 4 MiB"), "{large}");
    }
}
