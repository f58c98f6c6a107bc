# SPDX-License-Identifier: Apache-2.0
"""`evolve`: fold one event into the state. One function an event kind; nothing here decides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from engine.definition.model import LoopBlock, OrchestrateBlock, ParallelBlock, StepBudget
from engine.kernel import events as ev
from engine.kernel.budgets import meter_of, scopes_of
from engine.kernel.events import Event
from engine.kernel.holds import is_provider_hold
from engine.kernel.integration import resolver_block
from engine.kernel.orchestrate import ALL_SETTLED
from engine.kernel.places import RESOLVERS, above_of, block_at, child_id, children_of
from engine.kernel.scopes import lead_of
from engine.kernel.state import (
    MAIN,
    METERS,
    ROOT,
    Asked,
    Attempt,
    Hold,
    Message,
    Meter,
    NextTurn,
    Node,
    Outstanding,
    Pending,
    Phase,
    ProviderWait,
    RunState,
    Turn,
    effect_key,
)


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
    answered = _answered_hold(state, node) if isinstance(body, ev.Decision) else None
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
            _touch_inside(state, above)
            touch(state, above.id)


def _answered_hold(state: RunState, node: Node | None) -> Hold | None:
    """The node's answered hold: the decision that follows the answer uses it up."""
    hold = state.holds[node.hold] if node is not None and node.hold is not None else None
    return hold if hold is not None and hold.closed_seq is not None else None


def touch(state: RunState, node: str | None) -> None:
    """Mark a node, so that `decide` visits it."""
    if node is not None:
        state.dirty[state.nodes[node].index] = node


def _touch_all(state: RunState) -> None:
    for node in state.nodes.values():
        if node.outcome is None:
            touch(state, node.id)


def _done(state: RunState, kind: str, body: Any) -> None:
    state.outstanding.pop(f"{kind}:{body.node}:{body.attempt}:{getattr(body, 'turn', '')}", None)


def _attempt(state: RunState, body: Any) -> tuple[Node, Attempt]:
    node = state.nodes[body.node]
    return node, node.attempts[body.attempt - 1]


# --------------------------------------------------------------------------------------------------------- observations


def _run_created(state: RunState, event: Event, body: ev.RunCreated) -> None:
    state.run, state.workflow, state.inputs = body.run, body.workflow, dict(body.inputs)
    state.repository, state.base, state.branch = body.repository, body.base, body.branch
    state.base_name, state.created_at = body.base_name, event.at
    state.on_limit = body.workflow.on_provider_limit
    state.tips = {MAIN: body.base}
    budgets = body.workflow.budgets
    state.meters = {kind: Meter(cap=getattr(budgets, kind)) for kind in METERS}


def _nothing(state: RunState, event: Event, body: ev.Body) -> None:
    """The event is a fact for readers; it changes no state."""


def _driver_attached(state: RunState, event: Event, body: ev.DriverAttached) -> None:
    _touch_all(state)


def _agent_started(state: RunState, event: Event, body: ev.AgentStarted) -> None:
    _, attempt = _attempt(state, body)
    attempt.isolation, attempt.network, attempt.backend = body.isolation, body.network, body.backend
    turn = attempt.turns[body.turn - 1]
    turn.pid, turn.waits = body.pid, None


def _turn_ended(state: RunState, event: Event, body: ev.TurnEnded) -> None:
    node, attempt = _attempt(state, body)
    turn = attempt.turns[body.turn - 1]
    turn.ended_seq, turn.reason, turn.failure = event.seq, body.reason, body.failure
    turn.message, turn.exit_code, turn.signal = body.message, body.exit_code, body.signal
    turn.usage, turn.duration, turn.retry_after = body.usage, body.duration, body.retry_after
    turn.short = body.short
    turn.waits = None
    attempt.isolation = body.isolation or attempt.isolation
    if turn.kind != "command":
        _charge(state, node, turn, body.usage)
    _done(state, "turn_started", body)
    _done(state, "turn_interrupted", body)
    _free(state, node)
    if attempt.outcome is None and attempt is node.attempt:
        node.phase = "secure"
        touch(state, node.id)


