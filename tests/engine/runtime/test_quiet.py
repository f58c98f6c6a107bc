# SPDX-License-Identifier: Apache-2.0
"""While nothing moves, nothing is called: looking at a repository is no change of it, and no reason to look again."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any

import pytest
from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer

from engine.journal import RunStore
from engine.projections.fleet import Fleet, Focus
from engine.runtime import drive as driving_module
from engine.runtime.drive import drive, driving
from engine.runtime.launch import Request, launch
from engine.workspace import RunRepository
from engine.workspace.calls import Git
from tests.helpers.runs import git, make_repository, make_script, make_workflow

WRITES = ("created", "modified", "deleted", "moved")


class Changes(FileSystemEventHandler):
    """Collects what changes in folders."""

    def __init__(self) -> None:
        self.seen: list[FileSystemEvent] = []

    def on_any_event(self, event: FileSystemEvent) -> None:
        if event.event_type in WRITES:
            self.seen.append(event)


@contextmanager
def watched(*folders: Path) -> Iterator[Changes]:
    observer, changes = Observer(), Changes()
    for folder in folders:
        observer.schedule(changes, str(folder), recursive=True)
    observer.start()
    try:
        yield changes
    finally:
        observer.stop()
        observer.join()


@pytest.mark.parametrize("where", ["main", "linked"])
async def test_br_068_an_idle_run_makes_no_call_of_git_and_looking_changes_nothing_in_the_repository(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    main = make_repository(tmp_path / "repo")
    repository = main
    if where == "linked":
        git(main, "worktree", "add", "-q", "-b", "other", str(tmp_path / "linked"))
        repository = tmp_path / "linked"
    agent = make_script(tmp_path / "agent.sh", "cat > /dev/null; echo done > done.txt")
    step = "{step: one, role: worker, goal: g, gate: [{file: done.txt}, approval]}"
    store = RunStore()
    workflow = make_workflow(tmp_path / "w.yaml", [step], agent)
    folder = await launch(Request(str(workflow), repository, run_id="r", branch="work/r"), store)
    calls: list[str] = []
    started = Git._started

    def counted(self: Git, args: tuple[str, ...], stdin: bytes | IO[bytes], into: IO[bytes] | None) -> Any:
        calls.append(args[0])
        return started(self, args, stdin, into)

    monkeypatch.setattr(Git, "_started", counted)
    monkeypatch.setattr(driving_module, "ROUND", 0.01)
    windows = [Fleet(store.data_dir) for _ in range(3)]
    async with driving(folder, store.data_dir) as driver:
        driving_ = asyncio.create_task(drive(driver, folder, stay=True))
        async with asyncio.timeout(60):
            while not driver.at_rest:
                await asyncio.sleep(0.02)
        assert calls
        calls.clear()
        with watched(main / ".git", repository) as changes:
            for _ in range(20):  # the driver looks into its inbox as often
                for window in windows:
                    await asyncio.to_thread(window.poll, Focus("r"))
                await asyncio.sleep(0.01)
            assert calls == []

            run = await asyncio.to_thread(RunRepository.open, folder.path)
            for look in (run.tip, run.branch_tip, run.uncommitted, lambda: run.changes(run.base, run.base)):
                await asyncio.to_thread(look)
            assert calls
            with ExitStack() as last:
                mark = repository / "the-last-change"
                last.callback(mark.unlink)
                mark.touch()
                async with asyncio.timeout(60):
                    while not any(str(mark) == str(event.src_path) for event in changes.seen):
                        await asyncio.sleep(0.01)
            touched = {str(event.src_path) for event in changes.seen} - {str(mark), str(repository)}
            assert touched == set()
        driver.stop()
        await driving_
