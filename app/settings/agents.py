# SPDX-License-Identifier: Apache-2.0
"""Which agents work here: version, login, and what is missing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.figures import counted, numeral
from app.labels import WrapLabel, plain_label
from app.tasks import Loader, Tasks
from app.theme import theme
from app.tokens import SPACE_L, SPACE_M, SPACE_S, SPACE_XS
from app.translate import tr
from app.words import failure_word
from engine.errors import PilothouseError
from engine.projections import Summary, TurnCounts, turns_by_backend

if TYPE_CHECKING:
    from engine.agents import BackendStatus

_OWN_PLACE = ("name", "works", "version", "note")


def find_agents(data_dir: Path) -> list[BackendStatus]:
    """Every backend as it is here. Blocks for seconds: each program is asked."""
    from engine.agents import available
    from engine.runtime.settings import GATEWAY, SettingsFile, access_of

    return available(access_of(SettingsFile(data_dir).current(), GATEWAY).base_url)


class AgentCard(QFrame):
    """One backend; `counts`: how its turns went in all runs."""

    def __init__(self, status: BackendStatus, counts: TurnCounts | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self.setObjectName(f"agent:{status.name}")
        word = tr("works here") if status.works else tr("does not work here")
        self.setAccessibleName(f"{status.name} {word}. {status.note}")
        self._look = ("succeeded", "green") if status.works else ("minus", "grey")
        self._glyph = QLabel(self)
        head = QHBoxLayout()
        head.setSpacing(SPACE_S)
        head.addWidget(self._glyph)
        head.addWidget(plain_label(status.name, "strong"))
        head.addWidget(plain_label(status.version or "", "mono"))
        head.addStretch(1)
        head.addWidget(plain_label(word, "muted"))
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_M, SPACE_S, SPACE_M, SPACE_S)
        column.setSpacing(SPACE_XS)
        column.addLayout(head)
        for line in told(status):
            column.addWidget(WrapLabel(line, "body", "muted"))
        if counts is not None:
            column.addWidget(WrapLabel(went(counts), "body", "text"))
        theme().changed.connect(self._tint)
        self._tint()

    def _tint(self) -> None:
        self._glyph.setPixmap(theme().pixmap(*self._look, 16))


def went(counts: TurnCounts) -> str:
    """How the turns of a backend went, in a sentence."""
    why = [f"{failure_word(failure)} {numeral(number)}" for failure, number in counts.failures.items()]
    failed = numeral(counts.failed)
    if not why:
        return counted(
            "In all runs, {failed} of {n} turns failed",
            "In all runs, {failed} of {n} turn failed",
            counts.turns,
            failed=failed,
        )
    return counted(
        "In all runs, {failed} of {n} turns failed: {why}",
        "In all runs, {failed} of {n} turn failed: {why}",
        counts.turns,
        failed=failed,
        why=", ".join(why),
    )


def told(status: Any) -> list[str]:
    """All that is known of a backend beside its name and version, a line each, whatever fields it has."""
    lines = [status.note] if status.note else []
    for one in fields(status):
        value = getattr(status, one.name)
        if isinstance(value, tuple) and value and is_dataclass(value[0]):  # the programs that it can drive
            lines += [f"{program.name}: {program.version or program.note}" for program in value]
            continue
        if one.name in _OWN_PLACE or value is None or value == "" or value == ():
            continue
        lines.append(f"{one.name.replace('_', ' ')}: {_plain(value)}")
    return [line.replace("`", "") for line in lines]  # the marks of the terminal's words


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    if isinstance(value, (list, tuple, set, frozenset)):
        return ", ".join(_plain(one) for one in value)
    return str(value)


class AgentsPage(QWidget):
    """A card for each backend."""

    found = Signal(object)  # the names of all backends, after each look

    def __init__(
        self,
        tasks: Tasks,
        find: Callable[[], Sequence[BackendStatus]],
        runs: Callable[[], Sequence[Summary]] = tuple,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("agentsPage")
        self._find, self._runs = find, runs
        self._loader = Loader(tasks, self, "look which agents work")
        self._note = plain_label("", "muted", wrap=True)
        self._again = QPushButton(tr("Look again"), self)
        self._again.setObjectName("agentsAgain")
        self._again.setAccessibleName(tr("Look again which agents work"))
        self._again.setAutoDefault(False)
        self._again.clicked.connect(self.look)
        top = QHBoxLayout()
        top.setSpacing(SPACE_M)
        top.addWidget(self._note, 1)
        top.addWidget(self._again)
        self._cards = QVBoxLayout()
        self._cards.setSpacing(SPACE_S)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_L)
        layout.setSpacing(SPACE_M)
        layout.addLayout(top)
        layout.addLayout(self._cards)
        layout.addStretch(1)

    def look(self) -> None:
        """Look which agents work; the window stays alive meanwhile."""
        self._note.setText(tr("Asking each program how it stands…"))
        self._again.setEnabled(False)
        self._loader.load(self._find, self._on_found, self._on_failed, (OSError, PilothouseError))

    def _on_found(self, agents: Sequence[BackendStatus]) -> None:
        self._done()
        while (item := self._cards.takeAt(0)) is not None:
            if (card := item.widget()) is not None:
                card.deleteLater()
        counts = turns_by_backend(one.backends for one in self._runs())
        for status in sorted(agents, key=lambda one: not one.works):
            self._cards.addWidget(AgentCard(status, counts.get(status.name), self))
        working = sum(status.works for status in agents)
        self._note.setText(
            counted(
                "{working} of {n} kinds of agents work here.",
                "{working} of {n} kind of agents works here.",
                len(agents),
                working=numeral(working),
            )
        )
        self.found.emit([status.name for status in agents])

    def _on_failed(self, error: Exception) -> None:
        self._done()
        self._note.setText(tr("It cannot be told which agents work: {error}").format(error=error))

    def _done(self) -> None:
        self._again.setEnabled(True)
