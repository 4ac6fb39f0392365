"""The best walk an engine knows so far, told to whoever waits as soon as there is a better one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from lo_exact.walk.graph.bridges import descend
from lo_exact.walk.graph.ground import Ground
from lo_exact.walk.graph.joining import joined, squares_of
from lo_exact.walk.graph.trails import as_numbers, trail
from lo_exact.walk.graph.tree import tree_counts

Tell = Callable[[str, Any], None]
"""``tell("improved", (walk as numbers, steps))`` and ``tell("bound", steps)``."""


class Best:
    """The best walk so far; the depth-first tree gives the first.

    Args:
        tell: Called with every better walk and every better bound.
        ground: A ground with at least one empty cell.
    """

    def __init__(self, tell: Tell, ground: Ground):
        self._tell, self._ground = tell, ground
        self._squares = squares_of(ground)
        self.walk = trail(ground, *tree_counts(ground, descend(ground)))
        self._tell("improved", (as_numbers(self.walk), len(self.walk)))
        self.bound = 0
        self.prove(ground.parity.bound)

    @property
    def proved(self) -> bool:
        """Whether the walk is as short as the proved bound."""
        return len(self.walk) <= self.bound

    def offer(self, counts: Sequence[int], end: int) -> None:
        """Make a walk of counts that satisfy every cell, and keep it if it is better."""
        walked = joined(self._ground, self._squares, counts)
        if sum(walked) < len(self.walk):
            self.walk = trail(self._ground, walked, end)
            self._tell("improved", (as_numbers(self.walk), len(self.walk)))

    def prove(self, bound: int) -> None:
        """Take note that no walk is shorter than this."""
        if bound > self.bound:
            self.bound = bound
            self._tell("bound", bound)
