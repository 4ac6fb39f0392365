"""Two colours: quiet patterns, all solutions of one board, and breadth-first search of all boards.

A set of buttons, or of lights, is one integer, with a bit for each.  A quiet pattern is a set of
buttons that changes no light (an element of the kernel, or null space, of A).  A class is a set of
buttons that are in the same quiet patterns.

Proves: the least number of presses of a board, among all its solutions; how many boards need 0, 1,
2, ... presses.  A board costs 2^20 solutions a second; all boards, up to 2^23, cost some seconds.
Does not prove: anything about colours, prices, or a target of any uniform colour.
Trusts: Python's integers.
"""

from __future__ import annotations

from collections.abc import Sequence


def kernel_masks(columns: Sequence[int]) -> list[int]:
    """Return a basis of the quiet patterns as bit masks over buttons.

    Args:
        columns: bit mask of the lights that each button changes.
    """
    reduced: dict[int, tuple[int, int]] = {}
    quiet = []
    for button, column in enumerate(columns):
        presses = 1 << button
        while column:
            top = column.bit_length()
            if top not in reduced:
                reduced[top] = column, presses
                break
            column ^= reduced[top][0]
            presses ^= reduced[top][1]
        else:
            quiet.append(presses)
    return quiet


def changed(columns: Sequence[int], presses: int) -> int:
    """Return the lights that the given presses change, as a bit mask."""
    lights = 0
    for button, column in enumerate(columns):
        if presses >> button & 1:
            lights ^= column
    return lights


def is_basis(columns: Sequence[int], patterns: Sequence[int]) -> bool:
    """Return whether patterns are a basis of the kernel: quiet, independent, and spanning."""
    if any(changed(columns, pattern) for pattern in patterns):
        return False
    independent = not kernel_masks(patterns)
    return independent and len(patterns) == len(kernel_masks(columns))


def minima(columns: Sequence[int], presses: int) -> tuple[int, int]:
    """Return least weight and number of lightest solutions of the board that ``presses`` solves."""
    quiet = kernel_masks(columns)
    best, ways = presses.bit_count(), 1
    for number in range(1, 1 << len(quiet)):
        presses ^= quiet[(number & -number).bit_length() - 1]  # Gray code: one pattern at a time
        weight = presses.bit_count()
        if weight < best:
            best, ways = weight, 0
        ways += weight == best
    return best, ways


def board_counts(columns: Sequence[int]) -> list[int]:
    """Return the number of boards that need 0, 1, 2, ... presses: the histogram of all boards.

    The sums are numbered by their coordinates in a basis, and a set of them is one whole number
    with a bit for each: so adding a column to all of a set is a few shifts.

    Args:
        columns: bit masks of rank r; memory is some times 2^r bits.
    """
    pivots: dict[int, tuple[int, int]] = {}  # highest bit -> (basis vector, coordinate)
    numbered = []
    for column in columns:
        coordinates, rest = 0, column
        while rest and (highest := rest.bit_length()) in pivots:
            vector, number = pivots[highest]
            rest, coordinates = rest ^ vector, coordinates ^ 1 << number
        if rest:
            coordinates ^= 1 << len(pivots)
            pivots[rest.bit_length()] = rest, len(pivots)
        numbered.append(coordinates)
    size = 1 << len(pivots)
    low = []
    for k in range(len(pivots)):
        mask, width = (1 << (1 << k)) - 1, 2 << k
        while width < size:
            mask, width = mask | mask << width, 2 * width
        low.append(mask)
    # Breadth first: after n steps, bit s of `here` is 1 if sum s needs n columns.  Adding a column
    # moves bit s to bit s ^ coordinates: for each coordinate that is 1, half blocks are swapped.
    unseen, here, counts = (1 << size) - 2, 1, [1]
    while unseen:
        reached = 0
        for coordinates in numbered:
            moved = here
            for k, mask in enumerate(low):
                if coordinates >> k & 1:
                    moved = (moved & mask) << (1 << k) | moved >> (1 << k) & mask
            reached |= moved
        here = reached & unseen
        unseen ^= here
        counts.append(here.bit_count())
    return counts


def class_sizes(columns: Sequence[int], basis: Sequence[int] | None = None) -> dict[int, int]:
    """Return the number of buttons by class; class 0 has the buttons in no quiet pattern.

    A class is the set of basis patterns its buttons are in, as a bit mask.

    Args:
        columns: bit mask of the lights that each button changes.
        basis: basis of the quiet patterns (`is_basis`); None: one is computed.
    """
    quiet = kernel_masks(columns) if basis is None else basis
    sizes: dict[int, int] = {}
    for button in range(len(columns)):
        name = sum((pattern >> button & 1) << i for i, pattern in enumerate(quiet))
        sizes[name] = sizes.get(name, 0) + 1
    return sizes
