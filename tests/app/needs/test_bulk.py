# SPDX-License-Identifier: Apache-2.0
"""Several holds answered at once."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QListWidget, QPushButton
from pytestqt.qtbot import QtBot

from app.commands import Commands
from app.needs.bulk import BulkDialog
from app.needs.groups import groups_of
from app.tasks import Tasks
from engine.runtime.client import Reply
from tests.app.monitor import find, until
from tests.app.needs.test_groups import need


class Recorded(Commands):
    """Keeps what was commanded."""

    def __init__(self, data_dir: Path) -> None:
        super().__init__(data_dir, Tasks())
        self.given: list[dict[str, Any]] = []

    async def _to_engine(self, run: str, body: Mapping[str, Any]) -> Reply:
        self.given.append({"run": run, **body})
        return Reply("journaled", 99, "running", driven=True)


def shown(commands: Commands, qtbot: QtBot, **more: Any) -> BulkDialog:
    dialog = BulkDialog(groups_of([need(run, **more) for run in ("a", "b", "c")]), commands)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


async def test_each_that_is_ticked_is_answered_as_it_was_seen(tmp_path: Path, qtbot: QtBot) -> None:
    commands = Recorded(tmp_path)
    dialog = shown(commands, qtbot)
    find(dialog, QListWidget, "bulkList").item(1).setCheckState(Qt.CheckState.Unchecked)
    find(dialog, QLineEdit, "bulkNote").setText("once more")

    qtbot.mouseClick(find(dialog, QPushButton, "bulk:retry"), Qt.MouseButton.LeftButton)
    await until(lambda: len(commands.given) == 2)

    told = [(one["run"], one["answer"], one["note"], one["expect"]) for one in commands.given]
    assert told == [("a", "retry", "once more", 9), ("c", "retry", "once more", 9)]


async def test_budgets_are_raised_by_the_amount_that_was_typed(tmp_path: Path, qtbot: QtBot) -> None:
    commands = Recorded(tmp_path)
    more = {"kind": "budget", "answers": ("raise", "quit"), "evidence": {"budget": "fix:wall_clock"}}
    dialog = shown(commands, qtbot, **more)
    field, button = find(dialog, QLineEdit, "bulkRaise:fix:wall_clock"), find(dialog, QPushButton, "bulk:raise")
    field.setText("soon")
    assert not button.isEnabled()

    field.setText("+20m")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    await until(lambda: len(commands.given) == 3)

    assert {(one["answer"], one["note"]) for one in commands.given} == {("raise", "fix:wall_clock=+20m")}


async def test_enter_answers_nothing(tmp_path: Path, qtbot: QtBot) -> None:
    commands = Recorded(tmp_path)
    dialog = shown(commands, qtbot)

    for widget in (dialog, find(dialog, QLineEdit, "bulkNote"), find(dialog, QListWidget, "bulkList")):
        qtbot.keyClick(widget, Qt.Key.Key_Return)

    assert commands.given == []
    assert dialog.isVisible()
