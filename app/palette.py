# SPDX-License-Identifier: Apache-2.0
"""The command palette: type a few letters, choose what to do or which run to look at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QLineEdit,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from app.lines import draw_text
from app.models.sync import TOP, Index
from app.paint import draw_ground
from app.theme import theme
from app.tokens import SPACE_S
from app.translate import tr

MOST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the palette. `note` stands at its right; `group` says what it is."""

    title: str
    do: Callable[[], None]
    note: str = ""
    group: str = ""
    icon: str = ""


def matching(entries: Sequence[Entry], text: str) -> list[Entry]:
    """Entries that hold every word of `text`; those whose title begins with it come first."""
    words = text.casefold().split()
    if not words:
        return list(entries[:MOST_SHOWN])
    found = [(_rank(entry, words), at, entry) for at, entry in enumerate(entries)]
    return [entry for rank, _, entry in sorted(found, key=lambda one: one[:2]) if rank < _NO_MATCH][:MOST_SHOWN]


_NO_MATCH = 9


def _rank(entry: Entry, words: list[str]) -> int:
    title, all_ = entry.title.casefold(), f"{entry.title} {entry.group} {entry.note}".casefold()
    if title.startswith(words[0]) and all(word in all_ for word in words):
        return 0
    if all(word in title for word in words):
        return 1
    return 2 if all(word in all_ for word in words) else _NO_MATCH


class _EntriesModel(QAbstractListModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.entries: list[Entry] = []

    def show(self, entries: list[Entry]) -> None:
        self.beginResetModel()
        self.entries = entries
        self.endResetModel()

    def rowCount(self, parent: Index = TOP) -> int:
        return 0 if parent.isValid() else len(self.entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self.entries):
            return None
        entry = self.entries[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{entry.title}, {entry.group}"
        return entry if role == Qt.ItemDataRole.UserRole else None


class _EntriesDelegate(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, int(theme().metrics("body").height()) + 15)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry = index.data(Qt.ItemDataRole.UserRole)
        if not isinstance(entry, Entry):
            return
        painter.save()
        draw_ground(painter, option)
        rect = QRectF(option.rect).adjusted(14, 0, -14, 0)
        if entry.icon:
            painter.drawPixmap(int(rect.left()), int(rect.center().y() - 8), theme().pixmap(entry.icon, "muted", 16))
        rect = rect.adjusted(26, 0, 0, 0)
        note = draw_text(painter, rect, entry.note, "small", "muted", end=True)
        draw_text(painter, rect.adjusted(0, 0, -note - 12, 0), entry.title, "body", "text")
        painter.restore()


class CommandPalette(QDialog):
    """Opened by a person only, over the window. Enter does the chosen line; no line of it answers a hold."""

    def __init__(self, entries: Sequence[Entry], parent: QWidget, search: Callable[[str], None] | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("commandPalette")
        self.setAccessibleName(tr("Command palette"))
        self._entries = entries
        self._search = search
        self._model = _EntriesModel(self)
        self._field = QLineEdit(self)
        self._field.setObjectName("commandPaletteField")
        self._field.setAccessibleName(tr("What to do"))
        self._field.setPlaceholderText(tr("Type what to do, or which run to look at"))
        self._field.textChanged.connect(self._on_text)
        self._field.installEventFilter(self)
        self._list = QListView(self)
        self._list.setObjectName("commandPaletteList")
        self._list.setAccessibleName(tr("What can be done"))
        self._list.setModel(self._model)
        self._list.setItemDelegate(_EntriesDelegate(self._list))
        self._list.setUniformItemSizes(True)
        self._list.setMouseTracking(True)
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.clicked.connect(self._on_chosen)
        frame = QFrame(self)
        frame.setProperty("role", "card")
        inner = QVBoxLayout(frame)
        inner.setContentsMargins(SPACE_S, SPACE_S, SPACE_S, SPACE_S)
        inner.addWidget(self._field)
        inner.addWidget(self._list)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(frame)
        self._place(parent)
        self._on_text("")
        self._field.setFocus()

    def _place(self, parent: QWidget) -> None:
        width = min(640, parent.width() - 80)
        self.resize(width, min(460, parent.height() - 120))
        corner = parent.mapToGlobal(parent.rect().topLeft())
        self.move(corner.x() + (parent.width() - width) // 2, corner.y() + 64)

    def _on_text(self, text: str) -> None:
        found = matching(self._entries, text)
        if self._search is not None and len(text.strip()) > 1:
            look = partial(self._search, text.strip())
            found.append(
                Entry(
                    tr("Search all transcripts for “{text}”").format(text=text.strip()),
                    look,
                    "",
                    "transcripts",
                    "search",
                )
            )
        self._model.show(found)
        if self._model.entries:
            self._list.setCurrentIndex(self._model.index(0, 0))

    def _on_chosen(self, index: QModelIndex) -> None:
        entry = index.data(Qt.ItemDataRole.UserRole)
        self.close()
        if isinstance(entry, Entry):
            entry.do()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            key = event.key()
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._on_chosen(self._list.currentIndex())
                return True
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}.get(
                Qt.Key(key)
            )
            if step is not None and self._model.entries:
                row = max(0, min(len(self._model.entries) - 1, self._list.currentIndex().row() + step))
                self._list.setCurrentIndex(self._model.index(row, 0))
                return True
        return super().eventFilter(watched, event)
