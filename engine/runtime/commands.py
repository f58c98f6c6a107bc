# SPDX-License-Identifier: Apache-2.0
"""A `run` block's command: its argv, and its output as a transcript."""

from __future__ import annotations

import asyncio
from pathlib import Path

from engine.agents.transcript import TranscriptWriter
from engine.definition.model import Profile, RunBlock
from engine.errors import UsageError
from engine.placement import Control, ProcessResult, ProcessSpec, Stream
from engine.placement import run as run_process

SHOWN = 256 * 1024
"""Bytes of each stream that the transcript shows; `raw.log` and `stderr.log` have more."""


def command_of(block: RunBlock, profile: Profile) -> tuple[str, ...]:
    """The argv of the block: its own, or the profile's command of that name. Raises UsageError."""
    if block.argv is not None:
        return block.argv
    name = block.profile or ""
    own = {"tests": profile.tests, "lint": profile.lint, "prepare": profile.prepare}
    command = own.get(name) or profile.commands.get(name)
    if command is None:
        raise UsageError(f"the profile has no command {name!r} for {block.id!r}; add it, or give the block an argv")
    return command.argv


async def run_and_record(spec: ProcessSpec, folder: Path, turn: int, control: Control) -> ProcessResult:
    """Run the command; its output goes to the transcript in `folder`. Nothing of it stays alive.

    Raises:
        TranscriptUnwritable: its output cannot be kept.
    """
    writer = await asyncio.to_thread(TranscriptWriter, folder, turn, "raw.log")
    shown: dict[Stream, bytearray] = {"stdout": bytearray(), "stderr": bytearray()}

    def on_output(chunk: bytes, stream: Stream) -> None:
        (writer.raw if stream == "stdout" else writer.stderr)(chunk)
        shown[stream] += chunk[: max(0, SHOWN - len(shown[stream]))]

    def end(result: ProcessResult) -> None:
        for stream, data in shown.items():
            if data:
                text = bytes(data).decode("utf-8", "replace")
                writer.add("tool_result", text, title=stream, is_error=stream == "stderr" and bool(result.exit_code))
        ended = f"exit {result.exit_code}" if result.exit_code is not None else result.detail or result.ended
        writer.add("stop", ended, is_error=result.exit_code != 0)

    try:
        writer.add("tool_call", " ".join(spec.argv), title="run")
        writer.flush()
        result = await run_process(spec, on_output, control)
        await asyncio.to_thread(end, result)
    finally:
        await asyncio.to_thread(writer.close)
    return result
