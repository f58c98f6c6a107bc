# SPDX-License-Identifier: Apache-2.0
"""The published JSON Schema of workflow files, made from the model."""

from __future__ import annotations

from typing import Any


def json_schema() -> dict[str, Any]:
    """JSON Schema (draft 2020-12) of a workflow file as it is written, for editors."""
    raise NotImplementedError
