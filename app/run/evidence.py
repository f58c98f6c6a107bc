# SPDX-License-Identifier: Apache-2.0
"""A hold's evidence in short: a few lines, each with where it comes from. No Qt in here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from app.diff import parse_diff
from app.figures import amount, at_least, counted, duration, numeral
from app.translate import tr
from app.words import failure_word, meter_word, short
from engine.agents.edits import edit_call
from engine.projections import HoldView
from engine.projections.words import one_line

MOST_DETAILS = 3
"""How many of git's sentences about a conflict are told."""

SENTENCE_CHARS = 600
"""How much of a hold's sentence is shown."""

MOST_GATES = 6
"""How many gates are told in short; the rest is in the Gates tab."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of evidence. `status` and `label` name looks of `app.tokens.STATUSES`; empty for none."""

    status: str
    name: str
    text: str
    label: str = ""


def sentence_of(hold: HoldView) -> str:
    """What the hold says, at most so long; without the reasons of a blocked gate, which are its evidence."""
    said, gates = hold.sentence, hold.evidence.get("gates")
    if hold.kind == "gate" and gates:
        head, found, _ = said.partition(" is blocked. ")
        said = f"{head}{found}".rstrip()
    return said if len(said) <= SENTENCE_CHARS else f"{said[:SENTENCE_CHARS]}…"


def evidence_lines(hold: HoldView) -> list[Line]:
    """What a person should know before answering, the decisive first."""
    evidence = hold.evidence
    return [
        *_reconcile(evidence),
        *_conflict(evidence),
        *_question(hold),
        *_permission(hold),
        *_failure(evidence),
        *_gates(evidence.get("gates")),
        *_verdict(evidence.get("verdict"), evidence.get("gates")),
        *_diff(evidence, hold.commit),
        *_budget(hold),
        *_cycles(evidence.get("cycles")),
    ]


def _gates(gates: JsonValue) -> Iterator[Line]:
    rows = [gate for gate in gates if isinstance(gate, dict)] if isinstance(gates, list) else []
    order = {"blocked": 0, "not_checked": 1, "waiting": 3}
    rows.sort(key=lambda gate: order.get(str(gate.get("outcome")), 2))
    told = [gate for gate in rows if gate.get("outcome") != "waiting"]
    for gate in told[:MOST_GATES]:
        reason = one_line(str(gate.get("reason", "")), 300)
        yield Line(str(gate.get("outcome", "unknown")), str(gate.get("gate", "?")), reason, str(gate.get("label", "")))
    if len(told) > MOST_GATES:
        yield Line(
            "",
            "",
            counted(
                "and {n} more gates, in the Gates tab", "and {n} more gate, in the Gates tab", len(told) - MOST_GATES
            ),
        )


def _verdict(verdict: JsonValue, gates: JsonValue) -> Iterator[Line]:
    """What the agent says of itself, unless a gate has told it already."""
    told = isinstance(gates, list) and any(isinstance(one, dict) and one.get("gate") == "verdict" for one in gates)
    if told or not isinstance(verdict, Mapping):
        return
    said = one_line(str(verdict.get("summary") or ""), 300)
    result = one_line(str(verdict.get("result") or tr("no result")), 40)
    yield Line("", tr("agent says"), f"{result}: {said}" if said else result, "claimed")


def _diff(evidence: Mapping[str, JsonValue], commit: str | None) -> Iterator[Line]:
    diff = evidence.get("diff")
    head = evidence.get("head") or commit
    parts = []
    if isinstance(diff, Mapping):
        files, added, removed = diff.get("files"), diff.get("added"), diff.get("deleted")
        if isinstance(files, list):
            files = len(files)
        if isinstance(files, int):
            parts.append(counted("{n} files", "{n} file", files))
        if isinstance(added, int) and isinstance(removed, int):
            parts.append(f"+{numeral(added)} −{numeral(removed)}")
    if isinstance(head, str) and head:
        parts.append(tr("commit {commit}").format(commit=short(one_line(head, 40))))
    if parts:
        yield Line("", tr("changed"), ", ".join(parts), "measured")


def _conflict(evidence: Mapping[str, JsonValue]) -> Iterator[Line]:
    paths = evidence.get("paths")
    if not isinstance(paths, list) or "child" not in evidence:
        return
    named = [one_line(str(path), 80) for path in paths[:MOST_GATES]]
    more = len(paths) - MOST_GATES
    words = tr("{paths} and {n} more, from {child}") if more > 0 else tr("{paths}, from {child}")
    yield Line(
        "blocked",
        tr("conflict"),
        words.format(paths=", ".join(named), n=numeral(more), child=one_line(str(evidence["child"]), 80)),
        "measured",
    )
    details = evidence.get("details")
    for detail in details[:MOST_DETAILS] if isinstance(details, list) else ():
        yield Line("", "", one_line(str(detail), 200), "measured")
    if evidence.get("reason"):
        yield Line("failed", tr("not resolved"), one_line(str(evidence["reason"]), 300), "measured")
    if evidence.get("checkout"):
        yield Line("", tr("checkout"), str(evidence["checkout"]))


