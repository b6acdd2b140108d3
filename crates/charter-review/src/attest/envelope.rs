//! The envelope around a statement (DSSE), one JSON object a line.
//!
//! Owns what is signed and how an envelope is written and read. Must not know what the payload
//! says, nor who signed.

use super::armor::{from_base64, to_base64};
use serde_json::{Value, json};

const PAYLOAD_TYPE: &str = "application/vnd.in-toto+json";

/// A payload with its signatures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Envelope {
    /// The statement, as the bytes that were signed.
    pub payload: Vec<u8>,
    pub payload_type: String,
    /// Who signed it; nobody where it is empty.
    pub signatures: Vec<Signature>,
}

/// A signature; the name of its key is a hint and proves nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// What the signer calls the key.
    pub key_id: String,
    pub bytes: Vec<u8>,
}

/// Why a line is no envelope.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EnvelopeProblem {
    /// It is no JSON object.
    #[error("it is no JSON object")]
    NotJson,
    #[error("its payload is not base64")]
    PayloadUnreadable,
    /// It carries something else.
    #[error("its payload is no in-toto statement")]
    OtherType,
    #[error("its signatures cannot be read")]
    SignaturesUnreadable,
}

/// Gives the bytes that are signed: type and payload, each with its length.
#[must_use]
pub fn pae(payload_type: &str, payload: &[u8]) -> Vec<u8> {
    let head = format!("DSSEv1 {} {payload_type} {} ", payload_type.len(), payload.len());
    let mut bytes = head.into_bytes();
    bytes.extend_from_slice(payload);
    bytes
}

impl Envelope {
    /// Puts a statement in an envelope that nobody has signed yet.
    #[must_use]
    pub fn unsigned(payload: Vec<u8>) -> Self {
        Self { payload, payload_type: PAYLOAD_TYPE.to_owned(), signatures: Vec::new() }
    }

    /// Gives the bytes that a signature of this envelope is about.
    #[must_use]
    pub fn to_sign(&self) -> Vec<u8> {
        pae(&self.payload_type, &self.payload)
    }

    #[must_use]
    pub fn to_json(&self) -> Value {
        let signature = |it: &Signature| json!({ "keyid": it.key_id, "sig": to_base64(&it.bytes) });
        json!({
            "payload": to_base64(&self.payload),
            "payloadType": self.payload_type,
            "signatures": self.signatures.iter().map(signature).collect::<Vec<_>>(),
        })
    }

    pub fn parse(line: &[u8]) -> Result<Self, EnvelopeProblem> {
        let Ok(Value::Object(object)) = serde_json::from_slice(line) else {
            return Err(EnvelopeProblem::NotJson);
        };
        let payload = object.get("payload").and_then(Value::as_str).and_then(from_base64);
        let payload = payload.ok_or(EnvelopeProblem::PayloadUnreadable)?;
        let payload_type = object.get("payloadType").and_then(Value::as_str);
        let payload_type = payload_type.filter(|it| *it == PAYLOAD_TYPE);
        let payload_type = payload_type.ok_or(EnvelopeProblem::OtherType)?.to_owned();
        let signature = |it: &Value| {
            let key_id = it.get("keyid").and_then(Value::as_str).unwrap_or_default().to_owned();
            let bytes = it.get("sig").and_then(Value::as_str).and_then(from_base64)?;
            Some(Signature { key_id, bytes })
        };
        let signatures = object.get("signatures").and_then(Value::as_array);
        let signatures = signatures.and_then(|all| all.iter().map(signature).collect());
        let signatures = signatures.ok_or(EnvelopeProblem::SignaturesUnreadable)?;
        Ok(Self { payload, payload_type, signatures })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_signed_is_what_the_protocol_says() {
        // The example of the DSSE protocol, then those of its test vectors that are about length.
        let example = pae("http://example.com/HelloWorld", b"hello world");
        assert_eq!(example, b"DSSEv1 29 http://example.com/HelloWorld 11 hello world");
        let empty = pae(PAYLOAD_TYPE, b"");
        assert_eq!(empty, b"DSSEv1 28 application/vnd.in-toto+json 0 ");
        let other = pae("application/vnd.ex\u{e4}mple+json", b"{}");
        assert_eq!(other, "DSSEv1 29 application/vnd.ex\u{e4}mple+json 2 {}".as_bytes());
    }

    #[test]
    fn an_envelope_reads_back() {
        let signature = Signature { key_id: "a".to_owned(), bytes: vec![1, 2, 3] };
        let envelope =
            Envelope { signatures: vec![signature], ..Envelope::unsigned(b"{}".to_vec()) };
        assert_eq!(Envelope::parse(envelope.to_json().to_string().as_bytes()), Ok(envelope));
    }

    #[test]
    fn what_is_no_envelope_is_told() {
        let check = |line: &str, problem| {
            assert_eq!(Envelope::parse(line.as_bytes()), Err(problem), "{line}");
        };
        check("", EnvelopeProblem::NotJson);
        check("[]", EnvelopeProblem::NotJson);
        check("{}", EnvelopeProblem::PayloadUnreadable);
        check(r#"{"payload":"e3"}"#, EnvelopeProblem::PayloadUnreadable);
        let other = r#"{"payload":"e30=","payloadType":"text/plain","signatures":[]}"#;
        check(other, EnvelopeProblem::OtherType);
        let head = r#"{"payload":"e30=","payloadType":"application/vnd.in-toto+json""#;
        check(&format!("{head}}}"), EnvelopeProblem::SignaturesUnreadable);
        let bad = format!(r#"{head},"signatures":[{{"sig":"?"}}]}}"#);
        check(&bad, EnvelopeProblem::SignaturesUnreadable);
    }
}
