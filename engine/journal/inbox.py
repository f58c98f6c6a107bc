# SPDX-License-Identifier: Apache-2.0
"""Operator commands as files, so that any process can give one: posted, taken in order, finished with a reply.

    inbox/<time>-<id>.json   given     done/<id>.json   with its reply     refused/   with the reason     key

Agents are kept out twice: `post` refuses a process that descends from an attempt, and signs with a key that only the
run's folder holds; `take` believes no unsigned file and looks at the process again while it lives.
"""

from __future__ import annotations

import asyncio
import errno
import hmac
import json
import os
import re
import secrets
import stat
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.errors import CommandRefused
from engine.journal.origin import Origin, descends_from_attempt, origin_of_this_process
from engine.journal.storage import DISK, Storage, write_atomic, write_new
from engine.journal.watch import watching

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

LARGEST = 256 * 1024
"""Bytes of a command's file."""

MOST = 100
"""Commands that one `take` gives; the rest waits for the next."""

_NAME = re.compile(r"[0-9]{20}-([0-9a-f]{32})\.json")
_FOLDERS = ("done", "refused")


@dataclass(frozen=True, slots=True)
class Command:
    """One command. `origin_lives`: its process still runs, and descends from no attempt as seen from here."""

    id: str
    body: dict[str, Any]
    origin: Origin
    origin_lives: bool
    path: Path


def make_inbox(inbox: Path, storage: Storage = DISK) -> None:
    """An empty inbox with a new key; one that is there already keeps what it has. Raises OSError."""
    for folder in (inbox, *(inbox / name for name in _FOLDERS)):
        folder.mkdir(mode=0o700, exist_ok=True)
    with suppress(FileExistsError):
        write_new(storage, inbox / "key", secrets.token_hex(32).encode())


def post(inbox: Path, command: Mapping[str, Any], *, storage: Storage = DISK) -> str:
    """Give a command; durable when this returns its id.

    Raises CommandRefused (this process descends from an attempt, the command is too large or no JSON), OSError.
    """
    attempt = descends_from_attempt(os.getpid(), _data_dir(inbox))
    if attempt is not None:
        raise CommandRefused(f"this process was started by attempt {attempt!r}; only a person can give commands")
    request = secrets.token_hex(16)
    try:
        body = _canonical({"id": request, "origin": origin_of_this_process().as_dict(), "command": dict(command)})
    except (TypeError, ValueError, RecursionError) as error:
        raise CommandRefused(f"the command cannot be written as JSON: {error}") from error
    signed = json.dumps({"body": body, "signature": _sign(_key(inbox, storage), body)}).encode()
    if len(signed) > LARGEST:
        raise CommandRefused(f"the command has {len(signed)} bytes, {LARGEST} are allowed")
    write_atomic(storage, inbox / f"{time.time_ns():020}-{request}.json", signed)
    return request


def take(inbox: Path, *, storage: Storage = DISK) -> list[Command]:
    """The commands that wait, oldest first; each comes again until it is finished, so journal its id before acting.

    What cannot be believed is moved to refused/, with the reason. Raises OSError.
    """
    key = _key(inbox, storage)
    taken: list[Command] = []
    for path in sorted(inbox.glob("*.json"))[: 10 * MOST]:
        if len(taken) == MOST:
            break
        try:
            taken.append(_read(path, key))
        except FileNotFoundError:
            continue
        except CommandRefused as error:
            _refuse(path, error.message, storage)
    return taken


def finish(command: Command, reply: Mapping[str, Any], *, storage: Storage = DISK) -> None:
    """Answer a command and put it to done/. May be repeated after a crash. Raises OSError."""
    inbox = command.path.parent
    done = {"command": command.body, "origin": command.origin.as_dict(), "reply": dict(reply)}
    write_atomic(storage, inbox / "done" / f"{command.id}.json", json.dumps(done).encode())
    command.path.unlink(missing_ok=True)
    storage.sync_dir(inbox)


def refuse(command: Command, reason: str, *, storage: Storage = DISK) -> None:
    """Refuse a command that `take` gave: whoever awaits its reply gets CommandRefused."""
    _refuse(command.path, reason, storage)


