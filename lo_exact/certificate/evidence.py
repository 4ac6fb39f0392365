"""Evidence that needs no solver: witnesses, kernels, and what quiet patterns cover.

The kernel comes from elimination; the checker eliminates again on its own.
"""

from __future__ import annotations

import numpy as np

from lo_exact.algebra import Coset, Kernel, Unsolvable, solve
from lo_exact.algebra.sparse import IntArray
from lo_exact.certificate.document import Json, vector_document
from lo_exact.errors import UsageError
from lo_exact.puzzle import Puzzle, System

MAX_VISITED = 2**26
"""The most solutions the checker walks through."""

MAX_BITS = 2**40
"""The most bits it looks at on the way: for each solution, a few for each unknown."""

MAX_OVERLAPS = 6
"""The largest nullity for which what every quiet pattern covers is listed."""


def all_solutions(puzzle: Puzzle) -> Coset:
    """Return all solutions.

    Raises:
        UsageError: When there are none.
    """
    found = solve(puzzle.system.matrix, puzzle.system.syndrome)
    if isinstance(found, Unsolvable):
        raise UsageError("the puzzle has no solution; claim that it is unsolvable")
    return found


def can_be_visited(system: System, kernel: Kernel) -> bool:
    """Whether the checker walks through all solutions: not too many, and not too long each."""
    c, priced = system.colours, int(np.count_nonzero(system.prices))
    width = 1 if c == 2 else max((c - 1).bit_length() + 1, (priced * (c - 1) + 1).bit_length())
    slices = int(system.prices.max(initial=0)).bit_length()
    return kernel.size <= MAX_VISITED and kernel.size * (slices + 1) * priced * width <= MAX_BITS


def witness_evidence(puzzle: Puzzle, witness: IntArray) -> dict[str, Json]:
    """Return the evidence that a puzzle is unsolvable.

    Args:
        puzzle: The puzzle.
        witness: (lights that matter,) y with y A = 0 and y . s != 0; empty to find one.

    Raises:
        UsageError: When the puzzle is solvable, or the witness shows nothing.
    """
    system = puzzle.system
    if not witness.size:
        found = solve(system.matrix, system.syndrome)
        if not isinstance(found, Unsolvable):
            raise UsageError("the puzzle has a solution; nothing shows that it has none")
        witness = found.witness
    if not system.refutes(witness):
        raise UsageError("the witness given does not show that the puzzle is unsolvable")
    spread = np.zeros(puzzle.lights, dtype=np.int64)
    spread[puzzle.matters] = witness
    return {"by": "witness", "witness": vector_document(spread, puzzle.colours)}


def overlaps(system: System, coset: Coset, presses: IntArray) -> list[tuple[int, int]]:
    """Return for each quiet pattern the price of pressed and of unpressed buttons it covers.

    Args:
        system: A system with two colours.
        coset: All its solutions.
        presses: (unknowns,) 0..1.

    Returns:
        One pair for z = 1, 2, ..., where bit i of z says whether generator i is in the pattern.
    """
    generators = coset.kernel.generators.astype(np.int64)
    count = len(coset.kernel.orders)
    chosen = np.arange(1, 2**count)[:, None] >> np.arange(count) & 1
    quiet = chosen @ generators % 2
    # at most 2**31 times the unknowns, so below 2**63
    pressed = quiet @ (system.prices * presses)
    return list(zip(pressed.tolist(), (quiet @ system.prices - pressed).tolist(), strict=True))


def overlaps_evidence(system: System, coset: Coset, presses: IntArray) -> dict[str, Json]:
    """Return the hand method's evidence that presses are a minimum.

    Raises:
        UsageError: With more than two colours, or more than 64 quiet patterns.
    """
    if system.colours != 2 or len(coset.kernel.orders) > MAX_OVERLAPS:
        raise UsageError(
            f"overlaps are for two colours and a nullity of at most {MAX_OVERLAPS}, "
            f"not for {system.colours} colours and {len(coset.kernel.orders)}"
        )
    counts = [list(pair) for pair in overlaps(system, coset, presses)]
    return {"by": "overlaps", "counts": counts}
