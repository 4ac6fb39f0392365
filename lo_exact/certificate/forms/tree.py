"""Evidence by a tree: what branch and cut did, so that a stranger adds it up again.

The engine `cuts` searches once more, with the answer known, and its tree is written down: the cuts
it used, named by the lights whose equations they come from, and for each node the whole multipliers
that settle buttons or show that nothing is left.  No floating-point number is in it.

Costs the search; tens to thousands of numbers for most codes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lo_exact.certificate.document import Json
from lo_exact.engines.table import find_engine
from lo_exact.errors import UsageError
from lo_exact.outcome import Presses, Watch
from lo_exact.puzzle import Puzzle

if TYPE_CHECKING:
    from lo_exact.engines.cuts.checks import Cut
    from lo_exact.engines.cuts.exact import Multipliers
    from lo_exact.engines.cuts.search import Node


def fits_a_tree(puzzle: Puzzle) -> bool:
    """Whether a search by `cuts` is likely to end soon."""
    return find_engine("cuts").offer(puzzle.system) is not None


def tree_evidence(
    puzzle: Puzzle, limit: int, but: Sequence[Presses], watch: Watch
) -> dict[str, Json]:
    """Return the evidence that no solution weighs at most ``limit``, but for some that are known.

    Raises:
        UsageError: When the puzzle has more than two colours, or there are other such solutions.
        LimitReached: At the watch's deadline.
    """
    from lo_exact.engines.cuts.engine import refute
    from lo_exact.engines.cuts.exact import scale_of

    system = puzzle.system
    found = refute(system, limit, watch, but)
    if found is None:
        raise UsageError(f"there is another solution of weight {watch.best_weight}")
    written = _Written(puzzle)
    nodes = [written.node(node) for node in found]
    return {"by": "tree", "scale": scale_of(system.prices), "cuts": written.cuts, "nodes": nodes}


class _Written:
    """The cuts met so far, numbered."""

    def __init__(self, puzzle: Puzzle):
        self.lights = puzzle.matters.tolist()
        self.cuts: list[Json] = []
        self.numbers: dict[Cut, int] = {}

    def node(self, node: Node) -> Json:
        settling: list[Json] = [self._multipliers(m) for m in node.settling]
        if node.button is not None:
            return [settling, "branch", node.button]
        if node.refutation is None:
            return [settling, "point", []]
        kind = "bound" if node.bounded else "empty"
        return [settling, kind, self._multipliers(node.refutation)]

    def _multipliers(self, multipliers: Multipliers) -> Json:
        listed: list[Json] = []
        for cut, times in zip(multipliers.cuts, multipliers.times, strict=True):
            listed += [self._number(cut), times]
        return listed

    def _number(self, cut: Cut) -> int:
        if cut not in self.numbers:
            self.numbers[cut] = len(self.cuts)
            chosen = cut.columns[cut.signs < 0].tolist()
            self.cuts.append([[self.lights[i] for i in cut.checks], chosen])
        return self.numbers[cut]
