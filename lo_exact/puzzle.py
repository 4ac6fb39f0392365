"""The puzzle: lights, buttons, state, target, what presses cost, and where things are drawn.

Everything above this floor starts from a `Puzzle`; every engine works on its `System`, the bare
linear system A x = s (mod c) with prices.  Lights that do not matter are dropped there, and a
target "any uniform colour" becomes one more button with price 0 that shifts all lights at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.linear import Coset, Elimination, Unsolvable, eliminate
from lo_exact.algebra.packed import (
    BitRows,
    Packed,
    arrays_on_demand,
    difference,
    held,
    on_demand,
    pieces,
)
from lo_exact.algebra.sparse import IntArray, SparseMatrix, from_entries, kept
from lo_exact.algebra.uniform_matrix import UniformMatrix
from lo_exact.errors import PuzzleError

if TYPE_CHECKING:
    from lo_exact.algebra.packed_kernel import PackedBasis

ANY = -1
"""Target value of a light that does not matter."""

MAX_PRICE = 2**31


class Objective(Enum):
    """What is minimised; every kind is a sum over buttons."""

    PRESSES = "presses"
    """The number of presses, sum of x_j."""
    BUTTONS = "buttons"
    """The number of buttons used, how many x_j are not 0."""
    PRICES = "prices"
    """The price of all presses, sum of price_j x_j."""


@arrays_on_demand("light_at", "button_at")
@dataclass(frozen=True, eq=False)
class Layout:
    """Where lights and buttons are drawn, and what they are called.

    Attributes:
        light_at: (rows, columns) int64, the light on each place or -1; empty (0, 0) if not a grid.
        button_at: the same for buttons (a dead button's place holds -1).
        names: names of the lights, and of the buttons where both are the vertices of a graph;
            empty for grids and plain matrices.
        button_names: names of the buttons where they are not the names of the lights, else empty.
        neighbourhood: how a press acts on a grid, as board text writes it; ``""`` if not known.
        topology: how the grid's edges are joined, as board text writes it; ``""`` if not known.
        rules: how presses act on a grid whose buttons differ, else empty.
        note: one line about what was lost when the puzzle was read; ``""``: nothing.
    """

    light_at: IntArray = field(default_factory=lambda: np.zeros((0, 0), dtype=np.int64))
    button_at: IntArray = field(default_factory=lambda: np.zeros((0, 0), dtype=np.int64))
    names: tuple[str, ...] = ()
    button_names: tuple[str, ...] = ()
    neighbourhood: str = ""
    topology: str = ""
    rules: tuple[str, ...] = ()
    note: str = ""

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns); (0, 0) if not a grid."""
        rows, columns = held(self, "light_at").shape
        return int(rows), int(columns)

    @property
    def is_grid(self) -> bool:
        """Whether there are rows and columns to draw."""
        return min(self.shape) > 0

    def size_words(self, lights: int) -> str:
        """Say how large a puzzle with this layout is: ``3 x 4 grid, 12 lights, ``."""
        if not self.is_grid:
            return f"{lights} lights, "
        rows, columns = self.shape
        return f"{rows} x {columns} grid, {lights} lights, "


@arrays_on_demand("syndrome")
@dataclass(frozen=True, eq=False)
class System:
    """A x = s (mod c) with prices: what engines solve.

    Attributes:
        matrix: A, (lights, unknowns) mod c.
        syndrome: s, (lights,) int64 in 0..c-1; of a large board held packed.
        prices: (unknowns,) int64 >= 0.
        per_button: False: the cost is sum price_j x_j; True: sum of price_j where x_j != 0.
    """

    matrix: SparseMatrix
    syndrome: IntArray
    prices: IntArray
    per_button: bool = False

    @property
    def colours(self) -> int:
        """The modulus c."""
        return self.matrix.modulus

    @property
    def lights(self) -> int:
        """Number of equations."""
        return self.matrix.shape[0]

    @property
    def unknowns(self) -> int:
        """Number of unknowns."""
        return self.matrix.shape[1]

    @cached_property
    def elimination(self) -> Elimination:
        """The matrix eliminated, computed at first use and kept; its kernel is not written out."""
        return eliminate(self.matrix)

    @cached_property
    def first(self) -> IntArray | Packed | Unsolvable:
        """One solution, (unknowns,) int64, by our own elimination, or why there is none."""
        return self.elimination.solve(self.held_syndrome)

    @cached_property
    def solutions(self) -> Coset | Unsolvable:
        """All solutions; a large kernel takes much longer to write out than to count."""
        found = self.first
        if isinstance(found, Unsolvable):
            return found
        first = on_demand(found) if isinstance(found, Packed) else found
        return Coset(first, self.elimination.kernel)

    @property
    def held_syndrome(self) -> IntArray | Packed:
        """The syndrome as it is held."""
        found: IntArray | Packed = held(self, "syndrome")
        return found

    @cached_property
    def packed(self) -> bool:
        """Whether solutions and quiet patterns are bits that stay packed: large boards, c = 2."""
        return isinstance(self.held_syndrome, Packed) and self.elimination.packs_bits

    @property
    def packed_first(self) -> BitRows:
        """`first`, of a solvable system that is held packed."""
        assert isinstance(self.first, BitRows)
        return self.first

    @cached_property
    def packed_basis(self) -> PackedBasis:
        """The kernel of a system that is held packed, in echelon form."""
        from lo_exact.algebra.packed_kernel import packed_basis

        count = len(self.elimination.orders)
        words = cast(Iterable[BitRows], self.elimination.words(count))
        assert isinstance(self.held_syndrome, Packed)
        return packed_basis(self.held_syndrome.shape, count, words)

    def weight(self, presses: NDArray[Any] | Packed) -> int:
        """Return the exact cost of presses ((unknowns,), 0..c-1) as a Python integer."""
        if isinstance(presses, Packed) and self.prices.strides == (0,):  # one price for all
            counts = presses.used() if self.per_button else presses.weight()
            return int(self.prices[0]) * counts if presses.size else 0
        x = np.asarray(presses, dtype=np.int64)
        counted = (x != 0).astype(np.int64) if self.per_button else x
        if self.unknowns * int(self.prices.max(initial=0)) * self.colours < 2**62:
            return int((counted * self.prices).sum())
        return sum(int(a) * int(b) for a, b in zip(counted, self.prices, strict=True))

    def solves(self, presses: NDArray[Any] | Packed) -> bool:
        """Multiply out: does A x = s hold, with every x_j in 0..c-1?"""
        if isinstance(presses, Packed) and isinstance(self.held_syndrome, Packed):
            assert isinstance(self.matrix, UniformMatrix)
            return self.matrix.maps(presses, self.held_syndrome)
        x = np.asarray(presses)
        if x.shape != (self.unknowns,) or (x.size and (x.min() < 0 or x.max() >= self.colours)):
            return False
        return bool(np.array_equal(self.matrix.dot(x), self.syndrome))

    def refutes(self, witness: NDArray[Any] | Packed) -> bool:
        """Multiply out: do y A = 0 and y . s != 0 hold?"""
        if isinstance(witness, Packed) and isinstance(self.held_syndrome, Packed):
            assert isinstance(self.matrix, UniformMatrix)
            return self.matrix.separates(witness, self.held_syndrome)
        y = np.asarray(witness, dtype=np.int64)
        if y.shape != (self.lights,) or self.matrix.left_dot(y).any():
            return False
        return bool((y % self.colours * self.syndrome % self.colours).sum() % self.colours)


@arrays_on_demand("state", "target")
@dataclass(frozen=True, eq=False)
class Puzzle:
    """A puzzle of lights and buttons; it keeps copies of arrays that somebody else could change.

    Attributes:
        activation: (lights, buttons) mod c; column j is what one press of button j adds.
        state: (lights,) int64, 0..c-1, the colours now; packed for a large full rectangle.
        target: (lights,) int64, 0..c-1, the colours wanted; `ANY` where a light does not matter.
        uniform: if True, the target may be shifted: target + k on all lights that matter, any k.
        objective: what is minimised.
        prices: (buttons,) int64, 0..2**31, for ``Objective.PRICES``; empty otherwise.
        layout: how to draw it; not part of the puzzle's identity.
    """

    activation: SparseMatrix
    state: IntArray
    target: IntArray
    uniform: bool = False
    objective: Objective = Objective.PRESSES
    prices: IntArray = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    layout: Layout = field(default_factory=Layout)

    def __post_init__(self) -> None:
        for name, low in (("state", 0), ("target", ANY)):
            vector = held(self, name)
            if isinstance(vector, Packed):
                _check_packed(name, vector, self.lights, self.colours)
            else:
                _check_vector(name, vector, self.lights, low, self.colours - 1)
                object.__setattr__(self, name, kept(vector))
        priced = self.buttons if self.objective is Objective.PRICES else 0
        _check_vector("prices", self.prices, priced, 0, MAX_PRICE)
        object.__setattr__(self, "prices", kept(self.prices))

    @property
    def colours(self) -> int:
        """The modulus c."""
        return self.activation.modulus

    @property
    def lights(self) -> int:
        """Number of lights."""
        return self.activation.shape[0]

    @property
    def buttons(self) -> int:
        """Number of buttons."""
        return self.activation.shape[1]

    @property
    def packed(self) -> bool:
        """Whether it is answered on packed rows: a full rectangle, one rule, one target."""
        vectors = isinstance(held(self, "state"), Packed) and isinstance(
            held(self, "target"), Packed
        )
        return vectors and not self.uniform and isinstance(self.activation, UniformMatrix)

    @property
    def one_target(self) -> int:
        """The colour wanted everywhere by a packed puzzle."""
        return int(held(self, "target")[0])

    def __repr__(self) -> str:
        size = self.layout.size_words(self.lights)
        return f"Puzzle({size}{self.buttons} buttons, {self.colours} colours)"

    def __str__(self) -> str:
        from lo_exact.pictures.terminal import draw_grid, listed

        layout, state = self.layout, self.state.tolist()
        if layout.is_grid:
            return draw_grid(layout.light_at, state, self.colours)
        return listed(state, layout.names, "light")

    def _repr_svg_(self) -> str | None:
        """Return the board as a notebook draws it; None where it is too large for a page."""
        from lo_exact.pictures.notebook import drawn

        return drawn(self, lights=self.state, title=repr(self))

    @cached_property
    def matters(self) -> IntArray:
        """Numbers of the lights that matter, ascending."""
        return np.flatnonzero(self.target != ANY)

    @cached_property
    def system(self) -> System:
        """The bare linear system; unknowns are the buttons, then the shift if uniform."""
        if self.packed and self.objective is not Objective.PRICES:
            missing = difference(held(self, "target"), held(self, "state"))
            alike = np.broadcast_to(np.int64(1), self.buttons)
            per_button = self.objective is Objective.BUTTONS
            return System(self.activation, on_demand(missing), alike, per_button)
        rows = self.matters
        matrix = self.activation
        if rows.size < self.lights:
            matrix = matrix.take_rows(rows)
        syndrome = (self.target[rows] - self.state[rows]) % self.colours
        if self.objective is Objective.PRICES:
            prices = self.prices
        else:
            prices = np.ones(self.buttons, dtype=np.int64)
        if self.uniform and rows.size:
            # A x = t + k - s  <=>  A x - k = t - s
            columns = np.concatenate(
                [matrix.columns_of_entries(), np.full(rows.size, self.buttons, dtype=np.int64)]
            )
            matrix = from_entries(
                (rows.size, self.buttons + 1),
                self.colours,
                np.concatenate([matrix.rows.astype(np.int64), np.arange(rows.size)]),
                columns,
                np.concatenate([matrix.values.astype(np.int64), np.full(rows.size, -1)]),
            )
            prices = np.append(prices, 0)
        return System(matrix, syndrome, prices, self.objective is Objective.BUTTONS)

    @cached_property
    def sha256(self) -> str:
        """SHA-256 of `canonical_bytes`, 64 hex digits."""
        import hashlib  # loads OpenSSL: a hundredth of a small board's time, and most need no hash

        digest = hashlib.sha256()
        for part in self._canonical_parts():
            digest.update(part)
        return digest.hexdigest()

    def canonical_bytes(self) -> bytes:
        r"""Return the puzzle byte by byte, layout and names left out.

        The line ``lo-exact puzzle 1\n`` (ASCII), then signed 64-bit little-endian integers:
        colours; lights; buttons; for each button its number of entries; for each button its
        entries' lights, ascending; in the same order their amounts, 1..c-1; the state; the target
        (-1 where a light does not matter); 1 if uniform, else 0; 0 for presses, 1 for buttons,
        2 for prices; and for prices the price of each button.
        """
        return b"".join(self._canonical_parts())

    def _canonical_parts(self) -> Iterator[bytes]:
        """Yield `canonical_bytes` some at a time: large boards are not written out."""
        kinds = [Objective.PRESSES, Objective.BUTTONS, Objective.PRICES]
        parts = chain(
            [np.array([self.colours, self.lights, self.buttons])],
            self.activation.pieces(),
            pieces(held(self, "state")),
            pieces(held(self, "target")),
            [np.array([int(self.uniform), kinds.index(self.objective)]), self.prices],
        )
        yield b"lo-exact puzzle 1\n"
        for part in parts:
            yield part.astype("<i8").tobytes()


def _check_packed(name: str, vector: Packed, size: int, colours: int) -> None:
    if vector.size != size or vector.modulus != colours:
        raise PuzzleError(
            f"{name} must be {size} numbers below {colours}, got {vector.size} below "
            f"{vector.modulus}"
        )


def _check_vector(name: str, vector: IntArray, size: int, low: int, high: int) -> None:
    if vector.dtype != np.int64 or vector.shape != (size,):
        raise PuzzleError(
            f"{name} must be {size} int64 numbers, got shape {vector.shape} of {vector.dtype}"
        )
    if size and (int(vector.min()) < low or int(vector.max()) > high):
        at = int(np.flatnonzero((vector < low) | (vector > high))[0])
        raise PuzzleError(f"{name} must be {low}..{high}, got {int(vector[at])} at number {at}")
