# SPDX-License-Identifier: Apache-2.0
"""What stands around a diff: how it is shown, what was seen of it, and the comments that go back to the agent."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QPushButton, QToolButton, QVBoxLayout, QWidget

from app.figures import counted
from app.labels import ElidedLabel, let_go_of_focus
from app.tokens import SPACE_S, SPACE_XS
from app.translate import tr


class DiffTools(QFrame):
    """Buttons above a diff."""

    split_toggled = Signal(bool)  # side by side was chosen, or left
    viewed_toggled = Signal()  # the file at the top was seen, or is to be seen again
    comment_asked = Signal()  # a comment on the chosen line was asked for

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.split = self._button(
            "diffSplit", tr("Side by side"), tr("Old and new beside each other, or one under the other")
        )
        self.viewed = self._button("diffViewed", tr("Viewed"), tr("You have seen the file at the top (V)"))
        self.comment = self._button("diffComment", tr("Comment"), tr("Comment on the chosen line (C, or double click)"))
        self.split.setCheckable(True)
        self.viewed.setCheckable(True)
        self.split.clicked.connect(self.split_toggled)
        self.viewed.clicked.connect(self.viewed_toggled)
        self.comment.clicked.connect(self.comment_asked)
        row = QHBoxLayout(self)
        row.setContentsMargins(SPACE_S, SPACE_XS, SPACE_S, SPACE_XS)
        row.setSpacing(SPACE_XS)
        for button in (self.split, self.viewed, self.comment):
            row.addWidget(button)
        row.addStretch(1)

    def _button(self, name: str, text: str, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setText(text)
        button.setAccessibleName(text)
        button.setToolTip(tip)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return button


class CommentBar(QFrame):
    """A field for a comment, and below it how many there are and what becomes of them."""

    added = Signal(str)  # the text of a comment on the line that was chosen
    removed = Signal()  # the comment on that line shall go
    used = Signal()  # the comments shall become the note of the answer
    cleared = Signal()  # all comments shall go

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "bar")
        self._place = ElidedLabel("", "small", "muted")
        self.field = QLineEdit(self)
        self.field.setObjectName("diffCommentField")
        self.field.setAccessibleName(tr("Comment on the chosen line"))
        self.field.setPlaceholderText(tr("What should be different here?"))
        self.field.setMaxLength(4_000)
        self.field.returnPressed.connect(self._on_add)
        self._add = self._button("diffCommentAdd", tr("Add"), tr("Add this comment (Enter)"))
        self._add.clicked.connect(self._on_add)
        self._close = self._button("diffCommentClose", tr("Cancel"), tr("Say nothing of this line"))
        self._close.clicked.connect(self.close_field)
        self._count = ElidedLabel("", "small")
        self._use = self._button(
            "diffCommentsUse", tr("Put into the note"), tr("They go back with your answer: refine")
        )
        self._use.setProperty("kind", "primary")
        self._use.clicked.connect(self.used)
        self._clear = self._button("diffCommentsClear", tr("Clear"), tr("Take all comments away"))
        self._clear.clicked.connect(self.cleared)
        self._writing, self._gathered = QWidget(self), QWidget(self)
        self._fill(self._writing, self.field, self._add, self._close)
        self._fill(self._gathered, self._count, self._clear, self._use)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_S, SPACE_XS, SPACE_S, SPACE_XS)
        layout.setSpacing(SPACE_XS)
        layout.addWidget(self._place)
        layout.addWidget(self._writing)
        layout.addWidget(self._gathered)
        self.close_field()
        self.show_comments(())

    def open_for(self, place: str, text: str) -> None:
        """Ask for a comment on a line; `text` is what was said of it before."""
        self._place.set_text(place)
        self.field.setText(text)
        self._place.show()
        self._writing.show()
        self.show()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def close_field(self) -> None:
        """Let the field go."""
        let_go_of_focus(self._writing)
        self._place.hide()
        self._writing.hide()
        self.setVisible(not self._gathered.isHidden())

    def show_comments(self, places: Sequence[str]) -> None:
        """Show on which lines there are comments."""
        self._count.set_text(
            counted("{n} comments: {places}", "{n} comment: {places}", len(places), places=", ".join(places))
            if places
            else ""
        )
        self._gathered.setVisible(bool(places))
        self.setVisible(bool(places) or not self._writing.isHidden())

    def set_usable(self, usable: bool) -> None:
        """Whether something waits now that takes a note."""
        self._use.setEnabled(usable)

    def _on_add(self) -> None:
        text = self.field.text().strip()
        self.close_field()
        if text:
            self.added.emit(text)
        else:
            self.removed.emit()

    def _fill(self, box: QWidget, first: QWidget, *buttons: QWidget) -> None:
        row = QHBoxLayout(box)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_S)
        row.addWidget(first, 1)
        for button in buttons:
            row.addWidget(button)

    def _button(self, name: str, text: str, tip: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setObjectName(name)
        button.setAccessibleName(text)
        button.setToolTip(tip)
        button.setAutoDefault(False)
        return button
