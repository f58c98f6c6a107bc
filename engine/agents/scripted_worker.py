# SPDX-License-Identifier: Apache-2.0
"""The scripted agent's process: acts one turn of its script in the working directory, and says so in JSON lines.

A script for `python -I -S`: the standard library only. Its argument is a file with the attempt's turns; how far it
came stands beside the verdict, so that a turn that was cut off is taken up where it stopped.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

_NOISE = b"0123456789abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_REQUESTS = ("ask", "spawn", "answer", "skip_child", "retry_child", "run_workflow", "stage_done", "escalate")
ASKS = "ask_permission"
"""What its turn is spoken with for, while it works."""
_SHOWN = 20_000
"""Characters of a command's output that go into the transcript: its end, where results stand."""
_TOLD = 100_000
"""Characters of a file, as it was and will be, that the call of a write tells."""


def main() -> None:
    """Act the next turn."""
    turns = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    if not any(key == ASKS for steps in turns for key, _ in steps):  # else answers come there
        sys.stdin.buffer.read()
    turn, step = _progress()
    if turn >= len(turns):
        _tell(type="message", text="There is nothing more to do.")
    for number, (key, value) in enumerate(turns[turn] if turn < len(turns) else []):
        if number >= step:
            if key in _ENDINGS:
                _note(turn + 1, 0)
            _ACTS[key](value)
            _note(turn, number + 1)
    _note(turn + 1, 0)
    _tell(type="stop", reason="end_turn")


def _tell(**event: Any) -> None:
    sys.stdout.write(json.dumps(event) + "\n")
    sys.stdout.flush()


