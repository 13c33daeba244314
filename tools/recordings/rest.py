"""What is compressed, and what holds no messages or none that can be read."""

import json
import struct
import zlib

from .conversation import (
    BERTH, CLIENT, CONVERSATION, FILES, REVISION, SERVER_SIDE, compact, each, inspect, iso, lines, pretty, put,
)
from .http import event


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
