# SPDX-License-Identifier: Apache-2.0
"""`settings.yaml` of a data directory: limits of the whole fleet, and prices. Read again whenever it changes."""

from __future__ import annotations

import io
import logging
import os
import threading
from collections.abc import Callable, Mapping
from pathlib import Path, PurePath
from typing import Annotated, Any, Generic, TypeVar
from uuid import uuid4

from filelock import FileLock, Timeout
from pydantic import Field, JsonValue
from ruamel.yaml import YAML

from engine.agents.protocol import Access
from engine.definition.model import Model
from engine.definition.shape import shaped
from engine.definition.source import MAX_BYTES, parse, resolve
from engine.definition.surface import DROPPED, Surface
from engine.errors import DefinitionFaults, Fault, UsageError
from engine.policy.prices import Price, PriceTable, price_table
from engine.policy.signatures import NAME as SIGNATURES
from engine.policy.signatures import Signatures, read_signatures

log = logging.getLogger("pilothouse.settings")

NAME = "settings.yaml"
GATEWAY = "anthropic"
"""The provider that the model gateway leads to."""
T = TypeVar("T")

_LOCK_S = 10.0
"""How long one waits for another process that changes the file, in seconds."""
_TRIES = 5

Count = Annotated[int, Field(ge=0, le=10**15)]


class PerDay(Model):
    """Limits of one day, UTC. None: no limit.

    `accept_unknown`: go on though an agent's tokens or cost are unknown; otherwise a limit on them stops the fleet.
    """

    turns: Count | None = None
    tokens: Count | None = None
    cost: Annotated[float, Field(ge=0, le=1e12)] | None = None
    accept_unknown: bool = False


class Limits(Model):
    """What may run: turns at the same time, and what a day may use. None: no limit."""

    concurrent: Annotated[int, Field(ge=1, le=100_000)] | None = None
    per_day: PerDay = PerDay()


class BackendLimits(Limits):
    """Those of one backend. `account`: the provider's account that it uses, where several backends share one."""

    account: Annotated[str, Field(min_length=1, max_length=200)] | None = None


class FleetSettings(Limits):
    """Limits over all runs, over the turns of each backend, and over those of each project.

    A project is a repository: its path, or the last part of it. `paused`: no new turn is started.
    """

    backends: dict[str, BackendLimits] = Field(default_factory=dict)
    projects: dict[str, Limits] = Field(default_factory=dict)
    paused: bool = False

    def project(self, repository: str) -> tuple[str, Limits] | None:
        """What the settings call a repository, and its limits: those of its path before those of its name."""
        last = PurePath(repository).name
        return next(((name, self.projects[name]) for name in (repository, last) if name in self.projects), None)


class ProviderSettings(Model):
    """Where the models of a provider are: `base_url` (without `/v1`) for a server of one's own, such as Ollama.

    `extra_body` is put into every request.
    """

    base_url: Annotated[str, Field(pattern=r"^https?://\S+$")] | None = None
    extra_body: dict[str, JsonValue] = Field(default_factory=dict)


class Settings(Model):
    """All settings."""

    providers: dict[str, ProviderSettings] = Field(default_factory=dict)

    fleet: FleetSettings = FleetSettings()
    prices: dict[str, Price] = Field(default_factory=dict)

    @property
    def price_table(self) -> PriceTable:
        """The bundled prices under those of the settings."""
        return price_table(self.prices)


def access_of(settings: Settings, provider: str) -> Access:
    """How the engine reaches the models of a provider."""
    own = settings.providers.get(provider, ProviderSettings())
    return Access(own.base_url, own.extra_body, settings.price_table)


def parse_settings(text: str | bytes, file: str = NAME) -> Settings:
    """The settings in a text. Raises DefinitionFaults with every fault and its line."""
    faults: list[Fault] = []
    root = parse(text, file, faults)
    if root is None or root.value is None:
        if faults:
            raise DefinitionFaults(faults)
        return Settings()
    surface = Surface(file, None, faults, lambda name, place: DROPPED)
    plain = surface.plain(root)
    if not isinstance(plain, dict):
        surface.tell((), "names with values are expected here", "write 'fleet: {concurrent: 4}'")
        raise DefinitionFaults(faults)
    read = shaped(plain, surface, Settings)
    if faults or read is None:
        raise DefinitionFaults(faults)
    return read


def read_settings(path: Path) -> Settings:
    """The settings in a file; those of an empty one where there is none. Blocks.

    Raises:
        DefinitionFaults: with every fault and its line.
    """
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return Settings()
    except OSError as error:
        fault = Fault(str(path), 0, 0, f"the file cannot be read: {error.strerror}", "make it readable")
        raise DefinitionFaults([fault]) from error
    return parse_settings(data, str(path))


