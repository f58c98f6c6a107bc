# SPDX-License-Identifier: Apache-2.0
"""Which notices are due: what is new since the last look, joined where it comes in a burst. No Qt, no desktop."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, time

from app.figures import counted
from app.kinds import kind_word
from app.needs.order import waiting_in
from app.tokens import status_look
from app.translate import tr
from engine.projections import HoldView, Summary

_MOST_LINES = 5
_BODY_CHARS = 300
_HOURS = re.compile(r"\s*(\d{1,2})(?::(\d{2}))?\s*[-–]\s*(\d{1,2})(?::(\d{2}))?\s*")


@dataclass(frozen=True, slots=True)
class Notice:
    """
    One thing to tell.

    Attributes:
        run, hold, node: what a click opens; empty where it opens the window only.
        kind: the kind of the hold; `ended` for a run that ended.
    """

    title: str
    body: str
    run: str = ""
    hold: str = ""
    node: str | None = None
    kind: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """What makes it the same news."""
        return self.run, self.hold


@dataclass(frozen=True, slots=True)
class Hours:
    """From a time of day until another one, perhaps past midnight; equal ends are no time at all."""

    start: time
    end: time

    def cover(self, moment: datetime) -> bool:
        """Whether a local moment lies within."""
        at = moment.time()
        if self.start <= self.end:
            return self.start <= at < self.end
        return at >= self.start or at < self.end

    def __str__(self) -> str:
        return f"{self.start:%H:%M}-{self.end:%H:%M}"


def parse_hours(text: str) -> Hours | None:
    """`22-7` or `22:00-07:30` as hours; None for anything else."""
    found = _HOURS.fullmatch(text)
    if found is None:
        return None
    numbers = [int(part or 0) for part in found.groups()]
    if numbers[0] > 23 or numbers[2] > 23 or numbers[1] > 59 or numbers[3] > 59:
        return None
    return Hours(time(numbers[0], numbers[1]), time(numbers[2], numbers[3]))


class News:
    """Remembers what was there at the last look; what was there at the first is no news."""

    def __init__(self) -> None:
        self._known: set[tuple[str, str]] | None = None
        self._live: set[str] = set()

    def take(self, summaries: Sequence[Summary]) -> list[Notice]:
        """What has come since the last call: holds, and runs that ended."""
        holds = {(hold.run, hold.id): (summary, hold) for summary in summaries for hold in waiting_in(summary)}
        live = {summary.run for summary in summaries if summary.live}
        known, was_live = self._known, self._live
        self._known, self._live = (known or set()) | holds.keys(), live
        if known is None:
            return []
        asked = [notice_of(*holds[key]) for key in holds if key not in known and holds[key][1].kind != "pause"]
        ended = [_end_of(s) for s in summaries if s.run in was_live and s.ended]
        return [*asked, *ended]


def notice_of(summary: Summary, hold: HoldView) -> Notice:
    """What waits for a person: the step and the cause, the run, and the sentence of it."""
    word = kind_word(hold.kind)
    title = f"{word} · {hold.node}" if hold.node else word
    body = _cut(f"{summary.title} · {summary.project}\n{hold.sentence}")
    return Notice(title, body, hold.run, hold.id, hold.node, hold.kind)


def _end_of(summary: Summary) -> Notice:
    title = tr("Run {state}").format(state=status_look(summary.state or "unreadable").word)
    cause = f"\n{summary.cause}" if summary.cause else ""
    return Notice(title, _cut(f"{summary.title} · {summary.project}{cause}"), summary.run, "", None, "ended")


def joined(notices: Sequence[Notice]) -> Notice | None:
    """One notice for all of them: itself where it is alone, else a count with a line each. None for none."""
    if len(notices) <= 1:
        return notices[0] if notices else None
    asking = [notice for notice in notices if notice.kind != "ended"]
    told = asking or notices
    ended = counted("{n} runs ended", "{n} run ended", len(told))
    waits = counted("{n} things wait for you", "{n} thing waits for you", len(told))
    lines = [f"{one.title} · {one.body.splitlines()[0]}" for one in notices[:_MOST_LINES]]
    if len(notices) > _MOST_LINES:
        lines.append(counted("and {n} more", "and {n} more", len(notices) - _MOST_LINES))
    first = told[0]
    return Notice(waits if asking else ended, "\n".join(lines), first.run, first.hold, first.node, first.kind)


def still_due(notices: Iterable[Notice], summaries: Sequence[Summary], looked_at: str | None) -> list[Notice]:
    """Those whose hold is open yet, but for the run that the person looks at right now."""
    open_ = {(hold.run, hold.id) for summary in summaries for hold in waiting_in(summary)}
    return [one for one in notices if one.run != looked_at and (one.kind == "ended" or one.key in open_)]


def _cut(text: str) -> str:
    return text if len(text) <= _BODY_CHARS else f"{text[:_BODY_CHARS]}…"
