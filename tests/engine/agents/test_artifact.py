# SPDX-License-Identifier: Apache-2.0
"""Typed artifacts, as a file or as a block in the last message."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from engine.agents.artifact import ArtifactFacts, read_artifact, result_block

SCHEMA: dict[str, Any] = {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}}


@pytest.fixture
def artifacts(tmp_path: Path) -> Path:
    (tmp_path / "artifacts").mkdir()
    return tmp_path / "artifacts"


def test_a_file_that_fits_its_schema_is_valid(artifacts: Path) -> None:
    (artifacts / "report.json").write_text('{"n": 1}')

    facts = read_artifact(artifacts.parent, "report", SCHEMA)

    assert facts == ArtifactFacts(True, True, "file", {"n": 1})
    assert facts.as_facts() == {"found": True, "valid": True, "source": "file", "value": {"n": 1}}


def test_one_that_does_not_fit_says_where(artifacts: Path) -> None:
    (artifacts / "report.json").write_text('{"n": "one"}')

    facts = read_artifact(artifacts.parent, "report", SCHEMA)

    assert (facts.found, facts.valid) == (True, False)
    assert facts.problem == "$.n: 'one' is not of type 'integer'"
    assert "value" not in facts.as_facts()


def test_nothing_there_is_not_found(tmp_path: Path) -> None:
    facts = read_artifact(tmp_path, "report", SCHEMA, "I wrote it, believe me.")

    assert facts.as_facts() == {"found": False, "valid": False, "problem": "no artifacts/report.json was written"}


@pytest.mark.parametrize("name", ["../x", "/etc/passwd", "", ".", "..", "a/b", "a\0b", "-x"])
def test_br_044_a_name_that_is_no_name_is_refused(tmp_path: Path, name: str) -> None:
    assert read_artifact(tmp_path, name, SCHEMA).valid is False


@pytest.mark.timeout(10)
def test_br_044_links_at_any_level_and_pipes_are_refused(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/report.json").write_text('{"n": 1}')
    (tmp_path / "a").mkdir()
    (tmp_path / "a/artifacts").symlink_to(tmp_path / "outside")
    (tmp_path / "b/artifacts").mkdir(parents=True)
    (tmp_path / "b/artifacts/report.json").symlink_to(tmp_path / "outside/report.json")
    os.mkfifo(tmp_path / "b/artifacts/pipe.json")

    assert (
        "link" in read_artifact(tmp_path / "a", "report", SCHEMA).problem
        or "no folder" in read_artifact(tmp_path / "a", "report", SCHEMA).problem
    )
    assert "a symbolic link" in read_artifact(tmp_path / "b", "report", SCHEMA).problem
    assert "a pipe" in read_artifact(tmp_path / "b", "pipe", SCHEMA).problem
    assert not read_artifact(tmp_path / "a", "report", SCHEMA).valid


def test_a_block_in_the_last_message_is_read_as_yaml_and_validated_the_same(tmp_path: Path) -> None:
    message = "Here:\n---REPORT RESULT---\nn: 3\nwhen: 2026-01-02\n---END---\nBye."

    facts = read_artifact(tmp_path, "report", SCHEMA, message)

    assert facts == ArtifactFacts(True, True, "message", {"n": 3, "when": "2026-01-02"})


def test_where_a_file_is_there_it_decides(artifacts: Path) -> None:
    (artifacts / "report.json").write_text("{}")

    facts = read_artifact(artifacts.parent, "report", SCHEMA, "---REPORT RESULT---\nn: 3\n---END---")

    assert (facts.source, facts.valid) == ("file", False)


BAD_BLOCKS = {
    "two": ("---R RESULT---\nn: 1\n---END---\n---R RESULT---\nn: 2\n---END---", "2 times"),
    "no end": ("---R RESULT---\nn: 1", "no ---END---"),
    "not yaml": ("---R RESULT---\n{n: [\n---END---", "not YAML"),
    "duplicate key": ("---R RESULT---\nn: 1\nn: 2\n---END---", "duplicate key"),
    "alias": ("---R RESULT---\na: &x [1]\nn: *x\n---END---", "alias"),
    "infinity": ("---R RESULT---\nn: .inf\n---END---", "no meaning in JSON"),
    "numbers as keys": ("---R RESULT---\n1: 2\n---END---", "not text"),
    "tag": ("---R RESULT---\nn: !!python/object:os.system x\n---END---", "not YAML"),
    "deep": ("---R RESULT---\n" + "[" * 5_000 + "]" * 5_000 + "\n---END---", "nested too deeply"),
    "several documents": ("---R RESULT---\nn: 1\n---\nn: 2\n---END---", "not YAML"),
    "empty": ("---R RESULT---\n---END---", "is not of type 'object'"),
}


@pytest.mark.parametrize(("message", "problem"), BAD_BLOCKS.values(), ids=BAD_BLOCKS.keys())
def test_a_block_with_no_or_more_than_one_meaning_is_refused(tmp_path: Path, message: str, problem: str) -> None:
    facts = read_artifact(tmp_path, "r", SCHEMA, message)

    assert (facts.found, facts.valid) == (True, False)
    assert problem in facts.problem


def test_a_block_must_stand_alone_on_its_lines() -> None:
    assert result_block("He said ---R RESULT--- and ---END---.", "r") is None
    assert result_block("  ---R RESULT---  \nx\n ---END---", "r") == "x"


BAD_SCHEMAS = {
    "faulty": ({"type": "no-such-type"}, "the schema itself is faulty"),
    "refers elsewhere": ({"$ref": "https://example.invalid/schema.json"}, "refers to something that is not in it"),
    "refers to nothing": ({"$ref": "#/$defs/missing"}, "refers to something that is not in it"),
    "refers to itself": ({"$ref": "#"}, "nested too deeply"),
}


@pytest.mark.parametrize(("schema", "problem"), BAD_SCHEMAS.values(), ids=BAD_SCHEMAS.keys())
def test_a_faulty_schema_is_a_problem_and_never_a_pass(artifacts: Path, schema: dict[str, Any], problem: str) -> None:
    (artifacts / "r.json").write_text(json.dumps({"n": 1}))

    facts = read_artifact(artifacts.parent, "r", schema)

    assert facts.valid is False
    assert problem in facts.problem


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ('{"n": 1e999}', "beyond all bounds"),
        ('{"n": ' + "[" * 150 + "]" * 150 + "}", "nested too deeply"),
        ("1" + "0" * 400, "too large to be checked"),
    ],
)
def test_legal_json_that_no_record_can_hold_is_a_problem_like_another(
    artifacts: Path, content: str, problem: str
) -> None:
    (artifacts / "report.json").write_text(content)

    facts = read_artifact(artifacts.parent, "report", {"multipleOf": 0.5})

    assert not facts.valid
    assert problem in facts.problem


def test_a_schema_that_allows_everything_still_needs_one_value(artifacts: Path) -> None:
    (artifacts / "r.json").write_text("1 2")

    assert read_artifact(artifacts.parent, "r", {}).valid is False
    (artifacts / "r.json").write_text("null")
    assert read_artifact(artifacts.parent, "r", {}).valid is True
