# SPDX-License-Identifier: Apache-2.0
"""The window: it follows what is on disk, remembers what was looked at, and asks before it goes."""

from __future__ import annotations

import asyncio
import shutil
from datetime import timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QTabBar,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.asking import Question
from app.commands import Report
from app.needs.view import NeedsList
from app.palette import CommandPalette
from app.run.banner import HoldBanner
from app.run.blocks import BlockTree
from app.runs.view import RunsTree
from app.transcript import TranscriptView
from app.window import MonitorWindow
from engine.agents.transcript import TranscriptWriter
from engine.journal import OwnerLock
from engine.journal.store import RunFolder
from tests.app.monitor import answer_button, find, monitor, until
from tests.helpers import stories
from tests.helpers.stories import START, journal_lines

NAMES = (
    *("needsYouList", "runsTree", "launchButton", "blockTree", "timelineView", "journalTable", "attemptStrip"),
    *("transcriptView", "diffView", "gateView", "artifactsView", "blackboardView", "budgetMeters", "holdBanner"),
    *("statusBar", "answerNote"),
)


def drive(folder: Path) -> OwnerLock:
    """As if a process drove this run."""
    return OwnerLock.take(folder / "engine.lock")


def speak(data_dir: Path, run: str, node: str, attempt: int, *texts: str) -> None:
    folder = RunFolder(data_dir / "runs" / run).make_attempt(node, attempt)
    writer = TranscriptWriter(folder, 1, "raw.jsonl")
    for text in texts:
        writer.add("message", text)
    writer.close()


def messages(view: TranscriptView) -> list[str]:
    entries = [view.source().entry(i) for i in range(len(view.source()))]
    return [entry.text for entry in entries if entry.kind == "message"]


def journals(data_dir: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in data_dir.rglob("journal.jsonl")}


def titles(model: QAbstractItemModel, parent: QModelIndex | None = None) -> list[str]:
    above = parent or QModelIndex()
    found = []
    for row in range(model.rowCount(above)):
        index = model.index(row, 0, above)
        found += [index.data(), *titles(model, index)]
    return found


async def test_without_a_run_it_says_what_to_do(tmp_path: Path) -> None:
    async with monitor(tmp_path) as window:
        await until(lambda: window.feed.loaded)

        shown = [label.text() for label in window.findChildren(QLabel) if label.isVisible()]
        assert "No run yet" in shown
        assert "Nothing needs you." in shown
        assert find(window, QPushButton, "launchButton").isVisible()


async def test_every_stable_name_is_there_and_has_an_accessible_name(tmp_path: Path) -> None:
    stories.approval_story().write(tmp_path)
    async with monitor(tmp_path) as window:
        await until(lambda: window.feed.picture)

        assert window.objectName() == "monitor"
        for name in NAMES:
            assert find(window, QWidget, name).accessibleName(), name


async def test_every_control_can_be_named_and_reached_by_tab(tmp_path: Path) -> None:
    stories.approval_story().write(tmp_path)
    async with monitor(tmp_path) as window:
        await until(lambda: window.feed.picture)
        kinds = (QAbstractButton, QLineEdit, QComboBox, QAbstractItemView)
        controls = [widget for kind in kinds for widget in window.findChildren(kind) if widget.isVisible()]
        inside = (QLineEdit, QTabBar, QComboBox)
        own = [c for c in controls if not isinstance(c.parent(), inside) and not isinstance(c, QHeaderView)]
        own = [c for c in own if c.isEnabled()]

        nameless = [
            c.objectName() or type(c).__name__ for c in own if not (c.accessibleName() or getattr(c, "text", str)())
        ]
        unreachable = [
            c.objectName() or c.accessibleName() for c in own if not c.focusPolicy() & Qt.FocusPolicy.TabFocus
        ]

        assert nameless == []
        assert unreachable == []