async def await_reply(inbox: Path, request: str, seconds: float) -> dict[str, Any] | None:
    """The reply to a posted command, or None if it is still queued after so many seconds.

    Raises CommandRefused, with the driver's reason.
    """
    reply = await asyncio.to_thread(_reply, inbox, request)
    if reply is not None or seconds <= 0:
        return reply
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds), watching(inbox / "done", inbox / "refused") as changed:
            while (reply := await asyncio.to_thread(_reply, inbox, request)) is None:
                await changed.wait()
            return reply
    return await asyncio.to_thread(_reply, inbox, request)


def _reply(inbox: Path, request: str) -> dict[str, Any] | None:
    with suppress(FileNotFoundError):
        reply: dict[str, Any] = json.loads((inbox / "done" / f"{request}.json").read_bytes())["reply"]
        return reply
    for path in (inbox / "refused").glob(f"*-{request}.json.reason"):
        raise CommandRefused(path.read_text(encoding="utf-8"))
    return None


def _read(path: Path, key: bytes) -> Command:
    """Raises CommandRefused, FileNotFoundError and OSError."""
    name = _NAME.fullmatch(path.name)
    if name is None:
        raise CommandRefused("no command of ours has such a name")
    try:
        envelope = json.loads(_bytes(path))
        body, signature = envelope["body"], envelope["signature"]
        if not hmac.compare_digest(signature.encode(), _sign(key, body).encode()):
            raise CommandRefused("it is not signed by a process that may give commands")
        given = json.loads(body)
        origin, command, request = Origin(**given["origin"]), given["command"], given["id"]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise CommandRefused(f"it has not the form of a command: {error}") from error
    if request != name[1] or not isinstance(command, dict):
        raise CommandRefused("its name and content do not belong together")
    alive = origin.is_alive()
    attempt = descends_from_attempt(origin.pid, _data_dir(path.parent)) if alive else None
    if attempt is not None:
        raise CommandRefused(f"it comes from a process of attempt {attempt!r}; only a person can give commands")
    return Command(name[1], command, origin, alive, path)


def _bytes(path: Path) -> bytes:
    """The bytes of a small regular file of ours; a pipe or a link there must neither block nor lead elsewhere."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0))
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENXIO, errno.EACCES):  # a link, a socket, a file closed to us
            raise CommandRefused(f"it cannot be opened: {error.strerror}") from error
        raise
    try:
        now = os.fstat(handle)
        if not stat.S_ISREG(now.st_mode):
            raise CommandRefused("it is no regular file")
        if hasattr(os, "getuid") and now.st_uid != os.getuid():
            raise CommandRefused(f"it belongs to another user, {now.st_uid}")
        data = os.read(handle, LARGEST + 1)
    finally:
        os.close(handle)
    if len(data) > LARGEST:
        raise CommandRefused(f"it is larger than {LARGEST} bytes")
    return data


def _refuse(path: Path, reason: str, storage: Storage) -> None:
    """Move it to a name that is surely free; a reason is found by the name of its command."""
    refused = path.parent / "refused"
    unique = f"{secrets.token_hex(8)}-{path.name[:80]}"
    named = path.name if _NAME.fullmatch(path.name) else unique
    write_atomic(storage, refused / f"{named}.reason", reason.encode("utf-8", "replace"))
    with suppress(FileNotFoundError):
        storage.replace(path, refused / unique)


def _data_dir(inbox: Path) -> Path:
    return inbox.absolute().parents[2]


def _key(inbox: Path, storage: Storage) -> bytes:
    """A key that was taken away is made anew: whoever can do that could have read it, too."""
    if not (inbox / "key").is_file():
        make_inbox(inbox, storage)
    return (inbox / "key").read_bytes()


def _sign(key: bytes, body: str) -> str:
    return hmac.new(key, body.encode("utf-8", "surrogatepass"), "sha256").hexdigest()


def _canonical(value: dict[str, Any]) -> str:
    return json.dumps(value, allow_nan=False, sort_keys=True, separators=(",", ":"))
