# SPDX-License-Identifier: Apache-2.0
"""The fleet screen: what every agent of every run does now, and the switch that stops new work."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.figures import amount, at_least, counted, percent, size
from app.fleet.model import AgentRow, FleetModel, rows_of
from app.fleet.sampling import Key, Live, Sampler, Wanted
from app.fleet.table import FleetTable
from app.labels import plain_label
from app.settings.store import ALL, Snapshot, Store
from app.tasks import Loader, Tasks, once_painted
from app.theme import theme
from app.tokens import SPACE_L, SPACE_M, SPACE_S, SPACE_XS
from app.translate import QT_TR_NOOP, tr
from app.widgets import ElidedLabel, EmptyState
from app.words import meter_word
from engine.projections import Summary

LOOK_EVERY_MS = 1_000
"""How often processes and transcripts are looked at while the screen is shown."""


class FleetScreen(QWidget):
    """Looks at processes and transcripts only while it is shown."""

    attempt_asked = Signal(str, str, int)  # run, node and attempt, after an agent was asked for
    settings_asked = Signal()  # after the button for the limits was clicked

    def __init__(self, data_dir: Path, tasks: Tasks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("fleetScreen")
        self.setAccessibleName(tr("Fleet"))
        self._summaries: tuple[Summary, ...] = ()
        self._driven: frozenset[str] = frozenset()
        self._live: dict[Key, Live] = {}
        self._shown: list[object] = []
        self._sampler = Sampler(data_dir)
        self._sampling = Loader(tasks, self, "look at the agents")
        self._busy = False
        self.store = Store(data_dir, tasks, self)
        self.model = FleetModel(self)
        self.table = FleetTable(self.model, self)
        self._empty = EmptyState("agent", tr("No agent is at work"), tr(_EMPTY))
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_EVERY_MS)
        self._timer.timeout.connect(self._look)
        self._make_head()
        self._lay_out()
        self.table.chosen.connect(self._on_chosen)
        self.store.looked.connect(self._on_settings)
        self.store.refused.connect(self._on_refused)

    def show_runs(self, summaries: tuple[Summary, ...], driven: frozenset[str]) -> None:
        """The runs as they stand now. Who came, went or turned is shown at once, figures once a second."""
        self._summaries, self._driven = summaries, driven
        if self.isVisible() and self._shape() != self._shown:
            self._show()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._timer.start()
        self._show()
        once_painted(self, self._look)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()

    # --------------------------------------------------------------------------------------------------------- looking

    def _look(self) -> None:
        self.store.look()
        if self._busy:
            return
        wanted = [
            Wanted(row.key, row.view.pid if row.driven else None, row.view.since)
            for row in self._rows()
            if row.view.turn
        ]
        self._busy = True
        self._sampling.load(partial(self._sampler.look, wanted), self._on_live, self._on_failed)

    def _on_live(self, live: dict[Key, Live]) -> None:
        self._busy = False
        self._live = live
        self._show()

    def _on_failed(self, error: Exception) -> None:
        self._busy = False

    def _shape(self) -> list[object]:
        return [
            (one.run in self._driven, one.run, v.node, v.attempt, v.state)
            for one in self._summaries
            for v in one.agents
        ]

    def _rows(self) -> list[AgentRow]:
        return rows_of(self._summaries, self._driven, self._live)

    def _show(self) -> None:
        self._shown = self._shape()
        rows = self._rows()
        self.model.show(rows)
        self.table.fit()
        self._stack.setCurrentIndex(1 if rows else 0)
        self._counts.set_text(in_words(rows))

    def _on_settings(self, snapshot: Snapshot) -> None:
        paused = snapshot.settings.fleet.paused
        self._banner.setVisible(paused)
        self.switch.setText(tr("Let new work start") if paused else tr("Stop new work"))
        self.switch.setIcon(theme().icon("launch" if paused else "pause", "text"))
        self.switch.setAccessibleName(self.switch.text())
        self.switch.setEnabled(True)
        self._limits.set_text(snapshot.fault or limits_in_words(snapshot))
        self._limits.set_token("red" if snapshot.fault else "muted")

    def _on_refused(self, _: str, why: str) -> None:
        self.switch.setEnabled(True)
        self._limits.set_text(why)
        self._limits.set_token("red")

    def _on_switch(self) -> None:
        if self.store.snapshot is not None:
            self.switch.setEnabled(False)
            self.store.change_all({"fleet.paused": "false" if self.store.snapshot.settings.fleet.paused else "true"})

    def _on_chosen(self, row: AgentRow) -> None:
        self.attempt_asked.emit(*row.key)

    # ----------------------------------------------------------------------------------------------------------- parts

    def _make_head(self) -> None:
        self._counts = ElidedLabel("", "body", "text")
        self._counts.setObjectName("fleetCounts")
        self._limits = ElidedLabel("", "small", "muted")
        self._limits.setObjectName("fleetLimits")
        self.switch = QPushButton(tr("Stop new work"), self)
        self.switch.setObjectName("stopNewWork")
        self.switch.setAccessibleName(tr("Stop new work"))
        self.switch.setToolTip(tr("No turn is started any more; those that run go on"))
        self.switch.setAutoDefault(False)
        self.switch.setEnabled(False)
        self.switch.clicked.connect(self._on_switch)
        self._settings = QPushButton(tr("Limits…"), self)
        self._settings.setObjectName("fleetSettings")
        self._settings.setAccessibleName(tr("Change the limits of the fleet"))
        self._settings.setAutoDefault(False)
        self._settings.clicked.connect(self.settings_asked)
        self._banner = QFrame(self)
        self._banner.setObjectName("fleetPaused")
        self._banner.setProperty("role", "notice")
        line = QHBoxLayout(self._banner)
        line.setContentsMargins(SPACE_L, SPACE_S, SPACE_L, SPACE_S)
        line.addWidget(plain_label(tr(_PAUSED), wrap=True))
        self._banner.hide()
        theme().changed.connect(self._tint)

    def _tint(self) -> None:
        if self.store.snapshot is not None:
            self._on_settings(self.store.snapshot)
        self._show()

    def _lay_out(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(SPACE_XS)
        words.addWidget(plain_label(tr("Fleet"), "title"))
        words.addWidget(self._counts)
        words.addWidget(self._limits)
        head = QFrame(self)
        head.setProperty("role", "bar")
        row = QHBoxLayout(head)
        row.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
        row.setSpacing(SPACE_S)
        row.addLayout(words, 1)
        row.addWidget(self.switch, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._settings, 0, Qt.AlignmentFlag.AlignTop)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._framed())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(head)
        layout.addWidget(self._banner)
        layout.addWidget(self._stack, 1)

    def _framed(self) -> QFrame:
        """The table, its text in line with the head of the page."""
        frame = QFrame(self)
        frame.setProperty("role", "pane")
        row = QHBoxLayout(frame)
        row.setContentsMargins(SPACE_S, 0, SPACE_S, 0)
        row.addWidget(self.table)
        return frame


def in_words(rows: list[AgentRow]) -> str:
    """How many there are and what they use together."""
    if not rows:
        return tr("No agent is at work.")
    parts: list[str] = []
    states = Counter(row.status for row in rows)
    if number := states["running"]:
        parts.append(counted("{n} agents at work", "{n} agent at work", number))
    if number := states["measured"]:
        parts.append(counted("{n} being judged", "{n} being judged", number))
    if number := states["waiting"]:
        parts.append(counted("{n} need you", "{n} needs you", number))
    if number := states["paused"]:
        parts.append(counted("{n} stand still with their runs", "{n} stands still with its run", number))
    if number := states["interrupted"]:
        parts.append(counted("{n} in runs that nobody drives", "{n} in a run that nobody drives", number))
    parts.append(counted("in {n} runs", "in {n} run", len({row.run for row in rows})))
    cpu = [row.live.cpu for row in rows if row.live.cpu is not None]
    memory = [row.live.memory for row in rows if row.live.memory is not None]
    if cpu:
        parts.append(tr("{share} of one processor").format(share=percent(sum(cpu))))
    if memory:
        parts.append(size(sum(memory)))
    return " · ".join(parts)


def limits_in_words(snapshot: Snapshot) -> str:
    """The limits in force over all runs, each with its use; those of backends by their name."""
    fleet = snapshot.settings.fleet
    parts = []
    for key, name, limits in ((ALL, "", fleet), *((name, f"{name}: ", one) for name, one in fleet.backends.items())):
        used = snapshot.used.get(key)
        told = []
        if limits.concurrent is not None:
            told.append(
                tr("{running} of {concurrent} at once").format(
                    running=snapshot.running.get(key, 0), concurrent=limits.concurrent
                )
            )
        for kind in type(limits.per_day).model_fields:
            cap = getattr(limits.per_day, kind)
            if kind == "accept_unknown" or cap is None:
                continue
            spent = float(getattr(used, kind, 0) or 0)
            least = used is not None and kind in used.at_least
            words = tr("{used} of {cap} today") if kind == "cost" else tr("{used} of {cap} {budget} today")
            told.append(
                words.format(
                    used=at_least(amount(kind, spent, brief=True), least),
                    cap=amount(kind, cap, brief=True),
                    budget=meter_word(kind),
                )
            )
        if told:
            parts.append(name + ", ".join(told))
    return tr("Limits: {limits}").format(limits=" · ".join(parts)) if parts else tr("No limit is set.")


_PAUSED = QT_TR_NOOP("New work is stopped: no turn is started in any run. Turns that run go on to their end.")
_EMPTY = QT_TR_NOOP(
    "Every agent of every run appears here while it works: what it does, for how long, and what it uses. "
    "Ctrl+N launches a run."
)