def _free(state: RunState, node: Node) -> None:
    """A turn is over: whoever waits for its place, its lease or its reservation looks again."""
    if isinstance(node.block, OrchestrateBlock):
        _touch_inside(state, node)
    state.dirty |= state.sleeping
    state.sleeping.clear()
    for above in above_of(state, node):
        above.live -= 1
        if isinstance(above.block, ParallelBlock):
            touch(state, above.id)
        elif isinstance(above.block, OrchestrateBlock):
            touch(state, above.id)
            _touch_inside(state, above)


_NOTHING = ev.Usage(requests=0, input=0, cost=0)


def _charge(state: RunState, node: Node, turn: Turn, usage: ev.Usage | None) -> None:
    """Count a turn's figures once, in every budget it belongs to, and let go of what it had reserved."""
    amounts = (usage or ev.Usage()).amounts
    for _, meters in scopes_of(state, node):
        for kind, amount in amounts.items():
            meter = meters.get(kind)
            if meter is None:
                continue
            meter.reserved -= turn.reserved.get(kind, 0)
            if amount is None:
                meter.at_least = True
            else:
                meter.spent += amount


def _turn_lost(state: RunState, event: Event, body: ev.TurnLost) -> None:
    node, attempt = _attempt(state, body)
    turn = attempt.turns[body.turn - 1]
    turn.ended_seq, turn.reason, turn.message = event.seq, "lost", body.note
    turn.failure, turn.waits = "resumable" if body.resumable else "crashed", None
    turn.duration = event.driven - turn.started_driven  # a crash gives no attempt more time
    if turn.kind != "command":
        _charge(state, node, turn, None)
    _done(state, "turn_started", body)
    _done(state, "turn_interrupted", body)
    node.phase = "secure"
    touch(state, node.id)
    _free(state, node)


def _turn_refused(state: RunState, event: Event, body: ev.TurnRefused) -> None:
    """Undo what `_turn_started` did; the same turn is wanted again."""
    node, attempt = _attempt(state, body)
    started = state.outstanding[f"turn_started:{body.node}:{body.attempt}:{body.turn}"].decision
    assert isinstance(started, ev.TurnStarted)
    _done(state, "turn_started", body)
    _done(state, "turn_interrupted", body)
    turn = attempt.turns.pop()
    if turn.kind != "command":
        _charge(state, node, turn, _NOTHING)
        for _, meters in scopes_of(state, node):
            if "turns" in meters:
                meters["turns"].spent -= 1
    _free(state, node)
    _count(attempt, turn, -1)
    if attempt.outcome is not None or attempt is not node.attempt:
        return
    if turn.kind == "inbox":
        node.inbox[:0] = [told for told in started.reasons if told != ALL_SETTLED]
        node.messages[:0] = [Message(f"again-{event.seq}", started.feedback)] if started.feedback else []
        node.phase = "measure"
    else:
        node.next_turn, node.phase = NextTurn(turn.kind, started.reasons, started.feedback), "turn"
    if body.failure is not None:
        node.trouble["provider"] = {"failure": body.failure, "sentence": body.sentence, "until": body.until}
    elif body.limit:
        node.trouble["fleet"] = {"limit": body.limit, "sentence": body.sentence}
    if not body.limit and started.on_limit in ("wait", "now"):
        node.on_limit = started.on_limit  # what a person said counts for the turn that will really begin
    touch(state, node.id)
    _tell_loops(state, node)


def _turn_waits(state: RunState, event: Event, body: ev.TurnWaits) -> None:
    node, attempt = _attempt(state, body)
    turn = attempt.turn
    if turn is None or turn.n != body.turn or turn.ended_seq is not None:
        return  # told late, of a turn that is over
    turn.waits = None
    if body.until is not None:
        turn.waits = ProviderWait(body.account, body.failure, body.until, body.refusals, body.begun)
    touch(state, node.id)


def _requested(state: RunState, event: Event, body: ev.Requested) -> None:
    if body.request in state.requested:
        return
    state.requested.add(body.request)
    node = state.nodes[body.node]
    node.requests.append(Pending(body.request, body.kind, body.attempt, dict(body.data), body.live, body.keyed))
    touch(state, node.id)


