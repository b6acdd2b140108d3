//! What compilers and loaders say when a test could not even begin.
//!
//! Owns the forms of their errors. A linter's complaint is none of them.

use super::told::ToldCounts;

/// Endings of files whose compilers say `file:line: error:`.
const COMPILED: [&str; 15] = [
    ".c", ".cc", ".cpp", ".cxx", ".h", ".hpp", ".m", ".mm", ".java", ".kt", ".swift", ".zig",
    ".hs", ".scala", ".cs",
];

/// Reads errors of compilers and linkers.
pub(super) fn compiler(lines: &[&str], told: &mut ToldCounts) {
    let mut is_java = false;
    for line in lines {
        let place = line.split_once(": error:").map(|(place, _)| place);
        let file = place.map(|it| it.trim_end_matches(|it: char| it.is_ascii_digit() || it == ':'));
        let is_compiled = file.is_some_and(|it| COMPILED.iter().any(|end| it.ends_with(end)));
        if is_compiled || is_linker(line) || is_typed(line) {
            told.broke(line);
            is_java = line.contains(".java:");
        } else if is_java && line.starts_with("  symbol: ") {
            told.broke(line);
        }
    }
}

fn is_linker(line: &str) -> bool {
    let is_reference =
        line.contains(": undefined reference to `") || line.contains("undefined symbol: ");
    let is_end = line.starts_with("collect2: error: ") || line.starts_with("clang: error: ");
    is_reference || is_end || line.starts_with("CMake Error")
}

/// `a.ts(1,7): error TS2322: …`, `a.ts:1:7 - error TS2322: …`, `A.cs(3,5): error CS0103: …`.
fn is_typed(line: &str) -> bool {
    [" error TS", ": error CS"].iter().any(|mark| {
        let Some((place, rest)) = line.split_once(mark) else { return false };
        let (code, _) = rest.split_once(':').unwrap_or_default();
        let is_place = !place.starts_with(' ') && (place.contains('(') || place.contains(':'));
        is_place && !code.is_empty() && code.chars().all(|it| it.is_ascii_digit())
    })
}

/// Reads errors of an interpreter that could not load what it was given: only where it says so itself,
/// after its trace, and not where a test reports it.
pub(super) fn loader(lines: &[&str], told: &mut ToldCounts) {
    let is_node = lines.iter().any(|it| {
        let text = it.trim_start_matches("# ");
        text.starts_with("Node.js v")
            || text.starts_with("- /")
            || text.starts_with("node:internal/modules/")
    });
    for (idx, line) in lines.iter().enumerate() {
        let text = line.strip_prefix("# ").unwrap_or(line);
        if is_node && is_node_error(text) {
            told.broke(text);
        }
        if is_ruby_error(line) || is_php_error(line) || is_perl_error(line) {
            told.broke(line);
        }
        if is_python_error(line) && is_uncaught(lines, idx) {
            told.broke(line);
        }
    }
}

fn is_node_error(text: &str) -> bool {
    let starts = ["Error: Cannot find module ", "SyntaxError: ", "Error [ERR_MODULE_NOT_FOUND]: "];
    let others =
        ["Error [ERR_PACKAGE_PATH_NOT_EXPORTED]: ", "Error [ERR_UNKNOWN_FILE_EXTENSION]: "];
    starts.iter().chain(&others).any(|it| text.starts_with(it))
}

/// `a.rb:1:in 'require': cannot load such file -- x (LoadError)`.
fn is_ruby_error(line: &str) -> bool {
    let is_load = line.ends_with(" (LoadError)") && line.contains("cannot load such file");
    is_load
        || line.contains(".rb:")
            && (line.ends_with("(SyntaxError)") || line.contains(": syntax error"))
}

/// `Execution of t/a.t aborted due to compilation errors.`, also behind the `#` of a test.
fn is_perl_error(line: &str) -> bool {
    let marks = [" aborted due to compilation errors", " requires explicit package name"];
    let is_syntax = line.contains("syntax error at ") && line.contains(" line ");
    is_syntax
        || line.contains("Compilation failed in require at")
        || marks.iter().any(|it| line.contains(it))
}

fn is_php_error(line: &str) -> bool {
    let starts = ["PHP Parse error: ", "PHP Fatal error: ", "Parse error: ", "Fatal error: "];
    starts.iter().any(|it| line.starts_with(it)) && line.contains(" on line ")
}

fn is_python_error(line: &str) -> bool {
    let names = ["ImportError: ", "ModuleNotFoundError: ", "SyntaxError: ", "IndentationError: "];
    names.iter().any(|it| line.starts_with(it))
        || line.contains("No module named ") && line.contains("python")
}

/// How many lines an uncaught trace may have.
const TRACE_LINES_MAX: usize = 60;

/// Tells whether a Python error ends the trace of a program, not of a test: its first frame is the top
/// of a module, or there is no trace at all and the interpreter itself speaks.
fn is_uncaught(lines: &[&str], idx: usize) -> bool {
    let start = idx.saturating_sub(TRACE_LINES_MAX);
    let above = lines.get(start..idx).unwrap_or_default();
    let begin = above.iter().rposition(|it| it.starts_with("Traceback (most recent call last):"));
    let frames = begin.and_then(|it| above.get(it + 1..)).unwrap_or_default();
    let first = frames.iter().find(|it| it.trim_start().starts_with("File \""));
    let is_module = first
        .is_some_and(|it| it.ends_with("in <module>") || it.contains("in _run_module_as_main"));
    let is_own = lines.get(idx).is_some_and(|it| it.contains(": No module named "));
    let is_alone =
        begin.is_none() && is_own && !lines.get(idx).is_some_and(|it| it.starts_with("ModuleNot"));
    let is_frozen = first.is_some_and(|it| it.contains("<frozen runpy>"));
    is_module || is_frozen || is_alone
}
