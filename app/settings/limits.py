# SPDX-License-Identifier: Apache-2.0
"""Limits over all runs, and over each backend, with what is used of them beside each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.figures import amount, at_least, numeral
from app.labels import ElidedLabel, plain_label
from app.settings.fields import LimitField, SwitchField
from app.settings.store import ALL, Snapshot, Store
from app.theme import theme
from app.tokens import SPACE_L, SPACE_M, SPACE_S
from app.translate import QT_TR_NOOP, tr

if TYPE_CHECKING:
    from engine.runtime.usage import Used

_TITLES = {
    "concurrent": QT_TR_NOOP("Turns at once"),
    "turns": QT_TR_NOOP("Turns a day"),
    "requests": QT_TR_NOOP("Requests a day"),
    "tokens": QT_TR_NOOP("Tokens a day"),
    "cost": QT_TR_NOOP("Cost a day, $"),
}
_ABOUT = QT_TR_NOOP(
    "An empty field is no limit. Days are counted in UTC. Tokens and cost are known when a turn ends, so turns that "
    "run when a limit is reached may go beyond it; the count of turns never does. Where an agent does not tell what it "
    "used, a limit on tokens or cost stops new turns, unless they may go on."
)
_NAMES = 200
"""The most that the names of rows take, in pixels."""

_FIELD = 28
"""How high a field is, in pixels at the normal text size: names and switches stand in line with it."""

_UNKNOWN = QT_TR_NOOP("A limit on tokens or cost goes on though what an agent used is not known")


class LimitsPage(QWidget):
    """A row for the whole fleet, one for each backend, and one for each project that has limits or is given some.

    `projects`: repositories that are known, to choose from.
    """

    def __init__(self, store: Store, projects: Sequence[str] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("limitsPage")
        self._store = store
        self._rows: dict[str, list[LimitField | SwitchField]] = {}
        self._backends: tuple[str, ...] = ()
        self._added: list[str] = []
        self.paused = SwitchField(store, "fleet.paused", tr("Stop new work: no turn is started, those that run go on"))
        self.fault = plain_label("", "wrong", wrap=True)
        self.fault.setObjectName("settingsFault")
        self.fault.hide()
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(SPACE_M)
        self._grid.setVerticalSpacing(SPACE_M)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_L)
        layout.setSpacing(SPACE_M)
        layout.addWidget(self.fault)
        layout.addWidget(self.paused)
        layout.addWidget(plain_label(tr(_ABOUT), "muted", wrap=True))
        layout.addSpacing(SPACE_S)
        layout.addLayout(self._grid)
        layout.addLayout(self._make_adder(projects))
        layout.addStretch(1)
        store.looked.connect(self._on_looked)

    def know_backends(self, names: Sequence[str]) -> None:
        """Give each of these backends a row, whether it has limits or not."""
        self._backends = tuple(names)
        if self._store.snapshot is not None:
            self._on_looked(self._store.snapshot)

    def _make_adder(self, projects: Sequence[str]) -> QHBoxLayout:
        self._add = QPushButton(tr("Limit this project"), self)
        self._add.setObjectName("limitProjectAdd")
        self._add.setAutoDefault(False)
        self._add.setEnabled(False)
        self._project = QComboBox(self)
        self._project.setObjectName("limitProject")
        self._project.setAccessibleName(tr("A project to limit: the path of its repository, or the last part of it"))
        self._project.setEditable(True)
        self._project.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self._project.addItems([*dict.fromkeys(projects)])
        self._project.setCurrentText("")
        line = self._project.lineEdit()
        if line is not None:
            line.setAccessibleName(self._project.accessibleName())
            line.setPlaceholderText(tr("A repository's path, or the last part of it"))
            line.returnPressed.connect(self._on_add)
            line.textChanged.connect(lambda text: self._add.setEnabled(bool(text.strip())))
        self._add.clicked.connect(self._on_add)
        row = QHBoxLayout()
        row.setSpacing(SPACE_S)
        row.addWidget(self._project, 1)
        row.addWidget(self._add)
        return row

    def _on_add(self) -> None:
        """A row for it; nothing is written before one of its fields is."""
        name = self._project.currentText().strip().rstrip("/\\")
        if not name or self._store.snapshot is None:
            return
        self._project.setCurrentText("")
        self._added.append(name)
        self._on_looked(self._store.snapshot)
        first = self._rows[f"fleet.projects.{name}"][0]
        if isinstance(first, LimitField):
            first.line.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_looked(self, snapshot: Snapshot) -> None:
        self.fault.setText(snapshot.fault)
        self.fault.setVisible(bool(snapshot.fault))
        self.paused.show_value(snapshot)
        scopes = self._scopes(snapshot)
        if not self._rows:
            self._head(_columns(snapshot))
        for path, title, key in scopes:
            if path not in self._rows:
                self._add_row(path, title, _columns(snapshot))
            for field in self._rows[path]:
                if isinstance(field, SwitchField):
                    field.show_value(snapshot)
                else:
                    kind = field.name.rpartition(".")[2]
                    told = _used(kind, key, snapshot) if key is not None else _used_in(kind, title, snapshot)
                    field.show_value(snapshot, told)

    def _scopes(self, snapshot: Snapshot) -> list[tuple[str, str, str | None]]:
        """The dotted name of each scope, its title, and by what name its use is known."""
        fleet = snapshot.settings.fleet
        known = {*fleet.backends, *snapshot.used, *self._backends} - {ALL}
        found: list[tuple[str, str, str | None]] = [("fleet", tr("All agents"), ALL)]
        order = [*self._backends, *sorted(known - set(self._backends))]
        found += [(f"fleet.backends.{name}", name, name) for name in order if "." not in name]
        projects = sorted({*fleet.projects, *self._added})
        return found + [(f"fleet.projects.{name}", name, None) for name in projects]

    def _head(self, columns: Sequence[str]) -> None:
        for at, name in enumerate(columns, 1):
            self._grid.addWidget(_head(_title(name)), 0, at)
        self._grid.addWidget(_head(tr("If use is unknown")), 0, len(columns) + 1)
        for at in range(1, len(columns) + 1):
            self._grid.setColumnStretch(at, 1)

    def _add_row(self, path: str, title: str, columns: Sequence[str]) -> None:
        row = len(self._rows) + 1
        label = ElidedLabel(title, "strong")
        label.setFixedHeight(round(_FIELD * theme().text_scale))
        label.setMinimumWidth(min(label.sizeHint().width(), _NAMES))  # or the fields would take all of it
        label.setMaximumWidth(_NAMES)
        label.set_elide(Qt.TextElideMode.ElideLeft)  # of a path, its end tells which it is
        self._grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
        fields: list[LimitField | SwitchField] = []
        for at, name in enumerate(columns, 1):
            where = f"{path}.{name}" if name == "concurrent" else f"{path}.per_day.{name}"
            field = LimitField(self._store, where, f"{_title(name)}, {title}")
            self._grid.addWidget(field, row, at, Qt.AlignmentFlag.AlignTop)
            fields.append(field)
        unknown = SwitchField(self._store, f"{path}.per_day.accept_unknown", tr("go on"), f"{tr(_UNKNOWN)}, {title}")
        unknown.setToolTip(tr(_UNKNOWN))
        unknown.setMinimumHeight(round(_FIELD * theme().text_scale))
        self._grid.addWidget(unknown, row, len(columns) + 1, Qt.AlignmentFlag.AlignTop)
        self._rows[path] = [*fields, unknown]


def _title(name: str) -> str:
    return tr(_TITLES[name]) if name in _TITLES else name.replace("_", " ")


def _columns(snapshot: Snapshot) -> list[str]:
    """What can be limited: whatever the settings know, in their order."""
    kinds = type(snapshot.settings.fleet.per_day).model_fields
    return ["concurrent", *(kind for kind in kinds if kind != "accept_unknown")]


def _head(text: str) -> QLabel:
    return plain_label(text, "small")


def _used(kind: str, key: str, snapshot: Snapshot) -> str:
    """What is used of a limit now, in words; empty where nobody counts, and where nothing is."""
    if kind == "concurrent":
        running = snapshot.running.get(key, 0)
        return tr("{n} now").format(n=numeral(running)) if running else ""
    return _told(kind, snapshot.used.get(key))


def _used_in(kind: str, project: str, snapshot: Snapshot) -> str:
    """As `_used`, of a project: of the repositories that its name stands for."""
    if kind == "concurrent":
        return ""
    named = [one for path, one in snapshot.projects.items() if project in (path, PurePath(path).name)]
    return ", ".join(filter(None, (_told(kind, one) for one in named)))


def _told(kind: str, used: Used | None) -> str:
    spent = getattr(used, kind, None)
    if used is None or spent is None or not (spent or kind in used.at_least):
        return ""
    figure = at_least(amount(kind, float(spent), brief=True), kind in used.at_least)
    return tr("{used} today").format(used=figure)
