"""Lightest words of codes whose columns are on at most two checks: shortest cycles of a graph.

Checks are vertices and columns edges; a column on one check leads to one more vertex, the boundary,
and a column on none is a loop there.  Words are sets of edges with an even number at each vertex.

**Theorem.**  Let each edge have a label, and let a closed walk *matter* where its labels do not add
up to 0.  Grow a tree of shortest paths from a vertex s, and let l(v) be the sum of the labels on
the path to v.  If some closed walk through s matters and has d edges, then some edge (u, v) has
l(u) + label + l(v) != 0, and the paths to u and v and this edge have at most d edges together.
*Proof.*  Add up l(u) + label + l(v) over the edges of the walk: each l occurs twice, so the sum is
that of the labels, which is not 0, and one of its terms is not 0 either.  If that edge is the i-th,
its ends are at most i - 1 and d - i edges away from s.

A lightest word is a cycle: it splits into cycles, and one of them matters.  So a search from a set
of vertices that meets every cycle that matters finds the distance, for all functionals at once.
Labels may be changed by l(u) + l(v), which no closed walk notices; then only edges outside the tree
have one, and the cycles are met at the ends of these.

Below d edges nothing matters, so all shortest paths to a vertex have one label, and those from s to
both ends of a middle edge, or two to a middle vertex, are multiplied to count lightest words.

Costs V + E steps for each vertex that is begun from; d of them for surface codes.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from lo_exact.codes.code import Side

Edge = tuple[int, int, int]
"""Column, vertex at its other end, and label."""

State = tuple[int, int]
"""Vertex, and label of the paths to it."""


@dataclass(frozen=True)
class ShortestCycles:
    """Number of shortest nontrivial cycles, and the columns of one of these cycles."""

    count: int
    """Number of shortest nontrivial cycles through the searched vertices."""
    word: tuple[int, ...]
    """The columns of one cycle, ascending."""


class CycleSearch:
    """Search for the shortest nontrivial cycles of a side.

    Args:
        side: a side whose columns are on at most two different checks.
        check: called before the search from each vertex; may raise.
    """

    def __init__(self, side: Side, check: Callable[[], None]):
        self._check, self._boundary = check, len(side.problem.checks)
        self._edges: list[list[Edge]] = [[] for _ in range(self._boundary + 1)]
        labels = side.labels if side.functionals else [1 << j for j in range(side.size)]
        for column, ends in enumerate(side.problem.columns):
            u, v = (*ends, self._boundary, self._boundary)[:2]
            self._edges[u].append((column, v, labels[column]))
            if u != v:
                self._edges[v].append((column, u, labels[column]))
        self._remove_labels_of_a_forest()

    def _remove_labels_of_a_forest(self) -> None:
        """Add path labels to edge labels, so that the edges of a spanning forest get label 0."""
        sums: dict[int, int] = {}
        for root in (self._boundary, *range(self._boundary)):
            if root in sums:
                continue
            sums[root], reached = 0, [root]
            for u in reached:  # the list grows during the loop
                for _, v, label in self._edges[u]:
                    if v not in sums:
                        sums[v] = sums[u] ^ label
                        reached.append(v)
        self._edges = [
            [(column, v, sums[u] ^ label ^ sums[v]) for column, v, label in edges]
            for u, edges in enumerate(self._edges)
        ]

    def shortest(self, told: Callable[[tuple[int, ...]], None]) -> ShortestCycles:
        """Return the shortest nontrivial cycles; at least one must exist.

        Args:
            told: called with each word that is lighter than all before.
        """
        best = ShortestCycles(0, ())
        out = set[int]()
        for root in self._roots():
            self._check()
            met = self._through(root, out, len(best.word))
            if met is not None and (not best.word or len(met.word) < len(best.word)):
                best = met
                told(best.word)
            elif met is not None:
                best = ShortestCycles(best.count + met.count, best.word)
            out.add(root)
        return best

    def _roots(self) -> Iterable[int]:
        """Yield vertices that cover all edges with a nonzero label."""
        for vertex, edges in enumerate(self._edges):
            if any(label and v >= vertex for _, v, label in edges):
                yield vertex

    def _through(self, root: int, out: set[int], most: int) -> ShortestCycles | None:
        """Return the shortest nontrivial cycles through a vertex, with their number.

        Args:
            root: the vertex.
            out: vertices that the cycles must avoid.
            most: largest length; 0: unlimited.

        Returns:
            The cycles, or None if there are none.
        """
        labels, ways = {root: 0}, {root: 1}
        before: dict[State, tuple[int, State]] = {}
        layer, length = [root], 1
        while layer and (not most or length <= most):
            here = set(layer)
            middles = [
                (u, column, v)
                for u in layer
                for column, v, label in self._edges[u]
                if u <= v and v in here and labels[u] ^ labels[v] ^ label
            ]
            if middles:
                u, column, v = middles[0]
                word = _back((u, labels[u]), before) ^ _back((v, labels[v]), before) ^ {column}
                return _cycles(length, sum(ways[u] * ways[v] for u, _, v in middles), word)
            paths: dict[int, Counter[int]] = {}
            for u in layer:
                for column, v, label in self._edges[u]:
                    if v not in labels and v not in out:
                        state = v, labels[u] ^ label
                        paths.setdefault(v, Counter())[state[1]] += ways[u]
                        before.setdefault(state, (column, (u, labels[u])))
            several = [(v, each) for v, each in paths.items() if len(each) > 1]
            if several and most == length:
                return None
            if several:
                v, each = several[0]
                first, second, *_ = (_back((v, label), before) for label in each)
                squares = sum(many**2 for _, each in several for many in each.values())
                pairs = sum(each.total() ** 2 for _, each in several) - squares
                return _cycles(length + 1, pairs // 2, first ^ second)
            layer, length = list(paths), length + 2
            for v, each in paths.items():
                ((labels[v], ways[v]),) = each.items()
        return None


def _back(state: State, before: dict[State, tuple[int, State]]) -> set[int]:
    """Return the columns on the path to a state, a pair of vertex and label."""
    columns = set[int]()
    while state in before:
        column, state = before[state]
        columns.add(column)
    return columns


def _cycles(length: int, count: int, word: set[int]) -> ShortestCycles:
    """Build the result for ``count`` closed walks; the count is 0 if ``word`` repeats an edge."""
    return ShortestCycles(count if len(word) == length else 0, tuple(sorted(word)))
