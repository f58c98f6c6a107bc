# SPDX-License-Identifier: Apache-2.0
"""Events as lines of the journal, and back."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError
from pydantic_core import PydanticCustomError

from engine.kernel.events import decisions, observations
from engine.kernel.events.base import Body
from engine.kernel.events.observations import RunCreated

_KINDS: dict[str, type[Body]] = {
    model.model_fields["type"].default: model
    for module in (observations, decisions)
    for model in vars(module).values()
    if isinstance(model, type) and issubclass(model, Body) and not model.model_fields["type"].is_required()
}
TYPES: frozenset[str] = frozenset(_KINDS)
"""Every kind this version knows. A journal with another kind is opened read-only."""


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the journal. `at` is UTC wall time (a label only); `driven` is the run's driving time in ms."""

    seq: int
    at: str
    driven: int
    body: Body


_BESIDE = {"type", "node", "attempt"}
_REPLACED = "\ufffd".encode()


def to_data(body: Body) -> dict[str, Any]:
    """The part of a body that stands under `data` in the journal; defaults are left out.

    `type`, `node` and `attempt` stand beside it.
    """
    if isinstance(body, RunCreated):
        data = body.model_dump(mode="json", exclude=_BESIDE | {"workflow"}, exclude_defaults=True)
        return data | {"workflow": body.workflow.model_dump(mode="json")}
    return body.model_dump(exclude=_BESIDE, exclude_defaults=True)  # mode "json" would change names of members


def to_json(body: Body) -> bytes:
    """`to_data` as compact JSON. Numbers that are none stand there as `NaN` and `Infinity`, which a journal refuses.

    Raises:
        ValueError: a text is none in Unicode; only escapes can hold it.
    """
    if isinstance(body, RunCreated):
        return json.dumps(to_data(body), ensure_ascii=False, separators=(",", ":")).encode()
    # What `model_dump_json` calls, without its own work: this runs for every record.
    data: bytes = body.__pydantic_serializer__.to_json(body, exclude=_BESIDE, exclude_defaults=True)
    if _REPLACED in data:  # as it writes, without a word, the name of a member that is none in Unicode
        return json.dumps(to_data(body), ensure_ascii=False, separators=(",", ":")).encode()
    return data


def to_body(type_: str, node: str | None, attempt: int | None, data: dict[str, Any]) -> Body:
    """The body that `to_data` came from.

    Raises:
        pydantic.ValidationError: the type is unknown, or its data does not fit it.
    """
    kind = _KINDS.get(type_)
    if kind is None:
        told = PydanticCustomError("event_kind", "this version knows no events of this kind")
        raise ValidationError.from_exception_data("Body", [{"type": told, "loc": ("type",), "input": type_}])
    fields = {**data, "type": type_, "node": node, "attempt": attempt}
    return kind.__pydantic_validator__.validate_python(fields)  # type: ignore[no-any-return]
