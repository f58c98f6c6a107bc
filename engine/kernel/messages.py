# SPDX-License-Identifier: Apache-2.0
"""What a person says to an agent at work: passed on while its turn runs, or told with its next prompt."""

from __future__ import annotations

from engine.kernel.events import MessageSent
from engine.kernel.places import AGENTED
from engine.kernel.state import Attempt, NextTurn, Node


def is_at_work(node: Node) -> bool:
    """Whether a message would reach an agent: a turn of it runs, or what one left is being secured."""
    if not isinstance(node.block, AGENTED):
        return False
    attempt = node.attempt
    working = attempt is not None and attempt.outcome is None and bool(attempt.turns)
    return node.outcome is None and node.hold is None and working and node.phase in ("turn", "secure")


def pass_on(node: Node, attempt: Attempt) -> MessageSent | None:
    """The next message that the running turn has not been given."""
    assert attempt.turn is not None
    here = (attempt.n, attempt.turn.n)
    for message in node.messages:
        if message.sent != here:
            return MessageSent(node=node.id, attempt=attempt.n, turn=attempt.turn.n, message_id=message.id)
    return None


def on_its_way(node: Node) -> bool:
    """Whether it is not known yet if the turn takes a message: the next turn waits for that."""
    return any(message.pending for message in node.messages)


def with_messages(node: Node, wanted: NextTurn) -> NextTurn:
    """The next turn, told what is still unsaid."""
    if not node.messages:
        return wanted
    told = [message.text for message in node.messages]
    if wanted.kind != "message":
        told = [f"A person says: {text}" for text in told]
    return NextTurn(wanted.kind, wanted.reasons, "\n\n".join(filter(None, (wanted.feedback, *told))))
