# SPDX-License-Identifier: Apache-2.0
"""What was launched lately, and what was pinned, as it can be launched again. No Qt in here."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import PurePath
from typing import Protocol

from pydantic import JsonValue, TypeAdapter, ValidationError

from app.translate import tr
from engine.projections.words import one_line
from engine.runtime.launch import Request

MOST_RECENT, MOST_PINNED = 12, 30
_MOST_CHARS = 20_000
"""Characters of an input up to which it is kept."""

_KEY = "launches"


class Kept(Protocol):
    """Where texts are kept from one time to the next."""

    def text(self, key: str) -> str: ...
    def keep_text(self, key: str, text: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Recipe:
    """All that makes up a launch. `inputs`, `roles` and `budgets` as they were typed; clocks in ms."""

    workflow: str
    repository: str
    base: str = ""
    playbook: str = ""
    inputs: Mapping[str, JsonValue] = field(default_factory=dict)
    roles: Mapping[str, str] = field(default_factory=dict)
    budgets: Mapping[str, float | None] = field(default_factory=dict)
    pinned: bool = False

    @property
    def title(self) -> str:
        """What it is called in a list."""
        name = PurePath(self.workflow).stem if "/" in self.workflow or "\\" in self.workflow else self.workflow
        repository = PurePath(self.repository).name or self.repository
        return tr("{workflow} in {repository}").format(workflow=name, repository=repository)

    @property
    def told(self) -> str:
        """What it was about: the longest of its inputs, in a line."""
        texts = [value for value in self.inputs.values() if isinstance(value, str)]
        return one_line(max(texts, key=len), 120) if texts else tr("no inputs")

    def same(self, other: Recipe) -> bool:
        """Whether launching either does the same."""
        return replace(self, pinned=False) == replace(other, pinned=False)


def recipe_of(request: Request, playbook: str) -> Recipe:
    """What is kept of a launch; `playbook` as it was typed."""
    return Recipe(
        workflow=request.workflow,
        repository=str(request.repository),
        base=request.base or "",
        playbook=playbook,
        inputs=request.inputs,
        roles=request.roles,
        budgets=request.budgets,
    )


_RECIPES = TypeAdapter(list[Recipe])


class Recipes:
    """The kept launches: pinned ones first, the latest first. What cannot be read is as if it were not there."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept

    def all(self) -> list[Recipe]:
        """Every kept launch."""
        try:
            return _RECIPES.validate_json(self._kept.text(_KEY) or "[]")
        except ValidationError:
            return []

    def launched(self, recipe: Recipe) -> None:
        """Note that this was launched just now; an input that is too long to keep is left out."""
        inputs = {k: v for k, v in recipe.inputs.items() if not isinstance(v, str) or len(v) <= _MOST_CHARS}
        recipe = replace(recipe, inputs=inputs)
        before = self.all()
        pinned = any(one.pinned for one in before if one.same(recipe))
        self._keep([replace(recipe, pinned=pinned), *(one for one in before if not one.same(recipe))])

    def pin(self, recipe: Recipe, pinned: bool) -> None:
        """Keep it at the top for good, or no longer."""
        self._keep([replace(one, pinned=pinned) if one.same(recipe) else one for one in self.all()])

    def forget(self, recipe: Recipe) -> None:
        """Take it out of the list."""
        self._keep([one for one in self.all() if not one.same(recipe)])

    def _keep(self, recipes: list[Recipe]) -> None:
        pinned = [one for one in recipes if one.pinned][:MOST_PINNED]
        recent = [one for one in recipes if not one.pinned][:MOST_RECENT]
        self._kept.keep_text(_KEY, json.dumps([asdict(one) for one in (*pinned, *recent)], ensure_ascii=False))
