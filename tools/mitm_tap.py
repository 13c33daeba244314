"""An addon for mitmproxy that keeps streams of events while they pass.

    mitmdump --mode reverse:https://mcp.example.com -s tools/mitm_tap.py -w flows.mitm
    mitmdump --mode reverse:https://mcp.example.com -s tools/mitm_tap.py --set hardump=session.har

Without it mitmproxy either waits for the end of a stream, so that a client never sees what a server asks in the middle
of a call, or passes the stream on and keeps nothing of it. Do not set `stream_large_bodies` besides.
"""


class Tap:
    def __init__(self):
        # Flow and pieces of each stream that is open, by the id of the flow.
        self.open = {}

    def responseheaders(self, flow):
        if "text/event-stream" not in flow.response.headers.get("content-type", "").lower():
            return
        pieces = []
        self.open[flow.id] = flow, pieces

        def passed(piece):
            pieces.append(piece)
            return piece

        flow.response.stream = passed

    def response(self, flow):
        self.put_together(flow.id)

    def error(self, flow):
        # A client that leaves breaks the stream off; what came before is still a recording.
        self.put_together(flow.id)

    def done(self):
        for flow_id in list(self.open):
            self.put_together(flow_id)

    def put_together(self, flow_id):
        flow, pieces = self.open.pop(flow_id, (None, []))
        if flow is not None:
            # As it passed: a header that names its compression still holds.
            flow.response.raw_content = b"".join(pieces)


addons = [Tap()]
