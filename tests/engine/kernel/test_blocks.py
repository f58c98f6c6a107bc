# SPDX-License-Identifier: Apache-2.0
"""Loops, fan-outs, choices and calls, any inside any, on the simulated world."""

from __future__ import annotations

from typing import Any

import pytest

from engine.definition.model import (
    Arm,
    Budgets,
    CallBlock,
    ChooseBlock,
    CommandGate,
    ForEach,
    Input,
    LoopBlock,
    ParallelBlock,
    Role,
    RunBlock,
    StepBlock,
    VerdictGate,
    Workflow,
)
from engine.definition.templates import render
from engine.kernel import decide, fold, replay
from engine.kernel import events as ev
from engine.kernel.context import context_of
from engine.kernel.state import effect_key
from tests.engine.kernel.test_control_flow import holds, step, workflow
from tests.engine.kernel.world import BASE, Script, World

REVISE: dict[str, Any] = {"verdict": {"state": "read", "result": "revise", "detail": "line 3"}}


def review_loop(**more: Any) -> LoopBlock:
    body = (step("review"), step("mend"))
    return LoopBlock(**{"id": "polish", "max": 3, "until": (VerdictGate(of="review"),), "do": body} | more)


def revising(*iterations: int) -> Script:
    return Script(facts={(f"polish[{n}]/review", 1, 1): REVISE for n in iterations})


def started(world: World) -> list[str]:
    return [turn.node for turn in world.bodies(ev.TurnStarted)]


def consistent(world: World) -> World:
    """Every prefix gives the same next decision."""
    assert replay(world.events).difference is None
    for cut in range(1, len(world.events)):
        computed, following = decide(fold(world.events[:cut])), world.events[cut].body
        assert computed == (following if isinstance(following, ev.Decision) else None)
    return world


# ---------------------------------------------------------------------------------------------------------------- loop


def test_a_loop_ends_as_soon_as_its_gate_clears_and_skips_the_rest_of_the_body() -> None:
    world = consistent(World(workflow(review_loop(), step("after"))).run())

    assert started(world) == ["polish[1]/review", "after"]
    assert world.state.status == "succeeded"


def test_revise_is_an_answer_in_a_loop_and_iterations_fork_from_the_tip() -> None:
    world = consistent(World(workflow(review_loop()), revising(1, 2)).run())

    assert started(world) == [
        "polish[1]/review",
        "polish[1]/mend",
        "polish[2]/review",
        "polish[2]/mend",
        "polish[3]/review",
    ]
    opened = {a.node: a.fork_point for a in world.bodies(ev.AttemptOpened)}
    assert opened["polish[2]/review"] == world.state.nodes["polish[1]/mend"].head
    assert holds(world) == []
    assert world.state.status == "succeeded"


def test_br_036_an_exhausted_loop_pauses_is_never_success_and_the_count_survives() -> None:
    world = consistent(World(workflow(review_loop()), revising(1, 2, 3, 4)).run())

    assert (world.state.status, holds(world)) == ("paused", ["gate"])
    assert "3 iterations" in world.state.open_holds[0].sentence
    world.answer("continue")
    assert (len(world.state.nodes["polish"].children), holds(world)) == (4, ["gate"])
    world.answer("override", note="good enough")
    assert world.state.nodes["polish"].outcome == "exhausted"


@pytest.mark.parametrize(("what", "status"), [("continue", "succeeded"), ("fail", "failed")])
def test_an_exhausted_loop_continues_or_fails_where_the_workflow_says_so(what: str, status: str) -> None:
    world = World(workflow(review_loop(on_exhausted=what)), revising(1, 2, 3)).run()

    assert world.state.status == status
    assert world.state.nodes["polish"].outcome in ("exhausted", "failed")


def test_a_missing_verdict_is_still_blocked_in_a_loop() -> None:
    missing = {"verdict": {"state": "missing"}}
    world = World(
        workflow(review_loop()), Script(facts={("polish[1]/review", 1, turn): missing for turn in (1, 2)})
    ).run()

    assert holds(world) == ["gate"]


