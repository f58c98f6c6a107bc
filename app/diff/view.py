# SPDX-License-Identifier: Apache-2.0
"""A diff: its files at the left, their changes at the right, comments below."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QListView, QSplitter, QStackedLayout, QVBoxLayout, QWidget

from app.diff.colours import colours_of
from app.diff.comments import Comment, note_of, place_of
from app.diff.files import FileDelegate, FileModel
from app.diff.pane import DiffPane
from app.diff.parse import FileDiff, parse_diff
from app.diff.rows import Row, rows_of
from app.diff.tools import CommentBar, DiffTools
from app.figures import counted, numeral
from app.labels import plain_label
from app.tasks import Loader, Tasks
from app.theme import theme
from app.translate import tr
from app.widgets.headers import EmptyState

__all__ = ["DiffView"]

_NARROW, _LOW = 560, 420
_SPLIT_FROM = 860
"""From this width of the text on, in pixels, old and new stand side by side until the person chooses otherwise."""


class DiffView(QWidget):
    """
    Shows a unified diff. Names and lines are plain text, whatever is in them.

    Attributes:
        text: the pane with the changes.
    """

    file_chosen = Signal(int)  # after the person chose a file in the list
    note_made = Signal(str)  # the gathered comments, after they were asked to go back to the agent

    def __init__(self, tasks: Tasks | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("diffView")
        self.setAccessibleName(tr("Diff"))
        self._files: Sequence[FileDiff] = ()
        self._cut = False
        self._key: object = None
        self._seen: dict[object, set[str]] = {}
        self._said: dict[object, dict[tuple[int, int], Comment]] = {}
        self._asked: Row | None = None
        self._chose_split = False
        self._painter = Loader(tasks, self, "syntax colours") if tasks is not None else None
        self._model = FileModel(self)
        self._list = self._make_list()
        self._summary = plain_label("", "small")
        self._summary.setContentsMargins(10, 8, 10, 6)
        self.text = DiffPane()
        self.tools = DiffTools()
        self.comments = CommentBar()
        self._empty = EmptyState("diff", tr("No change"), tr("Nothing differs between the two commits."))
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._panes = self._make_panes()
        self._stack.addWidget(self._panes)
        self._connect()

    def set_diff(self, text: str, *, cut: bool = False) -> None:
        """Shows a diff as git prints it; for large ones parse in a thread and call `set_files`."""
        self.set_files(parse_diff(text), cut=cut)

    def set_files(self, files: Sequence[FileDiff], *, cut: bool = False, key: object = None) -> None:
        """Shows files; `cut` adds a row that says the diff goes on.

        What was viewed and commented is kept by `key`: the same key must mean the same diff.
        """
        self._files, self._cut, self._key = files, cut, key
        self._model.set_files(files)
        self.text.set_rows(files, rows_of(files, cut=cut))
        self.comments.close_field()
        self._show_seen()
        self._show_comments()
        self._stack.setCurrentIndex(1 if files or cut else 0)
        self._fit()
        if files:
            self._list.setCurrentIndex(self._model.index(0))
            if self._painter is not None:
                self._painter.load(partial(colours_of, files), self.text.set_colours)
        elif self._painter is not None:
            self._painter.stop()

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

    def set_split(self, split: bool) -> None:
        """Side by side, or one under the other."""
        self.text.set_split(split)
        self.tools.split.setChecked(split)

    # ------------------------------------------------------------------------------------------------- viewed, comments

    def _on_split(self, split: bool) -> None:
        self._chose_split = True
        self.set_split(split)

    def _toggle_viewed(self) -> None:
        """The file at the top is seen, and the next that is not follows; or it is to be seen again."""
        file = self._list.currentIndex().row()
        if not 0 <= file < len(self._files):
            return
        seen = self._seen.setdefault(self._key, set())
        name = self._files[file].name
        if name in seen:
            seen.discard(name)
        else:
            seen.add(name)
            following = (*range(file + 1, len(self._files)), *range(file))
            unseen = next((at for at in following if self._files[at].name not in seen), None)
            if unseen is not None:
                self._list.setCurrentIndex(self._model.index(unseen))
                self.text.go_to_file(unseen)
        self._show_seen()

    def _show_seen(self) -> None:
        seen = self._seen.get(self._key, set())
        self._model.set_viewed(frozenset(seen))
        added, removed = sum(file.added for file in self._files), sum(file.removed for file in self._files)
        parts = [counted("{n} files", "{n} file", len(self._files)), f"+{numeral(added)} −{numeral(removed)}"]
        if seen:
            parts.append(tr("{n} viewed").format(n=numeral(sum(file.name in seen for file in self._files))))
        if self._cut:
            parts.append(tr("cut"))
        self._summary.setText("   ".join(parts))
        self._show_button()

    def _show_button(self) -> None:
        self.tools.viewed.setChecked(self._model.is_viewed(max(0, self._list.currentIndex().row())))

    def _ask_comment(self) -> None:
        if (row := self.text.current()) is not None:
            self._on_comment_asked(row)

    def _on_comment_asked(self, row: Row) -> None:
        self._asked = row
        said = self._said.get(self._key, {}).get((row.file, row.line))
        self.comments.open_for(place_of(self._files[row.file], row), said.text if said else "")

    def _on_comment(self, text: str) -> None:
        row = self._asked
        if row is not None and row.file < len(self._files):
            at = (row.file, row.line)
            said = Comment(at, place_of(self._files[row.file], row), row.text, text)
            self._said.setdefault(self._key, {})[at] = said
        self._show_comments()
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_comment_gone(self) -> None:
        if self._asked is not None:
            self._said.get(self._key, {}).pop((self._asked.file, self._asked.line), None)
        self._show_comments()

    def _on_cleared(self) -> None:
        self._said.pop(self._key, None)
        self._show_comments()

    def _on_used(self) -> None:
        self.note_made.emit(note_of(self._said.get(self._key, {}).values()))

    def _show_comments(self) -> None:
        said = self._said.get(self._key, {})
        self.text.set_comments(frozenset(said))
        self.comments.show_comments([said[at].place for at in sorted(said)])

    # ----------------------------------------------------------------------------------------------------------- parts

    def _connect(self) -> None:
        self.text.file_entered.connect(self._on_entered)
        self.text.comment_asked.connect(self._on_comment_asked)
        self.text.viewed_asked.connect(self._toggle_viewed)
        self.tools.split_toggled.connect(self._on_split)
        self.tools.viewed_toggled.connect(self._toggle_viewed)
        self.tools.comment_asked.connect(self._ask_comment)
        self.comments.added.connect(self._on_comment)
        self.comments.removed.connect(self._on_comment_gone)
        self.comments.cleared.connect(self._on_cleared)
        self.comments.used.connect(self._on_used)
        theme().changed.connect(self._list.viewport().update)

    def _make_list(self) -> QListView:
        view = QListView()
        view.setObjectName("diffFiles")
        view.setAccessibleName(tr("Changed files"))
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
        left, right = self._side, _ = QWidget(), QWidget()
        for side, parts in ((left, (self._summary, self._list)), (right, (self.tools, self.text, self.comments))):
            column = QVBoxLayout(side)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(0)
            for part in parts:
                column.addWidget(part, 1 if part in (self._list, self.text) else 0)
        panes = QSplitter(Qt.Orientation.Horizontal)
        panes.setHandleWidth(1)
        panes.setChildrenCollapsible(False)
        panes.addWidget(left)
        panes.addWidget(right)
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
        self._fit()
        super().resizeEvent(event)

    def _fit(self) -> None:
        """The list goes where it tells nothing, as of one file, or would take the room of the changes themselves."""
        tight = self.width() < _NARROW and self.height() < _LOW
        self._side.setVisible(not tight and (len(self._files) != 1 or self._cut))
        if not self._chose_split:
            self.set_split(self.width() - 240 >= _SPLIT_FROM)

    def _on_chosen(self, index: QModelIndex) -> None:
        self.text.go_to_file(index.row())
        self.file_chosen.emit(index.row())

    def _on_moved(self, index: QModelIndex) -> None:
        self._show_button()
        if self._list.hasFocus():
            self.text.go_to_file(index.row())

    def _on_entered(self, file: int) -> None:
        if self._list.hasFocus():  # the last files may be too short to come to the top
            return
        index = self._model.index(file)
        if index.isValid() and index != self._list.currentIndex():
            self._list.setCurrentIndex(index)
