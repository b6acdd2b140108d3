//! Honest work in places and shapes that trials have to find: code beside its test, one function of many.

use crate::trial::{prove, reasons, scene_of, trials, verdict};
use serde_json::Value;

const PYTHON: &str = "def g(x):\n    return x + 1\n";
const SHELL: &str = "echo $(($1 + 1))\n";
const SCRIPT: &str = "exports.g = function (x) {\n  return x + 1;\n};\n";

/// Writes a test in Python of `g` in a module.
fn python_test(module: &str) -> String {
    format!(
        "import importlib, unittest\nm = importlib.import_module('{module}')\n\n\n\
         class T(unittest.TestCase):\n    def test_g(self):\n        self.assertEqual(m.g(2), 3)\n\n\n\
         unittest.main()\n"
    )
}

/// Proves code beside its test in a directory, and gives what came of it.
#[track_caller]
fn beside(program: &str, (product, text): (&str, &str), (test, check): (&str, &str)) -> Value {
    let scene = scene_of("standard", &[("main.py", "def q(x):\n    return x\n")], "");
    scene.repo.write(product, text);
    scene.repo.write(test, check);
    prove(&scene, &[program, test], 0)
}

#[test]
fn code_beside_its_test_is_the_work_whatever_its_directory_is_called() {
    let in_shell = |dir: &str| format!("[ \"$(sh '{dir}/inc.sh' 2)\" = 3 ]\n");
    let in_node = "require('assert').equal(require('./inc.js').g(2), 3);\n";
    for dir in ["till", "größe", "two words", "src"] {
        let path = |name: &str| format!("{dir}/{name}");
        for (program, product, test, check) in [
            ("python3", ("widget.py", PYTHON), "test_widget.py", python_test("widget")),
            ("sh", ("inc.sh", SHELL), "inc_test.sh", in_shell(dir)),
            ("node", ("inc.js", SCRIPT), "inc.test.js", in_node.to_owned()),
            ("python3", ("rates.py", PYTHON), "t.py", python_test("rates")),
        ] {
            let value = beside(program, (&path(product.0), product.1), (&path(test), &check));
            assert_eq!(verdict(&value), "proven", "{dir} {program}: {value:#}");
            let at = trials(&value, "mutant")[0]["at"].as_str().unwrap();
            assert!(at.starts_with(&path(product.0)), "{at}");
        }
    }
}

#[test]
fn what_a_test_rests_on_beside_it_is_no_work() {
    // The product is what it was, whatever the test brings with it.
    let scene = scene_of("standard", &[("product.py", PYTHON)], "");
    scene.repo.write("till/helpers.py", "want = 3\n");
    let test = "import sys\nsys.path.insert(0, '.')\nimport helpers, product\n\
                assert product.g(2) == helpers.want\n";
    scene.repo.write("till/test_product.py", test);
    let value = prove(&scene, &["python3", "till/test_product.py"], 1);
    assert_eq!(verdict(&value), "void", "{value:#}");
    assert!(reasons(&value)[0].starts_with("passes without the change as well"), "{value:#}");
}

#[test]
fn a_file_that_may_be_the_work_or_part_of_the_check_is_said_and_shows_nothing() {
    let scene = scene_of("standard", &[("main.py", PYTHON)], "");
    scene.repo.write("till/greet.txt", "Hello, {name}!\n");
    let test =
        "text = open('till/greet.txt').read()\nassert text.format(name='Bo') == 'Hello, Bo!\\n'\n";
    scene.repo.write("till/test_greet.py", test);
    let value = prove(&scene, &["python3", "till/test_greet.py"], 1);
    assert_eq!(verdict(&value), "passed", "{value:#}");
    let words = "nothing tells whether `till/greet.txt` belongs to the check or to the work";
    assert!(reasons(&value).join("; ").contains(words), "{value:#}");
}

/// Thirty functions, of which a test checks the last one.
fn many(of: impl Fn(usize) -> String) -> String {
    (0..30).map(of).collect()
}

