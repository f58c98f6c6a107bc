# SPDX-License-Identifier: Apache-2.0
"""Ownership is a lock of the operating system: exactly one owner, whatever the clock says, gone with its process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import dedent

import pytest

from engine.errors import JournalLocked
from engine.journal import Holder, OwnerLock, holder
from engine.journal import lock as lock_module

CHILD = dedent(
    """
    import sys
    from pathlib import Path
    from engine.errors import JournalLocked
    from engine.journal import OwnerLock

    print("ready", flush=True)
    held = None
    for line in sys.stdin:
        word, _, path = line.strip().partition(" ")
        if word == "take":
            try:
                held = OwnerLock.take(Path(path))
                print("won", flush=True)
            except JournalLocked as error:
                print("lost to", error.pid, flush=True)
        elif word == "release":
            if held:
                held.release()
            held = None
            print("released", flush=True)
    """
)


class Racer:
    """A process that takes and releases locks when told."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=os.getcwd()
        )
        assert self.hear() == "ready"

    def say(self, word: str, path: Path | str = "") -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{word} {path}\n")
        self.process.stdin.flush()

    def hear(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()


@contextmanager
def racers(count: int) -> Iterator[list[Racer]]:
    started = [Racer() for _ in range(count)]
    try:
        yield started
    finally:
        for racer in started:
            racer.process.kill()
            racer.process.communicate()


def test_br_034_of_two_that_start_at_once_exactly_one_owns_the_run_fifty_times(tmp_path: Path) -> None:
    with racers(2) as (one, other):
        for n in range(50):
            path = tmp_path / f"{n}.lock"
            if n % 2:  # left behind by an earlier owner, from the future as its clock would say
                path.write_text('{"pid": 1}')
                os.utime(path, (4e9, 4e9))
            one.say("take", path)
            other.say("take", path)
            heard = {one.process.pid: one.hear(), other.process.pid: other.hear()}

            winners = [pid for pid, word in heard.items() if word == "won"]
            assert len(winners) == 1
            assert f"lost to {winners[0]}" in heard.values()
            assert holder(path) == Holder(winners[0])
            for racer in (one, other):
                racer.say("release")
                assert racer.hear() == "released"
            assert holder(path) is None


@pytest.mark.skipif(sys.platform == "win32", reason="has no SIGKILL")
def test_br_034_a_killed_owner_holds_nothing(tmp_path: Path) -> None:
    path = tmp_path / "engine.lock"
    with racers(1) as (one,):
        one.say("take", path)
        assert one.hear() == "won"
        with pytest.raises(JournalLocked, match=str(one.process.pid)):
            OwnerLock.take(path)
        one.process.send_signal(signal.SIGKILL)
        one.process.wait()

    assert path.read_bytes() != b""
    assert holder(path) is None
    OwnerLock.take(path).release()


def test_who_looks_for_the_holder_never_makes_an_owner_lose(tmp_path: Path) -> None:
    path = tmp_path / "engine.lock"
    stop = threading.Event()

    def look() -> None:
        while not stop.is_set():
            holder(path)

    thread = threading.Thread(target=look)
    thread.start()
    try:
        for _ in range(200):
            OwnerLock.take(path).release()
    finally:
        stop.set()
        thread.join()


def test_a_lock_does_not_pass_to_a_child(tmp_path: Path) -> None:
    path = tmp_path / "engine.lock"
    lock = OwnerLock.take(path)
    argv = [sys.executable, "-c", "print(flush=True); input()"]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, close_fds=False) as child:
        assert child.stdout is not None
        child.stdout.readline()  # it has become another program by now, and let go of what was not meant for it
        lock.release()
        try:
            assert holder(path) is None
            OwnerLock.take(path).release()
        finally:
            child.communicate(b"\n")


def test_a_lock_that_was_never_taken_has_no_holder(tmp_path: Path) -> None:
    assert holder(tmp_path / "engine.lock") is None
    assert not (tmp_path / "engine.lock").exists()


@pytest.mark.parametrize("note", [b"", b"nonsense", b"[1]", b'{"pid": "x"}', b"\xff" * 100], ids=range(5))
def test_a_holder_whose_note_cannot_be_read_still_holds(note: bytes, tmp_path: Path) -> None:
    path = tmp_path / "engine.lock"
    lock = OwnerLock.take(path)
    path.write_bytes(note)
    try:
        assert holder(path) == Holder(None)
        with pytest.raises(JournalLocked, match="another process") as caught:
            OwnerLock.take(path)
        assert caught.value.pid is None
    finally:
        lock.release()
        lock.release()


def test_a_lock_on_a_file_that_was_removed_meanwhile_counts_for_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A launch that fails removes its folder while others may wait for the lock in it."""
    path = tmp_path / "engine.lock"
    took = lock_module._take_past_probes
    calls: list[int] = []

    def removed_first(handle: int) -> bool:
        if not calls:
            path.unlink()
        calls.append(handle)
        return took(handle)

    monkeypatch.setattr(lock_module, "_take_past_probes", removed_first)
    held = OwnerLock.take(path)
    assert len(calls) == 2
    with pytest.raises(JournalLocked):
        OwnerLock.take(path)
    held.release()


def test_what_troubles_the_holder_is_told_in_bytes_that_it_had_before(tmp_path: Path) -> None:
    path = tmp_path / "engine.lock"
    lock = OwnerLock.take(path)
    size = path.stat().st_size
    try:
        lock.tell("The disk is full.")
        assert holder(path) == Holder(os.getpid(), "The disk is full.")
        lock.tell("ü\n" * 5000)
        assert path.stat().st_size == size, "a full disk has no room for more"
        told = holder(path)
        assert told is not None
        assert told.trouble.startswith("ü\nü")
        lock.tell("")
        assert holder(path) == Holder(os.getpid())
    finally:
        lock.release()
    lock.tell("nobody holds it any more")
    assert holder(path) is None
