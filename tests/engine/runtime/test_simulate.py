# SPDX-License-Identifier: Apache-2.0
"""Simulation: a whole run on a virtual clock, and every path that a workflow can take."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import JsonValue

from engine.agents.playbook import parse
from engine.definition import bundled, load
from engine.definition.model import (
    AllGate,
    CommandGate,
    CommitGate,
    FileGate,
    Gate,
    NotGate,
    RedGreenGate,
    Role,
    ScopeGate,
    StepBlock,
    TestsGate,
    UnweakenedGate,
    VerdictGate,
    Workflow,
)
from engine.kernel.judging import judge_all, leaves
from engine.kernel.replay import replay
from engine.kernel.state import Hold, RunState
from engine.runtime.explore import explore
from engine.runtime.simulate import Simulation, agreeable, by_playbook, facts_of, nobody, wanted

GATES: list[Gate] = [
    CommitGate(),
    FileGate(path="a"),
    TestsGate(),
    CommandGate(argv=("x",)),
    ScopeGate(allow=("a",)),
    UnweakenedGate(),
    RedGreenGate(),
]


def step(id_: str, *gates: Gate) -> StepBlock:
    return StepBlock(id=id_, role="a", goal="g", gate=gates or (VerdictGate(),))


def flow(*blocks: StepBlock) -> Workflow:
    return Workflow(name="w", roles={"a": Role(agent="command", argv=("x",))}, do=blocks)


@pytest.mark.parametrize("clears", [True, False])
@pytest.mark.parametrize("gate", GATES, ids=lambda gate: gate.kind)
def test_simulated_facts_are_judged_as_meant_by_the_same_rules_as_real_ones(gate: Gate, clears: bool) -> None:
    for whole in (gate, NotGate(of=gate), AllGate(of=(gate, gate))):
        want = wanted((whole,), clears)
        facts = {key: facts_of(leaf, want[key]) for key, leaf in leaves((whole,))}
        [outcome] = judge_all((whole,), facts, {}, {})

        assert (outcome.outcome == "cleared") is clears, outcome


PLAYBOOK = """
playbook: 1
nodes:
  one:
    - turns: [{crash: 139}]
    - turns: [{verdict: done, takes: 5s, usage: {input: 10, output: 5, cost: 0.5}}]
  two:
    - turns: [{say: hm}, {verdict: done, takes: 1s}]
"""


def test_a_playbook_is_acted_on_a_virtual_clock() -> None:
    simulation = Simulation(flow(step("one"), step("two")), {}, by_playbook(parse(PLAYBOOK)), nobody)
    state = simulation.run()

    assert state.status == "succeeded"
    assert [attempt.outcome for attempt in state.nodes["one"].attempts] == ["failed", "cleared"]
    assert [turn.kind for turn in state.nodes["two"].attempts[0].turns] == ["goal", "reprompt"]
    assert (state.driven, state.meters["turns"].spent, state.meters["cost"].spent) == (6000, 4, 0.5)
    assert replay(simulation.events).difference is None


def test_a_permission_waits_for_a_person_where_the_role_says_so() -> None:
    script = parse("""
playbook: 1
nodes:
  one:
    - turns: [{ask_permission: [[rm, -rf, build], [git, gc]], verdict: done, takes: 5s}]
""")
    workflow = flow(step("one"))
    asking = workflow.roles["a"].model_copy(update={"permissions": "ask"})
    asks = workflow.model_copy(update={"roles": {"a": asking}})
    held = Simulation(asks, {}, by_playbook(script), nobody)

    assert held.run().status == "paused"
    [hold] = held.state.open_holds
    assert (hold.kind, hold.evidence["input"]) == ("permission", {"command": ["rm", "-rf", "build"]})

    given = {"allow": 2, "allow_attempt": 1, "deny": 2}
    for answer, times in given.items():

        def person(state: RunState, hold: Hold, answer: str = answer) -> tuple[str, str]:
            return answer, ""

        simulation = Simulation(asks, {}, by_playbook(script), person)
        assert simulation.run().status == "succeeded"
        assert sum(event.body.type == "hold_opened" for event in simulation.events) == times
        assert replay(simulation.events).difference is None
    assert Simulation(asks, {}, by_playbook(script), agreeable).run().status == "succeeded"
    assert not Simulation(workflow, {}, by_playbook(script), nobody).run().holds


def test_every_path_ends_in_success_a_hold_or_an_end() -> None:
    explored = explore(flow(step("one")), {})

    assert explored.complete
    assert set(explored.ends) == {"succeeded", "paused (gate)", "paused (failure)"}
    assert len({path.turns for path in explored.paths}) == len(explored.paths)
    assert explored.worst_turns == 4
    assert 3 * 3_600_000 < explored.worst_ms <= 4 * 3_600_000


def test_what_is_left_out_is_said() -> None:
    explored = explore(flow(*(step(f"s{n}") for n in range(5))), {}, most=50)

    assert (len(explored.paths), explored.complete) == (50, False)


@pytest.mark.parametrize("name", sorted(bundled()))
def test_every_bundled_workflow_has_no_dead_end(name: str) -> None:
    workflow = load(name).workflow
    inputs: dict[str, JsonValue] = {
        key: spec.default or (["one", "two"] if spec.type == "list" else "x") for key, spec in workflow.inputs.items()
    }
    explored = explore(workflow, inputs, most=300)

    assert {path.status for path in explored.paths} <= {"succeeded", "paused", "failed"}
    assert "succeeded" in {path.status for path in explored.paths}


def test_the_demo_goes_through_by_its_playbook() -> None:
    root = Path(__file__).parents[3]
    workflow = load("fix-bug").workflow
    script = parse((root / "resources/demo/playbook.yaml").read_text(encoding="utf-8"))
    state = Simulation(workflow, {"report": "r"}, by_playbook(script), agreeable).run()

    assert state.status == "succeeded"
