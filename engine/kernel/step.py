# SPDX-License-Identifier: Apache-2.0
"""`step` and `run`: open an attempt, take turns, secure and measure what they left, judge, land, settle."""

from __future__ import annotations

import uuid

from engine.definition.model import ApprovalGate, Gate, OrchestrateBlock, RunBlock
from engine.kernel import budgets, holds
from engine.kernel.context import context_of
from engine.kernel.events import (
    AttemptEnded,
    AttemptOpened,
    Body,
    GatesJudged,
    HoldWithdrawn,
    JudgedGate,
    LandingStarted,
    MeasuringStarted,
    NodeSettled,
    NodesReset,
    RunEnded,
    SecuringStarted,
    TurnInterrupted,
    TurnStarted,
)
from engine.kernel.integration import again
from engine.kernel.judging import EXIT_KEY, is_beyond_agent, judge_all, leaves, needs_measuring, reads_names
from engine.kernel.messages import on_its_way, pass_on, with_messages
from engine.kernel.orchestrate import decide_supervision, enter_child, is_heard, is_supervising, settle_conflict
from engine.kernel.permissions import decide_permission
from engine.kernel.places import AGENTED, WORKERS, workflow_of
from engine.kernel.requests import judge_request
from engine.kernel.scopes import has_place, is_asked, is_withdrawn, is_working, shares_line, until_gates
from engine.kernel.state import MAIN, ROOT, Attempt, Hold, NextTurn, Node, RunState, Turn, effect_key
from engine.policy.failures import follow_up

_SESSIONS = uuid.UUID("6f1f3f0e-5f0b-4a57-9d0c-3b1c1b7b2a11")


def decide_step(state: RunState, node: Node) -> Body | None:
    """The next decision about a step or a command; None while it waits for the world or a person."""
    parent = state.nodes[node.parent or ROOT]
    if parent.jump is not None and node.place < parent.jump:
        return None
    attempt = node.attempt
    if node.requests:
        return judge_request(state, node, node.requests[0])
    permission = decide_permission(state, node) if node.asked else None
    if permission is not None:
        return permission
    if isinstance(node.block, OrchestrateBlock):
        entering = enter_child(state, node)
        if entering is not None:
            return entering
    if is_withdrawn(state, node) and (node.hold is not None or not is_working(node)):
        return _withdraw(state, node, attempt)
    if node.hold is not None:
        return _held(state, node, state.holds[node.hold])
    if attempt is None or attempt.outcome is not None:
        return _settle_or_open(state, node, attempt)
    refused = node.trouble.get("fleet")
    if refused is not None:
        return holds.fleet_hold(state, node, attempt, str(refused["limit"]), str(refused["sentence"]))
    limited = node.trouble.get("provider")
    if limited is not None and state.on_limit == "pause":
        return holds.provider_hold(state, node, attempt, limited)
    turn = attempt.turn
    match node.phase:
        case "turn" if turn is not None and turn.ended_seq is None:
            return _interrupt(state, node, attempt) or (pass_on(node, attempt) if turn.interrupt is None else None)
        case "turn":
            return _start_turn(state, node, attempt, node.next_turn or NextTurn("goal"))
        case "secure":
            assert turn is not None
            return _once(
                state,
                SecuringStarted(node=node.id, attempt=attempt.n, turn=turn.n, judged=turn.reason == "end_turn"),
            )
        case "measure":
            return _after_turn(state, node, attempt)
        case "judge":
            return _judge(state, node, attempt)
        case "judged":
            return _blocked(state, node, attempt)
        case "land":
            return _land(state, node, attempt)
        case "done":
            return AttemptEnded(node=node.id, attempt=attempt.n, outcome="cleared")
        case "failed":
            return _failed(state, node, attempt)
    return None


def _withdraw(state: RunState, node: Node, attempt: Attempt | None) -> Body | None:
    """Another branch was chosen: what this one did stays on its refs, readable."""
    told = "Another branch was chosen."
    if node.hold is not None and state.holds[node.hold].closed_seq is None:
        return HoldWithdrawn(node=node.id, hold=node.hold, reason=told)
    if attempt is not None and attempt.outcome is None:
        return AttemptEnded(node=node.id, attempt=attempt.n, outcome="withdrawn", reason=told)
    return NodeSettled(node=node.id, outcome="withdrawn", reason=told)


