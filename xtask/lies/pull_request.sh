# What a branch comes to in a job that has nothing but a clone of it.
git add -A
git commit -qm "what the branch brings" --no-verify
target=$(cat "$STAGE/target") || target=$(git rev-list --max-parents=0 HEAD | tail -n 1)
git update-ref refs/heads/target "$target"
git clone -q . "$STAGE/clone" && mkdir "$STAGE/home" && cd "$STAGE/clone" || exit
env -u CHARTER_ACTOR HOME="$STAGE/home" CI=true \
    charter check --ci --against origin/target --json > "$STAGE/ci.json"