def change_settings(path: Path, changes: Mapping[str, str | None]) -> Settings:
    """Write settings by their dotted names, `fleet.concurrent`, keeping everything else and its comments. Blocks.

    A value is what YAML makes of it; `null` takes a limit away, and None the whole entry, such as a price of one's own.
    The file is replaced in one step, by one of us at a time; what a person saved meanwhile is read again, not lost.

    Raises:
        DefinitionFaults: the file, or what would become of it, is faulty; nothing was written.
        UsageError: a name or value that none can have, or the file cannot be written.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with FileLock(path.with_name(f".{path.name}.lock"), timeout=_LOCK_S):
            for _ in range(_TRIES):
                settings, text, stamp = _changed(path, changes)
                if _stamp(path) == stamp:
                    _replace(path, text)
                    return settings
    except Timeout as error:
        raise UsageError(f"{str(path)!r} is being changed by another process; try again") from error
    except OSError as error:
        raise UsageError(f"{str(path)!r} cannot be written: {error.strerror}; nothing was changed") from error
    raise UsageError(f"{str(path)!r} changes all the time; nothing was changed, try again")


def _changed(path: Path, changes: Mapping[str, str | None]) -> tuple[Settings, str, object]:
    """What would become of the file: its settings, its text, and the stamp of the file it was made from."""
    stamp = _stamp(path)
    read_settings(path)  # what is faulty already is told with its own lines
    yaml = YAML()
    data: Any = yaml.load(path.read_text("utf-8")) if path.exists() else None
    data = {} if data is None else data
    for name, text in changes.items():
        _set(data, name, text)
    written = io.StringIO()
    yaml.dump(data, written)
    try:
        return parse_settings(written.getvalue(), str(path)), written.getvalue(), stamp
    except DefinitionFaults as error:  # their lines are of a file that is not there, and will not be
        named = ", ".join(changes)
        faults = [Fault(named, 0, 0, fault.what, fault.todo) for fault in error.faults]
        raise DefinitionFaults(faults) from error


def _set(data: Any, name: str, text: str | None) -> None:
    *above, last = keys_of(name)
    here = data
    for key in above:
        if not isinstance(here.get(key), dict):
            if text is None:
                return
            here[key] = {}
        here = here[key]
    if text is None:
        here.pop(last, None)
        return
    try:
        here[last] = resolve(text)
    except ValueError as error:
        raise UsageError(f"{name}={text!r}: {error}") from error


def _stamp(path: Path) -> object:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def keys_of(name: str) -> list[str]:
    """A dotted name in parts; the name of a model or a project may hold dots itself. Raises UsageError."""
    parts = name.split(".")
    if len(parts) < 2 or not (parts[0] and parts[-1]):
        raise UsageError(f"{name!r} names no setting; write one such as fleet.concurrent")
    if parts[0] == "prices":
        if parts[-1] in Price.model_fields and len(parts) > 2:
            return ["prices", ".".join(parts[1:-1]), parts[-1]]
        return ["prices", ".".join(parts[1:])]
    if parts[:2] == ["fleet", "projects"] and len(parts) > 3:
        last = -2 if parts[-2] == "per_day" and len(parts) > 4 else -1
        return ["fleet", "projects", ".".join(parts[2:last]), *parts[last:]]
    if not all(parts):
        raise UsageError(f"{name!r} names no setting; write one such as fleet.concurrent")
    return parts


def _replace(path: Path, text: str) -> None:
    beside = path.with_name(f".{path.name}.{uuid4().hex}")
    try:
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


class FreshFile(Generic[T]):
    """What a file says as it stands now. A faulty one keeps the last good content, and the log says so."""

    def __init__(self, path: Path, read: Callable[[Path], T], first: T) -> None:
        self.path = path
        self.fault = ""
        self._read, self._good = read, first
        self._stamp: object = ""
        self._lock = threading.Lock()

    def current(self) -> T:
        """Read the file if it has changed. Blocks; safe from any thread."""
        with self._lock:
            stamp = _stamp(self.path)
            if stamp != self._stamp:
                self._stamp = stamp
                try:
                    self._good, self.fault = self._read(self.path), ""
                except DefinitionFaults as error:
                    self.fault = error.message
                    log.error("%s is faulty, so what was good last holds: %s", self.path.name, error.message)
            return self._good


class SettingsFile(FreshFile[Settings]):
    """The settings of a data directory as they are now.

    Where there were no good ones, the fleet is paused until there are: a limit that cannot be read is not no limit.
    """

    def __init__(self, data_dir: Path) -> None:
        super().__init__(data_dir / NAME, read_settings, Settings(fleet=FleetSettings(paused=True)))


class SignaturesFile(FreshFile[Signatures]):
    """A person's own failure signatures as they are now; none where they were never good."""

    def __init__(self, data_dir: Path) -> None:
        super().__init__(data_dir / SIGNATURES, read_signatures, Signatures())
