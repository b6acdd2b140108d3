# A charter from an idea to its end; sourced by the clients that are programs of a shell.
#
# They set BINARY and define `call TOOL KEY VALUE…`, which prints what the tool says as one line.
set -eu
place=$(mktemp -d)
trap 'cd /; [ -z "${server:-}" ] || kill "$server"; rm -rf "$place"' EXIT
cd "$place"
git init -q .
export HOME="$place" CHARTER_ACTOR=agent:shell
n_calls=0

# Calls a tool and fails unless its answer holds some words.
expect() {
    words=$1
    shift
    said=$(call "$@")
    n_calls=$((n_calls + 1))
    case $said in
        *"$words"*) ;;
        *) echo "expected $words of $*: $said" >&2; exit 1 ;;
    esac
    case $said in
        *nextActions*) ;;
        *) echo "no next actions of $*: $said" >&2; exit 1 ;;
    esac
}

story() {
    expect '"status":"active"' charter action create objective "Nurses copy vital signs by hand"
    id=$(ls .charter | grep nurses)
    expect '"kind":"ask"' interview action next
    for _ in 1 2 3 4 5; do
        case $said in *'"kind":"done"'*) break ;; esac
        expect '"kind"' interview action submit answer \
            "Night nurses enter readings offline in under 10 seconds; nothing else is in scope"
    done
    expect '"kind":"done"' interview action next
    printf '### VAL-A — a\nVerifier: manual\n\n### VAL-B — b\nVerifier: command\n' \
        >".charter/$id/criteria.md"
    expect '"code":"not-shown"' charter action complete
    echo '[{"criterionId":"VAL-A","outcome":"pass","summary":"seen","because":"watched it"}]' >e.json
    expect '"verdict":"attested"' charter_record action evidence evidenceFile e.json
    "$BINARY" prove VAL-B --because "it ran" --no-base -- git --version >/dev/null
    sed -i 's/^## .*/&\nSaid./' ".charter/$id/REPORT.md"
    expect '"status":"completed"' charter action complete
    expect '"valPass":2' charter_status charterId "$id"
}
