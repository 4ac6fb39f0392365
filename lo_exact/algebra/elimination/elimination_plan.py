"""Plan of an elimination by inactivation, which expresses buttons by earlier buttons.

`make_plan` puts the buttons in an order.  Every equation can express its last button by earlier
ones, if its coefficient there is a unit.  Where several equations end at one button, one of them
claims it and the others are *residual*: they are computed and eliminate parameters.  A button that
no equation claims is a *parameter*.  On a grid in row-major order this is light chasing: the first
row is parameters, and the last row's equations are residual.  The plan depends on positions only,
never on numbers other than "is it a unit".  So it is made with a few array operations: one sort of
the entries, about 0.03 s a million.

`position_spans` cuts a plan into spans: the positions that each brings in, the residual equations
solved after it, and the positions no longer needed.  Between two spans the elimination cleans up:
numbers that no later equation needs are dropped, and waiting residual equations are solved when
there are enough.  The cuts depend on the plan alone, so every pass cuts the same way.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.sparse import IntArray, SparseMatrix

SPARE = 64
"""Columns that the elimination keeps beyond twice the number in use before it removes others."""


@dataclass(frozen=True, eq=False)
class EliminationPlan:
    """Order of the buttons, with the equation that expresses each button by earlier ones.

    Positions 0..unknowns-1 are buttons in order; number ``unknowns`` means "nothing, 0"; the k-th
    residual equation has number ``unknowns + 1 + k``.
    """

    modulus: int
    """Modulus p^e."""
    lights: int
    """Number of equations."""
    buttons: int
    """Number of buttons, including those without entries."""
    order: IntArray
    """(unknowns,) int64, button at each position, without the buttons without entries."""
    idle: IntArray
    """Buttons without entries, ascending."""
    empty: IntArray
    """Equations without entries, ascending."""
    starts: IntArray
    """(lights + 1,) int64; equation i's entries are ``starts[i]:starts[i + 1]``."""
    places: NDArray[np.int32]
    """(entries,) int32 positions, ascending within an equation."""
    values: NDArray[Any]
    """(entries,) residues, 1..modulus-1."""
    claim: IntArray
    """(unknowns,) int64, the equation that expresses this position, -1 at a parameter."""
    need: IntArray
    """(unknowns,) int64, last position where an equation ends that needs this position."""
    residuals: IntArray
    """(residuals,) int64 equations, sorted by the position where they end."""
    ends: IntArray
    """(residuals,) int64, position where each ends."""

    @property
    def unknowns(self) -> int:
        """Number of positions, one for each button that has an entry."""
        return int(self.order.size)

    @property
    def numbers(self) -> int:
        """Number of stored values: one per position and per residual equation, and a constant 0."""
        return int(self.order.size + 1 + self.residuals.size)

    @cached_property
    def parameters(self) -> IntArray:
        """Positions of the parameters, which no equation expresses by earlier unknowns."""
        return np.flatnonzero(self.claim < 0)

    @cached_property
    def widths(self) -> IntArray:
        """Upper bounds on parameters in use by position, if each residual equation removes one."""
        size = self.unknowns
        steps = (self.claim < 0).astype(np.int64)
        steps -= np.bincount(self.ends, minlength=size)
        alive = np.arange(1, size + 1) - np.cumsum(np.bincount(self.need, minlength=size))
        return np.minimum(np.cumsum(steps), alive)

    @cached_property
    def width(self) -> int:
        """Maximum of `widths`, 0 for a plan without unknowns."""
        return int(self.widths.max(initial=0))

    def entries_of(self, equations: IntArray) -> tuple[IntArray, IntArray]:
        """Return (ends, sources): entry indices by equation in ``sources``, delimited by ``ends``.

        Args:
            equations: (count,) equation numbers.

        Returns:
            ``sources`` indexes `places` and `values`; the part of the i-th equation ends before
            ``ends[i]``.
        """
        first = self.starts[equations]
        counts = self.starts[equations + 1] - first
        ends = np.cumsum(counts)
        sources = np.repeat(first - ends + counts, counts)
        sources += np.arange(sources.size)
        return ends, sources


def make_plan(matrix: SparseMatrix, prime: int, order: IntArray | None = None) -> EliminationPlan:
    """Plan the elimination of a matrix whose modulus is a power of a prime.

    Args:
        matrix: (lights, buttons) mod p^e.
        prime: p.
        order: the buttons that have entries, in the wanted order; by default ascending.
    """
    lights, buttons = matrix.shape
    lengths = np.diff(matrix.starts)
    if order is None:
        order = np.flatnonzero(lengths)
    size = int(order.size)
    position = np.zeros(buttons, dtype=np.int32)
    position[order] = np.arange(size)
    places, values = _by_equation(matrix, np.repeat(position, lengths))
    starts = np.zeros(lights + 1, dtype=np.int64)
    np.cumsum(np.bincount(matrix.rows, minlength=lights), out=starts[1:])
    filled = np.flatnonzero(np.diff(starts))
    final = np.full(lights, -1, dtype=np.int64)
    final[filled] = places[starts[filled + 1] - 1]
    claim = _claims(starts, places, values, prime, filled, final, size)
    left_over = np.ones(lights, dtype=np.bool_)
    left_over[claim[claim >= 0]] = False
    residuals = filled[left_over[filled]]
    residuals = residuals[np.argsort(final[residuals], kind="stable")]
    need = np.zeros(0, dtype=np.int64)
    if size:
        used = np.flatnonzero(lengths)
        need = np.zeros(buttons, dtype=np.int64)
        need[used] = np.maximum.reduceat(final[matrix.rows], matrix.starts[used])
        need = need[order]
    return EliminationPlan(
        modulus=matrix.modulus,
        lights=lights,
        buttons=buttons,
        order=order,
        idle=np.flatnonzero(lengths == 0),
        empty=np.flatnonzero(final < 0),
        starts=starts,
        places=places,
        values=values,
        claim=claim,
        need=need,
        residuals=residuals,
        ends=final[residuals],
    )


