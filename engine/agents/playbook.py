# SPDX-License-Identifier: Apache-2.0
"""Playbooks: what the scripted agent does, by node and attempt. Read from YAML with every fault at its line."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, JsonValue, ValidationError
from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from engine.definition.words import did_you_mean
from engine.errors import DefinitionFaults, Fault, UsageError
from engine.policy.failures import FailureClass

_AMOUNT = re.compile(r"(\d+(?:\.\d+)?)\s*([A-Za-z]+)")
_UNITS_MS = {"ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000}
_UNITS_BYTES = {"B": 1, "kB": 1_000, "KB": 1_000, "MB": 1_000_000, "GB": 1_000_000_000}


def _amount(units: Mapping[str, int], example: str) -> Callable[[object], object]:
    def read(value: object) -> object:
        match = _AMOUNT.fullmatch(value.strip()) if isinstance(value, str) else None
        if match is None or match[2] not in units:
            raise ValueError(f"an amount with its unit is expected, such as {example}")
        return round(float(match[1]) * units[match[2]])

    return read


def _listed(value: object) -> object:
    return [value] if isinstance(value, str) else value


def _commands(value: object) -> object:
    return [value] if isinstance(value, list) and all(isinstance(word, str) for word in value) else value


def _short(**forms: type) -> Callable[[object], object]:
    """Reads the short form of a mapping: the first key whose type the value has gets it; `true` alone is empty."""

    def read(value: object) -> object:
        if value is True:
            return {}
        return next(({key: value} for key, kind in forms.items() if type(value) is kind), value)

    return read


def _requests(**forms: type) -> Callable[[object], object]:
    """Reads one request or a list of them, each in its short form or whole."""
    short = _short(**forms)

    def read(value: object) -> object:
        return [short(item) for item in value] if isinstance(value, list) else [short(value)]

    return read


def _inside(path: str) -> str:
    parts = PurePosixPath(path)
    if not path or parts.is_absolute() or ".." in parts.parts:
        raise ValueError("a path relative to the checkout is expected, without '..'")
    return path


Texts = Annotated[list[str], BeforeValidator(_listed)]
InsidePath = Annotated[str, AfterValidator(_inside)]
ArtifactName = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")]
Command = Annotated[list[str], Field(min_length=1)]
Milliseconds = Annotated[int, BeforeValidator(_amount(_UNITS_MS, "400ms, 2s or 1m"))]
Bytes = Annotated[int, BeforeValidator(_amount(_UNITS_BYTES, "60MB"))]
Count = Annotated[int, Field(ge=0, strict=True)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Verdict(_Part):
    """A verdict to write; `raw` is written as it stands, for one that is malformed."""

    result: Literal["done", "revise", "blocked"] | None = None
    summary: str | None = None
    detail: str | None = None
    raw: str | None = None


class UsageSaid(_Part):
    """One usage event."""

    input: Count | None = None
    output: Count | None = None
    cache_read: Count | None = None
    cache_write: Count | None = None
    cost: Annotated[float, Field(ge=0)] | None = None
    model: str | None = None
    id: str | None = None
    total: bool | None = None


class Failure(_Part):
    """An error event, with which the turn ends."""

    class_: Annotated[FailureClass, Field(alias="class")]
    message: str = ""
    retry_after_s: Annotated[float, Field(ge=0)] | None = None


class Crash(_Part):
    """The process ends at once: with an exit status, or by a signal."""

    exit: Annotated[int, Field(ge=0, le=255, strict=True)] | None = None
    signal: Annotated[str, Field(pattern=r"^SIG[A-Z0-9]+$")] | None = None


class Hang(_Part):
    """Silence: for so long, or for ever; a `stubborn` one ignores the polite signal."""

    for_: Annotated[Milliseconds | None, Field(alias="for")] = None
    stubborn: bool = False


class Flood(_Part):
    """Noise on stdout: so many bytes, or without end; in lines, or in one."""

    bytes: Bytes | None = None
    lines: bool = True


class Ask(_Part):
    """A question: to the lead above, else to a person."""

    question: str


class Spawn(_Part):
    """A child that a lead asks for; `role` may be left out where one alone is allowed."""

    role: str = ""
    goal: str


class Answer(_Part):
    """A lead's answer to what a child asked."""

    child: str
    text: str


