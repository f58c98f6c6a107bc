# SPDX-License-Identifier: Apache-2.0
"""What a person may command: each command becomes one observation, or is refused with the reason."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import AnswerRefused, PilothouseError, Refused, UsageError
from engine.kernel import Event, RunState, decide, evolve
from engine.kernel import events as ev
from engine.runtime.operator import observe_command, parse_raise
from tests.engine.runtime.fakes import answers, created, two_steps

BY = ev.By(user="ann", via="test", pid=7, command="c1")


class Told:
    """A run folded by hand: every effect is answered at once."""

    def __init__(self, **changes: Any) -> None:
        self.state = RunState()
        self.observe(created(two_steps(**changes)))

    def observe(self, body: ev.Observation) -> None:
        waiting: list[Any] = [body]
        while waiting:
            self._append(waiting.pop(0))
            while (decision := decide(self.state)) is not None:
                self._append(decision)
                waiting += answers(decision) if decision.effect else []

    def _append(self, body: ev.Body) -> None:
        evolve(self.state, Event(self.state.last_seq + 1, "2026-01-01T00:00:00.000Z", 0, body))

    def command(self, **given: Any) -> ev.Observation:
        return observe_command(self.state, given, BY)


@pytest.fixture
def asking() -> Told:
    """A run that asks for approval of its second step."""
    told = Told(budgets={"turns": 5})
    assert [hold.id for hold in told.state.open_holds] == ["h1"]
    return told


def test_an_answer_carries_the_hold_what_was_seen_and_who_gave_it(asking: Told) -> None:
    [hold] = asking.state.open_holds
    body = asking.command(command="answer", hold="h1", answer="accept", expect=hold.seq)
    assert body == ev.Answered(hold="h1", answer="accept", expect=hold.seq, by=BY, node="two")


def test_restart_goes_back_to_the_step_that_is_said_and_to_none_unsaid(asking: Told) -> None:
    body = asking.command(command="answer", hold="h1", answer="restart_from", to="two")
    assert isinstance(body, ev.Answered)
    assert body.to == "two"


@pytest.mark.parametrize(
    ("given", "error", "says"),
    [
        ({"hold": "h1", "answer": "accept", "expect": 1}, AnswerRefused, "has moved"),
        ({"hold": "h2", "answer": "accept"}, UsageError, "no hold 'h2'; open: h1"),
        ({"hold": "h1", "answer": "override"}, UsageError, "takes accept, refine"),
        ({"hold": "h1", "answer": "refine"}, UsageError, "a note"),
        ({"hold": "h1", "answer": "refine", "note": "  "}, UsageError, "a note"),
        ({"hold": "h1", "answer": "restart_from"}, UsageError, "--to with one of: one, two"),
        ({"hold": "h1", "answer": "restart_from", "to": "three"}, UsageError, "one of: one, two"),
        ({"hold": "h1", "answer": "jump_to"}, UsageError, "nothing is there"),
        ({"hold": 1, "answer": "accept"}, UsageError, "malformed"),
    ],
)
def test_an_answer_that_cannot_be_taken_is_refused_with_the_reason(
    asking: Told, given: dict[str, Any], error: type[PilothouseError], says: str
) -> None:
    with pytest.raises(error, match=says):
        asking.command(command="answer", **given)


def test_edit_needs_a_note_that_says_what_to_do(asking: Told) -> None:
    asking.state.holds["h1"].answers = ("retry", "edit", "quit")
    with pytest.raises(UsageError, match="edit needs a note"):
        asking.command(command="answer", hold="h1", answer="edit")
    given = asking.command(command="answer", hold="h1", answer="edit", note="Otherwise.")
    assert given.type == "answered"


def test_a_hold_that_was_answered_takes_no_second_answer(asking: Told) -> None:
    asking.observe(asking.command(command="answer", hold="h1", answer="refine", note="more"))
    with pytest.raises(AnswerRefused, match="answered 'refine'"):
        asking.command(command="answer", hold="h1", answer="accept")


def test_a_run_that_has_ended_takes_no_command(asking: Told) -> None:
    asking.observe(asking.command(command="answer", hold="h1", answer="accept"))
    assert asking.state.ended
    for command in ("answer", "raise", "pause", "cancel", "resume"):
        with pytest.raises(Refused, match="has ended"):
            asking.command(command=command, hold="h1", answer="accept")


def test_pause_cancel_and_raise_become_observations(asking: Told) -> None:
    assert asking.command(command="pause", now=True) == ev.PauseRequested(now=True, by=BY)
    assert asking.command(command="cancel") == ev.CancelRequested(by=BY)
    assert asking.command(command="raise", kind="turns", amount=3) == ev.Raised(kind="turns", amount=3, by=BY)


def test_resume_lifts_a_pause_and_nothing_else(asking: Told) -> None:
    with pytest.raises(Refused, match="not paused"):
        asking.command(command="resume")
    asking.observe(asking.command(command="pause"))
    body = asking.command(command="resume")
    assert isinstance(body, ev.Answered)
    assert (body.hold, body.answer) == ("h2", "resume")


@pytest.mark.parametrize(
    ("kind", "amount", "says"),
    [
        ("turns", 0, "positive"),
        ("turns", -1, "positive"),
        ("turns", 1e15, "positive"),
        ("turns", float("nan"), "positive"),
        ("turns", float("inf"), "positive"),
        ("tokens", 5, "no tokens budget"),
        ("patience", 5, "no budget 'patience'"),
    ],
)
def test_a_raise_that_means_nothing_is_refused(asking: Told, kind: str, amount: float, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        asking.command(command="raise", kind=kind, amount=amount)


@pytest.mark.parametrize("given", [{}, {"command": "delete"}, {"command": "answer", "expect": "12"}, {"command": None}])
def test_what_is_no_command_is_refused(asking: Told, given: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        asking.command(**given)


@pytest.mark.parametrize(
    ("text", "kind", "amount"),
    [
        ("turns=+5", "turns", 5),
        ("turns=5", "turns", 5),
        ("wall_clock=+30m", "wall_clock", 1_800_000),
        ("attempt.wall_clock=+90s", "attempt.wall_clock", 90_000),
        ("cost=+2.50", "cost", 2.5),
    ],
)
def test_raises_are_read(text: str, kind: str, amount: float) -> None:
    assert parse_raise(text) == (kind, amount)


@pytest.mark.parametrize(
    "text",
    [
        "turns",
        "turns=",
        "turns=-1",
        "turns=+0",
        "turns=+1.5",
        "turns=+1h",
        "wall_clock=+5",
        "patience=+1",
        "turns=+1e9",
        "",
    ],
)
def test_what_is_no_raise_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        parse_raise(text)