def session_of(run: str, node: str, attempt: int) -> str:
    """The session id of an attempt: a UUID that follows from its identity, so that no chance enters the kernel."""
    return str(uuid.uuid5(_SESSIONS, f"{run}\n{node}\n{attempt}"))


def _once(state: RunState, decision: SecuringStarted | MeasuringStarted | LandingStarted) -> Body | None:
    return None if effect_key(decision) in state.outstanding else decision


def _resting(state: RunState) -> bool:
    return state.pausing is not None or state.cancelling


def _settle_or_open(state: RunState, node: Node, attempt: Attempt | None) -> Body | None:
    if attempt is not None and attempt.outcome == "cleared" and node.phase == "done":
        return NodeSettled(node=node.id, outcome="cleared", head=attempt.head)
    shared = shares_line(state, node)
    if _resting(state) or (shared and not has_place(state, node)):
        return None
    n = len(node.attempts) + 1
    base = state.tips[node.line] if shared else node.base
    return AttemptOpened(
        node=node.id,
        attempt=n,
        session=session_of(state.run, node.id, n),
        fork_point=base if node.fork is None else node.fork,
        cause=node.open_cause,
        model=_model(state, node, n),
    )


def _model(state: RunState, node: Node, n: int) -> str | None:
    if not isinstance(node.block, AGENTED):
        return None
    role = workflow_of(state, node).roles[node.block.role]
    if not role.model:
        return None
    return role.model[(n - 1) % len(role.model)] if role.alternate == "by_round" else role.model[0]


# ------------------------------------------------------------------------------------------------------------- turns


def _start_turn(state: RunState, node: Node, attempt: Attempt, wanted: NextTurn) -> Body | None:
    if _resting(state) or on_its_way(node) or not has_place(state, node):
        return None
    wanted = with_messages(node, wanted)
    full = budgets.full(state, node, attempt)
    if full is not None:
        return None if full.waits else holds.budget_hold(state, node, full.kind, full.sentence)
    wall, idle = budgets.turn_limits(state, node, attempt)
    return TurnStarted(
        node=node.id,
        attempt=attempt.n,
        turn=len(attempt.turns) + 1,
        kind="command" if isinstance(node.block, RunBlock) else wanted.kind,
        reasons=wanted.reasons,
        feedback=wanted.feedback,
        wall=wall,
        idle=idle,
        reserved=budgets.reservation(state, node),
        start=node.head if wanted.kind == "inbox" and node.head != attempt.head else None,
        on_limit=node.on_limit or state.on_limit,
    )


def _interrupt(state: RunState, node: Node, attempt: Attempt) -> Body | None:
    turn = attempt.turn
    assert turn is not None
    if turn.interrupt is not None:
        return None
    if state.cancelling:
        cause = "cancel"
    elif is_withdrawn(state, node):
        cause = "withdrawn"
    elif state.pausing == "now" or (state.pausing is not None and _never_began(turn)):
        cause = "pause"
    elif state.on_limit == "pause" and turn.on_limit == "continue" and _never_began(turn):
        cause = "limit"
    elif budgets.out_of_time(state, node):
        cause = "budget"
    else:
        return None
    return TurnInterrupted.model_validate(
        {"node": node.id, "attempt": attempt.n, "turn": turn.n, "cause": cause},
    )


def _never_began(turn: Turn) -> bool:
    """Whether it still waits for its provider to take its first request."""
    return turn.waits is not None and not turn.waits.begun


# ------------------------------------------------------------------------------------------------------------- gates


def gates_of(node: Node) -> tuple[Gate, ...]:
    """The gates of a step; a command's exit status is judged beside them."""
    assert isinstance(node.block, WORKERS)
    return node.block.gate


def _measuring(state: RunState, node: Node, attempt: Attempt) -> MeasuringStarted:
    assert isinstance(node.block, WORKERS)
    assert attempt.turn is not None
    keys = [key for key, gate in leaves(node.block.gate) if needs_measuring(gate)]
    extra = ["verdict"] if isinstance(node.block, AGENTED) else []
    extra += [f"artifact:{name}" for name in node.block.produces]
    extra += [f"until:{key}" for key in until_gates(state, node)]
    return MeasuringStarted(node=node.id, attempt=attempt.n, turn=attempt.turn.n, keys=tuple(extra + keys))


