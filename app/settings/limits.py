# SPDX-License-Identifier: Apache-2.0
"""Limits over all runs, and over each backend, with what is used of them beside each."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from app.labels import plain_label
from app.settings.fields import LimitField, SwitchField
from app.settings.store import ALL, Snapshot, Store
from app.tokens import SPACE_L, SPACE_M, SPACE_S
from engine.projections.words import amount

_TITLES = {
    "concurrent": "Turns at once",
    "turns": "Turns a day",
    "requests": "Requests a day",
    "tokens": "Tokens a day",
    "cost": "Cost a day, $",
}
_ABOUT = (
    "An empty field is no limit. Days are counted in UTC. Tokens and cost are known when a turn ends, so turns that "
    "run when a limit is reached may go beyond it; the count of turns never does."
)
_UNKNOWN = "A limit on tokens or cost goes on though what an agent used is not known"


class LimitsPage(QWidget):
    """A row for the whole fleet, and one for each backend or project that has limits or could have."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("limitsPage")
        self._store = store
        self._rows: dict[str, list[LimitField | SwitchField]] = {}
        self._backends: tuple[str, ...] = ()
        self.paused = SwitchField(store, "fleet.paused", "Stop new work: no turn is started, those that run go on")
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
        layout.addWidget(plain_label(_ABOUT, "muted", wrap=True))
        layout.addSpacing(SPACE_S)
        layout.addLayout(self._grid)
        layout.addStretch(1)
        store.looked.connect(self._on_looked)

    def know_backends(self, names: Sequence[str]) -> None:
        """Give each of these backends a row, whether it has limits or not."""
        self._backends = tuple(names)
        if self._store.snapshot is not None:
            self._on_looked(self._store.snapshot)

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
                    field.show_value(snapshot, _used(field.name.rpartition(".")[2], key, snapshot))

    def _scopes(self, snapshot: Snapshot) -> list[tuple[str, str, str | None]]:
        """The dotted name of each scope, its title, and by what name its use is known."""
        fleet = snapshot.settings.fleet
        known = {*fleet.backends, *snapshot.used, *self._backends} - {ALL}
        found: list[tuple[str, str, str | None]] = [("fleet", "All agents", ALL)]
        order = [*self._backends, *sorted(known - set(self._backends))]
        found += [(f"fleet.backends.{name}", name, name) for name in order if "." not in name]
        projects = getattr(fleet, "projects", {})
        return found + [(f"fleet.projects.{name}", name, None) for name in sorted(projects) if "." not in name]

    def _head(self, columns: Sequence[str]) -> None:
        for at, name in enumerate(columns, 1):
            self._grid.addWidget(_head(_TITLES.get(name, name.replace("_", " "))), 0, at)
        self._grid.addWidget(_head("Unknown use"), 0, len(columns) + 1)
        for at in range(1, len(columns) + 1):
            self._grid.setColumnStretch(at, 1)

    def _add_row(self, path: str, title: str, columns: Sequence[str]) -> None:
        row = len(self._rows) + 1
        label = plain_label(title, "strong")
        label.setMinimumHeight(28)
        self._grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
        fields: list[LimitField | SwitchField] = []
        for at, name in enumerate(columns, 1):
            where = f"{path}.{name}" if name == "concurrent" else f"{path}.per_day.{name}"
            field = LimitField(self._store, where, f"{_TITLES.get(name, name)}, {title}")
            self._grid.addWidget(field, row, at, Qt.AlignmentFlag.AlignTop)
            fields.append(field)
        unknown = SwitchField(self._store, f"{path}.per_day.accept_unknown", "accepted", f"{_UNKNOWN}, {title}")
        unknown.setToolTip(_UNKNOWN)
        unknown.setMinimumHeight(28)
        self._grid.addWidget(unknown, row, len(columns) + 1, Qt.AlignmentFlag.AlignTop)
        self._rows[path] = [*fields, unknown]


def _columns(snapshot: Snapshot) -> list[str]:
    """What can be limited: whatever the settings know, in their order."""
    kinds = type(snapshot.settings.fleet.per_day).model_fields
    return ["concurrent", *(kind for kind in kinds if kind != "accept_unknown")]


def _head(text: str) -> QLabel:
    return plain_label(text, "small")


def _used(kind: str, key: str | None, snapshot: Snapshot) -> str:
    """What is used of a limit now, in words; empty where nobody counts."""
    if key is None:
        return ""
    if kind == "concurrent":
        return f"{snapshot.running.get(key, 0)} now"
    used = snapshot.used.get(key)
    spent = getattr(used, kind, None) if used is not None else 0
    if spent is None:
        return ""
    least = "at least " if used is not None and kind in used.at_least else ""
    return f"{least}{amount(kind, float(spent), brief=True)} today"
