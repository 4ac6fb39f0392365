"""Check matrices from files, and integer prices for the probabilities of their errors.

``.npy`` holds a matrix of 0 and 1, or of residues; ``.npz`` the same under any name, or a sparse
matrix as scipy writes it.  Nothing is unpickled.  Everything else is read as a puzzle, of which the
matrix, the target and the prices count.

An error j of probability p_j <= 1/2 costs w_j = ln((1 - p_j) / p_j): the cheapest explanation of a
syndrome is the most likely one.  Engines want whole numbers, so the price is q_j, the whole number
nearest to D w_j.  Let r be the largest |q_j - D w_j| / (D w_j).  For x, the minimum under q, and
any other explanation y,

    (1 - r) D w(x) <= q(x) <= q(y) <= (1 + r) D w(y).

So x is the exact minimum for the prices q, and its log-likelihood cost is at most (1 + r) / (1 - r)
times the least one.  An error of p_j > 1/2 is turned round: it is expected, w_j = ln(p_j / (1 -
p_j)) is what its absence costs, and x says what is not as expected.  What is found is the most
likely error; the most likely *coset* of errors, all that have the same effect together, is another
question.
"""

import math
import os
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.errors import InputError, PuzzleError
from lo_exact.formats.arrays import BOARDS, check_header, named_arrays, only_entries
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import in_source
from lo_exact.formats.expected import read_expected
from lo_exact.formats.files import opened
from lo_exact.puzzle import MAX_PRICE, Puzzle

AS_IT_IS = ReadOptions()

MAX_NUMBERS = 2**28
"""Largest size of a dense matrix, or number of entries of a sparse one."""

SCALE = 2**20
"""Price of a log-likelihood of 1, for decoders."""

ROUNDING = 1e-12
"""Bound on the relative error of floating-point logarithms."""


def read_matrix(
    path: str, options: ReadOptions = AS_IT_IS, form: str | None = None, colours: int = 2
) -> Puzzle:
    """Return a puzzle with the matrix of a file, all lights 0.

    Args:
        path: the file.
        options: the reading options.
        form: the name of a format; ``board`` for a board.
        colours: number of colours, for numpy files.

    Raises:
        InputError: When the file holds no matrix.
    """
    if path.endswith(".stim"):
        from lo_exact.codes import dem

        with in_source(path):
            return dem.read_dem(dem.error_model_text(path), AS_IT_IS)
    if not path.endswith((".npy", ".npz")) or form is not None or options != AS_IT_IS:
        return read_expected(path, options, form)
    arrays = read_numpy_file(path)
    if set(BOARDS) & set(arrays):
        return read_expected(path, options)
    with in_source(path):
        matrix = only_entries(arrays, MAX_NUMBERS).modulo(colours)
    zeros = np.zeros(matrix.shape[0], dtype=np.int64)
    return Puzzle(matrix, zeros, zeros)


def read_numpy_file(path: str) -> dict[str, NDArray[Any]]:
    """Return the arrays in an ``.npy`` file (memory-mapped, named ``""``) or ``.npz`` file.

    Raises:
        InputError: When the file cannot be read, or is too large.
    """
    with in_source(path), opened(path) as file:
        if not path.endswith(".npy"):
            return named_arrays(file, 8 * MAX_NUMBERS)
        check_header(file, os.path.getsize(path), os.path.getsize(path))
    return {"": np.load(path, mmap_mode="r", allow_pickle=False)}


def read_probabilities(path: str, buttons: int) -> NDArray[np.float64]:
    """Read one probability for each button from an ``.npy`` or ``.npz`` file.

    Raises:
        InputError: When their number differs from ``buttons``.
    """
    arrays = [array for array in read_numpy_file(path).values() if array.ndim == 1]
    if len(arrays) != 1 or arrays[0].size != buttons or arrays[0].dtype.kind not in "fiu":
        raise InputError(f"one list of {buttons} probabilities is wanted", source=path)
    found = arrays[0].astype(np.float64)
    if not all(map(math.isfinite, found.tolist())):
        raise InputError("a probability is not finite", source=path)
    return found


@dataclass(frozen=True, eq=False)
class RoundedPrices:
    """Integer prices that approximate the log-likelihoods of errors."""

    prices: NDArray[np.int64]
    """(errors,) int64 prices."""
    scale: int
    """D."""
    ratio: float
    """(1 + r) / (1 - r), rounded up: no explanation is more likely than the minimum by more than
    this factor of its log-likelihood cost.
    """
    turned: tuple[int, ...] = ()
    """Errors of probability above 1/2; their prices are for not happening."""


def prices_of(probabilities: NDArray[np.float64], scale: int = SCALE) -> RoundedPrices:
    """Return integer prices for the probabilities of independent errors.

    Raises:
        PuzzleError: When one is not above 0 and below 1, or the scale makes a price too large.
    """
    given = np.asarray(probabilities, dtype=np.float64)
    wrong = np.flatnonzero(~((given > 0) & (given < 1)))
    if wrong.size:
        j = int(wrong[0])
        raise PuzzleError(
            f"probability {j} must be above 0 and below 1, got {given[j]}; drop what never or "
            "always happens"
        )
    # near 1/2 the difference of logarithms loses precision; 1 - 2 p is exact from 1/4 on
    near = (given >= 0.25) & (given <= 0.75)
    costs = np.log1p(-given) - np.log(given)
    costs[near] = 2 * np.arctanh(1 - 2 * given[near])
    costs = np.abs(costs)
    exact = scale * costs
    if exact.max(initial=0.0) > MAX_PRICE:
        raise PuzzleError(f"a scale of {scale} makes prices above {MAX_PRICE}; take a smaller one")
    prices = np.rint(exact).astype(np.int64)
    some = costs > 0
    off = np.abs(prices[some] - exact[some]) / exact[some]
    r = float(off.max(initial=0.0)) * (1 + ROUNDING) + ROUNDING
    turned = tuple(np.flatnonzero(given > 0.5).tolist())
    return RoundedPrices(prices, scale, (1 + r) / (1 - r) if r < 1 else float("inf"), turned)
