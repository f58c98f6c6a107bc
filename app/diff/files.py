# SPDX-License-Identifier: Apache-2.0
"""The list of the files of a diff, each with what was added and removed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.diff.pane import FILE_ICONS
from app.diff.parse import FileDiff, FileStatus
from app.diff.rows import name_line, shown_name
from app.figures import numeral
from app.labels import tip
from app.theme import theme
from app.translate import QT_TR_NOOP, tr

_ICON = 16
_PAD = 10.0
_LEFT = Qt.AlignmentFlag.AlignVCenter.value | Qt.AlignmentFlag.AlignLeft.value | Qt.TextFlag.TextSingleLine.value
_RIGHT = Qt.AlignmentFlag.AlignVCenter.value | Qt.AlignmentFlag.AlignRight.value | Qt.TextFlag.TextSingleLine.value
FileRole = Qt.ItemDataRole.UserRole
Index = QModelIndex | QPersistentModelIndex


class FileModel(QAbstractListModel):
    """The files, as Qt wants them."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._files: Sequence[FileDiff] = ()
        self._viewed: frozenset[str] = frozenset()

    def set_viewed(self, names: frozenset[str]) -> None:
        """Which files, by name, the person has seen."""
        self._viewed = names
        self.dataChanged.emit(self.index(0), self.index(max(0, len(self._files) - 1)))

    def is_viewed(self, row: int) -> bool:
        """Whether the person has seen a file."""
        return row < len(self._files) and self._files[row].name in self._viewed

    def set_files(self, files: Sequence[FileDiff]) -> None:
        """Shows other files."""
        self.beginResetModel()
        self._files = files
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._files)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._files):
            return None
        file = self._files[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return name_line(file)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(tr("{name}\n{status}; lines added: {added}, removed: {removed}").format(**_words(file)))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            if self.is_viewed(index.row()):
                return tr("{name}, {status}, {added} added, {removed} removed, viewed").format(**_words(file))
            return tr("{name}, {status}, {added} added, {removed} removed").format(**_words(file))
        return file if role == FileRole else None


STATUSES: dict[FileStatus, str] = {
    "added": QT_TR_NOOP("added"),
    "deleted": QT_TR_NOOP("deleted"),
    "renamed": QT_TR_NOOP("renamed"),
    "copied": QT_TR_NOOP("copied"),
    "modified": QT_TR_NOOP("modified"),
    "binary": QT_TR_NOOP("binary"),
}
"""What became of a file."""


def _words(file: FileDiff) -> dict[str, str]:
    status = tr(STATUSES[file.status])
    return {
        "name": name_line(file),
        "status": status,
        "added": numeral(file.added),
        "removed": numeral(file.removed),
    }


class FileDelegate(QStyledItemDelegate):
    """Paints a file: icon, name, its folder in grey, and the counts."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        lines = theme().metrics("body").height() + theme().metrics("small").height()
        return QSize(180, round(lines + 12))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        file = index.data(FileRole)
        if not isinstance(file, FileDiff):
            return
        dress = theme()
        area = QRectF(option.rect)
        state: QStyle.StateFlag = option.state
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, dress.colour("accent_soft"))
            painter.fillRect(QRectF(area.left(), area.top(), 3, area.height()), dress.colour("accent"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(area, dress.colour("sunken"))
        model = index.model()
        viewed = isinstance(model, FileModel) and model.is_viewed(index.row())
        icon, token = ("check", "green") if viewed else FILE_ICONS[file.status]
        painter.drawPixmap(QPointF(area.left() + _PAD, area.top() + 7), dress.pixmap(icon, token, _ICON))
        left = area.left() + _PAD + _ICON + 8
        self._paint_words(
            painter, file, QRectF(left, area.top() + 5, area.right() - left - _PAD, area.height() - 10), viewed
        )
        painter.restore()

    def _paint_words(self, painter: QPainter, file: FileDiff, area: QRectF, viewed: bool) -> None:
        dress = theme()
        folder, _, base = shown_name(file.name).rpartition("/")
        if file.status in {"renamed", "copied"} and file.old != file.new:
            folder = tr("from {old}").format(old=shown_name(file.old))
        body, small = dress.metrics("body"), dress.metrics("small")
        upper = QRectF(area.left(), area.top(), area.width(), body.height())
        lower = QRectF(area.left(), area.bottom() - small.height(), area.width(), small.height())
        counts = (f"+{numeral(file.added)}", "green"), (f"−{numeral(file.removed)}", "red")
        right = upper.right()
        painter.setFont(dress.font("mono-small"))
        for text, token in reversed(counts):
            width = dress.metrics("mono-small").horizontalAdvance(text)
            painter.setPen(dress.colour(token))
            painter.drawText(QRectF(right - width, upper.top(), width, upper.height()), _RIGHT, text)
            right -= width + 6
        painter.setFont(dress.font("body"))
        painter.setPen(dress.colour("muted" if viewed else "text"))
        room = max(0.0, right - upper.left() - 4)
        painter.drawText(upper, _LEFT, body.elidedText(base or folder, Qt.TextElideMode.ElideMiddle, room))
        painter.setFont(dress.font("small"))
        painter.setPen(dress.colour("muted"))
        painter.drawText(lower, _LEFT, small.elidedText(folder, Qt.TextElideMode.ElideLeft, lower.width()))
