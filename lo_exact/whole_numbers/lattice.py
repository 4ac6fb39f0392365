"""Integer programs of counter puzzles, and their integer solutions: one plus a lattice.

`program_of` writes counters as min p x, A x = b, x >= 0.

`solve_whole` finds the integer solutions of A x = b.  Columns of A are combined (a unimodular U)
until A U is a lower echelon form H.  The columns of U that A maps to 0 are a basis of the kernel,
and rows of the inverse of U give the coordinates of a solution in it.  The basis is then made
short, pair by pair, so that steps along it are small.  Branching on these coordinates, not on
presses, keeps trees small when amounts are above 1 (Aardal, Hurkens, Lenstra 2000).  All numbers
are Python integers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from lo_exact.counters import WholeSystem


@dataclass(frozen=True)
class Program:
    """Integer program for the fewest presses: min p x with A x = b, x >= 0."""

    columns: tuple[tuple[int, ...], ...]
    """Columns of A, each (lights,) >= 0 and nonzero."""
    wanted: tuple[int, ...]
    """(lights,) right side b."""
    prices: tuple[int, ...]
    """(buttons,) prices p >= 0."""

    def weight(self, presses: Sequence[int]) -> int:
        """Return p x, the cost of presses x."""
        return sum(p * x for p, x in zip(self.prices, presses, strict=True))


def program_of(system: WholeSystem) -> tuple[Program, list[int]]:
    """Return the integer program of all buttons with a nonzero column, and their button numbers.

    Other buttons are pressed in no minimum, or make no difference to its cost.
    """
    columns, used = [], []
    for j in range(system.unknowns):
        lights, amounts = system.matrix.column(j)
        column = [0] * system.lights
        for light, amount in zip(lights.tolist(), amounts.tolist(), strict=True):
            column[light] = amount
        if any(column):
            columns.append(tuple(column))
            used.append(j)
    prices = system.prices[used].tolist()
    return Program(tuple(columns), tuple(system.syndrome.tolist()), tuple(prices)), used


Row = list[int]


@dataclass(frozen=True)
class Lattice:
    """Integer solutions of A x = b: an origin and a basis of the kernel."""

    origin: tuple[int, ...]
    """(buttons,) one integer solution."""
    basis: tuple[tuple[int, ...], ...]
    """Kernel vectors, each (buttons,); x = origin + sum of z_i basis[i]."""
    coordinates: tuple[tuple[int, ...], ...]
    """A row for each basis vector, (buttons,); z_i = coordinates[i] . (x - origin)."""
    echelon: tuple[tuple[int, ...], ...] = ()
    """Independent columns of A U, each (lights,), 0 before the light of `pivots`."""
    pivots: tuple[int, ...] = ()
    """Light of each echelon column, ascending."""
    combined: tuple[tuple[int, ...], ...] = ()
    """Columns of U for these, each (buttons,)."""

    def sum_of_rows(self, wanted: Sequence[int], lights: int) -> tuple[list[int], int]:
        """Return integers y and d > 0 with y A = d w, for a row w that is orthogonal to the kernel.

        Args:
            wanted: (buttons,) w, integers, orthogonal to the basis.
            lights: number of rows of A.

        Returns:
            (lights,) y and the least d > 0 with y A = d w.
        """
        sums: dict[int, Fraction] = {}
        for column, pivot, combined in reversed(
            list(zip(self.echelon, self.pivots, self.combined, strict=True))
        ):
            left = Fraction(sum(w * u for w, u in zip(wanted, combined, strict=True)))
            left -= sum((y * column[i] for i, y in sums.items()), Fraction(0))
            sums[pivot] = left / column[pivot]
        d = lcm(*(y.denominator for y in sums.values()))
        return [int(sums.get(i, Fraction(0)) * d) for i in range(lights)], d


@dataclass(frozen=True)
class NoLattice:
    """Evidence that A x = b has no integer solution: y A = 0 and y . b != 0 (mod q)."""

    rows: tuple[int, ...]
    """(lights,) multipliers y."""
    modulus: int
    """Modulus q."""


def solve_whole(columns: Sequence[Sequence[int]], wanted: Sequence[int]) -> Lattice | NoLattice:
    """Return all integer solutions of A x = b, or evidence that there are none.

    Args:
        columns: A's columns, each (lights,).
        wanted: (lights,) b.
    """
    n, m = len(columns), len(wanted)
    echelon = [list(column) for column in columns]
    unimodular = [[int(i == j) for i in range(n)] for j in range(n)]
    inverse = [[int(i == j) for j in range(n)] for i in range(n)]
    pivots: list[int] = []
    for row in range(m):
        if _eliminated(echelon, unimodular, inverse, row, len(pivots)):
            pivots.append(row)
    amounts: list[int] = []
    for row in range(m):
        rank = sum(pivot < row for pivot in pivots)
        rest = wanted[row] - sum(echelon[k][row] * amounts[k] for k in range(rank))
        if row in pivots:
            amount, over = divmod(rest, echelon[rank][row])
            if over:
                return _refuted(echelon, pivots[: rank + 1], wanted, row)
            amounts.append(amount)
        elif rest:
            return _refuted(echelon, pivots[:rank], wanted, row)
    origin = [sum(unimodular[k][j] * y for k, y in enumerate(amounts)) for j in range(n)]
    basis, coordinates = unimodular[len(pivots) :], inverse[len(pivots) :]
    # subtract multiples of the vectors from each other as long as vectors become shorter
    changed = True
    while changed:
        changed = False
        for i in range(len(basis)):
            for j in range(len(basis)):
                if i == j:
                    continue
                norm = sum(v * v for v in basis[j])
                product = sum(u * v for u, v in zip(basis[i], basis[j], strict=True))
                times = (2 * product + norm) // (2 * norm)
                if times and 2 * abs(product) > norm:
                    _add(basis, i, j, -times)
                    _add(coordinates, j, i, times)
                    changed = True
    rank = len(pivots)
    return Lattice(
        tuple(origin), tuple(map(tuple, basis)), tuple(map(tuple, coordinates)),
        tuple(map(tuple, echelon[:rank])), tuple(pivots), tuple(map(tuple, unimodular[:rank])),
    )  # fmt: skip


def _eliminated(
    echelon: list[Row], unimodular: list[Row], inverse: list[Row], row: int, rank: int
) -> bool:
    """Eliminate a row in the columns from ``rank`` on, and return whether it has a pivot."""
    while True:
        left = [j for j in range(rank, len(echelon)) if echelon[j][row]]
        if not left:
            return False
        least = min(left, key=lambda j: abs(echelon[j][row]))
        if len(left) == 1:
            for table in (echelon, unimodular, inverse):
                table[rank], table[least] = table[least], table[rank]
            return True
        for j in left:
            if j != least:
                times = echelon[j][row] // echelon[least][row]
                _add(echelon, j, least, -times)
                _add(unimodular, j, least, -times)
                _add(inverse, least, j, times)


def _add(table: list[Row], changed: int, added: int, times: int) -> None:
    if times:
        other = table[added]
        table[changed] = [a + times * b for a, b in zip(table[changed], other, strict=True)]


def _refuted(echelon: list[Row], pivots: list[int], wanted: Sequence[int], row: int) -> NoLattice:
    """Return a combination of the equations that proves that there is no integer solution."""
    sums = {row: Fraction(1)}
    if row in pivots:  # choose y so that y times the echelon form is 1 at the last pivot, else 0
        rank = len(pivots) - 1
        sums = {row: Fraction(1, echelon[rank][row])}
        pivots = pivots[:-1]
    for k in range(len(pivots) - 1, -1, -1):
        over = sum((y * echelon[k][i] for i, y in sums.items()), Fraction(0))
        sums[pivots[k]] = -over / echelon[k][pivots[k]]
    total = sum((y * wanted[i] for i, y in sums.items()), Fraction(0))
    if total.denominator == 1:  # here y A = 0, so any multiple of y is a witness
        sums = {i: y / (2 * total) for i, y in sums.items()}
    modulus = lcm(*(y.denominator for y in sums.values()))
    scaled = [int(sums.get(i, Fraction(0)) * modulus) for i in range(len(wanted))]
    return NoLattice(tuple(scaled), modulus)
