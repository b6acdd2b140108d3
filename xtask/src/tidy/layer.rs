//! Telling Rust code from comments and literals, so that a rule sees only what it means.
//!
//! Each layer is the whole text with everything else blanked by spaces: offsets and lines agree
//! between layers. This is a lexer for well-formed files, not a parser.

/// The three layers of a Rust file.
#[derive(Debug, Default)]
pub(crate) struct RustLayers {
    /// Everything that is neither comment nor literal.
    pub(crate) code: String,
    /// Comments with their markers.
    pub(crate) comments: String,
    /// String and character literals with their quotes.
    pub(crate) literals: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LayerKind {
    Code,
    Comment,
    Literal,
}

/// Splits a Rust file into its layers.
pub(crate) fn split(text: &str) -> RustLayers {
    let mut layers = RustLayers::default();
    let mut rest = text;
    let mut previous = ' ';
    while let Some(first) = rest.chars().next() {
        let (kind, len) = measure(rest, first, previous);
        let (piece, tail) = rest.split_at_checked(len).unwrap_or((rest, ""));
        layers.push(kind, piece);
        previous = piece.chars().next_back().unwrap_or(' ');
        rest = tail;
    }
    layers
}

/// Tells whether a character can be part of a Rust identifier.
pub(crate) fn is_ident(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}

impl RustLayers {
    fn push(&mut self, kind: LayerKind, piece: &str) {
        let blank: String = piece.chars().map(blank).collect();
        let own = |layer| if layer == kind { piece } else { blank.as_str() };
        self.code.push_str(own(LayerKind::Code));
        self.comments.push_str(own(LayerKind::Comment));
        self.literals.push_str(own(LayerKind::Literal));
    }
}

/// Replaces a character by spaces of the same length in bytes, keeping line breaks.
fn blank(char: char) -> &'static str {
    match (char, char.len_utf8()) {
        ('\n', _) => "\n",
        (_, 1) => " ",
        (_, 2) => "  ",
        (_, 3) => "   ",
        (_, _) => "    ",
    }
}

/// Returns the kind and length in bytes of the piece that `rest` starts with.
fn measure(rest: &str, first: char, previous: char) -> (LayerKind, usize) {
    if rest.starts_with("//") {
        return (LayerKind::Comment, rest.find('\n').unwrap_or(rest.len()));
    }
    if rest.starts_with("/*") {
        return (LayerKind::Comment, measure_block_comment(rest));
    }
    if let Some(len) = measure_raw_string(rest, previous) {
        return (LayerKind::Literal, len);
    }
    match first {
        '"' => (LayerKind::Literal, measure_quoted(rest, '"')),
        '\'' => measure_tick(rest),
        _ => (LayerKind::Code, first.len_utf8()),
    }
}

fn measure_block_comment(rest: &str) -> usize {
    let mut depth = 0_usize;
    let mut previous = ' ';
    for (offset, char) in rest.char_indices() {
        match (previous, char) {
            ('/', '*') => depth += 1,
            ('*', '/') => depth = depth.saturating_sub(1),
            _ => {
                previous = char;
                continue;
            }
        }
        if depth == 0 {
            return offset + 1;
        }
        // The second character of a marker cannot begin the next one.
        previous = ' ';
    }
    rest.len()
}

fn measure_raw_string(rest: &str, previous: char) -> Option<usize> {
    if is_ident(previous) {
        return None;
    }
    let tail = ["r", "br", "cr"].iter().find_map(|prefix| rest.strip_prefix(prefix))?;
    let body = tail.trim_start_matches('#');
    let hashes = tail.len() - body.len();
    let body = body.strip_prefix('"')?;
    let close = format!("\"{}", "#".repeat(hashes));
    let end = body.find(&close).map_or(body.len(), |offset| offset + close.len());
    Some(rest.len() - body.len() + end)
}

/// Measures a literal from its opening quote to the next one that is not escaped.
fn measure_quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (offset, char) in rest.char_indices().skip(1) {
        match char {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if char == quote => return offset + char.len_utf8(),
            _ => {}
        }
    }
    rest.len()
}

/// Tells a character literal from a lifetime.
fn measure_tick(rest: &str) -> (LayerKind, usize) {
    let mut chars = rest.chars().skip(1);
    match (chars.next(), chars.next()) {
        (Some('\\'), _) | (Some(_), Some('\'')) => (LayerKind::Literal, measure_quoted(rest, '\'')),
        _ => (LayerKind::Code, 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, code: &str, comments: &str, literals: &str) {
        let layers = split(text);
        let squeeze = |layer: &str| layer.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(squeeze(&layers.code), code);
        assert_eq!(squeeze(&layers.comments), comments);
        assert_eq!(squeeze(&layers.literals), literals);
        assert_eq!(layers.code.len(), text.len());
    }

    #[test]
    fn comments_are_apart_even_when_nested() {
        check("a // b \"c\"\nd /* e /* f */ g */ h", "a d h", "// b \"c\" /* e /* f */ g */", "");
    }

    #[test]
    fn strings_are_apart_with_escapes_and_hashes() {
        check(r#"a("b \" // c", b"d")"#, "a( , b )", "", r#""b \" // c" "d""#);
        check("x(r#\"y \"z\" \"#) r#type", "x( ) r#type", "", "r#\"y \"z\" \"#");
    }

    #[test]
    fn a_lifetime_is_code_and_a_character_is_not() {
        check("&'a str, '\"', '\\'', 'é' t", "&'a str, , , t", "", "'\"' '\\'' 'é'");
    }
}
