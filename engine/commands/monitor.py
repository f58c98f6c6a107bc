# SPDX-License-Identifier: Apache-2.0
"""`pilothouse`, `demo` and `engine`: the monitor, the demo in it or without it, and the engine host."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from argparse import Namespace
from importlib import import_module

from engine.commands.drive import drive_here
from engine.commands.output import OK, USAGE, say, tell
from engine.journal import RunFolder, RunStore
from engine.runtime.client import send
from engine.runtime.host import run_host, stop_host
from engine.runtime.launch import launch


def has_display() -> bool:
    """Whether a window can be shown: a platform was asked for, or a display server is named."""
    if os.environ.get("QT_QPA_PLATFORM") or sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _no_display() -> str:
    return (
        "There is no display here (DISPLAY and WAYLAND_DISPLAY are not set). "
        'This gives it one: xvfb-run -a -s "-screen 0 1600x900x24" pilothouse'
    )


def monitor(args: Namespace) -> int:
    """`pilothouse`: opens the monitor."""
    if not has_display():
        tell(_no_display() + "\nWithout a window, `pilothouse list`, `show`, `holds` and `answer` do the same.")
        return USAGE
    return _open(None, args.quit_after)


def demo(args: Namespace) -> int:
    """`pilothouse demo`: a fresh repository, the scripted agent, and the monitor on it."""
    from engine.demo import make_demo

    store = RunStore()
    store.prepare()
    if args.headless or not has_display():
        if not args.headless:
            tell(_no_display() + "\nThe same demo runs here without a window.")
        return asyncio.run(_headless(store))
    folder = asyncio.run(launch(make_demo(store.data_dir), store))
    return _open(folder.id, args.quit_after, tour=args.quit_after is None)


def _open(run: str | None, quit_after: float | None, *, tour: bool = False) -> int:
    # By name: no arrow runs from the engine to the monitor, and without Qt every other command still works.
    open_monitor = import_module("app.main").main
    argv = [*(["--run", run] if run else []), *(["--tour"] if tour else [])]
    code: int = open_monitor([*argv, *(["--quit-after", str(quit_after)] if quit_after is not None else [])])
    return code


async def _headless(store: RunStore) -> int:
    from engine.demo import make_demo

    say("Demo: a real repository with a real bug; the agent is scripted (its edits, commands and commits are real).")
    folder = await launch(make_demo(store.data_dir), store)
    say(f"Run {folder.id}:")
    code = await drive_here(folder, store, as_json=False)
    while code == 3 and sys.stdin.isatty():
        if not await _ask(folder):
            break
        code = await drive_here(folder, store, as_json=False)
    if code == 3 and shutil.which("pilothouse") is None:
        say(f"\nThe command `pilothouse` is {sys.argv[0]} here.")
    return OK if code in (OK, 3) else code


async def _ask(folder: RunFolder) -> bool:
    """Ask the open hold on the terminal; False where the person leaves it."""
    from engine.commands.shown import state_of

    hold = next(iter(state_of(folder).open_holds), None)
    if hold is None:
        return False
    choices = [
        answer for answer in hold.answers if answer in ("accept", "refine", "retry", "resume", "override", "quit")
    ]
    given = (await asyncio.to_thread(input, f"\n{hold.sentence}\n[{'/'.join(choices)}, empty: leave it] ")).strip()
    if given not in choices:
        return False
    note = await asyncio.to_thread(input, "What should change? ") if given == "refine" else ""
    await send(
        folder,
        {"command": "answer", "hold": hold.id, "answer": given, "note": note, "expect": hold.seq, "via": "terminal"},
    )
    return True


def engine(args: Namespace) -> int:
    """`pilothouse engine [--stop]`."""
    store = RunStore()
    if args.stop:
        say("The engine host has ended." if stop_host(store.data_dir) else "No engine host is live.")
        return OK
    run_host(store)
    return OK