def _failure(evidence: Mapping[str, JsonValue]) -> Iterator[Line]:
    if "failure" not in evidence:
        return
    parts = [failure_word(str(evidence["failure"]))]
    if evidence.get("signal") is not None:
        parts.append(tr("signal {signal}").format(signal=evidence["signal"]))
    if evidence.get("exit_code") is not None:
        parts.append(tr("exit code {code}").format(code=evidence["exit_code"]))
    wait = evidence.get("retry_after")
    if isinstance(wait, (int, float)):
        parts.append(tr("the provider asks to wait {time}").format(time=duration(wait)))
    yield Line("failed", tr("failure"), one_line(", ".join(parts)), "measured")


def _reconcile(evidence: Mapping[str, JsonValue]) -> Iterator[Line]:
    """Both sides, and what the run would bring there; a fan-out names its sides in words of its own."""
    for recorded, observed in (("recorded", "observed"), ("expected", "found")):
        if recorded in evidence or observed in evidence:
            branch = evidence.get("branch")
            named = isinstance(branch, str)
            saw = tr("last saw branch {branch} at {commit}") if named else tr("last saw it at {commit}")
            yield Line(
                "",
                tr("journal"),
                saw.format(branch=one_line(str(branch), 80), commit=_commit(evidence.get(recorded))),
                "measured",
            )
            yield Line(
                "unknown", tr("now"), tr("it is at {commit}").format(commit=_commit(evidence.get(observed))), "measured"
            )


def _commit(value: JsonValue) -> str:
    return short(one_line(value, 40)) if isinstance(value, str) else tr("nothing")


def _budget(hold: HoldView) -> Iterator[Line]:
    meter = hold.meter
    if meter is None:
        return
    used = at_least(amount(meter.kind, meter.spent), meter.at_least and meter.spent is not None)
    cap = amount(meter.kind, meter.cap) if meter.cap is not None else tr("no limit")
    kept = tr("{used} of {cap}, {reserved} reserved by others at work") if meter.reserved else tr("{used} of {cap}")
    yield Line(
        "",
        meter_word(meter.kind),
        kept.format(used=used, cap=cap, reserved=amount(meter.kind, meter.reserved)),
        "measured",
    )


def _question(hold: HoldView) -> Iterator[Line]:
    if hold.kind == "question" and hold.attempt is not None:
        yield Line(
            "",
            tr("asked by"),
            tr("attempt {attempt} of {node}, which goes on with your answer").format(
                attempt=hold.attempt, node=hold.node
            ),
            "claimed",
        )


def _permission(hold: HoldView) -> Iterator[Line]:
    """What the tool would be called with, an argument a line, as the agent says; and what confines it."""
    if hold.kind != "permission":
        return
    evidence = hold.evidence
    yield Line("", tr("wants to use"), one_line(str(evidence.get("tool") or tr("an unnamed tool")), 120), "claimed")
    given = evidence.get("input")
    edit = edit_call(str(evidence.get("tool") or ""), given)
    for file in parse_diff(edit[0])[:MOST_GATES] if edit is not None else ():
        changed = tr("{name}, +{added} −{removed}: its transcript shows the lines").format(
            name=one_line(file.name, 160), added=file.added, removed=file.removed
        )
        yield Line("", tr("to change"), changed, "claimed")
    arguments = list(given.items()) if isinstance(given, Mapping) else []
    for name, value in arguments[:MOST_GATES]:
        yield Line("", one_line(str(name), 40), one_line(str(value), 300), "claimed")
    if len(arguments) > MOST_GATES:
        yield Line(
            "",
            "",
            counted(
                "and {n} more arguments, in the journal",
                "and {n} more argument, in the journal",
                len(arguments) - MOST_GATES,
            ),
            "claimed",
        )
    if evidence.get("isolation"):
        yield Line("", tr("isolation"), one_line(str(evidence["isolation"]), 60), "measured")


def _cycles(cycles: JsonValue) -> Iterator[Line]:
    if isinstance(cycles, Mapping) and isinstance(cycles.get("used"), int) and cycles.get("used"):
        yield Line(
            "",
            "refinements",
            tr("{n} of {all} used").format(n=cycles["used"], all=cycles.get("of")),
            "measured",
        )
