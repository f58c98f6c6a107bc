# SPDX-License-Identifier: Apache-2.0
"""Agents that are not here, what models cost, and keys that go to the system's keyring and nowhere else."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.agents import keys
from engine.cli import main
from tests.helpers.command_line import CommandLine
from tests.helpers.keyrings import memory_keyring


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[tuple[str, str], str]]:
    """What the system's keyring holds; here it is in memory."""
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    with memory_keyring() as ours:
        yield ours.kept


def test_a_key_goes_from_standard_input_to_the_keyring_and_nowhere_else(
    kept: dict[tuple[str, str], str],
    data_dir: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("sk-very-secret\n"))
    assert main(["key", "anthropic"]) == 0
    assert kept == {("pilothouse", "anthropic"): "sk-very-secret"}
    assert keys.key_of("anthropic") == "sk-very-secret"
    told = capsys.readouterr()
    assert "sk-very-secret" not in told.out + told.err
    assert not any("sk-very-secret" in path.read_text() for path in data_dir.rglob("*") if path.is_file())

    assert main(["key", "anthropic", "--forget"]) == 0
    assert kept == {}


def test_no_key_and_no_such_provider_are_refused(
    kept: dict[tuple[str, str], str], data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    assert main(["key", "anthropic"]) == 2
    assert main(["key", "nobody"]) == 2
    assert kept == {}


def test_models_are_listed_with_their_prices_and_their_date(data_dir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settings", "set", "prices.my-model.input=1", "prices.my-model.output=2"]) == 0
    capsys.readouterr()
    assert main(["agents", "--models", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["own"] == ["my-model"]
    assert told["models"]["my-model"]["output"] == 2
    assert len(told["models"]) > 10
    assert main(["agents", "--models"]) == 0
    assert told["date"] in capsys.readouterr().out


def test_models_are_listed_by_tier_and_a_price_of_ones_own_may_name_one(
    data_dir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = ["mine.input=1", "mine.output=2", "mine.tier=cheapest", "plain.input=1", "plain.output=2"]
    dearer = ["claude-opus-5-5.input=90", "claude-opus-5-5.output=99"]
    assert main(["settings", "set", *(f"prices.{word}" for word in own + dearer)]) == 0
    capsys.readouterr()
    assert main(["agents", "--models"]) == 0

    lines = [line.split()[:2] for line in capsys.readouterr().out.splitlines()[1:] if line]
    tiers = [lines.index([name]) for name in ("strongest", "middle", "cheapest")]
    assert tiers == sorted(tiers)
    assert lines[tiers[0] + 1] == ["*", "claude-opus-5-5"], "dearest first, and of the tier it had"
    assert lines.index(["*", "mine"]) > tiers[2]
    assert lines[-2:] == [["no", "tier"], ["*", "plain"]]
    assert main(["settings", "set", "prices.mine.tier=best"]) == 2
    assert "write: strongest, middle or cheapest" in capsys.readouterr().err


def test_check_warns_of_an_agent_beside_the_workflow_that_could_not_be_started(
    tmp_path: Path, pilothouse: CommandLine
) -> None:
    (tmp_path / "plain.sh").write_text("#!/bin/sh\n")
    (tmp_path / "w.yaml").write_text(
        "pilothouse: 1\nname: w\nroles:\n"
        "  a: {agent: command, argv: [./plain.sh]}\n  b: {agent: command, argv: [./gone.sh]}\n"
        "  c: {agent: command, argv: ['{python}']}\n  d: {agent: command, argv: [ph-nobody]}\n"
        "do:\n" + "".join(f"  - {{step: {one}, role: {one}, goal: Do it., gate: [verdict]}}\n" for one in "abcd")
    )
    [told] = pilothouse("check", str(tmp_path / "w.yaml"), "--json").ended(0).json()["workflows"]
    assert (told["ok"], told["faults"]) == (True, [])
    plain, gone = told["warnings"]
    assert plain.startswith("the role 'a' cannot work here: ")
    assert plain.endswith(f"is not executable; make it executable: `chmod +x {tmp_path}/plain.sh`")
    assert gone == f"the role 'b' cannot work here: '{tmp_path}/gone.sh' was not found"


def test_check_refuses_who_cannot_be_led_to_the_model_gateway(tmp_path: Path, pilothouse: CommandLine) -> None:
    (tmp_path / "w.yaml").write_text(
        "pilothouse: 1\nname: w\nroles:\n"
        "  a: {agent: acp, argv: [goose, acp], network: model}\n"
        "  b: {agent: acp, argv: [opencode, acp], network: model}\n"
        "  c: {agent: acp, argv: [opencode, acp], network: model, model: anthropic/claude-sonnet-5-5}\n"
        "do:\n" + "".join(f"  - {{step: {one}, role: {one}, goal: Do it., gate: [verdict]}}\n" for one in "abc")
    )
    [told] = pilothouse("check", str(tmp_path / "w.yaml"), "--json").ended(2).json()["workflows"]
    goose, opencode = (fault["what"] for fault in told["faults"])
    assert goose.startswith("the role 'a' cannot work: it has `network: model`")
    assert "write `network: open`" in goose
    assert "name one, as `model: anthropic/claude-sonnet-5-5`" in opencode
