# SPDX-License-Identifier: Apache-2.0
"""A message to the agent at work: a field below its transcript that says when the agent will hear it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from app.commands import Commands, Report, message_to
from app.labels import WrapLabel, let_go_of_focus
from app.sentences import hearing_words
from app.text import utf16_index, utf16_length
from app.theme import theme
from app.tokens import SPACE_M, SPACE_S, SPACE_XS
from app.translate import QT_TR_NOOP, tr
from engine.projections import AttemptView, NodeView

_MOST_LINES = 6
_ENDED = QT_TR_NOOP("this attempt has ended")

Place = tuple[str, str, int]
"""Run, block and attempt."""


class GrowingField(QPlainTextEdit):
    """A field of one line that grows with what is typed, up to some lines."""

    sent = Signal()  # after Enter; Shift+Enter begins a new line
    left = Signal()  # after Escape

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        theme().changed.connect(self._fit)
        self._fit()

    def key_help(self) -> Sequence[tuple[str, str]]:
        """Keys as people call them, and what each does."""
        return (
            (tr("Enter"), tr("Send the message")),
            (tr("Shift+Enter"), tr("Begin a new line")),
            (tr("Escape"), tr("Back to the transcript; what was typed is kept")),
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        shifted = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not shifted:
            self.sent.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """As high as its lines; more than some of them scroll."""
        lines = max(1, round(self.document().size().height()))
        shown = min(lines, _MOST_LINES)
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if lines > shown else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(policy)
        around = max(0, self.height() - self.viewport().height())
        height = shown * self.fontMetrics().lineSpacing() + 2 * int(self.document().documentMargin()) + around
        if height != self.height():
            self.setFixedHeight(height)


class SpeechBox(QFrame):
    """
    The field, what will become of what is typed, and the button that sends it. It never takes the keyboard by itself.

    What was typed is kept for its attempt until it was sent; to the next attempt of the block it goes along.
    """

    left = Signal()  # after Escape: the keyboard is wanted elsewhere

    def __init__(self, commands: Commands, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("messageBox")
        self.setProperty("role", "bar")
        self._commands = commands
        self._place: Place | None = None
        self._when = "not"
        self._refused: tuple[Place, str] | None = None
        self._words = ""
        self._drafts: dict[Place, str] = {}
        self._sent: dict[tuple[str, str], str] = {}
        self._make_parts()
        commands.reported.connect(self._on_report)
        commands.busy_changed.connect(self._show_state)
        theme().changed.connect(self._tint)
        self._tint()
        self.hide()

    def show_attempt(self, run: str | None, node: NodeView | None, attempt: AttemptView | None, *, past: bool) -> None:
        """Take messages to this attempt; `past`: what is shown was, and nothing can be said there."""
        place = (run, node.id, attempt.n) if run is not None and node is not None and attempt is not None else None
        self._change_place(place)
        hearing = node.hearing if node is not None else None
        latest = node is not None and attempt is not None and attempt.n == len(node.attempts)
        if hearing is None or place is None:
            self._when, self._words = "not", ""
        elif past:
            self._when, self._words = "not", "" if hearing.when == "not" else tr("This is the past: go back to now.")
        elif not latest or hearing.why == _ENDED:
            self._when, self._words = "not", ""
            if place in self._drafts:
                self._words = tr("This attempt has ended; what you typed was not sent.")
        elif hearing.when == "not":
            self._when, self._words = (
                "not",
                tr("Nobody listens here now: {why}.").format(why=hearing_words(hearing.why)),
            )
        else:
            backend = (attempt.backend if attempt is not None else None) or tr("this backend")
            self._when, self._words = hearing.when, _promise(hearing.when, backend)
        self._show_state()

    def send(self) -> None:
        """Send what was typed."""
        text = self.field.toPlainText().strip()
        if self._place is None or not text or not self.button.isEnabled():
            return
        self._refused = None
        run, node, _ = self._place
        self._sent[run, message_to(node)] = text
        self._commands.message(run, node, text)

    # ----------------------------------------------------------------------------------------------------------- parts

    def _make_parts(self) -> None:
        self.hint = WrapLabel("", "small", "muted", self)
        self.hint.setObjectName("messageHint")
        self.field = GrowingField(self)
        self.field.setObjectName("messageField")
        self.field.setAccessibleName(tr("Message to the agent"))
        self.field.setPlaceholderText(tr("Message to the agent"))
        self.field.textChanged.connect(self._on_typed)
        self.field.sent.connect(self.send)
        self.field.left.connect(self.left)
        self.button = QPushButton(tr("Send"), self)
        self.button.setObjectName("messageSend")
        self.button.setAccessibleName(tr("Send the message"))
        self.button.setToolTip(tr("Send (Enter; Shift+Enter begins a new line)"))
        self.button.setIconSize(QSize(16, 16))
        self.button.setAutoDefault(False)
        self.button.clicked.connect(self.send)
        row = QHBoxLayout()
        row.setSpacing(SPACE_S)
        row.addWidget(self.field, 1)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignBottom)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_M, SPACE_S, SPACE_M, SPACE_S)
        column.setSpacing(SPACE_XS)
        column.addLayout(row)
        column.addWidget(self.hint)

    def _tint(self) -> None:
        self.button.setIcon(theme().icon("message", "text"))

    # ----------------------------------------------------------------------------------------------------------- state

    def _change_place(self, place: Place | None) -> None:
        if place == self._place:
            return
        before, self._place = self._place, None  # what is put into the field now was not typed
        if before and place and before in self._drafts and place not in self._drafts and _follows(place, before):
            self._drafts[place] = self._drafts.pop(before)
            self._place = place  # it is in the field, with the cursor where it was
            return
        self.field.setPlainText(self._drafts.get(place, "") if place is not None else "")
        self.field.moveCursor(self.field.textCursor().MoveOperation.End)
        self._place = place

    def _on_typed(self) -> None:
        if self._place is None:
            return
        text = self.field.toPlainText()
        if text:
            self._drafts[self._place] = text
        else:
            self._drafts.pop(self._place, None)
        if self._refused is not None and self._refused[0] == self._place:
            self._refused = None
        self._show_state()

    def _on_report(self, report: Report) -> None:
        sent = self._sent.pop((report.run or "", report.about), None)
        places = [one for one in self._drafts if (one[0], message_to(one[1])) == (report.run, report.about)]
        place = next((one for one in places if sent and self._drafts[one].lstrip().startswith(sent)), None)
        if place is not None and sent is not None and report.tone in ("done", "queued"):
            self._drop(place, sent)
        elif place is not None:
            self._refused = (place, report.text)
        self._show_state()

    def _drop(self, place: Place, sent: str) -> None:
        """What was sent is a draft no more; what was typed behind it since then stays."""
        draft = self._drafts.pop(place)
        at = draft.index(sent) + len(sent)
        rest = draft[at:] if draft[at:].strip() else ""
        if rest:
            self._drafts[place] = rest
        if place == self._place:
            cursor = self.field.textCursor()
            cursor.setPosition(0)
            cursor.setPosition(utf16_index(draft, at) if rest else utf16_length(draft), cursor.MoveMode.KeepAnchor)
            cursor.removeSelectedText()

    def _show_state(self) -> None:
        open_, place = self._when != "not", self._place
        busy = place is not None and self._commands.is_busy(place[0], message_to(place[1]))
        refused = self._refused[1] if self._refused is not None and self._refused[0] == place else ""
        shows_field = open_ or (place is not None and place in self._drafts)
        if not open_ or not self._words:
            let_go_of_focus(self)  # it must not slide on to whatever comes next
        self.field.setEnabled(open_)
        self.field.setVisible(shows_field)
        self.button.setVisible(shows_field)
        self.button.setEnabled(open_ and not busy and bool(self.field.toPlainText().strip()))
        words = tr("Sending…") if busy else refused or self._words
        self.hint.set_text(words)
        self.hint.set_token("red" if refused else "muted")
        self.field.setAccessibleDescription(words)
        self.setVisible(bool(words))


def _follows(place: Place, before: Place) -> bool:
    """Whether it is a later attempt of the same block."""
    return place[:2] == before[:2] and place[2] > before[2]


def _promise(when: str, backend: str) -> str:
    if when == "now":
        return tr("It hears this while it works, with the result of its next tool call.")
    return tr("Told when this turn ends: {backend} hears nothing while it works.").format(backend=backend)
