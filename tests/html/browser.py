"""Opens an HTML report full of hostile strings in headless Chromium.

No script runs, nothing is requested, no link leads out of the page, and the filters work. A page that is known to be
bad is opened first: what this test does not notice there, it would not notice in a report.

browser.py CHROMIUM ELICITLINT
"""

import base64
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
SECONDS = 60

BAD = """<!DOCTYPE html><html><body><script>document.title = 'ran'</script>
<img src="http://evil.example/x.png" onerror="document.body.id = 'ran'"><a href="https://evil.example">x</a>
<p id="show-error">x</p></body></html>"""

# What a report may hold; everything else came from the wire.
LOOK = """(() => {
  const known = new Set(('html head meta title style body header h1 h2 h3 p main article b a code span pre mark ' +
    'blockquote figure figcaption dl dt dd aside fieldset legend label input select option section div').split(' '));
  const problems = [];
  for (const element of document.querySelectorAll('*')) {
    const name = element.localName;
    if (!known.has(name)) problems.push('<' + name + '>');
    for (const attribute of element.attributes) {
      const at = '<' + name + ' ' + attribute.name + '=' + attribute.value.slice(0, 80) + '>';
      if (attribute.name.startsWith('on') || ['src', 'srcdoc', 'action', 'style', 'ping'].includes(attribute.name)) {
        problems.push(at);
      }
      if (attribute.name === 'href' && !attribute.value.startsWith('#')) problems.push(at);
    }
  }
  if (document.title !== 'elicitlint report') problems.push('title ' + document.title);
  return JSON.stringify({problems, ids: [...document.querySelectorAll('[id=ran]')].length,
    findings: document.querySelectorAll('main > article').length, text: document.body.innerText.length});
})()"""

SHOWN = "[...document.querySelectorAll('main > article')].filter(one => one.getClientRects().length).length"


class Listener:
    """A proxy that refuses everybody and counts them."""

    def __init__(self):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.requests = []
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        while True:
            connection, _ = self.socket.accept()
            connection.settimeout(2)
            try:
                self.requests.append(connection.recv(200).split(b"\r\n")[0].decode("latin-1"))
            except OSError:
                self.requests.append("a connection")
            connection.close()


