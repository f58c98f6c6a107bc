# SPDX-License-Identifier: Apache-2.0
"""What a session asks a model with: its instructions, its tools, and how large a request may be. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from engine.agents.anthropic_loop.conversation import Block, Conversation, Head
from engine.agents.protocol import Turn
from engine.agents.spending import OVERHEAD

MAX_OUTPUT = 32_000
"""Tokens of one answer where the model can give more."""
_PLAIN_OUTPUT = 8_192
"""The same where nobody told what it can give."""
BASH = "bash"
EDITOR = "str_replace_based_edit_tool"
_HANDS: dict[str, Block] = {
    BASH: {"type": "bash_20250124", "name": BASH},
    EDITOR: {"type": "text_editor_20250728", "name": EDITOR},
}
_NAMES = {
    BASH: {"bash"},
    EDITOR: {"edit", "editor", "write", "text_editor", EDITOR},
}
"""What a role's `tools` may call them, in lower case."""

_SYSTEM = """\
You work on a task in a git checkout, by yourself: nobody reads along, and nobody answers but through the tools. Your
working directory is {checkout}. Commands run there in one shell that lasts for the turn, without a terminal and with an
empty input; start what runs for long in the background. Output beyond 30,000 characters is cut in the middle. A command
is stopped after 10 minutes. Do the work with the tools; what you only say changes nothing. When it is done, report your
verdict and end your turn."""


def head_of(turn: Turn, model: str, *, max_output: int | None, thinking: bool, efforts: frozenset[str]) -> Head:
    """What stays the same in every request of a session; what a model cannot do is not asked of it."""
    role, options = turn.role, dict[str, Any]()
    if thinking:
        options["thinking"] = {"type": "adaptive", "display": "summarized"}
    if role.effort in efforts:
        options["output_config"] = {"effort": role.effort}
    if caches(turn, model):
        options["cache_control"] = {"type": "ephemeral"}
    instructions = f"\n\n{role.instructions.strip()}" if role.instructions else ""
    return Head(
        session=turn.session,
        model=model,
        system=_SYSTEM.format(checkout=turn.checkout) + instructions,
        tools=(*hands_of(role.tools), *engine_tools(turn)),
        max_output=min(max_output or _PLAIN_OUTPUT, MAX_OUTPUT),
        options=options,
    )


def caches(turn: Turn, model: str) -> bool:
    """Whether a cache is asked for: not where a price is known and what the cache costs is not."""
    found = turn.access.prices.price(model)
    return found is None or None not in (found[0].cache_read, found[0].cache_write)


def hands_of(names: tuple[str, ...] | None) -> list[Block]:
    """The tools that act in the sandbox: all, or those of them that a role names."""
    wanted = None if names is None else {name.lower() for name in names}
    return [tool for name, tool in _HANDS.items() if wanted is None or wanted & _NAMES[name]]


def engine_tools(turn: Turn) -> list[Block]:
    """The engine's tools, as a model is told of them."""
    box = turn.tools
    return [
        {"name": tool.name, "description": tool.purpose(), "input_schema": tool.schema_for_agents()}
        for tool in (box.tools if box is not None else ())
    ]


def request_of(conversation: Conversation, max_tokens: int) -> dict[str, Any]:
    """The next request."""
    head = conversation.head
    assert head is not None
    return {
        "model": head.model,
        "max_tokens": max_tokens,
        "system": head.system,
        "tools": list(head.tools),
        "messages": conversation.messages(),
        **head.options,
    }


class Bound:
    """How many tokens a request may have at most: as many as bytes, but for what an answer has measured already."""

    def __init__(self) -> None:
        self._measured = OVERHEAD
        self._bytes = 0

    def of(self, request: Mapping[str, Any]) -> int:
        """The bound of this request."""
        return self._measured + _size(request) - self._bytes

    def measured(self, request: Mapping[str, Any], answer: list[Block], tokens: int) -> None:
        """This request and its answer have so many tokens together."""
        self._measured, self._bytes = tokens, _size(request) + _size(answer)


def _size(value: object) -> int:
    return len(json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass"))
