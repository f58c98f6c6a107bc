# SPDX-License-Identifier: Apache-2.0
"""The inbox of a run: each command counts once, whatever happens between its observation and its reply."""

from __future__ import annotations

import errno
import json
from typing import Any

import pytest

from engine.journal import RunFolder, inbox, read
from engine.kernel import replay
from engine.runtime.inbox import serve_inbox
from engine.runtime.ledger import Ledger
from tests.engine.runtime.fakes import created, make_folder
from tests.helpers.runs import events


@pytest.fixture
async def folder(data_dir: Any) -> RunFolder:
    """A run that was launched, and that nobody drives."""
    folder = make_folder()
    ledger = await Ledger.open(folder.journal)
    ledger.observe(created())
    await ledger.close()
    return folder


async def serve(folder: RunFolder) -> int:
    ledger = await Ledger.open(folder.journal)
    try:
        return await serve_inbox(folder, ledger)
    finally:
        await ledger.close()


def reply(folder: RunFolder, request: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder.inbox / "done" / f"{request}.json").read_bytes())["reply"]
    return found


def count(folder: RunFolder, kind: str) -> int:
    return [record.type for record in read(folder.journal).records].count(kind)


async def test_a_command_is_journaled_with_who_gave_it_and_answered(folder: RunFolder) -> None:
    request = inbox.post(folder.inbox, {"command": "pause", "via": "test"})
    assert await serve(folder) == 1

    [record] = [record for record in read(folder.journal).records if record.type == "pause_requested"]
    told = reply(folder, request)
    assert (told["ok"], told["seq"]) == (True, record.seq)
    assert record.data["by"]["command"] == request
    assert record.data["by"]["via"] == "test"
    assert await serve(folder) == 0


async def test_a_command_whose_reply_was_lost_in_a_crash_counts_once(
    folder: RunFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = inbox.post(folder.inbox, {"command": "pause"})

    class Killed(Exception):
        """The process ends here: the reply is never written."""

    def killed(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(inbox, "finish", killed)
        with pytest.raises(Killed):
            await serve(folder)
    assert count(folder, "pause_requested") == 1

    assert await serve(folder) == 1
    assert count(folder, "pause_requested") == 1
    assert reply(folder, request)["ok"] is True


async def test_a_refused_command_is_told_why_and_journaled_nowhere(folder: RunFolder) -> None:
    before = folder.journal.read_bytes()
    request = inbox.post(folder.inbox, {"command": "answer", "hold": "h9", "answer": "accept"})
    await serve(folder)

    told = reply(folder, request)
    assert (told["ok"], told["exit_code"]) == (False, 2)
    assert "h9" in told["message"]
    assert folder.journal.read_bytes() == before


async def test_a_full_disk_at_the_reply_loses_no_command_and_counts_none_twice(
    folder: RunFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = inbox.post(folder.inbox, {"command": "pause"})

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "no space")

    with monkeypatch.context() as patch:
        patch.setattr(inbox, "finish", full)
        with pytest.raises(OSError, match="no space"):
            await serve(folder)
    await serve(folder)
    assert count(folder, "pause_requested") == 1
    assert reply(folder, request)["ok"] is True


async def test_commands_are_taken_in_the_order_they_were_given(folder: RunFolder) -> None:
    for kind in ("pause", "cancel", "pause"):
        inbox.post(folder.inbox, {"command": kind})
    await serve(folder)
    kinds = [record.type for record in read(folder.journal).records]
    given = [kind for kind in kinds if kind.endswith("_requested")]
    assert given[:2] == ["pause_requested", "cancel_requested"]


async def test_what_a_crash_tore_is_completed_before_a_command_counts(folder: RunFolder) -> None:
    """Else the command would stand in the middle of what was decided before it, and a replay would differ."""
    lines = folder.journal.read_bytes().splitlines(keepends=True)
    assert len(lines) > 3
    folder.journal.write_bytes(b"".join(lines[:2]))
    inbox.post(folder.inbox, {"command": "pause"})
    await serve(folder)

    kinds = [record.type for record in read(folder.journal).records]
    assert kinds.index("pause_requested") == len(lines)
    assert replay(events(folder)).difference is None
