# SPDX-License-Identifier: Apache-2.0
"""Commands through the inbox: in order, once finished gone, and never from an agent."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from textwrap import dedent
from typing import Any

import psutil
import pytest

from engine.errors import CommandRefused
from engine.journal import Origin, RunFolder, RunStore, descends_from_attempt, inbox, origin_of_this_process
from tests.engine.journal.faulty import FaultyDisk, Killed, Trouble, no_space

ANSWER = {"command": "answer", "hold": "s:approval", "answer": "accept"}


@pytest.fixture
def folder() -> RunFolder:
    return RunStore().create("r1", {})


def refusals(folder: RunFolder) -> list[str]:
    return [path.read_text() for path in sorted((folder.inbox / "refused").glob("*.reason"))]


def test_commands_are_taken_in_the_order_given_until_they_are_finished(folder: RunFolder) -> None:
    requests = [inbox.post(folder.inbox, ANSWER | {"n": n}) for n in range(5)]

    taken = inbox.take(folder.inbox)

    assert [command.id for command in taken] == requests
    assert [command.body["n"] for command in taken] == list(range(5))
    assert taken[0].origin == origin_of_this_process()
    assert taken[0].origin_lives
    inbox.finish(taken[0], {"seq": 7})
    assert [command.id for command in inbox.take(folder.inbox)] == requests[1:]


def test_a_take_is_bounded_and_the_rest_waits(folder: RunFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inbox, "MOST", 3)
    for n in range(7):
        inbox.post(folder.inbox, {"n": n})
    counts = []
    while taken := inbox.take(folder.inbox):
        counts.append(len(taken))
        for command in taken:
            inbox.finish(command, {})

    assert counts == [3, 3, 1]


async def test_who_gave_a_command_gets_its_reply(folder: RunFolder) -> None:
    request = inbox.post(folder.inbox, ANSWER)
    assert await inbox.await_reply(folder.inbox, request, 0) is None

    async with asyncio.TaskGroup() as group:
        waiting = group.create_task(inbox.await_reply(folder.inbox, request, 30))
        await asyncio.sleep(0)
        for command in await asyncio.to_thread(inbox.take, folder.inbox):
            await asyncio.to_thread(inbox.finish, command, {"ok": True, "seq": 12})

    assert waiting.result() == {"ok": True, "seq": 12}


async def test_a_refused_command_is_told_its_reason(folder: RunFolder) -> None:
    request = inbox.post(folder.inbox, ANSWER)
    (command,) = inbox.take(folder.inbox)
    inbox.refuse(command, "the evidence has moved")

    assert inbox.take(folder.inbox) == []
    with pytest.raises(CommandRefused, match="the evidence has moved"):
        await inbox.await_reply(folder.inbox, request, 30)


def test_a_command_can_be_finished_again_after_a_crash(folder: RunFolder) -> None:
    inbox.post(folder.inbox, ANSWER)
    (command,) = inbox.take(folder.inbox)
    for _ in range(2):
        inbox.finish(command, {"seq": 1})
    assert inbox.take(folder.inbox) == []


@pytest.mark.parametrize("trouble", ["kill before", "kill after", "tear", no_space()], ids=str)
def test_a_command_is_posted_whole_or_not_at_all_and_never_lost_while_finishing(
    trouble: Trouble, folder: RunFolder
) -> None:
    for k in range(1, 100):
        disk = FaultyDisk(lambda now, name, k=k: trouble if now == k else None)  # type: ignore[misc]
        posted = finished = False
        with suppress(Killed, OSError):
            inbox.post(folder.inbox, ANSWER | {"k": k}, storage=disk)
            posted = True
            for command in inbox.take(folder.inbox, storage=disk):
                inbox.finish(command, {"k": k}, storage=disk)
            finished = True

        left = inbox.take(folder.inbox)
        done = [json.loads(path.read_bytes())["reply"] for path in (folder.inbox / "done").glob("[!.]*.json")]
        assert all(command.body["k"] == k for command in left)
        if posted:
            assert left or {"k": k} in done
        for command in left:
            inbox.finish(command, {"k": k})
        if finished:
            assert refusals(folder) == []
            return
    pytest.fail("never ran through")


def test_an_oversized_command_is_refused_where_it_is_given(folder: RunFolder) -> None:
    with pytest.raises(CommandRefused, match="bytes"):
        inbox.post(folder.inbox, {"note": "x" * inbox.LARGEST})
    with pytest.raises(CommandRefused, match="JSON"):
        inbox.post(folder.inbox, {"note": object()})


def forged(folder: RunFolder, **changes: Any) -> Path:
    """A file in the inbox that looks like a command, as an agent without a sandbox could write it."""
    request = "ab" * 16
    body = {"id": request, "origin": origin_of_this_process().as_dict(), "command": ANSWER} | changes
    path = folder.inbox / f"{1:020}-{request}.json"
    path.write_text(json.dumps({"body": json.dumps(body), "signature": "00" * 32}))
    return path


def test_ad_102_a_file_that_an_agent_puts_into_the_inbox_is_no_command(folder: RunFolder) -> None:
    for n, key in enumerate(("answer", "accept")):
        (folder.inbox / f"0-{key}-h{n}.json").write_text(
            json.dumps({"command": key, "run": "r1", "hold": "s:approval", "answer": "accept", "by": "operator"})
        )
    forged(folder)
    genuine = inbox.post(folder.inbox, ANSWER)

    assert [command.id for command in inbox.take(folder.inbox)] == [genuine]
    assert len(refusals(folder)) == 3
    assert [reason for reason in refusals(folder) if "not signed" in reason]
    assert len(list(folder.inbox.glob("*.json"))) == 1


def _big(path: Path) -> None:
    path.write_bytes(b" " * (inbox.LARGEST + 1))


def _folder(path: Path) -> None:
    path.mkdir()
    (path / "x").mkdir()


def _link(path: Path) -> None:
    path.symlink_to("/etc/hostname")


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as sock:
        here = os.open(path.parent, os.O_RDONLY)
        try:
            sock.bind(f"/proc/self/fd/{here}/s")  # a socket's address is short
        finally:
            os.close(here)
    path.with_name("s").rename(path)


ODD = {
    "empty": lambda path: path.write_bytes(b""),
    "list": lambda path: path.write_bytes(b"[]"),
    "number": lambda path: path.write_bytes(b'{"body": 1, "signature": 2}'),
    "bytes": lambda path: path.write_bytes(b"\xff\xfe\0"),
    "deep": lambda path: path.write_bytes(b"[" * 100_000),
    "big": _big,
    "folder": _folder,
    "link": _link,
    "pipe": os.mkfifo,
    "socket": _socket,
}


@pytest.mark.skipif(sys.platform != "linux", reason="pipes, links and sockets of Linux")
@pytest.mark.parametrize("kind", ODD)
def test_whatever_lies_in_the_inbox_neither_blocks_nor_stops_it(kind: str, folder: RunFolder) -> None:
    for _ in range(2):
        ODD[kind](folder.inbox / f"{1:020}-{'cd' * 16}.json")
        ODD[kind](folder.inbox / ("0" * 240 + ".json"))
        genuine = inbox.post(folder.inbox, ANSWER)

        (command,) = inbox.take(folder.inbox)

        assert command.id == genuine
        inbox.finish(command, {})
        assert list(folder.inbox.glob("*.json")) == []


def test_a_signed_command_under_another_name_is_refused(folder: RunFolder) -> None:
    inbox.post(folder.inbox, ANSWER)
    (path,) = folder.inbox.glob("*.json")
    path.with_name(f"{1:020}-{'ef' * 16}.json").write_bytes(path.read_bytes())

    assert len(inbox.take(folder.inbox)) == 1
    assert "do not belong together" in refusals(folder)[0]


def test_a_key_that_is_gone_is_made_anew_and_old_signatures_do_not_count(folder: RunFolder) -> None:
    inbox.post(folder.inbox, ANSWER)
    (folder.inbox / "key").unlink()
    genuine = inbox.post(folder.inbox, ANSWER)

    assert [command.id for command in inbox.take(folder.inbox)] == [genuine]


GIVE = dedent(
    """
    import sys
    from pathlib import Path
    from engine.errors import CommandRefused
    from engine.journal import inbox

    try:
        print("given", inbox.post(Path(sys.argv[1]), {"answer": "accept"}), flush=True)
    except CommandRefused as error:
        print("refused", error, flush=True)
    sys.stdin.read()
    """
)


def attempt_environment(folder: RunFolder) -> dict[str, str]:
    return os.environ | {
        "PILOTHOUSE_RUN": "r1",
        "PILOTHOUSE_NODE": "s",
        "PILOTHOUSE_ATTEMPT": "1",
        "PILOTHOUSE_ATTEMPT_DIR": str(folder.attempt("s", 1)),
    }


def give(folder: RunFolder, *prefix: str, environment: dict[str, str] | None = None) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*prefix, sys.executable, "-c", GIVE, str(folder.inbox)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
        cwd=os.getcwd(),
    )


def test_ad_103_a_process_that_descends_from_an_attempt_cannot_give_a_command(folder: RunFolder) -> None:
    done = give(folder, environment=attempt_environment(folder)).communicate()[0]

    assert done.startswith("refused")
    assert "r1/s/1" in done
    assert inbox.take(folder.inbox) == []


@pytest.mark.skipif(sys.platform == "win32", reason="has no sh")
def test_ad_103_washing_the_environment_of_a_child_does_not_help(folder: RunFolder) -> None:
    washed = ("sh", "-c", 'env -u PILOTHOUSE_ATTEMPT "$@"; :', "sh")
    done = give(folder, *washed, environment=attempt_environment(folder)).communicate()[0]

    assert done.startswith("refused")


def test_ad_103_the_taker_looks_at_the_origin_itself(folder: RunFolder) -> None:
    """Even a signed command counts for nothing if its process turns out to be an attempt's."""
    with subprocess.Popen(
        [sys.executable, "-c", "input()"], stdin=subprocess.PIPE, env=attempt_environment(folder)
    ) as agent:
        origin = Origin(agent.pid, psutil.Process(agent.pid).create_time(), os.getuid(), "agent")
        path = forged(folder, origin=origin.as_dict())
        body = json.loads(path.read_text())["body"]
        signature = inbox._sign((folder.inbox / "key").read_bytes(), body)
        path.write_text(json.dumps({"body": body, "signature": signature}))

        taken = inbox.take(folder.inbox)
        agent.communicate(b"\n")

    assert taken == []
    assert "r1/s/1" in refusals(folder)[0]


