"""Smith normal form U A V = D of an integer matrix, U and V unimodular, D diagonal.

The *invariant factors*, the entries of D that are not 0, say for every number of colours at once
which boards can be solved and how many solutions they have: mod c each factor d leaves gcd(d, c)
values free.  Rows and columns are reduced by the smallest entry left (Cohen 1993, algorithm
2.4.14); every step is done to U, V and their inverses, and all four are multiplied out at the end.
Costs some side^3 operations on whole numbers that grow.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from lo_exact.errors import LimitReached

MAX_SIDE = 200
"""The most rows or columns of a matrix whose form is worked out."""

MAX_BITS = 4096
"""The longest number on the way."""

Rows = list[list[int]]


@dataclass(frozen=True, eq=False)
class Smith:
    """Smith normal form of an integer matrix A, with U, V and their inverses."""

    factors: tuple[int, ...]
    """The invariant factors, all positive, each dividing the next; as many as the rank."""
    left: Rows
    """U, m x m; its determinant is 1 or -1."""
    right: Rows
    """V, n x n; its determinant is 1 or -1."""
    left_inverse: Rows
    """Of U, whole numbers, too."""
    right_inverse: Rows
    """Of V."""


def smith_form(matrix: Sequence[Sequence[int]]) -> Smith:
    """Return the Smith normal form of an integer matrix, checked by multiplying out.

    Args:
        matrix: m rows of n whole numbers.

    Raises:
        LimitReached: When the matrix is too large, or its numbers grow too long.

    >>> smith_form([[2, 4], [6, 8]]).factors
    (2, 4)
    """
    height, width = len(matrix), len(matrix[0]) if matrix else 0
    if max(height, width) > MAX_SIDE:
        raise LimitReached(
            f"the Smith form of a {height} x {width} matrix is too large; at most {MAX_SIDE} rows "
            "and columns"
        )
    work = _Reduction([list(map(int, row)) for row in matrix], height, width)
    rank = 0
    while rank < min(height, width) and work.bring_smallest(rank):
        work.clear(rank)
        rank += 1
    found = Smith(
        tuple(work.rows[k][k] for k in range(rank)), work.left,
        _transposed(work.right), _transposed(work.left_inverse), work.right_inverse,
    )  # fmt: skip
    _multiply_out(matrix, found, height, width)
    return found


class _Reduction:
    """State of a Smith reduction: the matrix, U and V^-1 by rows, V and U^-1 by columns."""

    def __init__(self, rows: Rows, height: int, width: int):
        self.rows, self.height, self.width = rows, height, width
        self.left, self.left_inverse = _identity(height), _identity(height)
        self.right, self.right_inverse = _identity(width), _identity(width)

    def bring_smallest(self, at: int) -> bool:
        """Move the smallest remaining entry to (at, at) and return True, or False if all are 0."""
        entries = [
            (abs(self.rows[r][c]), r, c)
            for r in range(at, self.height)
            for c in range(at, self.width)
            if self.rows[r][c]
        ]
        if not entries:
            return False
        _, r, c = min(entries)
        self._swap_rows(at, r)
        self._swap_columns(at, c)
        self._make_positive(at)
        return True

    def clear(self, at: int) -> None:
        """Clear row and column ``at`` until the pivot divides all remaining entries."""
        while True:
            pivot = self.rows[at][at]
            for r in range(at + 1, self.height):
                if self.rows[r][at]:
                    self._add_row(r, at, -(self.rows[r][at] // pivot))
            for c in range(at + 1, self.width):
                if self.rows[at][c]:
                    self._add_column(c, at, -(self.rows[at][c] // pivot))
            left_over = any(self.rows[r][at] for r in range(at + 1, self.height))
            left_over |= any(self.rows[at][at + 1 :])
            if not left_over:
                odd = next(
                    (
                        r
                        for r in range(at + 1, self.height)
                        if any(x % pivot for x in self.rows[r][at + 1 :])
                    ),
                    None,
                )
                if odd is None:
                    return
                self._add_row(at, odd, 1)
                continue
            # some entry of the row or column is now smaller than the pivot, and replaces it
            self._bring_remainder(at)

    def _bring_remainder(self, at: int) -> None:
        """Replace the pivot by the smallest entry in its row or column."""
        pivot = self.rows[at][at]
        below = [(abs(self.rows[r][at]), r) for r in range(at + 1, self.height) if self.rows[r][at]]
        beside = [(abs(x), c) for c, x in enumerate(self.rows[at]) if c > at and x]
        if below and (not beside or min(below) < min(beside)) and min(below)[0] < pivot:
            self._swap_rows(at, min(below)[1])
        elif beside:
            self._swap_columns(at, min(beside)[1])
        self._make_positive(at)

    def _swap_rows(self, one: int, other: int) -> None:
        for rows in (self.rows, self.left, self.left_inverse):
            rows[one], rows[other] = rows[other], rows[one]

    def _swap_columns(self, one: int, other: int) -> None:
        for row in self.rows:
            row[one], row[other] = row[other], row[one]
        for rows in (self.right, self.right_inverse):
            rows[one], rows[other] = rows[other], rows[one]

    def _make_positive(self, at: int) -> None:
        if self.rows[at][at] < 0:
            for rows in (self.rows, self.left, self.left_inverse):
                rows[at] = [-x for x in rows[at]]

    def _add_row(self, to: int, other: int, times: int) -> None:
        """Add a multiple of one row to another, and update U and U^-1."""
        for rows in (self.rows, self.left):
            rows[to] = [x + times * y for x, y in zip(rows[to], rows[other], strict=True)]
        inverse = self.left_inverse
        inverse[other] = [x - times * y for x, y in zip(inverse[other], inverse[to], strict=True)]
        if max(abs(x) for x in self.rows[to] + self.left[to]).bit_length() > MAX_BITS:
            raise LimitReached(f"numbers of the Smith form have more than {MAX_BITS} bits")

    def _add_column(self, to: int, other: int, times: int) -> None:
        """Add a multiple of one column to another, and update V and V^-1."""
        for row in self.rows:
            row[to] += times * row[other]
        columns, inverse = self.right, self.right_inverse
        columns[to] = [x + times * y for x, y in zip(columns[to], columns[other], strict=True)]
        inverse[other] = [x - times * y for x, y in zip(inverse[other], inverse[to], strict=True)]
        if max(map(abs, columns[to])).bit_length() > MAX_BITS:
            raise LimitReached(f"numbers of the Smith form have more than {MAX_BITS} bits")


def _multiply_out(matrix: Sequence[Sequence[int]], found: Smith, height: int, width: int) -> None:
    """Check U A V = D, and the inverses of U and V, by multiplying out."""
    diagonal = [[0] * width for _ in range(height)]
    for k, factor in enumerate(found.factors):
        diagonal[k][k] = factor
    given = [list(map(int, row)) for row in matrix]
    assert _product(_product(found.left, given), found.right) == diagonal
    assert _product(found.left, found.left_inverse) == _identity(height)
    assert _product(found.right, found.right_inverse) == _identity(width)
    pairs = zip(found.factors, found.factors[1:], strict=False)
    assert all(after % before == 0 for before, after in pairs)


def _product(one: Rows, other: Rows) -> Rows:
    """Return the product of two integer matrices."""
    columns = _transposed(other)
    return [[sum(a * b for a, b in zip(row, c, strict=True) if a) for c in columns] for row in one]


def _identity(size: int) -> Rows:
    return [[int(r == c) for c in range(size)] for r in range(size)]


def _transposed(rows: Rows) -> Rows:
    return [list(column) for column in zip(*rows, strict=True)]
