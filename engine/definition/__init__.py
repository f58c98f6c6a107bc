# SPDX-License-Identifier: Apache-2.0
"""What a workflow is: blocks, gates, budgets and roles, read from YAML with every fault at its line.

From file to run: `load` (or `loads`), then `resolve_profile` with the target repository's file, then `freeze`; what a
run keeps is `snapshot`, and `digest` names it. `coerce` reads the inputs, `outline` is the plan before launch.
Conditions are in `engine.definition.expressions`, prompts in `engine.definition.templates`; both import their library
only when first used.
"""

from engine.definition.freeze import digest, freeze, snapshot
from engine.definition.inputs import coerce
from engine.definition.load import Loaded, bundled, load, loads
from engine.definition.plan import Plan, claimed_only, describe, outline, rests_on_claims
from engine.definition.profiles import PROFILES_FILE, resolve_profile
from engine.definition.schema import json_schema
from engine.definition.shelf import Entry, Shelf

__all__ = [
    "PROFILES_FILE",
    "Entry",
    "Loaded",
    "Plan",
    "Shelf",
    "bundled",
    "claimed_only",
    "coerce",
    "describe",
    "digest",
    "freeze",
    "json_schema",
    "load",
    "loads",
    "outline",
    "resolve_profile",
    "rests_on_claims",
    "snapshot",
]
