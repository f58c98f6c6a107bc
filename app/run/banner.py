# SPDX-License-Identifier: Apache-2.0
"""The hold banner: what waits, on what evidence, and one button an answer. Only an explicit act answers."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app import figures
from app.announce import announce
from app.clock import Beat, age_of
from app.commands import Commands, Report
from app.figures import counted, numeral
from app.flow import FlowBox
from app.kinds import KIND_ICONS, kind_word
from app.labels import ElidedLabel, WrapLabel, has_focus_within, let_go_of_focus, set_tip
from app.run.answers import AnswerLook, always_wait, answer_look, ask_to_quit
from app.run.evidence import evidence_lines, sentence_of
from app.run.evidencepane import EvidencePane
from app.run.meters import RaiseField, suggestion
from app.selection import Selection
from app.theme import theme
from app.tokens import SPACE_L, SPACE_M, SPACE_S, SPACE_XS
from app.translate import tr
from app.unsent import Unsent, UnsentNote, is_in
from app.widgets import plain_label
from engine.projections import HoldView

KEYS_DEAD_MS = 1000
"""For so long after a hold appears no key answers it: it may have been meant for something else."""

MOUSE_DEAD_MS = 400
"""For so long after a hold appears its buttons take no click: something else stood there a moment ago."""

_COMMENTED = frozenset({"refine", "continue", "retry", "edit"})
"""Answers with which comments on the diff go back to an agent."""
_ALWAYS = "always"
"""The button that is no answer: it moves the run's switch, and so this hold and all like it go by themselves."""

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_ACTING = (*_ENTER, Qt.Key.Key_Space, Qt.Key.Key_Select)


def after_dead_time(owner: QWidget, then: Callable[[], None]) -> QTimer:
    """A timer that calls `then` once the time has passed in which what just appeared answers to no click."""
    timer = QTimer(owner)
    timer.setSingleShot(True)
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.setInterval(MOUSE_DEAD_MS + 20)
    timer.timeout.connect(then)
    return timer


