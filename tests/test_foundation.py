# SPDX-License-Identifier: Apache-2.0
"""What the whole project rests on: the lock, the borders between packages, the wheel, and Qt's reference counts."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import packaging
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from pytestqt.qtbot import QtBot

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ("engine", "app", "tests")


def _python_files(*folders: str) -> Iterator[Path]:
    for folder in folders:
        yield from sorted((ROOT / folder).rglob("*.py"))


def _project() -> dict[str, Any]:
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return project


def _locked() -> list[tuple[Requirement, list[str]]]:
    """Every requirement of the lock, with its hashes."""
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.partition("#")[0].strip() for line in text.splitlines()]
    return [(Requirement(line.partition("--hash")[0]), re.findall(r"--hash=(\S+)", line)) for line in lines if line]


def test_the_lock_names_no_address() -> None:
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")

    assert re.findall(r"\w+://|^\s*(?:-i|-f|--[\w-]*(?:index|links|host)\b).*|^\S+ @ .*", text, re.MULTILINE) == []


def test_the_lock_pins_one_version_with_hashes_for_each_requirement() -> None:
    loose = [str(pin) for pin, hashes in _locked() if [s.operator for s in pin.specifier] != ["=="] or not hashes]
    weak = [str(pin) for pin, hashes in _locked() if not all(re.fullmatch("sha256:[0-9a-f]{64}", h) for h in hashes)]

    assert loose == []
    assert weak == []


def test_the_lock_covers_what_the_project_the_tests_and_the_build_require() -> None:
    build: list[str] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    extras = [name for extra in _project()["optional-dependencies"].values() for name in extra]
    wanted = [Requirement(text) for text in (*_project()["dependencies"], *extras, *build)]
    pins: dict[str, list[str]] = {}
    for pin, _ in _locked():
        pins.setdefault(canonicalize_name(pin.name), []).extend(spec.version for spec in pin.specifier)

    unmet = [
        str(want)
        for want in wanted
        if not any(map(want.specifier.contains, pins.get(canonicalize_name(want.name), [])))
    ]

    assert unmet == []


def test_the_lock_holds_no_qt_that_breaks_reference_counts_before_python_3_12() -> None:
    bad = [
        str(pin)
        for pin, _ in _locked()
        if canonicalize_name(pin.name) == "pyside6-essentials" and "6.12.0" in str(pin.specifier)
        if pin.marker is None or pin.marker.evaluate({"python_version": "3.11", "python_full_version": "3.11.2"})
    ]

    assert bad == []


@pytest.mark.parametrize("package", ["engine", "workflows"])
def test_nothing_below_the_monitor_imports_qt_or_the_monitor(package: str) -> None:
    forbidden = {"PySide6", "shiboken6", "qasync", "app"}

    found = {
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in _python_files(package)
        for node in ast.walk(ast.parse(path.read_bytes()))
        if (isinstance(node, ast.Import) and forbidden & {alias.name.partition(".")[0] for alias in node.names})
        or (isinstance(node, ast.ImportFrom) and not node.level and (node.module or "").partition(".")[0] in forbidden)
    }

    assert found == set()


def test_the_kernel_calls_nothing_that_differs_from_one_process_to_the_next() -> None:
    # What an import contract cannot see: builtins, and the impure part of modules with pure uses (uuid, datetime).
    impure = {"open", "print", "input", "hash", "id", "eval", "exec", "__import__", "breakpoint"}
    impure_methods = {"now", "utcnow", "today", "uuid1", "uuid4", "getnode"}

    found = {
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in _python_files("engine/kernel")
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.Call)
        if (isinstance(node.func, ast.Name) and node.func.id in impure | impure_methods)
        or (isinstance(node.func, ast.Attribute) and node.func.attr in impure_methods)
    }

    assert found == set()


def test_the_whole_engine_loads_without_qt() -> None:
    modules = sorted(
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for path in _python_files("engine")
        if path.name != "__main__.py"
    )
    script = (
        "import importlib, sys\n"
        "for name in sys.argv[1:]: importlib.import_module(name)\n"
        "sys.exit(str([name for name in ('PySide6', 'shiboken6', 'qasync', 'app') if name in sys.modules] or ''))\n"
    )

    done = subprocess.run(
        [sys.executable, "-c", script, *modules], cwd=ROOT, capture_output=True, text=True, timeout=60
    )

    assert done.stderr.strip() == ""


def test_every_source_file_names_its_licence_and_says_what_it_is() -> None:
    bare = [
        str(path.relative_to(ROOT))
        for path in _python_files(*SOURCES)
        if not path.read_text(encoding="utf-8").startswith("# SPDX-License-Identifier: Apache-2.0\n")
        or not ast.get_docstring(ast.parse(path.read_bytes()))
    ]

    assert bare == []


def test_every_error_is_declared_in_one_module_drawn_at_its_head_and_has_its_own_code() -> None:
    for path in _python_files("engine"):
        if path.name != "__main__.py":
            importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))
    from engine import errors

    def below(error: type[errors.PilothouseError]) -> Iterator[type[errors.PilothouseError]]:
        yield error
        for child in error.__subclasses__():
            yield from below(child)

    every = [error for error in below(errors.PilothouseError) if error.__module__.startswith(("engine", "app"))]
    codes = [error.code for error in every]

    assert [error.__qualname__ for error in every if error.__module__ != "engine.errors"] == []
    assert [error.__name__ for error in every if not re.search(rf"\b{error.__name__}\b", errors.__doc__ or "")] == []
    assert sorted({code for code in codes if codes.count(code) > 1}) == []
    assert [code for code in codes if not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", code)] == []


def test_the_folder_packaging_never_hides_the_module_packaging() -> None:
    assert not (ROOT / "packaging" / "__init__.py").exists()
    assert packaging.__file__ is not None
    assert ROOT / "packaging" not in Path(packaging.__file__).parents


def test_the_wheel_holds_the_program_its_data_and_nothing_else(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT, check=True, capture_output=True, timeout=60,
    )  # fmt: skip
    (wheel,) = tmp_path.glob("pilothouse-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        entry_points = next(archive.read(name) for name in names if name.endswith("entry_points.txt"))

    top = {name.partition("/")[0] for name in names}
    expected = {
        f for f in ("engine", "app", "workflows", "resources") if any(p.is_file() for p in (ROOT / f).rglob("*"))
    }

    assert {name for name in top if not name.endswith(".dist-info")} == expected
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert b"pilothouse = engine.cli:main" in entry_points


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal from 3.12 on")
def test_a_thousand_label_updates_leave_the_reference_count_of_none_where_it_was(qtbot: QtBot) -> None:
    from PySide6.QtCore import QObject, Signal
    from PySide6.QtWidgets import QLabel

    class Sender(QObject):
        sent = Signal(str)  # once for each text

    label, sender = QLabel(), Sender()
    qtbot.addWidget(label)
    sender.sent.connect(label.setText)
    before = {value: sys.getrefcount(value) for value in (None, True, False)}

    for n in range(1_000):
        label.setText(str(n))
        sender.sent.emit(str(n))

    assert {value: abs(sys.getrefcount(value) - count) <= 50 for value, count in before.items()} == dict.fromkeys(
        before, True
    )
