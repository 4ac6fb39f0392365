"""The cheapest way to pair terminals up.

Edmonds' algorithm by rustworkx: it calculates in integers, and checks its optimum by the dual.  It
takes no numbers of more than some 100 bits and cannot be interrupted: larger ones go to networkx,
the same algorithm in Python, and large graphs to a child process that can be killed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from lo_exact.outcome import Watch
from lo_exact.packages import is_installed
from lo_exact.processes.worker import call_in_child


@dataclass(frozen=True)
class MatchingSizes:
    """Up to which sizes the quicker ways are gone; they change the time, never the answer.

    Attributes:
        longest: lengths below this are paired up by rustworkx, which leaves room for sums of duals;
            longer ones are Python's integers.
        terminals_here: so many are paired up in this process: 0.1 s.
        counted_vertices: between so many, steps are counted: 128 MiB.
    """

    longest: int = 2**60
    terminals_here: int = 400
    counted_vertices: int = 2**12


MATCHING_SIZES = MatchingSizes()

Lengths = Sequence[Sequence[int]]
Pairs = list[tuple[int, int]]


def cheapest_pairs(lengths: Lengths, watch: Watch, sizes: MatchingSizes = MATCHING_SIZES) -> Pairs:
    """Return pairs (i, j), i < j, of all terminals, of least total length.

    Args:
        lengths: of i and j > i at [i][j - i - 1], whole numbers >= 0; the number of terminals is
            even.
        watch: looked at now and then; it may raise.
        sizes: up to which the quicker ways are gone.
    """
    longest = max((max(row, default=0) for row in lengths), default=0)
    if longest >= sizes.longest or not is_installed("rustworkx"):
        return _by_networkx(lengths, watch)
    if len(lengths) <= sizes.terminals_here:
        watch.check()
        return _by_rustworkx(lengths)
    found: Pairs = call_in_child(
        "lo_exact.engines.matching.pairing:pairs_in_child", lengths, watch=watch
    )
    return found


def pairs_in_child(tell: Callable[[str, Any], None], lengths: Lengths) -> Pairs:
    """Pair up in this process: what the child is called with."""
    del tell
    return _by_rustworkx(lengths)


def _by_rustworkx(lengths: Lengths) -> Pairs:
    import rustworkx

    graph: Any = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(lengths)))
    graph.add_edges_from(
        [(i, i + 1 + k, -length) for i, row in enumerate(lengths) for k, length in enumerate(row)]
    )
    pairs = rustworkx.max_weight_matching(
        graph, max_cardinality=True, weight_fn=int, verify_optimum=True
    )
    return [(min(pair), max(pair)) for pair in pairs]


def _by_networkx(lengths: Lengths, watch: Watch) -> Pairs:
    import networkx

    class Watched(networkx.Graph):  # type: ignore[misc]
        """A graph that looks at the clock while it is searched."""

        def neighbors(self, n: Hashable) -> Any:
            watch.check()
            return super().neighbors(n)

    graph = Watched()
    graph.add_weighted_edges_from(
        (i, i + 1 + k, -length) for i, row in enumerate(lengths) for k, length in enumerate(row)
    )
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    return [(min(pair), max(pair)) for pair in pairs]
