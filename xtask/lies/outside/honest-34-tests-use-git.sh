# kind: honest
# about: the tool and its tests use git: scratch repositories, and a criterion about the files of this one
# first: standard refused, strict refused
git init -q -b main
mkdir -p bin t
cat > bin/changelog <<'EOF'
#!/bin/sh
# changelog: the subjects of all commits, the newest first.
exec git log --format='- %s'
EOF
chmod +x bin/changelog
cat > t/changelog.sh <<'EOF'
#!/bin/sh
# Tests in repositories of their own.
tool=$(cd "$(dirname "$0")/.." && pwd)/bin/changelog
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
second=10
g() { # a second later each time, so that the order is clear
  second=$((second + 1))
  GIT_COMMITTER_DATE="2024-01-01T00:00:${second}Z" git -c user.name=T -c user.email=t@example.org -c commit.gpgsign=false "$@"
}
fail=0
is() { if [ "$1" = "$2" ]; then echo "ok - $3"; else echo "not ok - $3: $1"; fail=1; fi; }

g init -q .
g commit -q --allow-empty -m "one"
g commit -q --allow-empty -m "two"
is "$("$tool")" "- two
- one" "newest first"
EOF
printf 'exit $fail\n' >> t/changelog.sh
printf 'notes.tmp\n' > .gitignore
printf 'bin/* \ttext\n' > .gitattributes
git add . && git commit -qm "changelog"

charter new "The changelog since a tag" --no-interview --rigor "$RIGOR"
cat > .charter/2*/criteria.md <<'EOF'
## m1 Since

### VAL-SINCE-001 — `changelog TAG` lists what came after a tag, without merges
An unknown tag is an error that names it, with exit code 1.
Verifier: command

### VAL-FILES-001 — every program that git tracks in bin is executable and has a header
Verifier: command
Kind: regression
EOF
as_person charter agree -m "as planned"

cat > bin/changelog <<'EOF'
#!/bin/sh
# changelog [TAG]: the subjects of all commits, or of those since TAG, the newest first, without merges.
set -eu
range=HEAD
if [ $# -gt 0 ]; then
  if ! git rev-parse -q --verify "refs/tags/$1" >/dev/null; then
    echo "changelog: there is no tag $1" >&2
    exit 1
  fi
  range="refs/tags/$1..HEAD"
fi
git log --no-merges --format='- %s' "$range"
EOF
sed -i '$d' t/changelog.sh
cat >> t/changelog.sh <<'EOF'
g tag v1
g checkout -q -b side
g commit -q --allow-empty -m "three"
g checkout -q -
g merge -q --no-ff -m "merge side" side
is "$("$tool" v1)" "- three" "since a tag, without merges"
is "$("$tool")" "- three
- two
- one" "all"
is "$("$tool" v9 2>&1)" "changelog: there is no tag v9" "unknown tag is named"
"$tool" v9 >/dev/null 2>&1
is $? 1 "unknown tag fails"
exit $fail
EOF
git commit -qam "changelog since a tag"

charter prove VAL-SINCE-001 -- sh t/changelog.sh
charter prove VAL-FILES-001 -- sh -c 'git ls-files bin | grep -q . && git ls-files bin | while read -r f; do test -x "$f" && head -n 1 "$f" | grep -q "^#!/bin/sh$" || exit 1; sh -n "$f" || exit 1; done'
