# SPDX-License-Identifier: Apache-2.0
"""What a person may command from the window. Every command goes to the engine off the GUI thread, and is reported."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from PySide6.QtCore import QObject, Signal

from app.figures import amount
from app.tasks import Tasks
from app.translate import tr
from app.words import meter_word
from engine.errors import PilothouseError
from engine.journal import RunStore
from engine.projections import answer_words

if TYPE_CHECKING:
    from engine.runtime.client import Reply
    from engine.runtime.launch import Request

VIA = "monitor"
Tone = Literal["done", "refused", "queued", "failed"]


@dataclass(frozen=True, slots=True)
class Report:
    """What became of a command, for a person. `run`, `hold` and `about` are what it was about."""

    tone: Tone
    text: str
    run: str | None = None
    hold: str | None = None
    about: str = ""
    """The kind of command, or the hold, as `is_busy` has it."""
    note: str = ""
    """The note that went with an answer."""


class Commands(QObject):
    """Sends commands; at most one a hold is under way. Results come by signals, never as return values."""

    reported = Signal(object)  # a Report, after every command
    launched = Signal(str)  # the id of a run that was just made
    launch_refused = Signal(str)  # the reason, after a launch that made no run
    busy_changed = Signal()  # after a command was given or came back
    host_changed = Signal()  # after the engine host was started or stopped from here

    def __init__(self, data_dir: Path, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = RunStore(data_dir)
        self._tasks = tasks
        self._busy: set[tuple[str, str]] = set()
        self.started_host = False

    def is_busy(self, run: str, what: str) -> bool:
        """Whether a command of this kind, or to this hold, is under way."""
        return (run, what) in self._busy

    def answer(self, run: str, hold: str, answer: str, *, expect: int, note: str = "", to: str | None = None) -> None:
        """Answer a hold, as it was seen at line `expect`."""
        body = {"command": "answer", "hold": hold, "answer": answer, "note": note, "to": to, "expect": expect}
        self._send(run, hold, body, tr("{answer}: journaled").format(answer=answer_words(answer).capitalize()))

    def raise_budget(self, run: str, kind: str, by: float) -> None:
        """Add to a cap; clocks in ms."""
        body = {"command": "raise", "kind": kind, "amount": by}
        self._send(
            run,
            f"raise:{kind}",
            body,
            tr("The {budget} budget was raised by {amount}").format(budget=meter_word(kind), amount=amount(kind, by)),
        )

    def set_on_limit(self, run: str, *, goes_on: bool) -> None:
        """Whether the run goes on by itself after a provider's limit, or asks a person then."""
        body = {"command": "set", "name": "on_provider_limit", "value": "continue" if goes_on else "pause"}
        goes = tr("The run goes on by itself after a provider's limit")
        self._send(run, "set", body, goes if goes_on else tr("The run asks you when a provider limits it"))

    def message(self, run: str, node: str, text: str) -> None:
        """Say something to the agent at work in a block."""
        body = {"command": "message", "node": node, "text": text}
        self._send(run, message_to(node), body, tr("Your message is on record"))

    def pause(self, run: str, *, now: bool = False) -> None:
        """Pause at the next safe boundary, or now."""
        self._send(
            run,
            "pause",
            {"command": "pause", "now": now},
            tr("The run pauses now") if now else tr("The run will pause at the next safe boundary"),
        )

    def resume(self, run: str) -> None:
        """Go on after a pause of the operator."""
        self._send(run, "resume", {"command": "resume"}, tr("The run goes on"))

    def cancel(self, run: str) -> None:
        """End a run, keeping everything."""
        self._send(run, "cancel", {"command": "cancel"}, tr("The run is being cancelled; everything is kept"))

    def drive(self) -> None:
        """Start the engine host unless one is live."""
        self._tasks.spawn(self._drive(), "start the engine host")

    def launch(self, request: Request) -> None:
        """Make a run and have it driven."""
        self._tasks.spawn(self._launch(request), "launch")

    def pause_fleet(self, runs: list[str]) -> None:
        """Pause every one of these runs at its next safe boundary."""
        for run in runs:
            self.pause(run)

    async def pause_all(self, runs: list[str]) -> None:
        """Ask every one of these runs to pause, and wait until each has it on record or has said why not."""
        async with asyncio.TaskGroup() as group:
            for run in runs:
                group.create_task(self._pause_one(run), name=f"pause {run}")

    async def _pause_one(self, run: str) -> None:
        try:
            await self._to_engine(run, {"command": "pause", "via": VIA})
        except (PilothouseError, OSError) as error:
            self.reported.emit(Report("refused", _words(error), run))

    async def stop_host(self) -> None:
        """Ask the engine host to end, and wait for it."""
        try:
            await asyncio.to_thread(_stop_host, self._store.data_dir)
        except PilothouseError as error:
            self.reported.emit(Report("failed", error.message))
        self.started_host = False
        self.host_changed.emit()

    def restart_host(self) -> None:
        """End the engine host, whatever its version, and start ours."""
        self._tasks.spawn(self._restart_host(), "restart the engine host")

    async def replace_host(self) -> int:
        """Start an engine host, and give its process. Raises PilothouseError or OSError."""
        pid = await asyncio.to_thread(_replace_host, self._store.data_dir)
        self.host_changed.emit()
        return pid

    async def _restart_host(self) -> None:
        try:
            await asyncio.to_thread(_stop_host, self._store.data_dir)
            pid = await self.replace_host()
        except (PilothouseError, OSError) as error:
            self.reported.emit(Report("failed", _words(error)))
        else:
            self.reported.emit(Report("done", tr("The engine host was restarted, process {pid}").format(pid=pid)))

    def _send(self, run: str, what: str, body: Mapping[str, Any], done: str) -> None:
        if (run, what) in self._busy:
            return
        self._busy.add((run, what))
        if self._tasks.spawn(self._sending(run, what, {**body, "via": VIA}, done), f"{body['command']} {run}") is None:
            self._busy.discard((run, what))
        self.busy_changed.emit()

    async def _sending(self, run: str, what: str, body: Mapping[str, Any], done: str) -> None:
        hold, note = body.get("hold"), str(body.get("note", ""))
        try:
            reply = await self._to_engine(run, body)
        except (PilothouseError, OSError) as error:
            self.reported.emit(Report("refused", _words(error), run, hold, what))
        else:
            if reply.state == "queued":
                text = tr("Queued: the driver of this run has not taken it yet")
                self.reported.emit(Report("queued", text, run, hold, what, note))
            else:
                text = tr("{done}, line {seq}").format(done=done, seq=reply.seq)
                self.reported.emit(Report("done", text, run, hold, what, note))
                if not reply.driven:
                    await self._drive()
        finally:
            self._busy.discard((run, what))
            self.busy_changed.emit()

    async def _to_engine(self, run: str, body: Mapping[str, Any]) -> Reply:
        """In a thread with a loop of its own: where nobody drives, the whole journal is read to write one line."""
        return await asyncio.to_thread(_deliver, self._store, run, body)

    async def _drive(self) -> None:
        try:
            self.started_host |= await asyncio.to_thread(_start_host, self._store.data_dir)
        except (PilothouseError, OSError) as error:
            self.reported.emit(Report("failed", _words(error)))
        self.host_changed.emit()

    async def _launch(self, request: Request) -> None:
        try:
            run = await asyncio.to_thread(_make_run, self._store, request)
        except (PilothouseError, OSError) as error:
            self.launch_refused.emit(_words(error))
            return
        self.launched.emit(run)
        self.reported.emit(Report("done", tr("Launched"), run))
        await self._drive()


def message_to(node: str) -> str:
    """What a message to the agent of a block is about, as `is_busy` and a report have it."""
    return f"message:{node}"


# What follows runs in threads. The engine's machinery is imported there too: it would hold up the first paint.


def _deliver(store: RunStore, run: str, body: Mapping[str, Any]) -> Reply:
    from engine.runtime.client import send

    return asyncio.run(send(store.folder(run), body))


def _make_run(store: RunStore, request: Request) -> str:
    from engine.runtime.launch import launch

    return asyncio.run(launch(request, store)).id


def _start_host(data_dir: Path) -> bool:
    """True if there was none."""
    from engine.runtime.host import ensure_host, host_pid

    if host_pid(data_dir) is not None:
        return False
    ensure_host(data_dir)
    return True


def _replace_host(data_dir: Path) -> int:
    from engine.runtime.host import ensure_host

    return ensure_host(data_dir)


def _stop_host(data_dir: Path) -> None:
    from engine.runtime.host import stop_host

    stop_host(data_dir)


def _words(error: Exception) -> str:
    if isinstance(error, PilothouseError):
        return error.message
    why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return tr("It could not be written down: {why}. Mend that, and try again.").format(why=why)
