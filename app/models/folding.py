# SPDX-License-Identifier: Apache-2.0
"""Which blocks are folded until somebody unfolds them: what is settled, and large or one of many. No Qt in here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.projections import NodeView

LARGE = 12
"""A settled block that holds more blocks than this is folded."""

MANY = 8
"""Where a fan-out or a lead has more children than this, the settled ones are folded."""


class Folding:
    """What a person folded or unfolded by hand, and what stands folded by itself."""

    def __init__(self) -> None:
        self._by_hand: dict[str, bool] = {}

    def begin(self) -> None:
        """Forget what was done by hand: another run is shown."""
        self._by_hand.clear()

    def fold(self, id_: str, folded: bool) -> None:
        """A person did this."""
        self._by_hand[id_] = folded

    def folded(self, nodes: Sequence[NodeView]) -> frozenset[str]:
        """The ids of the blocks that are folded now."""
        held, children = _held(nodes), Counter(node.parent or "" for node in nodes)
        latest = {node.parent: node.id for node in nodes if node.kind == "round"}
        kinds = {node.id: node.kind for node in nodes}

        def by_itself(node: NodeView) -> bool:
            if not node.settled:
                return False
            many = children[node.parent or ""] > MANY and kinds.get(node.parent or "") in ("parallel", "orchestrate")
            past = node.kind == "round" and latest[node.parent] != node.id
            return held[node.id] > LARGE or many or past

        holders = [node for node in nodes if children[node.id]]
        return frozenset(node.id for node in holders if self._by_hand.get(node.id, by_itself(node)))


def _held(nodes: Sequence[NodeView]) -> Counter[str]:
    """How many blocks each block holds, at any depth. Parents stand before their children."""
    held: Counter[str] = Counter()
    for node in reversed(nodes):
        if node.parent is not None:
            held[node.parent] += held[node.id] + 1
    return held
