# SPDX-License-Identifier: Apache-2.0
"""Whether an agent can be spoken to, when it hears what is said, and what was said to it so far."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.agents import LISTENING
from engine.definition.model import RunBlock
from engine.kernel import events as ev
from engine.kernel.events import Event
from engine.kernel.messages import is_at_work
from engine.kernel.places import AGENTED, workflow_of
from engine.kernel.state import Node, RunState
from engine.projections.views import Hearing, MessageView

_NOT_NOW = {
    "open": "its attempt is about to start",
    "measure": "its turn has ended, and its gates are being measured",
    "judge": "its turn has ended, and its gates are being judged",
    "judged": "its turn has ended, and its gates are being judged",
    "land": "its work is done, and is being brought in",
}


def hearing_of(state: RunState, node: Node) -> Hearing | None:
    """When the agent of a block hears what is said to it now; None: the block has no attempt, or never any."""
    if node.attempt is None:
        return None
    if isinstance(node.block, RunBlock):
        return Hearing("not", "a command works here, and no agent")
    if not isinstance(node.block, AGENTED):
        return None
    if state.ended or node.outcome is not None or node.attempt.outcome is not None:
        return Hearing("not", "this attempt has ended")
    if node.hold is not None:
        return Hearing("not", "it needs you, and a note goes with your answer")
    if not is_at_work(node):
        return Hearing("not", _NOT_NOW.get(node.phase, "no turn of it runs"))
    turn = node.attempt.turn
    agent = node.attempt.backend or workflow_of(state, node).roles[node.block.role].agent
    runs = turn is not None and turn.ended_seq is None and turn.interrupt is None
    return Hearing("now" if agent in LISTENING and runs else "next")


def heard(so_far: tuple[MessageView, ...], event: Event) -> tuple[MessageView, ...]:
    """What was said to an agent, with one event more of it."""
    body = event.body
    if isinstance(body, ev.MessageGiven):
        return (*so_far, MessageView(body.message_id, event.seq, event.at, body.by.user or "", body.text))
    assert isinstance(body, ev.MessageSent | ev.MessageTaken)
    told: dict[str, Any] = {"attempt": body.attempt}
    if isinstance(body, ev.MessageTaken):
        told |= {"taken": body.taken, "taken_seq": event.seq, "taken_at": event.at}
    return tuple(replace(one, **told) if one.id == body.message_id else one for one in so_far)
