"""JSON form of puzzles, claims and kernels in certificates.

Grammar: docs/certificate-format.md; the checker reads it with code of its own.  A vector is a list
of numbers, or for two colours one hex number sum x_j 2^j: a 19 x 19 board fits in 10 kB.
"""

import json
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import Coset
from lo_exact.certificate.claims import (
    Claim,
    LowerBoundClaim,
    MinimumClaim,
    SolutionClaim,
    SolutionsClaim,
)
from lo_exact.counters import AnyPuzzle, Counters, drawn_puzzle
from lo_exact.outcome import Presses
from lo_exact.puzzle import ANY, Objective, Puzzle

Json = Any


def vector_document(x: NDArray[Any] | Iterable[int], colours: int) -> Json:
    """Return a vector of colours in its JSON form.

    >>> vector_document([1, 1, 0, 0, 1], 2)
    '13'
    >>> vector_document([1, 2, 0], 3)
    [1, 2, 0]
    """
    values = np.asarray(x if isinstance(x, np.ndarray) else list(x), dtype=np.int64)
    if colours > 2:
        return values.tolist()
    packed = np.packbits(values.astype(np.uint8), bitorder="little").tobytes()
    digits = -(-values.size // 4)
    return packed[::-1].hex()[-digits:] if digits else ""


def puzzle_document(given: AnyPuzzle) -> dict[str, Json]:
    """Return a puzzle as a JSON object without layout and names; counters have null colours."""
    puzzle = drawn_puzzle(given)
    c, matrix = puzzle.colours, puzzle.activation
    ignored = np.flatnonzero(puzzle.target == ANY)
    document = {
        "colours": None if isinstance(given, Counters) else c,
        "lights": puzzle.lights,
        "buttons": _by_column(matrix.rows, matrix.starts),
        "state": vector_document(puzzle.state, c),
        "target": vector_document(np.where(puzzle.target == ANY, 0, puzzle.target), c),
        "uniform": puzzle.uniform,
        "objective": puzzle.objective.value,
    }
    if (matrix.values != 1).any():
        document["amounts"] = _by_column(matrix.values, matrix.starts)
    if ignored.size:
        document["ignored"] = ignored.tolist()
    if puzzle.objective is Objective.PRICES:
        document["prices"] = puzzle.prices.tolist()
    return document


def kernel_document(coset: Coset) -> dict[str, Json]:
    """Return all solutions as a JSON object: one solution and generators of the kernel."""
    c = coset.kernel.modulus
    return {
        "particular": vector_document(coset.particular, c),
        "generators": [vector_document(g, c) for g in coset.kernel.generators],
        "orders": list(coset.kernel.orders),
    }


def claim_document(puzzle: Puzzle, claim: Claim, solutions: int = 0) -> dict[str, Json]:
    """Return a claim about a puzzle as a JSON object.

    Args:
        puzzle: What it is about; its SHA-256 is part of the claim.
        claim: The claim.
        solutions: The number of all solutions, for a `SolutionsClaim`.
    """
    c, about = puzzle.colours, {"puzzle_sha256": puzzle.sha256}
    if isinstance(claim, SolutionClaim):
        return {"kind": "solution", **about, **_presses_document(puzzle, claim.presses)}
    if isinstance(claim, LowerBoundClaim):
        presses = _presses_document(puzzle, claim.presses) if claim.presses else {}
        return {"kind": "lower bound", **about, "bound": claim.bound, **presses}
    if isinstance(claim, SolutionsClaim):
        return {"kind": "solutions", **about, "count": solutions}
    if isinstance(claim, MinimumClaim):
        minima = [vector_document(x, c) for x in claim.minima]
        count = {} if claim.count < 0 else {"count": claim.count}
        return {"kind": "minimum", **about, "weight": claim.weight, **count, "minima": minima}
    return {"kind": "unsolvable", **about}


def _presses_document(puzzle: Puzzle, presses: Presses) -> dict[str, Json]:
    weight = puzzle.system.weight(np.array(presses, dtype=np.int64))
    return {"weight": weight, "presses": vector_document(presses, puzzle.colours)}


def document_text(document: dict[str, Json]) -> str:
    """Return a JSON object as text, one line for each key; equal documents give equal text."""
    lines = (
        f"{json.dumps(key)}:{(json.dumps(value, separators=(',', ':')))}"
        for key, value in document.items()
    )
    return "{" + ",\n ".join(lines) + "}\n"


def _by_column(values: NDArray[Any], starts: NDArray[Any]) -> list[list[int]]:
    flat, ends = values.tolist(), starts.tolist()
    return [flat[low:high] for low, high in pairwise(ends)]
