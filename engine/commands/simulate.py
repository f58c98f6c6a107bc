# SPDX-License-Identifier: Apache-2.0
"""`simulate`: a workflow on a virtual clock, by a playbook, and every path that it can take."""

from __future__ import annotations

import sys
from argparse import Namespace
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from engine.agents import playbook as playbooks
from engine.commands.arguments import pairs
from engine.commands.output import document, exit_code, say
from engine.definition import coerce, freeze, load
from engine.definition.model import Input, Workflow
from engine.kernel import RunState, evolve
from engine.projections import narrate
from engine.projections.words import amount, duration, meter_name
from engine.runtime.explore import Explored, explore
from engine.runtime.simulate import Simulation, agreeable, by_playbook


def simulate(args: Namespace) -> int:
    """`pilothouse simulate WORKFLOW [--playbook FILE]`: spawns nothing, writes nothing."""
    workflow = freeze(load(args.workflow).workflow, python=sys.executable)
    inputs = coerce(workflow.inputs, _stand_ins(workflow) | pairs(args.input, "--input"))
    explored = explore(workflow, inputs, most=args.most)
    pauses = _pauses(workflow, explored)
    told: dict[str, Any] = {"workflow": workflow.name, "paths": _paths_json(explored) | {"paused_by": pauses}}
    code = 0
    if args.playbook:
        simulation = Simulation(workflow, inputs, by_playbook(_playbook(Path(args.playbook))), agreeable)
        state = simulation.run()
        code = exit_code(state.status)
        meters = {kind: meter.spent for kind, meter in state.meters.items()}
        told["run"] = {
            "state": state.status,
            "cause": state.cause or None,
            "spent": meters,
            "events": len(simulation.events),
        }
        if not args.json:
            past = RunState()
            for event in simulation.events:
                evolve(past, event)
                if event.body.type not in ("node_entered", "securing_started", "measuring_started"):
                    say(f"{event.seq:>5}  {duration(event.driven):>10}  {narrate(past, event)}")
            say(f"\nBy the playbook: {state.status}{f' ({state.cause})' if state.cause else ''}\n")
    if args.json:
        document(told)
    else:
        _say_paths(explored, pauses, args.paths)
    return code


def _pauses(workflow: Workflow, explored: Explored) -> dict[str, float]:
    """The budgets that the worst case reaches, with their caps: they pause the run before that."""
    budgets, found = workflow.budgets, dict[str, float]()
    held = any("budget" in path.cause for path in explored.paths)
    if budgets.turns is not None and held and explored.worst_turns >= budgets.turns:
        found["turns"] = budgets.turns
    if budgets.wall_clock is not None and explored.worst_ms > budgets.wall_clock:
        found["wall_clock"] = budgets.wall_clock
    return found


def _playbook(path: Path) -> playbooks.Playbook:
    return playbooks.parse(playbooks.read_text(path), file=path.name)


def _stand_ins(workflow: Workflow) -> dict[str, JsonValue]:
    """A value for every input that is asked at launch: a simulation asks nobody."""
    return {name: _stand_in(spec) for name, spec in workflow.inputs.items() if spec.required}


def _stand_in(spec: Input) -> JsonValue:
    match spec.type:
        case "int" | "number":
            return 1
        case "bool":
            return True
        case "choice":
            return spec.choices[0] if spec.choices else ""
        case "list":
            return ["one", "two"]
    return "simulated"


def _paths_json(explored: Explored) -> dict[str, Any]:
    return {
        "count": len(explored.paths),
        "complete": explored.complete,
        "worst_turns": explored.worst_turns,
        "worst_wall_clock_ms": explored.worst_ms,
        "ends": dict(explored.ends),
        "paths": [asdict(path) for path in explored.paths],
    }


def _say_paths(explored: Explored, pauses: dict[str, float], each: bool) -> None:
    more = "" if explored.complete else ", and there are more"
    say(f"{len(explored.paths)} paths{more}. At the worst {explored.worst_turns} turns, {duration(explored.worst_ms)}.")
    for kind, cap in pauses.items():
        unit = "turns" if kind == "turns" else meter_name(kind)
        say(f"The budget of {amount(kind, cap)} {unit} pauses it before that.")
    for end, count in explored.ends.most_common():
        say(f"  {count:>5}  {end}")
    if each:
        for number, path in enumerate(explored.paths, 1):
            say(f"\n{number}. {path.status}{f' ({path.cause})' if path.cause else ''}")
            for turn in path.turns:
                say(f"     {turn}")
