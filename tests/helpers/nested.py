# SPDX-License-Identifier: Apache-2.0
"""A run with every kind of block, told by the kernel itself on a virtual clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

from pydantic import JsonValue

from engine.definition.model import Workflow
from engine.kernel import RunState
from engine.kernel import events as ev
from engine.kernel.state import Hold
from engine.runtime.simulate import Deed, Simulation
from tests.helpers.stories import START, Story

ROLES = {"fixer": {"agent": "scripted"}, "reviewer": {"agent": "scripted"}}
VERDICT = [{"kind": "verdict"}]


def step(id_: str, role: str = "fixer", gate: list[dict[str, Any]] | None = None, **more: Any) -> dict[str, Any]:
    return {"kind": "step", "id": id_, "role": role, "goal": "Do it.", "gate": gate or VERDICT, **more}


def nested_workflow(**changes: Any) -> Workflow:
    """Race three approaches, polish in rounds, have a lead document it, hand over."""
    blocks = [
        step("reproduce", budget={"turns": 4}),
        {
            "kind": "parallel",
            "id": "approaches",
            "title": "Race the approaches",
            "for_each": {"list": "inputs.approaches", "as": "item", "key": "item"},
            "join": 1,
            "do": [step("fix")],
        },
        {
            "kind": "loop",
            "id": "polish",
            "max": 4,
            "until": [{"kind": "verdict", "of": "review"}],
            "do": [step("review", "reviewer"), step("mend")],
        },
        {
            "kind": "orchestrate",
            "id": "crew",
            "role": "fixer",
            "goal": "Document it.",
            "gate": VERDICT,
            "children": {"roles": ["fixer"], "max": 4, "max_concurrent": 2},
        },
        step("hand-over", gate=[{"kind": "verdict"}, {"kind": "approval"}]),
    ]
    fields = {
        "name": "nested",
        "title": "Race, polish, document",
        "inputs": {"approaches": {"type": "list", "default": ["minimal", "refactor", "rewrite"]}},
        "roles": ROLES,
        "budgets": {"turns": 60, "wall_clock": 3_600_000, "tokens": 200_000},
        "do": blocks,
    }
    return Workflow.model_validate(fields | changes)


def nested_deed(state: RunState, turn: ev.TurnStarted) -> Deed:
    """Reviews ask for changes twice; the lead spawns two children."""
    usage = ev.Usage(requests=2, input=3_000, output=400)
    if turn.node.endswith("/review"):
        return Deed("revises" if turn.node.startswith(("polish[1]", "polish[2]")) else "clears", usage=usage)
    if turn.node == "crew" and turn.turn == 1:
        asked: list[tuple[str, dict[str, JsonValue]]] = [
            ("spawn", {"role": "fixer", "goal": goal}) for goal in ("the guide", "the reference")
        ]
        return Deed("clears", usage=usage, requests=asked)
    return Deed("clears", usage=usage, takes=20_000 + 7_000 * len(turn.node))


def story_of(
    workflow: Workflow,
    agent: Callable[[RunState, ev.TurnStarted], Deed] = nested_deed,
    *,
    run: str = "nested",
    inputs: dict[str, Any] | None = None,
    person: Callable[[RunState, Hold], tuple[str, str] | None] = lambda state, hold: None,
) -> Story:
    """The simulated run as a story whose clock is the driving time."""
    given = {name: spec.default for name, spec in workflow.inputs.items()} | (inputs or {})
    simulation = Simulation(workflow, given, agent, person)
    simulation.run()
    told = Story(run, workflow=workflow)
    first = told.events[0]
    created = first.body.model_copy(update={"inputs": given})
    told.events = [replace(first, body=created), *simulation.events[1:]]
    told.events = [replace(event, at=_at(event.driven)) for event in told.events]
    return told


def _at(driven: int) -> str:
    return (START + timedelta(milliseconds=driven)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def nested_story(run: str = "nested", **changes: Any) -> Story:
    """The run, up to the approval at its end."""
    return story_of(nested_workflow(**changes), run=run)


def crew_at_work(run: str, agents: int, *, later: int = 0, **more: Any) -> tuple[Story, tuple[str, ...]]:
    """A run whose agents all work at this moment, and the steps they work on; then `later` signs of life, 1 s apart."""
    steps = [step(f"part-{n}", gate=[{"kind": "verdict"}, {"kind": "commit"}]) for n in range(1, agents + 1)]
    fan_out = {"kind": "parallel", "id": "crew", "join": "all", "do": steps}
    workflow = nested_workflow(name="crew", budgets={"turns": 60}, do=[fan_out])  # tokens would be reserved, one by one
    told = Story(run, workflow=workflow, **more)
    simulation = Simulation(workflow, {}, nested_deed, lambda state, hold: None)
    told.events[2:] = []
    told.add(*(event.body for event in simulation.events[1:]), after=5)
    begun = [decision for decision in simulation.waiting if isinstance(decision, ev.TurnStarted)]
    told.add(
        *(
            ev.AgentStarted(
                node=turn.node,
                attempt=turn.attempt,
                turn=turn.turn,
                pid=6_000 + place,
                isolation="sandboxed",
                backend="scripted",
            )
            for place, turn in enumerate(begun)
        ),
        after=40,
    )
    told.add(*(ev.Heartbeat() for _ in range(later)), after=1_000)
    return told, tuple(turn.node for turn in begun)
