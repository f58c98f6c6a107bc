# SPDX-License-Identifier: Apache-2.0
"""The blackboard: written by agents, read by us, and no link in it leads anywhere."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.errors import UsageError
from engine.workspace import Blackboard


@pytest.fixture
def board(tmp_path: Path) -> Blackboard:
    made = Blackboard(tmp_path / "run")
    made.create("Fix the total.")
    return made


def test_it_holds_the_task_a_shared_folder_and_one_a_step(board: Blackboard) -> None:
    folder = board.folder("approaches[a/b]/fix")
    (folder / "note.md").write_text("hello")
    (board.root / "shared" / "x").write_bytes(b"12345")

    assert [(n.path, n.kind, n.size) for n in board.listing()] == [
        ("shared", "folder", 0),
        ("shared/x", "file", 5),
        ("steps", "folder", 0),
        ("steps/approaches%5Ba%2Fb%5D%2Ffix", "folder", 0),
        ("steps/approaches%5Ba%2Fb%5D%2Ffix/note.md", "file", 5),
        ("task.md", "file", 14),
    ]
    assert board.read("task.md") == b"Fix the total."
    board.create("Another task.")
    assert board.read("task.md", limit=7) == b"Another"
    assert (board.root / "shared" / "x").exists()


def test_links_are_listed_and_never_followed(board: Blackboard, tmp_path: Path) -> None:
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "key").write_text("s3cret")
    (board.root / "shared" / "out").symlink_to(tmp_path / "secret")
    (board.root / "shared" / "key").symlink_to(tmp_path / "secret" / "key")

    assert [(n.path, n.kind) for n in board.listing("shared")] == [("shared/key", "link"), ("shared/out", "link")]
    for path in ("shared/out/key", "shared/key", "shared/out"):
        with pytest.raises(UsageError, match="link"):
            board.read(path)
    with pytest.raises(UsageError, match="link"):
        board.listing("shared/out")


@pytest.mark.parametrize("path", ["../manifest.json", "/etc/passwd", "shared/../../x", "a\0b"])
def test_paths_that_lead_outside_are_refused(board: Blackboard, path: str) -> None:
    with pytest.raises(UsageError, match="outside"):
        board.read(path)
    with pytest.raises(UsageError, match="outside"):
        board.listing(path)


def test_pipes_and_folders_are_no_files_and_block_nobody(board: Blackboard) -> None:
    os.mkfifo(board.root / "shared" / "pipe")

    assert [(n.path, n.kind) for n in board.listing("shared")] == [("shared/pipe", "other")]
    for path in ("shared/pipe", "shared", "nothing"):
        with pytest.raises(UsageError):
            board.read(path)


def test_a_flood_of_entries_is_cut(board: Blackboard) -> None:
    for number in range(50):
        (board.root / "shared" / str(number)).touch()

    assert len(board.listing(limit=20)) == 20
    assert board.listing("nothing") == ()


def test_our_folders_are_ours_again_when_a_link_took_their_place(board: Blackboard, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (board.root / "steps").rmdir()
    (board.root / "steps").symlink_to(tmp_path / "outside")
    (board.root / "task.md").unlink()
    (board.root / "task.md").symlink_to(tmp_path / "outside" / "task")
    board.create("Again.")
    (board.folder("one") / "x").touch()

    assert list((tmp_path / "outside").iterdir()) == []
    assert board.read("task.md") == b"Again."
