# SPDX-License-Identifier: Apache-2.0
"""Notices by the desktop's own service (freedesktop Notifications), with buttons where it has them."""

from __future__ import annotations

import asyncio
import html
import os
import sys
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from app.assets import icon_file
from app.notify.notices import Notice
from app.text import clean
from app.translate import tr

if TYPE_CHECKING:
    from jeepney import Message
    from jeepney.io.asyncio import DBusRouter

_NAME, _PATH = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
_ANSWER_S = 5.0
"""How long the service may take to answer, in seconds."""

OPEN, QUIET = "default", "quiet"
"""What a person may do with a notice: open what it tells of, or have quiet for an hour. Neither answers a hold."""


_NO_BUS = (OSError, LookupError, EOFError, TimeoutError, ValueError, RuntimeError)
"""What tells that there is no bus here, or none that can be spoken to."""


class DesktopNotices:
    """
    The service while it is there.

    Attributes:
        said: what is known of it, for the settings; empty where there is none.
        acted: called with a notice and `OPEN` or `QUIET`.
    """

    def __init__(self, acted: Callable[[Notice, str], None]) -> None:
        self.said = ""
        self._acted = acted
        self._router: DBusRouter | None = None
        self._capabilities: frozenset[str] = frozenset()
        self._shown: dict[int, Notice] = {}

    async def serve(self) -> None:
        """Keeps the connection until cancelled; returns where there is no such service."""
        if not sys.platform.startswith("linux"):
            return
        from jeepney import DBusErrorResponse
        from jeepney.io.asyncio import open_dbus_router
        from jeepney.io.common import RouterClosed

        with suppress(*_NO_BUS, DBusErrorResponse, RouterClosed):
            async with open_dbus_router(bus="SESSION") as router:
                try:
                    await self._serve(router)
                finally:
                    self._router, self.said = None, ""
                    self._shown.clear()

    async def _serve(self, router: DBusRouter) -> None:
        from jeepney import MatchRule

        name, vendor, version, _ = await self._call(router, "GetServerInformation")
        (capabilities,) = await self._call(router, "GetCapabilities")
        self._capabilities = frozenset(capabilities)
        rule = MatchRule(type="signal", interface=_NAME, path=_PATH)
        await self._bus_call(router, rule.serialise())
        signals: asyncio.Queue[Message] = asyncio.Queue(64)
        with router.filter(rule, queue=signals):
            self._router = router
            buttons = tr("with buttons") if "actions" in self._capabilities else tr("without buttons")
            self.said = clean(f"{name} {version} ({vendor}), {buttons}")
            while True:
                self._on_signal(await signals.get())

    async def _bus_call(self, router: DBusRouter, rule: str) -> None:
        from jeepney import DBusAddress, new_method_call

        bus = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")
        async with asyncio.timeout(_ANSWER_S):
            await router.send_and_get_reply(new_method_call(bus, "AddMatch", "s", (rule,)))

    async def _call(self, router: DBusRouter, method: str, signature: str = "", body: tuple[Any, ...] = ()) -> Any:
        from jeepney import DBusAddress, new_method_call
        from jeepney.wrappers import unwrap_msg

        message = new_method_call(DBusAddress(_PATH, _NAME, _NAME), method, signature or None, body)
        async with asyncio.timeout(_ANSWER_S):
            return unwrap_msg(await router.send_and_get_reply(message))

    async def show(self, notice: Notice) -> bool:
        """Shows it, in place of an earlier one of the same hold; False where the service did not take it."""
        from jeepney import DBusErrorResponse
        from jeepney.io.common import RouterClosed

        router = self._router
        if router is None:
            return False
        replaced = next((id_ for id_, one in self._shown.items() if one.key == notice.key), 0)
        actions = [OPEN, tr("Open"), QUIET, tr("Quiet for an hour")] if "actions" in self._capabilities else []
        body = clean(notice.body)
        if "body-markup" in self._capabilities:
            body = html.escape(body)
        hints = {
            "urgency": ("y", 1),
            "desktop-entry": ("s", "pilothouse"),
        }
        parts = ("Pilothouse", replaced, str(icon_file("pilothouse")), clean(notice.title), body, actions, hints, -1)
        try:
            (id_,) = await self._call(router, "Notify", "susssasa{sv}i", parts)
        except (OSError, TimeoutError, DBusErrorResponse, RouterClosed):
            return False
        self._shown[id_] = notice
        return True

    async def withdraw(self, open_: Collection[tuple[str, str]]) -> None:
        """Takes back what was shown of holds that are open no more."""
        from jeepney import DBusErrorResponse
        from jeepney.io.common import RouterClosed

        over = [id_ for id_, one in self._shown.items() if one.hold and one.key not in open_]
        for id_ in over:
            self._shown.pop(id_, None)
            if self._router is not None:
                with suppress(OSError, TimeoutError, DBusErrorResponse, RouterClosed):
                    await self._call(self._router, "CloseNotification", "u", (id_,))

    def _on_signal(self, message: Message) -> None:
        from jeepney import HeaderFields

        member, body = message.header.fields.get(HeaderFields.member), message.body
        if member == "ActivationToken" and body[0] in self._shown:
            os.environ["XDG_ACTIVATION_TOKEN"] = body[1]  # Wayland lets a window come forward by it only
        elif member == "ActionInvoked" and body[0] in self._shown:
            self._acted(self._shown[body[0]], QUIET if body[1] == QUIET else OPEN)
        elif member == "NotificationClosed":
            self._shown.pop(body[0], None)
