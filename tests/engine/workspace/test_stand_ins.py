# SPDX-License-Identifier: Apache-2.0
"""What bears on the tests is listed: test files, their configuration, and anything that could stand in for a tool."""

from __future__ import annotations

import pytest

from engine.workspace import Change, related_to_tests


def kinds(*paths: str, mode: str = "100644") -> list[tuple[str, str]]:
    return [(r.path, r.kind) for r in related_to_tests(Change(p, "modified", None, mode, mode) for p in paths)]


@pytest.mark.parametrize(
    "path",
    [
        "tests/test_cart.py", "test_cart.py", "pkg/cart_test.go", "src/cart.spec.ts", "src/cart.test.jsx",
        "CartTest.java", "tests/data/input.json", "spec/models/user_spec.rb", "src/__snapshots__/x.snap",
        "web/e2e/login.ts", "a/Tests/X.cs", "été/test_à lire.py", "tests/line\nfeed.txt",
    ],
)  # fmt: skip
def test_test_files_are_tests(path: str) -> None:
    assert kinds(path) == [(path, "test")]


@pytest.mark.parametrize(
    "path",
    [
        "pytest.ini", "tox.ini", "setup.cfg", "pyproject.toml", "sub/pyproject.toml", "Makefile", "package.json",
        ".env", "jest.config.js", "vite.config.ts", "Cargo.toml", "noxfile.py", ".coveragerc", ".gitattributes",
        ".envrc",
    ],
)  # fmt: skip
def test_what_says_how_tests_run_is_configuration(path: str) -> None:
    assert kinds(path) == [(path, "test configuration")]


@pytest.mark.parametrize(
    "path",
    [
        "conftest.py", "tests/conftest.py", "sitecustomize.py", "usercustomize.py", "x.pth", "lib/evil.pth",
        "pytest.py", "src/pytest.py", "pytest/__init__.py", "_pytest/assertion.py", "json.py", "unittest.py",
        "json/__init__.py",
        "coverage.py", "pluggy/x.py", "evil.egg-info/entry_points.txt", "evil-1.dist-info/METADATA",
        "json.cpython-311.so", "pytest", "bin/pytest", "make", "python3", "pytest.pyc",
    ],
)  # fmt: skip
def test_what_could_stand_in_for_a_tool_is_a_stand_in(path: str) -> None:
    assert kinds(path) == [(path, "stand-in")]


def test_a_script_is_a_stand_in_where_it_can_be_run() -> None:
    assert kinds("bin/pytest.sh") == []
    assert kinds("bin/pytest.sh", mode="100755") == [("bin/pytest.sh", "stand-in")]


@pytest.mark.parametrize("path", [".pilothouse/profiles.yaml", "sub/.pilothouse/x", ".pilothouse"])
def test_what_pilothouse_itself_reads_is_told_apart(path: str) -> None:
    assert kinds(path) == [(path, "pilothouse")]


@pytest.mark.parametrize(
    "path",
    [
        "cart.py", "src/main/java/com/shop/Cart.java", "cmd/go/main.go", "docs/contest.md", "src/json.py", "attest.py",
        "app/latest.py", "src/json/reader.py", "README.md", "makefile.md", "src/env/settings.py", "protest/x.py",
        "git.md",    ],
)  # fmt: skip
def test_ordinary_files_are_not_listed(path: str) -> None:
    assert kinds(path) == []


def test_both_names_of_a_rename_are_looked_at() -> None:
    moved = Change("tests/cart_checks.py", "renamed", "test_cart.py")  # AD-010: no longer collected
    hidden = Change("doc/old.txt", "renamed", "conftest.py")

    found = [(r.path, r.kind) for r in related_to_tests([moved, hidden])]
    assert found == [("test_cart.py", "test"), ("tests/cart_checks.py", "test"), ("conftest.py", "stand-in")]
    assert [r.change for r in related_to_tests([hidden])] == [hidden]
