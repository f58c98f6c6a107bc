# SPDX-License-Identifier: Apache-2.0
"""What a durable record costs, beside a bare fdatasync on the same disk, and what loading a long journal costs."""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import time
from pathlib import Path

import pytest

from engine.journal import Draft, Journal, read

CHAIN = 1000
# A busy machine is not a fault of the journal: the bounds that fail a run are twice the targets.
SLACK = float(os.environ.get("PILOTHOUSE_BENCH_SLACK", "2"))
DRAFT = Draft("turn_ended", {"reason": "end_turn", "text": "x" * 60}, node="approaches[minimal]/fix", attempt=1)


def say(figures: str) -> None:
    sys.stdout.write(f"\n{figures}\n")


@pytest.fixture
def raw_us(tmp_path: Path) -> float:
    """Median microseconds of an append of 300 bytes with fdatasync, done on no loop and no thread."""
    handle = os.open(tmp_path / "raw", os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    taken = []
    try:
        for _ in range(CHAIN):
            start = time.perf_counter()
            os.write(handle, b"x" * 299 + b"\n")
            os.fdatasync(handle)
            taken.append((time.perf_counter() - start) * 1e6)
    finally:
        os.close(handle)
    return statistics.median(taken)


async def test_a_durable_record_in_a_chain(tmp_path: Path, raw_us: float) -> None:
    taken = []
    async with await Journal.open(tmp_path / "journal.jsonl") as journal:
        for _ in range(CHAIN):
            start = time.perf_counter()
            journal.append([DRAFT])
            await journal.sync()
            taken.append((time.perf_counter() - start) * 1e6)
        assert journal.syncs == CHAIN
    median, size = statistics.median(taken), journal.path.stat().st_size / CHAIN

    say(f"chain: {median:.0f} us a record ({median / raw_us:.1f} x raw, {raw_us:.0f} us), {size:.0f} bytes")
    assert median <= 300 * SLACK
    assert size <= 400


async def test_two_hundred_waiters_share_few_barriers(tmp_path: Path) -> None:
    async with await Journal.open(tmp_path / "journal.jsonl") as journal:

        async def step() -> None:
            for _ in range(2):
                journal.append([DRAFT])
                await journal.sync()

        start = time.perf_counter()
        async with asyncio.TaskGroup() as group:
            for _ in range(200):
                group.create_task(step())
        taken = (time.perf_counter() - start) * 1e3

    say(f"fan-out of 200, two records each: {taken:.1f} ms, {journal.syncs} barriers")
    assert taken <= 60 * SLACK
    assert journal.syncs <= 4


@pytest.mark.parametrize(("count", "bound_ms"), [(2_000, 50), (100_000, 1000)])
async def test_loading(count: int, bound_ms: int, tmp_path: Path) -> None:
    async with await Journal.open(tmp_path / "journal.jsonl") as journal:
        for _ in range(count // 1000):
            journal.append([DRAFT] * 1000)
            await journal.sync()
    taken = []
    for _ in range(3):
        start = time.thread_time()  # others may be using the machine
        assert len(read(journal.path).records) == count
        taken.append((time.thread_time() - start) * 1e3)

    say(f"load of {count} records: {min(taken):.0f} ms of processor time")
    assert min(taken) <= bound_ms * SLACK