async def test_what_waits_is_shown_first_with_its_run_and_its_node(tmp_path: Path) -> None:
    stories.finished_story("done", start=START + timedelta(days=1)).write(tmp_path)
    stories.approval_story("waits").write(tmp_path)
    async with monitor(tmp_path) as window:
        await until(lambda: window.selection.node)

        assert (window.selection.run, window.selection.node) == ("waits", "hand-over")
        assert window.windowTitle() == "(1) Pilothouse"
        assert find(window, HoldBanner, "holdBanner").isVisible()


async def test_a_run_started_elsewhere_appears_by_itself_and_moves(tmp_path: Path) -> None:
    async with monitor(tmp_path) as window:
        await until(lambda: window.feed.loaded)
        story = stories.running_story("new", report="Made elsewhere")
        folder = story.write(tmp_path)
        lock = drive(folder)
        tree = find(window, RunsTree, "runsTree")
        await until(lambda: titles(tree.model()) == ["webshop", "Made elsewhere"])
        blocks = find(window, BlockTree, "blockTree")
        await until(lambda: titles(blocks.model()) == ["reproduce", "fix", "check", "note", "hand-over"])

        known = len(story.events)
        story.end("fix")
        with (folder / "journal.jsonl").open("ab") as journal:
            journal.write(b"".join(line + b"\n" for line in journal_lines(story.events)[known:]))

        fix = blocks.model().index(1, 1)
        await until(lambda: fix.data() == "securing the work")
    lock.release()


async def test_what_nobody_drives_stands_still(tmp_path: Path) -> None:
    stories.running_story("cut-off").write(tmp_path)
    async with monitor(tmp_path, run="cut-off") as window:
        blocks = find(window, BlockTree, "blockTree")
        await until(lambda: blocks.model().rowCount() == 5)

        assert blocks.model().index(1, 1).data() == "stands still"


async def test_a_new_hold_takes_neither_the_focus_nor_the_selection(tmp_path: Path, qtbot: QtBot) -> None:
    stories.running_story("seen").write(tmp_path)
    async with monitor(tmp_path, run="seen") as window:
        await until(lambda: window.feed.picture)
        field = window.side.filter
        field.show()
        field.setFocus()

        stories.approval_story("other").write(tmp_path)
        await until(lambda: window.side.needs_model.rowCount() == 1)

        assert window.selection.run == "seen"
        assert window.focusWidget() is field


