// The server that the conformance suite asks for, on the official TypeScript SDK, as far as it elicits.
//
//   suite_server.cjs COMMAND [ARGUMENT...]     runs the command with the URL of this server behind its arguments
"use strict";

const { spawn } = require("node:child_process");
const { randomUUID } = require("node:crypto");
const http = require("node:http");
const { Server } = require("@modelcontextprotocol/sdk/server/index.js");
const { StreamableHTTPServerTransport } = require("@modelcontextprotocol/sdk/server/streamableHttp.js");
const types = require("@modelcontextprotocol/sdk/types.js");

const SCHEMAS = require("./suite.json");
const inputSchema = { type: "object", properties: { message: { type: "string" } } };

function desk() {
  const server = new Server({ name: "desk", version: "1" }, { capabilities: { tools: {} } });
  const tools = Object.keys(SCHEMAS).map((name) => ({ name, inputSchema }));
  server.setRequestHandler(types.ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(types.CallToolRequestSchema, async ({ params }, { requestId }) => {
    const message = params.arguments?.message ?? "Please fill this in";
    const asked = { mode: "form", message, requestedSchema: SCHEMAS[params.name] };
    const answer = await server.elicitInput(asked, { relatedRequestId: requestId });
    return { content: [{ type: "text", text: `${answer.action} ${JSON.stringify(answer.content)}` }] };
  });
  return server;
}

const sessions = new Map();
const listener = http.createServer(async (request, response) => {
  let transport = sessions.get(request.headers["mcp-session-id"]);
  if (!transport) {
    const onsessioninitialized = (id) => sessions.set(id, transport);
    transport = new StreamableHTTPServerTransport({ sessionIdGenerator: randomUUID, onsessioninitialized });
    await desk().connect(transport);
  }
  await transport.handleRequest(request, response);
});

listener.listen(0, "127.0.0.1", () => {
  const [command, ...args] = process.argv.slice(2);
  const url = `http://127.0.0.1:${listener.address().port}/mcp`;
  const child = spawn(command, [...args, url], { stdio: "inherit" });
  child.on("exit", (status) => process.exit(status ?? 1));
});
