# SPDX-License-Identifier: Apache-2.0
"""What a running turn tells the engine: that its process is alive, and what its agent asks permission for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

from engine.agents.bounds import unfit
from engine.agents.protocol import (
    Listening,
    Permission,
    PermissionAnswer,
    Session,
    Unwatched,
    permission_policy,
)
from engine.definition.model import Role
from engine.kernel.events import (
    AgentStarted,
    MessageSent,
    MessageTaken,
    PermissionAnswered,
    PermissionAsked,
    PermissionDropped,
    TurnStarted,
)
from engine.placement import IsolationInForce
from engine.runtime.effects import Call

log = logging.getLogger("pilothouse.driver")

Asking = dict[tuple[str, int, int, str], "asyncio.Future[PermissionAnswer]"]
"""What waits for an answer: node, attempt, turn and id of the question."""


def tell_started(call: Call, name: str, pid: int, isolation: IsolationInForce, network: str = "open") -> None:
    """The process of the turn is alive; `name` is the backend's. None starts with a wider network than told here."""
    turn: TurnStarted = call.decision
    call.report(
        AgentStarted(
            node=turn.node,
            attempt=turn.attempt,
            turn=turn.turn,
            pid=pid,
            isolation=str(isolation),
            network=network,
            backend=name,
        )
    )


MOST_QUESTIONS, MOST_AT_ONCE = 1_000, 50
"""Questions of one turn that a person is asked, all in all and at the same time: each is a hold, and is on record."""
LARGEST = 1 << 20
"""Characters of what one asks for."""


class Watch(Unwatched):
    """Watches one turn of an agent for the journal. A question is answered by the role's policy, or by a person."""

    def __init__(self, call: Call, role: Role, asking: Asking) -> None:
        self._call = call
        self._role = role
        self._asking = asking
        self._isolation: IsolationInForce | None = None
        self._asked = self._waiting = 0

    def started(self, pid: int, isolation: IsolationInForce) -> None:
        self._isolation = isolation
        tell_started(self._call, self._role.agent, pid, isolation, self._role.network)

    async def permission(self, asked: Permission) -> PermissionAnswer:
        match permission_policy(self._role, self._isolation):
            case "allow":
                return PermissionAnswer(True)
            case "deny":
                return PermissionAnswer(False, "this role may not use what it would have to ask for")
        if problem := unfit(asked.input, LARGEST):
            return PermissionAnswer(False, f"the question cannot be put on record: {problem}")
        turn: TurnStarted = self._call.decision
        where: dict[str, Any] = {"node": turn.node, "attempt": turn.attempt, "turn": turn.turn, "ask": asked.id}
        key = (turn.node, turn.attempt, turn.turn, asked.id)
        if self._asked >= MOST_QUESTIONS or self._waiting >= MOST_AT_ONCE or key in self._asking:
            return PermissionAnswer(False, "too many questions of this turn were asked, or wait, already")
        answer: asyncio.Future[PermissionAnswer] = asyncio.get_running_loop().create_future()
        self._asking[key] = answer
        self._asked += 1
        self._waiting += 1
        try:
            self._call.report(PermissionAsked(**where, tool=asked.tool, input=dict(asked.input)))
            return await answer
        except asyncio.CancelledError:
            self._call.report(PermissionDropped(**where))
            raise
        finally:
            self._waiting -= 1
            self._asking.pop(key, None)


class TellAnswer:
    """Tell the waiting session what was answered."""

    def __init__(self, asking: Asking) -> None:
        self._asking = asking

    async def perform(self, call: Call) -> None:
        answered: PermissionAnswered = call.decision
        waiting = self._asking.get((answered.node, answered.attempt, answered.turn, answered.ask))
        if waiting is not None and not waiting.done():
            waiting.set_result(PermissionAnswer(answered.allow, answered.note))

    async def reconcile(self, call: Call) -> None:
        """The session that waited is gone."""


class PassOn:
    """Say what a person says to the running turn, where its session listens meanwhile."""

    def __init__(self, sessions: Mapping[tuple[str, int], Session]) -> None:
        self._sessions = sessions

    async def perform(self, call: Call) -> None:
        sent: MessageSent = call.decision
        node = call.state.nodes[sent.node]
        text = next((message.text for message in node.messages if message.id == sent.message_id), "")
        session: object = self._sessions.get((sent.node, sent.attempt))
        taken = False
        if isinstance(session, Listening) and text:
            try:
                taken = await session.send(text)
            except Exception:  # it can still be told with the next prompt
                log.exception("a message to %s could not be passed on", sent.node)
        self._tell(call, taken)

    async def reconcile(self, call: Call) -> None:
        """The turn it was said to is lost: the next prompt tells it, if need be once more."""
        self._tell(call, False)

    def _tell(self, call: Call, taken: bool) -> None:
        sent: MessageSent = call.decision
        call.report(
            MessageTaken(node=sent.node, attempt=sent.attempt, turn=sent.turn, message_id=sent.message_id, taken=taken)
        )
