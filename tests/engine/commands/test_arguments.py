# SPDX-License-Identifier: Apache-2.0
"""Arguments that name a value: what is no value is refused where it was written, and never reaches a journal."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.commands.arguments import parse_budgets, program
from engine.errors import UsageError


@pytest.mark.parametrize("cap", ["cost=inf", "cost=nan", "turns=1e400", "cost=2,5", "cost=", "patience=3"])
def test_a_cap_that_is_no_number_is_refused(cap: str) -> None:
    with pytest.raises(UsageError, match="--budget"):
        parse_budgets([cap])


def test_a_program_is_split_as_in_a_shell_and_a_path_is_seen_from_here() -> None:
    assert program("tool --name 'two words' \"#\" '$HOME'") == ("tool", "--name", "two words", "#", "$HOME")
    for here in ("./tool x", f"{Path.cwd()}/tool x"):
        assert program(here) == (str(Path.cwd() / "tool"), "x")
    assert program("tools/one") == (str(Path.cwd() / "tools/one"),)
    for nothing in ("", "  ", "'open", "./agent \udcff"):
        with pytest.raises(UsageError, match="--argv"):
            program(nothing)
