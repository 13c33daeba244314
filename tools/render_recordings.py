"""Renders one conversation with an invented server in every format of tests/recordings.

    render_recordings.py            writes the files
    render_recordings.py --check    names each file that is not what would be written, and exits with 1

Only names that are reserved for documentation occur. What each file holds stands in tests/recordings/expected.tsv.
"""

import base64
import datetime
import json
import pathlib
import struct
import sys
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent / "tests" / "recordings"
FILES = {}

SERVER = "https://mcp.harbor.example/mcp"
SESSION = "5c1f6c0a8e6b4b0d9f1e2a7d3c904f11"
REVISION = "2025-11-25"
START = datetime.datetime(2026, 3, 2, 9, tzinfo=datetime.timezone.utc)
BYTE_ORDER_MARK = "\ufeff"

# The conversation. Both sides count their ids from 1.


def call(number, tool, **arguments):
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}


def answer(number, **result):
    return {"jsonrpc": "2.0", "id": number, "result": result}


def says(number, text):
    return answer(number, content=[{"type": "text", "text": text}], isError=False)


def ask(number, **params):
    return {"jsonrpc": "2.0", "id": number, "method": "elicitation/create", "params": params}


def form(properties, *required):
    return {"type": "object", "properties": properties, "required": list(required)}


DUES = "2f9c1d7e-58b3-4c1a-9e64-7d0a3b8f6c25"
PAPERS = {
    "mode": "url",
    "message": "Show the papers of the ship",
    "url": "https://papers.harbor.example/show?berth=12",
    "elicitationId": "b81e4a90-3f6d-4b27-8c5e-19d7f2a06e43",
}
# What should be found: a link without TLS.
OLD_PAPERS = {
    "mode": "url",
    "message": "Show the papers of the crew",
    "url": "http://old.harbor.example/crew?berth=12",
    "elicitationId": "60d3f5b2-9a17-4e8c-b0f4-c26e81d95a70",
}
BERTH = form(
    {
        "ship": {"type": "string", "title": "Name of the ship", "maxLength": 40},
        "nights": {"type": "integer", "title": "Nights", "minimum": 1, "maximum": 30, "default": 2},
        "pier": {"type": "string", "title": "Pier", "enum": ["north", "south"]},
    },
    "ship",
)
# What should be found: a password.
SIGN_IN = form({"password": {"type": "string", "title": "Password"}}, "password")
# A recording inside of a recording: a text, and no elicitation.
QUOTED = json.dumps(ask(9, mode="form", message="Type your password", requestedSchema=SIGN_IN), separators=(",", ":"))

CLIENT, OTHER = "c2s", "s2c"
CONVERSATION = [
    (CLIENT, {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": REVISION,
            "capabilities": {"elicitation": {"form": {}, "url": {}}, "sampling": {}},
            "clientInfo": {"name": "pilot", "version": "1.0.0"},
        },
    }),
    (OTHER, answer(
        1,
        protocolVersion=REVISION,
        capabilities={"tools": {"listChanged": False}},
        serverInfo={"name": "harbor", "version": "1.0.0"},
    )),
    (CLIENT, {"jsonrpc": "2.0", "method": "notifications/initialized"}),
    (CLIENT, {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}),
    (OTHER, answer(2, tools=[
        {"name": name, "description": text, "inputSchema": {"type": "object"}}
        for name, text in [
            ("book_berth", "Books a berth"), ("pay_dues", "Pays what is due"), ("read_papers", "Reads papers"),
            ("read_log", "Reads the log"), ("sum_up", "Sums the log up"),
        ]
    ])),
    (CLIENT, call(3, "book_berth")),
    (OTHER, ask(1, mode="form", message="Which berth do you need?", requestedSchema=BERTH)),
    (CLIENT, answer(1, action="accept", content={"ship": "Alma", "nights": 3, "pier": "north"})),
    (OTHER, ask(2, mode="form", message="Sign in to the office", requestedSchema=SIGN_IN)),
    (CLIENT, answer(2, action="decline")),
    (OTHER, says(3, "Berth 12 is yours; the office was not asked.")),
    (CLIENT, call(4, "pay_dues", berth=12)),
    (OTHER, ask(
        3, mode="url", message="Pay the dues of berth 12", url="https://pay.harbor.example/dues?berth=12",
        elicitationId=DUES,
    )),
    (CLIENT, answer(3, action="accept")),
    (OTHER, {"jsonrpc": "2.0", "method": "notifications/elicitation/complete", "params": {"elicitationId": DUES}}),
    (OTHER, says(4, "The dues are paid.")),
    (CLIENT, call(5, "read_papers", berth=12)),
    (OTHER, {
        "jsonrpc": "2.0",
        "id": 5,
        "error": {
            "code": -32042, "message": "Papers are needed first", "data": {"elicitations": [PAPERS, OLD_PAPERS]},
        },
    }),
    (CLIENT, call(6, "read_log")),
    (OTHER, says(6, "Yesterday somebody sent this:\n" + QUOTED)),
    (CLIENT, call(7, "sum_up")),
    (OTHER, {
        "jsonrpc": "2.0",
        "id": 4,
        "method": "sampling/createMessage",
        "params": {
            "messages": [{"role": "user", "content": {"type": "text", "text": "Sum up: a calm night."}}],
            "maxTokens": 50,
        },
    }),
    (CLIENT, answer(4, role="assistant", content={"type": "text", "text": "Calm."}, model="small")),
    (OTHER, says(7, "Calm.")),
]
SERVER_SIDE = [message for side, message in CONVERSATION if side == OTHER]


