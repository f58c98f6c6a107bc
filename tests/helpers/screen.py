# SPDX-License-Identifier: Apache-2.0
"""A virtual screen with a mouse and a keyboard, and the monitor on it as a process of its own."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest

PATIENCE = 60.0
"""Seconds that anything on the screen may take to come."""
_STILL = 4
"""So many looks in a row, a tenth of a second apart, must show a thing at the same place before it is clicked."""
_ROOT = Path(__file__).parents[2]
_MISSING = [program for program in ("Xvfb", "xdotool") if shutil.which(program) is None]

needs_screen = pytest.mark.skipif(
    bool(_MISSING), reason=f"not here: {' and '.join(_MISSING)} (on Debian and Ubuntu: apt-get install xvfb xdotool)"
)


class Screen:
    """An X server on a free display number, without a window manager. Its mouse and keyboard are real to programs."""

    def __enter__(self) -> Screen:
        self.monitors: list[Monitor] = []
        reader, writer = os.pipe()
        self._server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1600x1000x24", "-nolisten", "tcp", "-noreset"],
            pass_fds=(writer,),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(writer)
        with os.fdopen(reader) as told:
            number = told.readline().strip()
        if not number:
            self._server.wait()
            raise RuntimeError("Xvfb did not start")
        self.name = f":{number}"
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for monitor in self.monitors:
            monitor.kill()
        self._server.terminate()
        self._server.wait()

    def do(self, *words: str | float) -> str:
        """One line for xdotool; what it says."""
        argv = ["xdotool", *map(str, words)]
        env = {**os.environ, "DISPLAY": self.name}
        return subprocess.run(argv, env=env, check=True, timeout=PATIENCE, stdout=subprocess.PIPE, text=True).stdout

    def click(self, x: int, y: int) -> None:
        """The left button, there."""
        self.do("mousemove", x, y, "sleep", 0.1, "click", 1)

    def focus(self) -> None:
        """Give the keyboard to the window below the mouse, as a window manager does when another one has closed."""
        told = dict(line.split("=") for line in self.do("getmouselocation", "--shell").splitlines())
        self.do("windowfocus", told["WINDOW"])

    def press(self, *keys: str) -> None:
        """Keys one after another: `Return`, `ctrl+a`."""
        self.do("key", "--delay", 30, *keys)

    def type(self, text: str, *, delay_ms: int = 8) -> None:
        """A text, key by key, into whatever has the focus."""
        self.do("type", "--delay", delay_ms, "--", text)


@dataclass(frozen=True, slots=True)
class Row:
    """A visible row of a list or a tree."""

    texts: tuple[str, ...]
    place: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Seen:
    """What was on the screen at one moment, by the names of the widgets."""

    number: int
    title: str
    focus: str
    active: bool
    clipboard: str
    widgets: dict[str, dict[str, Any]]

    def enabled(self, name: str) -> bool:
        """Whether it is visible, and takes a click."""
        return bool(name in self.widgets and self.widgets[name]["enabled"])

    def text(self, name: str) -> str:
        """What stands in it; empty where it is not visible."""
        return str(self.widgets[name]["text"]) if name in self.widgets else ""

    def rows(self, name: str) -> list[Row]:
        """The rows of a list or a tree."""
        told = self.widgets.get(name, {}).get("rows", [])
        return [Row(tuple(row["texts"]), tuple(row["place"])) for row in told]

    def told(self) -> str:
        """All of it, for a person who looks for why a test failed."""
        lines = [f"look {self.number}, title {self.title!r}, focus {self.focus!r}"]
        for name, told in sorted(self.widgets.items()):
            texts = [told["text"], *("|".join(row["texts"]) for row in told.get("rows", []))]
            lines.append(f"{name}{'' if told['enabled'] else ' (disabled)'}: {texts}")
        return "\n".join(lines)

    def place(self, name: str) -> Any:
        """Where it is: x, y, width, height."""
        return self.widgets[name]["place"] if name in self.widgets else None


class Monitor:
    """`pilothouse` on a screen; used by mouse and keyboard only."""

    def __init__(self, screen: Screen, folder: Path, *arguments: str) -> None:
        self.screen = screen
        self._file = folder / f"screen-{time.monotonic_ns()}.json"
        self._said = self._file.with_suffix(".log")
        with self._said.open("wb") as said:
            self._process = subprocess.Popen(
                [sys.executable, str(_ROOT / "tests" / "helpers" / "observed_app.py"), str(self._file), *arguments],
                cwd=folder,
                env={**os.environ, "PYTHONPATH": str(_ROOT), "DISPLAY": screen.name, "QT_QPA_PLATFORM": "xcb"},
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
            )
        screen.monitors.append(self)

    def seen(self) -> Seen:
        """What is on the screen now; fails if the process has ended."""
        while True:
            assert self._process.poll() is None, f"the monitor has ended:\n{self._said.read_text()}"
            if self._file.exists():
                return Seen(**json.loads(self._file.read_text()))
            time.sleep(0.05)

    def until(self, holds: Callable[[Seen], object], what: str) -> Seen:
        """Look until something holds."""
        end = time.monotonic() + PATIENCE
        while True:
            seen = self.seen()
            if holds(seen):
                return seen
            if time.monotonic() > end:
                pytest.fail(f"{what} has not come; there is:\n{seen.told()}\n{self._stacks()}")
            time.sleep(0.05)

    def _stacks(self) -> str:
        """What its threads are doing."""
        self._process.send_signal(signal.SIGUSR1)
        time.sleep(0.5)
        return self.said()

    def click(self, name: str) -> None:
        """Click a widget as soon as it can be clicked and stands still."""
        self._click(lambda seen: seen.place(name) if seen.enabled(name) else None, f"{name!r} to click")

    def click_row(self, name: str, text: str) -> None:
        """Click the row with this text in one of its columns."""

        def place(seen: Seen) -> Any:
            return next((row.place for row in seen.rows(name) if text in row.texts), None)

        self._click(place, f"a row {text!r} in {name!r}")

    def _click(self, place_in: Callable[[Seen], Any], what: str) -> None:
        looks: list[tuple[int, Any]] = []

        def stands_still(seen: Seen) -> bool:
            if not looks or looks[-1][0] != seen.number:
                looks.append((seen.number, place_in(seen)))
            last = [place for _, place in looks[-_STILL:]]
            return len(last) == _STILL and last[0] is not None and last.count(last[0]) == _STILL

        x, y, width, height = place_in(self.until(stands_still, what))
        self.screen.click(x + min(width // 2, 120), y + height // 2)

    def write(self, name: str, text: str) -> None:
        """Put a text into a field in place of what stands there."""
        self.click(name)
        self.until(lambda seen: seen.focus == name, f"the focus in {name!r}")
        self.screen.press("ctrl+a", "Delete")
        self.screen.type(text)
        self.until(lambda seen: seen.text(name) == text, f"{text!r} in {name!r}")

    def ended(self) -> int:
        """Wait until the process has ended; its exit code."""
        with suppress(subprocess.TimeoutExpired):
            return self._process.wait(PATIENCE)
        pytest.fail(f"the monitor has not ended; there is:\n{self.seen().told()}\n{self._stacks()}")

    def said(self) -> str:
        """What it printed."""
        return self._said.read_text()

    def kill(self) -> None:
        """End it hard, if it lives."""
        self._process.kill()
        self._process.wait()
