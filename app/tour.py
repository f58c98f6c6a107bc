# SPDX-License-Identifier: Apache-2.0
"""A short tour that points at the real widgets, once, on the demo. It covers nothing it points at, and may be left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QPen, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.labels import let_go_of_focus, plain_label
from app.theme import theme
from app.tokens import RADIUS_M, SPACE_L, SPACE_M, SPACE_S
from app.translate import tr

_WIDTH, _GAP = 340, 14


@dataclass(frozen=True, slots=True)
class Stop:
    """One step of the tour: the widget by its name, and what is said of it."""

    name: str
    title: str
    text: str


def demo_stops() -> list[Stop]:
    """What somebody must know who sees the window for the first time."""
    return [
        Stop(
            "runsTree",
            tr("Every run"),
            tr(
                "A run takes a workflow and drives agents through it on one branch of git. This one is real but for "
                "its agent, which follows a script: its edits, commands, commits and gates all happen."
            ),
        ),
        Stop(
            "blockTree",
            tr("What the run consists of"),
            tr(
                "A workflow is a tree of blocks. A step is done only when its gates clear: things the engine measured "
                "itself, never what a model says of its own work."
            ),
        ),
        Stop(
            "transcriptView",
            tr("What the agent really did"),
            tr("Every message and every tool call of every attempt, kept for good. Diff and gates stand beside."),
        ),
        Stop(
            "budgetMeters",
            tr("What it costs"),
            tr("No limit ends a run: at a cap it pauses, and you may raise the cap and let it go on where it was."),
        ),
        Stop(
            "needsYouList",
            tr("What needs you"),
            tr(
                "Whatever needs a person comes here, from every run: with a sentence, the evidence, and the answers as "
                "buttons. Soon the demo asks for your approval. Enter never answers."
            ),
        ),
        Stop(
            "paletteButton",
            tr("Everything else"),
            tr("This finds every run and every command. F1 opens the help, at the page of what you look at."),
        ),
    ]


class _Ring(QWidget):
    """A line around what is spoken of; clicks go through it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme().colour("accent"), 2.5))
        painter.drawRoundedRect(self.rect().adjusted(2, 2, -2, -2), RADIUS_M, RADIUS_M)
        painter.end()


class Tour(QFrame):
    """A card beside one widget after another. It takes no focus; Escape leaves it once it has been given some."""

    ended = Signal()  # after the last step, or when it was left

    def __init__(self, stops: Sequence[Stop], window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("tour")
        self.setAccessibleName(tr("Tour"))
        self.setProperty("role", "card")
        self._window = window
        self._stops = [stop for stop in stops if self._target(stop) is not None]
        self._at = 0
        self._ring = _Ring(window)
        self._title = plain_label("", "title", wrap=True)
        self._text = plain_label("", wrap=True)
        self._count = plain_label("", "small")
        self.skip = self._button("tour:skip", tr("Leave the tour"), self.leave)
        self.back = self._button("tour:back", tr("Back"), self._go_back)
        self.next = self._button("tour:next", tr("Next"), self._go_on)
        self.next.setProperty("kind", "primary")
        foot = QHBoxLayout()
        foot.setSpacing(SPACE_S)
        foot.addWidget(self.skip)
        foot.addWidget(self._count)
        foot.addStretch(1)
        foot.addWidget(self.back)
        foot.addWidget(self.next)
        layout = self._column = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
        layout.setSpacing(SPACE_S)
        layout.addWidget(self._title)
        layout.addWidget(self._text)
        layout.addLayout(foot)
        escape = QShortcut(QKeySequence("Esc"), self, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self.leave)
        window.installEventFilter(self)

    def start(self) -> None:
        """Shows the first step; nothing where there is none to show."""
        if self._stops:
            self._show()
        else:
            self.leave()

    def leave(self) -> None:
        """Ends it."""
        self._window.removeEventFilter(self)
        let_go_of_focus(self)
        self._ring.deleteLater()
        self.close()
        self.ended.emit()

    def stop(self) -> Stop:
        """The step that is shown."""
        return self._stops[self._at]

    def _button(self, name: str, text: str, act: object) -> QPushButton:
        button = QPushButton(text, self)
        button.setObjectName(name)
        button.setAccessibleName(text)
        button.setAutoDefault(False)
        button.clicked.connect(act)
        return button

    def _target(self, stop: Stop) -> QWidget | None:
        found: QWidget | None = self._window.findChild(QWidget, stop.name)
        return found if found is not None and found.isVisible() else None

    def _go_back(self) -> None:
        self._at = max(0, self._at - 1)
        self._show()

    def _go_on(self) -> None:
        self._at += 1
        if self._at >= len(self._stops):
            self.leave()
        else:
            self._show()

    def _show(self) -> None:
        stop = self.stop()
        self._title.setText(stop.title)
        self._text.setText(stop.text)
        self._count.setText(tr("{at} of {all}").format(at=self._at + 1, all=len(self._stops)))
        self.setAccessibleDescription(f"{stop.title}. {stop.text}")
        self.back.setEnabled(self._at > 0)
        self.next.setText(tr("Done") if self._at == len(self._stops) - 1 else tr("Next"))
        self._place()
        for widget in (self._ring, self):
            widget.show()
            widget.raise_()

    def _place(self) -> None:
        target = self._target(self.stop())
        room = self._window.rect()
        wanted = max(round(_WIDTH * theme().text_scale), self._column.minimumSize().width())
        width = min(wanted, room.width() - 2 * _GAP)
        size = QSize(width, self._column.totalHeightForWidth(width))
        around = room.center()
        if target is not None:
            spot = QRect(target.mapTo(self._window, QPoint(0, 0)), target.size()) & room
            self._ring.setGeometry(spot.adjusted(-4, -4, 4, 4) & room)
            around = place_beside(spot, size, room)
        self._ring.setVisible(target is not None)
        self.setGeometry(QRect(around, size) if target is not None else QRect(room.center(), size))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest) and self.isVisible():
            self._place()
        return False


def place_beside(spot: QRect, size: QSize, room: QRect) -> QPoint:
    """Where a card of this size stands beside a spot: right, left, below, above, or else inside, always in the room."""
    places = (
        QPoint(spot.right() + _GAP, spot.top()),
        QPoint(spot.left() - _GAP - size.width(), spot.top()),
        QPoint(spot.left(), spot.bottom() + _GAP),
        QPoint(spot.left(), spot.top() - _GAP - size.height()),
        QPoint(spot.right() - _GAP - size.width(), spot.bottom() - _GAP - size.height()),
    )
    inside = [_kept_in(place, size, room) for place in places]
    return next((place for place in inside if not QRect(place, size).intersects(spot)), inside[-1])


def _kept_in(place: QPoint, size: QSize, room: QRect) -> QPoint:
    most = QPoint(room.right() - size.width() - _GAP, room.bottom() - size.height() - _GAP)
    return QPoint(max(room.left() + _GAP, min(place.x(), most.x())), max(room.top() + _GAP, min(place.y(), most.y())))
