"""A model that answers with an object of the schema it is given, for agents that are run for real.

usage: model.py LOG

Listens on a port of loopback, which it prints, and speaks Anthropic's messages, OpenAI's responses and chat
completions, and Gemini's generateContent, each whole or as a stream. It thinks nothing: the first object that the
schema allows is the answer. Every request is a line of LOG: what it was for, the tools that the model was offered and
every text that it was given. Whoever uses it as a proxy is written down, too, and gets no further.
"""
import gzip
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LOG = open(sys.argv[1], "a", buffering=1)
LOCK = threading.Lock()
# Behind these words charter puts the schema, for whoever is given it in no other way.
MARK = "match this JSON Schema:\n"
USED = (1000, 50)


def note(**line):
    with LOCK:
        LOG.write(json.dumps(line) + "\n")


def texts(value):
    """Lists every text of a part of a request."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, list):
        return [text for item in value for text in texts(item)]
    if isinstance(value, dict):
        return [text for key in ("text", "content", "parts", "output") for text in texts(value.get(key))]
    return []


def sample(schema):
    """Makes the first value that a schema allows, with what is optional left out."""
    for word in ("anyOf", "oneOf"):
        if schema.get(word):
            return sample(schema[word][0])
    if "const" in schema:
        return schema["const"]
    if schema.get("enum"):
        return schema["enum"][0]
    kind = schema.get("type", "object" if "properties" in schema else "string")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "object":
        fields = schema.get("properties", {})
        # A score that is not the highest says what is missing.
        wanted = schema.get("required", []) + (["gap"] if "score" in fields and "gap" in fields else [])
        return {name: sample(fields.get(name, {})) for name in dict.fromkeys(wanted)}
    if kind == "array":
        return [sample(schema.get("items", {})) for _ in range(schema.get("minItems", 0))]
    if kind in ("number", "integer"):
        low, high = schema.get("minimum", 0), schema.get("maximum", 1)
        return low if kind == "integer" else round(low + (high - low) / 2, 2)
    if kind == "boolean":
        return True
    if kind == "null":
        return None
    words = "Night nurses enter readings at the bed within 5 minutes"
    return words[: schema["maxLength"]] if "maxLength" in schema else words


def schema_of(body, told):
    """Finds the schema of the answer, and the tool that takes it where there is one."""
    for tool in body.get("tools") or []:
        if tool.get("name") in ("StructuredOutput", "answer") and "input_schema" in tool:
            return tool["input_schema"], tool["name"]
    for text in told:
        if MARK in text:
            return json.JSONDecoder().raw_decode(text.split(MARK, 1)[1].strip())[0], None
    form = (body.get("text") or {}).get("format") or (body.get("response_format") or {}).get("json_schema") or {}
    return form.get("schema"), None


def names(tools):
    found = []
    for tool in tools or []:
        inner = tool.get("functionDeclarations")
        if inner is not None:
            found += names(inner)
        else:
            found.append(tool.get("name") or (tool.get("function") or {}).get("name") or tool.get("type", "?"))
    return found


class Model(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def body(self):
        if self.headers.get("transfer-encoding", "").lower() == "chunked":
            raw = b""
            while size := int(self.rfile.readline().split(b";")[0] or b"0", 16):
                raw += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        else:
            raw = self.rfile.read(int(self.headers.get("content-length") or 0))
        if self.headers.get("content-encoding") == "gzip":
            raw = gzip.decompress(raw)
        try:
            return json.loads(raw or b"{}")
        except ValueError:
            return {}

    def give(self, kind, data, status=200):
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def give_json(self, value):
        self.give("application/json", json.dumps(value).encode())

    def give_events(self, events, named):
        lines = []
        for data in events:
            name = f"event: {data['type']}\n" if named else ""
            lines.append(f"{name}data: {data if isinstance(data, str) else json.dumps(data)}\n\n")
        self.give("text/event-stream", "".join(lines).encode())

    def do_CONNECT(self):
        note(elsewhere=self.path)
        self.close_connection = True
        self.give("text/plain", b"", 502)

    def do_GET(self):
        if self.path.startswith("http://"):
            note(elsewhere=self.path)
            return self.give("text/plain", b"", 502)
        self.give_json({"data": [{"id": "scripted", "object": "model"}], "object": "list", "models": []})

    do_HEAD = do_GET

    def do_POST(self):
        body, path = self.body(), self.path.split("?")[0]
        if path.startswith("http://"):
            note(elsewhere=self.path)
            return self.give("text/plain", b"", 502)
        speak = {
            "/messages": self.say_anthropic,
            "/responses": self.say_responses,
            "/chat/completions": self.say_chat,
        }
        found = [say for end, say in speak.items() if path.endswith(end)]
        if "enerateContent" in path:
            found = [self.say_gemini]
        if not found:
            note(other=path)
            return self.give_json({"input_tokens": USED[0], "totalTokens": USED[0]})
        system = texts(body.get("system")) + texts(body.get("instructions")) + texts(body.get("systemInstruction"))
        told = texts(body.get("messages")) + texts(body.get("input")) + texts(body.get("contents"))
        schema, tool = schema_of(body, told)
        said = json.dumps(sample(schema)) if schema else "ok"
        note(path=path, model=body.get("model"), tools=names(body.get("tools")), system=system, told=told,
             asked=schema is not None)
        found[0](body, said, tool)

    def say_anthropic(self, body, said, tool):
        block = {"type": "text", "text": said}
        if tool:
            block = {"type": "tool_use", "id": "toolu_1", "name": tool, "input": json.loads(said)}
        reason = "tool_use" if tool else "end_turn"
        usage = {"input_tokens": USED[0], "output_tokens": USED[1]}
        whole = {"id": "msg_1", "type": "message", "role": "assistant", "model": body.get("model"),
                 "content": [block], "stop_reason": reason, "stop_sequence": None, "usage": usage}
        if not body.get("stream"):
            return self.give_json(whole)
        begun = {**block, "input": {}} if tool else {**block, "text": ""}
        delta = ({"type": "input_json_delta", "partial_json": said} if tool
                 else {"type": "text_delta", "text": said})
        self.give_events([
            {"type": "message_start", "message": {**whole, "content": [], "stop_reason": None}},
            {"type": "content_block_start", "index": 0, "content_block": begun},
            {"type": "content_block_delta", "index": 0, "delta": delta},
            {"type": "content_block_stop", "index": 0},
            {"type": "message_delta", "delta": {"stop_reason": reason, "stop_sequence": None},
             "usage": {"output_tokens": USED[1]}},
            {"type": "message_stop"},
        ], True)

    def say_responses(self, _body, said, _tool):
        item = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed",
                "content": [{"type": "output_text", "text": said, "annotations": []}]}
        usage = {"input_tokens": USED[0], "input_tokens_details": {"cached_tokens": 0}, "output_tokens": USED[1],
                 "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": sum(USED)}
        reply = {"id": "resp_1", "object": "response"}
        self.give_events([
            {"type": "response.created", "response": {**reply, "status": "in_progress", "output": []}},
            {"type": "response.output_item.done", "output_index": 0, "item": item},
            {"type": "response.completed",
             "response": {**reply, "status": "completed", "output": [item], "usage": usage}},
        ], True)

    def say_chat(self, body, said, _tool):
        usage = {"prompt_tokens": USED[0], "completion_tokens": USED[1], "total_tokens": sum(USED)}
        reply = {"id": "chatcmpl-1", "created": 0, "model": body.get("model")}
        if not body.get("stream"):
            message = {"role": "assistant", "content": said}
            choice = {"index": 0, "message": message, "finish_reason": "stop"}
            return self.give_json({**reply, "object": "chat.completion", "choices": [choice], "usage": usage})
        piece = {**reply, "object": "chat.completion.chunk"}
        delta = {"role": "assistant", "content": said}
        self.give_events([
            {**piece, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]},
            {**piece, "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}], "usage": usage},
            "[DONE]",
        ], False)

    def say_gemini(self, _body, said, _tool):
        content = {"role": "model", "parts": [{"text": said}]}
        usage = {"promptTokenCount": USED[0], "candidatesTokenCount": USED[1], "totalTokenCount": sum(USED)}
        reply = {"candidates": [{"content": content, "finishReason": "STOP", "index": 0}],
                 "usageMetadata": usage, "modelVersion": "scripted"}
        if "stream" in self.path:
            return self.give_events([reply], False)
        self.give_json(reply)


server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
server.daemon_threads = True
print(server.server_address[1], flush=True)
server.serve_forever()
