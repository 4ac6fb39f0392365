"""Engine that searches over syndromes, button by button, for systems of small rank.

The buttons decided so far affect the others only through the syndrome that they leave.  So the
least cost of the rest is a function of that syndrome (Bellman 1957; Wolf 1978 and Forney 1988 for
codes).  The states of this *sweep* are the syndromes that can occur and can still be solved.  They
are named by the digits of the kernel words that have begun and not ended (`kernel_spans`): at most
c^rank of them, and fewer near both ends.  Costs about two passes over the states for each button.
Memory is the states and the bits that record the choices.

`narrow_order` chooses an order of the buttons with few states, for long and narrow systems.  A
light is *open* while some of its buttons are decided and some are not.  Decided buttons affect the
others only through the sums of the open lights, so c^open bounds the width of a sweep.  A board
with a short side of w places has about 2 w open lights when it is swept along its long side.  Row
by row the other way it may have hundreds.

`first_minimum` finds the lexicographically least minimum, where the buttons were decided in another
order.

`refusal`, `offer` and `minimise` are the functions that every engine has.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import inf, log2

import numpy as np

from lo_exact.algebra import Coset, IntArray, Kernel, SparseMatrix, Unsolvable
from lo_exact.algebra.elimination.order import breadth_first
from lo_exact.algebra.packed import as_tuple
from lo_exact.engines.engine import Offer, number_in_words
from lo_exact.engines.syndrome.spans import Spans, kernel_spans
from lo_exact.engines.syndrome.sweep import MAX_CHOICE_BYTES, Sweep, cost_type
from lo_exact.errors import LimitReached
from lo_exact.outcome import Outcome, Presses, Status, Wanted, Watch
from lo_exact.puzzle import PackedSystem, System

MAX_ENTRIES = 40_000
"""Largest number of entries for reordering; larger systems keep the given order."""

LOOK_AHEAD = 64
"""Next buttons of the walk among which the greedy order chooses."""


def open_lights(matrix: SparseMatrix, order: IntArray) -> IntArray:
    """Count, at each step of the order, the lights with both decided and undecided buttons.

    Args:
        matrix: A, (lights, buttons).
        order: (buttons,) the buttons in decision order.
    """
    place = np.empty(order.size, dtype=np.int64)
    place[order] = np.arange(order.size)
    at = place[matrix.columns_of_entries()]
    first = np.full(matrix.shape[0], order.size, dtype=np.int64)
    last = np.full(matrix.shape[0], -1, dtype=np.int64)
    np.minimum.at(first, matrix.rows, at)
    np.maximum.at(last, matrix.rows, at)
    used = last >= 0
    opened = np.bincount(first[used], minlength=order.size)
    closed = np.bincount(last[used] + 1, minlength=order.size + 1)[: order.size]
    return np.cumsum(opened - closed)


def bounded_steps(matrix: SparseMatrix, order: IntArray) -> float:
    """Return an upper bound on a sweep's total number of states in a button order, or ``inf``."""
    widths = open_lights(matrix, order) * np.log2(matrix.modulus)
    if widths.max(initial=0.0) > 1000:
        return float("inf")
    return float(np.exp2(widths).sum())


@lru_cache(maxsize=4)
def narrow_order(matrix: SparseMatrix) -> IntArray:
    """Return the given or a greedy button order, whichever has the smaller bound on states.

    One order is tried beside the given one.  Buttons are walked breadth-first from an end of the
    puzzle, as for elimination (`lo_exact.algebra.elimination.order`).  The next button is, among
    the first few of the walk, the one that opens fewest lights.

    Costs some passes over the entries; nothing is eliminated.
    """
    given = np.arange(matrix.shape[1], dtype=np.int64)
    if not 0 < matrix.entries <= MAX_ENTRIES or matrix.shape[1] < 3:
        return given
    idle = np.flatnonzero(np.diff(matrix.starts) == 0)
    walk = np.concatenate([breadth_first(matrix), idle])
    return min(given, _greedy(matrix, walk), key=lambda order: bounded_steps(matrix, order))