def _permission_asked(state: RunState, event: Event, body: ev.PermissionAsked) -> None:
    node = state.nodes[body.node]
    known = any((asked.attempt, asked.turn, asked.id) == (body.attempt, body.turn, body.ask) for asked in node.asked)
    if not known:
        node.asked.append(Asked(body.ask, body.attempt, body.turn, body.tool, dict(body.input)))
        touch(state, node.id)


def _permission_dropped(state: RunState, event: Event, body: ev.PermissionDropped) -> None:
    node = state.nodes[body.node]
    for asked in node.asked:
        if (asked.attempt, asked.turn, asked.id) == (body.attempt, body.turn, body.ask):
            asked.dropped = True
            touch(state, node.id)


def _permission_answered(state: RunState, event: Event, body: ev.PermissionAnswered) -> None:
    """Nothing is outstanding: after a crash the turn that waited is lost, and there is nobody left to tell."""
    node, attempt = _attempt(state, body)
    state.outstanding.pop(effect_key(body), None)
    node.asked = [asked for asked in node.asked if (asked.turn, asked.id) != (body.turn, body.ask)]
    if body.standing and body.tool not in attempt.allowed:
        attempt.allowed += (body.tool,)
    touch(state, node.id)


def _message_given(state: RunState, event: Event, body: ev.MessageGiven) -> None:
    node = state.nodes[body.node]
    node.messages.append(Message(body.message_id, body.text))
    touch(state, node.id)


def _message_sent(state: RunState, event: Event, body: ev.MessageSent) -> None:
    for message in state.nodes[body.node].messages:
        if message.id == body.message_id:
            message.sent, message.pending = (body.attempt, body.turn), True


def _message_taken(state: RunState, event: Event, body: ev.MessageTaken) -> None:
    node = state.nodes[body.node]
    state.outstanding.pop(f"message_sent:{body.node}:{body.attempt}:{body.turn}:{body.message_id}", None)
    for message in [message for message in node.messages if message.id == body.message_id]:
        message.pending = False
        if body.taken:
            node.messages.remove(message)
    touch(state, node.id)


def _request_judged(state: RunState, event: Event, body: ev.RequestJudged) -> None:
    node = state.nodes[body.node]
    for pending in node.requests:
        if pending.id == body.request and pending.keyed:
            state.judged[body.request] = pending.data, body
    live = any(pending.live for pending in node.requests if pending.id == body.request)
    node.requests = [pending for pending in node.requests if pending.id != body.request]
    touch(state, node.id)
    given = body.given
    if not body.granted:
        if body.kind != "ask" and not live:
            node.inbox.append(f"Denied: {body.kind}: {body.reason}")
        return
    child = state.nodes.get(str(given.get("child")))
    match body.kind:
        case "ask":
            node.question = str(given["question"])
            lead = lead_of(state, node)
            if lead is not None:
                lead.inbox.append(f"{node.id} asks: {node.question}")
                touch(state, lead.id)
        case "spawn" | "run_workflow":
            kind = "child" if body.kind == "spawn" else "workflow"
            node.spawned.append({**given, "name": given["child"], "kind": kind})
            node.asides.append(f"Granted: {node.id}/{given['child']}.")
        case "answer" if child is not None:
            child.question = None
            child.next_turn = NextTurn("answer", feedback=str(given["text"]))  # once the turn that asked is secured
            touch(state, child.id)
        case "skip_child" if child is not None:
            node.skipped += (child.id,)
            touch(state, child.id)
            _touch_inside(state, child)
        case "retry_child" if child is not None:
            if child.attempt is not None and child.attempt.outcome is None:
                child.attempt.outcome, child.attempt.reason = "superseded", "The lead asked for another try."
            _forget(state, child)
            child.note = str(given.get("guidance", ""))
            node.skipped = tuple(id_ for id_ in node.skipped if id_ != child.id)
        case "escalate":
            node.question = str(given["question"])


