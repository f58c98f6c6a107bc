# SPDX-License-Identifier: Apache-2.0
"""The conversation of a session: one line a record, only ever added to, each on disk before the next request is sent.

What a request holds is computed from it and from nothing else, so it begins with the same bytes every time. A call of a
tool has exactly one result: the one on record, or one that says why there is none.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Self
from uuid import uuid4

from engine.errors import ConversationUnwritable

NAME = "conversation.jsonl"
INTERRUPTED = "Interrupted: the engine ended before the result of this call was on record. What it did is not known."

Block = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Head:
    """What stays the same in every request of a session."""

    session: str
    model: str
    system: str
    tools: tuple[Block, ...]
    max_output: int
    """Tokens of one answer, at most."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Further fields of the request."""


@dataclass(frozen=True, slots=True)
class Said:
    """One message of the model."""

    id: str
    model: str
    content: tuple[Block, ...]
    stop: str | None
    usage: Mapping[str, Any] = field(default_factory=dict)
    details: Mapping[str, Any] = field(default_factory=dict)
    """Of a refusal."""

    @property
    def calls(self) -> list[Block]:
        """The calls of tools in it."""
        return [block for block in self.content if block.get("type") == "tool_use"]


class Conversation:
    """The records of one session. For one thread at a time, and never the event loop's; `messages` blocks nothing.

    Everything that writes raises `ConversationUnwritable`.
    """

    def __init__(self, path: Path, fd: int, records: list[dict[str, Any]], head: Head | None) -> None:
        self._path = path
        self._fd = fd
        self._records = records
        self._writing = threading.Lock()  # a turn that is cut short leaves while its last record is being written
        self.head = head
        """None: the session has not begun."""

    @classmethod
    def open(cls, folder: Path, session: str) -> tuple[Self, str]:
        """The conversation of this session in its folder; and what was found wrong with it, in a sentence, or "".

        What is broken, or of another session, is set aside, and an empty conversation begins.
        """
        path, trouble = folder / NAME, ""
        try:
            fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0), 0o600)
            try:
                records, head = _read(fd, session)
            except ValueError as error:
                os.close(fd)
                aside = path.with_name(f"{NAME}.{uuid4().hex[:8]}")
                path.rename(aside)
                trouble = f"The conversation of this session is not usable ({error}); a fresh one begins."
                fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
                records, head = [], None
            folder_fd = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(folder_fd)
            finally:
                os.close(folder_fd)
        except OSError as error:
            raise _unwritable(path, error) from error
        return cls(path, fd, records, head), trouble

    def close(self) -> None:
        """Let go of the file. May be called again, and from any thread."""
        with self._writing:
            if self._fd >= 0:
                os.close(self._fd)
                self._fd = -1

    # ------------------------------------------------------------------------------------------------------- records

    def begin(self, head: Head) -> None:
        """What stays the same from now on."""
        self._add("head", {name: getattr(head, name) for name in Head.__slots__})
        self.head = head

    def prompt(self, text: str) -> None:
        """What the engine says. Calls that have no result on record get one first."""
        self.settle(INTERRUPTED)
        self._add("prompt", {"text": text})

    def said(self, message: Said, *, kept: bool = True) -> None:
        """An answer of the model. `kept`: it is a part of what is sent from now on."""
        self._add("said", {name: getattr(message, name) for name in Said.__slots__} | {"kept": kept})

    def result(self, call: str, text: str, *, is_error: bool) -> None:
        """What a tool gave."""
        self._add("result", {"call": call, "text": text, "is_error": is_error})

    def settle(self, text: str) -> None:
        """Give every call that has no result this one, as an error."""
        for call in self.unsettled():
            self.result(call, text, is_error=True)

    def unsettled(self) -> list[str]:
        """The calls that have no result on record."""
        waiting: list[str] = []
        for record in self._records:
            if record["kind"] == "said" and record["kept"]:
                waiting += [block["id"] for block in record["content"] if block.get("type") == "tool_use"]
            elif record["kind"] == "result":
                waiting = [call for call in waiting if call != record["call"]]
        return waiting

    def messages(self) -> list[dict[str, Any]]:
        """What a request holds: what is said by one side in a row is one message."""
        found: list[dict[str, Any]] = []
        for role, content in self._turns():
            if found and found[-1]["role"] == role:
                found[-1]["content"] += content
            elif content:
                found.append({"role": role, "content": content})
        return found

    def _turns(self) -> Iterator[tuple[Literal["user", "assistant"], list[Block]]]:
        assert self.head is not None
        for record in self._records:
            match record["kind"]:
                case "prompt":
                    yield "user", [{"type": "text", "text": record["text"]}]
                case "result":
                    result = {"type": "tool_result", "tool_use_id": record["call"], "content": record["text"]}
                    yield "user", [result | ({"is_error": True} if record["is_error"] else {})]
                case "said" if record["kept"]:
                    yield "assistant", list(record["content"])

    def _add(self, kind: str, data: dict[str, Any]) -> None:
        record = json.loads(json.dumps({"kind": kind, **data}))
        line = json.dumps(record, separators=(",", ":")).encode() + b"\n"
        try:
            with self._writing:
                written = os.write(self._fd, line)
                if written != len(line):
                    raise OSError(f"only {written} of {len(line)} bytes were written")
                os.fsync(self._fd)
        except OSError as error:
            raise _unwritable(self._path, error) from error
        self._records.append(record)


def _read(fd: int, session: str) -> tuple[list[dict[str, Any]], Head | None]:
    """The whole records; a torn last line is cut off. Raises ValueError for what no conversation of this session is."""
    with os.fdopen(os.dup(fd), "rb") as file:
        data = file.read()
    whole = data[: data.rfind(b"\n") + 1]
    if len(whole) < len(data):
        os.ftruncate(fd, len(whole))
    records: list[dict[str, Any]] = []
    head: Head | None = None
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            record = json.loads(line)
            if record["kind"] == "head":
                head = Head(**{name: record[name] for name in Head.__slots__} | {"tools": tuple(record["tools"])})
            elif record["kind"] not in _FIELDS or not _FIELDS[record["kind"]] <= record.keys():
                raise ValueError("no record")
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise ValueError(f"line {number} of its record is broken") from error
        records.append(record)
    if head is not None and head.session != session:
        raise ValueError("it is of another session")
    if head is None and records:
        raise ValueError("its record has no beginning")
    return records, head


_FIELDS = {
    "prompt": {"text"},
    "said": {"id", "content", "kept"},
    "result": {"call", "text", "is_error"},
}


def _unwritable(path: Path, error: OSError) -> ConversationUnwritable:
    return ConversationUnwritable(
        f"the conversation {str(path)!r} cannot be written or read: {error}; make room, then retry"
    )