def moment(index):
    """When a message passed: a quarter of a second after the one before."""
    return START + datetime.timedelta(milliseconds=250 * index)


def iso(index):
    return moment(index).strftime("%Y-%m-%dT%H:%M:%S.") + f"{250 * index % 1000:03}Z"


def clock(index, mark="."):
    return iso(index)[:-1].replace("T", " ").replace(".", mark)


def compact(value):
    return json.dumps(value, separators=(",", ":"))


def pretty(value):
    return json.dumps(value, indent=2) + "\n"


def lines(texts, end="\n"):
    return "".join(text + end for text in texts)


def each(render):
    """One line for each message: `render` gets index, side and message."""
    return lines(render(index, side, message) for index, (side, message) in enumerate(CONVERSATION))


def put(name, content):
    FILES[name] = content if isinstance(content, bytes) else content.encode()


# JSON: what passes over pipes, and envelopes.


def json_lines():
    raw = each(lambda index, side, message: compact(message))
    put("jsonl/python.jsonl", raw)
    put("jsonl/crlf.jsonl", raw.replace("\n", "\r\n"))
    put("jsonl/byte-order-mark.jsonl", BYTE_ORDER_MARK + raw)
    put("jsonl/utf-16le-with-mark.jsonl", (BYTE_ORDER_MARK + raw).encode("utf-16-le"))
    put("jsonl/utf-16be-with-mark.jsonl", (BYTE_ORDER_MARK + raw).encode("utf-16-be"))
    put("jsonl/utf-16le.jsonl", raw.replace("\n", "\r\n").encode("utf-16-le"))
    put("jsonl/typescript.jsonl", each(lambda index, side, message: compact(with_version_last(message))))
    put("jsonl/server-only.jsonl", lines(map(compact, SERVER_SIDE)))
    put("jsonl/pretty.json", "".join(pretty(message) for _, message in CONVERSATION))
    put("jsonl/array.json", pretty([message for _, message in CONVERSATION]))
    noise = {
        0: "Harbor starts on standard output ...",
        6: "[2026-03-02 09:00:01.400] [INFO ] ready",
        17: "warning: {papers} of 'berth 12' are old",
    }
    put("jsonl/dirty-stdout.jsonl", "".join(
        (noise[index] + "\n" if index in noise else "") + compact(message) + "\n"
        for index, (_, message) in enumerate(CONVERSATION)
    ))


def with_version_last(message):
    """The order of the TypeScript SDK: what is said, then `jsonrpc`, then `id`."""
    said = {key: value for key, value in message.items() if key not in ("jsonrpc", "id")}
    return said | {key: message[key] for key in ("jsonrpc", "id") if key in message}


