"""Evidence by a witness: a vector y with y A = 0 and y s != 0, so A x = s has no solution.

The witness comes from elimination, or from the engine that found the puzzle unsolvable.
"""

import numpy as np

from lo_exact.algebra import Unsolvable, solve_linear
from lo_exact.algebra.packed import as_tuple
from lo_exact.certificate.draft import Draft, Json, UnsolvableClaim, vector_document
from lo_exact.errors import UsageError
from lo_exact.outcome import Presses


def write(draft: Draft) -> dict[str, Json]:
    """Return witness evidence that a puzzle is unsolvable.

    Raises:
        UsageError: When the puzzle is solvable, or the witness proves nothing.
    """
    puzzle = draft.puzzle
    spread = np.zeros(puzzle.lights, dtype=np.int64)
    spread[puzzle.matters] = witness_shown(draft)
    return {"by": "witness", "witness": vector_document(spread, puzzle.colours)}


def witness_shown(draft: Draft) -> Presses:
    """Return a witness as a vector with one number for each light that matters.

    Raises:
        UsageError: When the puzzle is solvable, or the witness proves nothing.
    """
    assert isinstance(draft.claim, UnsolvableClaim)
    system = draft.system
    witness = draft.claim.witness
    if not witness:
        found = solve_linear(system.matrix, system.syndrome)
        if not isinstance(found, Unsolvable):
            raise UsageError("the puzzle has a solution; nothing shows that it has none")
        witness = as_tuple(found.witness)
    if not system.refutes(np.array(witness, dtype=np.int64)):
        raise UsageError("the witness given does not show that the puzzle is unsolvable")
    return witness
