# SPDX-License-Identifier: Apache-2.0
"""The `acp` backend: any agent that speaks the Agent Client Protocol, through its official SDK.

One process is one turn: it is started, given its session again where it has one, prompted, and ended. What lasts is the
id of its session, in a file of the attempt that the agent cannot write.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections import deque
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from engine.agents.acp_profiles import AcpProfile, profile_of
from engine.agents.acp_terms import AUTH_REQUIRED, figures_of, mcp_servers, refused
from engine.agents.acp_updates import Updates
from engine.agents.acp_wire import Wire
from engine.agents.files import read_inside
from engine.agents.output import ErrorSaid
from engine.agents.process_turn import Dialogue, Invocation, ProcessSession
from engine.agents.protocol import (
    Capabilities,
    Permission,
    PermissionAnswer,
    Session,
    Turn,
    Watcher,
    permission_policy,
)
from engine.agents.state import Known, home_of, recall, record
from engine.agents.transcript import TranscriptWriter, prompt_name
from engine.agents.usage import UsageMeter
from engine.errors import UsageError
from engine.placement import Control, isolation_for
from engine.policy.failures import FailureClass, classify
from engine.policy.hints import wait_hint_ms

if TYPE_CHECKING:
    from acp import RequestError
    from acp.client.connection import ClientSideConnection
    from acp.schema import InitializeResponse

_MOST_PROMPT = 4 << 20


class AcpBackend:
    """Any agent of the protocol: Gemini CLI, OpenCode and Goose, and Claude and Codex by their adapters."""

    name = "acp"
    capabilities = Capabilities(resume=True, interrupt=True, messages=False, usage="after", tools="http")

    async def start(self, session: str) -> Session:
        return ProcessSession(_invocation)

    async def resume(self, session: str) -> Session:
        return ProcessSession(_invocation)


def _invocation(turn: Turn) -> Invocation:
    """The role's command line, with what its profile knows.

    Raises:
        UsageError: the role has no `argv`.
        OSError: the attempt's folder cannot be written.
    """
    if not turn.role.argv:
        raise UsageError("a role with `agent: acp` needs `argv`, such as [gemini, --acp]; add it to the workflow.")
    argv = turn.role.argv
    profile = profile_of(argv)
    if len(argv) == 1:
        argv += profile.arguments
    model = turn.role.model[0] if turn.role.model else None
    if model is not None and profile.model_option:
        argv += (*profile.model_option, model)
    home = home_of(turn, profile.home)
    env = dict(home.env)
    isolation = isolation_for(turn.role.isolation)
    if isolation == "sandboxed":
        env |= profile.sandboxed
    if permission_policy(turn.role, isolation) != "allow":
        env |= profile.asking
    if model is not None and profile.model_variable is not None:
        env[profile.model_variable] = model
    known = recall(turn)
    return Invocation(
        argv=argv,
        output=lambda writer, meter: AcpTurn(turn, profile, known, writer, meter),
        raw="raw.jsonl",
        readable=home.readable,
        writable=home.writable,
        env=env,
    )


class AcpTurn(Dialogue):
    """One turn: the protocol's client on one side, the transcript on the other."""

    def __init__(
        self, turn: Turn, profile: AcpProfile, known: Known, writer: TranscriptWriter, meter: UsageMeter
    ) -> None:
        super().__init__()
        self._turn = turn
        self._profile = profile
        self._known = known
        self._writer = writer
        self._meter = meter
        self._updates = Updates(writer)
        self._wire: Wire | None = None
        self._control: Control | None = None
        self._session: str | None = None
        self._prompted = False
        self._notices: list[str] = []
        self._answered: deque[tuple[Permission, PermissionAnswer]] = deque()
        self._trusted = permission_policy(turn.role, isolation_for(turn.role.isolation)) == "allow"
        """Every question would be granted at once, so that it need not ask."""
        self._let_go = self._denied = False
        self._asked: set[asyncio.Future[Any]] = set()

    @property
    def last_message(self) -> str:
        return self._updates.last_message if self.stop == "end_turn" and self.error is None else ""

    # --------------------------------------------------------------------------------------------------- on the loop

    async def talk(self, control: Control, watcher: Watcher) -> None:
        self._control = control
        self._wire = wire = Wire(self._writer, self._updates, control)
        wire.on_update = self._check_budget
        sdk = await asyncio.to_thread(_sdk)
        connection = sdk(_Client(self, watcher), wire)
        try:
            await self._converse(connection)
        except ConnectionError:
            return  # the process has ended; how is for its result to say
        except ValidationError as error:
            self._fail("unknown", f"an answer of the agent makes no sense: {error.errors()[0].get('msg', '')}")
        except _request_error() as error:
            self._fail(*refused(error))
        finally:
            await connection.close()
        self._end()

    async def _converse(self, connection: ClientSideConnection) -> None:
        from acp import PROTOCOL_VERSION
        from acp.schema import ClientCapabilities, Implementation, TextContentBlock

        hello = await connection.initialize(
            protocol_version=PROTOCOL_VERSION,
            client_capabilities=ClientCapabilities(),  # no files, no terminals: it works in its own sandbox
            client_info=Implementation(name="pilothouse", version=version("pilothouse")),
        )
        if hello.protocol_version != PROTOCOL_VERSION:
            return self._fail("unknown", f"it speaks version {hello.protocol_version} of the protocol, not ours")
        texts = [self._turn.prompt]
        if not await self._open(connection, hello):
            texts[:0] = await asyncio.to_thread(self._told_before)
        assert self._session is not None
        blocks = [TextContentBlock(type="text", text=text) for text in texts]
        self._prompted = True
        await connection.prompt(session_id=self._session, prompt=list(blocks))

    async def _open(self, connection: ClientSideConnection, hello: InitializeResponse) -> bool:
        """Take up the session, or begin one: then False."""
        able = hello.agent_capabilities
        mcp = able.mcp_capabilities if able is not None else None
        servers = mcp_servers(self._turn, http=bool(mcp and mcp.http))
        cwd = str(self._turn.checkout)
        told: Any = None
        if self._known.session is not None:
            told = await self._take_up(connection, self._known.session, cwd, servers, bool(able and able.load_session))
        if taken_up := told is not None:
            self._session = self._known.session
        else:
            self._known = Known()
            told = await connection.new_session(cwd=cwd, mcp_servers=servers, **self._more())
            self._session = told.session_id
            await asyncio.to_thread(record, self._turn, {"session": self._session})
        await self._set_mode(connection, told.modes)
        await self._choose_model(connection, told.config_options or [])
        return taken_up

    async def _take_up(
        self, connection: ClientSideConnection, session: str, cwd: str, servers: list[Any], able: bool
    ) -> Any:
        """The session as it was left; None where the agent has it no more."""
        why = "it cannot"
        if able:
            try:
                return await connection.load_session(cwd=cwd, session_id=session, mcp_servers=servers, **self._more())
            except _request_error() as error:
                if error.code == AUTH_REQUIRED:
                    raise
                why = refused(error)[1]
        self._notices.append(f"The agent does not take up its earlier session ({why}): it begins a new one.")
        return None

    def _more(self) -> dict[str, Any]:
        """What the protocol has no field for."""
        if not self._profile.claude_tools:
            return {}
        tools = self._turn.role.tools if self._turn.role.tools is not None else self._profile.claude_tools
        return {"claudeCode": {"options": {"tools": list(tools)}}}

    async def _set_mode(self, connection: ClientSideConnection, modes: Any) -> None:
        """The mode in which it asks before it acts; which modes there are it may tell only once."""
        wanted = [name for name in (self._profile.free_mode if self._trusted else None, self._profile.mode) if name]
        known = {self._known.mode} if modes is None else {mode.id for mode in modes.available_modes}
        for mode in wanted:
            if mode in known:
                with contextlib.suppress(_request_error()):  # it may refuse the freer one
                    await connection.set_session_mode(session_id=str(self._session), mode_id=mode)
                    await asyncio.to_thread(record, self._turn, {"mode": mode})
                    return
        if wanted:
            self._notices.append(f"The agent has no mode {wanted[-1]!r}: when it asks is its own affair.")

    async def _choose_model(self, connection: ClientSideConnection, options: list[Any]) -> None:
        """By the session's own option, where the command line has no say in it."""
        if not self._turn.role.model or self._profile.model_option or self._profile.model_variable:
            return
        wanted = self._turn.role.model[0]
        for option in options:
            if option.category == "model" and option.type == "select":
                await connection.set_config_option(option.id, str(self._session), wanted)
                return
        self._notices.append(f"The agent offers no choice of a model; {wanted!r} was not set.")

    def _told_before(self) -> list[str]:
        """For a session that knows nothing: the role's instructions, and what this attempt was first asked."""
        texts = [self._turn.role.instructions] if self._turn.role.instructions else []
        if self._turn.turn > 1:
            with contextlib.suppress(OSError):
                first = read_inside(self._turn.attempt_dir, prompt_name(1), _MOST_PROMPT)
                texts.append((first or b"").decode("utf-8", "replace"))
        return texts

    def interrupt(self) -> None:
        if self._wire is None or self._control is None or not self._prompted:
            if self._control is not None:
                self._control.interrupt()
            return
        self._let_go = True
        for asked in self._asked:
            asked.cancel()
        self._wire.notify("session/cancel", {"sessionId": self._session})

    async def permission(self, watcher: Watcher, asked: Permission, options: list[Any]) -> str | None:
        """The id of the option that a person's answer means; None: no answer."""
        assert self._control is not None
        if self._let_go:
            return None
        waiting = asyncio.ensure_future(watcher.permission(asked))
        self._asked.add(waiting)
        try:
            with self._control.clocks_stop():
                answer = await waiting
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            return None
        finally:
            self._asked.discard(waiting)
        self._answered.append((asked, answer))
        self._denied |= not answer.allow
        kinds = ("allow_once", "allow_always") if answer.allow else ("reject_once", "reject_always")
        return next((o.option_id for kind in kinds for o in options if o.kind == kind), None)

    def _fail(self, failure: FailureClass, message: str) -> None:
        self.error = ErrorSaid(failure, message, wait_hint_ms(message, time.time()))

    def _end(self) -> None:
        """What the agent's answer to the prompt means."""
        assert self._wire is not None
        if self.short is not None:
            return self._fail("budget", f"what it may use of {self.short} is used up")
        result = (self._wire.answer or {}).get("result")
        if isinstance(result, dict) and isinstance(stop := result.get("stopReason"), str):
            if stop == "cancelled" and self._denied and not self._let_go:
                self._notices.append("It ended its turn because it was denied something.")
                stop = "end_turn"
            self.stop = stop[:200]
            if self.error is not None and stop != "end_turn":
                self.error = None  # a stop reason that the SDK does not know yet

    # ------------------------------------------------------------------------------------ on the process's thread

    def feed(self, chunk: bytes) -> None:
        assert self._wire is not None
        self._tell_answers()
        self._wire.feed(chunk)

    def _tell_answers(self) -> None:
        """What was answered since; the agent says nothing more of it before it knows."""
        while self._answered:
            asked, answer = self._answered.popleft()
            meta = {"id": asked.id, "name": asked.tool, "outcome": "allowed" if answer.allow else "denied"}
            self._updates.flush()
            self._writer.add("permission", answer.note, meta=meta)

    def finish(self) -> None:
        if self._wire is None:
            return
        self._wire.finish()
        self._updates.finish()
        if self._wire.replayed:
            self._writer.add("notice", f"The agent told {self._wire.replayed:,} updates of earlier turns again.")
        self._tell_answers()
        for notice in self._notices:
            self._writer.add("notice", notice)
        if self._wire.flooded:
            self._fail("crashed", "it asked more than can be answered, and was ended")
        self._look_for_errors()
        self._count()
        if self.error is not None:
            self._writer.add("error", self.error.message, title=self.error.failure, is_error=True)
        if self.stop is not None:
            self._writer.add("stop", self.stop, is_error=self.stop != "end_turn")

    def _look_for_errors(self) -> None:
        """Some tell a failure of their provider as if it were the answer."""
        said, pattern = self._updates.last_message.strip(), self._profile.error_text
        whole = pattern is not None and re.fullmatch(pattern, said, re.DOTALL) is not None
        if self.stop == "end_turn" and (self._updates.broke_down or whole):
            self._fail(classify(said) or "unknown", said[:4_000] or "the agent says that it cannot go on")

    def _count(self) -> None:
        """The turn's figures, once: what is told of the whole session is told less what was known before."""
        assert self._wire is not None
        event = figures_of((self._wire.answer or {}).get("result"))
        if (cost := self._updates.cost) is not None:
            event["cost"] = max(0.0, cost - self._known.cost)
            record(self._turn, {"cost": cost})
        if not event:
            return
        event["at_least"] = self._profile.partial_usage and bool(self._updates.tools)
        event["requests"] = self._updates.requests.count
        figures = self._meter.take({**event, "total": True})
        told: dict[str, object] = {name: event[name] for name in ("model", "at_least") if event.get(name)}
        if self._updates.filled:
            told["context"] = self._updates.filled[-1]
        self._writer.add("usage", meta={**told, "total": True, **figures})

    def _check_budget(self) -> None:
        """No limit is a part of the protocol: it is counted here, and where a tool call asks for one more request."""
        allowed, spent = self._turn.allowance, self._updates
        if self.short is not None:
            return
        if allowed.cost is not None and spent.cost is not None and spent.cost - self._known.cost >= allowed.cost:
            self.short = "cost"
        elif not spent.calls_open:
            return
        elif allowed.requests is not None and spent.requests.count >= allowed.requests:
            self.short = "requests"
        elif allowed.tokens is not None and self._profile.asks_per_request and sum(spent.filled) >= allowed.tokens:
            self.short = "tokens"
        if self.short is not None:
            assert self._wire is not None
            self._wire.notify("session/cancel", {"sessionId": self._session})


class _Client:
    """What an agent may ask of us: permission. It has neither files nor terminals of ours."""

    def __init__(self, turn: AcpTurn, watcher: Watcher) -> None:
        self._turn = turn
        self._watcher = watcher

    async def request_permission(self, session_id: str, tool_call: Any, options: list[Any], **_: Any) -> Any:
        from acp.schema import AllowedOutcome, DeniedOutcome, RequestPermissionResponse

        given = tool_call.raw_input if isinstance(tool_call.raw_input, dict) else {"title": tool_call.title or ""}
        asked = Permission(tool_call.tool_call_id, tool_call.kind or tool_call.title or "tool", given)
        chosen = await self._turn.permission(self._watcher, asked, options)
        if chosen is None:
            return RequestPermissionResponse(outcome=DeniedOutcome(outcome="cancelled"))
        return RequestPermissionResponse(outcome=AllowedOutcome(outcome="selected", option_id=chosen))


def _sdk() -> Any:
    """Importing it takes a second or two, so it happens off the loop and only for a turn."""
    from acp.client.connection import ClientSideConnection

    return ClientSideConnection


def _request_error() -> type[RequestError]:
    """The SDK is imported late, and so is its class of errors."""
    from acp import RequestError

    return RequestError
