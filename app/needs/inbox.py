# SPDX-License-Identifier: Apache-2.0
"""The rows of the home page: what waits, by project, and what was put aside, folded away at the end."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QObject, Qt

from app.figures import counted, numeral
from app.labels import tip
from app.models.sync import TOP, Index, sync_rows
from app.needs.model import Need, needs_of
from app.needs.order import waits
from app.needs.snooze import Snoozed
from app.translate import tr
from engine.projections import Summary


@dataclass(frozen=True, slots=True)
class Section:
    """The head of a project."""

    repository: str
    name: str
    waiting: int


@dataclass(frozen=True, slots=True)
class Aside:
    """The head of what was put aside."""

    snoozed: int
    unfolded: bool


InboxRow = Section | Need | Aside


class InboxModel(QAbstractListModel):
    """
    Projects in the order of what is most decidable in them, each with its holds below it.

    Attributes:
        snoozed: what was put aside.
    """

    def __init__(self, snoozed: Snoozed, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.snoozed = snoozed
        self._rows: list[InboxRow] = []
        self._needs: list[Need] = []
        self._seen: dict[tuple[str, str, int], float] = {}
        self._unfolded = False

    def show(self, summaries: Iterable[Summary]) -> None:
        """Show what waits in these runs."""
        self._needs = needs_of(summaries)
        now = time.monotonic()
        self._seen = {key: self._seen.get(key, now) for key in map(_sight, self._needs)}
        self.arrange()

    def arrange(self) -> None:
        """Show the same anew: something was put aside, taken back, or unfolded."""
        awake = [need for need in self._needs if not self.snoozed.has(need.hold)]
        aside = [need for need in self._needs if self.snoozed.has(need.hold)]
        rows = list(_by_project(awake))
        if aside:
            rows.append(Aside(len(aside), self._unfolded))
            rows += aside if self._unfolded else []
        sync_rows(self, TOP, self._rows, rows, _key)

    def needs(self) -> list[Need]:
        """What waits and was not put aside, in the order of the list."""
        return [row for row in self._rows[: self._end()] if isinstance(row, Need)]

    def all_needs(self) -> list[Need]:
        """What waits, put aside or not."""
        return self._needs

    def seen_since(self, need: Need) -> float:
        """When this hold was first shown as it stands now, on the monotonic clock."""
        return self._seen.get(_sight(need), time.monotonic())

    def unfold(self, unfolded: bool | None = None) -> None:
        """Show or hide what was put aside; None: the other of both."""
        self._unfolded = not self._unfolded if unfolded is None else unfolded
        self.arrange()

    def need(self, row: int) -> Need | None:
        """The hold in a row; None for a head, and where there is no such row."""
        found = self._rows[row] if 0 <= row < len(self._rows) else None
        return found if isinstance(found, Need) else None

    def row_of(self, key: tuple[str, str] | None) -> int:
        """Where a hold stands, -1 if nowhere."""
        return next((at for at, row in enumerate(self._rows) if isinstance(row, Need) and row.key == key), -1)

    def neighbour(self, row: int, step: int) -> int:
        """The next row with a hold, from `row` on, up or down; -1 if there is none."""
        at = row + step
        while 0 <= at < len(self._rows):
            if isinstance(self._rows[at], Need):
                return at
            at += step
        return -1

    def _end(self) -> int:
        return next((at for at, row in enumerate(self._rows) if isinstance(row, Aside)), len(self._rows))

    def rowCount(self, parent: Index = TOP) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        row = self._rows[index.row()] if 0 <= index.row() < len(self._rows) else None
        if isinstance(row, Section) or row is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.UserRole:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return _told(row, long=role == Qt.ItemDataRole.AccessibleTextRole)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(row.hold.sentence if isinstance(row, Need) else getattr(row, "repository", ""))
        return None


def _told(row: InboxRow, *, long: bool) -> str:
    match row:
        case Section():
            return counted("{name}, {n} things need you", "{name}, {n} thing needs you", row.waiting, name=row.name)
        case Aside():
            folded = tr("{n} snoozed until changed, folded")
            unfolded = tr("{n} snoozed until changed, unfolded")
            return (unfolded if row.unfolded else folded).format(n=numeral(row.snoozed))
        case Need():
            said = f"{row.headline} · {row.title}"
            if not long:
                return said
            parts = [said, *waits(row.hold, row.held)]
            return f"{', '.join(parts)}: {row.hold.sentence}"


def _by_project(needs: list[Need]) -> Iterator[InboxRow]:
    groups: dict[str, list[Need]] = {}
    for need in needs:
        groups.setdefault(need.repository, []).append(need)
    for repository, group in groups.items():
        yield Section(repository, group[0].project, len(group))
        yield from group


def _key(row: InboxRow) -> tuple[str, ...]:
    match row:
        case Section():
            return ("project", row.repository)
        case Aside():
            return ("aside",)
        case Need():
            return ("need", *row.key)


def _sight(need: Need) -> tuple[str, str, int]:
    return need.hold.run, need.hold.id, need.hold.seq