def test_a_command_outlives_the_process_that_gave_it_and_says_so(folder: RunFolder) -> None:
    with give(folder) as giver:
        assert giver.stdout is not None
        assert giver.stdout.readline().startswith("given")
        assert inbox.take(folder.inbox)[0].origin_lives
        giver.communicate()

    (command,) = inbox.take(folder.inbox)
    assert not command.origin_lives
    assert command.origin.pid == giver.pid


@pytest.fixture
def agent(folder: RunFolder) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(
        [sys.executable, "-c", "input()"], stdin=subprocess.PIPE, env=attempt_environment(folder)
    ) as process:
        yield process
        process.communicate(b"\n")


def test_an_attempt_of_another_data_directory_is_not_ours(
    folder: RunFolder, agent: subprocess.Popen[bytes], data_dir: Path, tmp_path: Path
) -> None:
    """So that an agent can try out an engine, and its tests, in a data directory of its own."""
    assert descends_from_attempt(agent.pid) == "r1/s/1"
    assert descends_from_attempt(agent.pid, data_dir) == "r1/s/1"
    assert descends_from_attempt(agent.pid, tmp_path / "other") is None


def test_an_attempt_that_hides_where_it_belongs_is_ours(folder: RunFolder, tmp_path: Path) -> None:
    for hidden in ("", "attempts/s/1", "/attempt"):
        environment = attempt_environment(folder) | {"PILOTHOUSE_ATTEMPT_DIR": hidden}
        command = [sys.executable, "-c", "print(flush=True); input()"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as process:
            assert process.stdout is not None
            process.stdout.readline()  # its environment can be read only once it runs
            found = descends_from_attempt(process.pid, tmp_path / "other")
            process.communicate(b"\n")
        assert found == "r1/s/1"


def test_a_process_that_is_gone_or_was_never_there_descends_from_nothing() -> None:
    for pid in (2**22 + 5, -1):
        assert descends_from_attempt(pid) is None
        assert not Origin(pid, 0.0, 0, "").is_alive()


def test_an_origin_is_that_very_process() -> None:
    origin = origin_of_this_process()

    assert origin.is_alive()
    assert not Origin(origin.pid, origin.started - 60, origin.uid, origin.argv0).is_alive()