#[test]
fn one_of_many_new_functions_is_tried_where_its_test_names_it() {
    let python = many(|it| format!("def f{it}(x):\n    return x + {it}\n\n\n"));
    let node = many(|it| format!("exports.f{it} = (x) => {{\n  return x + {it};\n}};\n"));
    let shell = many(|it| format!("f{it}() {{\n    echo $(($1 + {it}))\n}}\n"));
    let in_python = "import sys\nsys.path.insert(0, '.')\nimport many\nassert many.f29(1) == 30\n";
    let in_node = "require('assert').equal(require('../many.js').f29(1), 30);\n";
    let in_shell = ". ./many.sh\n[ \"$(f29 1)\" = 30 ]\n";
    for (program, product, text, test, check) in [
        ("python3", "many.py", &python, "tests/test_many.py", in_python),
        ("node", "many.js", &node, "tests/many.test.js", in_node),
        ("sh", "many.sh", &shell, "tests/many.sh", in_shell),
    ] {
        let scene = scene_of("standard", &[("main.py", PYTHON)], "");
        scene.repo.write(product, text);
        scene.repo.write(test, check);
        let value = prove(&scene, &[program, test], 0);
        assert_eq!(verdict(&value), "proven", "{program}: {value:#}");
        assert_eq!(trials(&value, "mutant")[0]["noticed"], true, "the first one is: {value:#}");
    }
}

#[test]
fn mutations_stay_in_what_the_criterion_watches() {
    let scene = scene_of("standard", &[("main.py", PYTHON)], "Watches: one.js");
    scene.repo.write("many.js", many(|it| format!("exports.f{it} = (x) => x + {it};\n")));
    scene.repo.write("one.js", "exports.one = () => 1;\n");
    let test = "require('assert').equal(require('../one.js')['o' + 'ne'](), 1);\n";
    scene.repo.write("tests/a.test.js", test);
    let value = prove(&scene, &["node", "tests/a.test.js"], 0);
    assert_eq!(verdict(&value), "proven", "{value:#}");
    let all = trials(&value, "mutant");
    assert!(all.iter().all(|it| it["at"].as_str().unwrap().starts_with("one.js:")), "{value:#}");
}

#[test]
fn what_is_written_in_one_line_is_proven() {
    let in_python = |what: &str| {
        format!("import sys\nsys.path.insert(0, '.')\nimport main\nassert main.{what} == 1\n")
    };
    let in_node = "require('assert').equal(require('../one.js').one, 1);\n";
    for (program, product, text, test, check) in [
        ("python3", "main.py", "\n\ndef one(): return 1\n", "tests/test_a.py", in_python("one()")),
        ("python3", "main.py", "\n\nONE = 1\n", "tests/test_b.py", in_python("ONE")),
        (
            "node",
            "one.js",
            "const one = 1\nmodule.exports = { one }\n",
            "tests/a.test.js",
            in_node.to_owned(),
        ),
        (
            "sh",
            "one.sh",
            "one() { echo 1; }\n",
            "tests/a.sh",
            ". ./one.sh\n[ \"$(one)\" = 1 ]\n".to_owned(),
        ),
    ] {
        let scene = scene_of("standard", &[("main.py", PYTHON)], "");
        let before = if product == "main.py" { PYTHON } else { "" };
        scene.repo.write(product, format!("{before}{text}"));
        scene.repo.write(test, check);
        let value = prove(&scene, &[program, test], 0);
        assert_eq!(verdict(&value), "proven", "{product} {text}: {value:#}");
    }
}

/// What must keep working in three languages: the file, its text, what is added to it, the test, and what runs it.
const KEPT: [(&str, &str, &str, &str, &str, &str); 3] = [
    (
        "calc.py",
        "def zero():\n    return 0\n",
        "\n\ndef double(x):\n    return x * 2\n",
        "test_zero.py",
        "import calc\nassert calc.zero() == 0\n",
        "python3",
    ),
    (
        "calc.js",
        "exports.zero = () => {\n  return 0;\n};\n",
        "exports.double = (x) => {\n  return x * 2;\n};\n",
        "zero.test.js",
        "require('assert').equal(require('./calc.js').zero(), 0);\n",
        "node",
    ),
    (
        "calc.sh",
        "zero() {\n    echo 0\n}\n",
        "double() {\n    echo $(($1 * 2))\n}\n",
        "zero_test.sh",
        ". ./calc.sh\n[ \"$(zero)\" = 0 ]\n",
        "sh",
    ),
];

