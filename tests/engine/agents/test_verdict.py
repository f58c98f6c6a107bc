# SPDX-License-Identifier: Apache-2.0
"""Verdicts: exactly one meaning or none, whatever an agent leaves in its folder."""

from __future__ import annotations

import contextlib
import json
import os
import socket
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.agents.verdict import VERDICT, VerdictFacts, archive, parse_json, read_verdict
from engine.errors import VerdictUnmovable


def written(folder: Path, content: bytes | str) -> VerdictFacts:
    (folder / VERDICT).write_bytes(content.encode() if isinstance(content, str) else content)
    return read_verdict(folder)


@pytest.mark.parametrize(
    "content",
    [
        '{"result": "done"}',
        ' \n{"result": "done"}\n\n',
        '```json\n{"result": "done"}\n```\n',
        '```\n{"result": "done"}\n```',
        '\n~~~~ json5\n{"result": "done"}\n~~~~'.replace(" json5", "json5"),
        '````json\r\n{"result": "done"}\r\n````\r\n',
        b'\xef\xbb\xbf{"result": "done"}',
    ],
    ids=["plain", "blanks", "fenced", "bare fence", "tildes", "carriage returns", "byte-order mark"],
)
def test_br_041_one_object_is_read_fence_or_not(tmp_path: Path, content: str | bytes) -> None:
    assert written(tmp_path, content) == VerdictFacts("read", "done")


def test_all_three_keys_are_read_and_line_feeds_in_text_are_welcome(tmp_path: Path) -> None:
    facts = written(tmp_path, '{"result": "revise", "summary": "é", "detail": "one\ntwo\\n\\u20ac"}')

    assert facts == VerdictFacts("read", "revise", "é", "one\ntwo\n€")
    assert facts.as_facts() == {"state": "read", "result": "revise", "summary": "é", "detail": "one\ntwo\n€"}


MALFORMED = {
    "empty": (b"", "empty"),
    "blank": (b" \n ", "empty"),
    "prose": (b"I am done.", "not JSON at line 1, column 1"),
    "prose before": (b'Here it is:\n{"result": "done"}', "not JSON at line 1, column 1"),
    "prose after": (b'{"result": "done"}\nThat is all.', "something follows the value at line 2, column 1"),
    "two objects": (b'{"result": "revise"}\n{"result": "done"}', "a second candidate follows the value at line 2"),
    "two fences": (
        b'```json\n{"result": "revise"}\n```\n```json\n{"result": "done"}\n```\n',
        "a second candidate follows the value at line 3, column 1",
    ),
    "fence, then prose": (b'```json\n{"result": "done"}\n```\nThat is all.', "not JSON at line 1"),
    "open fence": (b'```json\n{"result": "done"}', "not JSON at line 1"),
    "duplicate key": (b'{"result": "revise",\n "result": "done"}', "'result' is there twice at line 2, column 2"),
    "NaN": (b'{"result": NaN}', "NaN is not JSON at line 1, column 12"),
    "infinity": (b'{"result": "done", "detail": -Infinity}', "-Infinity is not JSON"),
    "single quotes": (b"{'result': 'done'}", "not JSON at line 1, column 2"),
    "trailing comma": (b'{"result": "done",}', "not JSON at line 1"),
    "cut": (b'{"result": "do', "not JSON at line 1"),
    "array": (b'[{"result": "done"}]', "an object is expected, not a list"),
    "null": (b"null", "an object is expected, not null"),
    "text": (b'"done"', "an object is expected, not text"),
    "number": (b"1", "an object is expected, not a number"),
    "no result": (b'{"summary": "s"}', "the key 'result' is missing"),
    "case": (b'{"Result": "Done"}', "unknown key 'Result'"),
    "value case": (b'{"result": "Done"}', "result is 'Done'"),
    "blanks inside": (b'{"result": " done "}', "result is ' done '"),
    "other keys": (b'{"result": "done", "gate": "cleared"}', "unknown key 'gate'"),
    "wrong type": (b'{"result": "done", "summary": 1}', "summary must be text, not a number"),
    "result list": (b'{"result": ["done"]}', "must be one of done, revise, blocked"),
    "nested": (b'{"result": "done", "detail": {"a": 1}}', "detail must be text, not an object"),
    "UTF-16": ('{"result": "done"}'.encode("utf-16"), "not UTF-8 at byte 0"),
    "Latin-1": (b'{"result": "done", "summary": "\xe9"}', "not UTF-8 at byte 31"),
    "NUL": (b'{"result": "done"}\0', "something follows"),
    "deep": (b'{"result": "done", "detail": ' + b"[" * 200_000 + b"]" * 200_000 + b"}", "nested too deeply"),
    "endless number": (b'{"result": 1e999}', "1e999 is beyond all bounds at line 1, column 12"),
    "long number": (b'{"result": ' + b"9" * 10_000 + b"}", "digits"),
    "half a surrogate pair": (b'{"result": "done", "summary": "\\ud83d"}', "surrogate"),
    "many spaces after a fence": (b"```" + b" " * 300_000 + b"x\n```", "not JSON"),
}


@pytest.mark.parametrize(("content", "problem"), MALFORMED.values(), ids=MALFORMED.keys())
def test_br_041_anything_else_is_malformed_with_its_reason(tmp_path: Path, content: bytes, problem: str) -> None:
    facts = written(tmp_path, content)

    assert (facts.state, facts.result) == ("malformed", None)
    assert problem in facts.problem
    assert (tmp_path / VERDICT).read_bytes() == content