def test_a_program_that_is_not_here_is_asked_about_after_one_iteration() -> None:
    loop = LoopBlock(id="polish", max=5, until=(CommandGate(argv=("bats",)),), do=(step("fix"),))
    absent: Any = {"problem": "the tool bats is missing", "cause": "missing_tool", "fault_of": "machine"}
    script = Script(facts={("polish[1]/fix", 1, 1): {"until:0": absent}})
    script.facts[("polish[2]/fix", 1, 1)] = {"until:0": {"exit": 0}}
    world = World(workflow(loop), script).run()
    [hold] = world.state.open_holds
    assert (hold.kind, hold.sentence) == ("gate", "polish: the tool bats is missing.")
    assert len(world.bodies(ev.TurnStarted)) == 1
    assert world.answer("continue").run().state.status == "succeeded"


def test_until_may_be_measured_on_the_commit_by_the_step_that_ends_the_body() -> None:
    loop = LoopBlock(id="polish", max=3, until=(CommandGate(argv=("make",)),), do=(step("fix"),))
    script = Script(facts={("polish[1]/fix", 1, 1): {"until:0": {"exit": 1}}})
    script.facts[("polish[2]/fix", 1, 1)] = {"until:0": {"exit": 0}}
    world = consistent(World(workflow(loop), script).run())

    assert started(world) == ["polish[1]/fix", "polish[2]/fix"]
    assert world.state.status == "succeeded"


# ------------------------------------------------------------------------------------------------------------- fan-out


def fan(n: int = 3, **more: Any) -> ParallelBlock:
    return ParallelBlock(**{"id": "p", "do": tuple(step(f"s{i}") for i in range(1, n + 1))} | more)


def test_all_waits_for_every_child_forks_from_one_point_and_integrates_in_declared_order() -> None:
    world = World(workflow(fan(), step("after")))
    world.waiting.reverse()
    consistent(world.run())

    opened = {a.node: a.fork_point for a in world.bodies(ev.AttemptOpened)}
    assert {opened[f"p/s{i}"] for i in (1, 2, 3)} == {BASE}
    [integration] = world.bodies(ev.IntegrationStarted)
    assert integration.children == ("p/s1", "p/s2", "p/s3")
    assert opened["after"] == "m" * 40
    assert next(landing.new for landing in world.bodies(ev.LandingStarted)) == "m" * 40
    assert world.state.status == "succeeded"


def test_any_takes_the_first_to_clear_in_journal_order_and_stops_the_others() -> None:
    world = World(workflow(fan(join="any"), step("after")))
    first = world.waiting[1]
    world.waiting.remove(first)
    for body in world.react(first):
        world.observe(body)
    while any(d.node == first.node and d.type != "turn_started" for d in world.waiting):
        decision = next(d for d in world.waiting if d.node == first.node and d.type != "turn_started")
        world.waiting.remove(decision)
        for body in world.react(decision):
            world.observe(body)

    assert world.bodies(ev.JoinDecided)[0].winners == ("p/s2",)
    assert {i.node for i in world.bodies(ev.TurnInterrupted)} == {"p/s1", "p/s3"}
    for node in ("p/s1", "p/s3"):
        world.observe(ev.TurnEnded(node=node, attempt=1, turn=1, reason="interrupted"))
    world.waiting = type(world.waiting)(
        d for d in world.waiting if not (d.type == "turn_started" and d.node != "after")
    )
    consistent(world.run())

    assert world.state.nodes["p/s1"].outcome == "withdrawn"
    assert world.state.nodes["p/s1"].attempts[0].head is not None
    assert world.bodies(ev.IntegrationStarted) == []
    assert world.state.nodes["after"].base == world.state.nodes["p/s2"].head
    assert world.state.status == "succeeded"


