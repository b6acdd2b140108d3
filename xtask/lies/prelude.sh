# What every case can call.
git() { command git -c user.name=Ada -c user.email=ada@example.org "$@"; }
# A person, who at strict has a key to sign with.
as_person() {
    local key=; test "$RIGOR" != strict || key=$STAGE/key
    CHARTER_ACTOR=person:Ada PERSON_KEY=$key "$@"
}
charter() {
    case "$1 $RIGOR" in
        # An agent does not choose light by itself.
        "new light") local -x CHARTER_ACTOR=person:Ada ;;
        "agree strict") test -z "$PERSON_KEY" || touch "$STAGE/agreed" ;;
        "prove "* | "record "* | "refresh "* | "complete "*) agree_before; note_target ;;
    esac
    command charter ${PERSON_KEY:+--key "$PERSON_KEY"} "$@" || return
    test "$1 $RIGOR" != "new strict" || list_person
}
list_person() { # as whoever sets up a project does
    test -e "$STAGE/key" || ssh-keygen -q -t ed25519 -N "" -C Ada -f "$STAGE/key"
    as_person command charter --key "$STAGE/key" key --add > /dev/null
}
agree_before() { # at strict nothing counts before a person has signed what is to be shown
    if test "$RIGOR" != strict || test -e "$STAGE/agreed"; then return 0; fi
    as_person charter agree > /dev/null 2>&1
    return 0
}
note_target() { # what is agreed before the first evidence, in a commit that no reference leads to
    if test -e "$STAGE/target" || ! command git rev-parse --git-dir > /dev/null 2>&1; then return 0; fi
    (
        cd "$(command git rev-parse --show-toplevel)" || exit
        export GIT_INDEX_FILE=$STAGE/index
        parent=$(git rev-parse -q --verify HEAD)
        if test -n "$parent"; then git read-tree HEAD; else git read-tree --empty; fi
        git add -f -- ':(glob)**/.charter/**' ':(exclude,glob)**/.charter/.local/**'
        git commit-tree ${parent:+-p "$parent"} -m "what is agreed" "$(git write-tree)" > "$STAGE/target"
    ) > /dev/null 2>&1
    return 0
}
