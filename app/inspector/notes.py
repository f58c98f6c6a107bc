# SPDX-License-Identifier: Apache-2.0
"""What the journal knows of an attempt, as entries between those of its transcript: messages to it, ends of turns."""

from __future__ import annotations

from collections.abc import Iterator

from app.figures import duration
from app.inspector.transcripts import seq_of, usage_words
from app.transcript import Entry, Kind
from app.translate import tr
from engine.projections import AttemptView, MessageView, NodeView, TurnView
from engine.projections.words import ms_between, parse_at


def notes_of(node: NodeView, attempt: AttemptView) -> list[Entry]:
    """What was said to the agent of an attempt, what became of it, and what each turn used; oldest first."""
    later = node.attempts[attempt.n].opened_at if attempt.n < len(node.attempts) else "~"
    notes: list[Entry] = []
    for message in node.messages:
        if message.attempt == attempt.n or (message.attempt is None and attempt.opened_at <= message.at < later):
            notes += _message(message)
    if node.kind != "run":
        notes += (_turn(turn) for turn in attempt.turns if turn.ended_at is not None and turn.ended_seq is not None)
    return sorted(notes, key=seq_of)


def _message(message: MessageView) -> Iterator[Entry]:
    who = message.by or tr("A person")
    yield _note("prompt", message.text, message.at, message.seq, title=tr("{who} says to it").format(who=who))
    if message.taken is not None and message.taken_seq is not None:
        words = tr("The agent has the message.")
        if not message.taken:
            words = tr("The message is kept for the next prompt: this turn did not take it.")
        yield _note("notice", words, message.taken_at, message.taken_seq)


def _turn(turn: TurnView) -> Entry:
    ended = turn.ended_at or ""
    took = turn.took if turn.took is not None else ms_between(turn.started_at, ended)
    words = tr("Turn {n} took {time}: {usage}").format(n=turn.n, time=duration(took), usage=usage_words(turn.usage))
    return _note("usage", words, ended, turn.ended_seq or 0, turn=turn.n)


def _note(kind: Kind, text: str, at: str, seq: int, *, title: str = "", turn: int = 0) -> Entry:
    moment = parse_at(at)
    at_ms = None if moment is None else int(moment.timestamp() * 1000)
    meta = {"seq": seq, "link": tr("Journal, line {seq}").format(seq=seq)}
    return Entry(kind, text, title=title, at_ms=at_ms, turn=turn, meta=meta)
