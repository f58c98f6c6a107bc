# SPDX-License-Identifier: Apache-2.0
"""The transcript's files: bounded, whole to the line, and readable while they grow."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.agents.transcript import Entry, Limits, TranscriptReader, TranscriptWriter, printable
from engine.errors import TranscriptUnwritable


def writer(folder: Path, turn: int = 1, **limits: int) -> TranscriptWriter:
    return TranscriptWriter(folder, turn, "raw.log", Limits(**limits), now_ms=lambda: 1_700_000_000_000)


def entries(folder: Path) -> list[Entry]:
    with TranscriptReader(folder / "transcript.jsonl") as reader:
        reader.refresh()
        return list(reader)


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    writing = writer(tmp_path)
    writing.prompt("Do it: é\n")
    writing.add("message", "a\nb\0\x1b[2J\u2028", title="t")
    writing.add("tool_result", "no", is_error=True, meta={"id": "1", "outcome": "error"})
    writing.close()

    at = 1_700_000_000_000
    assert entries(tmp_path) == [
        Entry("prompt", "Do it: é\n", at_ms=at, turn=1),
        Entry("message", "a\nb\0\x1b[2J\u2028", "t", at_ms=at, turn=1),
        Entry("tool_result", "no", at_ms=at, turn=1, is_error=True, meta={"id": "1", "outcome": "error"}),
    ]
    assert (tmp_path / "prompt.md").read_text() == "Do it: é\n"


@given(st.lists(st.text(st.characters(codec=None), max_size=50), max_size=5))
def test_any_text_is_one_line_and_comes_back(tmp_path_factory: pytest.TempPathFactory, texts: list[str]) -> None:
    folder = tmp_path_factory.mktemp("any")
    writing = writer(folder)
    for text in texts:
        writing.add("message", text)
    writing.close()

    assert [entry.text for entry in entries(folder)] == [t.encode("utf-8", "replace").decode() for t in texts]


def test_later_turns_are_added_and_earlier_ones_stay(tmp_path: Path) -> None:
    for turn in (1, 2, 3):
        writing = writer(tmp_path, turn)
        writing.prompt(f"prompt {turn}")
        writing.close()

    assert [(e.turn, e.text) for e in entries(tmp_path)] == [(1, "prompt 1"), (2, "prompt 2"), (3, "prompt 3")]
    assert sorted(path.name for path in tmp_path.glob("prompt*")) == ["prompt-2.md", "prompt-3.md", "prompt.md"]


def test_a_text_beyond_the_limit_is_cut_with_a_mark(tmp_path: Path) -> None:
    writing = writer(tmp_path, entry_chars=10)
    writing.add("message", "é" * 15)
    writing.close()

    [entry] = entries(tmp_path)
    assert entry.text == "é" * 10 + "\n[5 more characters; see raw.log]"


def test_br_015_files_are_bounded_and_a_notice_says_how_much_was_dropped(tmp_path: Path) -> None:
    writing = writer(tmp_path, transcript=10_000, raw=5_000, stderr=1_000)
    for _ in range(1_000):
        writing.add("message", "x" * 100)
        writing.raw(b"y" * 100)
        writing.stderr(b"z" * 100)
    writing.add("stop", "end_turn")
    writing.close()

    assert (tmp_path / "raw.log").stat().st_size == 5_000
    assert (tmp_path / "stderr.log").stat().st_size == 1_000
    assert (tmp_path / "transcript.jsonl").stat().st_size < 11_000
    read = entries(tmp_path)
    assert [entry.kind for entry in read[-4:]] == ["stop", "notice", "notice", "notice"]
    assert "At least 95,000 bytes were dropped: raw.log holds at most 5,000." in [entry.text for entry in read]
    written = sum(entry.kind == "message" for entry in read)
    assert 100 * (1_000 - written) <= _number(read[-1].text) <= 200 * (1_000 - written)


def _number(text: str) -> int:
    found = re.search(r"At least ([\d,]+) bytes were dropped: transcript", text)
    assert found
    return int(found[1].replace(",", ""))


def test_nothing_slips_in_behind_a_gap(tmp_path: Path) -> None:
    writing = writer(tmp_path, transcript=1_000)
    for size in (600, 600, 1):
        writing.add("message", "x" * size)
    writing.close()

    assert [len(entry.text) for entry in entries(tmp_path) if entry.kind == "message"] == [600]


def test_the_bound_holds_over_all_turns(tmp_path: Path) -> None:
    for turn in range(1, 6):
        writing = writer(tmp_path, turn, raw=1_000)
        writing.raw(b"x" * 400)
        writing.close()

    assert (tmp_path / "raw.log").stat().st_size == 1_000


def test_a_line_that_a_crash_cut_off_stands_alone_and_is_shown_as_broken(tmp_path: Path) -> None:
    (tmp_path / "transcript.jsonl").write_bytes(b'{"kind":"message","turn":1,"te')
    writing = writer(tmp_path)
    writing.add("message", "after")
    writing.close()

    broken, after = entries(tmp_path)
    assert (broken.kind, broken.is_error, broken.text) == ("raw", True, '{"kind":"message","turn":1,"te')
    assert after.text == "after"


@pytest.mark.parametrize("name", ["transcript.jsonl", "raw.log", "stderr.log"])
def test_a_link_in_the_attempts_folder_is_never_written_through(tmp_path: Path, name: str) -> None:
    target = tmp_path / "target"
    target.write_text("precious")
    folder = tmp_path / "attempt"
    folder.mkdir()
    (folder / name).symlink_to(target)

    with pytest.raises(TranscriptUnwritable, match="a symbolic link"):
        writer(folder)

    assert target.read_text() == "precious"


def test_a_second_name_elsewhere_is_never_written_through(tmp_path: Path) -> None:
    (tmp_path / "target").write_text("precious")
    folder = tmp_path / "attempt"
    folder.mkdir()
    os.link(tmp_path / "target", folder / "raw.log")

    with pytest.raises(TranscriptUnwritable, match="a second name"):
        writer(folder)


def test_a_prompt_file_that_was_placed_before_is_replaced_and_not_followed(tmp_path: Path) -> None:
    (tmp_path / "target").write_text("precious")
    (tmp_path / "prompt.md").symlink_to("target")
    writing = writer(tmp_path)
    writing.prompt("real")
    writing.close()

    assert (tmp_path / "target").read_text() == "precious"
    assert not (tmp_path / "prompt.md").is_symlink()


def test_a_full_disk_is_an_error_of_ours(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    writing = writer(tmp_path)
    full = os.open("/dev/full", os.O_WRONLY)
    os.dup2(full, writing._raw._file.fileno())
    os.close(full)

    writing.raw(b"x")
    with pytest.raises(TranscriptUnwritable, match="No space left"):
        writing.flush()
    with pytest.raises(TranscriptUnwritable):
        writing.close()


# --------------------------------------------------------------------------------------------------------- reader


def test_a_reader_may_come_before_the_file(tmp_path: Path) -> None:
    reader = TranscriptReader(tmp_path / "transcript.jsonl")
    assert (reader.refresh(), len(reader)) == (0, 0)
    writing = writer(tmp_path)
    writing.add("message", "a")
    writing.close()

    assert (reader.refresh(), len(reader), reader.entry(0).text) == (1, 1, "a")
    assert reader.refresh() == 0
    reader.close()


def test_br_069_half_a_line_is_pending_and_appears_once_when_it_is_whole(tmp_path: Path) -> None:
    line = json.dumps({"kind": "message", "turn": 1, "at_ms": 1, "text": "é€😀"}, ensure_ascii=False).encode() + b"\n"
    path = tmp_path / "transcript.jsonl"
    with TranscriptReader(path) as reader, path.open("ab", buffering=0) as file:
        for number in range(1, 201):
            cut = number % (len(line) - 1) + 1
            file.write(line[:cut])
            assert reader.refresh() == (1 if cut == len(line) else 0)
            file.write(line[cut:])
            reader.refresh()
            assert len(reader) == number

        assert {entry.text for entry in reader} == {"é€😀"}


def test_complete_but_broken_lines_are_shown_as_broken(tmp_path: Path) -> None:
    path = tmp_path / "transcript.jsonl"
    bad = [
        b"not json",
        b"[]",
        b'{"kind":"brand_new","text":"x"}',
        b'{"kind":"message"}',
        b"\xff\xfe",
        b"",
        b"[" * 9_000,
    ]
    path.write_bytes(b"\n".join([*bad, b'{"kind":"message","text":"fine"}', b""]))

    read = entries(tmp_path)

    assert [entry.title for entry in read] == ["broken line"] * len(bad) + [""]
    assert read[0].text == "not json"
    assert read[-1] == Entry("message", "fine")


def test_the_hint_is_never_too_small_by_much_and_needs_no_parsing(tmp_path: Path) -> None:
    writing = writer(tmp_path)
    texts = ["", "one line", "a\nb\nc", "x" * 5_000, "é" * 100, "tab\tand \\n"]
    for text in texts:
        writing.add("message", text)
    writing.close()

    with TranscriptReader(tmp_path / "transcript.jsonl") as reader:
        reader.refresh()
        for number, text in enumerate(texts):
            chars, lines = reader.size_hint(number)
            assert len(text) <= chars + 2
            assert chars <= 2 * len(text) + 10
            assert text.count("\n") + 1 <= lines


def test_a_replaced_or_cut_file_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "transcript.jsonl"
    path.write_text('{"kind":"message","text":"a"}\n{"kind":"message","text":"b"}\n')
    with TranscriptReader(path) as reader:
        assert reader.refresh() == 2
        new = tmp_path / "new"
        new.write_text('{"kind":"message","text":"c"}\n')
        new.replace(path)
        assert (reader.refresh(), [e.text for e in reader]) == (-1, ["c"])
        path.write_text("")
        assert (reader.refresh(), len(reader)) == (-1, 0)
        path.unlink()
        reader.refresh()
        assert len(reader) == 0


@pytest.mark.timeout(10)
def test_what_is_no_regular_file_is_no_transcript(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("elsewhere")

    for name in ("pipe", "link", "gone", "."):
        assert TranscriptReader(tmp_path / name).refresh() == 0


def test_there_is_no_entry_beyond_the_end(tmp_path: Path) -> None:
    (tmp_path / "t").write_text('{"kind":"message","text":"a"}\n')
    with TranscriptReader(tmp_path / "t") as reader:
        reader.refresh()
        for number in (-1, 1):
            with pytest.raises(IndexError):
                reader.entry(number)
            with pytest.raises(IndexError):
                reader.size_hint(number)


def test_lines_longer_than_a_read_are_found(tmp_path: Path) -> None:
    writing = writer(tmp_path, entry_chars=10_000_000)
    for size in (3_000_000, 1, (1 << 20) - 60, 5_000_000):
        writing.add("message", "x" * size)
    writing.close()

    assert [len(entry.text) for entry in entries(tmp_path)] == [3_000_000, 1, (1 << 20) - 60, 5_000_000]


def test_ad_101_text_for_a_terminal_holds_nothing_that_acts_on_one() -> None:
    painted = "\x1b[2J\x1b[32mAll gates cleared\x1b[0m\x1b]0;done\x07\r\u202e\x9b"

    shown = printable(painted + "\n\té😀")

    assert "\x1b" not in shown
    assert all(char.isprintable() or char in "\n\t" for char in shown)
    assert shown.endswith("\n\té😀")
