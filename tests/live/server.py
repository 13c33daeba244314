"""A server on the official Python SDK whose tools ask for what asks.json holds, honest or hostile.

`ask` elicits what it is told to and says what it got; `require` fails with -32042 until `finish` has told that the page
is done. To a client of 2026-07-28 all tools answer with an InputRequiredResult instead.
"""

import json
import pathlib

import anyio
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata

ASKS = json.loads((pathlib.Path(__file__).parent / "asks.json").read_text())
finished = set()


def elicitation(what):
    return types.ElicitRequest.model_validate({"method": "elicitation/create", "params": ASKS[what]["ask"]})


def said(text):
    return types.CallToolResult(content=[types.TextContent(type="text", text=text)])


async def list_tools(ctx, params):
    schema = {"type": "object", "properties": {"what": {"type": "string"}}, "required": ["what"]}
    names = ["ask", "finish", "require"]
    return types.ListToolsResult(tools=[types.Tool(name=name, input_schema=schema) for name in names])


async def call_tool(ctx, params):
    what = params.arguments["what"]
    if ctx.protocol_version >= "2026-07-28":
        return rounds(what.split(), params)
    if params.name == "finish":
        finished.add(what)
        await ctx.session.send_elicit_complete(ASKS[what]["ask"]["elicitationId"], ctx.request_id)
        return said(f"{what} is finished")
    if params.name == "require":
        if what in finished:
            return said(f"{what} was finished before")
        data = {"elicitations": [ASKS[what]["ask"]]}
        raise MCPError(types.URL_ELICITATION_REQUIRED, "This needs more of you", data)
    try:
        related = ServerMessageMetadata(related_request_id=ctx.request_id)
        answer = await ctx.session.send_request(elicitation(what), types.ElicitResult, metadata=related)
        return said(f"{what}: {answer.action} {json.dumps(answer.content)}")
    except MCPError as error:
        return said(f"{what}: error {error.code}")


def rounds(asks, params):
    """One round for each ask; the state is how many of them are behind us."""
    behind = int(params.request_state.removeprefix("round-")) if params.request_state else 0
    if params.input_responses:
        behind += 1
    if behind < len(asks):
        asked = elicitation(asks[behind])
        asked.params.__dict__["elicitation_id"] = None  # Gone since 2026-07-28.
        return types.InputRequiredResult(input_requests={"answer": asked}, request_state=f"round-{behind}")
    answer = params.input_responses["answer"]
    return said(f"{' '.join(asks)}: {answer.action} {json.dumps(answer.content)}")


async def main():
    desk = Server("desk", version="1", on_list_tools=list_tools, on_call_tool=call_tool)
    async with stdio_server() as (read, write):
        await desk.run(read, write, desk.create_initialization_options())


anyio.run(main)
