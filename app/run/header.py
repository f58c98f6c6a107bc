# SPDX-License-Identifier: Apache-2.0
"""The head of a run: its state with the cause, what it is, where its time went, and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QMenu, QPushButton, QToolButton, QVBoxLayout, QWidget

from app.clock import Beat, ms_since
from app.figures import amount, at_least, counted, duration
from app.labels import let_go_of_focus
from app.models.runs import RunRow, at_work_since, project_of
from app.theme import theme
from app.tokens import SPACE_L, SPACE_M, SPACE_S, SPACE_XS
from app.translate import tr
from app.widgets import AgeLabel, ElidedLabel, StatusPill, plain_label
from app.words import failure_word, short
from engine.projections import Summary
from engine.projections.describe import provider_words


class RunHeader(QFrame):
    """
    Two lines, the buttons of a run, and a menu for what is seldom wanted.

    Attributes:
        menu: made anew each time by the window, with `limit` in it.
        limit: the switch for what follows a provider's limit. Once one is hit, `goes_on` offers it in the open.
    """

    pause_asked = Signal()  # after "Pause" was clicked
    resume_asked = Signal()  # after "Resume" was clicked: undo a pause, or drive a run that nobody drives
    cancel_asked = Signal()  # after "Cancel run" was clicked
    limit_asked = Signal(bool)  # whether the run shall go on by itself after a provider's limit, after it was chosen

    def __init__(self, beat: Beat, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("runHeader")
        self.setProperty("role", "bar")
        self._row: RunRow | None = None
        self._past = False
        self._pill = StatusPill("unknown")
        self._title = ElidedLabel("", "title")
        self._place = ElidedLabel("", "small", "muted")
        self._cause = ElidedLabel("", "body", "text")
        self._times = ElidedLabel("", "small", "muted")
        self._last = plain_label(tr("· last event"), "small")
        self._age = AgeLabel(beat, live=False)
        self._scripted = plain_label(tr("scripted agent"), "small")
        self._scripted.setToolTip(
            tr("No model works here: a script plays the agent. Edits, commands and gates are real.")
        )
        on = tr("On: the run waits until its provider takes requests again, and goes on. Off: it asks you.")
        self.limit = QAction(tr("Go on by itself after a provider's limit"), self)
        self.limit.setObjectName("limitAction")
        self.limit.setCheckable(True)
        self.limit.setToolTip(on)
        self.limit.triggered.connect(self.limit_asked)
        self.goes_on = QCheckBox(tr("go on after a provider's limit"), self)
        self.goes_on.setObjectName("limitSwitch")
        self.goes_on.setProperty("role", "small")
        self.goes_on.setAccessibleName(self.limit.text())
        self.goes_on.setToolTip(on)
        self.goes_on.clicked.connect(self.limit_asked)
        self.goes_on.hide()  # until a provider limits the run
        self._make_buttons()
        self._lay_out()
        self._of_a_run: tuple[QWidget, ...] = (self._pill, self._last, self._age, self._more)
        for part in (*self._of_a_run, self._scripted):  # nothing is said before it is known
            part.hide()
        self._repair.clicked.connect(self._copy_repair)
        beat.struck.connect(self._show_times)

    def show_run(self, summary: Summary, driven: bool, *, past: bool = False, why: str = "") -> None:
        """Show a run as it stands; `past`: as it stood at its `last_at`, when nothing can be done with it."""
        self._past = past
        self._row = row = RunRow(summary, driven, why)
        self._pill.set_status(row.status)
        for part in self._of_a_run:
            part.show()
        self._title.set_text(summary.title)
        start = f"{summary.base_name} ({short(summary.base)})" if summary.base_name else short(summary.base)
        parts = (summary.workflow, project_of(summary), summary.branch)
        place = [*filter(None, parts), *([tr("from {start}").format(start=start)] if summary.base else [])]
        where = tr("{repository}\nrun {run}").format(repository=summary.repository, run=summary.run)
        self._place.set_text(" · ".join(place), "\n".join([*place, where]))
        self._cause.set_text(self._why(row))
        self._cause.setVisible(bool(self._cause.text()))
        self._scripted.setVisible(summary.scripted)
        self._age.set_event(summary.last_at, live=driven and summary.state == "running" and not past)
        self._show_times()
        self._show_buttons(row)
        self.show_switch()

    def show_switch(self) -> None:
        """The switch as the journal has it."""
        summary = self._row.summary if self._row is not None else None
        usable = summary is not None and summary.live and not self._past
        limited = usable and summary is not None and bool(summary.waits)
        if not limited:
            let_go_of_focus(self.goes_on)
        self.goes_on.setVisible(limited)
        self.limit.setEnabled(usable)
        for switch in (self.goes_on, self.limit):
            switch.setChecked(summary is not None and summary.on_provider_limit == "continue")

    @staticmethod
    def _why(row: RunRow) -> str:
        """What the pill does not say: why a run stands, or until when it waits for its provider."""
        summary = row.summary
        if row.status == "running" and summary.waits:
            accounts = ", ".join(dict.fromkeys(wait.account for wait in summary.waits))
            until = provider_words(summary.waits, summary.last_at)
            return tr("{0}: {1}, then it goes on by itself").format(accounts, until)
        return row.line if row.status not in ("waiting", "running") else ""

    def _make_buttons(self) -> None:
        self._pause = self._button("pauseButton", tr("Pause"), tr("Stop at the next safe boundary; nothing is lost"))
        self._resume = self._button("resumeButton", tr("Resume"), tr("Go on where it stands"))
        self._cancel = self._button(
            "cancelButton", tr("Cancel run"), tr("End this run for good; everything it made is kept")
        )
        self._cancel.setProperty("kind", "quiet")
        self._repair = self._button(
            "repairButton",
            tr("Copy repair command"),
            tr("In a terminal it tells what is wrong with the journal and what cutting it loses; it changes nothing"),
        )
        self._pause.clicked.connect(self.pause_asked)
        self._resume.clicked.connect(self.resume_asked)
        self._cancel.clicked.connect(self.cancel_asked)
        self._more = QToolButton(self)
        self._more.setObjectName("runMenuButton")
        self._more.setAccessibleName(tr("More of this run"))
        self._more.setToolTip(tr("What follows a provider's limit, and more of this run"))
        self._more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._more.setStyleSheet("QToolButton::menu-indicator { image: none; }")
        self._more.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.menu = QMenu(self)
        self.menu.setObjectName("runMenu")
        self.menu.setToolTipsVisible(True)
        self.menu.addAction(self.limit)
        self._more.setMenu(self.menu)
        theme().changed.connect(self._tint)
        self._tint()

    def _button(self, name: str, text: str, tip: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setObjectName(name)
        button.setAccessibleName(text)
        button.setToolTip(tip)
        button.setAutoDefault(False)
        button.hide()  # until a run is shown
        return button

    def _tint(self) -> None:
        self._pause.setIcon(theme().icon("pause"))
        self._resume.setIcon(theme().icon("launch"))
        self._cancel.setIcon(theme().icon("stop"))
        self._repair.setIcon(theme().icon("copy"))
        self._more.setIcon(theme().icon("more", "muted"))

    def _lay_out(self) -> None:
        first = QHBoxLayout()
        first.setSpacing(SPACE_S)
        first.addWidget(self._pill)
        first.addWidget(self._title, 1)
        for button in (self._repair, self._resume, self._pause, self._cancel, self._more):
            first.addWidget(button)
        why = QHBoxLayout()
        why.setSpacing(SPACE_S)
        why.addWidget(self._cause, 1)
        why.addWidget(self.goes_on)
        second = QHBoxLayout()
        second.setSpacing(SPACE_S)
        second.addWidget(self._place, 1)
        second.addWidget(self._scripted)
        third = QHBoxLayout()
        third.setSpacing(SPACE_XS)
        third.addWidget(self._times)
        third.addWidget(self._last)
        third.addWidget(self._age)
        third.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_L, SPACE_M, SPACE_M, SPACE_S)
        layout.setSpacing(SPACE_XS)
        layout.addLayout(first)
        layout.addLayout(why)
        layout.addLayout(second)
        layout.addLayout(third)

    def _copy_repair(self) -> None:
        if self._row is not None:
            QGuiApplication.clipboard().setText(f"pilothouse repair {self._row.summary.run}")

    def _show_times(self) -> None:
        if self._row is None:
            return
        if self._row.status == "unreadable":
            self._times.set_text(tr("how its time went cannot be read"))
            return
        summary, times = self._row.summary, self._row.summary.times
        person = times.person
        if summary.state == "paused" and not self._past:  # it needs a person now; work counts up to its last event only
            person += ms_since(summary.last_at) or 0
        working = times.working + (0 if self._past else at_work_since(summary, driven=self._row.driven))
        parts = [tr("working {time}").format(time=duration(working))]
        if person:
            parts.append(tr("needed you {time}").format(time=duration(person)))
        if times.provider:
            parts.append(tr("waiting for provider {time}").format(time=duration(times.provider)))
        cost = summary.meter("cost")
        if cost is not None and (cost.spent or cost.at_least):
            spent = at_least(amount("cost", cost.spent), cost.at_least and cost.spent is not None)
            parts.append(tr("cost {amount}").format(amount=spent))
        failed = sum(summary.failures.values())
        if failed:
            parts.append(counted("{n} failed turns", "{n} failed turn", failed))
        failures = [
            counted("{n} turns: {failure}", "{n} turn: {failure}", number, failure=failure_word(kind))
            for kind, number in summary.failures.items()
        ]
        self._times.set_text(" · ".join(parts), "\n".join([*parts, *failures]))

    def _show_buttons(self, row: RunRow) -> None:
        state = row.summary.state
        only_paused = state == "paused" and bool(row.summary.holds)
        by_person = only_paused and all(hold.kind == "pause" for hold in row.summary.holds)
        for button, shown in (
            (self._repair, row.status == "unreadable"),
            (self._pause, row.status in ("running", "pending")),
            (self._resume, by_person or row.status == "interrupted"),
            (self._cancel, row.summary.live),
        ):
            shown = shown and not self._past
            if not shown:
                let_go_of_focus(button)
            button.setVisible(shown)
