# SPDX-License-Identifier: Apache-2.0
"""The three buckets of the tray: what needs the person, what works, what is done since the last look. No Qt."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from app.needs.order import waiting_in
from engine.projections import HoldView, Summary


@dataclass(frozen=True, slots=True)
class Buckets:
    """Each in the order of the lists: holds the oldest first, runs the newest first."""

    needs: tuple[tuple[Summary, HoldView], ...] = ()
    working: tuple[Summary, ...] = ()
    done: tuple[Summary, ...] = ()


class Sorter:
    """Sorts runs into buckets; knows what ended since the window was last looked at."""

    def __init__(self) -> None:
        self._live: set[str] = set()
        self._unseen: set[str] = set()

    def sort(self, summaries: Sequence[Summary], driven: Collection[str], *, looking: bool) -> Buckets:
        """`looking`: the person has the window in front of them now, so everything done has been seen."""
        self._unseen |= {summary.run for summary in summaries if summary.run in self._live and summary.ended}
        self._live = {summary.run for summary in summaries if summary.live}
        if looking:
            self._unseen.clear()
        needs = [(summary, hold) for summary in summaries for hold in waiting_in(summary)]
        needs.sort(key=lambda need: need[1].opened_at)
        working = [one for one in summaries if one.state in ("running", "pending") and one.run in driven]
        return Buckets(tuple(needs), tuple(working), tuple(one for one in summaries if one.run in self._unseen))

    def see(self, run: str) -> None:
        """The person opened a run."""
        self._unseen.discard(run)
