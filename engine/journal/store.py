# SPDX-License-Identifier: Apache-2.0
"""The data directory: one private folder a run, made in one step, with names that cannot lead out of it.

runs/<run id>/   manifest.json workflow.yaml journal.jsonl blackboard/{task.md,shared/} attempts/<node>/<n>/ inbox/
                 engine.lock
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote
from uuid import uuid4

import platformdirs

from engine.errors import RunExists, RunIdInvalid, RunUnknown, UsageError
from engine.journal.inbox import make_inbox
from engine.journal.lock import Holder, holder
from engine.journal.storage import DISK, Storage, write_atomic

if TYPE_CHECKING:
    from collections.abc import Mapping

PRIVATE = 0o700
MANIFEST_DRAFT = "manifest.json.new"
"""What a folder that is not yet a run has in place of its manifest."""
_RUN_ID = re.compile(r"[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}")
_LONGEST_NAME = 100
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-_")
_STAND_INS = {"/": ".", "[": "+", "]": "="}
_MEANT = {stand_in: meant for meant, stand_in in _STAND_INS.items()}


def data_dir() -> Path:
    """Where everything is kept: PILOTHOUSE_DATA_DIR, or the platform's place for it."""
    given = os.environ.get("PILOTHOUSE_DATA_DIR")
    return Path(given).expanduser().absolute() if given else Path(platformdirs.user_data_dir("pilothouse", False))


def check_run_id(run_id: str) -> str:
    """The id, if it can be a run's. Raises RunIdInvalid."""
    if not _RUN_ID.fullmatch(run_id):
        raise RunIdInvalid(
            f"{run_id!r} cannot be a run id: 1 to 64 letters, digits, dots, dashes and underscores, "
            "the first a letter or digit"
        )
    return run_id


def folder_name(node: str) -> str:
    """A node id as a name for a folder: short, safe on any file system, the same for the same node only."""
    name = "".join(_escape(character) for character in node)
    if not name.strip("."):  # nothing but slashes: such a name would mean a folder above
        name = name.replace(".", "%2f")
    if len(name) <= _LONGEST_NAME:
        return name
    return f"{name[: _LONGEST_NAME - 33]}~{sha256(name.encode()).hexdigest()[:32]}"


def node_of(folder: Path) -> str:
    """The node id whose folder this is (attempts/<node>). Raises FileNotFoundError for one that was not made here."""
    if "~" in folder.name:
        return (folder / "node").read_text(encoding="utf-8")
    return unquote("".join(_MEANT.get(character, character) for character in folder.name), errors="surrogatepass")


def _escape(character: str) -> str:
    """Capitals too: two names must not fall together where case does not count."""
    if character in _PLAIN:
        return character
    return _STAND_INS.get(character) or "".join(f"%{byte:02x}" for byte in character.encode("utf-8", "surrogatepass"))


@dataclass(frozen=True, slots=True)
class RunFolder:
    """One run's folder; `id` is its name."""

    path: Path

    @property
    def id(self) -> str:
        return self.path.name

    @property
    def manifest_path(self) -> Path:
        return self.path / "manifest.json"

    @property
    def workflow(self) -> Path:
        return self.path / "workflow.yaml"

    @property
    def journal(self) -> Path:
        return self.path / "journal.jsonl"

    @property
    def lock(self) -> Path:
        return self.path / "engine.lock"

    @property
    def undriven(self) -> Path:
        """See `engine.journal.undriven`."""
        return self.path / "undriven.txt"

    @property
    def blackboard(self) -> Path:
        return self.path / "blackboard"

    @property
    def attempts(self) -> Path:
        return self.path / "attempts"

    @property
    def inbox(self) -> Path:
        return self.path / "inbox"

    def manifest(self) -> dict[str, Any]:
        """What `create` was given. Raises UsageError if it cannot be read."""
        try:
            manifest = json.loads(self.manifest_path.read_bytes())
        except (OSError, ValueError, RecursionError) as error:
            raise UsageError(f"the manifest of run {self.id!r} cannot be read: {error}") from error
        if not isinstance(manifest, dict):
            raise UsageError(f"the manifest of run {self.id!r} is no JSON object")
        return manifest

    def attempt(self, node: str, n: int) -> Path:
        """The folder of attempt `n` (from 1) of `node`; see `make_attempt`."""
        return self.attempts / folder_name(node) / str(n)

    def make_attempt(self, node: str, n: int) -> Path:
        """Make that folder, with `artifacts/` and `gate/` in it; one that is there already is left as it is."""
        folder = self.attempt(node, n)
        for part in (folder.parent, folder, folder / "artifacts", folder / "gate"):
            part.mkdir(mode=PRIVATE, exist_ok=True)
        if "~" in folder.parent.name:
            (folder.parent / "node").write_text(node, encoding="utf-8")
        return folder

    def holder(self) -> Holder | None:
        """Who drives this run now, or None; takes the lock from nobody."""
        return holder(self.lock)


