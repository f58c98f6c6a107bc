# SPDX-License-Identifier: Apache-2.0
"""DBOS with its SQLite system database: steps of one workflow, in turn or gathered."""

from __future__ import annotations

import asyncio
import sys

import pysqlite3

sys.modules["sqlite3"] = pysqlite3  # DBOS needs a newer SQLite than many systems have

from common import COUNT, FOLDER, WHAT, in_step, timed  # noqa: E402
from dbos import DBOS, SetWorkflowID  # noqa: E402

STEPS = COUNT + (2 if WHAT in ("until-killed", "resume") else 0)
DBOS(
    config={
        "name": "bench",
        "system_database_url": f"sqlite:///{FOLDER / 'dbos.sqlite'}",
        "log_level": "ERROR",
        "run_admin_server": False,
        "application_version": "1",
        "executor_id": "one",
    }
)


@DBOS.step()
def step(n: int) -> int:
    in_step(n)
    return n + 1


@DBOS.step()
async def one(n: int) -> int:
    return n


@DBOS.workflow()
def chain() -> int:
    n = 0
    while n < STEPS:
        n = step(n)
    return n


@DBOS.workflow()
async def fan_out() -> int:
    return len(await asyncio.gather(*(one(n) for n in range(COUNT))))


async def run_async() -> int:
    return await fan_out()


def run() -> None:
    with SetWorkflowID("1"):
        assert (asyncio.run(run_async()) if WHAT == "fan-out" else chain()) == STEPS


DBOS.launch()
if WHAT == "resume":
    DBOS.retrieve_workflow("1").get_result()  # the launch went on with it
timed(run)
DBOS.destroy()
