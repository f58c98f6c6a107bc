# SPDX-License-Identifier: Apache-2.0
"""Notices over a real message bus of the test's own, taken by a small service on it."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from app.notify.awake import Awake
from app.notify.desktop import OPEN, QUIET, DesktopNotices
from app.notify.notices import Notice
from tests.app.monitor import until

pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the bus of Linux desktops"),
    pytest.mark.skipif(shutil.which("dbus-daemon") is None, reason="not here: dbus-daemon"),
]

NAME = "org.freedesktop.Notifications"
CONFIG = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:path={socket}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*"/><allow own="*"/><allow receive_sender="*"/></policy>
</busconfig>"""


@pytest.fixture
def bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A message bus of its own, which stands for the session's and for the system's."""
    config = tmp_path / "bus.conf"
    config.write_text(CONFIG.format(socket=tmp_path / "bus"))
    argv = ["dbus-daemon", f"--config-file={config}", "--nofork", "--print-address"]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, text=True) as daemon:
        assert daemon.stdout is not None
        address = daemon.stdout.readline().strip()
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
        try:
            yield address
        finally:
            daemon.terminate()


class Service:
    """A notification service that keeps what it was told."""

    def __init__(self, *capabilities: str) -> None:
        self.capabilities = list(capabilities)
        self.calls: list[tuple[str, Any]] = []

    def called(self, member: str) -> list[Any]:
        return [body for name, body in self.calls if name == member]

    async def serve(self, connection: Any) -> None:
        from jeepney import HeaderFields, MessageType, new_method_return

        replies = {
            "GetServerInformation": ("ssss", ("test", "nobody", "1.0", "1.2")),
            "GetCapabilities": ("as", (self.capabilities,)),
            "Notify": ("u", (7,)),
            "CloseNotification": ("", ()),
        }
        while True:
            message = await connection.receive()
            if message.header.message_type is MessageType.method_call:
                member = message.header.fields[HeaderFields.member]
                self.calls.append((member, message.body))
                signature, body = replies[member]
                await connection.send(new_method_return(message, signature or None, body))


@asynccontextmanager
async def service(*capabilities: str) -> AsyncIterator[tuple[Service, Any]]:
    from jeepney import DBusAddress, new_method_call
    from jeepney.io.asyncio import DBusRouter, open_dbus_connection

    connection = await open_dbus_connection("SESSION")
    address = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")
    async with DBusRouter(connection) as router:
        await router.send_and_get_reply(new_method_call(address, "RequestName", "su", (NAME, 0)))
    served = Service(*capabilities)
    task = asyncio.create_task(served.serve(connection))
    try:
        yield served, connection
    finally:
        task.cancel()
        await asyncio.wait([task])
        await connection.close()


@asynccontextmanager
async def notices(acted: list[tuple[Notice, str]]) -> AsyncIterator[DesktopNotices]:
    desktop = DesktopNotices(lambda notice, action: acted.append((notice, action)))
    task = asyncio.create_task(desktop.serve())
    try:
        yield desktop
    finally:
        task.cancel()
        await asyncio.wait([task])


NOTICE = Notice("Approval · mend", "Title · webshop\nIt <b>waits</b>.", "r", "h1", "mend", "approval")


async def test_a_notice_has_buttons_escapes_markup_and_opens_its_hold(bus: str) -> None:
    from jeepney import DBusAddress, new_signal

    acted: list[tuple[Notice, str]] = []
    async with service("actions", "body-markup") as (served, connection), notices(acted) as desktop:
        await until(lambda: desktop.said)
        assert desktop.said == "test 1.0 (nobody), with buttons"

        assert await desktop.show(NOTICE)
        (body,) = served.called("Notify")
        assert body[0] == "Pilothouse"
        assert body[1] == 0
        assert body[3:6] == (
            "Approval · mend",
            "Title · webshop\nIt &lt;b&gt;waits&lt;/b&gt;.",
            ["default", "Open", "quiet", "Quiet for an hour"],
        )

        emitter = DBusAddress("/org/freedesktop/Notifications", interface=NAME)
        for action in (OPEN, QUIET):
            await connection.send(new_signal(emitter, "ActionInvoked", "us", (7, action)))
        await connection.send(new_signal(emitter, "ActionInvoked", "us", (8, OPEN)))  # of another program
        await until(lambda: len(acted) == 2)
        assert acted == [(NOTICE, OPEN), (NOTICE, QUIET)]

        await desktop.show(NOTICE)
        assert served.called("Notify")[1][1] == 7, "the same hold replaces its notice"
        await desktop.withdraw(set())
        assert served.called("CloseNotification") == [(7,)]


async def test_without_the_capability_there_are_no_buttons_and_text_stays_as_it_is(bus: str) -> None:
    async with service() as (served, _), notices([]) as desktop:
        await until(lambda: desktop.said)
        await desktop.show(NOTICE)

        (body,) = served.called("Notify")
        assert body[5] == []
        assert body[4] == NOTICE.body


async def test_without_a_service_or_a_bus_nothing_is_shown_and_nothing_fails(
    bus: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    desktop = DesktopNotices(lambda notice, action: None)
    async with asyncio.timeout(30):
        await desktop.serve()
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "tcp:host=nowhere")
        await desktop.serve()
        monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS")
        await desktop.serve()

    assert desktop.said == ""
    assert not await desktop.show(NOTICE)


def test_nobody_who_keeps_awake_is_no_fault(bus: str) -> None:
    awake = Awake()

    assert not awake.hold()
    assert awake.said == ""
    awake.release()
