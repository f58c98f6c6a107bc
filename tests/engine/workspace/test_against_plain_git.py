# SPDX-License-Identifier: Apache-2.0
"""Whatever an honest agent does to its files, the engine's commit is what plain git would have committed."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.workspace.conftest import Desk, git

PATHS = ["cart.py", "tests/test_cart.py", "a", "a/b", "a/b/c", "tests", "x.log", "é/ü", ".gitignore", "a/.gitignore"]
ACTS = ["write", "append", "delete", "link", "folder", "execute", "ignore", "move"]


@pytest.fixture(scope="module")
def prepared(template: Path, tmp_path_factory: pytest.TempPathFactory) -> Desk:
    home = tmp_path_factory.mktemp("oracle")
    shutil.copytree(template, home / "repo", symlinks=True)
    return Desk(home, home / "repo")


def clear(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def apply(root: Path, act: str, name: str, other: str) -> None:
    """One change, as far as what is there allows it."""
    path = root / name
    for above in reversed(path.relative_to(root).parents[:-1]):
        if not (root / above).is_dir() or (root / above).is_symlink():
            clear(root / above)
            (root / above).mkdir()
    if act in ("append", "execute") and path.is_file() and not path.is_symlink():
        if act == "append":
            path.write_bytes(path.read_bytes() + b"more\n")
        else:
            path.chmod(path.stat().st_mode ^ 0o111)
        return
    if act == "move" and os.path.lexists(root / other) and not f"{name}/".startswith(f"{other}/"):
        if not f"{other}/".startswith(f"{name}/"):
            clear(path)
            os.rename(root / other, path)
        return
    clear(path)
    match act:
        case "write" | "append":
            path.write_text(f"new {name}\n")
        case "ignore":
            path.write_text("*.log\nb\n")
        case "link":
            path.symlink_to(other)
        case "folder":
            path.mkdir()
            (path / "inside").write_text("inside\n")


@given(st.lists(st.tuples(st.sampled_from(ACTS), st.sampled_from(PATHS), st.sampled_from(PATHS)), max_size=8))
@settings(max_examples=12, deadline=None)
def test_the_engine_commits_what_plain_git_would(prepared: Desk, acts: list[tuple[str, str, str]]) -> None:
    run, twin = prepared.run, prepared.home / "twin"
    checkout = run.prepare("main", run.base)
    for act, name, other in acts:
        apply(checkout, act, name, other)
    clear(twin)
    shutil.copytree(checkout, twin, symlinks=True)
    git(twin, "add", "-A")
    expected = git(twin, "write-tree")
    told = git(twin, "diff", "--cached", "--name-only", "--no-renames", "-z", "HEAD").split("\0")

    seen = run.secure("main", node="s", attempt=1, fork_point=run.base, commit="engine", message="m")

    assert seen.tree == expected
    assert sorted({path for change in seen.changes for path in change.paths}) == sorted(path for path in told if path)
    assert seen.clean
    assert git(checkout, "status", "--porcelain") == ""
    run.prepare("main", run.base)
    assert git(checkout, "status", "--porcelain") == ""
    assert git(checkout, "rev-parse", "HEAD^{tree}") == git(prepared.repo, "rev-parse", "HEAD^{tree}")
