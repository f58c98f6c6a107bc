# SPDX-License-Identifier: Apache-2.0
"""A client of the engine's tools made of the standard library alone: one message, one answer."""

from __future__ import annotations

import http.client
import itertools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

_numbers = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Answered:
    """What came back: the HTTP status, and the body as JSON where it is that, else as text."""

    status: int
    body: Any

    @property
    def text(self) -> str:
        """What a tool said."""
        said: str = self.body["result"]["content"][0]["text"]
        return said

    @property
    def refused(self) -> bool:
        """Whether a tool said no."""
        return bool(self.body["result"]["isError"])

    @property
    def given(self) -> dict[str, Any]:
        """The same for programs."""
        given: dict[str, Any] = self.body["result"]["structuredContent"]
        return given


def post(url: str, body: bytes, headers: Mapping[str, str], method: str = "POST") -> Answered:
    """One HTTP exchange. Blocks."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.netloc, timeout=60)
    usual = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
    try:
        connection.request(method, parts.path, body, usual | dict(headers))
        response = connection.getresponse()
        text = response.read().decode()
    finally:
        connection.close()
    is_json = response.getheader("Content-Type", "").startswith("application/json")
    return Answered(response.status, json.loads(text) if is_json and text else text)


def message(method: str, **params: Any) -> bytes:
    """A message of the protocol."""
    return json.dumps({"jsonrpc": "2.0", "id": next(_numbers), "method": method, "params": params}).encode()


def call(env: Mapping[str, str], tool: str, /, **arguments: Any) -> Answered:
    """Call a tool with what the environment says. Blocks."""
    headers = {"Authorization": f"Bearer {env['PILOTHOUSE_MCP_TOKEN']}"}
    return post(env["PILOTHOUSE_MCP_URL"], message("tools/call", name=tool, arguments=arguments), headers)
