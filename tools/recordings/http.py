"""Events and archives."""

import base64

from .conversation import (
    CLIENT, CONVERSATION, REVISION, SERVER, SERVER_SIDE, SESSION, compact, iso, lines, moment, pretty, put,
)


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
        "server_conn": connection("mcp.harbor.example", index) | {
            "via": None, "address": ["mcp.harbor.example", 443], "timestamp_tcp_setup": started,
        },
        "client_conn": connection("127.0.0.1", index) | {"proxy_mode": "regular", "mitmcert": None},
        "error": None, "backup": None, "id": f"00000000-0000-4000-9000-{index:012}", "version": 21, "type": "http",
    })


def connection(host, index):
    """What a flow says of each of its two connections; nothing of it matters here."""
    nothing = ("alpn", "cipher", "error", "timestamp_end", "timestamp_tls_setup", "tls_version")
    return dict.fromkeys(nothing) | {
        "alpn_offers": [], "certificate_list": [], "cipher_list": [], "id": f"00000000-0000-4000-8000-{index:012}",
        "peername": [host, 443], "sni": host, "sockname": ["127.0.0.1", 50000 + index], "tls": True,
        "timestamp_start": moment(index).timestamp(), "transport_protocol": "tcp",
    }
