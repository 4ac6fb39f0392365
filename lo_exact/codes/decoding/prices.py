"""Integer prices for probabilities, and what minima under rounded prices prove about exact ones.

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

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lo_exact.errors import PuzzleError
from lo_exact.puzzle import MAX_PRICE

SCALE = 2**20

ROUNDING = 1e-12
"""What floating-point logarithms may be wrong by, generously, as a part of themselves."""


@dataclass(frozen=True, eq=False)
class RoundedPrices:
    """Integer prices that approximate the log-likelihoods of errors."""

    prices: NDArray[np.int64]
    """(errors,) int64."""
    scale: int
    """D."""
    ratio: float
    """(1 + r) / (1 - r), rounded up: no explanation is more likely than the minimum by more than
    this factor of its log-likelihood cost.
    """
    turned: tuple[int, ...] = ()
    """Errors of probability above 1/2, whose prices are for their absence."""


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
    # near 1/2 the difference of logarithms loses its digits; 1 - 2 p is exact from 1/4 on
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
