# SPDX-License-Identifier: Apache-2.0
"""Workflow files: never over what is newer, never changed by being shown, never half copied."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.library.files import Document, create_files, read_document, save_document
from app.library.templates import Template, files_of
from engine.definition import bundled, load
from engine.errors import FileMoved, UsageError


def put(path: Path, data: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def test_line_ends_the_byte_order_mark_and_the_mode_are_kept(tmp_path: Path) -> None:
    path = put(tmp_path / "a.yaml", "\ufeffa: 1\r\nb: 2\r\n")
    path.chmod(0o640)
    document = read_document(path)
    assert (document.text, document.locked) == ("a: 1\nb: 2\n", "")

    save_document(document, "a: 1\nb: 3\n")

    assert path.read_bytes() == "\ufeffa: 1\r\nb: 3\r\n".encode()
    assert path.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("other", ["a: 2\n", None])
def test_a_file_that_changed_or_went_meanwhile_is_not_written_over_unasked(tmp_path: Path, other: str | None) -> None:
    path = put(tmp_path / "a.yaml", "a: 1\n")
    document = read_document(path)
    path.unlink() if other is None else put(path, other)

    with pytest.raises(FileMoved):
        save_document(document, "a: mine\n")
    assert (path.read_text() if path.exists() else None) == other

    saved = save_document(document, "a: mine\n", over=True)
    assert path.read_text() == "a: mine\n"
    save_document(saved, "a: again\n")


@pytest.mark.parametrize(
    "data", [b"\x00\x01\xff\xfe", b"a: " + b"x" * 200_000, b"a" * 300_000, "a: \u202eb".encode(), b"a: 1\rb: 2"]
)
def test_what_an_editor_would_change_is_shown_cut_and_locked(tmp_path: Path, data: bytes) -> None:
    document = read_document(put(tmp_path / "a.yaml", data))

    assert document.locked
    assert max(map(len, document.text.split("\n"))) < 3_000


def test_every_bundled_workflow_can_be_duplicated_with_what_it_needs(tmp_path: Path) -> None:
    for name, path in bundled().items():
        files = files_of(Template("", path, name), f"my-{name}", "It's mine: all of it")
        made = create_files(tmp_path / "workflows", tmp_path, files, f"my-{name}.yaml")

        workflow = load(made).workflow
        assert (workflow.name, workflow.title) == (f"my-{name}", "It's mine: all of it")


def test_nothing_is_written_over_or_out_of_the_folder(tmp_path: Path) -> None:
    skeleton = files_of(Template("", None, ""), "mine", "")
    made = create_files(tmp_path / "workflows", tmp_path, skeleton, "mine.yaml")
    load(made)
    with pytest.raises(FileMoved, match="already"):
        create_files(tmp_path / "workflows", tmp_path, skeleton, "mine.yaml")

    inside = tmp_path / "repository"
    inside.mkdir()
    (inside / ".pilothouse").symlink_to(tmp_path)
    with pytest.raises(FileMoved, match="link"):
        create_files(inside / ".pilothouse/workflows", inside, skeleton, "mine.yaml")
    with pytest.raises(UsageError):
        files_of(Template("", None, ""), "../mine", "")


def test_a_document_without_a_file_is_locked(tmp_path: Path) -> None:
    assert read_document(tmp_path / "none.yaml") == Document(
        tmp_path / "none.yaml", "", None, "The file is not there any more.", "There is no such file."
    )
