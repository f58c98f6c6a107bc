# SPDX-License-Identifier: Apache-2.0
"""`evolve`: fold one event into the state. One function an event kind, in `folds`; nothing there decides."""

from __future__ import annotations

from engine.definition.model import OrchestrateBlock, ParallelBlock
from engine.kernel import events as ev
from engine.kernel.events import Event
from engine.kernel.folds import effects, runs, talk, tree, turns
from engine.kernel.folds.marks import answered_hold, touch, touch_inside
from engine.kernel.places import above_of
from engine.kernel.state import Node, Outstanding, RunState, effect_key

_HANDLERS = runs.HANDLERS | tree.HANDLERS | turns.HANDLERS | effects.HANDLERS | talk.HANDLERS


def evolve(state: RunState, event: Event) -> None:
    """Fold `event` into `state`, which is changed in place."""
    state.last_seq = event.seq
    state.last_at = event.at
    state.driven = event.driven
    wall_clock = state.meters.get("wall_clock")
    if wall_clock is not None:
        wall_clock.spent = event.driven
    body = event.body
    by = vars(body).get("by")
    if by is not None and by.command is not None:
        state.commands[by.command] = event.seq
    if isinstance(body, ev.Decision) and body.effect:
        state.outstanding[effect_key(body)] = Outstanding(event.seq, body)
    owner = body.parent if isinstance(body, ev.NodeEntered) else body.node
    node = state.nodes.get(owner) if owner is not None else None
    answered = answered_hold(state, node) if isinstance(body, ev.Decision) else None
    _HANDLERS[body.type](state, event, body)
    if node is not None and answered is not None and node.hold == answered.id:
        node.hold = None
        touch(state, node.id)
    if node is not None:
        _tell_sharers(state, node)


def _tell_sharers(state: RunState, node: Node) -> None:
    """Whoever waits for a shared checkout looks again after anything that happens to one of those who share it."""
    for above in (node, *above_of(state, node)):
        if isinstance(above.block, (ParallelBlock, OrchestrateBlock)) and above.block.workspace == "shared":
            touch_inside(state, above)
            touch(state, above.id)
