#!/usr/bin/env bash
# Rust. heck 0.5.0 from crates.io: cargo, tests inside the source files, doc tests.
. "$(dirname "$0")/stage.bash"

crates_io heck 0.5.0
printf '/target\nCargo.lock\n' > .gitignore
commit_base
open_charter "dot.case" <<'MD'
## m1

### VAL-FEATURE — `"CamelCase".to_dot_case()` gives `camel.case`
Verifier: command

### VAL-REGRESSION — the other cases are as before
Verifier: command
Kind: regression

### VAL-BUDGET — 100 000 identifiers are converted within 10 s
Verifier: command
Kind: regression

### VAL-DOCS — the example of `ToDotCase` works
Verifier: command

### VAL-REFACTOR — `transform` writes boundaries in one place and gives the same words
Verifier: command
Kind: regression

### VAL-LINT — clippy finds nothing
Verifier: command
Kind: regression

### VAL-MANUAL — the list of cases in the README and in the crate's head are the same
Verifier: manual
MD

python3 - <<'PY'
import pathlib, re
kebab = pathlib.Path("src/kebab.rs").read_text()
head, tests = kebab.split("#[cfg(test)]")
dot = head.replace("kebab_case", "dot_case").replace("KebabCase", "DotCase").replace("kebab case", "dot case")
dot = dot.replace("kebab-case", "dot.case").replace("hyphens", "full stops").replace('"-"', '"."')
dot = re.sub(r'"we-are-going[^"]*"', '"we.are.going.to.inherit.the.earth"', dot)
assert "kebab" not in dot.lower(), dot
dot += '''#[cfg(test)]
mod tests {
    use super::ToDotCase;

    macro_rules! t {
        ($t:ident : $s1:expr => $s2:expr) => {
            #[test]
            fn $t() {
                assert_eq!($s1.to_dot_case(), $s2)
            }
        };
    }

    t!(test1: "CamelCase" => "camel.case");
    t!(test2: "This is Human case." => "this.is.human.case");
    t!(test3: "XMLHttpRequest" => "xml.http.request");
    t!(test4: "a.b" => "a.b");
}
'''
pathlib.Path("src/dot.rs").write_text(dot)
path = pathlib.Path("src/lib.rs")
text = path.read_text()
text = text.replace("//! 8. Train-Case\n", "//! 8. Train-Case\n//! 9. dot.case\n", 1)
text = text.replace("mod kebab;\n", "mod dot;\nmod kebab;\n", 1)
text = text.replace("pub use kebab::", "pub use dot::{AsDotCase, ToDotCase};\npub use kebab::", 1)
text = text.replace('''                    if !first_word {
                        boundary(f)?;
                    }
                    with_word(&word[init..next_i], f)?;
                    first_word = false;
''', '''                    emit(&word[init..next_i], f)?;
''', 1)
text = text.replace('''                    if !first_word {
                        boundary(f)?;
                    } else {
                        first_word = false;
                    }
                    with_word(&word[init..i], f)?;
''', '''                    emit(&word[init..i], f)?;
''', 1)
text = text.replace('''                if !first_word {
                    boundary(f)?;
                } else {
                    first_word = false;
                }
                with_word(&word[init..], f)?;
''', '''                emit(&word[init..], f)?;
''', 1)
text = text.replace('''    let mut first_word = true;

''', '''    let mut first_word = true;
    let mut emit = |word: &str, f: &mut fmt::Formatter| {
        if !first_word {
            boundary(f)?;
        }
        first_word = false;
        with_word(word, f)
    };

''', 1)
path.write_text(text)
path = pathlib.Path("README.md")
path.write_text(path.read_text().replace("8. Train-Case\n", "8. Train-Case\n9. dot.case\n", 1))
PY
mkdir -p examples
cat > examples/budget.rs <<'RS'
//! Converts 100 000 identifiers; fails if that takes longer than ten seconds.
use heck::{ToKebabCase, ToUpperCamelCase};
use std::time::{Duration, Instant};

fn main() {
    let start = Instant::now();
    for number in 0..100_000 {
        let name = format!("some_long_identifier_{number}");
        assert_eq!(name.to_upper_camel_case(), format!("SomeLongIdentifier{number}"));
        assert_eq!(name.to_kebab_case(), format!("some-long-identifier-{number}"));
    }
    println!("100000 identifiers in {:?}", start.elapsed());
    assert!(start.elapsed() < Duration::from_secs(10), "too slow");
}
RS

shows VAL-FEATURE cargo test --offline --lib dot::
shows VAL-REGRESSION cargo test --offline
shows VAL-BUDGET cargo run --offline --quiet --example budget
shows VAL-DOCS cargo test --offline --doc dot
shows VAL-REFACTOR cargo test --offline --lib
shows VAL-LINT cargo clippy --offline --quiet -- -D warnings -A clippy::doc_lazy_continuation
signs VAL-MANUAL "compared both lists" "both have nine entries in the same order"
