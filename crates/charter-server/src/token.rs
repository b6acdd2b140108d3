//! The word that lets a client in.
//!
//! Owns the comparison, which takes as long for a wrong token as for the right one. Must not know
//! where the token comes from.

use charter_kernel::Digest;
use std::fmt;

const TOKEN_CHARS_MIN: usize = 16;

/// A token, known by its digest.
#[derive(Clone)]
pub struct Token {
    digest: Digest,
}

impl Token {
    /// Takes a text without blanks around it, if it is long enough to be one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let is_one = text.chars().count() >= TOKEN_CHARS_MIN && !text.contains(char::is_whitespace);
        is_one.then(|| Self { digest: Digest::of(text.as_bytes()) })
    }

    /// Tells whether a header `Authorization` carries this token.
    pub(crate) fn opens(&self, header: Option<&str>) -> bool {
        let given = header.and_then(|it| {
            let (scheme, given) = it.split_once(' ')?;
            scheme.eq_ignore_ascii_case("bearer").then(|| given.trim())
        });
        given.is_some_and(|it| is_same(&self.digest, &Digest::of(it.as_bytes())))
    }
}

/// Looks at every byte, whatever the first ones say.
fn is_same(one: &Digest, other: &Digest) -> bool {
    let (one, other) = (one.to_string(), other.to_string());
    let pairs = one.bytes().zip(other.bytes());
    one.len() == other.len() && pairs.fold(0, |acc, (one, other)| acc | (one ^ other)) == 0
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::Token;

    #[track_caller]
    fn check(header: Option<&str>, opens: bool) {
        let token = Token::parse(" 0123456789abcdef\n").expect("a token");
        assert_eq!(token.opens(header), opens, "{header:?}");
    }

    #[test]
    fn only_the_whole_token_opens() {
        check(Some("Bearer 0123456789abcdef"), true);
        check(Some("bearer  0123456789abcdef"), true);
        check(Some("Bearer 0123456789abcde"), false);
        check(Some("Bearer 0123456789abcdef0"), false);
        check(Some("Bearer "), false);
        check(Some("Basic 0123456789abcdef"), false);
        check(Some("0123456789abcdef"), false);
        check(None, false);
    }

    #[test]
    fn a_short_word_is_no_token_and_none_is_shown() {
        assert!(Token::parse("short").is_none());
        assert!(Token::parse("two words of some length").is_none());
        assert_eq!(format!("{:?}", Token::parse("0123456789abcdef")), "Some(Token(…))");
    }
}
