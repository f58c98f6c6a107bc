# SPDX-License-Identifier: Apache-2.0
"""The published JSON Schema takes what the loader takes, and refuses what has the wrong form."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from ruamel.yaml import YAML

from engine.definition import bundled, json_schema, load, snapshot
from engine.definition.model import Workflow
from engine.definition.surface import KINDS, SETTINGS
from tests.engine.definition.conftest import EXAMPLES, faults, workflow
from tests.engine.definition.test_faults import BLOCKS, GATED, GATES

FILES = sorted([*EXAMPLES.glob("*.yaml"), *bundled().values()])

ONLY_WITH_KNOWLEDGE = (
    *(
        "taken by its sibling",
        "there is no role",
        "rests on its word",
        "names no command",
        "there is no profile",
        "nothing",
    ),
    *(
        "'timeout' must be positive",
        "ten years",
        "have to clear",
        "none is the winner",
        "share a checkout",
        "cannot name",
        "contradicts",
    ),
    *(
        "is no such",
        "children are allowed",
        "there is no workflow",
        "is relative to a file",
        "requires the input",
        "no input",
    ),
    *(
        "whose verdict",
        "the path",
        "regular expression",
        "sets no bounds",
        "produces no",
        "no test command",
        "none is named",
    ),
    *("under 'not'", "no step", "does not parse", "does not exist", "whole number such", "keep it under"),
)
"""Faults that need more than the form of the file; an editor cannot see them."""


@cache
def validator() -> Draft202012Validator:
    return Draft202012Validator(json_schema())


def valid(text: str) -> bool:
    data = json.loads(json.dumps(YAML(typ="safe", pure=True).load(text)))
    return bool(validator().is_valid(data))


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(json_schema())

    assert json.loads(json.dumps(json_schema())) == json_schema()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_sound_files_validate_and_so_do_their_snapshots(file: Path) -> None:
    loaded = load(file, bundled=EXAMPLES if file.parent == EXAMPLES else None)

    assert valid(file.read_text(encoding="utf-8"))
    assert valid(snapshot(loaded.workflow))


def test_the_form_of_a_file_is_judged_as_the_loader_judges_it() -> None:
    """Each fault of the tables that is one of form is one for the schema too, and no other is."""
    texts = [workflow(do) for do, _ in BLOCKS] + [workflow(GATED % gate) for gate, _ in GATES]
    differ = []
    for text in texts:
        told = faults(text)
        form = [sentence for _, _, sentence in told if not any(part in sentence for part in ONLY_WITH_KNOWLEDGE)]
        if valid(text) is bool(form):
            differ.append((text.splitlines()[5:], form))

    assert differ == []


def test_every_block_and_gate_is_in_the_schema() -> None:
    defs = json_schema()["$defs"]
    heads = [
        next(iter(defs[option["$ref"].rpartition("/")[2]]["properties"])) for option in defs["Block"]["anyOf"][:-1]
    ]
    gates = [option["required"][0] for option in defs["Gate"]["anyOf"] if "required" in option]

    assert heads == list(KINDS)
    assert gates == list(SETTINGS)


def test_every_setting_is_in_the_schema() -> None:
    """None is forgotten when the model grows."""
    settings = set(json_schema()["$defs"]["Workflow"]["properties"])

    assert settings == {"pilothouse", *Workflow.model_fields} - {"format"}


def test_durations_are_texts_and_the_version_is_required() -> None:
    schema: dict[str, Any] = json_schema()

    assert schema["required"] == ["pilothouse"]
    assert not valid(workflow("- {run: a, argv: [a]}", "budgets: {wall_clock: 90}"))
    assert valid(workflow("- {run: a, argv: [a]}", "budgets: {wall_clock: 90s}"))