def envelopes():
    put("tee/session.jsonl", each(
        lambda index, side, message: json.dumps({"ts": iso(index), "dir": side, "msg": message})
    ))
    header = {
        "type": "header", "cassetteVersion": 1, "recorder": "mcp-cassette@0.1.2", "startedAt": iso(0),
        "transport": "stdio", "command": ["harbor"], "redaction": {"applied": False},
    }
    frames = each(lambda index, side, message: compact(
        {"type": "frame", "t": 250 * index, "dir": side, "frame": message}
    ))
    noise = compact({"type": "raw", "t": 5, "dir": OTHER, "data": "Harbor starts"}) + "\n"
    put("mcp-cassette/version-1.cassette.jsonl", compact(header) + "\n" + frames)
    header |= {"cassetteVersion": 2, "redaction": {"applied": True, "rules": ["authorization"]}}
    put("mcp-cassette/version-2.cassette.jsonl", compact(header) + "\n" + noise + frames)
    put("mcp-debug/session.jsonl", "# MCP Recording Session\n# Started: 2026-03-02T09:00:00Z\n" + compact(
        {"start_time": "2026-03-02T09:00:00Z", "server_info": "harbor", "messages": []}
    ) + "\n" + each(lambda index, side, message: compact({
        "timestamp": iso(index), "direction": "request" if "method" in message else "response",
        "message_type": "tool_call", "server_name": "harbor", "message": message,
    })))
    put("mcpspy/output.jsonl", each(flattened))
    put("mcpjam/json-rpc-logs-2026-03-02T09-00-06-000Z.json", pretty([
        {
            "timestamp": iso(index), "source": "mcp-server", "serverId": "harbor", "serverName": "harbor",
            "direction": "SEND" if side == CLIENT else "RECEIVE", "method": message.get("method", "response"),
            "payload": message,
        }
        for index, (side, message) in enumerate(CONVERSATION)
    ]))
    put("mcpjam/command-line.json", pretty({
        "ok": True,
        "_rpcLogs": [
            {
                "serverId": "harbor", "direction": "send" if side == CLIENT else "receive", "timestamp": iso(index),
                "message": message,
            }
            for index, (side, message) in enumerate(CONVERSATION)
        ],
    }))
    put("docker/json-file.log", docker(compact(message) + "\n" for message in SERVER_SIDE))
    halves = []
    for message in SERVER_SIDE:
        # The daemon cuts what is longer than 16 KiB; only the last piece has a line feed.
        text = compact(message) + "\n"
        halves += [text[:200], text[200:]] if len(text) > 300 else [text]
    put("docker/pieces.log", docker(halves))


def flattened(index, side, message):
    """One object for envelope and message, as the watcher in the kernel writes it."""
    ends = [(11, "pilot"), (22, "harbor")]
    (from_pid, from_comm), (to_pid, to_comm) = ends if side == CLIENT else ends[::-1]
    kind = "response" if "method" not in message else "request" if "id" in message else "notification"
    return compact({
        "timestamp": iso(index), "transport_type": "stdio",
        "stdio_transport": {"from_pid": from_pid, "from_comm": from_comm, "to_pid": to_pid, "to_comm": to_comm},
        "type": kind, **{key: value for key, value in message.items() if key != "jsonrpc"},
    })


def docker(texts):
    entries = [{"log": "Harbor starts\n", "stream": "stderr", "time": "2026-03-02T08:59:59.123456789Z"}]
    entries += [
        {"log": text, "stream": "stdout", "time": iso(index)[:-1] + "000001Z"} for index, text in enumerate(texts)
    ]
    return lines(map(compact, entries))


# Logs of clients and proxies: JSON within a line.


def logs():
    who = {CLIENT: "client", OTHER: "server"}
    shop = [
        (CLIENT, CONVERSATION[0][1]),
        (OTHER, answer(1, protocolVersion=REVISION, capabilities={}, serverInfo={"name": "buoy", "version": "1"})),
        (CLIENT, CONVERSATION[2][1]),
        (CLIENT, {"jsonrpc": "2.0", "id": 2, "method": "ping"}),
        (OTHER, answer(2)),
    ]
    both = []
    for index, (side, message) in enumerate(CONVERSATION):
        both.append(f"{iso(index)} [info] [harbor] Message from {who[side]}: {compact(message)}")
        if index % 4 == 1 and shop:
            side, message = shop.pop(0)
            both.append(f"{iso(index)} [info] [buoy] Message from {who[side]}: {compact(message)}")
    both.insert(1, f"{iso(0)} [error] [harbor] Unexpected token 'H', \"Harbor starts\" is not valid JSON")
    put("claude-desktop/mcp.log", lines(both))
    tail = " { metadata: undefined }"
    one = [f"{iso(0)} [harbor] [info] Initializing server...{tail}"]
    for index, (side, message) in enumerate(CONVERSATION):
        if index == 6:
            one += ["Harbor is ready, says {standard error}", "    at berth (harbor.js:12:3)"]
        one.append(f"{iso(index)} [harbor] [info] Message from {who[side]}: {compact(message)}{tail}")
    one += [
        f"{iso(24)} [harbor] [info] [server stderr] closing{tail}",
        f"{iso(24)} [harbor] [info] Client transport closed{tail}",
    ]
    put("claude-desktop/mcp-server-harbor.log", lines(one))
    ways = {CLIENT: "[editor -> server]", OTHER: "[server -> editor]"}
    put("vscode/mcpServer.harbor.log", f"{clock(0)} [info] Starting server harbor\n" + each(
        lambda index, side, message: f"{clock(index)} [trace] {ways[side]} {compact(message)}"
    ) + f"{clock(24)} [warning] [server stderr] closing\n")
    put("vscode/says.log", each(
        lambda index, side, message: f"{clock(index)} [info] [{who[side].title()} Says] {compact(message)}"
    ))
    put("go-sdk/server.log", "2026/03/02 09:00:00 harbor listens\n" + each(
        lambda index, side, message: f"{'read' if side == CLIENT else 'write'}: {compact(message)}"
    ))
    put("go-sdk/client.log", each(
        lambda index, side, message: f"{'write' if side == CLIENT else 'read'}: {compact(message)}"
    ))
    arrows = {CLIENT: "\u2192", OTHER: "\u2190"}
    put("contextforge/translate.log", each(
        lambda index, side, message: f"{clock(index, ',')} [DEBUG] {arrows[side]} stdio: {compact(message)}"
    ))
    ways = {CLIENT: "client -> server", OTHER: "server -> client"}
    put("invariant-gateway/mcp.log", "[INFO] Starting harbor\n" + each(
        lambda index, side, message: f"[INFO] {ways[side]}: {compact(message)}"
    ))
    supergateway()
    text_log()


