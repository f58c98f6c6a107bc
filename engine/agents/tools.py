# SPDX-License-Identifier: Apache-2.0
"""The engine's tools for agents: what each takes, and what it does. Whatever an agent asks with one is only a claim.

Two write what the agent could write as a file itself; the others are requests, which the kernel grants or denies.
"""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue, ValidationError

from engine.agents.artifact import mismatch
from engine.agents.bounds import unfit
from engine.agents.files import replace_inside
from engine.agents.verdict import ARTIFACTS, LIMIT, VERDICT, read_verdict

MOST_CALLS = 200
"""Calls of tools in one turn."""
MOST_AT_ONCE = 8
"""Messages of one attempt that are answered at the same time."""
MOST_MESSAGES = 10 * MOST_CALLS
"""Messages of the protocol in one turn; a call takes one, a greeting two or three."""
_GIVEN = 64 * 1024
_KEY = 200


@dataclass(frozen=True, slots=True)
class Reply:
    """What the agent is told. `given` is the same for programs."""

    text: str
    refused: bool = False
    given: Mapping[str, JsonValue] = field(default_factory=dict)


Ask = Callable[[str, dict[str, JsonValue], str], Awaitable[Reply]]
"""Puts a request (its kind, data and key) before the kernel; the same key twice is one request with one reply."""


class Toolbox:
    """The tools of one attempt while one turn of it runs; `close` it at the turn's end."""

    def __init__(self, attempt_dir: Path, produces: Mapping[str, Mapping[str, Any]], *, leads: bool, ask: Ask) -> None:
        self.attempt_dir = attempt_dir
        self.produces = produces
        self.tools: tuple[type[Tool], ...] = (*FOR_ALL, *FOR_LEADS) if leads else FOR_ALL
        self.at_once = 0
        self._ask = ask
        self._messages = 0
        self._calls = 0
        self._closed = False
        self._waiting: set[asyncio.Task[Reply]] = set()

    def admit(self) -> bool:
        """Count a message of the protocol; False where it is one too many."""
        self._messages += 1
        return not self._closed and self._messages <= MOST_MESSAGES and self.at_once < MOST_AT_ONCE

    async def use(self, name: str, arguments: Mapping[str, object], key: str = "") -> Reply:
        """Call a tool. Never raises for what an agent gives.

        `key` is what the agent's program calls this very call, so that it counts once however often it is made.
        """
        self._calls += 1
        if self._calls > MOST_CALLS:
            return Reply(f"Denied: this turn has made {MOST_CALLS} calls, and no more count. End your turn.", True)
        tool = next((tool for tool in self.tools if tool.name == name), None)
        if tool is None:
            return Reply(f"There is no tool {name[:60]!r}; there are {', '.join(t.name for t in self.tools)}.", True)
        if problem := unfit(dict(arguments)):
            return Reply(f"Not done: the arguments cannot be put on record: {problem}.", True)
        try:
            json.dumps([arguments, key], ensure_ascii=False).encode()
            call = tool.model_validate(arguments)
        except ValidationError as error:
            return Reply(f"Not done: {_faults(error)}.", True)
        except ValueError:
            return Reply("Not done: the arguments hold half of a surrogate pair.", True)
        if isinstance(call, Request) and key and not call.key:
            call = call.model_copy(update={"key": key[:_KEY]})
        return await call.use(self)

    async def ask(self, kind: str, data: dict[str, JsonValue], key: str = "") -> Reply:
        """Put a request before the kernel; answered as over if the turn ends first."""
        if self._closed:
            return _OVER
        asking = asyncio.ensure_future(self._ask(kind, data, key))
        self._waiting.add(asking)
        try:
            await asyncio.wait([asking])
        finally:
            asking.cancel()
            self._waiting.discard(asking)
        return _OVER if asking.cancelled() else asking.result()

    def close(self) -> None:
        """The turn is over: nothing more is taken, and what still waits is told so."""
        self._closed = True
        for asking in self._waiting:
            asking.cancel()


_OVER = Reply("The turn is over; this was not put before the engine, or its reply came too late.", True)


def _faults(error: ValidationError) -> str:
    """Every fault on one line, with what of the given is meant, but never what was given."""
    told = (
        f"{'.'.join(str(part) for part in fault['loc'])[:60] or 'the arguments'}: {fault['msg']}"
        for fault in error.errors(include_input=False, include_url=False, include_context=False)[:10]
    )
    return "; ".join(told)


# --------------------------------------------------------------------------------------------------------------- tools


def _small(value: dict[str, JsonValue]) -> dict[str, JsonValue]:
    if len(json.dumps(value)) > _GIVEN:
        raise ValueError(f"more than {_GIVEN:,} characters")
    return value


Text = Annotated[str, Field(min_length=1, max_length=20_000)]
Name = Annotated[str, Field(min_length=1, max_length=200)]
Child = Annotated[Name, Field(description="its id, such as child-1")]


