"""A client on the official Python SDK that runs scripts of exchanges and prints what came of them, a line each.

    client.py SCRIPT[,SCRIPT] COMMAND [ARGUMENT...]     the command starts the server; a SCRIPT is a function below

A line holds what was done, what was shown to the person, and the result.
"""

import json
import os
import pathlib
import sys

import anyio
import mcp_types as types
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPError

ASKS = json.loads((pathlib.Path(__file__).parent / "asks.json").read_text())
shown = []
expected = iter([])


async def answer(context, params):
    shown.append(params.model_dump(by_alias=True, mode="json", exclude_none=True))
    return types.ElicitResult.model_validate(ASKS[next(expected)]["answer"])


async def hear(message):
    if isinstance(message, types.ElicitCompleteNotification):
        shown.append({"complete": message.params.elicitation_id})


async def call(client, tool, what):
    global expected
    expected = iter(what.split())
    shown.clear()
    try:
        result = await client.call_tool(tool, {"what": what})
        result = [block.text for block in result.content]
    except MCPError as error:
        result = {"code": error.code, "message": error.message, "data": error.data}
    print(json.dumps({"did": f"{tool} {what}", "shown": shown, "result": result}), flush=True)


async def honest(client):
    tools = await client.list_tools()
    print(json.dumps({"did": "list", "shown": [], "result": [tool.name for tool in tools.tools]}), flush=True)
    for what in ["form", "declined", "link"]:
        await call(client, "ask", what)
    await call(client, "finish", "link")
    for tool in ["require", "finish", "require"]:
        await call(client, tool, "account")


async def hostile(client):
    for what in ["javascript", "metadata", "look-alike", "mixed-script", "mislabelled"]:
        await call(client, "ask", what)
        await call(client, "require", what)
    await call(client, "ask", "password")
    await call(client, "ask", "form")


async def honest_rounds(client):
    for what in ["form", "declined", "link", "form link"]:
        await call(client, "ask", what)


async def hostile_rounds(client):
    for what in ["javascript", "metadata", "look-alike", "mixed-script", "mislabelled", "password", "form javascript", "form"]:
        await call(client, "ask", what)


async def broken_rounds(client):
    """The server breaks the rules of 2026-07-28 here, and the SDK refuses what it reads."""
    for read in [client.list_tools, lambda: client.call_tool("ask", {"what": "form"})]:
        try:
            await read()
            print("read", flush=True)
        except Exception as error:
            print("refused", type(error).__name__, flush=True)


async def main(scripts, command, *arguments):
    mode = "2026-07-28" if scripts.endswith("rounds") else "legacy"
    server = StdioServerParameters(command=command, args=arguments, env=dict(os.environ))
    info = types.Implementation(name="reader", version="1")
    async with Client(server, mode=mode, client_info=info, elicitation_callback=answer, message_handler=hear) as client:
        for script in scripts.split(","):
            await globals()[script](client)


anyio.run(main, *sys.argv[1:])
