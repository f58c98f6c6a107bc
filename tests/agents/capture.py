# SPDX-License-Identifier: Apache-2.0
"""Records what Claude Code says in telling situations, for the tests that read it: `capture.py PROGRAM FOLDER`.

Each line is kept as it came, but for long lists that tell nothing, and paths, ids, ports and times of the machine.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.agents.claude_code import ClaudeSession
from engine.agents.protocol import Allowance, Permission, PermissionAnswer, Turn, Unwatched
from engine.agents.tools import Reply, Toolbox
from engine.definition.model import Role
from engine.placement import attempt_token
from tests.helpers.messages_server import Answer, Failure, MessagesServer, Script, says, thinking, tool

SESSION = "5e551000-0000-4000-8000-000000000001"
BASH = "Bash"


@dataclass
class Case:
    """One situation: what the provider says, and what is done to the turn."""

    script: Script
    role: dict[str, Any] = field(default_factory=dict)
    allowance: Allowance = field(default_factory=Allowance)
    prompts: int = 1
    interrupt: bool = False
    message: str = ""


def bash(command: str) -> dict[str, Any]:
    """A call of the shell."""
    return tool(BASH, {"command": command, "description": "d"})


def edit() -> Sequence[Answer]:
    """A file is written, edited, and looked at."""
    return [
        says(thinking("I write it first."), "On it.", tool("Write", {"file_path": "CO/a.py", "content": "x = 1\n"})),
        says(tool("Edit", {"file_path": "CO/a.py", "old_string": "x = 1", "new_string": "x = 2"})),
        says(bash("cat a.py; exit 3")),
        says(tool("mcp__engine__report_verdict", {"result": "done", "summary": "edited"})),
        says("Edited.", input=1000, output=250, cache_read=40, cache_write=8),
    ]


BUSY = Failure(529, "overloaded_error", "Overloaded")
CASES: dict[str, Case] = {
    "edit": Case(edit()),
    "two-turns": Case([says("First.", output=11), says("Second.", output=8)], prompts=2),
    "overloaded": Case([BUSY] * 9),
    "rate-limited": Case([Failure(429, "rate_limit_error", "This request would exceed your rate limit.")] * 9),
    "refused-credentials": Case([Failure(401, "authentication_error", "invalid x-api-key")] * 30),
    "overflow": Case([Failure(400, "invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum")]),
    "refusal": Case([says("I", stop="refusal")] * 5),
    "cut": Case([says("Half of it", cut_after=3)] * 9),
    "turns-used-up": Case([says(bash("true"))] * 9, allowance=Allowance(requests=2)),
    "tokens-used-up": Case([says(bash("true"))] * 9, allowance=Allowance(tokens=200)),
    "interrupt": Case([says(bash("sleep 60"))], interrupt=True),
    "permission": Case(
        [says(bash("touch a")), says(bash("touch b")), says("Asked twice.")],
        {"permissions": "ask", "isolation": "open"},
    ),
    "broken-server": Case([says("No matter.")], {"mcp_servers": {"gone": {"command": "/bin/false"}}}),
    "message": Case([says(bash("sleep 1.5; echo slept")), says("Heard.")], message="mind the docs"),
}


class _Watch(Unwatched):
    """Allows the first question, denies the others."""

    def __init__(self) -> None:
        self.asked = 0

    async def permission(self, asked: Permission) -> PermissionAnswer:
        self.asked += 1
        return PermissionAnswer(self.asked == 1, "not that")


async def _granted(kind: str, data: dict[str, Any], key: str) -> Reply:
    return Reply("granted")


async def capture(name: str, case: Case, program: str, root: Path) -> bytes:
    """What the program says in one case."""
    for part in ("checkout", "attempt", "blackboard", "private"):
        (root / part).mkdir(parents=True)
    await asyncio.to_thread(subprocess.run, ["git", "init", "-q", str(root / "checkout")], check=True)
    role = Role(agent="claude-code", argv=(program,), model=("claude-sonnet-5-5",), **case.role)
    script = case.script
    if not callable(script):
        told = json.loads(json.dumps([getattr(a, "blocks", None) for a in script]).replace("CO/", f"{root}/checkout/"))
        script = [
            Answer(**{**vars_of(reply), "blocks": tuple(blocks)}) if isinstance(reply, Answer) else reply
            for reply, blocks in zip(script, told, strict=True)
        ]
    raw = root / "attempt" / "raw.jsonl"
    with MessagesServer(script) as api:
        os.environ |= {"ANTHROPIC_BASE_URL": api.url, "ANTHROPIC_API_KEY": "sk-of-the-tests"}
        session = ClaudeSession()
        for n in range(1, case.prompts + 1):
            turn = Turn(
                run="r", node="n", attempt=1, session=SESSION, turn=n, prompt="go", checkout=root / "checkout",
                attempt_dir=root / "attempt", blackboard=root / "blackboard", role=role, private=root / "private",
                token=attempt_token(root, "n", 1), allowance=case.allowance,
                tools=Toolbox(root / "attempt", {}, leads=False, ask=_granted),
            )  # fmt: skip
            running = asyncio.create_task(session.prompt(turn, _Watch()))
            if case.interrupt or case.message:
                while not (raw.exists() and b'"name":"Bash"' in raw.read_bytes()):
                    await asyncio.sleep(0.05)
                await asyncio.sleep(0.3)
                await (session.interrupt() if case.interrupt else session.send(case.message))
            sys.stderr.write(f"{name}: {await running}\n")
    return raw.read_bytes()


def vars_of(answer: Answer) -> dict[str, Any]:
    """The fields of an answer."""
    return {name: getattr(answer, name) for name in answer.__dataclass_fields__}


_LISTS = (
    "slash_commands",
    "terminal_slash_commands",
    "agents",
    "skills",
    "plugins",
    "capabilities",
    "commands",
    "models",
)
_IDS = re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b")


def cleaned(raw: bytes, root: Path) -> str:
    """The lines without what is the machine's, and no two runs have alike."""
    text = raw.decode().replace(str(root), "/W").replace(str(root).replace("/", "-"), "-W")
    ids: dict[str, str] = {SESSION: SESSION}
    text = _IDS.sub(lambda found: ids.setdefault(found[0], str(uuid.UUID(int=len(ids)))), text)
    text = re.sub(r"127\.0\.0\.1:\d+", "127.0.0.1:PORT", text)
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z", "2026-01-01T00:00:00Z", text)
    lines = []
    for line in text.splitlines():
        value = json.loads(line)
        _shorten(value)
        lines.append(json.dumps(value, ensure_ascii=False, separators=(",", ":")))
    return "\n".join(lines) + "\n"


def _shorten(value: Any) -> None:
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        if key in _LISTS and isinstance(inner, list):
            value[key] = f"[{len(inner)} items]"
        elif key in ("pid", "duration_ms", "duration_api_ms") or str(key).endswith("_ms"):
            value[key] = 1
        else:
            _shorten(inner)


async def main() -> None:
    """Record every case, or those that are named."""
    program, folder, names = sys.argv[1], Path(sys.argv[2]), sys.argv[3:] or list(CASES)
    for name in names:
        with tempfile.TemporaryDirectory(dir="/var/tmp") as root:
            place = Path(root).resolve()
            raw = await capture(name, CASES[name], program, place)
            (folder / f"{name}.jsonl").write_text(cleaned(raw, place))


if __name__ == "__main__":
    asyncio.run(main())