def _tell_lead(state: RunState, node: Node, text: str) -> None:
    """Put something into the inbox of the lead that supervises this very child."""
    parent = state.nodes[node.parent] if node.parent is not None else None
    if parent is not None and isinstance(parent.block, OrchestrateBlock) and parent.outcome is None:
        parent.inbox.append(text)
        touch(state, parent.id)


def _work_secured(state: RunState, event: Event, body: ev.WorkSecured) -> None:
    node, attempt = _attempt(state, body)
    if attempt.outcome is not None or attempt is not node.attempt:
        _done(state, "securing_started", body)
        return  # late work of an attempt that is over decides nothing
    attempt.head = body.head
    attempt.facts = {"work": dict(body.facts)}
    attempt.judged, attempt.judged_seq = (), None
    _done(state, "securing_started", body)
    turn = attempt.turn
    assert turn is not None, "work is secured after a turn"
    node.phase = "measure" if turn.reason == "end_turn" else "failed"
    if isinstance(node.block, OrchestrateBlock):
        node.head = body.head if node.phase == "measure" else node.head
        _touch_inside(state, node)  # its checkout is free for them, and a question that it left open goes to a person
    touch(state, node.id)
    _tell_loops(state, node)


def _tell_loops(state: RunState, node: Node) -> None:
    """A loop whose gate cleared meanwhile waited for this work, and has the rest of its body skipped."""
    for above in above_of(state, node):
        if above.until_cleared:
            touch(state, above.id)


def _fact_measured(state: RunState, event: Event, body: ev.FactMeasured) -> None:
    node, attempt = _attempt(state, body)
    attempt.facts[body.key] = dict(body.facts)
    if all(key in attempt.facts for key in attempt.wanted):
        _done(state, "measuring_started", body)
        node.phase = "judge"
        touch(state, node.id)


def _integrated(state: RunState, event: Event, body: ev.Integrated) -> None:
    node = state.nodes[body.node]
    begun = state.outstanding.get(f"integration_started:{body.node}:None:")
    _done(state, "integration_started", body)
    node.head, node.conflict = body.head, None
    node.phase = "measure" if isinstance(node.block, OrchestrateBlock) else "land"
    if isinstance(node.block, OrchestrateBlock):
        node.fork = body.head  # a fresh attempt of the lead never loses what its children made
        if begun is not None and isinstance(begun.decision, ev.IntegrationStarted):
            node.merged += begun.decision.children
        state.tips[node.line] = body.head
    touch(state, node.id)


def _conflicted(state: RunState, event: Event, body: ev.Conflicted) -> None:
    node = state.nodes[body.node]
    _done(state, "integration_started", body)
    node.conflict = body.model_dump(mode="json", exclude={"type", "node", "attempt"})
    node.resolver, node.phase = None, "measure" if isinstance(node.block, OrchestrateBlock) else "failed"
    touch(state, node.id)


def _landed(state: RunState, event: Event, body: ev.Landed) -> None:
    node = state.nodes[body.node]
    _done(state, "landing_started", body)
    state.published = body.new
    node.phase = "done"
    touch(state, node.id)


def _landing_moved(state: RunState, event: Event, body: ev.LandingMoved) -> None:
    node = state.nodes[body.node]
    _done(state, "landing_started", body)
    node.phase = "failed"
    node.trouble["landing"] = {"expected": body.expected, "found": body.found}
    touch(state, node.id)


def _effect_failed(state: RunState, event: Event, body: ev.EffectFailed) -> None:
    node = state.nodes[body.node]
    state.outstanding.pop(body.key, None)
    turn = node.attempt.turn if node.attempt is not None else None
    if body.key.startswith("turn_started:") and turn is not None and turn.ended_seq is None:
        turn.ended_seq, turn.reason, turn.message = event.seq, "failed", body.message
        _charge(state, node, turn, _NOTHING)
        _free(state, node)
    if body.recorded is not None:
        node.trouble["checkout"] = {"sentence": body.message, "recorded": body.recorded, "observed": body.observed}
    else:
        node.trouble["environment"] = {"code": body.code, "message": body.message, "effect": body.key}
    node.phase = "failed"
    touch(state, node.id)


