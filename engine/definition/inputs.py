# SPDX-License-Identifier: Apache-2.0
"""Inputs given at launch, checked against what the workflow asks for."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from engine.definition.model import Input


def coerce(spec: Mapping[str, Input], given: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """A value of the right type for every input of `spec`, from text (as typed on a command line) or JSON values.

    A list comes as a JSON array or comma separated. What is not given is the default, else empty: `""`, `[]`, False, or
    None for numbers. Raises InputFaults with every fault at once.
    """
    raise NotImplementedError
