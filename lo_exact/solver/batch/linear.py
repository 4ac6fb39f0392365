"""Linear maps over GF(2) applied to many packed vectors by table look-up.

Vectors are packed, bit j in byte j // 8 at place j % 8, and taken eight bits at a time: for each
byte place there is a table of 256 images.  Costs a look-up and an XOR a byte and word of image.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

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
    """Return 64-bit words as bytes, eight for each word, the lowest first."""
    there: Bits = np.ascontiguousarray(words).astype("<u8", copy=False).view(np.uint8)
    return there


def weights(words: Words) -> NDArray[np.int64]:
    """Return the number of ones in each packed vector along the last axis."""
    return np.asarray(np.bitwise_count(words).sum(axis=-1, dtype=np.int64))


@dataclass(frozen=True, eq=False)
class Tables:
    """Linear map over GF(2), stored as the images of each byte at each place."""

    images: Words
    """(bytes, 256, words) the image of each byte at each place."""

    def __call__(self, packed_bits: Bits) -> Words:
        """Return the images (vectors, words) of packed vectors."""
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
