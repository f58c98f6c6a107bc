# SPDX-License-Identifier: Apache-2.0
"""Whole runs by the command line with a model that the engine calls itself: the model is a script, all else is real."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.workspace import sandbox
from tests.helpers.command_line import CommandLine
from tests.helpers.messages_server import MODEL, Answer, MessagesServer, Seen, says, tool
from tests.helpers.runs import assert_sound, eventually, git, make_repository, run_folder

DEMO = Path(__file__).parents[2] / "resources" / "demo" / "repository"
KEY = "sk-ant-endtoend-0123456789"
EDITOR = "str_replace_based_edit_tool"
VERDICT = says(tool("report_verdict", {"result": "done"}))
TEST = """\
from passage.log import Leg, mean_speed


def test_a_slow_leg_weighs_as_long_as_it_took():
    assert round(mean_speed([Leg(10, 5), Leg(10, 1)]), 2) == 3.33
"""
FIX = {
    "command": "str_replace",
    "path": "passage/log.py",
    "old_str": "return sum(leg.miles / leg.hours for leg in legs) / len(legs)",
    "new_str": "return distance(legs) / sum(leg.hours for leg in legs)",
}


@pytest.fixture(autouse=True)
def _surroundings(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    data_dir.mkdir(exist_ok=True)


@pytest.fixture
def model(data_dir: Path) -> Iterator[Callable[[Any], MessagesServer]]:
    """`model(script)`: what the data directory's settings lead to."""
    servers: list[MessagesServer] = []

    def begin(script: Any) -> MessagesServer:
        api = MessagesServer(script, key=KEY)
        servers.append(api)
        api.__enter__()
        (data_dir / "settings.yaml").write_text(f"providers: {{anthropic: {{base_url: '{api.url}'}}}}\n")
        return api

    yield begin
    for api in servers:
        api.close()


def bash(command: str) -> Answer:
    return says(tool("bash", {"command": command}))


def workflow(path: Path, step: str, role: str = f"{{agent: anthropic, model: {MODEL}}}", top: str = "") -> Path:
    path.write_text(f"pilothouse: 1\nname: w\ntitle: W\nroles: {{worker: {role}}}\n{top}\ndo:\n  - {step}\n")
    return path


def key_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()]


def test_a_bug_is_fixed_by_a_model(
    model: Callable[[Any], MessagesServer], pilothouse: CommandLine, tmp_path: Path
) -> None:
    repository = tmp_path / "passage"
    shutil.copytree(DEMO, repository, ignore=shutil.ignore_patterns("__pycache__"))
    (repository / "gitignore").rename(repository / ".gitignore")
    for words in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-q", "-m", "base"]):
        git(repository, *words)
    api = model(
        [
            says(
                "First a test.", tool(EDITOR, {"command": "create", "path": "tests/test_report.py", "file_text": TEST})
            ),
            bash(f"{sys.executable} -m pytest -q -p no:cacheprovider 2>&1 | tail -3"),
            says("It fails as reported.", tool(EDITOR, FIX), tool("report_verdict", {"result": "done"})),
            says("Fixed."),
        ]
    )
    path = workflow(
        tmp_path / "w.yaml",
        "{step: fix, role: worker, goal: Weigh legs by their time., gate: [verdict, tests, unweakened]}",
        top='profile: {tests: {argv: ["{python}", -m, pytest, -q, --junitxml=report.xml], report: report.xml}}',
    )

    pilothouse("run", path, "--repo", repository, "--id", "r", "--branch", "work/r").ended(0)

    assert len(api.requests) == 4
    assert "2 failed" in api.requests[2].messages[-1]["content"][0]["content"]
    (attempt,) = next(n for n in pilothouse("show", "r", "--json").json()["nodes"] if n["id"] == "fix")["attempts"]
    assert attempt["usage"]["cost"] == pytest.approx(4 * (100 * 2 + 20 * 10) / 1e6)
    assert attempt["isolation"] == ("sandboxed" if sandbox.bubblewrap() else "open (no bubblewrap)")
    assert "sum(leg.hours" in git(repository, "show", "work/r:passage/log.py")
    assert key_in(tmp_path) == []
    assert_sound(run_folder("r"))


