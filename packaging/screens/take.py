# SPDX-License-Identifier: Apache-2.0
"""Pictures of every screen in both themes and two sizes, on real runs and told ones: `take.py FOLDER`."""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QDialog, QWidget

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from app.asking import Question  # noqa: E402
from app.faults import Faults  # noqa: E402
from app.faultspanel import FaultsPanel  # noqa: E402
from app.loop import AppLoop  # noqa: E402
from app.theme import Scheme, install_theme, theme  # noqa: E402
from app.tour import Tour  # noqa: E402
from app.window import MonitorWindow  # noqa: E402
from engine.journal import OwnerLock  # noqa: E402
from engine.projections import Summary  # noqa: E402
from tests.helpers import stories  # noqa: E402
from tests.helpers.nested import crew_at_work, nested_story  # noqa: E402

SIZES = {"1280x800": (1280, 800), "1920x1080": (1920, 1080)}
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
SHOWN = ROOT / "resources" / "help" / "screenshots"
CHOSEN = {
    "light": "run-approval-light-1280x800",
    "dark": "run-race-dark-1280x800",
    "nested": "run-crew-graph-dark-1280x800",
    "home": "home-light-1280x800",
}
"""What the README and the help show, by the name of its picture."""

SETTLE_S = 2.0
"""What a screen is given to load and to paint, in seconds."""

Shot = Callable[[MonitorWindow], QWidget | None]