def _deadline_passed(state: RunState, event: Event, body: ev.DeadlinePassed) -> None:
    _touch_all(state)


def _answered(state: RunState, event: Event, body: ev.Answered) -> None:
    hold = state.holds[body.hold]
    hold.closed_seq, hold.answer, hold.note, hold.to, hold.by = event.seq, body.answer, body.note, body.to, body.by
    if hold.kind == "pause":
        state.pausing = None
        _touch_all(state)
    if hold.node is not None and is_provider_hold(hold):
        state.nodes[hold.node].on_limit = "wait" if body.answer == "wait" else "now"
    if hold.kind == "conflict" and hold.node is not None:
        node = state.nodes[hold.node]
        if body.answer == "drop":
            node.dropped += (str(hold.evidence["child"]),)
        if body.answer != "resolve":
            node.conflict = None
    touch(state, hold.node)


def _raised(state: RunState, event: Event, body: ev.Raised) -> None:
    meter = meter_of(state, body.kind)
    if meter is None:
        state.raised[body.kind] = state.raised.get(body.kind, 0) + body.amount
    elif meter.cap is not None:
        meter.cap += body.amount
        meter.unknown_accepted = True
    _touch_all(state)


def _pause_requested(state: RunState, event: Event, body: ev.PauseRequested) -> None:
    if not state.ended:
        state.pausing = "now" if body.now else (state.pausing or "boundary")
        _touch_all(state)


def _continuation_set(state: RunState, event: Event, body: ev.ContinuationSet) -> None:
    state.on_limit = body.on_provider_limit
    _touch_all(state)


def _cancel_requested(state: RunState, event: Event, body: ev.CancelRequested) -> None:
    if not state.ended:
        state.cancelling = True
        _touch_all(state)


# ------------------------------------------------------------------------------------------------------------ decisions


def _node_entered(state: RunState, event: Event, body: ev.NodeEntered) -> None:
    old = state.nodes.get(body.node)
    parent = state.nodes.get(body.parent) if body.parent is not None else None
    node = Node(
        id=body.node,
        parent=body.parent,
        place=body.place,
        block=resolver_block(body.item) if body.place >= RESOLVERS else block_at(state, parent, body.place),
        base=body.base,
        line=body.line,
        item=body.item,
        index=len(state.nodes) if old is None else old.index,
        entered_driven=event.driven,
    )
    node.meters = _own_meters(node) if old is None else old.meters
    state.tips.setdefault(body.line, body.base)
    if old is not None:
        node.attempts, node.open_cause, node.note = old.attempts, "restart", old.note
    state.nodes[body.node] = node
    if parent is not None:
        parent.resolver = body.node if body.place >= RESOLVERS else parent.resolver
        if old is None or body.node not in parent.children:
            parent.children.append(body.node)
        if isinstance(parent.block, ParallelBlock):
            _pass(state, parent)
        if isinstance(parent.block, LoopBlock):
            parent.extra_iterations = max(parent.extra_iterations, len(parent.children) - parent.block.max)
    state.status = "running" if state.status == "pending" else state.status
    touch(state, body.node)


def _own_meters(node: Node) -> dict[str, Meter]:
    """Meters of the budgets that the block itself has."""
    budget = getattr(node.block, "budget", None)
    if not isinstance(budget, StepBudget):
        return {}
    caps = {kind: getattr(budget, kind) for kind in METERS}
    return {kind: Meter(cap=cap) for kind, cap in caps.items() if cap is not None}


def _children_planned(state: RunState, event: Event, body: ev.ChildrenPlanned) -> None:
    node = state.nodes[body.node]
    node.keys, node.items = body.keys, body.items
    touch(state, node.id)


def _inputs_bound(state: RunState, event: Event, body: ev.InputsBound) -> None:
    node = state.nodes[body.node]
    node.inputs = dict(body.inputs)
    touch(state, node.id)


def _until_judged(state: RunState, event: Event, body: ev.UntilJudged) -> None:
    node = state.nodes[body.node]
    node.until, node.until_cleared, node.judged_children = body.outcomes, body.cleared, body.settled
    touch(state, node.id)


