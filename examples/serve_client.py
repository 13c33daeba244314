"""Asks `elicitlint serve` what to do with an elicitation: a JSON line for each request and each answer."""
import json
import subprocess
import sys

PROGRAM = sys.argv[1] if len(sys.argv) > 1 else "elicitlint"
LINK = {"mode": "url", "message": "Sign in", "elicitationId": "0b9e3f0a-6c1d-4c57-9d0e-3a1f5b7c2d11"}

with subprocess.Popen([PROGRAM, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as linter:

    def ask(**request):
        linter.stdin.write(json.dumps(request) + "\n")
        linter.stdin.flush()
        return json.loads(linter.stdout.readline())

    for number, url in enumerate(["https://id.example.com/", "https://169.254.169.254/"]):
        answer = ask(id=number, method="vet", elicitation=LINK | {"url": url}, server="https://mcp.example.com")
        rules = [finding["rule"] for finding in answer["findings"]]
        print(answer["verdict"], answer["consent"]["url"]["href"], *rules)
    linter.stdin.close()