def main() -> int:
    """Take the pictures; 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where all pictures go")
    parser.add_argument("--data", type=Path, help="a data directory made by an earlier call, to take them of it again")
    parser.add_argument("--only", default="", help="only screens whose name holds one of these, separated by commas")
    parser.add_argument("--size", choices=SIZES, help="only this size")
    parser.add_argument("--keep", action="store_true", help="leave the pictures of the help as they are")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        data = args.data or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pilothouse-")))
        if not (data / "runs").is_dir():
            make_data(data)
        for run in (data / "runs").glob("*-live"):
            stack.callback(OwnerLock.take(run / "engine.lock").release)
        app = QApplication([])
        app.setQuitOnLastWindowClosed(False)
        app.setWindowIcon(install_theme(app, "light").app_icon)
        with asyncio.Runner(loop_factory=lambda: AppLoop(app)) as runner:
            runner.run(take_all(data, args.folder, args.only, [args.size] if args.size else [*SIZES]))
    if not (args.keep or args.only or args.size):
        for name, picture in CHOSEN.items():
            QImage(str(args.folder / f"{picture}.png")).save(str(SHOWN / f"{name}.png"))
    return 0


# ------------------------------------------------------------------------------------------------------------ the data


def make_data(data: Path) -> None:
    """Three real runs with the scripted agent, and told ones in every other state."""
    env = {**os.environ, "PILOTHOUSE_DATA_DIR": str(data), "PYTHONPATH": str(ROOT)}
    call = [sys.executable, "-c", "import sys; from engine.cli import main; sys.exit(main(sys.argv[1:]))"]
    subprocess.run([*call, "demo", "--headless"], env=env, stdin=subprocess.DEVNULL, check=True)
    repository = next((data / "demo").glob("passage-*"))
    for workflow, task in (("race", "Mend the mean speed of a passage"), ("lead-and-crew", "Write the manual")):
        playbook = ROOT / "workflows" / f"{workflow}.playbook.yaml"
        more = ["--repo", str(repository), "--playbook", str(playbook), "--input", f"task={task}"]
        subprocess.run([*call, "run", workflow, *more], env=env, stdin=subprocess.DEVNULL, check=False)
    now = datetime.now(UTC)
    ago = partial(_ago, now)
    stories.running_story("totals-live", report="Totals ignore the discount", start=ago(4)).write(data)
    stories.blocked_story("cart", report="An empty cart cannot be paid", start=ago(31)).write(data)
    stories.budget_story("search", report="The search is slow", start=ago(55), repository="/srv/code/shop").write(data)
    stories.failed_story("mail", report="Mails are sent twice", start=ago(90)).write(data)
    for n in range(12):
        told = stories.finished_story if n % 4 else stories.approval_story
        told(f"done-{n}", report=f"Ticket {310 + n}: rounding of prices", start=ago(60 * (4 + 5 * n))).write(data)
    crew, _ = crew_at_work("crew-live", 6, later=20, report="Port the reports", start=ago(2))
    crew.write(data)
    nested, late = nested_story(), ago(50) - stories.START
    nested.events = [replace(event, at=_later(event.at, late)) for event in nested.events]
    nested.write(data)


def _later(at: str, by: timedelta) -> str:
    return (datetime.fromisoformat(at) + by).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _ago(now: datetime, minutes: float) -> datetime:
    return now - timedelta(minutes=minutes)


# ------------------------------------------------------------------------------------------------------------- screens


async def take_all(data: Path, folder: Path, only: str, sizes: list[str]) -> None:
    """Every screen, one window for each theme and size."""
    for size in sizes:
        width, height = SIZES[size]
        for scheme in SCHEMES:
            window = MonitorWindow(asyncio.Event(), data, auto_drive=False)
            window.memory.scheme = scheme
            window.resize(width, height)
            window.show()
            work = asyncio.create_task(window.work())
            await _until(lambda: window.feed.loaded)  # noqa: B023
            try:
                for name, shot in screens().items():
                    if any(word in name for word in only.split(",")):
                        await _take(window, shot, folder / f"{name}-{scheme}-{size}.png")
            finally:
                work.cancel()
                await asyncio.wait([work])
                window.hide()
                window.deleteLater()


async def _take(window: MonitorWindow, shot: Shot, target: Path) -> None:
    extra = shot(window)
    await asyncio.sleep(SETTLE_S)
    shown = window.screen().grabWindow(window.winId()).toImage()  # as it was painted, not once more
    if extra is not None:
        if extra.window() is not window:
            _lay_over(shown, window, extra)
        if isinstance(extra, FaultsPanel):
            extra.clear.click()
        elif isinstance(extra, Tour):
            extra.leave()
        else:
            extra.close()
        await asyncio.sleep(0.05)
    shown.convertToFormat(QImage.Format.Format_RGB888).save(str(target), quality=0)
    print(target.name, flush=True)  # noqa: T201


def _lay_over(shown: QImage, window: QWidget, dialog: QWidget) -> None:
    """The dialog in the middle of the window, as a window manager puts it."""
    from PySide6.QtCore import QPointF
    from PySide6.QtGui import QPainter

    picture = dialog.grab()
    ratio = shown.devicePixelRatio()
    painter = QPainter(shown)
    painter.fillRect(0, 0, window.width(), window.height(), Qt.GlobalColor.transparent)
    at = QPointF((window.width() - dialog.width()) / 2, (window.height() - dialog.height()) / 2)
    painter.setPen(theme().colour("strong_border"))
    painter.drawPixmap(at, picture)
    painter.drawRect(int(at.x()) - 1, int(at.y()) - 1, dialog.width() + 1, dialog.height() + 1)
    painter.end()
    shown.setDevicePixelRatio(ratio)


async def _until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not true():  # noqa: ASYNC110
            await asyncio.sleep(0.02)


def screens() -> dict[str, Shot]:
    """A name for each, and what brings it to the front; what it returns lies over the window and is closed again."""
    found: dict[str, Shot] = {
        "home": _page("home"),
        "run-approval": _run("fix-bug", hold=True),
        "run-race": _run("race", node="approaches[smallest-change]/try", tab=2),
        "run-crew-graph": _run("lead-and-crew", view="graph", node="crew/child-2"),
        "run-journal": _run("lead-and-crew", view="journal", node="crew/child-1"),
        "run-working": _run("totals-live"),
        "run-budget": _run("search", hold=True),
        "run-blocked": _run("cart", hold=True),
        "run-failed": _run("mail", hold=True),
        "run-nested": _run("nested", view="timeline"),
        "run-gates": _run("fix-bug", node="fix", tab=1),
        "run-diff": _run("fix-bug", node="fix", tab=2),
        "run-artifacts": _run("fix-bug", node="fix", tab=3),
        "run-blackboard": _run("fix-bug", node="hand-over", tab=4),
        "run-past": _then(_run("lead-and-crew", view="journal", node="crew/child-1"), lambda w: w.run_view.go_to(60)),
        "review": _then(_run("fix-bug", node="fix"), lambda w: w.run_view.open_review()),
        "compare": _then(_run("race", node="approaches[smallest-change]/try"), lambda w: w.run_view.open_compare()),
        "search": lambda window: window.open_search("mean_speed"),
        "fleet": _page("fleet"),
        "history": _page("history"),
        "library": _page("library"),
        "launch": _launch,
        "palette": _palette,
        "help": partial(_help, "gates-and-evidence"),
        "help-keyboard": partial(_help, "keyboard"),
        "tour": _tour,
        "faults": _faults,
        "close": _close,
    }
    for page in ("limits", "prices", "look", "notices", "agents", "keys"):
        found[f"settings-{page}"] = partial(_settings, page)
    return found


def _page(page: str) -> Shot:
    def show(window: MonitorWindow) -> None:
        window.do_act(f"page-{page}")

    return show


def _then(first: Shot, act: Callable[[MonitorWindow], object]) -> Shot:
    """A screen, and half a second later something done on it."""

    def show(window: MonitorWindow) -> None:
        first(window)
        QTimer.singleShot(500, window, lambda: act(window))

    return show


def _run(word: str, *, node: str = "", tab: int = 0, view: str = "", hold: bool = False) -> Shot:
    def show(window: MonitorWindow) -> None:
        summary = _summary(window, word)
        window.open_node(summary.run, node or None)
        if hold and summary.holds:
            window.open_hold(summary.holds[0])
        window.inspector.tabs.setCurrentIndex(tab)
        window.run_view.parts.show_pane(view or "blocks")

    return show


def _summary(window: MonitorWindow, word: str) -> Summary:
    return next(one for one in window.feed.summaries if one.run.startswith(word))


def _launch(window: MonitorWindow) -> QWidget | None:
    window.open_launch()
    return _dialog(window, "launchDialog")


def _settings(page: str, window: MonitorWindow) -> QWidget | None:
    window.do_act("settings" if page == "limits" else f"settings-{page}")
    return _dialog(window, "settingsDialog")


def _palette(window: MonitorWindow) -> QWidget | None:
    window.open_palette()
    return _dialog(window, "commandPalette")


def _help(page: str, window: MonitorWindow) -> QWidget:
    return window.around.open_help_at(page)


def _tour(window: MonitorWindow) -> QWidget | None:
    _run("fix-bug", hold=True)(window)
    window.around.start_tour()
    return window.findChild(Tour)


def _faults(window: MonitorWindow) -> QWidget | None:
    faults = Faults(window)
    window.know_faults(faults)
    try:
        int("forty-two")
    except ValueError as error:
        faults.note("The timeline could not be drawn", error)
    window.around.open_faults()
    return _dialog(window, "faultsPanel")


def _close(window: MonitorWindow) -> QWidget | None:
    window.may_close()
    return window.findChild(Question)


def _dialog(window: QWidget, name: str) -> QDialog | None:
    found = [dialog for dialog in window.findChildren(QDialog) if dialog.objectName() == name]
    return found[-1] if found else None


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    sys.exit(main())