class HoldBanner(QFrame):
    """Shows one hold of the selected run; more than one can be leafed through. It never takes the focus by itself."""

    def __init__(self, commands: Commands, selection: Selection, beat: Beat, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("holdBanner")
        self.setAccessibleName(tr("What needs you"))
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._commands = commands
        self._selection = selection
        self._holds: tuple[HoldView, ...] = ()
        self._hold: HoldView | None = None
        self._past = self._brief = False
        self._comments = ""
        self._kept: dict[tuple[str, str], str] = {}
        self.unsent = Unsent()
        self._loaded = self._title = ""
        self._evidence = EvidencePane(self)
        self._appeared = 0.0
        self._buttons: dict[str, QPushButton] = {}
        self._raise: RaiseField | None = None
        self._arming = after_dead_time(self, self._enable)
        self._make_parts()
        self._lay_out()
        selection.hold_changed.connect(self._choose)
        commands.busy_changed.connect(self._enable)
        commands.reported.connect(self._on_report)
        beat.struck.connect(self._show_age)
        theme().changed.connect(self._tint)
        self._tint()
        self.hide()

    @property
    def budget_kind(self) -> str | None:
        """The budget that is raised here, if the hold shown is about one."""
        return self._raise.kind if self._raise is not None else None

    def take_comments(self, comments: str) -> None:
        """Let these comments go back to the agent, with the note, when the person refines or tries again."""
        self._comments = comments
        words = counted(
            "{n} comments on the diff will go with your note",
            "{n} comment on the diff will go with your note",
            comments.count("\n> "),
        )
        self._comments_text.set_text(words if comments else "", comments)
        self._comments_row.setVisible(bool(comments) and not self._past)
        self._enable()

    def takes_comments(self) -> bool:
        """Whether the hold that is shown has an answer that comments can go with."""
        return self._hold is not None and not self._past and bool(_COMMENTED & set(self._hold.answers))

    def set_brief(self, brief: bool) -> None:
        """Leave the evidence out: it is shown beside."""
        self._brief = brief
        told = self._hold is not None and bool(evidence_lines(self._hold))
        self._evidence.setVisible(told and not brief)

    def hold(self) -> HoldView | None:
        """The hold that is shown."""
        return self._hold

    def show_holds(self, holds: tuple[HoldView, ...], *, past: bool = False, title: str = "") -> None:
        """The open holds of the selected run, oldest first; `past`: as they once waited, when nothing answers them."""
        turned, self._past = past != self._past, past
        self._title = self._title if past else title
        self._holds = holds
        if turned:
            self._show(None)
        self._choose()

    def _choose(self) -> None:
        chosen = next((hold for hold in self._holds if hold.id == self._selection.hold), None)
        self._show(chosen or (self._holds[0] if self._holds else None))

    # ---------------------------------------------------------------------------------------------------- what is shown

    def _show(self, hold: HoldView | None) -> None:
        several = len(self._holds) > 1
        self._leaf.setVisible(several)
        if several and hold is not None:
            self._place.setText(tr("{n} of {all}").format(n=self._holds.index(hold) + 1, all=len(self._holds)))
        if hold == self._hold:
            return
        same = hold is not None and self._hold is not None and (hold.run, hold.id) == (self._hold.run, self._hold.id)
        if not same:
            self._change_note(hold)
        self._hold = hold
        if hold is None:
            let_go_of_focus(self)
            self.hide()
            self._forget_answers()
            return
        self._give_up_focus()
        self.show()
        self._appeared = float("inf")  # until all of it is there: on a busy machine that takes a while
        self._kind.setText(kind_word(hold.kind))
        self._node.setText(hold.node or "")
        self._icon.setPixmap(theme().pixmap(KIND_ICONS.get(hold.kind, "waiting"), "brass", 20))
        said = sentence_of(hold)
        self._sentence.set_text(said)
        set_tip(self._sentence, hold.sentence if said != hold.sentence else "")
        self._evidence.show_lines(evidence_lines(hold))
        self.set_brief(self._brief)
        self._checkout.setVisible(bool(_checkout(hold)))
        self._show_answers(hold)
        self._said("moved" if same else "")
        self._show_age()
        self._appeared = time.monotonic()
        if not self._past:
            self._arming.start()

    def _change_note(self, hold: HoldView | None) -> None:
        """Note and comments are kept for their hold until it is answered; whoever was writing writes into no other."""
        if self._note.hasFocus():
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        self._keep_note()
        if self._hold is not None and self._comments:
            self._kept[self._hold.run, self._hold.id] = self._comments
        self._note.setText(self.unsent.text((hold.run, hold.id)) if hold is not None else "")
        self._loaded = self._note.text()
        self.take_comments(self._kept.pop((hold.run, hold.id), "") if hold is not None else "")

    def _keep_note(self) -> None:
        hold, text = self._hold, self._note.text()
        if hold is None or text == self._loaded:
            return
        self._loaded = text
        with suppress(OSError):  # it stands in the field, and in memory
            self.unsent.put(UnsentNote(hold.run, hold.id, hold.node or "", self._title or hold.run, text))

    def showEvent(self, event: QShowEvent) -> None:
        """What was typed for the hold on another page stands here, too."""
        super().showEvent(event)
        if self._hold is not None and self._note.text() == self._loaded:
            self._note.setText(self.unsent.text((self._hold.run, self._hold.id)))
            self._loaded = self._note.text()

    def hideEvent(self, event: QHideEvent) -> None:
        """What was typed is kept when the window closes, too."""
        super().hideEvent(event)
        self._keep_note()

    def _show_answers(self, hold: HoldView) -> None:
        self._forget_answers()
        if self._past:
            self._note.hide()
            return
        kind = hold.evidence.get("budget")
        if hold.kind == "budget" and isinstance(kind, str):
            self._raise = RaiseField(kind, button=False, parent=self)
            self._raise.field.setText(suggestion(kind))
            self._raise.raised.connect(self._on_raised)
            self._raise.field.textChanged.connect(self._enable)
            self._answers.add(self._raise)
        looks = {answer: answer_look(answer) for answer in hold.answers}
        for answer in sorted(hold.answers, key=lambda one: looks[one].apart):
            self._answers.add(self._button(hold, answer, looks[answer]), end=looks[answer].apart)
        if "wait" in hold.answers:  # a provider's limit, which the run may sit out by itself
            self._answers.add(self._button(hold, _ALWAYS, always_wait()))
        self._note.setVisible(any(look.note for look in looks.values()))
        needed = [look.text.rstrip("…") for look in looks.values() if look.note == "needed"]
        self._note.setPlaceholderText(
            tr("Note (needed by: {answers})").format(answers=", ".join(needed)) if needed else tr("Note (optional)")
        )
        if hold.kind == "question":
            self._note.setPlaceholderText(tr("Your answer"))
        self._chain()
        self._enable()

    def _chain(self) -> None:
        """Tab goes from the note to the answers, as they stand; made last, they would come after all else."""
        before: QWidget = self._note
        for widget in (*([self._raise.field] if self._raise is not None else []), *self._buttons.values()):
            QWidget.setTabOrder(before, widget)
            before = widget

    def _button(self, hold: HoldView, answer: str, look: AnswerLook) -> QPushButton:
        button = QPushButton(look.text, self)
        button.setObjectName(f"answer:{answer}")
        button.setAccessibleName(f"{look.text}: {hold.sentence[:120]}")
        button.setToolTip(look.tip)
        button.setProperty("kind", look.kind)
        button.setProperty("answer", answer)
        button.setAutoDefault(False)
        button.setDefault(False)
        _draw(button, look)
        button.installEventFilter(self)
        button.clicked.connect(self._on_clicked)
        self._buttons[answer] = button
        return button

    def _forget_answers(self) -> None:
        for widget in self._answers.clear():
            widget.setObjectName("")
            for child in widget.findChildren(QLineEdit):
                child.setObjectName("")
            widget.deleteLater()
        self._buttons, self._raise = {}, None

    def _give_up_focus(self) -> None:
        """The focus must not slide from a button that goes to one that comes; a note to the same hold keeps it."""
        if has_focus_within(self) and not self._note.hasFocus():
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_age(self) -> None:
        if self._hold is not None and self.isVisible():
            age = age_of(self._hold.opened_at)
            waits = tr("just opened") if age == figures.age(0) else tr("waits {age}").format(age=age)
            self._age.setText(tr("waited then") if self._past else waits)

    # --------------------------------------------------------------------------------------------------------- answers

    def _enable(self) -> None:
        """What can be clicked now: nothing in the first moment, nothing while an answer is under way."""
        hold = self._hold
        if hold is None:
            return
        late = (time.monotonic() - self._appeared) * 1000 >= MOUSE_DEAD_MS
        free = late and not self._commands.is_busy(hold.run, hold.id)
        noted = bool(self._note.text().strip())
        for answer, button in self._buttons.items():
            ready = answer_look(answer).note != "needed" or noted or (bool(self._comments) and answer in _COMMENTED)
            if answer == "raise":
                ready = self._raise is not None and self._raise.amount() is not None
            if answer in ("restart_from", "jump_to"):
                ready = bool(hold.targets.get(answer))
            button.setEnabled(free and ready)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter never answers; no other key does in the first second."""
        if isinstance(event, QKeyEvent) and event.type() in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            young = (time.monotonic() - self._appeared) * 1000 < KEYS_DEAD_MS
            if event.key() in _ENTER or (young and event.key() in _ACTING) or event.isAutoRepeat():
                return True
        return super().eventFilter(watched, event)

    def _on_clicked(self) -> None:
        button, hold = self.sender(), self._hold
        if hold is None or not isinstance(button, QPushButton):
            return
        answer = str(button.property("answer"))
        if answer == _ALWAYS:
            self._said("")
            self._commands.set_on_limit(hold.run, goes_on=True)
        elif answer == "raise" and self._raise is not None:
            self._raise.ask()
        elif answer in ("restart_from", "jump_to"):
            self._choose_target(button, hold, answer)
        elif answer == "quit":
            ask_to_quit(self._title or hold.run, lambda: self._quit(hold), self)
        else:
            self._give(hold, answer)

    def _choose_target(self, button: QPushButton, hold: HoldView, answer: str) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for target in hold.targets.get(answer, ()):
            action = menu.addAction(target.replace("&", "&&"))
            action.setData((hold, answer, target))
        menu.triggered.connect(self._on_target)
        menu.popup(button.mapToGlobal(QPoint(0, button.height())))

    def _on_target(self, action: object) -> None:
        hold, answer, target = action.data()  # type: ignore[attr-defined]
        if self._hold is not None and (hold.id, hold.seq) == (self._hold.id, self._hold.seq):
            self._give(hold, answer, target)

    def _give(self, hold: HoldView, answer: str, to: str | None = None) -> None:
        note = self._note.text().strip() if answer_look(answer).note else ""
        if answer in _COMMENTED:
            note = "\n\n".join(part for part in (note, self._comments) if part)
        self._said("")
        self._commands.answer(hold.run, hold.id, answer, expect=hold.seq, note=note, to=to)

    def _quit(self, hold: HoldView) -> None:
        """Only while the hold is shown for which it was asked: the note is of no other."""
        if self._hold == hold:
            self._give(hold, "quit")
        else:
            self._said("moved")

    def _on_raised(self, kind: str, by: float) -> None:
        if self._hold is not None:
            self._said("")
            self._commands.raise_budget(self._hold.run, kind, by)

    def _on_report(self, report: Report) -> None:
        if report.run is None or self._hold is None:
            return
        about = (self._hold.id, f"raise:{self.budget_kind}", "set")
        here = report.run == self._hold.run and report.about in about
        if here and report.tone != "done":
            self._said(report.tone, report.text)
        if report.hold is not None and report.tone in ("done", "queued"):
            self._kept.pop((report.run, report.hold), None)
            with suppress(OSError):
                self.unsent.sent((report.run, report.hold), report.note)
            if here and is_in(self._note.text(), report.note):  # what was typed beside it stays
                self._loaded = ""
                self._note.clear()
            if here:
                self.take_comments("")

    def _said(self, tone: str, text: str = "") -> None:
        if tone == "moved":
            text = tr("The evidence has moved. Look at it again before you answer.")
        self._outcome.set_text(text)
        self._outcome_row.setVisible(bool(text))
        if tone == "moved":  # the outcome of a command is said by the status bar
            announce(self, text)

    def _on_full(self) -> None:
        told = tr("This field holds {n} characters and no more: what was pasted may go on.")
        self._said("failed", told.format(n=numeral(self._note.maxLength())))

    def _leaf_by(self, step: int) -> None:
        if self._hold in self._holds:
            hold = self._holds[(self._holds.index(self._hold) + step) % len(self._holds)]
            self._selection.choose_hold(hold.run, hold.id, hold.node)

    # ----------------------------------------------------------------------------------------------------------- parts

    def _make_parts(self) -> None:
        self._icon = QLabel(self)
        self._kind = plain_label("", "title")
        self._node = plain_label("", "mono")
        self._age = plain_label("", "small")
        self._sentence = WrapLabel()
        self._note = QLineEdit(self)
        self._note.setObjectName("answerNote")
        self._note.setAccessibleName(tr("Note to go with the answer"))
        self._note.setMaxLength(20_000)
        self._note.inputRejected.connect(self._on_full)
        self._note.textChanged.connect(self._enable)
        self._note.editingFinished.connect(self._keep_note)
        self._outcome_icon = QLabel(self)
        self._outcome = WrapLabel()
        self._outcome.setObjectName("answerOutcome")
        self._comments_row = QWidget(self)
        self._comments_row.setObjectName("answerComments")
        self._comments_text = ElidedLabel("", "small")
        self._comments_gone = QPushButton(tr("Leave them out"), self)
        self._comments_gone.setAccessibleName(tr("Leave the comments out of the answer"))
        self._comments_gone.setProperty("kind", "quiet")
        self._comments_gone.setAutoDefault(False)
        self._comments_gone.clicked.connect(self._forget_comments)
        self._comments_row.hide()
        self._place = plain_label("", "small")
        self._checkout = QToolButton(self)
        self._checkout.setObjectName("copyCheckout")
        self._checkout.setAccessibleName(tr("Copy the path of the checkout with the conflict"))
        self._checkout.setToolTip(tr("Copy the path of the checkout with the conflict"))
        self._checkout.clicked.connect(self._copy_checkout)
        self._back, self._forth = QToolButton(self), QToolButton(self)
        for button, name in ((self._back, tr("Previous hold of this run")), (self._forth, tr("Next hold of this run"))):
            button.setAccessibleName(name)
            button.setToolTip(name)
        self._back.clicked.connect(self._on_back)
        self._forth.clicked.connect(self._on_forth)

    def _copy_checkout(self) -> None:
        if self._hold is not None:
            QGuiApplication.clipboard().setText(_checkout(self._hold))

    def _forget_comments(self) -> None:
        let_go_of_focus(self._comments_row)
        self.take_comments("")

    def _on_back(self) -> None:
        self._leaf_by(-1)

    def _on_forth(self) -> None:
        self._leaf_by(1)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(SPACE_S)
        for widget in (self._icon, self._kind, self._node):
            head.addWidget(widget)
        head.addStretch(1)
        head.addWidget(self._checkout)
        head.addWidget(self._age)
        self._leaf = QWidget(self)
        leaf = QHBoxLayout(self._leaf)
        leaf.setContentsMargins(0, 0, 0, 0)
        leaf.setSpacing(SPACE_XS)
        for part in (self._back, self._place, self._forth):
            leaf.addWidget(part)
        head.addWidget(self._leaf)
        self._answers = FlowBox(SPACE_S, self)
        self._outcome_row = QWidget(self)
        outcome = QHBoxLayout(self._outcome_row)
        outcome.setContentsMargins(0, 0, 0, 0)
        outcome.addWidget(self._outcome_icon)
        outcome.addWidget(self._outcome, 1)
        said = QHBoxLayout(self._comments_row)
        said.setContentsMargins(0, 0, 0, 0)
        said.addWidget(self._comments_text, 1)
        said.addWidget(self._comments_gone)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
        layout.setSpacing(SPACE_S)
        layout.addLayout(head)
        layout.addWidget(self._sentence)
        layout.addWidget(self._evidence)
        layout.addWidget(self._outcome_row)
        layout.addWidget(self._comments_row)
        layout.addWidget(self._note)
        layout.addWidget(self._answers)

    def _tint(self) -> None:
        look = theme()
        self.setStyleSheet(
            f"#holdBanner {{ background: {look.palette.brass_soft}; border: none;"
            f" border-left: 3px solid {look.palette.brass}; border-radius: 0; }}"
        )
        self._back.setIcon(look.icon("chevron-left"))
        self._forth.setIcon(look.icon("chevron-right"))
        self._checkout.setIcon(look.icon("copy"))
        self._outcome_icon.setPixmap(look.pixmap("warning", "red", 16))
        hold = self._hold
        if hold is not None:  # drawn anew; whoever is writing to it goes on writing
            self._icon.setPixmap(look.pixmap(KIND_ICONS.get(hold.kind, "waiting"), "brass", 20))
            self._evidence.show_lines(evidence_lines(hold))
            self.set_brief(self._brief)
            for answer, button in self._buttons.items():
                _draw(button, always_wait() if answer == _ALWAYS else answer_look(answer))


def _draw(button: QPushButton, look: AnswerLook) -> None:
    if look.icon:
        token = {"primary": "on_accent", "danger": "red"}.get(look.kind, "text")
        button.setIcon(theme().icon(look.icon, token))


def _checkout(hold: HoldView) -> str:
    """Where a person resolves the conflict; empty where there is none to resolve."""
    return str(hold.evidence.get("checkout") or "") if hold.kind == "conflict" else ""
