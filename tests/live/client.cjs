// The client of client.py on the official TypeScript SDK: runs scripts of exchanges and prints what came of them.
//
//   client.cjs SCRIPT[,SCRIPT] COMMAND [ARGUMENT...]     the command starts the server; a SCRIPT is one of those below
//
// NODE_PATH names the folder of the packages.
"use strict";

const { Client } = require("@modelcontextprotocol/sdk/client/index.js");
const { StdioClientTransport } = require("@modelcontextprotocol/sdk/client/stdio.js");
const types = require("@modelcontextprotocol/sdk/types.js");

const ASKS = require("./asks.json");
let shown = [];
let expected;

const print = (did, result) => console.log(JSON.stringify({ did, shown, result }));

async function call(client, tool, what) {
  shown = [];
  expected = what;
  try {
    const result = await client.callTool({ name: tool, arguments: { what } });
    print(`${tool} ${what}`, result.content.map((block) => block.text));
  } catch (error) {
    print(`${tool} ${what}`, { code: error.code, message: error.message, data: error.data });
  }
}

const scripts = {
  async honest(client) {
    const { tools } = await client.listTools();
    print("list", tools.map((tool) => tool.name));
    for (const what of ["form", "declined", "link"]) await call(client, "ask", what);
    await call(client, "finish", "link");
    for (const tool of ["require", "finish", "require"]) await call(client, tool, "account");
  },
  async hostile(client) {
    for (const what of ["javascript", "metadata", "look-alike", "mixed-script", "mislabelled"]) {
      await call(client, "ask", what);
      await call(client, "require", what);
    }
    await call(client, "ask", "password");
    await call(client, "ask", "form");
  },
  async forms_only(client) {
    for (const what of ["link", "form"]) await call(client, "ask", what);
    await call(client, "require", "link");
  },
  async nothing_declared(client) {
    for (const what of ["link", "form"]) await call(client, "ask", what);
  },
};
const declared = { forms_only: { elicitation: { form: {} } }, nothing_declared: {} };

async function main(names, command, ...args) {
  const capabilities = declared[names] ?? { elicitation: { form: {}, url: {} } };
  const client = new Client({ name: "reader", version: "1" }, { capabilities });
  if (capabilities.elicitation) {
    client.setRequestHandler(types.ElicitRequestSchema, ({ params }) => {
      shown.push(params);
      return ASKS[expected].answer;
    });
  }
  client.setNotificationHandler(types.ElicitationCompleteNotificationSchema, ({ params }) => {
    shown.push({ complete: params.elicitationId });
  });
  await client.connect(new StdioClientTransport({ command, args, env: process.env }));
  for (const name of names.split(",")) await scripts[name](client);
  await client.close();
}

main(...process.argv.slice(2));