def _join_decided(state: RunState, event: Event, body: ev.JoinDecided) -> None:
    node = state.nodes[body.node]
    node.winners = body.winners
    _touch_inside(state, node)
    touch(state, node.id)


def _touch_inside(state: RunState, node: Node) -> None:
    for id_ in node.children:
        child = state.nodes[id_]
        if child.outcome is None:
            _touch_inside(state, child)
            touch(state, child.id)


def _integration_started(state: RunState, event: Event, body: ev.IntegrationStarted) -> None:
    node = state.nodes[body.node]
    _retry_effect(state, body, "measure" if isinstance(node.block, OrchestrateBlock) else "land")
    hold = _answered_hold(state, node)
    if hold is not None and hold.kind == "reconcile":  # what stands there is adopted: the winners come on top of it
        state.published, node.head = body.base, None
    node.round, node.conflict, node.resolver = body, None, None


def _attempt_opened(state: RunState, event: Event, body: ev.AttemptOpened) -> None:
    node = state.nodes[body.node]
    node.attempts.append(
        Attempt(
            n=body.attempt, session=body.session, fork_point=body.fork_point, model=body.model, opened_seq=event.seq
        )
    )
    node.phase = "turn"
    node.trouble.clear()
    node.next_turn = NextTurn("goal", feedback=node.note)
    node.note, node.question = "", None
    touch(state, node.id)


def _turn_started(state: RunState, event: Event, body: ev.TurnStarted) -> None:
    node, attempt = _attempt(state, body)
    turn = Turn(body.turn, body.kind, event.seq, event.driven, on_limit=body.on_limit, reserved=dict(body.reserved))
    attempt.turns.append(turn)
    node.next_turn, node.on_limit, node.phase, node.asked, node.messages = None, None, "turn", [], []
    node.trouble.pop("provider", None)
    if body.kind == "inbox":
        node.inbox, node.asides = [], []
    elif body.kind == "answer":
        node.question = None
    _count(attempt, turn, 1)
    if body.kind != "command":
        for _, meters in scopes_of(state, node):
            if "turns" in meters:
                meters["turns"].spent += 1
            for kind, amount in body.reserved.items():
                if kind in meters:
                    meters[kind].reserved += amount
    for above in above_of(state, node):
        above.live += 1


def _count(attempt: Attempt, turn: Turn, by: Literal[1, -1]) -> None:
    """Count a turn among those of its kind that an attempt has only so many of; or take it back."""
    if turn.kind == "reprompt":
        attempt.reprompts += by
    elif turn.kind == "refine":
        attempt.cycles += by
    elif turn.kind == "recovery":
        attempt.continued = by == 1


def _turn_interrupted(state: RunState, event: Event, body: ev.TurnInterrupted) -> None:
    _, attempt = _attempt(state, body)
    attempt.turns[body.turn - 1].interrupt = body.cause


def _securing_started(state: RunState, event: Event, body: ev.SecuringStarted) -> None:
    _retry_effect(state, body, "secure")


def _landing_started(state: RunState, event: Event, body: ev.LandingStarted) -> None:
    _retry_effect(state, body, "land")


def _retry_effect(state: RunState, body: Any, phase: Phase) -> None:
    node = state.nodes[body.node]
    node.trouble.clear()
    node.phase = phase


def _measuring_started(state: RunState, event: Event, body: ev.MeasuringStarted) -> None:
    _retry_effect(state, body, "measure")
    node, attempt = _attempt(state, body)
    attempt.wanted = body.keys
    if not body.keys:
        _done(state, "measuring_started", body)
        node.phase = "judge"
        touch(state, node.id)


def _gates_judged(state: RunState, event: Event, body: ev.GatesJudged) -> None:
    node, attempt = _attempt(state, body)
    attempt.judged, attempt.judged_seq = body.outcomes, event.seq
    node.phase = "land" if body.cleared else "judged"
    touch(state, node.id)


