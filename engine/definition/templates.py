# SPDX-License-Identifier: Apache-2.0
"""Prompt templates: sandboxed Jinja2 over a few names; what is inserted is data and never a template again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

NAMES = frozenset({"inputs", "artifacts", "verdicts", "facts", "run", "item", "feedback"})
"""What a template can name, and what a `for_each` calls its item."""


def render(template: str, context: Mapping[str, Any]) -> str:
    """The text of `template` for these names. Raises TemplateError, which says which name is missing."""
    raise NotImplementedError