def _greedy(matrix: SparseMatrix, walk: IntArray) -> IntArray:
    """Reorder ``walk`` greedily: choose the next button that leaves the fewest lights open."""
    starts, rows = matrix.starts.tolist(), matrix.rows.tolist()
    left = np.bincount(matrix.rows, minlength=matrix.shape[0]).tolist()
    opened = [False] * matrix.shape[0]
    waiting, later = walk[:LOOK_AHEAD].tolist(), walk[LOOK_AHEAD:].tolist()
    later.reverse()
    order = []
    while waiting:
        best, least = 0, 0
        for k, button in enumerate(waiting):
            more = 0
            for light in rows[starts[button] : starts[button + 1]]:
                more += (not opened[light]) - (left[light] == 1)
            if k == 0 or more < least:
                best, least = k, more
        button = waiting.pop(best)
        order.append(button)
        for light in rows[starts[button] : starts[button + 1]]:
            opened[light] = True
            left[light] -= 1
        if later:
            waiting.append(later.pop())
    return np.array(order, dtype=np.int64)


MAX_MINIMA_EDGES = 2**24
"""Edges of the graph of all minima, 24 bytes each: 400 MB."""

Layer = tuple[IntArray, IntArray, IntArray]
"""(edges,) node before, presses, node after."""


def first_minimum(sweep: Sweep, order: IntArray, watch: Watch) -> Presses:
    """Return the minimum that is lexicographically least in the given button order.

    The minima are the paths through a layered graph: its nodes are the states that minima pass, its
    edges the presses of one button.  Every edge lies on a path from the first layer to the last.
    Buttons are settled one by one in the given order.  Of the edges left at a button those with the
    least presses stay, and every edge that thereby lost its last way in or out is removed.

    Costs a pass over the graph, and as much again for all removals.  The graph is refused where it
    has more than `MAX_MINIMA_EDGES` edges.

    Args:
        sweep: the search.
        order: (buttons,) the buttons' numbers in decision order.
        watch: the time limit.

    Raises:
        LimitReached: When minima pass too many states.
    """
    layers: list[Layer] = []
    edges = 0
    for layer in sweep.steps(watch):
        layers.append(layer)
        edges += layer[0].size
        if edges > MAX_MINIMA_EDGES:
            raise LimitReached(
                f"the minima pass more than {MAX_MINIMA_EDGES} states: the least in order"
            )
    place = np.empty(order.size, dtype=np.int64)
    place[order] = np.arange(order.size)
    presses = []
    for at in place.tolist():
        watch.check()
        before, pressed, after = layers[at]
        least = pressed.min()
        presses.append(int(least))
        stays = pressed == least
        if stays.all():
            continue
        layers[at] = before[stays], pressed[stays], after[stays]
        _drop_edges(layers, range(at + 1, len(layers)), forward=True)
        _drop_edges(layers, reversed(range(at)), forward=False)
    return tuple(presses)


def _drop_edges(layers: list[Layer], order: Iterable[int], *, forward: bool) -> None:
    """Remove edges without an adjoining edge in the previous (if ``forward``) or the next layer."""
    for k in order:
        before, pressed, after = layers[k]
        stays = np.isin(before, layers[k - 1][2]) if forward else np.isin(after, layers[k + 1][0])
        if stays.all():
            return
        layers[k] = before[stays], pressed[stays], after[stays]


MAX_STATES = 2**28
"""Largest number of states at one button; their costs take 256 MiB for each byte of a cost."""

MAX_STEPS = 2**37
"""Largest number of states at all buttons together: 75 s at `TWO_COLOURS_NANOSECONDS` each."""

MAX_SPAN_STEPS = 2**30
"""Most steps of the search for short kernel words: words squared times buttons."""

MAX_BIT_STEPS = 2**33
"""`MAX_STEPS` for two colours, whose words are integers."""