class Tool(BaseModel):
    """A call of a tool; the fields are its arguments."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)
    name: ClassVar[str]

    async def use(self, box: Toolbox) -> Reply:
        """Do it."""
        raise NotImplementedError

    @classmethod
    @cache
    def schema_for_agents(cls) -> dict[str, Any]:
        """JSON Schema of the arguments."""
        schema = cls.model_json_schema()
        return {key: value for key, value in schema.items() if key not in ("title", "description")}

    @classmethod
    def purpose(cls) -> str:
        """What it is for."""
        return inspect.cleandoc(cls.__doc__ or "")


class Request(Tool):
    """A tool that puts a request before the kernel."""

    kind: ClassVar[str]
    key: Annotated[
        str,
        Field(max_length=_KEY, description="yours for this request; again, to repeat only the call"),
    ] = ""

    async def use(self, box: Toolbox) -> Reply:
        data = self.model_dump(mode="json", by_alias=True, exclude_defaults=True, exclude={"key"})
        return await box.ask(self.kind, data, self.key)


class ReportVerdict(Tool):
    """Say how your work ended, as the last thing you do; a later report replaces an earlier one.

    It is what your verdict file would say. The engine checks the gate of the step itself.
    """

    name: ClassVar[str] = "report_verdict"
    result: Annotated[
        Literal["done", "revise", "blocked"],
        Field(description="done: the goal is reached; revise: it needs another round; blocked: you cannot go on"),
    ]
    summary: Annotated[str, Field(description="one sentence")] = ""
    detail: Annotated[str, Field(description="what the next one must know")] = ""

    async def use(self, box: Toolbox) -> Reply:
        return await asyncio.to_thread(self._write, box.attempt_dir)

    def _write(self, attempt_dir: Path) -> Reply:
        content = json.dumps(self.model_dump(exclude_defaults=True), ensure_ascii=False).encode()
        try:
            replace_inside(attempt_dir, VERDICT, content)
        except OSError as error:
            return Reply(f"Not done: {VERDICT} cannot be written: {error.strerror or error}.", True)
        found = read_verdict(attempt_dir)
        if found.state != "read":
            return Reply(f"Not done: {found.problem}.", True)
        return Reply(f"Your verdict is {found.result}. End your turn; the engine checks the gate.")


class SubmitArtifact(Tool):
    """Hand in a typed artifact of your step: a value that fits its JSON Schema; a later one replaces an earlier one."""

    name: ClassVar[str] = "submit_artifact"
    artifact: Annotated[Name, Field(alias="name", description="the artifact's name")]
    value: JsonValue

    async def use(self, box: Toolbox) -> Reply:
        return await asyncio.to_thread(self._write, box.attempt_dir, box.produces)

    def _write(self, attempt_dir: Path, produces: Mapping[str, Mapping[str, Any]]) -> Reply:
        schema = produces.get(self.artifact)
        if schema is None:
            there = ", ".join(produces) or "none"
            return Reply(f"Not done: the step produces no artifact {self.artifact[:60]!r}; there is {there}.", True)
        content = json.dumps(self.value, ensure_ascii=False, separators=(",", ":")).encode()
        problem = mismatch(self.value, schema) if len(content) <= LIMIT else f"it is larger than {LIMIT:,} bytes"
        if problem:
            return Reply(f"Not done: {self.artifact} does not fit: {problem}.", True)
        try:
            replace_inside(attempt_dir, f"{ARTIFACTS}/{self.artifact}.json", content)
        except OSError as error:
            return Reply(f"Not done: the artifact cannot be written: {error.strerror or error}.", True)
        return Reply(f"{self.artifact} is handed in, and fits its schema.")


class AskQuestion(Request):
    """Ask what you cannot decide: your lead, or else a person. End your turn then; the answer is your next prompt."""

    name: ClassVar[str] = "ask"
    kind: ClassVar[str] = "ask"
    question: Text


class SpawnChild(Request):
    """Have a child do a part of the work, in a checkout of its own. You are prompted again when it settles."""

    name: ClassVar[str] = "spawn_child"
    kind: ClassVar[str] = "spawn"
    role: Annotated[str, Field(max_length=200, description="may be left out where one role alone is allowed")] = ""
    goal: Annotated[Text, Field(description="everything it must know; it sees nothing of your conversation")]


class AnswerChild(Request):
    """Answer what a child has asked; it goes on with your answer as its next prompt."""

    name: ClassVar[str] = "answer"
    kind: ClassVar[str] = "answer"
    child: Child
    text: Text


class SkipChild(Request):
    """Give a child up: it is stopped, and its work is kept aside."""

    name: ClassVar[str] = "skip_child"
    kind: ClassVar[str] = "skip_child"
    child: Child


class RetryChild(Request):
    """Have a child that failed, or is held, try again from the start, with your guidance."""

    name: ClassVar[str] = "retry_child"
    kind: ClassVar[str] = "retry_child"
    child: Child
    guidance: Annotated[str, Field(max_length=20_000)] = ""


class RunWorkflow(Request):
    """Run one of the sub-workflows that you may run."""

    name: ClassVar[str] = "run_workflow"
    kind: ClassVar[str] = "run_workflow"
    workflow: Name
    with_: Annotated[
        dict[str, JsonValue], Field(alias="with", description="its inputs, by name"), AfterValidator(_small)
    ] = {}


class StageDone(Request):
    """Say that the stage is finished: every child has settled, and nothing is left to ask for."""

    name: ClassVar[str] = "stage_done"
    kind: ClassVar[str] = "stage_done"


class Escalate(Request):
    """Put a question before a person. End your turn then; the answer is your next prompt."""

    name: ClassVar[str] = "escalate"
    kind: ClassVar[str] = "escalate"
    text: Text


FOR_ALL: tuple[type[Tool], ...] = (ReportVerdict, SubmitArtifact, AskQuestion)
FOR_LEADS: tuple[type[Tool], ...] = (
    SpawnChild,
    AnswerChild,
    SkipChild,
    RetryChild,
    RunWorkflow,
    StageDone,
    Escalate,
)
