# SPDX-License-Identifier: Apache-2.0
"""The list of the home page. One hold is the current one; its place on screen stays while others come and go."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPersistentModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyleOptionViewItem, QWidget

from app.clock import Beat, age_of
from app.figures import counted
from app.kinds import KIND_ICONS, UNREADABLE
from app.lines import draw_text
from app.needs.inbox import Aside, InboxModel, Section
from app.needs.model import Need
from app.needs.order import is_green
from app.paint import Row, RowDelegate, draw_ground
from app.theme import theme
from app.tokens import SPACE_M
from app.translate import tr
from engine.projections.words import one_line


class _Delegate(RowDelegate):
    """Kind, place and sentence; how long it waits, and what waits with it."""

    def row(self, index: QModelIndex | QPersistentModelIndex) -> Row | None:
        need = index.data(Qt.ItemDataRole.UserRole)
        if not isinstance(need, Need):
            return None
        return Row(
            icon=KIND_ICONS.get(need.hold.kind, "waiting"),
            token="green" if is_green(need.hold) else "red" if need.hold.kind == UNREADABLE else "brass",
            first=f"{need.headline} · {need.title}",
            second=one_line(need.hold.sentence, 200),
            note=age_of(need.hold.opened_at) if need.hold.kind != UNREADABLE else "",
            tail=need.held.notable(),
            strong=True,
        )

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        item = index.data(Qt.ItemDataRole.UserRole)
        if isinstance(item, Need):
            super().paint(painter, option, index)
            return
        painter.save()
        rect = QRectF(option.rect).adjusted(SPACE_M, 14, -SPACE_M, 0)
        if isinstance(item, Aside):
            draw_ground(painter, option)
            rect.adjust(0, -7, 0, -7)
            icon = "chevron-down" if item.unfolded else "chevron-right"
            painter.drawPixmap(int(rect.left()), int(rect.center().y() - 8), theme().pixmap(icon, "muted", 16))
            draw_text(
                painter,
                rect.adjusted(26, 0, 0, 0),
                counted("{n} snoozed until changed", "{n} snoozed until changed", item.snoozed),
                "body",
                "muted",
            )
        elif isinstance(item, Section):
            painter.drawPixmap(int(rect.left()), int(rect.center().y() - 8), theme().pixmap("folder", "muted", 16))
            draw_text(painter, rect.adjusted(26, 0, 0, 0), item.name, "strong", "text")
        painter.restore()


class NeedsQueue(QListView):
    """
    Every hold, one the current one.

    Attributes:
        at_top: the first hold is the current one, whatever comes; until a person chose another.
        moved_at: when another hold came to be the current one without an act of the person, on the monotonic clock.
    """

    current_changed = Signal()  # after another hold is the current one, or it stands differently
    other_key = Signal()  # after a key was pressed that means nothing here

    def __init__(self, model: InboxModel, beat: Beat, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("homeList")
        self.setAccessibleName(tr("Everything that needs you, what can be decided at once first"))
        self._inbox = model
        self._current: Need | None = None
        self._changing = False
        self.moved_at = 0.0
        self.at_top = True
        self.setModel(model)
        self.setItemDelegate(_Delegate(self))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.clicked.connect(self._on_clicked)
        self.selectionModel().currentChanged.connect(self._on_current)
        beat.struck.connect(self.viewport().update)
        theme().changed.connect(self.viewport().update)

    def current(self) -> Need | None:
        """The current hold; None where nothing waits."""
        return self._current

    def step(self, by: int) -> None:
        """Make the next or the previous hold the current one; at the end it stays."""
        row = self._inbox.neighbour(self.currentIndex().row(), by)
        if row >= 0:
            self.setCurrentIndex(self._inbox.index(row))

    def choose(self, key: tuple[str, str]) -> None:
        """Make a hold the current one, as a person's act."""
        row = self._inbox.row_of(key)
        if row >= 0:
            self.setCurrentIndex(self._inbox.index(row))

    @contextmanager
    def held_still(self) -> Iterator[None]:
        """While the rows change: afterwards the same hold is the current one, at the same place on screen.

        Where it has gone, the one that took its place is, and `moved_at` is now.
        """
        row, top = self.currentIndex().row(), self.visualRect(self.currentIndex()).top()
        self._changing = True
        try:
            yield
            now = self._stay(row)
            self._hold_place(now, top)
        finally:
            self._changing = False
        before, need = self._current, self._inbox.need(now)
        if before is None or need is None or (need.key, need.hold.seq) != (before.key, before.hold.seq):
            self.moved_at = time.monotonic()
        if need != before:
            self._current = need
            self.current_changed.emit()

    def _stay(self, row: int) -> int:
        inbox, before = self._inbox, self._current
        now = inbox.row_of(before.key) if before is not None else -1
        if self.at_top:
            now = inbox.neighbour(-1, 1)
        elif now < 0:
            after = inbox.neighbour(max(-1, min(row, inbox.rowCount()) - 1), 1)
            now = after if after >= 0 else inbox.neighbour(inbox.rowCount(), -1)
        index = inbox.index(now) if now >= 0 else QModelIndex()
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        return now

    def _hold_place(self, row: int, top: int) -> None:
        """Rows that came or went above do not move it, unless the list shows its beginning, where the new stands."""
        bar = self.verticalScrollBar()
        if row >= 0 and bar.value() > 0:
            self.executeDelayedItemsLayout()
            self.updateGeometries()  # how far it scrolls now
            bar.setValue(bar.value() + self.visualRect(self._inbox.index(row)).top() - top)

    def _on_current(self, current: QModelIndex) -> None:
        need = self._inbox.need(current.row())
        if not self._changing and need is not None and need != self._current:
            self.at_top = False
            self._current = need
            self.current_changed.emit()

    def _on_clicked(self, index: QModelIndex) -> None:
        if isinstance(index.data(Qt.ItemDataRole.UserRole), Aside):
            with self.held_still():
                self._inbox.unfold()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys that move; every other is told, so that what is armed is let go."""
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.step(1 if event.key() == Qt.Key.Key_Down else -1)
        elif event.key() in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End):
            super().keyPressEvent(event)
        elif event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(str(self.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole) or ""))
        else:
            event.ignore() if event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier else event.accept()
        self.other_key.emit()
