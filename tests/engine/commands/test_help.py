# SPDX-License-Identifier: Apache-2.0
"""The help of every command: each argument has a sentence, and what scripts rely on is told."""

from __future__ import annotations

import argparse

from engine.cli import _parser
from engine.commands.answers import WORDS
from engine.kernel import holds, permissions
from engine.runtime.operator import NOTED


def commands() -> dict[str, argparse.ArgumentParser]:
    actions = _parser()._actions
    [found] = [action for action in actions if isinstance(action, argparse._SubParsersAction)]
    return dict(found.choices)


def test_every_argument_of_every_command_has_its_help() -> None:
    silent = [(name, action.dest) for name, one in commands().items() for action in one._actions if not action.help]
    assert silent == []


def test_the_exit_codes_are_told() -> None:
    told = _parser().format_help()
    assert all(f"\n  {code}  " in told for code in range(7))


def test_what_each_answer_does_is_told() -> None:
    offered = {
        *holds.GATE_ANSWERS,
        *holds.FAILURE_ANSWERS,
        *holds.PROVIDER_ANSWERS,
        *holds.BUDGET_ANSWERS,
        *holds.FLEET_ANSWERS,
        *holds.RECONCILE_ANSWERS,
        *permissions.ANSWERS,
        *NOTED,
        *("accept", "restart_from", "jump_to", "resume", "drop", "resolve", "resolved"),
    }
    assert offered == set(WORDS)
    told = commands()["answer"].format_help()
    assert all(f"  {word:<13} {does}" in told for word, does in WORDS.items())
