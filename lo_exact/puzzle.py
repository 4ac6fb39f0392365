"""Puzzles: lights, buttons, state, target, prices of presses, and layout.

All higher levels of the package start from a `Puzzle`.  Every engine works on its `System`, the
bare linear system A x = s (mod c) with prices.  Lights that do not matter are dropped there, and a
target "any uniform colour" becomes one more button with price 0 that shifts all lights.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.linear import Coset, Elimination, PackedCoset, Unsolvable, eliminate
from lo_exact.algebra.packed import (
    BitRows,
    constant,
    difference,
    pieces,
    written,
)
from lo_exact.algebra.sparse import IntArray, SparseMatrix, from_entries, kept
from lo_exact.algebra.uniform_matrix import UniformMatrix
from lo_exact.errors import PuzzleError

if TYPE_CHECKING:
    from lo_exact.algebra.packed_kernel import PackedBasis

ANY = -1
"""Target value of a light that does not matter."""

MAX_PRICE = 2**31
"""Highest price of one press; 2^31 - 1 presses of a button then weigh less than 2^62, in int64."""


class Objective(Enum):
    """Cost to minimise, always a sum over buttons."""

    PRESSES = "presses"
    """The number of presses, sum of x_j."""
    BUTTONS = "buttons"
    """The number of buttons used, how many x_j are not 0."""
    PRICES = "prices"
    """The price of all presses, sum of price_j x_j."""


@dataclass(frozen=True, eq=False)
class Layout:
    """Positions and names of lights and buttons, and hints about the rule."""

    light_at: IntArray = field(default_factory=lambda: np.zeros((0, 0), dtype=np.int64))
    """(rows, columns) int64, the light in each cell or -1; empty (0, 0) if not a grid."""
    button_at: IntArray = field(default_factory=lambda: np.zeros((0, 0), dtype=np.int64))
    """The same for buttons; -1 at a dead button."""
    names: tuple[str, ...] = ()
    """Names of the lights, and of the buttons where both are the vertices of a graph; empty for
    grids and plain matrices.
    """
    button_names: tuple[str, ...] = ()
    """Names of the buttons where they are not the names of the lights, else empty."""
    neighbourhood: str = ""
    """How a press acts on a grid, as board text writes it; ``""`` if not known."""
    topology: str = ""
    """How the grid's edges are joined, as board text writes it; ``""`` if not known."""
    rules: tuple[str, ...] = ()
    """How presses act on a grid whose buttons differ, else empty."""
    note: str = ""
    """One line about what was lost when the puzzle was read; ``""``: nothing."""
    title: str = ""
    """The puzzle's name in the input; ``""`` if none."""
    claimed: int | None = None
    """The minimum claimed in the input; None if none."""
    turned: tuple[int, ...] = ()
    """Buttons of an error model whose errors are expected (probability above 1/2): the state has
    their flips, and pressing one means that the error does not happen.
    """

    @property
    def shape(self) -> tuple[int, int]:
        """Number of rows and columns, or (0, 0) if the puzzle is not a grid."""
        rows, columns = self.light_at.shape
        return rows, columns

    @property
    def is_grid(self) -> bool:
        """Return whether the layout has rows and columns."""
        return min(self.shape) > 0

    def size_words(self, lights: int) -> str:
        """Return a description of the puzzle's size, such as ``3 x 4 grid, 12 lights, ``."""
        if not self.is_grid:
            return f"{lights} lights, "
        rows, columns = self.shape
        return f"{rows} x {columns} grid, {lights} lights, "


class FullLayout(Layout):
    """Layout of a full rectangle, whose position numbers are computed on first use.

    Args:
        shape: (rows, columns).
        neighbourhood: as for `Layout`.
        topology: as for `Layout`.
    """

    def __init__(self, shape: tuple[int, int], neighbourhood: str, topology: str):
        super().__init__(neighbourhood=neighbourhood, topology=topology)
        vars(self).update(_shape=shape)
        del vars(self)["light_at"], vars(self)["button_at"]

    @property
    def shape(self) -> tuple[int, int]:
        """Number of rows and columns."""
        found: tuple[int, int] = vars(self)["_shape"]
        return found

    @cached_property
    def light_at(self) -> IntArray:
        """Number of the light at each position, an int64 array of shape (rows, columns)."""
        return np.arange(self.shape[0] * self.shape[1], dtype=np.int64).reshape(self.shape)

    @cached_property
    def button_at(self) -> IntArray:
        """Number of the button at each position, an int64 array of shape (rows, columns)."""
        return self.light_at