def supergateway():
    start = "[supergateway] Starting...\n[supergateway]   - outputTransport: {}\n[supergateway]   - Headers: (none)\n"
    ways = {CLIENT: "StreamableHttp \u2192 Child", OTHER: "Child \u2192 StreamableHttp"}
    access = f"[supergateway] Session access count 1 -> 0 for {SESSION}\n"
    put("supergateway/streamable-http.log", start.format("streamableHttp") + access.join(
        f"[supergateway] {ways[side]}: {compact(message)}\n" for side, message in CONVERSATION
    ))
    put("supergateway/sse.log", start.format("sse") + each(
        lambda index, side, message: "[supergateway] " + (
            f"SSE \u2192 Child (session {SESSION}): {compact(message)}" if side == CLIENT
            else f"Child \u2192 SSE: {inspect(message)}"
        )
    ))


def text_log():
    """A structured log of what was read and written. A message may come in two reads."""
    words = {CLIENT: "[stdin]: received bytes", OTHER: "[stdout]: sending bytes"}

    def line(index, side, text):
        return f'time={iso(index)} level=INFO msg="{words[side]}" count={len(text)} data={json.dumps(text)}'

    start = 'time=2026-03-02T08:59:59.000Z level=INFO msg="starting server" version=1.0.0 host=""'
    texts = [(index, side, compact(message) + "\n") for index, (side, message) in enumerate(CONVERSATION)]
    put("github-mcp-server/server.log", lines([start] + [line(*text) for text in texts]))
    split = []
    for index, side, text in texts:
        pieces = [text[:70], text[70:]] if index in (7, 12) else [text]
        split += [line(index, side, piece) for piece in pieces]
    put("github-mcp-server/split.log", lines([start] + split))


# HTTP.


def event(message, end="\n"):
    return f"event: message{end}data: {compact(message)}{end}{end}"


def sse():
    put("sse/plain.sse", "".join(map(event, SERVER_SIDE)))
    put("sse/crlf.sse", "".join(event(message, "\r\n") for message in SERVER_SIDE))
    put("sse/multi-line.sse", ": data over many lines\n\n" + "".join(
        "".join(f"data: {line}\n" for line in pretty(message).splitlines()) + "\n" for message in SERVER_SIDE
    ))
    numbered = [f"id: {SESSION[:8]}_{index}\n" + event(message) for index, message in enumerate(SERVER_SIDE)]
    # A priming event, a break, and what came just before it once more.
    put("sse/resumed.sse", f"retry: 3000\nid: {SESSION[:8]}_start\ndata:\n\n: keep-alive\n\n" + "".join(
        numbered[:6] + [": the stream broke; the client asks again from the event before\n\n"] + numbered[5:]
    ))
    head = [
        "HTTP/1.1 200 OK", "date: Mon, 02 Mar 2026 09:00:00 GMT", "cache-control: no-cache",
        "content-type: text/event-stream", f"mcp-session-id: {SESSION}", "transfer-encoding: chunked", "",
    ]
    body = "".join(event(message, "\r\n") for message in SERVER_SIDE)
    put("curl/include.txt", lines(head, "\r\n") + body)
    asked = [
        "GET /mcp HTTP/1.1", "Host: mcp.harbor.example", "User-Agent: curl/8.0.0", "accept: text/event-stream",
        f"mcp-session-id: {SESSION}", f"mcp-protocol-version: {REVISION}", "",
    ]
    put("curl/verbose.txt", (
        "*   Trying 192.0.2.7:443...\n* Connected to mcp.harbor.example (192.0.2.7) port 443 (#0)\n"
        + lines(("> " + line for line in asked), "\r\n") + lines(("< " + line for line in head), "\r\n")
        + f"{{ [{len(body)} bytes data]\n" + body + "* Connection #0 to host mcp.harbor.example left intact\n"
    ))


