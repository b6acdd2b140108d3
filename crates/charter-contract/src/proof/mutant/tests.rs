//! Mutants of each language, and what holds for all of them.

use super::{canary, mutants};
use std::collections::BTreeSet;

fn all_lines(text: &str) -> BTreeSet<usize> {
    (1..=text.lines().count()).collect()
}

/// Lists the mutants of a text, best first, as `line: after`.
#[track_caller]
fn check(path: &str, text: &str, expected: &str) {
    let found = mutants(path, text, &all_lines(text), &BTreeSet::new());
    let found: Vec<String> = found.iter().map(|it| format!("{}: {}", it.line, it.after)).collect();
    let found: Vec<&str> = found.iter().map(|it| it.trim_end()).collect();
    assert_eq!(found.join("\n"), expected.trim());
}

/// Each language with a text in which much of it occurs.
const SAMPLES: [(&str, &str); 13] = [
    (
        "a.rs",
        "use a::B;\n\n/// Pays \"x\".\n#[must_use]\npub fn pay(sum: u32, is_late: bool) -> u32 {\n    let rate = if is_late { 3 } else { 2 };\n    log::info!(\"sum {}\", 1);\n    ledger.push(sum);\n    if sum > 100 && !is_late {\n        return sum.min(5);\n    }\n    sum * rate\n}\n",
    ),
    (
        "a.py",
        "import os\n\n@cached\ndef pay(total, late=False):\n    \"\"\"Pays 3.\"\"\"\n    # 1 == 1\n    if total > 100 and not late:\n        return min(total, 5)\n    logging.info('sum %s', 1)\n    ledger.append(total)\n    return total * 3\n",
    ),
    (
        "a.js",
        "import a from 'a'\nexport function pay(sum) {\n  if (sum === 1) {\n    return sum + 2;\n  }\n  ledger.push(sum)\n  const text = `a ${sum > 1} b`\n  const re = /a > b/g\n  return null\n}\n",
    ),
    (
        "a.ts",
        "export const pay = (sum: number): number => {\n  if (sum >= 1) return sum;\n  return 7;\n};\n",
    ),
    (
        "a.go",
        "package a\n\nimport \"fmt\"\n\nfunc Pay(sum int) (int, error) {\n\tif sum < 3 {\n\t\treturn sum, nil\n\t}\n\tledger.Add(sum)\n\treturn 0, err\n}\n",
    ),
    (
        "A.java",
        "package a;\nimport b.C;\nclass A {\n    @Override\n    public boolean isLate(int days) {\n        if (days > 3) { return days != 4; }\n        ledger.add(days);\n        return other;\n    }\n    String name() {\n        return name;\n    }\n}\n",
    ),
    (
        "a.kt",
        "fun late(days: Int): Boolean {\n    if (days > 3) return isLate(days)\n    ledger.add(days)\n    return false\n}\n",
    ),
    (
        "a.c",
        "#include <a.h>\nint late(int days) {\n    if (days > 3 || *p) {\n        return f(days);\n    }\n    pay(days);\n    return 0;\n}\n",
    ),
    (
        "a.cpp",
        "template <typename T>\nbool late(std::vector<T> const& days) {\n    if (days.empty()) return true;\n    return days[0] > 3;\n}\n",
    ),
    (
        "A.cs",
        "using System;\nclass A {\n    bool Late(int days) {\n        if (days > 3) { return true; }\n        return Check(days);\n    }\n}\n",
    ),
    (
        "a.rb",
        "require 'a'\nclass A < B\n  def pay(sum)\n    return 1 if sum > 3\n    ledger.push(sum)\n    sum.any?\n  end\nend\n",
    ),
    (
        "a.php",
        "<html>1 == 2</html>\n<?php\nuse A\\B;\nfunction pay($sum) {\n    if ($sum > 3) { return $sum; }\n    $this->ledger->add($sum);\n    return 'x';\n}\n",
    ),
    ("a.sh", "#!/bin/sh\n# 1\nif [ \"$1\" -eq 3 ]; then\n    pay \"$1\" 2>/dev/null\nfi\nexit 0\n"),
];

