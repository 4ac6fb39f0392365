"""The minimum and the number of minima from all sums of rows: for rank up to 40, any nullity.

How many solutions there are of each weight follows from the sizes and signs of the 2^rank sums of
rows (`weights.dual`).  So the least weight and its count are proved before a single minimum is
known.  One is then looked for by chance (`drawn`): its weight proves that it is one, and when as
many different ones are found as there are, the list is complete.

Costs two to three nanoseconds a sum of rows, 2^30 of them three seconds, and a few megabytes.
`syndrome` takes the same systems up to rank 28 or so, with prices and more colours as well;
`middle` is faster where minima are light and few.
"""

from __future__ import annotations

from lo_exact.algebra import Unsolvable
from lo_exact.algebra.packed import as_tuple
from lo_exact.engines.engine import Offer, number_in_words
from lo_exact.errors import LimitReached
from lo_exact.outcome import Outcome, Presses, Status, Wanted, Watch
from lo_exact.puzzle import PackedSystem, System

MAX_RANK = 40
"""2^40 sums of rows take three quarters of an hour."""

MAX_BUTTONS = 4096

MAX_LISTED = 4096
"""More minima than these are not looked for one by one."""

SECONDS, BUTTON_PAIR_SECONDS = 0.005, 1e-6
"""CPU time besides: a minimum by chance; the identity, for each pair of buttons."""

BYTES = 2**26


def refusal(system: System) -> str:
    """Say why it cannot take the system, or ``""``."""
    if system.colours != 2:
        return "it is for two colours"
    if isinstance(system, PackedSystem) and system.bits:
        return "boards so large are held packed"
    if system.unknowns > MAX_BUTTONS:
        return f"{system.unknowns} buttons are more than {MAX_BUTTONS}"
    if not _one_price(system):
        return "it is for buttons of one price, more than 0"
    if isinstance(system.first, Unsolvable):
        return ""
    rank = system.unknowns - len(system.elimination.orders)
    return f"2^{rank} sums of rows are more than 2^{MAX_RANK}" if rank > MAX_RANK else ""


def _one_price(system: System) -> bool:
    prices = system.prices
    return not prices.size or int(prices.min()) == int(prices.max()) > 0


def offer(system: System, wanted: Wanted) -> Offer | None:
    """Say what it would take; nothing where minima are to be listed: it finds them by chance."""
    from lo_exact.engines.weights.transform import value_seconds

    if wanted.minima > 1 or wanted.canonical:
        return None
    rank = system.unknowns - len(system.elimination.orders)
    seconds = 2.0**rank * value_seconds(system.unknowns) + SECONDS
    seconds += BUTTON_PAIR_SECONDS * system.unknowns**2
    return Offer(f"{number_in_words(2**rank)} sums of rows", seconds, 2**rank, BYTES)


def minimise(system: System, wanted: Wanted, watch: Watch) -> Outcome:
    """Count the solutions of each weight, then find minima.

    Raises:
        LimitReached: When `refusal` says so.
    """
    first = system.first
    if isinstance(first, Unsolvable):
        return Outcome(Status.INFEASIBLE, witness=as_tuple(first.witness))
    if said := refusal(system):
        raise LimitReached(said)
    from lo_exact.engines.dual.drawn import drawn_minima
    from lo_exact.engines.weights.dual import dual_counts

    watch.improved(as_tuple(first), system.weight(first))
    solutions = system.solutions
    assert not isinstance(solutions, Unsolvable)
    price = int(system.prices[0]) if system.prices.size else 1
    counts = dual_counts(solutions, price, watch)
    weight = next(iter(counts))
    watch.bound(weight)
    every = (wanted.minima > 1 or wanted.canonical) and counts[weight] <= MAX_LISTED
    many = counts[weight] if every else min(wanted.minima, counts[weight], MAX_LISTED)
    minima: list[Presses] = sorted(drawn_minima(system, weight, max(many, 1), watch))
    listed = tuple(minima[: max(wanted.minima, 1)])
    complete = len(minima) == counts[weight]
    if len(listed) < min(max(wanted.minima, 1), counts[weight]) or (
        wanted.canonical and not complete
    ):
        said = f"{counts[weight]} minima are too many to be found one by one by chance"
        return Outcome(Status.OPTIMAL, weight, listed[:1], stopped=said)
    return Outcome(Status.OPTIMAL, weight, listed, counts[weight], canonical=complete)
