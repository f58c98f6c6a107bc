# SPDX-License-Identifier: Apache-2.0
"""Everything that waits for a person, in all runs, what can be decided at once first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QObject, Qt

from app.kinds import kind_word
from app.labels import tip
from app.models.runs import project_of
from app.models.sync import TOP, Index, sync_rows
from app.needs.order import NOTHING, Held, held_by, order_of, waiting_in, waits
from app.needs.snooze import Snoozed
from engine.projections import HoldView, Summary

ITEM_ROLE = Qt.ItemDataRole.UserRole
"""The `Need` of a row."""


@dataclass(frozen=True, slots=True)
class Need:
    """One hold with what its run is called."""

    hold: HoldView
    title: str
    project: str
    repository: str = ""
    held: Held = NOTHING

    @property
    def key(self) -> tuple[str, str]:
        """What makes it the same row."""
        return self.hold.run, self.hold.id

    @property
    def headline(self) -> str:
        """The kind, and where."""
        word = kind_word(self.hold.kind)
        return f"{word} · {self.hold.node}" if self.hold.node else word


def needs_of(summaries: Iterable[Summary]) -> list[Need]:
    """All that waits in these runs, in the order in which a person is asked."""
    needs = [
        Need(hold, summary.title, project_of(summary), summary.repository, held_by(summary, hold))
        for summary in summaries
        for hold in waiting_in(summary)
    ]
    return sorted(needs, key=lambda need: order_of(need.hold, need.held))


class NeedsModel(QAbstractListModel):
    """One row a hold; what is snoozed is left out."""

    def __init__(self, parent: QObject | None = None, snoozed: Snoozed | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Need] = []
        self.snoozed = snoozed

    def show(self, summaries: Iterable[Summary]) -> None:
        """Show the holds of these runs."""
        aside = self.snoozed
        needs = [need for need in needs_of(summaries) if aside is None or not aside.has(need.hold)]
        sync_rows(self, TOP, self._rows, needs, lambda need: need.key)

    def row_of(self, run: str | None, hold: str | None) -> int:
        """Where a hold stands, -1 if nowhere."""
        return next((at for at, need in enumerate(self._rows) if need.key == (run, hold)), -1)

    def needs(self) -> Sequence[Need]:
        """All holds that are shown, in order."""
        return self._rows

    def need(self, row: int) -> Need:
        """The hold of a row."""
        return self._rows[row]

    def rowCount(self, parent: Index = TOP) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        need = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return need.headline
            case Qt.ItemDataRole.ToolTipRole:
                return tip(f"{need.hold.sentence}\n\n{need.title} · {need.project}")
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{', '.join((need.headline, need.title, *waits(need.hold, need.held)))}: {need.hold.sentence}"
            case Qt.ItemDataRole.UserRole:
                return need
        return None
