"""Tests, before a certificate is written, that it is not too large for the checker.

The checker refuses what would take too many steps or too much memory.  How many it takes is counted
here from the places of the entries alone where that says enough; where it does not, the checker's
own elimination is run, on the very same columns.
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
    """Return why a puzzle has too many lights or buttons for the checker, or ``""``."""
    most = checker.MAX_PLACES
    if max(puzzle.lights, puzzle.buttons) <= most:
        return ""
    return f"the checker reads at most {most} lights and buttons"


def too_much_work(system: System, presses: Sequence[Presses], coset: Coset | None) -> str:
    """Return why multiplying out a certificate's vectors is too much for the checker, or ``""``.

    Args:
        system: the puzzle's.
        presses: the solutions that are claimed.
        coset: all solutions, where the certificate holds them.
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
        if system.colours == 2:
            _eliminate_bits(system.matrix, kernel.generators)
        else:
            _eliminate_residues(system.matrix, kernel.generators)
    except checker.Rejected as reason:
        return str(reason)
    return ""


def why_refused(document: Json, folder: Path) -> str:
    """Return why the checker, run on a certificate as it stands, refuses it; ``""`` if it accepts.

    Args:
        document: the certificate.
        folder: where its proofs lie.
    """
    judge = counters_checker if document["puzzle"]["colours"] is None else checker
    verdict = judge.judged(lambda: document, folder, lambda: None)
    return "" if verdict.accepted else verdict.text


def multiplying_steps(matrix: SparseMatrix, vectors: Sequence[IntArray]) -> int:
    """Return the number of steps that the checker counts for multiplying the vectors out."""
    lights, unknowns = matrix.shape
    entries = np.diff(matrix.starts)
    return sum(unknowns + lights + int(entries[x[:unknowns] != 0].sum()) for x in vectors)


def _eliminate_bits(matrix: SparseMatrix, generators: IntArray) -> None:
    """Run the checker's elimination mod 2 unless its cost is surely within the bounds.

    Raises:
        checker.Rejected: When it is.
    """
    if not chased_within(matrix):
        checker.rank_of_lights([(light, 1) for light in column] for column in _places(matrix))
    count, unknowns = generators.shape
    if not reduced_within(count, unknowns):
        checker.rows_of_bits(checker.bits_of(row.tolist()) for row in generators)


def chased_within(matrix: SparseMatrix) -> bool:
    """Return whether light chasing is surely within the checker's bounds.

    Steps of the chase follow from where the lights end; of the rest, whose rows are sums of
    parameters, only how many rows and parameters there are is known.
    """
    unknowns = matrix.shape[1]
    rows, columns = matrix.rows.astype(np.int64), matrix.columns_of_entries()
    last = np.full(matrix.shape[0], -1, dtype=np.int64)
    np.maximum.at(last, rows, columns)
    before = np.bincount(rows, minlength=last.size) - 1
    lit = last >= 0
    settled = np.zeros(unknowns, dtype=np.bool_)
    settled[last[lit]] = True
    parameters = np.cumsum(~settled)
    # the sum for a button contains only parameters that come before it
    of_each = parameters[last[lit]]
    steps = int((1 + before[lit] * (1 + of_each // 256)).sum())
    held = int(of_each.sum())
    rest = int(lit.sum()) - int(settled.sum())
    within = steps <= checker.MAX_STEPS and held <= checker.MAX_ROW_BITS
    return within and reduced_within(rest, int((~settled).sum()))


def reduced_within(rows: int, places: int) -> bool:
    """Return whether reducing the given number of bit rows is surely within the bounds."""
    rank = min(rows, places)
    steps = rows * rank * (1 + places // 2048)
    return steps <= checker.MAX_STEPS and rank * places <= checker.MAX_ROW_BITS


def _eliminate_residues(matrix: SparseMatrix, generators: IntArray) -> None:
    """Run the checker's elimination mod each prime power unless it is surely cheap enough.

    Raises:
        checker.Rejected: When it is.
    """
    count, unknowns = generators.shape
    for p, e in checker.prime_powers(matrix.modulus):
        if not spanned_within(matrix.shape[1], matrix.shape[0], e):
            amounts = np.split(matrix.values, matrix.starts[1:-1])
            checker.span_exponent(
                (
                    dict(zip(place.tolist(), amount.tolist(), strict=True))
                    for place, amount in zip(_places(matrix), amounts, strict=True)
                ),
                p,
                e,
            )
        if not spanned_within(count, unknowns, e):
            checker.span_exponent((dict(enumerate(g.tolist())) for g in generators), p, e)


def spanned_within(vectors: int, places: int, exponent: int) -> bool:
    """Return whether reducing vectors mod p^e is surely within the checker's bounds.

    A vector, and up to e multiples of it, are reduced at each place at most e times.
    """
    reductions = vectors * (1 + exponent) * min(vectors, places) * exponent
    kept = min(vectors, places) * places
    return reductions * (2 * places + 1) <= checker.MAX_STEPS and kept <= checker.MAX_ROW_NUMBERS


def _places(matrix: SparseMatrix) -> list[IntArray]:
    """Return for each unknown the lights it changes."""
    return np.split(matrix.rows.astype(np.int64), matrix.starts[1:-1])
