# SPDX-License-Identifier: Apache-2.0
"""Opening what has grown: a run of 100,000 records, a data directory of 2,000 runs; each in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

from engine.definition.model import Workflow
from tests.helpers import stories
from tests.helpers.nested import ROLES, step
from tests.helpers.stories import START, Story

ROOT = Path(__file__).parents[2]
RECORDS, RUNS = 100_000, 2_000
SLACK = float(os.environ.get("PILOTHOUSE_BENCH_SLACK", "2"))

OPEN = """
import gc, json, sys, time
gc.disable()  # as in the app, whose window alone collects
begun = time.perf_counter()
from pathlib import Path
import psutil
from engine.projections import Fleet
from engine.projections.fleet import Focus

fleet, focus = Fleet(Path(sys.argv[1])), Focus(sys.argv[2]) if sys.argv[2] else None
first, more = None, True
while more:
    change = fleet.poll(focus)
    more = change.more
    if first is None and (change.picture or not focus):
        first = time.perf_counter() - begun
print(json.dumps({
    "first": first,
    "whole": time.perf_counter() - begun,
    "cpu": time.process_time(),
    "mib": psutil.Process().memory_info().rss / 2**20,
    "rows": change.picture.first + len(change.picture.rows) if change.picture else len(change.summaries),
}))
"""


def _long_run(data_dir: Path) -> int:
    count = RECORDS // 13
    names = [f"step-{n}" for n in range(count)]
    workflow = Workflow.model_validate({"name": "long", "roles": ROLES, "do": [step(name) for name in names]})
    story = Story("long", workflow=workflow)
    for place, name in enumerate(names):
        story.enter(name, place).open(name).turn(name).end(name, took=400).secure(name)
        story.judge(name, verdict=("cleared", "done")).settle(name)
    story.write(data_dir)
    return len(story.events)


def _open(data_dir: Path, run: str) -> dict[str, float]:
    argv = [sys.executable, "-c", OPEN, str(data_dir), run]
    done = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, timeout=600, check=True)
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return figures


def _say(what: str, figures: dict[str, float]) -> None:
    sys.stdout.write(
        f"\n{what}: first picture {figures['first']:.2f} s, whole {figures['whole']:.2f} s ({figures['cpu']:.2f} s of "
        f"CPU), {figures['mib']:.0f} MiB; load {os.getloadavg()[0]:.1f}"
    )


def _calm() -> bool:
    return os.getloadavg()[0] <= (os.cpu_count() or 1) + 1


def test_a_run_of_100_000_records_is_on_screen_at_once(tmp_path: Path) -> None:
    count = _long_run(tmp_path)
    assert count >= RECORDS

    cold = _open(tmp_path, "long")
    again = _open(tmp_path, "long")

    _say(f"a run of {count:,} records, never opened before", cold)
    _say("the same, opened again", again)
    assert cold["rows"] == again["rows"]
    assert max(cold["mib"], again["mib"]) < 300
    assert max(cold["first"], again["whole"]) < 1.5 * SLACK or not _calm()


def test_a_data_directory_of_2_000_runs_is_listed_at_once(tmp_path: Path) -> None:
    for n in range(RUNS):
        start = START + timedelta(minutes=n)
        stories.finished_story(f"r-{n:04d}", report=f"Run {n}", repository=f"/src/p{n % 9}", start=start).write(
            tmp_path
        )

    cold = _open(tmp_path, "")
    again = _open(tmp_path, "")

    _say(f"{RUNS:,} runs, without any cache", cold)
    _say("the same, listed again", again)
    assert cold["rows"] == again["rows"] == RUNS
    assert again["whole"] < 1.0 * SLACK or not _calm()