def _attempt_ended(state: RunState, event: Event, body: ev.AttemptEnded) -> None:
    node, attempt = _attempt(state, body)
    attempt.outcome, attempt.failure, attempt.reason = body.outcome, body.failure, body.reason
    touch(state, node.id)
    if body.outcome == "cleared":
        node.phase = "done"
        return
    node.phase, node.next_turn = "open", None
    if body.outcome == "withdrawn":
        return
    hold = _answered_hold(state, node)
    if hold is not None:
        node.open_cause, node.note = "answer", hold.note
        if hold.kind == "reconcile" and "branch" in hold.evidence:
            state.published = state.tips[node.line] = node.fork = str(hold.evidence["observed"])
    elif body.outcome == "lost":
        node.open_cause = "lost"
    else:
        node.open_cause = "retry"
        node.retries += 1
        node.note = f"The attempt before this one failed ({body.failure}): {body.reason}"


def _node_settled(state: RunState, event: Event, body: ev.NodeSettled) -> None:
    node = state.nodes[body.node]
    node.outcome, node.head, node.next_turn, node.reason = body.outcome, body.head, None, body.reason
    if node.parent is not None:
        parent = state.nodes[node.parent]
        parent.settled += 1
        if not isinstance(parent.block, ParallelBlock):
            _pass(state, parent)
    _end_attempt(node, body.reason)
    _tell_lead(state, node, f"{node.id} settled: {body.outcome}{f' ({body.reason})' if body.reason else ''}.")
    node.settled_seq, node.settled_driven = event.seq, event.driven
    for above in above_of(state, node):
        if isinstance(above.block, (LoopBlock, ParallelBlock)):
            touch(state, above.id)
    if body.head is not None:
        state.tips[node.line] = body.head
    if isinstance(node.block, OrchestrateBlock):
        _touch_inside(state, node)  # one that failed leaves nobody at work
    touch(state, node.parent)
    state.dirty.pop(node.index, None)
    state.sleeping.pop(node.index, None)


def _pass(state: RunState, node: Node) -> None:
    """Move on past the children that need no second look."""
    entered_is_enough = isinstance(node.block, ParallelBlock)
    while node.passed < len(node.children):
        child = state.nodes[node.children[node.passed]]
        if child.place != node.passed or child.phase == "enter":
            return
        if not entered_is_enough and child.outcome in (None, "failed", "withdrawn"):
            return
        node.passed += 1


def _nodes_reset(state: RunState, event: Event, body: ev.NodesReset) -> None:
    here = state.nodes[body.node or ROOT]
    if isinstance(here.block, ParallelBlock):
        for id_ in body.nodes:
            _forget(state, state.nodes[id_])
            if state.nodes[id_].line == id_:  # a shared line stays where it is
                state.tips.pop(id_, None)
        return touch(state, here.id)
    parent = state.nodes[here.parent or ROOT]
    hold = _answered_hold(state, here)
    if here.attempt is not None and here.attempt.outcome is None:
        here.attempt.outcome = "superseded"
        here.attempt.reason = f"{hold.answer if hold else 'reset'} {body.to}"
    if body.unsafe_jump:
        state.unsafe_jumps += 1
        parent.jump = next(
            place for place, block in enumerate(children_of(state, parent)) if child_id(parent, block, place) == body.to
        )
        if here.attempt is not None and here.attempt.head is not None:
            state.tips[here.line] = here.attempt.head
    else:
        parent.jump = None
        state.tips[here.line] = state.nodes[body.to].base
        state.nodes[body.to].note = hold.note if hold else ""
    for id_ in body.nodes:
        _forget(state, state.nodes[id_])
    touch(state, parent.id)


def _end_attempt(node: Node, reason: str) -> None:
    """An attempt that is open when its node is settled or forgotten is over."""
    if node.attempt is not None and node.attempt.outcome is None:
        node.attempt.outcome, node.attempt.reason = "superseded", reason


def _forget(state: RunState, node: Node) -> None:
    """As if never entered, with everything inside; attempts stay on record."""
    _end_attempt(node, "It was begun anew.")
    if node.parent is not None:
        parent = state.nodes[node.parent]
        parent.settled -= node.outcome is not None
        parent.passed = min(parent.passed, node.place)
    node.outcome, node.next_turn, node.phase = None, None, "enter"
    for id_ in node.children:
        _forget(state, state.nodes[id_])


