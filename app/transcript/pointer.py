# SPDX-License-Identifier: Apache-2.0
"""The mouse on a transcript: selecting across entries, folding, following links of ours."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QWidget

from app.text import utf16_length
from app.transcript.block import Block
from app.transcript.scroll import Scroll, Shown
from app.transcript.selection import Selection, Spot

_DRAG_MS = 33
_DRAG_STARTS = 4
_FASTEST = 160


class Pointer(QObject):
    """
    Turns mouse events of a viewport into selections and signals.

    Attributes:
        hot: the entry whose head is under the mouse.
    """

    moved = Signal()  # after the selection or the entry under the mouse changed: paint again
    toggled = Signal(int)  # a head was clicked
    asked_for_all = Signal(int)  # "show all" of an entry was clicked
    dragged = Signal()  # the selection is being drawn: stop following
    scrolled = Signal(int)  # the mouse is held beyond an edge: scroll by so many pixels

    def __init__(self, scroll: Scroll, selection: Selection, viewport: QWidget) -> None:
        super().__init__(viewport)
        self.hot: int | None = None
        self._scroll = scroll
        self._selection = selection
        self._viewport = viewport
        self._pressed: Spot | None = None
        self._clicks = 0
        self._last_click = 0.0
        self._last_at = QPointF()
        self._dragger = QTimer(self)
        self._dragger.setInterval(_DRAG_MS)
        self._dragger.timeout.connect(self._on_held_beyond)

    def reset(self) -> None:
        """Another transcript is shown."""
        self._pressed = self.hot = None
        self._dragger.stop()

    def shift(self, n: int) -> None:
        """Entries were added or taken away before the first."""
        self.hot = None
        if self._pressed is not None:
            self._pressed = Spot(max(0, self._pressed.entry + n), self._pressed.position)

    def press(self, event: QMouseEvent) -> None:
        """The left button goes down: sets the anchor, selects a word (twice) or an entry (thrice)."""
        spot = self._spot_at(event.position())
        if event.button() != Qt.MouseButton.LeftButton or spot is None:
            return
        self._count_clicks(event.position())
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and self._selection.anchor is not None:
            self._pressed = self._selection.anchor
            self._selection.set(self._pressed, spot)
        else:
            self._pressed = spot
            self._select_clicked(spot)
        self.moved.emit()

    def move(self, event: QMouseEvent) -> None:
        """The mouse moves, with the button down or not."""
        point = event.position()
        if self._pressed is not None and event.buttons() & Qt.MouseButton.LeftButton:
            far = (point - self._last_at).manhattanLength() >= _DRAG_STARTS
            if self._clicks == 1 and (far or self._selection.span() is not None):
                self._drag_to(point)
            return
        self._hover(point)

    def release(self, event: QMouseEvent) -> None:
        """The button goes up: a click on a head folds, one on a link opens."""
        self._dragger.stop()
        pressed, self._pressed = self._pressed, None
        if event.button() != Qt.MouseButton.LeftButton or pressed is None or self._selection.span() is not None:
            return
        shown = self.shown_at(event.position().y())
        if shown is None or shown.index != pressed.entry:
            return
        if _on_more(shown, event.position()):
            self.asked_for_all.emit(shown.index)
        elif self._clicks == 1 and _on_head(shown, event.position()):
            self.toggled.emit(shown.index)

    def leave(self) -> None:
        """The mouse is elsewhere."""
        if self.hot is not None:
            self.hot = None
            self.moved.emit()

    def shown_at(self, y: float) -> Shown | None:
        """The entry at a height of the viewport."""
        return next((s for s in self._scroll.shown if s.y <= y < s.y + s.block.height), None)

    def _count_clicks(self, point: QPointF) -> None:
        now = time.monotonic()
        near = (point - self._last_at).manhattanLength() < 6
        quick = now - self._last_click < QGuiApplication.styleHints().mouseDoubleClickInterval() / 1000
        self._clicks = self._clicks % 3 + 1 if near and quick else 1
        self._last_click, self._last_at = now, point

    def _select_clicked(self, spot: Spot) -> None:
        self._selection.set(spot, spot)
        block = self._scroll.block(spot.entry)
        if self._clicks == 1 or block.layout is None:
            return
        start, end = (0, block.length) if self._clicks == 3 else _word(block, spot.position)
        self._selection.set(Spot(spot.entry, start), Spot(spot.entry, end))

    def _hover(self, point: QPointF) -> None:
        shown = self.shown_at(point.y())
        hot = shown.index if shown is not None and _on_head(shown, point) else None
        if shown is not None and (hot is not None or _on_more(shown, point)):
            shape = Qt.CursorShape.PointingHandCursor
        elif shown is not None and shown.block.body_area.translated(0, shown.y).contains(point):
            shape = Qt.CursorShape.IBeamCursor
        else:
            shape = Qt.CursorShape.ArrowCursor
        self._viewport.setCursor(shape)
        if hot != self.hot:
            self.hot = hot
            self.moved.emit()

    def _drag_to(self, point: QPointF) -> None:
        self._last_at = point
        height = self._viewport.height()
        if 0 <= point.y() < height:
            self._dragger.stop()
        elif not self._dragger.isActive():
            self._dragger.start()
        spot = self._spot_at(QPointF(point.x(), min(max(point.y(), 0), height - 1)))
        if spot is not None and self._pressed is not None:
            self._selection.set(self._pressed, spot)
            self.dragged.emit()

    def _on_held_beyond(self) -> None:
        if self._pressed is None:
            self._dragger.stop()
            return
        y = self._last_at.y()
        beyond = y if y < 0 else y - self._viewport.height()
        self.scrolled.emit(round(max(-_FASTEST, min(_FASTEST, beyond))))
        self._drag_to(self._last_at)

    def _spot_at(self, point: QPointF) -> Spot | None:
        rows = self._scroll.shown
        if not rows:
            return None
        shown = self.shown_at(point.y()) or (rows[0] if point.y() < rows[0].y else rows[-1])
        return Spot(shown.index, shown.block.position_at(point - QPointF(0, shown.y)))


def _on_head(shown: Shown, point: QPointF) -> bool:
    head = shown.block.head.translated(0, shown.y).adjusted(-8, -4, 8, 4)
    return shown.block.folds and head.contains(point)


def _on_more(shown: Shown, point: QPointF) -> bool:
    return shown.block.more.translated(0, shown.y).contains(point)


def _word(block: Block, position: int) -> tuple[int, int]:
    layout = block.layout
    assert layout is not None
    mode = layout.CursorMode.SkipWords
    end = min(layout.nextCursorPosition(position, mode), utf16_length(block.body))
    start = min(layout.previousCursorPosition(end, mode), position)
    return start, end
