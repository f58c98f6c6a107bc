# SPDX-License-Identifier: Apache-2.0
"""Profiles named by a workflow, resolved from the target repository."""

from __future__ import annotations

from collections.abc import Callable

from engine.definition.model import Model, Profile, RedGreenGate, RunBlock, TestsGate, Workflow
from engine.definition.parts import check_profile, commands
from engine.definition.shape import shaped
from engine.definition.source import parse
from engine.definition.surface import DROPPED, Surface
from engine.definition.trees import parts, rebuilt
from engine.definition.words import did_you_mean
from engine.errors import DefinitionFaults, Fault

PROFILES_FILE = ".pilothouse/profiles.yaml"
"""Where a repository keeps its profiles: a map from name to profile."""


class _Profiles(Model):
    profiles: dict[str, Profile]


def resolve_profile(workflow: Workflow, read: Callable[[str], bytes | str | None]) -> Workflow:
    """The workflow with every profile it names folded in: its own in `profile`, those of `tests` gates in `profiles`.

    `read` gives the content of a path of the repository at the base commit, None if there is none. It is called at most
    once, with PROFILES_FILE, and only if a name has to be resolved. Raises DefinitionFaults.
    """
    faults: list[Fault] = []
    profiles: dict[str, Profile] | None = None

    def resolve(part: Model) -> Model:
        nonlocal profiles
        if not isinstance(part, Workflow):
            return part
        names = _named(part)
        if not names and not isinstance(part.profile, str):
            return part
        if names and profiles is None:
            profiles = _read(read(PROFILES_FILE), names[0], faults)
        return _folded(part, names, profiles or {}, faults)

    resolved = rebuilt(workflow, resolve)
    if faults:
        raise DefinitionFaults(faults)
    return resolved


def _named(workflow: Workflow) -> list[str]:
    """Names of profiles that the workflow itself still needs."""
    found = [part.profile for part in parts(workflow, nested=False) if isinstance(part, TestsGate) and part.profile]
    found += [workflow.profile] if isinstance(workflow.profile, str) else []
    return [name for name in dict.fromkeys(found) if name not in workflow.profiles]


def _read(data: bytes | str | None, needed: str, faults: list[Fault]) -> dict[str, Profile]:
    if data is None:
        what = f"the profile {needed!r:.60} is asked for, and the repository has no such file at the base commit"
        raise DefinitionFaults([Fault(PROFILES_FILE, 0, 0, what, "commit one, or write the profile in the workflow")])
    root = parse(data, PROFILES_FILE, faults)
    if root is None:
        return {}
    surface = Surface(PROFILES_FILE, None, faults, lambda name, place: DROPPED)
    plain = surface.profiles(root, ("profiles",))
    read = None if plain is DROPPED else shaped({"profiles": plain}, surface, _Profiles)
    if read is None:
        return {}
    for name, profile in read.profiles.items():
        check_profile(surface, profile, ("profiles", name))
    return {name: profile.model_copy(update={"name": name}) for name, profile in read.profiles.items()}


def _folded(workflow: Workflow, names: list[str], profiles: dict[str, Profile], faults: list[Fault]) -> Workflow:
    known = {**profiles, **workflow.profiles}
    for name in names:
        if name not in known and not faults:
            meant = did_you_mean(name, known, "it has")
            faults.append(Fault(PROFILES_FILE, 0, 0, f"there is no profile {name!r:.60}", meant))
    own = known.get(workflow.profile) if isinstance(workflow.profile, str) else workflow.profile
    used = {part.profile for part in parts(workflow, nested=False) if isinstance(part, TestsGate)}
    folded = workflow.profiles | {name: known[name] for name in names if name in known and name in used}
    resolved = workflow.model_copy(update={"profile": own, "profiles": folded})
    if not faults:
        faults += _lacking(resolved)
    return resolved


def _lacking(workflow: Workflow) -> list[Fault]:
    """Faults of what relies on a command that its profile does not have."""
    own = workflow.profile if isinstance(workflow.profile, Profile) else None
    found = []
    for part in parts(workflow, nested=False):
        profile = own
        if isinstance(part, TestsGate) and part.profile:
            profile = workflow.profiles[part.profile]
        if isinstance(part, (TestsGate, RedGreenGate)) and part.argv is None and profile and not profile.tests:
            found.append((profile, "tests"))
        if isinstance(part, RunBlock) and part.profile and profile and part.profile not in commands(profile):
            found.append((profile, part.profile))
    return [
        Fault(
            PROFILES_FILE,
            0,
            0,
            f"the profile {profile.name!r} has no command {name!r}, which the workflow needs",
            "add it",
        )
        for profile, name in found
    ]