def exchanges(as_json=False):
    """The conversation over HTTP, by start: (index, method, request, messages of the response, its type).

    A server asks in the stream of the call, or, where it answers with JSON, in that of the GET.
    """
    made = []
    stream = [2, "GET", None, [], "text/event-stream"]
    open_call = None
    for index, (side, message) in enumerate(CONVERSATION):
        if side == CLIENT:
            waits = "method" in message and "id" in message
            kind = ("application/json" if as_json else "text/event-stream") if waits else None
            made.append([index, "POST", message, [], kind])
            open_call = made[-1] if waits else open_call
            if index == 2:
                made.append(stream)
        elif message.get("method") == "sampling/createMessage" or as_json and "method" in message:
            stream[3].append(message)
        else:
            open_call[3].append(message)
    return made


def body_of(messages, kind):
    if kind == "text/event-stream":
        return "".join(event(message, "\r\n") for message in messages)
    return "".join(map(compact, messages))


def headers_of(method, kind):
    asks = [("host", "mcp.harbor.example"), ("accept", "application/json, text/event-stream")]
    asks += [("content-type", "application/json")] if method == "POST" else []
    asks += [("mcp-session-id", SESSION), ("mcp-protocol-version", REVISION)]
    gives = ([("content-type", kind)] if kind else []) + [("mcp-session-id", SESSION)]
    return asks, gives


def entry(exchange, encoded=False):
    index, method, message, answers, kind = exchange
    asks, gives = headers_of(method, kind)
    body = body_of(answers, kind)
    content = {"size": len(body), "mimeType": kind or ""}
    if encoded:
        content |= {"text": base64.b64encode(body.encode()).decode(), "encoding": "base64"}
    elif body or kind is None:
        content |= {"text": body}
    request = {
        "method": method, "url": SERVER, "httpVersion": "HTTP/1.1", "cookies": [],
        "headers": [{"name": name, "value": value} for name, value in asks], "queryString": [],
        "headersSize": -1, "bodySize": -1,
    }
    if message is not None:
        request["postData"] = {"mimeType": "application/json", "text": compact(message), "params": []}
    return {
        "startedDateTime": iso(index), "time": 200, "request": request,
        "response": {
            "status": 200 if kind else 202, "statusText": "OK" if kind else "Accepted", "httpVersion": "HTTP/1.1",
            "cookies": [], "headers": [{"name": name, "value": value} for name, value in gives],
            "content": content, "redirectURL": "", "headersSize": -1, "bodySize": len(body),
        },
        "cache": {}, "timings": {"send": 1, "wait": 100, "receive": 99},
    }


def archive(entries):
    return pretty({"log": {"version": "1.2", "creator": {"name": "harbor", "version": "1"}, "entries": entries}})


def archives():
    put("har/text.har", archive([entry(exchange) for exchange in exchanges()]))
    put("har/base64.har", archive([entry(exchange, encoded=True) for exchange in exchanges()]))
    # By the end of the exchanges: short ones before those that began earlier, the stream of the GET last.
    made = sorted(exchanges(), key=lambda exchange: (exchange[1] == "GET", -exchange[0] % 5, exchange[0]))
    put("har/shuffled.har", archive([entry(exchange) for exchange in made]))
    lost = [entry(exchange) for exchange in exchanges()]
    for number in (5, 8):
        lost[number]["request"]["postData"]["text"] = None
    del lost[4]["response"]["content"]["text"]
    put("har/null-text.har", archive(lost))
    put("mitmproxy/events.mitm", b"".join(map(flow, exchanges())))
    put("mitmproxy/json.mitm", b"".join(map(flow, exchanges(as_json=True))))
    put("mitmproxy/streamed.mitm", b"".join(flow(exchange, kept=False) for exchange in exchanges()))