@dataclass(frozen=True, eq=False)
class System:
    """Linear system A x = s (mod c) with prices, the input of every engine."""

    matrix: SparseMatrix
    """A, (lights, unknowns) mod c."""
    syndrome: IntArray
    """s, (lights,) int64 in 0..c-1."""
    prices: IntArray
    """(unknowns,) int64 >= 0."""
    per_button: bool = False
    """False: the cost is sum price_j x_j; True: sum of price_j where x_j != 0."""

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
        """Elimination of the matrix, computed on first use and cached."""
        return eliminate(self.matrix)

    @cached_property
    def first(self) -> IntArray | BitRows | Unsolvable:
        """One solution by elimination, of shape (unknowns,), or a witness that there is none."""
        return self.elimination.solve(self.syndrome)

    @cached_property
    def solutions(self) -> Coset | Unsolvable:
        """All solutions as a coset of the kernel, or a witness that there are none."""
        found = self.first
        if isinstance(found, Unsolvable):
            return found
        kernel = self.elimination.kernel
        return PackedCoset(found, kernel) if isinstance(found, BitRows) else Coset(found, kernel)

    def bare(self) -> System:
        """Return a copy without cached results, for sending to another process."""
        return System(self.matrix, self.syndrome, self.prices, self.per_button)

    def weight(self, presses: NDArray[Any] | BitRows) -> int:
        """Return the exact cost of presses, of shape (unknowns,), as a Python integer."""
        x = np.asarray(presses, dtype=np.int64)
        counted = (x != 0).astype(np.int64) if self.per_button else x
        if self.unknowns * int(self.prices.max(initial=0)) * self.colours < 2**62:
            return int((counted * self.prices).sum())
        return sum(int(a) * int(b) for a, b in zip(counted, self.prices, strict=True))

    def solves(self, presses: NDArray[Any] | BitRows) -> bool:
        """Return whether A x = s holds with every x_j in 0..c-1, by multiplication."""
        x = np.asarray(presses)
        if x.shape != (self.unknowns,) or (x.size and (x.min() < 0 or x.max() >= self.colours)):
            return False
        return bool(np.array_equal(self.matrix.dot(x), self.syndrome))

    def refutes(self, witness: NDArray[Any] | BitRows) -> bool:
        """Return whether a witness y proves that there is no solution: y A = 0 and y . s != 0."""
        y = np.asarray(witness, dtype=np.int64)
        if y.shape != (self.lights,) or self.matrix.left_dot(y).any():
            return False
        return bool((y % self.colours * self.syndrome % self.colours).sum() % self.colours)


class PackedSystem(System):
    """System of a large board with one rule and equal prices; its syndrome is stored packed.

    What is packed is multiplied out packed; the syndrome is an array once it is read.

    Args:
        matrix: A, of one rule everywhere.
        missing: s.
        per_button: as for `System`.
    """

    def __init__(self, matrix: UniformMatrix, missing: BitRows, *, per_button: bool):
        alike = np.broadcast_to(np.int64(1), matrix.shape[1])
        vars(self).update(matrix=matrix, missing=missing, prices=alike, per_button=per_button)

    matrix: UniformMatrix
    missing: BitRows

    @cached_property
    def syndrome(self) -> IntArray:
        """Syndrome as an int64 array of shape (lights,)."""
        return written("the syndrome", self.missing)

    @cached_property
    def first(self) -> IntArray | BitRows | Unsolvable:
        """One solution, packed if the polynomial method applies, or a witness that none exists."""
        return self.elimination.solve(self.missing)

    @cached_property
    def bits(self) -> bool:
        """Return whether solutions and kernel vectors are stored as packed bits."""
        return self.elimination.packs_bits

    @property
    def first_bits(self) -> BitRows:
        """One solution as packed bits; requires that there is one and that `self.bits` is true."""
        assert isinstance(self.first, BitRows)
        return self.first

    def words(self) -> Iterator[BitRows]:
        """Yield the generators of the kernel as packed bits; requires that `self.bits` is true."""
        found = self.elimination.words(len(self.elimination.orders))
        return cast(Iterator[BitRows], found)

    @cached_property
    def packed_basis(self) -> PackedBasis:
        """Kernel in echelon form as packed bits; requires that `self.bits` is true."""
        from lo_exact.algebra.packed_kernel import packed_basis

        return packed_basis(self.missing.shape, len(self.elimination.orders), self.words())

    def weight(self, presses: NDArray[Any] | BitRows) -> int:
        """Return the exact cost of presses, packed or as an array."""
        if not isinstance(presses, BitRows):
            return super().weight(presses)
        return presses.weight()

    def solves(self, presses: NDArray[Any] | BitRows) -> bool:
        """Return whether A x = s holds with every x_j in 0..c-1, by multiplication."""
        if not isinstance(presses, BitRows):
            return super().solves(presses)
        return self.matrix.maps(presses, self.missing)

    def refutes(self, witness: NDArray[Any] | BitRows) -> bool:
        """Return whether a witness y proves that there is no solution: y A = 0 and y . s != 0."""
        if not isinstance(witness, BitRows):
            return super().refutes(witness)
        return self.matrix.separates(witness, self.missing)


