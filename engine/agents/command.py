# SPDX-License-Identifier: Apache-2.0
"""The `command` backend: any executable. One process is one turn: the prompt on stdin, paths in the environment."""

from __future__ import annotations

import sys

from engine.agents.process_turn import Invocation, ProcessSession, jsonl_output, text_output
from engine.agents.protocol import Capabilities, Session, Turn
from engine.errors import UsageError


class CommandBackend:
    """Any executable that reads a prompt and works in its working directory."""

    name = "command"
    capabilities = Capabilities(resume=True, interrupt=True, messages=False, usage="live", tools="http")

    async def start(self, session: str) -> Session:
        return ProcessSession(invocation_of_role)

    async def resume(self, session: str) -> Session:
        return ProcessSession(invocation_of_role)


def invocation_of_role(turn: Turn) -> Invocation:
    """What the role says: `{python}` is the interpreter that runs us, a path with a slash is beside the workflow.

    Raises:
        UsageError: the role has no `argv`.
    """
    if not turn.role.argv:
        raise UsageError("a role with `agent: command` needs `argv`; add it to the workflow.")
    argv = [sys.executable if word == "{python}" else word for word in turn.role.argv]
    if "/" in argv[0] and turn.workflow_dir is not None:
        argv[0] = str(turn.workflow_dir / argv[0])
    if turn.role.output == "jsonl":
        return Invocation(tuple(argv), jsonl_output, "raw.jsonl", says_stop=True)
    return Invocation(tuple(argv), text_output, "raw.log")
