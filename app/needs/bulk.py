# SPDX-License-Identifier: Apache-2.0
"""Several holds answered at once: each is listed with its sentence, can be left out, and is answered as it was seen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.commands import Commands
from app.flow import FlowBox
from app.labels import plain_label, tip
from app.needs.groups import Group
from app.needs.model import Need
from app.run.answers import answer_look
from app.run.meters import RaiseField, suggestion
from app.theme import theme
from app.tokens import SPACE_L, SPACE_M, SPACE_S
from app.translate import tr
from engine.projections.words import one_line


class BulkDialog(QDialog):
    """One group of holds at a time. Enter answers nothing; closing it answers nothing."""

    def __init__(self, groups: Sequence[Group], commands: Commands, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("bulkDialog")
        self.setAccessibleName(tr("Answer several at once"))
        self.setWindowTitle(tr("Answer several at once"))
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.resize(620, 420)
        self._groups = list(groups)
        self._commands = commands
        self._raise: RaiseField | None = None
        self._chooser = QComboBox(self)
        self._chooser.setObjectName("bulkGroup")
        self._chooser.setAccessibleName(tr("What to answer"))
        self._chooser.addItems([group.title for group in self._groups])
        self._list = QListWidget(self)
        self._list.setObjectName("bulkList")
        self._list.setAccessibleName(tr("Holds that are answered"))
        self._list.setWordWrap(True)
        self._note = QLineEdit(self)
        self._note.setObjectName("bulkNote")
        self._note.setAccessibleName(tr("Note to go with each answer"))
        self._note.setPlaceholderText(tr("Note (optional)"))
        self._answers = FlowBox(SPACE_S, self)
        self._lay_out()
        self._chooser.currentIndexChanged.connect(self._show_group)
        self._list.itemChanged.connect(self._enable)
        self._show_group()

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_M)
        layout.setSpacing(SPACE_S)
        layout.addWidget(self._chooser)
        layout.addWidget(plain_label(tr("Each is answered for itself, on the evidence that it shows here."), "muted"))
        layout.addWidget(self._list, 1)
        layout.addWidget(self._note)
        row = QHBoxLayout()
        row.addWidget(self._answers, 1)
        close = QPushButton(tr("Cancel"), self)
        close.setObjectName("bulkCancel")
        close.setAutoDefault(False)
        close.clicked.connect(self.reject)
        row.addWidget(close, 0, Qt.AlignmentFlag.AlignBottom)
        layout.addLayout(row)
        close.setFocus()

    def _show_group(self) -> None:
        group = self._groups[max(0, self._chooser.currentIndex())]
        self._list.clear()
        for need in group.needs:
            where = f"{need.project} · {need.title}" + (f" · {need.hold.node}" if need.hold.node else "")
            item = QListWidgetItem(f"{one_line(where, 120)}\n{one_line(need.hold.sentence, 300)}")
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsSelectable)
            item.setCheckState(Qt.CheckState.Checked)
            item.setData(Qt.ItemDataRole.UserRole, need)
            item.setToolTip(tip(need.hold.sentence))
            self._list.addItem(item)
        for old in self._answers.clear():
            old.setObjectName("")
            old.deleteLater()
        self._raise = None
        if group.budget is not None and "raise" in group.answers:
            self._raise = RaiseField(group.budget, button=False, parent=self)
            self._raise.field.setObjectName(f"bulkRaise:{group.budget}")
            self._raise.field.setText(suggestion(group.budget))
            self._raise.field.returnPressed.disconnect()
            self._raise.field.textChanged.connect(self._enable)
            self._answers.add(self._raise)
        for answer in sorted(group.answers, key=lambda one: answer_look(one).apart):
            self._answers.add(self._button(answer), end=answer_look(answer).apart)
        self._note.setVisible(any(answer_look(answer).note for answer in group.answers))
        self._enable()

    def _button(self, answer: str) -> QPushButton:
        look = answer_look(answer)
        button = QPushButton(look.text, self)
        button.setObjectName(f"bulk:{answer}")
        button.setAccessibleName(tr("{answer}: each that is ticked").format(answer=look.text))
        button.setToolTip(look.tip)
        button.setProperty("kind", look.kind)
        button.setProperty("answer", answer)
        button.setAutoDefault(False)
        if look.icon:
            token = {"primary": "on_accent", "danger": "red"}.get(look.kind, "text")
            button.setIcon(theme().icon(look.icon, token))
        button.clicked.connect(self._on_clicked)
        return button

    def _chosen(self) -> list[Need]:
        items = [self._list.item(row) for row in range(self._list.count())]
        return [item.data(Qt.ItemDataRole.UserRole) for item in items if item.checkState() is Qt.CheckState.Checked]

    def _enable(self) -> None:
        some = bool(self._chosen())
        for button in self._answers.findChildren(QPushButton):
            typed = button.property("answer") != "raise" or (self._raise is not None and bool(self._raise.amount()))
            button.setEnabled(some and typed)

    def _on_clicked(self) -> None:
        answer = str(self.sender().property("answer"))
        note = self._note.text().strip() if answer_look(answer).note else ""
        if answer == "raise":
            by = self._raise.amount() if self._raise is not None else None
            if by is None or self._raise is None:
                return
            note = f"{self._raise.kind}=+{self._raise.typed()}"
        for need in self._chosen():
            hold = need.hold
            self._commands.answer(hold.run, hold.id, answer, expect=hold.seq, note=note)
        self.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()
            return
        super().keyPressEvent(event)
