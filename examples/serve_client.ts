// Asks `elicitlint serve` what to do with an elicitation: a JSON line for each request and each answer.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const linter = spawn(process.argv[2] ?? "elicitlint", ["serve"], { stdio: ["pipe", "pipe", "inherit"] });
const lines = createInterface({ input: linter.stdout })[Symbol.asyncIterator]();
const link = { mode: "url", message: "Sign in", elicitationId: "0b9e3f0a-6c1d-4c57-9d0e-3a1f5b7c2d11" };

async function ask(request = {}) {
  linter.stdin.write(JSON.stringify(request) + "\n");
  return JSON.parse((await lines.next()).value);
}

let id = 0;
for (const url of ["https://id.example.com/", "https://169.254.169.254/"]) {
  const answer = await ask({ id: id++, method: "vet", elicitation: { ...link, url }, server: "https://mcp.example.com" });
  const rules = Array.from(answer.findings, ({ rule = "" }) => rule);
  console.log(answer.verdict, answer.consent.url.href, ...rules);
}
linter.stdin.end();