QUICK_STEPS = 2**23
"""Number of states up to which no other order is tried."""

WORTH_STEPS = 4
"""Factor of fewer states from which on another order is used."""

MAX_BYTES = 2**31
"""Largest memory in bytes for the costs of all states, before and after a button."""

TWO_COLOURS_NANOSECONDS = 0.55
"""CPU time of a state for two colours, measured on low-rank matrices of 8 to 24 lights."""

MORE_NANOSECONDS = 1.4
"""The same for more colours."""

BUTTON_SECONDS = 4.5e-4
"""CPU time of a button, however few the syndromes.  `python -m benchmarks.forecasts` refits it."""

BYTES = 3
"""Bytes for each state at the widest button."""


@dataclass(frozen=True, eq=False)
class OrderedCoset:
    """All solutions of a system, with the buttons in the order of a sweep."""

    coset: Coset
    """The solutions, their columns in that order."""
    prices: IntArray
    """(buttons,) prices in that order."""
    spans: Spans
    """Spans of the kernel's words in that order."""
    order: IntArray | None = None
    """(buttons,) original numbers; None for the given order."""

    def restored(self, presses: Presses) -> Presses:
        """Return presses in the original order of the buttons."""
        if self.order is None:
            return presses
        given = np.empty(self.order.size, dtype=np.int64)
        given[self.order] = presses
        return tuple(given.tolist())


def ordered_coset(system: System, coset: Coset, *, quick: int = QUICK_STEPS) -> OrderedCoset:
    """Return all solutions of a system, with the buttons reordered so that sweeps have few states.

    Args:
        system: the system.
        coset: its solutions.
        quick: number of states up to which the given order stays.
    """
    given = OrderedCoset(coset, system.prices, kernel_spans(coset.kernel))
    steps = sum(given.spans.widths())
    if steps <= quick:
        return given
    order = narrow_order(system.matrix)
    if np.array_equal(order, np.arange(order.size)):
        return given
    other = ordered_by(coset, system.prices, order)
    return given if sum(other.spans.widths()) * WORTH_STEPS > steps else other


def ordered_by(coset: Coset, prices: IntArray, order: IntArray) -> OrderedCoset:
    """Return all solutions with the buttons in the given order."""
    kernel = coset.kernel
    other = Coset(
        np.asarray(coset.particular)[order],
        Kernel(kernel.modulus, kernel.generators[:, order], kernel.orders),
    )
    return OrderedCoset(other, prices[order], kernel_spans(other.kernel), order)


def forecast_by_structure(system: System) -> float:
    """Return an upper bound on a search's CPU seconds, found without elimination, or ``inf``.

    The bound counts the sums of open lights, so it is far above the truth for dense systems.
    """
    if isinstance(system, PackedSystem) and system.bits:
        return inf
    matrix = system.matrix
    words = max(matrix.shape[1] - matrix.shape[0], 0)
    most = MAX_BIT_STEPS if matrix.modulus == 2 else MAX_SPAN_STEPS
    if not matrix.entries or words * words * matrix.shape[1] > most:
        return inf
    steps = bounded_steps(matrix, narrow_order(matrix))
    return sweep_seconds(system, steps) if steps <= MAX_STEPS else inf


def refusal(system: System) -> str:
    """Return the reason why the system has too many states, or ``""``."""
    found = system.solutions
    if isinstance(found, Unsolvable):
        return ""
    if isinstance(system, PackedSystem) and system.bits:
        return "boards so large are held packed, and their rank is not small"
    if said := _too_many_words(found.kernel):
        return said
    return ordered_refusal(ordered_coset(system, found), per_button=system.per_button)


def _too_many_words(kernel: Kernel) -> str:
    words, buttons = kernel.generators.shape
    if words * words * buttons > (MAX_BIT_STEPS if kernel.modulus == 2 else MAX_SPAN_STEPS):
        return f"{words} kernel words of {buttons} buttons are too many to look for short spans"
    return ""


