"""Matrices as rows of digits, or as LaTeX for notebooks."""

from typing import Any

from numpy.typing import NDArray

MAX_TYPESET = 30
"""Largest number of columns of a matrix typeset in a notebook."""


def latex_digits(values: NDArray[Any], colours: int) -> str:
    """Return a matrix as text: digits without spaces, or aligned numbers for over ten colours."""
    if not values.size:
        return "(nothing)"
    width = len(str(int(values.max(initial=0)))) if colours > 10 else 1
    space = " " if colours > 10 else ""
    rows = ([str(value).rjust(width) for value in row] for row in values.tolist())
    return "\n".join(map(space.join, rows))


def typeset(values: NDArray[Any]) -> str | None:
    """Return a matrix as LaTeX for a notebook, or None if it is too large for a page."""
    if max(values.shape, default=0) > MAX_TYPESET or not values.size:
        return None
    rows = " \\\\\n".join(" & ".join(map(str, row)) for row in values.tolist())
    return f"$\\displaystyle \\begin{{pmatrix}}\n{rows}\n\\end{{pmatrix}}$"
