# SPDX-License-Identifier: Apache-2.0
"""Opens the monitor: `pilothouse` and `pilothouse demo` end up here."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence

from app.layout import Memory
from app.serve import run_app
from app.window import MonitorWindow
from engine.errors import PilothouseError
from engine.journal import RunStore

_SWITCH_S = 0.0005
"""How long another thread may keep the interpreter from the window, in seconds; Python's own is ten times that."""


def main(argv: Sequence[str]) -> int:
    """Show the monitor until it is closed; 0, or 1 after any fault. `argv`: `[--run ID] [--quit-after SECONDS]`."""
    args = _parser().parse_args(argv)
    store = RunStore()
    store.prepare()
    windows: list[MonitorWindow] = []

    def make_window(stop: asyncio.Event) -> MonitorWindow:
        windows.append(MonitorWindow(stop, store.data_dir, run=args.run))
        if args.tour:
            windows[0].around.tour_when_ready()
        return windows[0]

    sys.setswitchinterval(_SWITCH_S)
    language = Memory(store.data_dir).language
    crashes = store.data_dir / "crash.log"
    code = run_app(make_window, crash_file=crashes, quit_after=args.quit_after, language=language)
    if args.quit_after is not None and windows and windows[0].commands.started_host:
        from engine.runtime.host import stop_host

        try:
            stop_host(store.data_dir)
        except PilothouseError:
            return 1
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="pilothouse")
    parser.add_argument("--run", metavar="ID", help="the run to look at")
    parser.add_argument("--tour", action="store_true", help="point at what the window consists of, once")
    parser.add_argument("--quit-after", type=float, metavar="SECONDS", help="close the window again, asking nothing")
    return parser
