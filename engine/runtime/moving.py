# SPDX-License-Identifier: Apache-2.0
"""A run as one file: `export` packs its folder and its commits, `restore` checks every byte and takes them in.

    export.zip   index.json (last)  manifest.json  workflow.yaml  journal.jsonl  blackboard/…  attempts/…  begun/…
                 commits.bundle

Names in it are percent-encoded. Secrets are taken out of every text; commits are the work itself and stay as they are.
A journal in which something was taken out is chained anew, and the index says how its last line was hashed before.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path, PurePosixPath
from typing import IO, Literal
from urllib.parse import quote_from_bytes, unquote_to_bytes

from pydantic import BaseModel, ConfigDict, ValidationError

from engine.agents.files import NotPlain, open_inside
from engine.definition.model import Profile, Workflow
from engine.definition.trees import parts
from engine.errors import JournalReadOnly, UsageError, WorkspaceError
from engine.journal import RunFolder, RunStore, classify, read, verify
from engine.journal.redaction import Redactor, rechained, secret_values
from engine.journal.store import MANIFEST_DRAFT
from engine.kernel import TYPES, RunState, evolve
from engine.runtime.ledger import events_of
from engine.workspace import RunRepository

FORMAT = 1
_INDEX = "index.json"
_BUNDLE = "commits.bundle"
_FOLDERS = ("blackboard", "attempts", "begun")
_LARGEST_INDEX = 64 << 20
_PIECE = 1 << 20


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    size: int
    sha256: str
    redacted: int = 0


class Index(BaseModel):
    """What an exported file says of itself; `files` by their names in it."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    pilothouse_export: Literal[1]
    run: str
    engine: str
    base: str
    branch: str
    landed: str | None
    commits: Literal["whole", "since base", "none"]
    journal_tip: str
    left_out: tuple[str, ...] = ()
    files: dict[str, _File]


@dataclass(frozen=True, slots=True)
class Moved:
    """What was packed or taken in."""

    run: str
    files: int
    redacted: int
    commits: str
    left_out: tuple[str, ...]


def export(folder: RunFolder, target: Path, *, whole: bool = False) -> Moved:
    """Pack a run into a new file, whole or not at all. The run may go on meanwhile: it is packed as its journal stood.

    `whole` packs the history before its base too, so that it can be taken in where nobody has the repository.

    Raises:
        UsageError: the file is there already, or cannot be written.
        JournalDamaged, JournalReadOnly: nothing is packed that could not be read again.
    """
    if target.exists():
        raise UsageError(f"{str(target)!r} is there already; give another name")
    state = _state(folder)
    assert state.workflow is not None, "a run begins with its workflow"
    redactor = Redactor(_told(state.workflow))
    try:
        with tempfile.TemporaryDirectory(prefix=".export-", dir=target.absolute().parent) as aside:
            draft = Path(aside) / "export.zip"
            with zipfile.ZipFile(draft, "x", zipfile.ZIP_DEFLATED) as archive:
                moved = _pack(_Packing(archive, redactor, folder.path), folder, state, Path(aside), whole)
            with open(draft, "rb") as written:
                os.fsync(written.fileno())
            os.link(draft, target)
    except OSError as error:
        raise UsageError(f"{str(target)!r} cannot be written: {error.strerror or error}") from error
    return moved


