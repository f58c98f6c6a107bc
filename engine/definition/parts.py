# SPDX-License-Identifier: Apache-2.0
"""What must hold of inputs, roles, budgets, profiles and paths, beyond their shape."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import PureWindowsPath

from engine.definition.inputs import convert
from engine.definition.model import AttemptBudget, Budgets, Command, Input, Profile, Role, StepBudget
from engine.definition.surface import Path_, Surface

AGENTS = ("claude-code", "codex", "anthropic", "acp", "command", "scripted")
"""Backends that come with Pilothouse."""

LIMITS = ("turns", "wall_clock", "requests", "tokens", "cost", "idle", "timeout")
"""Settings that bound something; none of them may be 0."""

MAX_PATTERN = 1_000
"""Characters of a regular expression."""

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*", re.ASCII)


def path_fault(path: str, *, glob: bool = False) -> str | None:
    """Why this is no path inside a checkout, None if it is one."""
    parts = re.split(r"[/\\]", path)
    if not path.strip() or parts == ["."]:
        return "is empty"
    if path.startswith(("/", "\\", "~")) or PureWindowsPath(path).drive:
        return "is absolute"
    if ".." in parts:
        return "leads out of the checkout"
    if not glob and not parts[-1]:
        return "is a folder"
    if parts[0] == ".git":
        return "lies in .git, which no commit holds"
    return None


def check_paths(surface: Surface, paths: Iterable[str], at: Path_, *, glob: bool = False) -> None:
    """Tell of paths that do not lie inside a checkout; `at` is their list."""
    for number, path in enumerate(paths):
        check_path(surface, path, (*at, number), glob=glob)


def check_path(surface: Surface, path: str | None, at: Path_, *, glob: bool = False) -> None:
    """Tell if this path does not lie inside a checkout."""
    fault = path_fault(path, glob=glob) if path is not None else None
    if fault and not surface.doubts(at):
        surface.tell(at, f"the path {path!r:.80} {fault}", "give one relative to the checkout, without '..'")


def check_pattern(surface: Surface, pattern: str | None, at: Path_) -> None:
    """Tell if this is no regular expression."""
    if pattern is not None and len(pattern) > MAX_PATTERN:
        surface.tell(at, f"the pattern has {len(pattern)} characters", f"keep it under {MAX_PATTERN}")
        return
    try:
        re.compile(pattern or "")
    except (re.error, OverflowError, RecursionError) as error:
        surface.tell(at, f"the pattern {pattern!r:.60} is no regular expression: {error}", "mend it")
    except Warning:
        pass  # of a form that a later Python may read otherwise


def check_name(surface: Surface, name: str, at: Path_, kind: str, *, identifier: bool = False) -> None:
    """Tell if this cannot be the name of something."""
    if not (_IDENTIFIER if identifier else _NAME).fullmatch(name) or len(name) > 64:
        signs = "letters, digits and '_'" + ("" if identifier else " or '-'")
        surface.tell(at, f"{name!r:.60} is no name of {kind}", f"use {signs}", key=True)


def check_limits(surface: Surface, limits: Budgets | StepBudget | AttemptBudget | Command, at: Path_) -> None:
    """Tell of limits that nothing could keep to."""
    for name in LIMITS:
        value = getattr(limits, name, None)
        if value is not None and value <= 0 and not surface.doubts((*at, name)):
            what = "no limit" if name == "timeout" else "null for no limit"
            surface.tell((*at, name), f"{name!r} must be positive", f"write a positive one, or {what}")
    attempt = getattr(limits, "attempt", None)
    if attempt is not None:
        check_limits(surface, attempt, (*at, "attempt"))


def check_inputs(surface: Surface, inputs: Mapping[str, Input], at: Path_) -> None:
    """Tell of inputs that nobody could give or name."""
    for name, input_ in inputs.items():
        here = (*at, name)
        check_name(surface, name, here, "an input", identifier=True)
        if surface.doubts((*here, "type")) or surface.doubts((*here, "choices")):
            continue
        if input_.type == "choice" and not input_.choices:
            surface.tell(here, f"the input {name!r} is a choice without choices", "add choices: [a, b]")
        elif input_.type != "choice" and input_.choices:
            surface.tell((*here, "choices"), f"the input {name!r} has choices but is no choice", "write type: choice")
        elif input_.default is not None and not surface.doubts((*here, "default")):
            try:
                same = convert(input_, input_.default) == input_.default
                why = "" if same and type(convert(input_, input_.default)) is type(input_.default) else "it is text"
            except ValueError as error:
                why = str(error)
            if why:
                todo = f"write one of type {input_.type}"
                surface.tell((*here, "default"), f"the default of the input {name!r} does not fit: {why}", todo)


def check_roles(surface: Surface, roles: Mapping[str, Role], at: Path_) -> None:
    """Tell of roles that could not be started."""
    for name, role in roles.items():
        here = (*at, name)
        check_name(surface, name, here, "a role")
        if role.agent == "command" and not role.argv and not surface.doubts((*here, "argv")):
            surface.tell(here, f"the role {name!r} runs a command and names none", "add argv: [PROGRAM, ARGUMENT]")
        if role.argv and not role.argv[0].strip():
            surface.tell((*here, "argv"), f"the command of the role {name!r} is empty", "name a program")
        if role.network != "open" and role.isolation == "open" and not surface.doubts((*here, "network")):
            what = f"the role {name!r} is to have no open network and no sandbox, which alone could close it"
            surface.tell((*here, "network"), what, "remove 'isolation: open', or write 'network: open'")
        if role.alternate and len(role.model) < 2 and not surface.doubts((*here, "model")):
            what = f"the role {name!r} alternates between fewer than two models"
            surface.tell((*here, "alternate"), what, "list several under 'model', or remove 'alternate'")


def check_profile(surface: Surface, profile: Profile, at: Path_) -> None:
    """Tell of what could not be run or found in a checkout."""
    for name in profile.env:
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name):
            surface.tell(
                (*at, "env", name), f"{name!r:.60} is no name of a variable", "use letters, digits, '_'", key=True
            )
    found: list[tuple[Path_, Command | None]] = [
        (("prepare",), profile.prepare),
        (("tests",), profile.tests),
        (("lint",), profile.lint),
        *((("commands", name), command) for name, command in profile.commands.items()),
    ]
    for path, command in found:
        here = (*at, *path)
        if command is not None:
            check_limits(surface, command, here)
            check_paths(surface, command.key, (*here, "key"), glob=True)
            check_path(surface, command.report, (*here, "report"))


def commands(profile: Profile) -> list[str]:
    """The names of the commands that a profile has."""
    return [name for name in ("prepare", "tests", "lint") if getattr(profile, name)] + list(profile.commands)