def netstring(value):
    """A tnetstring: length, colon, bytes, and one byte for the type."""
    if value is None:
        return b"0:~"
    if isinstance(value, bool):
        text, kind = str(value).lower().encode(), b"!"
    elif isinstance(value, int):
        text, kind = str(value).encode(), b"#"
    elif isinstance(value, float):
        text, kind = repr(value).encode(), b"^"
    elif isinstance(value, bytes):
        text, kind = value, b","
    elif isinstance(value, str):
        text, kind = value.encode(), b";"
    elif isinstance(value, (list, tuple)):
        text, kind = b"".join(map(netstring, value)), b"]"
    else:
        text, kind = b"".join(netstring(part) for pair in value.items() for part in pair), b"}"
    return b"%d:%s%s" % (len(text), text, kind)


def flow(exchange, kept=True):
    index, method, message, answers, kind = exchange
    started = moment(index).timestamp()
    asks, gives = (
        [[name.encode(), value.encode()] for name, value in pairs] for pairs in headers_of(method, kind)
    )
    body = body_of(answers, kind).encode()
    asked = compact(message).encode() if message is not None else b""
    return netstring({
        "websocket": None,
        "response": {
            "reason": b"OK" if kind else b"Accepted", "status_code": 200 if kind else 202,
            "timestamp_end": started + 0.25, "timestamp_start": started + 0.125, "trailers": None,
            "content": body if kept or kind is None else None, "headers": gives, "http_version": b"HTTP/1.1",
        },
        "request": {
            "path": b"/mcp", "authority": b"", "scheme": b"https", "method": method.encode(), "port": 443,
            "host": "mcp.harbor.example", "timestamp_end": started, "timestamp_start": started, "trailers": None,
            "content": asked if kept or message is None else None, "headers": asks, "http_version": b"HTTP/1.1",
        },
        "timestamp_created": started, "comment": "", "metadata": {}, "marked": "", "is_replay": None,
        "intercepted": False,
        "server_conn": {
            "via": None, "timestamp_start": started, "sni": "mcp.harbor.example", "tls": True,
            "address": ["mcp.harbor.example", 443], "id": f"00000000-0000-4000-8000-{index:012}",
        },
        "client_conn": {"proxy_mode": "regular", "timestamp_start": started, "peername": ["127.0.0.1", 50000 + index]},
        "error": None, "backup": None, "id": f"00000000-0000-4000-9000-{index:012}", "version": 21, "type": "http",
    })


# Inspectors and recorders: the answer beside its request.


def answer_to(index):
    """The answer to the request at `index`, from the other side, and how many milliseconds it took."""
    side, request = CONVERSATION[index]
    for later, (other, message) in enumerate(CONVERSATION):
        answers = later > index and other != side and "method" not in message
        if answers and message["id"] == request.get("id"):
            return message, 250 * (later - index)
    return None, None


def inspector():
    protocol = []
    for index, (side, message) in enumerate(CONVERSATION):
        if "method" not in message:
            continue
        said = {
            "id": f"{index:08}", "timestamp": iso(index),
            "direction": "request" if "id" in message else "notification", "message": message,
            "origin": "client" if side == CLIENT else "server",
        }
        if "id" in message:
            said["response"], said["duration"] = answer_to(index)
        protocol.append(said)
    put("inspector/protocol.json", pretty(protocol))
    put("inspector/network.json", pretty([
        {
            "id": f"n{number}", "timestamp": iso(index), "method": method, "url": SERVER,
            "requestHeaders": {name: value for name, value in headers_of(method, kind)[0]}
            | {"authorization": "[REDACTED]"},
            **({"requestBody": compact(message)} if message is not None else {}),
            "responseStatus": 200 if kind else 202, "responseStatusText": "OK" if kind else "Accepted",
            "responseHeaders": dict(headers_of(method, kind)[1]),
            # What stands under a name of a secret is replaced, here a parameter that the link has besides.
            "responseBody": body_of(answers, kind).replace("/dues?berth=12", "/dues?berth=12&token=[REDACTED]"),
            "duration": 200, "category": "transport",
        }
        for number, (index, method, message, answers, kind) in enumerate(exchanges())
    ]))


