# SPDX-License-Identifier: Apache-2.0
"""Opening a transcript of 100,000 entries and 50 MB, and what a supervised process costs. Prints its figures."""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import time
from pathlib import Path

import psutil

from engine.agents.transcript import Limits, TranscriptReader, TranscriptWriter
from engine.placement import ProcessSpec, environment, isolation_for, run

ENTRIES = 100_000
SLACK = float(os.environ.get("PILOTHOUSE_BENCH_SLACK", "2"))


def say(figures: str) -> None:
    sys.stdout.write(f"\n{figures}\n")


def test_a_large_transcript_opens_at_once(tmp_path: Path) -> None:
    writer = TranscriptWriter(tmp_path, 1, "raw.log", Limits(transcript=1 << 30))
    for _ in range(ENTRIES):
        writer.add("message", "word word word word word\n" * 18)
    writer.close()
    before, began = psutil.Process().memory_info().rss, time.process_time()  # a busy machine is not a fault of ours

    with TranscriptReader(tmp_path / "transcript.jsonl") as reader:
        count = reader.refresh()
        opened = time.process_time() - began
        grown = (psutil.Process().memory_info().rss - before) / 1e6
        began = time.perf_counter()
        for i in range(0, ENTRIES, 100):
            reader.entry(i)
        each = (time.perf_counter() - began) / (ENTRIES / 100) * 1e6

    say(f"{ENTRIES} entries: opened in {opened * 1000:.0f} ms, {grown:.1f} MB more, {each:.0f} us an entry")
    assert count == ENTRIES
    assert opened < 0.2 * SLACK
    assert grown < 40


async def test_a_supervised_process_costs_little(tmp_path: Path) -> None:
    isolation = isolation_for(None)
    spec = ProcessSpec(("true",), tmp_path, environment(isolation=isolation), "ph-bench", isolation=isolation)
    taken = []
    for _ in range(20):
        began = time.perf_counter()
        await run(spec, lambda *_: None)
        taken.append(time.perf_counter() - began)

    say(f"one process, {isolation}: median {statistics.median(taken) * 1000:.0f} ms")
    began = time.perf_counter()
    async with asyncio.TaskGroup() as group:
        for _ in range(40):
            group.create_task(run(spec, lambda *_: None))
    say(f"40 at once: {(time.perf_counter() - began) * 1000:.0f} ms")
    assert statistics.median(taken) < 0.2 * SLACK