class RunStore:
    """The runs of one data directory, which is made, private, when first written to."""

    def __init__(self, directory: Path | None = None, *, storage: Storage = DISK) -> None:
        self.data_dir = (directory if directory is not None else data_dir()).absolute()
        self.runs_dir = self.data_dir / "runs"
        self._storage = storage

    def create(
        self, run_id: str, manifest: Mapping[str, Any], *, workflow: str | bytes = b"", task: str = ""
    ) -> RunFolder:
        """Make a run's folder, whole and durable or not at all.

        Raises RunIdInvalid, RunExists, and OSError if the disk refuses.
        """
        target = self.runs_dir / check_run_id(run_id)
        if target.exists():
            raise _exists(run_id)
        self.prepare()
        aside = self.runs_dir / f".new-{uuid4().hex}"
        try:
            self._fill(aside)
            self.describe(RunFolder(aside), manifest, workflow=workflow, task=task)
            try:
                aside.rename(target)
            except OSError as error:  # a folder that is not empty cannot be renamed over, whatever the system calls it
                if target.exists():
                    raise _exists(run_id) from error
                raise
        except BaseException:
            shutil.rmtree(aside, ignore_errors=True)
            raise
        self._storage.sync_dir(self.runs_dir)
        return RunFolder(target)

    def describe(
        self, folder: RunFolder, manifest: Mapping[str, Any], *, workflow: str | bytes = b"", task: str = ""
    ) -> None:
        """Write, or replace, what the folder says of its run. Only before its first event. Raises OSError."""
        text = json.dumps(dict(manifest), ensure_ascii=False, indent=2, allow_nan=False)
        for path, data in (
            (folder.manifest_path, text.encode("utf-8", "surrogateescape") + b"\n"),
            (folder.workflow, workflow.encode() if isinstance(workflow, str) else workflow),
            (folder.blackboard / "task.md", task.encode("utf-8", "surrogateescape")),
        ):
            write_atomic(self._storage, path, data)

    @contextmanager
    def taking_in(self, run_id: str) -> Iterator[RunFolder]:
        """The folder of a run that was made elsewhere, to be filled, its manifest as MANIFEST_DRAFT; then it is a run.

        What was left by one that was cut is removed first; where filling fails, nothing stays.
        Raises RunIdInvalid, RunExists, OSError.
        """
        target = self.runs_dir / check_run_id(run_id)
        if _is_run(target):
            raise RunExists(
                f"run {run_id!r} is there already, and a run that is taken in keeps its id: `pilothouse show {run_id}` "
                "tells of the one here; to have both, set PILOTHOUSE_DATA_DIR to another folder and take it in there"
            )
        self.prepare()
        if target.is_dir() and holder(target / "engine.lock") is None:
            shutil.rmtree(target)
        try:
            self._fill(target)
        except FileExistsError as error:
            raise _exists(run_id) from error
        try:
            yield RunFolder(target)
            self._storage.sync_dir(target)
            (target / MANIFEST_DRAFT).rename(target / "manifest.json")
        except BaseException:
            shutil.rmtree(target, ignore_errors=True)
            raise
        for folder in (target, self.runs_dir):
            self._storage.sync_dir(folder)

    def _fill(self, folder: Path) -> None:
        for part in ("", "blackboard", "blackboard/shared", "attempts"):
            (folder / part).mkdir(mode=PRIVATE)
        make_inbox(folder / "inbox", self._storage)

    def prepare(self) -> None:
        """Make the data directory, for its owner only."""
        for part in (self.data_dir, self.runs_dir):
            if not part.is_dir():
                part.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
                self._storage.sync_dir(part.parent)

    def folder(self, run_id: str) -> RunFolder:
        """That run's folder. Raises RunIdInvalid and RunUnknown."""
        folder = RunFolder(self.runs_dir / check_run_id(run_id))
        if not _is_run(folder.path):
            raise RunUnknown(f"there is no run {run_id!r} in {str(self.data_dir)!r}; see `pilothouse list`")
        return folder

    def runs(self) -> list[RunFolder]:
        """All runs, ordered by id."""
        try:
            found = sorted(self.runs_dir.iterdir())
        except FileNotFoundError:
            return []
        return [RunFolder(path) for path in found if _RUN_ID.fullmatch(path.name) and _is_run(path)]


def _is_run(path: Path) -> bool:
    """A link is none: it could lead anywhere."""
    return not path.is_symlink() and (path / "manifest.json").is_file()


def _exists(run_id: str) -> RunExists:
    return RunExists(f"run {run_id!r} is there already; give another id, or go on with it by `pilothouse resume`")