def recorders():
    """One response for a request of the client, and no place for requests of the server."""
    asked = [
        (index, message, answer_to(index)[0])
        for index, (side, message) in enumerate(CONVERSATION) if side == CLIENT and "method" in message
    ]
    put("mcp-recorder/recording.json", pretty({
        "version": "1.0",
        "metadata": {
            "recorded_at": "2026-03-02T09:00:00+00:00", "server_url": SERVER, "transport_type": "http",
            "protocol_version": REVISION, "server_info": {"name": "harbor", "version": "1.0.0"},
        },
        "interactions": [
            {
                "type": "jsonrpc_request" if "id" in message else "notification", "request": message,
                "response": response, "response_is_sse": response is not None, "response_status": 200,
                "latency_ms": 250, "http_method": None, "http_path": None,
            }
            for _, message, response in asked
        ],
    }))
    put("agent-vcr/harbor.vcr", pretty({
        "format_version": "1.0.0",
        "metadata": {
            "version": "1.0.0", "recorded_at": "2026-03-02T09:00:00Z", "transport": "stdio", "client_info": {},
            "server_info": {}, "server_command": "harbor", "server_args": [], "tags": {},
        },
        "session": {
            "initialize_request": complete(asked[0][1]), "initialize_response": complete(asked[0][2]),
            "capabilities": {},
            "interactions": [
                {
                    "sequence": number, "timestamp": iso(index), "direction": "client_to_server",
                    "request": complete(message), "response": complete(response),
                    # Notifications of the server during the call are kept beside it.
                    "notifications": [CONVERSATION[14][1]] if message["id"] == 4 else [], "latency_ms": 250,
                }
                for number, (index, message, response) in enumerate(asked[2:])
            ],
        },
    }))


def complete(message):
    """With null for each member that it could have."""
    members = ("jsonrpc", "id", "method", "params") if "method" in message else ("jsonrpc", "id", "result", "error")
    return {member: message.get(member) for member in members}


# Compressed.


def compressed():
    raw = FILES["jsonl/python.jsonl"]
    put("compressed/python.jsonl.gz", gzip(raw))
    put("compressed/cut.jsonl.gz", gzip(raw)[:-380])
    put("compressed/python.jsonl.zst", zstandard(raw))


def gzip(data):
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    body = deflate.compress(data) + deflate.flush()
    return b"\x1f\x8b\x08\0\0\0\0\0\x02\xff" + body + struct.pack("<II", zlib.crc32(data), len(data))


def zstandard(data):
    """A frame with its size in four bytes, no checksum, and one block as it is."""
    block = struct.pack("<I", 1 | len(data) << 3)[:3]
    return b"\x28\xb5\x2f\xfd\xa0" + struct.pack("<I", len(data)) + block + data


# What holds no messages, or none that can be read.


def refused():
    put("refused/opentelemetry-console.jsonl", each(span))
    put("refused/opentelemetry-otlp.json", pretty({"resourceSpans": [{
        "resource": {"attributes": [{"key": "service.name", "value": {"stringValue": "harbor"}}]},
        "scopeSpans": [{"scope": {"name": "mcp"}, "spans": [
            {
                "traceId": f"{index + 1:032x}", "spanId": f"{index + 1:016x}", "kind": 2,
                "name": message["method"],
                "attributes": [{"key": "mcp.method.name", "value": {"stringValue": message["method"]}}],
            }
            for index, (_, message) in enumerate(CONVERSATION) if "method" in message
        ]}],
    }]}))
    put("refused/mcp-snoop.log", each(summary))
    put("refused/checks.json", pretty([
        {
            "id": "elicitation-form", "name": "ElicitationForm", "description": "The server asks with a form",
            "status": "SUCCESS", "timestamp": iso(6),
            "specReferences": [{"id": "SEP-1034", "url": "https://harbor.example/sep-1034"}],
            "details": {"field": "ship", "schema": BERTH["properties"]["ship"]},
        },
        {
            "id": "incoming-request", "name": "IncomingRequest", "description": "Received POST request for /mcp",
            "status": "INFO", "timestamp": iso(0), "details": {"method": "POST", "path": "/mcp"},
        },
    ]))
    put("refused/mcp-proxy-debug.log", "starting server on port 8080\n" + "".join(
        f"transport event {inspect(what)}\n" for message in SERVER_SIDE
        for what in [{"chunk": compact(message) + "\n", "type": "data"}, {"message": message, "type": "message"}]
    ))
    put("refused/curl-trace-ascii.txt", trace())
    put("refused/agent-scan.txt", "".join(
        f">>> SENT: SessionMessage(message=JSONRPCRequest(method={message['method']!r}, params="
        f"{message.get('params')!r}, jsonrpc='2.0', id={message.get('id')!r}), metadata=None)\n"
        for side, message in CONVERSATION if side == CLIENT and "method" in message
    ) + "".join(f"<<< RECV: {message!r}\n" for message in SERVER_SIDE) + "STDERR: closing\n")
    put("refused/capture.pcap", struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1))
    put("refused/capture.pcapng", struct.pack("<IIIHHqI", 0x0A0D0D0A, 28, 0x1A2B3C4D, 1, 0, -1, 28))
    put("refused/session.zip", b"PK\x05\x06" + bytes(18))
    put("refused/claude-code.jsonl", lines(
        compact({
            "debug": f'MCP server "harbor": {text}', "timestamp": iso(index),
            "sessionId": "00000000-0000-4000-8000-000000000000", "cwd": "/srv/harbor",
        })
        for index, text in enumerate([
            "Starting connection with timeout of 30000ms", "Successfully connected (transport: stdio)",
            "Calling MCP tool: book_berth", "Tool 'book_berth' completed successfully in 22ms",
        ])
    ))