def test_a_person_in_one_branch_does_not_stop_its_siblings() -> None:
    from engine.definition.model import ApprovalGate

    block = ParallelBlock(id="p", do=(step("ask", VerdictGate(), ApprovalGate()), step("work")))
    world = World(workflow(block)).run()

    assert world.state.nodes["p/work"].outcome == "cleared"
    assert (world.state.status, holds(world)) == ("paused", ["approval"])
    assert consistent(world.answer("accept")).state.status == "succeeded"


def test_the_holds_of_losers_are_withdrawn() -> None:
    from engine.definition.model import ApprovalGate

    block = ParallelBlock(id="p", join="any", do=(step("ask", VerdictGate(), ApprovalGate()), step("work")))
    world = consistent(World(workflow(block)).run())

    assert world.state.status == "succeeded"
    assert [hold.closed_seq is not None for hold in world.state.holds.values()] == [True]
    assert world.state.nodes["p/ask"].outcome == "withdrawn"


def test_at_least_k_integrates_the_first_k_in_declared_order() -> None:
    world = consistent(World(workflow(fan(4, join=2, integrate="merge"))).run())

    [join] = world.bodies(ev.JoinDecided)
    assert len(join.winners) == 2
    assert world.bodies(ev.IntegrationStarted)[0].children == join.winners
    assert world.state.status == "succeeded"


def test_never_more_than_max_concurrent_turns_run() -> None:
    world = World(workflow(fan(20, max_concurrent=3)))
    most = 0
    while world.waiting:
        live = sum(1 for d in world.waiting if d.type == "turn_started")
        most = max(most, live)
        for body in world.react(world.waiting.popleft()):
            world.observe(body)

    assert most == 3
    assert world.state.status == "succeeded"


def test_for_each_makes_a_branch_an_item_with_a_line_of_its_own() -> None:
    block = ParallelBlock(id="p", for_each=ForEach(list="inputs.ways", key="item"), do=(step("fix"), step("check")))
    world = consistent(World(workflow(block), ways=["minimal", "refactor"]).run())

    assert started(world) == ["p[minimal]/fix", "p[refactor]/fix", "p[minimal]/check", "p[refactor]/check"]
    assert world.state.nodes["p[minimal]/check"].base == world.state.nodes["p[minimal]/fix"].head
    assert world.state.nodes["p[minimal]"].item == "minimal"
    assert world.state.status == "succeeded"


def test_a_for_each_over_nothing_is_held_unless_that_is_fine() -> None:
    block = ParallelBlock(id="p", for_each=ForEach(list="inputs.ways"), do=(step("fix"),))
    world = World(workflow(block), ways=[]).run()
    assert holds(world) == ["failure"]
    assert consistent(world.answer("continue")).state.status == "succeeded"

    fine = block.model_copy(update={"for_each": ForEach(list="inputs.ways", empty="ok")})
    assert World(workflow(fine), ways=[]).run().state.status == "succeeded"


def test_when_nobody_can_clear_any_more_the_join_is_a_failure_hold_and_retry_runs_the_failed_again() -> None:
    failing = LoopBlock(id="l", max=1, until=(VerdictGate(of="x"),), on_exhausted="fail", do=(step("x"),))
    script = Script(facts={("p/l[1]/x", 1, 1): REVISE})
    world = World(workflow(ParallelBlock(id="p", do=(failing, step("ok")))), script).run()

    assert holds(world) == ["failure"]
    assert "p/l" in world.state.open_holds[0].sentence
    consistent(world.answer("retry"))
    assert world.state.status == "succeeded"
    assert started(world).count("p/ok") == 1


def test_a_merge_conflict_is_a_hold_that_can_drop_the_branch() -> None:
    def conflict(decision: ev.IntegrationStarted) -> ev.Observation:
        if "p/s2" in decision.children:
            return ev.Conflicted(node="p", child="p/s2", head="h", merged="g" * 40, paths=("a.py",))
        return ev.Integrated(node="p", head="m" * 40)

    world = World(workflow(fan()), Script(integration=conflict)).run()
    assert holds(world) == ["conflict"]
    assert "a.py" in world.state.open_holds[0].sentence

    consistent(world.answer("drop"))
    assert world.bodies(ev.IntegrationStarted)[-1].children == ("p/s1", "p/s3")
    assert world.state.status == "succeeded"


