# What the scripts of real projects share: fetching, the charter, and one line of result per criterion.
#
# Sourced by NAME.sh, which runs in an empty directory with `charter` on PATH and RIGOR set. Must not know any project.
set -euo pipefail
export CHARTER_ACTOR=agent:worker
export GIT_CONFIG_GLOBAL=/dev/null
RIGOR=${RIGOR:-standard}
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
set -E
trap 'echo "stopped at line $LINENO of ${BASH_SOURCE[0]}" >&2; tail -n 20 "$logs"/* >&2' ERR

# Unpacks an archive without its first directory into the current one.
unpack() { tar -x --strip-components=1 "$@"; }

pypi() {
  python3 -m pip download -q --no-deps --no-binary :all: -d "$logs/sdist" "$1==$2" > "$logs/fetch" 2>&1
  unpack -zf "$logs"/sdist/*.tar.gz
}
npm_registry() {
  npm pack --silent --pack-destination "$logs" "$1@$2" > "$logs/fetch" 2>&1
  unpack -zf "$logs/$1-$2.tgz"
}
crates_io() {
  mkdir -p "$logs/crate/src"
  touch "$logs/crate/src/lib.rs"
  printf '[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\n%s = "=%s"\n' "$1" "$2" > "$logs/crate/Cargo.toml"
  (cd "$logs/crate" && cargo vendor --quiet vendor > "$logs/fetch" 2>&1)
  rm "$logs/crate/vendor/$1/.cargo-checksum.json"
  cp -R "$logs/crate/vendor/$1/." .
}
# The upstream archive of a package, from the mirror that this machine is set to.
debian() {
  local mirror
  mirror=$(apt-get indextargets --format '$(REPO_URI)' | sort -u | grep -m 1 'debian/$')
  curl -sSfL "${mirror}pool/main/$1" | unpack -z
}

# Commits what was fetched: the state before the work.
commit_base() {
  git init -q -b main
  git config user.name Ada
  git config user.email ada@example.org
  git add -A
  git commit -qm "as fetched"
}

# Opens the charter; the criteria come from stdin and a person agrees on them.
open_charter() {
  charter new "$1" --no-interview --rigor "$RIGOR" > "$logs/new" 2>&1
  cat > .charter/2*/criteria.md
  CHARTER_ACTOR=person:Ada charter agree -m "as planned" > "$logs/agree" 2>&1 || { cat "$logs/agree" >&2; return 1; }
}

# Runs a command once to warm its caches, once for its time, and then as a proof; prints the result.
shows() {
  local id=$1 start bare proved
  shift
  "$@" > "$logs/warm" 2>&1 < /dev/null || { echo "the script is wrong: $id fails" >&2; cat "$logs/warm" >&2; exit 1; }
  start=$EPOCHREALTIME
  "$@" > "$logs/bare" 2>&1 < /dev/null
  bare=$(seconds_since "$start")
  start=$EPOCHREALTIME
  charter prove "$id" --json -- "$@" > "$logs/$id.json" 2> "$logs/$id.err" < /dev/null || true
  proved=$(seconds_since "$start")
  result "$id" "$bare" "$proved"
}

# A person's word, with what was seen and why that is enough; there is no command beside which to measure it.
signs() {
  local start=$EPOCHREALTIME proved
  CHARTER_ACTOR=person:Ada charter record "$1" --pass -m "$2" --because "$3" --json \
    > "$logs/$1.json" 2> "$logs/$1.err" < /dev/null || true
  proved=$(seconds_since "$start")
  result "$1" 0 "$proved"
}

seconds_since() { python3 -c 'import sys; print(f"{float(sys.argv[1]) - float(sys.argv[2]):.3f}")' "$EPOCHREALTIME" "$1"; }

# RESULT <criterion> <seconds bare> <seconds of prove> <verdict> <counts> <why>
result() {
  [ -z "${KEEP:-}" ] || cp "$logs/$1.json" "$logs/$1.err" "$KEEP/"
  python3 - "$1" "$2" "$3" "$logs/$1.json" "$logs/$1.err" <<'PY'
import json, sys
name, bare, proved, answer, words = sys.argv[1:]
try:
    entry = json.load(open(answer))["entries"][0]
    verdict, counts = entry["verdict"], str(entry["counts"]).lower()
    code = entry.get("reasonCode")
    why = ([f"`{code}`:"] if code else []) + ["; ".join(entry.get("reasons", []))]
    why = " ".join(why)
except (ValueError, KeyError, IndexError):
    verdict, counts, why = "error", "false", open(answer).read() + open(words).read()
print("RESULT", name, bare, proved, verdict, counts, " ".join(why.split()))
PY
}