@dataclass(frozen=True, eq=False)
class Puzzle:
    """Puzzle of lights and buttons, immutable, with its own copies of mutable arrays.

    Example:
        >>> import lo_exact
        >>> puzzle = lo_exact.grid_puzzle([[1, 1], [1, 0]])
        >>> puzzle.colours, puzzle.lights, puzzle.buttons
        (2, 4, 4)
    """

    activation: SparseMatrix
    """(lights, buttons) mod c; column j is what one press of button j adds."""
    state: IntArray
    """(lights,) int64, 0..c-1, the current colours."""
    target: IntArray
    """(lights,) int64, 0..c-1, the goal; `ANY` where a light does not matter."""
    uniform: bool = False
    """If True, the target may be shifted: target + k on all lights that matter, any k."""
    objective: Objective = Objective.PRESSES
    """Cost to minimise."""
    prices: IntArray = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    """(buttons,) int64, 0..2**31, for ``Objective.PRICES``; empty otherwise."""
    layout: Layout = field(default_factory=Layout)
    """How to draw it; not part of the puzzle's identity."""

    def __post_init__(self) -> None:
        for name, low in (("state", 0), ("target", ANY)):
            _check_vector(name, getattr(self, name), self.lights, low, self.colours - 1)
        priced = self.buttons if self.objective is Objective.PRICES else 0
        _check_vector("prices", self.prices, priced, 0, MAX_PRICE)
        vars(self).update(kept({name: vars(self)[name] for name in ("state", "target", "prices")}))

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

    def __repr__(self) -> str:
        size = self.layout.size_words(self.lights)
        return f"Puzzle({size}{self.buttons} buttons, {self.colours} colours)"

    def __str__(self) -> str:
        from lo_exact.pictures.terminal import drawn_amounts

        return drawn_amounts(self.layout, self.state.tolist(), "light", self.colours)

    def _repr_svg_(self) -> str | None:
        """Return the board as SVG for a notebook, or None if it is too large for a page."""
        from lo_exact.pictures.subject import notebook_svg

        return notebook_svg(self, lights=self.state, title=repr(self))

    @cached_property
    def matters(self) -> IntArray:
        """Indices of the lights that have a target, ascending."""
        return np.flatnonzero(self.target != ANY)

    @cached_property
    def system(self) -> System:
        """Linear system of the puzzle; for a uniform goal, the last unknown is the common shift."""
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
            # A x = target + shift - state  <=>  A x - shift = target - state
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
        """SHA-256 of `canonical_bytes`, as 64 hexadecimal digits."""
        import hashlib  # loading OpenSSL takes 1 % of a small board's time and is mostly not needed

        digest = hashlib.sha256()
        for part in self._canonical_parts():
            digest.update(part)
        return digest.hexdigest()

    def canonical_bytes(self) -> bytes:
        r"""Return the canonical encoding of the puzzle, without layout and names.

        The line ``lo-exact puzzle 1\n`` (ASCII), then signed 64-bit little-endian integers:
        colours; lights; buttons; for each button its number of entries; for each button its
        entries' lights, ascending; in the same order their amounts, 1..c-1; the state; the target
        (-1 where a light does not matter); 1 if uniform, else 0; 0 for presses, 1 for buttons,
        2 for prices; and for prices the price of each button.

        Returns:
            The bytes; their SHA-256 is the puzzle's name in certificates.

        Example:
            >>> import lo_exact
            >>> lo_exact.grid_puzzle([[1]]).canonical_bytes()[:19]
            b'lo-exact puzzle 1\n\x02'
        """
        return b"".join(self._canonical_parts())

    def _canonical_parts(self) -> Iterator[bytes]:
        """Yield `canonical_bytes` in parts, so that large boards are never expanded as a whole."""
        kinds = [Objective.PRESSES, Objective.BUTTONS, Objective.PRICES]
        parts: Iterator[NDArray[Any]] = chain(
            [np.array([self.colours, self.lights, self.buttons])],
            self.activation.pieces(),
            self._vectors(),
            [np.array([int(self.uniform), kinds.index(self.objective)]), self.prices],
        )
        yield b"lo-exact puzzle 1\n"
        for part in parts:
            yield part.astype("<i8").tobytes()

    def _vectors(self) -> Iterator[NDArray[Any]]:
        """Yield state and target as arrays, in parts."""
        yield from (self.state, self.target)


