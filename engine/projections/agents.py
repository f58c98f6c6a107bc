# SPDX-License-Identifier: Apache-2.0
"""The agents of a run that are at work or held up now, one for each open attempt."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.definition.model import RunBlock
from engine.kernel.state import ROOT, Node, RunState
from engine.projections.shapes import node_state, usage_of
from engine.projections.views import AgentView

_DOING = {
    "open": "about to start",
    "turn": "starts",
    "secure": "its work is being secured",
    "measure": "its gates are being measured",
    "judge": "its gates are being judged",
    "judged": "its gates are being judged",
    "land": "its work is being brought in",
}


At = Callable[[int | None], str | None]


def agents_of(state: RunState, at: At, started: Mapping[tuple[str, int], str]) -> tuple[AgentView, ...]:
    """Every attempt of an agent that has not ended, in the order of the run.

    `at` gives the time of a journal line, `started` when the process of a node's attempt was seen to run.
    """
    if state.ended:
        return ()
    return tuple(_view(node, at, started) for node in state.nodes.values() if _is_open(node))


def _is_open(node: Node) -> bool:
    attempt = node.attempt
    if node.id == ROOT or node.outcome is not None or attempt is None or attempt.outcome is not None:
        return False
    return not isinstance(node.block, RunBlock)


def _view(node: Node, at: At, started: Mapping[tuple[str, int], str]) -> AgentView:
    attempt = node.attempt
    assert attempt is not None
    turn = attempt.turn
    pid = turn.pid if turn is not None and turn.ended_seq is None else None
    works = turn is not None and turn.ended_seq is None
    begun = started.get((node.id, attempt.n)) if pid is not None else None
    waits = node_state(node) == "waiting"
    usage = usage_of(attempt)
    return AgentView(
        node=node.id,
        attempt=attempt.n,
        turn=turn.n if turn is not None else 0,
        role=getattr(node.block, "role", None),
        backend=attempt.backend,
        model=attempt.model,
        isolation=attempt.isolation,
        pid=pid,
        state="waiting" if waits else "working" if works else "measuring",
        doing="needs you" if waits else _DOING.get(node.phase, ""),
        since=begun or (at(turn.started_seq) if turn is not None and works else at(attempt.opened_seq)) or "",
        spent=attempt.spent_ms,
        cost=usage["cost"] if usage is not None else None,
    )
