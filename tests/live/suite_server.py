"""The server that the conformance suite asks for, on the official Python SDK, as far as it elicits.

    suite_server.py COMMAND [ARGUMENT...]     runs the command with the URL of this server behind its arguments
"""

import json
import os
import pathlib
import socket
import subprocess
import sys
import threading

import mcp_types as types
import uvicorn
from mcp.server.lowlevel import Server

SCHEMAS = json.loads((pathlib.Path(__file__).parent / "suite.json").read_text())


async def list_tools(ctx, params):
    schema = {"type": "object", "properties": {"message": {"type": "string"}}}
    return types.ListToolsResult(tools=[types.Tool(name=name, input_schema=schema) for name in SCHEMAS])


async def call_tool(ctx, params):
    message = (params.arguments or {}).get("message", "Please fill this in")
    answer = await ctx.session.elicit_form(message, SCHEMAS[params.name], related_request_id=ctx.request_id)
    text = f"{answer.action} {json.dumps(answer.content)}"
    return types.CallToolResult(content=[types.TextContent(type="text", text=text)])


# Bound before the server starts, so that the first request waits for it instead of being refused.
listener = socket.create_server(("127.0.0.1", 0))
app = Server("desk", version="1", on_list_tools=list_tools, on_call_tool=call_tool).streamable_http_app()
server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
threading.Thread(target=server.run, args=([listener],), daemon=True).start()
url = f"http://127.0.0.1:{listener.getsockname()[1]}/mcp"
status = subprocess.run([*sys.argv[1:], url]).returncode
sys.stdout.flush()
os._exit(status)
