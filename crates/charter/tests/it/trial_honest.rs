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
    for dir in ["till", "old", "größe", "two words", "src", "pkg", "a/b"] {
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