class PackedPuzzle(Puzzle):
    """Puzzle on a full rectangle with one rule and one target, whose state is stored packed.

    Reading `state` or `target` writes an array out, 8 bytes a light; more than 256 MiB are refused
    where memory has no room for it.  Given arrays (by `dataclasses.replace`), it packs them.

    Args:
        activation: A, of one rule everywhere.
        state: the current colours, packed or (lights,) int64.
        target: the goal: one colour, or an array filled with it.
        uniform: False, since the goal is a single colour.
        objective: presses or buttons.
        prices: an empty array.
        layout: how to draw it.

    Raises:
        PuzzleError: When the puzzle cannot be packed.
    """

    packed_state: BitRows
    one_target: int

    def __init__(
        self,
        activation: SparseMatrix,
        state: IntArray | BitRows,
        target: IntArray | int,
        uniform: bool = False,
        objective: Objective = Objective.PRESSES,
        prices: IntArray | None = None,
        layout: Layout | None = None,
    ):
        shape = layout.shape if layout is not None else (0, 0)
        c = activation.modulus
        if not isinstance(state, BitRows) and c == 2:
            state = BitRows.of(state.reshape(shape))
        colours = np.unique(target)
        one_target = int(colours[0])
        if (
            not isinstance(activation, UniformMatrix)
            or (state.shape, c) != (shape, 2)
            or state.size != activation.shape[0]
            or (colours.size, 0 <= one_target < c) != (1, True)
            or uniform
            or objective is Objective.PRICES
        ):
            raise PuzzleError(
                "a packed board is a full rectangle with one rule, one target colour and equal "
                "prices; change its `unpacked()`"
            )
        vars(self).update(
            activation=activation, packed_state=state, one_target=one_target, uniform=False,
            objective=objective, prices=np.zeros(0, dtype=np.int64), layout=layout,
        )  # fmt: skip

    @cached_property
    def state(self) -> IntArray:
        """State as an int64 array of shape (lights,)."""
        return written("state", self.packed_state)

    @cached_property
    def target(self) -> IntArray:
        """Target as an int64 array of shape (lights,)."""
        return written("target", self.packed_target)

    @property
    def packed_target(self) -> BitRows:
        """The target as packed rows."""
        return constant(self.packed_state.shape, self.one_target)

    def unpacked(self) -> Puzzle:
        """Return the same puzzle with state and target as arrays."""
        return Puzzle(
            self.activation, self.state, self.target, objective=self.objective, layout=self.layout
        )

    @cached_property
    def system(self) -> PackedSystem:
        """Linear system of the puzzle, with a packed syndrome."""
        assert isinstance(self.activation, UniformMatrix)
        return PackedSystem(
            self.activation, difference(self.packed_target, self.packed_state),
            per_button=self.objective is Objective.BUTTONS,
        )  # fmt: skip

    def _vectors(self) -> Iterator[NDArray[Any]]:
        return chain(pieces(self.packed_state), pieces(self.packed_target))


def _check_vector(name: str, vector: IntArray, size: int, low: int, high: int) -> None:
    if vector.dtype != np.int64 or vector.shape != (size,):
        raise PuzzleError(
            f"{name} must be {size} int64 numbers, got shape {vector.shape} of {vector.dtype}"
        )
    if size and (int(vector.min()) < low or int(vector.max()) > high):
        at = int(np.flatnonzero((vector < low) | (vector > high))[0])
        raise PuzzleError(f"{name} must be {low}..{high}, got {int(vector[at])} at number {at}")
