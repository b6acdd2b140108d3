//! Bytes as text that survives any channel (RFC 4648).
//!
//! Owns both directions. Reading takes either alphabet, as envelopes may use either, and refuses
//! everything that has a second spelling. Must not know what the bytes are.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Writes bytes in the standard alphabet, padded.
#[must_use]
pub fn to_base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// Reads bytes back; none where the text is cut, padded wrongly or holds anything else.
#[must_use]
pub fn from_base64(text: &str) -> Option<Vec<u8>> {
    STANDARD.decode(text.replace('-', "+").replace('_', "/")).ok()
}

#[cfg(test)]
mod tests {
    use super::{from_base64, to_base64};

    #[test]
    fn the_examples_of_the_standard_read_both_ways() {
        let examples = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ];
        for (bytes, text) in examples {
            assert_eq!(to_base64(bytes.as_bytes()), text);
            assert_eq!(from_base64(text).as_deref(), Some(bytes.as_bytes()), "{text}");
        }
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(from_base64(&to_base64(&all)), Some(all));
        assert_eq!(from_base64("-_-_Pj8="), from_base64("+/+/Pj8="), "either alphabet");
    }

    #[test]
    fn what_has_a_second_spelling_is_refused() {
        for text in
            ["Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Z===", "====", "Zm 9v", "Zm9v\n", "Zg==Zg=="]
        {
            assert_eq!(from_base64(text), None, "{text:?}");
        }
    }
}
