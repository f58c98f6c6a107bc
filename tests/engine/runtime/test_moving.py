# SPDX-License-Identifier: Apache-2.0
"""A run as one file: what goes in comes out, secrets stay here, and no damaged or hostile file is taken in."""

from __future__ import annotations

import asyncio
import json
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import PilothouseError, RunExists, UsageError
from engine.journal import RunFolder, RunStore, read, verify
from engine.journal.redaction import Redactor
from engine.runtime import moving
from engine.runtime.drive import drive, driving
from engine.runtime.launch import Request, launch
from engine.runtime.moving import export, restore
from engine.workspace import RunRepository
from tests.helpers.runs import assert_sound, events, git, make_repository, make_script, make_workflow, state

SECRET = "sk-ant-api03-" + "x" * 40
TOLD = "plainly-hidden"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[RunFolder, Path]:
    """A run that waits for approval of its second step, made once: its folder and its repository."""
    home = tmp_path_factory.mktemp("moving")
    agent = make_script(
        home / "agent.sh",
        f"""cat > /dev/null
        echo "the key is {SECRET}, and $HIDDEN_TOKEN"
        echo work >> "$PILOTHOUSE_NODE.txt"
        ln -s /etc/hostname "$PILOTHOUSE_ARTIFACTS/link"
        """,
    )
    top = f"profile: {{env: {{HIDDEN_TOKEN: {TOLD}}}}}"
    steps = [
        "{step: one, role: worker, goal: Write one., gate: [{file: one.txt}]}",
        "{step: two, role: worker, goal: Write two., gate: [{file: two.txt}, approval]}",
    ]
    workflow = make_workflow(home / "w.yaml", steps, agent, top=top)
    repository = make_repository(home / "repo")
    store = RunStore(home / "data")

    async def run() -> RunFolder:
        request = Request(str(workflow), repository, run_id="r", branch="work/r")
        folder = await launch(request, store)
        async with driving(folder, store.data_dir) as driver:
            await drive(driver, folder)
        return folder

    return asyncio.run(run()), repository


