# SPDX-License-Identifier: Apache-2.0
"""What was found, a row a message: the place with its words, and below it where that is."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from PySide6.QtCore import QAbstractListModel, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from app.figures import day, time_of_day
from app.labels import tip
from app.lines import draw_text
from app.models.sync import TOP, Index
from app.paint import draw_ground
from app.text import clean
from app.theme import theme
from app.transcript.looks import LOOKS
from app.translate import tr
from engine.projections.search import Hit

_PAD, _ICON, _GAP = 14, 16, 10
_SPACES = re.compile(r"\s+")


class HitsModel(QAbstractListModel):
    """
    Hits in the order in which they were found.

    Attributes:
        titles: what runs are called, by their ids.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.hits: list[Hit] = []
        self.titles: Mapping[str, str] = {}

    def begin(self) -> None:
        """Forget what was found."""
        self.beginResetModel()
        self.hits = []
        self.endResetModel()

    def append(self, hits: Sequence[Hit]) -> None:
        """Add what was found."""
        if hits:
            first = len(self.hits)
            self.beginInsertRows(TOP, first, first + len(hits) - 1)
            self.hits.extend(hits)
            self.endInsertRows()

    def hit(self, index: Index) -> Hit | None:
        """The hit at an index."""
        return self.hits[index.row()] if index.isValid() and index.row() < len(self.hits) else None

    def rowCount(self, parent: Index = TOP) -> int:
        return 0 if parent.isValid() else len(self.hits)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        hit = self.hit(index)
        if hit is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return clean(hit.excerpt)
            case Qt.ItemDataRole.UserRole:
                return hit
            case Qt.ItemDataRole.ToolTipRole:
                return tip(
                    tr("{excerpt}\n\n{where}\nrun {run}").format(
                        excerpt=hit.excerpt, where=self.where(hit), run=hit.run
                    )
                )
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{clean(hit.excerpt)}, {self.where(hit)}"
        return None

    def where(self, hit: Hit) -> str:
        """Where that is, in words."""
        parts = [LOOKS[hit.kind].word if hit.kind in LOOKS else hit.kind, self.titles.get(hit.run, hit.run)]
        parts += [hit.node, tr("attempt {attempt}").format(attempt=hit.attempt)] + (
            [tr("turn {turn}").format(turn=hit.turn)] if hit.turn else []
        )
        return " · ".join(clean(part).replace("\n", " ") for part in parts)


class HitDelegate(QStyledItemDelegate):
    """The words around the place, which is marked; where it is; and when it was said."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, round(theme().metrics("body").height() + theme().metrics("small").height()) + 17)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model, hit = index.model(), index.data(Qt.ItemDataRole.UserRole)
        if not isinstance(hit, Hit) or not isinstance(model, HitsModel):
            return
        look = theme()
        painter.save()
        draw_ground(painter, option)
        area = QRectF(option.rect).adjusted(_PAD, 8, -_PAD, -8)
        kind = LOOKS.get(hit.kind)  # type: ignore[call-overload]
        icon, token = (kind.icon, kind.token) if kind is not None else ("notice", "muted")
        painter.drawPixmap(int(area.left()), int(area.top()) + 1, look.pixmap(icon, token, _ICON))
        left = area.left() + _ICON + _GAP
        first = QRectF(left, area.top(), area.right() - left, look.metrics("body").height())
        second = QRectF(left, first.bottom() + 2, first.width(), look.metrics("small").height())
        self._paint_excerpt(painter, first, hit)
        when = draw_text(painter, second, _when(hit.at_ms), "small", "muted", end=True)
        draw_text(painter, second.adjusted(0, 0, -when - _GAP, 0), model.where(hit), "small", "muted")
        painter.restore()

    def _paint_excerpt(self, painter: QPainter, area: QRectF, hit: Hit) -> None:
        """What comes before the place is cut at its start where there is no room: the place itself stays in sight."""
        metrics = theme().metrics("body")
        before, place, after = (
            _SPACES.sub(" ", clean(hit.excerpt[a:b]))
            for a, b in ((0, hit.begin), (hit.begin, hit.end), (hit.end, None))
        )
        shown = metrics.elidedText(before, Qt.TextElideMode.ElideLeft, area.width() * 0.4)
        left = area.left() + metrics.horizontalAdvance(shown)
        width = min(metrics.horizontalAdvance(place), area.right() - left)
        painter.fillRect(QRectF(left, area.top() - 1, width, area.height() + 2), theme().colour("match"))
        draw_text(
            painter, QRectF(area.left(), area.top(), left - area.left() + 2, area.height()), shown, "body", "text"
        )
        draw_text(painter, QRectF(left, area.top(), width + 2, area.height()), place, "body", "text")
        left += width + (metrics.horizontalAdvance(" ") if after.startswith(" ") else 0)  # a line begins with no space
        rest = QRectF(left, area.top(), max(0.0, area.right() - left), area.height())
        draw_text(painter, rest, after, "body", "text")


def _when(at_ms: int | None) -> str:
    if at_ms is None:
        return ""
    try:
        moment = datetime.fromtimestamp(at_ms / 1000, UTC)
        return f"{day(moment, year=True)} {time_of_day(moment, seconds=False)}"
    except (OverflowError, ValueError, OSError):
        return ""
