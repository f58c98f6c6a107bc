# SPDX-License-Identifier: Apache-2.0
"""What a person says to an agent at work: passed on, or told with the next prompt, and never lost."""

from __future__ import annotations

from typing import Any

import pytest

from engine.definition.model import (
    AttemptBudget,
    Budgets,
    ParallelBlock,
    Role,
    RunBlock,
    StepBlock,
    VerdictGate,
    Workflow,
)
from engine.errors import Refused, UsageError
from engine.kernel import decide, fold, replay
from engine.kernel import events as ev
from engine.kernel.messages import is_at_work
from engine.runtime.operator import observe_command
from tests.engine.kernel.world import World

ROLES = {"a": Role(agent="command", argv=("x",))}
WHERE: dict[str, Any] = {"node": "one", "attempt": 1, "turn": 1}


def working(listens: bool) -> World:
    step = StepBlock(id="one", role="a", goal="g", gate=(VerdictGate(),))
    world = World(Workflow(name="w", roles=ROLES, do=(step,)))
    world.waiting.clear()  # its turn runs until the test ends it
    world.listens = listens
    return world


def say(world: World, text: str) -> None:
    given = {"command": "message", "node": "one", "text": text}
    world.observe(observe_command(world.state, given, ev.By(user="ann")))


def end(world: World, **more: Any) -> None:
    world.observe(ev.TurnEnded(**{**WHERE, "reason": "end_turn", "exit_code": 0, **more}))
    world.run()


def turns(world: World) -> list[tuple[str, str]]:
    return [(turn.kind, turn.feedback) for turn in world.bodies(ev.TurnStarted)]


def consistent(world: World) -> None:
    assert replay(world.events).difference is None
    for cut in range(1, len(world.events)):
        computed, following = decide(fold(world.events[:cut])), world.events[cut].body
        assert computed == (following if isinstance(following, ev.Decision) else None)


def test_a_turn_that_listens_is_told_at_once_and_once() -> None:
    world = working(listens=True)
    say(world, "Mind the tests.")
    world.run()
    end(world)

    assert len(world.bodies(ev.MessageSent)) == 1
    assert turns(world) == [("goal", "")]
    assert world.state.outcome == "succeeded"
    consistent(world)


def test_what_a_turn_does_not_take_is_the_next_prompt_before_anything_is_measured() -> None:
    world = working(listens=False)
    say(world, "Mind the tests.")
    say(world, "And the docs.")
    world.run()
    end(world)

    assert turns(world) == [("goal", ""), ("message", "Mind the tests.\n\nAnd the docs.")]
    assert world.state.outcome == "succeeded"
    consistent(world)


def test_a_message_goes_with_a_prompt_that_comes_anyway() -> None:
    world = working(listens=False)
    say(world, "Mind the tests.")
    world.run()
    world.observe(ev.TurnLost(**WHERE, resumable=True))
    world.run()

    assert turns(world) == [("goal", ""), ("recovery", "A person says: Mind the tests.")]
    consistent(world)


def test_whether_a_turn_took_a_message_is_known_before_the_next_begins() -> None:
    world = working(listens=True)
    say(world, "Mind the tests.")
    passed_on = world.waiting.popleft()
    end(world)

    assert turns(world) == [("goal", "")]
    assert world.state.outcome is None
    world.listens = False
    for body in world.react(passed_on):
        world.observe(body)
    world.run()
    assert turns(world)[1:] == [("message", "Mind the tests.")]
    consistent(world)


def test_a_refused_turn_keeps_what_it_was_to_tell() -> None:
    world = working(listens=False)
    say(world, "Mind the tests.")
    world.run()
    world.observe(ev.TurnEnded(**WHERE, reason="end_turn", exit_code=0))
    while not any(turn.turn == 2 for turn in world.bodies(ev.TurnStarted)):
        for body in world.react(world.waiting.popleft()):
            world.observe(body)
    world.waiting.clear()
    world.observe(ev.TurnRefused(node="one", attempt=1, turn=2, limit="", sentence=""))

    assert turns(world)[-1] == ("message", "Mind the tests.")
    assert len(turns(world)) == 3


@pytest.mark.parametrize(("node", "text"), [("two", "x"), ("one", "  "), ("one", "x" * 20_001), ("", "x")])
def test_a_message_to_nobody_or_of_nothing_is_a_fault(node: str, text: str) -> None:
    with pytest.raises(UsageError):
        observe_command(
            working(listens=True).state, {"command": "message", "node": node, "text": text}, ev.By(user="ann")
        )


def test_nobody_is_told_where_nobody_works() -> None:
    world = working(listens=True)
    world.observe(ev.TurnEnded(**WHERE, reason="failed", failure="refusal"))
    world.run()

    assert [hold.kind for hold in world.state.open_holds] == ["failure"]
    with pytest.raises(Refused, match="held by h1"):
        say(world, "Hello?")


@pytest.mark.parametrize("raised_first", [True, False])
def test_on_a_shared_line_who_is_told_something_goes_on_before_who_would_begin_again(raised_first: bool) -> None:
    """Each waited for the other: one had the lease and wanted a turn, the other was entered first."""
    both = tuple(StepBlock(id=id_, role="a", goal="g", gate=(VerdictGate(),)) for id_ in "ab")
    shared = ParallelBlock(id="p", do=both, workspace="shared")
    world = World(Workflow(name="w", roles=ROLES, do=(shared,), budgets=Budgets(attempt=AttemptBudget(turns=1))))
    world.script.facts["p/a", 1, 1] = {"verdict": {"state": "missing"}}
    world.listens = False
    while not any(turn.node == "p/b" for turn in world.bodies(ev.TurnStarted)):
        for body in world.react(world.waiting.popleft()):
            world.observe(body)
    world.waiting.clear()
    world.observe(ev.MessageGiven(node="p/b", message_id="m1", text="A word."))
    ended = ev.TurnEnded(node="p/b", attempt=1, turn=1, reason="end_turn", exit_code=0)
    if raised_first:
        raise_all(world)
    world.observe(ended)
    world.observe(ev.MessageTaken(node="p/b", attempt=1, turn=1, message_id="m1", taken=False))
    if not raised_first:
        raise_all(world)
    world.run()
    raise_all(world)  # b's attempt has one turn as well
    world.run()

    assert world.state.outcome == "succeeded"
    consistent(world)


def raise_all(world: World) -> None:
    for hold in world.state.open_holds:
        given = {"command": "answer", "hold": hold.id, "answer": "raise", "note": "attempt.turns=+1"}
        world.observe(observe_command(world.state, given, ev.By(user="ann")))


def test_a_command_is_nobody_that_could_be_told() -> None:
    world = World(Workflow(name="w", do=(RunBlock(id="r", argv=("x",)),)))
    assert world.waiting
    assert not is_at_work(world.state.nodes["r"])