def _progress() -> tuple[int, int]:
    """The turn and step to go on with, each from 0."""
    try:
        turn, step = json.loads(_progress_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return 0, 0
    return int(turn), int(step)


def _note(turn: int, step: int) -> None:
    new = _progress_file().with_suffix(".new")
    new.write_text(json.dumps([turn, step]), encoding="utf-8")
    new.replace(_progress_file())


def _progress_file() -> Path:
    return Path(os.environ["PILOTHOUSE_ATTEMPT_DIR"]) / "scripted-progress.json"


# ------------------------------------------------------------------------------------------------------------- acts


def _say(texts: list[str]) -> None:
    for text in texts:
        _tell(type="message", text=text)


def _think(texts: list[str]) -> None:
    for text in texts:
        _tell(type="thought", text=text)


def _write(files: dict[str, str], mode: str = "w") -> None:
    def act(path: Path, text: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open(mode, encoding="utf-8", newline="") as file:
            file.write(text)

    for name, text in files.items():
        _tool("append" if mode == "a" else "write", _told_write(name, text, mode), partial(act, Path(name), text))


def _told_write(name: str, text: str, mode: str) -> dict[str, Any]:
    """What the call says: the file as it was and will be, unless that is long."""
    told = {"path": name, "content": text}
    if mode == "w":
        with contextlib.suppress(OSError, ValueError):
            told = {"path": name, "old_str": Path(name).read_text(encoding="utf-8"), "new_str": text}
    return told if sum(map(len, told.values())) <= _TOLD else {"path": name}


def _append(files: dict[str, str]) -> None:
    _write(files, "a")


def _delete(names: list[str]) -> None:
    for name in names:
        _tool("delete", {"path": name}, Path(name).unlink)


def _run(commands: list[list[str]]) -> None:
    for argv in commands:
        words = [sys.executable if word == "{python}" else word for word in argv]
        _tool("run", {"command": words}, partial(_output_of, words))


def _ask_permission(commands: list[list[str]]) -> None:
    for argv in commands:
        words = [sys.executable if word == "{python}" else word for word in argv]
        _tool("run", {"command": words}, partial(_once_allowed, words))


def _once_allowed(argv: list[str]) -> str:
    key = f"{os.environ['PILOTHOUSE_TURN']}-ask-{next(_numbers)}"
    _tell(type="permission", id=key, tool="run", input={"command": argv})
    answer = json.loads(sys.stdin.buffer.readline() or b"{}")
    if answer.get("allow") is not True:
        raise OSError(f"denied: {answer['note']}" if answer.get("note") else "denied")
    return _output_of(argv)


def _output_of(argv: list[str]) -> str:
    done = subprocess.run(argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    output = done.stdout.decode("utf-8", "replace")[-_SHOWN:]
    if done.returncode:
        raise OSError(f"{output}\n[exit {done.returncode}]".lstrip())
    return output


def _commit(message: str) -> None:
    _output_of(["git", "add", "-A"])
    if subprocess.run(["git", "diff", "--cached", "--quiet"], check=False).returncode:
        _run([["git", "commit", "--quiet", "-m", message]])
    else:
        _tell(type="message", text=f"Nothing to commit for {message!r}.")


def _usage(figures: dict[str, Any]) -> None:
    turn = f"{os.environ['PILOTHOUSE_SESSION']}-{os.environ['PILOTHOUSE_TURN']}"
    _tell(type="usage", **({"id": turn} | _known(figures)))


def _takes(ms: int) -> None:
    time.sleep(ms / 1000)


def _verdict(said: dict[str, Any]) -> None:
    given = _known(said)
    text = given["raw"] if "raw" in given else json.dumps(given)
    _tool("verdict", given, lambda: Path(os.environ["PILOTHOUSE_VERDICT"]).write_text(text, encoding="utf-8"))


def _artifact(values: dict[str, Any]) -> None:
    folder = Path(os.environ["PILOTHOUSE_ARTIFACTS"])
    for name, value in values.items():
        path, text = folder / f"{name}.json", json.dumps(value)
        _tool("artifact", {"name": name}, partial(path.write_text, text, encoding="utf-8"))


def _request(kind: str, asked: list[dict[str, Any]]) -> None:
    for data in asked:
        _tell(type="request", kind=kind, data=data)


def _crash(how: dict[str, Any]) -> NoReturn:
    if how["signal"]:
        os.kill(os.getpid(), signal.Signals[how["signal"]])
    os._exit(how["exit"] or 0)


def _hang(how: dict[str, Any]) -> None:
    if how["stubborn"]:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    until = float("inf") if how["for"] is None else time.monotonic() + how["for"] / 1000
    while (left := until - time.monotonic()) > 0:
        time.sleep(min(left, 60))


def _flood(how: dict[str, Any]) -> None:
    block = (_NOISE + (b"\n" if how["lines"] else b"")) * 1_000
    left = how["bytes"]
    while left is None or left > 0:
        piece = block if left is None else block[:left]
        sys.stdout.buffer.write(piece)
        left = None if left is None else left - len(piece)
    sys.stdout.buffer.write(b"\n")
    sys.stdout.buffer.flush()


def _fail(how: dict[str, Any]) -> NoReturn:
    _tell(type="error", **_known(how))
    os._exit(1)


_ACTS: dict[str, Callable[[Any], object]] = {
    "say": _say,
    "think": _think,
    "write": _write,
    "append": _append,
    "delete": _delete,
    "run": _run,
    ASKS: _ask_permission,
    "commit": _commit,
    "usage": _usage,
    "takes": _takes,
    "verdict": _verdict,
    "artifact": _artifact,
    **{kind: partial(_request, kind) for kind in _REQUESTS},
    "crash": _crash,
    "hang": _hang,
    "flood": _flood,
    "fail": _fail,
}
_ENDINGS = ("crash", "hang", "flood", "fail")
"""What may end the turn: it counts as taken before it happens, or the next one would end the same way."""

_numbers = itertools.count(1)


def _tool(name: str, given: dict[str, Any], act: Callable[[], object]) -> None:
    """A tool call; what goes wrong in it is its result, as for any agent."""
    key = f"{os.environ['PILOTHOUSE_TURN']}-{next(_numbers)}"
    _tell(type="tool_call", id=key, name=name, input=given)
    try:
        output = act()
    except OSError as error:
        _tell(type="tool_result", id=key, output=str(error), is_error=True)
    else:
        _tell(type="tool_result", id=key, output=output if isinstance(output, str) else "")


def _known(values: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value is not None}


if __name__ == "__main__":
    main()