def _judge(state: RunState, node: Node, attempt: Attempt) -> GatesJudged:
    assert attempt.turn is not None
    assert attempt.head is not None
    revises = attempt.facts.get("verdict", {}).get("result") == "revise"
    outcomes = judge_all(
        gates_of(node),
        attempt.facts,
        {},
        context_of(state, node) if reads_names(gates_of(node)) else {},
        revise_answers=revises and is_asked(state, node),
    )
    if isinstance(node.block, RunBlock):
        outcomes = [_exit_status(node, attempt), *outcomes]
    return _judged(node, attempt, tuple(outcomes))


def _exit_status(node: Node, attempt: Attempt) -> JudgedGate:
    assert attempt.turn is not None
    code = attempt.turn.exit_code
    return JudgedGate(
        key=EXIT_KEY,
        gate="command",
        outcome="cleared" if code == 0 else "blocked",
        reason=f"the command exited {code}" if code is not None else _no_exit(attempt.turn),
        label="measured",
    )


def _no_exit(turn: Turn) -> str:
    if turn.signal is not None:
        return f"the command was killed by signal {turn.signal}"
    return turn.message or "the command did not exit"


def _judged(node: Node, attempt: Attempt, outcomes: tuple[JudgedGate, ...]) -> GatesJudged:
    assert attempt.turn is not None
    assert attempt.head is not None
    return GatesJudged(
        node=node.id,
        attempt=attempt.n,
        turn=attempt.turn.n,
        head=attempt.head,
        cleared=bool(outcomes) and all(outcome.outcome == "cleared" for outcome in outcomes),
        outcomes=outcomes,
    )


def _blocked(state: RunState, node: Node, attempt: Attempt) -> Body | None:
    block = node.block
    assert isinstance(block, WORKERS)
    stuck = [gate for gate in attempt.judged if gate.outcome in ("blocked", "not_checked")]
    if not stuck:
        return holds.approval_hold(state, node, attempt, _cycles(block.gate))
    by_machine = any(is_beyond_agent(gate, attempt.facts) for gate in stuck)
    if isinstance(block, AGENTED) and attempt.reprompts < block.reprompts and not by_machine:
        reasons = tuple(f"{gate.gate}: {gate.reason}" for gate in stuck)
        return _start_turn(state, node, attempt, NextTurn("reprompt", reasons=reasons))
    return holds.gate_hold(state, node, attempt)


def _after_turn(state: RunState, node: Node, attempt: Attempt) -> Body | None:
    """What a turn left is secured: its question, an answer to it, what a lead has to do first; else its gate counts."""
    if node.question is not None:
        return None if is_heard(state, node) else _question(state, node)
    if node.next_turn is not None:
        return _start_turn(state, node, attempt, node.next_turn)
    if node.messages:
        return _start_turn(state, node, attempt, NextTurn("message"))
    if isinstance(node.block, OrchestrateBlock) and is_supervising(state, node):
        found = decide_supervision(state, node, attempt)
        return _start_turn(state, node, attempt, found) if isinstance(found, NextTurn) else found
    return _once(state, _measuring(state, node, attempt))


def _question(state: RunState, node: Node) -> Body:
    return holds.block_hold(
        state, node, "question", f"{node.id} asks: {node.question}", ("answer", "quit"), attempt=node.attempt
    )


def _cycles(gates: tuple[Gate, ...]) -> int:
    return max((gate.cycles for _, gate in leaves(gates) if isinstance(gate, ApprovalGate)), default=0)


# ----------------------------------------------------------------------------------------------- landing and failing


def _land(state: RunState, node: Node, attempt: Attempt) -> Body | None:
    assert attempt.head is not None
    if node.line != MAIN or attempt.head == (state.published or state.base):
        return AttemptEnded(node=node.id, attempt=attempt.n, outcome="cleared")
    return _once(state, LandingStarted(node=node.id, old=state.published, new=attempt.head))


