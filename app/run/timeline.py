# SPDX-License-Identifier: Apache-2.0
"""The live timeline: a row a block, nested as they are; a bar an attempt, its turns solid; idle gaps folded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QToolTip, QWidget

from app.announce import describe
from app.clock import Beat, now
from app.figures import duration
from app.labels import tip
from app.lines import draw_text
from app.run.axis import Axis
from app.selection import Selection
from app.theme import theme
from app.tokens import status_look
from app.translate import tr
from engine.projections import AttemptView, NodeView
from engine.projections.words import parse_at

_ROW, _BAR, _HEAD, _PAD = 30, 14, 28, 12
_GUTTER_SHARE, _GUTTER_MOST = 0.32, 240
_LEAST_BAR = 3.0
_INDENT, _MOST_INDENTS = 12, 6


@dataclass(frozen=True, slots=True)
class Bar:
    """One attempt: its span and its turns, in ms."""

    node: NodeView
    attempt: AttemptView
    start: float
    end: float
    turns: tuple[tuple[float, float], ...]


class TimelineView(QAbstractScrollArea):
    """Shows when each attempt ran. Choosing a bar selects its attempt; the arrow keys go from bar to bar."""

    def __init__(self, selection: Selection, beat: Beat, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("timelineView")
        self.setAccessibleName(tr("Timeline of this run"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._selection = selection
        self._nodes: Sequence[NodeView] = ()
        self._rows: list[NodeView] = []
        self._bars: list[Bar] = []
        self._place: dict[str, int] = {}
        self._spans: dict[str, tuple[float, float]] = {}
        self._last_at = ""
        self._live = False
        self._whole: Sequence[NodeView] | None = None
        self._axis = Axis((), 1)
        selection.node_changed.connect(self._on_chosen)
        beat.struck.connect(self._on_beat)
        theme().changed.connect(self.viewport().update)

    def show_nodes(
        self, nodes: Sequence[NodeView], last_at: str, *, live: bool, whole: Sequence[NodeView] | None = None
    ) -> None:
        """Show these blocks. `live`: a process drives the run, so what runs goes on until now.

        `whole`: the blocks as they are now, where `nodes` are those of the past; rows and times then keep their places.
        """
        self._nodes, self._last_at, self._live, self._whole = nodes, last_at, live, whole
        self._measure()

    # --------------------------------------------------------------------------------------------------------- measure

    def _on_chosen(self) -> None:
        bar = self._chosen()
        if self.isVisible():
            describe(self, _told(bar).replace("\n", ", ") if bar is not None else "")
        self.viewport().update()

    def _chosen(self) -> Bar | None:
        """The bar of the selected attempt; of the last one where none is selected by number."""
        bars = [bar for bar in self._bars if bar.node.id == self._selection.node]
        return next((bar for bar in bars if bar.attempt.n == self._selection.attempt), bars[-1] if bars else None)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._on_chosen()
        super().focusInEvent(event)

    def _on_beat(self) -> None:
        if (
            self.isVisible()
            and self._whole is None
            and (self._live or any(bar.attempt.state == "waiting" for bar in self._bars))
        ):
            self._measure()

    def _measure(self) -> None:
        last = _ms(self._last_at)
        present = last if self._whole is not None else now().timestamp() * 1000
        end = present if self._live else last
        self._rows = _rows(self._nodes)
        self._place = {node.id: row for row, node in enumerate(self._rows)}
        self._bars = [bar for node in self._rows for bar in _bars(node, end, present)]
        self._spans = _spans(self._rows, self._bars)
        all_bars = self._bars
        if self._whole is not None:
            all_bars = [*all_bars, *(bar for node in _rows(self._whole) for bar in _bars(node, end, present))]
        spans = [span for bar in all_bars for span in ((bar.start, bar.start), (bar.end, bar.end), *bar.turns)]
        self._axis = Axis(spans, self._right - self._left)
        height = _HEAD + len(self._rows) * _ROW + _PAD
        self.verticalScrollBar().setRange(0, max(0, height - self.viewport().height()))
        self.verticalScrollBar().setPageStep(self.viewport().height())
        self.viewport().update()

    @property
    def _left(self) -> float:
        return _PAD + min(_GUTTER_MOST, self.viewport().width() * _GUTTER_SHARE)

    @property
    def _right(self) -> float:
        return max(self._left + 40.0, self.viewport().width() - float(_PAD))

    def _area(self, bar: Bar) -> QRectF:
        top = _HEAD + self._place[bar.node.id] * _ROW - self.verticalScrollBar().value() + (_ROW - _BAR) / 2
        left = self._left + self._axis.x(bar.start)
        right = self._left + self._axis.x(bar.end)
        return QRectF(left, top, max(_LEAST_BAR, right - left), _BAR)

    # ----------------------------------------------------------------------------------------------------------- paint

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not self._bars:
            whole = QRectF(self.viewport().rect())
            draw_text(painter, whole, tr("Bars appear as attempts begin"), "body", "muted", middle=True)
            painter.end()
            return
        self._paint_rows(painter)
        for bar in self._bars:
            self._paint_bar(painter, bar)
        self._paint_axis(painter)
        if self._whole is not None:
            x = self._left + self._axis.x(_ms(self._last_at))
            painter.setPen(QPen(theme().colour("violet"), 1.5))
            painter.drawLine(QPointF(x, _HEAD - 6), QPointF(x, self.viewport().height()))
        painter.end()

    def _paint_rows(self, painter: QPainter) -> None:
        look, offset = theme(), self.verticalScrollBar().value()
        for row, node in enumerate(self._rows):
            top = _HEAD + row * _ROW - offset
            if node.id == self._selection.node:
                painter.fillRect(QRectF(0, top, self.viewport().width(), _ROW), look.colour("accent_soft"))
            status = status_look(node.state)
            indent = _PAD + min(node.depth, _MOST_INDENTS) * _INDENT
            painter.drawPixmap(indent, int(top + (_ROW - 14) / 2), look.pixmap(status.icon, status.tone, 14))
            name = QRectF(indent + 20, top, self._left - indent - 28, _ROW)
            draw_text(painter, name, node.name, "small", "text" if node.attempts else "muted")
            if not node.attempts:
                self._paint_span(painter, node, top + _ROW / 2)
        bottom = _HEAD + len(self._rows) * _ROW - offset
        for stretch in self._axis.stretches:
            if stretch.folded:
                area = QRectF(self._left + stretch.left, _HEAD, stretch.right - stretch.left, bottom - _HEAD)
                painter.fillRect(area, QBrush(look.colour("border"), Qt.BrushStyle.BDiagPattern))

    def _paint_span(self, painter: QPainter, node: NodeView, middle: float) -> None:
        """A container: a bracket over what is in it."""
        start, end = self._spans[node.id]
        left, right = self._left + self._axis.x(start), self._left + self._axis.x(end)
        painter.setPen(QPen(theme().colour("strong_border"), 1.5))
        painter.drawLine(QPointF(left, middle), QPointF(max(left + _LEAST_BAR, right), middle))
        for x in (left, max(left + _LEAST_BAR, right)):
            painter.drawLine(QPointF(x, middle - 3), QPointF(x, middle + 3))

    def _paint_bar(self, painter: QPainter, bar: Bar) -> None:
        look = theme()
        status = status_look(bar.attempt.state)
        area = self._area(bar)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour(f"{status.tone}_soft"))
        painter.drawRoundedRect(area, 3, 3)
        if bar.attempt.state == "waiting":
            painter.setBrush(QBrush(look.colour(status.tone), Qt.BrushStyle.BDiagPattern))
            painter.drawRoundedRect(area, 3, 3)
        painter.setBrush(look.colour(status.tone))
        for start, end in bar.turns:
            left, right = self._left + self._axis.x(start), self._left + self._axis.x(end)
            painter.drawRoundedRect(QRectF(left, area.top(), max(_LEAST_BAR, right - left), _BAR), 3, 3)
        chosen = self._selection.attempt or len(bar.node.attempts)
        if bar.node.id == self._selection.node and bar.attempt.n == chosen:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(look.colour("text"), 1.5))
            painter.drawRoundedRect(area.adjusted(-2, -2, 2, 2), 4, 4)

    def _paint_axis(self, painter: QPainter) -> None:
        look = theme()
        painter.fillRect(QRectF(0, 0, self.viewport().width(), _HEAD), look.colour("surface"))
        painter.setPen(look.colour("border"))
        painter.drawLine(QPointF(0, _HEAD - 0.5), QPointF(self.viewport().width(), _HEAD - 0.5))
        folded = [stretch for stretch in self._axis.stretches if stretch.folded]
        taken = []
        for stretch in folded:
            middle = self._left + (stretch.left + stretch.right) / 2
            words = duration(stretch.end - stretch.start)
            left = min(middle - 40, self.viewport().width() - 84.0)
            taken.append(QRectF(left, 0, 80, _HEAD - 4))
            draw_text(painter, taken[-1], words, "small", "muted", middle=True)
        for ms, x in self._axis.ticks():
            area = QRectF(self._left + x, 0, 70, _HEAD - 4)
            if area.left() + 40 < self._right and not any(area.intersects(other) for other in taken):
                draw_text(painter, area, "start" if ms == 0 else f"+{duration(ms)}", "small", "muted")

    # ----------------------------------------------------------------------------------------------------------- input

    def bar_at(self, point: QPointF) -> Bar | None:
        """The bar under a point."""
        return next((bar for bar in self._bars if self._area(bar).adjusted(-2, -6, 2, 6).contains(point)), None)

    def bars(self) -> list[Bar]:
        """All bars, row by row."""
        return self._bars

    def mousePressEvent(self, event: QMouseEvent) -> None:
        bar = self.bar_at(event.position())
        if bar is not None:
            self._selection.choose_node(bar.node.id, bar.attempt.n)
            return
        row = int((event.position().y() - _HEAD + self.verticalScrollBar().value()) // _ROW)
        if event.position().y() > _HEAD and 0 <= row < len(self._rows):
            self._selection.choose_node(self._rows[row].id)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def key_help(self) -> Sequence[tuple[str, str]]:
        """Keys as people call them, and what each does."""
        return (("→, ←", tr("Next attempt, attempt before")),)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}
        step = steps.get(Qt.Key(event.key()))
        if step is None or not self._bars:
            super().keyPressEvent(event)
            return
        chosen = (self._selection.node, self._selection.attempt)
        at = next((i for i, bar in enumerate(self._bars) if chosen in (_key(bar), (bar.node.id, None))), 0 - step)
        bar = self._bars[max(0, min(len(self._bars) - 1, at + step))]
        self._selection.choose_node(*_key(bar))

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            bar = self.bar_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), tip(_told(bar)) if bar is not None else "", self)
            return True
        return super().viewportEvent(event)

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._measure()


def _rows(nodes: Sequence[NodeView]) -> list[NodeView]:
    """Blocks with attempts, and what they are in; a run without containers has none of those."""
    shown: set[str] = set()
    for node in reversed(nodes):
        if (node.attempts or node.id in shown) and node.parent is not None:
            shown.add(node.parent)
    return [node for node in nodes if node.attempts or node.id in shown]


def _spans(rows: Sequence[NodeView], bars: Sequence[Bar]) -> dict[str, tuple[float, float]]:
    """From when to when something was done in each block, in ms."""
    spans: dict[str, tuple[float, float]] = {}
    for bar in bars:
        _widen(spans, bar.node.id, bar.start, bar.end)
    for node in reversed(rows):
        if node.parent is not None and node.id in spans:
            _widen(spans, node.parent, *spans[node.id])
    return spans


def _widen(spans: dict[str, tuple[float, float]], id_: str, start: float, end: float) -> None:
    known = spans.get(id_, (start, end))
    spans[id_] = (min(known[0], start), max(known[1], end))


def _key(bar: Bar) -> tuple[str, int]:
    return bar.node.id, bar.attempt.n


def _ms(at: str) -> float:
    moment = parse_at(at)
    return moment.timestamp() * 1000 if moment is not None else 0.0


def _bars(node: NodeView, end: float, present: float) -> Iterator[Bar]:
    """`end`: up to when something is known to have run; what waits for a person waits until the `present`."""
    for attempt in node.attempts:
        start = _ms(attempt.opened_at)
        so_far = present if attempt.state == "waiting" else end
        last = _ms(attempt.ended_at) if attempt.ended_at else max(start, so_far)
        turns = tuple((_ms(turn.started_at), _ms(turn.ended_at) if turn.ended_at else last) for turn in attempt.turns)
        yield Bar(node, attempt, start, last, turns)


def _told(bar: Bar) -> str:
    lines = [
        tr("{name}, attempt {n}: {word}").format(
            name=bar.node.name, n=bar.attempt.n, word=status_look(bar.attempt.state).word
        )
    ]
    lines.append(
        tr("{time} in all, {turns} in turns").format(
            time=duration(bar.end - bar.start), turns=duration(sum((b - a for a, b in bar.turns)))
        )
    )
    return "\n".join(lines)
