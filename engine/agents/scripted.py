# SPDX-License-Identifier: Apache-2.0
"""The `scripted` backend: acts a playbook, as a real process with real edits, commands and commits."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from engine.agents.files import replace_inside
from engine.agents.playbook import from_data
from engine.agents.process_turn import Invocation, ProcessSession, own_output
from engine.agents.protocol import Capabilities, Session, Turn
from engine.agents.scripted_turn import ScriptedTurn
from engine.agents.scripted_worker import ASKS
from engine.errors import UsageError

SCRIPT = "script.json"
_WORKER = Path(__file__).with_name("scripted_worker.py")


class ScriptedBackend:
    """The agent of the demo, of simulations and of tests: its model is a playbook, all else is real."""

    name = "scripted"
    capabilities = Capabilities(resume=False, interrupt=True, messages=False, usage="live", tools="in-band")
    """A turn that was cut is acted again by a fresh attempt: the playbook knows no half turns."""

    async def start(self, session: str) -> Session:
        return ProcessSession(_invocation)

    async def resume(self, session: str) -> Session:
        return ProcessSession(_invocation)


def _invocation(turn: Turn) -> Invocation:
    """Our own interpreter on the worker, with the attempt's script beside the prompt.

    Raises:
        UsageError: there is no playbook, or it is faulty.
    """
    data = turn.role.playbook if turn.playbook is None else turn.playbook
    if data is None:
        raise UsageError(f"the scripted agent of {turn.node!r} has no playbook; give one with --playbook FILE.")
    turns = from_data(data).turns(turn.node, turn.attempt)
    script = json.dumps([[(step.key, step.value) for step in steps] for steps in turns])
    replace_inside(turn.attempt_dir, SCRIPT, script.encode())
    path = turn.attempt_dir / SCRIPT
    return Invocation(
        argv=(sys.executable, "-I", "-S", str(_WORKER), str(path)),
        output=ScriptedTurn if any(step.key == ASKS for steps in turns for step in steps) else own_output,
        raw="raw.jsonl",
        says_stop=True,
        readable=(path,),
        env={"PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)))},
        always_stops=True,
    )