def restore(file: Path, store: RunStore, repository: Path | None = None) -> Moved:
    """Take an exported run in, under its own id. `repository` is where it works from now on.

    Raises:
        UsageError: the file is damaged, or none of ours, or does not fit the repository; nothing is left behind.
        RunExists: there is a run of that id.
        JournalDamaged, JournalReadOnly: as in the file.
    """
    try:
        with zipfile.ZipFile(file) as archive:
            index = _index(archive)
            with store.taking_in(index.run) as folder:
                bundle = _unpack(archive, index, folder.path)
                state = _state(folder)
                if state.run != index.run:
                    raise UsageError(f"{str(file)!r} holds the journal of another run, {state.run!r}")
                where = repository if repository is not None or index.commits == "whole" else Path(state.repository)
                RunRepository.restore(folder.path, where, state.base, state.branch, state.run, bundle, state.published)
                if bundle is not None:
                    bundle.unlink()
    except (zipfile.BadZipFile, zipfile.LargeZipFile, EOFError) as error:
        raise UsageError(f"{str(file)!r} is damaged, or no exported run: {error}") from error
    except OSError as error:
        raise UsageError(f"{str(file)!r} cannot be taken in: {error}") from error
    return _told_of(index)


# ------------------------------------------------------------------------------------------------------------- packing


