"""Runs a server over standard input and output and keeps what passes.

    tee.py RECORDING COMMAND [ARGUMENT...]

RECORDING.c2s and RECORDING.s2c get the bytes of each direction, RECORDING.jsonl each line in an envelope. A line is
kept before it is passed on, so that an answer stands after what it answers.
"""

import datetime
import os
import subprocess
import sys
import threading

recording, *command = sys.argv[1:]
lines = open(recording + ".jsonl", "wb", buffering=0)
lock = threading.Lock()
server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)


def write(file, data):
    while data:
        data = data[os.write(file, data):]


def copy(side, source, target):
    with open(f"{recording}.{side}", "wb", buffering=0) as kept:
        rest = b""
        while data := os.read(source, 1 << 16):
            kept.write(data)
            *whole, rest = (rest + data).split(b"\n")
            with lock:
                for line in whole:
                    time = datetime.datetime.now(datetime.timezone.utc).isoformat().encode()
                    lines.write(b'{"ts":"%s","dir":"%s","msg":%s}\n' % (time, side.encode(), line.strip()))
            write(target, data)


def of_client():
    try:
        copy("c2s", 0, server.stdin.fileno())
    except BrokenPipeError:
        pass
    server.stdin.close()


threading.Thread(target=of_client, daemon=True).start()
copy("s2c", server.stdout.fileno(), 1)
status = server.wait()
sys.stdout.flush()
os._exit(status if status >= 0 else 1)
