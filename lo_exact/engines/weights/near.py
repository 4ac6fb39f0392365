"""All solutions up to a weight, combined from the solutions of independent pieces.

A narrow piece is swept backwards for the least cost of the remaining buttons, from every state.  In
the forward sweep a partial solution stays only where its cost and that least cost are within the
bound, so everything visited leads to a solution.  Another piece is visited in blocks.  The excess
of a solution of the whole over the minimum is the sum of the excesses of its parts.
"""

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.engines.syndrome.engine import OrderedCoset
from lo_exact.engines.syndrome.spans import leave, sections
from lo_exact.engines.syndrome.sweep import Sweep
from lo_exact.engines.weights.pieces import Piece, Pieces
from lo_exact.errors import LimitReached
from lo_exact.outcome import Presses, Watch

MAX_NUMBERS = 2**27
"""Largest number of solutions times buttons in memory."""

Found = list[tuple[int, Presses]]
"""(weight, presses) of each solution."""

MAX_VISIT_SECONDS = 10.0**6
"""Largest forecast, in seconds, of an enumeration."""

BLOCKS_SECONDS = 0.2
"""Forecast seconds of block enumeration up to which no sweep is considered."""


def near_minimum(pieces: Pieces, excess: int, watch: Watch) -> Found:
    """Return every solution within ``excess`` of the minimum, by weight, then lexicographically.

    Raises:
        LimitReached: When there are too many, or a piece is too large.
    """
    weight = pieces.weight
    least, several = [], []
    for piece in pieces.pieces:
        found = _near_in_piece(piece, excess, watch)
        lowest = min(found)[0]
        weight += lowest
        least.append(lowest)
        several.append(sorted((cost - lowest, x) for cost, x in found))
    joined: list[tuple[int, list[Presses]]] = [(0, [])]
    size = max(pieces.presses.size, 1)
    for found in several:
        more = []
        for over, parts in joined:
            watch.check()
            for cost, x in found:
                if over + cost > excess:
                    break
                more.append((over + cost, [*parts, x]))
            _check_size(len(more), size)
        joined = more
    return sorted((weight + over, pieces.whole(parts)) for over, parts in joined)


def is_swept(piece: Piece) -> bool:
    """Return whether a piece is solved by a sweep instead of by visiting all its solutions.

    Raises:
        LimitReached: When the piece is too large for both.
    """
    from lo_exact.engines.syndrome.engine import ordered_refusal, sweep_seconds

    blocks = piece.forecasts["blocks"]
    if blocks <= BLOCKS_SECONDS:
        return False
    ordered, per_button = piece.ordered, piece.system.per_button
    if (
        ordered is not None
        and not ordered_refusal(ordered, per_button=per_button)
        and sweep_seconds(piece.system, sum(ordered.spans.widths())) < blocks
    ):
        return True
    if blocks > MAX_VISIT_SECONDS:
        words, buttons = piece.coset.kernel.generators.shape
        raise LimitReached(
            f"{words} generators of {buttons} buttons: too many solutions to visit, and too wide "
            "for a sweep"
        )
    return False


def _near_in_piece(piece: Piece, excess: int, watch: Watch) -> Found:
    """Return (weight, presses) of the solutions of a piece within ``excess`` of its minimum."""
    if is_swept(piece):
        assert piece.ordered is not None
        return _near_by_window(piece.ordered, excess, watch, per_button=piece.system.per_button)
    least = next(iter(piece.blocks.histogram(watch)))
    found: Found = []
    for weight, x in piece.blocks.up_to(least + excess, watch):
        found.append((weight, tuple(x.tolist())))
        _check_size(len(found), piece.buttons.size)
    return found


def _near_by_window(ordered: OrderedCoset, excess: int, watch: Watch, *, per_button: bool) -> Found:
    """Return (weight, presses) of the solutions within ``excess`` of the minimum, by a sweep."""
    c, x = ordered.spans.modulus, np.asarray(ordered.coset.particular)
    parts = sections(ordered.spans)
    widths = sum(section.states for section in parts)
    if widths > MAX_NUMBERS:
        raise LimitReached(
            f"2^{widths.bit_length() - 1} least costs are more than 2^"
            f"{MAX_NUMBERS.bit_length() - 1}, the most that are kept to list solutions"
        )
    sweep = Sweep(ordered.spans, x, ordered.prices, per_button)
    tables: list[NDArray[np.int64]] = []
    least = sweep.tables(watch, tables)
    bound = least + excess
    states, costs = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
    presses: IntArray = np.zeros((1, len(parts)), dtype=np.int64)
    for section, table in zip(parts, reversed(tables), strict=True):
        watch.check()
        digits = np.repeat(np.arange(section.choices), states.size)
        before = np.tile(np.arange(states.size), section.choices)
        chosen = digits * (section.states // section.choices) + states[before]
        pressed = (int(x[section.button]) + section.form(chosen, c)) % c
        counted = (pressed != 0).astype(np.int64) if per_button else pressed
        after = leave(section, chosen)
        paid = costs[before] + counted * int(ordered.prices[section.button])
        kept = np.flatnonzero(paid + table[after] <= bound)
        states, costs = after[kept], paid[kept]
        presses = presses[before[kept]]
        presses[:, section.button] = pressed[kept]
        _check_size(states.size, len(parts))
    return [
        (int(cost), ordered.restored(tuple(row)))
        for cost, row in zip(costs.tolist(), presses.tolist(), strict=True)
    ]


def _check_size(found: int, buttons: int) -> None:
    if found * max(buttons, 1) > MAX_NUMBERS:
        raise LimitReached(
            f"there are more than {MAX_NUMBERS // max(buttons, 1)} solutions of so little weight"
        )
