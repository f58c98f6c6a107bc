# SPDX-License-Identifier: Apache-2.0
"""Whether a change of a file that holds many settings touches those that decide which tests run, and how."""

from __future__ import annotations

import configparser
import json
import tomllib
from collections.abc import Callable, Mapping
from typing import Any

_TOOLS = ("pytest", "tox", "nox", "coverage", "hatch", "pdm", "poe", "taskipy", "unittest")
_NODE_TOOLS = (
    "jest",
    "vitest",
    "mocha",
    "ava",
    "tap",
    "c8",
    "nyc",
    "babel",
    "type",
    "imports",
    "bin",
    "main",
    "exports",
)
_SECTIONS = ("tool:", "pytest", "tox", "testenv", "coverage", "aliases", "options.entry_points", "nose", "unittest")


def touches_tests(path: str, before: bytes | None, after: bytes | None) -> bool:
    """Whether the two versions (None: no file) differ in what bears on tests; True where that cannot be told."""
    read = _READERS.get(path.rsplit("/", 1)[-1])
    if read is None or before is None or after is None:
        return True
    try:
        return read(before.decode("utf-8")) != read(after.decode("utf-8"))
    except (ValueError, TypeError, AttributeError, RecursionError, configparser.Error):
        return True


def _pyproject(text: str) -> object:
    data = tomllib.loads(text)
    tool, project = data.get("tool", {}), data.get("project", {})
    return {name: tool.get(name) for name in _TOOLS}, project.get("entry-points"), data.get("build-system")


def _package_json(text: str) -> object:
    data: Mapping[str, Any] = json.loads(text)
    scripts = {name: command for name, command in data.get("scripts", {}).items() if "test" in name}
    return scripts, {name: data.get(name) for name in _NODE_TOOLS}


def _setup_cfg(text: str) -> object:
    parser = configparser.RawConfigParser(strict=True)
    parser.read_string(text)
    return {name: dict(parser[name]) for name in parser.sections() if name.startswith(_SECTIONS)}, parser.defaults()


_READERS: dict[str, Callable[[str], object]] = {
    "pyproject.toml": _pyproject,
    "package.json": _package_json,
    "setup.cfg": _setup_cfg,
}
