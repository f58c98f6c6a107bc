# SPDX-License-Identifier: Apache-2.0
"""Which changes touch the tests, their configuration, or anything that could stand in for a tool that judges.

A name may be listed that is harmless, so that a person looks at it once; what is not listed nobody looks at.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from engine.workspace.facts import NO_MODE, Change

RelatedKind = Literal["test", "test configuration", "stand-in", "pilothouse"]


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_TEST_FOLDERS = _names("test tests testing spec specs e2e testdata __tests__ __snapshots__")
_TEST_FILE = re.compile(
    r"(test_.*|.*_tests?|.*[-.]tests?|.*[-._]spec|.*Tests?|.*Spec|tests?|specs?)\.[A-Za-z0-9]+|.*\.(snap|bats|feature)"
)
_CONFIGURATION = _names("""
    pytest.ini .pytest.ini pytest.toml .pytest.toml tox.ini tox.toml setup.cfg setup.py pyproject.toml noxfile.py
    .coveragerc unittest.cfg nose.cfg package.json .mocharc .npmrc deno.json deno.jsonc bunfig.toml
    Makefile makefile GNUmakefile justfile Justfile .justfile Taskfile.yml Taskfile.yaml Rakefile Gemfile .rspec
    Cargo.toml build.rs pom.xml build.gradle build.gradle.kts settings.gradle settings.gradle.kts Package.swift mix.exs
    CMakeLists.txt CTestTestfile.cmake CTestCustom.cmake meson.build BUILD BUILD.bazel WORKSPACE phpunit.xml
    phpunit.xml.dist composer.json .env .envrc .python-version .tool-versions mise.toml .mise.toml .gitattributes
""")
_CONFIGURATION_NAME = re.compile(
    r"(jest|vitest|vite|playwright|cypress|karma|babel|ava|mocha)\.(config|conf)\.[a-z]+|\.mocharc\..+"
)
_START_UP = _names("sitecustomize.py usercustomize.py conftest.py entry_points.txt")
_MODULES = _names("""
    pytest _pytest pluggy iniconfig xdist pytest_asyncio pytest_timeout pytest_cov coverage nose nose2 tox nox
    hypothesis exceptiongroup tomli pip setuptools pkg_resources mypy ruff sitecustomize usercustomize
""")
_COMMANDS = _MODULES | _names("""
    python python3 py uv node npm npx yarn pnpm bun deno jest vitest mocha make gmake cmake ctest ninja just task go
    cargo rustc ruby rake rspec bundle java mvn mvnw gradle gradlew php phpunit dotnet git sh bash env
""")
_CODE = frozenset({"py", "pyc", "pyd", "so", "pyi"})


@dataclass(frozen=True, slots=True)
class Related:
    """A changed path that bears on what the tests prove."""

    path: str
    kind: RelatedKind
    change: Change


def related_to_tests(changes: Iterable[Change]) -> tuple[Related, ...]:
    """Those of ``changes`` that bear on the tests; both names of a rename are looked at, each once."""
    return tuple(
        Related(path, kind, change) for change in changes for path in change.paths if (kind := _kind(path, change))
    )


def _kind(path: str, change: Change) -> RelatedKind | None:
    *folders, name = path.split("/")
    if ".pilothouse" in folders or name == ".pilothouse":
        return "pilothouse"
    if _stands_in(folders, name, change):
        return "stand-in"
    if name in _CONFIGURATION or _CONFIGURATION_NAME.fullmatch(name):
        return "test configuration"
    if _TEST_FILE.fullmatch(name) or any(folder.lower() in _TEST_FOLDERS for folder in folders):
        return "test"
    return None


def _stands_in(folders: list[str], name: str, change: Change) -> bool:
    """True for a path that an interpreter or a shell could take for a tool or its library, or run before one."""
    stem, _, ending = name.partition(".")
    suffix = ending.rpartition(".")[2]
    if name in _START_UP or suffix in ("pth", "egg-link"):
        return True
    if any(folder in _MODULES or folder.endswith((".dist-info", ".egg-info")) for folder in folders):
        return True
    if suffix in _CODE:
        package = folders[0] if len(folders) == 1 and stem == "__init__" else None
        at_root = stem if not folders else package
        return stem in _MODULES or at_root in sys.stdlib_module_names
    executable = change.new_mode in ("100755", "120000", NO_MODE)
    return stem in _COMMANDS and (not ending or executable)
