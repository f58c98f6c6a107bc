# SPDX-License-Identifier: Apache-2.0
"""The current hold of the home page: its evidence, and what one keystroke or click does about it.

An answer takes two acts: the first arms it and shows what will be answered, the second is another key or button. What
is armed belongs to the evidence that was shown; anything that moves lets it go.
"""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.announce import announce
from app.clock import Beat
from app.commands import Commands, Report
from app.flow import FlowBox
from app.kinds import KIND_ICONS, UNREADABLE, kind_word
from app.labels import WrapLabel, has_focus_within, let_go_of_focus, plain_label
from app.needs.acts import noted, obvious, raised, what_is_answered
from app.needs.changes import ChangedFiles
from app.needs.model import Need
from app.needs.note import Note
from app.needs.order import waits
from app.run.answers import answer_look
from app.run.banner import KEYS_DEAD_MS, MOUSE_DEAD_MS, after_dead_time
from app.run.evidence import evidence_lines, sentence_of
from app.run.evidencepane import EvidencePane
from app.run.meters import RaiseField, suggestion
from app.tasks import Tasks
from app.theme import theme
from app.tokens import SPACE_L, SPACE_M, SPACE_S
from app.translate import tr
from app.unsent import Unsent, UnsentNote, is_in

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)

_KEEP_AFTER_MS = 1_000
"""So long after the last key a note is on disk."""

_EVIDENCE = 0.4
"""The most of the window's height that evidence takes before it scrolls."""


