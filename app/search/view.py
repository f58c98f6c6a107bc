# SPDX-License-Identifier: Apache-2.0
"""The page on which one searches what all agents of all runs said and did. Enter shows the very message."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QListView, QToolButton, QVBoxLayout, QWidget
from shiboken6 import isValid

from app.figures import counted
from app.search.model import HitDelegate, HitsModel
from app.selection import Selection
from app.tasks import Tasks
from app.theme import theme
from app.tokens import SPACE_L, SPACE_M, SPACE_S
from app.translate import QT_TR_NOOP, tr
from app.widgets import ElidedLabel, EmptyState, plain_label
from engine.projections import Summary
from engine.projections.search import Hit, search

MOST_HITS = 2_000
"""How many messages are shown; more would not be read."""

_TITLE = QT_TR_NOOP("Search in what all agents said and did")
_AFTER_MS = 250
_LEAST_CHARS = 2
_AT_ONCE, _SLICE_S = 100, 0.1
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}


class SearchScreen(QWidget):
    """A field, and below it what was found, as it is found."""

    hit_asked = Signal(object)  # the Hit that shall be shown

    def __init__(self, data_dir: Path, selection: Selection, tasks: Tasks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("searchScreen")
        self.setAccessibleName(tr("Search in all transcripts"))
        self._data_dir = data_dir
        self._selection = selection
        self._tasks = tasks
        self._task: asyncio.Task[None] | None = None
        self._model = HitsModel(self)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_AFTER_MS)
        self._soon.timeout.connect(self._begin)
        self._make_parts()
        self._lay_out()
        self._tell(
            tr("Search in what all agents said and did"),
            tr("Words as they stand; small and capital letters are alike."),
        )

    def show_runs(self, summaries: tuple[Summary, ...]) -> None:
        """What runs are called."""
        self._model.titles = {summary.run: summary.title for summary in summaries}

    def open_with(self, text: str = "") -> None:
        """Put the keyboard into the field; with `text`, search for it."""
        if text:
            self.field.setText(text)
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    # ------------------------------------------------------------------------------------------------------- searching

    def _begin(self) -> None:
        self._stop()
        self._model.begin()
        text = self.field.text().strip()
        if len(text) < _LEAST_CHARS:
            self._count.set_text("")
            self._tell(tr(_TITLE), tr("Give {least_chars} characters or more.").format(least_chars=_LEAST_CHARS))
            return
        run = self._selection.run if self._only_run.isChecked() else None
        self._count.set_text(tr("searching…"))
        self._tell(tr("Searching…"), tr("What is found is listed as it comes."))
        self._task = self._tasks.spawn(self._search(text, run), "search the transcripts")

    def _stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _search(self, text: str, run: str | None) -> None:
        given_up, end = threading.Event(), False
        hits = search(self._data_dir, text, run, wanted=lambda: not given_up.is_set())
        try:
            while not end and len(self._model.hits) < MOST_HITS:
                found, end = await asyncio.to_thread(_slice, hits)
                if not isValid(self):
                    return
                self._model.append(found)
                if found and not self.list.currentIndex().isValid():
                    self.list.setCurrentIndex(self._model.index(0, 0))
                self._show_count(end=False)
            self._show_count(end=True)
        finally:
            given_up.set()  # the thread that still looks ends too

    def _show_count(self, *, end: bool) -> None:
        hits = self._model.hits
        runs = len({hit.run for hit in hits})
        told = (
            counted(
                "{n} messages in {runs}",
                "{n} message in {runs}",
                len(hits),
                runs=counted("{n} runs", "{n} run", runs),
            )
            if hits
            else ""
        )
        if len(hits) >= MOST_HITS:
            told = tr("the first {told}; give more words").format(told=told)
        self._count.set_text(told if end else tr("{told}, searching…").format(told=told) if told else tr("searching…"))
        if end and not hits:
            self._tell(tr("Nothing was found"), tr("No transcript holds these words."))
        self._empty.setVisible(not hits)
        self.list.setVisible(bool(hits))

    def _tell(self, title: str, sentence: str) -> None:
        self._empty.set_text(title, sentence)
        self._empty.show()
        self.list.hide()

    # ----------------------------------------------------------------------------------------------------------- input

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """From the field the arrows move in the list, and Enter shows what is chosen there."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = _STEPS.get(Qt.Key(event.key()))
            if step is not None and self._model.hits:
                row = max(0, min(len(self._model.hits) - 1, self.list.currentIndex().row() + step))
                self.list.setCurrentIndex(self._model.index(row, 0))
                return True
        return super().eventFilter(watched, event)

    def _on_return(self) -> None:
        if self._soon.isActive() or not self._model.hits:
            self._soon.stop()
            self._begin()
        else:
            self._open(self.list.currentIndex())

    def _open(self, index: QModelIndex) -> None:
        hit = self._model.hit(index)
        if hit is not None:
            self.hit_asked.emit(hit)

    # ----------------------------------------------------------------------------------------------------------- parts

    def _make_parts(self) -> None:
        self.field = QLineEdit(self)
        self.field.setObjectName("transcriptSearchField")
        self.field.setAccessibleName(tr("What to look for in all transcripts"))
        self.field.setPlaceholderText(tr("A word, a file, a command…"))
        self.field.setClearButtonEnabled(True)
        self.field.textChanged.connect(self._soon.start)
        self.field.returnPressed.connect(self._on_return)
        self.field.installEventFilter(self)
        self._only_run = QToolButton(self)
        self._only_run.setText(tr("Selected run only"))
        self._only_run.setObjectName("searchOnlyRun")
        self._only_run.setAccessibleName(tr("Search in the selected run only"))
        self._only_run.setCheckable(True)
        self._only_run.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._only_run.toggled.connect(self._begin)
        self._count = ElidedLabel("", "small", "muted")
        self.list = QListView(self)
        self.list.setObjectName("transcriptSearchHits")
        self.list.setAccessibleName(tr("Messages that were found"))
        self.list.setModel(self._model)
        self.list.setItemDelegate(HitDelegate(self.list))
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.clicked.connect(self._open)
        self.list.activated.connect(self._open)
        self._empty = EmptyState("search", "", "", parent=self)
        theme().changed.connect(self.list.viewport().update)

    def _lay_out(self) -> None:
        top = QFrame(self)
        top.setProperty("role", "bar")
        row = QHBoxLayout(top)
        row.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
        row.setSpacing(SPACE_S)
        row.addWidget(plain_label(tr("Search transcripts"), "title"))
        self.field.setMinimumWidth(160)
        row.addWidget(self.field, 1)
        row.addWidget(self._only_run)
        row.addWidget(self._count)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(top)
        layout.addWidget(self._empty, 1)
        layout.addWidget(self.list, 1)


def _slice(hits: Iterator[Hit]) -> tuple[list[Hit], bool]:
    """What is found in a moment, and whether that was all."""
    found: list[Hit] = []
    end = time.monotonic() + _SLICE_S
    for hit in islice(hits, _AT_ONCE):
        found.append(hit)
        if time.monotonic() > end:
            return found, False
    return found, len(found) < _AT_ONCE
