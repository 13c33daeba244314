"""The conversation with the invented server, and how its messages are written."""

import datetime
import json

FILES = {}

SERVER = "https://mcp.harbor.example/mcp"
SESSION = "5c1f6c0a8e6b4b0d9f1e2a7d3c904f11"
REVISION = "2025-11-25"
START = datetime.datetime(2026, 3, 2, 9, tzinfo=datetime.timezone.utc)

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
