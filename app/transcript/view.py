# SPDX-License-Identifier: Apache-2.0
"""The transcript on screen: scrolls any length, follows the end, never moves the text under a reader."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QEvent, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QHelpEvent,
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QMenu, QToolTip, QWidget

from app.figures import numeral
from app.scrollbar import QuietScrollBar
from app.text import utf16_index
from app.theme import theme
from app.transcript.block import link_of
from app.transcript.body import body_of
from app.transcript.finder import Finder
from app.transcript.keys import Asked, asked_by
from app.transcript.looks import full_time, head_name, spoken
from app.transcript.paint import Painter
from app.transcript.pill import FollowPill
from app.transcript.pointer import Pointer
from app.transcript.scroll import Place, Scroll, Shown
from app.transcript.search import Hit
from app.transcript.selection import COPIED_CHARS, Selection, Spot, copied_text
from app.transcript.source import ListSource, TranscriptSource
from app.transcript.viewer import PlainViewer
from app.translate import tr

FRAME_MS = 33
"""Changes are drawn at most once in so many milliseconds, however many there are."""

_LINE = 24
_GUESSES_A_SLICE = 1024
_Standard = QKeySequence.StandardKey


class TranscriptView(QAbstractScrollArea):
    """
    Shows a `TranscriptSource`. All text is plain text: no markup is interpreted, nothing is fetched.

    Its owner says what changed by `appended`, `changed`, `prepended` and `trimmed`, as often as it likes: each call
    costs next to nothing and drawing happens once a frame, not at all while hidden.

    Keys: arrows, page and space scroll; Home and End; J and K (or Alt with the arrows) step from entry to entry,
    Return, Left and Right fold; Ctrl+F finds, F3 finds on; Ctrl+C copies.

    Attributes:
        placeholder: what stands where there is no entry.
    """

    following_changed = Signal(bool)  # after the view began or ceased to stay at the end
    linked = Signal(int)  # the link below an entry was followed
    noticed = Signal(str)  # a sentence for the status bar: what was copied, what was not found

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("transcriptView")
        self.setAccessibleName(tr("Transcript"))
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # code, whatever the language of the screens
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBar(QuietScrollBar(Qt.Orientation.Vertical))
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.viewport().setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.placeholder = tr("Nothing yet")
        self._theme = theme()
        self._scroll = Scroll(self._theme)
        self._selection = Selection()
        self._current: int | None = None
        self._unseen = 0
        self._told_following = True
        self._syncing = False
        self._dirty: set[int] = set()
        self._stale = False
        self._frame = self._timer(FRAME_MS, self._on_frame, Qt.TimerType.PreciseTimer)
        self._guesser = self._timer(0, self._on_guess)
        self._pill = FollowPill(self)
        self._pill.clicked.connect(self.follow)
        self._finder = Finder(self._scroll, self)
        self._pointer = Pointer(self._scroll, self._selection, self.viewport())
        self._connect()
        self._tint()

    # For its owner.

    def set_source(self, source: TranscriptSource, place: Place | None = None) -> None:
        """Shows another transcript, at `place` (as the method `place` gave it) or following its end."""
        self._dirty.clear()
        self._selection.clear()
        self._pointer.reset()
        self._finder.reset()
        self._current = None
        self._unseen = 0
        self._scroll.set_source(source, place)
        self._resize_scroll()
        self._guesser.start()
        self._refresh()

    def clear(self) -> None:
        """Shows nothing, as if nobody had given a source."""
        self.set_source(ListSource())

    def appended(self, n: int = 1) -> None:
        """The source has `n` more entries at its end."""
        if n <= 0:
            return
        self._scroll.appended(n)
        if not self._scroll.following:
            self._unseen += n
        self._wake()

    def changed(self, i: int) -> None:
        """Entry `i` of the source is another now."""
        self._dirty.add(i)
        self._wake()

    def prepended(self, n: int) -> None:
        """The source has `n` more entries before its first."""
        if n > 0:
            self._scroll.prepended(n)
            self._shift(n)

    def trimmed(self, n: int) -> None:
        """The source has lost its first `n` entries."""
        if n > 0:
            self._scroll.trimmed(n)
            self._shift(-n)

    def key_help(self) -> Sequence[tuple[str, str]]:
        """Keys as people call them, and what each does."""
        return (
            ("J, K", tr("Next entry, entry before")),
            (tr("Enter"), tr("Unfold the entry, or follow its link")),
            ("→, ←", tr("Unfold, fold")),
            (tr("Home, End"), tr("First entry; the end, and follow it")),
            ("Ctrl+F, F3", tr("Find, find the next")),
            ("Ctrl+C", tr("Copy what is selected")),
        )

    def place(self) -> Place:
        """Where the reader is, to give to `set_source` when coming back."""
        return self._scroll.here()

    def is_following(self) -> bool:
        """Whether the view stays at the end."""
        return self._scroll.following

    def follow(self) -> None:
        """Goes to the end and stays there."""
        self._scroll.go_to_end()
        self._refresh()

    def reveal(self, i: int) -> None:
        """Brings entry `i` into view and makes it the current one."""
        if 0 <= i < self._scroll.count:
            self._flush()
            self._scroll.reveal(i)
            self._set_current(i)

    def source(self) -> TranscriptSource:
        """What is shown."""
        return self._scroll.source

    def current(self) -> int | None:
        """The entry that the keyboard or the mouse chose last, else the first one on screen."""
        if self._current is not None:
            return self._current
        return self._scroll.shown[0].index if self._scroll.shown else None

    def shown(self) -> list[Shown]:
        """What is on screen at this moment."""
        self._flush()
        return list(self._scroll.shown)

    def set_open(self, i: int, opened: bool) -> None:
        """Folds entry `i` or opens it, if it can be folded."""
        block = self._scroll.block(i)
        if block.folds and block.open != opened:
            self._toggle(i)

    def selected_text(self) -> str:
        """The selected text, as `copy` would put it on the clipboard."""
        return copied_text(self._scroll, self._selection)[0]

    def copy(self) -> None:
        """Puts the selected text on the clipboard."""
        text, cut = copied_text(self._scroll, self._selection)
        if not text:
            return
        QGuiApplication.clipboard().setText(text)
        self.noticed.emit(
            tr("Copied the first {n} characters of the selection").format(n=numeral(COPIED_CHARS))
            if cut
            else tr("Copied to the clipboard")
        )

    def select_all(self) -> None:
        """Selects every entry."""
        if self._scroll.count:
            last = self._scroll.count - 1
            self._selection.set(Spot(0, 0), Spot(last, self._scroll.block(last).length))
            self.viewport().update()

    def open_find(self) -> None:
        """Opens the bar in which one types what to find."""
        self._finder.bar.open_bar()
        self._place_overlays()

    def search_for(self, needle: str, *, forward: bool = True) -> None:
        """Starts a search from the last hit or the reader's place; it runs in slices and selects what it finds."""
        self._finder.find(needle, forward)

    # Drawing.

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        area = QRectF(event.rect())
        painter.fillRect(area, self._theme.colour("surface"))
        if not self._scroll.count:
            painter.setPen(self._theme.colour("muted"))
            painter.drawText(self.viewport().rect(), Qt.AlignmentFlag.AlignCenter, self.placeholder)
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        brush = Painter(painter, self._theme, area)
        for shown in self._scroll.shown:
            if shown.y < area.bottom() and shown.y + shown.block.height > area.top():
                part = self._selection.part(shown.index, shown.block.length)
                brush.paint(
                    shown.block,
                    shown.y,
                    marks=self._marks(shown, part),
                    whole=part is not None and shown.block.layout is None,
                    hot=shown.index == self._pointer.hot,
                    current=shown.index == self._current and self.hasFocus(),
                )

    def _marks(self, shown: Shown, part: tuple[int, int] | None) -> Iterator[tuple[int, int, str]]:
        yield from self._finder.marks(shown.block.body)
        if part is not None:
            yield *part, "selection"

    # Changes.

    def _wake(self) -> None:
        if self._frame.isActive():
            return
        if self.isVisible():
            self._frame.start()
        else:
            self._stale = True

    def _on_frame(self) -> None:
        self._refresh()
        if self._scroll.refine(0):
            self._guesser.start()

    def _flush(self) -> None:
        """Takes in now what waits for the next frame."""
        if self._frame.isActive() or self._stale or self._dirty:
            self._frame.stop()
            self._refresh()

    def _refresh(self) -> None:
        self._stale = False
        for i in self._dirty:
            self._scroll.changed(i)
        self._dirty.clear()
        self._scroll.place()
        self._after_move()

    def _after_move(self, before: list[Shown] | None = None) -> None:
        """Shows where things are now; `before` is what was on screen if nothing but the place has changed."""
        if self._scroll.following:
            self._unseen = 0
        self._sync_bar()
        self._show_pill()
        if self._scroll.following != self._told_following:
            self._told_following = self._scroll.following
            self.following_changed.emit(self._told_following)
        moved = None if before is None else _common_move(before, self._scroll.shown)
        if moved is None:
            self.viewport().update()
        elif moved:
            self.viewport().scroll(0, moved)  # only the strip that comes into view is painted

    def _shift(self, n: int) -> None:
        self._dirty = {i + n for i in self._dirty if i + n >= 0}
        self._selection.shift(n)
        self._pointer.shift(n)
        self._finder.shift(n)
        if self._current is not None:
            self._current = self._current + n if self._current + n >= 0 else None
        self._scroll.place()
        self._wake()

    def _on_guess(self) -> None:
        if self.isVisible() and self._scroll.refine(_GUESSES_A_SLICE):
            self._guesser.start()
        self._sync_bar()

    def _on_theme(self) -> None:
        self._scroll.restyle()
        self._tint()
        self._refresh()

    # Scrolling.

    def _sync_bar(self) -> None:
        bar = self.verticalScrollBar()
        if bar.isSliderDown():
            return
        value, most = self._scroll.bar()
        self._syncing = True
        bar.setRange(0, most)
        bar.setPageStep(max(1, self.viewport().height()))
        bar.setSingleStep(_LINE)
        bar.setValue(value)
        self._syncing = False

    def _on_bar(self, value: int) -> None:
        if self._syncing:
            return
        now, most = self._scroll.bar()
        before = self._scroll.shown
        near = abs(value - now) <= 2 * self.viewport().height() and not self.verticalScrollBar().isSliderDown()
        if value >= most:
            self._scroll.go_to_end()
        elif near and value > 0:
            self._scroll.scroll_by(value - now)
        else:
            self._scroll.scroll_to(value)
        self._after_move(before)

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Qt's own way of scrolling is not used: the bar's values are guesses."""

    def _scroll_by(self, pixels: int) -> None:
        self._flush()
        before = self._scroll.shown
        self._scroll.scroll_by(pixels)
        self._after_move(before)

    def wheelEvent(self, event: QWheelEvent) -> None:
        pixels = event.pixelDelta().y() or event.angleDelta().y() * 3 * _LINE // 120
        if pixels:
            self._scroll_by(-pixels)
        event.accept()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._resize_scroll()
        self._guesser.start()
        self._refresh()
        self._place_overlays()

    def _resize_scroll(self) -> None:
        self._scroll.set_size(max(120, self.viewport().width()), max(1, self.viewport().height()))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refresh()
        self._guesser.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self._frame.isActive():
            self._frame.stop()
            self._stale = True

    # The keyboard.

    def keyPressEvent(self, event: QKeyEvent) -> None:
        asked = asked_by(event)
        if isinstance(asked, tuple):
            lines, pages = asked
            self._scroll_by(lines * _LINE + pages * max(_LINE, self.viewport().height() - 2 * _LINE))
        elif asked is None or not self._do(asked):
            super().keyPressEvent(event)

    def _do(self, asked: Asked) -> bool:
        """Whether there was something to do."""
        current = self._current
        match asked:
            case "copy":
                self.copy()
            case "all":
                self.select_all()
            case "find":
                self.open_find()
            case "next" | "previous":
                self._finder.again(asked == "next")
            case "clear" if self._selection.span() is not None:
                self._selection.clear()
                self.viewport().update()
            case "start":
                self._scroll.scroll_to(0)
                self._after_move()
            case "end":
                self.follow()
            case "on" | "back":
                self._step_current(1 if asked == "on" else -1)
            case "activate" if current is not None:
                self._activate(current)
            case "open" | "fold" if current is not None:
                self.set_open(current, asked == "open")
            case _:
                return False
        return True

    def _step_current(self, step: int) -> None:
        if not self._scroll.count:
            return
        self._flush()
        seen = [shown.index for shown in self._scroll.shown]
        if self._current is None or not seen[0] - 1 <= self._current <= seen[-1] + 1:
            i = seen[-1] if self._scroll.following else seen[0]
        else:
            i = min(self._scroll.count - 1, max(0, self._current + step))
        self._scroll.reveal(i)
        self._set_current(i)

    def _set_current(self, i: int) -> None:
        """Makes entry `i` the current one, and lets screen readers say it."""
        self._current = i
        text = spoken(self._scroll.source.entry(i), i, self._scroll.count)
        self.setAccessibleDescription(text)
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))
        self._after_move()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    # The mouse.

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._flush()
        self._pointer.press(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._pointer.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._pointer.release(event)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._pointer.leave()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        copy = menu.addAction(tr("Copy"), QKeySequence(_Standard.Copy), self.copy)
        copy.setEnabled(self._selection.span() is not None)
        menu.addAction(tr("Select all"), QKeySequence(_Standard.SelectAll), self.select_all)
        menu.addSeparator()
        menu.addAction(tr("Find…"), QKeySequence(_Standard.Find), self.open_find)
        menu.addAction(tr("Go to the end and follow"), QKeySequence(Qt.Key.Key_End), self.follow)
        if (shown := self._pointer.shown_at(event.pos().y())) is not None:
            self._current = shown.index
        menu.addActions(self.actions())  # what its owner has to offer for an entry
        menu.popup(event.globalPos())

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            shown = self._pointer.shown_at(event.pos().y())
            in_gutter = shown is not None and event.pos().x() < shown.block.columns.text
            QToolTip.showText(event.globalPos(), full_time(shown.block.entry) if shown and in_gutter else "", self)
            return True
        return super().viewportEvent(event)

    def _on_dragged(self) -> None:
        self._scroll.following = False
        self._after_move()

    # Folding, and what was found.

    def _on_head_clicked(self, i: int) -> None:
        self._current = i
        self._toggle(i)

    def _toggle(self, i: int) -> None:
        was_at_end = self._scroll.following
        self._scroll.following = False
        self._scroll.toggle(i)
        self._scroll.place()
        self._scroll.following = was_at_end and self._scroll.at_end
        self._after_move()

    def _activate(self, i: int) -> None:
        block = self._scroll.block(i)
        if block.folds:
            self._toggle(i)
        elif not block.more.isEmpty():
            self._on_more(i)

    def _on_more(self, i: int) -> None:
        block = self._scroll.block(i)
        if block.left == link_of(block.entry):
            self._current = i
            self.linked.emit(i)
        elif block.open:
            self._open_viewer(i)
        else:
            self._toggle(i)

    def _open_viewer(self, i: int) -> None:
        entry = self._scroll.source.entry(i)
        PlainViewer(head_name(entry), entry.text, self.window()).open()

    def _on_found(self, hit: Hit) -> None:
        self._flush()
        if hit.where == "body":
            self.set_open(hit.entry, True)
            body = body_of(self._scroll.source.entry(hit.entry)).text
            start, end = utf16_index(body, hit.start), utf16_index(body, hit.end)
            self._selection.set(Spot(hit.entry, start), Spot(hit.entry, end))
            bar = self._finder.bar
            self._scroll.reveal(hit.entry, start, covered=0 if bar.isHidden() else bar.geometry().bottom())
        else:
            self._selection.clear()
            self._scroll.reveal(hit.entry)
        self._set_current(hit.entry)

    def _on_find_closed(self) -> None:
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    # Overlays.

    def _tint(self) -> None:
        self._pill.tint()

    def _show_pill(self) -> None:
        if self._scroll.following or self._scroll.at_end:
            self._pill.hide()
        else:
            self._pill.show_unseen(self._unseen, self.viewport().geometry())

    def _place_overlays(self) -> None:
        area = self.viewport().geometry()
        self._pill.place(area)
        size = self._finder.bar.sizeHint()
        width = min(size.width(), area.width() - 16)
        self._finder.bar.setGeometry(area.right() - width - 8, area.top() + 8, width, size.height())

    # Wiring.

    def _connect(self) -> None:
        self.verticalScrollBar().valueChanged.connect(self._on_bar)
        self.verticalScrollBar().sliderReleased.connect(self._sync_bar)
        self._theme.changed.connect(self._on_theme)
        self._pointer.moved.connect(self.viewport().update)
        self._pointer.toggled.connect(self._on_head_clicked)
        self._pointer.asked_for_all.connect(self._on_more)
        self._pointer.dragged.connect(self._on_dragged)
        self._pointer.scrolled.connect(self._scroll_by)
        self._finder.found.connect(self._on_found)
        self._finder.failed.connect(self.noticed)
        self._finder.marks_changed.connect(self.viewport().update)
        self._finder.bar.closed.connect(self._on_find_closed)

    def _timer(
        self, interval_ms: int, slot: Callable[[], None], kind: Qt.TimerType = Qt.TimerType.CoarseTimer
    ) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setTimerType(kind)
        timer.setInterval(interval_ms)
        timer.timeout.connect(slot)
        return timer


def _common_move(before: list[Shown], after: list[Shown]) -> int | None:
    """By how much all that was on screen and still is has moved; None if it did not move as one."""
    places = {shown.index: shown for shown in before}
    moves = set()
    for shown in after:
        old = places.get(shown.index)
        if old is not None:
            moves.add(shown.y - old.y if old.block is shown.block else None)
    return moves.pop() if len(moves) == 1 else None
