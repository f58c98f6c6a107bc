# SPDX-License-Identifier: Apache-2.0
"""Searching transcripts: what is found is where it says, whatever stands around it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.agents.transcript import TranscriptReader, TranscriptWriter
from engine.cli import main
from engine.errors import UsageError
from engine.journal import RunFolder, folder_name
from engine.projections import search as module
from engine.projections.search import search


def transcript(data_dir: Path, run: str, node: str, n: int, *texts: str) -> Path:
    folder = RunFolder(data_dir / "runs" / run)
    folder.attempts.mkdir(parents=True, exist_ok=True)
    (folder.attempts / folder_name(node)).mkdir(exist_ok=True)
    attempt = folder.make_attempt(node, n)
    writer = TranscriptWriter(attempt, 1, "raw.log")
    for text in texts:
        writer.add("message", text)
    writer.add("tool_call", "{}", meta={"name": "shell", "argument": "pytest -q"})
    writer.close()
    return attempt / "transcript.jsonl"


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_CHUNK", 150)


def test_a_hit_names_its_run_node_attempt_and_entry(tmp_path: Path) -> None:
    transcript(tmp_path, "a", "polish[2]/mend", 1, "nothing", "The Cart is\nEMPTY now", "more")
    path = transcript(tmp_path, "b", "fix", 2, 'an "empty" cart, and again: the cart is empty')

    first, second = search(tmp_path, "cart  IS empty")

    assert (first.run, first.node, first.attempt, first.entry) == ("b", "fix", 2, 0)
    assert (second.run, second.node, second.attempt, second.entry) == ("a", "polish[2]/mend", 1, 1)
    assert first.excerpt[first.begin : first.end] == "cart is empty"
    assert second.excerpt[second.begin : second.end].lower() == "cart is empty"
    with TranscriptReader(path) as reader:
        reader.refresh()
        assert "again" in reader.entry(first.entry).text
    assert [hit.run for hit in search(tmp_path, "cart", run="a")] == ["a"]
    assert [hit.kind for hit in search(tmp_path, "PyTest")] == ["tool_call"] * 2


def test_what_is_no_word_of_an_agent_is_not_found(tmp_path: Path) -> None:
    transcript(tmp_path, "a", "fix", 1, "hello")

    assert not list(search(tmp_path, "at_ms"))
    assert not list(search(tmp_path, '"kind"'))
    with pytest.raises(UsageError):
        list(search(tmp_path, "  "))


def test_letters_beyond_ascii_and_what_json_escapes(tmp_path: Path) -> None:
    transcript(tmp_path, "a", "fix", 1, "ΑΒΓ д", 'C:\\temp "quoted"', "é\ud800")

    assert [hit.entry for hit in search(tmp_path, "αβγ")] == [0]
    assert [hit.entry for hit in search(tmp_path, "Д")] == [0]
    assert [hit.entry for hit in search(tmp_path, 'temp "QUOTED"')] == [1]
    assert [hit.entry for hit in search(tmp_path, "\\")] == [1]
    assert [hit.entry for hit in search(tmp_path, "É")] == [2]


def test_links_torn_lines_and_endless_lines_do_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LONGEST_LINE", 2_000)
    path = transcript(tmp_path, "a", "fix", 1, "needle one")
    with path.open("ab") as file:
        file.write(b"x" * 5_000 + b"needle\n" + b'{"kind":"message","text":"needle two"}\n' + b"torn needle")
    link = RunFolder(tmp_path / "runs/a").make_attempt("fix", 2) / "transcript.jsonl"
    link.symlink_to(path)

    assert [(hit.attempt, hit.entry) for hit in search(tmp_path, "needle")] == [(1, 0), (1, 3)]


@settings(max_examples=25)
@given(st.lists(st.text(max_size=60), max_size=6), st.text('abAB é"\\', min_size=1, max_size=4))
def test_it_finds_what_reading_everything_finds(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], asked: str
) -> None:
    words = " ".join(asked.split()).casefold()
    if not words:
        return
    folder = tmp_path_factory.mktemp("data")
    transcript(folder, "a", "fix", 1, *texts)

    found = {hit.entry for hit in search(folder, asked)}

    with TranscriptReader(RunFolder(folder / "runs/a").attempt("fix", 1) / "transcript.jsonl") as reader:
        reader.refresh()
        plainly = {i for i, entry in enumerate(reader) if entry.kind == "message" and words in entry.text.casefold()}
    assert plainly <= found


def test_the_command_tells_what_it_found(data_dir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    transcript(data_dir, "a", "fix", 1, "hello there", "hello again")

    assert main(["search", "--json", "--limit", "1", "hello"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["more"], told["hits"][0]["excerpt"]) == (True, "hello there")
    assert main(["search", "hello", "again"]) == 0
    assert "a  fix  attempt 1  entry 1  [1] message: hello again" in capsys.readouterr().out
    assert main(["search", "--run", "no-such-run", "hello"]) == 2
