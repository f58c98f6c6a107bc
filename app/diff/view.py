# SPDX-License-Identifier: Apache-2.0
"""A diff: its files at the left, their changes at the right."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QListView, QSplitter, QStackedLayout, QVBoxLayout, QWidget

from app.diff.files import FileDelegate, FileModel
from app.diff.pane import DiffPane
from app.diff.parse import FileDiff, parse_diff
from app.diff.rows import rows_of
from app.labels import plain_label
from app.theme import theme
from app.widgets.headers import EmptyState

__all__ = ["DiffView"]

_NARROW = 560


class DiffView(QWidget):
    """
    Shows a unified diff. Names and lines are plain text, whatever is in them.

    Attributes:
        text: the pane with the changes.
    """

    file_chosen = Signal(int)  # after the person chose a file in the list

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("diffView")
        self.setAccessibleName("Diff")
        self._files: Sequence[FileDiff] = ()
        self._model = FileModel(self)
        self._list = self._make_list()
        self._summary = plain_label("", "small")
        self._summary.setContentsMargins(10, 8, 10, 6)
        self.text = DiffPane()
        self._empty = EmptyState("diff", "No change", "Nothing differs between the two commits.")
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._panes = self._make_panes()
        self._stack.addWidget(self._panes)
        self.text.file_entered.connect(self._on_entered)
        theme().changed.connect(self._list.viewport().update)

    def set_diff(self, text: str, *, cut: bool = False) -> None:
        """Shows a diff as git prints it; for large ones parse in a thread and call `set_files`."""
        self.set_files(parse_diff(text), cut=cut)

    def set_files(self, files: Sequence[FileDiff], *, cut: bool = False) -> None:
        """Shows files; `cut` adds a row that says the diff goes on."""
        self._files = files
        self._model.set_files(files)
        self.text.set_rows(files, rows_of(files, cut=cut))
        added, removed = sum(file.added for file in files), sum(file.removed for file in files)
        noun = "file" if len(files) == 1 else "files"
        self._summary.setText(f"{len(files):,} {noun}   +{added:,} −{removed:,}{'   cut' if cut else ''}")
        self._stack.setCurrentIndex(1 if files or cut else 0)
        if files:
            self._list.setCurrentIndex(self._model.index(0))

    def set_message(self, title: str, sentence: str = "") -> None:
        """Says why there is no diff."""
        self.set_files(())
        self._empty.set_text(title, sentence)

    def files(self) -> Sequence[FileDiff]:
        """What is shown."""
        return self._files

    def go_to_file(self, file: int) -> None:
        """Brings a file to the top."""
        self.text.go_to_file(file)

    def _make_list(self) -> QListView:
        view = QListView()
        view.setObjectName("diffFiles")
        view.setAccessibleName("Changed files")
        view.setModel(self._model)
        view.setItemDelegate(FileDelegate(view))
        view.setUniformItemSizes(True)
        view.setMouseTracking(True)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setMinimumWidth(160)
        view.clicked.connect(self._on_chosen)
        view.selectionModel().currentChanged.connect(self._on_moved)
        return view

    def _make_panes(self) -> QSplitter:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._summary)
        column.addWidget(self._list, 1)
        panes = QSplitter(Qt.Orientation.Horizontal)
        panes.setHandleWidth(1)
        panes.setChildrenCollapsible(False)
        panes.addWidget(left)
        panes.addWidget(self.text)
        panes.setStretchFactor(0, 0)
        panes.setStretchFactor(1, 1)
        panes.setSizes([240, 640])
        return panes

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The list stands above the changes where there is no room beside them."""
        narrow = self.width() < _NARROW
        wanted = Qt.Orientation.Vertical if narrow else Qt.Orientation.Horizontal
        if self._panes.orientation() is not wanted:
            self._panes.setOrientation(wanted)
            self._panes.setSizes([110, 640] if narrow else [240, 640])
        super().resizeEvent(event)

    def _on_chosen(self, index: QModelIndex) -> None:
        self.text.go_to_file(index.row())
        self.file_chosen.emit(index.row())

    def _on_moved(self, index: QModelIndex) -> None:
        if self._list.hasFocus():
            self.text.go_to_file(index.row())

    def _on_entered(self, file: int) -> None:
        if self._list.hasFocus():  # the last files may be too short to come to the top
            return
        index = self._model.index(file)
        if index.isValid() and index != self._list.currentIndex():
            self._list.setCurrentIndex(index)
