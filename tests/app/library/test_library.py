# SPDX-License-Identifier: Apache-2.0
"""The workflows page: found, shown, edited with live faults, saved; hostile files never hold up the window."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QComboBox, QFrame, QLineEdit, QListWidget, QPushButton, QTabBar

from app.labels import WrapLabel
from app.library import check as check_module
from app.library.check import checked
from app.library.colours import lexed
from app.library.detail import line_of
from app.library.newdialog import NewDialog
from app.library.preview import nodes_of
from app.library.shelflist import ShelfModel, found_in
from app.library.source import SourceEdit
from app.library.view import LibraryScreen
from app.tasks import Tasks
from app.window import MonitorWindow
from engine.definition import Shelf, bundled, load, outline
from tests.app.monitor import find, monitor, until

Fail = QAbstractItemModelTester.FailureReportingMode.Fatal

TEXT = """\
pilothouse: 1
name: mend
title: Mend it
roles: {fixer: {agent: scripted}}
do:
  - {step: fix, role: fixer, goal: Find the leak, gate: [commit]}
"""


def put(path: Path, data: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    return put(tmp_path / "data/workflows/mend.yaml", TEXT)


@pytest.fixture
async def window(tmp_path: Path, mine: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[MonitorWindow]:
    monkeypatch.setattr(check_module, "CHECK_AFTER_MS", 10)
    async with monitor(tmp_path / "data") as shown:
        shown.open_library()
        await until(lambda: shown.library.model.count())
        yield shown


async def opened(window: MonitorWindow, path: Path) -> LibraryScreen:
    library = window.library
    library.choose(path)
    await until(lambda: library.desk.document is not None and library.desk.document.path == path)
    return library


def buttons(library: LibraryScreen) -> dict[str, bool]:
    names = ("workflowSave", "workflowDuplicate", "workflowLaunch")
    return {name: find(library, QPushButton, name).isEnabled() for name in names}


# ------------------------------------------------------------------------------------------------------------- pieces


def test_the_search_goes_through_names_titles_and_goals(tmp_path: Path, mine: Path) -> None:
    model = ShelfModel()
    QAbstractItemModelTester(model, Fail)
    entries = Shelf(tmp_path / "data").look()
    model.show(entries)
    assert model.count() == len(bundled()) + 1

    model.show(entries, (), "find LEAK")

    assert model.count() == 1
    assert found_in(entries[-1], "find leak") == "Find the leak"


@pytest.mark.parametrize("name", sorted(bundled()))
def test_every_block_of_a_bundled_workflow_is_drawn_and_found_in_its_source(name: str) -> None:
    nodes = nodes_of(outline(load(name).workflow))
    text, ids = bundled()[name].read_text(), [node.id for node in nodes]

    assert len(set(ids)) == len(ids)
    assert all(node.parent is None or node.parent in ids for node in nodes)
    lines = [line_of(text, ids, node.id) for node in nodes if node.kind != "arm"]
    assert lines == sorted(lines)
    assert 0 not in lines


def test_arms_and_hostile_sizes_make_no_two_blocks_the_same() -> None:
    steps = "".join(f"  - {{step: s{n}, role: r, goal: x, gate: [commit]}}\n" for n in range(600))
    found = checked(TEXT.replace("fixer", "r").split("do:")[0] + "do:\n" + steps, Path("x.yaml"))

    assert found.blocks == 600
    assert len(found.nodes) == 500


def test_syntax_colours_are_by_line_and_a_line_without_end_has_none() -> None:
    lines = lexed("# hello\na: 'b'\n\n" + "x" * 5_000 + "\nc: 1")

    assert {span.ink for span in lines[0]} == {"muted"}
    assert {span.ink for span in lines[1]} == {"blue", "muted", "green"}
    assert lines[2:4] == [(), ()]
    assert lines[4][0].ink == "blue"


# --------------------------------------------------------------------------------------------------------------- page


async def test_a_bundled_workflow_is_read_only_and_can_be_launched_and_duplicated(window: MonitorWindow) -> None:
    library = await opened(window, bundled()["fix-bug"])
    await until(lambda: library.detail.graph.boxes())

    assert [box.node.id for box in library.detail.graph.boxes()][:2] == ["reproduce", "fix"]
    assert library.detail.source.isReadOnly()
    assert not find(library, QPushButton, "workflowSave").isVisible()

    find(library, QPushButton, "workflowDuplicate").click()
    dialog = find(library, NewDialog, "newWorkflow")
    assert find(dialog, QLineEdit, "newName").text() == "fix-bug"
    assert dialog.focusWidget() is find(dialog, QLineEdit, "newName")
    assert find(dialog, QLineEdit, "newName").selectedText() == "fix-bug"
    find(dialog, QLineEdit, "newName").setText("Not A Name")
    assert not find(dialog, QPushButton, "newConfirm").isEnabled()
    assert "lower-case" in find(dialog, WrapLabel, "newWrong").text()
    find(dialog, QLineEdit, "newName").setText("our-fix")
    find(dialog, QPushButton, "newConfirm").click()

    await until(lambda: library.detail.path == library._data_dir / "workflows/our-fix.yaml")
    await until(lambda: buttons(library)["workflowLaunch"])
    assert not library.detail.source.isReadOnly()
    assert library.detail.source.isVisible()


async def test_faults_come_while_typing_at_their_place_and_choosing_one_goes_there(
    window: MonitorWindow, mine: Path
) -> None:
    library = await opened(window, mine)
    source, faults = library.detail.source, find(library, QListWidget, "faultList")
    find(library, QTabBar, "workflowViews").setCurrentIndex(2)
    await until(lambda: buttons(library)["workflowLaunch"])

    source.go_to(6, 23)
    QTest.keyClicks(source, "x")
    await until(faults.count)

    assert "no role 'xfixer'" in faults.item(0).text()
    assert faults.item(0).text().startswith("6:")
    assert source.marked() == [(6, "xfixer")]
    assert "did you mean 'fixer'" in source.told(6)
    assert buttons(library) == {"workflowSave": True, "workflowDuplicate": False, "workflowLaunch": False}
    source.go_to(1, 1)
    faults.setCurrentRow(0)
    QTest.keyClick(faults, Qt.Key.Key_Return)
    assert source.textCursor().blockNumber() == 5

    source.undo()
    await until(lambda: not faults.isVisible())
    assert library.desk.drafts == {}


async def test_what_is_typed_stays_while_another_is_looked_at_and_is_saved_by_a_key(
    window: MonitorWindow, mine: Path
) -> None:
    library = await opened(window, mine)
    find(library, QTabBar, "workflowViews").setCurrentIndex(1)
    source = library.detail.source
    source.go_to(3, 8)
    QTest.keyClicks(source, "Really ")
    await opened(window, bundled()["race"])
    assert not window.may_close()
    await until(lambda: find(window, QPushButton, "unsaved:stay"))
    find(window, QPushButton, "unsaved:stay").click()

    await opened(window, mine)
    assert "title: Really Mend it" in source.text()
    source.setFocus()
    library.desk.save()
    await until(lambda: not library.desk.unsaved)

    assert mine.read_text() == TEXT.replace("Mend it", "Really Mend it")
    assert window.may_close()


async def test_a_file_changed_on_disk_meanwhile_is_never_overwritten_unasked(window: MonitorWindow, mine: Path) -> None:
    library = await opened(window, mine)
    find(library, QTabBar, "workflowViews").setCurrentIndex(1)
    put(mine, TEXT.replace("Mend it", "Theirs"))

    def theirs() -> bool:
        library.desk.look()
        return "Theirs" in library.detail.source.text()

    await until(theirs)

    QTest.keyClicks(library.detail.source, "# mine")
    QTest.keyClick(library.detail.source, Qt.Key.Key_Return)
    put(mine, TEXT.replace("Mend it", "Theirs again"))
    find(library, QPushButton, "workflowSave").click()
    await until(find(library, QFrame, "workflowMoved").isVisible)
    assert "Theirs again" in mine.read_text()

    find(library, QPushButton, "workflowMine").click()
    await until(lambda: not find(library, QFrame, "workflowMoved").isVisible())
    assert mine.read_text().startswith("# mine")


async def test_hostile_files_are_shown_as_what_they_are(window: MonitorWindow, mine: Path) -> None:
    for at, data in enumerate((b"\x00\xff" * 9_000, b"[" * 200_000, b"a: " + b"x" * 240_000, b"x" * 5_000_000, b"")):
        library = await opened(window, put(mine.with_name(f"odd-{at}.yaml"), data))
        await until(find(library, QListWidget, "faultList").count)

        assert not buttons(library)["workflowLaunch"]
        assert len(library.detail.source.text()) <= 300_000


async def test_the_launch_button_opens_the_dialog_with_this_workflow(window: MonitorWindow, mine: Path) -> None:
    library = await opened(window, mine)
    await until(lambda: buttons(library)["workflowLaunch"])

    find(library, QPushButton, "workflowLaunch").click()

    assert find(window, QComboBox, "workflowChooser").currentText() == str(mine)
    window.findChild(type(find(window, QComboBox, "workflowChooser").window())).close()  # type: ignore[union-attr]


async def test_colours_are_no_edit(qtbot: object) -> None:
    tasks = Tasks()
    source = SourceEdit(tasks)
    edits: list[int] = []
    source.show_text("a: 1\n" * 400, locked=False)
    await asyncio.sleep(0)
    source.edited.connect(lambda: edits.append(1))

    last = source.document().lastBlock().previous()
    await until(lambda: last.layout().formats())
    assert edits == []
    QTest.keyClicks(source, "x")
    assert edits
    await tasks.close()


def test_keys_of_the_editor_keep_the_indent(qtbot: object) -> None:
    source = SourceEdit(Tasks())
    source.show_text("do:\n  - step: fix", locked=False)
    source.go_to(2, 99)
    QTest.keyClick(source, Qt.Key.Key_Return)
    QTest.keyClicks(source, "role: x")
    QTest.keyClick(source, Qt.Key.Key_BracketLeft, Qt.KeyboardModifier.ControlModifier)

    assert source.text() == "do:\n  - step: fix\n  role: x"
