// The client that the conformance suite asks for, on the official TypeScript SDK: fills a form in with its defaults.
//
//   suite_client.cjs URL
"use strict";

const { Client } = require("@modelcontextprotocol/sdk/client/index.js");
const { StreamableHTTPClientTransport } = require("@modelcontextprotocol/sdk/client/streamableHttp.js");
const types = require("@modelcontextprotocol/sdk/types.js");

async function main(url) {
  const capabilities = { elicitation: { form: { applyDefaults: true } } };
  const client = new Client({ name: "reader", version: "1" }, { capabilities });
  client.setRequestHandler(types.ElicitRequestSchema, () => ({ action: "accept", content: {} }));
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  for (const { name } of (await client.listTools()).tools) await client.callTool({ name, arguments: {} });
  await client.close();
}

main(process.argv[2]);