def _failed(state: RunState, node: Node, attempt: Attempt) -> Body | None:
    environment = node.trouble.get("environment")
    if environment is not None:
        return holds.failure_hold(state, node, attempt, str(environment["code"]), str(environment["message"]))
    checkout = node.trouble.get("checkout")
    if checkout is not None:
        sides = {side: checkout[side] for side in ("recorded", "observed")}
        return holds.checkout_hold(state, node, attempt, str(checkout["sentence"]), sides)
    landing = node.trouble.get("landing")
    if landing is not None:
        expected, found = landing["expected"], landing["found"]
        return holds.reconcile_hold(
            state, node, attempt, None if expected is None else str(expected), None if found is None else str(found)
        )
    turn = attempt.turn
    assert turn is not None
    if turn.reason == "lost":
        if turn.failure == "resumable" and not attempt.continued:
            return _start_turn(state, node, attempt, NextTurn("recovery"))
        return AttemptEnded(node=node.id, attempt=attempt.n, outcome="lost", failure="crashed", reason=turn.message)
    if turn.interrupt is not None:
        return _start_turn(state, node, attempt, NextTurn("continue"))
    if turn.short is not None:
        return _start_turn(state, node, attempt, NextTurn("continue"))
    failure, reason = turn.failure or "unknown", turn.message or turn.reason or ""
    block = node.block
    retries = block.retries if isinstance(block, AGENTED) else 0
    follows = follow_up(failure)
    if follows == "wait" and (node.on_limit or state.on_limit) != "pause":
        return _start_turn(state, node, attempt, NextTurn("continue", reasons=(reason,)))
    if follows == "continue" and not attempt.continued:
        return _start_turn(state, node, attempt, NextTurn("recovery", reasons=(reason,)))
    if follows in ("retry", "continue") and node.retries < retries:
        return AttemptEnded(node=node.id, attempt=attempt.n, outcome="failed", failure=failure, reason=reason)
    return holds.failure_hold(state, node, attempt, failure, reason)


# ------------------------------------------------------------------------------------------------------------ answers


def _held(state: RunState, node: Node, hold: Hold) -> Body | None:
    attempt = node.attempt
    if hold.closed_seq is None:
        raisable = hold.kind == "budget" and "raise" in hold.answers
        if raisable and attempt is not None and _has_room(state, node, attempt):
            return HoldWithdrawn(node=node.id, hold=hold.id, reason="The budget was raised.")
        if hold.kind == "question" and node.question is None:
            return HoldWithdrawn(node=node.id, hold=hold.id, reason="The lead answered.")
        if state.on_limit == "continue" and holds.is_provider_hold(hold):
            return HoldWithdrawn(node=node.id, hold=hold.id, reason="The run goes on by itself now.")
        return None
    assert attempt is not None
    if hold.answer == "quit":
        return RunEnded(outcome="abandoned", reason=hold.note or f"Quit at {node.id}.")
    match hold.kind:
        case "approval":
            return _after_approval(state, node, attempt, hold)
        case "gate":
            return _after_gate(state, node, attempt, hold)
        case "failure" if hold.evidence.get("begun") is False:
            return _begin(state, node, attempt)
        case "failure" if hold.answer == "wait":
            return _failed(state, node, attempt)
        case "failure":
            return _after_failure(state, node, attempt, hold)
        case "reconcile":
            return _after_reconcile(state, node, attempt, hold)
        case "question":
            return _start_turn(state, node, attempt, NextTurn("answer", feedback=hold.note))
        case "conflict":
            return settle_conflict(state, node, attempt, hold) or _after_turn(state, node, attempt)
        case "budget" if hold.answer == "retry":
            return _begin(state, node, attempt)
        case "budget":
            return NodeSettled(node=node.id, outcome="failed", reason=hold.note or "Stopped at a budget.")
    raise AssertionError(f"no step opens a hold of kind {hold.kind!r}")


def _begin(state: RunState, node: Node, attempt: Attempt) -> Body | None:
    """The turn that was refused, once more."""
    if node.next_turn is not None:
        return _start_turn(state, node, attempt, node.next_turn)
    return _after_turn(state, node, attempt)


def _has_room(state: RunState, node: Node, attempt: Attempt) -> bool:
    full = budgets.full(state, node, attempt)
    return full is None or full.waits


def _who(hold: Hold) -> str:
    return hold.by.user if hold.by is not None and hold.by.user else "the operator"


