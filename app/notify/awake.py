# SPDX-License-Identifier: Apache-2.0
"""Keeps the computer from falling asleep by itself while agents work. The lid and the person still decide."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import ExitStack, suppress
from typing import Any

from app.translate import QT_TR_NOOP, tr

WHY = QT_TR_NOOP("Agents work")


class Awake:
    """
    One request to the system, held or not. All of it blocks: for a thread.

    Attributes:
        said: who was asked, for the settings; empty while nothing is held.
    """

    def __init__(self) -> None:
        self.said = ""
        self._held = ExitStack()

    def hold(self) -> bool:
        """Asks the system to stay awake; False where nobody takes the request."""
        self.release()
        self.said = _ask(self._held)
        return bool(self.said)

    def release(self) -> None:
        """Takes the request back; nothing of it outlives this process anyhow."""
        self._held.close()
        self.said = ""


def _ask(held: ExitStack) -> str:
    if sys.platform == "darwin":
        child = subprocess.Popen(["/usr/bin/caffeinate", "-i", "-w", str(os.getpid())])
        held.callback(child.wait)
        held.callback(child.terminate)
        return "caffeinate"
    if sys.platform == "win32":
        import ctypes

        continuous, system_required = 0x80000000, 0x00000001
        held.callback(ctypes.windll.kernel32.SetThreadExecutionState, continuous)
        ctypes.windll.kernel32.SetThreadExecutionState(continuous | system_required)
        return "Windows"
    asked = [_login1, _session_manager, _power_management]
    return ", ".join(name for name in (ask(held) for ask in asked) if name)


def _login1(held: ExitStack) -> str:
    """systemd's manager gives a file descriptor; closing it releases."""
    from jeepney import DBusAddress, new_method_call

    manager = DBusAddress("/org/freedesktop/login1", "org.freedesktop.login1", "org.freedesktop.login1.Manager")
    message = new_method_call(manager, "Inhibit", "ssss", ("idle", "Pilothouse", tr(WHY), "block"))
    reply = _send("SYSTEM", message, held, with_fds=True)
    if reply is None:
        return ""
    held.callback(reply[0].close)
    return "systemd-logind"


def _session_manager(held: ExitStack) -> str:
    """GNOME; released when the connection ends."""
    from jeepney import DBusAddress, new_method_call

    address = DBusAddress("/org/gnome/SessionManager", "org.gnome.SessionManager", "org.gnome.SessionManager")
    suspend = 4
    message = new_method_call(address, "Inhibit", "susu", ("pilothouse", 0, tr(WHY), suspend))
    return "GNOME" if _send("SESSION", message, held) is not None else ""


def _power_management(held: ExitStack) -> str:
    """KDE, Xfce and others; released when the connection ends."""
    from jeepney import DBusAddress, new_method_call

    name = "org.freedesktop.PowerManagement"
    address = DBusAddress("/org/freedesktop/PowerManagement/Inhibit", name, f"{name}.Inhibit")
    message = new_method_call(address, "Inhibit", "ss", ("Pilothouse", tr(WHY)))
    return "PowerManagement" if _send("SESSION", message, held) is not None else ""


def _send(bus: str, message: Any, held: ExitStack, *, with_fds: bool = False) -> tuple[Any, ...] | None:
    """The answer's body; the connection stays open as long as `held`. None where nobody answers well."""
    from jeepney import DBusErrorResponse
    from jeepney.io.blocking import open_dbus_connection
    from jeepney.wrappers import unwrap_msg

    with suppress(OSError, LookupError, EOFError, TimeoutError, ValueError, RuntimeError, DBusErrorResponse):
        connection = open_dbus_connection(bus, enable_fds=with_fds)
        try:
            body: tuple[Any, ...] = unwrap_msg(connection.send_and_get_reply(message, timeout=_ANSWER_S))
        except BaseException:
            connection.close()
            raise
        held.callback(connection.close)
        return body
    return None


_ANSWER_S = 3.0
"""How long a service may take to answer, in seconds."""