class _Packing:
    def __init__(self, archive: zipfile.ZipFile, redactor: Redactor, root: Path) -> None:
        self._archive = archive
        self._root = root
        self.redactor = redactor
        self.files: dict[str, _File] = {}
        self.left_out: list[str] = []

    def text(self, name: str, path: Path) -> None:
        """A file of text, without secrets; what is no plain file is left out, by name.

        An agent may be at work there: a file can become a link, or shorter, at any moment.
        """
        try:
            found = open_inside(self._root, str(path.relative_to(self._root)))
        except (NotPlain, FileNotFoundError):
            self.left_out.append(name)
            return
        with open(found, "rb") as file, tempfile.TemporaryFile() as copy, self._member(name) as member:
            size = os.fstat(found).st_size
            while piece := file.read(min(_PIECE, size - copy.tell())):
                copy.write(piece)
            copy.flush()
            if copy.tell():
                with mmap.mmap(copy.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
                    member.redacted = self.redactor.copy(mapped, member)

    def data(self, name: str, data: bytes, redacted: int = 0) -> None:
        with self._member(name) as member:
            member.write(data)
            member.redacted = redacted

    def as_it_is(self, name: str, path: Path) -> None:
        with path.open("rb") as file, self._member(name) as member:
            shutil.copyfileobj(file, member, _PIECE)

    def _member(self, name: str) -> _Member:
        def done(told: _File) -> None:
            self.files[name] = told

        return _Member(self._archive.open(name, "w", force_zip64=True), done)


class _Member:
    """One file as it is written into the archive, measured on the way."""

    def __init__(self, out: IO[bytes], done: Callable[[_File], None]) -> None:
        self._out, self._done = out, done
        self._hash = hashlib.sha256()
        self._size = self.redacted = 0

    def write(self, data: bytes) -> int:
        self._hash.update(data)
        self._size += len(data)
        return self._out.write(data)

    def __enter__(self) -> _Member:
        return self

    def __exit__(self, *_: object) -> None:
        self._out.close()
        told = _File(size=self._size, sha256=self._hash.hexdigest(), redacted=self.redacted)
        self._done(told)


def _pack(packing: _Packing, folder: RunFolder, state: RunState, aside: Path, whole: bool) -> Moved:
    loaded = read(folder.journal)
    packing.data("journal.jsonl", *rechained(loaded, packing.redactor.text))
    for name, path in _texts(folder, packing.left_out):
        packing.text(name, path)
    commits: Literal["whole", "since base", "none"] = "none"
    try:
        if RunRepository.open(folder.path).bundle(aside / _BUNDLE, whole=whole):
            packing.as_it_is(_BUNDLE, aside / _BUNDLE)
            commits = "whole" if whole else "since base"
    except (WorkspaceError, UsageError) as error:
        if whole:
            raise UsageError(f"the commits of run {folder.id!r} cannot be packed: {error.message}") from error
        packing.left_out.append(f"{_BUNDLE}: {error.message}")
    index = Index(
        pilothouse_export=FORMAT,
        run=state.run,
        engine=version("pilothouse"),
        base=state.base,
        branch=state.branch,
        landed=state.published,
        commits=commits,
        journal_tip=loaded.tip,
        left_out=tuple(packing.left_out),
        files=dict(packing.files),
    )
    packing.data(_INDEX, index.model_dump_json(indent=1).encode())
    return _told_of(index)


def _texts(folder: RunFolder, left_out: list[str]) -> Iterator[tuple[str, Path]]:
    for path in (folder.manifest_path, folder.workflow):
        yield path.name, path
    for top in _FOLDERS:
        for here, folders, files in os.walk(folder.path / top):
            links = [Path(here) / name for name in folders if (Path(here) / name).is_symlink()]
            left_out.extend(_name(folder, link) for link in links)
            for name in sorted(files):
                yield _name(folder, Path(here) / name), Path(here) / name


def _name(folder: RunFolder, path: Path) -> str:
    return quote_from_bytes(os.fsencode(path.relative_to(folder.path).as_posix()), safe="/")


def _told(workflow: Workflow) -> list[str]:
    """Values that the run was given under names that say they are secret."""
    profiles = [part for part in parts(workflow) if isinstance(part, Profile)]
    return [value for profile in profiles for value in secret_values(dict(profile.env))]


def _told_of(index: Index) -> Moved:
    redacted = sum(file.redacted for file in index.files.values())
    return Moved(index.run, len(index.files), redacted, index.commits, index.left_out)


def _state(folder: RunFolder) -> RunState:
    loaded = read(folder.journal)
    if reason := classify(loaded, TYPES):
        raise JournalReadOnly(f"the journal of run {folder.id!r} is of another version: {reason}")
    state = RunState()
    for event in events_of(loaded.records):
        evolve(state, event)
    if not state.run:
        raise UsageError(f"the journal of run {folder.id!r} has no first event; it was never launched")
    return state


# ----------------------------------------------------------------------------------------------------------- taking in


def _index(archive: zipfile.ZipFile) -> Index:
    try:
        with archive.open(_INDEX) as file:
            text = file.read(_LARGEST_INDEX)
        index = Index.model_validate(json.loads(text))
    except (KeyError, ValueError, ValidationError, RecursionError) as error:
        raise UsageError(f"{str(archive.filename)!r} is no exported run that this version can read: {error}") from error
    if sorted(archive.namelist()) != sorted([*index.files, _INDEX]):
        raise UsageError(f"{str(archive.filename)!r} was changed: its index does not name what is in it")
    return index


def _unpack(archive: zipfile.ZipFile, index: Index, folder: Path) -> Path | None:
    for name, told in index.files.items():
        path = folder / (MANIFEST_DRAFT if name == "manifest.json" else _inside(name))
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with archive.open(name) as source, path.open("xb") as target:
            _copy(source, target, name, told)
    if not verify(folder / "journal.jsonl").intact:
        raise UsageError(f"the journal in {str(archive.filename)!r} is damaged")
    bundle = folder / _BUNDLE
    return bundle if bundle.exists() else None


def _copy(source: IO[bytes], target: IO[bytes], name: str, told: _File) -> None:
    """No more than the index says, however much a hostile archive would unfold to."""
    measured, size = hashlib.sha256(), 0
    while piece := source.read(_PIECE):
        size += len(piece)
        if size > told.size:
            break
        measured.update(piece)
        target.write(piece)
    if (size, measured.hexdigest()) != (told.size, told.sha256):
        raise UsageError(f"{name!r} in the exported file is damaged: it is not what the index says")
    os.fsync(target.fileno())


def _inside(name: str) -> Path:
    path = PurePosixPath(os.fsdecode(unquote_to_bytes(name)))
    known = name in ("manifest.json", "workflow.yaml", "journal.jsonl", _BUNDLE) or path.parts[0] in _FOLDERS
    if path.is_absolute() or ".." in path.parts or "\0" in name or "%00" in name or not path.parts or not known:
        raise UsageError(f"the exported file holds {name!r}, which no run of ours has; it was made by other means")
    return Path(path)