def test_br_033_a_crash_in_a_fan_out_starts_only_the_lost_branch_again_and_joins_once() -> None:
    world = World(workflow(fan()))
    for body in world.react(world.waiting.popleft()):
        world.observe(body)
    lost = world.waiting.popleft()
    world.observe(ev.TurnLost(node=lost.node, attempt=1, turn=1))
    consistent(world.run())

    assert started(world).count("p/s1") == 1
    assert started(world).count(str(lost.node)) == 2
    assert len(world.bodies(ev.JoinDecided)) == len(world.bodies(ev.IntegrationStarted)) == 1
    assert world.state.status == "succeeded"


def test_a_shared_workspace_has_one_writer_at_a_time() -> None:
    world = World(workflow(fan(3, workspace="shared")))
    while world.waiting:
        assert sum(1 for d in world.waiting if d.type == "turn_started") <= 1
        for body in world.react(world.waiting.popleft()):
            world.observe(body)

    assert world.state.status == "succeeded"
    assert {a.fork_point for a in world.bodies(ev.AttemptOpened)} != {BASE}


def test_five_children_with_room_for_one_turn_start_one() -> None:
    world = World(workflow(fan(5), budgets=Budgets(turns=1))).run()

    assert len(started(world)) == 1
    assert set(holds(world)) == {"budget"}
    world.observe(ev.Raised(kind="turns", amount=4))
    consistent(world.run())
    assert world.state.status == "succeeded"


# ----------------------------------------------------------------------------------------------------------- conflicts

SNAPSHOT, MERGED = "c" * 40, "e" * 40
COMMITTED = {"fork_point": SNAPSHOT, "on_branch": True, "moved": True, "descends": True, "commits": 1, "files": 1}
RESOLVING: dict[str, Any] = {"1": {"exit": 0}, "2": COMMITTED}


def conflict_of(child: str, reason: str = "") -> ev.Conflicted:
    return ev.Conflicted(
        node="p",
        child=child,
        head="d" * 40,
        merged=MERGED,
        paths=("a.py", "{{ odd }}.py"),
        snapshot=SNAPSHOT,
        checkout="/runs/r/checkouts/p",
        marked=("a.py",),
        reason=reason,
    )


def integrating(*answers: ev.Conflicted | None) -> Script:
    """A world whose rounds of integration end in these conflicts, one after the other; None, and then all, go well."""
    left = list(answers)

    def react(decision: ev.IntegrationStarted) -> ev.Observation:
        found = left.pop(0) if left else None
        return found or ev.Integrated(node=decision.node, head="m" * 40)

    return Script(integration=react, facts={(f"p/resolve.{n}", m, 1): RESOLVING for n in (2, 3) for m in (1, 2)})


def rounds(world: World) -> list[tuple[str | None, str | None]]:
    """Of each round: where it went on from, and the resolution that it was given."""
    started = world.bodies(ev.IntegrationStarted)
    return [(round_.onto, round_.resolved and (round_.resolved.head or "the checkout")) for round_ in started]


def test_a_conflict_offers_an_agent_the_checkout_and_dropping_the_branch() -> None:
    world = consistent(World(workflow(fan()), integrating(conflict_of("p/s2"))).run())

    [hold] = world.state.open_holds
    assert hold.answers == ("resolve", "resolved", "drop", "quit")
    assert "/runs/r/checkouts/p" in hold.sentence
    assert hold.evidence["snapshot"] == SNAPSHOT


