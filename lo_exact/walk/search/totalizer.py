"""A growing totalizer: how many of some literals are true, in unary, up to a bound that can rise.

A balanced tree; each inner node counts its leaves up to the bound.  Raising the bound adds clauses
and takes none away, so one incremental solver serves all bounds.  n literals and bound b cost
O(n b log n) clauses at most.  Bailleux and Boufkhad (2003); growing: Martins et al. (2014).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass
class _Node:
    size: int
    children: tuple[int, ...] = ()
    outputs: list[int] = field(default_factory=list)


class Totalizer:
    """Unary counter of literals.

    Args:
        literals: What is counted; neighbours in this order share nodes of the tree.
        fresh: The first variable that is free to use.

    Attributes:
        fresh: the first variable still free.
    """

    def __init__(self, literals: Sequence[int], fresh: int):
        self.fresh = fresh
        self._nodes: list[_Node] = []
        if literals:
            self._plant(literals)

    @property
    def outputs(self) -> list[int]:
        """Literal j - 1 must be true when at least j literals are (up to the last `raise_to`)."""
        return self._nodes[-1].outputs if self._nodes else []

    def raise_to(self, bound: int) -> list[list[int]]:
        """Return the clauses that make the first ``bound`` outputs true to their word."""
        clauses: list[list[int]] = []
        for node in self._nodes:
            if not node.children:
                continue
            left, right = (self._nodes[child].outputs for child in node.children)
            for total in range(len(node.outputs) + 1, min(bound, node.size) + 1):
                out = self.fresh
                self.fresh += 1
                node.outputs.append(out)
                for i in range(max(0, total - len(right)), min(total, len(left)) + 1):
                    clause = [out]
                    if i:
                        clause.append(-left[i - 1])
                    if total - i:
                        clause.append(-right[total - i - 1])
                    clauses.append(clause)
        return clauses

    def _plant(self, literals: Sequence[int]) -> int:
        """Add the tree of these literals, children before parents; return its root's number."""
        if len(literals) == 1:
            self._nodes.append(_Node(1, outputs=[literals[0]]))
        else:
            middle = len(literals) // 2
            children = (self._plant(literals[:middle]), self._plant(literals[middle:]))
            self._nodes.append(_Node(len(literals), children))
        return len(self._nodes) - 1
