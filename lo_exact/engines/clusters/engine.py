"""Engine for light solutions of sparse two-colour systems, by branching on unsatisfied checks.

One limit after another is refuted (`search_clusters`), so the bound rises during the search.  Cost
depends on the weight of the minimum and on the number of buttons of a check, and hardly on the
number of buttons.  Each press of the minimum multiplies it by 2 to 3 on sparse codes, and by far
more on boards, where each light has five buttons and minima are heavy.

`auto` takes it where one check of a sparse code is lit, as in the search for the lightest word of a
logical operator.  [[144,12,12]] takes 0.1 s, and 4 s by branch and cut.  Where more checks are lit,
`cuts` and `moats` find minima sooner (medians of 4 to 15 syndromes of eight families).  Chosen by
name, it is a second opinion.
"""

import numpy as np

from lo_exact.algebra import Unsolvable
from lo_exact.algebra.packed import as_tuple
from lo_exact.engines.engine import Offer
from lo_exact.errors import LimitReached
from lo_exact.outcome import Outcome, Status, Wanted, Watch
from lo_exact.puzzle import System

SECONDS_A_BUTTON = 2e-5
"""Guessed CPU seconds for each button: 0.1 s for distance 12, and 8 times for each two more."""

LATE_SECONDS = 10.0
"""CPU seconds after which other engines join."""

MAX_TOUCHED = 6
"""Largest mean number of checks of a button in a sparse code."""

MAX_RATE = 0.95
"""Largest number of checks per button; boards have as many lights as buttons, and heavy minima."""

MAX_BUTTONS = 20_000
"""Buttons of a system that is searched."""

MAX_SEARCHED_ENTRIES = 2**20
"""Largest number of matrix entries of a system to search."""

KEPT_MINIMA = 2**12
"""Number of minima stored at first, to find the least one or to list them."""


def refusal(system: System) -> str:
    """Return the reason why colours, prices or size are unsuitable for this engine, or ``""``."""
    if system.colours != 2:
        return f"cluster searches are for 2 colours, not {system.colours}"
    if system.unknowns > MAX_BUTTONS or system.matrix.entries > MAX_SEARCHED_ENTRIES:
        return (
            f"cluster searches take {MAX_BUTTONS} buttons and {MAX_SEARCHED_ENTRIES} entries at "
            "most"
        )
    if system.unknowns and (system.prices.min() != system.prices.max() or not system.prices[0]):
        return "cluster searches are for buttons of one price, more than 0"
    return ""


def offer(system: System, wanted: Wanted) -> Offer | None:
    """Return an offer if the matrix is sparse and exactly one light is wrong, else None."""
    buttons = system.unknowns
    if np.count_nonzero(system.syndrome) != 1 or system.lights > MAX_RATE * buttons:
        return None
    if system.matrix.entries > MAX_TOUCHED * buttons:
        return None
    why = f"one of {system.lights} checks is lit: the lightest word with it"
    return Offer(why, SECONDS_A_BUTTON * buttons, late=LATE_SECONDS)


def minimise(system: System, wanted: Wanted, watch: Watch) -> Outcome:
    """Find minimum-weight solutions by raising a weight limit until a search finds some.

    Raises:
        LimitReached: At the deadline, or when too many minima must be compared for the least.
    """
    from lo_exact.engines.clusters.problem import ClusterProblem
    from lo_exact.engines.clusters.search import plain_roots, search_quickly

    first = system.first
    if isinstance(first, Unsolvable):
        return Outcome(Status.INFEASIBLE, witness=as_tuple(first.witness))
    price = int(system.prices[0]) if system.unknowns else 1
    lit = system.syndrome.nonzero()[0].tolist()
    if not lit:
        nothing = (0,) * system.unknowns
        return Outcome(Status.OPTIMAL, 0, (nothing,), 1, canonical=True)
    checks: list[list[int]] = [[] for _ in range(system.lights)]
    columns = system.matrix.columns_of_entries().tolist()
    for light, button in zip(system.matrix.rows.tolist(), columns, strict=True):
        checks[light].append(button)
    problem = ClusterProblem(system.unknowns, checks, lit=lit)
    ties = wanted.count or wanted.canonical or wanted.minima > 1
    most = max(wanted.minima, KEPT_MINIMA if wanted.canonical else 1)
    keep = min(most, KEPT_MINIMA)
    limit, nodes = 1, 0
    while True:
        met = search_quickly(
            problem, limit, plain_roots(problem), expected=8 * nodes, keep=keep, ties=ties,
            check=lambda _: watch.check(),
        )  # fmt: skip
        if met.weight is not None:
            there = min(int(met.count), most)
            if there <= keep:
                break
            keep = there  # repeat the search, keeping all minima
            taken = 8 * keep * (limit + system.unknowns)
            if taken > wanted.memory:
                least = f"{-(-taken >> 20)} MiB, and {wanted.memory >> 20} are allowed"
                raise LimitReached(f"the minima take {least}")
            continue
        limit, nodes = limit + 1, met.nodes
        watch.bound(limit * price)
    if wanted.canonical and met.count > keep:
        raise LimitReached(f"{met.count} minima are too many to find the least of them this way")
    words = map(frozenset, met.words)
    minima = sorted(
        tuple(int(button in word) for button in range(system.unknowns)) for word in words
    )
    return Outcome(
        Status.OPTIMAL, met.weight * price, tuple(minima[: max(wanted.minima, 1)]),
        int(met.count) if ties else None, canonical=ties and met.count <= keep,
    )  # fmt: skip