def span(index, side, message):
    method = message.get("method", "tools/call")
    return json.dumps({
        "name": method, "context": {"trace_id": f"0x{index + 1:032x}", "span_id": f"0x{index + 1:016x}"},
        "kind": "SpanKind.SERVER", "parent_id": None, "start_time": iso(index), "end_time": iso(index),
        "status": {"status_code": "UNSET"},
        "attributes": {"mcp.method.name": method, "mcp.protocol.version": REVISION}, "events": [], "links": [],
        "resource": {"attributes": {"service.name": "harbor"}, "schema_url": ""},
    })


def summary(index, side, message):
    arrow = "\u2192SERVER" if side == CLIENT else "\u2190CLIENT"
    number = f" #{message['id']}" if "id" in message else ""
    text = message.get("method") or ("\u2192 ERROR -32042" if "error" in message else "\u2192 ok")
    return f"[{iso(index)[11:23]}] {arrow}{number} {text}"


def trace():
    """Bodies in pieces of 64 columns."""
    asked, body = compact(CONVERSATION[5][1]), event(SERVER_SIDE[2], "\r\n")
    rows = ["== Info: Connected to mcp.harbor.example (192.0.2.7) port 443 (#0)"]
    for title, text in [(f"=> Send data, {len(asked)} bytes", asked), (f"<= Recv data, {len(body)} bytes", body)]:
        rows.append(f"{title} (0x{len(text):x})")
        rows += [f"{start:04x}: {text[start:start + 64]}" for start in range(0, len(text), 64)]
    return lines(row.replace("\r\n", "..") for row in rows)


def inspect(value, indent=0):
    """An object as Node prints it: keys without quotes, strings in single ones, `[Object]` where it is deep."""
    if isinstance(value, str):
        return "'" + value.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + "'"
    if not isinstance(value, (dict, list)):
        return {True: "true", False: "false", None: "null"}.get(value) if value in (True, False, None) and not (
            isinstance(value, int) and not isinstance(value, bool)) else str(value)
    is_list = isinstance(value, list)
    if not value:
        return "[]" if is_list else "{}"
    if indent >= 6:
        return "[Array]" if is_list else "[Object]"
    parts = [inspect(part, indent + 2) for part in value] if is_list else [
        f"{key if key.isidentifier() else inspect(key)}: {inspect(part, indent + 2)}" for key, part in value.items()
    ]
    begin, end = "[]" if is_list else "{}"
    one = f"{begin} {', '.join(parts)} {end}"
    if len(one) + indent <= 72 and "\n" not in one:
        return one
    gap = "\n" + " " * (indent + 2)
    return begin + gap + ("," + gap).join(parts) + "\n" + " " * indent + end


def unpacked(data):
    """What a gzip file holds, as far as it goes; its bytes depend on the library that wrote it."""
    return zlib.decompressobj(31).decompress(data)


def differs(name, content):
    path = ROOT / name
    if not path.is_file():
        return True
    there = path.read_bytes()
    if name == "compressed/cut.jsonl.gz":
        got, whole = unpacked(there), FILES["jsonl/python.jsonl"]
        return not 0 < len(got) < len(whole) or not whole.startswith(got)
    if name.endswith(".gz"):
        return unpacked(there) != unpacked(content)
    return there != content


def main(arguments):
    for render in (json_lines, envelopes, logs, sse, archives, inspector, recorders, compressed, refused):
        render()
    if arguments == ["--check"]:
        known = {"expected.tsv", ".gitattributes", *FILES}
        there = {path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*") if path.is_file()}
        stale = sorted({name for name in FILES if differs(name, FILES[name])} | (there - known))
        print("".join(f"{name}\n" for name in stale), end="")
        return 1 if stale else 0
    for name, content in FILES.items():
        (ROOT / name).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / name).write_bytes(content)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
