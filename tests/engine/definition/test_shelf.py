# SPDX-License-Identifier: Apache-2.0
"""The shelf: what workflows there are, whatever lies in the folders."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.definition.shelf import IN_REPOSITORY, MOST_READ, Shelf

TEXT = """\
pilothouse: 1
name: mend
title: Mend it
roles: {fixer: {agent: scripted}}
do:
  - {step: fix, role: fixer, goal: Find the leak in the roof, gate: [commit]}
"""


def put(path: Path, data: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def test_bundled_own_and_a_repositorys_workflows_are_found_with_what_people_wrote(tmp_path: Path) -> None:
    put(tmp_path / "workflows/mine.yaml", TEXT)
    put(tmp_path / "shop" / IN_REPOSITORY / "theirs.yml", TEXT.replace("name: mend", "name: shop-mend"))
    shelf = Shelf(tmp_path)

    found = {entry.name: entry for entry in shelf.look([str(tmp_path / "shop"), str(tmp_path / "missing")])}

    assert found["fix-bug"].origin == "bundled"
    assert (found["mend"].origin, found["mend"].title) == ("own", "Mend it")
    assert "leak in the roof" in found["mend"].words
    assert (found["shop-mend"].origin, found["shop-mend"].place) == ("repository", str(tmp_path / "shop"))


def test_a_file_is_read_again_only_when_it_has_changed(tmp_path: Path) -> None:
    path = put(tmp_path / "workflows/mine.yaml", TEXT)
    shelf = Shelf(tmp_path, tmp_path)
    (first,) = shelf.look()
    assert shelf.look() == (first,)
    assert shelf.look()[0] is first

    put(path, TEXT.replace("Mend it", "Mend all of it"))

    assert shelf.look()[0].title == "Mend all of it"


@pytest.mark.parametrize("data", [b"", b"\x00\xff\xfe" * 900, b"[" * 5_000, b"- a\n- b\n", b"name: x\n", b"a: *b\n"])
def test_what_is_no_workflow_is_listed_with_the_reason(tmp_path: Path, data: bytes) -> None:
    put(tmp_path / "workflows/odd.yaml", data)

    (entry,) = Shelf(tmp_path, tmp_path).look()

    assert entry.fault


def test_a_large_file_is_listed_by_its_name_and_not_read_for_the_list(tmp_path: Path) -> None:
    put(tmp_path / "workflows/large.yaml", TEXT + "#" * MOST_READ)

    (entry,) = Shelf(tmp_path, tmp_path).look()

    assert (entry.name, entry.fault) == ("large", "")


def test_links_out_of_a_repository_pipes_and_playbooks_are_left_out(tmp_path: Path) -> None:
    outside = put(tmp_path / "secret.yaml", TEXT)
    folder = tmp_path / "shop" / IN_REPOSITORY
    put(folder / "mend.playbook.yaml", "playbook: 1\n")
    (folder / "stolen.yaml").symlink_to(outside)
    os.mkfifo(folder / "pipe.yaml")

    assert [entry for entry in Shelf(tmp_path).look([str(tmp_path / "shop")]) if entry.origin == "repository"] == []
