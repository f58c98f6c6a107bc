# SPDX-License-Identifier: Apache-2.0
"""What a hold's attempt changed, a file a line, as far as there is room for it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, QTimer
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.diff.rows import shown_name
from app.figures import counted, numeral
from app.lines import draw_text
from app.tasks import Loader, Tasks
from app.theme import theme
from app.tokens import SPACE_M
from app.translate import tr
from engine.errors import PilothouseError
from engine.projections import HoldView
from engine.projections.files import FileChange, changed_files

AFTER_MS = 120
"""So long a hold is looked at before its files are read: whoever walks through the list reads none."""

_KEPT = 20_000
"""So many files of holds are kept: two commits differ by the same for ever."""

Commits = tuple[str, str, str]
"""A run, and two commits of it."""


def commits_of(hold: HoldView) -> Commits | None:
    """From where to where the attempt came that a hold is about; None where it secured nothing."""
    base, head = hold.evidence.get("fork_point"), hold.evidence.get("head")
    return (hold.run, base, head) if isinstance(base, str) and isinstance(head, str) and base != head else None


class ChangedFiles(QWidget):
    """Takes only the room that is left over. What was not read yet, and what cannot be read, is not drawn."""

    def __init__(self, data_dir: Path, tasks: Tasks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("needFiles")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self._data_dir = data_dir
        self._loader = Loader(tasks, self, "what a hold's attempt changed")
        self._kept: dict[Commits, tuple[FileChange, ...]] = {}
        self._wanted: Commits | None = None
        self.files: tuple[FileChange, ...] = ()
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(AFTER_MS)
        self._soon.timeout.connect(self._read)
        theme().changed.connect(self.update)

    def show_hold(self, hold: HoldView | None) -> None:
        """Show what a hold's attempt changed, once it is read."""
        wanted = commits_of(hold) if hold is not None else None
        if wanted == self._wanted:
            return
        self._wanted = wanted
        self._loader.stop()
        self._soon.stop()
        kept = self._kept.get(wanted) if wanted is not None else ()
        self._show(kept or ())
        if kept is None:
            self._soon.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._soon.stop()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)

    def sizeHint(self) -> QSize:
        return QSize(0, int(self._pitch() * (len(self.files) + 1)) if self.files else 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """As many lines as there is room for whole ones; the last says how many more there are."""
        pitch, room = self._pitch(), int(self.height() / self._pitch()) - 1
        if not self.files or room < 1:
            return
        painter = QPainter(self)
        head = tr("Changed files, measured")
        draw_text(painter, QRectF(0, 0, self.width(), pitch), head, "small", "muted")
        shown = self.files if len(self.files) <= room else self.files[: room - 1]
        for at, file in enumerate(shown, 1):
            self._paint_file(painter, QRectF(0, at * pitch, self.width(), pitch), file)
        if more := len(self.files) - len(shown):
            place = QRectF(0, (len(shown) + 1) * pitch, self.width(), pitch)
            draw_text(painter, place, counted("and {n} more", "and {n} more", more), "small", "muted")
        painter.end()

    def _paint_file(self, painter: QPainter, place: QRectF, file: FileChange) -> None:
        if file.added is None or file.removed is None:
            used = draw_text(painter, place, tr("binary"), "small", "muted", end=True)
        else:
            used = draw_text(painter, place, f"−{numeral(file.removed)}", "mono-small", "red", end=True) + SPACE_M / 2
            left = place.adjusted(0, 0, -used, 0)
            used += draw_text(painter, left, f"+{numeral(file.added)}", "mono-small", "green", end=True)
        draw_text(painter, place.adjusted(0, 0, -used - SPACE_M, 0), shown_name(file.path), "mono-small", "text")

    def _pitch(self) -> float:
        return theme().metrics("body").height() + 4

    def _read(self) -> None:
        if self._wanted is None or not self.isVisible():
            return
        work = partial(changed_files, self._data_dir, *self._wanted)
        self._loader.load(work, partial(self._on_read, self._wanted), None, (OSError, PilothouseError))

    def _on_read(self, commits: Commits, files: tuple[FileChange, ...]) -> None:
        self._kept[commits] = files
        while len(self._kept) > 1 and sum(1 + len(kept) for kept in self._kept.values()) > _KEPT:
            self._kept.pop(next(iter(self._kept)))
        if commits == self._wanted:
            self._show(files)

    def _show(self, files: tuple[FileChange, ...]) -> None:
        self.files = files
        told = ", ".join(f"{shown_name(file.path)} +{file.added} −{file.removed}" for file in files[:20])
        self.setAccessibleName(tr("Changed files: {files}").format(files=told) if told else "")
        self.setToolTip("")
        self.updateGeometry()
        self.update()
