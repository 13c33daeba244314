"""Inspectors and recorders: the answer beside its request."""

from .conversation import CLIENT, CONVERSATION, REVISION, SERVER, compact, iso, pretty, put
from .http import exchanges, body_of, headers_of


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
