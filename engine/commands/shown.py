# SPDX-License-Identifier: Apache-2.0
"""How a run stands, in plain words, with the commands that answer what it waits for. Needs nothing that drives."""

from __future__ import annotations

from engine.commands.answers import WORDS
from engine.commands.output import document, exit_code, say, tell
from engine.errors import JournalReadOnly, RunUnknown
from engine.journal import RunFolder, classify, read
from engine.kernel import TYPES, RunState, fold
from engine.kernel.state import Hold
from engine.projections import run_json
from engine.runtime import follow
from engine.runtime.ledger import events_of
from engine.runtime.operator import NOTED, jump_targets

FLEET_PAUSED = "The fleet is paused: no new turn starts. `pilothouse settings set fleet.paused=false` lets them start."


def conclude(state: RunState, as_json: bool) -> int:
    """Print how the run stands, with its holds and the commands that answer them; gives the exit code."""
    if as_json:
        document(run_json(state))
        return exit_code(state.status)
    if state.status in ("pending", "running"):  # whoever drove it was told to leave
        say(f"\nRun {state.run} is stopped here; `pilothouse resume {state.run}` goes on.")
    else:
        say(f"\nRun {state.run}: {state.status}{f' ({state.cause})' if state.cause else ''}")
        if state.status == "succeeded":
            say(f"The work is on branch {state.branch} of {state.repository}.")
            say(f"`pilothouse diff {state.run}` shows it; `git merge {state.branch}` there takes it.")
    for hold in state.open_holds:
        print_hold(state, hold)
    return exit_code(state.status)


def print_hold(state: RunState, hold: Hold) -> None:
    """One hold: its sentence, and the command lines that answer it."""
    for line in hold_lines(state, hold):
        say(line)


def hold_lines(state: RunState, hold: Hold) -> list[str]:
    """What is told of a hold: a heading, its sentence, and a command line for each answer that can be given."""
    run = state.run
    lines = [f"\n  {hold.id}  {hold.kind}  {hold.node or 'the run'}", f"      {hold.sentence}"]
    for answer in hold.answers:
        leads = answer in ("restart_from", "jump_to")
        if leads and not jump_targets(state, hold, answer):
            continue
        if answer == "raise":
            line = f"pilothouse raise {run} {hold.evidence.get('budget', 'turns')}=+N"
        else:
            note = " --note TEXT" if answer in NOTED else ""
            to = " --to NODE" if leads else ""
            line = f"pilothouse answer {run} {hold.id} {answer}{note}{to} --expect {hold.seq}"
        lines.append(f"      {line}{f'   # {WORDS[answer]}' if answer in WORDS else ''}")
    return lines


def state_of(folder: RunFolder) -> RunState:
    """The run as its journal tells it, read without a lock; of a newer version's journal, as far as it is known here.

    Raises:
        JournalDamaged: see `engine.journal.read`.
        JournalReadOnly: its format is a newer version's.
        RunUnknown: its launch was cut, or is under way.
    """
    if not follow.was_launched(folder):
        raise RunUnknown(f"run {folder.id!r} has no first event: it is being launched, or its launch was cut")
    loaded = read(folder.journal)
    reason = classify(loaded, TYPES)
    if reason is not None and not loaded.records:
        raise JournalReadOnly(f"the journal of run {folder.id!r} cannot be read here: {reason}")
    if reason is not None:
        tell(f"The journal of run {folder.id} can only be read, and is shown as far as this version knows it: {reason}")
    return fold(events_of(loaded.records))
