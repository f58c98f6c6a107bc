# SPDX-License-Identifier: Apache-2.0
"""The settings dialog: what is typed holds at once, what is bad is refused where it stands."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import keyring
import pytest
from keyring.backends.fail import Keyring as NoKeyring
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QTableView,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.labels import WrapLabel
from app.layout import Memory
from app.settings import dialog as settings_dialog
from app.settings.agents import AgentCard, told
from app.settings.dialog import Page, SettingsDialog
from app.settings.looks import LooksPage
from app.settings.prices import PriceRow
from app.theme import theme
from engine.agents import BackendStatus, ProgramStatus
from engine.runtime.fleet import FleetLimits
from engine.runtime.settings import read_settings
from tests.app.monitor import find, monitor, until
from tests.helpers import stories
from tests.helpers.keyrings import memory_keyring


@dataclass(frozen=True)
class Status:
    """As a backend may be told one day."""

    name: str
    works: bool
    version: str | None
    note: str
    login: str = ""
    models: tuple[str, ...] = ()


AGENTS = [
    BackendStatus("scripted", True, None, "sandboxed by bubblewrap"),
    BackendStatus("claude-code", False, None, "not found on PATH"),
]


@pytest.fixture(autouse=True)
def _agents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.agents.available", lambda base_url=None: AGENTS)


@asynccontextmanager
async def settings(tmp_path: Path, page: Page = "limits") -> AsyncIterator[SettingsDialog]:
    async with monitor(tmp_path) as window:
        await until(lambda: window.feed.loaded)
        window.open_settings(page)
        dialog = window.findChild(SettingsDialog)
        assert dialog is not None
        await until(lambda: dialog.store.snapshot and dialog.findChild(QWidget, "agent:scripted"))
        yield dialog
        dialog.close()


def retype(dialog: QWidget, name: str, text: str, key: Qt.Key = Qt.Key.Key_Return) -> QLineEdit:
    line = find(dialog, QLineEdit, name)
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, text)
    if not text:
        QTest.keyClick(line, Qt.Key.Key_Delete)
    QTest.keyClick(line, key)
    return line


def now(tmp_path: Path) -> object:
    return read_settings(tmp_path / "settings.yaml")


async def test_a_limit_is_written_at_once_and_what_stands_there_by_hand_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.yaml"
    path.write_text("# by hand\nfleet: {per_day: {turns: 100}}\n")
    async with settings(tmp_path) as dialog:
        assert find(dialog, QLineEdit, "setting:fleet.per_day.turns").text() == "100"

        retype(dialog, "setting:fleet.backends.claude-code.concurrent", "2")
        await until(lambda: "claude-code" in read_settings(path).fleet.backends)

    assert read_settings(path).fleet.backends["claude-code"].concurrent == 2
    assert read_settings(path).fleet.per_day.turns == 100
    assert "# by hand" in path.read_text()


async def test_an_empty_field_takes_the_limit_away(tmp_path: Path) -> None:
    path = tmp_path / "settings.yaml"
    path.write_text("fleet: {concurrent: 3}\n")
    async with settings(tmp_path) as dialog:
        retype(dialog, "setting:fleet.concurrent", "")
        await until(lambda: read_settings(path).fleet.concurrent is None)


async def test_a_bad_value_is_refused_at_its_field_and_writes_nothing(tmp_path: Path) -> None:
    async with settings(tmp_path) as dialog:
        line = retype(dialog, "setting:fleet.concurrent", "many")
        await until(lambda: line.property("invalid"))

        assert (
            find(dialog, QLabel, "told:fleet.concurrent").text() == "the limit cannot be 'many'; write a whole number."
        )
        assert line.text() == "many"
        assert line.accessibleDescription()
        assert not (tmp_path / "settings.yaml").exists()

        retype(dialog, "setting:fleet.concurrent", "4")
        await until(lambda: not line.property("invalid"))
        assert read_settings(tmp_path / "settings.yaml").fleet.concurrent == 4


async def test_escape_puts_back_what_was_there_and_closes_nothing(tmp_path: Path) -> None:
    (tmp_path / "settings.yaml").write_text("fleet: {concurrent: 3}\n")
    async with settings(tmp_path) as dialog:
        line = retype(dialog, "setting:fleet.concurrent", "77", Qt.Key.Key_Escape)

        assert line.text() == "3"
        assert dialog.isVisible()
    assert read_settings(tmp_path / "settings.yaml").fleet.concurrent == 3


async def test_what_is_changed_by_hand_meanwhile_appears(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings_dialog, "LOOK_EVERY_MS", 50)
    async with settings(tmp_path) as dialog:
        line = find(dialog, QLineEdit, "setting:fleet.per_day.cost")
        assert line.text() == ""

        (tmp_path / "settings.yaml").write_text("fleet: {per_day: {cost: 7.5}}\n")
        await until(lambda: line.text() == "7.5")

        (tmp_path / "settings.yaml").write_text("fleet: nonsense\n")
        await until(lambda: find(dialog, QLabel, "settingsFault").isVisible())


async def test_todays_use_stands_beside_each_limit(tmp_path: Path) -> None:
    fleet = FleetLimits(tmp_path)
    place = await fleet.admit(("r", "fix", 1, 1), "claude-code")
    async with settings(tmp_path) as dialog:
        assert find(dialog, QLabel, "told:fleet.concurrent").text() == "1 now"
        assert find(dialog, QLabel, "told:fleet.backends.claude-code.per_day.turns").text() == "1 today"
        assert find(dialog, QLabel, "told:fleet.backends.scripted.per_day.turns").text() == "", (
            "nothing is not repeated"
        )
    await place.leave()  # type: ignore[union-attr]


async def test_new_work_is_stopped_and_let_go_on(tmp_path: Path) -> None:
    async with settings(tmp_path) as dialog:
        switch = find(dialog, QCheckBox, "setting:fleet.paused")
        QTest.mouseClick(switch, Qt.MouseButton.LeftButton, pos=switch.rect().center() - switch.rect().topLeft())
        switch.setChecked(False)
        switch.click()
        await until(lambda: read_settings(tmp_path / "settings.yaml").fleet.paused)


async def test_a_price_is_added_edited_and_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "settings.yaml"
    async with settings(tmp_path, "prices") as dialog:
        model = dialog.prices.model
        bundled = next(row for row in model.rows if not row.own)
        assert bundled.source.startswith("bundled, 20")
        at = model.rows.index(bundled)

        assert model.setData(model.index(at, 1), "9.25")
        await until(lambda: bundled.model in read_settings(path).prices)
        own = read_settings(path).prices[bundled.model]
        assert (own.input, own.output) == (9.25, bundled.prices[1])

        await until(lambda: model.rows[0].own)
        find(dialog, QTableView, "pricesTable").setCurrentIndex(model.index(0, 0))
        back = find(dialog, QPushButton, "ownPrice:remove")
        assert back.text() == "Back to the bundled price"
        back.click()
        await until(lambda: read_settings(path).prices == {})

        find(dialog, QLineEdit, "newPrice:model").setText("local-7b.v2")
        find(dialog, QLineEdit, "newPrice:input").setText("0")
        find(dialog, QPushButton, "newPrice:add").click()
        await until(lambda: find(dialog, QLabel, "pricesProblem").isVisible())
        assert read_settings(path).prices == {}

        find(dialog, QLineEdit, "newPrice:output").setText("0.5")
        find(dialog, QPushButton, "newPrice:add").click()
        await until(lambda: model.rows[0] == PriceRow("local-7b.v2", (0, 0.5, None, None), True, False, "yours"))


async def test_text_size_is_applied_at_once_and_kept(tmp_path: Path) -> None:
    try:
        async with settings(tmp_path, "look") as dialog:
            find(dialog, QSpinBox, "look:size").setValue(150)

            assert theme().font("body").pixelSize() == 20  # 13 at the normal size
            assert QApplication.font().pixelSize() == 20
        async with settings(tmp_path, "look") as dialog:
            assert find(dialog, QSpinBox, "look:size").value() == 150
            find(dialog, QCheckBox, "look:motion").click()
            assert QApplication.cursorFlashTime() == 0
            find(dialog, QCheckBox, "look:motion").click()
            assert QApplication.cursorFlashTime() > 0
    finally:
        theme().set_text_scale(1.0)


def test_the_language_that_is_chosen_is_kept_for_the_next_start(qtbot: QtBot, tmp_path: Path) -> None:
    page = LooksPage(Memory(tmp_path))
    qtbot.addWidget(page)
    assert [page.language.itemData(at) for at in range(3)] == ["", "de", "en"]
    assert [page.language.itemText(at) for at in (1, 2)] == ["Deutsch", "English"]

    page.language.setFocus()
    QTest.keyClick(page.language, Qt.Key.Key_Down)

    assert (page.language.currentText(), Memory(tmp_path).language) == ("Deutsch", "de")


async def test_every_agent_is_told_with_whatever_is_known_of_it(tmp_path: Path) -> None:
    async with settings(tmp_path, "agents") as dialog:
        cards = dialog.findChildren(AgentCard)

        assert [card.objectName() for card in cards] == ["agent:scripted", "agent:claude-code"]
        assert cards[1].accessibleName() == "claude-code does not work here. not found on PATH"
    status = Status("codex", True, "1.2", "ready", login="logged in as ann", models=("a", "b"))
    assert told(status) == ["ready", "login: logged in as ann", "models: a, b"]


async def test_every_control_has_a_name_and_is_reached_by_tab(tmp_path: Path) -> None:
    async with settings(tmp_path) as dialog:
        for page in range(dialog.tabs.count()):
            dialog.tabs.setCurrentIndex(page)
            kinds = (QAbstractButton, QLineEdit, QTableView, QSpinBox)
            controls = [one for kind in kinds for one in dialog.findChildren(kind) if one.isVisible()]
            own = [one for one in controls if one.isEnabled() and not isinstance(one.parent(), (QSpinBox, QTableView))]

            assert [one for one in own if not one.accessibleName() and not getattr(one, "text", str)()] == []
            assert [one.objectName() for one in own if not one.focusPolicy() & Qt.FocusPolicy.TabFocus] == []


async def test_the_menu_opens_the_settings(tmp_path: Path) -> None:
    async with monitor(tmp_path / "data") as window:
        window.acts.fill_menu()
        [act] = [action for action in window.top.menu.actions() if action.objectName() == "menu:settings"]
        act.trigger()
        find(window, SettingsDialog, "settingsDialog").close()


def test_the_programs_that_a_backend_can_drive_are_told_a_line_each() -> None:
    programs = (ProgramStatus("gemini", False, None, "not found on PATH"), ProgramStatus("goose", True, "1.2", "here"))
    status = BackendStatus("acp", True, None, "any program that a role's argv starts", programs)
    assert told(status) == ["any program that a role's argv starts", "gemini: not found on PATH", "goose: 1.2"]


async def test_a_backend_says_how_its_turns_went_and_of_how_many(tmp_path: Path) -> None:
    stories.failed_story("r").write(tmp_path)
    async with settings(tmp_path, "agents") as dialog:
        card = find(dialog, AgentCard, "agent:scripted")
        lines = [one.text() for one in card.findChildren(WrapLabel)]
        assert "In all runs, 2 of 3 turns failed: the process crashed 2" in lines


async def test_a_key_is_kept_by_the_keyring_never_shown_and_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    with memory_keyring() as ring:
        async with settings(tmp_path, "keys") as dialog:
            await until(lambda: dialog.findChild(QLineEdit, "keyField:anthropic"))
            field = find(dialog, QLineEdit, "keyField:anthropic")
            keep, forget = (find(dialog, QPushButton, f"{name}:anthropic") for name in ("keyKeep", "keyForget"))
            state = find(dialog, QLabel, "keyState:anthropic")
            await until(lambda: state.text() == "no key")
            assert not keep.isEnabled()

            QTest.keyClicks(field, "sk-secret")
            assert "secret" not in field.displayText()
            keep.click()
            await until(lambda: state.text().startswith("in the keyring"))
            assert ring.kept == {("pilothouse", "anthropic"): "sk-secret"}
            assert field.text() == ""
            field.undo()
            assert field.text() == ""
            words = [one.text() for one in dialog.findChildren(QLabel)] + [
                one.accessibleName() for one in dialog.findChildren(QWidget)
            ]
            assert not [word for word in words if "sk-secret" in word]

            await until(forget.isEnabled)
            forget.click()
            await until(lambda: state.text() == "no key")
            assert ring.kept == {}


async def test_without_a_keyring_it_is_said_what_to_do_and_what_was_typed_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    with memory_keyring():
        keyring.set_keyring(NoKeyring())  # type: ignore[no-untyped-call]
        async with settings(tmp_path, "keys") as dialog:
            await until(lambda: dialog.findChild(QLineEdit, "keyField:anthropic"))
            told = find(dialog, WrapLabel, "keyTold:anthropic")
            await until(lambda: told.text().startswith("There is no keyring here: set ANTHROPIC_API_KEY"))

            field = retype(dialog, "keyField:anthropic", "sk-secret")
            state = find(dialog, QLabel, "keyState:anthropic")
            await until(lambda: state.text() == "nothing was changed")
            assert told.text().startswith("There is no keyring here")
            assert field.text() == ""


async def test_a_project_is_given_limits_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "settings.yaml"
    place = await FleetLimits(tmp_path).admit(("r", "fix", 1, 1), "scripted", project="/srv/code/shop.v2")
    async with settings(tmp_path) as dialog:
        find(dialog, QComboBox, "limitProject").setCurrentText("shop.v2")
        find(dialog, QPushButton, "limitProjectAdd").click()
        assert not path.exists()
        assert find(dialog, QLabel, "told:fleet.projects.shop.v2.per_day.turns").text() == "1 today"

        retype(dialog, "setting:fleet.projects.shop.v2.per_day.turns", "40")
        await until(lambda: path.exists() and "shop.v2" in read_settings(path).fleet.projects)
        await until(lambda: find(dialog, QLineEdit, "setting:fleet.projects.shop.v2.per_day.turns").text() == "40")
    assert read_settings(path).fleet.projects["shop.v2"].per_day.turns == 40
    await place.leave()  # type: ignore[union-attr]
