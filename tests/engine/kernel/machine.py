# SPDX-License-Identifier: Apache-2.0
"""Random workflows, driven by random observations, answers, raises and crashes, with what must hold at every prefix."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from engine.definition.model import (
    ApprovalGate,
    Arm,
    AttemptBudget,
    Budgets,
    CallBlock,
    ChildrenSpec,
    ChooseBlock,
    CommandGate,
    ForEach,
    LoopBlock,
    OrchestrateBlock,
    ParallelBlock,
    Role,
    RunBlock,
    SequenceBlock,
    StepBlock,
    StepBudget,
    VerdictGate,
    Workflow,
)
from engine.kernel import events as ev
from engine.kernel.messages import is_at_work
from engine.kernel.permissions import waits_for_permission
from engine.runtime.operator import jump_targets
from tests.engine.kernel.world import World

Draw = Callable[..., Any]
"""`data.draw` of hypothesis."""
ROLES = {"a": Role(agent="command", argv=("x",))}
MISSING = {"verdict": {"state": "missing"}, "0": {"exit": 1}, "1": {"exit": 1}, "until:0": {"exit": 1}}
REVISE = {"verdict": {"state": "read", "result": "revise"}, "until:0": {"exit": 1}}


def flows(depth: int) -> st.SearchStrategy[Workflow]:
    """Workflows of blocks nested at most `depth` deep."""

    @st.composite
    def build(draw: st.DrawFn) -> Workflow:
        count = iter(range(10_000))

        def budget() -> StepBudget:
            if draw(st.integers(0, 5)):
                return StepBudget()
            return StepBudget(turns=draw(st.integers(1, 4)), cost=draw(st.sampled_from([None, 2.0])))

        def step() -> StepBlock:
            gates: tuple[Any, ...] = draw(
                st.sampled_from(
                    [
                        (VerdictGate(),),
                        (VerdictGate(), ApprovalGate(cycles=1)),
                        (VerdictGate(), CommandGate(argv=("x",))),
                    ]
                )
            )
            return StepBlock(
                id=f"s{next(count)}",
                role="a",
                goal="g",
                gate=gates,
                retries=draw(st.integers(0, 1)),
                reprompts=draw(st.integers(0, 1)),
                budget=budget(),
            )

        def some(left: int, least: int = 1, most: int = 3) -> tuple[Any, ...]:
            return tuple(block(left) for _ in range(draw(st.integers(least, most))))

        def block(left: int) -> Any:
            kinds = ["step", "step", "run"]
            if left:
                kinds += ["sequence", "parallel", "for_each", "loop", "choose", "call", "orchestrate"]
            n = next(count)
            match draw(st.sampled_from(kinds)):
                case "run":
                    return RunBlock(id=f"r{n}", argv=("x",))
                case "sequence":
                    return SequenceBlock(id=f"q{n}", do=some(left - 1, 0))
                case "parallel":
                    do = some(left - 1)
                    return ParallelBlock(
                        id=f"p{n}",
                        do=do,
                        join=draw(st.sampled_from(["all", "any", min(2, len(do))])),
                        max_concurrent=draw(st.sampled_from([None, 1, 2])),
                        workspace=draw(st.sampled_from(["own", "own", "shared"])),
                        integrate=draw(st.sampled_from([None, "squash", "none"])),
                        budget=budget(),
                    )
                case "for_each":
                    return ParallelBlock(
                        id=f"f{n}",
                        do=some(left - 1, 1, 2),
                        for_each=ForEach(list="inputs.items", key="item", empty=draw(st.sampled_from([None, "ok"]))),
                        join=draw(st.sampled_from(["all", "any"])),
                    )
                case "loop":
                    body = some(left - 1, 1, 2)
                    asked = next((part.id for part in body if isinstance(part, StepBlock)), None)
                    until: Any = VerdictGate(of=asked) if asked else CommandGate(argv=("x",))
                    return LoopBlock(
                        id=f"l{n}",
                        max=draw(st.integers(1, 3)),
                        until=(until,),
                        do=body,
                        on_exhausted=draw(st.sampled_from(["pause", "continue", "fail"])),
                        budget=budget(),
                    )
                case "choose":
                    arms = (Arm(if_=draw(st.sampled_from(["true", "false"])), do=some(left - 1, 0)),)
                    return ChooseBlock(id=f"c{n}", when=arms, otherwise=some(left - 1, 0))
                case "call":
                    return CallBlock(
                        id=f"k{n}", workflow="inner", body=Workflow(name="inner", roles=ROLES, do=some(left - 1))
                    )
                case "orchestrate":
                    return OrchestrateBlock(
                        id=f"o{n}",
                        role="a",
                        goal="g",
                        gate=(VerdictGate(),),
                        children=ChildrenSpec(roles=("a",), max=2, max_concurrent=draw(st.sampled_from([None, 1]))),
                        workspace=draw(st.sampled_from(["own", "shared"])),
                    )
            return step()

        return Workflow(
            name="w",
            roles=ROLES,
            do=tuple(block(depth) for _ in range(draw(st.integers(1, 3)))),
            budgets=Budgets(
                turns=draw(st.integers(1, 15)),
                cost=draw(st.sampled_from([None, None, 5.0])),
                wall_clock=draw(st.sampled_from([None, 30_000])),
                attempt=AttemptBudget(turns=draw(st.integers(1, 4))),
            ),
        )

    return build()


class Checked(World):
    """A world that checks, event by event, what must always hold."""

    entered: dict[str, int]

    def _append(self, body: ev.Body) -> None:
        super()._append(body)
        state = self.state
        live = 0
        for node in state.nodes.values():
            for meter in node.meters.values():
                assert meter.reserved > -1e-9
            attempt = node.attempt
            turn = attempt.turn if attempt is not None else None
            live += turn is not None and turn.ended_seq is None
            block = node.block
            if isinstance(block, ParallelBlock) and block.max_concurrent is not None:
                assert node.live <= block.max_concurrent, node.id
        for kind, meter in state.meters.items():
            assert meter.reserved > -1e-9
            if not live:
                assert abs(meter.reserved) < 1e-9, kind
            if kind == "turns" and meter.cap is not None:
                assert meter.spent <= meter.cap
        if isinstance(body, ev.RunPaused):
            assert all(waits_for_permission(state, entry.decision) for entry in state.outstanding.values())
        match body:
            case ev.NodeEntered():
                self.__dict__.setdefault("settled", {}).pop(body.node, None)
            case ev.NodeSettled():
                settled = self.__dict__.setdefault("settled", {})
                assert body.node not in settled, f"{body.node} settled twice"
                settled[body.node] = body.outcome
            case ev.JoinDecided():
                block = state.nodes[str(body.node)].block
                assert isinstance(block, ParallelBlock)
                children = state.nodes[str(body.node)].children
                needed = 1 if block.join == "any" else len(children) if block.join == "all" else block.join
                assert len(body.winners) == min(needed, len(children))
                assert all(state.nodes[id_].outcome is not None for id_ in body.winners)

    def observe(self, body: ev.Observation) -> None:
        super().observe(body)
        if self.state.ended:
            return
        for hold in self.state.open_holds:
            if hold.kind == "permission":  # only while its turn runs, and nobody told it to stop
                node = self.state.nodes[str(hold.node)]
                assert node.attempt is not None
                assert node.attempt.turn is not None
                assert node.attempt.turn.ended_seq is None
                assert node.attempt.turn.interrupt is None


def drive(draw: Draw, flow: Workflow, moves: int) -> Checked:
    """A run of at most so many moves: effects answered in any order, turns lost, holds answered, budgets raised."""
    world = Checked(flow, items=draw(st.sampled_from([[], ["x"], ["x", "y"]])))
    for _ in range(moves):
        if world.state.ended:
            break
        if world.waiting and draw(st.integers(0, 7)):
            place = draw(st.integers(0, len(world.waiting) - 1))
            decision = world.waiting[place]
            del world.waiting[place]
            _effect(draw, world, decision)
        elif draw(st.integers(0, 30)) == 0:
            world.observe(
                draw(st.sampled_from([ev.PauseRequested(), ev.PauseRequested(now=True), ev.CancelRequested()]))
            )
        elif world.state.open_holds:
            _answer(draw, world)
    return world


def _effect(draw: Draw, world: Checked, decision: Any) -> None:
    world.driven += draw(st.integers(0, 900))
    match decision:
        case ev.TurnStarted():
            if f"turn_started:{decision.node}:{decision.attempt}:{decision.turn}" not in world.state.outstanding:
                return
            where: dict[str, Any] = {"node": decision.node, "attempt": decision.attempt, "turn": decision.turn}
            kind = draw(st.integers(0, 11))
            if kind == 6 and is_at_work(world.state.nodes[decision.node]):
                world.waiting.append(decision)
                world.listens = draw(st.booleans())
                n = len(world.events)
                world.observe(ev.MessageGiven(node=decision.node, message_id=f"m{n}", text="a word"))
                return
            if kind == 0:
                world.observe(ev.TurnLost(**where, resumable=draw(st.booleans())))
                return
            if kind == 4:
                world.observe(ev.TurnRefused(**where, limit="fleet.per_day.turns", sentence="No more today."))
                return
            if kind == 5 and len(world.state.nodes[decision.node].asked) < 3:
                world.waiting.append(decision)  # the turn goes on meanwhile
                ask = f"t{draw(st.integers(1, 3))}"
                if draw(st.integers(0, 3)):
                    tool = draw(st.sampled_from(["Bash", "Edit"]))
                    world.observe(ev.PermissionAsked(**where, ask=ask, tool=tool, input={"command": "x"}))
                else:
                    world.observe(ev.PermissionDropped(**where, ask=ask))
                return
            if kind == 1 and isinstance(world.state.nodes[decision.node].block, OrchestrateBlock):
                world.observe(
                    ev.Requested(
                        **where, request=f"q{len(world.events)}", kind="spawn", data={"role": "a", "goal": "g"}
                    )
                )
            if kind == 2:
                world.observe(
                    ev.Requested(**where, request=f"q{len(world.events)}", kind="ask", data={"question": "?"})
                )
            given: dict[str, Any] = {"reason": "end_turn", "exit_code": draw(st.sampled_from([0, 0, 1]))}
            if kind == 3:
                given = {"reason": "failed", "failure": draw(st.sampled_from(["crashed", "refusal", "incomplete"]))}
            if world.state.nodes[decision.node].attempts[decision.attempt - 1].turns[-1].interrupt is not None:
                given = {"reason": "interrupted"}
            usage = ev.Usage(requests=1, input=1, output=1, cost=draw(st.sampled_from([0.5, 1.0, None])))
            world.observe(ev.TurnEnded(**where, **given, usage=usage, duration=100))
        case ev.MeasuringStarted():
            key = (decision.node, decision.attempt, decision.turn)
            world.script.facts[key] = draw(
                st.sampled_from([{"0": {"exit": 0}, "1": {"exit": 0}, "until:0": {"exit": 0}}, MISSING, REVISE])
            )
            for body in world.react(decision):
                world.observe(body)
        case ev.IntegrationStarted() if draw(st.integers(0, 5)) == 0:
            child = decision.children[0]
            world.observe(
                ev.Conflicted(
                    node=decision.node,
                    child=child,
                    head=decision.heads[0],
                    merged=decision.base,
                    paths=("a",),
                    snapshot="c" * 40,
                    checkout="/x",
                    marked=("a",),
                )
            )
        case ev.LandingStarted() if draw(st.integers(0, 9)) == 0:
            world.observe(ev.LandingMoved(node=decision.node, expected=decision.old, found="f" * 40))
        case _:
            for body in world.react(decision):
                world.observe(body)


def _answer(draw: Draw, world: Checked) -> None:
    state = world.state
    hold = draw(st.sampled_from(state.open_holds))
    if hold.kind == "budget" and "raise" in hold.answers and draw(st.integers(0, 3)):
        kind = str(hold.evidence["budget"])
        world.observe(ev.Raised(kind=kind, amount=100_000 if "clock" in kind else draw(st.integers(1, 4))))
        return
    answers = [answer for answer in hold.answers if answer not in ("raise", "wait")]
    if draw(st.integers(0, 12)):
        answers = [answer for answer in answers if answer != "quit"] or answers
    if not answers:
        return
    answer = draw(st.sampled_from(answers))
    to = None
    if answer in ("restart_from", "jump_to"):
        targets = jump_targets(state, hold, answer)
        if not targets:
            return
        to = draw(st.sampled_from(targets))
    world.observe(ev.Answered(hold=hold.id, answer=answer, note="n", to=to, expect=hold.seq, node=hold.node))
