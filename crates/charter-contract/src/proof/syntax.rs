//! Which language a file is in, and what the languages write differently.
//!
//! Owns the table from a file's name to its language, and the words of each that the trials need.
//! Must not look into a file.

/// How a file is to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Syntax {
    Rust,
    Python,
    JavaScript,
    TypeScript,
    Go,
    Java,
    Kotlin,
    C,
    Cpp,
    CSharp,
    Ruby,
    Php,
    Shell,
    Zig,
    D,
    Json,
    Markup,
    /// Anything else: read line by line.
    Other,
}

impl Syntax {
    /// Tells the language by the end of a file's name.
    pub(super) fn of(path: &str) -> Self {
        let file = path.rsplit('/').next().unwrap_or_default();
        let Some((_, end)) = file.rsplit_once('.') else { return Self::Other };
        match end.to_ascii_lowercase().as_str() {
            "rs" => Self::Rust,
            "py" | "pyi" | "pyw" => Self::Python,
            "js" | "mjs" | "cjs" | "jsx" => Self::JavaScript,
            "ts" | "mts" | "cts" | "tsx" => Self::TypeScript,
            "go" => Self::Go,
            "java" => Self::Java,
            "kt" | "kts" => Self::Kotlin,
            "c" | "h" | "m" => Self::C,
            "cc" | "cpp" | "cxx" | "hh" | "hpp" | "hxx" | "mm" => Self::Cpp,
            "cs" => Self::CSharp,
            "rb" | "rake" | "gemspec" => Self::Ruby,
            "php" | "phtml" => Self::Php,
            "sh" | "bash" | "zsh" | "ksh" | "bats" => Self::Shell,
            "zig" => Self::Zig,
            "d" | "di" => Self::D,
            "json" | "jsonc" | "json5" => Self::Json,
            "xml" | "html" | "htm" | "svg" | "vue" | "svelte" | "xhtml" => Self::Markup,
            _ => Self::Other,
        }
    }

    /// Tells whether a file in it is a program.
    pub(super) fn is_code(self) -> bool {
        !matches!(self, Self::Json | Self::Markup | Self::Other)
    }

    /// Tells whether blocks are in braces and statements look like those of C.
    pub(super) fn has_braces(self) -> bool {
        match self {
            Self::Rust
            | Self::JavaScript
            | Self::TypeScript
            | Self::Go
            | Self::Java
            | Self::Kotlin
            | Self::C
            | Self::Cpp
            | Self::CSharp
            | Self::Php
            | Self::Zig
            | Self::D => true,
            Self::Python | Self::Ruby | Self::Shell | Self::Json | Self::Markup | Self::Other => {
                false
            }
        }
    }

    /// Tells whether a wrong type breaks the build, so that a mutant must keep to it.
    pub(super) fn is_typed(self) -> bool {
        match self {
            Self::Rust
            | Self::TypeScript
            | Self::Go
            | Self::Java
            | Self::Kotlin
            | Self::C
            | Self::Cpp
            | Self::CSharp
            | Self::Zig
            | Self::D => true,
            Self::Python
            | Self::JavaScript
            | Self::Ruby
            | Self::Php
            | Self::Shell
            | Self::Json
            | Self::Markup
            | Self::Other => false,
        }
    }

    /// Tells whether `#` begins a comment.
    pub(super) fn has_hash_comments(self) -> bool {
        matches!(self, Self::Python | Self::Ruby | Self::Php | Self::Shell)
    }
}
