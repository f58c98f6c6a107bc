# SPDX-License-Identifier: Apache-2.0
"""The list of workflows by where they are kept, and the search over names, titles and goals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyleOptionViewItem, QWidget

from app.figures import counted, numeral
from app.labels import tip
from app.lines import draw_text
from app.models.sync import TOP, Index
from app.paint import Row, RowDelegate
from app.text import clean
from app.theme import theme
from app.translate import QT_TR_NOOP, tr
from engine.definition import Entry
from engine.projections.words import one_line

_ICONS = {"bundled": "workflow", "own": "person", "repository": "folder"}


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a group; `note` stands below where the group is empty."""

    title: str
    icon: str
    note: str


def matches(entry: Entry, text: str) -> bool:
    """Whether every word of `text` is in the entry's name, title, goals or place."""
    all_ = f"{entry.name}\n{entry.title}\n{entry.path.stem}\n{entry.place}\n{entry.words}".casefold()
    return all(word in all_ for word in text.casefold().split())


def found_in(entry: Entry, text: str) -> str:
    """The line of the goals that holds what was searched for, if neither name nor title does."""
    words = text.casefold().split()
    shown = f"{entry.name} {entry.title}".casefold()
    missing = [word for word in words if word not in shown]
    if not missing:
        return ""
    lines = entry.words.split("\n")
    return next((line.strip() for line in lines if missing[0] in line.casefold()), "")


class ShelfModel(QAbstractListModel):
    """Groups with their workflows. What does not match the search is not there."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: Sequence[Entry] = ()
        self._unsaved: frozenset[Path] = frozenset()
        self._rows: list[Head | Entry] = []
        self.search = ""

    def show(self, entries: Sequence[Entry], unsaved: Iterable[Path] = (), search: str = "") -> bool:
        """Show these; True if the rows are others than before."""
        unsaved = frozenset(unsaved)
        now = (list(entries), unsaved, search)
        if now == (list(self._entries), self._unsaved, self.search) and self._rows:
            return False
        rows = _rows([entry for entry in entries if matches(entry, search)], searched=bool(search))
        self._entries, self._unsaved, self.search = entries, unsaved, search
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()
        return True

    def entry(self, index: Index) -> Entry | None:
        """The workflow at an index; None for a head."""
        row = self._rows[index.row()] if index.isValid() else None
        return row if isinstance(row, Entry) else None

    def index_of(self, path: Path | None) -> QModelIndex:
        """Where a file stands; invalid if nowhere."""
        rows = enumerate(self._rows)
        return next((self.index(at) for at, row in rows if isinstance(row, Entry) and row.path == path), QModelIndex())

    def first(self) -> QModelIndex:
        """The first workflow."""
        return next((self.index(at) for at, row in enumerate(self._rows) if isinstance(row, Entry)), QModelIndex())

    def count(self) -> int:
        """How many workflows are listed."""
        return sum(isinstance(row, Entry) for row in self._rows)

    def is_unsaved(self, entry: Entry) -> bool:
        """Whether what was typed into it is not in the file yet."""
        return entry.path in self._unsaved

    def rowCount(self, parent: Index = TOP) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.entry(index) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self._rows[index.row()] if index.isValid() else None
        if isinstance(row, Head):
            words = f"{row.title}. {row.note}" if row.note else row.title
            return words if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole) else None
        if row is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return clean(row.title or row.name)
            case Qt.ItemDataRole.AccessibleTextRole:
                parts = [row.title or row.name, row.name, tr("not saved") if self.is_unsaved(row) else "", row.fault]
                return clean(", ".join(part for part in parts if part))
            case Qt.ItemDataRole.ToolTipRole:
                return tip("\n".join(part for part in (row.title, str(row.path), row.fault) if part))
        return None

    def row(self, index: Index) -> Head | Entry | None:
        """What is drawn at an index."""
        return self._rows[index.row()] if index.isValid() else None


def _rows(entries: list[Entry], *, searched: bool) -> list[Head | Entry]:
    rows: list[Head | Entry] = []
    groups: list[tuple[str, str, str, list[Entry]]] = [
        (tr("Bundled"), "workflow", "", [one for one in entries if one.origin == "bundled"]),
        (tr("Yours"), "person", tr(_NONE_OWN), [one for one in entries if one.origin == "own"]),
    ]
    for place in dict.fromkeys(one.place for one in entries if one.origin == "repository"):
        kept = [one for one in entries if one.place == place and one.origin == "repository"]
        groups.append((PurePath(place).name, "folder", "", kept))
    for title, icon, note, kept in groups:
        if kept or (note and not searched):
            rows += [Head(title, icon, "" if kept else note), *kept]
    return rows


_NONE_OWN = QT_TR_NOOP("none yet: New… makes one")


class _ShelfDelegate(RowDelegate):
    def __init__(self, model: ShelfModel, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model

    def row(self, index: Index) -> Row | None:
        entry = self._model.entry(index)
        if entry is None:
            return None
        name = entry.name if entry.name == entry.path.stem else f"{entry.name} · {entry.path.name}"
        second, token = one_line(found_in(entry, self._model.search) or name, 120), "muted"
        if entry.fault:
            second, token = tr("has faults"), "red"
        icon = ("error", "red") if entry.fault else ("workflow", "muted")
        note = tr("unsaved") if self._model.is_unsaved(entry) else ""
        return Row(*icon, one_line(entry.title or entry.name, 160), second, note, second_token=token)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        head = self._model.row(index)
        if not isinstance(head, Head):
            super().paint(painter, option, index)
            return
        painter.save()
        look = theme()
        rect = QRectF(option.rect).adjusted(12, 12, -12, -4)
        painter.drawPixmap(int(rect.left()), int(rect.center().y() - 8), look.pixmap(head.icon, "muted", 16))
        text = rect.adjusted(26, 0, 0, 0)
        used = draw_text(painter, text, head.title, "strong", "text")
        draw_text(painter, text.adjusted(used + 10, 0, 0, 0), head.note, "small", "muted", end=True)
        painter.restore()


class ShelfList(QListView):
    """Choose a workflow. Enter goes to what is shown of it."""

    chosen = Signal(object)  # the Entry that became the current one
    entered = Signal()  # after Enter was pressed on a workflow

    def __init__(self, model: ShelfModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("workflowList")
        self.setAccessibleName(tr("Workflows"))
        self._shelf = model
        self._marking = False
        self.setModel(model)
        self.setItemDelegate(_ShelfDelegate(model, self))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.selectionModel().currentChanged.connect(self._on_current)
        theme().changed.connect(self.viewport().update)

    def mark(self, path: Path | None) -> None:
        """Make this file the current one, without saying so."""
        index = self._shelf.index_of(path)
        self._marking = True
        if index.isValid():
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        else:
            self.selectionModel().clear()
        self._marking = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.entered.emit()
            return
        super().keyPressEvent(event)

    def _on_current(self, now: QModelIndex) -> None:
        entry = self._shelf.entry(now)
        if entry is not None and not self._marking:
            self.chosen.emit(entry)


def found_words(shown: int, all_: int, search: str) -> str:
    """How many workflows there are, for the head of the page."""
    if not search:
        return counted("{n} workflows.", "{n} workflow.", all_)
    return counted(
        "{n} of {all} workflows hold “{search}”.",
        "{n} of {all} workflows holds “{search}”.",
        shown,
        all=numeral(all_),
        search=one_line(search, 40),
    )
