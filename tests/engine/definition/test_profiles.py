# SPDX-License-Identifier: Apache-2.0
"""Profiles come from the repository at the base commit, once, and are folded in."""

from __future__ import annotations

import pytest

from engine.definition import PROFILES_FILE, loads, resolve_profile, snapshot
from engine.definition.model import CallBlock, Command, Profile, Workflow
from engine.errors import DefinitionFaults
from tests.engine.definition.conftest import workflow

PROFILES = """\
py:
  env: {A: "1"}
  tests: {argv: ["{python}", -m, pytest], timeout: 1m}
js:
  tests: {argv: [npm, test]}
docs:
  commands: {build: {argv: [mkdocs, build]}}
"""
GATED = "- {step: a, role: r, goal: g, gate: [%s]}"


def resolved(do: str, top: str = "", profiles: str | bytes | None = PROFILES) -> Workflow:
    return resolve_profile(loads(workflow(do, top)).workflow, lambda _: profiles)


def faults(do: str, top: str = "", profiles: str | bytes | None = PROFILES) -> list[str]:
    with pytest.raises(DefinitionFaults) as caught:
        resolved(do, top, profiles)
    return [str(fault) for fault in caught.value.faults]


def test_the_workflow_gets_the_profile_that_it_names() -> None:
    assert resolved(GATED % "tests", "profile: py").profile == Profile(
        name="py", env={"A": "1"}, tests=Command(argv=("{python}", "-m", "pytest"), timeout=60_000)
    )


def test_a_gate_gets_the_profile_that_it_names() -> None:
    both = resolved(GATED % "tests, {tests: {profile: js}}", "profile: py")

    assert list(both.profiles) == ["js"]
    assert both.profiles["js"].tests == Command(argv=("npm", "test"))
    assert loads(snapshot(both)).workflow == both


def test_nothing_is_read_where_nothing_is_named() -> None:
    def read(path: str) -> str:
        raise AssertionError(path)

    sound = loads(workflow(GATED % "tests", "profile: {tests: {argv: [pytest]}}")).workflow
    named = loads(workflow(GATED % "{tests: {profile: py}}", "profiles: {py: {tests: {argv: [pytest]}}}")).workflow

    assert resolve_profile(sound, read) is sound
    assert resolve_profile(named, read).profiles["py"].tests == Command(argv=("pytest",))


def test_the_file_is_read_once() -> None:
    asked = []

    def read(path: str) -> str:
        asked.append(path)
        return PROFILES

    resolve_profile(loads(workflow(GATED % "tests, {tests: {profile: js}}", "profile: py")).workflow, read)

    assert asked == [PROFILES_FILE]


def test_called_workflows_get_theirs() -> None:
    inner = loads(workflow(GATED % "tests", "profile: js")).workflow
    outer = Workflow(name="o", profile="py", do=(CallBlock(id="c", workflow="x", body=inner),))
    call = resolve_profile(outer, lambda _: PROFILES).do[0]
    assert isinstance(call, CallBlock)
    assert call.body is not None
    assert isinstance(call.body.profile, Profile)

    assert call.body.profile.name == "js"


@pytest.mark.parametrize(
    ("do", "top", "fault"),
    [
        (GATED % "tests", "profile: pi", "there is no profile 'pi'; it has: py, js and docs"),
        (
            GATED % "{tests: {profile: go}}",
            "",
            "there is no profile 'go'; it has: py, js and docs",
        ),
        (
            GATED % "tests",
            "profile: docs",
            "the profile 'docs' has no command 'tests', which the workflow needs; add it",
        ),
        (GATED % "{tests: {profile: docs}}", "", "the profile 'docs' has no command 'tests'"),
        (GATED % "red_green", "profile: docs", "the profile 'docs' has no command 'tests'"),
        ("- {run: a, profile: lint}", "profile: docs", "the profile 'docs' has no command 'lint'"),
    ],
)
def test_what_the_repository_does_not_have_is_told(do: str, top: str, fault: str) -> None:
    assert faults(do, top)[0].startswith(f"{PROFILES_FILE}: {fault}")


def test_a_command_of_the_profile_is_found() -> None:
    found = resolved("- {run: a, profile: build}", "profile: docs").profile

    assert isinstance(found, Profile)
    assert "build" in found.commands


def test_a_repository_without_the_file_is_told() -> None:
    assert "the repository has no such file at the base commit" in faults(GATED % "tests", "profile: py", None)[0]


@pytest.mark.parametrize(
    ("profiles", "fault"),
    [
        ("py: {test: {argv: [a]}}", "1:6: there is no setting 'test' in the profile 'py'; did you mean 'tests'?"),
        ("py: {tests: {argv: a b}}", "1:20: a command is a list of words, never one text; write [a, b]"),
        ("py: {tests: {argv: [a], report: ../r.xml}}", "1:33: the path '../r.xml' leads out of the checkout"),
        ("py: {tests: {argv: [a], timeout: 5}}", "1:34: the duration 5 has no unit"),
        ("py: 3", "1:5: 'py' cannot be 3; write names with values"),
        ("- py", "1:1: names with values are expected here"),
        ("py: *x", "1:5: the alias *x names nothing before it"),
        (b"\xff", "1:1: these bytes are not UTF-8"),
        ("py: " + "[" * 1000, "the file nests deeper"),
    ],
)
def test_a_faulty_file_is_told_with_its_places(profiles: str | bytes, fault: str) -> None:
    assert faults(GATED % "tests", "profile: py", profiles)[0].startswith(f"{PROFILES_FILE}:")
    assert fault in faults(GATED % "tests", "profile: py", profiles)[0]
