# SPDX-License-Identifier: Apache-2.0
"""Providers' keys: kept by the system's keyring."""

from __future__ import annotations

from collections.abc import Iterator

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends.fail import Keyring as NoKeyring

from engine.agents import keys
from engine.errors import KeyringUnusable


class Memory(KeyringBackend):
    """A keyring in memory."""

    priority = -1.0  # never chosen by itself
    kept: dict[tuple[str, str], str]

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if self.kept.pop((service, username), None) is None:
            raise keyring.errors.PasswordDeleteError(username)


@pytest.fixture(autouse=True)
def ring(monkeypatch: pytest.MonkeyPatch) -> Iterator[Memory]:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    before, ours = keyring.get_keyring(), Memory()  # type: ignore[no-untyped-call]
    ours.kept = {}
    keyring.set_keyring(ours)
    yield ours
    keyring.set_keyring(before)


def test_a_key_is_kept_found_replaced_and_forgotten(ring: Memory) -> None:
    assert keys.key_of("anthropic") is None
    keys.store_key("anthropic", "one")
    keys.store_key("anthropic", "two")
    assert keys.key_of("anthropic") == "two"
    assert ring.kept == {("pilothouse", "anthropic"): "two"}
    keys.forget_key("anthropic")
    keys.forget_key("anthropic")
    assert keys.key_of("anthropic") is None


def test_without_a_keyring_the_engine_s_own_variable_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    keyring.set_keyring(NoKeyring())  # type: ignore[no-untyped-call]
    assert keys.key_of("anthropic") is None
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-env")
    assert keys.key_of("anthropic") == "sk-env"
    with pytest.raises(KeyringUnusable, match=r"^there is no keyring here: set ANTHROPIC_API_KEY in the"):
        keys.store_key("anthropic", "x")
    with pytest.raises(KeyringUnusable):
        keys.forget_key("anthropic")
    assert "pilothouse key anthropic" in keys.missing("anthropic")
