#!/usr/bin/env bash
# curl over HTTP, in the revision without a session, behind a token. `curl.sh BINARY`
BINARY=$1
. "$(dirname "$0")/story.sh"

echo "0123456789abcdef-token" >token
"$BINARY" serve --mcp --listen 127.0.0.1:0 --token-file token 2>address &
server=$!
until grep -qs listening address; do sleep 0.1; done
url=$(sed 's/listening on //' address)
meta='"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"curl","version":"8"},"io.modelcontextprotocol/clientCapabilities":{}}'

post() {
    method=$1 name=$2 params=$3
    curl -sS "$url" -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' \
        -H 'MCP-Protocol-Version: 2026-07-28' -H "Mcp-Method: $method" ${name:+-H "Mcp-Name: $name"} \
        -H "Authorization: Bearer $(cat token)" \
        -d "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"$method\",\"params\":{$params$meta}}" |
        sed 's/^data: *//' | tr -d '\n'
}

call() {
    tool=$1
    shift
    args=
    while [ $# -gt 0 ]; do
        args="$args${args:+,}\"$1\":\"$2\""
        shift 2
    done
    post tools/call "$tool" "\"name\":\"$tool\",\"arguments\":{$args},"
}

n_tools=$(post tools/list "" "" | grep -o '"inputSchema"' | wc -l)
story
wrong=$(curl -s -o /dev/null -w '%{http_code}' "$url" -H 'Authorization: Bearer wrong' -d '{}')
away=$(curl -s -o /dev/null -w '%{http_code}' "$url" -H 'Origin: http://evil.example' -d '{}')
[ "$wrong$away" = 401403 ] || { echo "let in: $wrong $away" >&2; exit 1; }
echo "{\"negotiated\":\"2026-07-28\",\"tools\":$n_tools,\"forms\":0,\"calls\":$n_calls,\"end\":\"completed\"}"
