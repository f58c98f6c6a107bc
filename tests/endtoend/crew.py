# SPDX-License-Identifier: Apache-2.0
"""Agents that ask the engine through its tools: a lead and its workers, in processes of their own.

Run as a script with the name of what to play. `lead` uses the client of the protocol's own SDK, as real agents do; the
others the standard library. What the tools said is kept in the attempt's folder.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import stat
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from tests.helpers import tools

REPLIES = "replies.jsonl"
Use = Callable[..., Awaitable[dict[str, Any]]]


def keep(tool: str, refused: bool, text: str, given: object = None) -> dict[str, Any]:
    """Note what a tool said, for the test to read."""
    reply = {"turn": int(os.environ["PILOTHOUSE_TURN"]), "tool": tool, "refused": refused, "text": text, "given": given}
    with (Path(os.environ["PILOTHOUSE_ATTEMPT_DIR"]) / REPLIES).open("a") as file:
        file.write(json.dumps(reply) + "\n")
    return reply


def install(folder: Path) -> Path:
    """Make this file a program of its own in `folder`, which a sandboxed agent can read."""
    helpers = folder / "tests" / "helpers"
    helpers.mkdir(parents=True)
    shutil.copy(Path(tools.__file__), helpers)
    program = folder / "crew"
    program.write_text(f"#!{sys.executable}\n{Path(__file__).read_text()}")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return program


def replies(attempt_dir: Path) -> list[dict[str, Any]]:
    """What the tools said to an attempt, in order."""
    return [json.loads(line) for line in (attempt_dir / REPLIES).read_text().splitlines()]


# --------------------------------------------------------------------------------------------------------------- plays


async def lead(prompt: str, use: Use) -> None:
    """Three children: one works, one asks, one is given up; a fourth is not to be had."""
    if os.environ["PILOTHOUSE_TURN"] == "1":
        for goal in ("write one.txt", "ask for the port and write it to port.txt", "wait for ever", "one too many"):
            await use("spawn_child", role="worker", goal=goal)
        await use("skip_child", child="child-3")
        await use("stage_done")
    elif "child-2 asks" in prompt:
        await use("answer", child="child-2", text="The port is 8080.")
    elif "Every child has settled" in prompt:
        Path("all.txt").write_text("".join(Path(name).read_text() for name in ("one.txt", "port.txt")))
        await use("stage_done")
        await use("report_verdict", result="done", summary="The crew is done.")


async def worker(prompt: str, use: Use) -> None:
    """Does what its goal says, and proves it by a verdict through the tools."""
    if "wait for ever" in prompt:
        await asyncio.sleep(3600)
    if "one.txt" in prompt:
        Path("one.txt").write_text("one\n")
    elif (port := re.search(r"port is (\d+)", prompt)) is not None:
        Path("port.txt").write_text(f"{port[1]}\n")
    else:
        await use("ask", question="Which port?")
        return
    await use("report_verdict", result="done")


async def wary(prompt: str, use: Use) -> None:
    """A lead that is cut off in its first turn, and asks for the same again in the next."""
    if os.environ["PILOTHOUSE_TURN"] != "1" and "Every child has settled" not in prompt:
        await use("spawn_child", goal="write one.txt")
    elif os.environ["PILOTHOUSE_TURN"] == "1":
        await use("spawn_child", goal="write one.txt")
        await use("spawn_child", goal="the port is 7")
        Path(os.environ["PILOTHOUSE_ATTEMPT_DIR"], "asked").touch()
        await asyncio.sleep(3600)
    await use("report_verdict", result="done")


async def prying(prompt: str, use: Use) -> None:
    """Prints its environment, and tries the token that another attempt has left outside."""
    print(os.environ)  # noqa: T201 - an agent talks by printing
    sys.stderr.write(f"{os.environ}\n")
    left = Path(os.environ["PILOTHOUSE_BLACKBOARD"]).parents[3] / "left"
    if os.environ["PILOTHOUSE_NODE"] == "one":
        left.write_text(os.environ["PILOTHOUSE_MCP_TOKEN"])
        await use("report_verdict", result="done")
        return
    tried = tools.call({**os.environ, "PILOTHOUSE_MCP_TOKEN": left.read_text()}, "report_verdict", result="blocked")
    keep("foreign", tried.status != 200, str(tried.status))
    left.write_text(f"{left.read_text()} {os.environ['PILOTHOUSE_MCP_TOKEN']}")
    await use("report_verdict", result="done")


# -------------------------------------------------------------------------------------------------------------- clients


async def use_plainly(tool: str, /, **arguments: Any) -> dict[str, Any]:
    """One call with the standard library."""
    answered = tools.call(os.environ, tool, **arguments)
    return keep(tool, answered.refused, answered.text, answered.body["result"].get("structuredContent"))


async def with_sdk(play: Callable[[str, Use], Awaitable[None]], prompt: str) -> None:
    """Play with the SDK's client."""
    import httpx2
    from mcp import Client
    from mcp.client.streamable_http import streamable_http_client
    from mcp.types import CallToolResult, TextContent

    headers = {"Authorization": f"Bearer {os.environ['PILOTHOUSE_MCP_TOKEN']}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as http,
        Client(streamable_http_client(os.environ["PILOTHOUSE_MCP_URL"], http_client=http)) as client,
    ):

        async def use(tool: str, /, **arguments: Any) -> dict[str, Any]:
            result = await client.call_tool(tool, arguments)
            assert isinstance(result, CallToolResult)
            [said] = result.content
            assert isinstance(said, TextContent)
            return keep(tool, bool(result.is_error), said.text, result.structured_content)

        offered = await client.list_tools()
        keep("list", False, " ".join(tool.name for tool in offered.tools))
        await play(prompt, use)


def main() -> None:
    """One turn."""
    play, prompt = sys.argv[1], sys.stdin.read()
    if play == "lead" and os.environ["PILOTHOUSE_TURN"] == "1":  # it takes seconds to load
        asyncio.run(with_sdk(lead, prompt))
    else:
        asyncio.run({"lead": lead, "worker": worker, "wary": wary, "prying": prying}[play](prompt, use_plainly))


if __name__ == "__main__":
    main()
