# SPDX-License-Identifier: Apache-2.0
"""Counts what an agent says it used: once a message id, the last value of each field wins, unknown stays unknown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from engine.agents.protocol import Usage
from engine.agents.transcript import TRANSCRIPT, TranscriptReader

TOKENS = ("input", "output", "cache_read", "cache_write")
_FIELDS = (*TOKENS, "cost")
_MOST = 1 << 53
_MAX_IDS = 50_000
"""Beyond that many ids in one turn, further ones are added up under one: a flood of ids may not fill the memory."""
_MOST_MODELS = 20

Figures = dict[str, float]


class UsageMeter:
    """The usage of one turn of a session.

    Args:
        earlier: final figures by message id of the session's earlier turns, which are not counted again.
    """

    def __init__(self, earlier: Mapping[str, Figures] | None = None) -> None:
        self._earlier = earlier or {}
        self._messages: dict[str, Figures] = {}
        self._total: Figures | None = None
        self._models: set[str] = set()
        self._unnamed = 0
        self._partial = False
        self.events = 0

    def take(self, event: Mapping[str, Any]) -> Figures:
        """One `usage` event of the agent; returns its figures that make sense."""
        self.events += 1
        self._partial |= event.get("at_least") is True
        model = event.get("model")
        if isinstance(model, str) and model and len(self._models) < _MOST_MODELS:
            self._models.add(model[:200])
        figures = {name: value for name in _FIELDS if (value := figure(event.get(name), name)) is not None}
        if event.get("total") is True:
            self._total = figures
            if (requests := figure(event.get("requests"), "requests")) is not None:
                self._total["requests"] = requests
            return figures
        key = event.get("id")
        if not isinstance(key, str) or not key:
            self._unnamed += 1
            key = f"\0{self._unnamed}"
        if key not in self._messages and len(self._messages) >= _MAX_IDS:
            rest = self._messages.setdefault("\0rest", {})
            for name, value in figures.items():
                rest[name] = rest.get(name, 0) + value
        else:
            self._messages.setdefault(key, {}).update(figures)
        return figures

    def usage(self, *, cut: bool = False) -> Usage | None:
        """What is known so far; None: the agent said nothing. `cut`: the turn did not come to its own end."""
        if not self._messages and self._total is None:
            return None
        total = self._total or {}
        sums = {name: self._sum(name) for name in TOKENS}
        return Usage(
            **{name: int(total[name]) if name in total else sums[name] for name in TOKENS},
            cost=total["cost"] if "cost" in total else self._cost(),
            requests=int(total["requests"]) if "requests" in total else self._requests(),
            at_least=self._partial or (cut and self._total is None),
            models=tuple(sorted(self._models)),
        )

    def _sum(self, name: str) -> int | None:
        told = [self._added(key, name) for key, figures in self._messages.items() if name in figures]
        return int(sum(told)) if told else None

    def _added(self, key: str, name: str) -> float:
        """What this turn adds to what the session had; a figure that went backwards adds nothing."""
        return max(0.0, self._messages[key].get(name, 0) - self._earlier.get(key, {}).get(name, 0))

    def _cost(self) -> float | None:
        """Known only where every message has one."""
        if not self._messages or not all("cost" in figures for figures in self._messages.values()):
            return None
        return sum(self._added(key, "cost") for key in self._messages)

    def _requests(self) -> int | None:
        return sum(key not in self._earlier for key in self._messages) if self._messages else None


class RequestCount:
    """Requests to a model, told apart by what comes of them: whatever is said after a tool has run is of another one.

    Requests that say nothing, such as those for a title, are not seen.
    """

    def __init__(self) -> None:
        self.count = 0
        self._answering = False

    def said(self) -> None:
        """The model said something, or called a tool."""
        self.count += not self._answering
        self._answering = True

    def ran(self) -> None:
        """A tool has run: its result goes out with the next request."""
        self._answering = False


def figure(value: object, name: str) -> float | None:
    """A figure that an agent tells, of tokens, requests or `cost`; None where it is none, or beyond all bounds."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= _MOST:
        return None
    return value if name == "cost" or value == int(value) else None


def earlier_figures(attempt_dir: Path, before_turn: int) -> dict[str, Figures]:
    """Final figures by message id of an attempt's earlier turns, from its transcript. Blocks."""
    found: dict[str, Figures] = {}
    with TranscriptReader(attempt_dir / TRANSCRIPT) as reader:
        reader.refresh()
        for i in reader.of_kind("usage"):
            entry = reader.entry(i)
            if entry.turn < before_turn and isinstance(key := entry.meta.get("id"), str):
                found.setdefault(key, {}).update(_figures_of(entry.meta))
    return found


def total(transcripts: Iterable[Path]) -> Usage | None:
    """The usage that several transcripts show together; a message that stands in two of them counts once. Blocks."""
    meter = UsageMeter()
    for path in transcripts:
        with TranscriptReader(path) as reader:
            reader.refresh()
            for i in reader.of_kind("usage"):
                if (meta := reader.entry(i).meta).get("total") is not True:
                    meter.take(meta)
    return meter.usage()


def _figures_of(meta: Mapping[str, object]) -> Figures:
    return {name: value for name in _FIELDS if (value := figure(meta.get(name), name)) is not None}
