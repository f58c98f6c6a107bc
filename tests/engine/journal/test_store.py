# SPDX-License-Identifier: Apache-2.0
"""The data directory: private, made whole or not at all, and no name leads out of it."""

from __future__ import annotations

import json
import os
import stat
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.errors import RunExists, RunIdInvalid, RunUnknown, UsageError
from engine.journal import Holder, Journal, RunFolder, RunStore, check_run_id, folder_name, node_of
from engine.journal import data_dir as default_data_dir
from tests.engine.journal.faulty import FaultyDisk, Killed, Trouble, no_space


def test_a_new_run_has_its_folders_and_files(data_dir: Path) -> None:
    folder = RunStore().create("r1", {"run": "r1", "base": "main"}, workflow="pilothouse: 1\n", task="Fix it.")

    assert folder.path == data_dir / "runs" / "r1"
    assert folder.manifest() == {"run": "r1", "base": "main"}
    assert folder.workflow.read_text() == "pilothouse: 1\n"
    assert (folder.blackboard / "task.md").read_text() == "Fix it."
    assert sorted(os.listdir(folder.path)) == ["attempts", "blackboard", "inbox", "manifest.json", "workflow.yaml"]
    assert (folder.blackboard / "shared").is_dir()
    assert RunStore().folder("r1") == folder
    assert RunStore().runs() == [folder]


@pytest.mark.skipif(sys.platform == "win32", reason="has no permission bits")
def test_nobody_else_can_look_into_a_data_directory(data_dir: Path) -> None:
    before = os.umask(0)
    try:
        folder = RunStore().create("r1", {})
        folder.make_attempt("a[x]/b", 1)
    finally:
        os.umask(before)

    for path in (data_dir, *data_dir.rglob("*")):
        assert not stat.S_IMODE(path.stat().st_mode) & 0o077, path


