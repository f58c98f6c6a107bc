# SPDX-License-Identifier: Apache-2.0
"""An engine that is embedded in the monitor serves its agents on the monitor's loop."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

from pydantic import JsonValue

from app.loop import AppLoop
from engine.agents.tools import Reply, Toolbox
from engine.agents.verdict import read_verdict
from engine.runtime.service import tool_service
from tests.helpers.tools import call


async def test_the_tools_are_served_on_the_monitors_loop_and_nothing_of_it_stays(tmp_path: Path) -> None:
    async def ask(kind: str, data: dict[str, JsonValue], key: str) -> Reply:
        await asyncio.sleep(0.01)
        return Reply(f"{kind} granted")

    loop = asyncio.get_running_loop()
    assert isinstance(loop, AppLoop)
    before = asyncio.all_tasks()
    async with tool_service() as service:
        with service.opened(Toolbox(tmp_path, {}, leads=False, ask=ask), "token", {}) as env:
            asked = [
                loop.run_in_executor(None, partial(call, env, "ask", question="?")),
                loop.run_in_executor(None, partial(call, env, "report_verdict", result="done")),
            ]
            replies = await asyncio.gather(*asked)

    assert [reply.status for reply in replies] == [200, 200]
    assert replies[0].text == "ask granted"
    assert read_verdict(tmp_path).result == "done"
    assert asyncio.all_tasks() == before
