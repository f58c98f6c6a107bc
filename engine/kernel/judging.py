# SPDX-License-Identifier: Apache-2.0
"""From measured facts to outcomes: which gates clear, which block, and what still waits for a person.

A gate is known by its key, its place in the list: `0`, `1`, and `1.0` for a part of a composed one. Facts are known by
their subject: the key, or `verdict`, `artifact:NAME`. Missing facts are *not checked*, and that never clears.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import JsonValue

from engine.definition.expressions import compile as compile_expression
from engine.definition.model import (
    AllGate,
    AnyGate,
    ApprovalGate,
    ArtifactGate,
    AtLeastGate,
    CommandGate,
    CommitGate,
    ExpressionGate,
    FileGate,
    Gate,
    NotGate,
    RedGreenGate,
    ScopeGate,
    TestsGate,
    UnweakenedGate,
    VerdictGate,
)
from engine.errors import PilothouseError
from engine.kernel import rules
from engine.kernel.events import JudgedGate, Label
from engine.kernel.rules import Facts, Finding, plain

EXIT_KEY = "exit"
"""The key under which a command's own exit status is judged, beside its gates."""

MACHINE = "machine"
"""Whose fault it is, as the fact `fault_of` tells, where no agent can mend it: a program that is not installed."""

FactsBySubject = Mapping[str, Facts]
_LABELS: tuple[Label, ...] = ("claimed", "decided", "measured")


def leaves(gates: Sequence[Gate], prefix: str = "") -> list[tuple[str, Gate]]:
    """Every gate that is not composed of others, with its key, in order."""
    found: list[tuple[str, Gate]] = []
    for place, gate in enumerate(gates):
        key = f"{prefix}{place}"
        parts = _parts(gate)
        found += leaves(parts, f"{key}.") if parts is not None else [(key, gate)]
    return found


def _parts(gate: Gate) -> tuple[Gate, ...] | None:
    match gate:
        case AllGate() | AnyGate() | AtLeastGate():
            return gate.of
        case NotGate():
            return (gate.of,)
    return None


def needs_measuring(gate: Gate) -> bool:
    """Whether the leaf is measured under its own key, on the commit.

    Verdicts and artifacts are measured once a turn, under their own subjects; the rest follow from those, from the
    journal, or from a person.
    """
    return not isinstance(gate, (VerdictGate, ArtifactGate, ApprovalGate, ExpressionGate))


def reads_names(gates: Sequence[Gate]) -> bool:
    """Whether judging these takes the names that are visible at the node: a walk over all that has been done there."""
    return any(
        isinstance(gate, ExpressionGate) or (isinstance(gate, VerdictGate) and gate.of is not None)
        for _, gate in leaves(gates)
    )


def name_of(gate: Gate) -> str:
    """The gate as a person reads it: `tests`, `file NOTES.md`, `not tests`."""
    match gate:
        case VerdictGate(of=str() as of):
            return f"verdict of {plain(of, 60)}"
        case FileGate():
            return f"file {plain(gate.path, 120)}"
        case CommandGate():
            return f"command {plain(' '.join(gate.argv), 80)}"
        case ArtifactGate():
            return f"artifact {plain(gate.name, 60)}"
        case ExpressionGate():
            return f"expression {plain(gate.cel, 80)}"
        case NotGate():
            return f"not {name_of(gate.of)}"
        case AllGate() | AnyGate():
            return f"{gate.kind} of {', '.join(name_of(part) for part in gate.of)}"
        case AtLeastGate():
            return f"at_least {gate.k} of {', '.join(name_of(part) for part in gate.of)}"
    return gate.kind


def judge_all(
    gates: Sequence[Gate],
    facts: FactsBySubject,
    decided: Mapping[str, JudgedGate],
    context: Mapping[str, Any],
    *,
    revise_answers: bool = False,
) -> list[JudgedGate]:
    """The outcome of each gate of the list, in order.

    `facts` are by subject; `context` is what expressions see. A person is asked only when acceptance is all that is
    missing; until then an approval waits. What a person decided of a gate (`decided`, by key) stands as it is. With
    `revise_answers` a verdict of `revise` clears too.
    """
    judge = _Judge(facts, decided, context, revise_answers)
    findings = [judge.find(gate, str(place)) for place, gate in enumerate(gates)]
    if any(finding.outcome == "waiting" for finding in findings):
        judge.due = all(finding.outcome in ("cleared", "waiting") for finding in findings)
        findings = [judge.find(gate, str(place)) for place, gate in enumerate(gates)]
    return [
        JudgedGate(key=str(place), gate=name_of(gate), outcome=found.outcome, reason=found.reason, label=found.label)
        for place, (gate, found) in enumerate(zip(gates, findings, strict=True))
    ]


def cleared(outcomes: Sequence[JudgedGate]) -> bool:
    """Whether there are outcomes and all of them cleared."""
    return bool(outcomes) and all(outcome.outcome == "cleared" for outcome in outcomes)


def facts_of(outcome: JudgedGate, facts: FactsBySubject) -> dict[str, JsonValue]:
    """The facts that an outcome rests on; those of a composed gate stand under the keys of its parts."""
    kind, _, name = outcome.gate.partition(" ")
    subject = "verdict" if outcome.gate == "verdict" else f"artifact:{name}" if kind == "artifact" else outcome.key
    found = facts.get(subject)
    if found is not None:
        return dict(found)
    return {key: dict(part) for key, part in facts.items() if key.startswith(f"{outcome.key}.")}


