# SPDX-License-Identifier: Apache-2.0
"""A driver's whole life in a process of its own: launches the run, or goes on with it, and answers every hold."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import traceback
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engine.journal import RunFolder, RunStore, inbox
from engine.kernel.state import Hold
from engine.runtime.drive import drive, driving
from engine.runtime.driver import Driver
from engine.runtime.follow import was_launched
from engine.runtime.launch import Request, begin
from tests.crash.mortal import Points, all_points, new_points, watch_points

BRANCH = "work/r"


@dataclass(frozen=True)
class Life:
    """What a driver is given: the run, how holds are answered, and at which points it dies, once each.

    They are those of `part` of so many `parts` that are not in the file `seen` yet; with 0 parts it dies at none, and
    writes down what it comes by.
    """

    run: str
    workflow: str
    repository: str
    answers: Mapping[str, tuple[str, ...]]
    """By kind of hold, what is answered to the first, the second …; the last counts for those that follow."""
    seen: str
    part: int
    parts: int
    git: bool

    def __str__(self) -> str:
        return json.dumps(asdict(self))


def main(argument: str) -> None:
    """Never returns: exits with 0 once the run has ended, with 1 and its traceback where it failed."""
    life = Life(**json.loads(argument))
    seen = Path(life.seen)
    points = Points(new_points(seen, life.part, life.parts) if life.parts else all_points(seen))
    watch_points(points, git=life.git)
    code = 1
    try:
        asyncio.run(_live(life))
        code = 0
    except BaseException:  # noqa: BLE001 - whatever it is, the test is to see it
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


async def _live(life: Life) -> None:
    store = RunStore()
    folder, ledger = RunFolder(store.runs_dir / life.run), None
    if not was_launched(folder):
        asked = Request(
            workflow=life.workflow, repository=Path(life.repository), branch=BRANCH, run_id=life.run, via="test"
        )
        folder, ledger = await begin(asked, store)
    async with driving(folder, store.data_dir, ledger=ledger) as driver:
        if driver.state.ended:
            return
        answering = asyncio.create_task(_answer(driver, folder, life.answers))
        await drive(driver, folder, stay=True)
        answering.cancel()


async def _answer(driver: Driver, folder: RunFolder, answers: Mapping[str, tuple[str, ...]]) -> None:
    """Answer each hold through the inbox, as a person's process would; never twice."""
    while True:
        await asyncio.sleep(0.02)
        if any(folder.inbox.glob("*.json")):
            continue
        for hold in driver.state.open_holds:
            command = _command(hold, answers.get(hold.kind, ("quit",)), driver)
            await asyncio.to_thread(inbox.post, folder.inbox, command)


def _command(hold: Hold, answers: tuple[str, ...], driver: Driver) -> dict[str, Any]:
    before = sum(other.kind == hold.kind and other.seq < hold.seq for other in driver.state.holds.values())
    answer = answers[min(before, len(answers) - 1)]
    if answer == "raise":
        return {"command": "raise", "kind": str(hold.evidence["budget"]), "amount": 1, "via": "test"}
    return {"command": "answer", "hold": hold.id, "answer": answer, "note": "A note.", "via": "test"}
