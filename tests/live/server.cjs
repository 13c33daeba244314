// The server of server.py on the official TypeScript SDK: its tools ask for what asks.json holds, honest or hostile.
// NODE_PATH names the folder of the packages.
"use strict";

const { Server } = require("@modelcontextprotocol/sdk/server/index.js");
const { StdioServerTransport } = require("@modelcontextprotocol/sdk/server/stdio.js");
const types = require("@modelcontextprotocol/sdk/types.js");

const ASKS = require("./asks.json");
const finished = new Set();

const said = (text) => ({ content: [{ type: "text", text }] });

// The SDK would not send a link to a client that declared none, so the request is made by hand.
async function elicit(server, what, relatedRequestId) {
  const request = { method: "elicitation/create", params: ASKS[what].ask };
  try {
    const answer = await server.request(request, types.ElicitResultSchema, { relatedRequestId });
    return said(`${what}: ${answer.action} ${JSON.stringify(answer.content ?? null)}`);
  } catch (error) {
    return said(`${what}: error ${error.code}`);
  }
}

async function call(server, name, what, id) {
  if (name === "ask") return elicit(server, what, id);
  if (name === "require" && finished.has(what)) return said(`${what} was finished before`);
  if (name === "require") throw new types.UrlElicitationRequiredError([ASKS[what].ask], "This needs more of you");
  finished.add(what);
  await server.createElicitationCompletionNotifier(ASKS[what].ask.elicitationId, { relatedRequestId: id })();
  return said(`${what} is finished`);
}

const server = new Server({ name: "desk", version: "1" }, { capabilities: { tools: {} } });
const inputSchema = { type: "object", properties: { what: { type: "string" } }, required: ["what"] };
const tools = ["ask", "finish", "require"].map((name) => ({ name, inputSchema }));
server.setRequestHandler(types.ListToolsRequestSchema, () => ({ tools }));
server.setRequestHandler(types.CallToolRequestSchema, ({ params }, { requestId }) =>
  call(server, params.name, params.arguments.what, requestId),
);
server.connect(new StdioServerTransport());
