"""Linear maps over GF(2) applied to many packed vectors, and one elimination for many syndromes.

`tables` prepares a linear map for table look-up.  Vectors are packed, bit j in byte j // 8 at place
j % 8, and taken eight bits at a time.  For each byte place there is a table of 256 images.  Costs a
look-up and an XOR a byte and word of image.

`framed` makes a matrix ready for many syndromes: solutions, contradictions, multiplying out.
Elimination is a linear map of the syndrome.  It gives a solution, and for each dependent equation a
bit that is 1 where the system contradicts itself.  Both maps are read off from unit syndromes.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.gf2 import eliminate_bits, pack
from lo_exact.puzzle import System

Bits = NDArray[np.uint8]
Words = NDArray[np.uint64]


def packed(bits: NDArray[Any]) -> Bits:
    """Pack an array (vectors, bits) of zeros and ones into (vectors, bytes)."""
    return np.packbits(np.asarray(bits, dtype=np.uint8), axis=1, bitorder="little")


def unpacked(packed_bits: Bits, length: int) -> Bits:
    """Unpack an array (vectors, bytes) into (vectors, length) zeros and ones."""
    return np.unpackbits(packed_bits, axis=1, count=length, bitorder="little")


def as_words64(packed_bits: Bits) -> Words:
    """Return packed vectors as an array (vectors, words) of 64-bit words, padded with zeros."""
    count, size = packed_bits.shape
    wide = np.zeros((count, max(-(-size // 8), 1) * 8), dtype=np.uint8)
    wide[:, :size] = packed_bits
    return wide.view("<u8").astype(np.uint64, copy=False)


def in_bytes(words: Words, length: int) -> Bits:
    """Return 64-bit words as vectors of ``length`` bits packed into bytes."""
    return all_bytes(words)[:, : -(-length // 8)]


def all_bytes(words: Words) -> Bits:
    """Return 64-bit words as little-endian bytes, eight for each word."""
    there: Bits = np.ascontiguousarray(words).astype("<u8", copy=False).view(np.uint8)
    return there


def weights(words: Words) -> NDArray[np.int64]:
    """Return the number of ones in each packed vector along the last axis."""
    return np.asarray(np.bitwise_count(words).sum(axis=-1, dtype=np.int64))


@dataclass(frozen=True, eq=False)
class Tables:
    """Linear map over GF(2), stored as the image of each byte value at each byte position."""

    images: Words
    """(bytes, 256, words) the image of each byte at each place."""

    def __call__(self, packed_bits: Bits) -> Words:
        """Return the image of each packed vector, as an array (vectors, words)."""
        out = np.zeros((packed_bits.shape[0], self.images.shape[2]), dtype=np.uint64)
        for place in range(self.images.shape[0]):
            out ^= self.images[place, packed_bits[:, place]]
        return out


def tables(images: Words) -> Tables:
    """Return the linear map that has the given images (bits, words) of the unit vectors."""
    places = max(-(-images.shape[0] // 8), 1)
    found = np.zeros((places, 256, images.shape[1]), dtype=np.uint64)
    for j, image in enumerate(images):
        place, bit = divmod(j, 8)
        found[place, 1 << bit : 2 << bit] = found[place, : 1 << bit] ^ image
        for high in range(2 << bit, 256, 2 << bit):
            found[place, high : high + (2 << bit)] = found[place, : 2 << bit]
    return Tables(found)


@dataclass(frozen=True, eq=False)
class BatchFrame:
    """Linear maps of one system over GF(2), stored as tables, and a basis of its kernel."""

    system: System
    """The system, with any syndrome."""
    solution: Tables
    """Syndrome -> a solution, if it is solvable."""
    contradiction: Tables
    """Syndrome -> bits that are all 0 exactly if it is solvable."""
    coordinates: Tables
    """Syndrome -> rank bits, different for different solvable syndromes."""
    image: Tables
    """Presses -> syndrome."""
    kernel: Words
    """(nullity, words) a basis of the kernel."""
    rank: int
    """Rank of the matrix."""

    def weights(self, presses: Words) -> NDArray[np.int64]:
        """Return the cost of each packed press vector; ``presses`` has shape (..., words)."""
        prices = self.system.prices
        if (prices == prices[:1]).all():
            return weights(presses) * (int(prices[0]) if prices.size else 0)
        bits = np.unpackbits(all_bytes(presses), axis=-1, count=prices.size, bitorder="little")
        # no overflow: fewer than 2^31 prices, each at most 2^31
        return np.asarray(bits @ prices)

    def solves(self, presses: Words, syndromes: Words) -> NDArray[np.bool_]:
        """Return, for each press vector x, whether A x equals the syndrome at the same index."""
        reached = self.image(all_bytes(presses)[:, : self.image.images.shape[0]])
        return np.asarray((reached == syndromes).all(axis=1))


def framed(system: System) -> BatchFrame:
    """Return the linear maps and the kernel basis of a system, computed by one elimination."""
    m, n = system.lights, system.unknowns
    dense = system.matrix.to_dense().astype(bool)
    bits, pivots = eliminate_bits(np.concatenate([dense, np.eye(m, dtype=bool)], axis=1), n)
    rank = len(pivots)
    column = np.array(pivots, dtype=np.int64)
    operator = bits[:, n:]  # (rows, lights): operator @ matrix is the echelon form of the matrix
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
