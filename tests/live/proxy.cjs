// Runs a command whose last argument is the URL of a server, and keeps what passes between the two.
//
//   proxy.cjs RECORDING COMMAND [ARGUMENT...] URL
//
// The command gets the URL of this proxy instead. RECORDING gets each message in an envelope, before it is passed on,
// so that an answer stands after what it answers. Streams are passed on piece by piece: a proxy that waits for the
// whole body keeps the question from the client.
"use strict";

const { spawn } = require("node:child_process");
const fs = require("node:fs");
const http = require("node:http");

const [recording, command, ...args] = process.argv.slice(2);
const target = new URL(args.pop());
const file = fs.openSync(recording, "w");

function keep(dir, session, message) {
  const head = JSON.stringify({ ts: new Date().toISOString(), dir, session }).slice(0, -1);
  if (message.trim()) fs.writeSync(file, `${head},"msg":${message.replace(/[\r\n]+/g, " ").trim()}}\n`);
}

// Calls back with the data of each event that has come whole.
function events(found) {
  let rest = "";
  return (piece) => {
    const whole = (rest + piece).split(/\r?\n\r?\n/);
    rest = whole.pop();
    for (const event of whole) {
      const data = event.split(/\r?\n/).filter((line) => line.startsWith("data:"));
      if (data.length) found(data.map((line) => line.slice(5)).join("\n"));
    }
  };
}

const server = http.createServer(async (request, response) => {
  let body = "";
  for await (const piece of request.setEncoding("utf8")) body += piece;
  let session = request.headers["mcp-session-id"];
  if (session) keep("c2s", session, body);
  const { method, url: path, headers } = request;
  const { hostname, port, host } = target;
  const onward = http.request({ hostname, port, path, method, headers: { ...headers, host } }, (answer) => {
    // The session of the first request is known with its answer only.
    if (!session) keep("c2s", (session = answer.headers["mcp-session-id"]), body);
    response.writeHead(answer.statusCode, answer.headers);
    response.flushHeaders();
    const found = (message) => keep("s2c", session, message);
    const type = answer.headers["content-type"] ?? "";
    const take = events(found);
    let json = "";
    answer.setEncoding("utf8");
    answer.on("data", (piece) => {
      if (type.startsWith("text/event-stream")) take(piece);
      else json += piece;
      response.write(piece);
    });
    answer.on("end", () => {
      if (type.startsWith("application/json")) found(json);
      response.end();
    });
    response.on("close", () => answer.destroy());
  });
  onward.on("error", () => response.destroy());
  onward.end(body);
});

server.listen(0, "127.0.0.1", () => {
  const own = new URL(target);
  own.host = `127.0.0.1:${server.address().port}`;
  const child = spawn(command, [...args, own.href], { stdio: "inherit" });
  child.on("exit", (status) => process.exit(status ?? 1));
});
