# SPDX-License-Identifier: Apache-2.0
"""Burr with its SQLite persister, which saves the state after each action."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

from burr.core import Application, ApplicationBuilder, State, action, expr
from burr.core.parallelism import MapStates
from burr.core.persistence import SQLitePersister
from common import COUNT, FOLDER, WHAT, in_step, timed

STEPS = COUNT + (2 if WHAT in ("until-killed", "resume") else 0)
logging.disable(logging.WARNING)  # it warns of every saver that is copied


@action(reads=["n"], writes=["n"])
def step(state: State) -> State:
    in_step(state["n"])
    return state.update(n=state["n"] + 1)


@action(reads=["n"], writes=["n"])
def end(state: State) -> State:
    return state


class All(MapStates):
    """So many steps at once."""

    def action(self, state: State, inputs: dict[str, Any]) -> Any:
        return step

    def states(self, state: State, context: Any, inputs: dict[str, Any]) -> Iterator[State]:
        return (state.update(n=n) for n in range(COUNT))

    def reduce(self, state: State, states: Iterator[State]) -> State:
        return state.update(n=sum(1 for _ in states))

    @property
    def reads(self) -> list[str]:
        return ["n"]

    @property
    def writes(self) -> list[str]:
        return ["n"]


# Made by its constructor: one made by `from_values` cannot be copied, which its own parallel actions do.
saver = SQLitePersister(str(FOLDER / "burr.sqlite"), connect_kwargs={"check_same_thread": False, "timeout": 60})
saver.initialize()


def application() -> Application:
    builder = ApplicationBuilder().with_identifiers(app_id="1").with_state_persister(saver)
    if WHAT == "fan-out":
        builder = builder.with_actions(step=All(), end=end).with_transitions(("step", "end"))
    else:
        again = ("step", "step", expr(f"n < {STEPS}"))
        builder = builder.with_actions(step=step, end=end).with_transitions(again, ("step", "end"))
    if WHAT == "resume":
        builder = builder.initialize_from(
            saver, resume_at_next_action=True, default_state={"n": 0}, default_entrypoint="step"
        )
    else:
        builder = builder.with_state(n=0).with_entrypoint("step")
    return builder.build()


app = application()


def run() -> None:
    _, _, state = app.run(halt_after=["end"])
    assert state["n"] == STEPS, state


timed(run)
