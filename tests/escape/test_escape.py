# SPDX-License-Identifier: Apache-2.0
"""Agents that try to get out of the sandbox (`probes.py`): nothing gets out, and what holds them is told.

Every way is tried by a `command` agent with an open network, by one with a closed one, and by the tools' process of
`anthropic`; and without a sandbox, so that it is known to be one. What is not kept from an agent is asserted as that:

* with `network: open` the loopback of this machine, and all that listens there, is within reach;
* the disk that checkout and attempt lie on is not bounded; what is in memory is;
* processes are bounded, but for root: there the kernel counts none;
* a profile's `prepare` and a `run` block have the network, whatever code they build or start.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from engine.journal import RunFolder, RunStore
from engine.kernel import RunState
from engine.projections import run_json
from engine.runtime.drive import drive, driving
from engine.runtime.launch import Request, launch
from engine.workspace import sandbox
from tests.engine.agents.anthropic_loop.conftest import Play, attempt, keys, play
from tests.escape.outside import Outside, outside
from tests.escape.probes import CANARY, WAYS
from tests.helpers.messages_server import says, text, tool
from tests.helpers.runs import assert_sound, git

__all__ = ["attempt", "keys", "play"]

pytestmark = pytest.mark.skipif(sandbox.bubblewrap() is None, reason="bubblewrap does not work here")

JUDGED_FROM_OUTSIDE = {
    "writes",
    "forges_what_the_engine_keeps_of_it",
    "leaves_a_process_behind",
    "swaps_what_the_engine_writes_for_links",
    "sets_traps_for_the_git_of_the_engine",
}
NEEDS_AN_ENGINE = {"uses_the_tools_without_its_token", "gives_commands"}
WOULD_HARM = {"finds_more_places_to_write", "forges_what_the_engine_keeps_of_it", "makes_a_device"}
NOT_EVERYWHERE = {
    "changes_a_setting_of_the_kernel",
    "finds_more_places_to_write",
    "gains_privileges",
    "makes_a_device",
    "reads_a_keyring_of_the_kernel",
    "speaks_to_the_machine_beneath",
    "traces_a_process_outside",
    "types_into_a_terminal",
    "unmounts_what_hides_in_a_namespace_of_its_own",
}
"""Where nobody is root, in a container, or by a careful administrator these are forbidden without a sandbox, too."""


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Outside]:
    """What lies outside, and a secret in the environment."""
    root = tmp_path_factory.mktemp("escape")
    with outside(root, root / "data") as made, pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(made.home))
        patch.setenv("GIT_CONFIG_GLOBAL", str(made.home / ".gitconfig"))
        patch.setenv("HTTPS_PROXY", "http://ann:pass@proxy.invalid")
        for name in ("AWS_SECRET_ACCESS_KEY", "SSH_AUTH_SOCK", "DBUS_SESSION_BUS_ADDRESS"):
            patch.setenv(name, CANARY)
        for name in ("GIT_AUTHOR", "GIT_COMMITTER"):
            patch.setenv(f"{name}_NAME", "Ada")
            patch.setenv(f"{name}_EMAIL", "ada@example.invalid")
        yield made


# ------------------------------------------------------------------------------------------------ a run of two attempts


@dataclass
class Escaped:
    """The run that is over, and what the two agents told."""

    folder: RunFolder
    state: RunState
    before: dict[str, str]
    frozen: dict[str, bytes]

    def told(self, node: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.folder.attempt(node, 1) / "escape.json").read_text())
        return found


@pytest.fixture(scope="module")
def escaped(world: Outside) -> Escaped:
    """Three steps in one run: one that others try to learn from, one with an open network, one with a closed one."""
    reach = f"import socket; socket.create_connection(('127.0.0.1', {world.port}), 10)"
    stay = f"import socket; exit(socket.socket().connect_ex(('127.0.0.1', {world.port})) == 0)"
    (world.root / "found.json").write_text('{"type": "object"}')
    agent = json.dumps(str(world.program))
    step = "role: {role}, goal: g, retries: 0, reprompts: 0, produces: {{found: found.json}}, gate: [{gate}]"
    note = "{file: NOTE.md}"
    closed = f"{note}, {{command: {{argv: {json.dumps(['{python}', '-c', stay])}, timeout: 1m}}}}"
    workflow = world.root / "w.yaml"
    workflow.write_text(
        "pilothouse: 1\nname: escape\ntitle: Agents that try to get out\nroles:\n"
        f"  open: {{agent: command, argv: [{agent}], isolation: sandboxed}}\n"
        f"  closed: {{agent: command, argv: [{agent}], isolation: sandboxed, network: closed}}\n"
        f"profile: {{prepare: {{argv: {json.dumps(['{python}', '-c', reach])}}}}}\n"
        "do:\n"
        f"  - {{step: before, {step.format(role='open', gate=note)}}}\n"
        f"  - {{step: open, {step.format(role='open', gate=note)}}}\n"
        f"  - {{step: closed, {step.format(role='closed', gate=closed)}}}\n"
        f"  - {{run: fetch, argv: {json.dumps(['{python}', '-c', reach])}}}\n"
    )
    return asyncio.run(_play(world, workflow))


async def _play(world: Outside, workflow: Path) -> Escaped:
    store = RunStore(world.data)
    folder = await launch(Request(str(workflow), world.repository, branch="work/r", run_id="r"), store)
    command = [sys.executable, "-m", "engine.cli", "raise", "r", "turns=+9"]
    python = os.pathsep.join(str(Path(path).resolve()) for path in sys.path if path)
    world.aim(
        secrets=[*world.targets["secrets"], str(folder.attempt("before", 1) / "of-another-attempt")],
        folders=[*world.targets["folders"], str(folder.path / "inbox"), str(folder.attempt("before", 1))],
        inbox=str(folder.path / "inbox"),
        command=command,
        env={"PILOTHOUSE_DATA_DIR": str(world.data), "PYTHONPATH": python},
    )
    names = ("manifest.json", "workflow.yaml", "inbox/key")
    frozen, before = {name: (folder.path / name).read_bytes() for name in names}, world.traces()
    async with asyncio.timeout(120), driving(folder, store.data_dir) as driver:
        await drive(driver, folder)
        return Escaped(folder, driver.state, before, frozen)


def reached(told: dict[str, Any]) -> dict[str, Any]:
    return {name: told[name] for name in WAYS if told.get(name)}


def test_with_a_closed_network_an_agent_reaches_nothing(escaped: Escaped) -> None:
    assert reached(escaped.told("closed")) == {}, escaped.told("closed")


def test_with_an_open_network_it_reaches_the_network_and_nothing_else(escaped: Escaped) -> None:
    told = escaped.told("open")
    found = reached(told)

    assert found.pop("reaches_the_network") == "loopback"
    if told["bounds"]["landlock"] < 6:  # an older kernel tells abstract sockets apart by networks alone
        del found["reaches_an_abstract_socket"]
    assert found == {}


def test_nothing_outside_was_written_ended_or_run(escaped: Escaped, world: Outside) -> None:
    assert world.traces() == escaped.before
    assert {name: (escaped.folder.path / name).read_bytes() for name in escaped.frozen} == escaped.frozen
    assert not world.trap.exists()
    assert world.process.poll() is None
    assert world.lingering() == []
    refs = git(world.repository, "for-each-ref", "--format=%(refname)").splitlines()
    assert [ref for ref in refs if not ref.startswith("refs/pilothouse/")] == ["refs/heads/main", "refs/heads/work/r"]
    assert git(world.repository, "status", "--porcelain") == ""


def test_what_the_engine_keeps_of_an_attempt_is_its_own(escaped: Escaped) -> None:
    for node in ("open", "closed"):
        folder = escaped.folder.attempt(node, 1)
        kept = [folder / name for name in ("transcript.jsonl", "raw.log", "stderr.log", "prompt.md")]
        assert all(path.is_file() and not path.is_symlink() for path in kept)
        assert not [path for path in kept if "FORGED" in path.read_text()]
        assert list((folder / "history").iterdir()) == []
        assert "FORGED" not in "".join(path.read_text() for path in (folder / "gate").rglob("*") if path.is_file())
        assert json.loads((folder / "artifacts/found.json").read_text()) == {"n": 1}
    assert [path.name for path in (escaped.folder.path / "inbox").iterdir() if path.name.endswith(".json")] == []
    assert_sound(escaped.folder)


def test_isolation_and_network_in_force_are_told(escaped: Escaped) -> None:
    shown: Any = run_json(escaped.state)
    told = {node["id"]: node["attempts"][0] for node in shown["nodes"] if node["attempts"]}

    assert escaped.state.outcome == "succeeded", escaped.state.open_holds
    assert (told["open"]["isolation"], told["open"]["network"]) == ("sandboxed", "open")
    assert (told["closed"]["isolation"], told["closed"]["network"]) == ("sandboxed", "closed")


def test_what_an_agent_may_use_up_is_bounded_but_for_the_disk(escaped: Escaped) -> None:
    for node, interfaces in (("open", None), ("closed", ["lo"])):
        bounds = escaped.told(node)["bounds"]
        most, room = bounds["processes"], bounds["bytes"]
        checkout = room.pop(".")

        assert bounds["tools"] == 200
        assert bounds["proxy"] is (node == "open")
        assert interfaces in (None, bounds["interfaces"])
        assert most[0] == most[1] <= 8192
        assert checkout == os.statvfs(escaped.folder.path).f_blocks * os.statvfs(escaped.folder.path).f_frsize
        if sandbox.takes_size(sandbox.bubblewrap() or ""):
            assert sum(room.values()) < bounds["memory"] * 3 / 4


# -------------------------------------------------------------------------------------------------------- other agents


async def test_the_tools_of_a_model_reach_nothing_either(play: Play, world: Outside, data_dir: Path) -> None:
    world.aim(writable=[*world.targets["writable"], str(data_dir)])
    before = world.traces()
    place = play().attempt.checkout / "agent"
    place.mkdir()
    for name in ("probes", "targets.json"):
        (place / name).write_bytes((world.program.parent / name).read_bytes())
    command = f"{sys.executable} agent/probes && echo it is over"
    playing = play(says(tool("bash", {"command": command})), says(text("I give up.")))

    result = await playing.prompt(wall_ms=120_000)

    assert (result.reason, result.isolation) == ("end_turn", "sandboxed"), result
    assert playing.results(1) == [("it is over\n", False)]
    told = json.loads((playing.attempt.folder / "escape.json").read_text())
    assert set(reached(told)) - {"reaches_an_abstract_socket"} == {"reaches_the_network"}
    assert world.traces() == before
    assert world.process.poll() is None
    assert world.lingering() == []


def test_without_a_sandbox_every_way_leads_out(tmp_path: Path) -> None:
    """So none of them is contained only because it does not work."""
    left_out = [*NEEDS_AN_ENGINE, *WOULD_HARM]
    with outside(tmp_path / "outside", tmp_path / "data") as made:
        made.aim(leave_out=left_out)
        for name in ("checkout", "attempt", "blackboard"):
            (tmp_path / name).mkdir()
        git(tmp_path / "checkout", "clone", "-q", str(made.repository), ".")
        before = made.traces()
        folders = {"PILOTHOUSE_ATTEMPT_DIR": "attempt", "PILOTHOUSE_BLACKBOARD": "blackboard"}
        env = os.environ | {name: str(tmp_path / folder) for name, folder in folders.items()}
        env |= {"PILOTHOUSE_NODE": "control", "HOME": str(made.home), "SSH_AUTH_SOCK": CANARY}
        env |= {f"GIT_{who}_{what}": "a@b.invalid" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        done = subprocess.run(
            [made.program],
            cwd=tmp_path / "checkout",
            env=env,
            close_fds=False,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        told = json.loads((tmp_path / "attempt" / "escape.json").read_text())

        contained = set(WAYS) - set(reached(told)) - JUDGED_FROM_OUTSIDE - NOT_EVERYWHERE - set(left_out)
        assert contained == set(), {name: told.get(f"{name}: why not") for name in contained}
        assert made.traces() != before
        assert made.process.wait(10) != 0
