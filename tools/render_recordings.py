"""Renders one conversation with an invented server in every format of tests/recordings.

    render_recordings.py            writes the files
    render_recordings.py --check    names each file that is not what would be written, and exits with 1

Only names that are reserved for documentation occur. What each file holds stands in tests/recordings/expected.tsv.
"""

import pathlib
import sys
import zlib

sys.dont_write_bytecode = True

from recordings import http, logs, pipes, recorders, rest
from recordings.conversation import FILES

ROOT = pathlib.Path(__file__).resolve().parent.parent / "tests" / "recordings"


def unpacked(data):
    """What a gzip file holds, as far as it goes; its bytes depend on the library that wrote it."""
    return zlib.decompressobj(31).decompress(data)


def differs(name, content):
    path = ROOT / name
    if not path.is_file():
        return True
    there = path.read_bytes()
    if name == "compressed/cut.jsonl.gz":
        got, whole = unpacked(there), FILES["jsonl/python.jsonl"]
        return not 0 < len(got) < len(whole) or not whole.startswith(got)
    if name.endswith(".gz"):
        return unpacked(there) != unpacked(content)
    return there != content


def main(arguments):
    for render in (
        pipes.json_lines, pipes.envelopes, logs.logs, http.sse, http.archives, recorders.inspector, recorders.recorders,
        rest.compressed, rest.refused,
    ):
        render()
    if arguments == ["--check"]:
        known = {"expected.tsv", ".gitattributes", *FILES}
        there = {path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*") if path.is_file()}
        stale = sorted({name for name in FILES if differs(name, FILES[name])} | (there - known))
        print("".join(f"{name}\n" for name in stale), end="")
        return 1 if stale else 0
    for name, content in FILES.items():
        (ROOT / name).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / name).write_bytes(content)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
