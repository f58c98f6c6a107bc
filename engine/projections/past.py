# SPDX-License-Identifier: Apache-2.0
"""`Past`: one run as it stood after any line of its journal. Plain and blocking: call it from one thread at a time.

The journal is folded once, and the fold is kept every so many lines; to go anywhere after that folds a stretch only.
"""

from __future__ import annotations

import io
import pickle
import zlib
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from engine.errors import PilothouseError
from engine.journal.record import parse_record
from engine.journal.store import RunFolder
from engine.kernel.events import Event
from engine.projections.fleet import RunPicture
from engine.projections.run import RunProjection, to_event
from engine.projections.snapshots import Pieces, Unpickler
from engine.projections.views import AttemptView, GateView, NodeView
from engine.projections.words import ms_between

EVERY = 2_048
"""How many lines are folded between two checkpoints, at first."""

MOST = 128
"""How many checkpoints are kept at most; beyond, every other one goes."""

_CONTRADICTS = (KeyError, IndexError, AssertionError, AttributeError)


class _Fold(RunProjection):
    """A projection that tells nothing: of past lines it keeps when they were written, for all folds in one list."""

    def __init__(self, times: list[str]) -> None:
        super().__init__()
        self._times = times

    def _tell(self, event: Event) -> None:
        if event.seq > len(self._times):
            self._times.append(event.at)

    def _at(self, seq: int | None) -> str | None:
        return self._times[seq - 1] if seq is not None and 0 < seq <= len(self._times) else None


@dataclass(frozen=True, slots=True)
class _Checkpoint:
    seq: int
    offset: int
    packed: bytes


class Past:
    """The past of one run."""

    def __init__(self, data_dir: Path, run: str) -> None:
        self.run = run
        self._journal = RunFolder(data_dir / "runs" / run).journal
        self._times: list[str] = []
        self._every = EVERY
        self._checkpoints = [_Checkpoint(0, 0, b"")]
        self._seq = self._offset = 0
        self._begin(self._checkpoints[0])

    def picture(self, seq: int, node: str | None = None, attempt: int | None = None) -> RunPicture | None:
        """The run after line `seq`, or after its last readable line before that; None if there is none. Raises OSError.

        What was at work then is shown as at work until that moment. Its `rows` are left to whoever knows them.
        """
        self._go_to(seq)
        fold = self._fold
        if not fold.state.last_seq:
            return None
        summary = fold.summary()
        return RunPicture(
            summary=summary,
            nodes=as_of(fold.tree(), summary.last_at),
            node=node,
            gates=fold.evidence(node, attempt) if node else (),
            rows=(),
            first=0,
            driver=None,
            driven=summary.live,
        )

    def evidence(self, seq: int, node: str, attempt: int | None = None) -> tuple[GateView, ...]:
        """The gates of a block as they were judged up to line `seq`. Raises OSError."""
        self._go_to(seq)
        return self._fold.evidence(node, attempt)

    # --------------------------------------------------------------------------------------------------------- folding

    def _go_to(self, seq: int) -> None:
        at = bisect_right(self._checkpoints, seq, key=lambda one: one.seq) - 1
        nearest = self._checkpoints[max(0, at)]
        if not nearest.seq <= self._seq <= seq:
            self._begin(nearest)
        if self._seq < seq:
            with self._journal.open("rb") as file, suppress(*_CONTRADICTS):  # who follows the run live says so
                file.seek(self._offset)
                for event, length in _events(file):
                    self._take(event, length)
                    if self._seq >= seq:
                        break

    def _take(self, event: Event, length: int) -> None:
        self._fold.apply([event])
        self._seq, self._offset = event.seq, self._offset + length
        if self._seq >= self._checkpoints[-1].seq + self._every:
            with suppress(RecursionError, pickle.PicklingError):
                self._checkpoints.append(_Checkpoint(self._seq, self._offset, _pack(self._fold)))
            if len(self._checkpoints) > MOST:
                self._every *= 2
                self._checkpoints = self._checkpoints[::2]

    def _begin(self, checkpoint: _Checkpoint) -> None:
        self._fold = _Fold(self._times)
        if checkpoint.packed:
            vars(self._fold).update(_unpack(checkpoint.packed))
        self._seq, self._offset = checkpoint.seq, checkpoint.offset


def _events(file: io.BufferedReader) -> Iterator[tuple[Event, int]]:
    """Events and the bytes of their lines, up to what cannot be read: what is after it is not known."""
    for line in file:
        if not line.endswith(b"\n"):
            return
        try:
            event = to_event(parse_record(line[:-1]))
        except (PilothouseError, ValidationError, ValueError):
            return
        yield event, len(line)


def _pack(fold: RunProjection) -> bytes:
    """In small pieces, so that other threads get their turn."""
    sink = io.BytesIO()
    kept = {name: value for name, value in vars(fold).items() if name not in ("rows", "_times")}
    pickle.Pickler(Pieces(sink), protocol=5).dump(kept)
    return zlib.compress(sink.getbuffer(), 1)


def _unpack(packed: bytes) -> dict[str, Any]:
    """What `_pack` kept: it never left this process."""
    kept: dict[str, Any] = Unpickler(Pieces(io.BytesIO(zlib.decompress(packed)))).load()
    return kept


def as_of(nodes: tuple[NodeView, ...], at: str) -> tuple[NodeView, ...]:
    """The same tree with every running turn shown up to the moment `at` (UTC), so that it does not count on."""
    return tuple(
        replace(node, attempts=tuple(_until(one, at) for one in node.attempts)) if node.attempts else node
        for node in nodes
    )


def _until(attempt: AttemptView, at: str) -> AttemptView:
    if attempt.ended_at is not None or not attempt.turns or attempt.turns[-1].ended_at is not None:
        return attempt
    *before, last = attempt.turns
    spent = attempt.spent + ms_between(last.started_at, at)
    return replace(attempt, spent=spent, turns=(*before, replace(last, ended_at=at)))
