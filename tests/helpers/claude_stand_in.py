# SPDX-License-Identifier: Apache-2.0
"""Plays a recorded stream of Claude Code: says what it said, and waits for what it was told then. Uses no library.

`claude_stand_in.py STREAM [--cut N] [--hang N] ARGUMENTS…`: with --cut it exits 0 after N lines, with --hang it stays.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path


def main() -> None:
    """Play it to its end, and then until the input's end."""
    words = sys.argv[1:]
    lines = Path(words[0]).read_text(encoding="utf-8").splitlines()
    limit = int(words[2]) if words[1] in ("--cut", "--hang") else len(lines)
    Path("arguments.json").write_text(json.dumps(words), encoding="utf-8")
    heard: list[dict[str, object]] = []
    replayed = 0

    def wait_for(kind: str, text: str, nth: int = 1) -> dict[str, object]:
        def fitting() -> list[dict[str, object]]:
            return [line for line in heard if line["type"] == kind and text in json.dumps(line)]

        while len(fitting()) < nth:
            line = sys.stdin.readline()
            if not line:
                sys.exit(3)
            heard.append(json.loads(line))
        return fitting()[nth - 1]

    for raw in lines[:limit]:
        line = json.loads(raw)
        if line.get("isReplay"):
            replayed += 1
            line["uuid"] = wait_for("user", "uuid", replayed)["uuid"]
        elif line["type"] == "control_response" and line["response"]["request_id"] in ("hello", "stop"):
            wait_for("control_request", line["response"]["request_id"])
        sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")
        sys.stdout.flush()
        if line["type"] == "control_request":
            wait_for("control_response", line["request_id"])
    if limit == len(lines):
        heard += [json.loads(line) for line in sys.stdin]
    Path("heard.json").write_text(json.dumps(heard), encoding="utf-8")
    if words[1] == "--hang":
        time.sleep(60)


main()
