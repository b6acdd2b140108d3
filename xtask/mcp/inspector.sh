#!/usr/bin/env bash
# The MCP inspector's command line, one server a call. `inspector.sh BINARY INSPECTOR`
BINARY=$1
INSPECTOR=$2
. "$(dirname "$0")/story.sh"

ask() {
    "$INSPECTOR" --cli "$BINARY" mcp "$@"
}

call() {
    tool=$1
    shift
    args=()
    while [ $# -gt 0 ]; do
        args+=(--tool-arg "$1=$2")
        shift 2
    done
    ask --method tools/call --tool-name "$tool" "${args[@]}" | tr -d '\n' | sed 's/": /":/g'
}

n_tools=$(ask --method tools/list | grep -c '"inputSchema"')
story
ask --method resources/list | grep -q "charter://$id/charter.md"
ask --method prompts/list | grep -q '"interview"'
echo "{\"negotiated\":\"handshake\",\"tools\":$n_tools,\"forms\":0,\"calls\":$n_calls,\"end\":\"completed\"}"