async def test_choosing_what_waits_shows_its_run(tmp_path: Path, qtbot: QtBot) -> None:
    stories.approval_story("a", start=START).write(tmp_path)
    stories.blocked_story("b", start=START + timedelta(hours=1)).write(tmp_path)
    async with monitor(tmp_path, run="a") as window:
        needs = find(window, NeedsList, "needsYouList")
        await until(lambda: window.side.needs_model.rowCount() == 2 and window.feed.picture)

        rect = needs.visualRect(needs.model().index(1, 0))
        qtbot.mouseClick(needs.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
        await until(lambda: window.selection.run == "b" and window.selection.node == "fix")
        await until(lambda: window.findChild(QPushButton, "answer:override"))
        assert answer_button(window, "override").isVisible()


async def test_the_attempts_and_transcript_of_the_selected_block_are_shown(tmp_path: Path) -> None:
    stories.failed_story("f").write(tmp_path)
    speak(tmp_path, "f", "fix", 1, "first try")
    speak(tmp_path, "f", "fix", 2, "second try", "again")
    async with monitor(tmp_path) as window:
        view = find(window, TranscriptView, "transcriptView")
        await until(lambda: messages(view) == ["second try", "again"])

        find(window, QAbstractButton, "attempt:1").click()
        await until(lambda: messages(view) == ["first try"])

        assert window.selection.attempt == 1


async def test_gates_files_and_blackboard_of_the_selected_block_are_shown(tmp_path: Path) -> None:
    stories.approval_story("w").write(tmp_path)
    folder = RunFolder(tmp_path / "runs" / "w")
    (folder.make_attempt("fix", 1) / "verdict.json").write_text('{"result": "done"}')
    (folder.blackboard / "shared" / "found.md").write_text("The cause.")
    async with monitor(tmp_path) as window:
        await until(lambda: window.feed.picture)
        window.selection.choose_node("fix")
        await until(lambda: window.inspector.gates._gates)
        assert [gate.gate for gate in window.inspector.gates._gates or ()] == ["verdict", "commit", "tests"]

        window.inspector.tabs.setCurrentWidget(window.inspector.artifacts)
        await until(lambda: "verdict.json" in titles(window.inspector.artifacts._model))
        window.inspector.tabs.setCurrentWidget(window.inspector.blackboard)
        await until(lambda: "shared/found.md" in titles(window.inspector.blackboard._model))
        await until(lambda: window.inspector.blackboard._text.toPlainText() == "The cause.")


async def test_a_damaged_journal_is_shown_as_unreadable_beside_the_sound_ones(tmp_path: Path) -> None:
    folder = stories.finished_story("bad").write(tmp_path)
    stories.running_story("good").write(tmp_path)
    (folder / "journal.jsonl").write_bytes(b"{}\n" + (folder / "journal.jsonl").read_bytes())
    async with monitor(tmp_path, run="bad") as window:
        await until(lambda: window.feed.picture)

        assert len(window.feed.summaries) == 2
        assert window.run_view.header._row is not None
        assert window.run_view.header._row.status == "unreadable"


async def test_a_run_that_vanishes_leaves_no_picture_behind(tmp_path: Path) -> None:
    folder = stories.running_story("gone").write(tmp_path)
    async with monitor(tmp_path) as window:
        await until(lambda: window.feed.picture)
        shutil.rmtree(folder)

        await until(lambda: window.selection.run is None)
        await until(lambda: window.empty.isVisible())


async def test_in_a_low_window_what_waits_can_be_read_and_answered_and_pages_have_icons(tmp_path: Path) -> None:
    stories.approval_story("waits").write(tmp_path)
    async with monitor(tmp_path, run="waits") as window:
        banner = window.run_view.banner
        await until(banner.isVisible)
        window.resize(window.minimumSizeHint().width(), 600)
        await until(lambda: window.height() == 600)
        await asyncio.sleep(0.05)

        button = find(window, QPushButton, "answer:accept")
        evidence, note = find(banner, QWidget, "holdEvidence"), find(banner, QLineEdit, "answerNote")
        assert button.visibleRegion().boundingRect().height() == button.height()
        assert not evidence.geometry().intersects(note.geometry())
        page = find(window, QToolButton, "page:library")
        assert page.toolButtonStyle() is Qt.ToolButtonStyle.ToolButtonIconOnly
        assert "Workflows" in page.accessibleName()


async def test_selection_sizes_and_tabs_are_remembered(tmp_path: Path) -> None:
    for run in ("one", "two"):
        stories.finished_story(run).write(tmp_path)
    async with monitor(tmp_path, run="one") as window:
        await until(lambda: window.selection.run == "one")
        window.resize(1250, 700)
        window.inspector.tabs.setCurrentIndex(2)
        window._main.setSizes([300, 500, 448])
        window._main.splitterMoved.emit(300, 1)
        sizes = window._main.sizes()

    async with monitor(tmp_path) as window:
        await until(lambda: window.selection.run is not None)

        assert window.selection.run == "one"
        assert window.height() == 700
        assert window.inspector.tabs.currentIndex() == 2
        window.resize(1250, 700)  # the screen of a test may be narrower
        assert window._main.sizes() == sizes


async def test_the_outcome_of_a_command_is_told_in_the_status_bar(tmp_path: Path) -> None:
    async with monitor(tmp_path) as window:
        window.commands.reported.emit(Report("refused", "the evidence has moved"))

        assert window.status.said() == "the evidence has moved"
        await until(lambda: window.status.host_text() == "Engine host: not running, started when needed")


async def test_br_030_a_journal_that_cannot_be_written_is_told_at_once_and_for_as_long(tmp_path: Path) -> None:
    folder = stories.running_story("r").write(tmp_path)
    lock = drive(folder)
    try:
        async with monitor(tmp_path) as window:
            await until(lambda: "1 driven elsewhere" in window.status.host_text())
            lock.tell("The journal of run r cannot be written (No space left on device).")
            await until(lambda: "cannot be written" in window.status.host_text())
            lock.tell("")
            await until(lambda: "1 driven elsewhere" in window.status.host_text())
    finally:
        lock.release()


async def test_the_palette_finds_runs_and_does_what_is_chosen(tmp_path: Path, qtbot: QtBot) -> None:
    stories.finished_story("x", report="Mend the sails").write(tmp_path)
    stories.finished_story("y", report="Paint the hull").write(tmp_path)
    async with monitor(tmp_path, run="x") as window:
        await until(lambda: len(window.feed.summaries) == 2 and window.selection.run == "x")
        window.open_palette()
        palette = find(window, CommandPalette, "commandPalette")

        qtbot.keyClicks(find(palette, QLineEdit, "commandPaletteField"), "hull")
        qtbot.keyClick(find(palette, QLineEdit, "commandPaletteField"), Qt.Key.Key_Return)

        assert window.selection.run == "y"


# -------------------------------------------------------------------------------------------------------------- closing


async def test_nothing_is_asked_when_nothing_runs(tmp_path: Path) -> None:
    stories.finished_story("done").write(tmp_path)
    stories.approval_story("waits").write(tmp_path)
    stories.running_story("cut-off").write(tmp_path)  # nobody drives it
    async with monitor(tmp_path) as window:
        await until(lambda: window.feed.loaded and len(window.feed.summaries) == 3)

        window.close()

        assert window.stop.is_set()


async def test_br_052_closing_lists_every_live_run_and_cancel_changes_nothing(tmp_path: Path, qtbot: QtBot) -> None:
    held = [
        drive(stories.running_story("a", report="In one project").write(tmp_path)),
        drive(stories.running_story("b", report="In another", repository="/src/atlas").write(tmp_path)),
        drive(stories.approval_story("c", report="Waits for me").write(tmp_path)),
    ]
    stories.finished_story("d", report="Long over").write(tmp_path)
    before = journals(tmp_path)
    async with monitor(tmp_path, run="d") as window:
        await until(lambda: len(window.feed.driven) == 3)
        window.side.filter.setText("over")

        window.close()
        question = find(window, Question, "closeQuestion")
        told = "\n".join(label.text() for label in question.findChildren(QLabel))
        focused = question.focusWidget()
        assert [name in told for name in ("In one project", "In another", "Waits for me", "Long over")] == [
            True,
            True,
            True,
            False,
        ]
        assert focused is find(question, QPushButton, "close:cancel")
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            qtbot.keyClick(question, key)
        assert not window.stop.is_set()

        find(question, QPushButton, "close:cancel").click()
        await asyncio.sleep(0.05)

        assert not window.stop.is_set()
        assert window.isVisible()
    assert journals(tmp_path) == before
    for lock in held:
        lock.release()


async def test_br_052_keep_running_closes_and_leaves_the_runs_alone(tmp_path: Path) -> None:
    lock = drive(stories.running_story("a").write(tmp_path))
    async with monitor(tmp_path) as window:
        await until(lambda: window.feed.driven)
        window.close()
        window.close()  # a second time asks no second question
        assert len(window.findChildren(Question)) == 1

        find(window, QPushButton, "close:keep").click()

        assert window.stop.is_set()
    assert not list((tmp_path / "runs" / "a" / "inbox").glob("*.json"))
    lock.release()


async def test_br_052_pause_asks_every_working_run_to_pause_before_it_closes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locks = [drive(stories.running_story(run).write(tmp_path)) for run in ("a", "b")]
    locks.append(drive(stories.approval_story("c").write(tmp_path)))
    asked: list[list[str]] = []
    async with monitor(tmp_path) as window:
        await until(lambda: len(window.feed.driven) == 3)

        async def pause_all(runs: list[str]) -> None:
            assert not window.stop.is_set()
            asked.append(sorted(runs))

        monkeypatch.setattr(window.commands, "pause_all", pause_all)
        window.close()
        find(window, QPushButton, "close:pause").click()
        await until(window.stop.is_set)

    assert asked == [["a", "b"]]
    for lock in locks:
        lock.release()


# --------------------------------------------------------------------------------------------------- hostile and late


async def test_br_051_no_text_from_elsewhere_is_drawn_as_markup(tmp_path: Path) -> None:
    hostile = '<h1>APPROVED</h1><img src="http://192.0.2.1/x.png"><a href="file:///etc/passwd">open</a>'
    workflow = stories.fix_workflow(title=hostile)
    more = {"report": hostile, "branch": f"b/{hostile}", "repository": f"/src/{hostile}", "workflow": workflow}
    stories.approval_story("h", user=hostile, **more).write(tmp_path)
    folder = RunFolder(tmp_path / "runs" / "h").make_attempt("hand-over", 1)
    (folder / hostile.replace("/", "_")).write_text(hostile)
    speak(tmp_path, "h", "hand-over", 1, hostile, f"![x](http://192.0.2.1/x.png)\n{hostile}")
    async with monitor(tmp_path) as window:
        await until(lambda: window.feed.picture and window.selection.node)
        for at in range(window.inspector.tabs.count()):
            window.inspector.tabs.setCurrentIndex(at)
            await asyncio.sleep(0.05)
        window.open_palette()
        find(window, CommandPalette, "commandPalette").grab()
        window.grab()

        for label in window.findChildren(QLabel):
            assert label.textFormat() == Qt.TextFormat.PlainText or "<" not in label.text(), label.text()
            assert not label.openExternalLinks()
        for widget in window.findChildren(QWidget):
            assert "<h1>" not in widget.toolTip()
            assert "<img" not in widget.toolTip()
            assert "<a " not in widget.toolTip()
        find(window, CommandPalette, "commandPalette").close()


@pytest.mark.slow
async def test_br_054_views_opened_and_closed_500_times_during_a_flood_leave_nothing_behind(tmp_path: Path) -> None:
    for run in ("a", "b"):
        stories.failed_story(run).write(tmp_path)
        for n in (1, 2):
            speak(tmp_path, run, "fix", n, *(f"line {i}" for i in range(50)))
    flood = TranscriptWriter(RunFolder(tmp_path / "runs" / "a").attempt("fix", 2), 1, "raw.jsonl")
    async with monitor(tmp_path, run="a") as window:
        await until(lambda: window.feed.picture)
        for n in range(500):
            flood.add("message", f"flood {n}")
            flood.flush()
            window.selection.choose_run("ab"[n % 2])
            window.selection.choose_node("fix", 1 + n // 2 % 2)
            window.inspector.tabs.setCurrentIndex(n % window.inspector.tabs.count())
            await asyncio.sleep(0.002 if n % 7 == 0 else 0)
    flood.close()

    left = [task.get_name() for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    assert left == []


async def test_br_054_a_window_closed_while_it_loads_raises_nothing(tmp_path: Path, qapp: QApplication) -> None:
    for n in range(30):
        stories.finished_story(f"r-{n}").write(tmp_path)
    for wait in (0.0, 0.01, 0.05):
        async with monitor(tmp_path) as window:
            window.open_palette()
            await asyncio.sleep(wait)
    await asyncio.sleep(0.05)

    assert [task for task in asyncio.all_tasks() if task is not asyncio.current_task()] == []


async def test_the_theme_can_change_under_everything_that_is_shown(tmp_path: Path) -> None:
    stories.approval_story().write(tmp_path)
    async with monitor(tmp_path) as window:
        await until(lambda: window.feed.picture)
        for _ in range(3):
            window.acts.next_scheme()
            window.grab()
        assert isinstance(window, MonitorWindow)
        assert window.memory.scheme == "system"