def test_without_an_agent_in_the_branch_none_is_offered() -> None:
    block = ParallelBlock(id="p", do=(RunBlock(id="s1", argv=("x",)), RunBlock(id="s2", argv=("x",))))

    world = World(workflow(block), integrating(conflict_of("p/s2"))).run()

    assert world.state.open_holds[0].answers == ("resolved", "drop", "quit")


def test_an_agent_resolves_a_conflict_on_a_line_forked_from_its_snapshot() -> None:
    fix = step("fix").model_copy(update={"role": "b"})
    ways = ForEach(list="inputs.ways", as_="way")
    block = ParallelBlock(id="p", for_each=ways, do=(step("draft"), fix, RunBlock(id="ok", argv=("x",))))
    roles = {name: Role(agent="command", argv=("x",)) for name in ("a", "b")}
    flow = workflow(block, step("after")).model_copy(update={"roles": roles})
    world = World(flow, integrating(conflict_of("p[2]")), ways=["x", "y"]).run()
    world.answer("resolve", note="prefer {{ x }}")

    consistent(world)
    resolver = world.state.nodes["p/resolve.2"]
    assert isinstance(resolver.block, StepBlock)
    assert (resolver.block.role, resolver.line, resolver.base) == ("b", "p/resolve.2", SNAPSHOT)
    opened = next(a for a in world.bodies(ev.AttemptOpened) if a.node == resolver.id)
    assert opened.fork_point == SNAPSHOT
    context = context_of(world.state, resolver)
    assert "way" not in context
    goal = render(resolver.block.goal, context)
    assert "- `{{ odd }}.py`" in goal
    assert "prefer {{ x }}" in goal
    assert rounds(world) == [(None, None), (MERGED, resolver.head)]
    assert world.state.nodes["after"].base == "m" * 40
    assert world.state.status == "succeeded"


def test_what_an_agent_made_that_resolves_nothing_is_asked_about_again() -> None:
    script = integrating(conflict_of("p/s2"), conflict_of("p/s2", reason="markers are left in a.py:1"))
    world = World(workflow(fan()), script).run()
    world.answer("resolve")

    assert holds(world) == ["conflict"]
    assert "markers are left in a.py:1" in world.state.open_holds[0].sentence
    consistent(world.answer("resolve"))
    assert [a.cause for a in world.bodies(ev.AttemptOpened) if a.node == "p/resolve.2"] == ["first", "restart"]
    assert world.state.status == "succeeded"


def test_a_resolver_that_gives_up_leaves_the_conflict_to_the_person() -> None:
    script = integrating(conflict_of("p/s2"))
    blocked = {"verdict": {"state": "read", "result": "blocked"}}
    script.facts |= {("p/resolve.2", 1, turn): blocked for turn in (1, 2)}
    world = World(workflow(fan(), budgets=Budgets(turns=5)), script).run()
    world.answer("resolve")
    assert holds(world) == ["gate"]
    world.answer("retry")
    assert holds(world) == ["budget"]

    world.answer("stop")

    assert holds(world) == ["conflict"]
    assert "p/resolve.2 did not resolve it" in world.state.open_holds[0].sentence
    assert consistent(world.answer("drop")).state.status == "succeeded"


def test_a_person_resolves_it_and_is_asked_again_until_it_is_resolved() -> None:
    script = integrating(conflict_of("p/s2"), conflict_of("p/s2", reason="not committed: a.py"))
    world = World(workflow(fan()), script).run()
    world.answer("resolved")

    assert holds(world) == ["conflict"]
    assert "Not resolved yet: not committed: a.py." in world.state.open_holds[0].sentence
    consistent(world.answer("resolved"))
    assert rounds(world) == [(None, None), (MERGED, "the checkout"), (MERGED, "the checkout")]
    assert world.state.status == "succeeded"


def test_dropping_a_branch_keeps_what_was_merged_before_it() -> None:
    script = integrating(conflict_of("p/s2"), None)
    world = World(workflow(fan()), script).run()
    world.answer("drop")

    assert world.bodies(ev.IntegrationStarted)[-1].children == ("p/s1", "p/s3")
    assert rounds(world)[-1] == (MERGED, None)
    assert consistent(world).state.status == "succeeded"


