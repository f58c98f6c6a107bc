# SPDX-License-Identifier: Apache-2.0
"""Keys of providers: in the system's keyring, and nowhere else of ours. Everything here blocks.

Where there is no keyring, as on a server, the variable that the provider's own tools read is taken instead, from the
engine's environment; agents get neither.
"""

from __future__ import annotations

import logging
import os

import keyring
from keyring.errors import KeyringError, NoKeyringError, PasswordDeleteError

from engine.errors import KeyringUnusable

log = logging.getLogger("pilothouse.keys")

SERVICE = "pilothouse"
VARIABLES = {"anthropic": "ANTHROPIC_API_KEY"}
"""By provider: the variable that holds its key where there is no keyring."""


def key_of(provider: str) -> str | None:
    """The key of a provider; None where there is none, or no keyring that can be asked (the log says why)."""
    try:
        found = keyring.get_password(SERVICE, provider)
    except KeyringError:
        found = None
    except Exception:  # a backend of the system may raise anything of its own
        log.exception("the keyring could not be asked for the key of %s", provider)
        found = None
    return found or os.environ.get(VARIABLES.get(provider, "")) or None


def store_key(provider: str, key: str) -> None:
    """Keep a key; an earlier one is replaced. Raises KeyringUnusable."""
    try:
        keyring.set_password(SERVICE, provider, key)
    except KeyringError as error:
        if isinstance(error, NoKeyringError) and provider in VARIABLES:
            raise KeyringUnusable(
                f"there is no keyring here: set {VARIABLES[provider]} in the environment of Pilothouse instead"
            ) from error
        raise _unusable("store the key of", provider, error) from error


def forget_key(provider: str) -> None:
    """Take a key away; none is fine. Raises KeyringUnusable."""
    try:
        keyring.delete_password(SERVICE, provider)
    except PasswordDeleteError:
        pass
    except KeyringError as error:
        raise _unusable("remove the key of", provider, error) from error


def missing(provider: str) -> str:
    """What to do where there is no key."""
    variable = f", or set {VARIABLES[provider]} for the engine" if provider in VARIABLES else ""
    return f"there is no key for {provider!r}: store one with `pilothouse key {provider}`{variable}."


def _unusable(what: str, provider: str, error: KeyringError) -> KeyringUnusable:
    told = " ".join(str(error).split()) or type(error).__name__
    return KeyringUnusable(
        f"the system's keyring cannot {what} {provider!r}: {told}; unlock or install one, then retry"
    )
