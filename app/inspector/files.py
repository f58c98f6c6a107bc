# SPDX-License-Identifier: Apache-2.0
"""Files of an attempt or of the blackboard: a list, and the text of the chosen one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import PurePosixPath
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QSplitter,
    QStackedLayout,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.figures import size
from app.labels import tip
from app.lines import draw_text
from app.models.sync import TOP, Index, sync_rows
from app.paint import draw_ground
from app.tasks import Loader, Tasks
from app.textpane import TextPane
from app.theme import theme
from app.translate import tr
from app.widgets import EmptyState
from engine.errors import PilothouseError
from engine.projections.files import FileEntry

_PROSE = frozenset({"", ".adoc", ".markdown", ".md", ".rst", ".text", ".txt"})


def is_prose(path: str) -> bool:
    """Whether a file of that name holds text for people, which may be broken into lines; code and data may not."""
    return PurePosixPath(path).suffix.lower() in _PROSE


class FilesModel(QAbstractListModel):
    """One row a file."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.files: list[FileEntry] = []

    def show(self, files: Sequence[FileEntry]) -> None:
        """Show these files."""
        sync_rows(self, TOP, self.files, files, lambda file: file.path)

    def rowCount(self, parent: Index = TOP) -> int:
        return 0 if parent.isValid() else len(self.files)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self.files):
            return None
        file = self.files[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return file.path
            case Qt.ItemDataRole.ToolTipRole:
                return tip(f"{file.path}\n{size(file.size)}")
            case Qt.ItemDataRole.UserRole:
                return file
        return None


class FilesDelegate(QStyledItemDelegate):
    """Glyph, path and size."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(120, int(theme().metrics("body").height()) + 11)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        file = index.data(Qt.ItemDataRole.UserRole)
        if not isinstance(file, FileEntry):
            return
        painter.save()
        draw_ground(painter, option)
        rect = QRectF(option.rect).adjusted(12, 0, -12, 0)
        icon = theme().pixmap("file" if file.regular else "warning", "muted" if file.regular else "brass", 16)
        painter.drawPixmap(int(rect.left()), int(rect.center().y() - 8), icon)
        rect = rect.adjusted(26, 0, 0, 0)
        told = size(file.size) if file.regular else tr("not a file")
        width = draw_text(painter, rect, told, "small", "muted", end=True)
        draw_text(painter, rect.adjusted(0, 0, -width - 10, 0), file.path, "body", "text")
        painter.restore()


class FilesView(QWidget):
    """
    Lists files and shows the chosen one as text. It is told by `look_at` where they are.

    Attributes:
        name: what it is called for screen readers.
    """

    def __init__(
        self, object_name: str, name: str, empty: EmptyState, tasks: Tasks, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName(object_name)
        self.setAccessibleName(name)
        self._place: object = None
        self._list_files: Callable[[], Sequence[FileEntry]] | None = None
        self._read: Callable[[str], str] | None = None
        self._lister = Loader(tasks, self, f"list {name}")
        self._reader = Loader(tasks, self, f"read {name}")
        self._model = FilesModel(self)
        self._list = QListView(self)
        self._list.setAccessibleName(name)
        self._list.setModel(self._model)
        self._list.setItemDelegate(FilesDelegate(self._list))
        self._list.setUniformItemSizes(True)
        self._list.setMouseTracking(True)
        self._list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self._list.selectionModel().currentChanged.connect(self._on_current)
        self._text = TextPane(tr("Text of the chosen file, {name}").format(name=name), self)
        parts = QSplitter(Qt.Orientation.Vertical, self)
        parts.setChildrenCollapsible(False)
        parts.addWidget(self._list)
        parts.addWidget(self._text)
        parts.setSizes([140, 300])
        self._stack = QStackedLayout(self)
        self._stack.addWidget(empty)
        self._stack.addWidget(parts)

    def look_at(self, place: object, list_files: Callable[[], Sequence[FileEntry]], read: Callable[[str], str]) -> None:
        """Look at another place, or at the same one again; both functions run in a thread."""
        if place != self._place:
            self._reader.stop()
            self._model.show(())
            self._text.show_text("")
            self._stack.setCurrentIndex(0)
        self._place, self._list_files, self._read = place, list_files, read
        self._lister.load(list_files, self._show)

    def look_away(self) -> None:
        """Show nothing."""
        self._lister.stop()
        self._place = None
        self._model.show(())
        self._stack.setCurrentIndex(0)

    def _show(self, files: Sequence[FileEntry]) -> None:
        self._model.show(files)
        self._stack.setCurrentIndex(1 if files else 0)
        self._list.setMaximumHeight(max(1, len(files)) * max(1, self._list.sizeHintForRow(0)) + 2)
        if files and not self._list.currentIndex().isValid():
            self._list.setCurrentIndex(self._model.index(0, 0))

    def _on_current(self, index: QModelIndex) -> None:
        file, read = index.data(Qt.ItemDataRole.UserRole), self._read
        if not isinstance(file, FileEntry) or read is None:
            self._text.show_text("")
            return
        path = file.path
        show = partial(self._text.show_text, prose=is_prose(path))
        self._reader.load(lambda: read(path), show, self._on_failed, (OSError, PilothouseError))

    def _on_failed(self, error: Exception) -> None:
        self._text.show_text(str(error), prose=True)
