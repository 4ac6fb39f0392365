"""Puzzles on large full rectangles with one rule, whose states are stored as packed bits.

A board of 10^8 lights is 13 MB of bits here; no array and no list of its lights is ever made.
"""

from lo_exact.algebra.packed import BitRows
from lo_exact.errors import PuzzleError
from lo_exact.machine import check_memory
from lo_exact.puzzle import FullLayout, Objective, PackedPuzzle
from lo_exact.topology.grid import Join, find_surface, uniform_matrix
from lo_exact.topology.rules import find_stencil, is_stencil

MAX_PACKED_PLACES = 2**40
"""Places of a packed board: 128 GiB of bits; free memory is checked as well."""

BITS_A_PLACE = 5
"""Memory for each cell in bits: state, first chase, presses and their effect."""


def packs(neighbourhood: str, topology: str) -> bool:
    """Return whether a full rectangle with this rule can be stored packed."""
    surface = find_surface(topology)
    return (
        is_stencil(neighbourhood)
        and bool(find_stencil(neighbourhood).steps)
        and Join.TWISTED not in (surface.sides, surface.ends)
    )


def check_packed_size(rows: int, columns: int) -> None:
    """Raise an error for a board that is too large for memory, before it is allocated.

    Raises:
        PuzzleError: When it does not fit.
    """
    if min(rows, columns) < 0 or rows * columns > MAX_PACKED_PLACES:
        raise PuzzleError(f"a board has at most {MAX_PACKED_PLACES} places, got {rows} x {columns}")
    places = rows * columns
    check_memory(places * BITS_A_PLACE // 8, f"a board of {rows} x {columns}")


def packed_puzzle(
    state: BitRows,
    *,
    neighbourhood: str = "plus",
    topology: str = "plane",
    target: int = 0,
    objective: Objective = Objective.PRESSES,
) -> PackedPuzzle:
    """Return the puzzle of a full rectangle whose colours are stored as packed rows.

    Args:
        state: The current colours, 0 and 1.
        neighbourhood: A name of `RULES`, or a drawn stencil; see `packs`.
        topology: A name of `SURFACES`.
        target: The goal, one colour.
        objective: cost to minimise: presses or buttons.

    Raises:
        PuzzleError: When the rule cannot be packed, or the target is not a colour.

    >>> from lo_exact.algebra.packed import BitRows
    >>> packed_puzzle(BitRows(2, [3, 2])).state.tolist()
    [1, 1, 1, 0]
    """
    if not packs(neighbourhood, topology):
        raise PuzzleError(f"{neighbourhood[:40]} on {topology} is no rule of packed boards")
    if objective is Objective.PRICES:
        raise PuzzleError("packed boards have no prices")
    if target not in (0, 1):
        raise PuzzleError(f"a target colour must be 0..1, got {target}")
    rows, columns = state.shape
    return PackedPuzzle(
        activation=uniform_matrix(
            rows, columns, find_stencil(neighbourhood), find_surface(topology), 2
        ),
        state=state,
        target=target,
        objective=objective,
        layout=FullLayout(state.shape, neighbourhood, topology),
    )