#[test]
fn rust_gives_answers_conditions_and_values_of_the_same_type() {
    check(
        "a.rs",
        SAMPLES[0].1,
        r#"
10: return { let it: u32 = sum.min(5); it ^ 1 };
12: { let it: u32 = sum * rate; it ^ 1 }
6: let rate = if !(is_late) { 3 } else { 2 };
9: if !(sum > 100 && !is_late) {
8: if false { ledger.push(sum); }
9: if sum <= 100 && !is_late {
10: return sum.max(5);
6: let rate = if is_late { 4 } else { 2 };
9: if sum > 100 || !is_late {
6: let rate = if is_late { 3 } else { 3 };
10: return sum.min(6);
9: if sum > 100 && is_late {
9: if sum > 101 && !is_late {
7: if false { log::info!("sum {}", 1); }
7: log::info!("sxum {}", 1);
7: log::info!("sum {}", 2);
"#,
    );
}

#[test]
fn python_keeps_its_indentation() {
    check(
        "a.py",
        SAMPLES[1].1,
        r#"
7: if not (total > 100 and not late):
8: return max(total, 5)
11: return total + 3
10: pass
7: if total <= 100 and not late:
8: return None
11: return None
7: if total > 100 or not late:
8: return min(total, 6)
11: return total * 4
7: if total > 100 and late:
7: if total > 101 and not late:
9: pass
9: logging.info('sxum %s', 1)
9: logging.info('sum %s', 2)
"#,
    );
}

#[test]
fn scripts_are_changed_outside_of_templates_and_expressions() {
    check(
        "a.js",
        SAMPLES[2].1,
        r#"
3: if (!(sum === 1)) {
4: return sum - 2;
6: if (false) { ledger.push(sum) }
3: if (sum !== 1) {
4: return undefined;
3: if (sum === 2) {
4: return sum + 3;
"#,
    );
    check(
        "a.ts",
        SAMPLES[3].1,
        r#"
2: if (!(sum >= 1)) return sum;
3: return 8;
2: if (sum < 1) return sum;
2: if (sum >= 1) return undefined as any;
2: if (sum >= 2) return sum;
"#,
    );
}

#[test]
fn go_keeps_what_it_names_in_use() {
    check(
        "a.go",
        SAMPLES[4].1,
        r#"
7: return (sum) + 1, nil
6: if !(sum < 3) {
10: return 1, err
9: if false { ledger.Add(sum) }
6: if sum >= 3 {
6: if sum < 4 {
"#,
    );
}

#[test]
fn languages_with_types_before_names_keep_to_them() {
    check(
        "A.java",
        SAMPLES[5].1,
        r#"
6: if (days > 3) { return !(days != 4); }
11: return (name) + "x";
8: return !(other);
7: if (false) { ledger.add(days); }
6: if (!(days > 3)) { return days != 4; }
6: if (days <= 3) { return days != 4; }
6: if (days > 3) { return days == 4; }
6: if (days > 4) { return days != 4; }
6: if (days > 3) { return days != 5; }
"#,
    );
    check(
        "a.kt",
        SAMPLES[6].1,
        r#"
2: if (days > 3) return !(isLate(days))
4: return true
3: if (false) { ledger.add(days) }
2: if (!(days > 3)) return isLate(days)
2: if (days <= 3) return isLate(days)
2: if (days > 4) return isLate(days)
"#,
    );
    check(
        "a.c",
        SAMPLES[7].1,
        r#"
4: return !(f(days));
3: if (!(days > 3 || *p)) {
7: return 1;
6: if (0) { pay(days); }
3: if (days <= 3 || *p) {
3: if (days > 3 && *p) {
3: if (days > 4 || *p) {
"#,
    );
    check(
        "a.cpp",
        SAMPLES[8].1,
        r#"
4: return !(days[0] > 3);
3: if (!(days.empty())) return true;
4: return days[0] <= 3;
3: if (days.empty()) return false;
4: return days[1] > 3;
4: return days[0] > 4;
"#,
    );
    check(
        "A.cs",
        SAMPLES[9].1,
        r#"
5: return !(Check(days));
4: if (!(days > 3)) { return true; }
4: if (days <= 3) { return true; }
4: if (days > 3) { return false; }
4: if (days > 4) { return true; }
"#,
    );
}

#[test]
fn ruby_php_and_shell_have_their_own_words() {
    check(
        "a.rb",
        SAMPLES[10].1,
        r#"
4: return 1 unless sum > 3
6: sum.all?
5: nil
4: return 1 if sum <= 3
4: return 2 if sum > 3
4: return 1 if sum > 4
"#,
    );
    check(
        "a.php",
        SAMPLES[11].1,
        r#"
5: if (!($sum > 3)) { return $sum; }
7: return null;
6: if (false) { $this->ledger->add($sum); }
5: if ($sum <= 3) { return $sum; }
7: return 'xx';
5: if ($sum > 3) { return null; }
5: if ($sum > 4) { return $sum; }
"#,
    );
    check(
        "a.sh",
        SAMPLES[12].1,
        r#"
3: if ! [ "$1" -eq 3 ]; then
6: exit 1
4: :
3: if [ "$1" -ne 3 ]; then
6: :
3: if [ "$1" -eq 4 ]; then
"#,
    );
}

#[test]
fn other_languages_lose_a_line() {
    check(
        "a.lua",
        "-- 1\nlocal a = b\nend\n",
        r#"
2:
"#,
    );
}

#[test]
fn a_mutant_differs_in_one_given_line_and_nowhere_else() {
    for (path, text) in SAMPLES {
        for text in [
            text.to_owned(),
            text.replace('\n', "\r\n"),
            format!("\u{feff}{text}"),
            text.trim_end().to_owned(),
        ] {
            let odd: BTreeSet<usize> =
                all_lines(&text).into_iter().filter(|it| it % 2 == 1).collect();
            let even: BTreeSet<usize> = all_lines(&text).difference(&odd).copied().collect();
            for lines in [all_lines(&text), odd, even, BTreeSet::new(), BTreeSet::from([0, 999])] {
                let found = mutants(path, &text, &lines, &BTreeSet::new());
                assert_eq!(found, mutants(path, &text, &lines, &BTreeSet::new()), "{path}");
                for mutant in found {
                    assert!(lines.contains(&mutant.line), "{path}:{}", mutant.line);
                    let (old, new): (Vec<&str>, Vec<&str>) =
                        (text.split('\n').collect(), mutant.text.split('\n').collect());
                    assert_eq!(old.len(), new.len(), "{path}");
                    let differ: Vec<usize> =
                        (1..=old.len()).filter(|it| old[it - 1] != new[it - 1]).collect();
                    assert_eq!(differ, [mutant.line], "{path}");
                    assert_eq!(
                        old[mutant.line - 1].trim_start_matches('\u{feff}').trim(),
                        mutant.before.trim_start_matches('\u{feff}')
                    );
                    assert_eq!(new[mutant.line - 1].trim(), mutant.after);
                    assert_eq!(
                        old[mutant.line - 1].ends_with('\r'),
                        new[mutant.line - 1].ends_with('\r')
                    );
                }
            }
        }
    }
}

#[test]
fn nothing_is_changed_in_comments_imports_attributes_and_documentation() {
    for (path, line) in [
        ("a.rs", "// if a == 1 {"),
        ("a.rs", "use a::{b, c};"),
        ("a.rs", "pub mod a;"),
        ("a.rs", "#[expect(a, reason = \"1\")]"),
        ("a.rs", "    pub sum: Vec<u32>,"),
        ("a.rs", "fn late<T: A + B>(a: [u8; 4]) -> bool {"),
        ("a.rs", "}"),
        ("a.py", "from a import b"),
        ("a.py", "@a(1)"),
        ("a.py", "# a == 1"),
        ("a.py", "\"\"\"Adds 1.\"\"\""),
        ("a.py", "def pay(a=1):"),
        ("a.js", "const a = require('a')"),
        ("a.js", "/* a == 1 */"),
        ("a.go", "import \"a\""),
        ("a.java", "@Test(1)"),
        ("a.java", "import a.b;"),
        ("a.c", "#define A 1"),
        ("a.rb", "require 'a'"),
        ("a.rb", "class A < B"),
        ("a.rb", "end"),
        ("a.sh", "# exit 0"),
        ("a.sh", "fi"),
    ] {
        assert_eq!(
            mutants(path, &format!("{line}\n"), &all_lines(line), &BTreeSet::new()),
            [],
            "{line}"
        );
    }
}

#[test]
fn strings_over_lines_are_left_alone() {
    for (path, text) in [
        ("a.rs", "const A: &str = r#\"\nif a == 1 {\n\"#;\n"),
        ("a.py", "A = \"\"\"\nif a == 1:\n\"\"\"\n"),
        ("a.js", "const a = `\nif (a === 1) {\n`\n"),
        ("a.go", "var a = `\nif a == 1 {\n`\n"),
        ("a.sh", "cat <<EOF\nexit 0\nEOF\n"),
        ("a.rb", "a = <<~EOS\n  if a == 1\nEOS\n"),
        ("a.php", "<?php\n$a = <<<EOS\nreturn 1;\nEOS;\n"),
    ] {
        assert_eq!(
            mutants(
                path,
                text,
                &BTreeSet::from([if path == "a.php" { 3 } else { 2 }]),
                &BTreeSet::new()
            ),
            [],
            "{path}"
        );
    }
}

#[test]
fn every_text_is_taken_in_one_pass() {
    let mut pieces: Vec<String> = SAMPLES.iter().map(|(_, it)| (*it).to_owned()).collect();
    pieces.extend(
        [
            "(",
            "{",
            "if (",
            "\"",
            "'",
            "`${",
            "/*",
            "return ",
            "fn a(",
            "/[",
            "<<A ",
            "$(",
            "\u{feff}\u{e9}\\",
        ]
        .map(str::to_owned),
    );
    for piece in pieces {
        let text = piece.repeat(6_000 / piece.len());
        for (path, _) in SAMPLES {
            let _ = mutants(path, &text, &all_lines(&text), &BTreeSet::new());
            let _ = canary(path, &text);
        }
    }
}

#[test]
fn a_canary_is_the_file_with_nonsense_in_it() {
    for (path, text) in SAMPLES {
        let broken = canary(path, text).unwrap();
        assert!(broken.len() > text.len() && broken.contains("((("), "{path}");
    }
    assert!(canary("a.sh", "#!/bin/sh\ntrue\n").unwrap().starts_with("#!/bin/sh\nif then"));
    assert!(canary("a.md", "# A\n").is_some() && canary("Dockerfile", "").is_some());
    assert_eq!(canary("picture.png", ""), None);
    assert_eq!(canary("LICENSE", "text"), None);
}

#[test]
fn blocks_of_ruby_are_changed_as_well() {
    let text = "class Cart\n  def add(price, quantity)\n    @items << [price, quantity]\n  end\n\n  def total\n    @items.sum { |price, quantity| price * quantity }\n  end\nend\n";
    let found = mutants("lib/cart.rb", text, &all_lines(text), &BTreeSet::new());
    let is_arithmetic = |it: &super::Mutant| it.after.contains("price + quantity");
    assert!(found.iter().any(is_arithmetic), "{found:#?}");
}

/// Lists the lines of the first few mutants where some names are spoken of.
#[track_caller]
fn check_first(path: &str, text: &str, named: &[&str], lines: &[usize]) {
    let named: BTreeSet<String> = named.iter().map(|it| (*it).to_owned()).collect();
    let found = mutants(path, text, &all_lines(text), &named);
    let found: Vec<usize> = found.iter().map(|it| it.line).take(lines.len()).collect();
    assert_eq!(found, lines, "{path}");
}

#[test]
fn what_is_spoken_of_is_changed_first() {
    let many: String =
        (0..30).map(|it| format!("def f{it}(x):\n    return x + {it}\n\n")).collect();
    check_first("a.py", &many, &["f29", "unittest", "x"], &[89]);
    let class = "class A:\n    MAX = 5\n\n    def pay(self, n):\n        rate = 1\n        return n + 2\n\n\n\
                 PRICES = {\n    'a': 3,\n}\n";
    check_first("a.py", class, &["PRICES"], &[10]);
    check_first("a.py", class, &["A", "MAX"], &[2]);
    check_first("a.py", class, &["rate", "MAX"], &[2]);
    check_first("a.py", class, &["pay"], &[6]);
    let script = "exports.a = function (x) {\n  return x + 1;\n};\nconst b = (x) => {\n  return x + 2;\n};\n\
                  class C {\n  total(x) {\n    return x + 3;\n  }\n}\n";
    check_first("a.js", script, &["a"], &[2]);
    check_first("a.js", script, &["b"], &[5]);
    check_first("a.js", script, &["total"], &[9]);
    let go = "package a\n\nfunc One(x int) int {\n\treturn x\n}\n\nfunc (s *S) Two(x int) int {\n\treturn x\n}\n";
    check_first("a.go", go, &["Two"], &[8]);
    let java = "class A {\n    int one(int x) {\n        return x;\n    }\n    int two(int x) {\n        return x;\n    }\n}\n";
    check_first("A.java", java, &["two"], &[6]);
    let shell = "one() {\n    echo 1\n}\ntwo() {\n    echo 2\n}\n";
    check_first("a.sh", shell, &["two"], &[5]);
}

#[test]
fn a_pattern_of_a_case_is_no_statement() {
    let text = "case $1 in\n    a)\n        echo $((x + y))\n        ;;\nesac\n";
    let found = mutants("a.sh", text, &all_lines(text), &BTreeSet::new());
    assert!(found.iter().all(|it| it.line == 3), "{found:?}");
}

#[test]
fn changes_are_spread_where_there_are_many() {
    let many: String =
        (0..30).map(|it| format!("def f{it}(x):\n    return x + {it}\n\n")).collect();
    let found = mutants("a.py", &many, &all_lines(&many), &BTreeSet::new());
    let lines: Vec<usize> = found.iter().take(10).map(|it| it.line).collect();
    assert!(lines.iter().any(|it| *it < 30) && lines.iter().any(|it| *it > 60), "{lines:?}");
}

#[test]
fn what_is_defined_in_one_line_can_be_changed() {
    for (path, text) in [
        ("a.py", "def one(): return 1\n"),
        ("a.py", "async def one(a: int = 3) -> dict[str, int]: return go(a)\n"),
        ("a.py", "def one(): go()\n"),
        ("a.py", "LIMIT = 5\n"),
        ("a.rb", "def one; 1; end\n"),
        ("a.rb", "def one(a) = a + 1\n"),
        ("a.kt", "fun one() = 1\n"),
        ("a.js", "const x = 1\n"),
        ("a.js", "function one() { return 1 }\n"),
        ("a.ts", "export const x = 1;\n"),
        ("a.go", "package a\n\nconst x = 1\n"),
        ("a.rs", "const X: u8 = 1;\n"),
        ("a.rs", "fn one() -> u8 { 1 }\n"),
        ("a.sh", "one() { echo 1; }\n"),
        ("a.sh", "one() {\n    echo $((sum + $1))\n}\n"),
    ] {
        assert!(!mutants(path, text, &all_lines(text), &BTreeSet::new()).is_empty(), "{text}");
    }
}