def _hold_opened(state: RunState, event: Event, body: ev.HoldOpened) -> None:
    state.holds[body.hold] = Hold(
        id=body.hold,
        kind=body.kind,
        node=body.node,
        attempt=body.attempt,
        sentence=body.sentence,
        answers=body.answers,
        evidence=dict(body.evidence),
        commit=body.commit,
        seq=event.seq,
        at=event.at,
    )
    if body.kind == "permission":  # the turn goes on: the node is not held
        asked = next(asked for asked in state.nodes[str(body.node)].asked if asked.id == body.evidence["ask"])
        asked.hold = body.hold
        touch(state, body.node)
    elif body.node is not None and body.kind != "pause":
        node = state.nodes[body.node]
        node.hold = body.hold
        for told in ("fleet", "provider"):
            node.trouble.pop(told, None)  # by this hold
        _tell_lead(state, node, f"{node.id} waits ({body.kind}): {body.sentence}")
        for above in above_of(state, node):
            touch(state, above.id)
        touch(state, body.node)


def _hold_withdrawn(state: RunState, event: Event, body: ev.HoldWithdrawn) -> None:
    hold = state.holds[body.hold]
    hold.closed_seq, hold.note = event.seq, body.reason
    for asked in state.nodes[hold.node].asked if hold.node is not None else ():
        asked.hold = None if asked.hold == hold.id else asked.hold
    if hold.node is not None and state.nodes[hold.node].hold == hold.id:
        state.nodes[hold.node].hold = None
    touch(state, hold.node)


def _run_paused(state: RunState, event: Event, body: ev.RunPaused) -> None:
    state.status, state.cause = "paused", body.cause


def _run_resumed(state: RunState, event: Event, body: ev.RunResumed) -> None:
    state.status, state.cause = "running", ""


def _run_ended(state: RunState, event: Event, body: ev.RunEnded) -> None:
    state.outcome, state.status, state.cause = body.outcome, body.outcome, body.reason
    state.dirty.clear()


_HANDLERS: dict[str, Callable[[RunState, Event, Any], None]] = {
    "run_created": _run_created,
    "driver_attached": _driver_attached,
    "driver_detached": _nothing,
    "heartbeat": _nothing,
    "agent_started": _agent_started,
    "turn_ended": _turn_ended,
    "turn_lost": _turn_lost,
    "turn_refused": _turn_refused,
    "turn_waits": _turn_waits,
    "requested": _requested,
    "request_judged": _request_judged,
    "message_given": _message_given,
    "message_sent": _message_sent,
    "message_taken": _message_taken,
    "permission_asked": _permission_asked,
    "permission_dropped": _permission_dropped,
    "permission_answered": _permission_answered,
    "work_secured": _work_secured,
    "fact_measured": _fact_measured,
    "integrated": _integrated,
    "conflicted": _conflicted,
    "children_planned": _children_planned,
    "inputs_bound": _inputs_bound,
    "until_judged": _until_judged,
    "join_decided": _join_decided,
    "integration_started": _integration_started,
    "landed": _landed,
    "landing_moved": _landing_moved,
    "effect_failed": _effect_failed,
    "deadline_passed": _deadline_passed,
    "answered": _answered,
    "raised": _raised,
    "pause_requested": _pause_requested,
    "continuation_set": _continuation_set,
    "cancel_requested": _cancel_requested,
    "node_entered": _node_entered,
    "attempt_opened": _attempt_opened,
    "turn_started": _turn_started,
    "turn_interrupted": _turn_interrupted,
    "securing_started": _securing_started,
    "measuring_started": _measuring_started,
    "gates_judged": _gates_judged,
    "landing_started": _landing_started,
    "attempt_ended": _attempt_ended,
    "node_settled": _node_settled,
    "nodes_reset": _nodes_reset,
    "hold_opened": _hold_opened,
    "hold_withdrawn": _hold_withdrawn,
    "run_paused": _run_paused,
    "run_resumed": _run_resumed,
    "run_ended": _run_ended,
}
