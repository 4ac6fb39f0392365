"""Linear algebra over GF(2): elimination on Python integers, and packing of bit arrays.

A vector is a Python integer of any length, and adding is XOR.  `Span` takes vectors one after
another, each reduced by those before it: XOR with the row that has the same highest bit, until no
row has.  A vector may carry a *tag*, lower bits that say what was added up; they are never pivots.
From a span follow reduced echelon form, rank, kernel, coordinates and relations.  For r rows of b
bits it costs at most r XORs a vector, 40 ns each and 1 ns more for every 100 bits: 25 rows of 25
bits take 0.05 ms, 500 sparse rows of 2,500 bits 15 ms.  Clearing a column in all rows of a numpy
matrix of words at a time was measured 4 to 20 times as slow on both.

One other elimination stays: `packed_kernel.packed_basis` works in place on words of megabytes, the
kernel of a board of millions of buttons.  As integers 16 words of 10,000 x 10,000 take 407 MB and
4.9 s, in place 215 MB and 3.6 s.  The certificate checkers eliminate on their own on purpose:
they judge what came from here.

Two orders of bits in an integer: "little" has column j at bit j; "big" has the first column as the
highest bit, so integers are ordered as vectors are lexicographically.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.sparse import IntArray, SparseMatrix

Words = NDArray[np.uint64]
Order = Literal["big", "little"]

_BLOCK = 1 << 24
"""Bits, one byte each, packed together: 16 MiB."""

_LONG = 1 << 16
"""Bits of a row from which on the time limit is checked before each row."""

FEW_MASKS = 32
"""Number of masks from which on tables of sums pay."""


class Span:
    """Span of vectors over GF(2), extended one vector at a time.

    Args:
        vectors: the first vectors, integers >= 0.
        tag_bits: number of lowest bits of each vector that are its tag.

    Attributes:
        rows: a basis by bit length, in the order in which the vectors came.
    """

    def __init__(self, vectors: Iterable[int] = (), tag_bits: int = 0):
        self.tag_bits = tag_bits
        self.rows: dict[int, int] = {}
        for vector in vectors:
            self.add(vector)

    def __len__(self) -> int:
        return len(self.rows)

    def reduced(self, vector: int) -> int:
        """Return a tagged vector reduced by the rows of the span."""
        rows, tag_bits = self.rows, self.tag_bits
        while (top := vector.bit_length()) > tag_bits and top in rows:
            vector ^= rows[top]
        return vector

    def add(self, vector: int) -> int:
        """Reduce a vector by the span, add the remainder if it is nonzero, and return it."""
        rest = self.reduced(vector)
        if (top := rest.bit_length()) > self.tag_bits:
            self.rows[top] = rest
        return rest

    def holds(self, vectors: Iterable[int]) -> bool:
        """Return whether all the vectors are in the span."""
        return not any(self.reduced(vector) >> self.tag_bits for vector in vectors)

    def extended(self, vectors: Iterable[int]) -> list[int]:
        """Add the vectors and return those that increased the rank."""
        return [vector for vector in vectors if self.add(vector) >> self.tag_bits]

    def echelon(self) -> dict[int, int]:
        """Return the reduced echelon form {pivot: tagged row}; pivot numbers exclude the tag bits.

        Pivots ascend, and no row has another row's pivot in it.
        """
        # from the lowest pivot up, so that each row is reduced by finished rows only
        rows, order = self.rows, sorted(self.rows)
        lower = 0
        for top in order:
            if top > _LONG:
                from lo_exact.algebra.elimination import tick

                tick()
            row = rows[top]
            while hits := row & lower:
                row ^= rows[hits.bit_length()]
            rows[top] = row  # in place, to save memory on long rows
            lower |= 1 << (top - 1)
        return {top - 1 - self.tag_bits: rows[top] for top in order}


def reduce_tagged(vectors: Sequence[int]) -> tuple[dict[int, int], list[int]]:
    """Return the reduced echelon form of vectors, with the combination that gave each row.

    Returns:
        Rows by pivot, ascending, each ``vector << size | tag``: bit i of a tag stands for
        ``vectors[i]``, size is the number of vectors; and the tags of the vectors that vanished.
    """
    size = len(vectors)
    span = Span(tag_bits=size)
    vanished = []
    for i, vector in enumerate(vectors):
        rest = span.add(vector << size | 1 << i)
        if rest.bit_length() <= size:
            vanished.append(rest)
    return span.echelon(), vanished


def kernel_of_bits(vectors: Iterable[int], width: int) -> list[int]:
    """Return a basis of the kernel: all z < 2^width orthogonal mod 2 to every vector.

    It is in reduced echelon form, pivots the highest bits.
    """
    span = Span()
    for vector in vectors:
        if len(span) == width:
            return []
        span.add(vector)
    rows = span.echelon()
    found = Span(
        (1 << i) | sum(1 << pivot for pivot, row in rows.items() if row >> i & 1)
        for i in range(width)
        if i not in rows
    )
    done = found.echelon()
    return [done[top - 1] for top in found.rows]


def eliminate_bits(bits: NDArray[Any], columns: int) -> tuple[NDArray[np.uint8], list[int]]:
    """Reduce rows of bits so that each pivot column has a single 1.

    Args:
        bits: (rows, width) zeros and ones.
        columns: number of first columns to eliminate, in order; the others are carried along.

    Returns:
        (rows, width): the pivots' rows, then those whose first columns vanished, in the order they
        were given; and the pivots, ascending.
    """
    width = bits.shape[1]
    span = Span(tag_bits=width - columns)
    vanished = []
    for row in integers(bits):
        rest = span.add(row)
        if rest.bit_length() <= span.tag_bits:
            vanished.append(rest)
    rows = span.echelon()
    pivots = list(reversed(rows))
    reduced = bits_of([*(rows[pivot] for pivot in pivots), *vanished], width)
    return reduced, [columns - 1 - pivot for pivot in pivots]


def reduced_rows(bits: NDArray[Any]) -> tuple[NDArray[np.uint8], tuple[int, ...]]:
    """Return the nonzero rows of the reduced row echelon form of a bit array, and its pivots."""
    rows, pivots = eliminate_bits(bits, bits.shape[1])
    return rows[: len(pivots)], tuple(pivots)


def rank(bits: NDArray[Any]) -> int:
    """Return the rank over GF(2) of an array (rows, columns) of zeros and ones."""
    return len(Span(integers(bits)))


def integers(bits: NDArray[Any], order: Order = "big") -> list[int]:
    """Return each row of an array (rows, columns) of zeros and ones as an integer."""
    rows, columns = bits.shape
    if columns == 1:
        alone: list[int] = bits[:, 0].tolist()
        return alone
    found: list[int] = []
    height = max(1, _BLOCK // max(columns, 1))
    for low in range(0, rows, height):
        here = bits[low : low + height].astype(np.uint8, copy=False)
        packed = np.packbits(here, axis=1, bitorder=order)
        found += integers_of_bytes(packed, columns, order)
    return found


def bits_of(values: Sequence[int], columns: int, order: Order = "big") -> NDArray[np.uint8]:
    """Return a uint8 array (rows, columns) of the bits of integers below 2^columns."""
    if columns == 1:
        return np.frombuffer(bytes(values), dtype=np.uint8)[:, None]
    return np.unpackbits(bytes_of(values, columns, order), axis=1, count=columns, bitorder=order)


def integers_of_bytes(packed: NDArray[np.uint8], columns: int, order: Order = "big") -> list[int]:
    """Return each row of an array (rows, bytes), packed by `numpy.packbits`, as an integer."""
    rows, size = packed.shape
    if not columns:
        return [0] * rows
    data, spare = packed.tobytes(), 8 * size - columns if order == "big" else 0
    return [
        int.from_bytes(data[at : at + size], order) >> spare for at in range(0, len(data), size)
    ]


def bytes_of(values: Sequence[int], columns: int, order: Order = "big") -> NDArray[np.uint8]:
    """Return integers as a writable uint8 array (rows, bytes), packed as by `numpy.packbits`."""
    size = (columns + 7) // 8
    spare = 8 * size - columns if order == "big" else 0
    data = bytearray(b"".join([(value << spare).to_bytes(size, order) for value in values]))
    return np.frombuffer(data, dtype=np.uint8).reshape(len(values), size)


def pack(bits: NDArray[Any]) -> Words:
    """Pack zeros and ones (rows, columns) into 64-bit words, column j at bit j % 64 of word j/64.

    There is one word at least; spare bits are 0.
    """
    rows, columns = bits.shape
    octets = np.zeros((rows, max(-(-columns // 64), 1) * 8), dtype=np.uint8)
    packed = np.packbits(bits.astype(np.uint8, copy=False), axis=1, bitorder="little")
    octets[:, : packed.shape[1]] = packed
    return octets.view("<u8").astype(np.uint64, copy=False)


def unpack(words: Words, columns: int) -> NDArray[np.uint8]:
    """Return a uint8 array (rows, columns) of zeros and ones from packed 64-bit words."""
    octets = np.ascontiguousarray(words).astype("<u8", copy=False).view(np.uint8)
    return np.unpackbits(octets, axis=1, count=columns, bitorder="little")


def combine(masks: Sequence[int], values: Sequence[int], lanes: int) -> list[int]:
    """Return for each mask the XOR of the values that its bits select.

    Costs one population count a mask for one lane; for more, eight values at a time go into a table
    of their 256 sums, so a mask costs a look-up for every eight values (Arlazarov et al., 1970).

    Args:
        masks: sets of indices.
        values: integers below 2**lanes.
        lanes: bits of a value.
    """
    if not masks:
        return []
    if lanes == 1:
        packed = int("".join(map(str, reversed(values))), 2) if values else 0
        return [(mask & packed).bit_count() & 1 for mask in masks]
    if len(masks) < FEW_MASKS:
        return [_pick(mask, values) for mask in masks]
    size = (len(values) + 7) // 8
    tables = []
    for group in range(size):
        table = [0]
        for value in values[8 * group : 8 * group + 8]:
            table += [entry ^ value for entry in table]
        tables.append(table)
    out = []
    for mask in masks:
        total = 0
        for table, byte in zip(tables, mask.to_bytes(size, "little"), strict=True):
            if byte:
                total ^= table[byte]
        out.append(total)
    return out


def _pick(mask: int, values: Sequence[int]) -> int:
    total = 0
    while mask:
        index = mask.bit_length() - 1
        mask ^= 1 << index
        total ^= values[index]
    return total


MAX_SMALL_CELLS = 4096
"""Largest lights x lights, and lights x buttons, of a small matrix."""


@dataclass(frozen=True, eq=False)
class SmallBitPart:
    """Small matrix over GF(2) in reduced echelon form."""

    lights: int
    """Number of equations."""
    buttons: int
    """Number of buttons."""
    pivots: tuple[int, ...]
    """Buttons determined by the free ones."""
    sums: tuple[int, ...]
    """Bit mask of the free buttons whose sum gives each of these."""
    tags: tuple[int, ...]
    """Bit mask of the equations whose constants add up to its constant."""
    checks: tuple[int, ...]
    """Bit masks of equations whose sum is 0 = constant."""
    free: tuple[int, ...]
    """The other buttons, ascending."""

    modulus: ClassVar[int] = 2

    @property
    def orders(self) -> tuple[int, ...]:
        """Orders of the kernel's generators, all 2."""
        return (2,) * len(self.free)

    def generators(self) -> NDArray[np.uint8]:
        """Return a basis of the kernel, a uint8 array (generators, buttons)."""
        out = np.zeros((len(self.free), self.buttons), dtype=np.uint8)
        if self.free and self.pivots:
            out[:, self.pivots] = bits_of(self.sums, self.buttons, "little").T[list(self.free)]
        out[range(len(self.free)), self.free] = 1
        return out

    def solve(self, syndromes: IntArray) -> tuple[NDArray[np.uint8], dict[int, Any]]:
        """Return solutions of the syndromes, and a failure (for `witness`) for each unsolvable one.

        Args:
            syndromes: (count, lights) of 0 and 1.

        Returns:
            (count, buttons) uint8, and for each unsolvable syndrome's number what `witness` takes.
        """
        count = syndromes.shape[0]
        constants = integers(syndromes.T, "little")
        failures: dict[int, Any] = {}
        for j, bad in enumerate(combine(self.checks, constants, count)):
            while bad:
                lane = bad.bit_length() - 1
                bad ^= 1 << lane
                failures.setdefault(lane, j)
        out = np.zeros((count, self.buttons), dtype=np.uint8)
        if self.pivots and count:
            out[:, self.pivots] = bits_of(combine(self.tags, constants, count), count, "little").T
        return out, failures

    def witness(self, failure: Any) -> IntArray:
        """Return a proof y that the failed syndrome s is unsolvable: y A = 0 and y . s = 1."""
        out: IntArray = bits_of([self.checks[failure]], self.lights, "little")[0].astype(np.int64)
        return out


def is_small(matrix: SparseMatrix) -> bool:
    """Return whether a matrix is within the limit `MAX_SMALL_CELLS` for this elimination."""
    return matrix.shape[0] * max(matrix.shape) <= MAX_SMALL_CELLS


def eliminate_small(matrix: SparseMatrix) -> SmallBitPart:
    """Eliminate a small matrix mod 2, each row one Python integer."""
    lights, buttons = matrix.shape
    starts, rows = matrix.starts.tolist(), matrix.rows.tolist()
    equations = [0] * lights
    for button in range(buttons):
        bit = 1 << button
        for light in rows[starts[button] : starts[button + 1]]:
            equations[light] |= bit
    basis, checks = reduce_tagged(equations)
    mask = (1 << lights) - 1
    return SmallBitPart(
        lights=lights,
        buttons=buttons,
        pivots=tuple(basis),
        sums=tuple(row >> lights ^ 1 << button for button, row in basis.items()),
        tags=tuple(row & mask for row in basis.values()),
        checks=tuple(checks),
        free=tuple(button for button in range(buttons) if button not in basis),
    )
