# SPDX-License-Identifier: Apache-2.0
"""A person's own failure signatures, `failures.yaml`: phrases of agents that Pilothouse does not know, and their class.

They are matched by a regular-expression engine without backtracking (pydantic's), so none takes longer than the text is
long; what it cannot do that way, look-around, back-references and very large repetitions, is refused at its line.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, StringConstraints, TypeAdapter, ValidationError
from pydantic_core import SchemaError

from engine.definition.model import Model
from engine.definition.shape import shaped
from engine.definition.source import MAX_BYTES, parse
from engine.definition.surface import DROPPED, Surface
from engine.errors import DefinitionFaults, Fault
from engine.policy.failures import LOOKED_AT, FailureClass

NAME = "failures.yaml"


class Signature(Model):
    """A phrase, as a regular expression, and the failure class that it means. Capitals are as small letters."""

    pattern: Annotated[str, Field(min_length=1, max_length=500)]
    failure: Annotated[FailureClass, Field(alias="class")]


class Signatures(Model):
    """All of a person's own. They come before those of Pilothouse, and the first that matches wins."""

    signatures: Annotated[tuple[Signature, ...], Field(max_length=200)] = ()

    @cached_property
    def _matchers(self) -> list[tuple[TypeAdapter[str], FailureClass]]:
        return [(_matcher(one.pattern), one.failure) for one in self.signatures]

    def classify(self, text: str) -> FailureClass | None:
        """The class of the first that stands in the last 16 Ki characters of what a failed turn left."""
        tail = text[-LOOKED_AT:]
        return next((failure for matcher, failure in self._matchers if _matches(matcher, tail)), None)


def parse_signatures(text: str | bytes, file: str = NAME) -> Signatures:
    """The signatures in a text. Raises DefinitionFaults, with every fault at its line and column."""
    faults: list[Fault] = []
    root = parse(text, file, faults)
    if root is None or root.value is None:
        if faults:
            raise DefinitionFaults(faults)
        return Signatures()
    surface = Surface(file, None, faults, lambda name, place: DROPPED)
    plain: Any = surface.plain(root)
    if not isinstance(plain, dict):
        surface.tell((), "a list under signatures is expected here", "write 'signatures: [{pattern: …, class: …}]'")
        raise DefinitionFaults(faults)
    read = shaped(plain, surface, Signatures)
    _check(plain.get("signatures"), surface)
    if faults or read is None:
        raise DefinitionFaults(faults)
    return read


def read_signatures(path: Path) -> Signatures:
    """The signatures in a file; none where there is no file. Blocks. Raises DefinitionFaults."""
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return Signatures()
    except OSError as error:
        fault = Fault(str(path), 0, 0, f"the file cannot be read: {error.strerror}", "make it readable")
        raise DefinitionFaults([fault]) from error
    return parse_signatures(data, str(path))


def _check(given: Any, surface: Surface) -> None:
    for place, one in enumerate(given if isinstance(given, Sequence) and not isinstance(given, str) else ()):
        pattern = one.get("pattern") if isinstance(one, dict) else None
        problem = _problem(pattern) if isinstance(pattern, str) and 0 < len(pattern) <= 500 else None
        if problem is not None:
            surface.tell(("signatures", place, "pattern"), f"{pattern!r} is no pattern: {problem}", _HINT)


_HINT = "write a phrase as a regular expression without look-around and back-references"


def _problem(pattern: str) -> str | None:
    try:
        matcher = _matcher(pattern)
    except SchemaError as error:
        last = str(error).strip().splitlines()[-1].strip()
        return last.removeprefix("SchemaError: ").removeprefix("error: ").rstrip(".")
    return "it matches the empty text, and so every failure" if _matches(matcher, "") else None


def _matcher(pattern: str) -> TypeAdapter[str]:
    return TypeAdapter(Annotated[str, StringConstraints(pattern=f"(?i){pattern}")])


def _matches(matcher: TypeAdapter[str], text: str) -> bool:
    try:
        matcher.validate_python(text, strict=True)
    except ValidationError:
        return False
    return True