def ordered_refusal(ordered: OrderedCoset, *, per_button: bool) -> str:
    """Return the reason why a button order has too many states, or ``""``."""
    widths = ordered.spans.widths()
    width, steps = max(widths, default=1), sum(widths)
    if width > MAX_STATES:
        return f"2^{log2(width):.0f} syndromes at once are more than 2^{log2(MAX_STATES):.0f}"
    if steps > MAX_STEPS:
        return f"2^{log2(steps):.0f} syndromes in all are more than 2^{log2(MAX_STEPS):.0f}"
    dtype, _ = cost_type(
        ordered.coset.particular, ordered.prices, per_button, ordered.spans.modulus
    )
    if 2 * width * dtype.itemsize > MAX_BYTES:
        return (
            f"2^{log2(width):.0f} syndromes at once, {2 * dtype.itemsize} bytes each, are more "
            f"than {MAX_BYTES >> 20} MiB"
        )
    return ""


def offer(system: System, wanted: Wanted) -> Offer:
    """Estimate the cost of visiting all states, for a system that `refusal` accepts."""
    found = system.solutions
    assert not isinstance(found, Unsolvable)
    widths = ordered_coset(system, found).spans.widths()
    steps, widest = sum(widths), max(widths, default=1)
    why = f"{number_in_words(steps)} syndromes on the way"
    return Offer(why, sweep_seconds(system, steps), steps, widest * BYTES)


def sweep_seconds(system: System, steps: float) -> float:
    """Estimate the CPU seconds of visiting ``steps`` states."""
    nanoseconds = TWO_COLOURS_NANOSECONDS if system.colours == 2 else MORE_NANOSECONDS
    return steps * nanoseconds / 1e9 + BUTTON_SECONDS * system.unknowns


def minimise(system: System, wanted: Wanted, watch: Watch) -> Outcome:
    """Find minimum-weight solutions by a sweep over syndromes."""
    found = system.solutions
    if isinstance(found, Unsolvable):
        return Outcome(Status.INFEASIBLE, witness=as_tuple(found.witness))
    if said := _too_many_words(found.kernel):
        raise LimitReached(said)
    ordered = ordered_coset(system, found)
    return minimise_ordered(ordered, wanted, watch, per_button=system.per_button)


def minimise_ordered(
    ordered: OrderedCoset, wanted: Wanted, watch: Watch, *, per_button: bool
) -> Outcome:
    """Find minimum-weight solutions by a sweep in one button order; list them in the original one.

    In another order the listed minima are those that come first there.  If these are all minima,
    they are sorted.  Otherwise the least in the given order is searched for, if it is wanted.
    """
    if said := ordered_refusal(ordered, per_button=per_button):
        raise LimitReached(said)
    sweep = Sweep(
        ordered.spans, np.asarray(ordered.coset.particular), ordered.prices, per_button,
        min(MAX_CHOICE_BYTES, max(wanted.memory // 2, 1)),
    )  # fmt: skip
    weight = sweep.back(watch)
    limit = max(wanted.minima, 1)
    if ordered.order is None:
        minima = sweep.minima(limit, watch)
        watch.improved(minima[0], weight)
        count = sweep.count(watch) if wanted.count else None
        return Outcome(Status.OPTIMAL, weight, tuple(minima), count, canonical=True)
    # one more than requested shows whether these are all minima
    found = [ordered.restored(x) for x in sweep.minima(limit + 1, watch)]
    watch.improved(found[0], weight)
    canonical, stopped = len(found) <= limit, ""
    listed = sorted(found) if canonical else found[:limit]
    if not canonical and wanted.canonical:
        try:
            least = first_minimum(sweep, ordered.order, watch)
            listed = [least, *(x for x in listed if x != least)][:limit]
            canonical = True
        except LimitReached as stop:
            watch.check()
            stopped = str(stop)
    count = sweep.count(watch) if wanted.count else None
    return Outcome(
        Status.OPTIMAL, weight, tuple(listed), count, canonical=canonical, stopped=stopped
    )
