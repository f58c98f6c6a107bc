# SPDX-License-Identifier: Apache-2.0
"""Runs one command of a gate, bounded in time and output, and tells exactly how it ended."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from engine.definition.model import Profile
from engine.gates.context import MeasureContext, in_thread
from engine.gates.evidence import Evidence
from engine.kernel.judging import MACHINE
from engine.placement import ProcessResult, ProcessSpec, environment
from engine.placement import run as run_process
from engine.workspace import printable

KEPT_BYTES = 1024 * 1024
"""Of each stream: the first and the last half."""
_TOOL_HOMES = {
    "ASDF_DATA_DIR": ".asdf",
    "MISE_DATA_DIR": ".local/share/mise",
    "NVM_DIR": ".nvm",
    "PYENV_ROOT": ".pyenv",
    "RUSTUP_HOME": ".rustup",
    "VOLTA_HOME": ".volta",
}
"""Where a person's tools live, named because the gate's own home is empty."""


@dataclass(frozen=True, slots=True)
class Ran:
    """How a command ended, as facts, and what it printed (bounded)."""

    facts: dict[str, JsonValue]
    stdout: str
    stderr: str


async def run(
    ctx: MeasureContext,
    profile: Profile,
    argv: tuple[str, ...],
    work: Path,
    home: Path,
    limit: int,
    evidence: Evidence,
    name: str,
) -> Ran:
    """Run `argv` in `work`, at most `limit` ms; its output becomes evidence under `name`. Nothing of it stays alive.

    Raises:
        SandboxUnavailable: the context asks for a sandbox and there is none.
    """
    kept: dict[str, bytearray] = {"stdout": bytearray(), "stderr": bytearray()}
    spec = ProcessSpec(
        argv=tuple(word.replace("{python}", ctx.python) for word in argv),
        cwd=work,
        env=_environment(ctx, profile, home),
        token=ctx.token,
        isolation=ctx.isolation,
        writable=(work, home),
        readable=ctx.readable,
        hidden=ctx.hidden,
        network=ctx.network,
        wall_ms=limit,
        keep_bytes=KEPT_BYTES,
    )
    result = await run_process(spec, lambda chunk, stream: kept[stream].extend(chunk))
    files = await in_thread(
        lambda: {stream: evidence.keep(f"{name}.{stream}", bytes(data)) for stream, data in kept.items()}
    )
    texts = {stream: data.decode("utf-8", "replace") for stream, data in kept.items()}
    facts: dict[str, JsonValue] = {
        "argv": [printable(word)[:300] for word in spec.argv[:20]],
        "exit": result.exit_code,
        "limit": limit,
        "took": result.duration_ms,
        "isolation": result.isolation,
        "network": ctx.network,
        "output": {stream: file for stream, file in files.items() if file is not None},
        **_ending(spec, result),
    }
    if result.dropped_bytes:
        facts["dropped_bytes"] = result.dropped_bytes
    tail = _last_line(texts["stderr"]) or _last_line(texts["stdout"])
    if tail and result.exit_code != 0:
        facts["tail"] = tail
    return Ran(facts, texts["stdout"], texts["stderr"])


def _environment(ctx: MeasureContext, profile: Profile, home: Path) -> dict[str, str]:
    """Nothing that an agent could have left in a home or a tree decides what a tool does."""
    real = Path.home()
    tools = {name: str(real / folder) for name, folder in _TOOL_HOMES.items() if (real / folder).is_dir()}
    tools = {name: os.environ.get(name, value) for name, value in tools.items()}
    own = {"HOME": str(home), "TMPDIR": str(home / "tmp"), "PYTHONNOUSERSITE": "1", "CI": "1"}
    return environment(tools | own | profile.env, ctx.isolation, network=ctx.network == "open")


def _ending(spec: ProcessSpec, result: ProcessResult) -> dict[str, JsonValue]:
    tool = printable(spec.argv[0])[:200]
    match result.ended:
        case "timed_out" | "idle":
            return {"timed_out": True}
        case "not_found":
            if "/" in tool:
                return {"problem": f"the tool {tool} is missing: not found in the checkout", "cause": "missing_tool"}
            problem = f"the tool {tool} is missing: not found on the PATH"
            return {"problem": problem, "cause": "missing_tool", "fault_of": MACHINE}
        case "not_executable":
            return {"problem": f"{tool} is not executable", "cause": "not_executable"}
        case "spawn_failed":
            return {"problem": f"could not start: {printable(result.detail)[:200]}", "cause": "could_not_start"}
    if result.signal is not None:
        return {"signal": _signal_name(result.signal)}
    return {}


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _last_line(text: str) -> str:
    return next((printable(line.strip())[:200] for line in reversed(text.splitlines()) if line.strip()), "")