def test_where_the_data_directory_is_can_be_said(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert default_data_dir() == data_dir
    monkeypatch.delenv("PILOTHOUSE_DATA_DIR")
    assert default_data_dir().name == "pilothouse"
    assert default_data_dir().is_absolute()


@pytest.mark.parametrize("run_id", ["r", "R1", "adv-AD-001", "2026-11-30.a_b", "x" * 64])
def test_a_plain_name_is_a_run_id(run_id: str) -> None:
    assert check_run_id(run_id) == run_id


@pytest.mark.parametrize(
    "run_id",
    ["", ".", "..", ".hidden", "-x", "_x", "a/b", "../x", "a\\b", "a b", "a\n", "ü", "x" * 65, "a\0", "~", "a:b"],
)
def test_no_run_id_leads_out_of_the_data_directory(run_id: str) -> None:
    for use in (check_run_id, RunStore().folder, lambda given: RunStore().create(given, {})):
        with pytest.raises(RunIdInvalid):
            use(run_id)


def test_a_run_that_exists_is_neither_replaced_nor_touched() -> None:
    store = RunStore()
    store.create("r1", {"first": True})

    with pytest.raises(RunExists, match="'r1'"):
        store.create("r1", {"first": False})

    assert store.folder("r1").manifest() == {"first": True}
    assert os.listdir(store.runs_dir) == ["r1"]


def test_of_two_who_create_the_same_run_one_does() -> None:
    store, outcomes, start = RunStore(), list[str](), threading.Barrier(8)

    def create(n: int) -> None:
        start.wait()
        try:
            outcomes.append(f"made {store.create('r1', {'n': n}).manifest()['n']}")
        except RunExists:
            outcomes.append("refused")

    threads = [threading.Thread(target=create, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert outcomes.count("refused") == 7
    assert f"made {store.folder('r1').manifest()['n']}" in outcomes
    assert os.listdir(store.runs_dir) == ["r1"]


@pytest.mark.parametrize("trouble", ["kill before", "kill after", "tear", no_space()], ids=str)
def test_a_run_is_made_whole_or_not_at_all(trouble: Trouble, tmp_path: Path) -> None:
    for k in range(1, 100):
        disk = FaultyDisk(lambda now, name, k=k: trouble if now == k else None)  # type: ignore[misc]
        directory = tmp_path / str(k)

        made = None
        with suppress(Killed, OSError):
            made = RunStore(directory, storage=disk).create("r1", {"x": 1}, workflow="w", task="t")

        found = RunStore(directory).runs()
        for folder in found:
            assert folder.manifest() == {"x": 1}
            assert folder.workflow.read_text() == "w"
            assert (folder.inbox / "key").read_bytes()
        if made is not None:
            assert found == [made]
            return
        if not found:
            assert RunStore(directory).create("r1", {"x": 2}).manifest() == {"x": 2}
    pytest.fail("never ran through")


def test_what_is_no_run_is_not_listed(tmp_path: Path) -> None:
    store = RunStore(tmp_path / "data")
    assert store.runs() == []
    store.create("real", {})
    (store.runs_dir / "empty").mkdir()
    (store.runs_dir / ".new-1").mkdir()
    (store.runs_dir / "file").write_bytes(b"")
    (store.runs_dir / "link").symlink_to(store.runs_dir / "real")

    assert [folder.id for folder in store.runs()] == ["real"]
    for name in ("empty", "file", "link", "absent"):
        with pytest.raises(RunUnknown, match=name):
            store.folder(name)


@pytest.mark.parametrize("content", [b"", b"[1]", b"{", b"\xff", b"[" * 100_000])
def test_a_broken_manifest_is_told(content: bytes) -> None:
    folder = RunStore().create("r1", {})
    folder.manifest_path.write_bytes(content)

    with pytest.raises(UsageError, match="'r1'"):
        folder.manifest()


async def test_a_run_tells_who_drives_it() -> None:
    folder = RunStore().create("r1", {})
    assert folder.holder() is None
    async with await Journal.open(folder.journal):
        assert folder.holder() == Holder(os.getpid())
    assert folder.holder() is None


NODES = [
    "reproduce",
    "approaches[minimal]/fix",
    "polish[2]/review",
    "crew/child-3",
    "each[src/Größe.py]/do",
    "a[A]",
    "a[a]",
]


@pytest.mark.parametrize("node", NODES)
def test_a_nodes_folder_tells_its_node(node: str) -> None:
    folder = RunStore().create("r1", {}).make_attempt(node, 1)

    assert node_of(folder.parent) == node
    assert sorted(os.listdir(folder)) == ["artifacts", "gate"]


def test_plain_nodes_have_readable_folders() -> None:
    assert folder_name("approaches[minimal]/fix") == "approaches+minimal=.fix"
    assert len({folder_name(node) for node in NODES}) == len(NODES)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # the machine may be busy
@given(st.text(st.characters(codec=None), min_size=1, max_size=300))
def test_any_node_id_is_one_short_safe_name(node: str) -> None:
    name = folder_name(node)

    assert len(name) <= 100
    assert name.isascii()
    assert name == name.lower()
    assert name not in (".", "..")
    assert not set(name) & set('/\\:*?"<>|\0 \n')
    if "~" not in name:
        assert node_of(Path(name)) == node


def test_a_long_node_id_is_kept_beside_its_attempts(tmp_path: Path) -> None:
    node = "each[" + "long " * 40 + "]/do"
    folder = RunFolder(tmp_path)
    folder.attempts.mkdir()
    made = folder.make_attempt(node, 2)
    folder.make_attempt(node, 2)

    assert len(made.parent.name) <= 100
    assert node_of(made.parent) == node
    assert folder.attempt(node + "x", 1).parent != made.parent


def test_a_manifest_is_plain_json() -> None:
    folder = RunStore().create("r1", {"title": "größer"})

    assert json.loads(folder.manifest_path.read_text(encoding="utf-8")) == {"title": "größer"}
