"""Eliminated matrix over GF(2) that solves many syndromes by linear maps.

Elimination is a linear map of the syndrome: it gives a solution, and for each dependent equation a
bit that is 1 where the system contradicts itself.  Both maps are read off from unit syndromes.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.gf2 import eliminate_bits, pack
from lo_exact.puzzle import System
from lo_exact.solver.batch.linear import Tables, Words, all_bytes, tables, weights


@dataclass(frozen=True, eq=False)
class BatchFrame:
    """Tables of linear maps that all syndromes of one matrix share."""

    system: System
    """With any syndrome."""
    solution: Tables
    """Syndrome -> a solution, where there is one."""
    contradiction: Tables
    """Syndrome -> bits that are all 0 where there is a solution."""
    coordinates: Tables
    """Syndrome -> as many bits as the rank; solvable syndromes differ in them."""
    image: Tables
    """Presses -> syndrome."""
    kernel: Words
    """(nullity, words) a basis of the kernel."""
    rank: int
    """Of the matrix."""

    def weights(self, presses: Words) -> NDArray[np.int64]:
        """Return the weights of presses that are packed into an array (..., words)."""
        prices = self.system.prices
        if (prices == prices[:1]).all():
            return weights(presses) * (int(prices[0]) if prices.size else 0)
        bits = np.unpackbits(all_bytes(presses), axis=-1, count=prices.size, bitorder="little")
        # no overflow: fewer than 2^31 prices, each below 2^31
        return np.asarray(bits @ prices)

    def solves(self, presses: Words, syndromes: Words) -> NDArray[np.bool_]:
        """Return for each vector of presses whether it gives its syndrome."""
        reached = self.image(all_bytes(presses)[:, : self.image.images.shape[0]])
        return np.asarray((reached == syndromes).all(axis=1))


def framed(system: System) -> BatchFrame:
    """Eliminate the matrix of a system, and return its tables for syndromes."""
    m, n = system.lights, system.unknowns
    dense = system.matrix.to_dense().astype(bool)
    bits, pivots = eliminate_bits(np.concatenate([dense, np.eye(m, dtype=bool)], axis=1), n)
    rank = len(pivots)
    column = np.array(pivots, dtype=np.int64)
    operator = bits[:, n:]  # (row of the result, light)
    solution = np.zeros((m, n), dtype=bool)
    solution[:, column] = operator[:rank].T
    others = np.setdiff1d(np.arange(n), column)
    kernel = np.zeros((others.size, n), dtype=bool)
    kernel[np.arange(others.size), others] = True
    kernel[:, column] = bits[:rank, others].T
    return BatchFrame(
        system,
        tables(pack(solution)),
        tables(pack(operator[rank:].T)),
        tables(pack(operator[:rank].T)),
        tables(pack(dense.T)),
        pack(kernel),
        rank,
    )
