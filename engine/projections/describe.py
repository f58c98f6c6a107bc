# SPDX-License-Identifier: Apache-2.0
"""One plain sentence for every kind of journal event: what happened, in the words of the product."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pydantic import JsonValue

from engine.kernel import events as ev
from engine.kernel.events import Event, Label
from engine.projections.views import ProviderWaitView
from engine.projections.words import amount, count, duration, meter_name, one_line, short, until_words

_FAILURES = {
    "rate_limited": "the provider limits the rate",
    "overloaded": "the provider is overloaded",
    "unreachable": "no server was reached",
    "authentication": "no valid credentials",
    "context_overflow": "the session outgrew the model's context",
    "refusal": "the model declined",
    "tool_missing": "a tool is missing",
    "crashed": "the process crashed",
    "timed_out": "the time was up",
    "stalled": "nothing was heard for too long",
}
_TURNS = {
    "goal": "the goal is sent",
    "reprompt": "the agent is told what still blocks",
    "refine": "the agent is asked to refine",
    "continue": "the session goes on",
    "recovery": "the session goes on after a crash",
    "command": "the command runs",
    "inbox": "the lead is told what came in",
    "answer": "the agent gets its answer",
    "message": "the agent is told what a person says",
}
_OPENED = {
    "first": "",
    "retry": ", a retry",
    "answer": ", as you asked",
    "lost": ", because the one before was lost",
    "restart": ", starting afresh",
}
_INTERRUPTED = {
    "budget": "a budget is reached",
    "pause": "you asked to pause now",
    "cancel": "the run is cancelled",
    "withdrawn": "it is no longer needed",
    "limit": "a person decides now what happens at a provider's limit",
}
_EFFECTS = {
    "turn_started": "start the turn",
    "turn_interrupted": "interrupt the turn",
    "permission_answered": "tell the agent the answer",
    "message_sent": "pass a message on",
    "securing_started": "secure the work",
    "measuring_started": "measure the gates",
    "integration_started": "bring the branches together",
    "landing_started": "bring the branch into the repository",
}
_ANSWERS = {"restart_from": "restart from", "jump_to": "jump to", "allow_attempt": "allow for the attempt"}


def describe_event(
    event: Event, *, with_node: bool = True, gates: Mapping[str, str] | None = None, command: bool = False
) -> str:
    """
    What happened, as one line of plain text; the node's id stands before it unless `with_node` is False.

    `gates` names the gates of the node by their keys; without it a gate is called by its place. `command`: the node is
    a command, no agent.
    """
    body = event.body
    match body:
        case ev.AgentStarted() if command:
            sentence = f"The command runs, {body.isolation}{f', process {body.pid}' if body.pid else ''}."
        case ev.TurnEnded(reason="end_turn") if command:
            sentence = f"The command ended after {duration(body.duration)}, exit code {body.exit_code}."
        case ev.FactMeasured():
            sentence = one_line(_fact_measured(body, gates or {}))
        case ev.MeasuringStarted():
            sentence = one_line(_measuring_started(body, gates or {}))
        case _:
            tell = _SENTENCES.get(body.type)
            sentence = one_line(tell(body) if tell is not None else _plain(body))
    return f"{body.node}: {sentence}" if with_node and body.node else sentence


def label_of(event: Event) -> Label:
    """Where the fact comes from: `measured`, `claimed` (an agent said so) or `decided`."""
    body = event.body
    if isinstance(body, ev.FactMeasured) and body.key.split(":")[0] in ("verdict", "artifact"):
        return "claimed"
    return body.label


def describe_facts(facts: Mapping[str, JsonValue], limit: int = 4) -> str:
    """The telling figures among `facts`, the first `limit` of them: `exit 1, passed 3, failed 2, took 5.4 s`."""
    parts = []
    for key, value in facts.items():
        if key in DULL or isinstance(value, (bool, dict, list)) or value in (None, ""):
            continue
        if key.endswith("_count") and value == 0:
            continue
        if key in TIMES and isinstance(value, (int, float)):
            parts.append(f"took {duration(value)}")
        else:
            parts.append(f"{key.replace('_', ' ')} {short(str(value)) if _is_commit(value) else value}")
    return ", ".join(parts[:limit])


TIMES = frozenset({"took", "duration_ms", "duration"})
"""Facts that are durations in ms."""

DULL = frozenset(
    {"head", "commit", "fork_point", "tree", "branch", "sha", "mode", "limit", "isolation", "state", "report", "tail"}
    | {"report_path", "runner", "counted_by", "engine_commit"}
)
"""Facts that identify rather than tell; they stand in the evidence."""


def _plain(body: ev.Body) -> str:
    """A kind that has no sentence of its own yet is called by its name."""
    return f"{body.type.replace('_', ' ').capitalize()}."


def _is_commit(value: object) -> bool:
    return isinstance(value, str) and len(value) in (40, 64) and all(c in "0123456789abcdef" for c in value)


def _who(by: ev.By) -> str:
    return by.user or "Somebody"


def _after(text: str, mark: str = ": ") -> str:
    text = text.strip().rstrip(".")
    return f"{mark}{text}" if text else ""


def failure_words(failure: str | None) -> str:
    """A failure class in words; empty for None."""
    return "" if failure is None else _FAILURES.get(failure, failure.replace("_", " "))


def effect_words(key: str) -> str:
    """What the effect with this key was to do: `measure the gates`."""
    kind = key.split(":")[0]
    return _EFFECTS.get(kind, kind.replace("_", " "))


def provider_words(waits: Iterable[ProviderWaitView], now: str) -> str:
    """`waiting for provider until 14:20`: the first moment at which one of them may go on."""
    return f"waiting for provider until {until_words(min(wait.until for wait in waits), now)}"


def answer_words(answer: str) -> str:
    """An answer of a hold as a person reads it: `restart from`."""
    return _ANSWERS.get(answer, answer.replace("_", " "))


# --------------------------------------------------------------------------------------------------------- observations


def _run_created(body: ev.RunCreated) -> str:
    repository = body.repository.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1]
    start = f"{body.base_name} ({short(body.base)})" if body.base_name else short(body.base)
    title = body.workflow.title or body.workflow.name
    return f"{_who(body.by)} launched “{title}” on {repository}, branch {body.branch}, from {start}."


def _driver_attached(body: ev.DriverAttached) -> str:
    torn = f" A half-written last line ({body.torn:,} bytes) was cut and kept aside." if body.torn else ""
    ended = f" {count(body.survivors, 'process', 'processes')} left over from before ended." if body.survivors else ""
    return f"Process {body.pid} drives the run now.{torn}{ended}"


def _agent_started(body: ev.AgentStarted) -> str:
    name = f"{body.backend} {body.version}" if body.version else body.backend
    process = f", process {body.pid}" if body.pid else ""
    network = {"model": ", no network but the model's", "closed": ", no network"}.get(body.network or "", "")
    return f"The agent works: {name}, {body.isolation}{network}{process}."


def _usage(usage: ev.Usage | None) -> str:
    if usage is None:
        return "usage unknown"
    known = [n for n in (usage.input, usage.output, usage.cache_read, usage.cache_write) if n is not None]
    tokens = f"{sum(known):,} tokens" if known else "tokens unknown"
    if usage.cost is None:
        return tokens
    computed = f" (computed from the price table of {usage.priced})" if usage.priced else ""
    return f"{tokens}, {amount('cost', usage.cost)}{computed}"


def _turn_ended(body: ev.TurnEnded) -> str:
    took = duration(body.duration)
    match body.reason:
        case "end_turn":
            return f"Turn {body.turn} ended after {took}, {_usage(body.usage)}."
        case "failed":
            ended = ""
            if body.signal is not None:
                ended = f", signal {body.signal}"
            elif body.exit_code:
                ended = f", exit code {body.exit_code}"
            why = _after(failure_words(body.failure))
            return f"Turn {body.turn} failed after {took}{ended}{why}{_after(body.message)}."
        case "interrupted":
            return f"Turn {body.turn} was interrupted after {took}; what it left is kept and not judged."
        case "timed_out":
            return f"Turn {body.turn} ran out of time after {took}."
        case "stalled":
            return f"Turn {body.turn} stalled: nothing was heard for too long."


def _turn_lost(body: ev.TurnLost) -> str:
    then = "; its session can go on" if body.resumable else ""
    return f"Turn {body.turn} was cut off by a crash{then}{_after(body.note)}."


def _turn_refused(body: ev.TurnRefused) -> str:
    if not body.limit:
        return f"Turn {body.turn} was interrupted before there was a place for it; nothing was started."
    return f"Turn {body.turn} did not begin{_after(body.sentence)}."


def _turn_waits(body: ev.TurnWaits) -> str:
    if body.until is None:
        return f"Turn {body.turn} does not wait for its provider any more."
    why = failure_words(body.failure)
    return f"Turn {body.turn} waits for provider {body.account} until {body.until}{_after(why)}."


def _continuation_set(body: ev.ContinuationSet) -> str:
    then = "goes on by itself" if body.on_provider_limit == "continue" else "asks a person"
    return f"{_who(body.by)} decided that the run {then} when a provider limits it."


def _requested(body: Any) -> str:
    asked = next((str(value) for value in body.data.values() if isinstance(value, str)), "")
    return f"The agent asks to {body.kind.replace('_', ' ')}{_after(asked)}."


def _request_judged(body: Any) -> str:
    answer = "granted" if body.granted else "denied"
    return f"The request to {body.kind.replace('_', ' ')} is {answer}{_after(body.reason)}."


def _permission_answered(body: ev.PermissionAnswered) -> str:
    for_how_long = " for the rest of the attempt" if body.standing else ""
    return f"{body.tool} is {f'allowed{for_how_long}' if body.allow else 'denied'}{_after(body.note)}."


def _work_secured(body: ev.WorkSecured) -> str:
    diff = body.facts.get("diff")
    told = describe_facts(diff) if isinstance(diff, dict) else ""
    return f"The work of turn {body.turn} is secured at {short(body.head)}{_after(told)}."


def _fact_measured(body: ev.FactMeasured, gates: Mapping[str, str]) -> str:
    if body.key == "verdict":
        said = body.facts.get("result") or str(body.facts.get("state", "nothing")).replace("_", " ")
        return f"The agent's verdict: {said}{_after(str(body.facts.get('summary') or ''))}."
    if body.key.startswith("artifact:"):
        return f"The agent's {body.key.replace(':', ' ', 1)}{_after(describe_facts(body.facts))}."
    return f"Measured {_gate_name(body.key, gates)}{_after(describe_facts(body.facts))}."


def _measuring_started(body: ev.MeasuringStarted, gates: Mapping[str, str]) -> str:
    named = ", ".join(dict.fromkeys(_gate_name(key, gates) for key in body.keys))
    return f"Measuring {named} on the secured commit." if named else "No gate asks for a measurement."


def _gate_name(key: str, gates: Mapping[str, str]) -> str:
    known = gates.get(key)
    if known is not None:
        return known
    if key.startswith("until:"):
        return "the loop's condition"
    return f"gate {key}" if key[:1].isdigit() else key.replace("_", " ")


def _integrated(body: ev.Integrated) -> str:
    return f"The work of the branches is one line again, at {short(body.head)}{_after(describe_facts(body.facts))}."


def _conflicted(body: ev.Conflicted) -> str:
    paths = ", ".join(body.paths[:3]) + (f" and {len(body.paths) - 3} more" if len(body.paths) > 3 else "")
    if body.reason:
        return f"The conflict of {body.child} is not resolved{_after(body.reason)}."
    return f"Merging {body.child} conflicts in {count(len(body.paths), 'file')}: {paths}."


def _landing_moved(body: ev.LandingMoved) -> str:
    return (
        f"The run's branch is at {short(body.found)}, not at {short(body.expected)} where it was last seen; "
        "nothing was changed."
    )


def _effect_failed(body: ev.EffectFailed) -> str:
    return f"Could not {effect_words(body.key)}{_after(body.message)}."


def _answered(body: ev.Answered) -> str:
    to = f" {body.to}" if body.to else ""
    return f"{_who(body.by)} answered “{answer_words(body.answer)}{to}”{_after(body.note)}."


def _raised(body: ev.Raised) -> str:
    return f"{_who(body.by)} raised the {meter_name(body.kind)} budget by {amount(body.kind, body.amount)}."


# ------------------------------------------------------------------------------------------------------------ decisions


def _node_entered(body: ev.NodeEntered) -> str:
    return f"{'Block entered' if body.node else 'The workflow begins'}, at {short(body.base)}."


def _children_planned(body: ev.ChildrenPlanned) -> str:
    if not body.keys:
        return "There is nothing to fan out over."
    named = ", ".join(body.keys[:6]) + (f" and {len(body.keys) - 6} more" if len(body.keys) > 6 else "")
    return f"Planned: {named}."


def _until_judged(body: ev.UntilJudged) -> str:
    if body.cleared:
        return f"Round {body.iteration} ends the loop: its condition cleared."
    open_ = [outcome for outcome in body.outcomes if outcome.outcome != "cleared"]
    told = "; ".join(f"{outcome.gate}{_after(outcome.reason)}" for outcome in open_)
    return f"Round {body.iteration} does not end the loop{_after(told)}."


def _integration_started(body: ev.IntegrationStarted) -> str:
    first = f"Taking in what resolves the conflict of {body.resolved.child}, then b" if body.resolved else "B"
    return f"{first}ringing {count(len(body.children), 'branch', 'branches')} together: {', '.join(body.children)}."


def _turn_started(body: ev.TurnStarted) -> str:
    said = "; ".join(body.reasons) or body.feedback
    return f"Turn {body.turn} starts: {_TURNS[body.kind]}{_after(said)}."


def _gates_judged(body: ev.GatesJudged) -> str:
    if body.cleared:
        names = ", ".join(outcome.gate for outcome in body.outcomes) or "nothing to clear"
        return f"Every gate cleared: {names}."
    waiting = [outcome for outcome in body.outcomes if outcome.outcome != "cleared"]
    words = {"blocked": "", "not_checked": " (not checked)", "waiting": " (waits)", "cleared": ""}
    return "Not cleared: " + "; ".join(f"{o.gate}{words[o.outcome]}{_after(o.reason)}" for o in waiting) + "."


def _attempt_ended(body: ev.AttemptEnded) -> str:
    why = _after(body.reason) or _after(failure_words(body.failure))
    return f"Attempt {body.attempt} ended: {body.outcome}{_after(why, '')}."


def _node_settled(body: ev.NodeSettled) -> str:
    at = f" at {short(body.head)}" if body.head and body.outcome == "cleared" else ""
    return f"{'Settled' if body.node else 'The workflow is settled'}: {body.outcome}{at}{_after(body.reason)}."


def _nodes_reset(body: ev.NodesReset) -> str:
    if body.unsafe_jump:
        return f"Jumped forward to {body.to}, past {count(len(body.nodes), 'block')} whose gates did not clear."
    return f"Went back to {body.to}: {count(len(body.nodes), 'block')} start afresh."


def _run_ended(body: ev.RunEnded) -> str:
    return f"The run ended: {body.outcome}{_after(body.reason)}."


_SENTENCES: dict[str, Callable[[Any], str]] = {
    "run_created": _run_created,
    "driver_attached": _driver_attached,
    "driver_detached": lambda body: f"The driver let go of the run{_after(body.cause)}.",
    "heartbeat": lambda body: "Still driving.",
    "agent_started": _agent_started,
    "turn_ended": _turn_ended,
    "turn_lost": _turn_lost,
    "turn_refused": _turn_refused,
    "turn_waits": _turn_waits,
    "requested": _requested,
    "request_judged": _request_judged,
    "message_given": lambda body: f"{_who(body.by)} says to the agent{_after(body.text)}.",
    "message_sent": lambda body: "Passing it on.",
    "message_taken": lambda body: (
        "The agent has it." if body.taken else "The running turn does not take it; its next prompt tells it."
    ),
    "permission_asked": lambda body: f"The agent asks whether it may use {body.tool}.",
    "permission_dropped": lambda body: "The agent does not wait for that permission any more.",
    "permission_answered": _permission_answered,
    "work_secured": _work_secured,
    "fact_measured": lambda body: _fact_measured(body, {}),
    "integrated": _integrated,
    "conflicted": _conflicted,
    "landed": lambda body: f"The run's branch in the repository is now at {short(body.new)}.",
    "landing_moved": _landing_moved,
    "effect_failed": _effect_failed,
    "deadline_passed": lambda body: f"The limit on {meter_name(body.key)} was reached.",
    "answered": _answered,
    "raised": _raised,
    "pause_requested": lambda body: f"{_who(body.by)} asked to pause {'now' if body.now else 'at the next boundary'}.",
    "continuation_set": _continuation_set,
    "cancel_requested": lambda body: f"{_who(body.by)} cancelled the run; everything is kept.",
    "node_entered": _node_entered,
    "children_planned": _children_planned,
    "inputs_bound": lambda body: f"The called workflow gets {count(len(body.inputs), 'input')}.",
    "until_judged": _until_judged,
    "join_decided": lambda body: f"The join is decided: {', '.join(body.winners) or 'nothing'} counts.",
    "integration_started": _integration_started,
    "attempt_opened": lambda body: f"Attempt {body.attempt} opened from {short(body.fork_point)}{_OPENED[body.cause]}.",
    "turn_started": _turn_started,
    "turn_interrupted": lambda body: f"Interrupting turn {body.turn}: {_INTERRUPTED[body.cause]}.",
    "securing_started": lambda body: f"Securing what turn {body.turn} left.",
    "measuring_started": lambda body: _measuring_started(body, {}),
    "gates_judged": _gates_judged,
    "landing_started": lambda body: f"Bringing the run's branch to {short(body.new)}.",
    "attempt_ended": _attempt_ended,
    "node_settled": _node_settled,
    "nodes_reset": _nodes_reset,
    "hold_opened": lambda body: f"Needs you{_after(body.sentence)}.",
    "hold_withdrawn": lambda body: f"No longer needs you{_after(body.reason)}.",
    "run_paused": lambda body: f"The run is paused{_after(body.cause)}.",
    "run_resumed": lambda body: "The run goes on.",
    "run_ended": _run_ended,
}
