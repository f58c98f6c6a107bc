# SPDX-License-Identifier: Apache-2.0
"""Walking and rebuilding a frozen definition, whatever its parts are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from engine.definition.model import Model, Workflow

_M = TypeVar("_M", bound=Model)


def parts(value: Any, *, nested: bool = True) -> Iterator[Model]:
    """Every part of a definition, itself first; with `nested` also those of the workflows folded into it."""
    if isinstance(value, Model):
        yield value
        for name in type(value).model_fields:
            inner = getattr(value, name)
            if nested or not isinstance(inner, Workflow):
                yield from parts(inner, nested=nested)
    elif isinstance(value, tuple):
        for inner in value:
            yield from parts(inner, nested=nested)
    elif isinstance(value, dict):
        for inner in value.values():
            if nested or not isinstance(inner, Workflow):
                yield from parts(inner, nested=nested)


def rebuilt(model: _M, change: Callable[[Any], Any]) -> _M:
    """The definition with `change` applied to every part, innermost first; it gives a part of the same kind."""
    update = {}
    for name in type(model).model_fields:
        old = getattr(model, name)
        new = _rebuilt(old, change)
        if new is not old:
            update[name] = new
    changed: _M = change(model.model_copy(update=update) if update else model)
    return changed


def _rebuilt(value: Any, change: Callable[[Any], Any]) -> Any:
    """`value` itself where nothing in it changes."""
    if isinstance(value, Model):
        return rebuilt(value, change)
    if isinstance(value, tuple):
        made = tuple(_rebuilt(inner, change) for inner in value)
        return made if any(new is not old for new, old in zip(made, value, strict=True)) else value
    if isinstance(value, dict):
        entries = {key: _rebuilt(inner, change) for key, inner in value.items()}
        return entries if any(entries[key] is not value[key] for key in value) else value
    return value