class Skip(_Part):
    """A child that a lead gives up."""

    child: str


class Retry(_Part):
    """A child that failed or is held, once more."""

    child: str
    guidance: str = ""


class RunWorkflow(_Part):
    """A sub-workflow that a lead asks for."""

    workflow: str
    with_: Annotated[dict[str, JsonValue], Field(alias="with")] = {}


class StageDone(_Part):
    """A lead says that the stage is finished."""


class Escalate(_Part):
    """A lead's question to a person."""

    text: str


class ScriptTurn(_Part):
    """What one turn does. Keys act in the order in which they are written."""

    say: Texts = []
    think: Texts = []
    write: dict[InsidePath, str] = {}
    append: dict[InsidePath, str] = {}
    delete: Annotated[list[InsidePath], BeforeValidator(_listed)] = []
    run: Annotated[list[Command], BeforeValidator(_commands)] = []
    ask_permission: Annotated[list[Command], BeforeValidator(_commands)] = []
    """As `run`, each once it was allowed: by the role's policy, or by a person."""
    commit: str = ""
    usage: UsageSaid = UsageSaid()
    takes: Milliseconds = 0
    verdict: Annotated[Verdict, BeforeValidator(_short(result=str))] = Verdict()
    artifact: dict[ArtifactName, JsonValue] = {}
    ask: Annotated[list[Ask], BeforeValidator(_requests(question=str))] = []
    spawn: Annotated[list[Spawn], BeforeValidator(_requests(goal=str))] = []
    answer: Annotated[list[Answer], BeforeValidator(_requests())] = []
    skip_child: Annotated[list[Skip], BeforeValidator(_requests(child=str))] = []
    retry_child: Annotated[list[Retry], BeforeValidator(_requests(child=str))] = []
    run_workflow: Annotated[list[RunWorkflow], BeforeValidator(_requests(workflow=str))] = []
    stage_done: Annotated[list[StageDone], BeforeValidator(_requests())] = []
    escalate: Annotated[list[Escalate], BeforeValidator(_requests(text=str))] = []
    crash: Annotated[Crash, BeforeValidator(_short(exit=int, signal=str))] = Crash()
    hang: Annotated[Hang, BeforeValidator(_short(**{"for": str}))] = Hang()
    flood: Annotated[Flood, BeforeValidator(_short(bytes=str))] = Flood()
    fail: Annotated[Failure | None, BeforeValidator(_short(**{"class": str}))] = None


_TURN_KEYS = [field.alias or name for name, field in ScriptTurn.model_fields.items()]


class ScriptAttempt(_Part):
    """What one attempt does, turn by turn."""

    turns: list[ScriptTurn]


