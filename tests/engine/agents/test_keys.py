# SPDX-License-Identifier: Apache-2.0
"""Providers' keys: kept by the system's keyring."""

from __future__ import annotations

from collections.abc import Iterator

import keyring
import pytest
from keyring.backends.fail import Keyring as NoKeyring
from keyring.backends.null import Keyring as NullKeyring

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


def test_where_a_key_is_can_be_told_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not keys.place_of("anthropic").kept
    keys.store_key("anthropic", "sk-secret")
    place = keys.place_of("anthropic")
    assert place.kept
    assert not place.fault
    assert "sk-secret" not in repr(place)

    keyring.set_keyring(NoKeyring())  # type: ignore[no-untyped-call]
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-env")
    place = keys.place_of("anthropic")
    assert (place.kept, place.set_here) == (False, True)
    assert "set ANTHROPIC_API_KEY" in place.fault


class PlaintextKeyring(MemoryKeyring):
    """As one that writes a file that anybody can read."""


def test_no_key_goes_where_it_would_be_kept_in_clear_or_not_at_all() -> None:
    clear = PlaintextKeyring()
    keyring.set_keyring(clear)
    with pytest.raises(KeyringUnusable, match="in clear"):
        keys.store_key("anthropic", "sk-secret")
    assert clear.kept == {}
    assert "in clear" in keys.place_of("anthropic").fault

    keyring.set_keyring(NullKeyring())  # type: ignore[no-untyped-call]
    with pytest.raises(KeyringUnusable, match="did not keep it"):
        keys.store_key("anthropic", "sk-secret")
