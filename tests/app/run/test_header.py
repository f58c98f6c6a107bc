# SPDX-License-Identifier: Apache-2.0
"""The head of a run: what it waits for, and the switch for a provider's limit."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QToolButton
from pytestqt.qtbot import QtBot

from app import commands
from app.clock import Beat
from app.figures import duration
from app.labels import ElidedLabel
from app.models import runs
from app.run.header import RunHeader
from engine.journal import RunStore
from engine.kernel import events as ev
from engine.projections import Fleet, RunProjection, Summary
from tests.app.monitor import find, monitor, until
from tests.helpers import stories


def waiting_story() -> stories.Story:
    """Its provider limits the run."""
    told = stories.running_story("r")
    return told.add(ev.TurnWaits(node="fix", attempt=1, turn=1, account="codex", until="2026-03-02T14:20:00.000Z"))


def test_a_run_that_waits_for_its_provider_says_until_when_and_what_follows(qtbot: QtBot) -> None:
    projection = RunProjection()
    projection.apply(waiting_story().events)
    header = RunHeader(Beat())
    qtbot.addWidget(header)

    header.show_run(projection.summary(), driven=True)
    causes = [one.text() for one in header.findChildren(ElidedLabel)]
    assert [
        text for text in causes if re.match(r"codex: waiting for provider until .*, then it goes on by itself", text)
    ]
    assert header.goes_on.isChecked()
    assert not header.goes_on.isHidden()

    header.show_run(projection.summary(), driven=True, past=True)
    assert header.goes_on.isHidden()
    assert not header.limit.isEnabled()


def test_the_time_of_a_run_at_work_goes_on_between_its_events_and_no_further_than_a_driver_s_sign(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = stories.running_story("r")
    projection = RunProjection()
    projection.apply(told.events)
    summary = projection.summary()
    beat = Beat()
    header = RunHeader(beat)
    qtbot.addWidget(header)

    def shown(after: int, *, driven: bool = True) -> str:
        monkeypatch.setattr(runs, "ms_since", lambda _: after)
        header.show_run(summary, driven=driven)
        return header._times.text().partition(" · ")[0]

    words = {after: f"working {duration(summary.times.working + after)}" for after in (0, 7_000, 10_000)}
    assert (shown(0), shown(7_000), shown(3_600_000)) == tuple(words.values())
    assert shown(7_000, driven=False) == words[0]


def test_the_switch_for_a_provider_s_limit_is_in_the_open_only_while_there_is_one(qtbot: QtBot) -> None:
    projection = RunProjection()
    projection.apply(stories.running_story("r").events)
    header = RunHeader(Beat())
    qtbot.addWidget(header)
    header.show_run(projection.summary(), driven=True)

    assert header.goes_on.isHidden()
    assert header.limit.isEnabled()
    assert header.limit.isChecked()


async def test_what_follows_a_provider_s_limit_is_chosen_for_the_run_in_the_open_or_in_its_menu(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "_start_host", lambda data_dir: False)
    waiting_story().write(tmp_path)
    async with monitor(tmp_path, run="r") as window:
        switch = find(window, QCheckBox, "limitSwitch")
        await until(lambda: switch.isVisible() and switch.isChecked())
        header, button = window.run_view.header, find(window, QToolButton, "runMenuButton")
        assert button.isVisible()
        assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
        for _ in range(2):  # it is made anew each time
            header.menu.aboutToShow.emit()
            names = [action.objectName() for action in header.menu.actions() if not action.isSeparator()]
            assert names[:1] == ["limitAction"]
            assert {"menu:review", "menu:copy-run"} <= set(names)

        switch.click()
        await until(lambda: Fleet(tmp_path).read_all()[0].on_provider_limit == "pause")
        await until(lambda: window.feed.picture and window.feed.picture.summary.on_provider_limit == "pause")
        await until(lambda: not switch.isChecked())
        assert not header.limit.isChecked()
    assert '"on_provider_limit":"pause"' in RunStore(tmp_path).folder("r").journal.read_text().replace(" ", "")


def test_the_head_of_a_run_that_cannot_be_read_from_its_first_line_on_names_no_place_that_it_does_not_know(
    qtbot: QtBot,
) -> None:
    header = RunHeader(Beat())
    qtbot.addWidget(header)
    shown = (header._pill, header._last, header._age, header._scripted)
    assert all(part.isHidden() for part in shown), "nothing is said before it is known"

    header.show_run(Summary("r", "r", "", "", "", "", None, "its journal is empty", "", "", 0), driven=False)

    assert not any(part.isHidden() for part in shown[:-1])
    assert header._place.text() == "Unknown repository"
    assert "working" not in header._times.text()