class NeedCard(QFrame):
    """Shows one hold. It never takes the focus by itself, and `Enter` answers nothing in it but a note or a raise."""

    opened = Signal()  # after "Open" was clicked
    snoozed = Signal()  # after "Snooze" was clicked
    left = Signal()  # after a field was left: the list should have the focus again

    def __init__(
        self,
        data_dir: Path,
        commands: Commands,
        tasks: Tasks,
        beat: Beat,
        unsent: Unsent,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("needCard")
        self.setAccessibleName(tr("The hold that is selected"))
        self._commands = commands
        self._need: Need | None = None
        self._steady_at = 0.0
        self._armed: str | None = None
        self._armed_at = 0.0
        self._unsent = unsent
        self._loaded = ""
        self._raise: RaiseField | None = None
        self._arming = after_dead_time(self, self._enable)
        self._make_parts()
        self._files = ChangedFiles(data_dir, tasks, self)
        self._lay_out()
        commands.busy_changed.connect(self._enable)
        commands.reported.connect(self._on_report)
        beat.struck.connect(self._show_age)
        theme().changed.connect(self._tint)
        self._tint()
        self.hide()

    def show_need(self, need: Need | None, steady_at: float, *, aside: bool = False) -> None:
        """Show a hold; `steady_at`: since when it stands there as it does, on the monotonic clock."""
        before, self._need, self._steady_at = self._need, need, steady_at
        same = need is not None and before is not None and need.key == before.key
        self._snooze.setText(tr("Take back") if aside else tr("Snooze"))
        if not same:
            self._change_note(before, need)
        if need is None:
            self.disarm()
            self._leave()
            self.hide()
            return
        if same and before is not None and need.hold == before.hold:
            self._show_age()
            return
        self.disarm()
        if not same:
            self._leave()
        self._fill(need)
        self._said(tr("The evidence has moved. Look at it again before you answer.") if same else "")
        self.show()
        self._arming.start()
        self._enable()

    def _change_note(self, before: Need | None, need: Need | None) -> None:
        """A note is kept for its hold until it was given. Whoever was writing it writes into nothing else."""
        if has_focus_within(self._note):
            let_go_of_focus(self)
        self._keep_note(before)
        self._loaded = self._unsent.text(need.key) if need is not None else ""
        self._note.field.setPlainText(self._loaded)
        self._note.field.moveCursor(QTextCursor.MoveOperation.End)

    def _keep_note(self, need: Need | None) -> None:
        text = self._note.field.toPlainText()
        if need is None or text == self._loaded:
            return
        self._loaded = text
        try:
            self._unsent.put(UnsentNote(*need.key, need.hold.node or "", need.title, text))
        except OSError as error:
            self._said(tr("The note is kept only until the window closes: {why}").format(why=error.strerror or error))

    def take_note(self, text: str) -> None:
        """Put a text that was not sent into the note of this hold, after what stands there; nothing is sent."""
        if self._need is not None:
            there = self._note.field.toPlainText().rstrip()
            self._note.field.setPlainText(f"{there}\n\n{text}" if there else text)
            self._keep_note(self._need)
            self.open_note()

    def _fill(self, need: Need) -> None:
        hold = need.hold
        tone = "brass" if hold.kind != UNREADABLE else "red"
        self._icon.setPixmap(theme().pixmap(KIND_ICONS.get(hold.kind, "waiting"), tone, 20))
        self._kind.setText(kind_word(hold.kind))
        self._node.setText(hold.node or "")
        self._run.set_text(f"{need.title}\n{need.project}")  # a line each: titles may be in scripts from right to left
        self._sentence.set_text(sentence_of(hold))
        self._evidence.show_lines(evidence_lines(hold))
        self._files.show_hold(hold)
        for button, answer, key in ((self._accept, obvious(hold), "a"), (self._refine, noted(hold), "r")):
            button.setVisible(answer is not None)
            if answer is not None:
                button.setText(f"{answer_look(answer).text.rstrip('…')} ({key})")
                button.setAccessibleName(f"{answer_look(answer).text.rstrip('…')}: {hold.sentence[:120]}")
                button.setToolTip(answer_look(answer).tip)
        budget = raised(hold)
        self._raise_it.setVisible(budget is not None)
        self._drop_raise()
        if budget is not None:
            self._make_raise(budget)
        self._show_age()

    # ------------------------------------------------------------------------------------------------------------ acts

    def arm(self, *, by_key: bool = True) -> None:
        """The first act of the obvious answer: show what will be answered, and by what."""
        need = self._need
        answer = obvious(need.hold) if need is not None else None
        if need is None or answer is None:
            return
        if by_key and self._is_young():
            self._said(tr("This has only just come. Look at it before you answer."))
            return
        if self._commands.is_busy(need.hold.run, need.hold.id):
            return
        self._armed, self._armed_at = answer, time.monotonic()
        self._said("")
        self._what.set_text(what_is_answered(need, answer))
        announce(self, self._what.text())
        self._sure.setText(tr("Yes, {answer} (y)").format(answer=answer_look(answer).text.rstrip("…").lower()))
        self._bar.show()
        self._arming.start()
        self._enable()

    def confirm(self, *, by_key: bool = True) -> None:
        """The second act: give the armed answer to the evidence that it was armed on. Too quick lets it go instead."""
        need, answer = self._need, self._armed
        if need is None or answer is None:
            return
        late = (time.monotonic() - self._armed_at) * 1000 >= MOUSE_DEAD_MS
        self.disarm()
        if not late or (by_key and self._is_young()):
            self._said(tr("That was too quick to be sure that it was meant."))
            return
        self._give(need, answer, "")

    def disarm(self) -> None:
        """Let go what is armed."""
        self._armed = None
        self._bar.hide()
        self._enable()

    def open_note(self) -> None:
        """Put the keyboard into the note, for the answer that goes with one."""
        answer = noted(self._need.hold) if self._need is not None else None
        if answer is None:
            return
        self.disarm()
        look = answer_look(answer)
        self._note.ask(look.text.rstrip("…"), needed=look.note == "needed")

    def open_raise(self) -> None:
        """Put the keyboard into the field that raises the budget."""
        if self._raise is not None:
            self.disarm()
            self._raise.show()
            self._raise.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self._raise.field.selectAll()

    def has_raise(self) -> bool:
        """Whether the hold is about a budget that can be raised."""
        return self._raise is not None

    def can(self, what: str) -> bool:
        """Whether the hold takes an obvious answer (`a`), or one with a note (`r`)."""
        hold = self._need.hold if self._need is not None else None
        return hold is not None and {"a": obvious, "r": noted}[what](hold) is not None

    def is_armed(self) -> bool:
        """Whether an answer waits for its second act."""
        return self._armed is not None

    def _is_young(self) -> bool:
        return (time.monotonic() - self._steady_at) * 1000 < KEYS_DEAD_MS

    def _give(self, need: Need, answer: str, note: str) -> None:
        self._said("")
        self._commands.answer(need.hold.run, need.hold.id, answer, expect=need.hold.seq, note=note)

    def _on_note(self, note: str) -> None:
        need = self._need
        answer = noted(need.hold) if need is not None else None
        if need is None or answer is None or self._is_young():
            return
        self._give(need, answer, note)
        self._leave()

    def _on_raised(self, kind: str, by: float) -> None:
        need = self._need
        if need is None:
            return
        if self._is_young() or kind != raised(need.hold):
            self._said(tr("This has only just come. Look at it before you answer."))
            return
        self._said("")
        self._commands.raise_budget(need.hold.run, kind, by)
        self._leave()

    def _on_report(self, report: Report) -> None:
        hold = self._need.hold if self._need is not None else None
        here = hold is not None and report.run == hold.run and report.hold in (hold.id, None)
        if here and report.tone != "done":
            self._said(report.text, aloud=False)  # the status bar says it
        if report.run is not None and report.hold is not None and report.tone in ("done", "queued"):
            with suppress(OSError):
                self._unsent.sent((report.run, report.hold), report.note)
            if here and is_in(self._note.field.toPlainText(), report.note):  # what was typed beside it stays
                self._loaded = ""
                self._note.field.clear()

    def _on_arm(self) -> None:
        self.arm(by_key=False)

    def _on_sure(self) -> None:
        self.confirm(by_key=False)

    def showEvent(self, event: QShowEvent) -> None:
        """What was typed for the hold on another page stands here, too."""
        super().showEvent(event)
        if self._need is not None and self._note.field.toPlainText() == self._loaded:
            kept = self._unsent.text(self._need.key)
            if kept != self._loaded:
                self._loaded = kept
                self._note.field.setPlainText(kept)

    def hideEvent(self, event: QHideEvent) -> None:
        """What was typed is kept when the window closes, too."""
        super().hideEvent(event)
        self._keep_note(self._need)

    # ----------------------------------------------------------------------------------------------------------- parts

    def _enable(self) -> None:
        need = self._need
        free = need is not None and not self._commands.is_busy(need.hold.run, need.hold.id)
        settled = (time.monotonic() - self._steady_at) * 1000 >= MOUSE_DEAD_MS
        self._accept.setEnabled(free and settled and self._armed is None)
        self._refine.setEnabled(free and settled)
        self._raise_it.setEnabled(free and settled)
        self._sure.setEnabled(free and (time.monotonic() - self._armed_at) * 1000 >= MOUSE_DEAD_MS)

    def _said(self, text: str, *, aloud: bool = True) -> None:
        self._outcome.set_text(text)
        self._outcome.setVisible(bool(text))
        if aloud:
            announce(self, text)

    def _show_age(self) -> None:
        if self._need is not None:
            self._age.setText(" · ".join(waits(self._need.hold, self._need.held)))

    def _leave(self) -> None:
        """Close the fields; the keyboard goes back to the list, if it was in one of them."""
        had = has_focus_within(self)
        self._note.hide()
        if self._raise is not None:
            self._raise.hide()
        if had:
            self.left.emit()

    def _make_raise(self, budget: str) -> None:
        self._raise = RaiseField(budget, parent=self)
        self._raise.field.setObjectName(f"needRaise:{budget}")
        self._raise.field.setText(suggestion(budget))
        self._raise.field.installEventFilter(self)
        self._raise.raised.connect(self._on_raised)
        self._raise.hide()
        self._fields.addWidget(self._raise)

    def _drop_raise(self) -> None:
        if self._raise is not None:
            self._raise.field.setObjectName("")
            self._raise.deleteLater()
            self._raise = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter presses no button; Escape leaves a field, and lets go what is armed."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Escape:
                self.disarm()
                self._leave()
                return True
            if isinstance(watched, QPushButton) and (event.key() in _ENTER or event.isAutoRepeat()):
                return True
            if watched in (self._accept, self._sure) and event.key() == Qt.Key.Key_Space and self._is_young():
                return True
        return super().eventFilter(watched, event)

    def _button(self, name: str, text: str, told: str, kind: str = "") -> QPushButton:
        button = QPushButton(text, self)
        button.setObjectName(name)
        button.setAccessibleDescription(told)
        button.setProperty("kind", kind)
        button.setAutoDefault(False)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keyboard to the list
        button.installEventFilter(self)
        return button

    def _make_parts(self) -> None:
        self._icon = QLabel(self)
        self._kind = plain_label("", "title")
        self._node = plain_label("", "mono")
        self._age = plain_label("", "small")
        self._run = WrapLabel("", "body", "muted")
        self._sentence = WrapLabel()
        self._evidence = EvidencePane(self, share=_EVIDENCE)
        self._outcome = WrapLabel("", "body", "red")
        self._outcome.setObjectName("needOutcome")
        self._accept = self._button(
            "need:accept", tr("Accept (a)"), tr("Give this answer, after one more act"), "primary"
        )
        self._refine = self._button("need:note", tr("Refine (r)"), tr("Answer with a note"))
        self._raise_it = self._button("need:raise", tr("Raise (b)"), tr("Raise the budget"), "primary")
        self._snooze = self._button("need:snooze", tr("Snooze"), tr("Put aside until its evidence changes"))
        self._open = self._button("need:open", tr("Open"), tr("Show the run"))
        self._what = WrapLabel()
        self._what.setObjectName("needArmed")
        self._sure = self._button("need:sure", tr("Yes"), tr("Give the answer that is shown"), "primary")
        self._unsure = self._button("need:unsure", tr("Not now"), tr("Let go what is armed"))
        self._note = Note(self)
        self._note.field.installEventFilter(self)
        self._keep_soon = QTimer(self)
        self._keep_soon.setSingleShot(True)
        self._keep_soon.setInterval(_KEEP_AFTER_MS)
        self._keep_soon.timeout.connect(lambda: self._keep_note(self._need))
        self._note.field.textChanged.connect(self._keep_soon.start)
        for signal, slot in (
            (self._accept.clicked, self._on_arm),
            (self._refine.clicked, self.open_note),
            (self._raise_it.clicked, self.open_raise),
            (self._sure.clicked, self._on_sure),
            (self._unsure.clicked, self.disarm),
            (self._note.given, self._on_note),
        ):
            signal.connect(slot)
        self._snooze.clicked.connect(self.snoozed)
        self._open.clicked.connect(self.opened)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(SPACE_S)
        for widget in (self._icon, self._kind, self._node):
            head.addWidget(widget)
        head.addStretch(1)
        self._bar = QFrame(self)
        self._bar.setObjectName("needArmBar")
        armed = QVBoxLayout(self._bar)
        armed.setContentsMargins(SPACE_M, SPACE_M, SPACE_M, SPACE_M)
        armed.addWidget(self._what)
        sure = QHBoxLayout()
        sure.addStretch(1)
        sure.addWidget(self._unsure)
        sure.addWidget(self._sure)
        armed.addLayout(sure)
        buttons = FlowBox(SPACE_S, self)
        for button in (self._accept, self._raise_it, self._refine, self._snooze, self._open):
            buttons.add(button)
        self._fields = QVBoxLayout()
        self._fields.addWidget(self._note)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_M)
        layout.setSpacing(SPACE_M)
        layout.addLayout(head)
        parts: tuple[QWidget, ...] = (self._run, self._age, self._sentence, self._evidence, self._outcome, buttons)
        for part in parts:
            layout.addWidget(part)
        layout.addLayout(self._fields)
        layout.addWidget(self._bar)
        layout.addSpacing(SPACE_S)
        layout.addWidget(self._files, 1)  # below what is clicked: nothing moves when they come
        self._note.hide()
        self._bar.hide()
        self._outcome.hide()

    def _tint(self) -> None:
        palette = theme().palette
        self.setStyleSheet(
            f"#needCard {{ background: {palette.surface}; border: none; border-radius: 0; }}"
            f" #needArmBar {{ background: {palette.brass_soft}; border: none; border-left: 3px solid {palette.brass};"
            f" border-radius: 0; }}"
        )
