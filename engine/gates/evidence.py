# SPDX-License-Identifier: Apache-2.0
"""What a measurement leaves to be read: the output of commands, in the attempt's folder, made by the engine alone.

The journal keeps name, size and hash of each file, so a file that was touched later is told from the evidence.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from engine.gates.context import MeasureContext
from engine.workspace.hostile_files import is_real_folder, remove_tree

_OURS = re.compile(r"(\d+)-(?:[a-z]+-)?[0-9.]+")


@dataclass(frozen=True, slots=True)
class Evidence:
    """One gate's folder of one turn."""

    folder: Path
    name: str

    def keep(self, file: str, content: bytes) -> JsonValue:
        """Write a file; its name (below the attempt's folder), bytes and SHA-256, for the facts. None where empty."""
        if not content:
            return None
        (self.folder / file).write_bytes(content)
        return {"file": f"{self.name}/{file}", "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}


def open_evidence(ctx: MeasureContext, key: str) -> Evidence:
    """An empty folder for one gate. Whatever an agent put in the place of evidence is removed. Blocks.

    Raises:
        OSError: the folder cannot be made.
    """
    gate = ctx.attempt_dir / "gate"
    if not is_real_folder(gate):
        remove_tree(gate)
    gate.mkdir(parents=True, exist_ok=True)
    name = f"{ctx.turn}-{key.replace(':', '-')}"
    for entry in list(gate.iterdir()):
        ours = _OURS.fullmatch(entry.name)
        if ours is None or int(ours[1]) > ctx.turn or entry.name == name or not is_real_folder(entry):
            remove_tree(entry)
    (gate / name).mkdir()
    return Evidence(gate / name, f"gate/{name}")