class _File(_Part):
    playbook: Literal[1]
    nodes: dict[str, list[ScriptAttempt]]


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that a turn does; `value` is in its full form (durations in ms, sizes in bytes)."""

    key: str
    value: Any


Turns = tuple[tuple[Step, ...], ...]


@dataclass(frozen=True, slots=True)
class Playbook:
    """What the scripted agent does. `data` is the same as plain data, to be kept with a run."""

    nodes: tuple[tuple[str, tuple[Turns, ...]], ...]
    data: JsonValue

    def turns(self, node: str, attempt: int) -> Turns:
        """The turns of an attempt (from 1) of a node. An attempt that is not written does what the last one does.

        A node that no pattern matches has none. The first pattern that matches wins.
        """
        for pattern, attempts in self.nodes:
            if matches(pattern, node):
                return attempts[min(attempt, len(attempts)) - 1] if attempts else ()
        return ()


def matches(pattern: str, node: str) -> bool:
    """Whether a node id fits a pattern: `*` stands for anything within one part of the id, `**` for anything."""
    parts = (".*" if part == "**" else r"[^/\]]*" if part == "*" else re.escape(part) for part in _stars(pattern))
    return re.fullmatch("".join(parts), node) is not None


def _stars(pattern: str) -> list[str]:
    return re.split(r"(\*\*|\*)", pattern)


def parse(text: str, *, file: str = "playbook.yaml") -> Playbook:
    """A playbook from YAML; `file` names it in faults.

    Raises:
        DefinitionFaults: everything that is wrong with it, each with line and column.
    """
    try:
        data = YAML(typ="rt").load(io.StringIO(text))
    except MarkedYAMLError as error:
        mark = error.problem_mark
        line, column = (mark.line + 1, mark.column + 1) if mark is not None else (0, 0)
        raise DefinitionFaults([Fault(file, line, column, error.problem or str(error))]) from error
    except (YAMLError, RecursionError) as error:
        raise DefinitionFaults([Fault(file, 0, 0, f"not YAML: {error}")]) from error
    return _build(data, file)


def read_text(path: Path) -> str:
    """What stands in a playbook's file. Raises UsageError."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"the playbook {str(path)!r} cannot be read: {error.strerror}; correct --playbook") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"the playbook {str(path)!r} is no text in UTF-8: {error.reason}; save it as such") from error
    except ValueError as error:  # a NUL in its name
        raise UsageError(f"there is no playbook {str(path)!r}: {error}; correct --playbook") from error


def from_data(data: JsonValue, *, file: str = "the role's playbook") -> Playbook:
    """A playbook from plain data, as `Playbook.data` gives it.

    Raises:
        DefinitionFaults: what is wrong with it, without lines.
    """
    return _build(data, file)


def _build(data: Any, file: str) -> Playbook:
    plain = _plain(data)
    try:
        model = _File.model_validate(plain)
    except ValidationError as error:
        raise DefinitionFaults(
            _fault(file, data, item["loc"], item["msg"], item["type"]) for item in error.errors()
        ) from error
    nodes = plain["nodes"]
    return Playbook(
        tuple(
            (
                pattern,
                tuple(_turns(attempt, written) for attempt, written in zip(attempts, nodes[pattern], strict=True)),
            )
            for pattern, attempts in model.nodes.items()
        ),
        plain,
    )


def _turns(attempt: ScriptAttempt, written: Mapping[str, Any]) -> Turns:
    """The model knows what is meant, what was written in which order."""
    dumps = (turn.model_dump(mode="json", by_alias=True) for turn in attempt.turns)
    return tuple(
        tuple(Step(key, dump[key]) for key in keys) for dump, keys in zip(dumps, written["turns"], strict=True)
    )


def _plain(value: Any) -> Any:
    """ruamel's containers and scalars as Python's own."""
    match value:
        case dict():
            return {_plain(key): _plain(item) for key, item in value.items()}
        case list():
            return [_plain(item) for item in value]
        case bool():
            return value
        case str() | int() | float():
            return next(kind(value) for kind in (str, int, float) if isinstance(value, kind))
    return value


def _fault(file: str, data: Any, loc: tuple[int | str, ...], message: str, kind: str) -> Fault:
    """Walk as deep as the document goes; what pydantic adds to a place (names of union arms) is not in it."""
    has_lines, line, column, where = isinstance(data, CommentedMap | CommentedSeq), 0, 0, []
    for step in loc:
        try:
            deeper = data[step]
        except (KeyError, IndexError, TypeError):
            continue
        if has_lines:
            line, column = data.lc.key(step) if isinstance(data, CommentedMap) else data.lc.item(step)
        where.append(str(step + 1) if isinstance(step, int) else step)
        data = deeper
    match kind:
        case "missing":
            what = f"{loc[-1]}: missing"
        case "extra_forbidden":
            what = (
                f"there is no such key; {did_you_mean(str(loc[-1]), _TURN_KEYS)}"
                if loc[-3:-2] == ("turns",)
                else "there is no such key"
            )
        case _:
            what = message.removeprefix("Value error, ")
    what = f"{' / '.join(where)}: {what}" if where else what
    return Fault(file, line + 1, column + 1, what) if has_lines else Fault(file, 0, 0, what)