def test_a_second_conflict_is_another_hold_for_another_resolver() -> None:
    world = World(workflow(fan()), integrating(conflict_of("p/s2"), conflict_of("p/s3"))).run()
    world.answer("resolve").answer("resolve")

    assert [node for node in started(world) if "resolve" in node] == ["p/resolve.2", "p/resolve.3"]
    assert consistent(world).state.status == "succeeded"


def test_a_round_that_our_surroundings_stopped_is_repeated_as_it_was() -> None:
    world = World(workflow(fan()), integrating(conflict_of("p/s2"))).run()
    [hold] = world.state.open_holds
    world.observe(ev.Answered(hold=hold.id, answer="resolved", expect=hold.seq, node="p"))
    stopped = world.waiting.popleft()
    world.observe(ev.EffectFailed(node="p", key=effect_key(stopped), code="workspace", message="disk full"))

    assert holds(world) == ["failure"]
    world.answer("retry")
    assert world.bodies(ev.IntegrationStarted)[-1] == stopped
    assert consistent(world).state.status == "succeeded"


@pytest.mark.parametrize("more", [{}, {"join": "any"}, {"integrate": "squash"}])
def test_a_landing_that_failed_after_the_join_is_tried_again_and_not_for_ever(more: dict[str, Any]) -> None:
    failures = [ev.EffectFailed(node="p", key="landing_started:p:None:", code="x", message="checked out somewhere")]
    script = Script(landing=lambda d: failures.pop() if failures else ev.Landed(node=d.node, new=d.new))
    world = World(workflow(fan(**more)), script).run()

    assert holds(world) == ["failure"]
    assert consistent(world.answer("retry")).state.status == "succeeded"


def test_a_conflict_in_a_branch_that_is_not_needed_any_more_waits_for_nobody() -> None:
    inner = fan()
    outer = ParallelBlock(id="o", join="any", do=(inner, step("slow")))
    found = conflict_of("o/p/s2").model_copy(update={"node": "o/p"})
    world = World(workflow(outer), integrating(found))
    slow = next(d for d in world.waiting if d.node == "o/slow")
    world.waiting.remove(slow)
    world.run()
    assert world.state.open_holds[0].node == "o/p"

    world.waiting.append(slow)
    consistent(world.run())

    assert world.state.nodes["o/p"].outcome == "withdrawn"
    assert world.state.status == "succeeded"


# ----------------------------------------------------------------------------------------------------- choose and call


def test_choose_takes_the_first_arm_that_holds_or_otherwise() -> None:
    block = ChooseBlock(
        id="c",
        when=(Arm(if_="inputs.n > 5", do=(step("big"),)), Arm(if_="inputs.n > 1", do=(step("some"),))),
        otherwise=(step("none"),),
    )
    for n, expected in ((9, "c/big"), (3, "c/some"), (0, "c/none")):
        assert started(consistent(World(workflow(block), n=n).run())) == [expected]


def test_a_condition_that_cannot_be_told_is_held_never_guessed() -> None:
    block = ChooseBlock(id="c", when=(Arm(if_="verdicts.nobody.result == 'done'", do=(step("a"),)),))
    world = World(workflow(block)).run()

    assert holds(world) == ["failure"]


def test_a_called_workflow_has_its_own_inputs_and_roles() -> None:
    body = Workflow(
        name="inner",
        inputs={"subject": Input(type="string", required=True)},
        roles={"a": Role(agent="command", argv=("y",), model=("m2",))},
        do=(step("look"),),
    )
    block = CallBlock(id="c", workflow="inner", with_={"subject": "{{ run.branch }}"}, body=body)
    world = consistent(World(workflow(block)).run())

    assert world.state.nodes["c"].inputs == {"subject": "work"}
    assert world.bodies(ev.AttemptOpened)[0].model == "m2"
    assert world.state.status == "succeeded"


