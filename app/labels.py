# SPDX-License-Identifier: Apache-2.0
"""Labels and tool tips for text that may come from anywhere: always shown as the characters it is made of."""

from __future__ import annotations

import html
from functools import partial

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QPainter, QPaintEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QLabel, QMenu, QSizePolicy, QWidget

from app.figures import numeral
from app.text import clean
from app.theme import theme
from app.tokens import FontRole
from app.translate import tr

TIP_CHARS = 2_000
"""How much of a text a tool tip shows."""

LABEL_CHARS = 4_000
"""How much of a text a label shows: laying out a megabyte takes seconds."""


def tip(text: str) -> str:
    """A tool tip that Qt cannot take for markup: escaped, wrapped, cut."""
    shown = clean(text[:TIP_CHARS]) + ("…" if len(text) > TIP_CHARS else "")
    return f'<div style="white-space: pre-wrap">{html.escape(shown)}</div>' if shown.strip() else ""


def set_tip(widget: QWidget, text: str) -> None:
    """Gives a widget a tool tip of any text, and the same without its markup to screen readers."""
    widget.setToolTip(tip(text))
    widget.setAccessibleDescription(clean(text[:TIP_CHARS]))


def offer_copy(label: QWidget, text: str, event: QContextMenuEvent) -> None:
    """The menu of the right button, which copies what a label says, the part that is cut with it."""
    menu = QMenu(label)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.addAction(tr("Copy")).triggered.connect(partial(QGuiApplication.clipboard().setText, text))
    menu.popup(event.globalPos())
    event.accept()


def cut(text: str) -> str:
    """What a label shows of a text: clean, and cut where laying it out would be felt."""
    more = len(text) - LABEL_CHARS
    return (
        tr("{text} … {n} more characters").format(text=clean(text[:LABEL_CHARS]), n=numeral(more))
        if more > 0
        else clean(text)
    )


def plain_label(text: str = "", role: str = "", *, wrap: bool = False, parent: QWidget | None = None) -> QLabel:
    """A label that shows plain text; `role` as in the style sheet."""
    label = QLabel(parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setText(cut(text))
    label.setWordWrap(wrap)
    if role:
        label.setProperty("role", role)
    return label


def let_go_of_focus(widget: QWidget) -> None:
    """Call it before `widget` is hidden or emptied: the keyboard must not slide on to whatever comes next."""
    if has_focus_within(widget):
        widget.window().setFocus(Qt.FocusReason.OtherFocusReason)


def has_focus_within(widget: QWidget) -> bool:
    """Whether the keyboard's focus is on `widget` or on something in it."""
    focused: QWidget | None = widget.window().focusWidget()
    return focused is not None and (focused is widget or widget.isAncestorOf(focused))


class WrapLabel(QLabel):
    """Plain text on as many lines as it takes; a word without end is broken, so that it never widens what holds it.

    A `QLabel` for screen readers, which pass over what they know no kind of; it draws by itself.
    """

    def __init__(
        self, text: str = "", font: FontRole = "body", token: str = "text", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._text = ""
        self._font: FontRole = font
        self._token = token
        self._laid_out: tuple[int, QTextLayout, int] | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme().changed.connect(self._on_theme)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.set_text(text)

    def text(self) -> str:
        """What is shown."""
        return self._text

    def set_text(self, text: str) -> None:
        """Shows another text; beyond `LABEL_CHARS` it is cut, and its end says so."""
        cleaned = cut(text)
        if cleaned == self._text:
            return
        self._text = cleaned
        self.setAccessibleName(cleaned)
        self._on_theme()

    def set_token(self, token: str) -> None:
        """Draws the text in another colour."""
        if token != self._token:
            self._token = token
            self.update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        offer_copy(self, self._text, event)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._lay_out(width)[1]

    def sizeHint(self) -> QSize:
        metrics = theme().metrics(self._font)
        widest = max((metrics.horizontalAdvance(line) for line in self._text.split("\n")), default=0.0)
        return QSize(int(widest) + 2, self._lay_out(self.width() or int(widest) + 2)[1])

    def minimumSizeHint(self) -> QSize:
        return QSize(24, int(theme().metrics(self._font).height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(theme().colour(self._token))
        self._lay_out(self.width())[0].draw(painter, QPointF(0, 0))
        painter.end()

    def _lay_out(self, width: int) -> tuple[QTextLayout, int]:
        if self._laid_out is None or self._laid_out[0] != width:
            layout, height = _broken(self._text, self._font, max(24, width))
            self._laid_out = (width, layout, height)
        return self._laid_out[1], self._laid_out[2]

    def _on_theme(self) -> None:
        self._laid_out = None
        self.updateGeometry()
        self.update()


class ElidedLabel(QLabel):
    """One line of plain text that ends in an ellipsis where there is no room; the whole text is its tool tip.

    A `QLabel` as `WrapLabel` is one.
    """

    def __init__(
        self, text: str = "", font: FontRole = "body", token: str = "text", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._text = ""
        self._font: FontRole = font
        self._token = token
        self._mode = Qt.TextElideMode.ElideRight
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.updateGeometry)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.set_text(text)

    def text(self) -> str:
        """The whole text."""
        return self._text

    def set_text(self, text: str, tip_text: str | None = None) -> None:
        """Shows another text; `tip_text` instead of it in the tool tip."""
        cleaned = " ".join(cut(text).split())
        if cleaned == self._text and tip_text is None:
            return
        self._text = cleaned
        set_tip(self, tip_text if tip_text is not None else cleaned)
        self.setAccessibleName(cleaned)
        self.updateGeometry()
        self.update()

    def set_token(self, token: str) -> None:
        """Draws the text in another colour."""
        if token != self._token:
            self._token = token
            self.update()

    def set_elide(self, mode: Qt.TextElideMode) -> None:
        """Where the ellipsis stands."""
        self._mode = mode
        self.update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        offer_copy(self, self._text, event)

    def sizeHint(self) -> QSize:
        metrics = theme().metrics(self._font)
        return QSize(int(metrics.horizontalAdvance(self._text)) + 2, int(metrics.height()) + 2)

    def minimumSizeHint(self) -> QSize:
        metrics = theme().metrics(self._font)
        width = min(metrics.horizontalAdvance(self._text), metrics.horizontalAdvance("n") * 6)
        return QSize(int(width) + 2, int(metrics.height()) + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(theme().font(self._font))
        painter.setPen(theme().colour(self._token if self.isEnabled() else "strong_border"))
        shown = theme().metrics(self._font).elidedText(self._text, self._mode, self.width())
        painter.drawText(QRectF(self.rect()), int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), shown)
        painter.end()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.EnabledChange:
            self.update()
        super().changeEvent(event)


def _broken(text: str, font: FontRole, width: int) -> tuple[QTextLayout, int]:
    """The text broken to a width, and its height in pixels."""
    layout = QTextLayout(text.replace("\n", "\u2028"), theme().font(font))
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    y = 0.0
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        line.setPosition(QPointF(0, y))
        y += line.height() + 1
    layout.endLayout()
    return layout, round(y)