def test_a_budget_of_requests_is_kept_raised_and_gone_on_with(
    model: Callable[[Any], MessagesServer], pilothouse: CommandLine, tmp_path: Path
) -> None:
    def script(seen: Seen) -> Answer:
        return (
            bash(f"echo {seen.number} >> lines") if seen.number < 5 else VERDICT if seen.number == 5 else says("Done.")
        )

    api = model(script)
    step = "{step: s, role: worker, goal: Count., gate: [verdict, {file: lines}]}"
    path = workflow(tmp_path / "w.yaml", step, top="budgets: {requests: 3}")

    repository = make_repository(tmp_path / "repo")
    pilothouse("run", path, "--repo", repository, "--id", "r", "--branch", "work/r").ended(3)
    assert len(api.requests) == 3
    (hold,) = pilothouse("holds", "r", "--json").json()["holds"]
    assert hold["kind"] == "budget"
    assert "requests" in hold["sentence"]
    pilothouse("resume", "r").ended(3)
    assert len(api.requests) == 3  # nothing was raised

    pilothouse("raise", "r", "requests=+4").ended(0)
    pilothouse("resume", "r").ended(0)

    assert len(api.requests) == 6
    assert len(api.requests[3].messages) == 7  # the same conversation
    assert git(repository, "show", "work/r:lines").split() == ["1", "2", "3", "4"]
    assert_sound(run_folder("r"))


def test_killed_in_a_call_it_goes_on_in_the_same_session(
    model: Callable[[Any], MessagesServer], pilothouse: CommandLine, tmp_path: Path
) -> None:
    def script(seen: Seen) -> Answer:
        match seen.number:
            case 1:
                return says(tool("bash", {"command": "echo 1 >> lines; touch reached; sleep 300"}), tool("bash", {}))
            case 2:
                return VERDICT
        return says("Done.")

    api = model(script)
    step = "{step: s, role: worker, goal: Count., gate: [verdict, {file: lines}]}"
    repository = make_repository(tmp_path / "repo")
    path = workflow(tmp_path / "w.yaml", step)
    running = pilothouse.start("run", path, "--repo", repository, "--id", "r", "--branch", "work/r")
    eventually(lambda: any("reached" in names for _, _, names in os.walk(run_folder("r").path)), "the tool call")
    running.kill()

    pilothouse("resume", "r").ended(0)

    results = [block for block in api.requests[1].messages[-1]["content"] if block["type"] == "tool_result"]
    assert [result["is_error"] for result in results] == [True, True]
    assert all("Interrupted" in result["content"] for result in results)
    assert len(api.requests) == 3
    assert git(repository, "show", "work/r:lines") == "1"
    shown = pilothouse("show", "r", "--json").ended(0).json()
    usage = next(node for node in shown["nodes"] if node["id"] == "s")["attempts"][0]
    assert usage["usage"]["output"] == 40  # what the killed turn used is not counted twice
    assert_sound(run_folder("r"))