def test_a_called_workflow_gives_back_its_outputs_and_nothing_else() -> None:
    body = Workflow(name="inner", roles={"a": Role(agent="command", argv=("y",))}, do=(step("look"),))
    block = CallBlock(id="c", workflow="inner", outputs={"said": "verdicts.look.result"}, body=body)
    choice = ChooseBlock(id="d", when=(Arm(if_="artifacts.said == 'done'", do=(step("yes"),)),))
    world = consistent(World(workflow(block, choice)).run())
    assert started(world)[-1] == "d/yes"

    leaking = ChooseBlock(id="d", when=(Arm(if_="verdicts.look.result == 'done'", do=(step("yes"),)),))
    assert holds(World(workflow(block, leaking)).run()) == ["failure"]


def test_any_block_nests_in_any_block() -> None:
    inner = ParallelBlock(id="p", join="any", do=(review_loop(), step("quick")))
    outer = LoopBlock(id="o", max=2, until=(VerdictGate(of="last"),), do=(inner, step("last")))
    choice = ChooseBlock(id="c", when=(Arm(if_="true", do=(outer,)),))
    world = consistent(World(workflow(choice)).run())

    assert world.state.status == "succeeded"


def test_a_branch_of_a_shared_checkout_that_failed_is_tried_again_on_the_shared_line() -> None:
    shared = ParallelBlock(id="p", do=(step("a"),), workspace="shared")
    world = World(workflow(step("z"), shared, budgets=Budgets(turns=1))).run()
    world.answer("stop").answer("retry")
    assert holds(world) == ["budget"]
    world.observe(ev.Raised(kind="turns", amount=1))

    assert world.run().state.status == "succeeded"


def test_a_branch_of_a_fan_out_has_no_way_to_its_siblings() -> None:
    from engine.definition.model import ApprovalGate
    from engine.kernel.places import ways_from

    ask = step("ask", VerdictGate(), ApprovalGate())
    world = World(workflow(step("one"), ParallelBlock(id="p", do=(ask, step("work"))), step("two"))).run()

    assert ways_from(world.state, world.state.nodes["p/ask"]) == (["p/ask"], [])
    assert ways_from(world.state, world.state.nodes["p"]) == (["one", "p"], ["two"])
    consistent(world.answer("restart_from", to="p/ask"))
    assert holds(world) == ["approval"]


def test_a_loop_that_cleared_has_what_still_works_inside_interrupted_and_secured_before_it_settles() -> None:
    """It was settled as skipped while its agent went on writing, beside whatever came next."""
    body = ParallelBlock(id="p", do=(step("slow"), step("quick")))
    loop = LoopBlock(id="l", max=1, until=(CommandGate(argv=("make",)),), do=(body,))
    world = World(workflow(loop, step("next")))
    slow = next(decision for decision in world.waiting if decision.node == "l[1]/p/slow")
    world.waiting.remove(slow)
    world.script.facts["l[1]/p/quick", 1, 1] = {"until:0": {"exit": 0}}
    world.run()

    [interrupted] = world.bodies(ev.TurnInterrupted)
    assert (interrupted.node, interrupted.cause) == ("l[1]/p/slow", "withdrawn")
    assert world.state.nodes["l"].outcome is None
    assert "next" not in world.state.nodes

    world.observe(ev.TurnEnded(node=slow.node, attempt=1, turn=1, reason="interrupted"))
    assert world.state.nodes["l"].outcome is None
    consistent(world.run())
    assert [secured.node for secured in world.bodies(ev.WorkSecured)][-2:] == [slow.node, "next"]
    assert {id_: world.state.nodes[id_].outcome for id_ in ("l[1]/p/slow", "l[1]/p/quick", "l", "next")} == {
        "l[1]/p/slow": "skipped",
        "l[1]/p/quick": "cleared",
        "l": "cleared",
        "next": "cleared",
    }
