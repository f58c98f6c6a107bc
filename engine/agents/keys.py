# SPDX-License-Identifier: Apache-2.0
"""Keys of providers: in the system's keyring, and nowhere else of ours. Everything here blocks.

Where there is no keyring, as on a server, the variable that the provider's own tools read is taken instead, from the
engine's environment; agents get neither.
"""

from __future__ import annotations

import logging
import os
from dataclasses import dataclass

import keyring
from keyring.errors import KeyringError, NoKeyringError, PasswordDeleteError

from engine.errors import KeyringUnusable

log = logging.getLogger("pilothouse.keys")

SERVICE = "pilothouse"
VARIABLES = {"anthropic": "ANTHROPIC_API_KEY", "openai": "OPENAI_API_KEY", "google": "GEMINI_API_KEY"}
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


@dataclass(frozen=True, slots=True)
class KeyPlace:
    """
    Where a provider's key is; never the key.

    Attributes:
        kept: the system's keyring holds one.
        ring: what that keyring calls itself.
        variable: what is taken of the environment where the keyring holds none; `set_here`: whether it is set.
        fault: why the keyring cannot be used, and what to do; empty where it can.
    """

    provider: str
    kept: bool
    ring: str
    variable: str
    set_here: bool
    fault: str = ""


def place_of(provider: str) -> KeyPlace:
    """Where the key of a provider is. The system may ask the person to unlock the keyring."""
    ring, variable = keyring.get_keyring(), VARIABLES.get(provider, "")
    kept, fault = False, _in_clear()
    try:
        kept = not fault and bool(keyring.get_password(SERVICE, provider))
    except NoKeyringError:
        fault = _NO_RING.format(_instead(provider))
    except KeyringError as error:
        fault = _unusable("be asked for the key of", provider, error).message
    except Exception as error:  # a backend of the system may raise anything of its own
        log.exception("the keyring could not be asked for the key of %s", provider)
        fault = _unusable("be asked for the key of", provider, error).message
    return KeyPlace(provider, kept, ring.name, variable, bool(os.environ.get(variable)), fault)


def store_key(provider: str, key: str) -> None:
    """Keep a key; an earlier one is replaced. Raises KeyringUnusable, also where it would be kept in clear."""
    if why := _in_clear():
        raise KeyringUnusable(why)
    try:
        keyring.set_password(SERVICE, provider, key)
        kept = keyring.get_password(SERVICE, provider) == key
    except KeyringError as error:
        if isinstance(error, NoKeyringError) and provider in VARIABLES:
            raise KeyringUnusable(_NO_RING.format(_instead(provider))) from error
        raise _unusable("store the key of", provider, error) from error
    if not kept:  # the one that is switched off takes everything and keeps nothing
        raise KeyringUnusable(f"the system's keyring did not keep it: {_instead(provider)}")


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
    return f"there is no key for {provider!r}: store one in the settings or with `pilothouse key {provider}`{variable}."


_NO_RING = "there is no keyring here: {}"


def _instead(provider: str) -> str:
    """The way out where there is no keyring."""
    variable = VARIABLES.get(provider)
    return f"set {variable} in the environment of Pilothouse instead" if variable else "install one, then retry"


def _in_clear() -> str:
    """Why the keyring that is set up here may hold no key: it writes into a file that anybody can read; else empty."""
    ring = keyring.get_keyring()
    first = next(iter(getattr(ring, "backends", ())), ring)
    if "plaintext" not in type(first).__name__.lower():
        return ""
    return f"the keyring that is set up here ({ring.name}) keeps keys in clear on disk: set up another one, then retry"


def _unusable(what: str, provider: str, error: Exception) -> KeyringUnusable:
    told = " ".join(str(error).split()) or type(error).__name__
    return KeyringUnusable(
        f"the system's keyring cannot {what} {provider!r}: {told}; unlock or install one, then retry"
    )