def test_ad_055_more_than_the_limit_is_refused_and_exactly_the_limit_is_not(tmp_path: Path) -> None:
    frame = '{"result": "done", "detail": ""}'
    fits = frame.replace('""', '"' + "a" * ((1 << 20) - len(frame)) + '"')

    assert written(tmp_path, fits).state == "read"
    facts = written(tmp_path, fits + " ")
    assert (facts.state, facts.problem) == ("malformed", "verdict.json is larger than 1,048,576 bytes")


def test_nothing_written_is_missing_and_never_malformed(tmp_path: Path) -> None:
    assert read_verdict(tmp_path) == VerdictFacts("missing", problem="no verdict was written")


def test_a_file_elsewhere_is_no_verdict(tmp_path: Path) -> None:
    (tmp_path / "checkout").mkdir()
    (tmp_path / "checkout" / VERDICT).write_text('{"result": "done"}')

    assert read_verdict(tmp_path).state == "missing"


def _link(path: Path) -> None:
    (path.parent / "other.json").write_text('{"result": "done"}')
    path.symlink_to("other.json")


def _broken_link(path: Path) -> None:
    path.symlink_to("nowhere")


def _socket(path: Path) -> None:
    here = Path.cwd()
    os.chdir(path.parent)  # a socket's path is short
    try:
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(path.name)
    finally:
        os.chdir(here)


NOT_PLAIN = {
    "a symbolic link": _link,
    "a symbolic link ": _broken_link,
    "a folder": Path.mkdir,
    "a pipe": os.mkfifo,
    "a socket": _socket,
}


@pytest.mark.parametrize(("kind", "make"), NOT_PLAIN.items())
@pytest.mark.timeout(10)
def test_br_044_what_is_no_regular_file_is_refused_without_opening_it(tmp_path: Path, kind: str, make: object) -> None:
    make(tmp_path / VERDICT)  # type: ignore[operator]

    facts = read_verdict(tmp_path)

    assert facts.state == "malformed"
    assert facts.problem == f"verdict.json is {kind.strip()}, not a regular file"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes devices")
def test_br_044_a_device_is_refused(tmp_path: Path) -> None:
    os.mknod(tmp_path / VERDICT, 0o600 | 0o020000, os.makedev(1, 5))

    assert read_verdict(tmp_path).problem == "verdict.json is a device, not a regular file"


def test_br_044_a_folder_that_became_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / VERDICT).write_text('{"result": "done"}')
    (tmp_path / "1").symlink_to("real")

    assert read_verdict(tmp_path / "1").state == "malformed"


def test_an_unreadable_file_is_no_exception(tmp_path: Path) -> None:
    assert read_verdict(tmp_path / "gone").state == "missing"


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    with contextlib.suppress(ValueError):
        parse_json(content)


@given(st.dictionaries(st.text(max_size=5), st.recursive(st.text(), lambda s: st.lists(s, max_size=2)), max_size=4))
def test_what_json_writes_is_read_back(value: dict[str, object]) -> None:
    assert parse_json(json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")) == value


# --------------------------------------------------------------------------------------------------------- archive


def test_br_038_an_older_verdict_is_moved_away_and_kept(tmp_path: Path) -> None:
    for result in ("done", "revise"):
        (tmp_path / VERDICT).write_text(json.dumps({"result": result}))
        archive(tmp_path)

    assert read_verdict(tmp_path).state == "missing"
    assert "done" in (tmp_path / "history/1-verdict.json").read_text()
    assert "revise" in (tmp_path / "history/2-verdict.json").read_text()


def test_with_nothing_to_move_nothing_is_made_but_the_folder_for_artifacts(tmp_path: Path) -> None:
    archive(tmp_path)
    archive(tmp_path, fresh=True)

    assert [path.name for path in tmp_path.iterdir()] == ["artifacts"]


@pytest.mark.parametrize(("kind", "make"), NOT_PLAIN.items())
def test_whatever_lies_there_is_moved_and_not_followed(tmp_path: Path, kind: str, make: object) -> None:
    make(tmp_path / VERDICT)  # type: ignore[operator]

    archive(tmp_path)

    assert read_verdict(tmp_path).state == "missing"
    assert os.path.lexists(tmp_path / "history/1-verdict.json")


@pytest.mark.parametrize("trap", ["link", "file"])
def test_where_it_cannot_be_moved_the_prompt_is_not_sent(tmp_path: Path, trap: str) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / VERDICT).write_text('{"result": "done"}')
    if trap == "link":
        (tmp_path / "history").symlink_to("elsewhere")
    else:
        (tmp_path / "history").touch()

    with pytest.raises(VerdictUnmovable, match="Move it, then retry"):
        archive(tmp_path)

    assert list((tmp_path / "elsewhere").iterdir()) == []
    assert (tmp_path / VERDICT).exists()


def test_ad_049_what_was_placed_before_the_attempt_began_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / "artifacts").mkdir()
    (tmp_path / "artifacts/report.json").write_text("{}")
    (tmp_path / VERDICT).write_text('{"result": "done"}')

    archive(tmp_path, fresh=True)

    assert list((tmp_path / "artifacts").iterdir()) == []
    assert (tmp_path / "history/1-artifacts/report.json").exists()


def test_artifacts_of_the_same_attempt_stay(tmp_path: Path) -> None:
    (tmp_path / "artifacts").mkdir()
    (tmp_path / "artifacts/report.json").write_text("{}")

    archive(tmp_path)

    assert (tmp_path / "artifacts/report.json").exists()