@pytest.mark.skipif(sandbox.bubblewrap() is None, reason="bubblewrap does not work here")
class TestNetworks:
    """A closed network: its own loopback, and on it what the engine put there."""

    AGENT = """\
import json, os, socket, urllib.request

try:
    socket.create_connection(("192.0.2.1", 80), timeout=5)
    out = "reached"
except OSError as error:
    out = error.strerror or str(error)


def post(url, data, **headers):
    request = urllib.request.Request(url, json.dumps(data).encode(), {"content-type": "application/json", **headers})
    try:
        return json.load(urllib.request.urlopen(request))
    except Exception as error:
        return {"failed": str(error)}


asked = {"model": "claude-sonnet-5-5", "max_tokens": 100, "messages": [{"role": "user", "content": "hi"}]}
base = os.environ.get("ANTHROPIC_BASE_URL", "http://127.0.0.1:8901")
said = post(base + "/v1/messages", asked, **{"x-api-key": os.environ.get("ANTHROPIC_API_KEY", "")})
verdict = {
    "jsonrpc": "2.0", "id": 1, "method": "tools/call",
    "params": {"name": "report_verdict", "arguments": {"result": "done"}},
}
told = post(
    os.environ["PILOTHOUSE_MCP_URL"], verdict, accept="application/json, text/event-stream",
    authorization="Bearer " + os.environ["PILOTHOUSE_MCP_TOKEN"],
)
with open("seen.json", "w") as file:
    json.dump({"out": out, "said": said, "told": told, "env": dict(os.environ)}, file)
"""

    def run(
        self, network: str, more: str, pilothouse: CommandLine, tmp_path: Path, code: int = 0
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        (tmp_path / "agent.py").write_text(self.AGENT)
        role = f"{{agent: command, argv: ['{{python}}', '{tmp_path}/agent.py'], network: {network}{more}}}"
        step = "{step: s, role: worker, goal: Look., gate: [verdict, {file: seen.json}], reprompts: 0, retries: 0}"
        path = workflow(tmp_path / "w.yaml", step, role)
        repository = make_repository(tmp_path / "repo", {"agent.py": self.AGENT})
        path.write_text(path.read_text().replace(f"'{tmp_path}/agent.py'", "agent.py"))
        pilothouse("run", path, "--repo", repository, "--id", "r", "--branch", "work/r").ended(code)
        shown = pilothouse("show", "r", "--json").json()
        (attempt,) = next(node for node in shown["nodes"] if node["id"] == "s")["attempts"]
        return attempt, json.loads(git(repository, "show", "work/r:seen.json")) if code == 0 else {}

    def test_one_that_leads_to_the_model_alone(
        self, model: Callable[[Any], MessagesServer], pilothouse: CommandLine, tmp_path: Path
    ) -> None:
        api = model([says("hello", input=1_000, output=50)])
        attempt, seen = self.run("model", "", pilothouse, tmp_path)

        assert seen["out"] == "Network is unreachable"
        assert seen["said"].get("content") == [{"type": "text", "text": "hello"}]
        assert "error" not in seen["told"]
        assert KEY not in json.dumps(seen)
        assert len(api.requests) == 1
        assert (attempt["isolation"], attempt["network"]) == ("sandboxed", "model")
        assert attempt["usage"]["output"] == 50
        assert attempt["usage"]["cost"] == pytest.approx((1_000 * 2 + 50 * 10) / 1e6)
        assert key_in(tmp_path) == []
        assert_sound(run_folder("r"))

    def test_a_closed_one(
        self, model: Callable[[Any], MessagesServer], pilothouse: CommandLine, tmp_path: Path
    ) -> None:
        api = model([])
        attempt, seen = self.run("closed", "", pilothouse, tmp_path)

        assert seen["out"] == "Network is unreachable"
        assert "refused" in seen["said"]["failed"]
        assert "error" not in seen["told"]
        assert api.requests == []
        assert attempt["network"] == "closed"

    def test_it_is_never_silently_off(
        self, model: Callable[[Any], MessagesServer], pilothouse: CommandLine, tmp_path: Path
    ) -> None:
        api = model([])
        step = "{step: s, role: worker, goal: Look., gate: [verdict]}"
        role = "{agent: command, argv: [agent], network: closed, isolation: open}"
        path = workflow(tmp_path / "w.yaml", step, role)
        refused = pilothouse("run", path, "--repo", make_repository(tmp_path / "repo", {})).ended(2)

        assert "no open network and no sandbox" in refused.err
        assert api.requests == []
