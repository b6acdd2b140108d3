# What our own cases can call: honest work for VAL-1, as a product and a test that looks at what it does.
product() { # the name of a function, and what it multiplies by
    printf '%s() {\n    echo $(($1 * %s))\n}\n' "$1" "$2" > "src/$1.sh"
}
test_of() { # the name of a function, and what it makes of 2 and of 5
    mkdir -p tests
    cat > "tests/$1_test.sh" <<TEST
. ./src/$1.sh
passed=0; failed=0
check() { if test "\$1" = "\$2"; then passed=\$((passed + 1)); else failed=\$((failed + 1)); fi; }
check "\$($1 2)" $2
check "\$($1 5)" $3
word=ok; test \$failed = 0 || word=FAILED
echo "test result: \$word. \$passed passed; \$failed failed; 0 ignored; 0 measured; 0 filtered out"
test \$failed = 0
TEST
}
work_files() { product one 3; test_of one 6 15; }
work() { work_files; charter prove VAL-1 -- sh tests/one_test.sh; }
charter_again() { # what is here belongs to the past; the rest of VAL-1 may follow
    rm -rf .charter src/two.sh tests/two_test.sh; git add -A; git commit -qm "before the charter"
    charter new Ward --no-interview --rigor "$RIGOR" > /dev/null
    printf '## m1\n\n### VAL-1 — one\nVerifier: command\n%s' "$1" > .charter/2*/criteria.md
    rm -f "$STAGE/target" "$STAGE/agreed"
}
python_before() { # a function and its test, of before the charter
    mkdir -p tests; printf 'def a(n):\n    return n + 1\n' > src/a.py
    printf 'import sys\nsys.path.insert(0, "src")\nfrom a import a\n\ndef test_a():\n    assert a(1) == 2\n' > tests/test_a.py
    printf '__pycache__\n' > .gitignore; charter_again
}
python_work() { # another one, which breaks the first
    printf 'def a(n):\n    return n + 2\n' > src/a.py; printf 'def b(n):\n    return n * 4\n' > src/b.py
    printf 'import sys\nsys.path.insert(0, "src")\nfrom b import b\n\ndef test_b():\n    assert b(3) == 12\n' > tests/test_b.py
}
