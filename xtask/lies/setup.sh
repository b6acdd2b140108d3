# What stands before our own cases: a criterion that is shown honestly, and one that is not yet.
git init -q
git config user.name Ada
git config user.email ada@example.org
mkdir src
echo a > src/a.txt
cat > run.sh <<'RUN'
word=ok; test "$2" = 0 || word=FAILED
echo "test result: $word. $1 passed; $2 failed; $3 ignored; 0 measured; 0 filtered out"
test "$2" = 0
RUN
git add src run.sh
git commit -qm one
charter new Ward --no-interview --rigor "$RIGOR" > /dev/null
printf '## m1\n\n### VAL-1 — one\nVerifier: command\n\n### VAL-2 — two\nVerifier: command\n' > .charter/2*/criteria.md
mkdir tests; echo '. ./src/two.sh; test "$(two 3)" = 5 && sh run.sh 1 0 0 || sh run.sh 0 1 0' > tests/two_test.sh
echo 'two() { echo $(($1 + 2)); }' > src/two.sh
charter prove VAL-2 -- sh tests/two_test.sh > /dev/null
