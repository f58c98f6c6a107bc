# SPDX-License-Identifier: Apache-2.0
"""A keyring in memory, in place of the system's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import keyring
from keyring.backend import KeyringBackend
from keyring.errors import PasswordDeleteError


class MemoryKeyring(KeyringBackend):
    """Keeps keys in this process; `kept` is by service and name."""

    priority = -1.0  # never chosen by itself

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if self.kept.pop((service, username), None) is None:
            raise PasswordDeleteError(username)


@contextmanager
def memory_keyring() -> Iterator[MemoryKeyring]:
    """The keyring of this process, for as long as the context lasts."""
    before, ours = keyring.get_keyring(), MemoryKeyring()
    keyring.set_keyring(ours)
    try:
        yield ours
    finally:
        keyring.set_keyring(before)