def _decided(hold: Hold, gate: JudgedGate, word: str) -> JudgedGate:
    note = f": {hold.note}" if hold.note else ""
    return gate.model_copy(update={"outcome": "cleared", "label": "decided", "reason": f"{word} by {_who(hold)}{note}"})


def _after_approval(state: RunState, node: Node, attempt: Attempt, hold: Hold) -> Body | None:
    match hold.answer:
        case "accept":
            waiting = next(gate.key for gate in attempt.judged if gate.outcome == "waiting")
            return _judged(
                node,
                attempt,
                tuple(_decided(hold, gate, "accepted") if gate.key == waiting else gate for gate in attempt.judged),
            )
        case "refine":
            return _start_turn(state, node, attempt, NextTurn("refine", feedback=hold.note))
        case "restart_from" | "jump_to":
            return _jump(state, node, hold)
    raise AssertionError(f"an approval has no answer {hold.answer!r}")


def _jump(state: RunState, node: Node, hold: Hold) -> NodesReset:
    """`restart_from` an earlier sibling (or this one); `jump_to` a later one, audited."""
    parent = state.nodes[node.parent or ""]
    target = hold.to or node.id
    forward = hold.answer == "jump_to"
    nodes = (
        []
        if forward
        else [id_ for id_ in parent.children if state.nodes[target].place <= state.nodes[id_].place <= node.place]
    )
    return NodesReset(node=node.id, nodes=tuple(nodes), to=target, unsafe_jump=forward)


def _after_gate(state: RunState, node: Node, attempt: Attempt, hold: Hold) -> Body | None:
    match hold.answer:
        case "override":
            return _judged(
                node,
                attempt,
                tuple(
                    _decided(hold, gate, f"overridden ({gate.reason})")
                    if gate.outcome in ("blocked", "not_checked")
                    else gate
                    for gate in attempt.judged
                ),
            )
        case "continue":
            reasons = tuple(
                f"{gate.gate}: {gate.reason}" for gate in attempt.judged if gate.outcome in ("blocked", "not_checked")
            )
            return _start_turn(state, node, attempt, NextTurn("continue", reasons=reasons, feedback=hold.note))
    return AttemptEnded(node=node.id, attempt=attempt.n, outcome="blocked", reason=hold.sentence)


def _after_failure(state: RunState, node: Node, attempt: Attempt, hold: Hold) -> Body | None:
    environment = node.trouble.get("environment")
    effect = str(environment["effect"]).split(":", 1)[0] if environment is not None else ""
    turn = attempt.turn
    if turn is not None and effect == "securing_started":
        return SecuringStarted(node=node.id, attempt=attempt.n, turn=turn.n, judged=turn.reason == "end_turn")
    if effect == "measuring_started":
        return _measuring(state, node, attempt)
    if effect == "integration_started":
        return again(state, node)
    if effect == "landing_started" and attempt.head is not None:
        return LandingStarted(node=node.id, old=state.published, new=attempt.head)
    failure = str(environment["code"]) if environment is not None else (turn.failure if turn else None)
    return AttemptEnded(node=node.id, attempt=attempt.n, outcome="failed", failure=failure, reason=hold.sentence)


def _after_reconcile(state: RunState, node: Node, attempt: Attempt, hold: Hold) -> Body:
    assert attempt.head is not None
    if "branch" not in hold.evidence:  # the checkout moved, not the run's branch
        return _after_divergence(state, node, attempt, hold)
    found, recorded = hold.evidence["observed"], hold.evidence["recorded"]
    if hold.answer == "adopt":
        return AttemptEnded(node=node.id, attempt=attempt.n, outcome="superseded", reason=hold.sentence)
    old = recorded if hold.answer == "redo" else found
    return LandingStarted(node=node.id, old=None if old is None else str(old), new=attempt.head)


def _after_divergence(state: RunState, node: Node, attempt: Attempt, hold: Hold) -> Body:
    assert attempt.turn is not None
    match hold.answer:
        case "adopt":
            return SecuringStarted(node=node.id, attempt=attempt.n, turn=attempt.turn.n)
        case "redo":
            return _measuring(state, node, attempt)
    return AttemptEnded(node=node.id, attempt=attempt.n, outcome="superseded", reason=hold.sentence)
