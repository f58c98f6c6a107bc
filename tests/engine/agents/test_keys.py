# SPDX-License-Identifier: Apache-2.0
"""Providers' keys: kept by the system's keyring."""

from __future__ import annotations

from collections.abc import Iterator

import keyring
import pytest
from keyring.backends.fail import Keyring as NoKeyring

from engine.agents import keys
from engine.errors import KeyringUnusable
from tests.helpers.keyrings import MemoryKeyring, memory_keyring


@pytest.fixture(autouse=True)
def ring(monkeypatch: pytest.MonkeyPatch) -> Iterator[MemoryKeyring]:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    with memory_keyring() as ours:
        yield ours


def test_a_key_is_kept_found_replaced_and_forgotten(ring: MemoryKeyring) -> None:
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