class Browser:
    """Chromium, spoken to over two pipes: messages of its DevTools protocol, each ended by a zero byte."""

    def __init__(self, program, proxy, folder):
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()

        def pipes():
            # Higher numbers first, so that neither is overwritten before it is copied.
            copies = [os.dup2(to_browser, 90), os.dup2(from_browser, 91)]
            os.dup2(copies[0], 3)
            os.dup2(copies[1], 4)

        flags = [
            "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            "--disable-default-apps", "--disable-domain-reliability", "--no-pings", "--metrics-recording-only",
            f"--user-data-dir={folder}/profile", f"--proxy-server=http://127.0.0.1:{proxy.port}",
            "--proxy-bypass-list=<-loopback>", "--disable-dev-shm-usage",
        ]
        self.process = subprocess.Popen([program, *flags, "about:blank"], preexec_fn=pipes, close_fds=False,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.rest = b""
        self.number = 0
        self.events = []
        self.session = None
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.send(f"{domain}.enable")

    def receive(self):
        while b"\0" not in self.rest:
            part = os.read(self.input, 1 << 16)
            if not part:
                raise SystemExit("the browser has gone away")
            self.rest += part
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def send(self, method, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise SystemExit(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def open(self, path):
        self.events = []
        self.send("Page.navigate", url=path.as_uri())
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.receive())
        time.sleep(0.5)
        self.evaluate("0")

    def evaluate(self, expression):
        result = self.send("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in result:
            raise SystemExit(f"{expression[:80]}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def picture(self, path, scheme):
        self.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        data = self.send("Page.captureScreenshot")["data"]
        path.write_bytes(base64.b64decode(data))

    def happened(self):
        """What a report must not do: requests, dialogs, other pages, and what its policy had to stop."""
        found = []
        for event in self.events:
            method, params = event.get("method"), event.get("params", {})
            if method == "Network.requestWillBeSent" and not params["request"]["url"].startswith("file:"):
                found.append(f"request {params['request']['url'][:100]}")
            if method in ("Page.javascriptDialogOpening", "Page.windowOpen", "Runtime.exceptionThrown",
                          "Runtime.consoleAPICalled", "Page.frameAttached"):
                found.append(f"{method} {json.dumps(params)[:200]}")
            if method == "Log.entryAdded":
                found.append(f"log {params['entry'].get('text', '')[:200]}")
        return found


def recording():
    """Each string of the table in every place that a finding can quote, alone and as parts of a link."""
    acts = json.loads((HERE.parent / "data/hostile.json").read_text())
    acts += ["\ud83devil", "evil" + "\u202ex" * 500]
    frames = ["{}", "https://{}/", "http://a.example/{0}?q={0}", "Please open http://b.example/?{} soon", "javascript:{}"]
    entries, strings = [], 0
    for number, act in enumerate(acts):
        framed = frames[number % len(frames)].replace("{0}", act).replace("{}", act)
        for text in [act, framed] if number % 3 == 0 else [act]:
            strings += 1
            field = {"type": text, "title": text, "description": text, "default": text, "enum": [text]}
            secret = {"type": "string", "title": text}
            asked = [
                {"mode": "url", "message": text, "elicitationId": text, "url": text},
                {"message": text, "requestedSchema": {"type": "object", "properties": {text: field, "password": secret}}},
            ]
            for params in asked:
                identity = f"{len(entries)}{text}"
                request = {"jsonrpc": "2.0", "id": identity, "method": "elicitation/create", "params": params}
                answer = {"jsonrpc": "2.0", "id": identity, "result": {"action": text, text: text}}
                entries.append(entry(f"https://mcp{number % 60}.example/", [request, answer]))
    return json.dumps({"log": {"version": "1.2", "entries": entries}}), strings


def entry(origin, messages):
    """An exchange of an archive: messages in a stream, so that their server is known."""
    stream = "".join(f"data: {json.dumps(message)}\n\n" for message in messages)
    headers = [{"name": "Content-Type", "value": "text/event-stream"}]
    return {"request": {"method": "GET", "url": origin, "headers": []},
            "response": {"status": 200, "headers": headers,
                         "content": {"mimeType": "text/event-stream", "text": stream}}}


def require(holds, what):
    if not holds:
        raise SystemExit(f"failed: {what}")


def main(chromium, program):
    watchdog = threading.Timer(SECONDS * 4, lambda: os._exit(124))
    watchdog.daemon = True
    watchdog.start()
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        archive, strings = recording()
        (folder / "hostile.har").write_text(archive)
        (folder / "bad.html").write_text(BAD)
        report = folder / "report.html"
        run = subprocess.run([program, "check", "hostile.har", "--no-config", "-o", f"html={report}", "--exit-zero"],
                             cwd=folder, stdout=subprocess.DEVNULL, timeout=SECONDS)
        require(run.returncode == 0 and strings >= 200, f"{program} ended with {run.returncode}")
        proxy = Listener()
        browser = Browser(chromium, proxy, folder)
        try:
            browser.open(folder / "bad.html")
            require(browser.evaluate("document.title") == "ran", "a script of the bad page is not noticed")
            require(any("evil.example" in what for what in browser.happened()), "a request is not noticed")
            require("a href" in browser.evaluate(LOOK).replace("<a href", "a href"), "a link is not noticed")

            proxy.requests.clear()
            browser.open(report)
            looked = json.loads(browser.evaluate(LOOK))
            require(not looked["problems"] and not looked["ids"], f"not written by us: {looked['problems'][:5]}")
            require(looked["findings"] > 1000, f"only {looked['findings']} findings")

            if pictures := os.environ.get("HTML_PICTURES"):
                for scheme in ("light", "dark"):
                    browser.picture(Path(pictures) / f"report-{scheme}.png", scheme)
            findings = looked["findings"]
            require(browser.evaluate(SHOWN) == findings, "everything is shown at first")
            errors = browser.evaluate("document.querySelectorAll('article.error').length")
            browser.evaluate("document.getElementById('show-error').click()")
            require(browser.evaluate(SHOWN) == findings - errors, "the filter by severity hides errors")
            browser.evaluate("document.getElementById('show-error').click()")
            for choice in ("rule", "server"):
                options = browser.evaluate(f"document.getElementById('{choice}').options.length")
                require(options > 10, f"{options} choices of a {choice}")
                browser.evaluate(f"document.getElementById('{choice}').selectedIndex = 3")
                value = browser.evaluate(f"document.getElementById('{choice}').value")
                expected = browser.evaluate(f"document.querySelectorAll('main > article.{value}').length")
                require(0 < expected < findings and browser.evaluate(SHOWN) == expected, f"the filter by {choice}")
                browser.evaluate(f"document.getElementById('{choice}').selectedIndex = 0")

            # A person clicks where the page offers something.
            browser.evaluate("document.querySelectorAll('main a').forEach((link, n) => n < 50 && link.click())")
            time.sleep(0.5)
            location = browser.evaluate("location.href")
            require(location.startswith(report.as_uri() + "#rule-"), f"a click led to {location[:100]}")
            require(not browser.happened(), f"the report acted: {browser.happened()[:5]}")
            leaving = [request for request in proxy.requests if "example" in request]
            require(not leaving, f"left the page: {leaving[:5]}")
        finally:
            browser.process.terminate()
            browser.process.wait(10)
        print(f"browser: {strings} hostile strings, {findings} findings: nothing ran, left or led away")


main(*sys.argv[1:])
