"""The client that the conformance suite asks for, on the official Python SDK: fills a form in with its defaults.

    suite_client.py URL
"""

import sys

import anyio
import mcp_types as types
from mcp.client import Client


async def answer(context, params):
    fields = params.requested_schema["properties"].items()
    content = {name: field["default"] for name, field in fields if "default" in field}
    return types.ElicitResult(action="accept", content=content)


async def main(url):
    async with Client(url, mode="legacy", elicitation_callback=answer) as client:
        for tool in (await client.list_tools()).tools:
            await client.call_tool(tool.name, {})


anyio.run(main, sys.argv[1])