def is_beyond_agent(outcome: JudgedGate, facts: FactsBySubject) -> bool:
    """Whether a gate is stuck by what no agent can mend: the facts name the machine, not the work."""
    return blames_machine(facts_of(outcome, facts))


def blames_machine(facts: Facts) -> bool:
    """Whether these facts, or those of a part, name the machine as what is at fault."""
    return any(isinstance(part, dict) and part.get("fault_of") == MACHINE for part in (facts, *facts.values()))


class _Judge:
    """One judgement: the facts, and whether the time has come to ask a person (`due`)."""

    def __init__(
        self,
        facts: FactsBySubject,
        decided: Mapping[str, JudgedGate],
        context: Mapping[str, Any],
        revise_answers: bool,
    ) -> None:
        self.facts = facts
        self.decided = decided
        self.context = context
        self.revise_answers = revise_answers
        self.due = False

    def find(self, gate: Gate, key: str) -> Finding:
        decision = self.decided.get(key)
        if decision is not None:
            return Finding(decision.outcome, decision.reason, decision.label)
        parts = _parts(gate)
        if parts is None:
            return self._leaf(gate, key)
        findings = [self.find(part, f"{key}.{place}") for place, part in enumerate(parts)]
        if isinstance(gate, NotGate):
            return _inverted(gate, findings[0])
        needed = len(parts) if isinstance(gate, AllGate) else gate.k if isinstance(gate, AtLeastGate) else 1
        return _at_least(needed, parts, findings)

    def _leaf(self, gate: Gate, key: str) -> Finding:
        match gate:
            case ApprovalGate():
                why = "waits for a person to accept" if self.due else "asked only after every other gate cleared"
                return Finding("waiting", why, "decided", certain=False)
            case ExpressionGate():
                return self._expression(gate)
            case VerdictGate(of=str() as of):
                verdicts = self.context.get("verdicts")
                found = verdicts.get(of) if isinstance(verdicts, Mapping) else None
                if not isinstance(found, Mapping):
                    return rules.not_checked(f"there is no verdict of {plain(of, 60)} yet")
                return rules.verdict(found)
            case VerdictGate():
                facts = self.facts.get("verdict")
                return self._missing() if facts is None else rules.verdict(facts, revise_answers=self.revise_answers)
            case ArtifactGate():
                facts = self.facts.get(f"artifact:{gate.name}")
                return self._missing() if facts is None else rules.artifact(gate.name, facts)
        facts = self.facts.get(key)
        return self._missing() if facts is None else _measured(gate, facts)

    @staticmethod
    def _missing() -> Finding:
        return rules.not_checked("it was not measured")

    def _expression(self, gate: ExpressionGate) -> Finding:
        def evaluate(context: Mapping[str, Any]) -> object:
            try:
                return compile_expression(gate.cel).evaluate(context)
            except PilothouseError as error:
                raise ValueError(error.message) from error

        return rules.expression(gate.cel, evaluate, self.context)


def _measured(gate: Gate, facts: Facts) -> Finding:
    match gate:
        case CommitGate():
            return rules.commit(facts)
        case FileGate():
            return rules.file(gate, facts)
        case TestsGate():
            return rules.tests(facts)
        case CommandGate():
            return rules.command(facts)
        case ScopeGate():
            return rules.scope(gate, facts)
        case RedGreenGate():
            return rules.red_green(facts)
        case UnweakenedGate():
            return rules.unweakened(facts)
    raise AssertionError(f"gate {gate.kind!r} has no rule")


def _inverted(gate: NotGate, part: Finding) -> Finding:
    told = f"{name_of(gate.of)}: {part.reason}"
    match part.outcome:
        case "cleared":
            return rules.blocked(told, part.label)
        case "blocked" if part.certain:
            return rules.cleared(told, part.label)
        case "waiting":
            return Finding("waiting", told, part.label, certain=False)
    return rules.not_checked(told)


def _at_least(needed: int, parts: Sequence[Gate], findings: Sequence[Finding]) -> Finding:
    """Clears when `needed` parts do. `all` needs each of them, `any` needs one."""
    by: dict[str, list[Finding]] = {"cleared": [], "waiting": [], "not_checked": [], "blocked": []}
    for finding in findings:
        by[finding.outcome].append(finding)
    have, may, unknown = len(by["cleared"]), len(by["waiting"]), len(by["not_checked"])
    if have >= needed:
        return Finding("cleared", _told(parts, findings, "cleared"), _label(by["cleared"], needed))
    if have + may >= needed:
        return Finding("waiting", _told(parts, findings, "waiting"), "decided", certain=False)
    count = "" if needed == len(parts) else f"{have} of {needed} needed cleared: "
    told = count + _told(parts, findings, "blocked", "not_checked", "waiting")
    if have + may + unknown >= needed:
        return rules.not_checked(told)
    shown = sum(finding.certain for finding in by["blocked"])
    certain = len(findings) - shown < needed <= len(findings)
    return rules.blocked(told, _label(by["blocked"] or findings, 1), certain=certain)


def _label(findings: Sequence[Finding], strength: int) -> Label:
    """The label of what rests on the `strength` best-founded of `findings`: its weakest."""
    ranks = sorted((_LABELS.index(finding.label) for finding in findings), reverse=True)
    return _LABELS[ranks[min(strength, len(ranks)) - 1]]


def _told(parts: Sequence[Gate], findings: Sequence[Finding], *outcomes: str) -> str:
    found = zip(parts, findings, strict=True)
    return "; ".join(f"{name_of(part)}: {finding.reason}" for part, finding in found if finding.outcome in outcomes)
