//! Texts that differ in nothing but how their lines end, as git may leave them in another checkout.
//!
//! Owns which forms of a file are the same. Must not know how files are read.

use charter_kernel::Digest;

/// Gives a text as other checkouts may hold it: with every line ending in one byte, and with every line ending in
/// two. What is no text has one form only.
#[must_use]
pub fn line_end_forms(bytes: &[u8]) -> Vec<Vec<u8>> {
    both_line_ends(bytes).into_iter().flatten().filter(|it| it != bytes).collect()
}

/// Gives a text with every line ending in one byte, and with every line ending in two; none for what is no text.
#[must_use]
pub fn both_line_ends(bytes: &[u8]) -> Option<[Vec<u8>; 2]> {
    if bytes.contains(&0) {
        return None;
    }
    let mut short = Vec::with_capacity(bytes.len());
    for (idx, byte) in bytes.iter().enumerate() {
        let is_half = *byte == b'\r' && bytes.get(idx + 1) == Some(&b'\n');
        if !is_half {
            short.push(*byte);
        }
    }
    let mut long = Vec::with_capacity(short.len());
    for byte in &short {
        if *byte == b'\n' {
            long.push(b'\r');
        }
        long.push(*byte);
    }
    Some([short, long])
}

/// Finds the digest that a file was recorded under where only its line ends are others.
#[must_use]
pub fn recorded_form(bytes: &[u8], is_recorded: impl Fn(&Digest) -> bool) -> Option<Digest> {
    line_end_forms(bytes).iter().map(|it| Digest::of(it)).find(is_recorded)
}

#[cfg(test)]
mod tests {
    use super::line_end_forms;

    #[track_caller]
    fn check(bytes: &str, expected: &[&str]) {
        let forms = line_end_forms(bytes.as_bytes());
        let forms: Vec<String> =
            forms.into_iter().map(|it| String::from_utf8(it).unwrap()).collect();
        assert_eq!(forms, expected, "{bytes:?}");
    }

    #[test]
    fn only_line_ends_differ_between_the_forms_of_a_text() {
        check("a\nb\n", &["a\r\nb\r\n"]);
        check("a\r\nb\r\n", &["a\nb\n"]);
        check("a\r\nb\n", &["a\nb\n", "a\r\nb\r\n"]);
        check("50 %\r100 %\n", &["50 %\r100 %\r\n"]);
        check("one line", &[]);
        check("\0a\r\nb\n", &[]);
    }
}