def _by_equation(
    matrix: SparseMatrix, place: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[Any]]:
    """Return the positions and values of the matrix entries, sorted by equation, then position."""
    place_bits = int(place.max(initial=0)).bit_length()
    value_bits = (matrix.modulus - 1).bit_length() if matrix.modulus > 2 else 0
    row_bits = matrix.shape[0].bit_length()
    key = matrix.rows.astype(np.int64)
    key <<= place_bits
    key |= place
    if row_bits + place_bits + value_bits > 62:
        order = np.argsort(key, kind="stable")
        return place[order], matrix.values[order]
    if value_bits:
        key <<= value_bits
        key |= matrix.values
    key.sort(kind="stable")  # entries of grids are nearly sorted, which makes a stable sort fast
    values = matrix.values
    if value_bits:
        values = (key & ((1 << value_bits) - 1)).astype(matrix.values.dtype)
        key >>= value_bits
    key &= (1 << place_bits) - 1
    return key.astype(np.int32), values


def _claims(
    starts: IntArray,
    places: NDArray[np.int32],
    values: NDArray[Any],
    prime: int,
    filled: IntArray,
    final: IntArray,
    size: int,
) -> IntArray:
    """Return per position the equation that gives it from earlier positions, -1 at a parameter."""
    able = filled[values[starts[filled + 1] - 1] % prime != 0]
    claim = np.full(size, -1, dtype=np.int64)
    claim[final[able[::-1]]] = able[::-1]
    losers = able[claim[final[able]] != able]
    if losers.size == 0:
        return claim
    contested = np.zeros(size, dtype=np.bool_)
    contested[final[losers]] = True
    rivals = able[contested[final[able]]]
    before = starts[rivals + 1] - 2
    other = np.where(before >= starts[rivals], places[before], -1)
    rivals = rivals[np.argsort(other, kind="stable")[::-1]]
    claim[final[rivals]] = rivals
    return claim


SPAN = 4096
"""Largest number of positions in a span."""

Numbers = TypeVar("Numbers")
Sums = TypeVar("Sums")
Step = TypeVar("Step")
Pairs = TypeVar("Pairs")


@dataclass(frozen=True, eq=False)
class SolvingStep(Generic[Numbers, Sums]):
    """Step of the plan that solves one batch of residual equations.

    Integers used as sets over GF(2), residues in matrices otherwise.
    """

    chunk: range
    """Numbers k of the residual equations."""
    columns: Numbers
    """(eliminated,) columns that were eliminated or redefined."""
    sums: Sums
    """(eliminated, width): each old column, in terms of all columns."""
    tags: Sums
    """(eliminated, chunk): its constant, in terms of the equations' constants."""
    checks: Sums
    """(checks, chunk): combinations of equations whose constant must be 0."""
    targets: Numbers
    """(targets,) numbers of the sums from which columns were eliminated."""
    factors: Sums
    """(targets, eliminated): coefficient of each column in them."""


@dataclass(frozen=True, eq=False)
class FlushEvent(Generic[Step, Pairs]):
    """Record of a round of equation solving: parameters created, steps taken, columns released."""

    created: range
    """The parameters (by index) that were created since the last event."""
    steps: tuple[Step, ...]
    """Batches of equations, in order."""
    released: Pairs
    """Columns and parameters no longer in any sum, which are free."""


@dataclass(frozen=True, eq=False)
class PositionSpan:
    """Run of consecutive positions of an elimination plan that are evaluated together."""

    low: int
    """First position."""
    high: int
    """Last position plus 1."""
    claimed: IntArray
    """Positions with an equation."""
    parameters: IntArray
    """Positions without an equation."""
    residuals: range
    """Numbers k of the residual equations that end here."""
    flush: bool
    """Whether all pending residual equations are solved after this span."""
    dying: IntArray
    """Positions (of this or earlier spans) no longer needed after it."""
    live: IntArray
    """Positions still needed after it."""


def position_spans(plan: EliminationPlan, batch: int) -> Iterator[PositionSpan]:
    """Yield the spans (runs of consecutive positions) of a plan, in order.

    Args:
        plan: The plan.
        batch: Number of pending residual equations at which they are solved.
    """
    size = plan.unknowns
    parameters = plan.parameters
    live = np.zeros(0, dtype=np.int64)
    low = first = waiting = fresh = parameter = 0
    while low < size:
        high = min(low + SPAN, size)
        if first + batch < plan.ends.size:
            high = min(high, int(plan.ends[first + batch - 1]) + 1)
        if parameter + 4 * batch < parameters.size:
            high = min(high, max(low, int(parameters[parameter + 4 * batch - 1])) + 1)
        last = int(np.searchsorted(plan.ends, high))
        next_parameter = int(np.searchsorted(parameters, high))
        waiting += last - first
        fresh += next_parameter - parameter
        flush = waiting >= batch or fresh >= 4 * batch or high == size
        known = np.concatenate([live, np.arange(low, high)])
        needed = plan.need[known] >= high
        live = known[needed]
        own = plan.claim[low:high]
        yield PositionSpan(
            low=low,
            high=high,
            claimed=np.flatnonzero(own >= 0) + low,
            parameters=parameters[parameter:next_parameter],
            residuals=range(first, last),
            flush=flush,
            dying=known[~needed],
            live=live,
        )
        if flush:
            waiting = fresh = 0
        low, first, parameter = high, last, next_parameter
