//! Bytes as text that survives any channel (RFC 4648).
//!
//! Owns both directions. Reading takes either alphabet, as envelopes may use either, and refuses
//! everything that has a second spelling. Must not know what the bytes are.

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Writes bytes in the standard alphabet, padded.
#[must_use]
pub fn to_base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |idx: usize| u32::from(group.get(idx).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4_usize {
            let shift = 18 - 6 * place;
            let letter = usize::try_from(bits >> shift & 63).ok().and_then(|it| LETTERS.get(it));
            text.push(if place > group.len() { '=' } else { char::from(*letter.unwrap_or(&b'=')) });
        }
    }
    text
}

/// Reads bytes back; none where the text is cut, padded wrongly or holds anything else.
#[must_use]
pub fn from_base64(text: &str) -> Option<Vec<u8>> {
    let padded = text.as_bytes();
    if !padded.len().is_multiple_of(4) {
        return None;
    }
    let bare = text.strip_suffix("==").or_else(|| text.strip_suffix('=')).unwrap_or(text);
    let mut bytes = Vec::with_capacity(padded.len() / 4 * 3);
    let mut bits = 0_u32;
    let mut n_bits = 0_u32;
    for letter in bare.bytes() {
        bits = bits << 6 | value_of(letter)?;
        n_bits += 6;
        if n_bits >= 8 {
            n_bits -= 8;
            bytes.push(u8::try_from(bits >> n_bits).ok()?);
            bits &= (1 << n_bits) - 1;
        }
    }
    // Bits that no byte takes must be zero, or two texts would mean the same bytes.
    (bits == 0 && n_bits < 6).then_some(bytes)
}

fn value_of(letter: u8) -> Option<u32> {
    let value = match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    };
    Some(u32::from(value))
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
