"""A server that asks for input as 2026-07-28 forbids it, with nothing but Python.

It answers each request with an elicitation: a call of a tool without the resultType that says so, and everything else
with it, where only calls of tools, prompts and resources may ask.
"""

import json
import sys

FORM = {"type": "object", "properties": {"name": {"type": "string", "title": "Name"}}}
ASKED = {"method": "elicitation/create", "params": {"mode": "form", "message": "Your name?", "requestedSchema": FORM}}

for line in sys.stdin:
    request = json.loads(line)
    if "id" in request:
        result = {"inputRequests": {"name": ASKED}}
        if request["method"] != "tools/call":
            result["resultType"] = "input_required"
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
