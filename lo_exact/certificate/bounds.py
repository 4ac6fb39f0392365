"""Checks, before a certificate is written, that its size is within the checker's limits.

The checker refuses a certificate that would take too many steps or too much memory.  To predict
that, its own elimination is run here, on the same columns: 0.1 s for 200 x 200 lights.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from lo_exact.algebra import Coset
from lo_exact.algebra.sparse import IntArray, SparseMatrix
from lo_exact.certificate import checker, counters_checker
from lo_exact.certificate.draft import Json
from lo_exact.outcome import Presses
from lo_exact.puzzle import Puzzle, System


def too_many_places(puzzle: Puzzle) -> str:
    """Return the reason why a puzzle has too many lights or buttons for the checker, or ``""``."""
    most = checker.MAX_PLACES
    if max(puzzle.lights, puzzle.buttons) <= most:
        return ""
    return f"the checker reads at most {most} lights and buttons"


def too_much_work(system: System, presses: Sequence[Presses], coset: Coset | None) -> str:
    """Return the reason why checking solutions and kernel exceeds the checker's limits, or ``""``.

    Args:
        system: the puzzle's system.
        presses: the claimed solutions.
        coset: all solutions, if the certificate contains them.
    """
    vectors = [np.asarray(x, dtype=np.int64) for x in presses]
    if coset is not None:
        vectors += [coset.particular, *coset.kernel.generators]
    if multiplying_steps(system.matrix, vectors) > checker.MAX_STEPS:
        return "multiplying out is beyond the checker's bound"
    if coset is None:
        return ""
    kernel = coset.kernel
    characters = kernel.generators.size // 4 if system.colours == 2 else 2 * kernel.generators.size
    if characters > checker.MAX_FILE:
        return f"all solutions would take over {checker.MAX_FILE} bytes"
    if kernel.size >= 10**checker.MAX_DIGITS:
        return f"the number of solutions has more than {checker.MAX_DIGITS} digits"
    try:
        _eliminate(system.matrix, kernel.generators)
    except checker.Rejected as reason:
        return str(reason)
    return ""


def why_refused(document: Json, folder: Path) -> str:
    """Run the checker on a certificate; return its reason for refusal, or ``""`` if it accepts.

    Args:
        document: the certificate.
        folder: the folder of its proofs.
    """
    judge = counters_checker if document["puzzle"]["colours"] is None else checker
    verdict = judge.judged(lambda: document, folder, lambda: None)
    return "" if verdict.accepted else verdict.text


def multiplying_steps(matrix: SparseMatrix, vectors: Sequence[IntArray]) -> int:
    """Return the steps that the checker counts to multiply the matrix by the given vectors."""
    lights, unknowns = matrix.shape
    entries = np.diff(matrix.starts)
    return sum(unknowns + lights + int(entries[x[:unknowns] != 0].sum()) for x in vectors)


def _eliminate(matrix: SparseMatrix, generators: IntArray) -> None:
    """Run the checker's eliminations of a matrix and of kernel generators, to test its limits.

    Raises:
        checker.Rejected: When an elimination exceeds the checker's limits.
    """
    places = np.split(matrix.rows.astype(np.int64), matrix.starts[1:-1])
    if matrix.modulus == 2:
        checker.rank_of_lights([(light, 1) for light in column] for column in places)
        checker.rows_of_bits(checker.bits_of(row.tolist()) for row in generators)
        return
    amounts = np.split(matrix.values, matrix.starts[1:-1])
    columns = [
        dict(zip(place.tolist(), amount.tolist(), strict=True))
        for place, amount in zip(places, amounts, strict=True)
    ]
    for p, e in checker.prime_powers(matrix.modulus):
        checker.span_exponent(columns, p, e)
        checker.span_exponent((dict(enumerate(g.tolist())) for g in generators), p, e)