@pytest.fixture(scope="module")
def packed(made: tuple[RunFolder, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("packed") / "r.zip"
    moved = export(made[0], file, whole=True)
    assert moved.left_out == ("attempts/one/1/artifacts/link", "attempts/two/1/artifacts/link")
    return file


async def _go_on(folder: RunFolder, store: RunStore) -> None:
    async with driving(folder, store.data_dir) as driver:
        await drive(driver, folder)


def _accept(store: RunStore) -> None:
    from engine.runtime.client import send

    folder = store.folder("r")
    [hold] = state(folder).open_holds
    asyncio.run(send(folder, {"command": "answer", "hold": hold.id, "answer": "accept"}))
    asyncio.run(_go_on(folder, store))


def test_a_run_goes_on_elsewhere_in_a_clone_of_its_repository(made: tuple[RunFolder, Path], tmp_path: Path) -> None:
    folder, repository = made
    export(folder, tmp_path / "r.zip")
    git(tmp_path, "clone", "-q", str(repository), "clone")
    store = RunStore(tmp_path / "data")
    restore(tmp_path / "r.zip", store, tmp_path / "clone")
    assert state(store.folder("r")).status == "paused"
    assert git(tmp_path / "clone", "show", "work/r:one.txt") == "work"

    _accept(store)

    assert git(tmp_path / "clone", "show", "work/r:two.txt") == "work"
    assert state(store.folder("r")).status == "succeeded"
    assert_sound(store.folder("r"))


def test_a_run_packed_whole_goes_on_where_nobody_has_its_repository(packed: Path, tmp_path: Path) -> None:
    store = RunStore(tmp_path / "data")
    restore(packed, store)
    _accept(store)
    repository = RunRepository.open(store.folder("r").path)
    assert git(repository.source, "show", "work/r:two.txt") == "work"
    assert_sound(store.folder("r"))


def test_no_secret_leaves_and_the_journal_is_whole_all_the_same(
    made: tuple[RunFolder, Path], packed: Path, tmp_path: Path
) -> None:
    said = (made[0].attempt("one", 1) / "raw.log").read_text()
    assert SECRET in said
    store = RunStore(tmp_path / "data")
    moved = restore(packed, store)
    assert moved.redacted >= 4
    for path in store.folder("r").path.rglob("*"):
        if path.is_file() and "git" not in str(path.relative_to(store.folder("r").path).parts[0]):
            assert SECRET.encode() not in path.read_bytes(), path
            assert TOLD.encode() not in path.read_bytes(), path
    assert verify(store.folder("r").journal).intact
    theirs, ours = events(store.folder("r")), events(made[0])
    assert [(event.seq, event.at, event.body.type) for event in theirs] == [
        (event.seq, event.at, event.body.type) for event in ours
    ]


def test_a_journal_without_secrets_is_moved_byte_for_byte(made: tuple[RunFolder, Path]) -> None:
    from engine.journal.redaction import rechained

    lines, changed = rechained(read(made[0].journal), lambda data: (data, 0))
    assert (lines, changed) == (made[0].journal.read_bytes(), 0)


def test_a_run_that_is_there_already_is_not_touched(packed: Path, tmp_path: Path) -> None:
    store = RunStore(tmp_path / "data")
    restore(packed, store)
    before = store.folder("r").journal.read_bytes()
    with pytest.raises(RunExists, match="set PILOTHOUSE_DATA_DIR to another folder"):
        restore(packed, store)
    assert store.folder("r").journal.read_bytes() == before


def _changed(packed: Path, target: Path, name: str, data: bytes | None, as_name: str | None = None) -> Path:
    """The same archive with one file of other content or name (None: left out)."""
    with zipfile.ZipFile(packed) as old, zipfile.ZipFile(target, "w") as new:
        index = json.loads(old.read("index.json"))
        for member in old.namelist():
            if member == "index.json":
                continue
            content = old.read(member)
            if member == name:
                if as_name is not None:
                    index["files"][as_name] = index["files"].pop(name)
                    new.writestr(as_name, content)
                elif data is not None:
                    new.writestr(member, data)
                continue
            new.writestr(member, content)
        new.writestr("index.json", json.dumps(index))
    return target


def test_a_file_that_was_changed_on_the_way_is_refused_and_leaves_nothing(packed: Path, tmp_path: Path) -> None:
    store = RunStore(tmp_path / "data")
    whole = packed.read_bytes()
    cases = [
        _changed(packed, tmp_path / "a.zip", "journal.jsonl", b"{}\n"),
        _changed(packed, tmp_path / "b.zip", "workflow.yaml", None),
        _changed(packed, tmp_path / "c.zip", "workflow.yaml", None, "attempts/../../../escaped"),
        _changed(packed, tmp_path / "d.zip", "workflow.yaml", None, "inbox/key"),
        _changed(packed, tmp_path / "e.zip", "workflow.yaml", None, "blackboard/%2e%2e/%2e%2e/%2e%2e/x"),
        _changed(packed, tmp_path / "f.zip", "blackboard/task.md", b"y" * 50_000_000),
    ]
    for at, name in ((len(whole) // 2, "cut.zip"), (0, "empty.zip")):
        (tmp_path / name).write_bytes(whole[:at])
        cases.append(tmp_path / name)
    for case in cases:
        with pytest.raises(UsageError):
            restore(case, store)
        assert store.runs() == []
        assert not store.runs_dir.exists() or not list(store.runs_dir.iterdir())
    assert not (tmp_path / "escaped").exists()


def test_an_import_that_was_cut_is_no_run_and_can_be_repeated(packed: Path, tmp_path: Path) -> None:
    store = RunStore(tmp_path / "data")
    restore(packed, store)
    folder = store.folder("r")
    (folder.path / "manifest.json").rename(folder.path / "manifest.json.new")
    shutil.rmtree(folder.path / "store.git")
    assert store.runs() == []
    restore(packed, store)
    assert state(store.folder("r")).status == "paused"


def test_a_repository_that_does_not_fit_is_refused(packed: Path, tmp_path: Path) -> None:
    other = make_repository(tmp_path / "other", {"x": "another history\n"})
    store = RunStore(tmp_path / "data")
    with pytest.raises(PilothouseError, match=r"lacks the commit .*; give a clone"):
        restore(packed, store, other)
    assert store.runs() == []
    assert "pilothouse" not in git(other, "for-each-ref")


def test_what_becomes_a_link_while_it_is_packed_is_left_out(
    made: tuple[RunFolder, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An agent may be at work there, and what it does may fall between a look and a use."""
    outside, deep = tmp_path / "outside", made[0].blackboard / "shared" / "deep"
    for folder in (outside, deep):
        folder.mkdir()
        (folder / "note.txt").write_text(f"of {folder.name}\n")
    listed = moving._texts

    def swapping(folder: RunFolder, left_out: list[str]) -> Iterator[tuple[str, Path]]:
        found = list(listed(folder, left_out))
        deep.rename(tmp_path / "away")
        deep.symlink_to(outside)
        yield from found

    monkeypatch.setattr(moving, "_texts", swapping)
    try:
        moved = export(made[0], tmp_path / "r.zip")
    finally:
        deep.unlink(missing_ok=True)

    assert "blackboard/shared/deep/note.txt" in moved.left_out
    with zipfile.ZipFile(tmp_path / "r.zip") as archive:
        assert not [name for name in archive.namelist() if b"of outside" in archive.read(name)]


def test_an_export_overwrites_nothing(made: tuple[RunFolder, Path], packed: Path) -> None:
    with pytest.raises(UsageError, match="is there already"):
        export(made[0], packed)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (f"a {SECRET}.", "a [redacted]."),
        ("ghp_" + "a1" * 18, "[redacted]"),
        ("Authorization: Bearer abcdefghijklmnopqrst", "Authorization: Bearer [redacted]"),
        ("https://me:pass@host/x", "https://[redacted]@host/x"),
        ("AKIA" + "A" * 16, "[redacted]"),
        ("-----BEGIN RSA PRIVATE KEY-----\\nMIIE\\n-----END RSA PRIVATE KEY-----", "[redacted]"),
        ("told: correct horse battery", "told: [redacted]"),
        ("sk-short, and a skeleton-key-that-is-not-one", "sk-short, and a skeleton-key-that-is-not-one"),
        ("git@host:path and https://host/path", "git@host:path and https://host/path"),
    ],
)
def test_secrets_are_known_by_shape_or_by_value(text: str, left: str) -> None:
    assert Redactor(["correct horse battery"]).text(text.encode())[0].decode() == left
