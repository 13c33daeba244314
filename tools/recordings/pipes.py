"""JSON: what passes over pipes, and the envelopes of recording tools."""

import json

from .conversation import CLIENT, CONVERSATION, OTHER, SERVER_SIDE, compact, each, iso, lines, pretty, put

BYTE_ORDER_MARK = "\ufeff"


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


