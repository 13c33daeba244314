"""Logs of clients and proxies: JSON within a line."""

import json

from .conversation import (
    CLIENT, CONVERSATION, OTHER, REVISION, SESSION, answer, clock, compact, each, inspect, iso, lines, put,
)


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
