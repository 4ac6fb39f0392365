"""Evidence by a tree: a branch and cut search, written in integers.

The engine `cuts` searches once more, with the answer known, and its tree is written down: the cuts
it used, named by the lights whose equations they come from.  Each node has the whole multipliers
that settle buttons or prove the node empty.  No floating-point number is in it.

Costs the search; tens to thousands of numbers for most codes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lo_exact.certificate.draft import Draft, Json
from lo_exact.engines.engine_table import find_engine
from lo_exact.errors import UsageError
from lo_exact.puzzle import Puzzle

if TYPE_CHECKING:
    from lo_exact.engines.cuts.exact import Cut, Multipliers
    from lo_exact.engines.cuts.search import SearchNode


def refusal(draft: Draft) -> str:
    """Return the reason why a tree does not prove the claim, or ``""``."""
    return "" if draft.all_listed else "a tree proves the number of minima only when all are listed"


def too_dear(draft: Draft) -> str:
    """Return the reason why a tree is not written by default, or ``""`` for short searches."""
    if not draft.too_many_to_visit:
        return "a walk is easier to read"
    return "" if find_engine("cuts").offer(draft.system) is not None else "the search may take long"


def write(draft: Draft) -> dict[str, Json]:
    """Return tree evidence that every solution of weight up to the claim's limit is listed.

    Raises:
        UsageError: When the puzzle has more than two colours, or there are other such solutions.
        LimitReached: At the watch's deadline.
    """
    from lo_exact.engines.cuts.engine import refute
    from lo_exact.engines.cuts.exact import scale_of

    system, watch = draft.system, draft.watch
    found = refute(system, draft.limit, watch, draft.blocked)
    if found is None:
        raise UsageError(f"there is another solution of weight {watch.best_weight}")
    written = _WrittenCuts(draft.puzzle)
    nodes = [written.node(node) for node in found]
    return {"by": "tree", "scale": scale_of(system.prices), "cuts": written.cuts, "nodes": nodes}


class _WrittenCuts:
    """Writer of a search tree's nodes as JSON, with cuts numbered in order of first use."""

    def __init__(self, puzzle: Puzzle):
        self.lights = puzzle.matters.tolist()
        self.cuts: list[Json] = []
        self.numbers: dict[Cut, int] = {}

    def node(self, node: SearchNode) -> Json:
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
