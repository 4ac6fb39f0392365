"""Search for light words in pieces, in parallel processes or on a cluster, with a ledger.

Units are the nodes at one depth of the search; which depth is chosen so that there are some
thousands.  Each piece walks the few nodes above them again, and what was found and the nodes add up
to the search in one piece.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from lo_exact.compiled import has_numba
from lo_exact.engines.clusters.problem import ClusterProblem
from lo_exact.engines.clusters.search import Clusters, Root, search_clusters
from lo_exact.outcome import Watch
from lo_exact.runners.collect import collect
from lo_exact.runners.work import Order, Where, Work

WANTED_UNITS = 2_000
"""Enough for pieces of equal size on many cores."""

MAX_SPLIT = 8

Spec = tuple[ClusterProblem, int, tuple[Root, ...], int, bool]
"""Problem, limit, roots, split depth, whether ties are kept."""


def searched_in_pieces(
    problem: ClusterProblem,
    limit: int,
    roots: Sequence[Root],
    *,
    ties: bool,
    about: dict[str, Any],
    where: Where,
    watch: Watch,
    seconds: float,
) -> Clusters:
    """Search up to a weight limit in pieces, with the same result as `search_clusters`.

    Args:
        problem: which words count.
        limit: presses at most.
        roots: where to begin.
        ties: whether all lightest words are counted.
        about: what names the problem in a ledger: JSON values.
        where: who searches, and the folder where pieces are kept.
        watch: the clock.
        seconds: expected on one core; 0: not known.

    Raises:
        LimitReached: At the deadline.
        InputError: When the ledger is no folder, or holds something else.
    """
    split, units = _split(problem, limit, roots, watch)
    name = f"{about.get('side') or 'words'}-{limit}"
    order = Order(
        kind="distance",
        prepare="",
        run=f"{__name__}:searched",
        about=about | {"limit": limit, "split": split, "ties": ties},
        spec=(problem, limit, tuple(roots), split, ties),
        unit="branches",
        units=units,
    )
    records = collect(Work(order, seconds=seconds), where.file(name), watch)
    met = Clusters()
    for record in records:
        weight, count, words, nodes = record.result
        part = Clusters(weight, Fraction(count), tuple(map(tuple, words)), nodes, 0)
        met = met.joined(part, 1)
    return met


def _split(
    problem: ClusterProblem, limit: int, roots: Sequence[Root], watch: Watch
) -> tuple[int, int]:
    """Return a depth at which the search tree has enough nodes, and their number."""
    split = units = 0
    while split < min(limit - 1, MAX_SPLIT) and units < WANTED_UNITS:
        split += 1
        found = search_clusters(
            problem, limit, roots, ties=True, split=split, units=(0, 0), compiled=has_numba(),
            check=lambda nodes: watch.check(),
        )  # fmt: skip
        units = max(found.units, 1)
    return split, units


def searched(
    spec: Spec, low: int, high: int, given: None, check: Callable[[int], None]
) -> list[Any]:
    """Search a range of units; return [weight, count, words, nodes]."""
    problem, limit, roots, split, ties = spec
    met = search_clusters(
        problem, limit, roots, ties=ties, split=split, units=(low, high), compiled=has_numba(),
        check=lambda nodes: check(0),
    )  # fmt: skip
    return [met.weight, str(met.count), [list(word) for word in met.words], met.nodes]
