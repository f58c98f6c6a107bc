# SPDX-License-Identifier: Apache-2.0
"""Searching a gigabyte of transcripts: seconds, and little memory."""

from __future__ import annotations

import json
import resource
import sys
import time
from pathlib import Path

from engine.journal import RunFolder
from engine.projections.search import search

RUNS, MEGABYTES = 16, 64


def test_a_gigabyte(tmp_path: Path) -> None:
    words = "The quick brown fox jumps over the lazy dog, and then it does the same again. " * 12
    line = json.dumps({"kind": "message", "turn": 1, "at_ms": 1, "text": words}).encode() + b"\n"
    block = line * ((1 << 20) // len(line))
    for n in range(RUNS):
        folder = RunFolder(tmp_path / f"runs/r{n:02}")
        (folder.attempts / "s").mkdir(parents=True)
        with (folder.make_attempt("s", 1) / "transcript.jsonl").open("wb") as file:
            for _ in range(MEGABYTES):
                file.write(block)
            file.write(json.dumps({"kind": "message", "text": f"Needle {n}"}).encode() + b"\n")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    began, busy = time.perf_counter(), time.process_time()
    found = list(search(tmp_path, "needle"))
    took, busy = time.perf_counter() - began, time.process_time() - busy

    more = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    size = RUNS * MEGABYTES / 1024
    sys.stdout.write(f"search: {size:g} GiB in {took:.1f} s ({busy:.1f} s of CPU), {more:.0f} MiB more memory\n")
    assert len(found) == RUNS
    assert busy < 15
    assert more < 100