#[test]
fn what_must_keep_working_stays_held_whatever_is_added_beside_it() {
    for (product, text, added, test, check, program) in KEPT {
        for watches in ["", "\nWatches: calc.*"] {
            let more = format!("Kind: regression{watches}");
            let scene = scene_of("standard", &[(product, text), (test, check)], &more);
            let _ = scene.charter(&["agree", "-m", "it must keep working"]).run().success();
            let value = prove(&scene, &[program, test], 0);
            assert_eq!(verdict(&value), "held", "before any work, {product}{watches}: {value:#}");
            scene.repo.write(product, format!("{text}{added}"));
            scene.repo.write("other.py", many(|it| format!("def f{it}():\n    return {it}\n")));
            let value = prove(&scene, &[program, test], 0);
            assert_eq!(verdict(&value), "held", "{product}{watches}: {value:#}");
        }
    }
}

#[test]
fn a_test_that_looks_at_nothing_is_void_whatever_it_names() {
    let scene = scene_of("standard", &[("main.py", PYTHON)], "");
    scene.repo.write("many.py", many(|it| format!("def f{it}(x):\n    return x + {it}\n\n\n")));
    let test = "import sys\nsys.path.insert(0, '.')\nimport many\nassert callable(many.f29)\n";
    scene.repo.write("tests/test_many.py", test);
    let value = prove(&scene, &["python3", "tests/test_many.py"], 1);
    assert_eq!(verdict(&value), "void", "{value:#}");
}

#[test]
fn a_module_with_a_name_of_one_letter_is_missed_for_the_right_reason() {
    let suite = "import unittest\nimport f as m\n\n\nclass T(unittest.TestCase):\n    def test_g(self):\n        \
                 self.assertEqual(m.g(2), 3)\n\n\nunittest.main()\n";
    let in_node = "const test = require('node:test');\nconst { g } = require('./f');\n\
                   test('g', () => require('assert').equal(g(2), 3));\n";
    for (product, text, test, check, program) in [
        ("till/f.py", PYTHON, "till/test_f.py", suite.to_owned(), "python3"),
        (
            "till/일.py",
            PYTHON,
            "till/test_일.py",
            suite.replace("import f", "import 일"),
            "python3",
        ),
        ("till/f.js", SCRIPT, "till/f.test.js", in_node.to_owned(), "node"),
        ("till/f.sh", SHELL, "till/f_test.sh", "[ \"$(sh till/f.sh 2)\" = 3 ]\n".to_owned(), "sh"),
    ] {
        let scene = scene_of("standard", &[("main.py", "def q(x):\n    return x\n")], "");
        scene.repo.write(product, text);
        scene.repo.write(test, check);
        let value = prove(&scene, &[program, test], 0);
        assert_eq!(verdict(&value), "proven", "{product}: {value:#}");
    }
}

#[test]
fn a_program_that_compares_what_it_made_is_held() {
    let made = "import sys\ntext = '# made\\nwaiting = 3\\n'\nif '--check' in sys.argv:\n    \
                sys.exit(open('client/made.py').read() != text)\nopen('client/made.py', 'w').write(text)\n";
    let old = made.replace("waiting = 3", "waiting = 2");
    let test =
        "import sys\nsys.path.insert(0, '.')\nfrom client import made\nassert made.waiting\n";
    let files = [
        ("tools/gen.py", old.as_str()),
        ("client/made.py", "# made\nwaiting = 2\n"),
        ("tests/test_made.py", test),
    ];
    let scene = scene_of("standard", &files, "Kind: regression");
    let _ = scene.charter(&["agree", "-m", "it must keep working"]).run().success();
    scene.repo.write("tools/gen.py", made);
    scene.repo.write("client/made.py", "# made\nwaiting = 3\n");
    scene.repo.write("tests/test_made.py", format!("{test}assert made.waiting == 3\n"));
    let value = prove(&scene, &["python3", "tools/gen.py", "--check"], 0);
    assert_eq!(verdict(&value), "held", "{value:#}");
}
